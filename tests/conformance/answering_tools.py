"""Tools that answer at once: every kind of content, an error, progress, and two with schemas worth preserving."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import mcp_types as types
from fixture import WAV, Answer, Fixture, Run, embedded, fixture, picture, said, text_block

from handhold.frontends.mcp.callers import Context, caller_of

PAUSE: Final = 0.05
"""Seconds between two notifications; the suite's description of these tools asks for it."""

KEYWORDS: Final[dict[str, Any]] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
REGION: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
}


def answering_tools() -> list[Fixture]:
    mixed = embedded("test://mixed-content-resource", '{"test":"data","value":123}', mime_type="application/json")
    sound = types.AudioContent(type="audio", data=WAV, mime_type="audio/wav")
    resource = embedded("test://embedded-resource", "This is an embedded resource content.")
    failure = types.CallToolResult(
        content=[text_block("This tool intentionally returns an error for testing")], is_error=True
    )
    return [
        fixture("test_simple_text", "Answers text", _always(said("This is a simple text response for testing."))),
        fixture("test_image_content", "Answers an image", _content(picture())),
        fixture("test_audio_content", "Answers audio", _content(sound)),
        fixture("test_embedded_resource", "Answers an embedded resource", _content(resource)),
        fixture(
            "test_multiple_content_types",
            "Answers text, an image and a resource",
            _content(text_block("Multiple content types test:"), picture(), mixed),
        ),
        fixture("test_error_handling", "Always fails", _always(failure)),
        fixture("test_tool_with_progress", "Reports progress", _report_progress),
        fixture("test_x_mcp_header", "Has an argument that is mirrored in a header", _region, schema=REGION),
        fixture("json_schema_2020_12_tool", "Has a schema with many keywords", _always(said("ok")), schema=KEYWORDS),
    ]


def _always(answer: Answer) -> Run:
    async def run(_: Context, __: types.CallToolRequestParams) -> Answer:
        return answer

    return run


def _content(*blocks: types.ContentBlock) -> Run:
    return _always(types.CallToolResult(content=list(blocks)))


async def _region(_: Context, params: types.CallToolRequestParams) -> Answer:
    return said(f"region={(params.arguments or {}).get('region')}")


async def _report_progress(ctx: Context, _: types.CallToolRequestParams) -> Answer:
    """Through the product's own way of reporting, as its tools do."""
    caller = caller_of(ctx)
    for done in (0, 50, 100):
        await caller.progress(done, 100, f"Completed step {done} of 100")
        await asyncio.sleep(PAUSE)
    return said("Progress reported")

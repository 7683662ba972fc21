"""Tools that talk to the client while they run: log lines, sampling, elicitation, and a capability they insist on."""

from __future__ import annotations

import asyncio
import json
from typing import Any, Final

import mcp_types as types
from answering_tools import PAUSE
from fixture import Answer, Fixture, Run, fixture, said, text_block
from mcp.shared.exceptions import MCPError
from mcp.shared.message import ServerMessageMetadata

from handhold.frontends.mcp.callers import Context

STATES: Final = ["active", "inactive", "pending"]
DEFAULTS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": STATES, "default": "active"},
        "verified": {"type": "boolean", "default": True},
    },
}
CHOICES: Final = [{"const": f"value{number}", "title": f"Choice {number}"} for number in (1, 2, 3)]
OPTIONS: Final = ["option1", "option2", "option3"]
ENUMS: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": OPTIONS},
        "titledSingle": {"type": "string", "oneOf": CHOICES},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["One", "Two", "Three"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": CHOICES}},
    },
}
PERSON: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"username": {"type": "string"}, "email": {"type": "string"}},
    "required": ["username", "email"],
}


def asking_tools() -> list[Fixture]:
    return [
        fixture("test_tool_with_logging", "Sends log lines", _log_thrice),
        fixture("test_logging_tool", "Sends log lines", _log_thrice),
        fixture("test_sampling", "Asks the client's model", _sample, schema=_one_string("prompt")),
        fixture("test_elicitation", "Asks the user", _elicit(PERSON), schema=_one_string("message")),
        fixture("test_elicitation_sep1034_defaults", "Asks the user, with defaults", _elicit(DEFAULTS)),
        fixture("test_elicitation_sep1330_enums", "Asks the user, with choices", _elicit(ENUMS)),
        fixture("test_missing_capability", "Insists on sampling", _insist_on_sampling),
        fixture("test_streaming_elicitation", "Asks the user in an answer of its own", _ask_in_answer),
    ]


def _one_string(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


async def _log_thrice(ctx: Context, _: types.CallToolRequestParams) -> Answer:
    for line in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        # Deprecated, but the only call that honours the log level a request of 2026-07-28 asks for.
        await ctx.session.send_log_message("info", line, related_request_id=ctx.request_id)  # pyright: ignore[reportDeprecated]
        await asyncio.sleep(PAUSE)
    return said("Logged")


async def _sample(ctx: Context, params: types.CallToolRequestParams) -> Answer:
    prompt = text_block((params.arguments or {})["prompt"])
    request = types.CreateMessageRequest(
        params=types.CreateMessageRequestParams(
            messages=[types.SamplingMessage(role="user", content=prompt)], max_tokens=100
        )
    )
    related = ServerMessageMetadata(related_request_id=ctx.request_id)
    result = await ctx.session.send_request(request, types.CreateMessageResult, metadata=related)
    reply = result.content.text if isinstance(result.content, types.TextContent) else result.content.type
    return said(f"LLM response: {reply}")


def _elicit(schema: dict[str, Any]) -> Run:
    async def run(ctx: Context, params: types.CallToolRequestParams) -> Answer:
        message = (params.arguments or {}).get("message", "Please answer")
        result = await ctx.session.elicit_form(message, schema, related_request_id=ctx.request_id)
        return said(f"Elicitation completed: action={result.action}, content={json.dumps(result.content or {})}")

    return run


async def _insist_on_sampling(ctx: Context, _: types.CallToolRequestParams) -> Answer:
    declared = ctx.session.client_capabilities
    if declared is None or declared.sampling is None:
        raise MCPError(
            code=types.MISSING_REQUIRED_CLIENT_CAPABILITY,
            message="This tool needs the client's sampling",
            data={"requiredCapabilities": {"sampling": {}}},
        )
    return said("The client offers sampling")


async def _ask_in_answer(_: Context, __: types.CallToolRequestParams) -> Answer:
    request = types.ElicitRequest(params=types.ElicitRequestFormParams(message="Who?", requested_schema=PERSON))
    return types.InputRequiredResult(input_requests={"who": request})

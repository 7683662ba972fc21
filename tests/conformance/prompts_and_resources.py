"""The suite's prompts, resources and completion; Handhold itself has no prompts and completes nothing."""

from __future__ import annotations

import json
import re
from typing import Final

import mcp_types as types
from fixture import PNG, embedded, picture, text_block
from mcp.shared.exceptions import MCPError
from round_tools import ask, told

from handhold.frontends.mcp.callers import Context

TEXT: Final = "test://static-text"
BINARY: Final = "test://static-binary"
WATCHED: Final = "test://watched-resource"
TEMPLATE: Final = "test://template/{id}/data"
_FROM_TEMPLATE: Final = re.compile(r"test://template/([^/]+)/data")

Page = types.PaginatedRequestParams | None


def fixture_resources() -> list[types.Resource]:
    return [
        types.Resource(uri=TEXT, name="static-text", description="Text", mime_type="text/plain"),
        types.Resource(uri=BINARY, name="static-binary", description="One pixel", mime_type="image/png"),
        types.Resource(uri=WATCHED, name="watched", description="Can be subscribed to", mime_type="text/plain"),
    ]


def fixture_templates() -> list[types.ResourceTemplate]:
    return [types.ResourceTemplate(uri_template=TEMPLATE, name="template", mime_type="application/json")]


def read_fixture(uri: str) -> types.ReadResourceResult | None:
    """The contents behind a URI of the suite; None where it is none."""
    texts = {TEXT: "This is the content of the static text resource.", WATCHED: "Watched resource content"}
    if uri == BINARY:
        blob = types.BlobResourceContents(uri=uri, mime_type="image/png", blob=PNG)
        return types.ReadResourceResult(contents=[blob])
    if uri in texts:
        return _text(uri, texts[uri], "text/plain")
    match = _FROM_TEMPLATE.fullmatch(uri)
    if match is None:
        return None
    data = {"id": match[1], "templateTest": True, "data": f"Data for ID: {match[1]}"}
    return _text(uri, json.dumps(data), "application/json")


async def subscribe(_: Context, params: types.SubscribeRequestParams) -> types.EmptyResult:
    return types.EmptyResult()


async def unsubscribe(_: Context, params: types.UnsubscribeRequestParams) -> types.EmptyResult:
    return types.EmptyResult()


async def set_level(_: Context, params: types.SetLevelRequestParams) -> types.EmptyResult:
    return types.EmptyResult()


async def complete(_: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
    return types.CompleteResult(completion=types.Completion(values=[], total=0, has_more=False))


async def list_prompts(_: Context, params: Page) -> types.ListPromptsResult:
    return types.ListPromptsResult(
        prompts=[
            _prompt("test_simple_prompt"),
            _prompt("test_prompt_with_arguments", "arg1", "arg2"),
            _prompt("test_prompt_with_embedded_resource", "resourceUri"),
            _prompt("test_prompt_with_image"),
            _prompt("test_input_required_result_prompt"),
        ]
    )


async def get_prompt(
    _: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult | types.InputRequiredResult:
    given = params.arguments or {}
    match params.name:
        case "test_simple_prompt":
            return _messages(text_block("This is a simple prompt for testing."))
        case "test_prompt_with_arguments":
            return _messages(text_block(f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'"))
        case "test_prompt_with_embedded_resource":
            resource = embedded(given["resourceUri"], "Embedded resource content for testing.")
            return _messages(resource, text_block("Please process the embedded resource above."))
        case "test_prompt_with_image":
            return _messages(picture(), text_block("Please analyze the image above."))
        case "test_input_required_result_prompt":
            return _prompt_with_context(params)
        case _:
            raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown prompt: {params.name}")


def _prompt_with_context(params: types.GetPromptRequestParams) -> types.GetPromptResult | types.InputRequiredResult:
    context = told(params, "user_context", "context")
    if context is None:
        question = ask("context", "What context should the prompt use?")
        return types.InputRequiredResult(input_requests={"user_context": question})
    return _messages(text_block(f"Use the following context: {context}"))


def _prompt(name: str, *arguments: str) -> types.Prompt:
    listed = [types.PromptArgument(name=argument, required=True) for argument in arguments]
    return types.Prompt(name=name, description=f"The suite's {name}", arguments=listed)


def _messages(*blocks: types.ContentBlock) -> types.GetPromptResult:
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=block) for block in blocks])


def _text(uri: str, text: str, mime_type: str) -> types.ReadResourceResult:
    return types.ReadResourceResult(contents=[types.TextResourceContents(uri=uri, mime_type=mime_type, text=text)])

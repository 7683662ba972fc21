"""Tools of 2026-07-28 that answer with a question and finish when the call is repeated with the answer."""

from __future__ import annotations

import json
from typing import Any, Final

import mcp_types as types
from fixture import Answer, Fixture, Run, fixture, said, text_block

from handhold.frontends.mcp.callers import Context

CONFIRM: Final = "confirm"


def round_tools() -> list[Fixture]:
    prefix = "test_input_required_result_"
    roots = types.ListRootsRequest()
    all_three: types.InputRequests = {
        "user_name": ask("name", "What is your name?"),
        "greeting": sample("Generate a greeting"),
        "client_roots": roots,
    }
    return [
        fixture(f"{prefix}elicitation", "Asks for a name", _greet),
        fixture(f"{prefix}sampling", "Asks a model", _once({"capital": sample("What is the capital of France?")})),
        fixture(f"{prefix}list_roots", "Asks for roots", _once({"client_roots": roots})),
        fixture(f"{prefix}request_state", "Keeps state", _keeping("confirmation")),
        fixture(f"{prefix}tampered_state", "Keeps state nobody can change", _keeping("round-1")),
        fixture(f"{prefix}multiple_inputs", "Asks three things", _once(all_three, state="three")),
        fixture(f"{prefix}multi_round", "Asks twice", _ask_twice),
        fixture(f"{prefix}capabilities", "Asks what the client can answer", _ask_what_is_offered),
    ]


def ask(field: str, message: str, *, kind: str = "string") -> types.ElicitRequest:
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))


def sample(prompt: str) -> types.CreateMessageRequest:
    message = types.SamplingMessage(role="user", content=text_block(prompt))
    return types.CreateMessageRequest(params=types.CreateMessageRequestParams(messages=[message], max_tokens=100))


def told(params: types.InputResponseRequestParams, question: str, field: str) -> Any | None:
    """What the user put into that field of the form; None where the form was not sent back."""
    answer = (params.input_responses or {}).get(question)
    return answer.content.get(field) if isinstance(answer, types.ElicitResult) and answer.content else None


def _once(questions: types.InputRequests, *, state: str | None = None) -> Run:
    async def run(_: Context, params: types.CallToolRequestParams) -> Answer:
        answers = params.input_responses or {}
        if questions.keys() <= answers.keys():
            return said(f"Received: {', '.join(sorted(questions))}")
        return types.InputRequiredResult(input_requests=questions, request_state=state)

    return run


def _keeping(state: str) -> Run:
    async def run(_: Context, params: types.CallToolRequestParams) -> Answer:
        if CONFIRM in (params.input_responses or {}) and params.request_state == state:
            return said("state-ok")
        question = ask("ok", "Please confirm", kind="boolean")
        return types.InputRequiredResult(input_requests={CONFIRM: question}, request_state=state)

    return run


async def _greet(_: Context, params: types.CallToolRequestParams) -> Answer:
    name = told(params, "user_name", "name")
    if name is None:
        return types.InputRequiredResult(input_requests={"user_name": ask("name", "What is your name?")})
    return said(f"Hello, {name}!")


async def _ask_twice(_: Context, params: types.CallToolRequestParams) -> Answer:
    state: dict[str, Any] = json.loads(params.request_state or "{}")
    name = state.get("name") or (told(params, "step1", "name") if state else None)
    if name is None:
        first = ask("name", "Step 1: What is your name?")
        return types.InputRequiredResult(input_requests={"step1": first}, request_state=json.dumps({"round": 1}))
    colour = told(params, "step2", "color")
    if colour is None:
        second = ask("color", "Step 2: What is your favorite color?")
        kept = json.dumps({"round": 2, "name": name})
        return types.InputRequiredResult(input_requests={"step2": second}, request_state=kept)
    return said(f"{name} likes {colour}.")


async def _ask_what_is_offered(ctx: Context, _: types.CallToolRequestParams) -> Answer:
    offered = ctx.session.client_capabilities or types.ClientCapabilities()
    questions: types.InputRequests = {}
    if offered.sampling is not None:
        questions["sample"] = sample("Say hello")
    if offered.elicitation is not None:
        questions["ask"] = ask("name", "What is your name?")
    return types.InputRequiredResult(input_requests=questions, request_state="offered")

"""The pipeline around a tool: what seed 000's wrapper and seed 004's middleware promise, with tools made for it."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from typing import Any

import pytest
from tests.support.fake_tools import workbench
from tests.support.leaks import assert_no_leak

from handhold.contract import (
    Args,
    Caller,
    Effect,
    Observe,
    PageArgs,
    Result,
    SessionNeed,
    Target,
    ToolContext,
    tool,
)
from handhold.engine.pipeline import PIPELINE
from handhold.errors import HandholdError, NavigationFailed, TargetNotFound, WaitTimeout


class NoArgs(PageArgs):
    """Nothing but the session."""


class Note(Args):
    message: str
    """What to say"""
    password: str = ""
    """A field with a telling name"""


class Said(Result):
    said: str
    """What was said"""


def make(function: Any, **options: Any) -> Any:
    """A tool of a plain function, with the options of the test."""
    given: dict[str, Any] = {"title": "test.tool", "family": "test", "effect": Effect.READS, **options}
    return tool(**given)(function)


async def say(args: Note, ctx: ToolContext) -> Said:
    """Say it."""
    return Said(said=args.message)


async def hello(args: NoArgs, ctx: ToolContext) -> Said:
    """Say hello."""
    return Said(said="hello")


async def fail(args: NoArgs, ctx: ToolContext) -> Said:
    """Fail as expected."""
    raise NavigationFailed("there is no such page", hint="Go elsewhere.", details={"reason": "dns"})


async def break_down(args: NoArgs, ctx: ToolContext) -> Said:
    """Fail as a bug does."""
    raise KeyError("a secret detail of the code")


SAY = make(say, session=SessionNeed.NONE)
HELLO = make(hello)


@pytest.mark.rows("R29", "R33", "R26", "R30")
def test_the_order_is_one_tuple_outermost_first() -> None:
    names = [middleware.__name__ for middleware in PIPELINE]

    assert names == [
        "errors",
        "logging",
        "abort",
        "validation",
        "session",
        "recording",
        "observation",
        "redaction",
        "budget",
    ]


@pytest.mark.rows("R4", "R5", "R6", "R8", "R9", "R10", "R27", "R55", "R65", "R70", "R428", "R477")
async def test_success_is_an_envelope_with_result_and_meta() -> None:
    reply = await workbench([SAY]).engine.call("say", {"message": "hi"})

    envelope = json.loads(reply.text)
    assert list(envelope) == ["ok", "result", "meta"]
    assert envelope["result"] == {"said": "hi"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", envelope["meta"]["timestamp"])
    assert isinstance(envelope["meta"]["durationMs"], int)
    assert "sessionId" not in envelope["meta"]


@pytest.mark.rows("R7", "R36", "R42", "R44", "R71", "R72", "R101")
async def test_an_expected_failure_is_an_envelope_with_code_message_hint_and_details() -> None:
    reply = await workbench([make(fail)]).engine.call("fail", {"session": "s"})

    assert not reply.ok
    assert reply.error["code"] == "MM_NAVIGATION_FAILED"
    assert reply.error["message"] == "there is no such page"
    assert reply.error["hint"] == "Go elsewhere."
    assert reply.error["details"] == {"reason": "dns", "input": {"session": "s"}}


@pytest.mark.rows("R44", "R99", "A67")
async def test_a_bug_is_a_generic_answer_and_a_traceback_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    reply = await workbench([make(break_down)]).engine.call("break_down")

    assert reply.error["code"] == "MM_INTERNAL_ERROR"
    assert "secret detail" not in reply.text
    assert any(record.exc_info for record in caplog.records)


@pytest.mark.rows("R16", "R30", "R98")
async def test_an_unknown_tool_is_an_error_that_names_the_closest() -> None:
    reply = await workbench([SAY]).engine.call("sya")

    assert reply.error["code"] == "MM_UNKNOWN_TOOL"
    assert reply.error["message"] == "Unknown tool: sya"
    assert "say" in reply.error["hint"]


@pytest.mark.rows("R34", "R35", "R38", "R40", "R41", "R92", "A69", "F58", "M34")
@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({}, "message: is required"),
        ({"message": 5}, "message: Input should be a valid string"),
        ({"mesage": "hi"}, "did you mean 'message'?"),
        ({"message": "hi", "zzz": 1}, "zzz: unknown argument, known are message, password"),
        ({"message": None}, "message: Input should be a valid string"),
    ],
)
async def test_wrong_arguments_are_told_by_name_and_nothing_runs(raw: dict[str, Any], told: str) -> None:
    reply = await workbench([SAY]).engine.call("say", raw)

    assert reply.error["code"] == "MM_INVALID_INPUT"
    assert told in reply.error["message"]


@pytest.mark.rows("M39", "R24", "A53")
async def test_a_validation_error_never_repeats_the_value() -> None:
    reply = await workbench([SAY]).engine.call("say", {"message": {"deep": "canary-5152"}, "canary": 1})

    assert_no_leak("canary-5152", texts=[reply.text])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "\ud800", 10**5000], ids=list("abcd"))
async def test_values_json_cannot_carry_are_refused(value: Any) -> None:
    reply = await workbench([SAY]).engine.call("say", {"message": value})

    assert reply.error["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R57", "R64", "R90", "R429")
async def test_a_tool_that_needs_a_session_says_so_when_there_is_none() -> None:
    reply = await workbench([make(hello, session=SessionNeed.RUNNING)]).engine.call("hello")

    assert reply.error["code"] == "MM_NO_ACTIVE_SESSION"
    assert reply.error["message"] == "No active session. Call mm_launch first."


@pytest.mark.rows("R54", "R63", "R69", "R103")
async def test_a_step_is_recorded_when_a_session_exists() -> None:
    bench = workbench([HELLO, make(fail)])

    good = await bench.engine.call("hello")
    await bench.engine.call("fail")

    assert bench.recorder.steps == [("hello", True), ("fail", False)]
    assert good.envelope["meta"]["sessionId"].startswith("mm-")


async def test_a_record_that_cannot_be_written_is_a_warning() -> None:
    bench = workbench([HELLO])
    bench.recorder.warning = "the step was not recorded: disk full"

    reply = await bench.engine.call("hello")

    assert reply.ok
    assert reply.envelope["meta"]["warnings"] == ["the step was not recorded: disk full"]


@pytest.mark.rows("R37", "R19")
async def test_tools_outside_the_record_are_not_recorded() -> None:
    bench = workbench([make(hello, recorded=False)])

    await bench.engine.call("hello")

    assert bench.recorder.steps == []


@pytest.mark.rows("R58", "R67", "R68", "R430")
@pytest.mark.parametrize(
    ("policy", "after_success", "after_failure"),
    [(Observe.NONE, 0, 0), (Observe.DEFAULT, 1, 1), (Observe.CUSTOM, 0, 0), (Observe.FAILURES, 0, 1)],
)
async def test_the_page_is_looked_at_as_the_policy_says(
    policy: Observe, after_success: int, after_failure: int
) -> None:
    good, bad = workbench([make(hello, observe=policy)]), workbench([make(fail, observe=policy)])

    await good.engine.call("hello")
    await bad.engine.call("fail")

    assert (good.observer.looks, bad.observer.looks) == (after_success, after_failure)


@pytest.mark.rows("R62", "R24", "R72")
async def test_what_is_named_like_a_secret_is_masked_in_the_echoed_input() -> None:
    async def choke(args: Note, ctx: ToolContext) -> Said:
        """Choke."""
        raise WaitTimeout("too slow")

    def drop_message(given: dict[str, Any]) -> dict[str, Any]:
        return {**given, "message": f"[{len(given['message'])} characters]"}

    bench = workbench([make(choke, session=SessionNeed.NONE, sanitize=drop_message)])
    reply = await bench.engine.call("choke", {"message": "typed canary-99", "password": "canary-99"})

    assert reply.error["details"]["input"] == {"message": "[15 characters]", "password": "[REDACTED]"}
    assert_no_leak("canary-99", texts=[reply.text])


@pytest.mark.rows("R60", "R61")
async def test_a_tool_may_read_errors_in_its_own_way_and_name_its_target() -> None:
    def as_missing(error: HandholdError) -> HandholdError:
        return TargetNotFound("the row is gone")

    def name_row(args: NoArgs) -> Target:
        return Target(test_id="row")

    found = make(fail, classify_error=as_missing, target_of=name_row)

    reply = await workbench([found]).engine.call("fail")

    assert reply.error["code"] == "MM_TARGET_NOT_FOUND"
    assert found.target_of(None) == Target(test_id="row")


@pytest.mark.rows("A53", "A54", "R187")
async def test_a_known_secret_leaves_in_no_form() -> None:
    secret = "hunter2-Äpfel&Birnen"

    async def leak(args: NoArgs, ctx: ToolContext) -> Said:
        """Leak."""
        import base64
        from urllib.parse import quote

        raw = secret.encode()
        return Said(said=" ".join([secret, quote(secret), base64.b64encode(raw).decode(), raw.hex(), secret.upper()]))

    async def leak_badly(args: NoArgs, ctx: ToolContext) -> Said:
        """Leak in an error."""
        raise WaitTimeout(f"no {secret}", hint=secret, details={secret: [secret]})

    engine = workbench([make(leak), make(leak_badly)], secrets=[secret]).engine
    good, bad = await engine.call("leak"), await engine.call("leak_badly")

    assert_no_leak(secret, texts=[good.text, bad.text])
    assert "[REDACTED]" in good.text


@pytest.mark.rows("M17", "F28", "A39")
async def test_broken_characters_never_reach_the_wire() -> None:
    async def odd(args: NoArgs, ctx: ToolContext) -> Said:
        """Odd."""
        return Said.model_construct(said="a\ud800b\x1b[31mc\x00d\x9be\nf")

    reply = await workbench([make(odd)]).engine.call("odd")

    assert reply.envelope["result"]["said"] == "ab[31mcde\nf"
    assert json.loads(reply.text.encode("utf-8")) == reply.envelope


@pytest.mark.rows("R346", "R11")
async def test_an_answer_over_its_budget_is_a_bug_and_never_cut_json() -> None:
    async def ramble(args: NoArgs, ctx: ToolContext) -> Said:
        """Ramble."""
        return Said(said="x" * 5000)

    reply = await workbench([make(ramble, budget=2048)]).engine.call("ramble")

    assert reply.error["code"] == "MM_INTERNAL_ERROR"
    assert len(reply.text.encode()) <= 2048


async def test_an_error_over_its_budget_loses_details_and_says_so() -> None:
    async def rant(args: NoArgs, ctx: ToolContext) -> Said:
        """Rant."""
        raise WaitTimeout("too slow", details={"small": 1, "big": "x" * 5000})

    reply = await workbench([make(rant, budget=2048)]).engine.call("rant")

    assert reply.error["details"] == {"small": 1, "input": {}, "truncated": True}
    assert len(reply.text.encode()) <= 2048


@pytest.mark.rows("R17", "R31", "R67")
async def test_a_caller_that_gives_up_is_answered_with_aborted() -> None:
    waiting = asyncio.Event()

    async def wait(args: NoArgs, ctx: ToolContext) -> Said:
        """Wait."""
        waiting.set()
        await asyncio.Event().wait()
        return Said(said="never")

    signal = asyncio.Event()
    calling = asyncio.ensure_future(workbench([make(wait)]).engine.call("wait", caller=Caller(signal=signal)))
    await waiting.wait()
    signal.set()
    reply = await calling

    assert reply.error["code"] == "MM_ABORTED"
    assert reply.error["message"] == "Aborted"


@pytest.mark.rows("R31")
async def test_a_call_that_was_given_up_before_it_began_does_not_run() -> None:
    signal = asyncio.Event()
    signal.set()

    bench = workbench([HELLO])
    reply = await bench.engine.call("hello", caller=Caller(signal=signal))

    assert reply.error["code"] == "MM_ABORTED"
    assert bench.recorder.steps == []


@pytest.mark.rows("R14", "R32", "R54", "A78")
async def test_every_call_leaves_one_log_line_with_a_summary(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="handhold.calls")

    await workbench([make(fail)]).engine.call("fail", caller=Caller(request_id="7"))

    (line,) = [record for record in caplog.records if record.name == "handhold.calls"]
    assert line.__dict__["tool"] == "fail"
    assert line.__dict__["requestId"] == "7"
    assert line.__dict__["summary"] == "Error [MM_NAVIGATION_FAILED]: there is no such page"


@pytest.mark.rows("R368")
async def test_every_call_is_a_span_with_its_outcome() -> None:
    bench = workbench([HELLO, make(fail)])

    await bench.engine.call("hello")
    await bench.engine.call("fail")

    assert bench.spans.ended == [("hello", None), ("fail", "MM_NAVIGATION_FAILED")]


@pytest.mark.rows("R102", "A61", "A62")
async def test_the_same_session_name_of_two_callers_is_two_sessions() -> None:
    bench = workbench([HELLO])

    ids = {
        (await bench.engine.call("hello", {"session": "shop"}, caller=Caller(key=key))).envelope["meta"]["sessionId"]
        for key in ("anna", "ben")
    }

    assert len(ids) == 2


async def test_a_caller_that_leaves_takes_its_sessions_along() -> None:
    bench = workbench([HELLO])
    await bench.engine.call("hello", caller=Caller(key="anna"))

    await bench.engine.end_caller("anna")

    assert bench.sessions.running == 0


@pytest.mark.rows("R49")
def test_a_deprecated_tool_says_so_first() -> None:
    assert make(hello, deprecated=True).spec.description == "[deprecated] Say hello."


@pytest.mark.rows("R10")
@pytest.mark.parametrize("name", ["say", "test.tool"])
async def test_a_tool_answers_to_its_name_and_its_title(name: str) -> None:
    assert (await workbench([SAY]).engine.call(name, {"message": "hi"})).ok

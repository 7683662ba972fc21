"""run_steps around tools made for it: order, counts, limits, cancellation, and what it may repeat."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.support.fake_tools import Workbench, workbench
from tests.support.leaks import assert_no_leak

from handhold.contract import Caller, Effect, PageArgs, Reply, Result, SessionNeed, ToolContext, tool
from handhold.errors import TargetNotFound
from handhold.tools.batch.run_steps import BUDGET, run_steps


class TextArgs(PageArgs):
    text: str
    """What to say"""
    times: int = 1
    """How often"""


class NoArgs(PageArgs):
    """Nothing but the session."""


class Said(Result):
    said: str
    """What was said"""
    observed: bool
    """Whether changes would be collected"""


async def say(args: TextArgs, ctx: ToolContext) -> Said:
    """Say it."""
    return Said(said=args.text * args.times, observed=ctx.observe)


async def fail(args: NoArgs, ctx: ToolContext) -> Said:
    """Fail as expected."""
    raise TargetNotFound("there is no such element", details={"tried": 3})


async def break_down(args: NoArgs, ctx: ToolContext) -> Said:
    """Fail as a bug does."""
    raise KeyError("a secret detail of the code")


async def hang(args: NoArgs, ctx: ToolContext) -> Said:
    """Never end."""
    await asyncio.Event().wait()
    return Said(said="", observed=True)


def make(function: Any, **options: Any) -> Any:
    given: dict[str, Any] = {"title": "test.tool", "family": "test", "effect": Effect.READS, "budget": None, **options}
    return tool(**given)(function)


SAY = make(say)


WRONG: list[dict[str, Any]] = [
    {},
    {"steps": []},
    {"steps": [{"tool": "say", "args": {"text": "a"}}] * 51},
    {"steps": [{"args": {}}]},
    {"steps": [{"tool": "say", "args": [1]}]},
    {"steps": [{"tool": "say", "extra": 1}]},
    {"steps": [{"tool": "say"}], "timeoutMs": 300_001},
    {"steps": [{"tool": "say"}], "includeObservations": "some"},
]


def bench() -> Workbench:
    pageless = make(hang, session=SessionNeed.NONE)
    return workbench([run_steps, SAY, make(fail), make(break_down), pageless])


def said(text: str) -> dict[str, Any]:
    return {"tool": "say", "args": {"text": text}}


async def run(steps: list[dict[str, Any]], on: Workbench | None = None, **options: Any) -> Reply:
    return await (on or bench()).engine.call("run_steps", {"steps": steps, **options})


def result(reply: Reply) -> dict[str, Any]:
    assert reply.ok, reply.text
    return dict(reply.envelope["result"])


@pytest.mark.rows("R303", "R307", "R308", "R309", "R311", "R312", "R319", "R440", "R446")
async def test_each_step_has_a_result_with_its_own_time() -> None:
    reply = await run([said("a"), said("b")])

    first, second = result(reply)["steps"]
    assert list(first)[:4] == ["tool", "ok", "result", "meta"]
    assert (first["tool"], first["ok"], first["result"]["said"]) == ("say", True, "a")
    assert second["result"]["said"] == "b"
    assert isinstance(first["meta"]["durationMs"], int)
    assert first["meta"]["timestamp"] <= second["meta"]["timestamp"]
    assert "error" not in first


@pytest.mark.rows("R303", "R310", "R313", "R314", "R315", "R316", "R317", "R442", "R445")
async def test_after_a_failure_it_goes_on_and_counts_right() -> None:
    reply = await run([said("a"), {"tool": "fail"}, said("b")])

    told = result(reply)
    assert [step["ok"] for step in told["steps"]] == [True, False, True]
    assert told["steps"][1]["error"]["code"] == "MM_TARGET_NOT_FOUND"
    assert told["steps"][1]["error"]["details"]["tried"] == 3
    assert "result" not in told["steps"][1]
    duration = told["summary"].pop("durationMs")
    assert isinstance(duration, int)
    assert told["summary"] == {
        "ok": False,
        "requested": 3,
        "total": 3,
        "succeeded": 2,
        "failed": 1,
        "skipped": 0,
    }


@pytest.mark.rows("R299", "R318", "R441", "R314")
async def test_stop_on_error_skips_the_rest_and_keeps_what_was_done() -> None:
    reply = await run([said("a"), {"tool": "fail"}, said("b"), said("c")], stopOnError=True)

    told = result(reply)
    assert len(told["steps"]) == 2
    summary = told["summary"]
    assert (summary["requested"], summary["total"], summary["skipped"]) == (4, 2, 2)
    assert summary["stopped"] == "error"


@pytest.mark.rows("R304", "R443")
async def test_an_unknown_tool_is_an_error_of_its_step_that_names_the_closest() -> None:
    reply = await run([{"tool": "sey", "args": {"text": "a"}}, said("b")])

    step = result(reply)["steps"][0]
    assert step["error"]["code"] == "MM_UNKNOWN_TOOL"
    assert step["error"]["message"] == "Unknown tool: sey"
    assert step["error"]["hint"] == "Did you mean say?"
    assert result(reply)["steps"][1]["ok"]


@pytest.mark.rows("R298", "R304")
@pytest.mark.parametrize("name", ["run_steps", "batch.runSteps", "hang"])
async def test_what_does_not_work_on_a_page_cannot_be_a_step(name: str) -> None:
    reply = await run([{"tool": name, "args": {"steps": [said("a")]}}, said("b")])

    step = result(reply)["steps"][0]
    assert step["error"]["code"] == "MM_INVALID_INPUT"
    assert "cannot be a step" in step["error"]["message"]
    assert result(reply)["steps"][1]["ok"]


@pytest.mark.rows("R305", "R444", "R297")
async def test_each_step_is_checked_by_its_own_schema_in_its_turn() -> None:
    reply = await run([said("a"), {"tool": "say", "args": {"txt": "b"}}, {"tool": "say"}])

    first, second, third = result(reply)["steps"]
    assert first["ok"]
    assert second["error"]["code"] == third["error"]["code"] == "MM_INVALID_INPUT"
    assert second["error"]["message"].startswith("Invalid input: ")
    assert third["error"]["message"] == "Invalid input: text: is required"


@pytest.mark.rows("R306")
async def test_a_bug_is_an_internal_error_of_its_step() -> None:
    reply = await run([{"tool": "break_down"}, said("a")])

    step = result(reply)["steps"][0]
    assert step["error"]["code"] == "MM_INTERNAL_ERROR"
    assert step["error"]["message"].startswith("Unexpected error: ")
    assert "secret detail" not in reply.text
    assert result(reply)["steps"][1]["ok"]


@pytest.mark.rows("R296", "R297")
@pytest.mark.parametrize("arguments", WRONG)
async def test_a_batch_that_is_no_batch_is_refused_whole(arguments: dict[str, Any]) -> None:
    reply = await bench().engine.call("run_steps", arguments)

    assert reply.error["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R296")
async def test_fifty_steps_are_allowed() -> None:
    assert result(await run([said("a")] * 50))["summary"]["succeeded"] == 50


@pytest.mark.rows("R302")
async def test_without_a_session_and_a_step_that_could_start_one_the_batch_is_refused() -> None:
    needs = workbench([run_steps, make(say, session=SessionNeed.RUNNING), make(fail)])

    refused = await run([said("a")], on=needs)
    started = await run([{"tool": "fail"}, said("a")], on=needs)

    assert refused.error["code"] == "MM_NO_ACTIVE_SESSION"
    assert result(started)["steps"][1]["ok"]


@pytest.mark.rows("R320")
async def test_each_step_is_recorded_as_any_call_and_the_batch_is_not() -> None:
    on = bench()

    await run([said("a"), {"tool": "fail"}], on=on)

    assert on.recorder.steps == [("say", True), ("fail", False)]
    assert [name for name, _code in on.spans.ended] == ["say", "fail", "run_steps"]


async def test_steps_work_in_the_session_of_the_batch_unless_they_name_another() -> None:
    on = bench()

    reply = await run([said("a"), {"tool": "say", "args": {"text": "b", "session": "other"}}], on=on, session="mine")

    assert sorted(str(live.name) for live in on.sessions.of("local")) == ["mine", "other"]
    assert reply.envelope["meta"]["sessionId"].startswith("mm-")


@pytest.mark.rows("R300", "R301")
@pytest.mark.parametrize(
    ("include", "seen", "observed", "looks"),
    [
        ("none", [False, False, False], False, 1),
        ("failures", [False, True, False], True, 2),
        ("all", [True, True, True], True, 3),
        (None, [False, True, False], True, 2),
    ],
)
async def test_observations_are_collected_only_where_they_are_wanted(
    include: str | None, seen: list[bool], observed: bool, looks: int
) -> None:
    on = bench()
    options = {} if include is None else {"includeObservations": include}

    told = result(await run([said("a"), {"tool": "fail"}, said("b")], on=on, **options))

    assert ["observation" in step for step in told["steps"]] == seen
    assert told["steps"][0]["result"]["observed"] is observed
    assert told["observation"] == {"look": looks}
    assert on.observer.looks == looks


@pytest.mark.rows("R301")
async def test_a_step_refused_before_it_reached_the_page_is_looked_after_too() -> None:
    told = result(await run([said("a"), {"tool": "unheard_of"}]))

    assert told["steps"][1]["observation"]


async def test_a_later_step_uses_what_an_earlier_one_found() -> None:
    steps = [
        said("b"),
        {"tool": "say", "args": {"text": "a${steps[0].result.said}c", "times": 2}},
        {"tool": "say", "args": {"text": "${steps[4].result.said}"}},
    ]

    first, second, third = result(await run(steps))["steps"]

    assert first["ok"]
    assert second["result"]["said"] == "abcabc"
    assert third["error"]["code"] == "MM_INVALID_INPUT"
    assert "${steps[4].result.said}" in third["error"]["message"]


async def test_the_time_limit_cuts_the_step_it_meets_and_skips_the_rest() -> None:
    on = workbench([run_steps, SAY, make(hang)])

    told = result(await run([said("a"), {"tool": "hang"}, said("b")], on=on, timeoutMs=60))

    assert [step["ok"] for step in told["steps"]] == [True, False]
    assert told["steps"][1]["error"]["code"] == "MM_BATCH_TIMEOUT"
    assert told["steps"][1]["meta"]["durationMs"] >= 30
    assert (told["summary"]["skipped"], told["summary"]["stopped"], told["summary"]["ok"]) == (1, "timeout", False)


async def test_a_caller_that_gives_up_gets_aborted_and_no_step_begins_after_it() -> None:
    on = workbench([run_steps, SAY, make(hang)])
    signal, reached = asyncio.Event(), asyncio.Event()

    async def progress(done: float, total: float | None, message: str) -> None:
        reached.set()

    steps = {"steps": [said("a"), {"tool": "hang"}, said("b")]}
    running = asyncio.create_task(
        on.engine.call("run_steps", steps, caller=Caller(signal=signal, progress=progress)),
    )
    await reached.wait()
    signal.set()
    reply = await running

    assert (reply.error["code"], reply.error["message"]) == ("MM_ABORTED", "Aborted")
    assert on.recorder.steps == [("say", True)]


async def test_a_cancelled_call_begins_no_further_step() -> None:
    on = workbench([run_steps, SAY, make(hang)])
    reached = asyncio.Event()

    async def progress(done: float, total: float | None, message: str) -> None:
        reached.set()

    steps = {"steps": [said("a"), {"tool": "hang"}, said("b")]}
    running = asyncio.create_task(on.engine.call("run_steps", steps, caller=Caller(progress=progress)))
    await reached.wait()
    running.cancel()
    await asyncio.wait({running})

    assert running.cancelled()
    assert on.recorder.steps == [("say", True)]


async def test_progress_is_told_after_each_step() -> None:
    told: list[tuple[float, float | None, str]] = []

    async def progress(done: float, total: float | None, message: str) -> None:
        told.append((done, total, message))

    steps = {"steps": [said("a"), {"tool": "fail"}]}
    await bench().engine.call("run_steps", steps, caller=Caller(progress=progress))

    assert told == [(1, 2, "ok"), (2, 2, "MM_TARGET_NOT_FOUND")]


async def test_the_whole_answer_stays_below_64_kilobytes_and_says_what_it_cut() -> None:
    reply = await run([said("x" * 3000)] * 49 + [said("the last")])

    told = result(reply)
    assert len(reply.text.encode()) <= BUDGET
    assert told["truncated"] is True
    assert told["steps"][0]["result"] == {"truncated": True, "ids": []}
    assert told["steps"][49]["result"]["said"] == "the last"


@pytest.mark.rows("R320")
async def test_a_failing_batch_repeats_no_argument_of_its_steps() -> None:
    needs = workbench([run_steps, make(say, session=SessionNeed.RUNNING)], secrets=["hunter2"])

    reply = await run([said("typed canary"), said("hunter2")], on=needs)

    assert reply.error["details"]["input"] == {"steps": ["say", "say"]}
    assert_no_leak("typed canary", texts=[reply.text])
    assert_no_leak("hunter2", texts=[reply.text])


@pytest.mark.rows("R295", "R299", "R300", "R321")
def test_it_is_published_with_its_limits_and_defaults() -> None:
    spec = run_steps.spec
    fields = spec.input_schema["properties"]

    assert spec.description.startswith(
        "Execute multiple tools in sequence. Reduces round trips for multi-step flows.\n"
    )
    assert (fields["steps"]["minItems"], fields["steps"]["maxItems"]) == (1, 50)
    assert fields["stopOnError"]["default"] is False
    assert fields["includeObservations"]["enum"][0] == "failures"
    assert spec.input_schema["required"] == ["steps"]

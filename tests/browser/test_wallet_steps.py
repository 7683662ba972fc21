"""Several steps of the wallet family in one call: which tools, what each tells, and refs that stay what they were."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.wallet_page import done, on_screen, records, ref_of, refused, said

from handhold.tools import TOOLS, load
from handhold.tools.wallet.mm_run_steps import STEPS

TEN = {
    *("mm_click", "mm_type", "mm_wait_for", "mm_navigate", "mm_wait_for_notification", "mm_list_testids"),
    *("mm_accessibility_snapshot", "mm_describe_screen", "mm_screenshot", "mm_get_state"),
}
SEND: dict[str, Any] = {"tool": "mm_click", "args": {"testId": "send"}}
MISSING: dict[str, Any] = {"tool": "mm_click", "args": {"testId": "nobody", "timeoutMs": 0}}

IMPOSSIBLE: list[dict[str, Any]] = [
    {},
    {"steps": []},
    {"steps": [SEND] * 51},
    {"steps": [{"args": {}}]},
    {"steps": [{"tool": "mm_click", "more": 1}]},
    {"steps": [SEND], "includeObservations": "some"},
    {"steps": [SEND], "stopOnError": "no"},
    {"steps": [SEND], "timeoutMs": 300_001},
]


async def ran(ask: Ask, *steps: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    return await done(ask, "mm_run_steps", steps=list(steps), **arguments)


@pytest.mark.rows("R295", "R296", "R297", "R298", "R299", "R300", "R321")
def test_the_schema_is_the_seeds() -> None:
    tool = load("mm_run_steps")
    listed, whole = tool.spec.input_schema, tool.args.model_json_schema()["properties"]

    assert tool.spec.description.startswith(
        "Execute multiple tools in sequence. Reduces round trips for multi-step flows."
    )
    assert listed["required"] == ["steps"]
    assert (listed["properties"]["steps"]["minItems"], listed["properties"]["steps"]["maxItems"]) == (1, 50)
    assert whole["stopOnError"]["default"] is False
    assert whole["includeObservations"]["default"] == "all"
    assert sorted(whole["includeObservations"]["enum"]) == ["all", "failures", "none"]
    assert STEPS == TEN <= {path.rsplit(".", 1)[1] for path in TOOLS}


@pytest.mark.rows("R92", "R296", "R297")
@pytest.mark.parametrize("arguments", IMPOSSIBLE)
async def test_impossible_batches_are_refused(ask: Ask, arguments: dict[str, Any]) -> None:
    assert (await refused(ask, "mm_run_steps", **arguments))["code"] == "MM_INVALID_INPUT"


@pytest.mark.rows("R90", "R302")
async def test_a_batch_needs_a_session_that_runs(ask: Ask) -> None:
    error = await refused(ask, "mm_run_steps", steps=[SEND, {"tool": "nav_goto", "args": {"url": "about:blank"}}])

    assert error["code"] == "MM_NO_ACTIVE_SESSION"
    assert error["message"] == "No active session. Call mm_launch first."


@pytest.mark.rows("R303", "R307", "R308", "R309", "R310", "R311", "R312", "R322", "R440", "R446")
async def test_five_steps_in_one_round_trip(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await on_screen(own, pages)

    reply = await own(
        "mm_run_steps",
        {
            "steps": [
                {"tool": "mm_click", "args": {"testId": "account-menu-icon"}},
                {"tool": "mm_type", "args": {"testId": "recipient", "text": "0xabc"}},
                {"tool": "mm_type", "args": {"testId": "amount", "text": "0.1"}},
                SEND,
                {"tool": "mm_wait_for", "args": {"testId": "said"}},
            ],
            "stopOnError": True,
        },
    )

    result = reply.envelope["result"]
    assert reply.ok
    assert [step["tool"] for step in result["steps"]] == ["mm_click", "mm_type", "mm_type", "mm_click", "mm_wait_for"]
    assert all(step["ok"] and "error" not in step for step in result["steps"])
    assert all(step["meta"]["durationMs"] >= 0 and step["meta"]["timestamp"].endswith("Z") for step in result["steps"])
    assert result["steps"][1]["result"]["textLength"] == 5
    assert result["summary"]["ok"] is True
    assert len(records(tmp_path, "mm_type")) == 2


@pytest.mark.rows("R98", "R299", "R303", "R304", "R305", "R313", "R314", "R315", "R316", "R317", "R319", "R442", "R445")
async def test_a_batch_goes_on_after_failures_and_is_itself_a_success(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    result = await ran(
        ask,
        MISSING,
        {"tool": "no_such_tool"},
        {"tool": "mm_click", "args": {"testId": "a", "selector": "b"}},
        {"tool": "nav_goto", "args": {"url": "about:blank"}},
        {"tool": "mm_knowledge_last"},
        SEND,
        includeObservations="none",
    )

    errors = [step["error"] for step in result["steps"] if not step["ok"]]
    assert [error["code"] for error in errors] == [
        "MM_TARGET_NOT_FOUND",
        "MM_UNKNOWN_TOOL",
        "MM_INVALID_INPUT",
        "MM_INVALID_INPUT",
        "MM_INVALID_INPUT",
    ]
    assert errors[1]["message"] == "Unknown tool: no_such_tool"
    assert errors[2]["message"].startswith("Invalid input: ")
    assert result["steps"][5]["ok"]
    summary = result["summary"]
    assert summary | {"durationMs": 0} == {
        "ok": False,
        "requested": 6,
        "total": 6,
        "succeeded": 1,
        "failed": 5,
        "skipped": 0,
        "durationMs": 0,
    }


@pytest.mark.rows("R318", "R441", "R443", "R444")
async def test_stopping_at_the_first_failure_tells_what_was_done_until_then(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    result = await ran(ask, SEND, MISSING, SEND, stopOnError=True, includeObservations="none")

    assert [step["ok"] for step in result["steps"]] == [True, False]
    assert (result["summary"]["total"], result["summary"]["skipped"]) == (2, 1)


@pytest.mark.rows("R300", "R301")
@pytest.mark.parametrize(
    ("how", "after"), [("none", [False, False]), ("failures", [False, True]), ("all", [True, True])]
)
async def test_observations_are_made_after_the_steps_that_were_asked_for(
    ask: Ask, pages: Pages, how: str, after: list[bool]
) -> None:
    await on_screen(ask, pages)

    result = await ran(ask, SEND, MISSING, includeObservations=how)

    assert ["observation" in step for step in result["steps"]] == after
    assert set(result["observation"]) == ({"state"} if how == "none" else {"state", "testIds", "a11y"})


async def test_the_final_observation_gives_refs_that_work(ask: Ask, pages: Pages) -> None:
    await on_screen(ask, pages)

    result = await ran(ask, SEND, includeObservations="failures")
    nodes = result["observation"]["a11y"]["nodes"]
    far = next(node["ref"] for node in nodes if node["name"] == "Far down")
    await done(ask, "mm_click", a11yRef=far)

    assert await said(ask) == "reached"


ONE_LESS = """<button onclick='this.remove()'>First</button><button onclick='told("second")'>Second</button>
<button onclick='told("third")'>Third</button><p role=status data-testid=said></p>
<script>function told(words) { document.querySelector("p").textContent = words; }</script>"""


async def test_refs_in_steps_mean_what_they_meant_before_the_batch(ask: Ask, pages: Pages) -> None:
    await done(ask, "nav_goto", url=pages.make(ONE_LESS))
    first, second = await ref_of(ask, "First"), await ref_of(ask, "Second")

    result = await ran(
        ask,
        {"tool": "mm_click", "args": {"a11yRef": first}},
        {"tool": "mm_click", "args": {"a11yRef": second}},
        includeObservations="all",
    )

    assert [step["ok"] for step in result["steps"]] == [True, True]
    assert await said(ask) == "second"
    assert result["observation"]["a11y"]["nodes"][0] | {"path": []} == {
        "ref": "e1",
        "role": "button",
        "name": "Second",
        "disabled": False,
        "path": [],
    }


async def test_without_observations_refs_stay_what_they_were(ask: Ask, pages: Pages) -> None:
    await done(ask, "nav_goto", url=pages.make(ONE_LESS))
    third = await ref_of(ask, "Third")

    await ran(ask, {"tool": "mm_click", "args": {"selector": "button:first-of-type"}}, includeObservations="none")
    await done(ask, "mm_click", a11yRef=third)

    assert await said(ask) == "third"


@pytest.mark.parametrize("tool", ["mm_run_steps", "run_steps"])
@pytest.mark.parametrize("looks", ["all", "none"])
async def test_a_ref_means_what_it_meant_before_a_discovery_step(ask: Ask, pages: Pages, tool: str, looks: str) -> None:
    await done(ask, "nav_goto", url=pages.make(ONE_LESS))
    second = await ref_of(ask, "Second")
    steps: list[dict[str, Any]] = [
        {"tool": "mm_click", "args": {"selector": "button:first-of-type"}},
        {"tool": "mm_accessibility_snapshot"},
        {"tool": "mm_click", "args": {"a11yRef": second}},
    ]

    result = await done(ask, tool, steps=steps, includeObservations=looks)
    after = await said(ask)
    listed = result["steps"][1]["result"]["nodes"]
    await done(ask, "mm_click", a11yRef=next(node["ref"] for node in listed if node["name"] == "Third"))

    assert [step["ok"] for step in result["steps"]] == [True, True, True]
    assert result["steps"][2]["result"]["target"] == f"a11yRef:{second}"
    assert after == "second"
    assert [node["ref"] for node in listed[:2]] == ["e1", "e2"]
    assert await said(ask) == "third"


@pytest.mark.parametrize("looks", ["all", "none"])
async def test_a_reference_means_the_look_of_its_own_step(ask: Ask, pages: Pages, looks: str) -> None:
    await done(ask, "nav_goto", url=pages.make(ONE_LESS))

    result = await ran(
        ask,
        {"tool": "mm_accessibility_snapshot"},
        {"tool": "mm_click", "args": {"selector": "button:first-of-type"}},
        {"tool": "mm_accessibility_snapshot"},
        {"tool": "mm_click", "args": {"a11yRef": "${steps[0].result.nodes[1].ref}"}},
        includeObservations=looks,
    )

    assert all(step["ok"] for step in result["steps"]), result
    assert await said(ask) == "second"


@pytest.mark.rows("R320")
async def test_a_discovery_step_gives_refs_to_the_steps_after_it(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await done(own, "nav_goto", url=pages.make(ONE_LESS))

    result = await ran(
        own,
        {"tool": "mm_accessibility_snapshot"},
        {"tool": "mm_click", "args": {"a11yRef": "${steps[0].result.nodes[2].ref}"}},
        {"tool": "mm_describe_screen"},
        {"tool": "mm_get_state"},
        includeObservations="none",
    )

    assert [step["ok"] for step in result["steps"]] == [True, True, True, True]
    assert await said(own) == "third"
    assert len(records(tmp_path, "mm_click")) == len(records(tmp_path, "mm_describe_screen")) == 1


async def test_fifty_observed_steps_fit_into_64_kilobytes(ask: Ask, pages: Pages) -> None:
    html = "".join(f"<button data-testid='button-{n}-{'x' * 40}'>Button {n} {'y' * 60}</button>" for n in range(80))
    await done(ask, "nav_goto", url=pages.make(html))

    reply = await ask("mm_run_steps", {"steps": [{"tool": "mm_list_testids", "args": {"limit": 60}}] * 12})

    assert reply.ok, reply.text[:500]
    assert len(reply.text.encode()) <= 64 * 1024
    assert reply.envelope["result"]["truncated"] is True
    assert reply.envelope["result"]["observation"]["a11y"]["nodes"]


@pytest.mark.rows("R187")
async def test_what_is_typed_in_a_batch_is_not_repeated(own: Ask, pages: Pages, tmp_path: Path) -> None:
    await on_screen(own, pages)

    reply = await own(
        "mm_run_steps",
        {
            "steps": [
                {"tool": "mm_type", "args": {"testId": name, "text": "never-repeated"}}
                for name in ("amount", "unlock-password")
            ]
        },
    )
    refusal = await own("mm_run_steps", {"steps": [{"tool": "mm_type", "args": {"text": "never-repeated"}}], "no": 1})

    texts = [reply.text, refusal.text, *(json.dumps(record) for record in records(tmp_path, "mm_type"))]
    assert all("never-repeated" not in text for text in texts)

"""Step records: what the shipped schema demands, and that nothing but its additions goes beyond the original one."""

from __future__ import annotations

import copy
import json
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import jsonschema
import pytest
from tests.support.steps import a_session, a_step

from handhold.errors import TargetBlocked
from handhold.services.knowledge.recording import FinishedStep, bounded, failure, labels_of, record_of
from handhold.services.knowledge.records import (
    Build,
    Environment,
    Failure,
    Git,
    Launch,
    Node,
    Ports,
    Screenshot,
    SessionRecord,
    State,
    StepArtifacts,
    StepOutcome,
    StepRecord,
    Target,
    TestIdItem,
    Timing,
    ToolUse,
    default_observation,
    step_schema,
)

SEED = json.loads((Path(__file__).parents[1] / "support/StepRecord.seed.schema.json").read_text("utf-8"))
SCREENS = cast(list[str], SEED["definitions"]["ScreenName"]["enum"])

WHOLE = StepRecord(
    timestamp="2026-01-15T12:34:56.789Z",
    session_id="mm-1234",
    environment=Environment(platform="linux", node_version="22.1.0", yarn_version="4.0.0", python_version="3.11.7"),
    git=Git(branch="main", commit="3f2a", dirty=True),
    build=Build(build_type="build:test", extension_path_resolved="dist/chrome"),
    tool=ToolUse(
        name="mm_type",
        input={"timeoutMs": 15000},
        target=Target(selector="#a", test_id="amount", a11y_ref="e3", element_id="h4", fingerprint={"v": 1}),
        text_redacted=True,
        text_length=7,
    ),
    timing=Timing(duration_ms=12),
    outcome=StepOutcome(ok=False, error=Failure(code="MM_TYPE_FAILED", message="no", details={"phase": "action"})),
    observation=default_observation(
        State(
            current_url="chrome-extension://abc/home.html",
            extension_id="abc",
            is_unlocked=True,
            current_screen="home",
            account_address="0x1",
            network_name="Localhost",
            chain_id=1337,
            balance="25 ETH",
        ),
        [TestIdItem(test_id="amount", tag="input", visible=True, text="0")],
        [
            Node(
                ref="e1", role="button", name="Send", path=("dialog:Send",), disabled=True, checked=False, expanded=True
            )
        ],
    ),
    artifacts=StepArtifacts(screenshot=Screenshot(path="a.png", width=1280, height=720)),
    labels=("interaction",),
)


def told(record: StepRecord = WHOLE) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(record.to_json())
    return value


def is_valid(value: Any, schema: Any = None) -> bool:
    times = jsonschema.FormatChecker(())
    times.checks("date-time", raises=ValueError)(_is_time)
    try:
        jsonschema.validate(value, schema or step_schema(), cls=jsonschema.Draft7Validator, format_checker=times)
    except jsonschema.ValidationError:
        return False
    return True


def _is_time(value: object) -> bool:
    return bool(datetime.fromisoformat(str(value)).tzinfo)


def stripped(value: dict[str, Any]) -> dict[str, Any]:
    """A record without exactly what this product adds to the original schema."""
    plain = copy.deepcopy(value)
    plain.pop("labels", None)
    plain.get("environment", {}).pop("pythonVersion", None)
    for name in ("elementId", "fingerprint"):
        plain["tool"].get("target", {}).pop(name, None)
    if plain["observation"]["state"]["currentScreen"] not in SCREENS:
        plain["observation"]["state"]["currentScreen"] = "unknown"
    return plain


def at(value: Any, path: str) -> Any:
    for name in path.split(".") if path else ():
        value = value[int(name)] if name.isdigit() else value[name]
    return value


@pytest.mark.rows("R206")
def test_the_schema_is_the_original_one_with_additions() -> None:
    schema = dict(step_schema())

    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert schema["$id"] == "mm/knowledge/StepRecord.v1.schema.json" == SEED["$id"]
    assert schema["title"] == "MetaMask MCP Knowledge StepRecord v1"
    assert schema["additionalProperties"] is False
    assert schema["required"] == SEED["required"]
    jsonschema.Draft7Validator.check_schema(schema)


@pytest.mark.rows("R205", "R206", "R239")
def test_a_whole_record_keeps_the_shipped_schema_and_without_additions_the_original_one() -> None:
    assert is_valid(told())
    assert not is_valid(told(), SEED)
    assert is_valid(stripped(told()), SEED)


@pytest.mark.rows("R205")
def test_a_record_is_json_that_reads_back_as_itself() -> None:
    assert StepRecord.model_validate_json(WHOLE.to_json()) == WHOLE
    assert StepRecord.model_validate_json(a_step().to_json()).screen == "web:shop.example/cart"


@pytest.mark.rows(
    *("R207", "R208", "R209", "R221", "R222", "R230", "R231", "R235", "R236", "R237", "R238"),
    *("R240", "R241", "R242", "R244", "R245", "R246", "R247"),
)
@pytest.mark.parametrize(
    "path",
    [
        *("schemaVersion", "timestamp", "sessionId", "tool", "tool.name", "outcome", "outcome.ok", "observation"),
        *("observation.state", "observation.testIds", "observation.a11y", "observation.a11y.nodes"),
        *("observation.state.isLoaded", "observation.state.currentUrl", "observation.state.currentScreen"),
        *("observation.testIds.0.testId", "observation.testIds.0.tag", "observation.testIds.0.visible"),
        *(f"observation.a11y.nodes.0.{name}" for name in ("ref", "role", "name", "path")),
    ],
)
def test_what_is_required_must_be_there(path: str) -> None:
    value = told()
    parent, _, name = path.rpartition(".")
    del at(value, parent)[name]

    assert not is_valid(value)


@pytest.mark.rows(
    *("R206", "R213", "R217", "R220", "R221", "R226", "R229", "R230", "R234", "R235", "R243", "R250", "R253"),
)
@pytest.mark.parametrize(
    "path",
    [
        *("", "environment", "git", "build", "tool", "tool.target", "timing", "outcome", "outcome.error"),
        *("observation", "observation.state", "observation.testIds.0", "observation.a11y"),
        *("observation.a11y.nodes.0", "artifacts", "artifacts.screenshot"),
    ],
)
def test_every_object_is_closed(path: str) -> None:
    value = told()
    at(value, path)["somethingElse"] = 1

    assert not is_valid(value)


@pytest.mark.rows(
    *("R207", "R208", "R209", "R216", "R222", "R226", "R227", "R228", "R229", "R231", "R234", "R244", "R247"),
    *("R223", "R248", "R249", "R250", "R252", "R253"),
)
@pytest.mark.parametrize(
    ("path", "wrong"),
    [
        ("schemaVersion", 2),
        ("timestamp", "yesterday"),
        ("sessionId", "abc"),
        ("git.dirty", "yes"),
        ("tool.name", ""),
        ("tool.input", "text"),
        ("tool.target.a11yRef", "h3"),
        ("tool.target.elementId", "e3"),
        ("tool.textRedacted", 1),
        ("tool.textLength", -1),
        ("timing.durationMs", -1),
        ("outcome.ok", "yes"),
        ("outcome.error.details", []),
        ("observation.a11y.nodes.0.ref", "3"),
        ("observation.a11y.nodes.0.path", "dialog"),
        ("observation.a11y.nodes.0.disabled", "no"),
        ("observation.a11y.nodes.0.checked", "mixed"),
        ("observation.a11y.nodes.0.expanded", 1),
        ("artifacts.screenshot.width", 0),
        ("artifacts.screenshot.height", 0),
    ],
)
def test_what_is_there_has_its_type(path: str, wrong: object) -> None:
    value = told()
    parent, _, name = path.rpartition(".")
    at(value, parent)[name] = wrong

    assert not is_valid(value)


@pytest.mark.rows(
    *("R210", "R211", "R212", "R214", "R215", "R216", "R218", "R219", "R223", "R224", "R225", "R227", "R228", "R229"),
    *("R232", "R233", "R234", "R243", "R248", "R249", "R250", "R251", "R252", "R253"),
)
@pytest.mark.parametrize(
    "path",
    [
        *("environment", "environment.platform", "environment.nodeVersion", "environment.yarnVersion"),
        *("git", "git.branch", "git.commit", "git.dirty", "build", "build.buildType", "build.extensionPathResolved"),
        *("tool.input", "tool.target.selector", "tool.target.testId", "tool.target.a11yRef", "tool.textRedacted"),
        *("tool.textLength", "timing", "timing.durationMs", "outcome.error", "outcome.error.code"),
        *("outcome.error.message", "outcome.error.details", "observation.testIds.0.text", "labels"),
        *(f"observation.a11y.nodes.0.{name}" for name in ("disabled", "checked", "expanded")),
        *("artifacts", "artifacts.screenshot.path", "artifacts.screenshot.width", "artifacts.screenshot.height"),
    ],
)
def test_everything_else_is_written_and_may_be_missing(path: str) -> None:
    value = told()
    parent, _, name = path.rpartition(".")
    at(value, parent).pop(name)

    assert is_valid(value)
    assert StepRecord.model_validate(value)


@pytest.mark.rows("R218", "R239")
@pytest.mark.parametrize("screen", [*SCREENS, "web:shop.example/cart#3f2a"])
def test_the_eleven_screens_are_valid_and_other_profiles_have_their_own(screen: str) -> None:
    record = a_step(screen=screen)

    assert is_valid(told(record))
    assert is_valid(stripped(told(record)), SEED)


@pytest.mark.rows("R254", "R255")
def test_a_failed_step_of_which_nothing_is_known_is_valid_too() -> None:
    error = TargetBlocked("it is covered", details={"coveredBy": "h7", "input": {"handle": "h3"}})
    step = FinishedStep(
        session_id="mm-1234",
        at=1_800_000_000.123,
        tool="action_execute",
        duration_ms=4,
        observation=default_observation(),
        input={"handle": "h3"},
        error=failure(error.wire_code, error.message, error.details),
    )

    value = told(record_of(step))

    assert is_valid(value) and is_valid(stripped(value), SEED)
    assert value["timestamp"] == "2027-01-15T08:00:00.123Z"
    assert value["outcome"] == {
        "ok": False,
        "error": {"code": "MM_TARGET_BLOCKED", "message": "it is covered", "details": {"coveredBy": "h7"}},
    }
    assert value["observation"]["state"]["currentScreen"] == "unknown"
    assert value["environment"].keys() == {"platform", "pythonVersion"}


@pytest.mark.parametrize(
    ("tool", "target", "ok", "labels"),
    [
        ("ui_scan", None, True, ("discovery",)),
        ("mm_get_state", None, True, ("discovery",)),
        ("nav_goto", None, False, ("navigation", "error-recovery")),
        ("mm_navigate", None, True, ("navigation",)),
        ("action_execute", Target(test_id="row-3"), True, ("interaction",)),
        ("mm_click", Target(test_id="Confirm-footer"), True, ("interaction", "confirmation")),
        ("action_execute", Target(fingerprint={"v": 1, "label": "Approve"}), True, ("interaction", "confirmation")),
        ("action_press", None, False, ("interaction", "error-recovery")),
    ],
)
def test_a_step_is_labelled_by_what_kind_it_is(
    tool: str, target: Target | None, ok: bool, labels: tuple[str, ...]
) -> None:
    assert labels_of(tool, target, ok=ok) == labels


@pytest.mark.rows("R223")
def test_what_callers_and_pages_make_long_or_deep_is_bounded() -> None:
    deep: Any = "end"
    for _ in range(1_000):
        deep = {"in": [deep]}

    kept = json.dumps(bounded({"text": "x" * 10_000, "many": list(range(1_000)), "deep": deep, "line": "a\x1b[2J\nb"}))

    assert len(kept) < 600
    assert "\\u001b" not in kept


def test_a_session_record_tells_what_the_session_was_for() -> None:
    session = a_session(
        goal="buy tea", flow_tags=("checkout",), tags=("smoke",), launch=Launch(ports=Ports(anvil=8545))
    )

    value = json.loads(session.to_json())

    assert value["schemaVersion"] == 1
    assert value["flowTags"] == ["checkout"]
    assert value["launch"] == {"stateMode": "default", "fixturePreset": None, "ports": {"anvil": 8545}}
    assert SessionRecord.model_validate(value) == session

"""The tools for saved tests, suites and runs, called as a client calls them; no browser is needed."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import pytest_asyncio
from tests.support.small_disk import fill, small_disk

from handhold.app import App
from handhold.contract import Reply
from handhold.frontends.mcp.server import wire_reply
from handhold.services.testing.runs import StepOutcome, Verdict
from handhold.services.testing.store import TestStore
from handhold.settings import Settings
from handhold.tools import load

GOOD: dict[str, Any] = {"url": "http://x", "steps": [{"click": {"testId": "go"}}, {"assert": "1"}]}
CART = {"id": "cart", "name": "Cart", "def": GOOD}
PASSED = Verdict(status="passed", duration_ms=5, result={"status": "passed", "steps_completed": 2, "duration_ms": 5})
FAILED = Verdict(status="failed", duration_ms=7, result={"status": "failed", "error": "no"})


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("save_test", {}, "id: is required"),
    ("save_test", {"id": "../x", "name": "x", "def": GOOD}, "id: "),
    ("save_test", {"id": "x", "name": "", "def": GOOD}, "name: "),
    ("save_test", {"id": "x", "name": "x", "def": [GOOD]}, "def: "),
    ("save_test", {"id": "x", "name": "x", "def": {}}, "Invalid definition: steps: is missing"),
    ("save_test", {"id": "x", "name": "x", "def": "steps: ["}, "neither JSON nor YAML at line 1"),
    ("save_test", {"id": "x", "name": "x", "def": {"steps": [{"run_test": "x"}]}}, "in a circle, found x → x"),
    (
        "save_test",
        {"id": "x", "name": "x", "def": {"steps": [{"save_test": {}}]}},
        "unknown tool, found 'save_test'",
    ),
    ("save_test", {"id": "x", "name": "x", "def": {"steps": [{"goto": "$vars.x"}]}}, "unknown variable vars.x"),
    ("get_test", {"id": "A"}, "id: "),
    ("get_test", {"testId": "a"}, "unknown argument"),
    ("list_tests", {"limit": 0}, "limit: "),
    ("list_tests", {"cursor": "../x"}, "cursor: "),
    ("delete_test", {}, "id: is required"),
    ("list_runs", {"testId": "cart"}, "test_id: is required"),
    ("list_runs", {"test_id": "cart", "status": "green"}, "status: "),
    ("list_runs", {"test_id": "cart", "cursor": "x"}, "this is no cursor"),
    ("get_latest_run", {"test_id": "../x"}, "test_id: "),
    ("get_run", {"run_id": "1 OR 1=1"}, "run_id: "),
    ("save_suite", {"id": "a", "name": "a", "test_ids": ["../x"]}, "test_ids.0: "),
    ("delete_suite", {"id": "/"}, "id: "),
    ("quarantine_test", {"test_id": "a", "on": "yes"}, "on: "),
]


class Client:
    """Calls tools, and checks everything that holds for every answer."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def reply(self, name: str, arguments: Mapping[str, Any] | None = None) -> Reply:
        reply = await self.app.engine.call(name, arguments or {})
        wire = wire_reply(reply).model_dump(by_alias=True, mode="json", exclude_none=False)
        assert json.loads(wire["content"][0]["text"]) == wire["structuredContent"]
        assert wire["isError"] is (not reply.ok)
        return reply

    async def ask(self, name: str, /, **arguments: Any) -> Any:
        """The result of a call that goes well, which is what its schema promises."""
        reply = await self.reply(name, arguments)
        assert reply.ok, reply.text
        result = reply.envelope["result"]
        jsonschema.validate(result, load(name).result.model_json_schema(mode="serialization"))
        load(name).result.model_validate(result)
        return result

    async def error(self, name: str, /, **arguments: Any) -> Mapping[str, Any]:
        reply = await self.reply(name, arguments)
        assert not reply.ok, reply.text
        return reply.error


@pytest_asyncio.fixture
async def client(environ: Mapping[str, str], tmp_path: Path) -> AsyncGenerator[Client]:
    app = App(Settings.model_validate({"root": tmp_path}), environ=environ)
    yield Client(app)
    await app.close()


@pytest.fixture
def runner(tmp_path: Path) -> TestStore:
    """The store as a runner in another process has it."""
    return TestStore(tmp_path)


def run_once(runner: TestStore, verdict: Verdict, test_id: str = "cart") -> str:
    run = runner.begin_run(test_id=test_id, revision=1, definition_hash="sha256:1")
    attempt = runner.begin_attempt(run)
    runner.add_step(
        attempt, StepOutcome(number=0, path="steps[0]", kind="click", status="passed", begun_at=1, duration_ms=2)
    )
    runner.end_attempt(attempt, verdict)
    return run


@pytest.mark.rows("R380", "R381", "R390", "R391", "R393", "R461")
async def test_a_test_is_saved_and_shown(client: Client, tmp_path: Path) -> None:
    saved = await client.ask("save_test", **CART, description="Adds one", tags=["smoke"])

    shown = await client.ask("get_test", id="cart")
    assert shown == saved
    assert (saved["revision"], saved["tags"], saved["description"]) == (1, ["smoke"], "Adds one")
    assert saved["def"]["steps"][0]["do"] == "click"
    assert (tmp_path / "handhold/tests/cart.json").exists()


@pytest.mark.rows("R380")
async def test_what_would_make_it_steadier_is_a_warning(client: Client) -> None:
    reply = await client.reply("save_test", {**CART, "def": {"steps": [{"click": "#go"}, {"wait": 5}]}})

    rules = [warning.rsplit("(", 1)[1] for warning in reply.envelope["meta"]["warnings"]]
    assert rules == ["css-only)", "fixed-sleep)", "no-assertion)"]


@pytest.mark.rows("R381", "R385", "R461")
async def test_what_is_not_there_is_null_and_no_error(client: Client) -> None:
    assert await client.ask("get_test", id="none") is None
    assert await client.ask("get_latest_run", test_id="none") is None
    assert await client.ask("get_run", run_id="run-0-0") is None
    assert await client.ask("list_runs", test_id="none") == []
    assert await client.ask("list_tests") == []
    assert await client.ask("list_suites") == []


@pytest.mark.rows("R383", "R388", "R461", "R499")
async def test_deleting_says_whether_there_was_something(client: Client) -> None:
    await client.ask("save_test", **CART)
    await client.ask("save_suite", id="all", name="All", test_ids=["cart"])

    gone = await client.ask("delete_test", id="cart")
    again = await client.ask("delete_test", id="cart")
    suite = await client.ask("delete_suite", id="all")
    no_suite = await client.ask("delete_suite", id="all")

    assert gone == {"deleted": True, "message": "Test 'cart' deleted and taken out of all"}
    assert again == {"deleted": False, "message": "No test 'cart' was saved"}
    assert (suite["deleted"], no_suite["deleted"]) == (True, False)


@pytest.mark.rows("R382", "R461")
async def test_tests_are_listed_in_pages_by_tag(client: Client, tmp_path: Path) -> None:
    for number in range(5):
        tags = ["odd"] if number % 2 else []
        await client.ask("save_test", **{**CART, "id": f"t{number}"}, tags=tags)
    (tmp_path / "handhold/tests/broken.json").write_text("{")

    first = await client.reply("list_tests", {"limit": 3})
    page = first.envelope["meta"]["page"]
    rest = await client.ask("list_tests", cursor=page["nextCursor"])

    assert [test["id"] for test in (*first.envelope["result"], *rest)] == ["t0", "t1", "t2", "t3", "t4"]
    assert page == {"nextCursor": "t2", "total": 5, "truncated": True}
    assert "broken.json was skipped" in first.envelope["meta"]["warnings"][0]
    assert [test["id"] for test in await client.ask("list_tests", tag="odd")] == ["t1", "t3"]


@pytest.mark.rows("R382")
async def test_a_list_of_long_tests_is_cut_by_size(client: Client) -> None:
    long = {"steps": [{"fill": {"testId": "a", "value": "x" * 20_000}}]}
    for number in range(6):
        await client.ask("save_test", **{**CART, "id": f"t{number}", "def": long})

    reply = await client.reply("list_tests")

    assert len(reply.envelope["result"]) == 3
    assert reply.envelope["meta"]["page"] == {"nextCursor": "t2", "total": 6, "truncated": True}


@pytest.mark.rows("R386", "R387", "R461")
async def test_suites_are_saved_and_listed(client: Client) -> None:
    for id in ("a", "b"):
        await client.ask("save_test", **{**CART, "id": id})

    saved = await client.ask("save_suite", id="all", name="All", test_ids=["b", "a"])

    assert saved["testIds"] == ["b", "a"]
    assert await client.ask("list_suites") == [saved]
    assert (await client.error("save_suite", id="all", name="All", test_ids=["c"]))["details"]["unknown"] == ["c"]


@pytest.mark.rows("R384", "R385", "R461")
async def test_runs_are_listed_newest_first_and_shown_in_full(client: Client, runner: TestStore) -> None:
    runs = [run_once(runner, verdict) for verdict in (PASSED, FAILED, PASSED)]
    runner.close()

    reply = await client.reply("list_runs", {"test_id": "cart", "limit": 2})
    latest = await client.ask("get_latest_run", test_id="cart")
    whole = await client.ask("get_run", run_id=runs[1])

    listed = reply.envelope["result"]
    assert [run["id"] for run in listed] == runs[:0:-1]
    assert reply.envelope["meta"]["page"]["total"] == 3
    rest = await client.ask("list_runs", test_id="cart", cursor=reply.envelope["meta"]["page"]["nextCursor"])
    assert [run["id"] for run in rest] == runs[:1]
    assert latest == listed[0]
    assert (latest["testId"], latest["status"], latest["duration_ms"]) == ("cart", "passed", 5)
    assert [run["id"] for run in await client.ask("list_runs", test_id="cart", status="failed")] == [runs[1]]
    assert len(await client.ask("list_runs", test_id="cart", sinceHours=1, flaky=False)) == 3
    assert whole["result"] == FAILED.result
    assert whole["tries"][0]["steps"] == [
        {"number": 0, "path": "steps[0]", "do": "click", "status": "passed", "durationMs": 2}
    ]


async def test_a_flaky_test_is_put_into_quarantine_and_released(client: Client, runner: TestStore) -> None:
    await client.ask("save_test", **CART)
    for verdict in (PASSED, FAILED, PASSED):
        run_once(runner, verdict)
    runner.close()

    kept = await client.ask("quarantine_test", test_id="cart", reason="flickers")

    shown = await client.ask("get_test", id="cart")
    released = await client.ask("quarantine_test", test_id="cart", on=False)
    assert (kept["quarantined"], kept["score"], kept["runs"]) == (True, 1.0, 3)
    assert shown["quarantine"]["reason"] == "flickers"
    assert (released["quarantined"], "since" in released) == (False, False)
    assert "list_tests" in (await client.error("quarantine_test", test_id="none"))["hint"]


@pytest.mark.rows("R462", "R392")
@pytest.mark.parametrize("name, arguments, says", WRONG)
async def test_a_wrong_call_names_the_place_and_saves_nothing(
    client: Client, tmp_path: Path, name: str, arguments: Mapping[str, Any], says: str
) -> None:
    reply = await client.reply(name, arguments)

    assert reply.error["code"] == "MM_INVALID_INPUT"
    assert says in reply.error["message"]
    assert not (tmp_path / "handhold").exists()


@pytest.mark.rows("R462")
async def test_ten_megabytes_are_refused_in_a_few_bytes(client: Client) -> None:
    long = {"steps": [{"fill": {"testId": "a", "value": "hunter2" * 1_000}}] * 1_500}

    reply = await client.reply("save_test", {"id": "x", "name": "x", "def": long})

    assert "at most 1,000,000 are allowed" in reply.error["message"]
    assert "hunter2" not in reply.text
    assert len(reply.text) < 1_000


@pytest.mark.rows("R462", "F46")
async def test_a_damaged_history_is_told_with_its_remedy_and_tests_still_work(client: Client, tmp_path: Path) -> None:
    (tmp_path / ".handhold").mkdir()
    (tmp_path / ".handhold/runs.sqlite").write_bytes(b"SQLite format 3\0" + b"\0" * 4096)

    error = await client.error("list_runs", test_id="cart")

    assert error["code"] == "MM_STORE_FAILED"
    assert f"mv '{tmp_path}/.handhold/runs.sqlite'" in error["hint"]
    assert (await client.ask("save_test", **CART))["revision"] == 1


async def test_the_folder_of_tests_is_a_setting(environ: Mapping[str, str], tmp_path: Path) -> None:
    app = App(Settings.model_validate({"root": tmp_path, "tests_folder": "e2e/browser"}), environ=environ)

    await Client(app).ask("save_test", **CART)

    await app.close()
    assert (tmp_path / "e2e/browser/tests/cart.json").exists()


@pytest.mark.rows("R394")
def test_the_whole_grammar_is_published() -> None:
    root = Path(__file__).resolve().parents[2]
    page = (root / "docs/reference/test-definition.md").read_text("utf-8")
    schema = json.loads((root / "src/handhold/services/testing/definition/TestDef.v1.schema.json").read_text("utf-8"))
    stored = {"steps": [{"do": "click", "target": {"by": [{"testId": "go"}]}}]}

    jsonschema.validate(stored, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"steps": [{"do": "clik"}]}, schema)
    assert "### useFlow" in page


@pytest.mark.rows("F36")
async def test_a_disk_that_is_full_costs_the_save_and_nothing_else(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", size=256 * 1024) as disk:
        app = App(Settings(root=disk, knowledge_record=False))
        client = Client(app)
        before = await client.ask("save_test", **CART)
        await client.ask("save_suite", id="all", name="All", test_ids=["cart"])
        filler = fill(disk)

        longer = {**GOOD, "steps": [*GOOD["steps"], *[{"label": f"step {n}", "assert": "1"} for n in range(200)]]}
        test = await client.error("save_test", **{**CART, "def": longer})
        suite = await client.error("save_suite", id="more", name="M" * 300, test_ids=["cart"] * 400)
        kept = await client.ask("get_test", id="cart")
        temporary = [file.name for file in (disk / "handhold").rglob("*.tmp")]
        filler.unlink()
        after = await client.ask("save_test", **{**CART, "def": longer})
        await app.close()

    assert (test["code"], suite["code"]) == ("MM_STORE_FAILED", "MM_STORE_FAILED")
    assert kept == before and not temporary
    assert after["revision"] == 2

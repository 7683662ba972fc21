"""Runners and browsers that are killed in the middle of a suite: what is finished is kept, the rest can be resumed."""

from __future__ import annotations

import contextlib
import itertools
import multiprocessing
import random
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from handhold.services.testing.runs import RunFilter, Runs, StepOutcome, Verdict
from tests.support.processes import browser_in
from tests.support.promises import promised
from tests.support.server_process import Json, ServerProcess, serving
from tests.support.site import Site

KILLS = 50
LONG = 200.0


def save(server: ServerProcess, id: str, steps: list[Json], url: str) -> None:
    answer = server.call("save_test", {"id": id, "name": id, "def": {"url": url, "timeout": 60_000, "steps": steps}})
    assert answer["ok"], answer


def quick(site: Site) -> tuple[str, list[Json]]:
    return site / "plain.html", [{"assert": "document.readyState === 'complete'"}]


def stuck(site: Site) -> tuple[str, list[Json]]:
    """A test that is under way until somebody ends it; the site knows when."""
    return site / "plain.html", [
        {"assert": "document.body"},
        {"do": "js", "js": "fetch('/never'); 1"},
        {"do": "sleep", "ms": 55_000},
    ]


def told(server: ServerProcess, tool: str, **arguments: Any) -> Any:
    answer = server.call(tool, arguments, within=LONG)
    assert answer["ok"], answer
    return answer["result"]


@pytest.mark.rows("F47")
def test_a_suite_whose_runner_is_killed_keeps_what_is_finished_and_resumes_the_rest(tmp_path: Path, site: Site) -> None:
    before = site.count("/never")
    with serving(tmp_path) as server:
        for id, (url, steps) in {"a": quick(site), "b": quick(site), "c": stuck(site), "d": quick(site)}.items():
            save(server, id, steps, url)
        told(server, "save_suite", id="all", name="All", test_ids=["a", "b", "c", "d"])
        server.begin("run_suite", {"suite_id": "all"})
        site.await_hit("/never", more_than=before, within=promised(60))
        server.process.kill()
        server.process.wait()

    with serving(tmp_path) as server:
        latest = {id: told(server, "get_latest_run", test_id=id) for id in "abcd"}
        suite_run = latest["a"]["suiteRun"]
        seen = told(server, "get_run", run_id=suite_run)
        url, steps = quick(site)
        save(server, "c", steps, url)
        resumed = told(server, "run_suite", resume=suite_run)
        again = server.call("run_suite", {"resume": resumed["suite_run"]})

    assert [latest[id] and latest[id]["status"] for id in "abcd"] == ["passed", "passed", "interrupted", None]
    kept = told_steps(tmp_path, latest["c"]["id"], site)
    assert "steps[0]" in kept, "finished steps of the test that was killed are kept"
    assert seen["status"] == "interrupted"
    assert {test["id"]: test["status"] for test in seen["tests"]} == {
        "a": "passed",
        "b": "passed",
        "c": "interrupted",
        "d": "interrupted",
    }
    assert resumed["status"] == "passed"
    assert {test["id"]: test["status"] for test in resumed["tests"]} == dict.fromkeys("abcd", "passed")
    assert not again["ok"] and "nothing to resume" in again["error"]["message"]


def told_steps(folder: Path, run: str, site: Site) -> list[str]:
    with serving(folder) as server:
        whole = told(server, "get_run", run_id=run)
    return [step["path"] for step in whole["tries"][0]["steps"]]


@pytest.mark.rows("F02")
def test_a_browser_that_is_killed_costs_an_attempt_and_no_verdict(server: ServerProcess, site: Site) -> None:
    before = site.count("/never")
    url, _steps = quick(site)
    once = [{"do": "js", "js": "fetch('/never'); 1"}, {"do": "waitForFunction", "js": "window.go", "timeoutMs": 4_000}]
    save(server, "lost", once, url)
    pending = server.begin("run_suite", {"test_ids": ["lost"]})
    site.await_hit("/never", more_than=before, within=promised(60))

    browser_in(server.state).kill()
    result = pending.envelope(within=LONG)["result"]

    run = told(server, "get_run", run_id=result["tests"][0]["run_id"])
    assert run["status"] == "failed", "the second attempt met what was wrong with the test itself"
    assert [attempt["status"] for attempt in run["tries"]] == ["error", "failed"]
    assert (run["infraAttempts"], run["retries"], run["flaky"]) == (1, 0, False)


def test_a_cancelled_run_is_interrupted_and_the_next_one_works(server: ServerProcess, site: Site) -> None:
    before = site.count("/never")
    url, steps = stuck(site)
    save(server, "long", steps, url)
    pending = server.begin("run_test", {"test_id": "long"})
    site.await_hit("/never", more_than=before, within=promised(60))

    server.cancel(pending)
    url, steps = quick(site)
    save(server, "short", steps, url)
    result = told(server, "run_test", test_id="short")

    assert result["status"] == "passed"
    assert told(server, "get_latest_run", test_id="long")["status"] == "interrupted"


def write_runs(file: Path, finished: Connection) -> None:
    """What a runner writes, for as long as it lives; it says so when a run is finished."""
    runs = Runs(file)
    for number in itertools.count():
        run = runs.begin_run(test_id="often", revision=1, definition_hash="x")
        attempt = runs.begin_attempt(run)
        for place in range(5):
            step = StepOutcome(number=place, path="", kind="js", status="passed", begun_at=number, duration_ms=1)
            runs.add_step(attempt, step)
        runs.end_attempt(attempt, Verdict(status="passed", duration_ms=1))
        finished.send(run)


@pytest.mark.rows("F47")
def test_whenever_a_runner_is_killed_what_it_finished_is_there_and_no_run_stays_open(tmp_path: Path) -> None:
    choose, file = random.Random(47), tmp_path / "runs.sqlite"
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.faults.test_killed_runs"])
    Runs(file).interrupt_orphans()
    finished: list[str] = []
    for _ in range(KILLS):
        ours, theirs = processes.Pipe(duplex=False)
        child = processes.Process(target=write_runs, args=(file, theirs))
        child.start()
        theirs.close()
        finished.append(ours.recv())
        ours.poll(choose.uniform(0.0, 0.02))
        child.kill()
        child.join()
        finished += list(remaining(ours))

    runs = Runs(file)
    page = runs.list_runs(RunFilter(test_id="often"), limit=100_000)
    kept = {run.id: run.status for run in page.runs}

    assert {kept.get(run) for run in finished} == {"passed"}
    assert len(finished) >= KILLS and set(kept.values()) <= {"passed", "interrupted"}
    assert sum(status == "interrupted" for status in kept.values()) <= KILLS
    runs.close()


def remaining(pipe: Connection) -> Iterator[str]:
    """What was said before the end."""
    with contextlib.suppress(EOFError):
        while True:
            yield pipe.recv()

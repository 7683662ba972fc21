"""`handhold test run` as a program with a real browser: verdicts, an interruption as a terminal makes it, the rest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from tests.support.pages import Pages

from handhold.services.testing.runs import RunFilter
from handhold.services.testing.store import TestStore


@pytest.fixture
def store(tmp_path: Path) -> TestStore:
    return TestStore(tmp_path)


def save(store: TestStore, id: str, url: str, *steps: dict[str, Any], timeout: int = 30_000) -> None:
    store.save(id, id, {"url": url, "steps": list(steps), "timeoutMs": timeout}, tags=["page"])


def started(tmp_path: Path, environ: Mapping[str, str], *words: str) -> subprocess.Popen[str]:
    """In a group of its own, as a shell starts it."""
    command = [sys.executable, "-m", "handhold", "test", *words, "--root", str(tmp_path)]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**environ, "PYTHONUNBUFFERED": "1"},
        start_new_session=True,
    )


def test_one_passes_and_one_fails(store: TestStore, pages: Pages, tmp_path: Path, environ: Mapping[str, str]) -> None:
    url = pages / "basic/home.html"
    save(store, "right", url, {"assert": {"get": "count", "css": "html", "equals": 1}})
    save(store, "wrong", url, {"assert": {"get": "count", "css": "html", "equals": 2}, "timeoutMs": 100})
    report = tmp_path / "report.xml"

    process = started(tmp_path, environ, "run", "--tag", "page", "--junit", str(report))
    out, err = process.communicate(timeout=120)

    lines = out.splitlines()
    assert (process.returncode, err) == (1, "")
    assert lines[:2] == ["[1/2] passed      right", "[2/2] failed      wrong"]
    assert "  expected: 2" in lines
    assert "  found: 1" in lines
    assert lines[-1].startswith("failed: 2 tests: 1 passed, 1 failed in ")
    assert Xml.parse(report).getroot().get("failures") == "1"


def test_ctrl_c_keeps_what_is_finished_and_the_rest_is_resumed(
    store: TestStore, pages: Pages, tmp_path: Path, environ: Mapping[str, str]
) -> None:
    url = pages / "basic/home.html"
    save(store, "a-first", url, {"assert": {"get": "count", "css": "html", "equals": 1}})
    save(store, "b-endless", url, {"waitFor": {"css": "#never"}, "timeoutMs": 60_000}, timeout=120_000)
    save(store, "c-last", url, {"assert": {"get": "count", "css": "html", "equals": 1}})

    process = started(tmp_path, environ, "run", "--all", "--json")
    assert process.stderr is not None
    first = process.stderr.readline()
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)

    told = json.loads(out)
    assert process.returncode == 130
    assert first == "[1/3] passed      a-first\n"
    assert [(test["id"], test["status"]) for test in told["tests"]] == [
        ("a-first", "passed"),
        ("b-endless", "interrupted"),
        ("c-last", "interrupted"),
    ]
    assert f"handhold test run --resume {told['suite_run']}" in err

    save(store, "b-endless", url, {"assert": {"get": "count", "css": "html", "equals": 1}})
    resumed = started(tmp_path, environ, "run", "--resume", told["suite_run"], "--json")
    rest = json.loads(resumed.communicate(timeout=120)[0])

    assert resumed.returncode == 0
    assert {test["id"]: test["status"] for test in rest["tests"]} == {
        "a-first": "passed",
        "b-endless": "passed",
        "c-last": "passed",
    }
    assert len(store.list_runs(RunFilter(test_id="a-first"), limit=10).runs) == 1

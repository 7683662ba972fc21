"""A project on a disk that may only be read: what is known is told, and that nothing new is kept is told, too."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.support.processes import holds
from tests.support.promises import promised
from tests.support.server_process import serving
from tests.support.site import Site
from tests.support.small_disk import small_disk
from tests.support.steps import a_step, a_store


@pytest.fixture
def root(tmp_path: Path) -> Generator[Path]:
    """With one step in it, and then no more to be written."""
    with small_disk(tmp_path / "disk", size=1024 * 1024) as disk:
        store = a_store(disk)
        store.record(a_step(nodes=[("button", "Teapot")]))
        store.close()
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        yield disk


@pytest.mark.rows("F38")
def test_a_server_says_at_its_start_that_it_cannot_record_and_serves(root: Path, site: Site, tmp_path: Path) -> None:
    with serving(tmp_path / "server", settings={"root": str(root)}) as server:
        said = tmp_path / "server/stderr.log"
        known = f"steps are not recorded: {root}/test-artifacts/llm-knowledge cannot be written"
        assert holds(lambda: known in said.read_text("utf-8"), within=promised(5))

        moved = server.goto(site / "plain.html")
        found = server.call("mm_knowledge_search", {"query": "teapot"})

    assert moved["ok"], moved
    assert moved["meta"]["warnings"] == ["the session could not be recorded: read-only file system"]
    assert [match["tool"] for match in found["result"]["matches"]] == ["ui_scan"], found
    lines = [json.loads(line) for line in said.read_text("utf-8").splitlines()]
    assert [line["level"] for line in lines if known in line["message"]] == ["warning"]

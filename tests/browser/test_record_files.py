"""The files that a real session leaves in a repository: where they are, what they say, and what git sees of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import opened
from tests.unit.test_knowledge_records import SEED, stripped

from handhold.services.knowledge.records import step_schema
from handhold.settings import TOOLSETS

PAGE = "<title>Shop</title><h1>Tea</h1><button data-testid=buy onclick=\"this.after('bought')\">Buy tea</button>"
STAMP = r"\d{8}T\d{6}\.\d{3}Z"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """With one commit on a branch, and a file that was changed since."""
    root = tmp_path / "repository"
    root.mkdir()
    (root / "readme.txt").write_text("first", "utf-8")
    for command in (["init", "-q", "-b", "trunk"], ["add", "."], ["commit", "-q", "-m", "first"]):
        git(root, *command)
    (root / "readme.txt").write_text("second", "utf-8")
    return root


def git(root: Path, *command: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@b.c"]
    return subprocess.run(["git", *who, "-C", str(root), *command], check=True, capture_output=True, text=True).stdout


def records(root: Path, tool: str) -> list[dict[str, Any]]:
    files = sorted(root.glob(f"test-artifacts/llm-knowledge/*/steps/*-{tool}.json"))
    return [json.loads(file.read_text("utf-8")) for file in files]


@pytest.mark.rows("R188", "R189", "R190", "R191")
async def test_steps_are_in_the_repository_by_session_and_time_pictures_only_when_asked_for_and_git_sees_none(
    ask_with: Callable[..., Ask], pages: Pages, repository: Path
) -> None:
    ask = ask_with(root=repository, toolsets=TOOLSETS)
    await opened(ask, pages.make(PAGE, name="files"))
    session = (await ask("ui_scan")).envelope["meta"]["sessionId"]
    folder = repository / "test-artifacts/llm-knowledge" / session
    before = {file.name for file in folder.iterdir()}

    await ask("mm_screenshot", {"name": "the shop"})

    names = sorted(file.name for file in (folder / "steps").iterdir())
    assert [re.fullmatch(rf"{STAMP}-(\w+)\.json", name) is not None for name in names] == [True] * 3
    assert before == {"session.json", "steps"}
    [picture] = (folder / "screenshots").iterdir()
    assert re.fullmatch(rf"{STAMP}-the-shop\.png", picture.name)
    assert git(repository, "status", "--porcelain") == " M readme.txt\n"


@pytest.mark.rows("R210", "R213", "R214", "R215", "R216", "R217", "R229", "R251", "R252", "R253")
async def test_a_record_tells_the_repository_the_machine_and_the_picture_that_was_taken(
    ask_with: Callable[..., Ask], pages: Pages, repository: Path
) -> None:
    ask = ask_with(root=repository, toolsets=TOOLSETS, viewport="1000x700")
    await opened(ask, pages.make(PAGE, name="files"))
    taken = await ask("mm_screenshot", {"name": "shop", "fullPage": False})
    button = (await ask("ui_pick", {"hint": "Buy tea"})).envelope["result"]["elementId"]
    for _ in range(100):  # whether files have changed is found out beside the first calls
        await ask("ui_scan")
        if "dirty" in records(repository, "ui_scan")[-1]["git"]:
            break
    clicked = await ask("action_execute", {"handle": button})

    [shot], [click] = records(repository, "mm_screenshot"), records(repository, "action_execute")
    commit = git(repository, "rev-parse", "HEAD").strip()
    assert click["git"] == {"branch": "trunk", "commit": commit, "dirty": True}
    assert click["environment"]["platform"] == sys.platform
    assert 0 <= click["timing"]["durationMs"] <= clicked.envelope["meta"]["durationMs"]
    picture = shot["artifacts"]["screenshot"]
    assert (picture["width"], picture["height"]) == (1000, 700)
    assert taken.envelope["result"]["path"].endswith(picture["path"])
    assert "artifacts" not in click
    for record in (shot, click):
        jsonschema.validate(record, step_schema(), cls=jsonschema.Draft7Validator)
        jsonschema.validate(stripped(record), SEED, cls=jsonschema.Draft7Validator)


@pytest.mark.rows("R293", "R280")
@pytest.mark.parametrize("index", ["disk", "memory", "off"])
async def test_every_way_of_indexing_that_a_setting_names_finds_the_steps(
    ask_with: Callable[..., Ask], pages: Pages, tmp_path: Path, index: str
) -> None:
    ask = ask_with(root=tmp_path, knowledge_index=index)
    await opened(ask, pages.make(PAGE, name="files"))
    await ask("ui_scan")

    found = (await ask("mm_knowledge_search", {"query": "buy tea"})).envelope["result"]["matches"]

    assert [match["tool"] for match in found] == ["ui_scan", "nav_goto"]
    assert (tmp_path / "test-artifacts/llm-knowledge/index.sqlite").exists() == (index == "disk")


@pytest.mark.rows("R256", "R259")
async def test_twenty_are_told_when_nobody_says_how_many(
    ask_with: Callable[..., Ask], pages: Pages, tmp_path: Path
) -> None:
    ask = ask_with(root=tmp_path)
    await opened(ask, pages.make(PAGE, name="files"))
    for _ in range(21):
        await ask("ui_scan")

    last = (await ask("mm_knowledge_last")).envelope["result"]["steps"]
    every = (await ask("mm_knowledge_last", {"n": 200})).envelope["result"]["steps"]
    found = (await ask("mm_knowledge_search", {"query": "buy tea"})).envelope["result"]["matches"]

    assert (len(last), len(every), len(found)) == (20, 22, 20)
    assert last == sorted(last, key=lambda step: step["timestamp"], reverse=True)

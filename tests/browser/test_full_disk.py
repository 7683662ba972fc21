"""A disk without room costs the file and nothing else: what was asked is answered, and says which file is missing."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Generator
from pathlib import Path

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.small_disk import fill, small_disk

from handhold.settings import TOOLSETS

SIZE = 4 * 1024 * 1024
PICTURE = """<title>Shop</title><h1>Tea</h1><button onclick="document.body.append('bought')">Buy</button>"""
DOWNLOAD = """<title>Shop</title><h1>Tea</h1><a href="/download?name=beans.bin&bytes=3000000">Get beans</a>"""


@pytest.fixture
def disk(tmp_path: Path) -> Generator[Path]:
    with small_disk(tmp_path / "disk", size=SIZE) as disk:
        yield disk


@pytest.mark.rows("F36")
async def test_a_step_without_room_is_a_warning_the_action_stands_and_the_next_one_is_recorded(
    ask_with: Callable[..., Ask], pages: Pages, disk: Path
) -> None:
    ask = ask_with(root=disk)
    assert (await ask("nav_goto", {"url": pages.make(PICTURE, name="full-step")})).ok
    button = (await ask("ui_pick", {"hint": "Buy"})).envelope["result"]["elementId"]
    before = {file: file.read_bytes() for file in disk.glob("test-artifacts/llm-knowledge/*/steps/*")}
    filler = fill(disk)

    full = await ask("action_execute", {"handle": button})
    kept = {file: file.read_bytes() for file in before}
    filler.unlink()
    after = await ask("action_execute", {"handle": button})

    assert full.ok and "bought" in str(full.envelope["result"]["changes"])
    assert full.envelope["meta"]["warnings"] == ["the step could not be recorded: no space left on device"]
    assert kept == before
    assert "warnings" not in after.envelope["meta"]
    [recorded] = disk.glob("test-artifacts/llm-knowledge/*/steps/*-action_execute.json")
    assert json.loads(recorded.read_text("utf-8"))["timestamp"] == after.envelope["meta"]["timestamp"]
    assert not list(disk.rglob("*.tmp"))


@pytest.mark.rows("F37")
async def test_a_picture_without_room_is_missing_and_the_look_is_told(
    ask_with: Callable[..., Ask], pages: Pages, disk: Path
) -> None:
    ask = ask_with(root=disk, toolsets=TOOLSETS)
    assert (await ask("nav_goto", {"url": pages.make(PICTURE, name="full-picture")})).ok
    kept = await ask("mm_screenshot", {"name": "before"})
    filler = fill(disk)

    shot = await ask("mm_screenshot", {"name": "full", "includeBase64": True})
    described = await ask("mm_describe_screen", {"includeScreenshot": True})
    filler.unlink()
    after = await ask("mm_screenshot", {"name": "after"})

    assert Path(kept.envelope["result"]["path"]).exists()
    told = shot.envelope["result"]
    assert (told["missing"], "path" in told) == ("disk full", False)
    assert base64.b64decode(told["base64"]).startswith(b"\x89PNG")
    assert "the picture could not be recorded: no space left on device" in shot.envelope["meta"]["warnings"]
    screen = described.envelope["result"]
    assert screen["screenshot"]["missing"] == "disk full"
    assert [node["name"] for node in screen["a11y"]["nodes"] if node["role"] == "button"] == ["Buy"]
    assert Path(after.envelope["result"]["path"]).exists()
    assert not list(disk.rglob("*.tmp"))


@pytest.mark.rows("F37")
@pytest.mark.parametrize("room", [0, 1_000_000], ids=["not even for a folder", "for a part of it"])
async def test_a_download_without_room_is_missing_and_the_action_stands(
    ask_with: Callable[..., Ask], pages: Pages, disk: Path, room: int
) -> None:
    ask = ask_with(root=disk)
    assert (await ask("nav_goto", {"url": pages.make(DOWNLOAD, name="full-download")})).ok
    button = (await ask("ui_pick", {"hint": "Get beans"})).envelope["result"]["elementId"]
    filler = fill(disk, room=room)

    full = await ask("action_execute", {"handle": button})
    left = list(disk.rglob("*.bin"))
    filler.unlink()
    after = await ask("action_execute", {"handle": button})

    assert full.ok, full.text
    lost = full.envelope["result"]["changes"]["download"]
    assert lost == {
        "name": "beans.bin",
        "failure": "it could not be saved: No space left on device",
        "missing": "disk full",
    }
    assert left == []
    kept = after.envelope["result"]["changes"]["download"]
    assert Path(kept["path"]).stat().st_size == kept["bytes"] == 3_000_000

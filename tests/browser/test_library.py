"""The Python library: the tools as methods, awaited or not, with our errors as exceptions."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.pages import Pages

import handhold
from handhold import errors
from handhold.errors import raised

ROOT = Path(__file__).resolve().parents[2]
PAGE = """<!doctype html><title>Greeter</title><input aria-label=Name id=name><output id=said></output>
<button onclick="said.value = `Hello, ${document.getElementById('name').value.length} letters`">Greet</button>"""


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CONFIG_DIR", "STATE_DIR", "ROOT"):
        folder = tmp_path / name.lower()
        folder.mkdir()
        monkeypatch.setenv(f"HANDHOLD_{name}", str(folder))


def readme_example() -> str:
    readme = (ROOT / "README.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(import asyncio\nimport handhold\n.*?)```", readme, re.DOTALL)
    return example


async def test_the_example_in_the_readme_runs(pages: Pages, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, _last = readme_example().rpartition("asyncio.run(")
    names: dict[str, Any] = {}

    exec(compile(code, "README.md", "exec"), names)
    await names["main"](pages.make(PAGE, name="greeter"))

    assert "Hello, 3 letters" in capsys.readouterr().out
    assert len([line for line in readme_example().splitlines() if line.strip()]) <= 12


async def test_a_failed_call_raises_the_error_it_names(pages: Pages) -> None:
    async with handhold.launch() as browser:
        await browser.nav_goto(pages.make(PAGE, name="greeter"))

        with pytest.raises(errors.TargetNotFound) as caught:
            await browser.action_execute("hzzz")
        with pytest.raises(errors.InvalidInput):
            await browser.ui_scan(page_size=1000)

    assert caught.value.hint


def test_code_that_does_not_await_has_the_same_methods(pages: Pages) -> None:
    with handhold.launch_sync() as browser:
        arrived = browser.nav_goto(pages.make(PAGE, name="greeter"))
        picked = browser.ui_pick(hint="Greet")
        done = browser.action_execute(picked.element_id)

    assert (arrived.title, picked.role) == ("Greeter", "button")
    assert done.received
    assert done.changes != "none"


async def test_two_browsers_do_not_share_a_page(pages: Pages) -> None:
    async with handhold.launch() as one, handhold.launch() as other:
        await one.nav_goto(pages.make(PAGE, name="greeter"))

        assert "Greeter" in (await one.list_tabs()).text
        assert "Greeter" not in (await other.list_tabs()).text


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("MM_TARGET_BLOCKED", errors.TargetBlocked),
        ("MM_PAGE_HUNG", errors.PageHung),
        ("MM_NAV_GOTO_FAILED", errors.ToolFailed),
    ],
)
def test_every_code_has_its_exception(code: str, kind: type[errors.HandholdError]) -> None:
    error = raised({"code": code, "message": "no", "hint": "yes", "details": {"a": 1}})

    assert type(error) is kind
    assert (error.wire_code, error.message, error.hint, error.details) == (code, "no", "yes", {"a": 1})


def test_the_types_hold_outside_of_the_package(tmp_path: Path) -> None:
    user = tmp_path / "user.py"
    user.write_text(readme_example() + USE, "utf-8")
    config = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT / "src")]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), "utf-8")

    checked = subprocess.run(
        [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(user)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    found = [line for line in checked.stdout.splitlines() if " error: " in line]
    assert len(found) == 1, checked.stdout
    assert '"page_size"' in found[0], checked.stdout


USE = """

async def use() -> str:
    async with handhold.launch(headed=False) as browser:
        page = await browser.ui_scan(query="save", region={"nearText": "Order"})
        await browser.ui_scan(page_size="many")
        return page.items[0]["elementId"]


def wait() -> int:
    with handhold.launch_sync() as browser:
        return browser.action_press("Enter").pressed


_ = asyncio, use, wait
"""

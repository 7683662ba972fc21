"""What is switched off in the browser: pages of its own window, what Playwright switches off, and hurry to compile."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person
from tests.support.processes import browser_in

from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.features import PLAYWRIGHT, WINDOW_PAGES, features_left_out
from handhold.adapters.browser.options import UNHURRIED_COMPILER
from handhold.settings import Settings

SWITCH = "--disable-features="
ALL: dict[str, list[dict[str, str]]] = {"filter": [{}]}


@pytest_asyncio.fixture
async def person(environ: Mapping[str, str], tmp_path: Path) -> AsyncGenerator[Person]:
    app = OpenApp(Settings(root=tmp_path), environ={**environ, "HANDHOLD_STATE_DIR": str(tmp_path / "state")})
    yield Person(app)
    await app.close()


async def test_a_session_has_no_pages_of_the_browsers_own(person: Person, pages: Pages) -> None:
    assert (await person.ask("nav_goto", url=pages / "basic/home.html")).ok

    browser = (await person.page()).context.browser
    assert browser is not None
    devtools = await browser.new_browser_cdp_session()
    targets = (await send(devtools, "Target.getTargets", ALL))["targetInfos"]

    assert [target["url"] for target in targets if target["url"].startswith("chrome:")] == []
    assert [target["url"] for target in targets if target["type"] == "page"] == [pages / "basic/home.html"]


async def test_all_that_playwright_switches_off_stays_off(person: Person, pages: Pages, tmp_path: Path) -> None:
    assert (await person.ask("nav_goto", url=pages / "basic/home.html")).ok

    arguments = browser_in(tmp_path / "state").cmdline()
    by_playwright, by_us = [each.removeprefix(SWITCH).split(",") for each in arguments if each.startswith(SWITCH)]

    assert by_us == [*by_playwright, *WINDOW_PAGES]


async def test_nobody_else_tells_the_script_engine_anything(person: Person, pages: Pages, tmp_path: Path) -> None:
    """The browser obeys the last such argument only: Playwright's own would be lost, or ours."""
    assert (await person.ask("nav_goto", url=pages / "basic/home.html")).ok

    arguments = browser_in(tmp_path / "state").cmdline()

    assert [each for each in arguments if each.startswith("--js-flags")] == [UNHURRIED_COMPILER]


@pytest.mark.parametrize(("version", "count"), [(f"{PLAYWRIGHT}.2", 1), ("1.66.0", 0), (f"{PLAYWRIGHT}0.0", 0)])
def test_the_list_of_another_playwright_is_left_as_it_is(version: str, count: int) -> None:
    assert len(features_left_out(version)) == count

"""Screens are known again with other content, and told apart from others that look alike."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.async_api import async_playwright
from tests.support.generated_screens import VARIANTS, screens
from tests.support.pages import Pages

from handhold.adapters.browser.scripts import PageScripts
from handhold.services.perception.observation import Sighting
from handhold.services.perception.screens import ScreenBook, Sketch

LEAST_SCREENS = 40
LEAST = 0.95
ORDERS = 10


@dataclass(slots=True)
class Tally:
    """Visits by what was said of them: known and rightly so, known as another screen, and not known."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        return self.right / (self.right + self.wrong)

    @property
    def recall(self) -> float:
        return self.right / (self.right + self.missed)


def visited(visits: list[tuple[str, Sketch]], tally: Tally) -> None:
    """Go through the visits with a new book, and count what it says about each."""
    book = ScreenBook()
    screen_of: dict[str, str] = {}
    met: set[str] = set()
    for screen, seen in visits:
        known = book.recall(seen)
        if known is not None and screen_of[known] == screen:
            tally.right += 1
        else:
            tally.wrong += known is not None
            tally.missed += screen in met
        screen_of.setdefault(book.name_of(seen), screen)
        met.add(screen)


@pytest.mark.rows("R66", "R152", "R273")
async def test_seen_before_is_told_with_a_precision_and_a_recall_of_at_least_95_percent(pages: Pages) -> None:
    visits: list[tuple[str, Sketch]] = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = await browser.new_page(viewport={"width": 1280, "height": 720})
        scripts = await PageScripts.attach(page)
        for shown in screens():
            path, mark, query = shown.path.partition("?")
            await page.goto(pages.make(shown.html, name=path) + mark + query)
            answer: dict[str, Any] = await scripts.call("observe", {}, timeout=20)
            answer["url"] = answer["url"].replace("/made/", "/")
            visits.append((shown.screen, Sighting.from_answer(answer, document="").sketch))
        await browser.close()

    tally = Tally()
    for order in range(ORDERS):
        random.Random(order).shuffle(visits)
        visited(visits, tally)

    many = len({screen for screen, _seen in visits})
    told = f"precision {tally.precision:.3f}, recall {tally.recall:.3f}"
    print(f"\nseen before: {many} screens, {VARIANTS} variants each, {ORDERS} orders: {told}")
    assert many >= LEAST_SCREENS
    assert tally.precision >= LEAST
    assert tally.recall >= LEAST

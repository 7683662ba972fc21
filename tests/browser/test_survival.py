"""Handles after the page has changed: the same element, or none; never another one."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Page
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person

from handhold.settings import Settings

SITES = ("form", "shop", "table", "menu", "dashboard", "settings", "soup", "frames", "shadow", "article", "dialog")
FEWEST_KINDS = 30
HANDLES = 5
"""Handles followed through one change; which ones goes round with the kind of change."""
FEWEST_PAGES = 10
RELOADED = "frames reloaded"
# Nobody can tell an element from its exact copy after both were made anew.
HOPELESS = frozenset({"exact copies inserted"})


@pytest_asyncio.fixture(scope="module")
async def person(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Person]:
    app = OpenApp(Settings(root=root), environ=environ)
    yield Person(app)
    await app.close()


class Tally:
    """Found, refused and wrong, by kind of change."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.changed: defaultdict[str, set[str]] = defaultdict(set)
        """Kinds of change that made another markup, by page."""
        self.notes: list[str] = []

    def note(self, kind: str, outcome: str, text: str) -> None:
        self.counts[kind, outcome] += 1
        if outcome in ("wrong", "lost"):
            self.notes.append(f"{outcome:6} {kind}: {text}")

    def of(self, outcome: str, kind: str | None = None) -> int:
        return sum(count for (each, what), count in self.counts.items() if what == outcome and kind in (None, each))

    @property
    def share(self) -> float:
        hopeful = [kind for kind in self.kinds if kind not in HOPELESS]
        found = sum(self.of("found", kind) for kind in hopeful)
        return found / (found + sum(self.of("lost", kind) for kind in hopeful))

    @property
    def kinds(self) -> list[str]:
        return list(dict.fromkeys(kind for kind, _ in self.counts))

    def table(self) -> str:
        rows = [f"{'kind of change':34} found  lost refused wrong"]
        for kind in self.kinds:
            numbers = [self.of(outcome, kind) for outcome in ("found", "lost", "refused", "wrong")]
            rows.append(f"{kind:34} {numbers[0]:5} {numbers[1]:5} {numbers[2]:7} {numbers[3]:5}")
        return "\n".join(rows)


async def follow(person: Person, url: str, kind: str, tally: Tally, *, turn: int) -> None:
    """Load the page, take handles, change the page, and see where each handle leads."""
    page = await person.page()
    await page.goto(url, wait_until="load")
    handles = await person.handles(more=turn % 2 == 1)
    chosen = [handles[(turn * HANDLES + step) % len(handles)] for step in range(min(HANDLES, len(handles)))]
    before = {handle: await person.who_is(handle) for handle in chosen}
    markup = await page.evaluate("survival.markup()")
    if kind == RELOADED:
        await reload_frames(page)
    else:
        await page.evaluate("kind => survival.change(kind)", kind)
    if kind == RELOADED or await page.evaluate("survival.markup()") != markup:
        tally.changed[Path(url).stem].add(kind)
    present = set(await page.evaluate("survival.everybody()"))
    for handle, identity in before.items():
        now = await person.who_is(handle)
        is_error = now.startswith("MM_")
        if is_error:
            outcome = "lost" if identity in present else "refused"
        else:
            outcome = "found" if now == identity else "wrong"
        tally.note(kind, outcome, f"{Path(url).stem} {handle} was {identity}, is {now}")


async def reload_frames(page: Page) -> None:
    for frame in page.frames[1:]:
        await frame.evaluate("location.reload()")
        await frame.wait_for_function("window.survival && document.readyState === 'complete'")


@pytest.fixture(scope="module")
def tally() -> Tally:
    return Tally()


@pytest.mark.rows("R347", "R350", "R351")
@pytest.mark.parametrize("site", SITES)
async def test_a_handle_leads_to_its_element_or_nowhere(person: Person, pages: Pages, tally: Tally, site: str) -> None:
    url = pages / f"survival/{site}.html"
    await person.ask("nav_goto", url=url)
    kinds: Mapping[str, list[str]] = await (await person.page()).evaluate("survival.kinds")

    framed = [RELOADED] if len((await person.page()).frames) > 1 else []
    for turn, kind in enumerate([*kinds["rendered"], *kinds["inPlace"], *framed]):
        await follow(person, url, kind, tally, turn=turn)

    assert tally.of("wrong") == 0, "\n".join(tally.notes)


@pytest.mark.rows("R347", "R350")
def test_nearly_all_handles_survive(tally: Tally) -> None:
    if "SURVIVAL_NOTES" in os.environ:
        print("\n".join(tally.notes))
    print(tally.table())

    assert tally.of("wrong") == 0
    assert len([page for page, kinds in tally.changed.items() if len(kinds) >= FEWEST_KINDS]) >= FEWEST_PAGES
    idle = set(tally.kinds).difference(*tally.changed.values())
    assert idle <= {"re-render", "re-render twice"}
    assert tally.share >= 0.95, "\n".join([f"{tally.share:.1%}", *tally.notes])

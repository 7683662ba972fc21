"""Pages without semantics that change after something on them was pointed at: its handle means the same, or nothing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from tests.support.pages import Pages
from tests.support.person import Person
from tests.support.seeing import SeeingApp, seeing

EDGE: Final = 6
REFUSALS: Final = {"MM_TARGET_STALE", "MM_TARGET_AMBIGUOUS", "MM_TARGET_BLOCKED"}
CHANGES: Final = (
    *("nothing", "moved", "reordered", "anew", "anewAndReordered", "anewOutOfSight", "removed", "removedAndAnew"),
    *("replaced", "anewWithTwin", "passedOn", "coveredByGlass"),
)
MUST_ACT: Final = {"nothing", "moved", "reordered", "anew", "anewOutOfSight"}
"""It is the same thing with the same words, and no other has them: refusing would be a fault, too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    page: str
    things: Mapping[str, str]
    """Selectors of the elements by the names of what they are."""
    held: str
    drifts: bool = False

    def __str__(self) -> str:
        return f"{self.page}-{self.held}"


CART: Final = {"add": "#add", "cart": "#cart"}
SITES: Final = (
    Site(
        page="div_navigation",
        things={"home": ".i:nth-of-type(1)", "shop": ".i:nth-of-type(2)", "help": ".i:nth-of-type(3)"},
        held="shop",
    ),
    Site(page="aria_hidden_cta", things={"subscribe": ".cta"}, held="subscribe"),
    Site(page="moving_cart", things=CART, held="add"),
    Site(page="moving_cart", things=CART, held="cart", drifts=True),
)


@pytest_asyncio.fixture(scope="module")
async def app(environ: Mapping[str, str], root: Path) -> AsyncGenerator[SeeingApp]:
    async with seeing(environ, root) as make:
        yield make()


@pytest_asyncio.fixture
async def person(app: SeeingApp) -> AsyncGenerator[Person]:
    somebody = Person(app)
    yield somebody
    await somebody.leave()


async def held_on(person: Person, pages: Pages, site: Site) -> str:
    """The handle of what the pointer met on a page that was just opened."""
    assert (await person.ask("nav_goto", url=pages / f"see-negative/{site.page}.html")).ok
    page = await person.page()
    await page.add_script_tag(url=pages / "see-negative/changing.js")
    await page.evaluate("watch", site.things)
    if site.drifts:
        picked = await person.ask("ui_pick", hint="Cart (0)")
        return str(picked.envelope["result"]["elementId"])
    box = await page.locator(site.things[site.held]).bounding_box()
    assert box is not None
    # What drifts about the page does not come so far to the left.
    place = {"x": box["x"] + EDGE, "y": box["y"] + box["height"] / 2}
    pointed = await person.ask("pointer_action", target=place, intent="hover")
    return str(pointed.envelope["result"]["promotedHandleId"])


@pytest.mark.rows("R344", "R456", "R457")
@pytest.mark.parametrize("site", SITES, ids=str)
async def test_a_handle_of_what_was_pointed_at_acts_on_the_right_thing_or_refuses(
    person: Person, pages: Pages, site: Site
) -> None:
    told: list[tuple[str, str, str]] = []

    for turn, change in enumerate(CHANGES):
        handle = await held_on(person, pages, site)
        page = await person.page()
        await page.evaluate("([name, held]) => change(name, held)", [change, site.held])
        by_pointer = site.drifts or turn % 2
        tool, argument = ("pointer_action", "target") if by_pointer else ("action_execute", "handle")
        reply = await person.ask(tool, **{argument: handle})
        heard: list[str] = await page.evaluate("heard")
        is_right = heard == [site.held] if reply.ok else not heard and reply.error["code"] in REFUSALS
        verdict = ("right" if reply.ok else "refused") if is_right else "WRONG"
        told.append((change, verdict, f"{heard} {'' if reply.ok else reply.error['code']}"))

    for change, verdict, why in told:
        print(f"{site!s:25} {change:18} {verdict:8} {why}")
    assert [each for each in told if each[1] == "WRONG"] == []
    assert [each for each in told if each[0] in MUST_ACT and each[1] != "right"] == []

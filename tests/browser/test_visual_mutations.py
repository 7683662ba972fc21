"""Pages that change after something on them was seen: its handle acts on the right thing, or refuses."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

import pytest
import pytest_asyncio
from tests.support.pages import Pages
from tests.support.person import Person
from tests.support.seeing import SeeingApp, seeing

Verdict = Literal["right", "refused", "WRONG"]
REFUSALS: Final = {"MM_TARGET_STALE", "MM_TARGET_AMBIGUOUS", "MM_TARGET_BLOCKED"}


@dataclass(frozen=True, slots=True)
class Site:
    """A page and the things on it that handles are held of, each with its place among those of its kind."""

    name: str
    held: tuple[tuple[str, str, int], ...]
    """Name on the page, pattern of the scan, place from the left and the top."""


SITES: Final = (
    Site("buttons", (("seat", "Reserve seat", 0), ("share", "Share", 0))),
    Site("faint", (("go", "Continue", 0),)),
    Site("rows", (("Green tea", "Buy", 0),)),
    Site("chart", (("jan", "icon", 0), ("feb", "shape", 0))),
    Site("icons", (("star", "icon", 0), ("heart", "icon", 1))),
    Site("toolbar", (("star", "icon", 0), ("heart", "icon", 1))),
    Site("pictures", (("checkout", "Start checkout", 0),)),
    Site("map", (("north", "North hall", 0),)),
)
CHANGES: Final = (
    *("nothing", "moved", "reordered", "passedOn", "renamed", "removed", "removedAndClosedUp", "coveredByGlass"),
    *("covered", "scaled", "recoloured", "swapped", "looksSwapped", "twin", "replacedByLookalike"),
    *("lookalikeElsewhere", "redrawn", "redrawnAndSwapped"),
)
MUST_ACT: Final = {"nothing", "redrawn"}
"""Where nothing differs that anybody could see, refusing would be a fault, too."""


@pytest_asyncio.fixture(scope="module")
async def app(environ: Mapping[str, str], root: Path) -> AsyncGenerator[SeeingApp]:
    async with seeing(environ, root) as make:
        yield make()


@pytest_asyncio.fixture
async def person(app: SeeingApp) -> AsyncGenerator[Person]:
    somebody = Person(app)
    yield somebody
    await somebody.leave()


def _place(item: dict[str, Any]) -> tuple[int, int]:
    return item["bbox"]["y"] // 20, item["bbox"]["x"]


async def held(person: Person, url: str, pattern: str, place: int) -> str:
    """The handle of something on a page that was opened anew."""
    assert (await person.ask("nav_goto", url=url)).ok
    reply = await person.ask("visual_scan", pattern=pattern)
    items = sorted(reply.envelope["result"]["items"], key=_place)
    return str(items[place]["visualHandleId"])


async def verdict(person: Person, tool: str, handle: str, *, meant: str) -> tuple[Verdict, str]:
    """What came of pressing it, by the page's own book."""
    argument = {"handle": handle} if tool == "action_execute" else {"target": handle}
    reply = await person.ask(tool, **argument)
    heard: list[str] = await (await person.page()).evaluate("heard")
    if reply.ok:
        return ("right" if heard == [meant] else "WRONG"), f"ok, heard {heard}"
    code = str(reply.error["code"])
    return (
        "refused" if not heard and code in REFUSALS else "WRONG"
    ), f"{code}: {reply.error['message']}; heard {heard}"


@pytest.mark.rows("R361", "R363", "R459")
@pytest.mark.parametrize("site", SITES, ids=lambda site: site.name)
async def test_a_handle_acts_on_the_right_thing_or_refuses(person: Person, pages: Pages, site: Site) -> None:
    told: list[tuple[str, str, Verdict, str]] = []
    tools = ("action_execute", "pointer_action")

    for at, (name, pattern, place) in enumerate(site.held):
        for change in CHANGES:
            handle = await held(person, pages / f"sight/{site.name}.html", pattern, place)
            await (await person.page()).evaluate("([change_, name]) => change(change_, name)", [change, name])
            told.append((name, change, *await verdict(person, tools[at % 2], handle, meant=name)))

    for name, change, judged, why in told:
        print(f"{site.name:10} {name:10} {change:20} {judged:8} {why}")
    assert [each for each in told if each[2] == "WRONG"] == []
    assert [each for each in told if each[1] in MUST_ACT and each[2] != "right"] == []

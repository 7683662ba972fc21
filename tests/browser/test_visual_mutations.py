"""Pages that change after something on them was seen: its handle acts on the right thing, or refuses."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import pytest
import pytest_asyncio
from playwright.async_api import Frame
from playwright.async_api import TimeoutError as PlaywrightTimeout
from tests.support.pages import Pages
from tests.support.person import Person
from tests.support.seeing import SeeingApp, seeing

SHEET: Final = "<div style='position:relative;z-index:2;width:420px;height:300px;margin-top:-302px'></div>"
"""As clear as glass, over a frame."""
Verdict = Literal["right", "refused", "WRONG"]
HEARD_MS: Final = 3_000
REFUSALS: Final = {"MM_TARGET_STALE", "MM_TARGET_AMBIGUOUS", "MM_TARGET_BLOCKED"}


class Thing(NamedTuple):
    """Something that a handle is held of: its name on the page, the pattern of the scan, its place in what is found."""

    name: str
    pattern: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class Site:
    """A page and the things on it that handles are held of."""

    name: str
    held: tuple[Thing, ...]
    first: str = ""
    """What is pressed before anything is held."""
    prepared: str = ""
    """A script that makes the page what it is about."""
    more: Mapping[str, str] = field(default_factory=dict[str, str])
    """Changes of its own: scripts for the tab's main document."""
    settings: Mapping[str, float] = field(default_factory=dict[str, float])
    title: str = ""

    def __str__(self) -> str:
        return self.title or self.name


SITES: Final = (
    Site("buttons", (Thing("seat", "Reserve seat"), Thing("share", "Share"))),
    Site("faint", (Thing("go", "Continue"),)),
    Site("rows", (Thing("Green tea", "Buy"),)),
    Site("chart", (Thing("jan", "icon"), Thing("feb", "shape"))),
    Site("icons", (Thing("star", "icon"), Thing("heart", "icon", 1))),
    Site("toolbar", (Thing("star", "icon"), Thing("heart", "icon", 1))),
    Site("pictures", (Thing("checkout", "Start checkout"),)),
    Site("map", (Thing("north", "North hall"),)),
    Site("menu", (Thing("Export", "Export"),), first="File", more={"closed": "things.length = 2; draw()"}),
    Site(
        "frame",
        (Thing("share", "Share"), Thing("seat", "Reserve seat")),
        more={
            "frameMoved": "frame.style.margin = '90px 0 0 120px'",
            "frameScrolledAway": "scrollTo(0, 1000)",
            "frameTurned": "frame.style.transform = 'scale(0.8)'",
            "frameCovered": f"frame.insertAdjacentHTML('afterend', `{SHEET}`)",
            "frameShowsAnotherPage": "await came(() => { frame.src = frame.src.replace('buttons', 'rows') })",
            "frameReplaced": "await came(() => frame.replaceWith(frame = frame.cloneNode()))",
        },
    ),
    Site(
        "buttons",
        (Thing("cancel", "Cancel"), Thing("share", "Share")),
        prepared="document.documentElement.style.zoom = 1.5",
        more={
            "zoomedOut": "document.documentElement.style.zoom = 1",
            "zoomedIn": "document.documentElement.style.zoom = 2.5",
            "zoomedAndScrolled": "document.documentElement.style.zoom = 2; scrollTo(0, 90)",
        },
        title="zoomed",
    ),
    Site(
        "scrolled",
        (Thing("roof", "Roof terrace"),),
        prepared="box.scrollTop = 400",
        more={
            "boxScrolledBack": "box.scrollTop = 0",
            "boxScrolledHalfWay": "box.scrollTop = 300",
            "boxClosed": "box.style.height = 0",
            "pageScrolledAway": "scrollTo(0, 1700)",
        },
    ),
    Site("buttons", (Thing("share", "Share"),), settings={"device_scale": 1.5}, title="ratio 1.5"),
    Site("icons", (Thing("heart", "icon", 1),), settings={"device_scale": 2}, title="ratio 2"),
)
HELD: Final = [(site, held) for site in SITES for held in site.held]
CHANGES: Final = (
    *("nothing", "moved", "reordered", "passedOn", "renamed", "removed", "removedAndClosedUp", "coveredByGlass"),
    *("covered", "scaled", "recoloured", "swapped", "looksSwapped", "twin", "replacedByLookalike"),
    *("lookalikeElsewhere", "redrawn", "redrawnAndSwapped", "redrawnOutOfSight"),
)
MUST_ACT: Final = {
    *("nothing", "redrawn", "redrawnOutOfSight", "frameScrolledAway", "boxScrolledBack", "pageScrolledAway")
}
"""Where nothing differs that anybody could see after scrolling, refusing would be a fault, too."""


@pytest_asyncio.fixture(scope="module")
async def apps(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., SeeingApp]]:
    async with seeing(environ, root) as make:
        yield make


@pytest_asyncio.fixture
async def person(apps: Callable[..., SeeingApp], site: Site) -> AsyncGenerator[Person]:
    somebody = Person(apps(**site.settings))
    yield somebody
    await somebody.leave()


def _place(item: dict[str, Any]) -> tuple[int, int]:
    return item["bbox"]["y"] // 20, item["bbox"]["x"]


async def stage_of(person: Person) -> Frame:
    """The document that holds the stage."""
    return (await person.page()).frames[-1]


async def opened(person: Person, pages: Pages, site: Site) -> None:
    """A page anew, as it is when something on it is seen."""
    assert (await person.ask("nav_goto", url=pages / f"sight/{site.name}.html")).ok
    if site.prepared:
        await (await person.page()).evaluate(site.prepared)
    if site.first:
        assert (await person.ask("action_execute", handle=await handle_of(person, Thing(site.first, site.first)))).ok


async def handle_of(person: Person, thing: Thing) -> str:
    reply = await person.ask("visual_scan", pattern=thing.pattern)
    assert reply.ok, reply.text
    items = sorted(reply.envelope["result"]["items"], key=_place)
    return str(items[thing.place]["visualHandleId"])


async def changed(person: Person, site: Site, change: str, name: str) -> None:
    if change in site.more:
        await (await person.page()).evaluate(f"async () => {{ {site.more[change]} }}")
    else:
        await (await stage_of(person)).evaluate("([change_, name]) => change(change_, name)", [change, name])


async def verdict(person: Person, tool: str, handle: str, *, meant: str) -> tuple[Verdict, str]:
    """What came of pressing it, by the page's own book."""
    argument = {"handle": handle} if tool == "action_execute" else {"target": handle}
    stage = await stage_of(person)
    await stage.evaluate("heard.length = 0")
    reply = await person.ask(tool, **argument)
    if reply.ok:
        # A frame of another site has a process of its own, which may hear of it after ours has been answered.
        with contextlib.suppress(PlaywrightTimeout):
            await stage.wait_for_function("heard.length > 0", timeout=HEARD_MS)
    heard: list[str] = await stage.evaluate("heard")
    if reply.ok:
        return ("right" if heard == [meant] else "WRONG"), f"ok, heard {heard}"
    code = str(reply.error["code"])
    return (
        "refused" if not heard and code in REFUSALS else "WRONG"
    ), f"{code}: {reply.error['message']}; heard {heard}"


@pytest.mark.rows("R361", "R363", "R459")
@pytest.mark.parametrize(("site", "held"), HELD, ids=[f"{site!s}-{held.name}" for site, held in HELD])
async def test_a_handle_acts_on_the_right_thing_or_refuses(
    person: Person, pages: Pages, site: Site, held: Thing
) -> None:
    told: list[tuple[str, Verdict, str]] = []
    tools = ("action_execute", "pointer_action")

    for turn, change in enumerate((*CHANGES, *site.more), start=site.held.index(held)):
        await opened(person, pages, site)
        handle = await handle_of(person, held)
        await changed(person, site, change, held.name)
        told.append((change, *await verdict(person, tools[turn % 2], handle, meant=held.name)))

    for change, judged, why in told:
        print(f"{site!s:10} {held.name:10} {change:20} {judged:8} {why}")
    assert [each for each in told if each[1] == "WRONG"] == []
    assert [each for each in told if each[0] in MUST_ACT and each[1] != "right"] == []

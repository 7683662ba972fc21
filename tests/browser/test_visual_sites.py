"""Pages that semantics fail on: what is seen there is acted on, used again, and what came of it is confirmed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Frame
from tests.support.pages import Pages
from tests.support.person import Person
from tests.support.seeing import SeeingApp, pinch, seeing

OUT: Final = [{"field": "did", "hint": {"selector": "#out", "strategy": "text"}}]
CHOSEN: Final = [{"field": "chosen", "hint": {"textIncludes": "Chosen"}}]
SURE: Final = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Something on a page of `tests/sites/sight`, and how it is come by."""

    site: str
    pattern: str
    name: str
    is_promoted: bool = False
    place: int = 0
    settings: Mapping[str, float] = field(default_factory=dict[str, float])
    prepared: str = ""
    """A script that makes the page what it is about."""
    pinched: float = 1.0
    first: str = ""
    """What is pressed first, each time."""
    says: bool = False
    """Whether the picture itself says what was pressed last."""
    spot: str = "scrollTo(0, 0)"
    """A script that brings it where it can be seen."""


CASES: Final = {
    "canvas buttons": Case(site="buttons", pattern="Reserve seat", name="seat", says=True),
    "canvas menu": Case(site="menu", pattern="Export", name="Export", first="File", says=True),
    "image map": Case(site="map", pattern="South hall", name="south", is_promoted=True),
    "icon-only toolbar": Case(site="toolbar", pattern="icon", place=2, name="cross", is_promoted=True),
    "text drawn as image": Case(site="pictures", pattern="Wish list", name="wish", is_promoted=True),
    "chart": Case(site="chart", pattern="shape", name="feb"),
    "low contrast": Case(site="faint", pattern="Continue", name="go"),
    "canvas icons": Case(site="icons", pattern="icon", place=1, name="heart"),
    "ratio 1.5": Case(site="buttons", pattern="Share", name="share", settings={"device_scale": 1.5}),
    "ratio 2": Case(site="icons", pattern="icon", place=2, name="cross", settings={"device_scale": 2}),
    "zoomed page": Case(
        site="buttons", pattern="Cancel", name="cancel", prepared="document.documentElement.style.zoom = 1.5"
    ),
    "pinched page": Case(site="buttons", pattern="Reserve seat", name="seat", pinched=1.4),
    "scrolled container": Case(
        site="scrolled", pattern="Roof terrace", name="roof", spot="scrollTo(0, 0); box.scrollTop = 400"
    ),
    "cross-origin frame": Case(site="frame", pattern="Share", name="share"),
}
ROUNDS: Final = {
    "as it was": "",
    "scrolled": "scrollTo(0, 160); document.getElementById('box')?.scrollTo(0, 0)",
    "resized": "",
    "drawn anew": "change('redrawn', '')",
    "scrolled away": "",
}
AWAY: Final = "scrollTo(0, document.documentElement.scrollHeight)"
"""Of the tab's own document: what lies in a frame goes with the frame."""


@pytest_asyncio.fixture(scope="module")
async def apps(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., SeeingApp]]:
    async with seeing(environ, root) as make:
        yield make


@pytest_asyncio.fixture
async def person(apps: Callable[..., SeeingApp]) -> AsyncGenerator[Person]:
    somebody = Person(apps())
    yield somebody
    await somebody.leave()


async def result(person: Person, tool: str, **arguments: Any) -> dict[str, Any]:
    reply = await person.ask(tool, **arguments)
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= 2048
    told: dict[str, Any] = reply.envelope["result"]
    return told


async def seen(person: Person, pattern: str, place: int = 0) -> dict[str, Any]:
    """The finding of a scan that says just this; where none has words, by its place from the top and the left."""
    found = (await result(person, "visual_scan", pattern=pattern))["items"]
    items = [item for item in found if item.get("text") == pattern] or found
    return sorted(items, key=lambda item: (item["bbox"]["y"] // 20, item["bbox"]["x"]))[place]


async def snapped(person: Person, fields: list[dict[str, Any]], **scope: Any) -> str:
    """The only field of a snapshot; what it is not sure of counts as missing."""
    told = await result(person, "state_snapshot", fields=fields, **scope)
    (entry,) = told["fields"].values()
    assert entry["value"] is not None and entry["confidence"] >= SURE, entry
    return str(entry["value"])


async def frame_of(person: Person) -> Frame:
    """The document that holds the stage."""
    return (await person.page()).frames[-1]


async def prepare(person: Person, case: Case, url: str) -> None:
    await result(person, "nav_goto", url=url)
    page = await person.page()
    await page.set_viewport_size({"width": 1000, "height": 700})
    if case.prepared:
        await page.evaluate(case.prepared)
    if case.pinched != 1:
        await pinch(page, case.pinched)
    await (await frame_of(person)).evaluate(case.spot)


@pytest.mark.rows("R340", "R341", "R343", "R361", "R363", "R454", "R459", "R460")
@pytest.mark.parametrize("name", CASES)
async def test_what_was_seen_is_used_again_and_its_result_confirmed(
    apps: Callable[..., SeeingApp], pages: Pages, name: str
) -> None:
    case = CASES[name]
    person = Person(apps(**case.settings))
    await prepare(person, case, pages / f"sight/{case.site}.html")
    first = (await seen(person, case.first))["visualHandleId"] if case.first else None
    if first is not None:
        await result(person, "action_execute", handle=first)
    item = await seen(person, case.pattern, case.place)
    handle = item["visualHandleId"]

    assert (item["promotedElementId"] is not None) is case.is_promoted
    for at, (change, script) in enumerate(ROUNDS.items()):
        if change == "resized":
            await (await person.page()).set_viewport_size({"width": 760, "height": 540})
        if change == "scrolled away":
            await (await person.page()).evaluate(AWAY)
        if script:
            await (await frame_of(person)).evaluate(script)
        if first is not None and at > 0:
            await result(person, "action_execute", handle=first)
        await (await frame_of(person)).evaluate("out.value = ''")
        tool, target = ("action_execute", "handle") if at % 2 else ("pointer_action", "target")
        await result(person, tool, **{target: handle})

        assert await snapped(person, OUT) == case.name, change
        if case.says:
            scope = first or handle
            assert await snapped(person, CHOSEN, scope={"handle": scope}) == case.name, change
    await person.leave()


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative:
    """A page without semantics that a pointer finds its way on, and what is done to it afterwards."""

    page: str
    point: str
    """What is pressed at its coordinates, as somebody who looks at a picture would."""
    says: str
    field: dict[str, Any]
    done: str
    undone: str
    """A script that takes back what was done."""
    anew: str
    """A script that draws the page anew."""


NEGATIVES: Final = {
    "div-only navigation": Negative(
        page="div_navigation",
        point=".i:nth-of-type(2)",
        says="Shop",
        field={"field": "title", "hint": {"selector": ".t", "strategy": "text"}},
        done="Shop",
        undone="document.querySelector('.t').textContent = 'Welcome'",
        anew="for (const old of document.querySelectorAll('.i')) { const item = old.cloneNode(true); "
        "item.onclick = () => { document.querySelector('.t').textContent = item.textContent }; old.replaceWith(item) }",
    ),
    "aria-hidden call to action": Negative(
        page="aria_hidden_cta",
        point=".cta",
        says="Subscribe",
        field={"field": "thanks", "hint": {"textIncludes": "Thank you", "strategy": "text"}},
        done="Thank you",
        undone="document.getElementById('done').hidden = true",
        anew="{ const old = document.querySelector('.cta'), fresh = old.cloneNode(true); "
        "fresh.onclick = () => { document.getElementById('done').hidden = false }; old.replaceWith(fresh) }",
    ),
}


@pytest.mark.rows("R344", "R456", "R459", "R460")
@pytest.mark.parametrize("name", NEGATIVES)
async def test_what_a_pointer_met_on_a_page_without_semantics_can_be_used_again(
    person: Person, pages: Pages, name: str
) -> None:
    case = NEGATIVES[name]
    await result(person, "nav_goto", url=pages / f"see-negative/{case.page}.html")
    page = await person.page()
    box = await page.locator(case.point).bounding_box()
    assert box is not None
    centre = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    pressed = await result(person, "pointer_action", target=centre)
    found = await result(person, "ui_pick", hint=case.says)

    assert await snapped(person, [case.field]) == case.done
    assert found["elementId"] == pressed["promotedHandleId"]
    rounds = {"scrolled": AWAY, "resized": "", "anew": case.anew}
    await page.evaluate("document.body.style.height = '3000px'")
    for change, script in rounds.items():
        await page.evaluate(case.undone)
        if change == "resized":
            await page.set_viewport_size({"width": 760, "height": 540})
        await page.evaluate(script)
        await result(person, "action_execute", handle=pressed["promotedHandleId"])

        assert await snapped(person, [case.field]) == case.done, change


CHANGED: Final = {"as it was": "", "scrolled": AWAY, "resized": "", "drawn anew": "draw()"}


@pytest.mark.rows("R457", "R459", "R460")
async def test_a_cart_that_drifts_about_is_filled_and_opened_again_and_again(person: Person, pages: Pages) -> None:
    await result(person, "nav_goto", url=pages / "see-negative/moving_cart.html")
    page = await person.page()
    await page.evaluate("document.body.style.height = '3000px'")
    cart = (await result(person, "ui_pick", hint="Cart (0)"))["elementId"]
    box = await page.locator("#add").bounding_box()
    assert box is not None
    # The cart does not drift so far to the left.
    add = await result(person, "pointer_action", target={"x": box["x"] + 6, "y": box["y"] + 8})
    count = [{"field": "count", "hint": {"selector": "#cart span", "strategy": "number"}}]
    assert await snapped(person, count) == "1"

    for turn, (change, script) in enumerate(CHANGED.items(), start=1):
        if change == "resized":
            await page.set_viewport_size({"width": 760, "height": 540})
        await page.evaluate(script)
        await result(person, "action_execute", handle=add["promotedHandleId"])
        await result(person, "pointer_action", target=cart)

        assert await snapped(person, count) == str(1 + turn), change
        assert await snapped(person, OUT) == f"Opened {turn}", change


@pytest.mark.rows("R458", "R459", "R460")
async def test_a_slider_without_a_word_is_set_by_its_track_again_and_again(person: Person, pages: Pages) -> None:
    await result(person, "nav_goto", url=pages / "see-negative/canvas_slider.html")
    page = await person.page()
    await page.evaluate("document.body.style.height = '3000px'")
    slider = await seen(person, "slider")
    rounds = {"75%": "", "20%": AWAY, "55%": "", "90%": "put()"}

    assert slider["promotedElementId"] is None
    for share, script in rounds.items():
        if share == "55%":
            await page.set_viewport_size({"width": 760, "height": 540})
        await page.evaluate(script)
        told = await result(person, "action_set_state", handle=slider["visualHandleId"], state=share)

        assert (told["strategy"], told["state"]["by"]) == ("drag", "picture")
        wanted = int(share.removesuffix("%"))
        assert abs(float(await snapped(person, OUT)) - wanted) <= 2, share

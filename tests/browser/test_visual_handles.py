"""Handles of what was only seen, in the tools that take handles of elements."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from tests.support.pages import Pages
from tests.support.person import Person
from tests.support.seeing import SeeingApp, canvas, picture, seeing

RESERVE: Final = 'button(20,20,160,40,"Reserve seat")'
TOTAL: Final = 'words(20,110,"Total: 42 EUR")'
HEARD: Final = "<output id=out></output>"
LISTENING: Final = "<script>c.onclick = c.oncontextmenu = (event) => { out.value += `${event.type} ` }</script>"
MIXER: Final = "sight/mixer.html"


@pytest_asyncio.fixture(scope="module")
async def app(environ: Mapping[str, str], root: Path) -> AsyncGenerator[SeeingApp]:
    async with seeing(environ, root) as make:
        yield make()


@pytest_asyncio.fixture
async def person(app: SeeingApp) -> AsyncGenerator[Person]:
    somebody = Person(app)
    yield somebody
    await somebody.leave()


async def opened(person: Person, url: str, pattern: str) -> str:
    """The handle of the lowest finding on a page."""
    assert (await person.ask("nav_goto", url=url)).ok
    items = (await person.ask("visual_scan", pattern=pattern)).envelope["result"]["items"]
    return str(max(items, key=lambda item: item["bbox"]["y"])["visualHandleId"])


async def result(person: Person, tool: str, **arguments: Any) -> dict[str, Any]:
    reply = await person.ask(tool, **arguments)
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= 2048
    told: dict[str, Any] = reply.envelope["result"]
    return told


async def refused(person: Person, tool: str, **arguments: Any) -> dict[str, Any]:
    reply = await person.ask(tool, **arguments)
    assert not reply.ok, reply.text
    return dict(reply.error)


@pytest.mark.rows("R343", "R345", "R459")
async def test_something_drawn_is_activated_like_an_element(person: Person, pages: Pages) -> None:
    handle = await opened(person, pages.make(f"{HEARD}{canvas(RESERVE)}{LISTENING}"), "reserve")

    done = await result(person, "action_execute", handle=handle)
    await result(person, "action_execute", handle=handle, intent="contextMenu")
    focus = await refused(person, "action_execute", handle=handle, intent="focus")

    assert done["target"] == 'button "Reserve seat"'
    assert (done["elementId"], done["strategy"], done["received"]) == (handle, "pointer", True)
    assert done["changes"]["messages"] == ["click"]
    assert await (await person.page()).evaluate("out.value") == "click contextmenu "
    assert focus["code"] == "MM_STATE_REFUSED"


async def test_what_was_promoted_is_acted_on_as_its_element(person: Person, pages: Pages) -> None:
    face = f"<img alt='' src=\"{picture('Pay now')}\">"
    handle = await opened(person, pages.make(f"<button id=pay onclick='out.value=1'>{face}</button>{HEARD}"), "pay")

    done = await result(person, "action_execute", handle=handle)
    picked = await result(person, "ui_pick", elementId=handle)
    scanned = await result(person, "ui_scan", region={"handle": handle})

    assert done["elementId"].startswith("h") and done["target"].startswith("button")
    assert picked["elementId"] == done["elementId"]
    assert {"kind": "css", "value": "#pay"} in picked["selectors"]
    assert [item["elementId"] for item in scanned["items"]] == [done["elementId"]]


@pytest.mark.rows("R344", "R362")
async def test_a_picked_visual_handle_says_where_it_is_and_why_it_is_the_one(person: Person, pages: Pages) -> None:
    handle = await opened(person, pages.make(f"{canvas(RESERVE, TOTAL)}{HEARD}"), "reserve")
    await (await person.page()).evaluate(f'on("c", () => {{{RESERVE}; words(20,110,"Total: 43 EUR")}})')

    picked = await result(person, "ui_pick", elementId=handle)

    assert (picked["elementId"], picked["role"], picked["label"]) == (handle, "button", "Reserve seat")
    assert picked["verificationEvidence"]["match"] == "text"
    assert picked["selectors"] == []
    assert picked["drawnOn"].startswith("h")
    assert picked["confidence"] > 0.9
    assert abs(picked["bbox"]["x"] - 28) < 6 and abs(picked["bbox"]["width"] - 160) < 8


@pytest.mark.rows("R460")
async def test_a_snapshot_reads_what_is_drawn_around_something_seen(person: Person, pages: Pages) -> None:
    drawn = canvas(RESERVE, TOTAL, 'words(20,140,"Row")', 'words(150,140,"Gold")')
    handle = await opened(person, pages.make(f"{drawn}{HEARD}"), "reserve")
    fields = [
        {"field": "total", "hint": {"textIncludes": "Total"}},
        {"field": "amount", "hint": {"textIncludes": "Total", "strategy": "number"}},
        {"field": "row", "hint": {"textIncludes": "Row"}},
        {"field": "offer", "hint": {"role": "button", "strategy": "text"}},
        {"field": "voucher", "hint": {"textIncludes": "Voucher", "strategy": "exists"}},
        {"field": "by_css", "hint": {"selector": "#total"}},
        "price",
    ]

    told = (await result(person, "state_snapshot", scope={"handle": handle}, fields=fields))["fields"]

    assert {name: entry["value"] for name, entry in told.items()} == {
        "total": "42 EUR",
        "amount": "42",
        "row": "Gold",
        "offer": "Reserve seat",
        "voucher": False,
        "by_css": None,
        "price": None,
    }
    assert told["voucher"]["confidence"] < 0.8 < told["total"]["confidence"] < 1
    assert "hint" in told["price"]["reason"]


@pytest.mark.rows("R458")
async def test_a_slider_is_dragged_until_its_label_says_the_number(person: Person, pages: Pages) -> None:
    treble = await opened(person, pages / MIXER, "slider")

    up = await result(person, "action_set_state", handle=treble, state=37)
    again = await result(person, "action_set_state", handle=treble, state={"value": "12"})

    assert up["state"] == {"before": 30, "after": 37, "by": "text"}
    assert again["state"] == {"before": 37, "after": 12, "by": "text"}
    assert again["target"] == 'slider "Treble"'
    assert await (await person.page()).evaluate("levels") == {"Bass": 10, "Treble": 12}


@pytest.mark.rows("R458")
async def test_an_upright_slider_is_dragged_by_number_and_by_share(person: Person, pages: Pages) -> None:
    bass, treble = await sliders(person, pages / "sight/faders.html")

    up = await result(person, "action_set_state", handle=bass, state=34)
    down = await result(person, "action_set_state", handle=treble, state="25%")

    assert up["state"] == {"before": 10, "after": 34, "by": "text"}
    assert down["state"]["by"] == "picture"
    levels = await (await person.page()).evaluate("levels")
    assert levels["Bass"] == 34
    assert abs(levels["Treble"] - 10) <= 1


async def sliders(person: Person, url: str) -> list[str]:
    """Of a page, from left to right."""
    await result(person, "nav_goto", url=url)
    items = (await result(person, "visual_scan", pattern="slider"))["items"]
    return [item["visualHandleId"] for item in sorted(items, key=lambda item: item["bbox"]["x"])]


@pytest.mark.rows("R458")
async def test_a_slider_that_does_not_obey_is_not_said_to_be_set(person: Person, pages: Pages) -> None:
    treble = await opened(person, pages / MIXER, "slider")
    page = await person.page()

    beyond = await refused(person, "action_set_state", handle=treble, state=70)
    await page.evaluate("words = () => undefined; levels.Treble = 20; put()")
    nameless = await refused(person, "action_set_state", handle=treble, state=25)
    wrong = await refused(person, "action_set_state", handle=treble, state={"checked": True})

    assert beyond["code"] == "MM_STATE_REFUSED"
    assert beyond["details"]["after"] == 40
    assert nameless["code"] == "MM_TARGET_STALE"
    assert wrong["code"] == "MM_INVALID_INPUT"
    assert await page.evaluate("levels.Bass") == 10


SLIDERS: Final = {
    "swapped": "names.reverse(); paint()",
    "renamed": "names = ['Bass', 'Gain']; levels.Gain = 30; paint()",
    "removed": "names = ['Bass']; paint()",
    "twin": "names = ['Treble', 'Treble']; paint()",
    "covered": "document.body.insertAdjacentHTML('beforeend', '<i style=\"position:fixed;inset:0\"></i>')",
    "scaled": "stage.style.cssText = 'width:476px;height:210px'",
    "drawn anew": "put()",
}


@pytest.mark.rows("R459")
async def test_the_right_slider_of_a_changed_page_is_moved_or_none(person: Person, pages: Pages) -> None:
    told: dict[str, str] = {}

    for change, script in SLIDERS.items():
        treble = await opened(person, pages / MIXER, "slider")
        page = await person.page()
        await page.evaluate(script)
        reply = await person.ask("action_set_state", handle=treble, state=18)
        levels = await page.evaluate("levels")
        told[change] = "refused" if not reply.ok and levels["Treble"] == 30 else f"{levels['Treble']}"
        print(f"mixer {change:12} {told[change]:8} {'' if reply.ok else reply.error['message']}")
        assert levels["Bass"] == 10 and levels.get("Gain", 30) == 30, change

    assert {change: told[change] for change in ("swapped", "scaled", "drawn anew")} == {
        "swapped": "18",
        "scaled": "18",
        "drawn anew": "18",
    }
    assert {told[change] for change in ("renamed", "removed", "twin", "covered")} == {"refused"}


@pytest.mark.rows("R345")
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("action_execute", {"handle": "HELD"}),
        ("action_set_state", {"handle": "HELD", "state": 3}),
        ("ui_pick", {"elementId": "HELD"}),
        ("state_snapshot", {"scope": {"handle": "HELD"}, "fields": [{"field": "a", "hint": {"near": "Total"}}]}),
        ("pointer_action", {"target": "HELD"}),
    ],
)
async def test_what_is_gone_is_refused_by_every_tool(
    person: Person, pages: Pages, tool: str, arguments: dict[str, Any]
) -> None:
    slider = "pen.fillStyle='#bbb';pen.fillRect(20,60,200,6);pen.fillStyle='#05c';pen.arc(90,63,9,0,7);pen.fill()"
    handle = await opened(person, pages.make(f"{canvas('words(20,40,`Volume`)', slider)}{HEARD}"), "slider")
    await (await person.page()).evaluate("on('c', () => words(20, 40, 'Thank you'))")
    given = {name: _named(value, handle) for name, value in arguments.items()}

    error = await refused(person, tool, **given)

    assert error["code"] == "MM_TARGET_STALE"
    assert "visual_scan" in error["hint"]


def _named(value: Any, handle: str) -> Any:
    if value == "HELD":
        return handle
    return {"handle": handle} if value == {"handle": "HELD"} else value


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("action_execute", {"handle": "v99"}, "MM_TARGET_NOT_FOUND"),
        ("ui_pick", {"elementId": "v99"}, "MM_TARGET_NOT_FOUND"),
        ("state_snapshot", {"scope": {"handle": "v99"}, "fields": ["price"]}, "MM_TARGET_NOT_FOUND"),
        ("action_set_state", {"handle": "v1", "state": "x"}, "MM_STATE_REFUSED"),
        ("ui_scan", {"region": {"handle": "v1"}}, "MM_INVALID_INPUT"),
        ("state_read", {"region": {"handle": "v1"}}, "MM_INVALID_INPUT"),
        ("action_execute", {"handle": "e3"}, "MM_INVALID_INPUT"),
        ("action_press", {"keys": "Enter", "handle": "v1"}, "MM_INVALID_INPUT"),
    ],
)
async def test_what_a_visual_handle_cannot_do_is_said(
    person: Person, pages: Pages, tool: str, arguments: dict[str, Any], code: str
) -> None:
    await opened(person, pages.make(f"{HEARD}{canvas(RESERVE)}{LISTENING}"), "reserve")

    error = await refused(person, tool, **arguments)

    assert error["code"] == code
    assert await (await person.page()).evaluate("out.value") == ""


@pytest.mark.rows("R355")
async def test_a_picture_is_the_region_of_a_scan_by_what_was_seen_in_it(person: Person, pages: Pages) -> None:
    other = canvas('words(20,40,"Elsewhere")', name="d")
    handle = await opened(person, pages.make(f"{canvas(RESERVE, TOTAL)}{other}"), "reserve")

    told = await result(person, "visual_scan", region={"handle": handle})

    assert sorted(item["text"] for item in told["items"]) == ["Reserve seat", "Total: 42 EUR"]

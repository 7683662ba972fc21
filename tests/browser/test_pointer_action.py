"""Gestures at places: points, elements, and things that only a picture shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import opened
from tests.support.seeing import canvas

RESERVE = 'button(20,20,160,40,"Reserve seat")'
HEARD = "<output id=out></output><script>const tell = (words) => { out.value += words + ' ' }</script>"
LISTENING = """<script>
  const kinds = ['click', 'dblclick', 'contextmenu', 'wheel', 'mouseenter']
  for (const kind of kinds) pad.addEventListener(kind, () => tell(kind))
  let began = 0
  pad.addEventListener('pointerdown', (event) => { began = event.timeStamp })
  pad.addEventListener('pointerup', (event) => { if (event.timeStamp - began > 500) tell('long') })
</script>"""
PAD = "<div id=pad style='width:200px;height:100px;background:#cde'>pad</div>"


@pytest.fixture
def ask(ask_with: Callable[..., Ask]) -> Ask:
    return ask_with(vision_timeout_ms=60_000)


async def done(ask: Ask, arguments: dict[str, Any]) -> dict[str, Any]:
    reply = await ask("pointer_action", arguments)
    assert reply.ok, reply.text
    assert len(reply.text.encode()) <= 2048
    return reply.envelope["result"]


@pytest.mark.rows("R343", "R344")
async def test_what_is_met_at_a_point_gets_a_handle_that_works_again(ask: Ask, pages: Pages) -> None:
    button = (
        "<button style='position:absolute;left:50px;top:80px;width:120px;height:40px' onclick='tell(1)'>Go</button>"
    )
    await opened(ask, pages.make(f"{HEARD}{button}"))

    pressed = await done(ask, {"target": {"x": 100, "y": 100}})
    again = await ask("action_execute", {"handle": pressed["promotedHandleId"]})

    assert pressed["status"] == "pressed"
    assert pressed["verificationEvidence"]["hit"].startswith("button")
    assert again.ok, again.text
    assert "1 1" in again.text


@pytest.mark.rows("R343", "R459")
async def test_something_seen_is_pressed_where_it_is_now(ask: Ask, pages: Pages) -> None:
    listening = "<script>c.onclick = (event) => tell(`at ${event.offsetX},${event.offsetY}`)</script>"
    space = "<div style='height:1500px'></div>"
    await opened(ask, pages.make(f"{HEARD}{canvas(RESERVE)}{space}{listening}"))
    (item,) = (await ask("visual_scan", {"pattern": "reserve"})).envelope["result"]["items"]
    await done(ask, {"target": {"x": 600, "y": 300}, "intent": "scroll", "by": {"x": 0, "y": 60}})

    pressed = await done(ask, {"target": item["visualHandleId"]})

    assert pressed["promotedHandleId"] is None
    assert pressed["verificationEvidence"]["text"] == "Reserve seat"
    (told,) = [text for text in pressed["changes"]["messages"] if text.startswith("at ")]
    x, y = map(float, told.removeprefix("at ").split(","))
    assert 20 < x < 180 and 20 < y < 60


@pytest.mark.rows("R345")
async def test_what_is_gone_is_refused_with_the_next_move(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(f"{canvas(RESERVE)}<button onclick='c.remove()'>Away</button>"))
    (item,) = (await ask("visual_scan", {"pattern": "reserve"})).envelope["result"]["items"]
    away = (await ask("ui_pick", {"hint": "Away"})).envelope["result"]["elementId"]
    await ask("action_execute", {"handle": away})

    reply = await ask("pointer_action", {"target": item["visualHandleId"]})

    assert reply.error["code"] == "MM_TARGET_STALE"
    assert "visual_scan" in reply.error["hint"]


@pytest.mark.parametrize(
    ("intent", "status", "heard"),
    [
        ("press", "pressed", "click"),
        ("doublePress", "pressed", "dblclick"),
        ("contextMenu", "pressed", "contextmenu"),
        ("hover", "hovered", "mouseenter"),
        ("scroll", "scrolled", "wheel"),
        ("longPress", "pressed", "long"),
    ],
)
async def test_every_gesture_arrives(ask: Ask, pages: Pages, intent: str, status: str, heard: str) -> None:
    await opened(ask, pages.make(f"{HEARD}{PAD}{LISTENING}"))

    told = await done(ask, {"target": {"x": 100, "y": 60}, "intent": intent})

    assert told["status"] == status
    assert heard in " ".join(told["changes"]["messages"]).split()


async def test_a_drag_begins_on_a_handle_and_goes_as_far_as_it_was_told(ask: Ask, pages: Pages) -> None:
    slider = "<input type=range min=0 max=100 value=0 aria-label=Volume style='width:400px' onchange='tell(value)'>"
    await opened(ask, pages.make(f"{HEARD}{slider}"))
    handle = (await ask("ui_pick", {"hint": "Volume"})).envelope["result"]["elementId"]

    told = await done(ask, {"target": handle, "intent": "drag", "at": {"x": 0.02, "y": 0.5}, "by": {"x": 200, "y": 0}})

    assert told["status"] == "dragged"
    (change,) = [each for each in told["changes"]["changed"] if each["elementId"] == handle]
    assert 40 <= float(change["to"]) <= 60


@pytest.mark.rows("R343")
@pytest.mark.parametrize(
    ("target", "at", "met"),
    [
        ({"selector": "#board"}, {"x": 0.75, "y": 0.8}, "board"),
        ({"nearText": "Moves", "selector": "#board"}, {"x": 0.75, "y": 0.8}, "board"),
        ("footer", {"x": 0.75, "y": 0.8}, "footer"),
        ("footer", None, "footer"),
    ],
)
async def test_a_region_is_pressed_at_a_share_of_its_box(
    ask: Ask, pages: Pages, target: str | dict[str, str], at: dict[str, float] | None, met: str
) -> None:
    await opened(ask, pages / "sight/board.html")

    told = await done(ask, {"target": target, **({"at": at} if at else {})})

    name, *places = pressed_in(told)
    assert name == met
    assert [float(each) for each in places[:2]] == pytest.approx(list((at or {"x": 0.5, "y": 0.5}).values()), abs=0.02)


async def test_a_drag_in_the_viewport_begins_at_a_share_of_it(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages / "sight/board.html")
    quarter = {"x": 0.25, "y": 0.5}

    told = await done(ask, {"target": "viewport", "at": quarter, "intent": "drag", "by": {"x": 40, "y": 0}})

    assert told["status"] == "dragged"
    assert [float(each) for each in pressed_in(told)[3:]] == pytest.approx(list(quarter.values()), abs=0.01)


def pressed_in(told: dict[str, Any]) -> list[str]:
    """What the page says of the press: its name, and where on it and in the viewport."""
    (said,) = [text.split() for text in told["changes"]["messages"] if len(text.split()) == 5]
    return said


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"target": {"x": 5000, "y": 10}}, "MM_INVALID_INPUT"),
        ({"target": {"x": -1, "y": 10}}, "MM_INVALID_INPUT"),
        ({"target": {"x": 10, "y": 10}, "intent": "drag", "to": {"x": 10, "y": 9000}}, "MM_INVALID_INPUT"),
        ({"target": {"x": 10, "y": 10}, "intent": "drag"}, "MM_INVALID_INPUT"),
        ({"target": {"x": 10, "y": 10}, "at": {"x": 0.5, "y": 0.5}}, "MM_INVALID_INPUT"),
        ({"target": {"x": 10, "y": 10}, "by": {"x": 1, "y": 1}}, "MM_INVALID_INPUT"),
        ({"target": "e3"}, "MM_INVALID_INPUT"),
        ({"target": {"selector": "#none"}}, "MM_REGION_NOT_FOUND"),
        ({"target": {"selector": "]"}}, "MM_INVALID_INPUT"),
        ({"target": {"selector": "script, div"}}, "MM_TARGET_AMBIGUOUS"),
        ({"target": {"selector": "script"}}, "MM_TARGET_AMBIGUOUS"),
        ({"target": {"selector": "head"}}, "MM_REGION_NOT_FOUND"),
        ({"target": "nav"}, "MM_REGION_NOT_FOUND"),
        ({"target": {"handle": "h99"}}, "MM_TARGET_NOT_FOUND"),
        ({"target": "v99"}, "MM_TARGET_NOT_FOUND"),
        ({"target": "h99"}, "MM_TARGET_NOT_FOUND"),
    ],
)
async def test_bad_input_is_refused_and_nothing_is_pressed(
    ask: Ask, pages: Pages, arguments: dict[str, Any], code: str
) -> None:
    await opened(ask, pages.make(f"{HEARD}{PAD}{LISTENING}"))

    reply = await ask("pointer_action", arguments)

    assert reply.error["code"] == code
    read = await ask("state_read", {})
    assert read.envelope["result"]["text"].split() == ["pad"]

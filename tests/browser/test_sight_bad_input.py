"""Bad input to visual_scan and pointer_action, and pages made to be hard to see: a coded error or a short answer."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import unicodedata
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import LIMIT, code, opened
from tests.support.seeing import canvas, texts

from handhold.app import App
from handhold.contract import Caller, Reply
from handhold.settings import Settings

INVALID, NO_REGION = "MM_INVALID_INPUT", "MM_REGION_NOT_FOUND"
RESERVE = 'button(20,20,160,40,"Reserve seat")'
WORKER = "handhold.adapters.vision.worker"
BIG = "position:absolute;left:0;top:0;width:600px;height:400px"

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("visual_scan", {"region": "sidebar"}, NO_REGION),
    ("visual_scan", {"region": "dialog"}, NO_REGION),
    ("visual_scan", {"region": {"selector": "#nowhere"}}, NO_REGION),
    ("visual_scan", {"region": {"selector": "div[["}}, INVALID),
    ("visual_scan", {"region": {}}, INVALID),
    ("visual_scan", {"region": {"handle": "hzzz"}}, "MM_TARGET_NOT_FOUND"),
    ("visual_scan", {"pattern": ""}, INVALID),
    ("visual_scan", {"pattern": "x" * 201}, INVALID),
    ("visual_scan", {"pattern": "/(/"}, INVALID),
    ("visual_scan", {"pattern": "/(?<=a)b/"}, INVALID),
    ("visual_scan", {"pageToken": "nonsense"}, INVALID),
    ("visual_scan", {"pageToken": "p999.1"}, "MM_PAGE_TOKEN_EXPIRED"),
    ("visual_scan", {"rankingMode": "best"}, INVALID),
    ("visual_scan", {"colour": "red"}, INVALID),
    ("pointer_action", {}, INVALID),
    ("pointer_action", {"target": {"x": 5000, "y": 10}}, INVALID),
    ("pointer_action", {"target": {"x": 10, "y": -0.5}}, INVALID),
    ("pointer_action", {"target": {"x": 1e12, "y": 10}}, INVALID),
    ("pointer_action", {"target": {"x": "left", "y": 10}}, INVALID),
    ("pointer_action", {"target": {"x": 10}}, INVALID),
    ("pointer_action", {"target": "v0"}, "MM_TARGET_NOT_FOUND"),
    ("pointer_action", {"target": "../v1"}, INVALID),
    ("pointer_action", {"target": "v1", "at": {"x": 2, "y": 0}}, INVALID),
    ("pointer_action", {"target": {"x": 10, "y": 10}, "intent": "throw"}, INVALID),
    ("pointer_action", {"target": {"x": 10, "y": 10}, "intent": "drag", "by": {"x": 9000, "y": 0}}, INVALID),
]

EMPTY = {
    "an empty element": "<div id=region></div>",
    "what is not shown": f"<div id=region style='display:none'>{canvas(RESERVE)}</div>",
    "a frame without room": "<iframe id=region src='/made/inner' style='width:0;height:0;border:0'></iframe>",
    "a canvas without room": "<canvas id=region width=0 height=0></canvas>",
    "what is beside the page": f"<div id=region style='position:absolute;left:-900px'>{canvas(RESERVE)}</div>",
}

DRAWN = {
    "what was painted on too large a sheet": (
        f"<canvas id=region width=40000 height=40000 style='{BIG}'></canvas>"
        "<script>region.getContext('2d').fillText('lost', 20, 20)</script>"
    ),
    "a canvas whose context was lost": (
        f"<canvas id=region style='{BIG}'></canvas><script>"
        "const gl = region.getContext('webgl'); gl?.getExtension('WEBGL_lose_context')?.loseContext()</script>"
    ),
    "a picture that is not there": "<img id=region src='/nowhere.png' width=200 height=100>",
    "signs nobody should see": canvas(
        'words(20,40,"left \\u202e right \\u0000\\u0007\\u001b[31m\\u200b\\ufeff end")', name="region", width=500
    ),
    "a line without an end": canvas('words(0,40,"seat ".repeat(2000))', name="region", width=1200),
    "a heap of letters": canvas(
        "for (let at = 0; at < 400; at += 1) words((at * 37) % 280, (at * 53) % 140, 'Wm')", name="region"
    ),
    "pictures of another origin": (
        canvas("{const i = new Image(); i.onload = () => pen.drawImage(i, 0, 0); i.src = '/seeing/none'}")
        + "<img id=region src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"/>' width=300 height=100>"
    ),
    "three dimensions": (
        f"<canvas id=region style='{BIG}'></canvas><script>const gl = region.getContext('webgl');"
        "if (gl) { gl.clearColor(1, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT) }</script>"
    ),
    "a page that never stands still": (
        canvas(RESERVE, name="region")
        + "<script>let turn = 0; (function go() { turn += 1; pen.fillRect(turn % 200, 80, 9, 9);"
        + "region.style.marginLeft = `${turn % 90}px`; requestAnimationFrame(go) })()</script>"
    ),
    "two thousand pictures": (
        "<div id=region>"
        + "<img width=16 height=16 src='data:image/gif;base64,R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs='>" * 2000
    ),
    "a page of 20,000 pixels": canvas(
        RESERVE, "for (let y = 200; y < 20000; y += 40) words(20, y, `Row ${y}`)", name="region", height=20000
    ),
    "a page that turned its own tools round": (
        canvas(RESERVE, name="region")
        + "<script>Element.prototype.getBoundingClientRect = () => { throw new Error('no') };"
        + "HTMLCanvasElement.prototype.getContext = () => null; Array.prototype.map = () => [NaN];"
        + "Object.defineProperty(window, 'devicePixelRatio', { get() { throw new Error('no') } })</script>"
    ),
}


@pytest_asyncio.fixture(scope="module")
async def ask(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Ask]:
    """One caller of one Handhold for the module: what one test leaves behind, the next must bear."""
    patient = {"root": root, "vision_timeout_ms": 40_000, "knowledge_suggest": False}
    app = App(Settings.model_validate(patient), environ=environ)

    async def call(name: str, arguments: Mapping[str, Any] | None = None, **options: Any) -> Reply:
        return await app.engine.call(name, arguments, caller=Caller(**options))

    yield call
    await app.close()


def is_bounded(reply: Reply) -> bool:
    """A short answer, or an error of ours that says what to do next."""
    assert len(reply.text.encode()) <= LIMIT
    return reply.ok or (code(reply) != "MM_INTERNAL_ERROR" and bool(reply.error["hint"]))


async def still_sees(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(canvas(RESERVE), name="after"))
    reply = await ask("visual_scan", {})
    assert reply.ok, reply.text
    assert texts(reply.envelope["result"]["items"]) == ["Reserve seat"]


@pytest.mark.rows("R346")
async def test_every_bad_argument_is_a_coded_error_with_a_hint_and_nothing_is_lost(ask: Ask, pages: Pages) -> None:
    await opened(ask, pages.make(canvas(RESERVE)))
    before = await ask("visual_scan", {})
    answers = [await ask(name, arguments) for name, arguments, _code in BAD]
    after = await ask("visual_scan", {})

    assert [(name, arguments, code(reply)) for (name, arguments, _), reply in zip(BAD, answers, strict=True)] == BAD
    assert all(is_bounded(reply) for reply in answers)
    assert before.ok and after.envelope["result"]["items"] == before.envelope["result"]["items"]


@pytest.mark.parametrize("page", EMPTY.values(), ids=EMPTY.keys())
async def test_where_nothing_is_to_be_seen_nothing_is_found(ask: Ask, pages: Pages, page: str) -> None:
    pages.make(canvas(RESERVE), name="inner")
    await opened(ask, pages.make(page))

    reply = await ask("visual_scan", {"region": {"selector": "#region"}})
    pressed = await ask("pointer_action", {"target": {"selector": "#region"}})

    assert is_bounded(reply)
    assert not reply.ok or texts(reply.envelope["result"]["items"]) == []
    assert code(pressed) == NO_REGION and is_bounded(pressed)
    await still_sees(ask, pages)


@pytest.mark.parametrize("page", DRAWN.values(), ids=DRAWN.keys())
async def test_a_page_made_to_be_hard_to_see_gets_a_short_answer(ask: Ask, pages: Pages, page: str) -> None:
    await opened(ask, pages.make(page))

    reply = await ask("visual_scan", {})

    assert is_bounded(reply)
    said = "".join(texts(reply.envelope["result"]["items"])) if reply.ok else ""
    assert not [char for char in said if unicodedata.category(char) in ("Cc", "Cf")]
    await still_sees(ask, pages)


@pytest.mark.parametrize("region", [None, "page", {"selector": "#region"}], ids=str)
async def test_of_a_very_tall_page_what_shows_is_read_and_pressed(ask: Ask, pages: Pages, region: object) -> None:
    far = "onkeydown = () => scrollTo(0, 19900); region.onclick = () => { out.value = 'Pressed' }"
    out = "<output id=out style='position:fixed;right:0;top:0'></output>"
    await opened(ask, pages.make(f"{DRAWN['a page of 20,000 pixels']}{out}<script>{far}</script>"))
    asked = {} if region is None else {"region": region}

    first = await ask("visual_scan", asked)
    moved = await ask("action_press", {"keys": "ArrowDown"})
    second = await ask("visual_scan", {**asked, "pattern": "/^Row 19960$/"})

    assert first.ok and moved.ok and second.ok, first.text + moved.text + second.text
    assert all(is_bounded(reply) for reply in (first, second))
    assert "Reserve seat" in texts(first.envelope["result"]["items"])
    (row,) = second.envelope["result"]["items"]
    pressed = await ask("pointer_action", {"target": row["visualHandleId"]})
    assert pressed.ok and "Pressed" in pressed.text, pressed.text
    await still_sees(ask, pages)


async def test_a_page_that_keeps_leaving_gets_an_answer(ask: Ask, pages: Pages) -> None:
    times = "const times = Number(sessionStorage.times ?? 0); sessionStorage.times = times + 1;"
    again = "if (times < 20) setTimeout(() => location.reload(), 120); else document.body.append('It stays');"
    leaving = canvas(RESERVE) + f"<script>{times}{again}</script>"
    await opened(ask, pages.make(leaving, name="leaving"))

    answers = [await ask("visual_scan", {}) for _ in range(4)]

    assert all(is_bounded(reply) for reply in answers), [reply.text for reply in answers]
    assert (await ask("ui_wait_for", {"text": "It stays"})).ok
    await still_sees(ask, pages)


async def test_a_page_that_goes_while_its_picture_is_taken_does_not_stop_the_pointer(ask: Ask, pages: Pages) -> None:
    other = pages.make(canvas('button(20,20,160,40,"Other page")'), name="other")
    listening = f"<script>c.onpointermove = () => {{ location.href = '{other}' }}</script>"
    await opened(ask, pages.make(canvas(RESERVE) + listening))
    (item,) = (await ask("visual_scan", {"pattern": "reserve"})).envelope["result"]["items"]

    reply = await ask("pointer_action", {"target": item["visualHandleId"], "intent": "hover"})
    stale = await ask("pointer_action", {"target": item["visualHandleId"]})

    assert is_bounded(reply)
    assert code(stale) in ("MM_TARGET_STALE", "MM_TARGET_NOT_FOUND")
    await still_sees(ask, pages)


def readers() -> list[psutil.Process]:
    found: list[psutil.Process] = []
    for process in psutil.Process().children(recursive=True):
        # One that was killed is a zombie until it is buried.
        with contextlib.suppress(psutil.Error):
            if WORKER in process.cmdline():
                found.append(process)
    return found


async def kill_while_reading(*, times: int) -> None:
    """Kill whoever reads as soon as it is at work, as often as told."""
    killed: set[int] = set()
    while len(killed) < times:
        for process in readers():
            if process.pid not in killed and await is_at_work(process):
                os.kill(process.pid, signal.SIGKILL)
                killed.add(process.pid)
        await asyncio.sleep(0.01)


async def is_at_work(process: psutil.Process) -> bool:
    try:
        before = sum(process.cpu_times()[:2])
        await asyncio.sleep(0.05)
        return sum(process.cpu_times()[:2]) > before
    except psutil.Error:
        return False


@pytest.mark.parametrize("times", [1, 2])
async def test_whoever_reads_may_be_killed_at_any_moment(ask: Ask, pages: Pages, times: int) -> None:
    drawn = [f'words(20,{24 + 30 * at},"Row {at + 10} of {times}")' for at in range(12)]
    await still_sees(ask, pages)
    mine = {process.pid for process in readers()}
    await opened(ask, pages.make(canvas(*drawn, height=400)))

    async with asyncio.TaskGroup() as group:
        killing = group.create_task(kill_while_reading(times=times))
        reply = await ask("visual_scan", {})
        killing.cancel()

    assert is_bounded(reply)
    assert not mine & {process.pid for process in readers()}
    assert reply.ok if times == 1 else code(reply) == "MM_SCREENSHOT_FAILED"
    await still_sees(ask, pages)


async def test_without_the_extra_the_error_says_what_to_install(
    ask_with: Callable[..., Ask], pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So Python is told that a package is not there.
    monkeypatch.setitem(sys.modules, "rapidocr", None)
    ask = ask_with()
    await opened(ask, pages.make(f"<button>Go</button>{canvas(RESERVE)}"))

    reply = await ask("visual_scan", {})
    scanned = await ask("ui_scan", {})
    pressed = await ask("pointer_action", {"target": {"x": 20, "y": 20}})

    assert code(reply) == "MM_EXTRA_MISSING"
    assert "handhold[vision]" in reply.error["hint"]
    assert scanned.ok and pressed.ok, scanned.text + pressed.text

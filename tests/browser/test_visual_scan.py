"""visual_scan: what only pixels show, where it is, and nothing that the document says itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.scanning import LIMIT, code, opened
from tests.support.seeing import Item, Seer, canvas, looking, one, picture, pinch, texts

from handhold.adapters.vision import Vision
from handhold.errors import InvalidInput, PageTokenExpired, RegionNotFound

NEAR = 6
PLACE = "position:absolute;left:40px;top:60px"
RESERVE = 'button(20,20,160,40,"Reserve seat")'


@pytest_asyncio.fixture(scope="module")
async def seers(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., Seer]]:
    async with looking(environ, root) as make:
        yield make


@pytest.fixture
def seer(seers: Callable[..., Seer]) -> Seer:
    return seers()


def is_at(item: Item, x: float, y: float, width: float, height: float) -> bool:
    box = item["bbox"]
    wanted = (x, y, width, height)
    return all(
        abs(box[side] - value) <= NEAR for side, value in zip(("x", "y", "width", "height"), wanted, strict=True)
    )


@pytest.mark.rows("R340", "R341", "R454")
async def test_words_and_controls_on_a_canvas_are_found_with_their_places(seer: Seer, pages: Pages) -> None:
    drawn = canvas(RESERVE, 'words(20,110,"Total 42")', style=PLACE)
    await seer.open(pages.make(f"<h1>Theatre</h1>{drawn}"))

    page = await seer.scan()

    assert texts(page.items) == ["Reserve seat", "Total 42"]
    items: list[Item] = page.items
    button, total = items
    assert button == {**button, "kind": "button", "verificationHook": "text", "promotedElementId": None}
    assert is_at(button, 60, 80, 160, 40)
    assert total["kind"] == "text"
    assert min(button["confidence"], total["confidence"]) > 0.9
    assert button["visualHandleId"] == "v1"
    assert (page.next_token, page.remaining, page.is_exact) == (None, 0, True)


async def test_an_unchanged_page_is_not_read_again(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas(RESERVE)))
    first = await seer.scan()
    seer.vision.kill()
    read = seer.vision.started

    second = await seer.scan()

    assert second == first
    assert seer.vision.started == read


@pytest.mark.rows("R358")
async def test_a_pattern_is_words_or_an_expression_or_a_kind(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas(RESERVE, 'words(20,90,"Total 42")', 'words(20,130,"Row 7")')))

    assert texts(await seer.items(pattern="reserve a seat")) == ["Reserve seat"]
    assert texts(await seer.items(pattern="resreve")) == ["Reserve seat"]
    assert texts(await seer.items(pattern="/^(total|row) [0-9]+$/")) == ["Total 42", "Row 7"]
    assert texts(await seer.items(pattern="button")) == ["Reserve seat"]
    assert await seer.items(pattern="slider") == []
    with pytest.raises(InvalidInput, match="look-around"):
        await seer.scan(pattern="/(?=x)/")


async def test_what_the_document_says_itself_is_left_out(seer: Seer, pages: Pages) -> None:
    back = f"background:url({picture('Drawn title', width=400, height=200)});width:400px;height:200px"
    over = "<p style='margin:0;padding:140px 0 0 10px;font:18px sans-serif'>Document text</p>"
    icon = "<svg width=20 height=20><circle cx=10 cy=10 r=8 /></svg>"
    await seer.open(pages.make(f"<div style='{back}'>{over}</div><button>{icon} Save</button><p>plain words</p>"))

    items = await seer.items()

    assert texts(items) == ["Drawn title"]
    assert [item["kind"] for item in items] == ["text"]


@pytest.mark.rows("A53")
async def test_what_people_type_is_never_read(seer: Seer, pages: Pages) -> None:
    back = f"background:url({picture('Sign in', width=400, height=260)});width:400px;height:260px"
    fields = (
        "<input value='harmless note'><input type=password value='hunter2' style='-webkit-text-security:none'>"
        "<input autocomplete=one-time-code value='493817'><textarea>legal winner thank</textarea>"
        "<div contenteditable>draft of mine</div>"
    )
    clear = "<style>div > *{display:block;background:none;border:0;color:#000;font:20px sans-serif}</style>"
    await seer.open(pages.make(f"{clear}<div style='{back}'>{fields}</div>"))

    said = " ".join(texts(await seer.items())).casefold()

    for typed in ("harmless", "note", "hunter", "493", "legal", "winner", "draft"):
        assert typed not in said


async def test_pages_of_a_scan_are_of_one_moment(seer: Seer, pages: Pages) -> None:
    drawn = [f'words({20 + 140 * (at % 2)},{24 + 30 * (at // 2)},"Seat {at + 11}")' for at in range(24)]
    await seer.open(pages.make(canvas(*drawn, height=400)))
    whole = texts(await seer.items())
    first = await seer.scan()
    await seer.page.evaluate('on("c", () => words(20, 40, "Sold out"))')

    rest: list[str] = []
    page = first
    while page.next_token is not None:
        page = await seer.scan(token=page.next_token)
        rest += texts(page.items)

    assert sorted(whole) == sorted(f"Seat {at + 11}" for at in range(24))
    assert texts(first.items) + rest == whole
    assert first.remaining == len(rest)
    await seer.open(pages.make("<p>elsewhere", name="elsewhere"))
    with pytest.raises(PageTokenExpired):
        await seer.scan(token=first.next_token)


@pytest.mark.rows("R355")
async def test_a_region_can_be_words_that_are_drawn(seer: Seer, pages: Pages) -> None:
    one_canvas = canvas('words(20,30,"Stalls")', RESERVE.replace("20,20", "20,60"))
    other = canvas('words(20,30,"Balcony")', 'button(20,60,160,40,"Join queue")', name="d")
    await seer.open(pages.make(f"<main>{one_canvas}</main>{other}<div id=none></div>"))

    drawn = texts(await seer.items(region={"nearText": "Balcony"}))
    selected = texts(await seer.items(region={"selector": "#c"}))
    landmark = texts(await seer.items(region="main"))
    nothing = await seer.scan(region={"selector": "#none"})

    assert sorted(drawn) == ["Balcony", "Join queue"]
    assert sorted(selected) == sorted(landmark) == ["Reserve seat", "Stalls"]
    assert (nothing.items, nothing.remaining, nothing.is_exact) == ([], 0, True)
    with pytest.raises(RegionNotFound):
        await seer.scan(region={"nearText": "Gallery"})
    with pytest.raises(InvalidInput):
        await seer.scan(region={"selector": "##"})


@pytest.mark.parametrize("ratio", [1.5, 2])
async def test_places_are_right_at_any_pixel_ratio(seers: Callable[..., Seer], pages: Pages, ratio: float) -> None:
    seer = seers(device_scale=ratio)
    await seer.open(pages.make(canvas(RESERVE, style=PLACE)))

    item = one(await seer.items(), "Reserve seat")

    assert is_at(item, 60, 80, 160, 40)
    assert await seer.page.evaluate("devicePixelRatio") == ratio


async def test_places_are_right_on_zoomed_and_scrolled_pages(seer: Seer, pages: Pages) -> None:
    inner = f"<div style='height:900px;padding-top:300px'>{canvas(RESERVE)}</div>"
    box = "position:absolute;left:50px;top:70px;width:320px;height:200px;overflow:auto"
    await seer.open(pages.make(f"<div id=box style='{box}'>{inner}</div><div style='height:3000px'>"))
    await seer.page.evaluate("box.scrollTop = 280; scrollTo(0, 30)")
    scrolled = one(await seer.items(), "Reserve seat")

    await seer.page.evaluate("scrollTo(0, 0); document.documentElement.style.zoom = 1.25")
    zoomed = one(await seer.items(), "Reserve seat")
    real = await seer.page.evaluate("(({x, y, width: w}) => [x, y, w])(c.getBoundingClientRect())")
    await seer.page.evaluate("document.documentElement.style.zoom = 1")
    await pinch(seer.page, 1.6)
    pinched = one(await seer.items(), "Reserve seat")

    assert is_at(scrolled, 70, 80, 160, 40)
    scale = real[2] / 300
    assert is_at(zoomed, real[0] + 20 * scale, real[1] + 20 * scale, 160 * scale, 40 * scale)
    assert is_at(pinched, 70, 110, 160, 40)


async def test_frames_of_other_origins_are_seen_where_they_show(seer: Seer, pages: Pages) -> None:
    pages.make(f"<body style='margin:0'>{canvas(RESERVE)}", name="inner")
    size = "width:320px;height:180px;border:5px solid"
    frame = f"<iframe src='{pages.elsewhere('made/inner')}' style='{PLACE};{size}'></iframe>"
    zero = f"<iframe src='{pages.elsewhere('made/inner')}' style='width:0;height:0;border:0'></iframe>"
    await seer.open(pages.make(f"{frame}{zero}"))

    items = await seer.items()

    assert texts(items) == ["Reserve seat"]
    assert is_at(items[0], 65, 85, 160, 40)


async def test_of_a_very_tall_page_only_what_shows_is_looked_at(seer: Seer, pages: Pages) -> None:
    tall = canvas(RESERVE, "pen.fillStyle='#eee';pen.fillRect(0,19000,300,900)", height=20000)
    await seer.open(pages.make(tall))

    page = await seer.scan()

    assert texts(page.items) == ["Reserve seat"]
    assert is_at(page.items[0], 28, 28, 160, 40)


async def test_a_page_without_pictures_needs_no_reading(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make("<h1>Words</h1><button>Go</button><input value=typed>"))
    read = seer.vision.started
    seer.vision.kill()

    page = await seer.scan()

    assert page.items == []
    assert seer.vision.started == read


async def test_a_navigation_in_between_ends_in_an_answer(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas(RESERVE), name="before"))
    leaving = pages.make(f"<p>next</p>{canvas(RESERVE)}", name="after")

    async def leave() -> None:
        await seer.page.evaluate("url => { location.href = url }", leaving)

    _left, found = await asyncio.gather(leave(), seer.scan(), return_exceptions=True)
    await seer.page.wait_for_url(leaving)
    settled = await seer.items()

    assert not isinstance(found, BaseException) or type(found).__module__ == "handhold.errors"
    assert texts(settled) == ["Reserve seat"]


@pytest.mark.rows("R341")
async def test_the_tool_answers_within_its_bytes(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(vision_timeout_ms=60_000)
    drawn = [f'words(20,{24 + 30 * at},"Line {at + 1} of a longer text {at + 1}", 14)' for at in range(12)]
    await opened(ask, pages.make(canvas(*drawn, height=400)))

    reply = await ask("visual_scan", {})
    more = await ask("visual_scan", {"pageToken": reply.envelope["result"]["nextToken"]})
    both = await ask("visual_scan", {"pageToken": "p1.1", "pattern": "x"})
    strange = await ask("visual_scan", {"pageToken": "q9"})

    assert reply.ok and more.ok, reply.text + more.text
    assert max(len(each.text.encode()) for each in (reply, more)) <= LIMIT
    assert len(reply.envelope["result"]["items"]) + len(more.envelope["result"]["items"]) == 12
    assert [code(both), code(strange)] == ["MM_INVALID_INPUT", "MM_INVALID_INPUT"]


async def test_without_the_extra_the_answer_says_what_to_install(seers: Callable[..., Seer], pages: Pages) -> None:
    seer = seers()
    seer.vision = Vision(timeout=5, idle=5, needs=["no_such_module"])
    await seer.open(pages.make(canvas(RESERVE)))

    with pytest.raises(Exception, match="optional part") as refused:
        await seer.scan()

    assert refused.value.__class__.__name__ == "ExtraMissing"

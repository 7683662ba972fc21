"""Promotion: what was seen becomes an element's handle where one explains it, else it is found again or refused."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Callable, Mapping
from pathlib import Path

import pytest
import pytest_asyncio
from tests.conftest import Ask
from tests.support.pages import Pages
from tests.support.promises import promised
from tests.support.scanning import opened
from tests.support.seeing import Item, Seer, canvas, looking, one, picture

from handhold.errors import InvalidInput, TargetAmbiguous, TargetNotFound, TargetStale
from handhold.services.sight.promotion import Kept, Promoted, Promotion, Refused
from handhold.services.sight.visual_handles import VisualHandle

NEAR = 6
RESERVE = 'button(20,20,160,40,"Reserve seat")'
TOTAL = 'words(20,110,"Total 42")'
SPACE = "<div style='height:2000px'></div>"


@pytest_asyncio.fixture(scope="module")
async def seers(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Callable[..., Seer]]:
    async with looking(environ, root) as make:
        yield make


@pytest.fixture
def seer(seers: Callable[..., Seer]) -> Seer:
    return seers()


async def redraw(seer: Seer, *drawn: str) -> None:
    await seer.page.evaluate(f'on("c", () => {{{";".join(drawn)}}})')


async def spot_on_canvas(seer: Seer, handle: VisualHandle) -> tuple[float, float]:
    """Where it was found again, in pixels of the canvas as it is shown."""
    spot = await seer.promoting(lambda promotion: promotion.fallback_to_visual_replay(handle))
    left, top = await seer.page.evaluate("(({left, top}) => [left, top])(c.getBoundingClientRect())")
    return spot.x - left, spot.y - top


def _height(item: Item) -> float:
    return item["bbox"]["y"]


def is_near(found: tuple[float, float], x: float, y: float) -> bool:
    return abs(found[0] - x) <= NEAR and abs(found[1] - y) <= NEAR


@pytest.mark.rows("R342", "R361")
async def test_pictures_in_controls_become_the_handles_of_these_controls(seer: Seer, pages: Pages) -> None:
    maps = (
        "<map name=m><area shape=rect coords='0,0,150,60' href='#left'><area shape=rect coords='150,0,300,60' "
        f"href='#right'></map><img usemap='#m' src=\"{picture('Left side', width=140, height=60)}\" "
        "style='width:300px;height:60px;object-fit:none;object-position:left;display:block'>"
    )
    bodies = (
        f"<button id=pay><img alt='' src=\"{picture('Pay now')}\"></button><br>"
        f"<input type=image id=find alt='' src=\"{picture('Find it')}\"><br>"
        f"<a href='#cart' id=cart><svg width=32 height=32><circle cx=16 cy=16 r=12 /></svg></a><br>{maps}"
    )
    await seer.open(pages.make(bodies))

    items = await seer.items()

    handles = seer.memory.handles
    facts = {item.get("text", item["kind"]): handles.get(item["promotedElementId"]).fingerprint for item in items}
    assert {said: each.id or each.href for said, each in facts.items()} == {
        "Pay now": "pay",
        "Find it": "find",
        "Left side": "#left",
        "icon": "cart",
    }
    assert {item["verificationHook"] for item in items} == {"element"}
    assert seer.counted["handhold.visual.promotion_attempts"] == 4
    assert seer.counted["handhold.visual.promotion_success"] == 4


async def test_a_promoted_handle_acts_as_any_other(ask_with: Callable[..., Ask], pages: Pages) -> None:
    ask = ask_with(vision_timeout_ms=60_000)
    face = f"<img alt='' src=\"{picture('Pay now')}\">"
    await opened(ask, pages.make(f"<button onclick='out.value=\"paid\"'>{face}</button><output id=out>"))
    (item,) = (await ask("visual_scan", {"pattern": "pay"})).envelope["result"]["items"]

    reply = await ask("action_execute", {"handle": item["promotedElementId"]})

    assert reply.ok, reply.text
    assert "paid" in reply.text


@pytest.mark.rows("R361")
async def test_what_no_single_element_explains_stays_visual(seer: Seer, pages: Pages) -> None:
    face = picture("<tspan x='20'>Yes</tspan><tspan x='360'>No</tspan>", width=460, height=60)
    listening = f"<img id=both onclick='1' src=\"{face}\" style='display:block'>"
    drawn = canvas(RESERVE, TOTAL)
    veil = "<div style='position:absolute;left:0;top:0;width:80px;height:120px'></div>"
    covered = (
        f"<div style='position:relative'><button><img alt='' src=\"{picture('Half hidden')}\"></button>{veil}</div>"
    )
    await seer.open(pages.make(f"{drawn}<script>c.onclick = () => 1</script>{listening}{covered}"))

    items = await seer.items()

    assert {item["promotedElementId"] for item in items} == {None}
    handle = seer.memory.sight.handles.get(one(items, "Reserve seat")["visualHandleId"])
    verdict = await seer.promoting(lambda promotion: promotion.promote_visual_handle(handle))
    assert isinstance(verdict, Kept)
    assert verdict.evidence.hit == "canvas#c"


@pytest.mark.rows("R364")
async def test_thresholds_decide_what_is_promoted_and_what_is_listed(seers: Callable[..., Seer], pages: Pages) -> None:
    page = pages.make("<button><svg width=32 height=32><circle cx=16 cy=16 r=12 /></svg></button>")
    strict, blind = seers(visual_promote_confidence=0.95), seers(visual_least_confidence=0.95)
    await strict.open(page)
    await blind.open(page)

    (kept,) = await strict.items()
    handle = strict.memory.sight.handles.get(kept["visualHandleId"])

    assert (kept["kind"], kept["promotedElementId"]) == ("icon", None)
    assert await blind.items() == []
    refused = await blind.promoting(lambda promotion: promotion.promote_visual_handle(handle))
    assert isinstance(refused, Refused)


@pytest.mark.rows("R363")
async def test_it_is_found_again_after_scrolling_resizing_and_redrawing(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(f"{canvas(RESERVE, TOTAL)}{SPACE}"))
    handle = await seer.handle("Reserve seat")

    await seer.page.evaluate("scrollTo(0, 1500)")
    scrolled = await spot_on_canvas(seer, handle)
    await seer.page.evaluate("c.style.width = '450px'; c.style.height = '225px'")
    resized = await spot_on_canvas(seer, handle)
    await seer.page.evaluate("c.style.width = ''; c.style.height = ''")
    await redraw(seer, RESERVE.replace("20,20", "120,90"), 'words(20,40,"Total 43")')
    redrawn = await spot_on_canvas(seer, handle)

    assert is_near(scrolled, 100, 40)
    assert is_near(resized, 150, 60)
    assert is_near(redrawn, 200, 110)


@pytest.mark.rows("R363")
async def test_it_is_found_on_the_canvas_that_took_the_place_of_its_own(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas(RESERVE, TOTAL)))
    handle = await seer.handle("Reserve seat")
    await seer.page.evaluate(
        "c.replaceWith(Object.assign(document.createElement('canvas'), {id: 'c', width: 300, height: 150}))"
    )
    await redraw(seer, TOTAL, RESERVE)

    found = await spot_on_canvas(seer, handle)

    assert is_near(found, 100, 40)


@pytest.mark.rows("R363")
async def test_what_may_be_one_of_two_new_canvases_is_refused_however_often_it_is_asked_for(
    seer: Seer, pages: Pages
) -> None:
    await seer.open(pages.make(canvas(RESERVE, TOTAL)))
    handle = await seer.handle("Reserve seat")
    await seer.page.evaluate(
        """() => {
          const made = (id) => Object.assign(document.createElement("canvas"), { id, width: 300, height: 150 });
          c.replaceWith(made("c"), made("d"));
        }"""
    )
    for name in ("c", "d"):
        await seer.page.evaluate(f'on("{name}", () => {{{TOTAL};{RESERVE}}})')

    for _time in range(2):
        with pytest.raises(TargetAmbiguous):
            known = seer.memory.sight.handles.get(handle.id)
            await seer.promoting(lambda promotion, known=known: promotion.fallback_to_visual_replay(known))


@pytest.mark.rows("R363")
async def test_it_is_refused_when_it_is_gone_or_doubtful(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas(RESERVE, TOTAL)))
    handle = await seer.handle("Reserve seat")

    await redraw(seer, 'button(20,20,160,40,"Release seat")', TOTAL)
    with pytest.raises(TargetStale):
        await spot_on_canvas(seer, handle)
    await redraw(seer, RESERVE, RESERVE.replace("20,20", "20,90"))
    with pytest.raises(TargetAmbiguous):
        await spot_on_canvas(seer, handle)
    await seer.page.evaluate("c.remove()")
    with pytest.raises(TargetStale):
        await spot_on_canvas(seer, handle)
    await seer.open(pages.make(canvas(RESERVE, TOTAL), name="again"))
    with pytest.raises(TargetStale):
        await spot_on_canvas(seer, handle)


async def test_one_of_many_alike_is_not_taken_for_its_neighbour(seer: Seer, pages: Pages) -> None:
    def rows(*names: str) -> list[str]:
        told = [
            (f'words(20,{40 + 60 * at},"{name}")', f'button(180,{15 + 60 * at},90,36,"Buy")')
            for at, name in enumerate(names)
        ]
        return [each for row in told for each in row]

    await seer.open(pages.make(canvas(*rows("Green tea", "Black tea"))))
    both = [item for item in await seer.items() if item.get("text") == "Buy"]
    first = min(both, key=_height)
    handle = seer.memory.sight.handles.get(first["visualHandleId"])

    same = await spot_on_canvas(seer, handle)
    await redraw(seer, *rows("Black tea", "Green tea"))

    assert is_near(same, 225, 33)
    with pytest.raises(TargetAmbiguous):
        await spot_on_canvas(seer, handle)


@pytest.mark.rows("R363")
async def test_a_picture_that_was_drawn_anew_is_found_out_of_sight_unless_it_has_a_twin(
    seer: Seer, pages: Pages
) -> None:
    copied = (
        "function copied() { const fresh = c.cloneNode(); fresh.getContext('2d').drawImage(c, 0, 0); return fresh }"
    )
    await seer.open(pages.make(f"{canvas(RESERVE, TOTAL)}{SPACE}<script>{copied}</script>"))
    handle = await seer.handle("Reserve seat")

    await seer.page.evaluate("c.replaceWith(copied()); scrollTo(0, document.documentElement.scrollHeight)")
    found = await spot_on_canvas(seer, handle)
    await seer.page.evaluate("document.body.append(copied())")

    assert is_near(found, 100, 40)
    with pytest.raises(TargetAmbiguous):
        await spot_on_canvas(seer, handle)


async def test_wordless_things_are_found_by_their_looks(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas("star(40,40)", TOTAL)))
    item = next(each for each in await seer.items() if each["kind"] in ("icon", "shape"))
    handle = seer.memory.sight.handles.get(item["visualHandleId"])

    await redraw(seer, "star(200,90)", TOTAL)
    moved = await spot_on_canvas(seer, handle)
    await redraw(seer, "star(200,90)", "star(60,50)", TOTAL)

    assert is_near(moved, 200, 90)
    with pytest.raises(TargetAmbiguous):
        await spot_on_canvas(seer, handle)
    await redraw(seer, TOTAL)
    with pytest.raises(TargetStale):
        await spot_on_canvas(seer, handle)


@pytest.mark.rows("R362", "R363")
async def test_verification_compares_pixels_and_reads_only_in_doubt(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas(RESERVE, TOTAL)))
    handle = await seer.handle("Reserve seat")

    await seer.promoting(lambda promotion: promotion.verify_handle(handle))
    started = time.monotonic()
    same = await seer.promoting(lambda promotion: promotion.verify_handle(handle))
    took = time.monotonic() - started
    await redraw(seer, 'button(20,20,160,40,"Reserve seat")', 'words(20,110,"Total 43")')
    read = await seer.promoting(lambda promotion: promotion.verify_handle(handle))
    await redraw(seer, 'button(20,20,160,40,"Cancel")', TOTAL)

    assert (same.evidence.by, same.evidence.score) == ("picture", 1.0)
    assert took < promised(1)  # 0.05 on a quiet machine
    assert read.evidence.by == "text"
    with pytest.raises(TargetStale):
        await seer.promoting(lambda promotion: promotion.verify_handle(handle))


@pytest.mark.rows("R363")
async def test_an_invalidated_handle_is_unknown_and_its_id_is_not_given_again(seer: Seer, pages: Pages) -> None:
    await seer.open(pages.make(canvas(RESERVE)))
    handle = await seer.handle("Reserve seat")

    async def forget(promotion: Promotion) -> None:
        promotion.invalidate_handle(handle.id)

    await seer.promoting(forget)
    again = await seer.handle("Reserve seat")

    assert again.id != handle.id
    with pytest.raises(TargetNotFound):
        seer.memory.sight.handles.get(handle.id)
    with pytest.raises(InvalidInput):
        seer.memory.sight.handles.get("h1")


@pytest.mark.rows("R361")
async def test_a_press_by_coordinates_is_promoted_to_the_control_it_met(seer: Seer, pages: Pages) -> None:
    pages.make("<body style='margin:0'><button id=inner style='width:90px;height:40px'>In</button>", name="inner")
    frame = f"<iframe src='{pages.elsewhere('made/inner')}' style='position:absolute;left:200px;top:100px'></iframe>"
    await seer.open(pages.make(f"<button id=outer style='position:absolute;left:9px;top:9px'>Out</button>{frame}"))

    outer = await seer.promoting(lambda promotion: promotion.promote_point((20, 18)))
    inner = await seer.promoting(lambda promotion: promotion.promote_point((230, 120)))
    nobody = await seer.promoting(lambda promotion: promotion.promote_point((600, 400)))

    handles = seer.memory.handles
    assert isinstance(outer, Promoted) and handles.get(outer.element_id).fingerprint.id == "outer"
    assert isinstance(inner, Promoted) and handles.get(inner.element_id).fingerprint.id == "inner"
    assert isinstance(nobody, Kept)

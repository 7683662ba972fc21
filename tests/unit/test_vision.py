"""Pictures are read in a process of its own, which may die at any moment."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncGenerator, Callable

import cv2
import numpy as np
import pytest
import pytest_asyncio

from handhold.adapters.vision import Box, Vision
from handhold.adapters.vision.images import Image, encoded
from handhold.errors import ExtraMissing, ScreenshotFailed

WIDTH, HEIGHT = 480, 200
WHOLE = Box(0, 0, WIDTH, HEIGHT)
BLACK, BLUE, WHITE = (20, 20, 20), (200, 90, 10), (255, 255, 255)
Drawing = Callable[[Image], object]


@pytest_asyncio.fixture(scope="module")
async def vision() -> AsyncGenerator[Vision]:
    vision = Vision(timeout=60, idle=600)
    yield vision
    await vision.close()


def picture(*drawings: Drawing) -> bytes:
    image = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    for draw in drawings:
        draw(image)
    return encoded(image)


def words(text: str, x: int, y: int, color: tuple[int, int, int] = BLACK) -> Drawing:
    return lambda image: cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.6, color, 1, cv2.LINE_AA)


def box(x: int, y: int, width: int, height: int, *, filled: bool) -> Drawing:
    thickness = cv2.FILLED if filled else 1
    return lambda image: cv2.rectangle(image, (x, y), (x + width, y + height), BLUE, thickness)


def knob(x: int, y: int) -> Drawing:
    return lambda image: cv2.circle(image, (x, y), 11, BLUE, cv2.FILLED)


@pytest.mark.rows("R340")
async def test_words_are_read_with_their_places(vision: Vision) -> None:
    png = picture(words("Reserve seat", 20, 40), words("Total 42", 300, 160))

    (seen,) = await vision.look(png, [WHOLE])

    assert [text.text for text in seen.texts] == ["Reserve seat", "Total 42"]
    first, second = (text.box for text in seen.texts)
    assert first.x < 40 and first.y < 40 < first.y + first.height
    assert second.x > 280 and second.y > 120


async def test_texts_that_only_share_a_line_are_parted(vision: Vision) -> None:
    png = picture(words("Colour", 20, 60), words("Delivery", 260, 60))

    (seen,) = await vision.look(png, [WHOLE])

    assert [text.text for text in seen.texts] == ["Colour", "Delivery"]


@pytest.mark.parametrize("gap", [1, 26])
async def test_a_text_is_parted_where_its_words_are_further_apart_than_words_are(vision: Vision, gap: int) -> None:
    line = cv2.getTextSize("Print preview", cv2.FONT_HERSHEY_SIMPLEX, 0.6, 1)[0][0]
    png = picture(words("Print preview", 20, 60), words("Fill", 20 + line + gap + 8, 60))

    (seen,) = await vision.look(png, [WHOLE])

    told = [text.text for text in seen.texts]
    assert told == (["Print preview", "Fill"] if gap > 8 else ["Print preview Fill"])


async def test_a_line_between_two_cells_parts_them(vision: Vision) -> None:
    line = cv2.getTextSize("Price", cv2.FONT_HERSHEY_SIMPLEX, 0.6, 1)[0][0]
    edge = 20 + line + 7
    cells = box(10, 30, edge - 10, 50, filled=False), box(edge, 30, 120, 50, filled=False)
    png = picture(*cells, words("Price", 20, 60), words("Stock", edge + 8, 60))

    (seen,) = await vision.look(png, [WHOLE])

    assert [text.text for text in seen.texts] == ["Price", "Stock"]


@pytest.mark.rows("R340")
@pytest.mark.parametrize(
    ("drawings", "kind"),
    [
        ((box(40, 60, 160, 44, filled=True), words("Buy now", 80, 88, WHITE)), "button"),
        ((box(40, 60, 260, 36, filled=False),), "field"),
        ((box(40, 98, 300, 6, filled=True), knob(190, 101)), "slider"),
        ((box(98, 20, 6, 160, filled=True), knob(101, 120)), "slider"),
        ((box(60, 30, 40, 150, filled=True),), "shape"),
    ],
    ids=["button", "field", "slider", "upright slider", "bar"],
)
async def test_what_is_drawn_like_a_control_is_found(vision: Vision, drawings: list[Drawing], kind: str) -> None:
    (seen,) = await vision.look(picture(*drawings), [WHOLE])

    assert [shape.kind for shape in seen.shapes] == [kind]


async def test_a_slider_says_where_its_knob_is(vision: Vision) -> None:
    png = picture(box(40, 98, 300, 6, filled=True), knob(115, 101))

    (seen,) = await vision.look(png, [WHOLE])

    assert seen.shapes[0].at == pytest.approx(0.25, abs=0.05)


async def test_an_upright_slider_begins_at_its_foot(vision: Vision) -> None:
    png = picture(box(98, 20, 6, 160, filled=True), knob(101, 140))

    (seen,) = await vision.look(png, [WHOLE])

    assert seen.shapes[0].at == pytest.approx(0.25, abs=0.05)


async def test_a_part_is_read_in_the_coordinates_of_the_whole(vision: Vision) -> None:
    png = picture(words("left", 20, 40), words("right", 300, 40))

    (seen,) = await vision.look(png, [Box(240, 0, 400, 100)])

    assert [text.text for text in seen.texts] == ["right"]
    assert 290 <= seen.texts[0].box.x <= 310
    assert seen.box == Box(240, 0, 240, 100)


async def test_equal_pixels_have_equal_digests_and_others_have_not(vision: Vision) -> None:
    before, after = picture(words("one", 20, 40)), picture(words("two", 20, 40))

    (first,), (again,), (other,) = [await vision.look(png, [WHOLE]) for png in (before, before, after)]

    assert first.digest == again.digest != other.digest


@pytest.mark.rows("R362")
async def test_a_picture_is_found_again_where_it_has_moved_to(vision: Vision) -> None:
    before = picture(words("Play", 40, 50))
    after = picture(words("Play", 240, 150))
    (sought,) = await vision.cut(before, [Box(35, 30, 60, 30)])

    found = await vision.find(after, sought, within=WHOLE)

    assert found[0].score > 0.95
    assert found[0].box == Box(235, 130, 60, 30)


async def test_a_picture_that_is_there_twice_is_found_twice(vision: Vision) -> None:
    png = picture(words("Play", 40, 50), words("Play", 240, 150))
    (sought,) = await vision.cut(png, [Box(35, 30, 60, 30)])

    found = await vision.find(png, sought, within=WHOLE)

    assert [each.score > 0.95 for each in found[:2]] == [True, True]


async def test_a_plain_surface_is_found_nowhere(vision: Vision) -> None:
    png = picture(words("Play", 40, 50))
    (sought,) = await vision.cut(png, [Box(200, 100, 60, 30)])

    assert await vision.find(png, sought, within=WHOLE) == []


@pytest.mark.parametrize(("png", "part"), [(b"nonsense", WHOLE), (picture(), Box(900, 900, 10, 10))])
async def test_what_cannot_be_read_is_an_error_and_the_next_picture_is_read(
    vision: Vision, png: bytes, part: Box
) -> None:
    with pytest.raises(ScreenshotFailed):
        await vision.look(png, [part])

    (seen,) = await vision.look(picture(words("still here", 20, 40)), [WHOLE])

    assert [text.text for text in seen.texts] == ["still here"]


async def test_a_process_that_is_killed_is_replaced(vision: Vision) -> None:
    await vision.look(picture(words("warm", 20, 40)), [WHOLE])
    assert vision.process_id is not None
    os.kill(vision.process_id, signal.SIGKILL)

    (seen,) = await vision.look(picture(words("again", 20, 40)), [WHOLE])

    assert [text.text for text in seen.texts] == ["again"]


async def test_a_caller_that_gives_up_does_not_confuse_the_next(vision: Vision) -> None:
    giving_up = asyncio.create_task(vision.look(picture(words("first", 20, 40)), [WHOLE]))
    await asyncio.sleep(0)
    giving_up.cancel()

    (seen,) = await vision.look(picture(words("second", 20, 40)), [WHOLE])

    assert [text.text for text in seen.texts] == ["second"]


async def test_nobody_keeps_the_process_when_nobody_asks() -> None:
    vision = Vision(timeout=60, idle=0.01)
    await vision.cut(picture(), [WHOLE])

    async with asyncio.timeout(20):
        while vision.process_id is not None:
            await asyncio.sleep(0.01)


async def test_a_missing_part_is_named_with_the_way_to_install_it() -> None:
    vision = Vision(timeout=60, idle=60, needs=("a_library_nobody_has",))

    with pytest.raises(ExtraMissing) as raised:
        await vision.look(picture(), [WHOLE])

    assert "handhold[vision]" in str(raised.value.hint)
    assert raised.value.details == {"missing": ["a_library_nobody_has"]}


async def test_a_text_that_was_read_twice_does_not_spoil_the_next_picture(vision: Vision) -> None:
    def faint(image: Image) -> None:
        cv2.putText(image, "Wm nn rn", (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.3, (150, 150, 150), 1, cv2.LINE_AA)
        image[:] = cv2.GaussianBlur(image, (3, 3), 0)

    await vision.look(picture(faint), [WHOLE])
    started = vision.started

    (seen,) = await vision.look(picture(words("Reserve seat", 20, 40), words("Total 42", 300, 160)), [WHOLE])

    assert [text.text for text in seen.texts] == ["Reserve seat", "Total 42"]
    assert vision.started == started


@pytest.mark.rows("A53")
async def test_what_is_painted_over_is_not_read(vision: Vision) -> None:
    png = picture(words("Reserve seat", 20, 40), words("Secret 42", 300, 160))

    (seen,) = await vision.look(png, [WHOLE], masks=[Box(290, 130, 180, 60)])
    hidden, shown = await vision.digests(
        png, [Box(300, 140, 90, 30), Box(0, 0, 200, 80)], masks=[Box(290, 130, 180, 60)]
    )
    plain = picture(words("Reserve seat", 20, 40), words("Public 17", 300, 160))
    same = await vision.digests(plain, [Box(300, 140, 90, 30), Box(0, 0, 200, 80)], masks=[Box(290, 130, 180, 60)])

    assert [text.text for text in seen.texts] == ["Reserve seat"]
    assert [hidden, shown] == same


async def test_a_picture_is_found_again_when_it_has_grown(vision: Vision) -> None:
    small = picture(box(40, 40, 60, 30, filled=True), words("Go", 50, 62, WHITE))
    (sought,) = await vision.cut(small, [Box(36, 36, 70, 40)])
    image = cv2.imdecode(np.frombuffer(small, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    large = encoded(np.asarray(cv2.resize(image, None, fx=1.5, fy=1.5), np.uint8))

    found = await vision.find(large, sought, within=Box(0, 0, 720, 300), grown=1.5)

    assert found[0].score > 0.9
    assert abs(found[0].box.x - 54) <= 2 and abs(found[0].box.y - 54) <= 2

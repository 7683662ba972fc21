"""The pointer comes to where it is meant to be in a frame that has a process of its own, or nothing is pressed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Frame
from tests.support.pages import Pages
from tests.support.person import OpenApp, Person

from handhold.adapters.browser.hands import Aim
from handhold.adapters.browser.seen import NodeRef, PointIn
from handhold.adapters.browser.sights import TabSights
from handhold.errors import PageClosed, TargetBlocked
from handhold.settings import Settings

ROUNDS: Final = 30
AT: Final = (300, 250)
IN_FRAME: Final = (99, 49)
"""Where that is in the frame: less the frame's place and its border."""
INNER: Final = """<body style="margin:0;height:2000px"><script>
  const heard = []
  onclick = ({ clientX, clientY }) => heard.push([clientX, clientY])
</script>"""
FRAME: Final = "position:absolute;left:200px;top:200px;width:400px;height:300px;border:1px solid"


@pytest_asyncio.fixture
async def person(environ: Mapping[str, str], root: Path) -> AsyncGenerator[Person]:
    app = OpenApp(Settings(root=root), environ=environ)
    yield Person(app)
    await app.close()


async def framed(person: Person, pages: Pages) -> tuple[Frame, PointIn]:
    """A page with a frame of another site, and a point in that."""
    pages.make(INNER, name="inner")
    outer = pages.make(f'<iframe src="{pages.elsewhere("made/inner")}" style="{FRAME}"></iframe>', name="outer")
    assert (await person.ask("nav_goto", url=outer)).ok
    tab = await person.app.browsers[-1].current_tab()
    document = await TabSights(await tab.scripts(), await tab.eyes()).document_at(AT)
    return tab.page.frames[-1], PointIn(document, AT)


@pytest.mark.rows("R343")
async def test_a_press_comes_to_its_place_right_after_a_picture_of_a_part_of_the_page(
    person: Person, pages: Pages
) -> None:
    frame, spot = await framed(person, pages)
    tab = await person.app.browsers[-1].current_tab()
    hands = await tab.hands()

    for _round in range(ROUNDS):
        # The browser shifts the page for it, and takes the frame for elsewhere until it has painted again.
        await tab.page.screenshot(clip={"x": 150, "y": 150, "width": 200, "height": 90})
        assert await hands.press_at(spot)

    assert await frame.evaluate("heard") == [list(IN_FRAME)] * ROUNDS


@pytest.mark.rows("R343")
async def test_nothing_is_pressed_when_the_pointer_does_not_come_to_the_frame(person: Person, pages: Pages) -> None:
    frame, spot = await framed(person, pages)
    tab = await person.app.browsers[-1].current_tab()
    await tab.page.evaluate("document.querySelector('iframe').style.pointerEvents = 'none'")
    await tab.page.evaluate("addEventListener('mousedown', () => { document.title = 'pressed' })")

    with pytest.raises(TargetBlocked, match="does not come"):
        await (await tab.hands()).press_at(spot)

    assert await frame.evaluate("heard") == []
    assert await tab.page.title() != "pressed"


@pytest.mark.rows("R343")
async def test_a_frame_that_has_gone_does_not_count_as_pressed(person: Person, pages: Pages) -> None:
    _frame, spot = await framed(person, pages)
    tab = await person.app.browsers[-1].current_tab()
    await tab.page.evaluate("document.querySelector('iframe').remove()")
    aim = Aim(node=NodeRef(spot.document, 1), x=AT[0], y=AT[1])

    with pytest.raises(PageClosed):
        await (await tab.hands()).press(aim)
    with pytest.raises(PageClosed):
        await (await tab.hands()).press_at(spot)

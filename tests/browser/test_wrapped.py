"""Boxes within boxes that all say the same: the one that was pressed is found again when the page is drawn anew."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio
from tests.support.pages import Pages
from tests.support.person import Person
from tests.support.seeing import SeeingApp, seeing

SHAPES: Final = ("wrapper", "tight", "inner", "outerListens", "bothListen", "delegated")
REFUSALS: Final = {"MM_TARGET_STALE", "MM_TARGET_AMBIGUOUS"}


@pytest_asyncio.fixture(scope="module")
async def app(environ: Mapping[str, str], root: Path) -> AsyncGenerator[SeeingApp]:
    async with seeing(environ, root) as make:
        yield make()


@pytest_asyncio.fixture
async def person(app: SeeingApp) -> AsyncGenerator[Person]:
    somebody = Person(app)
    yield somebody
    await somebody.leave()


async def pressed(person: Person, url: str) -> str:
    """The handle of what a pointer met in the middle of the words."""
    assert (await person.ask("nav_goto", url=url)).ok
    box = await (await person.page()).locator(".cta").first.bounding_box()
    assert box is not None
    centre = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    reply = await person.ask("pointer_action", target=centre)
    assert reply.ok, reply.text
    return str(reply.envelope["result"]["promotedHandleId"])


async def heard(person: Person) -> list[str]:
    told: list[str] = await (await person.page()).evaluate("heard.splice(0)")
    return told


@pytest.mark.rows("R344", "R456")
@pytest.mark.parametrize("shape", SHAPES)
async def test_a_box_is_told_from_the_boxes_around_it_and_in_it(person: Person, pages: Pages, shape: str) -> None:
    handle = await pressed(person, f"{pages / 'sight/wrapped.html'}#{shape}")
    page = await person.page()
    assert await heard(person) == ["call"]

    for drawn in (shape, shape):
        await page.evaluate("draw", drawn)
        reply = await person.ask("action_execute", handle=handle)

        assert reply.ok, (drawn, reply.text)
        assert await heard(person) == ["call"], drawn


@pytest.mark.rows("R344", "R456")
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("after", ["twins", "other"])
async def test_one_of_two_or_another_one_is_refused(person: Person, pages: Pages, shape: str, after: str) -> None:
    handle = await pressed(person, f"{pages / 'sight/wrapped.html'}#{shape}")
    await heard(person)

    await (await person.page()).evaluate("draw", after)
    reply = await person.ask("action_execute", handle=handle)

    assert not reply.ok
    assert reply.error["code"] in REFUSALS
    assert await heard(person) == []

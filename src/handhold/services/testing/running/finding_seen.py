"""What evidence by sight means: things that read like some words, or look like a picture of the repository."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from handhold.adapters.browser.seen import NodeRef, Rect
from handhold.errors import InvalidInput
from handhold.services.perception.view import View
from handhold.services.perception.wording import fold
from handhold.services.sight.scan import VisualRequest
from handhold.services.sight.verdicts import Promoted
from handhold.services.sight.visual_handles import VisualHandle

if TYPE_CHECKING:
    from handhold.services.sight.sight import Sight
    from handhold.services.testing.definition.targets import Sight as Looks

PAGE_ROOM: Final = 8_000
"""Bytes of a page of visual items; nobody is answered with them."""
MOST_BYTES: Final = 5_000_000
SAME_PLACE: Final = 0.3
"""A finding this much like a place is what the place shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenThing:
    """An element, or, with a visual handle, something drawn on one. `role` and `name` are page text."""

    node: NodeRef
    role: str
    name: str
    visual: str | None = None

    @property
    def is_the(self) -> Hashable:
        return self.visual or self.node


async def seen_things(sight: Sight, view: View, looks: Looks, *, root: Path) -> list[SeenThing]:
    """All that fit, each once; with words and a picture, those that fit both."""
    things: list[SeenThing] | None = None
    if looks.picture is not None:
        things = await _alike(sight, view, await asyncio.to_thread(_picture, root, looks.picture))
    if looks.text is not None:
        saying = await _saying(sight, view, looks.text)
        both = {each.is_the for each in saying}
        things = saying if things is None else [each for each in things if each.is_the in both]
    return list({each.is_the: each for each in things or ()}.values())


async def _saying(sight: Sight, view: View, text: str) -> list[SeenThing]:
    wanted = fold(text).split()
    handles = await _scanned(sight, pattern=text)
    return [_thing(view, each) for each in handles if fold(each.text).split() == wanted]


async def _alike(sight: Sight, view: View, png: bytes) -> list[SeenThing]:
    things: list[SeenThing] = []
    promotion = await sight.promotion()
    for place in await sight.places_alike(png):
        verdict = await promotion.promote_point(place.centre)
        known = view.memory.handles.find(verdict.element_id) if isinstance(verdict, Promoted) else None
        if known is not None:
            things.append(SeenThing(node=known.node, role=known.role, name=known.label))
        elif (drawn := _at(await _scanned(sight, pattern=None), place)) is not None:
            things.append(_thing(view, drawn))
    return things


async def _scanned(sight: Sight, *, pattern: str | None) -> list[VisualHandle]:
    page = await sight.scan(VisualRequest(pattern=pattern), region=None, page_token=None, budget=PAGE_ROOM)
    items = list(page.items)
    while page.next_token is not None:
        page = await sight.scan(VisualRequest(), region=None, page_token=page.next_token, budget=PAGE_ROOM)
        items += page.items
    return [sight.handle(str(item["visualHandleId"])) for item in items]


def _at(handles: list[VisualHandle], place: Rect) -> VisualHandle | None:
    """What was seen there."""
    best = max(handles, key=lambda each: each.bbox.likeness(place), default=None)
    return best if best is not None and best.bbox.likeness(place) >= SAME_PLACE else None


def _thing(view: View, handle: VisualHandle) -> SeenThing:
    known = None if handle.promoted is None else view.memory.handles.find(handle.promoted)
    if known is None:
        return SeenThing(node=handle.anchor, role=handle.kind, name=handle.text, visual=handle.id)
    return SeenThing(node=known.node, role=known.role, name=known.label)


def _picture(root: Path, path: str) -> bytes:
    file = (root / path).resolve()
    if not file.is_relative_to(root.resolve()) or not file.is_file():
        raise InvalidInput("target: seen.picture is no file below the root", details={"picture": path})
    if file.stat().st_size > MOST_BYTES:
        raise InvalidInput(f"target: seen.picture is larger than {MOST_BYTES} bytes", details={"picture": path})
    return file.read_bytes()

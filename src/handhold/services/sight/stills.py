"""Pictures of elements that hold still: the element is in the same place before its picture is taken and after."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from handhold.adapters.browser.outlook import Anchored, Outlook, Shot
from handhold.adapters.browser.seen import NodeRef, Point, Rect
from handhold.errors import TargetStale
from handhold.services.sight.gaze import Gaze

T = TypeVar("T")
ATTEMPTS: Final = 3
STILL: Final = 1.0
"""CSS pixels that an element may move while its picture is taken."""
AROUND: Final = 8.0
"""CSS pixels around an element that its picture shows, too."""
GONE: Final = "Call visual_scan to see what is there now."


@dataclass(frozen=True, slots=True, kw_only=True)
class Still:
    """An element as it is now, with a picture of it, or of a part of it."""

    node: NodeRef
    anchor: Anchored
    shot: Shot
    outlook: Outlook


class Stills:
    def __init__(self, gaze: Gaze) -> None:
        self._sights = gaze.sights

    async def whole(self, node: NodeRef, *, at: Point, into_view: bool) -> Still:
        """All that shows of an element and a little around it. `at`: the place in it that shall show."""
        anchor = await self.anchor(node, at=at, into_view=into_view)
        now, _ = await self.part(node, anchor, at=at, shown=_with_surroundings, meanwhile=_nothing)
        return now

    async def part(
        self,
        node: NodeRef,
        anchor: Anchored,
        *,
        at: Point,
        shown: Callable[[Anchored], Rect],
        meanwhile: Callable[[Still], Awaitable[T]],
    ) -> tuple[Still, T]:
        """What is `shown` of an element, and what was found out about it.

        `anchor`: where the element has just been. `meanwhile` looks at the picture while the element is asked whether
        it has moved. Raises `TargetStale` when the element does not show, or does not hold still.
        """
        for _attempt in range(ATTEMPTS):
            if anchor.seen.area < 1:
                raise does_not_show()
            # A picture waits for the screen, and the document can answer until it comes.
            outlook, shot = await asyncio.gather(
                self._sights.look(node), self._sights.picture(shown(anchor), anchor.lens)
            )
            now = Still(node=node, anchor=anchor, shot=shot, outlook=outlook)
            after, told = await asyncio.gather(self.anchor(node, at=at, into_view=False), meanwhile(now))
            if distance(after.whole, anchor.whole) <= STILL and distance(after.seen, anchor.seen) <= STILL:
                return now, told
            anchor = after
        raise TargetStale("the picture it was seen in does not hold still", hint="Try again when it has stopped.")

    async def anchor(self, node: NodeRef, *, at: Point, into_view: bool) -> Anchored:
        """Where an element is. Raises `TargetStale` when it is gone or hidden."""
        anchor = await self._sights.anchor(node, at=at, into_view=into_view)
        if anchor is None:
            raise TargetStale("the picture it was seen in is not on the page any more", hint=GONE)
        return anchor


def distance(one: Rect, other: Rect) -> float:
    """The most by which an edge of the one, or its size, differs from the other's."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def does_not_show() -> TargetStale:
    return TargetStale("the place where it was seen does not show", hint="Scroll it into view, or scan again.")


async def _nothing(_now: Still) -> None:
    """For a picture that is only looked at."""


def _with_surroundings(anchor: Anchored) -> Rect:
    """Room for the margin of something that fills its element, should it have grown."""
    box = anchor.seen
    return Rect(box.x - AROUND, box.y - AROUND, box.width + 2 * AROUND, box.height + 2 * AROUND)

"""Act at a place where nothing better leads to: gestures of the pointer, and what they meet made durable."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from handhold.adapters.browser.seen import PointIn
from handhold.errors import ClickFailed, InvalidInput, StateRefused, TargetBlocked, TargetStale
from handhold.services.interaction import Changing, Executed, Intent, Interaction
from handhold.services.interaction.grip import named
from handhold.services.perception import Changes, Region
from handhold.services.sight.sight import Sight
from handhold.services.sight.verdicts import Evidence, Promoted
from handhold.services.sight.visual_handles import VisualHandle

if TYPE_CHECKING:
    from handhold.adapters.browser.hands import Hands
    from handhold.adapters.browser.seen import NodeRef, Point

Gesture = Literal["press", "doublePress", "contextMenu", "hover", "drag", "scroll", "longPress"]
Status = Literal["pressed", "hovered", "dragged", "scrolled"]

STATUS: Final[Mapping[Gesture, Status]] = {
    "press": "pressed",
    "doublePress": "pressed",
    "contextMenu": "pressed",
    "longPress": "pressed",
    "hover": "hovered",
    "drag": "dragged",
    "scroll": "scrolled",
}
GESTURES: Final[Mapping[Intent, Gesture]] = {
    "hover": "hover",
    "doublePress": "doublePress",
    "contextMenu": "contextMenu",
}
"""What an intent means where only a place is known; all others are a press."""
LONG_SECONDS: Final = 0.8
"""Longer than what systems take for a long press (half a second)."""
SCREENFUL: Final = (0.0, 400.0)
"""What one turn of the wheel scrolls, when nothing was said."""
MIDDLE: Final = (0.5, 0.5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What is done at the place.

    `at`: where on a handle or in a region, as shares of its box. `to` and `by`: where a drag ends.
    """

    gesture: Gesture
    at: Point | None = None
    to: Point | None = None
    by: Point | None = None


@dataclass(frozen=True, slots=True)
class Within:
    """A region to point into."""

    region: Region


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed:
    status: Status
    promoted: str | None
    """The durable handle of what was met, where one element is there."""
    evidence: Evidence
    changes: Changes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    spot: PointIn
    promoted: str | None
    evidence: Evidence


class Pointing:
    def __init__(
        self, *, sight: Sight, interaction: Interaction, changing: Changing, count: Callable[[str], None]
    ) -> None:
        self._sight = sight
        self._interaction = interaction
        self._changing = changing
        self._count = count

    async def act(self, target: Point | str | Within, move: Move) -> Pointed:
        """Do it at a point of the viewport, in a region, on an element (`h3`), or on something seen (`v3`).

        Raises `InvalidInput` for a point that does not show, `RegionNotFound`, `TargetStale` or `TargetAmbiguous` when
        what is meant is gone or not to be told from something else.
        """
        self._count("handhold.pointer.actions")
        found: list[_Place] = []

        async def work() -> None:
            found.append(await self._place(target, move))
            await self._do(found[0].spot, move)

        done = await self._changing.around(work, target=self._node_of(target))
        (place,) = found
        if place.promoted is not None:
            self._count("handhold.pointer.promotion_success")
        return Pointed(
            status=STATUS[move.gesture], promoted=place.promoted, evidence=place.evidence, changes=done.changes
        )

    async def execute(self, handle_id: str, intent: Intent) -> Executed:
        """Activate something seen, as far as a pointer can."""
        if intent == "focus":
            raise StateRefused(
                "only a picture shows it, and a picture does not take the keyboard", hint="Press it instead."
            )
        self._count(f"handhold.action.{intent}")
        handle = self._sight.handle(handle_id)
        done = await self.act(handle_id, Move(gesture=GESTURES.get(intent, "press")))
        return Executed(
            target=self.words(handle), element_id=handle_id, strategy="pointer", received=True, changes=done.changes
        )

    async def around(self, work: Callable[[], Awaitable[None]]) -> Changes:
        """What work of the pointer has changed."""
        self._count("handhold.pointer.actions")
        return (await self._changing.around(work)).changes

    @staticmethod
    def words(handle: VisualHandle) -> str:
        """Kind and words of something seen, as answers name the target; the words are page text."""
        _side, _space, caption = handle.caption.partition(" ")
        return named(handle.kind, handle.text or caption)

    async def _place(self, target: Point | str | Within, move: Move) -> _Place:
        if isinstance(target, Within):
            return await self._point(await self._sight.point_in(target.region, move.at or MIDDLE))
        if not isinstance(target, str):
            return await self._point(target)
        seen = self._sight.seen(target)
        return await (self._element(target, move) if seen is None else self._seen(seen, move))

    async def _point(self, point: Point) -> _Place:
        await self._refuse_outside(point)
        promotion = await self._sight.promotion()
        spot = await promotion.spot_at(point)
        verdict = await promotion.promote_spot(spot)
        promoted = verdict.element_id if isinstance(verdict, Promoted) else None
        return _Place(spot=spot, promoted=promoted, evidence=verdict.evidence)

    async def _element(self, handle_id: str, move: Move) -> _Place:
        grip = await self._interaction.grip(handle_id)
        evidence = Evidence(hit=grip.words, score=grip.resolved.score, by=grip.resolved.match)
        try:
            aim = await grip.aim(offset=move.at)
        except TargetBlocked as blocked:
            if blocked.details.get("reason") != "moving":
                raise
            point = await (await self._sight.promotion()).ahead_of(grip.resolved.handle.node, at=move.at or MIDDLE)
            if point is None:
                raise
            spot = PointIn(grip.resolved.handle.node.document, point)
            return _Place(spot=spot, promoted=handle_id, evidence=evidence)
        return _Place(spot=aim.spot, promoted=handle_id, evidence=evidence)

    async def _seen(self, handle: VisualHandle, move: Move) -> _Place:
        spot = await self._sight.find(handle)
        point = (spot.x, spot.y) if move.at is None else spot.bbox.place(move.at)
        if not await self._shows(point):
            raise TargetStale("what was seen does not show now", hint="Scroll to it, or call visual_scan again.")
        if move.at is not None:
            await self._sight.refuse_covered(spot, point)
        place = PointIn(spot.on.document, point)
        return _Place(spot=place, promoted=spot.handle.promoted, evidence=spot.evidence)

    async def _do(self, spot: PointIn, move: Move) -> None:
        hands = await self._interaction.hands()
        if move.gesture == "drag":
            await hands.drag(spot, await self._end(spot.point, move))
        elif move.gesture == "scroll":
            await hands.wheel_at(spot, move.by or SCREENFUL)
        elif move.gesture == "hover":
            await hands.move_to(spot)
        elif move.gesture == "longPress":
            await hands.hold_at(spot, seconds=LONG_SECONDS)
        else:
            await _click(hands, spot, move.gesture)

    async def _end(self, point: Point, move: Move) -> Point:
        if move.to is None and move.by is None:
            raise InvalidInput("a drag needs its end", hint="Give to {x, y}, or by {x, y} from where it begins.")
        end = move.to or (point[0] + (move.by or MIDDLE)[0], point[1] + (move.by or MIDDLE)[1])
        await self._refuse_outside(end)
        return end

    async def _refuse_outside(self, point: Point) -> None:
        if not await self._shows(point):
            raise InvalidInput(
                f"the point {point[0]:g}, {point[1]:g} is outside the viewport",
                hint="Scroll first (intent scroll, or act on a handle, which scrolls by itself).",
            )

    async def _shows(self, point: Point) -> bool:
        return await (await self._sight.promotion()).is_in_view(point)

    def _node_of(self, target: Point | str | Within) -> NodeRef | None:
        return self._interaction.node_of(target) if isinstance(target, str) else None


async def _click(hands: Hands, spot: PointIn, gesture: Gesture) -> None:
    is_heard = await hands.press_at(
        spot, button="right" if gesture == "contextMenu" else "left", clicks=2 if gesture == "doublePress" else 1
    )
    if not is_heard:
        raise ClickFailed(
            "it was pressed there and the page received nothing",
            hint="Look at the page with visual_scan before you try again.",
            details={"phase": "action"},
        )

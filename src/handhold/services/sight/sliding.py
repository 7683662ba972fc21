"""Drag a slider that is only drawn until its label, or its knob, says what was asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from handhold.adapters.browser.seen import PointIn
from handhold.errors import InvalidInput, StateRefused, TargetStale
from handhold.services.interaction import Interaction, StateSet
from handhold.services.interaction.wanted import wanted_of
from handhold.services.sight.findings import Finding
from handhold.services.sight.pointing import Pointing
from handhold.services.sight.sight import Sight
from handhold.services.sight.verdicts import Spot
from handhold.services.sight.visual_handles import Rect, VisualHandle

if TYPE_CHECKING:
    from handhold.adapters.browser.seen import Point

TRIES: Final = 5
PERCENT: Final = re.compile(r"\s*(\d{1,3}(?:\.\d+)?)\s*%\s*")
NUMBER: Final = re.compile(r"[-\u2212]?\d+(?:[.,]\d+)?")
CLOSE: Final = 3.0
"""CSS pixels the middle of a knob may be off; edges are found to about one."""
MOVED: Final = 2.0
"""CSS pixels from which on a knob counts as moved."""
IN_LINE: Final = 6.0
"""CSS pixels that a label may be off its line; more than that is another one."""
TRACK: Final = 0.6
"""A bar this much like the one before is the same: its knob sticks out at the ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A slider as it is drawn: its box, the middle of its knob as a share of it, and the numbers around it."""

    spot: Spot
    knob: float
    labels: tuple[Finding, ...]

    @property
    def box(self) -> Rect:
        return self.spot.bbox

    @property
    def is_upright(self) -> bool:
        """Whether it goes up from its foot."""
        return self.box.height > self.box.width

    @property
    def length(self) -> float:
        return max(self.box.width, self.box.height)

    def point(self, share: float) -> Point:
        along = min(1.0, max(0.0, share))
        x, y, width, height = self.box
        return (x + width / 2, y + height * (1 - along)) if self.is_upright else (x + width * along, y + height / 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """`share`: a part of the track; else `number`: what the label shall say."""

    share: float | None
    number: float


class Sliding:
    def __init__(self, sight: Sight, interaction: Interaction, pointing: Pointing) -> None:
        self._sight = sight
        self._interaction = interaction
        self._pointing = pointing

    async def set(self, handle: VisualHandle, state: object) -> StateSet:
        """Drag it. Raises `StateRefused` when it is no slider, or nothing shows that it has come to the value."""
        if handle.kind != "slider":
            raise StateRefused(
                f"only a picture shows this {handle.kind}, and its state cannot be read there",
                hint="Use action_execute or pointer_action on it, and look at what changes.",
            )
        goal = _goal(state)
        told: list[tuple[str, dict[str, str | int | float | None]]] = []

        async def work() -> None:
            told.append(await self._slide(handle, goal))

        done = await self._pointing.around(work)
        strategy, shown = told[0] if told else ("drag", {"before": None, "after": None})
        return StateSet(
            target=self._pointing.words(handle),
            element_id=handle.id,
            strategy=strategy,
            state={**shown},
            changes=done,
        )

    async def _slide(self, handle: VisualHandle, goal: Goal) -> tuple[str, dict[str, str | int | float | None]]:
        first = await self._read(handle)
        if goal.share is not None:
            return await self._to_share(first, goal.share)
        return await self._to_number(first, goal.number)

    async def _to_share(self, first: Reading, share: float) -> tuple[str, dict[str, str | int | float | None]]:
        """The knob is put there and must be seen there; its own middle cannot get to the very ends."""
        before = _percent(first.knob)
        if _is_close(first, share):
            return "none", {"before": before, "after": before}
        now = await self._dragged(first, share)
        if not _is_close(now, share) and not _is_at_end(first, now, share):
            raise _unverified(f"its knob is at {_percent(now.knob)}", before=before, after=_percent(now.knob))
        return "drag", {"before": before, "after": _percent(now.knob), "by": "picture"}

    async def _to_number(self, first: Reading, number: float) -> tuple[str, dict[str, str | int | float | None]]:
        """Its label is learnt by moving it: the one number that changes. Then it is moved until that is right."""
        if not first.labels:
            raise StateRefused(
                "no number is drawn by the slider, so its scale is not known",
                hint='Give a share of its track, such as "60%".',
            )
        now = await self._dragged(first, _first_guess(first, number))
        label = _changed(first, now)
        if label is None:
            await self._dragged(now, first.knob)
            raise _unverified("no number near it changed with it", before=None, after=None)
        before = _number(label[0])
        points = [(first.knob, before), (now.knob, _number(label[1]))]
        for _try in range(TRIES):
            if points[-1][1] == number:
                return "drag", {"before": before, "after": points[-1][1], "by": "text"}
            guess = _guess(points, number)
            if guess is None:
                break
            now = await self._dragged(now, guess)
            shown = _label_at(now, label[1])
            if shown is None:
                break
            points.append((now.knob, _number(shown)))
        raise _unverified(f"its label says {points[-1][1]:g}", before=before, after=points[-1][1])

    async def _dragged(self, reading: Reading, share: float) -> Reading:
        """After a drag of the knob; what is wrong by a few pixels is read off where it came to be."""
        hands, knob = await self._interaction.hands(), reading.point(reading.knob)
        await self._sight.refuse_covered(reading.spot, knob)
        await hands.drag(PointIn(reading.spot.on.document, knob), reading.point(share))
        return await self._read(reading.spot.handle)

    async def _read(self, handle: VisualHandle) -> Reading:
        spot, drawn = await self._sight.drawn(handle)
        here = [each for each in drawn if each.kind == "slider" and each.box.likeness(spot.bbox) >= TRACK]
        if len(here) != 1 or here[0].knob is None:
            raise TargetStale("its knob is not to be seen", hint="Call visual_scan to see what is there now.")
        labels = tuple(each for each in drawn if NUMBER.search(each.text))
        return Reading(spot=spot, knob=here[0].knob, labels=labels)


def _goal(state: object) -> Goal:
    """Raises `InvalidInput`."""
    wanted = wanted_of(state, secrets={})
    if isinstance(wanted.value, str) and (share := PERCENT.fullmatch(wanted.value)):
        return Goal(share=min(1.0, float(share[1]) / 100), number=0.0)
    if isinstance(wanted.value, str) and NUMBER.fullmatch(wanted.value.strip()):
        return Goal(share=None, number=_parsed(wanted.value.strip()))
    if isinstance(wanted.value, int | float) and not isinstance(wanted.value, bool):
        return Goal(share=None, number=float(wanted.value))
    raise InvalidInput(
        "a slider takes a number", hint='Give the number its label shall show, or a share such as "60%".'
    )


def _first_guess(reading: Reading, number: float) -> float:
    """Most scales go from 0 to 100; where that would not move the knob, any other place teaches as much."""
    nearest = min(reading.labels, key=lambda each: _distance(each.box, reading.box))
    shown = _number(nearest)
    per_share = shown / reading.knob if reading.knob > 0.05 and shown > 0 else 100.0
    guess = min(1.0, max(0.0, number / per_share))
    if abs(guess - reading.knob) * reading.length > 4 * MOVED:
        return guess
    return reading.knob + 0.25 if reading.knob < 0.6 else reading.knob - 0.25


def _guess(points: list[tuple[float, float]], number: float) -> float | None:
    """Where the number should be, from the two readings around it or the last two; none when they tell nothing."""
    below = [each for each in points if each[1] < number]
    above = [each for each in points if each[1] > number]
    if below and above:
        one, other = max(below, key=lambda each: each[1]), min(above, key=lambda each: each[1])
    else:
        one, other = points[-2], points[-1]
    if one[1] == other[1] or one[0] == other[0]:
        return None
    return one[0] + (number - one[1]) * (other[0] - one[0]) / (other[1] - one[1])


def _changed(before: Reading, after: Reading) -> tuple[Finding, Finding] | None:
    """The one number that was changed by moving the knob, as it was and as it is."""
    pairs = [(each, now) for each in before.labels if (now := _label_at(after, each)) is not None]
    changed = [(each, now) for each, now in pairs if _number(each) != _number(now)]
    return changed[0] if len(changed) == 1 else None


def _label_at(reading: Reading, label: Finding) -> Finding | None:
    """What stands where a label stood: its words grow and shrink with its number, and it may go with the knob."""
    same = [each for each in reading.labels if _words(each) == _words(label) and _is_in_line(reading, each, label)]
    if len(same) == 1:
        return same[0]
    there = [each for each in same if each.box.share_in(label.box) > 0.5 or label.box.share_in(each.box) > 0.5]
    return there[0] if len(there) == 1 else None


def _is_in_line(reading: Reading, one: Finding, other: Finding) -> bool:
    """Whether words are where others were, but for going along the track."""
    gap = one.box.centre[0] - other.box.centre[0] if reading.is_upright else one.box.y - other.box.y
    return abs(gap) < IN_LINE


def _words(finding: Finding) -> str:
    return NUMBER.sub("#", finding.text)


def _number(finding: Finding) -> float:
    found = NUMBER.findall(finding.text)
    return _parsed(found[-1]) if found else 0.0


def _parsed(text: str) -> float:
    return float(text.replace("\u2212", "-").replace(",", "."))


def _is_close(reading: Reading, share: float) -> bool:
    return abs(reading.knob - share) * reading.length <= CLOSE


def _is_at_end(before: Reading, after: Reading, share: float) -> bool:
    """Whether it was dragged to an end and stopped there, half a knob away from it."""
    knob = min(after.box.width, after.box.height)
    reached = abs(after.knob - share) * after.length
    return share in (0.0, 1.0) and reached <= knob and abs(after.knob - before.knob) * after.length > MOVED


def _percent(share: float) -> str:
    return f"{round(share * 100)}%"


def _distance(one: Rect, other: Rect) -> float:
    (x, y), (left, top) = one.centre, other.centre
    return abs(x - left) + abs(y - top)


def _unverified(why: str, *, before: str | float | None, after: str | float | None) -> StateRefused:
    return StateRefused(
        f"the slider was dragged, and {why}",
        hint="Look at it with visual_scan; pointer_action drags it by pixels.",
        details={"before": before, "after": after, "phase": "action"},
    )

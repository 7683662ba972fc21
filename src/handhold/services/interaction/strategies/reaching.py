"""Move a slider or a spin button to a number: with keys, counted in steps, and where keys do nothing, by dragging."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, cast

from handhold.errors import StateRefused, TypeFailed
from handhold.services.interaction.fields import Field
from handhold.services.interaction.formats import number_in, written
from handhold.services.interaction.goals import Reach
from handhold.services.interaction.hold import Done, Hold
from handhold.services.interaction.met import is_at

QUICK: Final = 0.35
BURST: Final = 25
"""Keys sent before it is looked at again."""
MOST_KEYS: Final = 500
DRAGS: Final = 4
UNEVEN: Final = 0.01
"""Share of a step that is taken for rounding."""


async def reach(hold: Hold, goal: Reach) -> Done:
    await hold.ready()
    if await hold.focus() and await _by_keys(hold, goal.number):
        return Done(strategy="keyboard")
    if await _by_dragging(hold, goal.number):
        return Done(strategy="drag")
    raise TypeFailed(
        f"{hold.grip.words} could not be moved to that number",
        hint="It stands at details.value now; try a number near to it.",
        details={"cause": "not reached", "value": hold.field.value},
    )


@dataclass(frozen=True, slots=True)
class Steps:
    """The two keys that move it, and how far the first one does; negative where right means less."""

    more: str
    less: str
    size: float

    def keys(self, count: int) -> list[str]:
        return [self.more if count > 0 else self.less] * abs(count)


async def _by_keys(hold: Hold, number: float) -> bool:
    """False when keys do not move it. Raises `StateRefused` when the number lies between two steps."""
    began = _now(hold.field)
    if is_at(hold.field, number) or await _at_an_end(hold, number):
        return True
    steps = await _steps(hold)
    if steps is None:
        return False
    for _ in range(MOST_KEYS // BURST):
        if is_at(hold.field, number):
            return True
        left = (number - _now(hold.field)) / steps.size
        if abs(left - round(left)) > UNEVEN and abs(left) < 1:
            await _back(hold, began, steps)
            raise _between(hold.field, steps, number)
        count = round(left) or (1 if left > 0 else -1)
        await hold.keys(*steps.keys(max(-BURST, min(BURST, count))))
        expected = _now(hold.field) + steps.size * max(-BURST, min(BURST, count))
        before = _now(hold.field)
        await hold.until(lambda field, at=expected: is_at(field, at), seconds=QUICK)
        if _now(hold.field) == before:
            return False
    return is_at(hold.field, number)


async def _at_an_end(hold: Hold, number: float) -> bool:
    """Home and End lead to the ends; from the nearer one it is not so far to go on."""
    low, high = number_in(hold.field.minimum), number_in(hold.field.maximum)
    here = abs(number - _now(hold.field))
    ends = [(abs(number - end), key) for end, key in ((low, "Home"), (high, "End")) if end is not None]
    if not ends or min(ends)[0] >= here / 2:
        return False
    before = _now(hold.field)
    await hold.keys(min(ends)[1])
    await hold.until(lambda field: _now(field) != before, seconds=QUICK)
    return is_at(hold.field, number)


async def _steps(hold: Hold) -> Steps | None:
    """Tried out: one key to the right, at the upper end one to the left; then the same up and down."""
    axes = [("ArrowRight", "ArrowLeft"), ("ArrowUp", "ArrowDown")]
    if hold.field.kind == "spinbutton" or hold.field.vertical:
        axes.reverse()
    for more, less in axes:
        for key, sign in ((more, 1), (less, -1)):
            before = _now(hold.field)
            await hold.keys(key)
            if await hold.until(lambda field, was=before: _now(field) != was, seconds=QUICK):
                return Steps(more, less, (_now(hold.field) - before) * sign)
    return None


async def _back(hold: Hold, began: float, steps: Steps) -> None:
    """Leave it as it was."""
    count = round((began - _now(hold.field)) / steps.size)
    if count and abs(count) <= MOST_KEYS:
        await hold.keys(*steps.keys(count))
        await hold.until(lambda field: is_at(field, began), seconds=QUICK)


def _between(field: Field, steps: Steps, number: float) -> StateRefused:
    size = abs(steps.size)
    low = number_in(field.minimum) or 0.0
    below = low + math.floor((number - low) / size) * size
    return StateRefused(
        f"this {field.kind} cannot have that state: that is between two steps",
        hint="It was set back to what it was. Give a number that details.allowed names.",
        details={
            "kind": field.kind,
            "allowed": {
                "min": field.minimum,
                "max": field.maximum,
                "step": written(size),
                "nearest": [written(below), written(below + size)],
            },
        },
    )


async def _by_dragging(hold: Hold, number: float) -> bool:
    """To the share of the track where the number should be, and again from there, as the scale may be uneven."""
    low, high = number_in(hold.field.minimum) or 0.0, number_in(hold.field.maximum)
    high = 100.0 if high is None else high
    if high <= low:
        return False
    aimed = number
    for _ in range(DRAGS):
        if await hold.until(lambda field: is_at(field, number), seconds=0):
            return True
        track = await hold.ask("sliderTrack", vertical=hold.field.vertical)
        if not track.get("found"):
            return False
        start, length = cast(float, track["start"]), cast(float, track["length"])
        aim = await hold.ready()
        along = start + length * min(max((aimed - low) / (high - low), 0.0), 1.0)
        to = (aim.x, aim.y + along) if hold.field.vertical else (aim.x + along, aim.y)
        before = _now(hold.field)
        await hold.grip.hands.drag(aim.spot, to)
        if not await hold.until(lambda field, was=before: _now(field) != was, seconds=QUICK):
            return False
        aimed += number - _now(hold.field)
    return is_at(hold.field, number)


def _now(field: Field) -> float:
    return number_in(field.value or "") or 0.0

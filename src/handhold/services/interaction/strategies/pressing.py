"""Press what is on or off, selected or not, open or closed, until it is as wanted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from handhold.errors import ClickFailed, TargetError
from handhold.services.interaction.fields import Field
from handhold.services.interaction.goals import Check, ChooseNative, Expand, Select
from handhold.services.interaction.hold import PATIENCE, Done, Hold
from handhold.services.interaction.met import is_met
from handhold.services.interaction.strategies.setting import choose_native

QUICK: Final = 0.35
"""Seconds that something half-way gets before the next way is tried."""
CLOSED: Final = "It closed with the press, so its state could not be read back."

Way = tuple[str, Callable[[Hold], Awaitable[None]]]


async def check(hold: Hold, goal: Check) -> Done:
    return await _by_ways(hold, goal, (PRESS, PRESS, SPACE))


async def select(hold: Hold, goal: Select) -> Done:
    if hold.field.owner is not None:
        return await _select_native(hold, goal)
    return await _by_ways(hold, goal, (ADD, PRESS, SPACE) if hold.field.multiple else (PRESS, SPACE))


async def expand(hold: Hold, goal: Expand) -> Done:
    if hold.field.kind == "treeitem":
        return await _by_ways(hold, goal, (OPEN if goal.on else CLOSE, PRESS, DOUBLE))
    if hold.field.kind == "combobox":
        return await _by_ways(hold, goal, (PRESS, DROP_DOWN) if goal.on else (ESCAPE, PRESS))
    if not goal.on and await _is_covered(hold):
        # What it opened lies over it, or keeps the pointer from everything else.
        return await _by_ways(hold, goal, (LEAVE,))
    return await _by_ways(hold, goal, (PRESS, ENTER))


async def _is_covered(hold: Hold) -> bool:
    aim = await hold.grip.hands.aim(hold.field.press, grace=0)
    return aim.obstacle is not None and aim.obstacle.reason in ("covered", "inert")


async def _select_native(hold: Hold, goal: Select) -> Done:
    """An option of a native list cannot be pressed; its list is set."""
    mine = hold.field.node.key
    owner = await Hold.take(hold.grip, node=hold.field.owner)
    chosen = {choice.place for choice in owner.field.choices if choice.selected and owner.field.multiple}
    place = {choice.place for choice in owner.field.choices if choice.key == mine}
    places = chosen | place if goal.on else chosen - place
    done = await choose_native(owner, ChooseNative(tuple(sorted(places))))
    await hold.look()
    return done


async def _by_ways(hold: Hold, goal: Check | Select | Expand, ways: tuple[Way, ...]) -> Done:
    """One way after the other, until one of them has worked. A way that moved it half-way is followed by the next."""
    for place, (name, way) in enumerate(ways):
        was = _standing(hold.field)
        try:
            await way(hold)
        except TargetError:
            # The first way says why the element cannot be acted on; later ones are only tried.
            if place == 0:
                raise
            continue
        # What is slow and pressed again too soon is turned back.
        moved = await hold.until(lambda field, then=was: _standing(field) != then, seconds=PATIENCE)
        if await hold.until(lambda field: is_met(field, goal), seconds=QUICK if moved else 0):
            return Done(strategy=name)
        if hold.is_gone:
            return Done(strategy=name, note=CLOSED)
    raise ClickFailed(
        f"{hold.grip.words} was pressed and its state stayed as it was",
        hint="Look at the page: it may need something else first.",
        details={"phase": "verify"},
    )


def _standing(field: Field) -> tuple[object, ...]:
    return field.checked, field.chosen, field.expanded


async def _press(hold: Hold) -> None:
    await hold.press()


async def _add(hold: Hold) -> None:
    await hold.press(modifiers=("Control",))


async def _double(hold: Hold) -> None:
    aim = await hold.ready()
    await hold.grip.hands.press(aim, clicks=2)


async def _leave(hold: Hold) -> None:
    """To whatever has the keyboard: what is open took it."""
    await hold.keys("Escape")


def _key(chord: str) -> Callable[[Hold], Awaitable[None]]:
    async def press(hold: Hold) -> None:
        if await hold.focus():
            await hold.keys(chord)

    return press


PRESS: Final[Way] = ("pointer", _press)
ADD: Final[Way] = ("pointer", _add)
DOUBLE: Final[Way] = ("pointer", _double)
SPACE: Final[Way] = ("keyboard", _key("Space"))
ENTER: Final[Way] = ("keyboard", _key("Enter"))
OPEN: Final[Way] = ("keyboard", _key("ArrowRight"))
CLOSE: Final[Way] = ("keyboard", _key("ArrowLeft"))
DROP_DOWN: Final[Way] = ("keyboard", _key("Alt+ArrowDown"))
ESCAPE: Final[Way] = ("keyboard", _key("Escape"))
LEAVE: Final[Way] = ("keyboard", _leave)

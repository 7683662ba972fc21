"""Replace the text of a field, and compare what it then holds."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Final, cast

from handhold.errors import TargetStale, TypeFailed
from handhold.services.interaction.goals import TypeText
from handhold.services.interaction.hold import PATIENCE, PAUSE, Done, Hold

AS_KEYS: Final = 300
"""Characters that are typed key by key at most, where a field hears nothing else."""
TAKEN: Final = "The page took the text and emptied or removed the field, so it could not be read back."
CAUSES: Final = {
    "unchanged": "kept what it had",
    "cut": "took only the beginning of the text",
    "added": "added the text to what it had",
    "other": "holds something else now",
}


@dataclass(frozen=True, slots=True)
class Held:
    like: str
    length: int


async def type_text(hold: Hold, goal: TypeText) -> Done:
    """Raises `TypeFailed` with the cause, and never with the text."""
    already = await holds(hold, goal.text)
    if already.like == "same":
        return Done(strategy="none", length=already.length)
    await take_keyboard(hold)
    await replace_text(hold, goal.text)
    held = await _settled(hold, goal.text)
    if held.like == "unchanged" and _can_be_keys(goal.text):
        await hold.ask("fieldSelectAll")
        await hold.keys("Delete", *goal.text)
        held = await _settled(hold, goal.text)
    if held.like not in _FINE and goal.is_number and hold.field.kind == "number":
        # Where people write numbers another way than we do, the field still takes the plain form by script.
        await hold.ask("fieldSetValue", value=goal.text)
        held = await _settled(hold, goal.text)
    if held.like not in _FINE:
        raise _failed(hold, goal, held)
    return await _ended(hold, goal, held)


async def _ended(hold: Hold, goal: TypeText, held: Held) -> Done:
    """Many pages listen for the end of typing only; some then write the text in their own way, or take it away."""
    if (await hold.ask("fieldCommit")).get("done"):
        await hold.look()
        if hold.is_gone or (goal.text and hold.field.length == 0):
            return Done(strategy="type", length=held.length, note=TAKEN)
        held = await _settled(hold, goal.text)
        if held.like not in _FINE:
            raise _failed(hold, goal, held)
    await holds(hold, goal.text, forget=True)
    await hold.look()
    return Done(strategy="type", length=held.length, reformatted=held.like == "reformatted")


async def take_keyboard(hold: Hold) -> None:
    """Press into the field as a person does; some that are covered by their own decoration take the focus only."""
    await hold.press()
    if not (await hold.look()).focused and not hold.is_gone:
        await hold.focus()


async def replace_text(hold: Hold, text: str) -> None:
    await hold.ask("fieldSelectAll")
    if text:
        await hold.grip.hands.type_text(text)
    else:
        await hold.keys("Delete")


async def holds(hold: Hold, text: str, *, forget: bool = False) -> Held:
    """How the text in the field compares; the page compares, because what people type stays there."""
    answer = await hold.ask("fieldHolds", text=text, forget=forget)
    if not answer or answer.get("gone"):
        raise TargetStale(
            f"{hold.grip.words} went away while it was typed into", hint="Call ui_scan to see what is there now."
        )
    return Held(str(answer["like"]), cast(int, answer["length"]))


_FINE: Final = frozenset({"same", "reformatted"})


async def _settled(hold: Hold, text: str) -> Held:
    """What it holds once it is fine, or when its time is over; a field that hears nothing shows that sooner."""
    began = time.monotonic()
    while True:
        held = await holds(hold, text)
        waited = time.monotonic() - began
        if held.like in _FINE or waited >= (PATIENCE / 4 if held.like == "unchanged" else PATIENCE):
            return held
        await asyncio.sleep(PAUSE)


def _can_be_keys(text: str) -> bool:
    return 0 < len(text) <= AS_KEYS and text.isascii() and text.isprintable()


def _failed(hold: Hold, goal: TypeText, held: Held) -> TypeFailed:
    return TypeFailed(
        f"{hold.grip.words} {CAUSES[held.like]}",
        hint="Look at the field: it may want another form, or fewer characters.",
        details={"cause": held.like, "length": held.length, "given": len(goal.text)},
    )

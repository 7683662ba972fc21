"""Choose from a list that opens, wherever it is drawn: open it, find the option, press it, and see that it closed."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import ClickFailed, StateRefused, TargetError
from handhold.services.interaction.choosing import fold, meant_by
from handhold.services.interaction.decisions import found_choice, listed, refused
from handhold.services.interaction.fields import Choice, Field
from handhold.services.interaction.goals import ChooseFromPopup
from handhold.services.interaction.hold import PAUSE, Done, Hold
from handhold.services.interaction.met import seems_to_show
from handhold.services.interaction.strategies.typing import holds, replace_text

OPENING: Final = 0.7
FILLING: Final = 1.5
"""Seconds a list may take to be filled: some ask a server for what was typed."""
FADING: Final = 0.5
MOST_PAGES: Final = 200
SEARCHING: Final = 6.0


async def choose_from_popup(hold: Hold, goal: ChooseFromPopup) -> Done:
    """Raises `StateRefused` when the list has no such option, after closing it again."""
    length = hold.field.length
    await _open(hold, goal)
    if len(goal.names) > 1 and hold.field.choices and not hold.field.multiple:
        await _close(hold)
        raise refused(hold.field, "only one option can be selected", allowed=listed(hold.field.choices))
    labels: list[str] = []
    for name in goal.names:
        if not hold.field.is_open and labels:
            await _open(hold, goal)
        choice = await _find(hold, goal, name)
        if choice is None:
            return await _as_text(hold, name)
        labels.append(choice.label)
        if not (choice.selected and hold.field.multiple):
            await hold.press(NodeRef(hold.node.document, choice.key))
            await _taken(hold, choice)
    if hold.field.multiple:
        await _unchoose(hold, labels)
    await _close(hold)
    if not await _is_shown(hold, labels):
        raise ClickFailed(
            f"an option of {hold.grip.words} was pressed and is not shown as chosen",
            hint="Look at the page: it may need something else first.",
            details={"phase": "verify", **({} if length is None else {"length": hold.field.length})},
        )
    return Done(strategy="pointer", labels=tuple(labels))


async def _open(hold: Hold, goal: ChooseFromPopup) -> None:
    if hold.field.is_open:
        return
    await hold.press()
    if await hold.until(lambda field: field.is_open, seconds=OPENING, wanted=goal.names):
        return
    for chord in ("Alt+ArrowDown", "ArrowDown", "Enter"):
        # A field that is typed into opens its list when something is typed.
        if hold.field.typable or not await hold.focus():
            return
        await hold.keys(chord)
        if await hold.until(lambda field: field.is_open, seconds=OPENING / 2, wanted=goal.names):
            return


async def _find(hold: Hold, goal: ChooseFromPopup, name: str) -> Choice | None:
    """The option of that name; None where text that is no option will do and has been typed."""

    def known(field: Field) -> bool:
        return bool(meant_by(name, field.choices, by_value=goal.by_value))

    if not await hold.until(known, seconds=OPENING if not hold.field.choices else 0, wanted=goal.names):
        if hold.field.typable and not hold.field.readonly:
            await hold.focus()
            await replace_text(hold, name)
            await hold.until(known, seconds=FILLING, wanted=goal.names)
        else:
            await _turn_pages(hold, goal, name)
    try:
        return found_choice(hold.field, name, by_value=goal.by_value)
    except StateRefused:
        if goal.or_text and not known(hold.field) and await _keeps(hold, name):
            return None
        await _give_up(hold)
        raise


async def _keeps(hold: Hold, text: str) -> bool:
    """Whether a field that takes options takes other text as well: then it keeps it when the keyboard leaves."""
    await hold.ask("fieldCommit", leave=True)
    await hold.until(lambda field: not field.is_open, seconds=PAUSE * 3)
    return (await holds(hold, text)).like == "same"


async def _as_text(hold: Hold, text: str) -> Done:
    held = await holds(hold, text, forget=True)
    return Done(strategy="type", length=held.length, reformatted=held.like == "reformatted")


async def _turn_pages(hold: Hold, goal: ChooseFromPopup, name: str) -> None:
    """A list that draws only what shows has the rest when it is scrolled."""
    deadline = time.monotonic() + SEARCHING
    await hold.ask("fieldScroll", **{"from": "start"})
    for _ in range(MOST_PAGES):
        field = await hold.look(wanted=goal.names)
        if meant_by(name, field.choices, by_value=goal.by_value) or time.monotonic() > deadline:
            return
        if not (await hold.ask("fieldScroll")).get("done"):
            return


async def _taken(hold: Hold, choice: Choice) -> None:
    """Let the widget react: it closes, or shows the option as selected."""
    await hold.until(
        lambda field: (
            not field.is_open
            or any(each.selected != choice.selected for each in field.choices if each.key == choice.key)
        ),
        seconds=OPENING,
    )


async def _unchoose(hold: Hold, labels: list[str]) -> None:
    wanted = {fold(label) for label in labels}
    for _ in range(len(hold.field.choices)):
        surplus = [each for each in hold.field.choices if each.selected and fold(each.label) not in wanted]
        if not surplus or not hold.field.is_open:
            return
        await hold.press(NodeRef(hold.node.document, surplus[0].key))
        await _taken(hold, surplus[0])


async def _close(hold: Hold) -> None:
    if not await hold.until(lambda field: not field.is_open, seconds=0.2 if not hold.field.multiple else 0):
        if hold.is_gone:
            return
        await hold.keys("Escape")
        await hold.until(lambda field: not field.is_open, seconds=OPENING)
    # A list that fades away, and the veil under it, lie over the page until they have.
    if await hold.until(lambda field: not any(choice.seen for choice in field.choices), seconds=FADING):
        await hold.grip.hands.aim(hold.field.press, grace=FADING)


async def _give_up(hold: Hold) -> None:
    """Leave the field as it was found, as far as that goes."""
    if hold.field.typable and hold.field.length:
        await replace_text(hold, "")
    try:
        await _close(hold)
    except TargetError:
        return


async def _is_shown(hold: Hold, labels: list[str]) -> bool:
    """In the text of the field, in the options that say they are selected, or in what stands around it."""
    deadline = time.monotonic() + OPENING
    while not hold.is_gone:
        field = await hold.look()
        if seems_to_show(field, labels):
            return True
        if field.typable and len(labels) == 1 and (await holds(hold, labels[0])).like in ("same", "reformatted"):
            return True
        if time.monotonic() > deadline:
            return False
        await asyncio.sleep(PAUSE)
    return True

"""Choose members of a list, group, tree or row of tabs by pressing those that are not as wanted."""

from __future__ import annotations

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import ClickFailed
from handhold.services.interaction.fields import Choice, Field
from handhold.services.interaction.goals import ChooseMembers
from handhold.services.interaction.hold import Done, Hold
from handhold.services.interaction.met import is_met


async def choose_members(hold: Hold, goal: ChooseMembers) -> Done:
    """Lists of many differ: in some a press adds, in others it replaces. What a press did shows which one this is."""
    modifiers: tuple[str, ...] = ()
    for _ in range(2 * len(hold.field.choices) + 2):
        if is_met(hold.field, goal):
            return Done(strategy="pointer")
        next_one = _differing(hold.field, goal)
        before = {choice.place for choice in hold.field.choices if choice.selected}
        wanted_on = next_one.place in goal.places
        await hold.press(await _pressed(hold, next_one), modifiers=modifiers)
        changed = await hold.until(lambda field, one=next_one, on=wanted_on: _is_selected(field, one) is on)
        if hold.is_gone:
            return Done(strategy="pointer", note="It closed with the press, so its state could not be read back.")
        if not changed and modifiers:
            break
        after = {choice.place for choice in hold.field.choices if choice.selected}
        if not changed or (hold.field.multiple and before - after - {next_one.place}):
            modifiers = ("Control",)
    if is_met(hold.field, goal):
        return Done(strategy="pointer")
    raise ClickFailed(
        f"options of {hold.grip.words} were pressed and did not become as wanted",
        hint="Look at the page: it may need something else first.",
        details={"phase": "verify"},
    )


def _differing(field: Field, goal: ChooseMembers) -> Choice:
    """What is still to be chosen first; in lists of one, choosing it unchooses the rest."""
    missing = [choice for choice in field.choices if choice.place in goal.places and not choice.selected]
    surplus = [choice for choice in field.choices if choice.place not in goal.places and choice.selected]
    return (missing or surplus)[0]


def _is_selected(field: Field, one: Choice) -> bool:
    return any(choice.selected for choice in field.choices if choice.place == one.place)


async def _pressed(hold: Hold, choice: Choice) -> NodeRef:
    """What a person presses for a member: radio buttons may hide behind their labels."""
    member = await Hold.take(hold.grip, node=NodeRef(hold.node.document, choice.key))
    return member.field.press

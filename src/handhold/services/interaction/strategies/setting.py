"""Set what people pick from the browser's own popups, where no hand reaches: dates, colours, ranges, native lists."""

from __future__ import annotations

from handhold.errors import TypeFailed
from handhold.services.interaction.goals import ChooseNative, SetValue
from handhold.services.interaction.hold import Done, Hold
from handhold.services.interaction.met import is_met


async def set_value(hold: Hold, goal: SetValue) -> Done:
    await hold.ready()
    await hold.focus()
    await hold.ask("fieldSetValue", value=goal.value)
    await confirm(hold, goal)
    return Done(strategy="set")


async def choose_native(hold: Hold, goal: ChooseNative) -> Done:
    await hold.ready()
    await hold.focus()
    await hold.ask("fieldChoose", indexes=list(goal.places))
    await confirm(hold, goal)
    return Done(strategy="set")


async def confirm(hold: Hold, goal: SetValue | ChooseNative) -> None:
    """Raises `TypeFailed` when the page did not keep it."""
    if await hold.until(lambda field: is_met(field, goal)) or hold.is_gone:
        return
    raise TypeFailed(
        f"{hold.grip.words} did not keep the new value",
        hint="The page set it back; look at what it asks for.",
        details={"cause": "set back"},
    )

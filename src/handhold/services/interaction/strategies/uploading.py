"""Choose files for a file field, or for the file field that belongs to a button."""

from __future__ import annotations

from typing import Final

from handhold.errors import TargetStale
from handhold.services.interaction.goals import Upload
from handhold.services.interaction.hold import Done, Hold
from handhold.services.interaction.met import is_met

TAKEN: Final = "The page took the files and emptied the field, so they could not be read back."


async def upload(hold: Hold, goal: Upload) -> Done:
    node = hold.field.upload or hold.field.node
    if hold.field.disabled:
        await hold.ready(hold.field.node)
    if not await hold.grip.hands.set_files(node, goal.paths):
        raise TargetStale(f"{hold.grip.words} was removed from the page", hint="Call ui_scan to see what is there now.")
    field = await Hold.take(hold.grip, node=node)
    if not goal.paths:
        # The browser takes an empty list for no list at all.
        await field.ask("fieldSetValue", value="")
    if await field.until(lambda seen: is_met(seen, goal)):
        hold.field = field.field
        return Done(strategy="files")
    hold.field = field.field
    # Setting files cannot fail half-way; pages that send them at once empty the field for the next ones.
    return Done(strategy="files", note=TAKEN)

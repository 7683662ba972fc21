"""Pictures of the page within a test: taken for the evidence, and compared with what it must look like."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from handhold.adapters.browser.seen import Rect
from handhold.errors import AssertionFailed, InvalidInput
from handhold.services.perception.view import candidate_of
from handhold.services.testing.definition import Target
from handhold.services.testing.definition.steps import Screenshot
from handhold.services.testing.running.pictures import NoPicture, take

if TYPE_CHECKING:
    from handhold.services.interaction.grip import Grip
    from handhold.services.testing.running.turn import Turn

MOST_DIFFERENT: Final = 0.001
"""Share of pixels that may differ: a caret, an edge drawn a shade darker."""


async def take_screenshot(step: Screenshot, turn: Turn) -> None:
    """Keep a picture; one that cannot be had is told among what is missing."""
    box = None if step.target is None else await _place(step.target, turn)
    masks = [await _place(each, turn) for each in step.mask]
    await turn.evidence.screenshot(step.name, box=box, masks=masks, full_page=step.full_page)


async def looks_like(picture: str, target: Target | None, turn: Turn) -> bool:
    """Whether the page, or the element, looks like a picture of the repository."""
    from handhold.adapters.vision.comparing import difference

    file = (turn.root / picture).resolve()
    if not file.is_relative_to(turn.root.resolve()):
        raise InvalidInput("the picture leads out of the repository")
    box = None if target is None else await _place(target, turn)
    if not file.is_file():
        kept = await turn.evidence.screenshot("expected", box=box)
        where = (
            "" if kept is None else f" The page as it is now was kept as {kept.path!r}: copy it there if it is right."
        )
        raise AssertionFailed(f"there is no picture {picture!r} to compare with", hint=f"Approve one.{where}".strip())
    try:
        shown = await take(turn.bound.browser, box=box, masks=(), full_page=False, may_show=lambda _words: True)
    except NoPicture as error:
        raise AssertionFailed(f"no picture could be taken: {error}") from None
    try:
        share = await asyncio.to_thread(difference, file.read_bytes(), shown)
    except ValueError:
        raise InvalidInput(f"{picture!r} is no picture") from None
    turn.detail["different"] = round(share, 4)
    return share <= MOST_DIFFERENT


async def _place(target: Target, turn: Turn) -> Rect:
    """Where an element is in the viewport, once it has been brought into view."""

    async def use(grip: Grip) -> Rect:
        await grip.aim()
        return await _box(grip)

    return await turn.hold(target, use)


async def _box(grip: Grip) -> Rect:
    node = grip.resolved.handle.node
    (record,) = await grip.view.eyes.describe([node])
    box = grip.resolved.candidate.box if record is None else candidate_of(record).box
    left, top = await grip.view.eyes.offset(node.document)
    return Rect(x=box.x + left, y=box.y + top, width=box.width, height=box.height)

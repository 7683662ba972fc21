"""A field in the hand: looked at, pressed, waited for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from handhold.errors import TargetStale
from handhold.services.interaction.fields import Field, field_of
from handhold.services.interaction.grip import Grip

if TYPE_CHECKING:
    from handhold.adapters.browser.hands import Aim
    from handhold.adapters.browser.seen import NodeRef

PATIENCE: Final = 1.0
"""Seconds a framework may take to show what it made of an event."""
PAUSE: Final = 0.03


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a state was set.

    `length` is of typed text. `labels` are what was chosen, where the field itself does not tell. `note` is a sentence
    of ours the caller should read.
    """

    strategy: str
    length: int | None = None
    reformatted: bool = False
    labels: tuple[str, ...] = ()
    note: str = ""


@dataclass(slots=True, kw_only=True)
class Hold:
    grip: Grip
    node: NodeRef
    """What is asked about; the state may be held by something inside or behind it."""
    field: Field
    """As it was when last looked at."""
    is_gone: bool = False

    @classmethod
    async def take(cls, grip: Grip, *, wanted: Sequence[str] = (), node: NodeRef | None = None) -> Hold:
        """Look at the field behind a grip. Raises `TargetStale` when it went away."""
        hold = cls(grip=grip, node=node or grip.resolved.handle.node, field=Field())
        await hold.look(wanted=wanted)
        if hold.is_gone:
            raise TargetStale(f"{grip.words} was removed from the page", hint="Call ui_scan to see what is there now.")
        return hold

    async def look(self, *, wanted: Sequence[str] = ()) -> Field:
        """The field as it is now; as it last was when it is gone."""
        request = {"key": self.node.key, "wanted": list(wanted)}
        answer = await self.grip.view.eyes.ask(self.node.document, "fieldFacts", request)
        self.is_gone = answer is None or answer.get("gone") is True
        if answer is not None and not self.is_gone:
            self.field = field_of(answer, self.node.document)
        return self.field

    async def until(
        self, met: Callable[[Field], bool], *, seconds: float = PATIENCE, wanted: Sequence[str] = ()
    ) -> bool:
        """Whether it came to be so in time. False at once when the field is gone."""
        deadline = time.monotonic() + seconds
        while True:
            field = await self.look(wanted=wanted)
            if self.is_gone:
                return False
            if met(field):
                return True
            if time.monotonic() >= deadline:
                return False
            await asyncio.sleep(PAUSE)

    async def ask(self, name: str, **request: object) -> dict[str, object]:
        """What a page function answers about the field; nothing when it is gone."""
        node = self.field.node
        return await self.grip.view.eyes.ask(node.document, name, {"key": node.key, **request}) or {}

    async def ready(self, node: NodeRef | None = None) -> Aim:
        """Where to act. Raises `TargetBlocked` when it is disabled or covered and stays so."""
        # What is pressed for a disabled field may look ready itself.
        aimed = node or (self.field.node if self.field.disabled else self.field.press)
        aim = await self.grip.hands.aim(aimed, grace=self.grip.grace)
        if aim.obstacle is not None:
            raise await self.grip.refused(aim.obstacle)
        return aim

    async def press(self, node: NodeRef | None = None, *, modifiers: Sequence[str] = ()) -> None:
        """Press what a person would press. Raises when somebody else got it."""
        aim = await self.ready(node)
        received = await self.grip.hands.press(aim, modifiers=modifiers)
        if not received.ok:
            raise await self.grip.missed(received)

    async def focus(self) -> bool:
        """Whether the field has the keyboard now."""
        return await self.grip.hands.focus(self.field.node)

    async def keys(self, *chords: str) -> None:
        await self.grip.hands.keys(*chords)

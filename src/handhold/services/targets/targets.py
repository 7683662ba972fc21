"""What the wallet family does to an element it names: click it, type into it, wait for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from handhold.errors import (
    ClickFailed,
    HandholdError,
    StateRefused,
    TargetError,
    TargetNotFound,
    TargetStale,
    TypeFailed,
    WaitTimeout,
)
from handhold.services.interaction.grip import Grip
from handhold.services.perception import Changes, Resolved
from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.handles import Handle
from handhold.services.perception.page_text import clean
from handhold.services.perception.view import Count
from handhold.services.sessions import LiveSession, running
from handhold.services.targets.diagnosis import Phase, diagnosis
from handhold.services.targets.finding import Deadline, Finder, Found
from handhold.services.targets.target import Target
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.hands import Hands
    from handhold.services.interaction import Changing, FieldStates

LEAST_GRACE: Final = 0.3
"""Seconds: to see that an element does not move takes two frames, also for whoever does not want to wait."""
NAME: Final = 60
ROOM: Final = 1_100
HANG: Final = "Look at the page before you repeat it: the action may have completed."


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """`element_id` is the element's handle, where one was made; `changes` what came of it."""

    element_id: str | None = None
    changes: Changes = "not collected"
    is_page_closed: bool = False
    text_length: int | None = None


class Targets:
    def __init__(
        self,
        live: LiveSession | None,
        settings: Settings,
        *,
        changing: Changing,
        fields: FieldStates,
        observe: bool,
        count: Count,
    ) -> None:
        self._live = live
        self._settings = settings
        self._changing = changing
        self._fields = fields
        self._observe = observe
        self._count = count

    async def click(self, target: Target, *, timeout_ms: int) -> Done:
        """Wait for the element and press it. Raises `TargetNotFound`, or `ClickFailed` with the cause."""
        self._count("handhold.wallet.click")
        deadline = Deadline.of(timeout_ms)
        found = await self._found(target, deadline)

        async def work() -> str | None:
            handle = await self._handle(found)
            await self._press(found, target, deadline)
            return handle

        handle, changes = await self._acted(work, found, target, deadline, ClickFailed)
        return Done(element_id=handle, changes=changes, is_page_closed=found.tab.page.is_closed())

    async def type(self, target: Target, text: str, *, timeout_ms: int) -> Done:
        """Wait for the field and put the text in. Raises `TargetNotFound`, or `TypeFailed` with the cause."""
        self._count("handhold.wallet.type")
        deadline = Deadline.of(timeout_ms)
        found = await self._found(target, deadline)

        async def work() -> str | None:
            grip = _grip(found, await found.tab.hands(), deadline)
            handle = await self._handle(found)
            await self._fields.type_into(grip, text, is_secret=target.named.is_sensitive)
            return handle

        handle, changes = await self._acted(work, found, target, deadline, TypeFailed)
        length = None if text.startswith("secret://") else len(text)
        return Done(element_id=handle, changes=changes, text_length=length)

    async def wait_for(self, target: Target, *, timeout_ms: int) -> None:
        """Return when it is visible. Raises `WaitTimeout`; `TargetNotFound` at once for a ref that means nothing."""
        self._count("handhold.wallet.waitFor")
        try:
            await self._found(target, Deadline.of(timeout_ms), any_will_do=True)
        except TargetNotFound as error:
            if "phase" not in error.details:
                raise
            raise WaitTimeout(error.message, hint=error.hint, details=error.details) from None

    async def see(self, target: Target) -> None:
        """Raises `TargetNotFound` when it is not visible now."""
        await self._found(target, Deadline.of(0), any_will_do=True)

    async def _found(self, target: Target, deadline: Deadline, *, any_will_do: bool = False) -> Found:
        finder = self._finder()
        return await finder.unless_dialog(finder.find(target, deadline, any_will_do=any_will_do))

    def _finder(self) -> Finder:
        browser = running(self._live.browser if self._live is not None else None)
        assert self._live is not None, "it runs"
        return Finder(browser, self._live.memory, self._settings, count=self._count)

    async def _handle(self, found: Found) -> str | None:
        """A handle for the record and for the caller; where nobody looks afterwards it is not worth its time."""
        return await self._finder().handle_of(found) if self._observe else None

    async def _press(self, found: Found, target: Target, deadline: Deadline) -> None:
        grip = _grip(found, await found.tab.hands(), deadline)
        try:
            aim = await grip.aim()
        except TargetStale:
            # Drawn anew since it was found: nothing was pressed, so it can be looked for once more.
            grip = _grip(await self._finder().find(target, deadline), grip.hands, deadline)
            aim = await grip.aim()
        received = await grip.hands.press(aim)
        if received.ok:
            return
        if received.instead is None or not await self._is_now(received.instead.node, target):
            raise await grip.missed(received)

    async def _is_now(self, node: object, target: Target) -> bool:
        """Whether what got the press is the element itself, which the page has drawn anew under the pointer."""
        try:
            again = await self._finder().find(target, Deadline.of(0))
        except TargetError:
            return False
        return again.sight.node == node

    async def _acted(
        self,
        work: Callable[[], Awaitable[str | None]],
        found: Found,
        target: Target,
        deadline: Deadline,
        failure: type[ClickFailed] | type[TypeFailed],
    ) -> tuple[str | None, Changes]:
        """Run it and tell what changed; what goes wrong is told in the family's own codes."""
        try:
            around = await self._changing.around(work, target=found.sight.node, room=ROOM)
        except (TargetError, WaitTimeout) as error:
            raise self._told(error, found, target, deadline, failure) from error
        return around.result, around.changes

    def _told(
        self,
        error: HandholdError,
        found: Found,
        target: Target,
        deadline: Deadline,
        failure: type[ClickFailed] | type[TypeFailed],
    ) -> HandholdError:
        is_action = error.details.get("phase") == "action" or isinstance(error, WaitTimeout | TypeFailed)
        reason = "refused" if isinstance(error, StateRefused) else error.details.get("reason")
        phase: Phase = "action" if is_action else "wait"
        told = diagnosis(target.named, found.sought, deadline.clock, phase=phase, reason=reason)
        hint = HANG if isinstance(error, WaitTimeout) else error.hint
        return failure(error.message, hint=hint, details={**told, **error.details, "phase": phase})


def _grip(found: Found, hands: Hands, deadline: Deadline) -> Grip:
    """The element in the hand, without what it takes to find it again."""
    sight = found.sight
    handle = Handle(
        id="",
        tab=found.view.tab,
        node=sight.node,
        route=found.view.route_of(sight.node.document),
        role=sight.role or "element",
        label=clean(sight.name, limit=NAME),
        fingerprint=Fingerprint(),
    )
    candidate = Candidate(key=sight.node.key, frame=0, role=sight.role, name=sight.name)
    resolved = Resolved(handle=handle, candidate=candidate, match="node", score=1.0)
    return Grip(view=found.view, resolved=resolved, hands=hands, grace=max(deadline.left, LEAST_GRACE))

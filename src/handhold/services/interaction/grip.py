"""One element in the hand: found again, and ready to be acted on, or a clear word why not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from handhold.errors import ClickFailed, TargetBlocked, TargetError, TargetStale
from handhold.services.perception import Resolved
from handhold.services.perception.page_text import clean
from handhold.services.perception.resolve import Resolver
from handhold.services.perception.view import View, candidate_of

if TYPE_CHECKING:
    from handhold.adapters.browser.hands import Aim, Hands, Needs, Obstacle, Received
    from handhold.adapters.browser.seen import Point

NAME: Final = 60
# What the caller can do about it; the element was given its grace time already.
ADVICE: Final = {
    "disabled": "Do what the page asks for first, or wait for it with ui_wait_for.",
    "inert": "Something open takes all input: close the dialog first.",
    "hidden": "Open what holds it first: a menu, a tab, a section.",
    "zero-size": "It takes no room on the page; act on what shows in its place.",
    "moving": "It does not come to rest; wait with ui_wait_for idle and try again.",
    "outside": "It cannot be scrolled into view; act on what shows in its place.",
    "covered": "Close or move what covers it, then try again.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Grip:
    """An element found by its handle, with the hands that reach it."""

    view: View
    resolved: Resolved
    hands: Hands
    grace: float

    @property
    def words(self) -> str:
        """Role and name, as answers name the target; the name is page text."""
        handle = self.resolved.handle
        return named(handle.role, handle.label)

    async def aim(self, *, needs: Needs = "pointer", offset: Point | None = None) -> Aim:
        """Where to act. Raises `TargetBlocked` with the cause, `TargetStale` when the element went away."""
        aimed = await self.hands.aim(self.resolved.handle.node, grace=self.grace, needs=needs, offset=offset)
        if aimed.obstacle is not None:
            raise await self.refused(aimed.obstacle)
        return aimed

    async def refused(self, obstacle: Obstacle) -> TargetBlocked | TargetStale:
        if obstacle.reason == "detached":
            return TargetStale(f"{self.words} was removed from the page", hint="Call ui_scan to see what is there now.")
        details: dict[str, object] = {"reason": obstacle.reason}
        hint = ADVICE[obstacle.reason]
        if obstacle.node is None:
            return TargetBlocked(f"{self.words} is {obstacle.reason}", hint=hint, details=details)
        handle = await self.handle_of(obstacle)
        if handle is not None:
            details["coveredBy"] = handle
        how = "below the open" if obstacle.reason == "inert" else "covered by"
        return TargetBlocked(f"{self.words} is {how} {named(obstacle.role, obstacle.name)}", hint=hint, details=details)

    async def missed(self, received: Received) -> TargetBlocked | ClickFailed:
        """The error for an event that came to somebody else, or to nobody."""
        if received.instead is None:
            return ClickFailed(
                f"{self.words} was pressed and no element received it",
                hint="Look at the page with ui_scan before you try again.",
                details={"phase": "action"},
            )
        handle = await self.handle_of(received.instead)
        return TargetBlocked(
            f"{named(received.instead.role, received.instead.name)} took the press meant for {self.words}",
            hint="It moved in at the last moment, and has been pressed. Look at the page before you try again.",
            details={"reason": "intercepted", **({"coveredBy": handle} if handle else {})},
        )

    async def is_now(self, obstacle: Obstacle | None) -> bool:
        """Whether what got the press is this very element, which the page has drawn anew under the pointer."""
        if obstacle is None:
            return False
        resolver = Resolver(self.view, after_navigation=False)
        try:
            again = await resolver.resolve(self.resolved.handle.id)
        except TargetError:
            return False
        return again.handle.node == obstacle.node

    async def handle_of(self, obstacle: Obstacle) -> str | None:
        """A handle of what is in the way, so that it can be dealt with."""
        if obstacle.node is None:
            return None
        (record,) = await self.view.eyes.describe([obstacle.node])
        return None if record is None else self.view.handle_of(candidate_of(record), obstacle.node).id

    async def states(self) -> tuple[str, ...]:
        """The element's states as they are now; none when it is gone."""
        (record,) = await self.view.eyes.describe([self.resolved.handle.node])
        return () if record is None else candidate_of(record).states


def named(role: str, name: str) -> str:
    shown = clean(name, limit=NAME)
    return f'{role} "{shown}"' if shown else role

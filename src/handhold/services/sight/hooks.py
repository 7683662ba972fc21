"""How something that was seen is checked before it is used: by its element, its words, or its looks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal

from handhold.services.sight.verdicts import Verified
from handhold.services.sight.visual_handles import VisualHandle

HookName = Literal["element", "text", "picture"]
Hook = Callable[[VisualHandle], Awaitable[Verified]]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationHooks:
    """The ways to check by name; the evidence each compares is kept in the handle."""

    element: Hook
    text: Hook
    picture: Hook

    def of(self, handle: VisualHandle) -> Hook:
        return {"element": self.element, "text": self.text, "picture": self.picture}[hook_of(handle)]


def hook_of(handle: VisualHandle) -> HookName:
    """An element that explains it vouches for it; else its words do, read again; else its pixels."""
    if handle.promoted is not None:
        return "element"
    return "text" if handle.text else "picture"

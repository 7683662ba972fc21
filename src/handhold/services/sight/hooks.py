"""How something that was seen is checked before it is used: by its element, its words, or its looks."""

from __future__ import annotations

from typing import Literal

from handhold.services.sight.visual_handles import VisualHandle

Hook = Literal["element", "text", "picture"]


def hook_of(handle: VisualHandle) -> Hook:
    """An element that explains it vouches for it; else its words do, read again; else its pixels."""
    if handle.promoted is not None:
        return "element"
    return "text" if handle.text else "picture"

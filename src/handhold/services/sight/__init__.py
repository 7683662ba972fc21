"""What can only be seen: found in pictures, given handles, and tied to elements where there are any.

This door is light: a session's memory holds what was seen, and it must not pull in everything that looks.
"""

from handhold.services.sight.visual_handles import (
    Fractions,
    Rect,
    VisualHandle,
    VisualHandleStore,
    VisualKind,
    is_visual,
)

__all__ = ["Fractions", "Rect", "VisualHandle", "VisualHandleStore", "VisualKind", "is_visual"]

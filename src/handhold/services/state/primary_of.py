"""The call to action, as the one who would press it finds it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from handhold.errors import RegionNotFound
from handhold.services import primary
from handhold.services.perception.perception import Region
from handhold.services.perception.view import View
from handhold.services.state.reading import Finding, Found, Missing

if TYPE_CHECKING:
    from handhold.services.primary import Primary

LABEL: Final = 80
DISABLED: Final = 0.7
"""What cannot be pressed now may be what the page is about, but nobody presses it next."""


async def primary_of(calls: Primary, view: View, scope: Region) -> Finding:
    """What `flow_invoke_primary_action` would press in the scope; presses nothing."""
    try:
        found = await calls.find(scope)
    except RegionNotFound:
        return Missing("nothing to press in the scope")
    if isinstance(found, primary.Found):
        confidence = min(found.confidence, DISABLED) if found.is_disabled else found.confidence
        node = view.memory.handles.node_of(found.element_id)
        return Found(value=found.candidate.label, confidence=confidence, node=node)
    if isinstance(found, primary.Ambiguous):
        return Missing("several buttons could be meant; none of them stands out")
    return Missing("no button stands out")

"""What a batch of the wallet family is shown of the page after a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from handhold.contract import Call

if TYPE_CHECKING:
    from handhold.services.apps import Apps
    from handhold.services.perception import Perception


async def look_at_screen(
    call: Call, perception: Perception, apps: Apps, *, count: Callable[[str], None]
) -> Mapping[str, Any] | None:
    """State, test ids and refs of the call's session; its state alone where only the place was asked for."""
    from handhold.contract.overview import observation_told
    from handhold.services.overview.glance import screen_glance
    from handhold.services.overview.overview import Overview

    assert call.live is not None, "only what runs is looked at"
    overview = Overview(call.live.browser, call.live.memory, perception=perception, in_batch=call.in_batch, count=count)
    at = "place" if call.caller.looks == "place" else "page"
    seen = await screen_glance(call.live.browser, overview, apps, at=at)
    return observation_told(seen) if seen is not None else None

"""Find the shadow roots that no script can reach, and hand them to the page script."""

from __future__ import annotations

import asyncio
from typing import cast

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.nodes import keeping
from handhold.adapters.browser.worlds import WORLD, Worlds

# Finds every element and no text, because no text looks like this.
_EVERYTHING = f"*:not({WORLD}-nothing)"


async def count_elements(worlds: Worlds) -> int:
    """How many elements the session's documents have, closed shadow roots included."""
    request = {"query": _EVERYTHING, "includeUserAgentShadowDOM": False}
    _, answer, _ = await asyncio.gather(
        worlds.send("DOM.enable"), worlds.send("DOM.performSearch", request), worlds.send("DOM.disable")
    )
    return cast(int, answer["resultCount"])


async def adopt(place: Place) -> int:
    """Hand over the closed roots of elements that have not been looked at yet; how many."""
    hosts = [one for one in await place.give("hostCandidates", {}) if one is not None]
    roots = [host["shadowRoot"]["value"] for host in hosts if host.get("shadowRoot")]
    closed = [cast(int, root["backendNodeId"]) for root in roots if root.get("mode") == "closed"]
    if not closed:
        return 0
    async with keeping(place) as nodes:
        objects = await nodes.resolved(closed)
        await nodes.take("roots", objects)
        return len(objects)

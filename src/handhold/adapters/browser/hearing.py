"""Ask the browser which nodes of a document listen for the pointer, and tell the page script."""

from __future__ import annotations

from typing import cast

from handhold.adapters.browser.documents import Document
from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.listening import Listener, plan
from handhold.adapters.browser.nodes import ask_all, keeping

_FRESH = 2.0  # seconds for which a document that has not changed is taken to have the same listeners, when it has many
_FEW = 100  # listeners that are told in a millisecond, so that they are asked for at every look
DOCUMENT = 0  # stands for the document among the numbers of root nodes


async def hear(place: Place, document: Document, *, now: float) -> list[Listener] | None:
    """The listeners of the roots known so far; None when they are many and were told a moment ago."""
    if document.listeners > _FEW and now - document.heard_at < _FRESH:
        return None
    return await hear_again(place, document, now=now)


async def hear_again(place: Place, document: Document, *, now: float) -> list[Listener]:
    """The listeners of the roots known so far, the document first."""
    if DOCUMENT not in document.root_objects:
        theirs = await place.worlds.page_document(place.frame_id)
        if theirs is None:
            return []
        document.root_objects[DOCUMENT] = theirs
    found = await _listeners(place, document, list(document.root_objects))
    document.listeners, document.heard_at = len(found), now
    return found


async def hear_roots(place: Place, document: Document, *, roots: int) -> list[Listener]:
    """The listeners of shadow roots that were not known before; there are so many roots now, the document included."""
    document.roots = roots
    described = await place.give("shadowRoots", {})
    numbers = [cast(int, one["backendNodeId"]) for one in described if one is not None]
    gone = set(document.root_objects) - {DOCUMENT, *numbers}
    await ask_all(place.worlds, "Runtime.releaseObject", [{"objectId": document.root_objects.pop(one)} for one in gone])
    new = [number for number in numbers if number not in document.root_objects]
    # A node that is resolved for no world in particular is one of the page's. Without an object group, so that the
    # browser does not send the functions along.
    resolved = await ask_all(place.worlds, "DOM.resolveNode", [{"backendNodeId": number} for number in new])
    document.root_objects |= {
        number: str(answer["object"]["objectId"]) for number, answer in zip(new, resolved, strict=True) if answer
    }
    return await _listeners(place, document, [number for number in new if number in document.root_objects])


async def hand(place: Place, document: Document, listeners: list[Listener]) -> int:
    """Hand the nodes that were not heard of before to the page script; how many it took."""
    known = plan(listeners, heard=document.heard)
    if not known.heard:
        return 0
    document.heard |= known.heard
    taken = 0
    async with keeping(place) as nodes:
        for numbers, is_sample in [(known.single, False), *((sample, True) for sample in known.samples)]:
            if numbers:
                objects = await nodes.resolved(numbers)
                taken += cast(int, (await nodes.take("listeners", objects, sample=is_sample))["taken"])
    return taken


async def _listeners(place: Place, document: Document, roots: list[int]) -> list[Listener]:
    """The listeners the page has put into these trees.

    Asked about objects of the page's own world, and without `pierce`: asked from another world Chromium 156 tells the
    listeners of all worlds, and its renderer dies within a dozen pages of that.
    """
    requests = [{"objectId": document.root_objects[one], "depth": -1} for one in roots]
    answers = await ask_all(place.worlds, "DOMDebugger.getEventListeners", requests)
    for root, answer in zip(roots, answers, strict=True):
        if answer is None:  # the browser does not keep the object any more
            del document.root_objects[root]
    return [one for answer in answers if answer for one in cast(list[Listener], answer["listeners"])]

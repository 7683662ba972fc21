"""Ask the browser what a script in the page cannot know: who listens, what is in closed shadow roots, native names."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypedDict, cast

from playwright.async_api import Frame

from handhold.adapters.browser.frame_map import Place
from handhold.adapters.browser.listening import Listener, Plan, plan
from handhold.adapters.browser.nodes import Nodes, keeping
from handhold.adapters.browser.planes import Plane, plane_of
from handhold.adapters.browser.scripts import PageScripts
from handhold.adapters.browser.seen import Point, Record
from handhold.adapters.browser.worlds import WORLD, Worlds
from handhold.errors import PageClosed, PageHung, WaitTimeout

_FRESH = 2.0  # seconds for which a document with as many elements as before is taken to have the same listeners
_REMEMBERED = 64  # documents; older ones were left long ago
_ROUNDS = 5  # closed roots inside closed roots
# Finds every element and no text, because no text looks like this.
_EVERYTHING = f"*:not({WORLD}-nothing)"
# Words of Chromium's own that are no ARIA role; the page script's role is used instead.
_OWN_WORDS = ("none", "generic", "unknown", "LabelText", "StaticText")
_AS_ARIA = {"DisclosureTriangle": "button", "PopUpButton": "combobox", "ColorWell": "button", "Canvas": "canvas"}


# The first question makes Chromium build the accessibility tree of the whole document, 10 microseconds an element, by
# recursion: 100,000 elements take a second, and at 20,000 levels the renderer dies.
_MOST_ELEMENTS = 30_000
_MOST_LEVELS = 3_000


class Native(NamedTuple):
    """Role and name as the browser tells them to assistive technology; the name is page text as it stands."""

    role: str
    """Empty when the browser has only a word of its own for it."""
    name: str


class _Memory(TypedDict):
    """What is known about a document's listeners."""

    heard: set[int]
    elements: int
    at: float


class _BoxModel(TypedDict):
    """DevTools' box model, as far as it is used; the boxes are four corners each."""

    content: list[float]
    border: list[float]
    width: float
    height: float


class Looking:
    """What the browser knows about the page of one tab, on top of its page script."""

    def __init__(self, scripts: PageScripts) -> None:
        self._scripts = scripts
        self._memories: dict[tuple[Worlds, int], _Memory] = {}
        self._unexplained: dict[Worlds, int] = {}

    async def prepare(self, *, timeout: float) -> bool:
        """Let the page script of every frame know listeners and closed shadow roots; whether all was done in time."""
        deadline = self._now() + timeout
        try:
            places = await self._scripts.places(timeout=timeout)
            await self.open_closed_roots(timeout=deadline - self._now())
        except (WaitTimeout, PageHung):
            return False
        done = await asyncio.gather(*(self._try_listeners(frame, deadline - self._now()) for frame in places))
        return all(done)

    async def listeners(self, frame: Frame | None = None, *, timeout: float) -> int:
        """Hand the elements of a frame that listen for the pointer to the page script; how many were new."""
        return await self._scripts.at(self._hand_listeners, frame=frame, timeout=timeout)

    async def open_closed_roots(self, *, timeout: float) -> int:
        """Hand the closed shadow roots of all frames to the page script, which walks them from then on; how many."""
        places = await self._scripts.places(timeout=timeout)
        sessions: dict[Worlds, list[Place]] = {}
        for place in places.values():
            sessions.setdefault(place.worlds, []).append(place)
        frames = {place.worlds: frame for frame, place in reversed(places.items())}
        found = 0
        for worlds, here in sessions.items():
            found += await self._scripts.at(
                lambda _place, here=here: self._open_roots(here), frame=frames[worlds], timeout=timeout
            )
        return found

    async def native(self, keys: Sequence[int], frame: Frame | None = None, *, timeout: float) -> dict[int, Native]:
        """Role and name of elements of a frame.

        Elements that are gone or hidden to assistive technology are left out, and all of them when the document is so
        big or deep that asking would harm the page.
        """
        return await self._scripts.at(lambda place: _native(place, keys), frame=frame, timeout=timeout)

    async def frame_offset(self, frame: Frame, *, timeout: float) -> tuple[float, float]:
        """Where the frame's viewport begins in the viewport of the tab, in CSS pixels."""
        places = await self._scripts.places(timeout=timeout)
        return (await self._scripts.at(lambda _place: _plane(frame, places), frame=frame, timeout=timeout)).origin

    async def frame_plane(self, frame: Frame, *, timeout: float) -> Plane:
        """Where the frame's viewport lies in the viewport of the tab, transformations included."""
        places = await self._scripts.places(timeout=timeout)
        return await self._scripts.at(lambda _place: _plane(frame, places), frame=frame, timeout=timeout)

    async def frame_is_seen(self, frame: Frame, *, timeout: float) -> bool:
        """Whether the frame and all frames around it can be seen, maybe after scrolling."""
        places = await self._scripts.places(timeout=timeout)
        at = frame
        while (parent := at.parent_frame) is not None:
            shown = at
            if not await self._scripts.at(
                lambda place, shown=shown: _is_seen(place, places[shown].frame_id), frame=parent, timeout=timeout
            ):
                return False
            at = parent
        return True

    async def over_frame(self, frame: Frame, point: Point, *, timeout: float) -> Record:
        """What the pointer meets at a point of the viewport around a frame: the frame (`hit`), or somebody else."""
        places = await self._scripts.places(timeout=timeout)
        return await self._scripts.at(
            lambda place: _over(place, places[frame].frame_id, point), frame=frame.parent_frame, timeout=timeout
        )

    async def _try_listeners(self, frame: Frame, timeout: float) -> bool:
        try:
            await self.listeners(frame, timeout=timeout)
        except (WaitTimeout, PageHung, PageClosed):
            return frame.is_detached()
        return True

    async def _hand_listeners(self, place: Place) -> int:
        elements = (await _ask(place, "census"))["elements"]
        memory = self._memory(place, await place.worlds.context_number(place.frame_id))
        if memory["elements"] == elements and self._now() - memory["at"] < _FRESH:
            return 0
        memory["elements"], memory["at"] = elements, self._now()
        async with keeping(place) as nodes:
            known = plan(await _all_listeners(place), heard=memory["heard"])
            memory["heard"] |= known.heard
            return await _hand(nodes, known)

    def _memory(self, place: Place, document: int) -> _Memory:
        memory = self._memories.pop((place.worlds, document), None) or _Memory(heard=set(), elements=-1, at=0.0)
        self._memories[place.worlds, document] = memory
        while len(self._memories) > _REMEMBERED:
            del self._memories[next(iter(self._memories))]
        return memory

    async def _open_roots(self, places: Sequence[Place]) -> int:
        """Look for closed roots in the documents of one session, when there are elements our script cannot reach."""
        worlds = places[0].worlds
        found = 0
        for _ in range(_ROUNDS):
            reached = sum([(await _ask(place, "census"))["elements"] for place in places])
            beyond = await _count(worlds) - reached
            if beyond <= 0 or self._unexplained.get(worlds) == beyond:
                break
            opened = sum([await _adopt(place) for place in places])
            found += opened
            if opened == 0:
                self._unexplained[worlds] = beyond  # the count is a hint: not everything beyond is a closed root
                break
        return found

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


async def _ask(place: Place, name: str) -> Mapping[str, int]:
    answer = await place.worlds.evaluate(f'{WORLD}.call({json.dumps(name)}, "{{}}")', frame_id=place.frame_id)
    return cast(Mapping[str, int], json.loads(answer)["value"])


async def _all_listeners(place: Place) -> list[Listener]:
    """The listeners the page has put into its document and its shadow roots.

    Asked about objects of the page's own world, and without `pierce`: asked from another world Chromium 156 tells the
    listeners of all worlds, and its renderer dies within a dozen pages of that.
    """
    # Without an object group, so that the browser does not send the functions along.
    nodes = Nodes(place, group="")
    roots = [one for one in await nodes.given("roots") if one is not None]
    described = await nodes.asked("DOM.describeNode", [{"objectId": one} for one in roots])
    numbers = [cast(Mapping[str, object], answer["node"])["backendNodeId"] for answer in described if answer]
    # A node that is resolved for no world in particular is one of the page's.
    resolved = await nodes.asked("DOM.resolveNode", [{"backendNodeId": number} for number in numbers])
    theirs = [cast(Mapping[str, object], answer["object"])["objectId"] for answer in resolved if answer]
    answers = await nodes.asked("DOMDebugger.getEventListeners", [{"objectId": one, "depth": -1} for one in theirs])
    await nodes.asked("Runtime.releaseObject", [{"objectId": one} for one in [*roots, *theirs]])
    return [one for answer in answers if answer for one in cast(list[Listener], answer["listeners"])]


async def _hand(nodes: Nodes, known: Plan) -> int:
    taken = 0
    for backend_ids, is_sample in [(known.single, False), *((sample, True) for sample in known.samples)]:
        if backend_ids:
            object_ids = await nodes.resolved(backend_ids)
            taken += cast(int, (await nodes.take("listeners", object_ids, sample=is_sample))["taken"])
    return taken


async def _count(worlds: Worlds) -> int:
    """How many elements the session's documents have, closed shadow roots included."""
    request: dict[str, object] = {"query": _EVERYTHING, "includeUserAgentShadowDOM": False}
    _, answer, _ = await asyncio.gather(
        worlds.send("DOM.enable"), worlds.send("DOM.performSearch", request), worlds.send("DOM.disable")
    )
    return cast(int, answer["resultCount"])


async def _adopt(place: Place) -> int:
    """Hand over the closed roots of elements that have not been looked at yet."""
    async with keeping(place) as nodes:
        candidates = [one for one in await nodes.given("hostCandidates") if one is not None]
        requests: list[dict[str, object]] = [{"objectId": one, "pierce": True} for one in candidates]
        described = await nodes.asked("DOM.describeNode", requests)
        roots = [root for answer in described if answer is not None for root in _closed_roots(answer)]
        if not roots:
            return 0
        object_ids = await nodes.resolved(roots)
        await nodes.take("roots", object_ids)
        return len(object_ids)


def _closed_roots(answer: Mapping[str, object]) -> list[int]:
    node = cast(Mapping[str, object], answer["node"])
    roots = cast(list[Mapping[str, object]], node.get("shadowRoots", []))
    return [cast(int, root["backendNodeId"]) for root in roots if root.get("shadowRootType") == "closed"]


async def _native(place: Place, keys: Sequence[int]) -> dict[int, Native]:
    size = await _ask(place, "census")
    if size["elements"] > _MOST_ELEMENTS or size["depth"] > _MOST_LEVELS:
        return {}
    async with keeping(place) as nodes:
        object_ids = await nodes.given("elements", {"keys": list(keys)})
        present = {key: one for key, one in zip(keys, object_ids, strict=True) if one is not None}
        requests: list[dict[str, object]] = [{"objectId": one, "fetchRelatives": False} for one in present.values()]
        answers = await nodes.asked("Accessibility.getPartialAXTree", requests)
    named = {key: _told(answer) for key, answer in zip(present, answers, strict=True) if answer is not None}
    return {key: native for key, native in named.items() if native is not None}


def _told(answer: Mapping[str, object]) -> Native | None:
    nodes = cast(list[Mapping[str, object]], answer["nodes"])
    if not nodes or nodes[0].get("ignored"):
        return None
    role = str(cast(Mapping[str, object], nodes[0].get("role", {})).get("value", ""))
    name = str(cast(Mapping[str, object], nodes[0].get("name", {})).get("value", ""))
    is_own_word = role in _OWN_WORDS or role[:1].isupper()
    return Native(_AS_ARIA.get(role, "" if is_own_word else role), name)


async def _is_seen(place: Place, frame_id: str) -> bool:
    return bool((await _asked_of_owner(place, frame_id, "frames"))["seen"])


async def _over(place: Place, frame_id: str, point: Point) -> Record:
    return await _asked_of_owner(place, frame_id, "overFrame", x=point[0], y=point[1])


async def _asked_of_owner(place: Place, frame_id: str, name: str, **arguments: object) -> Record:
    """What a taker of the page script says of the element that shows a frame."""
    owner = await place.worlds.send("DOM.getFrameOwner", {"frameId": frame_id})
    async with keeping(place) as nodes:
        object_ids = await nodes.resolved([cast(int, owner["backendNodeId"])])
        return await nodes.take(name, object_ids, **arguments)


async def _plane(frame: Frame, places: Mapping[Frame, Place]) -> Plane:
    plane = Plane()
    at = frame
    while (parent := at.parent_frame) is not None:
        worlds = places[parent].worlds
        owner = await worlds.send("DOM.getFrameOwner", {"frameId": places[at].frame_id})
        answer = await worlds.send("DOM.getBoxModel", {"backendNodeId": owner["backendNodeId"]})
        plane = _plane_of(cast(_BoxModel, answer["model"])).around(plane)
        at = parent
        # A session measures from the viewport of its outermost frame.
        while at.parent_frame is not None and places[at.parent_frame].worlds is worlds:
            at = at.parent_frame
    return plane


def _plane_of(model: _BoxModel) -> Plane:
    return plane_of(content=model["content"], border=model["border"], width=model["width"], height=model["height"])

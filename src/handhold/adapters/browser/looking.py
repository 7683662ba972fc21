"""Ask the browser what a script in the page cannot know: who listens, what is in closed shadow roots, native names."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from playwright.async_api import Error, Frame

from handhold.adapters.browser import native_names
from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.closed_roots import adopt, count_elements
from handhold.adapters.browser.documents import Document, Documents, Native
from handhold.adapters.browser.frame_boxes import FrameBox, box_of, meets
from handhold.adapters.browser.frame_map import Place, read
from handhold.adapters.browser.frame_planes import over_frame, plane_of_frame
from handhold.adapters.browser.hearing import DOCUMENT, hand, hear, hear_again, hear_roots
from handhold.adapters.browser.listening import Listener
from handhold.adapters.browser.planes import Plane
from handhold.adapters.browser.scripts import Answer, PageScripts
from handhold.adapters.browser.seen import Point, Record
from handhold.adapters.browser.worlds import DocumentLost, Worlds
from handhold.errors import PageClosed, PageHung, WaitTimeout

T = TypeVar("T")
_Asked = tuple[str, Mapping[str, object]]
"""A page function and its request."""

_ROUNDS = 5  # closed roots inside closed roots
_SHOWN = 24  # as many as an answer shows, and a few for those that are left out of it
_WARMING_SECONDS = 5.0


@dataclass(slots=True, kw_only=True)
class _Met:
    """A document as it was found: what it answered, unless it had to be prepared first, and who listens in it."""

    place: Place
    document: Document
    value: Answer | None
    listeners: list[Listener]


class Looking:
    """What the browser knows about the page of one tab, on top of its page script.

    A round trip takes as long as looking at a small page, so whatever can be asked at once is, and a document that has
    not changed since the last look is looked at right away.
    """

    def __init__(self, scripts: PageScripts) -> None:
        self._scripts = scripts
        self._documents = Documents()
        self._background: set[asyncio.Task[Any]] = set()
        self.looks = 0
        """How often somebody has asked for a look at the page."""

    async def look(self, name: str, request: Mapping[str, object], *, timeout: float, patience: float) -> Answer:
        """What a page function answers about the main document, once it knows listeners and closed shadow roots.

        Other processes than the page's own have only the patience to get ready.
        """
        self.looks += 1
        places = await self._scripts.places(timeout=timeout)
        main, *others = _by_session(places)
        preparing = [self._start(self._prepare(session, timeout=patience)) for session in others]
        looked = await self._scripts.at(lambda place: self._look([place, *main[1:]], (name, request)), timeout=timeout)
        if preparing:
            await asyncio.wait(preparing, timeout=patience)
        return looked

    async def look_at(self, name: str, request: Mapping[str, object], *, timeout: float) -> Answer:
        """What a page function answers about the main document with what it knows already."""
        return await self._scripts.at(lambda place: self._answer(place, (name, request)), timeout=timeout)

    async def prepare(self, *, timeout: float) -> bool:
        """Let the page script of every frame know listeners and closed shadow roots; whether all was done in time."""
        deadline = _now() + timeout
        try:
            places = await self._scripts.places(timeout=timeout)
        except (WaitTimeout, PageHung):
            return False
        sessions = _by_session(places)
        return all(await asyncio.gather(*(self._prepare(each, timeout=deadline - _now()) for each in sessions)))

    async def open_closed_roots(self, *, timeout: float) -> int:
        """Hand the closed shadow roots of all frames to the page script, which walks them from then on; how many."""
        places = await self._scripts.places(timeout=timeout)
        found = [
            await self._scripts.bounded(self._count_and_open(session), timeout=timeout)
            for session in _by_session(places)
        ]
        return sum(found)

    async def name_ahead(self, keys: Sequence[int], *, timeout: float) -> None:
        """Have the browser name elements of the main document before they are asked for, unless that takes long."""
        await self._scripts.at(lambda place: self._name_ahead(place, keys), timeout=timeout)

    async def native(self, keys: Sequence[int], frame: Frame | None = None, *, timeout: float) -> dict[int, Native]:
        """Role and name of elements of a frame, in the version of its document that was looked at last.

        Elements that are gone or hidden to assistive technology are left out, and all of them when the document is so
        big or deep that asking would harm the page. The first time that a big document is asked about they are left
        out, too: what this takes is done after the answer.
        """
        return await self._scripts.at(lambda place: self._native(place, keys), frame=frame, timeout=timeout)

    async def frame_box(self, frame: Frame, places: Mapping[Frame, Place], *, timeout: float) -> FrameBox:
        """Where the frame's viewport is in the viewport of the tab, and whether it shows."""
        return await self._scripts.bounded(box_of(frame, places), timeout=timeout)

    async def frame_plane(self, frame: Frame, *, timeout: float) -> Plane:
        """Where the frame's viewport lies in the viewport of the tab, transformations included."""
        places = await self._scripts.places(timeout=timeout)
        return await self._scripts.bounded(plane_of_frame(frame, places), timeout=timeout)

    async def over_frame(self, frame: Frame, point: Point, *, timeout: float) -> Record:
        """What the pointer meets at a point of the viewport around a frame: the frame (`hit`), or somebody else."""
        places = await self._scripts.places(timeout=timeout)
        return await self._scripts.at(
            lambda around: over_frame(around, places[frame].frame_id, point), frame=frame.parent_frame, timeout=timeout
        )

    async def look_into(
        self,
        frame: Frame,
        name: str,
        request: Mapping[str, object],
        *,
        places: Mapping[Frame, Place],
        boxes: Mapping[Frame, FrameBox],
        timeout: float,
    ) -> Answer:
        """What a page function answers about a frame; the records say what the documents around it cover."""
        work = self._look_into(frame, (name, request), places, boxes)
        return await self._scripts.bounded(work, timeout=timeout)

    async def _look_into(
        self, frame: Frame, asked: _Asked, places: Mapping[Frame, Place], boxes: Mapping[Frame, FrameBox]
    ) -> Answer:
        answer = await self._answer(places[frame], asked)
        described = cast(list[dict[str, Any] | None], answer.get("records", []))
        records = [record for record in described if record is not None and _is_in_view(record)]
        points = [(each["x"] + each["w"] / 2, each["y"] + each["h"] / 2) for each in records]
        met = await meets(frame, points, places, boxes) if points else []
        for record, is_met in zip(records, met, strict=True):
            if not is_met:
                record["st"] = [*record["st"], "covered"]
        return answer

    async def _prepare(self, places: Sequence[Place], *, timeout: float) -> bool:
        try:
            await self._scripts.bounded(self._attend(places, None), timeout=timeout)
        except (WaitTimeout, PageHung, PageClosed):
            return False
        return True

    async def _look(self, places: Sequence[Place], asked: _Asked) -> Answer:
        return await self._attend(places, asked) or await self._answer(places[0], asked)

    async def _attend(self, places: Sequence[Place], asked: _Asked | None) -> Answer | None:
        """Prepare the documents of one session; what the first one answered, if it was prepared already."""
        async with places[0].worlds.turn:
            return await self._attend_now(places, asked)

    async def _attend_now(self, places: Sequence[Place], asked: _Asked | None) -> Answer | None:
        meeting = [self._meet(place, asked if place is places[0] else None) for place in places]
        counted, met = await asyncio.gather(count_elements(places[0].worlds), _all_there(meeting))
        before = _reached(met)
        await self._open(met, counted)
        taken = await _all_there([hand(one.place, one.document, one.listeners) for one in met])
        return None if any(taken) or _reached(met) != before else met[0].value

    async def _meet(self, place: Place, asked: _Asked | None) -> _Met:
        document = await self._documents.of(place)
        version = document.version
        heard, (roots, value), _ = await asyncio.gather(
            hear(place, document, now=_now()),
            self._glance(place, document, asked),
            self._expose(place, document, asked),
        )
        is_changed = document.version != version
        if heard is None:
            heard = await hear_again(place, document, now=_now()) if is_changed else []
        if roots != document.roots or (is_changed and roots > 1):
            heard = heard + await hear_roots(place, document, roots=roots)
        return _Met(place=place, document=document, value=value, listeners=heard)

    async def _expose(self, place: Place, document: Document, asked: _Asked | None) -> None:
        """Have the tree of a small document built right behind the look, while its answer is on the way."""
        root = document.root_objects.get(DOCUMENT)
        if asked is None or root is None or document.version == 0 or document.is_exposed:
            return
        if native_names.may_be_asked(document) and not native_names.takes_long(document):
            self._start(self._scripts.bounded(native_names.expose(place, document, root), timeout=_WARMING_SECONDS))

    async def _glance(self, place: Place, document: Document, asked: _Asked | None) -> tuple[int, Answer | None]:
        """How many roots there are, and what the document answers if it is as it was looked at last."""
        if asked is not None:
            return await _look_once(place, document, asked, known=document.version)
        size = await place.call("census", {})
        document.note(size)
        return cast(int, size["roots"]), None

    async def _answer(self, place: Place, asked: _Asked) -> Answer:
        _roots, value = await _look_once(place, await self._documents.of(place), asked)
        return value or {}

    async def _open(self, met: Sequence[_Met], counted: int) -> int:
        """Look for closed roots when there are more elements than our script can reach; how many were found."""
        found = 0
        main = met[0].document
        for _ in range(_ROUNDS):
            beyond = counted - _reached(met)
            if beyond <= 0 or beyond == main.unexplained:
                break
            opened = sum(await _all_there([adopt(one.place) for one in met]))
            await _all_there([_recount(one) for one in met])
            found += opened
            if opened == 0:
                # The count is a hint: not everything beyond is a closed root.
                main.unexplained = counted - _reached(met)
                break
        return found

    async def _count_and_open(self, places: Sequence[Place]) -> int:
        worlds = places[0].worlds
        async with worlds.turn:
            met = [
                _Met(place=place, document=await self._documents.of(place), value=None, listeners=[])
                for place in places
            ]
            counted, _ = await asyncio.gather(count_elements(worlds), _all_there([_recount(one) for one in met]))
            return await self._open(met, counted)

    async def _native(self, place: Place, keys: Sequence[int]) -> dict[int, Native]:
        document = await self._documents.of(place)
        if document.version == 0:
            document.note(await place.call("census", {}))
        if not native_names.may_be_asked(document):
            return {}
        if any(key not in document.natives for key in keys):
            if native_names.takes_long(document):
                asking = native_names.ask_first(place, document, keys)
                self._start(self._scripts.bounded(asking, timeout=_WARMING_SECONDS))
            else:
                await native_names.ask(place, document, keys)
        return native_names.known(document, keys)

    async def _name_ahead(self, place: Place, keys: Sequence[int]) -> None:
        document = await self._documents.of(place)
        if native_names.may_be_asked(document) and not native_names.takes_long(document):
            await native_names.ask(place, document, keys)

    def _start(self, work: Coroutine[object, object, T]) -> asyncio.Task[T]:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        task.add_done_callback(retrieve)
        return task


async def _look_once(
    place: Place, document: Document, asked: _Asked, *, known: int | None = None
) -> tuple[int, Answer | None]:
    """How many roots there are, and the answer; none when another version of the document is known."""
    name, request = asked
    show = 0 if document.natives else _SHOWN
    only = {} if known is None else {"known": known}
    text, *nodes = await place.give("look", {"name": name, "request": request, "show": show, **only})
    size = read(str(text), name)
    value = cast(Answer | None, size.pop("value", None))
    document.note(size)
    if value is not None and nodes:
        records = cast(list[Mapping[str, int] | None], value["records"])[: len(nodes)]
        native_names.number(document, [record["k"] if record else 0 for record in records], nodes)
    return cast(int, size["roots"]), value


async def _recount(one: _Met) -> None:
    size = await one.place.call("census", {"anew": True})
    one.document.note(size)
    roots = cast(int, size["roots"])
    if roots != one.document.roots:
        one.listeners += await hear_roots(one.place, one.document, roots=roots)


async def _all_there(work: Sequence[Coroutine[object, object, T]]) -> list[T]:
    """The results of work at a document and at frames in it; a frame that goes away meanwhile is no matter."""
    first, *others = await asyncio.gather(*work, return_exceptions=True)
    results: list[T] = []
    for result in (first, *others):
        if not isinstance(result, BaseException):
            results.append(result)
        elif result is first or not isinstance(result, DocumentLost | Error):
            raise result
    return results


def _by_session(places: Mapping[Frame, Place]) -> list[list[Place]]:
    """The places, those of one session together; the page's own session and its main frame come first."""
    sessions: dict[Worlds, list[Place]] = {}
    for place in places.values():
        sessions.setdefault(place.worlds, []).append(place)
    return list(sessions.values())


def _is_in_view(record: Mapping[str, Any]) -> bool:
    return not {"offscreen", "covered"} & set(record["st"])


def _reached(met: Sequence[_Met]) -> int:
    return sum(one.document.elements for one in met)


def _now() -> float:
    return asyncio.get_running_loop().time()

"""Find the session and the CDP id behind each Playwright frame.

Playwright does not tell a frame's CDP id. Both sides list the children of a frame in the order in which they were made,
and a frame that has a process of its own is missing from its parent's tree, so the two lists can be laid side by side.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import Error, Frame, Page

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.worlds import WORLD, DocumentLost, FrameTree, Worlds
from handhold.errors import InternalError

_NO_SESSION = "does not have a separate CDP session"
_READINGS = 3  # the first may meet a change under way; two more settle it
_TREE_PATIENCE = 1.0  # seconds a hung frame of another process may hold up the others


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a frame's document can be reached."""

    worlds: Worlds
    frame_id: str

    async def call(self, name: str, arguments: Mapping[str, object]) -> dict[str, object]:
        """What a function of the page script answers. Raises `DocumentLost` when the frame moves on."""
        return read(await self.worlds.evaluate(_through("call", name, arguments), frame_id=self.frame_id), name)

    async def give(self, name: str, arguments: Mapping[str, object]) -> list[Any]:
        """The nodes a giver of the page script has, as the browser describes them."""
        return await self.worlds.evaluate_nodes(_through("give", name, arguments), frame_id=self.frame_id)


def read(answer: str, name: str) -> dict[str, object]:
    """The answer that came through the door. Raises `InternalError` when the function failed."""
    told = json.loads(answer)
    if "error" in told:
        raise InternalError(f"the page function {name!r} failed", details={"pageError": told["error"]})
    return cast(dict[str, object], told["value"])


def _through(door: str, name: str, arguments: Mapping[str, object]) -> str:
    """The door's call; a JSON string is a JavaScript string, so nothing in the arguments can be code."""
    return f"{WORLD}.{door}({json.dumps(name)}, {json.dumps(json.dumps(arguments))})"


class FramesMoved(Exception):
    """The two lists of frames did not agree: something changed in between."""


class FrameMap:
    """The frames of one page and where they are, read anew each time because frames move between processes."""

    def __init__(self, page: Page, worlds: Worlds) -> None:
        self._page = page
        self._worlds = worlds
        self._main_id: str | None = None
        self._own_process: dict[Frame, Worlds] = {}
        self._waiting: set[asyncio.Task[FrameTree]] = set()

    async def main(self) -> Place:
        if self._main_id is None:
            self._main_id = (await self._worlds.tree())["frame"]["id"]
        return Place(worlds=self._worlds, frame_id=self._main_id)

    def forget_main(self) -> None:
        """Ask for the main frame's id next time; it stays the same from page to page, though nobody promises it."""
        self._main_id = None

    async def all(self) -> dict[Frame, Place]:
        """Every frame that can be reached now; one that is hung in a process of its own is left out."""
        if not self._page.main_frame.child_frames:
            return {self._page.main_frame: await self.main()}
        for reading in range(1, _READINGS + 1):
            try:
                return await self._read(strictly=reading < _READINGS)
            except FramesMoved:
                continue
        raise DocumentLost

    async def close(self) -> None:
        for worlds in [*self._own_process.values(), self._worlds]:
            await worlds.close()

    async def _read(self, *, strictly: bool) -> dict[Frame, Place]:
        places: dict[Frame, Place] = {}
        pending = [(self._page.main_frame, self._worlds, await self._worlds.tree())]
        while pending:
            frame, worlds, node = pending.pop()
            places[frame] = Place(worlds=worlds, frame_id=node["frame"]["id"])
            nodes = node.get("childFrames", [])
            children = list(frame.child_frames)
            elsewhere = await self._elsewhere(children, local=len(nodes))
            here = [child for child in children if child not in elsewhere]
            _compare(here, nodes, strictly=strictly)
            pending += [(child, worlds, below) for child, below in zip(here, nodes, strict=True)]
            pending += await self._trees(elsewhere)
        return places

    async def _elsewhere(self, children: Sequence[Frame], *, local: int) -> dict[Frame, Worlds]:
        """The children with a process of their own; asks the browser only when the numbers do not add up."""
        self._forget_closed()
        known = {child: self._own_process[child] for child in children if child in self._own_process}
        if len(children) - len(known) == local:
            return known
        for child in children:
            if child not in known and (worlds := await self._open(child)) is not None:
                known[child] = worlds
        return known

    async def _open(self, frame: Frame) -> Worlds | None:
        try:
            session = await self._page.context.new_cdp_session(frame)
        except Error as error:
            if _NO_SESSION in error.message or frame.is_detached():
                return None
            raise
        worlds = Worlds(session)
        self._own_process[frame] = worlds
        return worlds

    async def _trees(self, elsewhere: dict[Frame, Worlds]) -> list[tuple[Frame, Worlds, FrameTree]]:
        tasks = {frame: asyncio.create_task(worlds.tree()) for frame, worlds in elsewhere.items()}
        if not tasks:
            return []
        for task in tasks.values():
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
            task.add_done_callback(retrieve)
        await asyncio.wait(tasks.values(), timeout=_TREE_PATIENCE)
        return [
            (frame, elsewhere[frame], task.result())
            for frame, task in tasks.items()
            if task.done() and task.exception() is None
        ]

    def _forget_closed(self) -> None:
        self._own_process = {
            frame: worlds
            for frame, worlds in self._own_process.items()
            if not worlds.is_closed and not frame.is_detached()
        }


def _compare(frames: Sequence[Frame], nodes: Sequence[FrameTree], *, strictly: bool) -> None:
    if len(frames) != len(nodes):
        raise FramesMoved
    # Addresses differ for good after document.open(), so they can only ask for a second look.
    if strictly and any(
        _address(frame.url) != address for frame, address in zip(frames, _addresses(nodes), strict=True)
    ):
        raise FramesMoved


def _addresses(nodes: Iterable[FrameTree]) -> list[str]:
    return [_address(node["frame"]["url"] + node["frame"].get("urlFragment", "")) for node in nodes]


def _address(url: str) -> str:
    return "about:blank" if url in ("", ":") else url

"""One CDP session and our isolated world in each frame it serves."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NotRequired, TypedDict, cast

from playwright.async_api import CDPSession, Error

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.devtools import send
from handhold.errors import InternalError

WORLD = "handhold"
# Nodes by value: what the browser itself says about each, and nothing below it.
_BY_VALUE = {
    "serialization": "deep",
    "maxDepth": 1,
    "additionalParameters": {"maxNodeDepth": 0, "includeShadowTree": "none"},
}

_DOCUMENT_LOST = (
    "uniqueContextId not found",
    "Cannot find context",
    "Execution context was destroyed",
    "Inspected target navigated or closed",
    "Promise was collected",
    "No frame for given id found",
    "Frame with the given",
    "Could not find object with given id",
    "Cannot find context with specified id",
    "No node with given id found",
    "Node with given id does not belong to the document",
)


class DocumentLost(Exception):
    """The document went away under the call: the frame navigated or was removed."""


class FrameFacts(TypedDict):
    id: str
    url: str
    urlFragment: NotRequired[str]


class FrameTree(TypedDict):
    frame: FrameFacts
    childFrames: NotRequired[list[FrameTree]]


class _AuxData(TypedDict):
    frameId: NotRequired[str]
    isDefault: NotRequired[bool]


class _Context(TypedDict):
    id: int
    uniqueId: str
    name: str
    auxData: NotRequired[_AuxData]


class _ContextCreated(TypedDict):
    context: _Context


class _ContextDestroyed(TypedDict):
    executionContextUniqueId: str


class Worlds:
    """The worlds behind one session: a page with the frames of its process, or a frame with a process of its own."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session
        self._send = functools.partial(send, session)
        self._contexts: dict[str, _Context] = {}
        self._pages: dict[str, str] = {}
        """The page's own world of each frame."""
        self.is_closed = False
        self.turn = asyncio.Lock()
        """Of whoever finds out what the page script cannot know, and hands it over: two at once would miss parts."""
        session.on("Runtime.executionContextCreated", self._created)
        session.on("Runtime.executionContextDestroyed", self._destroyed)
        session.on("Runtime.executionContextsCleared", self._cleared)
        session.on("Inspector.targetCrashed", self._closed)
        session.on("close", self._closed)
        self._prepared = asyncio.create_task(self._prepare())
        self._prepared.add_done_callback(retrieve)

    async def ready(self) -> None:
        """Return when the browser knows our script."""
        await asyncio.shield(self._prepared)

    async def tree(self) -> FrameTree:
        """The frames of this session, children in the order in which they were made."""
        await asyncio.shield(self._prepared)
        answer = await self._send("Page.getFrameTree")
        return cast(FrameTree, answer["frameTree"])

    async def evaluate(self, expression: str, *, frame_id: str) -> str:
        """The string an expression has in our world of the frame; raises `DocumentLost` when the frame moves on."""
        context = await self._context(frame_id)
        answer = await self._ask(expression, context=context["uniqueId"], options={"returnByValue": True})
        result = answer["result"].get("value")
        if not isinstance(result, str):
            raise InternalError("the page script did not answer with text")
        return result

    async def evaluate_nodes(self, expression: str, *, frame_id: str) -> list[Any]:
        """The strings and nodes in the array an expression has in our world; of a node what the browser says about it.

        None stands for what is neither.
        """
        context = await self._context(frame_id)
        answer = await self._ask(expression, context=context["uniqueId"], options={"serializationOptions": _BY_VALUE})
        members = cast(list[Mapping[str, Any]], answer["result"]["deepSerializedValue"]["value"])
        return [member.get("value") for member in members]

    async def page_document(self, frame_id: str) -> str | None:
        """The browser's id of the document as an object of the page's own world; None where no script can run.

        A page cannot put anything else in this name's place.
        """
        await self._context(frame_id)
        context = self._pages.get(frame_id)
        if context is None:
            return None
        answer = await self._ask("document", context=context, options={})
        return cast(str | None, answer["result"].get("objectId"))

    async def context_number(self, frame_id: str) -> int:
        """The number of our world of the frame, which methods about nodes want; other processes have the same ones."""
        return (await self._context(frame_id))["id"]

    async def context_id(self, frame_id: str) -> str:
        """What our world of the frame is known by; no other document has the same, in whatever process."""
        return (await self._context(frame_id))["uniqueId"]

    async def send(self, method: str, params: Mapping[str, object] | None = None) -> Mapping[str, Any]:
        """What a method of the protocol answers; raises `DocumentLost` when the frame moves on."""
        await asyncio.shield(self._prepared)
        try:
            return await self._send(method, params)
        except Error as error:
            raise _sorted_out(error) from error

    async def close(self) -> None:
        self.is_closed = True
        try:
            await self._session.detach()
        except Error:
            return  # it went with its target

    async def _prepare(self) -> None:
        script: dict[str, object] = {"source": _bundle(), "worldName": WORLD, "runImmediately": True}
        await asyncio.gather(
            self._send("Page.enable"),
            self._send("Runtime.enable"),
            self._send("Page.addScriptToEvaluateOnNewDocument", script),
        )

    async def _context(self, frame_id: str) -> _Context:
        await asyncio.shield(self._prepared)
        return self._contexts.get(frame_id) or await self._enter(frame_id)

    async def _enter(self, frame_id: str) -> _Context:
        """Make the world where the browser has not: in documents that no script ever ran in."""
        try:
            await self._send("Page.createIsolatedWorld", {"frameId": frame_id, "worldName": WORLD})
        except Error as error:
            raise _sorted_out(error) from error
        context = self._contexts.get(frame_id)
        if context is None:
            raise DocumentLost
        await self._ask(_bundle(), context=context["uniqueId"], options={"returnByValue": True})
        return context

    async def _ask(self, expression: str, *, context: str, options: Mapping[str, object]) -> Mapping[str, Any]:
        """What an expression has; the options say in which form."""
        request = {
            "expression": expression,
            "uniqueContextId": context,
            "awaitPromise": True,
            "silent": True,
            **options,
        }
        try:
            answer = await self._send("Runtime.evaluate", request)
        except Error as error:
            raise _sorted_out(error) from error
        if "exceptionDetails" in answer:
            raise InternalError("the page script failed outside its door")
        return answer

    def _created(self, event: _ContextCreated) -> None:
        context = event["context"]
        about = context.get("auxData", {})
        frame_id = about.get("frameId")
        if frame_id is None:
            return
        if context["name"] == WORLD:
            self._contexts[frame_id] = context
        elif about.get("isDefault"):
            self._pages[frame_id] = context["uniqueId"]

    def _destroyed(self, event: _ContextDestroyed) -> None:
        gone = event["executionContextUniqueId"]
        self._contexts = {frame: context for frame, context in self._contexts.items() if context["uniqueId"] != gone}
        self._pages = {frame: context for frame, context in self._pages.items() if context != gone}

    def _cleared(self, _event: object) -> None:
        self._contexts.clear()
        self._pages.clear()

    def _closed(self, _event: object) -> None:
        self.is_closed = True


def _sorted_out(error: Error) -> Error | DocumentLost:
    return DocumentLost() if any(sign in error.message for sign in _DOCUMENT_LOST) else error


@functools.cache
def _bundle() -> str:
    return files("handhold.adapters.browser").joinpath("page.bundle.js").read_text("utf-8")

"""Act on a tab as a person would: real pointer and key events, at a point measured the moment before."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, cast

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.nodes import Nodes
from handhold.adapters.browser.seen import NodeRef, Point, Record
from handhold.adapters.browser.translation import translate
from handhold.errors import TargetStale, WaitTimeout

Button = Literal["left", "right", "middle"]
Needs = Literal["pointer", "keyboard"]

LOOK_SECONDS: Final = 3.0
"""What the page may take to answer, beyond the grace time it was given."""
ACT_SECONDS: Final = 8.0
"""What one event may take to be handled; a page that needs longer does something long in its handler."""
BITS: Final = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
PRESSED: Final = {"left": 1, "right": 2, "middle": 4}


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why an element cannot be acted on, and what is in the way. `name` is page text."""

    reason: str
    node: NodeRef | None = None
    role: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """An element and the point of the tab where the pointer meets it; with an obstacle, it is not ready."""

    node: NodeRef
    x: float = 0.0
    y: float = 0.0
    obstacle: Obstacle | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """Whether the element got the event; who got it instead. `left` when its document is gone with the answer."""

    ok: bool
    left: bool = False
    instead: Obstacle | None = None


class Hands:
    """The hands of one tab."""

    def __init__(self, page: Page, devtools: CDPSession, eyes: Eyes) -> None:
        self._page = page
        self._devtools = devtools
        self._eyes = eyes

    async def aim(self, node: NodeRef, *, grace: float, needs: Needs = "pointer", offset: Point | None = None) -> Aim:
        """Where to act, once the element is ready; why it is not, when it did not become so in time.

        Raises `TargetStale` when its document is gone.
        """
        request: dict[str, object] = {"key": node.key, "graceMs": grace * 1000, "needs": needs}
        if offset is not None:
            request["offset"] = list(offset)
        answer = await self._eyes.ask(node.document, "aim", request, timeout=grace + LOOK_SECONDS)
        if answer is None:
            raise TargetStale("the page was replaced meanwhile", hint="Call ui_scan to see what is there now.")
        if "reason" in answer:
            return Aim(node=node, obstacle=_obstacle(str(answer["reason"]), node.document, answer))
        across, down = await self._eyes.offset(node.document)
        point = cast(float, answer["x"]) + across, cast(float, answer["y"]) + down
        over = await self._eyes.over_frames(node.document, point) if needs == "pointer" else None
        if over is not None:
            return Aim(node=node, obstacle=_obstacle("covered", str(over["documentId"]), over))
        return Aim(node=node, x=point[0], y=point[1])

    async def press(
        self, aim: Aim, *, button: Button = "left", clicks: int = 1, modifiers: Sequence[str] = ()
    ) -> Received:
        """Press and release there, once or several times, and see who got it."""
        held = sum(BITS[one] for one in modifiers)
        event: dict[str, object] = {"x": aim.x, "y": aim.y, "modifiers": held, "pointerType": "mouse"}
        events = [{**event, "type": "mouseMoved", "button": "none"}]
        for count in range(1, clicks + 1):
            down = {**event, "button": button, "clickCount": count}
            events.append({**down, "type": "mousePressed", "buttons": PRESSED[button]})
            events.append({**down, "type": "mouseReleased", "buttons": 0})
        # Sent without waiting in between: the browser keeps their order, and each answer costs a trip.
        await self._bounded(*(send(self._devtools, "Input.dispatchMouseEvent", each) for each in events))
        return await self.witnessed(aim.node, kinds=("pointerdown", "mousedown", "contextmenu"))

    async def witnessed(self, node: NodeRef, *, kinds: Sequence[str]) -> Received:
        """Whether one of these events came to the element since it was aimed at."""
        answer = await self._eyes.ask(node.document, "witnessed", {}, timeout=LOOK_SECONDS)
        if answer is None:
            return Received(ok=True, left=True)
        received = cast(Mapping[str, bool], answer["received"])
        if any(received.get(kind) for kind in kinds):
            return Received(ok=True)
        return Received(ok=False, instead=_obstacle("intercepted", node.document, answer) if "by" in answer else None)

    async def hover(self, aim: Aim) -> None:
        await self._bounded(self._page.mouse.move(aim.x, aim.y))

    async def drag(self, aim: Aim, to: Point, *, steps: int = 8) -> None:
        """Press there, move, release at `to`."""
        mouse = self._page.mouse

        async def work() -> None:
            await mouse.move(aim.x, aim.y)
            await mouse.down()
            await mouse.move(*to, steps=steps)
            await mouse.up()

        await self._bounded(work())

    async def focus(self, node: NodeRef) -> bool:
        """Whether the element, or something in it, has the keyboard now."""
        answer = await self._eyes.ask(node.document, "focusOn", {"key": node.key})
        return answer is not None and answer["focused"] is True

    async def submit(self, node: NodeRef) -> bool:
        """Send the form of the element; False when it belongs to none."""
        answer = await self._eyes.ask(node.document, "submitForm", {"key": node.key})
        return answer is not None and answer["submitted"] is True

    async def is_in_secret_field(self) -> bool:
        """Whether the keyboard is in a field for passwords, codes or phrases, in any frame."""
        answers = await self._eyes.everywhere("keyboardFacts", {})
        return any(answer["focused"] and answer["secret"] for answer in answers)

    async def keys(self, *chords: str) -> None:
        """Press chords such as `Enter`, `Control+A` or `x`, one after the other, wherever the keyboard is."""

        async def work() -> None:
            for chord in chords:
                await self._page.keyboard.press(chord)

        await self._bounded(work())

    async def type_text(self, text: str) -> None:
        """Put text in where the keyboard is, in one go, as an input method does."""
        await self._bounded(self._page.keyboard.insert_text(text))

    async def set_files(self, node: NodeRef, paths: Sequence[str]) -> bool:
        """Choose files for a file input; False when it is gone."""

        async def use(nodes: Nodes, object_id: str) -> None:
            await nodes.sent("DOM.setFileInputFiles", {"objectId": object_id, "files": list(paths)})

        return await self._eyes.object_of(node, use)

    async def _bounded(self, *work: Any) -> None:
        """Wait for events to be handled. They are never taken back half-way: what hangs goes on unobserved."""
        doing = asyncio.gather(*work)
        done, _ = await asyncio.wait({doing}, timeout=ACT_SECONDS)
        if not done:
            doing.add_done_callback(retrieve)
            raise WaitTimeout(
                f"the page did not finish handling the event within {ACT_SECONDS:.0f} s",
                hint="The action may have happened; look at the page before you repeat it.",
                details={"phase": "action"},
            )
        try:
            doing.result()
        except PlaywrightError as error:
            raise translate(error, doing="acting on the page") from error


def _obstacle(reason: str, document: str, answer: Record) -> Obstacle:
    by = cast(Mapping[str, Any] | None, answer.get("by"))
    if by is None:
        return Obstacle(reason=reason)
    return Obstacle(reason=reason, node=NodeRef(document, int(by["key"])), role=str(by["role"]), name=str(by["name"]))

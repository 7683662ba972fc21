"""Act on a tab as a person would: real pointer and key events, at a point measured the moment before."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, cast

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from handhold.adapters.browser.arriving import arrive
from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.devtools import send
from handhold.adapters.browser.eyes import Eyes
from handhold.adapters.browser.nodes import Nodes
from handhold.adapters.browser.seen import NodeRef, Point, PointIn, Record
from handhold.adapters.browser.translation import translate
from handhold.errors import PageClosed, PageHung, TargetStale, WaitTimeout

Button = Literal["left", "right", "middle"]
Needs = Literal["pointer", "keyboard"]

LOOK_SECONDS: Final = 3.0
"""What the page may take to answer, beyond the grace time it was given."""
LEAVING_SECONDS: Final = 0.3
"""What a page that is being left may take to answer: Chromium may hold every question back until the next one comes."""
ACT_SECONDS: Final = 8.0
"""What one event may take to be handled; a page that needs longer does something long in its handler."""
HEARD_MS: Final = 200
"""A document in another process may hear of a press after the browser has said that it is done."""
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

    @property
    def spot(self) -> PointIn:
        return PointIn(self.node.document, (self.x, self.y))


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """Whether the element got the event; who got it instead.

    `left`: its document is gone with the answer. `heard`: False when it can only have been the element, although the
    page let nobody hear of it.
    """

    ok: bool
    heard: bool = True
    left: bool = False
    instead: Obstacle | None = None


class Hands:
    """The hands of one tab."""

    def __init__(self, page: Page, devtools: CDPSession, eyes: Eyes, *, arrived: asyncio.Event) -> None:
        self._page = page
        self._devtools = devtools
        self._eyes = eyes
        self._arrived = arrived

    async def aim(self, node: NodeRef, *, grace: float, needs: Needs = "pointer", offset: Point | None = None) -> Aim:
        """Where to act, once the element is ready; why it is not, when it did not become so in time.

        Raises `TargetStale` when its document is gone.
        """
        loop = asyncio.get_running_loop()
        ends = loop.time() + grace
        attempt = 0
        while True:
            request: dict[str, object] = {"key": node.key, "needs": needs, "attempt": attempt}
            if offset is not None:
                request["offset"] = list(offset)
            aimed = await self._aimed(node, request, grace=max(0.0, ends - loop.time()))
            if aimed.obstacle is None and needs == "pointer":
                aimed = await self._seen_from_outside(aimed)
                attempt += 1
            if aimed.obstacle is None or attempt == 0 or loop.time() >= ends:
                return aimed

    async def _aimed(self, node: NodeRef, request: dict[str, object], *, grace: float) -> Aim:
        """What the element's own document says of it; it waits for everything that it can see."""
        request["graceMs"] = grace * 1000
        answer = await self._eyes.ask(node.document, "aim", request, timeout=grace + LOOK_SECONDS)
        if answer is None:
            raise TargetStale("the page was replaced meanwhile", hint="Call ui_scan to see what is there now.")
        if "reason" in answer:
            return Aim(node=node, obstacle=_obstacle(str(answer["reason"]), node.document, answer))
        x, y = await self._eyes.in_tab(node.document, (cast(float, answer["x"]), cast(float, answer["y"])))
        return Aim(node=node, x=x, y=y)

    async def _seen_from_outside(self, aim: Aim) -> Aim:
        """The same aim, as the documents around its frame see it: something may lie over the frame, or move it."""
        document = aim.node.document
        over = await self._eyes.over_frames(document, (aim.x, aim.y))
        if over is None:
            return aim
        reason = "covered" if "by" in over else "outside"
        return replace(aim, obstacle=_obstacle(reason, str(over["documentId"]), over))

    async def press(
        self, aim: Aim, *, button: Button = "left", clicks: int = 1, modifiers: Sequence[str] = ()
    ) -> Received:
        """Press and release there, once or several times, and see who got it."""
        await self._arrive(aim.spot)
        try:
            await self._click((aim.x, aim.y), button=button, clicks=clicks, modifiers=modifiers)
        except PageClosed:  # the press closed the tab: who else should have
            return Received(ok=True, left=True)
        received = await self.witnessed(aim.node, kinds=("pointerdown", "mousedown", "contextmenu"))
        return received if received.ok or received.instead else await self._unheard(aim)

    async def press_at(self, spot: PointIn, *, button: Button = "left", clicks: int = 1) -> bool:
        """Press and release there, whoever gets it; whether the document heard of it."""
        x, y = (await self._eyes.plane_of(spot.document)).inside(spot.point)
        await self._eyes.ask(spot.document, "expectPointer", {})
        await self._arrive(spot)
        try:
            await self._click(spot.point, button=button, clicks=clicks)
            place: Record = {"kind": "pointerdown", "x": x, "y": y, "withinMs": HEARD_MS}
            answer = await self._testimony(spot.document, "pointerCame", place)
        except PageClosed:  # the press closed the tab
            return True
        return answer is None or answer["came"] is True

    async def _click(self, point: Point, *, button: Button, clicks: int, modifiers: Sequence[str] = ()) -> None:
        """Press and release at a point of the tab, whoever gets it."""
        held = sum(BITS[one] for one in modifiers)
        event: dict[str, object] = {"x": point[0], "y": point[1], "modifiers": held, "pointerType": "mouse"}
        events = [{**event, "type": "mouseMoved", "button": "none"}]
        for count in range(1, clicks + 1):
            down = {**event, "button": button, "clickCount": count}
            events.append({**down, "type": "mousePressed", "buttons": PRESSED[button]})
            events.append({**down, "type": "mouseReleased", "buttons": 0})
        # Sent without waiting in between: the browser keeps their order, and each answer costs a trip.
        await self._bounded(*(send(self._devtools, "Input.dispatchMouseEvent", each) for each in events))

    async def _unheard(self, aim: Aim) -> Received:
        """The element's document heard of no press: somebody around it got it, or the page stopped it before us."""
        point = (aim.x, aim.y)
        over = await self._eyes.over_frames(aim.node.document, point) or await self._eyes.met_at(aim.node, point)
        if over is None:
            return Received(ok=True, left=True)
        if over["hit"]:
            return Received(ok=True, heard=False)
        document = str(over["documentId"])
        return Received(ok=False, instead=_obstacle("intercepted", document, over) if "by" in over else None)

    async def witnessed(self, node: NodeRef, *, kinds: Sequence[str]) -> Received:
        """Whether one of these events came to the element since it was aimed at."""
        try:
            answer = await self._testimony(node.document, "witnessed", {})
        except PageClosed:
            answer = None
        if answer is None:
            return Received(ok=True, left=True)
        received = cast(Mapping[str, bool], answer["received"])
        if any(received.get(kind) for kind in kinds):
            return Received(ok=True)
        return Received(ok=False, instead=_obstacle("intercepted", node.document, answer) if "by" in answer else None)

    async def _testimony(self, document: str, name: str, request: Record) -> Record | None:
        """What a witness in the page says; None when the page is being left, which is an answer, too."""
        try:
            return await self._eyes.ask(document, name, request, timeout=LEAVING_SECONDS)
        except (PageHung, WaitTimeout):
            if not self._arrived.is_set():
                return None
        return await self._eyes.ask(document, name, request, timeout=LOOK_SECONDS)

    async def hover(self, aim: Aim) -> None:
        await self.move_to(aim.spot)

    async def move_to(self, spot: PointIn) -> None:
        await self._arrive(spot)
        await self._move(spot.point)

    async def hold_at(self, spot: PointIn, *, seconds: float) -> None:
        """Press there, and release after a while."""
        await self._arrive(spot)
        mouse = self._page.mouse

        async def work() -> None:
            await mouse.move(*spot.point)
            await mouse.down()
            await asyncio.sleep(seconds)
            await mouse.up()

        await self._bounded(work())

    async def wheel_at(self, spot: PointIn, by: Point) -> None:
        """Turn the wheel over a point."""
        await self._arrive(spot)
        mouse = self._page.mouse

        async def work() -> None:
            await mouse.move(*spot.point)
            await mouse.wheel(*by)

        await self._bounded(work())

    async def drag(self, start: PointIn, to: Point, *, steps: int = 8) -> None:
        """Press at one point, move, release at another of the tab."""
        await self._arrive(start)
        mouse = self._page.mouse

        async def work() -> None:
            await mouse.move(*start.point)
            await mouse.down()
            await mouse.move(*to, steps=steps)
            await mouse.up()

        await self._bounded(work())

    async def _arrive(self, spot: PointIn) -> None:
        await arrive(self._eyes, self._move, spot)

    async def _move(self, point: Point) -> None:
        await self._bounded(self._page.mouse.move(*point))

    async def focus(self, node: NodeRef) -> bool:
        """Whether the element, or something in it, has the keyboard now."""
        answer = await self._eyes.ask(node.document, "focusOn", {"key": node.key})
        return answer is not None and answer["focused"] is True

    async def submit(self, node: NodeRef) -> bool:
        """Send the form of the element; False when it belongs to none."""
        answer = await self._eyes.ask(node.document, "submitForm", {"key": node.key})
        return answer is not None and answer["submitted"] is True

    async def submits_by_enter(self, node: NodeRef) -> bool:
        """Whether Enter in the field can send its form."""
        answer = await self._eyes.ask(node.document, "submitsByEnter", {"key": node.key})
        return answer is not None and answer["enter"] is True

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
            await self._eyes.main_document()  # raises when the page hangs
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

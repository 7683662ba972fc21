"""Look for a label where the last step led: in what it opened, in what appeared, on the page that came."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import PageClosed, TargetAmbiguous, TargetStale, WaitTimeout
from handhold.services.interaction.labels import Choice, Label, Near, Sign, can_lead, choose
from handhold.services.perception.handles import Handle
from handhold.services.perception.memory import PerceptionMemory, ScanRequest
from handhold.services.perception.page_text import clean
from handhold.services.perception.paging import Item, fit
from handhold.services.perception.resolve import MOST_NAMED, ambiguous
from handhold.services.perception.scan import Scanner, described, whole_order
from handhold.services.perception.view import Count, View, candidate_of, view_of

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab

POLL_SECONDS: Final = 0.04
SETTLED_SECONDS: Final = 0.5
"""After this long without the very words in sight, something like them is taken."""
LOAD_SECONDS: Final = 3.0
"""What a page that has come may take to load before it is used as it is: its scripts may not listen yet."""
MOST_SHOWN: Final = 10
SHOWN_BYTES: Final = 900


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """What was there before a step, and the element it acts on."""

    head: NodeRef
    document: str
    before: frozenset[NodeRef]
    tabs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """The controls of the page now, and those that may be the one a label means."""

    view: View
    document: str
    order: tuple[NodeRef, ...]
    signs: tuple[Sign, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What an element opens."""

    has_popup: bool
    leaves_page: bool
    inside: frozenset[NodeRef]


class Lookout:
    def __init__(self, browser: BrowserSession, memory: PerceptionMemory, *, count: Count, ends: float) -> None:
        self._browser = browser
        self._memory = memory
        self._count = count
        self._ends = ends

    async def look(self, label: Label, region: object = "page") -> Look:
        """One look. Raises `RegionNotFound` with the regions there are."""
        view = await view_of(self._browser, self._memory, count=self._count)
        scanner, request = Scanner(view), ScanRequest(region=region, collapse=False)
        views = await scanner.look(request, label.page_words)
        if not any(each.answer.get("matched") for each in views):
            # Nothing holds the words as written: a typing error, maybe.
            views = await scanner.look(request, [])
        signs = tuple(Sign(node=node, candidate=found) for each in views for node, found in described(each))
        return Look(
            view=view, document=await scanner.main_document(views), order=tuple(whole_order(views)), signs=signs
        )

    async def here(self, label: Label, region: object, *, seconds: float) -> Choice | None:
        """The control in a region, given a moment to come."""
        ends = self._now() + seconds
        while True:
            await self.arrive()
            look = await self.look(label, region)
            choice = await self._chosen(label, look, look.signs)
            if choice is not None or self._now() >= ends:
                return choice
            await asyncio.sleep(POLL_SECONDS)

    async def beyond(self, label: Label, level: Level, *, seconds: float, only_opened: bool = False) -> Choice | None:
        """The control on the level that a step opens, as soon as it is there. The time runs while nothing loads."""
        began = self._now()
        last: tuple[NodeRef, ...] = ()
        choice: Choice | None = None
        while True:
            if await self.arrive():
                began = self._now()
            look = await self._try_look(label)
            waited = self._now() - began
            if look is not None:
                choice = await self._chosen(label, look, await self._placed(look, level))
                if only_opened and choice is not None and not choice.is_opened:
                    choice = None
                settled = _is_settled(look, level, waited, is_same=look.order == last)
                if choice and (choice.is_sure or settled) and not self._is_loading(look, level, waited):
                    return choice
                last = look.order
            if waited >= seconds or self._now() >= self._ends:
                return choice
            await asyncio.sleep(POLL_SECONDS)

    async def headed(self, title: Label, label: Label) -> Choice | None:
        """The control under a title that is none itself, such as the name of a group in a sidebar."""
        look = await self._try_look(label)
        if look is None:
            return None
        under: set[NodeRef] = set()
        for document in {sign.node.document for sign in look.signs}:
            keys = [sign.node.key for sign in look.signs if sign.node.document == document]
            answer = await look.view.eyes.ask(document, "headed", {"keys": keys, "title": title.text})
            under |= {NodeRef(document, key) for key in cast(list[int], answer["keys"] if answer else [])}
        choice = await self._chosen(label, look, [sign for sign in look.signs if sign.node in under])
        return choice if choice is not None and choice.is_opened else None

    async def arrive(self) -> bool:
        """Wait while a navigation waits for its server; whether one did. Raises `WaitTimeout` when it does not end."""
        tab = await self._browser.shown_tab()
        if tab.arrived.is_set():
            return False
        await _within(tab.arrived, self._ends - self._now())
        if not tab.arrived.is_set():
            raise WaitTimeout(
                "the server of the next page did not answer in time",
                hint="The page may still come; wait for it with ui_wait_for.",
                details={"phase": "response"},
            )
        return True

    async def loaded(self) -> Tab:
        """The tab, once what loads in it has come, and has had its time to load."""
        await self.arrive()
        tab = await self._browser.shown_tab()
        await _within(tab.stopped, min(LOAD_SECONDS, self._ends - self._now()))
        return tab

    def level(self, look: Look, head: NodeRef) -> Level:
        tabs = len(self._browser.log.pending.tabs_opened)
        return Level(head=head, document=look.document, before=frozenset(look.order), tabs=tabs)

    def has_new_tab(self, level: Level) -> bool:
        return len(self._browser.log.pending.tabs_opened) > level.tabs

    async def opening(self, view: View, head: NodeRef, among: Sequence[NodeRef]) -> Opening:
        """What an element opens, and which of the others are in it."""
        keys = [node.key for node in among if node.document == head.document]
        answer = await view.eyes.ask(head.document, "opens", {"key": head.key, "among": keys})
        if answer is None:
            return Opening(has_popup=False, leaves_page=False, inside=frozenset())
        inside = frozenset(NodeRef(head.document, key) for key in cast(list[int], answer["inside"]))
        return Opening(has_popup=answer["popup"] is True, leaves_page=answer["leaves"] is True, inside=inside)

    def is_inside(self, label: Label, look: Look, opening: Opening) -> bool:
        """Whether the very words show already in what an element opens."""
        inside = [sign for sign in look.signs if sign.node in opening.inside]
        choice = choose(label, inside)
        return choice is not None and choice.is_sure

    async def handle(self, sign: Sign) -> Handle:
        """The handle of what was found, as it is now."""
        view = await view_of(self._browser, self._memory, count=self._count)
        (record,) = await view.eyes.describe([sign.node])
        if record is None:
            raise TargetStale("the control went away when it was found", hint="Look at the page with ui_scan.")
        return view.handle_of(candidate_of(record), sign.node)

    async def rivals(self, choice: Choice, *, step: int) -> TargetAmbiguous:
        """The error that lets the caller choose."""
        view = await view_of(self._browser, self._memory, count=self._count)
        records = await view.eyes.describe([sign.node for sign in choice.signs[:MOST_NAMED]])
        rivals = [
            (sign.node, candidate_of(record), 1.0)
            for sign, record in zip(choice.signs, records, strict=False)
            if record is not None
        ]
        return ambiguous(view, f"several controls fit the label of step {step}", rivals)

    async def shown(self, level: Level | None, region: object) -> list[Item]:
        """What there is instead, with handles: what the last step opened, else what is in the region."""
        look = await self._try_look(Label(""), region if level is None else "page")
        if look is None:
            return []
        signs = [sign for sign in look.signs if can_lead(sign.candidate) and sign.candidate.label]
        if level is not None:
            placed = await self._placed(replace(look, signs=tuple(signs)), level)
            signs = [sign for sign in placed if sign.near is not Near.ELSEWHERE] or signs
        records = await look.view.eyes.describe([sign.node for sign in signs[:MOST_SHOWN]])
        items: list[Item] = []
        for sign, record in zip(signs, records, strict=False):
            if record is not None:
                candidate = candidate_of(record)
                handle = look.view.handle_of(candidate, sign.node)
                items.append({"elementId": handle.id, "role": handle.role, "label": clean(candidate.label, limit=60)})
        return items[: fit(items, budget=SHOWN_BYTES, overhead=0, most=MOST_SHOWN)]

    async def _try_look(self, label: Label, region: object = "page") -> Look | None:
        """None while the page is on its way out."""
        try:
            return await self.look(label, region)
        except (PageClosed, WaitTimeout):
            if self._now() >= self._ends:
                raise
            return None

    async def _chosen(self, label: Label, look: Look, signs: Sequence[Sign]) -> Choice | None:
        choice = choose(label, signs)
        if choice is None or choice.is_one:
            return choice
        return replace(choice, signs=await self._one_per_destination(look.view, choice.signs))

    async def _one_per_destination(self, view: View, signs: Sequence[Sign]) -> tuple[Sign, ...]:
        """Links to the same place are one."""
        kept: dict[object, Sign] = {}
        for sign in signs:
            answer = await view.eyes.ask(sign.node.document, "destinations", {"keys": [sign.node.key]})
            place = cast(list[str], answer["places"])[0] if answer else ""
            kept.setdefault((sign.node.document, place) if place else sign.node, sign)
        return tuple(kept.values())

    async def _placed(self, look: Look, level: Level) -> list[Sign]:
        """The signs, each with how near it is to what the step opened."""
        if look.document != level.document:
            return [replace(sign, near=Near.APPEARED) for sign in look.signs]
        opening = await self.opening(look.view, level.head, [sign.node for sign in look.signs])
        return [replace(sign, near=_near(sign.node, opening, level)) for sign in look.signs]

    def _is_loading(self, look: Look, level: Level, waited: float) -> bool:
        """Whether the page that has come is not ready to be used."""
        if look.document == level.document or waited >= LOAD_SECONDS:
            return False
        tab = self._browser.tabs.get(look.view.tab)
        return tab is not None and tab.loading

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


def _near(node: NodeRef, opening: Opening, level: Level) -> Near:
    if node in opening.inside:
        return Near.INSIDE
    return Near.ELSEWHERE if node in level.before else Near.APPEARED


def _is_settled(look: Look, level: Level, waited: float, *, is_same: bool) -> bool:
    """Whether the level has come, as far as one can tell, or has had its time to come."""
    if waited >= SETTLED_SECONDS:
        return True
    has_opened = look.document != level.document or not level.before.issuperset(look.order)
    return has_opened and is_same and waited >= SETTLED_SECONDS / 3


async def _within(event: asyncio.Event, seconds: float) -> None:
    waiting = asyncio.ensure_future(event.wait())
    try:
        await asyncio.wait({waiting}, timeout=max(0.0, seconds))
    finally:
        waiting.cancel()

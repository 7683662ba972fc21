"""From a ref, a test id or a selector to the one element it means, or a clear word why there is none."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar, cast

from handhold.errors import InvalidInput, TargetAmbiguous, TargetError, TargetNotFound
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.page_text import clean
from handhold.services.perception.resolve import Resolver, ambiguous
from handhold.services.perception.view import Count, View, candidate_of, view_of
from handhold.services.targets.diagnosis import Clock, diagnosis, missing
from handhold.services.targets.refs import Ref, plain
from handhold.services.targets.target import Named, Target
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.seeking import Seeking, Sight, Sought
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab

T = TypeVar("T")
NAME: Final = 100
MOST_LISTED: Final = 40
"""Refs that an error names one by one."""
MOST_CHOICES: Final = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The element that is meant, and the tab it is in."""

    tab: Tab
    view: View
    sight: Sight
    sought: Sought
    ref: Ref | None = None


@dataclass(slots=True, kw_only=True)
class Deadline:
    """One limit for waiting and acting together; 0 looks once."""

    timeout_ms: int
    started: float

    @classmethod
    def of(cls, timeout_ms: int) -> Deadline:
        return cls(timeout_ms=timeout_ms, started=asyncio.get_running_loop().time())

    @property
    def ends(self) -> float:
        return self.started + self.timeout_ms / 1000

    @property
    def left(self) -> float:
        return max(0.0, self.ends - asyncio.get_running_loop().time())

    @property
    def clock(self) -> Clock:
        elapsed = round((asyncio.get_running_loop().time() - self.started) * 1000)
        return Clock(timeout_ms=self.timeout_ms, elapsed_ms=elapsed)


class Finder:
    def __init__(self, browser: BrowserSession, memory: PerceptionMemory, settings: Settings, *, count: Count) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._count = count

    async def find(self, target: Target, deadline: Deadline, *, any_will_do: bool = False) -> Found:
        """The one visible element. Raises `TargetNotFound`, or `TargetAmbiguous` unless any of several will do."""
        from handhold.adapters.browser.seeking import Seeking

        tab = await self._browser.shown_tab()
        view = await view_of(self._browser, self._memory, count=self._count)
        seeking = Seeking(tab, ends=deadline.ends)
        if target.named.a11y_ref is not None:
            ref = self._ref(target.named.a11y_ref)
            sought = await self._by_ref(ref, view, seeking, target.within)
        else:
            ref = None
            wanted, (within, document) = _asked(target.named), await self._within(target.within, view)
            sought = await seeking.element(wanted, within, document=document)
        if sought.is_selector_bad:
            raise InvalidInput("Invalid input: selector: it is not valid CSS")
        if not sought.shown or sought.first is None:
            fact, hint = missing(target.named, target.within, sought, deadline.clock)
            details = diagnosis(target.named, sought, deadline.clock, phase="wait")
            raise TargetNotFound(fact, hint=hint, details=details)
        if sought.shown > 1 and not any_will_do:
            raise await self._ambiguous(target.named, sought, view)
        return Found(tab=tab, view=view, sight=sought.first, sought=sought, ref=ref)

    async def unless_dialog(self, work: Awaitable[T]) -> T:
        """What the work gives. Raises `DialogOpen` when a dialog holds the page meanwhile."""
        return await self._browser.dialogs.let(work)

    async def handle_of(self, found: Found) -> str | None:
        """The element's handle, made if it has none; None when it is gone meanwhile."""
        node = found.sight.node
        (record,) = await found.view.eyes.describe([node])
        if record is None:
            return None
        handle = found.view.handle_of(candidate_of(record), node).id
        if found.ref is not None:
            found.ref.handle = handle
        return handle

    def _ref(self, ref_id: str) -> Ref:
        ref = self._memory.refs.find(ref_id)
        if ref is None:
            listed = _listed(list(self._memory.refs.given))
            raise TargetNotFound(
                f"Unknown a11yRef: {plain(ref_id)}. Available refs: {listed}",
                hint="Call mm_describe_screen or mm_accessibility_snapshot and use a ref of its answer.",
            )
        return ref

    async def _by_ref(self, ref: Ref, view: View, seeking: Seeking, within: Named | None) -> Sought:
        """The very node, or the element its handle finds again. Never another one."""
        await self._renew(ref, view)
        scope, document = await self._within(within, view)
        if document not in {None, ref.node.document}:
            scope = {"key": 0}
        sought = await seeking.element({"key": ref.node.key}, scope, document=ref.node.document)
        if not sought.count and sought.has_parent:
            raise await self._gone(ref, view, "its element is not on the page any more")
        if ref.is_in_row and sought.first is not None and clean(sought.first.name, limit=NAME) != ref.name:
            raise await self._gone(ref, view, "its place in the list shows something else now")
        return sought

    async def _renew(self, ref: Ref, view: View) -> None:
        """Where the element is now, if its node is not there any more."""
        if ref.tab != view.tab:
            raise await self._gone(ref, view, "it belongs to another tab")
        sought = await view.eyes.ask(ref.node.document, "seek", {"wanted": {"key": ref.node.key}})
        if sought is not None and sought["count"]:
            return
        if ref.handle is None:
            raise await self._gone(ref, view, "its element is not on the page any more")
        resolver = Resolver(view, after_navigation=False)
        try:
            ref.node = (await resolver.resolve(ref.handle)).handle.node
        except TargetError:
            raise await self._gone(ref, view, "its element is not on the page any more") from None

    async def _gone(self, ref: Ref, view: View, why: str) -> TargetNotFound:
        """The refusal, with the refs that are still good."""
        book = self._memory.refs
        good: list[str] = []
        if book.tab == view.tab:
            documents = dict.fromkeys(each.node.document for each in book.given.values())
            for document in documents:
                mine = {each.node.key: each.id for each in book.given.values() if each.node.document == document}
                answer = await view.eyes.ask(document, "present", {"keys": list(mine)})
                good += [mine[key] for key in cast(list[int], answer["keys"] if answer else [])]
        return TargetNotFound(
            f"a11yRef {ref.id}: {why}. Available refs: {_listed(good)}",
            hint="Call mm_describe_screen or mm_accessibility_snapshot and use a ref of its answer.",
        )

    async def _within(self, within: Named | None, view: View) -> tuple[dict[str, object] | None, str | None]:
        """What the page is asked for, and the document of a ref."""
        if within is None:
            return None, None
        if within.a11y_ref is None:
            return _asked(within), None
        ref = self._ref(within.a11y_ref)
        await self._renew(ref, view)
        return {"key": ref.node.key}, ref.node.document

    async def _ambiguous(self, named: Named, sought: Sought, view: View) -> TargetAmbiguous:
        assert sought.first is not None, "several were found"
        nodes = [each.node for each in [sought.first, *sought.others]][:MOST_CHOICES]
        records = await view.eyes.describe(nodes)
        rivals = [
            (node, candidate_of(record), 1.0) for node, record in zip(nodes, records, strict=True) if record is not None
        ]
        error = ambiguous(view, f"{sought.shown} visible elements have this {named.kind}", rivals)
        error.hint = "Narrow it with `within`, or use a ref of mm_describe_screen."
        error.details["matchCount"] = sought.count
        return error


def _asked(named: Named) -> dict[str, object]:
    return {"testId": named.test_id} if named.test_id is not None else {"selector": named.selector}


def _listed(refs: Sequence[str]) -> str:
    shown = ", ".join(refs[:MOST_LISTED])
    return f"{shown} and {len(refs) - MOST_LISTED} more" if len(refs) > MOST_LISTED else shown or "none"

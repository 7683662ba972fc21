"""From the evidence of a saved test to the one live element, and to the facts that assertions read off it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, cast

from pydantic import JsonValue

from handhold.adapters.browser.seen import NodeRef
from handhold.errors import InvalidInput, TargetAmbiguous, TargetError, TargetNotFound, TargetStale
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.view import Count, View, candidate_of, view_of
from handhold.services.testing.definition.targets import Evidence, Target
from handhold.services.testing.running.finding_drift import passed_over
from handhold.services.testing.running.finding_looks import (
    Hit,
    Looks,
    Scope,
    Several,
    Sighting,
    State,
    kind_of,
    name_of,
)
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.seeking_order import OrderedSeeking
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab
    from handhold.services.sight.sight import Sight

T = TypeVar("T")
QUIET_SECONDS: Final = 0.3
"""Without a change for this long, and with nothing loading, a page is at rest."""
PATIENCE_SECONDS: Final = 1.0
"""What lesser evidence finds is not taken sooner than this: a page at rest may still be about to draw the real one."""
DOUBT_SECONDS: Final = PATIENCE_SECONDS + 2 * QUIET_SECONDS
"""What that may take longer than a caller wants to wait who asks again and again."""
REQUEST_SECONDS: Final = 5.0
"""Requests that take longer than this are not waited for: some pages always keep one open."""
SLICE_SECONDS: Final = 1.0
"""What one question waits in the page; closed shadow roots that are new are looked for in between."""
AGAIN_SECONDS: Final = 0.05
MOST_HEALED: Final = 8
ONCE_SECONDS: Final = 1.5
"""For a look without waiting: what a page that is just being replaced may take to answer."""
RECORD: Final = "Look at the page as it is now, and record the step again if it has changed for good."


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The one element. `words` is page text; `drift` is empty when the first evidence fitted exactly."""

    tab: Tab
    view: View
    node: NodeRef
    words: str
    found_by: str
    drift: tuple[str, ...] = ()
    seen: str | None = None
    """The visual handle of what exists only as pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """One target looked for in one tab."""

    target: Target
    state: State
    tab: Tab
    view: View
    seeking: OrderedSeeking
    sight: Sight | None
    root: Path
    started: float

    @property
    def left(self) -> float:
        return self.seeking.left

    @property
    def waits_in_page(self) -> bool:
        """Whether the page itself can say when something is there."""
        named = all(name_of(each) is not None for each in (*self.target.by, *self.target.within))
        return named and not self.tab.page.main_frame.child_frames

    async def look(self, *, seconds: float = 0.0) -> Sighting:
        scope = await self._scope()
        if isinstance(scope, Sighting):
            return scope
        return await self._looks(self.target.by, scope).look(seconds=seconds)

    async def _scope(self) -> Scope | Sighting:
        """What the element must be in; what came of looking for that when it is not one element."""
        names = [name_of(each) for each in (*self.target.within, *self.target.by)]
        if None not in names:
            return Scope(names=tuple(name for name in names[: len(self.target.within)] if name is not None))
        if not self.target.within:
            return Scope()
        around = await self._looks(self.target.within, Scope()).look()
        if isinstance(around.outcome, Hit):
            return Scope(node=around.outcome.node, at=around.outcome.at)
        why = "several elements are what it should be within" if around.outcome else "its scope is not there"
        around.tried = [{**told, "evidence": f"within {told['evidence']}"} for told in around.tried]
        if isinstance(around.outcome, Several):
            around.outcome = Several(at=0, count=around.outcome.count, rivals=around.outcome.rivals, why=why)
        return around

    def _looks(self, evidence: tuple[Evidence, ...], scope: Scope) -> Looks:
        return Looks(
            self.view, self.seeking, evidence=evidence, state=self.state, scope=scope, sight=self.sight, root=self.root
        )

    def drift(self, hit: Hit, sighting: Sighting) -> tuple[str, ...]:
        notes = hit.notes
        kinds = self.target.kinds
        if hit.at > 0:
            notes = (passed_over(kinds[: hit.at], kinds[hit.at]), *notes)
        if sighting.scope_at > 0:
            within = [kind_of(each) for each in self.target.within]
            notes += (f"within: {passed_over(within[: sighting.scope_at], within[sighting.scope_at])}",)
        return notes

    def is_sure(self, hit: Hit, sighting: Sighting) -> bool:
        """Whether it can be taken whatever the page is still doing."""
        return hit.at == 0 and sighting.scope_at == 0 and not hit.is_doubtful


class TargetFinder:
    def __init__(
        self,
        browser: BrowserSession,
        memory: PerceptionMemory,
        settings: Settings,
        *,
        sight: Sight | None,
        count: Count,
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._sight = sight
        self._count = count
        self._healed: list[tuple[Target, NodeRef, int]] = []

    async def find(self, target: Target, *, ends: float, state: State = "visible") -> Found:
        """The one element, as soon as it is there, until `ends` by the loop's clock; a time in the past looks once.

        What only lesser evidence finds is taken when the page has come to rest, up to `DOUBT_SECONDS` after the start.
        Raises `TargetNotFound` or `TargetAmbiguous`, with what each piece of evidence found in `details.tried`.
        """
        self._count("handhold.tests.find")
        return await self._browser.dialogs.let(self._found(target, ends=ends, state=state))

    async def count(self, target: Target) -> int:
        """How many visible elements the first evidence that finds any finds, now."""
        search = await self._search(target, ends=_now() + ONCE_SECONDS, state="visible")
        sighting = await self._browser.dialogs.let(self._once(search))
        match sighting.outcome:
            case Several(why="", count=count):
                return count
            case Several() as several:
                raise _ambiguous(search, several, sighting)
            case Hit():
                return 1
            case None:
                return 0

    async def is_there(self, target: Target, *, state: State = "visible") -> bool:
        """Whether any of the evidence finds something now; several count as there."""
        search = await self._search(target, ends=_now() + ONCE_SECONDS, state=state)
        return (await self._browser.dialogs.let(self._once(search))).outcome is not None

    async def handle_of(self, found: Found) -> str:
        """Its handle in the session's own store; the visual one where only pixels show it. Raises `TargetStale`."""
        if found.seen is not None:
            return found.seen
        (record,) = await found.view.eyes.describe([found.node])
        if record is None:
            raise _stale()
        return found.view.handle_of(candidate_of(record), found.node).id

    async def fact(self, found: Found, getter: str, name: str | None = None) -> JsonValue:
        """What an assertion's getter asks of it; `{"secret": true}` for what is in fields for secrets.

        Raises `TargetStale` when it went away meanwhile.
        """
        if found.seen is not None:
            return await self._seen_fact(found.seen, getter)
        request: dict[str, object] = {"key": found.node.key, "getter": getter, "name": name or ""}
        answer = await found.view.eyes.ask(found.node.document, "elementFacts", request)
        if answer is None or "gone" in answer:
            raise _stale()
        if "unknown" in answer:
            raise InvalidInput(f"getter {getter!r} is no fact of one element")
        return cast(JsonValue, answer["fact"])

    async def _seen_fact(self, visual: str, getter: str) -> JsonValue:
        assert self._sight is not None, "something was seen"
        handle = self._sight.handle(visual)
        if getter == "text":
            return handle.text
        if getter not in {"visible", "hidden", "inViewport"}:
            raise InvalidInput(f"getter {getter!r} cannot be read off what only pixels show")
        try:
            await self._sight.find(handle)
        except TargetError:
            return getter == "hidden"
        return getter != "hidden"

    async def _found(self, target: Target, *, ends: float, state: State) -> Found:
        search = await self._search(target, ends=ends, state=state)
        seconds, rested = 0.0, self._taken(target)
        while True:
            sighting = await search.look(seconds=seconds)
            hit = sighting.outcome if isinstance(sighting.outcome, Hit) else None
            if hit is not None and (search.is_sure(hit, sighting) or rested == (hit.node, hit.at)):
                return await self._told(search, hit, sighting)
            # Whether lesser evidence may decide takes a while to find out, also for whoever does not want to wait.
            if _now() >= (ends if hit is None else max(ends, search.started + DOUBT_SECONDS)):
                raise _missing(search, sighting)
            seconds, rested = 0.0, None
            if hit is not None and await search.seeking.unless_lost(self._is_at_rest(search, hit)):
                rested = (hit.node, hit.at)  # looked at once more: it must be the same one still
            else:
                seconds = await self._paused(search, sighting)

    async def _paused(self, search: _Search, sighting: Sighting) -> float:
        """Let the page go on; how long the next look may wait in the page."""
        if sighting.outcome is None and not sighting.is_unanswered:
            await search.seeking.open_roots()
            if search.waits_in_page:
                return min(search.left, SLICE_SECONDS)
        await asyncio.sleep(AGAIN_SECONDS)
        return 0.0

    def _taken(self, target: Target) -> tuple[NodeRef, int] | None:
        """What lesser evidence has found for the same target before, and what was taken then."""
        return next(((node, at) for known, node, at in self._healed if known == target), None)

    async def _is_at_rest(self, search: _Search, hit: Hit) -> bool:
        """Whether the page is done, so that what lesser evidence found will not be followed by the real one."""
        now, activity = _now(), self._browser.activity
        if search.tab.loading:
            return False
        if now - search.started < REQUEST_SECONDS and activity.is_busy(0):
            await activity.over(0, until=now + QUIET_SECONDS)
            return False
        await search.seeking.open_roots()
        eyes = search.view.eyes
        documents = {hit.node.document}
        if eyes.frame_url(hit.node.document) is not None:
            documents.add(await eyes.main_document())
        patience = {"quietMs": QUIET_SECONDS * 1000, "timeoutMs": QUIET_SECONDS * 1000}
        answers = await asyncio.gather(*(eyes.ask(document, "watchRest", patience) for document in documents))
        is_quiet = all(answer is not None and answer["isQuiet"] is True for answer in answers)
        is_patient = _now() - search.started >= PATIENCE_SECONDS
        return is_quiet and is_patient and not search.tab.loading

    async def _once(self, search: _Search) -> Sighting:
        """What is there now; a page that is just being replaced is asked again."""
        sighting = await search.look()
        while sighting.is_unanswered and search.left > 0:
            sighting = await search.look()
        if sighting.outcome is None:
            await search.seeking.open_roots()
            sighting = await search.look()
        return sighting

    async def _search(self, target: Target, *, ends: float, state: State) -> _Search:
        from handhold.adapters.browser.seeking_order import OrderedSeeking

        tab = await self._browser.shown_tab()
        view = await view_of(self._browser, self._memory, count=self._count)
        return _Search(
            target=target,
            state=state,
            tab=tab,
            view=view,
            seeking=OrderedSeeking(tab, ends=ends, frame=target.frame),
            sight=self._sight,
            root=self._settings.root,
            started=_now(),
        )

    async def _told(self, search: _Search, hit: Hit, sighting: Sighting) -> Found:
        drift = search.drift(hit, sighting)
        if drift:
            self._count("handhold.tests.drift")
            self._healed = [(search.target, hit.node, hit.at), *self._healed[: MOST_HEALED - 1]]
        # The page may have gone elsewhere while it was looked for.
        view = await view_of(self._browser, self._memory, count=self._count)
        return Found(
            tab=search.tab,
            view=view,
            node=hit.node,
            words=hit.words,
            found_by=search.target.kinds[hit.at],
            drift=drift,
            seen=hit.seen,
        )


def _missing(search: _Search, sighting: Sighting) -> TargetError:
    if isinstance(sighting.outcome, Several):
        return _ambiguous(search, sighting.outcome, sighting)
    kinds = ", ".join(search.target.kinds)
    fact = f"no {search.state} element fits the evidence of the target ({kinds})"
    details: dict[str, object] = {"tried": sighting.tried}
    if isinstance(sighting.outcome, Hit):
        found_by = search.target.kinds[sighting.outcome.at]
        fact = (
            f"{found_by} found an element, but it was not taken: it is not surely the same, and the page did not rest"
        )
        details["pageText"] = [sighting.outcome.words]
    elif any(told.get("why") for told in sighting.tried):
        fact += f"; {_reasons(sighting)}"
    return TargetNotFound(fact, hint=RECORD, details=details)


def _reasons(sighting: Sighting) -> str:
    return "; ".join(f"{told['evidence']}: {told['why']}" for told in sighting.tried if told.get("why"))


def _ambiguous(search: _Search, several: Several, sighting: Sighting) -> TargetAmbiguous:
    kind = search.target.kinds[several.at]
    # Of what fits a fingerprint some may be hidden.
    shown = "" if kind == "fingerprint" else f"{search.state} "
    fact = several.why or f"{several.count} {shown}elements fit its {kind}"
    return TargetAmbiguous(
        fact,
        hint="Give the target evidence that only one element has, or say in `within` what it is in.",
        details={"tried": sighting.tried, "matchCount": several.count, "pageText": list(several.rivals)},
    )


def _stale() -> TargetStale:
    return TargetStale("the element went away after it was found", hint="Find it again.")


def _now() -> float:
    return asyncio.get_running_loop().time()

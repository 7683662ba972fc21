"""Run an action and tell what it changed: note the page before, settle after, and lose nothing in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from handhold.adapters.browser.bounded import retrieve
from handhold.adapters.browser.events import Happenings
from handhold.adapters.browser.seen import DocumentChanges, NodeRef
from handhold.errors import HandholdError
from handhold.services.interaction.stretches import stretch_of
from handhold.services.navigation.urls import without_password
from handhold.services.perception.ahead import meet_page
from handhold.services.perception.changes import URL, Changes, ChangeSet, UrlChange, changes_of, told
from handhold.services.perception.memory import PerceptionMemory
from handhold.services.perception.observation import WANTED, Sighting
from handhold.services.perception.page_text import clean
from handhold.services.perception.view import Count, View, candidate_of
from handhold.services.sessions import running

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.tab import Tab
    from handhold.adapters.browser.watching import Watching

T = TypeVar("T")
ROOM: Final = 1100
SETTLE_SECONDS: Final = 2.0
"""Row 72: the most that is waited for what an action has set off."""
BEGIN_SECONDS: Final = 2.0
SINCE_SECONDS: Final = 2.0
GRACE_SECONDS: Final = 0.3
"""Work that knows of dialogs itself ends at once when one opens."""
CANCEL_SECONDS: Final = 2.0
LEAST_SETTLE_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Around(Generic[T]):
    result: T | None
    """None: a dialog that waits for its answer holds the page."""
    changes: Changes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Before:
    """How things stood when the action began."""

    tab: Tab | None
    documents: Sequence[DocumentChanges]
    """Empty when the page could not be asked."""
    happened: Happenings
    mark: int
    was_loading: bool
    was_held: bool


class Changing:
    """What changed, for the session of one call."""

    def __init__(
        self, browser: BrowserSession | None, memory: PerceptionMemory | None, *, observe: bool, count: Count
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._observe = observe
        self._count = count

    async def around(
        self,
        work: Callable[[], Awaitable[T]],
        *,
        room: int = ROOM,
        target: NodeRef | None = None,
        settle: float = SETTLE_SECONDS,
    ) -> Around[T]:
        """Note the page, run `work`, settle (row 72), and tell what changed in at most `room` bytes of JSON.

        What `work` raises passes through at once; what happened until then is told by the next answer. `target`: what
        the action is about; that it gets the focus is no news. `settle`: 0 for work that waits for the page itself.
        """
        if not self._observe:
            return Around(result=await work(), changes="not collected")
        browser = running(self._browser)
        before = await _begun(browser)
        try:
            with browser.log.telling(before.happened):
                result = await _ran(browser, work, before)
                changes = await self._after(browser, before, room=room, target=target, settle=settle)
        finally:
            browser.activity.end()
        return Around(result=result, changes=changes)

    async def since(self, *, room: int) -> ChangeSet | None:
        """What happened after the last answer, for tools that only read and look for nothing in particular."""
        async with self.late(room=room, looks=True) as late:
            return late

    @asynccontextmanager
    async def late(self, *, room: int, looks: bool = False) -> AsyncGenerator[ChangeSet | None]:
        """What happened after the last answer. It counts as told when the block ends well.

        `looks`: also see what a record keeps of the page; a tool that scans sees that by itself.
        """
        browser = self._browser
        if not self._observe or browser is None or browser.dialogs.is_waiting:
            yield None
            return
        tab = _shown(browser)
        documents = await _asked(
            browser, tab, lambda watching: watching.since(timeout=SINCE_SECONDS, observe=WANTED if looks else None)
        )
        self._notice(documents)
        url = await _late_url(browser, tab, documents)
        view = await self._view(tab)
        happened = browser.log.take()
        shown = told(stretch_of(view, documents, url=url, happened=happened), room=room - len('{"since":}'))
        with browser.log.telling(happened):
            yield ChangeSet(since=shown) if shown else None
        _tell(tab, documents)

    async def along(
        self, work: Callable[[Awaitable[ChangeSet | None]], Awaitable[T]], *, room: int
    ) -> tuple[T, ChangeSet | None]:
        """Run work that looks at the page while the page is asked what happened after the last answer.

        The work is given that and waits for it before it names an element, so that names go to what happened first. It
        counts as told when the work ends well.
        """
        async with AsyncExitStack() as stack:
            late = asyncio.ensure_future(stack.enter_async_context(self.late(room=room)))
            late.add_done_callback(retrieve)
            try:
                return await work(late), await late
            finally:
                late.cancel()  # where the work failed before it asked
                await asyncio.wait({late})

    async def _after(
        self, browser: BrowserSession, before: _Before, *, room: int, target: NodeRef | None, settle: float
    ) -> Changes:
        tab = _shown(browser)
        documents = await _settled(browser, before, tab, target=target, seconds=settle)
        self._notice(documents)
        late_url = await _late_url(browser, before.tab, before.documents)
        url = await _url(browser, before, tab, documents)
        late_view, view = await self._view(before.tab), await self._view(tab)
        _hold_on(view, documents)
        # From here on nothing waits, so that what is taken is told.
        now = stretch_of(view, documents, url=url, happened=browser.log.take())
        late = stretch_of(late_view, before.documents, url=late_url, happened=before.happened)
        _tell(before.tab, before.documents)
        _tell(tab, documents)
        return changes_of(now, late, room=room)

    def _notice(self, documents: Sequence[DocumentChanges]) -> None:
        main = _main(documents)
        if self._memory is not None and main is not None and main.seen is not None:
            self._memory.sighting = Sighting.from_answer(main.seen, document=main.document)

    async def _view(self, tab: Tab | None) -> View | None:
        if tab is None or self._memory is None or tab.crashed:
            return None
        return View(tab=tab.number, url=tab.page.url, eyes=await tab.eyes(), memory=self._memory, count=self._count)


def _hold_on(view: View | None, documents: Sequence[DocumentChanges]) -> None:
    """What was acted on keeps its handle through what the action did to the page around it."""
    for one in documents:
        if view is not None and one.acted is not None:
            candidate = candidate_of(one.acted)
            node = NodeRef(one.document, candidate.key)
            view.memory.handles.hold_on(candidate, node, route=view.route_of(one.document))


async def _begun(browser: BrowserSession) -> _Before:
    was_held = browser.dialogs.is_waiting
    tab = _shown(browser)
    documents = [] if was_held else await _asked(browser, tab, lambda watching: watching.begin(timeout=BEGIN_SECONDS))
    return _Before(
        tab=tab,
        documents=documents,
        happened=browser.log.take(),
        mark=browser.activity.begin(),
        was_loading=tab is not None and tab.loading,
        was_held=was_held,
    )


async def _ran(browser: BrowserSession, work: Callable[[], Awaitable[T]], before: _Before) -> T | None:
    """The result of the work; None when a dialog opened that waits for its answer, and the work with it."""
    from handhold.adapters.browser.dialogs import DialogInterrupted

    working = asyncio.ensure_future(work())
    try:
        return await (working if before.was_held else browser.dialogs.outrun(working))
    except DialogInterrupted:
        await asyncio.wait({working}, timeout=GRACE_SECONDS)
        return working.result() if working.done() else None
    except asyncio.CancelledError:
        working.cancel()
        await asyncio.wait({working}, timeout=CANCEL_SECONDS)
        raise


async def _settled(
    browser: BrowserSession, before: _Before, tab: Tab | None, *, target: NodeRef | None, seconds: float
) -> Sequence[DocumentChanges]:
    """What the page tells once it has come to rest; nothing when it cannot be asked."""
    from handhold.adapters.browser.dialogs import DialogInterrupted

    if tab is None or browser.dialogs.is_waiting:
        return []
    asking = asyncio.ensure_future(_reported(browser, before, tab, target=target, seconds=seconds))
    try:
        return await browser.dialogs.outrun(asking)
    except DialogInterrupted:
        return []
    finally:
        asking.cancel()


async def _reported(
    browser: BrowserSession, before: _Before, tab: Tab, *, target: NodeRef | None, seconds: float
) -> Sequence[DocumentChanges]:
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds

    async def report(settle: float) -> Sequence[DocumentChanges]:
        return await _asked(
            browser,
            tab,
            lambda watching: watching.report(settle=settle, whole=before.was_held, target=target, observe=WANTED),
        )

    if seconds == 0:
        documents, *_ = await asyncio.gather(report(0.0), tab.hear_news(), meet_page(browser, tab))
        return documents
    await tab.hear_news()
    while True:
        if tab.loading and not before.was_loading:
            await _waited(tab.stopped, until=ends)
        documents = await report(max(LEAST_SETTLE_SECONDS, ends - loop.time()))
        if loop.time() >= ends or not _is_busy(browser, before, tab):
            return documents
        await browser.activity.over(before.mark, until=ends)


def _is_busy(browser: BrowserSession, before: _Before, tab: Tab) -> bool:
    is_loading = tab.loading and not before.was_loading
    return is_loading or browser.activity.is_busy(before.mark)


async def _waited(event: asyncio.Event, *, until: float) -> None:
    waiting = asyncio.ensure_future(event.wait())
    await asyncio.wait({waiting}, timeout=max(0.0, until - asyncio.get_running_loop().time()))
    waiting.cancel()


async def _asked(
    browser: BrowserSession, tab: Tab | None, ask: Callable[[Watching], Awaitable[list[DocumentChanges]]]
) -> list[DocumentChanges]:
    """What the documents answer; nothing when the page is gone or does not answer, which the action itself tells."""
    if tab is None or tab.crashed or browser.activity.destination_of(tab.page) is not None:
        return []
    try:
        return await ask(await tab.watching())
    except HandholdError:
        return []


async def _url(
    browser: BrowserSession, before: _Before, tab: Tab | None, documents: Sequence[DocumentChanges]
) -> UrlChange | None:
    """Where the tab of the action went meanwhile."""
    main, was = _main(documents), _main(before.documents)
    if tab is None or tab is not before.tab or was is None:
        return None
    if main is None:
        destination = browser.activity.destination_of(tab.page)
        return {"from": _address(was.url), "to": _address(destination), "loading": True} if destination else None
    return await _moved(browser, tab, was=(was.document, was.url), now=main)


async def _late_url(browser: BrowserSession, tab: Tab | None, documents: Sequence[DocumentChanges]) -> UrlChange | None:
    """Where the tab went between two calls."""
    main = _main(documents)
    if tab is None or main is None:
        return None
    watching = await tab.watching()
    return await _moved(browser, tab, was=(watching.document, watching.url), now=main) if watching.document else None


async def _moved(browser: BrowserSession, tab: Tab, *, was: tuple[str, str], now: DocumentChanges) -> UrlChange | None:
    document, url = was
    if document == now.document and url == now.url:
        return None
    change: UrlChange = {"from": _address(url), "to": _address(now.url)}
    status = await browser.activity.status_of(tab.page) if document != now.document else None
    if status is not None:
        change["status"] = status
    return change


def _address(url: str) -> str:
    return clean(without_password(url), limit=URL)


def _main(documents: Sequence[DocumentChanges]) -> DocumentChanges | None:
    return next((one for one in documents if one.is_main), None)


def _shown(browser: BrowserSession) -> Tab | None:
    tab = browser.tabs.get(browser.current) if browser.current is not None else None
    return None if tab is None or tab.crashed or tab.page.is_closed() else tab


def _tell(tab: Tab | None, documents: Sequence[DocumentChanges]) -> None:
    if tab is not None and documents:
        tab.tell(documents)

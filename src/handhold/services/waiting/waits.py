"""Wait for a text, an element's state, a URL or a quiet page, and say what was there instead when it does not come."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, cast

from handhold.errors import PageHung, TargetStale, WaitTimeout
from handhold.services.navigation.urls import without_password
from handhold.services.perception.page_text import clean
from handhold.services.perception.resolve import Resolver
from handhold.services.perception.view import view_of
from handhold.services.sessions import no_page
from handhold.settings import Settings

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession
    from handhold.adapters.browser.waiting import Waiting
    from handhold.services.perception import PerceptionMemory

ElementState = Literal[
    "visible",
    "hidden",
    "enabled",
    "disabled",
    "checked",
    "unchecked",
    "expanded",
    "collapsed",
    "selected",
    "focused",
    "gone",
]
NOT_THERE: Final = "not on the page"
RETRY_SECONDS: Final = 0.2
"""Before an element that is not on the page is looked for again."""
LINE: Final = 120
URL: Final = 300
TITLE: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What is waited for; exactly one of them."""

    text: str | None = None
    gone: str | None = None
    handle: str | None = None
    state: ElementState | None = None
    url: str | None = None

    @property
    def kind(self) -> Literal["text", "gone", "state", "url", "idle"]:
        named = (("text", self.text), ("gone", self.gone), ("state", self.handle), ("url", self.url))
        return cast(Literal["text"], next((name for name, value in named if value is not None), "idle"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited:
    """What was seen, and after how long. `saw` is page text: a line, a URL, or the states of an element."""

    met: Literal["text", "gone", "state", "url", "idle"]
    saw: str
    waited_ms: int


class Waits:
    def __init__(
        self,
        browser: BrowserSession | None,
        memory: PerceptionMemory | None,
        settings: Settings,
        *,
        count: Callable[[str], None],
    ) -> None:
        self._browser = browser
        self._memory = memory
        self._settings = settings
        self._count = count

    async def until(self, condition: Condition, *, timeout_ms: int) -> Waited:
        """Raises `WaitTimeout` with what was there instead, `DialogOpen` when a dialog holds the page."""
        from handhold.adapters.browser.waiting import Waiting

        if self._browser is None or self._memory is None:
            raise no_page("wait for")
        self._count(f"handhold.wait.{condition.kind}")
        tab = await self._browser.shown_tab()
        started = asyncio.get_running_loop().time()
        wait = _Wait(
            browser=self._browser,
            memory=self._memory,
            settings=self._settings,
            count=self._count,
            condition=condition,
            timeout_ms=timeout_ms,
            started=started,
            waiting=Waiting(tab, ends=started + timeout_ms / 1000),
        )
        return await self._unless_dialog(self._browser, asyncio.ensure_future(wait.run()))

    @staticmethod
    async def _unless_dialog(browser: BrowserSession, waiting: asyncio.Future[Waited]) -> Waited:
        from handhold.adapters.browser.dialogs import DialogInterrupted

        try:
            while True:
                try:
                    return await browser.dialogs.outrun(waiting)
                except DialogInterrupted:
                    browser.dialogs.refuse_while_waiting()
        finally:
            waiting.cancel()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wait:
    """One wait on its way."""

    browser: BrowserSession
    memory: PerceptionMemory
    settings: Settings
    count: Callable[[str], None]
    condition: Condition
    timeout_ms: int
    started: float
    waiting: Waiting

    async def run(self) -> Waited:
        condition = self.condition
        if condition.text is not None:
            return await self._text(condition.text)
        if condition.gone is not None:
            return await self._gone(condition.gone)
        if condition.handle is not None:
            return await self._state(condition.handle, condition.state or "visible")
        if condition.url is not None:
            return await self._url(condition.url)
        return await self._quiet()

    async def _text(self, words: str) -> Waited:
        line = await self.waiting.text(words)
        if line is not None:
            return self._met(line)
        self.waiting.refuse_hung()
        raise await self._over("the text did not appear", {"closeTexts": await self.waiting.lines_near(words)})

    async def _gone(self, words: str) -> Waited:
        line = await self.waiting.text_gone(words)
        if line is None:
            return self._met("")
        raise await self._over("the text is still there", {"text": clean(line, limit=LINE)})

    async def _url(self, part: str) -> Waited:
        if await self.waiting.url(part):
            return self._met(self._address)
        raise await self._over("the URL does not contain it", {})

    async def _quiet(self) -> Waited:
        if await self.waiting.quiet(self.browser.activity):
            return self._met("")
        raise await self._over("the page did not become quiet", {"loading": self._is_loading})

    async def _state(self, handle_id: str, state: ElementState) -> Waited:
        had = NOT_THERE
        while True:
            facts = await self._facts(handle_id, state)
            had = _words(facts)
            is_met = state in {"gone", "hidden"} if facts is None else facts["met"]
            if is_met:
                return self._met(had)
            if self.waiting.left == 0:
                raise await self._over(f"the element did not become {state}", {"state": had})
            if facts is None:
                await asyncio.sleep(min(RETRY_SECONDS, self.waiting.left))

    async def _facts(self, handle_id: str, state: ElementState) -> Mapping[str, Any] | None:
        """What is known of the element when its state or the question is over; None when it is not on the page."""
        while True:
            self.waiting.refuse_lost()
            view = await view_of(self.browser, self.memory, count=self.count)
            if self.memory.handles.get(handle_id).tab != view.tab:
                # Its own words for that; waiting would not bring the element here.
                await Resolver(view, after_navigation=False).resolve(handle_id)
            resolver = Resolver(view, after_navigation=self.settings.refind_after_navigation)
            try:
                node = (await resolver.resolve(handle_id)).handle.node
            except TargetStale:
                return None
            except (PageHung, WaitTimeout) as failure:
                await self.waiting.survive(failure)
                facts = None
            else:
                facts = await self.waiting.state(node, state)
            if facts is not None and not facts["gone"]:
                return facts
            # Removed or replaced meanwhile: whether it is somewhere else now, only another look can tell.
            if self.waiting.left == 0:
                return None

    def _met(self, saw: str) -> Waited:
        return Waited(met=self.condition.kind, saw=clean(saw, limit=LINE), waited_ms=self._milliseconds)

    async def _over(self, fact: str, instead: Mapping[str, object]) -> WaitTimeout:
        """The error that says what was there instead."""
        self.waiting.refuse_lost()
        self.waiting.refuse_hung()
        title = clean(await self.waiting.title(), limit=TITLE)
        within = f"within {self.timeout_ms} ms" if self.timeout_ms else "at the one look that was asked for"
        return WaitTimeout(
            f"{fact} {within}",
            hint="Look at details: it may have come out otherwise. Wait longer only if the page is still working.",
            details={**instead, "url": self._address, "title": title, "waitedMs": self._milliseconds},
        )

    @property
    def _milliseconds(self) -> int:
        return round((asyncio.get_running_loop().time() - self.started) * 1000)

    @property
    def _address(self) -> str:
        tab = self.browser.tabs.get(self.browser.current) if self.browser.current is not None else None
        return clean(without_password(tab.page.url), limit=URL) if tab is not None else ""

    @property
    def _is_loading(self) -> bool:
        tab = self.browser.tabs.get(self.browser.current) if self.browser.current is not None else None
        return tab is not None and tab.loading


def _words(facts: Mapping[str, Any] | None) -> str:
    """The states of an element, space separated."""
    if facts is None:
        return NOT_THERE
    known = cast(Mapping[str, Any], facts["facts"])
    return " ".join(["visible" if known["isVisible"] else "hidden", *cast(list[str], known["states"])])

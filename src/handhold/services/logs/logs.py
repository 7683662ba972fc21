"""Look back at what happened in a session: newest first, in pages whose order new events do not change."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from handhold.adapters.browser.records import Records, RequestSeen
from handhold.errors import TargetNotFound
from handhold.services.logs.entries import Entry, Teller, item_of
from handhold.services.logs.filters import Filter, Kind, Seen, parse_filter
from handhold.services.perception.paging import size_of
from handhold.services.sessions import running

if TYPE_CHECKING:
    from handhold.adapters.browser.session import BrowserSession

MOST: Final = 20
Show = Literal["headers", "body"]
LETTER_OF: Final[Mapping[Kind, str]] = {"console": "c", "network": "r", "downloads": "d"}
_TOKEN: Final = re.compile(r"([crd])([1-9][0-9]{0,9})(?:@([0-9]{1,9}))?(?: (.{1,200}))?", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a page token goes on: below an entry of a listing, or in the body of a request."""

    letter: str
    number: int
    offset: int | None = None
    filter: str = ""

    def encode(self) -> str:
        body = f"@{self.offset}" if self.offset is not None else ""
        return f"{self.letter}{self.number}{body}{' ' + self.filter if self.filter else ''}"

    @classmethod
    def parse(cls, token: str, kind: Kind) -> Place:
        """Only what `encode` wrote for this kind; anything else is a ValueError."""
        found = _TOKEN.fullmatch(token)
        if found is None or found[1] != LETTER_OF[kind]:
            raise ValueError(f"this is no token of the {kind} log")
        offset = int(found[3]) if found[3] else None
        place = cls(letter=found[1], number=int(found[2]), offset=offset, filter=found[4] or "")
        parse_filter(place.filter, kind)
        return place


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPage:
    """Some entries, and how to get the ones before them."""

    items: list[Entry]
    next_token: str | None = None
    dropped: int = 0
    """Older ones that are no longer kept."""


class Logs:
    """The log of one session. `scrub` masks every secret the process knows of."""

    def __init__(self, browser: BrowserSession | None, *, scrub: Callable[[str], str]) -> None:
        self._browser = browser
        self._scrub = scrub

    async def list(self, kind: Kind, *, words: str, below: Place | None, budget: int) -> LogPage:
        """The entries that fit, newest first; `below` goes on where an earlier page ended."""
        browser = running(self._browser)
        await self._hear_news(browser)
        words = below.filter if below is not None else words
        wanted = parse_filter(words, kind)
        entries = _entries(browser.records, kind)
        found = list(_found(entries, wanted, below))
        if kind == "network":
            await self._measure(found)
        dropped = entries[0].number - 1 if entries else 0
        return self._page(found, words, kind, dropped=dropped, budget=budget)

    async def one(
        self, kind: Kind, item: str, *, show: Sequence[Show], words: str, offset: int, budget: int
    ) -> LogPage:
        """All that is known of one entry. Raises `TargetNotFound` when it is not kept."""
        from handhold.services.logs.details import exchange_of

        browser = running(self._browser)
        seen = next((one for one in _entries(browser.records, kind) if item_of(one) == item), None)
        if seen is None:
            raise TargetNotFound(
                f"the {kind} log has no {item}",
                hint=f"List it with state_log; the {browser.settings.log_entries} newest of a kind are kept.",
            )
        if not isinstance(seen, RequestSeen):
            return LogPage(items=[self._teller.whole(seen)])
        await self._measure([seen])
        entry = self._teller.whole(seen)
        before = _entry_of(browser.records, seen)
        if before is not None:
            entry["redirectedFrom"] = before
        header_words = parse_filter(words, kind).words
        detail, following = await exchange_of(
            seen, self._teller, show=show, words=header_words, offset=offset, budget=budget - size_of([entry])
        )
        token = Place(letter="r", number=seen.number, offset=following).encode() if following is not None else None
        return LogPage(items=[entry | detail], next_token=token)

    @property
    def _teller(self) -> Teller:
        return Teller(scrub=self._scrub, current=running(self._browser).current)

    def _page(self, found: Sequence[Seen], words: str, kind: Kind, *, dropped: int, budget: int) -> LogPage:
        page = LogPage(items=[], dropped=dropped)
        left = budget - size_of(Place(letter="r", number=10**10, filter=words).encode()) - len("[]")
        for place, seen in enumerate(found):
            entry = self._teller.brief(seen)
            left -= size_of(entry) + 1
            if place == MOST or (left < 0 and page.items):
                last = found[place - 1]
                token = Place(letter=LETTER_OF[kind], number=last.number, filter=words).encode()
                return replace(page, next_token=token)
            page.items.append(entry)
        return page

    async def _hear_news(self, browser: BrowserSession) -> None:
        """What a page said before now is in the log."""
        tab = browser.tabs.get(browser.current) if browser.current is not None and browser.is_open else None
        if tab is not None:
            await tab.hear_news()

    async def _measure(self, seen: Sequence[Seen]) -> None:
        from handhold.adapters.browser.exchange import measure

        await measure([one for one in seen[: MOST + 1] if isinstance(one, RequestSeen)])


def _entries(records: Records, kind: Kind) -> Sequence[Seen]:
    of_kind: Mapping[Kind, Sequence[Seen]] = {
        "console": records.messages,
        "network": records.requests,
        "downloads": records.downloads,
    }
    return of_kind[kind]


def _found(entries: Sequence[Seen], wanted: Filter, below: Place | None) -> Iterator[Seen]:
    for seen in reversed(entries):
        if (below is None or seen.number < below.number) and wanted.wants(seen):
            yield seen


def _entry_of(records: Records, seen: RequestSeen) -> str | None:
    """The request that was answered by sending the browser here."""
    before: Any = seen.request.redirected_from
    return next((item_of(one) for one in records.requests if one.request is before), None) if before else None

"""Items of a scan in few bytes: what an item says, how many fit, and the token of the next page."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, Self, TypeVar

from handhold.errors import InvalidInput, PageTokenExpired
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.page_text import one_line
from handhold.services.perception.ranking import Ranked
from handhold.services.perception.standing import BAR

if TYPE_CHECKING:
    from handhold.services.perception.view import View

TOKEN_HINT: Final = "Pass nextToken of the answer before, or leave it out."
LABEL: Final = 60
SUMMARY: Final = 24
GROUP: Final = 60
ROLE: Final = 24
Item = dict[str, object]

# The order in which an answer names them; whatever else the page reported is usual, or said elsewhere.
UNUSUAL: Final = (
    "hidden",
    "disabled",
    "covered",
    "inert",
    "offscreen",
    "checked",
    "mixed",
    "expanded",
    "readonly",
    "required",
    "invalid",
    "focused",
)
# Ever tighter limits for an item that must fit alone: the label gives way last, because the agent chooses by it.
_TIGHTER: Final[tuple[Mapping[str, int], ...]] = (
    {"group": 30},
    {"group": 16, "selectorSummary": 12},
    {"label": 30},
    {"group": 8, "selectorSummary": 6, "label": 16},
    {"group": 1, "selectorSummary": 1, "label": 8, "role": 12},
    {"label": 1, "role": 6},
)
_LABELS: Final = frozenset({"label", "named"})
_TOKEN: Final = re.compile(r"p([1-9][0-9]{0,8})\.(0|[1-9a-z][0-9a-z]{0,6})")
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


def depth_of(starts: set[int], position: int) -> int:
    """Which page of a scan begins here, counted from 1; `starts` are the places where pages may begin."""
    return sum(start <= position for start in starts)


def item_of(ranked: Ranked, *, element_id: str, previous_group: str | None) -> Item:
    """One line of a scan; `previous_group` is the group of the item before, None for the first of an answer."""
    candidate = ranked.candidate
    item: Item = {
        "elementId": element_id,
        "role": shorten(candidate.role or candidate.kind or candidate.tag, limit=ROLE),
        "label": shorten(candidate.told, limit=LABEL),
        "selectorSummary": shorten(candidate.summary, limit=SUMMARY),
        "relevance": round(ranked.relevance, 2),
        "rankingSignals": ranked.ranking_signals,
    }
    # An item outside any group says so after one that had a group, else it would seem to belong to it.
    group = group_of(candidate)
    if group != (previous_group or ""):
        item["group"] = shorten(group, limit=GROUP)
    if state := state_of(candidate.states):
        item["state"] = state
    if candidate.variants > 1:
        item["variantCount"] = candidate.variants
    if candidate.also:
        item["alsoCalled"] = [shorten(name, limit=SUMMARY) for name in candidate.also]
    if candidate.pattern:
        item["groupId"] = candidate.pattern
    return item


def group_of(candidate: Candidate) -> str:
    """What it belongs to: one of several that are called alike is told by its row, others by what stands over them."""
    facts = candidate.fingerprint
    is_shared = facts.alone is not None and _LABELS.isdisjoint(facts.alone)
    title, _bar, _rest = facts.row.partition(BAR)
    says_more = title not in {"", candidate.told}
    return title if is_shared and says_more and candidate.variants == 1 and not candidate.pattern else candidate.group


def state_of(states: Sequence[str]) -> str:
    """The unusual states, space separated, in one fixed order."""
    return " ".join(state for state in UNUSUAL if state in states)


def shorten(text: str, *, limit: int) -> str:
    """Clean text of at most `limit` characters, cut with an ellipsis and never between a letter and its marks."""
    line = one_line(text)
    if len(line) <= limit:
        return line
    end = limit - 1
    while end > 0 and unicodedata.category(line[end]).startswith("M"):
        end -= 1
    return line[:end].rstrip() + "…"


def size_of(value: object) -> int:
    """Bytes of `value` as an answer writes it."""
    # A lone surrogate cannot be encoded; it is written as an escape of six characters.
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace"))


def fit(items: Sequence[Item], *, budget: int, overhead: int, most: int) -> int:
    """How many of the first items fit in `budget` bytes beside `overhead`, the empty list's brackets included."""
    left = budget - overhead
    for count, item in enumerate(items[:most]):
        left -= size_of(item) + (1 if count else 0)
        if left < 0:
            return count
    return min(len(items), max(most, 0))


def page_of(items: Sequence[Item], *, budget: int, overhead: int, most: int) -> list[Item]:
    """The items that fit; the first one always does, shortened as far as it takes."""
    count = fit(items, budget=budget, overhead=overhead, most=most)
    if count or not items or most < 1:
        return list(items[:count])
    return [squeeze(items[0], budget=budget - overhead)]


def squeeze(item: Item, *, budget: int) -> Item:
    """The item with its texts cut until it takes at most `budget` bytes."""
    squeezed = dict(item)
    for limits in ({}, *_TIGHTER):
        for key, limit in limits.items():
            text = squeezed.get(key)
            if isinstance(text, str):
                squeezed[key] = shorten(text, limit=limit)
        if size_of(squeezed) <= budget:
            return squeezed
    raise ValueError(f"{budget} bytes cannot hold one item")


@dataclass(frozen=True, slots=True)
class PageToken:
    """Where a scan goes on: its number in the session, and the position in its frozen order."""

    scan: int
    position: int

    def encode(self) -> str:
        return f"p{self.scan}.{base36(self.position)}"

    @classmethod
    def parse(cls, text: str) -> PageToken:
        """Only what `encode` wrote; anything else is a ValueError."""
        found = _TOKEN.fullmatch(text)
        if found is None:
            raise ValueError("not a page token")
        return cls(scan=int(found[1]), position=int(found[2], 36))


class Kept(Protocol):
    """A frozen order that is given out page by page."""

    number: int
    starts: set[int]
    tab: int
    main_document: str

    def is_like(self, other: Self, /) -> bool: ...


K = TypeVar("K", bound=Kept)


def keep(scans: dict[int, K], scan: K, *, most: int) -> None:
    """Keep a new scan. One that found the same as an earlier one takes its number, so equal calls answer alike."""
    known = next((each for each in scans.values() if scan.is_like(each)), None)
    if known is not None:
        scan.number, scan.starts = known.number, known.starts
        del scans[known.number]
    scans[scan.number] = scan
    while len(scans) > most:
        del scans[next(iter(scans))]


def parsed_token(text: str, *, tool: str) -> PageToken:
    try:
        return PageToken.parse(text)
    except ValueError:
        raise InvalidInput(f"pageToken is not a token of {tool}", hint=TOKEN_HINT) from None


async def asked_for(token: PageToken, scans: Mapping[int, K], view: View, *, unknown: str, gone: str) -> K:
    """The scan that gave it out. Raises `PageTokenExpired`, with one of the hints, when it or its page has gone."""
    scan = scans.get(token.scan)
    if scan is None or scan.tab != view.tab:
        raise PageTokenExpired("the token belongs to no scan of this tab", hint=unknown)
    if await view.eyes.main_document() != scan.main_document:
        raise PageTokenExpired("the page the token belongs to has gone", hint=gone)
    # A page begins only where the one before it said so.
    if token.position not in scan.starts:
        raise InvalidInput("pageToken is not one that this scan gave out", hint=TOKEN_HINT)
    view.count("handhold.scan.pages")
    return scan


def base36(number: int) -> str:
    """Few characters for a number."""
    digits = ""
    while number:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
    return digits or "0"

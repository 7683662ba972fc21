"""What of a log is wanted: words, and `key:value` terms, all of which must hold.

basket timeout            both words in the text, the URL or the name
"localhost:8080"          quoted, a term is words even with a colon
level:error,warning       console: error, warning, info, log, debug
status:404  status:5xx    network: a status, a class of them, `failed` for no answer, `any` for every request
slow:500                  network: took, or has taken, at least so many milliseconds
method:POST  type:fetch   network: how it was asked, and what for
tab:t2                    of one tab
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, get_args

from handhold.adapters.browser.records import Level, MessageSeen, RequestSeen, SavedSeen

Kind = Literal["console", "network", "downloads"]
Seen = MessageSeen | RequestSeen | SavedSeen

SLOW_MS: Final = 1_000
"""What is slow when nobody says."""
KEYS: Final[Mapping[Kind, tuple[str, ...]]] = {
    "console": ("level", "tab"),
    "network": ("status", "slow", "method", "type", "tab"),
    "downloads": ("tab",),
}
_TERM: Final = re.compile(r'"([^"]*)"|(\S+)')
_KEYED: Final = re.compile(r"([A-Za-z]+):(?!//)(.*)")
_VALUES: Final[Mapping[str, re.Pattern[str]]] = {
    "level": re.compile("|".join(get_args(Level))),
    "status": re.compile(r"[1-5][0-9]{2}|[1-5]xx|failed|any"),
    "slow": re.compile(r"[0-9]{1,6}"),
    "method": re.compile(r"[a-z]{1,20}"),
    "type": re.compile(r"[a-z]{1,20}"),
    "tab": re.compile(r"t?[1-9][0-9]{0,5}"),
}
_EXAMPLES: Final = {
    "level": "level:error",
    "status": "status:404, status:5xx, status:failed or status:any",
    "slow": "slow:500",
    "method": "method:POST",
    "type": "type:fetch",
    "tab": "tab:t2",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A parsed filter; `wants` decides."""

    words: tuple[str, ...] = ()
    terms: tuple[tuple[str, frozenset[str]], ...] = ()
    is_default: bool = False

    def wants(self, seen: Seen) -> bool:
        if self.is_default and isinstance(seen, RequestSeen):
            return seen.has_failed or is_slow(seen, SLOW_MS)
        text = _text_of(seen).casefold()
        return all(word in text for word in self.words) and all(
            any(_holds(key, value, seen) for value in values) for key, values in self.terms
        )


def parse_filter(text: str, kind: Kind) -> Filter:
    """Raises `ValueError` that says what can be written instead; it does not repeat what was."""
    words: list[str] = []
    terms: list[tuple[str, frozenset[str]]] = []
    for quoted, plain in _TERM.findall(text):
        keyed = _KEYED.fullmatch(plain)
        if keyed is None:
            words.append((quoted or plain).casefold())
        else:
            terms.append(_term(keyed[1].lower(), keyed[2].lower(), kind))
    return Filter(words=tuple(words), terms=tuple(terms), is_default=not words and not terms)


def is_slow(seen: RequestSeen, milliseconds: int) -> bool:
    return seen.milliseconds >= milliseconds


def _term(key: str, values: str, kind: Kind) -> tuple[str, frozenset[str]]:
    if key not in KEYS[kind]:
        known = ", ".join(f"{name}:" for name in KEYS[kind])
        raise ValueError(f'unknown key; {kind} knows {known} and words, or "quoted words" with a colon')
    wanted = values.split(",")
    if not all(_VALUES[key].fullmatch(value) for value in wanted):
        raise ValueError(f"{key}: cannot be this; write {_EXAMPLES[key]}")
    return key, frozenset(wanted)


def _text_of(seen: Seen) -> str:
    match seen:
        case MessageSeen():
            return f"{seen.text} {seen.url}"
        case RequestSeen():
            return f"{seen.method} {seen.url} {seen.failure or ''}"
        case SavedSeen():
            return f"{seen.download.name} {seen.url}"


def _holds(key: str, value: str, seen: Seen) -> bool:
    if key == "tab":
        return seen.tab == int(value.removeprefix("t"))
    if isinstance(seen, MessageSeen):
        return seen.level == value
    return isinstance(seen, RequestSeen) and _REQUEST_TESTS[key](seen, value)


def _has_status(seen: RequestSeen, value: str) -> bool:
    if value == "any":
        return True
    if value == "failed":
        return seen.failure is not None
    status = str(seen.status or "")
    return status == value or (value.endswith("xx") and status[:1] == value[0])


_REQUEST_TESTS: Final[Mapping[str, Callable[[RequestSeen, str], bool]]] = {
    "status": _has_status,
    "slow": lambda seen, value: is_slow(seen, int(value)),
    "method": lambda seen, value: seen.method.casefold() == value,
    "type": lambda seen, value: seen.kind.casefold() == value,
}

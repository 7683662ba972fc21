"""What happened around a call, as its answer tells it: small, and silent about what did not happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NotRequired, cast

from typing_extensions import TypedDict

from handhold.adapters.browser.events import DialogSeen, DownloadSeen, Happenings
from handhold.services.perception.page_text import clean
from handhold.services.perception.paging import size_of

MESSAGE: Final = 200
NAME: Final = 120
URL: Final = 300
FIRST: Final = 3
"""So many of each kind come before the rest of any kind."""
ANNOUNCED: Final = 2
"""Messages up to this kind were meant to be noticed: alerts, status, toasts."""
LEAST_SINCE: Final = 260
"""Bytes kept for what happened after the previous answer, when there is any."""

UrlChange = TypedDict("UrlChange", {"from": str, "to": str, "status": NotRequired[int], "loading": NotRequired[bool]})
AlteredControl = TypedDict("AlteredControl", {"elementId": str, "label": str, "from": str, "to": str})


class AppearedControl(TypedDict):
    elementId: str
    role: str
    label: str
    count: NotRequired[int]


class FocusChange(TypedDict):
    elementId: str
    role: str
    label: str


class TabChanges(TypedDict, total=False):
    opened: list[str]
    closed: list[str]
    refused: int


class DialogChange(TypedDict, total=False):
    kind: str
    message: str
    answer: str
    more: int


class DownloadChange(TypedDict, total=False):
    name: str
    bytes: int
    path: str
    failure: str
    missing: str
    more: int


class ConsoleChange(TypedDict):
    errors: int
    first: str


class RequestChange(TypedDict):
    failed: int


class LateChanges(TypedDict, total=False):
    """What happened in a stretch of time. `url`, labels, `from`, `to`, messages, `dialog.message`, `download.name` and
    `console.first` are page text. `url.loading`: its server has not answered yet. `count`: like rows shown as one.
    `more`: what was left out."""

    url: UrlChange
    appeared: list[AppearedControl]
    vanished: int
    changed: list[AlteredControl]
    messages: list[str]
    tabs: TabChanges
    dialog: DialogChange
    download: DownloadChange
    focus: FocusChange
    console: ConsoleChange
    requests: RequestChange
    more: int


class ChangeSet(LateChanges, total=False):
    """`since`: what happened after the previous answer and before this call."""

    since: LateChanges


Changes = ChangeSet | Literal["none", "not collected"]

ORDER: Final = tuple(LateChanges.__annotations__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """All that is known of a stretch of time; lists in the order of how much they matter."""

    url: UrlChange | None = None
    appeared: Sequence[AppearedControl] = ()
    appeared_more: int = 0
    """Controls that appeared besides those listed."""
    vanished: int = 0
    changed: Sequence[AlteredControl] = ()
    changed_more: int = 0
    messages: Sequence[tuple[int, str]] = ()
    """Kind and text."""
    unsaid: int = 0
    focus: FocusChange | None = None
    happened: Happenings = field(default_factory=Happenings)


def changes_of(now: Stretch, late: Stretch | None = None, *, room: int) -> Changes:
    """Only members that have something to say, in at most `room` bytes; `none` when nothing has."""
    if late is None:
        return cast(ChangeSet, told(now, room=room)) or "none"
    behind = told(late, room=room)
    kept = min(size_of(behind), LEAST_SINCE) + len(',"since":') if behind else 0
    found = ChangeSet(**told(now, room=room - kept))
    since = told(late, room=room - size_of(found) - len(',"since":')) if behind else None
    if since:
        found["since"] = since
    return found or "none"


def late_size(late: ChangeSet | None) -> int:
    """Bytes that a `changes` member takes in an answer."""
    return len(',"changes":') + size_of(late) if late else 0


def without_url(changes: Changes) -> Changes:
    """For an answer that says itself where the page is."""
    if isinstance(changes, str) or "url" not in changes:
        return changes
    return cast(ChangeSet, {name: member for name, member in changes.items() if name != "url"}) or "none"


def told(stretch: Stretch, *, room: int) -> LateChanges:
    """What fits of it, the more important first; `more` counts the rest."""
    found: dict[str, Any] = {}
    more = stretch.appeared_more + stretch.changed_more + stretch.unsaid
    for name, value, weight in _by_importance(stretch):
        tried = {**found, name: [*found.get(name, []), value]} if name in _LISTS else {**found, name: value}
        if size_of(tried) + len(',"more":99999') <= room:
            found = tried
        else:
            more += weight
    if more:
        found["more"] = more
    return cast(LateChanges, {name: found[name] for name in ORDER if name in found})


_LISTS: Final = frozenset({"appeared", "changed", "messages"})


def _by_importance(stretch: Stretch) -> Iterator[tuple[str, Any, int]]:
    """Member, value, and for how many things it stands."""
    happened = stretch.happened
    yield from _one("url", stretch.url)
    yield from _one("dialog", _dialog(list(happened.dialogs), happened.dialog_count))
    yield from _one("download", _download(list(happened.downloads)))
    yield from _one("tabs", _tabs(happened))
    announced, plain = _messages(stretch.messages)
    yield from (("messages", text, 1) for text in announced[:FIRST])
    yield from _controls(stretch, slice(FIRST))
    yield from _one("focus", stretch.focus)
    yield from _one("vanished", stretch.vanished)
    yield from _one("console", _console(happened))
    yield from _one("requests", RequestChange(failed=happened.failed_requests) if happened.failed_requests else None)
    yield from (("messages", text, 1) for text in [*announced[FIRST:], *plain[:FIRST]])
    yield from _controls(stretch, slice(FIRST, None))
    yield from (("messages", text, 1) for text in plain[FIRST:])


def _one(name: str, value: object) -> Iterator[tuple[str, Any, int]]:
    if value:
        yield name, value, 1


def _controls(stretch: Stretch, which: slice) -> Iterator[tuple[str, Any, int]]:
    yield from (("appeared", one, one.get("count", 1)) for one in stretch.appeared[which])
    yield from (("changed", one, 1) for one in stretch.changed[which])


def _messages(seen: Iterable[tuple[int, str]]) -> tuple[list[str], list[str]]:
    """Announcements and other texts, cleaned; other texts only where no longer one says them, too."""
    cleaned = [(kind, clean(text, limit=MESSAGE)) for kind, text in seen]
    announced = [text for kind, text in cleaned if kind <= ANNOUNCED and text]
    plain = [text for kind, text in cleaned if kind > ANNOUNCED and text]
    return announced, [text for text in plain if not any(_says(other, text) for other in (*announced, *plain))]


def _says(whole: str, part: str) -> bool:
    return len(part) < len(whole) and f" {part} " in f" {whole} "


def _tabs(happened: Happenings) -> TabChanges:
    told = TabChanges()
    if happened.tabs_opened:
        told["opened"] = [f"t{number}" for number in happened.tabs_opened[:20]]
    if happened.tabs_closed:
        told["closed"] = [f"t{number}" for number in happened.tabs_closed[:20]]
    if happened.tabs_refused:
        told["refused"] = happened.tabs_refused
    return told


def _dialog(seen: list[DialogSeen], count: int) -> DialogChange | None:
    if not seen:
        return None
    last = seen[-1]
    told = DialogChange(kind=last.kind, message=clean(last.message, limit=MESSAGE), answer=last.answer)
    if count > 1:
        told["more"] = count - 1
    return told


def _download(seen: list[DownloadSeen]) -> DownloadChange | None:
    if not seen:
        return None
    last = seen[-1]
    told = DownloadChange(name=clean(last.name, limit=NAME))
    if last.path is not None and last.size is not None:
        told |= DownloadChange(bytes=last.size, path=last.path)
    if last.failure:
        told["failure"] = last.failure
    if last.missing:
        told["missing"] = last.missing
    if len(seen) > 1:
        told["more"] = len(seen) - 1
    return told


def _console(happened: Happenings) -> ConsoleChange | None:
    if not happened.console_errors:
        return None
    return ConsoleChange(errors=happened.console_errors, first=clean(happened.first_console_error or "", limit=MESSAGE))

"""What happened around a call, as its answer tells it: small, and silent about what did not happen."""

from __future__ import annotations

from typing import Any, Literal

from typing_extensions import TypedDict

from handhold.adapters.browser.events import DialogSeen, DownloadSeen, Happenings
from handhold.services.perception.page_text import clean

MESSAGE = 200
NAME = 120


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
    more: int


class ConsoleChange(TypedDict):
    errors: int
    first: str


class RequestChange(TypedDict):
    failed: int


class ChangeSet(TypedDict, total=False):
    """Page text: `dialog.message`, `download.name`, `console.first`."""

    tabs: TabChanges
    dialog: DialogChange
    download: DownloadChange
    console: ConsoleChange
    requests: RequestChange


Changes = ChangeSet | Literal["none"]


def changes_of(happened: Happenings) -> Changes:
    """Only members that have something to say; `none` when nothing has."""
    members: dict[str, Any] = {
        "tabs": _tabs(happened),
        "dialog": _dialog(list(happened.dialogs), happened.dialog_count),
        "download": _download(list(happened.downloads)),
        "console": _console(happened),
        "requests": RequestChange(failed=happened.failed_requests) if happened.failed_requests else None,
    }
    told = ChangeSet(**{name: member for name, member in members.items() if member})
    return told or "none"


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
    if len(seen) > 1:
        told["more"] = len(seen) - 1
    return told


def _console(happened: Happenings) -> ConsoleChange | None:
    if not happened.console_errors:
        return None
    return ConsoleChange(errors=happened.console_errors, first=clean(happened.first_console_error or "", limit=MESSAGE))

"""Turn what documents tell of their changes into what an answer says, with handles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handhold.adapters.browser.events import Happenings
from handhold.adapters.browser.seen import Alteration, Appearance, DocumentChanges, Message, NodeRef, Record
from handhold.services.perception.changes import (
    ANNOUNCED,
    AlteredControl,
    AppearedControl,
    FocusChange,
    Stretch,
    UrlChange,
)
from handhold.services.perception.paging import LABEL, ROLE, shorten
from handhold.services.perception.view import View, candidate_of

STATE: Final = 40


def stretch_of(
    view: View | None, documents: Sequence[DocumentChanges], *, url: UrlChange | None, happened: Happenings
) -> Stretch:
    """What the documents of a tab and the session's events tell together.

    A page that has just been opened is not told control by control: everything in it is new.
    """
    if view is None or not documents:
        return Stretch(url=url, happened=happened)
    is_opened = any(one.is_main and one.is_new for one in documents)
    messages = [message for one in documents for message in one.messages]
    if is_opened:
        announced = [message for message in messages if message.kind <= ANNOUNCED]
        return Stretch(url=url, messages=announced, happened=happened)
    appeared = [(one.document, appearance) for one in documents for appearance in one.appeared]
    changed = [(one.document, alteration) for one in documents for alteration in one.changed]
    focus = next(((one.document, one.focus) for one in documents if one.focus is not None), None)
    return Stretch(
        url=url,
        # What has a role of its own comes first: a wrapper that listens mostly stands for what is in it.
        appeared=sorted((_appeared(view, *one) for one in appeared), key=_is_wrapper),
        appeared_more=sum(one.appeared_in_all for one in documents) - sum(each.like for _document, each in appeared),
        vanished=sum(one.vanished for one in documents),
        changed=[_altered(view, document, alteration) for document, alteration in changed],
        changed_more=sum(one.changed_in_all for one in documents) - len(changed),
        messages=sorted(messages, key=_kind),
        unsaid=sum(one.unsaid for one in documents),
        focus=_focused(view, *focus) if focus is not None else None,
        happened=happened,
    )


def _is_wrapper(control: AppearedControl) -> bool:
    return control["role"] == "generic"


def _kind(message: Message) -> int:
    return message.kind


def _appeared(view: View, document: str, appearance: Appearance) -> AppearedControl:
    handle, role, label = _named(view, document, appearance.record)
    control = AppearedControl(elementId=handle, role=role, label=label)
    if appearance.like > 1:
        control["count"] = appearance.like
    return control


def _altered(view: View, document: str, alteration: Alteration) -> AlteredControl:
    handle, _role, label = _named(view, document, alteration.record)
    before, after = shorten(alteration.before, limit=STATE), shorten(alteration.after, limit=STATE)
    return {"elementId": handle, "label": label, "from": before, "to": after}


def _focused(view: View, document: str, record: Record) -> FocusChange:
    handle, role, label = _named(view, document, record)
    return FocusChange(elementId=handle, role=role, label=label)


def _named(view: View, document: str, record: Record) -> tuple[str, str, str]:
    candidate = candidate_of(record)
    handle = view.handle_of(candidate, NodeRef(document, candidate.key))
    return handle.id, shorten(handle.role, limit=ROLE), shorten(candidate.label, limit=LABEL)

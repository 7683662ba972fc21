"""Fields that were filled in, checked, chosen or given files, as steps."""

from __future__ import annotations

from typing import Any, Final

from handhold.services.testing.recording.builder import Builder, text_of
from handhold.services.testing.recording.taken import Taken, items, members

DATES: Final = frozenset({"date", "time", "month", "week", "datetime-local"})
CHECKED: Final = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})


def set_state(builder: Builder, taken: Taken) -> None:
    state = taken.args.get("state")
    named = members(state)
    value = next(iter(named.values())) if named else state
    facts = taken.element.fingerprint if taken.element is not None else None
    told = members(taken.result.get("state"))
    after = told.get("after")
    if taken.result.get("strategy") == "files":
        _upload(builder, taken, value)
    elif taken.secret is not None or "length" in told:
        builder.act("fill", "Fill", taken, value=text_of(builder, taken, plain(value)))
    elif facts is not None and facts.role in CHECKED and isinstance(after, bool) and (after or facts.role != "radio"):
        builder.act("check" if after else "uncheck", "Check" if after else "Uncheck", taken)
    elif facts is not None and facts.tag == "select" and (labels := _labels(after)):
        builder.act("select", "Choose in", taken, options=[{"label": label} for label in labels])
    elif facts is not None and facts.tag == "input" and facts.type in DATES and isinstance(after, str):
        builder.act("fill", "Fill", taken, value=text_of(builder, taken, after))
    else:
        builder.call(taken, targets={"handle": taken.element})


def type_text(builder: Builder, taken: Taken) -> None:
    builder.act("fill", "Fill", taken, value=text_of(builder, taken, plain(taken.args.get("text"))))


def plain(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, bool) or value is None:
        return "" if value is None else str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _upload(builder: Builder, taken: Taken, value: Any) -> None:
    paths = [value] if isinstance(value, str) else items(value)
    files = [builder.file(str(path)) for path in paths]
    if None in files:
        builder.call(taken, targets={"handle": taken.element})
    else:
        builder.act("upload", "Give files to", taken, files=files)


def _labels(after: Any) -> list[str]:
    """What is chosen, by what people read; nothing where that is not known in full."""
    labels = [after] if isinstance(after, str) else items(after)
    texts = [label for label in labels if isinstance(label, str) and label and not label.endswith("…")]
    return texts if len(texts) == len(labels) else []

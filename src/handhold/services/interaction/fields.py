"""A field as the page describes it: what it is, how it stands, and what it can become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from handhold.adapters.browser.seen import NodeRef, Record
from handhold.services.perception.page_text import clean

LABEL: Final = 80
NOWHERE: Final = NodeRef("", 0)

Checked = bool | Literal["mixed"] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several things that can be chosen. `label` and `value` are page text."""

    key: int = 0
    place: int = 0
    label: str = ""
    value: str = ""
    selected: bool = False
    disabled: bool = False
    seen: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """`press` is what a person presses for it. Texts people type are known by their length only."""

    node: NodeRef = NOWHERE
    press: NodeRef = NOWHERE
    kind: str = "plain"
    secret: bool = False
    disabled: bool = False
    readonly: bool = False
    focused: bool = False
    typable: bool = False
    multiline: bool = False
    multiple: bool = False
    seen: bool = True
    checked: Checked = None
    chosen: bool | None = None
    expanded: bool | None = None
    value: str | None = None
    length: int | None = None
    selected: tuple[str, ...] = ()
    shown: str = ""
    around: str = ""
    files: tuple[str, ...] = ()
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    base: str = ""
    max_length: int | None = None
    accept: str = ""
    vertical: bool = False
    choices: tuple[Choice, ...] = ()
    total: int = 0
    owner: NodeRef | None = None
    upload: NodeRef | None = None

    @property
    def is_open(self) -> bool:
        """Of a combobox: whether its list can be seen."""
        return self.expanded is True or (self.expanded is None and any(choice.seen for choice in self.choices))


def field_of(record: Record, document: str) -> Field:
    """From the answer of the page script; members that are missing or malformed are taken as absent."""
    flags = {
        name: record.get(name) is True
        for name in (
            "secret",
            "disabled",
            "readonly",
            "focused",
            "typable",
            "multiline",
            "multiple",
            "seen",
            "vertical",
        )
    }
    return Field(
        node=NodeRef(document, _whole(record, "key") or 0),
        press=NodeRef(document, _whole(record, "press") or 0),
        kind=_text(record, "kind"),
        **flags,
        checked=_checked(record.get("checked")),
        chosen=_flag(record, "chosen"),
        expanded=_flag(record, "expanded"),
        value=_text(record, "value") if isinstance(record.get("value"), str) else None,
        length=_whole(record, "length"),
        selected=_texts(record, "selected"),
        shown=_text(record, "shown"),
        around=_text(record, "around", limit=LABEL * 4),
        files=_texts(record, "files"),
        minimum=_text(record, "min"),
        maximum=_text(record, "max"),
        step=_text(record, "step"),
        base=_text(record, "base"),
        max_length=_whole(record, "maxLength"),
        accept=_text(record, "accept", limit=200),
        choices=tuple(_choice(each) for each in _records(record, "choices")),
        total=_whole(record, "total") or 0,
        owner=_node(record, "owner", document),
        upload=_node(record, "upload", document),
    )


def _choice(record: Record) -> Choice:
    return Choice(
        key=_whole(record, "k") or 0,
        place=_whole(record, "i") or 0,
        label=_text(record, "label"),
        value=_text(record, "value"),
        selected=record.get("selected") is True,
        disabled=record.get("disabled") is True,
        seen=record.get("seen") is True,
    )


def _text(record: Record, name: str, *, limit: int = LABEL) -> str:
    value = record.get(name)
    return clean(value, limit=limit) if isinstance(value, str) else ""


def _texts(record: Record, name: str) -> tuple[str, ...]:
    value = record.get(name)
    items = cast(list[object], value) if isinstance(value, list) else []
    return tuple(clean(item, limit=LABEL) for item in items if isinstance(item, str))


def _records(record: Record, name: str) -> list[Record]:
    value = record.get(name)
    items = cast(list[object], value) if isinstance(value, list) else []
    return [cast(Record, item) for item in items if isinstance(item, Mapping)]


def _whole(record: Record, name: str) -> int | None:
    value = record.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _flag(record: Record, name: str) -> bool | None:
    value = record.get(name)
    return value if isinstance(value, bool) else None


def _checked(value: object) -> Checked:
    return "mixed" if value == "mixed" else value if isinstance(value, bool) else None


def _node(record: Record, name: str, document: str) -> NodeRef | None:
    key = _whole(record, name)
    return None if key is None else NodeRef(document, key)

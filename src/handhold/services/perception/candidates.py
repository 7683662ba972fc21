"""A control as the page described it, and the fingerprint by which it can be found again."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, cast

from handhold.services.perception.page_text import clean

VERSION: Final = 1
NAME: Final = 200
FACT: Final = 80
SUMMARY: Final = 24
GROUP: Final = 60
WORD: Final = 40
MOST_WORDS: Final = 24
MOST_ALSO: Final = 4
LABELLED: Final = "label"
BESIDE: Final = "beside"
ICON: Final = "icon"
# CSS pixels; Chromium itself stops laying out far below this.
FARTHEST: Final = 50_000_000
Record = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """CSS pixels in the frame's viewport."""

    x: int = 0
    y: int = 0
    width: int = 0
    height: int = 0

    @property
    def area(self) -> int:
        return self.width * self.height

    @classmethod
    def from_record(cls, record: Record) -> Box:
        return cls(
            x=_integer(record, "x"),
            y=_integer(record, "y"),
            width=max(_integer(record, "w"), 0),
            height=max(_integer(record, "h"), 0),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fingerprint:
    """What tells one element from the others, in the one form that is stored (`v` 1)."""

    tag: str = ""
    type: str = ""
    id: str = ""
    name: str = ""
    test_id: str = ""
    role: str = ""
    label: str = ""
    text: str = ""
    aria_label: str = ""
    title: str = ""
    alt: str = ""
    placeholder: str = ""
    href: str = ""
    value: str = ""
    near: str = ""
    heading: str = ""
    row: str = ""  # the text of the row or card it stands in, which moves along with it
    # Not stored, since they hold for one document only: what its row is made as, which record or day it belongs to, as
    # the author of the page numbered it, what the other fields of its row hold (`digest.row.rows`, which nobody can
    # read back), and what the dialog or menu around it is about.
    row_kind: str = ""
    thing: str = ""
    filled: str = ""
    about: str = ""
    about_more: str = ""
    classes: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    frame: tuple[int, ...] = ()
    ordinal: int = 0
    box: Box = field(default_factory=Box)
    # Facts no other element of the document shared when this was taken; None when nobody counted.
    alone: tuple[str, ...] | None = None

    @classmethod
    def from_facts(cls, facts: Record) -> Fingerprint:
        """From the page's `fp` object; what is missing or malformed is empty."""
        return cls(
            **{attribute: _text(facts, key, limit=FACT) for attribute, key in _TEXTS.items()},
            classes=_words(facts, "cls", split=r"[\s.]+"),
            path=_words(facts, "path", split=r"[\s>/]+"),
            frame=_integers(facts, "frame"),
            ordinal=max(_integer(facts, "ordinal"), 0),
            box=Box.from_record(facts),
            alone=_words(facts, "alone", split=r"[\s,]+") if "alone" in facts else None,
        )

    @classmethod
    def from_json(cls, stored: Record) -> Fingerprint:
        """The stored form, of this version or an older one."""
        version = stored.get("v")
        if not isinstance(version, int) or isinstance(version, bool) or version < 1:
            raise ValueError("not a fingerprint: it has no version")
        if version > VERSION:
            raise ValueError(f"fingerprint of version {version}; this Handhold reads up to version {VERSION}")
        return cls.from_facts(stored)

    def to_json(self) -> dict[str, object]:
        """The stored form: `v`, and the page's own keys for what is known."""
        texts = {_TEXTS[attribute]: text for attribute, text in self._texts().items() if text}
        lists = {"cls": list(self.classes), "path": list(self.path), "frame": list(self.frame)}
        box = {"x": self.box.x, "y": self.box.y, "w": self.box.width, "h": self.box.height}
        told: dict[str, object] = {"v": VERSION, **texts, **{key: words for key, words in lists.items() if words}}
        told |= {"ordinal": self.ordinal, **box}
        if self.alone is not None:
            told["alone"] = list(self.alone)
        return told

    def _texts(self) -> dict[str, str]:
        return {
            "tag": self.tag,
            "type": self.type,
            "id": self.id,
            "name": self.name,
            "test_id": self.test_id,
            "role": self.role,
            "label": self.label,
            "text": self.text,
            "aria_label": self.aria_label,
            "title": self.title,
            "alt": self.alt,
            "placeholder": self.placeholder,
            "href": self.href,
            "value": self.value,
            "near": self.near,
            "heading": self.heading,
            "row": self.row,
        }


_TEXTS: Final = {
    "tag": "tag",
    "type": "type",
    "id": "id",
    "name": "name",
    "test_id": "testId",
    "role": "role",
    "label": "label",
    "text": "text",
    "aria_label": "ariaLabel",
    "title": "title",
    "alt": "alt",
    "placeholder": "placeholder",
    "href": "href",
    "value": "value",
    "near": "near",
    "heading": "heading",
    "row": "row",
    "thing": "thing",
    "row_kind": "rowKind",
    "filled": "filled",
    "about": "about",
    "about_more": "aboutMore",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What lies over a control."""

    key: int
    role: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One control of a scan."""

    key: int
    frame: int
    tag: str = ""
    role: str = ""
    name: str = ""
    text: str = ""
    text_by: str = ""
    """What `text` is, where the control does not say it: `label`, `column`, `row`, `option`, `icon`, `id`, `beside`."""
    test_id: str = ""
    summary: str = ""
    box: Box = field(default_factory=Box)
    states: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    depth: int = 0
    covered_by: Cover | None = None
    kind: str = ""
    landmark: str = ""
    group: str = ""
    layer: int = 0
    page_relevance: float = 0.0
    pattern: str = ""
    row: int | None = None
    row_text: str = ""
    variants: int = 1
    also: tuple[str, ...] = ()
    """What others are called that it stands for, where few names take turns."""
    is_hidden: bool = False
    is_filled: bool | None = None
    offers: tuple[str, ...] = ()
    """What can be chosen in it that fits the words of the look."""
    around: tuple[int, ...] = ()
    """Keys of the other elements of the same look that it lies in, where somebody asked."""
    fingerprint: Fingerprint = field(default_factory=Fingerprint)

    @property
    def label(self) -> str:
        """What a person would call it: its name, or the text it shows."""
        return self.name or self.text

    @property
    def said(self) -> str:
        """What it says, or is labelled with by what stands there; nothing that is only guessed from."""
        return self.text if self.text_by in ("", LABELLED) else ""

    @property
    def guess(self) -> str:
        """What it may be called where nothing names it; what only stands beside it says nothing of it."""
        return "" if self.name or self.text_by in ("", LABELLED, BESIDE) else self.text

    @property
    def told(self) -> str:
        """The label as it is told, so that nobody takes for a name what is none."""
        return self.label if self.name or self.said else f"({self.text_by} {self.text})" if self.text else ""

    @property
    def identity(self) -> str:
        """The key under which learnt priors know this control: role and folded label."""
        return f"{self.role}:{' '.join(self.label.casefold().split())}"

    def has(self, state: str) -> bool:
        return state in self.states

    @classmethod
    def from_record(cls, record: Record, *, frame: int) -> Candidate:
        """From a record of the page script; members that are missing or malformed are taken as absent."""
        return cls(
            key=_integer(record, "k"),
            frame=frame,
            tag=_text(record, "tag", limit=WORD),
            role=_text(record, "role", limit=WORD),
            name=_text(record, "name", limit=NAME),
            text=_text(record, "text", limit=NAME),
            text_by=_text(record, "by", limit=WORD),
            test_id=_text(record, "testId", limit=FACT),
            summary=_text(record, "s", limit=SUMMARY),
            box=Box.from_record(record),
            states=_words(record, "st"),
            evidence=_words(record, "ev"),
            depth=max(_integer(record, "d"), 0),
            covered_by=_cover(_mapping(record, "cov")),
            kind=_text(record, "kind", limit=WORD),
            landmark=_text(record, "lm", limit=GROUP),
            group=_text(record, "g", limit=GROUP),
            layer=_integer(record, "ly"),
            page_relevance=_share(record, "rel"),
            pattern=_name_or_number(record, "pat"),
            row=_integer(record, "row") if isinstance(record.get("row"), int) else None,
            row_text=_text(record, "rowText", limit=GROUP),
            variants=max(_integer(record, "n"), 1),
            also=tuple(item for item in _items(record, "also")[:MOST_ALSO] if isinstance(item, str)),
            is_hidden=record.get("hid") is True,
            is_filled=filled if isinstance(filled := record.get("filled"), bool) else None,
            offers=tuple(clean(each, limit=FACT) for each in _items(record, "offers")[:3] if isinstance(each, str)),
            around=_integers(record, "around"),
            fingerprint=Fingerprint.from_facts(_mapping(record, "fp") or {}),
        )


def _cover(record: Record | None) -> Cover | None:
    if record is None:
        return None
    return Cover(
        key=_integer(record, "k"), role=_text(record, "role", limit=WORD), name=_text(record, "name", limit=FACT)
    )


def _text(record: Record, key: str, *, limit: int) -> str:
    value = record.get(key)
    return clean(value, limit=limit) if isinstance(value, str) else ""


def _number(record: Record, key: str) -> float:
    value = record.get(key)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    # An integer too long for a float would raise; it is as far away as a number can be.
    return max(-FARTHEST, min(FARTHEST, value)) if isinstance(value, int) or math.isfinite(value) else 0.0


def _integer(record: Record, key: str) -> int:
    return round(max(-FARTHEST, min(FARTHEST, _number(record, key))))


def _share(record: Record, key: str) -> float:
    return max(0.0, min(1.0, _number(record, key)))


def _name_or_number(record: Record, key: str) -> str:
    value = record.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        return f"g{_integer(record, key)}"
    return _text(record, key, limit=WORD)


def _items(record: Record, key: str) -> list[object]:
    value = record.get(key)
    return cast("list[object]", value) if isinstance(value, list) else []


def _words(record: Record, key: str, *, split: str = r"\s+") -> tuple[str, ...]:
    """A list of words, or one string of them."""
    value = record.get(key)
    given: list[object] = [*re.split(split, value[: FACT * 8])] if isinstance(value, str) else _items(record, key)
    cleaned = (clean(item, limit=WORD) for item in given[:MOST_WORDS] if isinstance(item, str))
    return tuple(word for word in cleaned if word)


def _integers(record: Record, key: str) -> tuple[int, ...]:
    value = record.get(key)
    if isinstance(value, str):
        return tuple(int(part[:9]) for part in re.findall(r"[0-9]+", value)[:MOST_WORDS])
    return tuple(
        item for item in _items(record, key)[:MOST_WORDS] if isinstance(item, int) and not isinstance(item, bool)
    )


def _mapping(record: Record, key: str) -> Record | None:
    value = record.get(key)
    return cast("Record", value) if isinstance(value, Mapping) else None

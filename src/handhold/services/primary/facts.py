"""A control that may be the one a page is about, with what the page tells of its looks and its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.page_text import clean

SURFACE: Final = 400
TWIN: Final = 60
Fill = Literal["solid", "soft", "outline", "plain"]
FILLS: Final[Mapping[str, Fill]] = {"solid": "solid", "soft": "soft", "outline": "outline"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """What a button is to the form around it, or to the fields beside it."""

    key: int = 0
    fields: int = 0
    missing: int = 0
    """Fields the browser itself calls invalid."""
    pays: bool = False
    """Some of them ask for a card or an account."""
    submits: bool = False
    is_first: bool = False
    """The button that Enter presses."""
    resets: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Looks:
    """How a control is painted, and where it stands."""

    fill: Fill = "plain"
    chroma: float = 0.0
    contrast: float = 1.0
    font: int = 0
    is_faded: bool = False
    is_off: bool = False
    """It takes no pointer, as what only looks disabled."""
    is_bare: bool = False
    """Without words of its own."""
    opens: bool = False
    toggles: bool = False
    is_auto: bool = False
    """Asks for the focus when it appears."""
    in_text: bool = False
    form: Form = field(default_factory=Form)
    zones: tuple[str, ...] = ()
    twins: tuple[str, ...] = ()
    """What such controls say that stand in boxes like its own, as in the cards of a shop. Page text."""
    bar: str | None = None
    """What the part that stays in view says, when the control is in one. Page text."""
    surface: str | None = None
    """What the layer over the page says, when the control is in one. Page text."""

    @classmethod
    def from_record(cls, record: Mapping[str, Any], surfaces: Mapping[int, str]) -> Looks:
        """From the page's answer; what is missing is absent."""
        own = cast("Mapping[str, Any] | None", record.get("form"))
        beside = cast("Mapping[str, Any]", record.get("beside") or {})
        return cls(
            fill=FILLS.get(str(record.get("fill")), "plain"),
            chroma=float(record.get("chroma", 0)),
            contrast=float(record.get("contrast", 1)),
            font=int(record.get("font", 0)),
            is_faded=record.get("faded") is True,
            is_off=record.get("off") is True,
            is_bare=record.get("bare") is True,
            opens=record.get("opens") is True,
            toggles=record.get("toggles") is True,
            is_auto=record.get("auto") is True,
            in_text=record.get("inText") is True,
            form=_form(own or beside),
            zones=tuple(str(zone) for zone in record.get("zones", ())),
            twins=tuple(clean(str(name), limit=TWIN) for name in record.get("twins", ())),
            bar=surfaces.get(int(record.get("bar", 0))),
            surface=surfaces.get(int(record.get("surface", 0))),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One control that could be pressed."""

    node: NodeRef
    candidate: Candidate
    looks: Looks
    in_small_frame: bool = False
    screens_away: float = 0.0
    """How far it is out of sight, in heights of the window."""

    @property
    def label(self) -> str:
        """What it is called; of what has no words and no name, nothing, although a scan tells what stands beside it."""
        return self.candidate.name if self.looks.is_bare else self.candidate.label

    @property
    def is_disabled(self) -> bool:
        return self.candidate.has("disabled") or self.looks.is_off

    @property
    def over(self) -> str:
        """What the surface it is on says; empty on the page itself."""
        return self.looks.surface or self.looks.bar or ""


def surfaces_of(answer: Mapping[str, Any]) -> dict[int, str]:
    """What each surface says, by its key."""
    return {int(each["k"]): clean(str(each["text"]), limit=SURFACE) for each in answer.get("surfaces", ())}


def _form(told: Mapping[str, Any]) -> Form:
    return Form(
        key=int(told.get("k", 0)),
        fields=int(told.get("fields", 0)),
        missing=int(told.get("missing", 0)),
        pays=told.get("pays") is True,
        submits=told.get("submits") is True,
        is_first=told.get("isFirst") is True,
        resets=told.get("resets") is True,
    )

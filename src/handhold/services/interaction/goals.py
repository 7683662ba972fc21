"""What is to be done to a field, once it is known that it can be done."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TypeText:
    """Replace what is in it by this text."""

    text: str
    is_number: bool = False

    def __repr__(self) -> str:
        # Typed text is never repeated, not even where a goal is shown by accident.
        return f"TypeText(<{len(self.text)} characters>)"


@dataclass(frozen=True, slots=True)
class SetValue:
    """A date, time, colour or range: a value that people pick and do not type."""

    value: str


@dataclass(frozen=True, slots=True)
class Reach:
    """Move it to a number, step by step."""

    number: float


@dataclass(frozen=True, slots=True)
class Check:
    on: bool


@dataclass(frozen=True, slots=True)
class Select:
    """One of several, addressed by itself: an option, a tab, a row, an item of a tree."""

    on: bool


@dataclass(frozen=True, slots=True)
class Expand:
    on: bool


@dataclass(frozen=True, slots=True)
class ChooseNative:
    """Exactly these options of a native list, by their places."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChooseMembers:
    """Exactly these members of a list, group, tree or row of tabs, by their places."""

    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ChooseFromPopup:
    """Exactly these options of a list that opens, as the caller names them."""

    names: tuple[str, ...]
    by_value: bool = False
    or_text: bool = False
    """Whether text that is no option will do, in a field that keeps it."""


@dataclass(frozen=True, slots=True)
class Upload:
    paths: tuple[str, ...]


Goal = TypeText | SetValue | Reach | Check | Select | Expand | ChooseNative | ChooseMembers | ChooseFromPopup | Upload

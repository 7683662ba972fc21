"""Which of several choices is meant by a name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence
from typing import Final

from handhold.services.interaction.fields import Choice

CLOSE: Final = 3
CUT: Final = "…"


def meant_by(name: str, choices: Sequence[Choice], *, by_value: bool = False) -> list[Choice]:
    """The choices with this label, else with this value, else with either when case and spaces are not counted.

    None when nothing fits; several when the name does not tell them apart.
    """
    label: Callable[[Choice], str] = lambda choice: choice.label  # noqa: E731
    value: Callable[[Choice], str] = lambda choice: choice.value  # noqa: E731
    first, second = (value, label) if by_value else (label, value)
    for told in (first, second):
        if found := [choice for choice in choices if told(choice) == name]:
            return _enabled_first(found)
    for told in (first, second):
        if found := [choice for choice in choices if fold(told(choice)) == fold(name) and told(choice)]:
            return _enabled_first(found)
    return [choice for choice in choices if _is_cut(choice.label, name)]


def closest_to(name: str, choices: Sequence[Choice]) -> list[str]:
    """Labels that resemble the name."""
    wanted = fold(name)
    labels = {fold(choice.label): choice.label for choice in reversed(choices) if choice.label}
    holding = [label for label in labels if wanted and (wanted in label or label in wanted)]
    close = difflib.get_close_matches(wanted, labels, n=CLOSE, cutoff=0.6)
    return [labels[label] for label in dict.fromkeys([*close, *holding])][:CLOSE]


def fold(text: str) -> str:
    return " ".join(text.casefold().split())


def _is_cut(label: str, name: str) -> bool:
    return label.endswith(CUT) and len(label) > len(CUT) and fold(name).startswith(fold(label[: -len(CUT)]))


def _enabled_first(found: list[Choice]) -> list[Choice]:
    enabled = [choice for choice in found if not choice.disabled]
    return enabled or found

"""Whether a field is in the state that was asked for, and how that is told. Pure."""

from __future__ import annotations

from typing import Final

from handhold.services.interaction.choosing import fold, meant_by
from handhold.services.interaction.fields import Field
from handhold.services.interaction.formats import number_in, same_value
from handhold.services.interaction.goals import (
    Check,
    ChooseFromPopup,
    ChooseMembers,
    ChooseNative,
    Expand,
    Goal,
    Reach,
    Select,
    SetValue,
    TypeText,
    Upload,
)

NUMERIC: Final = frozenset({"range", "slider", "spinbutton"})
"""Kinds that are moved to a number; a number that is typed is typed text, and told by its length only."""

Told = str | bool | int | float | list[str] | dict[str, int | bool] | None


def is_met(field: Field, goal: Goal) -> bool:
    """Never true for typed text, which only the page can compare."""
    match goal:
        case Check(on):
            met = field.checked is on
        case Select(on):
            met = field.chosen is on
        case Expand(on):
            met = field.expanded is on
        case SetValue(value):
            met = same_value(field.kind, field.value, value)
        case Reach(number):
            met = is_at(field, number)
        case ChooseNative(places) | ChooseMembers(places):
            met = {choice.place for choice in field.choices if choice.selected} == set(places)
        case ChooseFromPopup():
            met = shows(field, goal)
        case Upload(paths):
            met = list(field.files) == [path.replace("\\", "/").rsplit("/", 1)[-1] for path in paths]
        case TypeText():
            met = False
    return met


def is_at(field: Field, number: float) -> bool:
    at = number_in(field.value or "")
    return at is not None and abs(at - number) < 1e-6 * max(1.0, abs(number))


def shows(field: Field, goal: ChooseFromPopup) -> bool:
    """Whether a list that opens says that exactly these are chosen, by its options or by what it shows."""
    wanted = {fold(label) for label in labels_of(field, goal)}
    if not wanted:
        return not field.selected
    if field.selected:
        return {fold(label) for label in field.selected} == wanted
    return len(wanted) == 1 and fold(field.shown) in wanted


def seems_to_show(field: Field, labels: list[str]) -> bool:
    """The same, taking the word of what stands around it: chips and overlaid texts."""
    chosen = {fold(label) for label in field.selected}
    near = fold(f"{field.shown} {field.around}")
    return all(fold(label) in chosen or fold(label) in near for label in labels)


def labels_of(field: Field, goal: ChooseFromPopup) -> list[str]:
    """The names given, as the labels they stand for where that is known."""
    found = [(name, meant_by(name, field.choices, by_value=goal.by_value)) for name in goal.names]
    return [choices[0].label if choices else name for name, choices in found]


def state_told(field: Field, goal: Goal) -> Told:
    """A field's state as an answer tells it: labels and values of the page, never what people type."""
    if field.secret:
        return {"length": field.length if field.length is not None else len(field.value or "")}
    told: Told
    match goal:
        case Check():
            told = field.checked
        case Select():
            told = field.chosen
        case Expand():
            told = field.expanded
        case SetValue() | Reach():
            told = _number(field) if field.kind in NUMERIC else field.value
        case Upload():
            told = list(field.files)
        case TypeText():
            told = {"length": field.length or 0}
        case ChooseNative() | ChooseMembers() | ChooseFromPopup():
            told = _chosen(field)
    return told


def _number(field: Field) -> int | float | None:
    number = number_in(field.value or "")
    return int(number) if number is not None and number == int(number) else number


def _chosen(field: Field) -> Told:
    if field.multiple:
        return list(field.selected)
    if field.selected:
        return field.selected[0]
    if field.typable:
        return {"length": field.length or 0}
    return field.shown or None

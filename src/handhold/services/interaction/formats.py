"""What numbers, dates, times and colours a field can take, and why one is refused."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from handhold.services.interaction.fields import Field

SLACK: Final = 1e-7
NUMBER: Final = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
HEX: Final = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """How a kind of field writes its values: a pattern people understand, and its place on a line of numbers."""

    pattern: str
    place: Callable[[str], float | None]
    """None for what is no such value."""
    default_step: float = 1.0
    write: Callable[[str], str] = str.strip


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a value cannot be, in our words, and what could be instead."""

    reason: str
    allowed: dict[str, object]


def number_in(text: str) -> float | None:
    text = text.strip()
    if not NUMBER.fullmatch(text):
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def written(number: float) -> str:
    """As number fields write it: no exponent for what people write out, no `.0`."""
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.10f}".rstrip("0").rstrip(".") if 1e-6 <= abs(number) < 1e15 else repr(number)


def _date(text: str) -> float | None:
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return None
    try:
        return datetime.date.fromisoformat(text).toordinal() - 719_163
    except ValueError:
        return None


def _time(text: str) -> float | None:
    if not re.fullmatch(r"\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?", text):
        return None
    hours, minutes, *seconds = text.split(":")
    second = float(seconds[0]) if seconds else 0.0
    if int(hours) > 23 or int(minutes) > 59 or second >= 60:
        return None
    return int(hours) * 3600 + int(minutes) * 60 + second


def _moment(text: str) -> float | None:
    day, _, clock = _with_t(text).partition("T")
    date, time = _date(day), _time(clock)
    return None if date is None or time is None else date * 86_400 + time


def _month(text: str) -> float | None:
    match = re.fullmatch(r"(\d{4})-(\d{2})", text)
    if match is None or not 1 <= int(match[2]) <= 12 or int(match[1]) == 0:
        return None
    return (int(match[1]) - 1970) * 12 + int(match[2]) - 1


def _week(text: str) -> float | None:
    match = re.fullmatch(r"(\d{4})-W(\d{2})", text)
    if match is None:
        return None
    try:
        monday = datetime.date.fromisocalendar(int(match[1]), int(match[2]), 1)
    except ValueError:
        return None
    return (monday.toordinal() - datetime.date(1969, 12, 29).toordinal()) / 7


def _color(text: str) -> float | None:
    return 0.0 if HEX.fullmatch(text) else None


def _with_t(text: str) -> str:
    return text.strip().replace(" ", "T", 1)


def _six_digits(text: str) -> str:
    digits = text.strip().lower().removeprefix("#")
    return "#" + (digits if len(digits) == 6 else "".join(digit * 2 for digit in digits))


FORMATS: Final = {
    "number": Format(pattern="number", place=number_in),
    "range": Format(pattern="number", place=number_in),
    "slider": Format(pattern="number", place=number_in),
    "spinbutton": Format(pattern="number", place=number_in),
    "date": Format(pattern="YYYY-MM-DD", place=_date),
    "time": Format(pattern="HH:MM", place=_time, default_step=60),
    "datetime-local": Format(pattern="YYYY-MM-DDTHH:MM", place=_moment, default_step=60, write=_with_t),
    "month": Format(pattern="YYYY-MM", place=_month),
    "week": Format(pattern="YYYY-Www", place=_week),
    "color": Format(pattern="#rrggbb", place=_color, write=_six_digits),
}
WITHOUT_STEPS: Final = frozenset({"color", "slider", "spinbutton"})
"""Kinds whose steps are not written in the page: they show when it is moved."""


def refusal(field: Field, text: str) -> Refusal | None:
    """Why the field cannot have this value; None when it can."""
    form = FORMATS[field.kind]
    place = form.place(text.strip())
    if place is None:
        reason = "that is not a number" if form.pattern == "number" else f"that is not of the form {form.pattern}"
        return Refusal(reason=reason, allowed=allowed(field))
    low, high = form.place(field.minimum), form.place(field.maximum)
    if low is None and field.kind == "range":
        low = 0.0
    if high is None and field.kind == "range":
        high = 100.0
    # Times may span midnight: then what lies between the two is what is not allowed.
    wraps = field.kind == "time" and low is not None and high is not None and high < low
    if not wraps and low is not None and place < low - SLACK:
        return Refusal(reason="that is below the least value", allowed=allowed(field))
    if not wraps and high is not None and place > high + SLACK:
        return Refusal(reason="that is above the greatest value", allowed=allowed(field))
    return _off_step(field, form, place)


def allowed(field: Field) -> dict[str, object]:
    """What the field takes, for the caller to read. Limits are page text."""
    told: dict[str, object] = {"format": FORMATS[field.kind].pattern}
    told |= {"min": field.minimum} if field.minimum else {}
    told |= {"max": field.maximum} if field.maximum else {}
    return told | ({"step": field.step} if field.step else {})


def same_value(kind: str, one: str | None, other: str | None) -> bool:
    """Whether two ways of writing a value mean the same."""
    if one is None or other is None or one == other:
        return one == other
    if kind == "color":
        return one.lower() == other.lower()
    form = FORMATS.get(kind)
    places = (form.place(one), form.place(other)) if form else (None, None)
    return places[0] is not None and places[1] is not None and math.isclose(places[0], places[1], abs_tol=SLACK)


def _off_step(field: Field, form: Format, place: float) -> Refusal | None:
    if field.kind in WITHOUT_STEPS or field.step.lower() == "any":
        return None
    given = number_in(field.step)
    if given is None and field.kind != "range":
        # Fields that name no step mean whole numbers and minutes by the book; pages take anything there.
        return None
    step = given if given is not None and given > 0 else form.default_step
    base = form.place(field.minimum)
    if base is None:
        base = form.place(field.base) or 0.0
    steps = (place - base) / step
    if abs(steps - round(steps)) * step <= max(SLACK, SLACK * abs(place)):
        return None
    told = allowed(field) | {"step": written(step)}
    if form.pattern == "number":
        told["nearest"] = [written(base + math.floor(steps) * step), written(base + math.ceil(steps) * step)]
    return Refusal(reason="that is between two steps", allowed=told)

"""Decide what a state means for a field, or why the field cannot have it. Pure: nothing is touched here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from handhold.errors import StateRefused
from handhold.services.interaction.choosing import closest_to, meant_by
from handhold.services.interaction.fields import Choice, Field
from handhold.services.interaction.formats import FORMATS, allowed, number_in, refusal, written
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
from handhold.services.interaction.wanted import Member, Plain, Wanted

MOST_TOLD: Final = 20
ROOM_TOLD: Final = 900
"""Bytes of labels an error may list."""
ON: Final = {"true": True, "on": True, "false": False, "off": False}

Rule = Callable[[Field, Plain], Goal]


def decide(field: Field, wanted: Wanted) -> Goal:
    """What to do. Raises `StateRefused` before anything is touched, with what would be possible."""
    rules = rules_of(field)
    if not rules:
        raise refused(field, "it has no state that can be set", hint="action_execute presses it.")
    member = wanted.member or _meaning(field, rules)
    if member not in rules:
        raise refused(field, f"it takes no {member!r}")
    if field.readonly and member != "expanded":
        raise refused(field, "it is read-only", hint="The page does not let people change it.")
    if field.kind == "combobox" and field.typable and wanted.member is None and isinstance(wanted.value, str):
        return _popup_or_text(field, wanted.value)
    return rules[member](field, wanted.value)


def rules_of(field: Field) -> Mapping[Member, Rule]:
    """What the field takes; the first member is what a plain value means."""
    if field.kind == "plain" and field.upload is not None:
        return {"files": _upload}
    return RULES.get(field.kind, {})


def refused(field: Field, reason: str, *, hint: str | None = None, **details: object) -> StateRefused:
    """The reason is ours; labels of the page go into the details."""
    accepts = list(rules_of(field))
    told = {name: value for name, value in details.items() if value}
    return StateRefused(
        f"this {field.kind} cannot have that state: {reason}",
        hint=hint or "Nothing was touched. Give a state that details.allowed names.",
        details={"kind": field.kind, "accepts": accepts, **told},
    )


def listed(choices: tuple[Choice, ...]) -> list[str]:
    """Labels for an error: at most twenty, and not more than an answer has room for."""
    told: list[str] = []
    room = ROOM_TOLD
    for choice in choices[:MOST_TOLD]:
        label = choice.label or choice.value
        room -= len(label.encode()) + 3
        if room < 0:
            break
        told.append(f"{label} (disabled)" if choice.disabled else label)
    return told


def found_choice(field: Field, name: str, *, by_value: bool = False) -> Choice:
    """The one choice of that name. Raises `StateRefused`."""
    found = meant_by(name, field.choices, by_value=by_value)
    if not found:
        raise no_such_choice(field, name)
    if len(found) > 1:
        values = [choice.value for choice in found if choice.value]
        raise refused(
            field, "several options have that name", hint="Give its value instead.", allowed=values[:MOST_TOLD]
        )
    if found[0].disabled:
        raise refused(field, "that option is disabled", allowed=listed(field.choices))
    return found[0]


def no_such_choice(field: Field, name: str) -> StateRefused:
    shown = listed(field.choices)
    return refused(
        field,
        "there is no such option",
        hint="Use one of details.allowed." if shown else "It offers no options now.",
        allowed=shown,
        closest=closest_to(name, field.choices),
        more=max(field.total - len(shown), 0),
    )


def _meaning(field: Field, rules: Mapping[Member, Rule]) -> Member:
    """What a plain value means here."""
    return "checked" if field.kind == "treeitem" and field.checked is not None else next(iter(rules))


def _text(field: Field, value: Plain) -> Goal:
    text = _as_text(field, value)
    if not field.multiline and ("\n" in text or "\r" in text):
        raise refused(field, "it takes one line only", allowed={"format": "one line of text"})
    return TypeText(_fitting_length(field, text))


def _number_text(field: Field, value: Plain) -> Goal:
    text = _as_text(field, value).strip()
    if not text:
        return TypeText("")
    _check_format(field, text)
    return TypeText(_fitting_length(field, text), is_number=True)


def _spin(field: Field, value: Plain) -> Goal:
    text = _as_text(field, value).strip()
    if field.typable and not text:
        return TypeText("")
    _check_format(field, text)
    return TypeText(text, is_number=True) if field.typable else _reach(field, value)


def _picked(field: Field, value: Plain) -> Goal:
    text = _as_text(field, value).strip()
    if not text and field.kind not in ("color", "range"):
        return SetValue("")
    _check_format(field, text)
    return SetValue(FORMATS[field.kind].write(text))


def _reach(field: Field, value: Plain) -> Goal:
    text = _as_text(field, value)
    _check_format(field, text)
    number = number_in(text)
    assert number is not None, "the format was checked"
    return Reach(number)


def _check(field: Field, value: Plain) -> Goal:
    return Check(_as_flag(field, value))


def _select(field: Field, value: Plain) -> Goal:
    on = _as_flag(field, value)
    if not on and not field.multiple and field.kind in ("tab", "option") and field.chosen:
        raise refused(field, "one of them is always selected; select another instead", allowed=[True])
    return Select(on)


def _expand(field: Field, value: Plain) -> Goal:
    if field.expanded is None:
        raise refused(field, "it neither opens nor closes")
    return Expand(_as_flag(field, value))


def _radio(field: Field, value: Plain) -> Goal:
    if isinstance(value, str) and value.strip().lower() not in ON:
        return _members(field, value)
    if not _as_flag(field, value):
        raise refused(
            field, "a radio button cannot be unchecked; choose another", allowed=listed(field.choices) or [True]
        )
    return Check(True)


def _native(field: Field, value: Plain, *, by_value: bool = False) -> Goal:
    names = _as_names(field, value)
    if not names and not field.multiple:
        empty = [choice for choice in field.choices if not choice.value and not choice.disabled]
        if not empty:
            raise refused(field, "one option is always selected", allowed=listed(field.choices))
        return ChooseNative((empty[0].place,))
    return ChooseNative(tuple(found_choice(field, name, by_value=by_value).place for name in names))


def _members(field: Field, value: Plain, *, by_value: bool = False) -> Goal:
    names = _as_names(field, value)
    if not names and not field.multiple:
        raise refused(field, "one of them is always selected", allowed=listed(field.choices))
    return ChooseMembers(tuple(found_choice(field, name, by_value=by_value).place for name in names))


def _popup(field: Field, value: Plain, *, by_value: bool = False) -> Goal:
    names = _as_names(field, value, may_take_several=not field.choices or field.typable)
    if not names and field.typable and not field.multiple:
        return TypeText("")
    if not names and not field.multiple:
        raise refused(field, "it does not say how to choose nothing", allowed=listed(field.choices))
    # Only a list that is there whole and cannot be narrowed by typing can be judged before it is opened.
    if field.choices and not field.typable and len(field.choices) == field.total:
        for name in names:
            found_choice(field, name, by_value=by_value)
    return ChooseFromPopup(names, by_value)


def _popup_or_text(field: Field, value: str) -> Goal:
    """What a plain text means where both an option and a text of one's own may do."""
    goal = _popup(field, value)
    return replace(goal, or_text=True) if isinstance(goal, ChooseFromPopup) else goal


def _popup_text(field: Field, value: Plain) -> Goal:
    return _text(field, value) if field.typable else _popup(field, value)


def _upload(field: Field, value: Plain) -> Goal:
    if value is None or value == "":
        return Upload(())
    if not isinstance(value, str | tuple):
        raise refused(field, "it takes paths of files", allowed={"format": "path or list of paths"})
    paths = (value,) if isinstance(value, str) else value
    if len(paths) > 1 and not field.multiple and field.kind == "file":
        raise refused(field, "it takes one file", allowed={"files": 1})
    return Upload(paths)


def _as_text(field: Field, value: Plain) -> str:
    if value is None:
        return ""
    if isinstance(value, bool | tuple):
        form = FORMATS.get(field.kind)
        raise refused(field, "it takes one text", allowed=allowed(field) if form else {"format": "text"})
    return value if isinstance(value, str) else written(value)


def _as_flag(field: Field, value: Plain) -> bool:
    if isinstance(value, str):
        value = ON.get(value.strip().lower())
    if not isinstance(value, bool):
        raise refused(field, "it is on or off", allowed=[True, False])
    return value


def _as_names(field: Field, value: Plain, *, may_take_several: bool = False) -> tuple[str, ...]:
    if isinstance(value, bool):
        raise refused(field, "it takes the name of an option", allowed=listed(field.choices))
    if value is None or value in ("", ()):
        return ()
    names = value if isinstance(value, tuple) else (value if isinstance(value, str) else written(value),)
    if len(names) > 1 and not field.multiple and not may_take_several:
        raise refused(field, "only one option can be selected", allowed=listed(field.choices))
    return names


def _fitting_length(field: Field, text: str) -> str:
    # The attribute counts UTF-16 units.
    if field.max_length is not None and len(text.encode("utf-16-le")) // 2 > field.max_length:
        raise refused(field, f"it takes at most {field.max_length} characters", allowed={"maxLength": field.max_length})
    return text


def _check_format(field: Field, text: str) -> None:
    why = refusal(field, text)
    if why is not None:
        raise refused(field, why.reason, allowed=why.allowed)


def _by_value(rule: Callable[..., Goal]) -> Rule:
    return lambda field, value: rule(field, value, by_value=True)


_TYPED: Final[Mapping[Member, Rule]] = {"text": _text, "value": _text}
_PICKED: Final[Mapping[Member, Rule]] = {"value": _picked, "text": _picked}
_CHECKED: Final[Mapping[Member, Rule]] = {"checked": _check}
_NATIVE: Final[Mapping[Member, Rule]] = {"selected": _native, "value": _by_value(_native)}
_MEMBERS: Final[Mapping[Member, Rule]] = {"selected": _members, "value": _by_value(_members)}
_ITEM: Final[Mapping[Member, Rule]] = {"selected": _select, "expanded": _expand}

RULES: Final[Mapping[str, Mapping[Member, Rule]]] = {
    "text": _TYPED,
    "editable": _TYPED,
    "number": {"value": _number_text, "text": _number_text},
    "spinbutton": {"value": _spin, "text": _spin},
    "date": _PICKED,
    "time": _PICKED,
    "datetime-local": _PICKED,
    "month": _PICKED,
    "week": _PICKED,
    "color": _PICKED,
    "range": _PICKED,
    "slider": {"value": _reach},
    "checkbox": _CHECKED,
    "switch": _CHECKED,
    "toggle": _CHECKED,
    "menuitemcheckbox": _CHECKED,
    "radio": {"checked": _radio, "selected": _radio},
    "menuitemradio": {"checked": _radio, "selected": _radio},
    "radiogroup": _MEMBERS,
    "tablist": _MEMBERS,
    "listbox": _MEMBERS,
    "tree": _MEMBERS,
    "select": _NATIVE,
    "multiselect": _NATIVE,
    "combobox": {"selected": _popup, "text": _popup_text, "value": _by_value(_popup), "expanded": _expand},
    "option": _ITEM,
    "tab": _ITEM,
    "row": _ITEM,
    "gridcell": _ITEM,
    "treeitem": {"selected": _select, "checked": _check, "expanded": _expand},
    "disclosure": {"expanded": _expand},
    "file": {"files": _upload},
}
"""From the kind of a field to what it takes, and from there to what is done. `plain` takes nothing."""

"""What a session waited for and read, as waits and assertions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from handhold.services.testing.recording.builder import Builder
from handhold.services.testing.recording.evidence import asserted, is_field, target_of
from handhold.services.testing.recording.moving import wait_for_text, wait_for_url
from handhold.services.testing.recording.taken import Element, Taken, members
from handhold.services.testing.recording.volatile import is_changing

SURE: Final = 0.8
"""Above this a wrong value would be a mistake of the reader's."""
WAITS: Final = {"visible": "visible", "hidden": "hidden", "gone": "detached", "enabled": "enabled"}
STATES: Final[Mapping[str, tuple[str, bool]]] = {
    "disabled": ("enabled", False),
    "checked": ("checked", True),
    "unchecked": ("checked", False),
    "focused": ("focused", True),
}
CHOSEN: Final = "element.selectedOptions[0].label"
CHECKABLE: Final = frozenset({"checkbox", "radio", "switch"})


def wait(builder: Builder, taken: Taken) -> None:
    args = taken.args
    timeout = int(args.get("timeoutMs", 15_000))
    if args.get("text") is not None:
        text = str(args["text"])
        wait_for_text(builder, text, timeout_ms=timeout, is_one=any(said.source == text for said in taken.said))
    elif args.get("gone") is not None:
        target = {"by": [{"text": str(args["gone"]), "exact": False}]}
        builder.add("waitFor", target=target, state="hidden", timeoutMs=timeout)
    elif args.get("url") is not None:
        wait_for_url(builder, str(args["url"]), timeout)
    elif args.get("handle") is not None:
        _wait_for_state(builder, taken, str(args["state"]), timeout)
    else:
        builder.call(taken)


def wait_for_element(builder: Builder, taken: Taken) -> None:
    builder.act("waitFor", "Wait for", taken, timeoutMs=int(taken.args.get("timeoutMs", 15_000)))


def _wait_for_state(builder: Builder, taken: Taken, state: str, timeout: int) -> None:
    if state in WAITS:
        builder.act("waitFor", f"Wait until {state}:", taken, state=WAITS[state], timeoutMs=timeout)
    elif state in STATES:
        get, expected = STATES[state]
        builder.act("assert", f"Wait until {state}:", taken, get=get, expected=expected, timeoutMs=timeout)
    else:
        builder.call(taken, targets={"handle": taken.element})


def snapshot(builder: Builder, taken: Taken) -> None:
    """What was read surely, and from an element that can be found again, is asserted."""
    made = 0
    for field, entry in members(taken.result.get("fields")).items():
        told = members(entry)
        element = taken.others.get(str(told.get("elementId")))
        if element is None or told.get("confidence", 0) < SURE or "more" in told:
            continue
        condition = None if _is_vacuous(field, element) else _condition(element, told.get("value"))
        if condition is not None:
            builder.add("assert", f"{field} as it was read", **condition)
            made += 1
    if not made:
        builder.skip()


def _is_vacuous(field: str, element: Element) -> bool:
    """What a choice is called does not say that it is chosen."""
    return field.startswith("selected") and element.role not in CHECKABLE | {"combobox", "listbox", "textbox"}


def _condition(element: Element, value: Any) -> dict[str, Any] | None:
    """What an element must say to say this."""
    facts = element.fingerprint
    if facts is None or isinstance(value, list | Mapping) or value is None:
        return None
    text = _text(value)
    if is_changing(text) or text.endswith("…"):
        return None
    if element.role == "heading":
        return _heading(element, text)
    target = target_of(element) if facts.role in CHECKABLE else asserted(element, text)
    if target is None:
        return None
    asked = _asked(element, value, text)
    return None if asked is None else {"target": target, **asked}


def _asked(element: Element, value: Any, text: str) -> dict[str, Any] | None:
    """Getter, operator and what is expected."""
    facts = element.fingerprint
    assert facts is not None, "an element with a target by its fingerprint"
    if facts.role in CHECKABLE:
        return {"get": "checked", "expected": value is not False}
    if facts.tag == "select":
        return {"get": "js", "js": CHOSEN, "expected": text}
    if facts.tag in ("input", "textarea") and is_field(facts):
        return {"get": "value", "expected": text}
    compared = _compared(element, value, text)
    return None if compared is None else {"get": "text", **compared}


def _compared(element: Element, value: Any, text: str) -> dict[str, Any] | None:
    """How the element's text holds a value; None where it was not read from that text as it stands."""
    facts = element.fingerprint
    shown = _plain((facts.text or facts.label) if facts is not None else "")
    if not text or not shown:
        return None
    if shown == _plain(text):
        return {"expected": text}
    if isinstance(value, int | float):
        number = rf"(^|\D){re.escape(text)}(\D|$)"
        return {"operator": "matches", "expected": number} if re.search(number, shown) else None
    return {"operator": "contains", "expected": text} if _plain(text) in shown else None


def _heading(element: Element, text: str) -> dict[str, Any] | None:
    """That a heading of these words is there says all; where it stands is nobody's concern."""
    if _plain(element.label) != _plain(text):
        return None
    return {"get": "visible", "target": {"by": [{"role": "heading", "name": element.label}]}, "expected": True}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def _plain(text: str) -> str:
    return " ".join(text.split())

"""What an element is known by in a test: its fingerprint, then what was unique of it; never a place or a handle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from handhold.services.perception.candidates import FACT, NAME, Fingerprint
from handhold.services.perception.selectors import NO_ROLES, css_of
from handhold.services.testing.recording.taken import Element

Evidence = dict[str, Any]
FIELDS: Final = frozenset({"input", "select", "textarea"})
FIELD_ROLES: Final = frozenset(
    {"textbox", "searchbox", "combobox", "spinbutton", "checkbox", "radio", "switch", "slider", "listbox"}
)
_ROLE: Final = re.compile(r"[a-z]{2,30}")
_POSITION: Final = re.compile(r":nth-|:first|:last|>")
_BUTTONS: Final = frozenset({"button", "submit", "reset", "image"})


def target_of(element: Element | None, *, given: tuple[Evidence, ...] = ()) -> dict[str, Any] | None:
    """The element as a step's target; None when there is nothing to know it by. `given`: how the caller named it."""
    by: list[Evidence] = []
    facts = element.fingerprint if element is not None else None
    if element is not None and facts is not None and facts.tag:
        by.append({"fingerprint": facts.to_json()})
        if not facts.frame:  # elsewhere nobody can say which frame is meant but the fingerprint
            by += _named(element, facts)
    if element is not None and facts is None and element.seen:
        by.append({"seen": {"text": element.seen}})
    if element is not None and facts is None and not element.seen and _is_role(element.role) and element.label:
        by.append({"role": element.role, "name": element.label})
    in_frame = facts is not None and bool(facts.frame)
    by += [each for each in given if each not in by and not in_frame and _is_wanted(each, by)]
    return {"by": by} if by else None


def asserted(element: Element, said: str) -> dict[str, Any] | None:
    """The element as the target of an assertion of what it says; None when nothing told it from others.

    It is never looked for by those words alone: whatever says the same elsewhere would make the assertion hold.
    """
    facts = element.fingerprint
    if facts is None or not facts.tag or facts.alone == ():
        return None
    by: list[Evidence] = [{"fingerprint": facts.to_json()}]
    if not facts.frame:
        lower = said.casefold()
        by += [each for each in _named(element, facts) if not any(lower in _text(word) for word in each.values())]
    return {"by": by}


def is_field(facts: Fingerprint) -> bool:
    """Whether people put something in."""
    return (facts.tag in FIELDS and facts.type not in _BUTTONS) or facts.role in FIELD_ROLES


def _named(element: Element, facts: Fingerprint) -> Iterator[Evidence]:
    name = element.label or facts.label
    if facts.test_id and not _is_cut(facts.test_id, FACT) and _is_alone(facts, "testId"):
        yield {"testId": facts.test_id}
    if name and _is_role(facts.role) and not _is_cut(name, NAME) and _is_alone(facts, "named"):
        yield {"role": facts.role, "name": name}
    if name and is_field(facts) and not _is_cut(name, NAME) and _is_alone(facts, "label"):
        yield {"placeholder": name} if facts.placeholder == name else {"label": name}
    has_own_text = bool(facts.text) and not is_field(facts) and facts.text == facts.label
    if has_own_text and not _is_cut(facts.text, FACT) and _is_alone(facts, "label"):
        yield {"text": facts.text}
    if (selector := next(_lasting(facts), None)) is not None:
        yield {"css": selector}


def _lasting(facts: Fingerprint) -> Iterator[str]:
    for selector in css_of(facts):
        if selector.startswith("#"):
            fact = "id"
        elif "[name=" in selector:
            fact = "value" if "[value=" in selector else "name"
        else:
            continue
        if _is_alone(facts, fact):
            yield selector


def _is_alone(facts: Fingerprint, fact: str) -> bool:
    """Whether no other element shared it; true as well where nobody has counted."""
    return facts.alone is None or fact in facts.alone


def _is_role(role: str) -> bool:
    return _ROLE.fullmatch(role) is not None and role not in NO_ROLES


def _is_cut(text: str, limit: int) -> bool:
    return len(text) >= limit or text.endswith("…")


def _is_wanted(given: Evidence, by: list[Evidence]) -> bool:
    """A selector that counts places is better than nothing, and only then."""
    return not by or "css" not in given or _POSITION.search(str(given["css"])) is None


def _text(word: object) -> str:
    return "" if isinstance(word, Mapping) else str(word).casefold()

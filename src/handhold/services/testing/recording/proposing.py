"""Assertions proposed from what a step changed: few, and only of what will be so again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from handhold.services.testing.recording.addresses import arrived_at, is_same_page
from handhold.services.testing.recording.builder import Builder, Step
from handhold.services.testing.recording.evidence import asserted
from handhold.services.testing.recording.looking import CHOSEN
from handhold.services.testing.recording.taken import Element, Taken, items, members
from handhold.services.testing.recording.volatile import Said, is_changing

MOST: Final = 2
"""Of one step."""
PROPOSED: Final = "proposed: "
TOLD: Final = frozenset({"dialog", "alertdialog", "heading", "alert"})
"""Roles whose appearing says that something came of a step."""
OWN: Final = frozenset({"fill", "check", "uncheck", "select", "upload"})
"""Steps that see to the state of their own element themselves."""
_AMOUNT: Final = re.compile(r"\d+ characters?|empty|filled|nothing|no name|(no|\d+) files?")
_STATES: Final[Mapping[str, tuple[str, bool]]] = {
    "enabled": ("enabled", True),
    "disabled": ("enabled", False),
    "checked": ("checked", True),
    "unchecked": ("checked", False),
}


class Proposals:
    """Of one recording; nothing is proposed twice."""

    def __init__(self, builder: Builder) -> None:
        self._builder = builder
        self._known: set[str] = set()
        self._address = ""
        self.count = 0

    def after(self, taken: Taken) -> None:
        """What came of the step that was just added."""
        acts = [step["do"] for step in self._builder.steps if step["do"] != "assert"]
        sets_itself = bool(acts) and acts[-1] in OWN
        self._propose(self._found(taken.changes, taken, but=taken.element if sets_itself else None))

    def late(self, taken: Taken) -> None:
        """What came of earlier steps after they were answered."""
        self._propose(self._found(members(taken.changes.get("since")), taken))

    def arrived(self, url: str) -> None:
        """The page is there because a step said so; that alone is nothing to assert."""
        self._address = json.dumps(arrived_at(url))

    def _propose(self, found: Iterator[Step]) -> None:
        made = 0
        for step in found:
            key = json.dumps({name: each for name, each in step.items() if name != "label"}, sort_keys=True)
            if made == MOST:
                return
            if key not in self._known:
                self._known.add(key)
                self._builder.steps.append(step)
                self.count += 1
                made += 1

    def _found(self, changes: Mapping[str, Any], taken: Taken, *, but: Element | None = None) -> Iterator[Step]:
        """Best first; nothing about the element that the step itself has seen to."""
        told = items(changes.get("messages"))
        messages = [self._message(said) for said in taken.said if said.source in told]
        yield from messages[:1]
        moved = members(changes.get("url"))
        url = str(moved.get("to") or "")
        yield from self._moved(url, was=str(moved.get("from") or ""))
        heading = members(taken.result.get("state")).get("heading")
        for control in [{"role": "heading", "label": heading}] if url and heading else []:
            yield from self._appeared(control)
        for control in map(members, items(changes.get("appeared"))):
            element = taken.others.get(str(control.get("elementId")))
            alone = element.fingerprint.alone if element is not None and element.fingerprint is not None else None
            if alone is None or "named" in alone:
                yield from self._appeared(control)
        for control in map(members, items(changes.get("changed"))):
            yield from self._changed(control, taken, but=but)
        yield from messages[1:]

    def _message(self, said: Said) -> Step:
        evidence: dict[str, Any] = {"text": self._builder.names.referring(said.text)}
        if not said.is_whole:
            evidence["exact"] = False
        return _assert(f'the page says "{said.text}"', get="visible", target={"by": [evidence]}, expected=True)

    def _moved(self, url: str, *, was: str) -> Iterator[Step]:
        expected = arrived_at(url) if url else None
        key = json.dumps(expected)
        if expected is not None and expected["operator"] == "contains" and is_same_page(url, was):
            return  # what it contains now it contained before
        if expected is not None and key != self._address:
            self._address = key
            self._known.discard(json.dumps({"do": "assert", "get": "url", **expected}, sort_keys=True))
            yield _assert(f"the page is {expected['expected']}", get="url", **expected)

    def _appeared(self, control: Mapping[str, Any]) -> Iterator[Step]:
        role, label = str(control.get("role", "")), str(control.get("label", ""))
        if role not in TOLD or not label or label.endswith("…") or is_changing(label) or "count" in control:
            return
        target = {"by": [{"role": role, "name": self._builder.names.referring(label)}]}
        yield _assert(f'{role} "{label}" is there', get="visible", target=target, expected=True)

    def _changed(self, control: Mapping[str, Any], taken: Taken, *, but: Element | None) -> Iterator[Step]:
        element = taken.others.get(str(control.get("elementId")))
        to = str(control.get("to", ""))
        if element is None or not to or (but is not None and (but.role, but.label) == (element.role, element.label)):
            return
        if to.endswith("…") or is_changing(to) or _AMOUNT.fullmatch(to):
            return
        condition = _condition(element, to)
        if condition is not None:
            is_named = condition["get"] == "accessibleName"
            told = f'is called "{to}"' if is_named else f'"{element.label[:80]}" is {to}'
            yield _assert(f"{element.role} {told}", **condition)


def _condition(element: Element, to: str) -> dict[str, Any] | None:
    """What a control must be to be as it is now: a state, another name, another choice."""
    facts = element.fingerprint
    target = asserted(element, to)
    if facts is None or target is None:
        return None
    asked: dict[str, Any] | None = None
    if to in _STATES:
        get, expected = _STATES[to]
        asked = {"get": get, "expected": expected}
    elif to in ("expanded", "collapsed") and facts.tag != "summary":
        asked = {"get": "attribute", "name": "aria-expanded", "expected": str(to == "expanded").lower()}
    elif to == element.label:
        asked = {"get": "accessibleName", "expected": to}
    elif facts.tag == "select":
        asked = {"get": "js", "js": CHOSEN, "expected": to}
    elif facts.tag == "input" and facts.type in ("range", "color"):
        asked = {"get": "value", "expected": to}
    return None if asked is None else {"target": target, **asked}


def _assert(says: str, **condition: Any) -> Step:
    return {"do": "assert", "label": f"{PROPOSED}{says}"[:200], **condition}

"""What became of an element since its evidence was taken: what changed of it, or that it is another one. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from handhold.services.perception.candidates import Candidate, Fingerprint
from handhold.services.perception.identity import called, is_counted
from handhold.services.perception.selectors import looks_generated
from handhold.services.perception.standing import is_other_row
from handhold.services.perception.wording import fold, words

FIRM: Final = frozenset({"test id", "id", "form name", "label", "role", "kind of element", "link", "value"})
"""What an element is known by: where one of these is another one, what was found may be something of the moment."""
OF_A_PLACE: Final = frozenset({"css", "xpath"})
"""Evidence that says where an element is and not what it is."""
_POSITION: Final = re.compile(r":nth-|:first-|:last-|\[\d+\]|\[position|\[last")
_SAME_ROLE: Final = {"image": "img", "": "generic"}


def changed(stored: Fingerprint, live: Fingerprint) -> tuple[str, ...]:
    """What is another one by now, or gone; what was added says nothing about who it is."""
    pairs = (
        ("test id", stored.test_id, live.test_id),
        ("id", _lasting(stored.id), live.id),
        ("form name", stored.name, live.name),
        ("label", called(stored), called(live)),
        ("role", stored.role, live.role),
        ("kind of element", f"{stored.tag} {stored.type}", f"{live.tag} {live.type}"),
        ("link", stored.href, live.href),
        ("value", stored.value, live.value),
        ("text", _line(stored.text), _line(live.text)),
        ("placeholder", stored.placeholder, live.placeholder),
        ("classes", " ".join(sorted(stored.classes)), " ".join(sorted(live.classes))),
    )
    found = [fact for fact, before, now in pairs if before.strip() and before != now]
    # A label that is the text is told once.
    return tuple(fact for fact in found if fact != "text" or "label" not in found)


def is_firm(changes: Sequence[str]) -> bool:
    """Whether something changed that the element is known by."""
    return not FIRM.isdisjoint(changes)


def sentences(changes: Sequence[str]) -> tuple[str, ...]:
    """In our words: `fingerprint: the label changed`."""
    return tuple(f"fingerprint: the {fact} changed" for fact in changes)


def passed_over(kinds: Sequence[str], found_by: str) -> str:
    """That better evidence found nothing: `fingerprint, testId found nothing; found by css`."""
    return f"{', '.join(kinds)} found nothing; found by {found_by}"


def another(stored: Fingerprint, live: Candidate, *, kind: str, value: str) -> str | None:
    """Why what lesser evidence found is another element than the one the fingerprint is of; None when it may be it.

    `value`: what the evidence says, such as a selector.
    """
    facts = live.fingerprint
    is_marked = kind == "testId" and not is_counted(value)
    if not is_marked and is_other_row(stored, facts):
        return "it stands in another row"
    if kind not in OF_A_PLACE:
        return None
    before, now = set(words(called(stored))), set(words(called(facts) or fold(live.label)))
    if not before or not now or before & now:
        return None
    if _role(stored.role) != _role(facts.role or live.role):
        return "it has another role, and a name that has nothing in common"
    if _POSITION.search(value):
        return "it stands in that place, but has a name that has nothing in common"
    return None


def _role(role: str) -> str:
    return _SAME_ROLE.get(role, role)


def _lasting(identifier: str) -> str:
    return "" if looks_generated(identifier) else identifier


def _line(text: str) -> str:
    return " ".join(text.casefold().split())

"""Where a hint leads among the words that are drawn: what only a picture shows has no elements to ask. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from handhold.adapters.browser.seen import NodeRef, Rect
from handhold.services.perception.wording import fold
from handhold.services.sight.findings import Finding as Drawn
from handhold.services.state.evidence import Clue, Hinted
from handhold.services.state.extractor import Hint

ROLES: Final = {"textbox": "field", "img": "icon", "image": "icon"}
"""Roles by the kinds of drawn things that look like them; the others are called the same."""
UNREAD: Final = 0.75
"""How sure it is that something is not there, when only a picture could have shown it."""
ASIDE: Final = 0.4
"""Words belong to one line when their middles are less than this share of their height apart."""


def hinted_in(drawn: Sequence[Drawn], hint: Hint, *, node: NodeRef, around: Rect) -> Hinted:
    """What the hint leads to among drawn things, those nearest to `around` first."""
    nearest = sorted(drawn, key=lambda each: _apart(each.box, around))
    if hint.near is not None:
        beside = [each for each in nearest if _includes(each.text, hint.near)]
        if not beside:
            return Hinted(is_anchored=False, sureness=UNREAD)
        around = beside[0].box
        nearest = sorted(drawn, key=lambda each: _apart(each.box, around))
    fitting = [each for each in nearest if _fits(each, hint)]
    read = [(each, _value(each, hint, drawn)) for each in fitting]
    clues = [
        Clue(node, {"text": text, "state": text, "exact": is_exact, "gap": _apart(each.box, around)})
        for each, (text, is_exact) in read
    ]
    sureness = min((each.confidence for each in fitting), default=UNREAD)
    return Hinted(clues=clues, total=len(clues), sureness=sureness)


def _fits(drawn: Drawn, hint: Hint) -> bool:
    if hint.selector is not None:
        return False
    if hint.role is not None and drawn.kind != ROLES.get(hint.role, hint.role):
        return False
    if hint.text_includes is not None:
        return _includes(drawn.text, hint.text_includes)
    return bool(drawn.text) or hint.role is not None


def _value(drawn: Drawn, hint: Hint, all_drawn: Sequence[Drawn]) -> tuple[str, bool]:
    """The text that is asked for, and whether the words of the hint were all of its label."""
    if hint.strategy == "state" and drawn.knob is not None:
        return f"{round(drawn.knob * 100)}%", True
    label = hint.text_includes or (hint.near if _includes(drawn.text, hint.near or "\0") else None)
    if label is None or hint.strategy in ("text", "state", "count", "exists"):
        return drawn.text, False
    rest = _after(drawn.text, label)
    if rest:
        return rest, fold(drawn.text).startswith(fold(label))
    beside = _next_to(drawn, all_drawn)
    return (beside.text, True) if beside is not None else ("", False)


def _after(text: str, label: str) -> str:
    """What follows the label in the same words."""
    at = fold(text).find(fold(label))
    # Folding may shorten a text; then nothing can be said about where the label ends in it.
    rest = text[at + len(label) :] if at >= 0 and len(fold(text)) == len(text) else ""
    return rest.strip(" :=-\u2013\u2014\t")


def _next_to(drawn: Drawn, others: Sequence[Drawn]) -> Drawn | None:
    """The words to the right of a label, else those below it."""
    box = drawn.box
    right = [
        each for each in others if each.text and each.box.x >= box.x + box.width * 0.8 and _is_level(box, each.box)
    ]
    below = [each for each in others if each.text and each.box.y > box.centre[1] and _is_under(box, each.box)]
    return min(right or below, key=lambda each: _apart(each.box, box), default=None)


def _is_level(one: Rect, other: Rect) -> bool:
    return abs(one.centre[1] - other.centre[1]) < ASIDE * max(one.height, other.height)


def _is_under(one: Rect, other: Rect) -> bool:
    return other.x < one.x + one.width and one.x < other.x + other.width


def _includes(text: str, part: str) -> bool:
    return fold(part) in fold(text)


def _apart(one: Rect, other: Rect) -> float:
    """CSS pixels between two boxes; 0 for those that meet."""
    across = max(one.x - (other.x + other.width), other.x - (one.x + one.width), 0.0)
    down = max(one.y - (other.y + other.height), other.y - (one.y + one.height), 0.0)
    return (across**2 + down**2) ** 0.5

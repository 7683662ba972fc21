"""Know a screen again although its content has changed: by what can be done on it, and not by what it shows.

A screen is named after the place it was first seen at and a few digits of what it was made of, and is known again by
likeness, so that an empty list, an error or other data make no other screen of it. Everything here is computed from
what a step record holds, so that the records of earlier runs teach it as well as the page does.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from handhold.services.perception.routes import place_of
from handhold.services.perception.wording import fold

WEB: Final = "web:"
FIELDS: Final = frozenset({"textbox", "combobox"})
CHOICES: Final = frozenset({"checkbox", "radio", "switch"})
_USED: Final = FIELDS | CHOICES | {"button"}
# Parts of a page that other pages have, too, and a mark of what stands in like rows.
PARTS: Final = frozenset({"navigation", "banner", "complementary", "contentinfo"})
ROW: Final = "row"
UNTOLD: Final = frozenset({"alert", "status"})
"""What comes and goes on one screen."""

# How much it says about the screen that such a thing is there. Fields are chosen once and stay; links are often data.
FIELD: Final = 3.0
BUTTON: Final = 2.0
CHOICE: Final = 1.0
ITEM: Final = 1.0
LINK: Final = 0.4
TITLE: Final = 0.5
TEST_ID: Final = 0.5
IN_ROW: Final = 0.3
IN_PART: Final = 0.05
DIALOG: Final = 1.0
STRONG: Final = 1.0

ALIKE: Final = 0.55
# One place shows one screen unless something says otherwise.
SAME_PLACE: Final = 1.0
# What only one of two has is forgiven, as of an empty list; what both have for themselves makes two screens of them.
LESS: Final = 1.25
MORE: Final = 0.25
# Titles, links and test ids may be data: where only one of two has them, all of them together say no more than this.
MOST_OF_WEAK: Final = 0.6
LEAST_TRANSLATED: Final = 5
LEAST_PART: Final = 3
MOST_WORDS: Final = 5
MOST_VIEWS: Final = 2
MOST_PLACES: Final = 2000
MOST_SCREENS: Final = 40
MOST_LOOKS: Final = 4
VIEW: Final = 24
DIGITS: Final = 4

_UNSTABLE: Final = re.compile(r"[0-9]+|[\"'“”„«»‘’].*?[\"'“”„«»‘’]|[^\w\s]")
_IN_TEST_ID: Final = re.compile(r"[0-9a-f]{6,}(?:-[0-9a-f]{4,})*|[0-9]+", re.IGNORECASE)


class Node(Protocol):
    """A node of an observation, fresh or recorded."""

    @property
    def role(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def path(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """What a screen is made of."""

    place: str
    features: Mapping[str, float]
    """What is there, and how much that says."""
    words: frozenset[str] = frozenset()
    """What its fields and buttons are called."""
    parts: frozenset[str] = frozenset()
    """What stands in the parts that other pages have, too."""
    order: tuple[str, ...] = ()
    """Roles of its fields and buttons."""

    @property
    def digits(self) -> str:
        """Of what is least likely to change."""
        strong = sorted(name for name, weight in self.features.items() if weight >= BUTTON)
        return hashlib.sha256("\n".join([self.place, *strong]).encode()).hexdigest()


def sketch(url: str, nodes: Iterable[Node], test_ids: Iterable[str] = (), views: Iterable[str] = ()) -> Sketch:
    """From an observation; `views` are the tabs and steps that are chosen."""
    told = [_trait(node.role, node.name, tuple(node.path)) for node in nodes if node.role not in UNTOLD]
    shown = [slug for slug in map(_slug, views) if slug][:MOST_VIEWS]
    if told and all(trait.is_in_dialog for trait in told):
        shown.append("dialog")
    features: dict[str, float] = {}
    for trait in told:
        features[trait.feature] = max(trait.weight, features.get(trait.feature, 0.0))
    features |= {_kind_of_id(each): TEST_ID for each in test_ids}
    own = [trait for trait in told if trait.is_own and trait.role in _USED]
    return Sketch(
        place=place_of(url) + "".join(f"[{view}]" for view in shown),
        features=features,
        words=frozenset(trait.words for trait in own),
        parts=frozenset(trait.words for trait in told if trait.is_in_part),
        order=tuple(trait.role for trait in own),
    )


def recorded_sketch(screen: str, nodes: Iterable[Node], test_ids: Iterable[str]) -> Sketch:
    """Of a screen that was named before; its name tells the place."""
    place = screen.removeprefix(WEB).rpartition("#")[0]
    made = sketch("", nodes, test_ids)
    return Sketch(place=place, features=made.features, words=made.words, parts=made.parts, order=made.order)


def likeness(one: Sketch, other: Sketch) -> float:
    """How sure it is that two looks at one place show the same screen, 0 to 1."""
    if _is_translation(one, other):
        return 1.0
    shared = sum(min(weight, other.features.get(name, 0.0)) for name, weight in one.features.items())
    less, more = sorted((_lacking(one, other), _lacking(other, one)))
    together = SAME_PLACE + shared
    return together / (together + LESS * less + MORE * more)


def _lacking(one: Sketch, other: Sketch) -> float:
    """How much the one has that the other has not."""
    own = [weight for name, weight in one.features.items() if name not in other.features]
    return sum(weight for weight in own if weight >= STRONG) + min(MOST_OF_WEAK, sum(w for w in own if w < STRONG))


@dataclass(slots=True)
class _Known:
    name: str
    looks: list[Sketch] = field(default_factory=list[Sketch])


class ScreenBook:
    """The screens that were seen, by place. Holds the newest two thousand places."""

    def __init__(self) -> None:
        self._places: dict[str, list[_Known]] = {}

    def name_of(self, seen: Sketch) -> str:
        """The name of the screen, a new one for one that was never seen: `web:shop.example/cart#3f2a`."""
        if (found := self._found(seen)) is not None:
            self._note(found, seen)
            return found.name
        digits, length = seen.digits, DIGITS
        taken = {each.name for each in self._places.get(seen.place, [])}
        while (name := f"{WEB}{seen.place}#{digits[:length]}") in taken:
            length += 1
        self.learn(name, seen)
        return name

    def recall(self, seen: Sketch) -> str | None:
        """The name of a screen that was seen before; None for a new one. Nothing is learnt."""
        found = self._found(seen)
        return None if found is None else found.name

    def learn(self, name: str, seen: Sketch) -> None:
        """A screen that goes by this name looks so, too."""
        known = self._places.pop(seen.place, [])
        self._places[seen.place] = known
        found = next((each for each in known if each.name == name), None)
        if found is None:
            found = _Known(name)
            known.append(found)
            del known[:-MOST_SCREENS]
        self._note(found, seen)
        while len(self._places) > MOST_PLACES:
            del self._places[next(iter(self._places))]

    def _found(self, seen: Sketch) -> _Known | None:
        """The screen that it is most like, if it is like that at all."""
        likest, most = None, ALIKE
        for known in self._places.get(seen.place, []):
            score = _nearest(known, seen)
            if score > most or (likest is None and score == most):
                likest, most = known, score
        return likest

    def _note(self, known: _Known, seen: Sketch) -> None:
        if len(known.looks) < MOST_LOOKS and all(look.features != seen.features for look in known.looks):
            known.looks.append(seen)


def _nearest(known: _Known, seen: Sketch) -> float:
    return max((likeness(look, seen) for look in known.looks), default=0.0)


class _Trait(NamedTuple):
    """What a node says of its screen."""

    role: str
    words: str
    feature: str
    weight: float
    is_own: bool
    is_in_part: bool
    is_in_dialog: bool


@functools.lru_cache(maxsize=4096)
def _trait(role: str, name: str, path: tuple[str, ...]) -> _Trait:
    # Kept, because every step looks at the same screen again, and its caller waits for the record.
    is_in_part = not PARTS.isdisjoint(path)
    feature, weight = _feature(role, name, is_in_row=ROW in path, is_in_part=is_in_part)
    is_own = ROW not in path and not is_in_part
    is_in_dialog = any(step.startswith("dialog:") for step in path)
    return _Trait(role, _words(name), feature, weight, is_own, is_in_part, is_in_dialog)


def _feature(role: str, name: str, *, is_in_row: bool, is_in_part: bool) -> tuple[str, float]:
    """What a node adds to the screen. In rows only what can be done counts, and not with what."""
    if is_in_row:
        return (f"row {role} {_words(name)}", IN_ROW) if role == "button" else (f"row {role}", IN_ROW)
    if is_in_part:
        return f"part {role} {_words(name)}", IN_PART
    return f"{role} {_words(name)}", _WEIGHTS.get(role, LINK)


_WEIGHTS: Final[Mapping[str, float]] = {
    **dict.fromkeys(FIELDS, FIELD),
    **dict.fromkeys(CHOICES, CHOICE),
    "button": BUTTON,
    "menuitem": ITEM,
    "heading": TITLE,
    "dialog": DIALOG,
    "link": LINK,
}


def _is_translation(one: Sketch, other: Sketch) -> bool:
    """The same kinds in the same order, and not one word in common, neither here nor in the page's frame."""
    if one.order != other.order or len(one.order) < LEAST_TRANSLATED:
        return False
    has_parts = min(len(one.parts), len(other.parts)) >= LEAST_PART
    return has_parts and not one.words & other.words and not one.parts & other.parts


@functools.lru_cache(maxsize=4096)
def _words(name: str) -> str:
    """What a name says apart from numbers, quotes and signs."""
    return " ".join(_UNSTABLE.sub(" ", fold(name)).split()[:MOST_WORDS])


@functools.lru_cache(maxsize=4096)
def _kind_of_id(test_id: str) -> str:
    """What test ids of things of one kind have in common."""
    return f"#{_IN_TEST_ID.sub('', test_id)}"


def _slug(view: str) -> str:
    return "-".join(_words(view).split())[:VIEW]

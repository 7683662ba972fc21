"""How much speaks for a control being the one that a page is about, each point with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from handhold.services.perception.wording import fold
from handhold.services.primary.facts import Looks, Option
from handhold.services.primary.wording import CHARGING, Said, dangers_in, said_by

LEAST: Final = 40.0
"""Less than this is nothing a page would be about: a plain link, an icon, a way back."""
MARGIN: Final = 12.0
"""How far ahead the best must be; one clear sign (a fill, a verb, a form) is worth more, two faint ones less."""
REPEATED: Final = 25.0
COMMON: Final = 3
ROWS: Final = 10
"""As few like rows as a scan shows one of."""

FILL: Final = {"solid": 26.0, "soft": 10.0, "outline": 6.0, "plain": 0.0}
FILL_WORDS: Final = {"solid": "filled with colour", "soft": "lightly filled", "outline": "outlined", "plain": ""}
VERB: Final = {"danger": 18.0, "advance": 24.0, "offer": 14.0, "look": -4.0, "dismiss": -25.0}
# A disabled button is painted pale, whatever it is.
DISABLED_FILL: Final = 18.0
# As large as a button needs to be.
LARGE: Final = 200 * 44
CHROME: Final = frozenset({"nav", "header", "footer", "search"})
# Labels that say nothing of what will happen: it is said by the dialog or the heading over them.
GENERIC: Final = frozenset({"confirm", "continue", "send", "accept", "next"})
# Of these a payment form makes a payment. "Continue" and "Next" may lead to a review first.
PAYING: Final = frozenset({"confirm", "send", "buy", "checkout", "subscribe", "book"})
HEADING: Final = 160
"""Signs of a dialog's text that are taken for what it is about."""

Reason = tuple[float, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Only:
    """What there is one of, and what there are many of."""

    filled: Option | None
    button: Option | None
    looks: Counter[tuple[str, str]]
    """How often there is which label with which fill."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """An option with what speaks for it and against it."""

    option: Option
    said: Said
    reasons: tuple[Reason, ...]
    danger: str | None = None
    """What cannot be taken back if it is pressed."""
    is_chrome: bool = False
    """It is on every page of the site (header, navigation, footer), or somebody else's."""
    is_repeated: bool = False
    """It is one of many."""

    @property
    def score(self) -> float:
        return sum(points for points, _words in self.reasons)

    @property
    def is_twin(self) -> bool:
        """Another one, in a box like its own, says the very same."""
        return _says_the_same(self.option)

    @property
    def stands_for_rows(self) -> bool:
        """The scan shows one control for the same one of many rows; fewer are links to one place."""
        return self.option.candidate.variants >= ROWS

    @property
    def is_disabled(self) -> bool:
        return self.option.is_disabled

    @property
    def label(self) -> str:
        return self.option.label

    def evidence(self, *, most: int = 5) -> tuple[str, ...]:
        """What speaks for it, the strongest first, in words of ours."""
        told = sorted((reason for reason in self.reasons if reason[0] > 1 and reason[1]), key=lambda reason: -reason[0])
        return tuple(words for _points, words in told[:most])


def weigh(options: Sequence[Option], *, is_scoped: bool = False) -> list[Weighed]:
    """All options, the strongest first. `is_scoped`: the caller has named the part of the page."""
    own = [each for each in options if not _is_chrome(each.looks)]
    only = Only(
        filled=_alone([each for each in own if each.looks.fill == "solid"]),
        # A link that is painted as a button is one to whoever looks at it.
        button=_alone([each for each in own if each.candidate.role == "button" or each.looks.fill == "solid"]),
        looks=Counter((fold(each.label), each.looks.fill) for each in own if each.label),
    )
    weighed = [_weighed(option, only, is_scoped=is_scoped) for option in options]
    return sorted(weighed, key=lambda each: -each.score)


def _alone(options: Sequence[Option]) -> Option | None:
    return options[0] if len(options) == 1 else None


def _weighed(option: Option, only: Only, *, is_scoped: bool) -> Weighed:
    said = said_by(option.label)
    is_chrome = (_is_chrome(option.looks) or option.in_small_frame) and not is_scoped
    is_repeated = _is_repeated(option, said, only)
    reasons = (
        *_looks(option, only),
        *_words(option, said),
        *_form(option),
        *_place(option, is_chrome=is_chrome),
        *_doubts(option.looks, is_repeated=is_repeated),
    )
    return Weighed(
        option=option,
        said=said,
        reasons=reasons,
        danger=_danger(option, said),
        is_chrome=is_chrome,
        is_repeated=is_repeated,
    )


def _looks(option: Option, only: Only) -> list[Reason]:
    candidate, looks = option.candidate, option.looks
    points = FILL[looks.fill]
    if option.is_disabled:
        points = max(points, DISABLED_FILL)
    size = min(1.0, candidate.box.area / LARGE)
    return [
        (8.0 if candidate.role == "button" else 4.0 if candidate.role != "link" else 0.0, "a button"),
        (points, FILL_WORDS[looks.fill]),
        (8.0 * (option is only.filled), "the only filled one"),
        (6.0 * (option is only.button), "the only button"),
        (8.0 * size, "large" if size > 0.6 else ""),
        (2.0 * (looks.font >= 18), "large type"),
        (-6.0 * (looks.is_faded and not option.is_disabled), ""),
    ]


def _words(option: Option, said: Said) -> list[Reason]:
    kind = said.kind
    name = said.danger or next((each.name for each in said.meanings if each.kind == kind), "")
    strength = VERB[kind] if kind is not None else 0.0
    is_mere_link = option.candidate.role == "link" and option.looks.fill == "plain"
    if strength > 0 and (said.is_sentence or is_mere_link):
        strength /= 2
    return [
        (strength, f"verb: {name}"),
        (-6.0 * said.is_sentence, ""),
        (-20.0 * said.is_utility, ""),
        (-18.0 * said.is_elsewhere, ""),
        (-20.0 if not option.label else -10.0 * option.looks.is_bare, ""),
    ]


def _form(option: Option) -> list[Reason]:
    form = option.looks.form
    if form.submits and form.fields > 0:
        return [(18.0, "submits the form") if form.is_first else (12.0, "submits the form")]
    if form.resets:
        return [(-25.0, "")]
    return [(8.0, "beside the fields")] if form.fields > 0 and form.key == 0 else []


def _place(option: Option, *, is_chrome: bool) -> list[Reason]:
    looks = option.looks
    return [
        (6.0 * ("main" in looks.zones), "in the main content"),
        (-8.0 * ("aside" in looks.zones), ""),
        (-40.0 * is_chrome, ""),
        ((10.0 if looks.surface is not None else 4.0) * looks.is_auto, "asks for the focus"),
        # What a page is about is seen at once; the far end of a long page is about something else.
        (-min(20.0, 6.0 * option.screens_away), ""),
    ]


def _doubts(looks: Looks, *, is_repeated: bool) -> list[Reason]:
    # What opens something may still be what the page is about, when it is painted so.
    opening = 6.0 if looks.fill == "solid" else 16.0
    return [
        (-18.0 * looks.in_text, ""),
        (-opening * (looks.opens or looks.toggles), ""),
        (-REPEATED * is_repeated, ""),
    ]


def _is_repeated(option: Option, said: Said, only: Only) -> bool:
    is_common = only.looks[fold(option.label), option.looks.fill] >= COMMON
    return option.candidate.variants >= ROWS or is_common or _says_the_same(option) or _is_card(option, said)


def _says_the_same(option: Option) -> bool:
    return bool(option.label) and any(fold(name) == fold(option.label) for name in option.looks.twins)


def _is_card(option: Option, said: Said) -> bool:
    """One of three plans, of six pictures: another means the same, or two others say as little that is known."""
    others = [said_by(name).names() for name in option.looks.twins]
    if len(others) < 2:
        return False
    own = said.names()
    return any(own & other for other in others) or (not own and sum(not other for other in others) >= 2)


def _is_chrome(looks: Looks) -> bool:
    return looks.surface is None and any(zone in CHROME for zone in looks.zones) and "main" not in looks.zones


def _danger(option: Option, said: Said) -> str | None:
    """By its words, told and shown; by what stands over a word that says nothing; by what it would cost."""
    shown = None if option.looks.is_bare else said_by(option.candidate.text).danger
    if said.danger is not None or shown is not None:
        return said.danger or shown
    names = said.names()
    if said.kind == "dismiss":
        return None
    if names & CHARGING and said.has_amount:
        return "pay"
    if option.looks.form.pays and (names & PAYING):
        return "pay"
    about = f"{option.candidate.group} {(option.looks.surface or '')[:HEADING]}"
    if not said.meanings or names <= GENERIC:
        return min(dangers_in(about), default=None)
    return None

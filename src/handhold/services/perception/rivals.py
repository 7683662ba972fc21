"""Which of those that say a hint it means, where they say it with one another's words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from handhold.adapters.browser.seen import NodeRef
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.identity import called
from handhold.services.perception.ranking import Ranked
from handhold.services.perception.vocabulary import HOLDERS
from handhold.services.perception.wording import Wording, words

Found = tuple[NodeRef, Ranked]
Said = Sequence[tuple[Found, float]]


def without_holders(said: Said, asked: Collection[str]) -> list[tuple[Found, float]]:
    """Without what says it only because a control in it does: a row, or the tab whose name has its "Close" in it."""
    inner = [each for each, _sure in said if each[1].candidate.role not in HOLDERS]
    by_name: dict[tuple[str, ...], list[Found]] = {}
    for each in inner:
        by_name.setdefault(_name(each[1].candidate), []).append(each)
    names = {name: there for name, there in by_name.items() if name and set(name) <= set(asked)}

    def may_be_in(outer: Found) -> Iterator[Found]:
        if outer[1].candidate.role in HOLDERS:
            yield from inner
            return
        own = _name(outer[1].candidate)
        for name, there in names.items():
            if name != own and Wording(" ".join(own)).holds(name):
                yield from there

    return [(each, sure) for each, sure in said if not any(_holds(each, other) for other in may_be_in(each))]


def without_neighbours(said: Said, asked: Collection[str], *, there: Sequence[Found]) -> list[tuple[Found, float]]:
    """Without what is the only one of its name, where the hint also says the name of one of many controls beside it.

    Nobody adds "Email" to "Ann" to say which Ann, but everybody adds "Ann" to say which "Email".
    """
    names = Counter(called(each[1].candidate.fingerprint) for each in there)
    several = {each[0]: each for each, _sure in said if names[called(each[1].candidate.fingerprint)] > 1}
    return [
        (each, sure)
        for each, sure in said
        if each[0] in several or not any(are_neighbours(each, other, asked) for other in several.values())
    ]


def are_neighbours(one: Found, other: Found, asked: Collection[str]) -> bool:
    """Whether the hint says the names of both, and each stands in the row of the other."""
    if one[0].document != other[0].document:
        return False
    first, second = one[1].candidate, other[1].candidate
    mine, theirs = _name(first), _name(second)
    is_said = set(theirs) <= set(asked) and not set(asked).isdisjoint(mine) and set(mine).isdisjoint(theirs)
    return bool(mine and theirs) and is_said and _row(first).holds(theirs) and _row(second).holds(mine)


def _holds(outer: Found, inner: Found) -> bool:
    if outer[0].document != inner[0].document or outer[0] == inner[0]:
        return False
    one, other = outer[1].candidate.box, inner[1].candidate.box
    across = one.x <= other.x and other.x + other.width <= one.x + one.width
    return across and one.y <= other.y and other.y + other.height <= one.y + one.height


def _name(candidate: Candidate) -> tuple[str, ...]:
    return words(called(candidate.fingerprint))


def _row(candidate: Candidate) -> Wording:
    return Wording(f"{candidate.fingerprint.row}\n{candidate.row_text}")

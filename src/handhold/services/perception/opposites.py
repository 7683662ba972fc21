"""Labels that say the opposite of each other: a node that stayed was turned round, another one means another thing."""

from __future__ import annotations

from typing import Final

from handhold.services.perception.vocabulary import OPPOSITES
from handhold.services.perception.wording import words

# Besides those that contradict a hint: another node with the other word is another thing.
_ALSO: Final = (
    "yes/no on/off in/out up/down allow/forbid grant/revoke attach/detach keep/discard save/discard begin/end "
    "back/next closed/opened lock/release login/logout send/request push/pull raise/lower plus/minus "
    "minimize/maximize asc/desc credit/debit long/short bid/ask lend/borrow win/lose pass/fail join/leave "
    "kaufen/verkaufen annehmen/ablehnen genehmigen/ablehnen ja/nein ein/aus offnen/schliessen acheter/vendre "
    "accepter/refuser oui/non comprar/vender aceptar/rechazar aprobar/rechazar si/no"
)
_PAIRS: Final = frozenset(frozenset(pair.split("/")) for pair in _ALSO.split())
# A verb and its opposite; "" where the verb itself has none, as "like" and "unlike".
_PREFIXES: Final = (
    ("", "un"),
    ("", "dis"),
    ("", "de"),
    ("en", "dis"),
    ("en", "de"),
    ("in", "de"),
    ("in", "ex"),
    ("im", "ex"),
    ("up", "down"),
    ("ver", "ent"),
)
_STEM: Final = 3


def are_opposites(one: str, other: str) -> bool:
    """Whether a word of a label went for its opposite."""
    before, now = words(one), words(other)
    lost = [word for word in before if word not in now]
    gained = [word for word in now if word not in before]
    return any(_is_opposite(word, each) for word in lost for each in gained)


def _is_opposite(one: str, other: str) -> bool:
    if frozenset((one, other)) in _PAIRS or _is_turned(one, other) or _is_turned(other, one):
        return True
    return any((one in left and other in right) or (one in right and other in left) for left, right in OPPOSITES)


def _is_turned(verb: str, opposite: str) -> bool:
    return any(
        opposite == turned + verb[len(plain) :]
        for plain, turned in _PREFIXES
        if verb.startswith(plain) and len(verb) - len(plain) >= _STEM
    )

"""The words of a query as a page is asked for them: it compares words, and knows nothing of what they mean."""

from __future__ import annotations

from typing import Final

from handhold.services.perception.query import MOST_TERMS, Query
from handhold.services.perception.signs import signs_for
from handhold.services.perception.vocabulary import STOP_WORDS

MOST_PAGE_WORDS: Final = 40


def words_for_page(query: Query) -> list[str]:
    """Lower-case words for the page's coarse match: as written first, then folded, then synonyms."""
    terms = [*query.terms, *query.literal]
    written = (word for term in terms for word in term.surface)
    spelt = (word for term in terms for phrase in term.spellings for word in phrase)
    similar = (word for term in terms for phrase in term.synonyms for word in phrase)
    # Lower case again: folding turns 𝑨, which has none, into A, which has.
    spoken = [*written, *spelt, *similar]
    words = (word.lower() for word in [*spoken, *(sign for word in spoken[:MOST_TERMS] for sign in signs_for(word))])
    # A little word that is looked for by itself is part of a name: "Plan A".
    meant = {word for term in terms if len(term.surface) == 1 for word in term.surface}
    useful = [word for word in dict.fromkeys(words) if word in meant or word not in STOP_WORDS]
    return (useful or list(dict.fromkeys(_written(query))))[:MOST_PAGE_WORDS]


def _written(query: Query) -> list[str]:
    """The words as the agent wrote them."""
    return [word.lower() for term in query.literal for word in term.surface]

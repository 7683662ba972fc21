"""What a text is about, apart from what it counts: numbers that move on while the thing stays the same.

A number names a thing unless its words say that it counts. These count:

- clocks: "2 min ago", "29 seconds left", "closes in 0:29", "1:02:03", "just now". A time of day is what somebody chose;
- progress: "3 of 10" where nothing is numbered by it ("3 of 10 selected", but "Question 3 of 10" is one question),
  "1–20 of 134", "45 %" except of prices and rates;
- how many: "3 items" where it begins or follows a word that names nothing, "Cart (3)", "Inbox 12", but not the year of
  "Report (2024)" nor the copy of "report (2).pdf";
- sums called so: "Total: 30 €".

All others name: "Order 2", "#17", "Coach 1", "12 Oxford Road". A question asks about all that it names, "Delete 3
items?" too: in it only clocks move on. In a row of a list only clocks do, since its neighbour may be called like it but
for a number.
"""

from __future__ import annotations

import re
from typing import Final

from handhold.services.perception.wording import fold, singular, words

ELLIPSIS: Final = "…"

_NUMBER: Final = r"\d+(?:[.,\u00a0\u202f']\d+)*\+?"
# What comes before a number that is no number of its own: "#3", "A3", "2.3", "1/3".
_FREE: Final = r"(?<![\w#№.,/:\-–])"
_YEAR: Final = r"(?!(?:19|20)\d\d\b)"

_SECONDS: Final = r"(?:s|secs?|seconds?|sek(?:unden?)?|secondes?|segundos?|secondi)"
_UNIT: Final = (
    rf"(?:{_SECONDS}|m|mins?|minutes?|minuten?|minutos?|minuti|h|hrs?|hours?|std|stunden?|heures?|horas?|or[ae]|"
    r"d|days?|tage?n?|jours?|d[ií]as?|giorn[io]|w|wks?|weeks?|wochen?|semaines?|semanas?|"
    r"mo|months?|monate?n?|mois|mes(?:es)?|y|yrs?|years?|jahre?n?|ans?|años?)"
)
_SPAN: Final = rf"(?:\d+|an?|one|a few)\s*{_UNIT}\b\.?(?:[\s,]+(?:and\s+)?\d+\s*{_UNIT}\b\.?)*"
_HANDS: Final = r"\d{1,3}:\d\d(?::\d\d)?"
_TIME: Final = rf"(?:{_HANDS}|{_SPAN})"
_RUNS_OUT: Final = (
    r"(?:expir\w*|ends?|ending|clos(?:es?|ing)|starts?|starting|begins?|refresh\w*|retry\w*|redirect\w*|resend\w*|"
    r"(?:signed|logged|logging|signing|log|sign|timed|times?) out|held|reserved|remaining|elapsed|"
    r"time left|countdown|timer)"
)
_CLOCKS: Final = re.compile(
    rf"""
      (?P<kept>\b{_RUNS_OUT}\b(?:\s\w+)?:?\s+(?:in|for|within)?\s*)(?:{_TIME}|\d+\s\w*{ELLIPSIS})
    | \b(?:just\ now|moments?\ ago|a\ moment\ ago)\b
    | \b(?:vor|il\ y\ a|hace|noch)\s{_TIME}
    | {_FREE}{_TIME}\s*(?:ago|left|remaining|to\ go|elapsed|restantes?|verbleibend|übrig|назад|atrás|fa)\b
    | \bin\s(?:{_HANDS}|\d+\s*{_SECONDS}\b|\d+\s\w*{ELLIPSIS})
    | {_FREE}(?:\d+:\d\d:\d\d|0:\d\d|\d+\s?(?:secs?|seconds?|sekunden|secondes|segundos|secondi))\b(?:\s/\s{_HANDS})?
    """,
    re.IGNORECASE | re.VERBOSE,
)
_GOES_ON: Final = (
    r"(?:selected|completed?|uploaded|downloaded|finished|used|loaded|imported|exported|processed|answered|reviewed|"
    r"checked|saved|scanned|copied|sent|done|shown|read|showing|uploading|downloading|loading|importing|exporting|"
    r"processing|sending|scanning|copying|saving)"
)
_HOLDS: Final = (
    r"(?:inbox|cart|basket|bag|wishlist|notifications|messages|unread|alerts|drafts|results|selected|spam|trash|"
    r"downloads|views|likes|comments|reviews|followers|favou?rites|qty|quantity|count|adults|children|infants|guests|"
    r"nights|warenkorb|panier|carrito|carrello|posteingang|menge|anzahl)"
)
_SUM: Final = (
    r"(?:(?:grand\s|sub-?)?total|balance|summe|gesamt(?:summe|betrag)?|zwischensumme|montant\stotal|totale|suma)"
)
_CURRENCY: Final = r"(?:[€$£¥₹₽]|[A-Z]{3}\b)"
_COUNTS: Final = re.compile(
    rf"""
      [(\[]\s*{_YEAR}{_NUMBER}\s*[)\]](?!\.?\w)
    | (?P<kept>\b{_SUM}(?:\s(?:amount|price|due))?:?\s*){_CURRENCY}?\s?{_NUMBER}(?:\s?{_CURRENCY})?
    | {_FREE}{_NUMBER}\s?[-–]\s?{_NUMBER}\s(?:of|von|de|sur|di)\s{_NUMBER}
    | (?P<doing>(?:^|[.:;,|(]\s*)|\b{_GOES_ON}:?\s){_NUMBER}(?:\s(?:of|out\ of|von|de|sur|di)\s|\s/\s){_NUMBER}\b
    | {_FREE}{_NUMBER}(?:\s(?:of|out\ of)\s|\s?/\s?){_NUMBER}(?=\s{_GOES_ON}\b)
    | (?P<holder>\b{_HOLDS}\s?[:·]?\s?){_YEAR}{_NUMBER}(?![\w.]\w|\w)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PERCENT: Final = re.compile(rf"{_FREE}{_NUMBER}\s?%")
_RATES: Final = frozenset(
    words("off discount save rabatt tax vat mwst rate fee fees tip interest commission share stake coupon")
)
_COUNTED: Final = re.compile(
    rf"(?P<before>\b[^\W\d]+\s)?{_FREE}{_NUMBER}(?P<kind>\s(?:new|unread|open|more|selected|other|total|active|pending|"
    r"unsaved|available|overdue|neue|weitere))?\s(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
# "You have 3 items", but "Lesson 3 exercises".
_UNNAMING: Final = re.compile(
    r"your|you|have|has|with|and|of|all|found|contains|includes|including|added|are|is|in|to|from|for|only|plus|"
    rf"{_HOLDS}|{_GOES_ON}",
    re.IGNORECASE,
)
# Plurals that no final "s" tells.
_PLURALS: Final = frozenset(
    words(
        "people children men women ergebnisse treffer artikel eintrage nachrichten produkte personen elemente dateien "
        "risultati articoli prodotti elementi messaggi"
    )
)
_NAMED_BY_NUMBER: Final = frozenset(
    words(
        "order invoice ticket issue room coach page step question chapter unit flat table gate seat guest bill case "
        "task item row record user account number no nr version volume season episode part lot batch bus line route "
        "train flight bed box floor level building apartment house player team group customer request job run build "
        "bestellung rechnung seite zimmer wagen frage schritt auftrag kunde commande facture chambre pedido factura"
    )
)
# How long something lasts is mostly chosen: "Ban for 3 days".
_PERIOD: Final = re.compile(_UNIT, re.IGNORECASE)
_NAMING_DIGITS: Final = 3
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
_SMALL: Final = re.compile(rf"(?P<before>[^\W\d]+\s)?{_FREE}\d{{1,{_NAMING_DIGITS - 1}}}(?![\w:])", re.IGNORECASE)


def is_another_subject(before: str, now: str, *, more: tuple[str, str] = ("", "")) -> bool:
    """Whether words of a text were exchanged for others; what was only added, dropped or counted on is the same.

    `more`: what else was and is said around, where words may have come from or gone to. There small numbers count, as
    in a stepper, unless something is called by them.
    """
    if (before, more[0]) == (now, more[1]):
        return False
    nouns = _counted_nouns(f"{before} {more[0]}") | _counted_nouns(f"{now} {more[1]}")
    told, tells = _Told.of(before, more[0], nouns), _Told.of(now, more[1], nouns)
    return bool(told.without(tells) and tells.without(told))


def is_same_but_for_clocks(before: str, now: str) -> bool:
    """Whether two texts say the same, and more than the time."""
    one = words(_without_clocks(before))
    return bool(one) and one == words(_without_clocks(now))


class _Told:
    """The words by which a thing is known, and all that are said around them."""

    def __init__(self, known: tuple[str, ...], said: set[str], *, is_cut: bool) -> None:
        self._known = known
        self._said = said
        self._is_cut = is_cut

    @classmethod
    def of(cls, text: str, more: str, nouns: frozenset[str]) -> _Told:
        known = words(_whole(_without_counts(text, nouns)))
        beside = words(_whole(_without_small_numbers(_without_counts(more, nouns))))
        told = tuple(_one_of(word, nouns) for word in known + beside)
        # Other numbers than those that name something may stand there by chance.
        said = {_one_of(word, nouns) for word in words(f"{text} {more}") if not any(map(str.isdigit, word))}
        return cls(told, said.union(told), is_cut=(more or text).endswith(ELLIPSIS))

    def without(self, other: _Told) -> tuple[str, ...]:
        """Its words that the other does not say; what comes last may be pushed out where the other is cut."""
        missing = [word not in other._said for word in self._known]
        if other._is_cut and other._known and other._known[-1] in self._said:
            while missing and missing[-1]:
                missing.pop()
        return tuple(word for word, is_missing in zip(self._known, missing, strict=False) if is_missing)


def _whole(text: str) -> str:
    """Without words that were cut."""
    return re.sub(rf"\S*{ELLIPSIS}", " ", text)


def _without_clocks(text: str) -> str:
    return _CLOCKS.sub(lambda found: f"{found['kept'] or ''} ", text)


def _without_counts(text: str, nouns: frozenset[str]) -> str:
    return " ".join(_sentence_without_counts(one, nouns) for one in _SENTENCE.split(_without_clocks(text)))


def _sentence_without_counts(text: str, nouns: frozenset[str]) -> str:
    if "?" in text:
        return text
    plain = _COUNTS.sub(lambda found: f"{found['kept'] or found['doing'] or found['holder'] or ''} ", text)
    if _RATES.isdisjoint(words(plain)):
        plain = _PERCENT.sub(" ", plain)
    return _COUNTED.sub(lambda found: _uncounted(found, nouns), plain)


def _uncounted(found: re.Match[str], nouns: frozenset[str]) -> str:
    noun = singular(fold(found["noun"]))
    if noun not in nouns or not _may_count(found):
        return found[0]
    return f"{found['before'] or ''}{found['kind'] or ''} {found['noun']}"


def _one_of(word: str, nouns: frozenset[str]) -> str:
    return singular(word) if singular(word) in nouns else word


def _counted_nouns(text: str) -> frozenset[str]:
    """What is counted in the text as several."""
    found = (fold(each["noun"]) for each in _COUNTED.finditer(text) if _may_count(each))
    plurals = (noun for noun in found if (noun in _PLURALS or singular(noun) != noun) and not _PERIOD.fullmatch(noun))
    return frozenset(singular(noun) for noun in plurals)


def _without_small_numbers(text: str) -> str:
    return " ".join(
        one
        if "?" in one
        else _SMALL.sub(lambda found: found[0] if _is_name(found["before"]) else found["before"] or "", one)
        for one in _SENTENCE.split(text)
    )


def _may_count(found: re.Match[str]) -> bool:
    """Whether a number is of many: it begins what is said, or comes after a word that names nothing.

    "12 James Road" is a house.
    """
    before, noun, after = found["before"], found["noun"], found.string[found.end() : found.end() + 2]
    is_proper = noun[0].isupper() and after.strip().isupper()
    return not is_proper and (before is None or _UNNAMING.fullmatch(before.strip()) is not None)


def _is_name(before: str | None) -> bool:
    """Whether what comes before a number is a kind of thing that is known by one."""
    return before is not None and fold(before).strip() in _NAMED_BY_NUMBER

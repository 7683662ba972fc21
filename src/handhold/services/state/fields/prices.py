"""What something costs: price, former price, currency, total."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from handhold.services.state.evidence import Clue, Evidence
from handhold.services.state.extractor import Extractor
from handhold.services.state.money import Money, amount_of, amounts_in
from handhold.services.state.reading import Finding, Found, Missing

TOTAL: Final = re.compile(
    r"^(?:grand |order |cart |basket |your |estimated )?total(?: (?:price|amount|due|to pay|cost|incl.*))?$|"
    r"^(?:amount|balance) due$|^(?:gesamt(?:summe|betrag|preis)?|summe|endsumme|zu zahlen)\b|"
    r"^(?:montant |prix )?total(?: ttc| à payer)?$|^importe total|^totale\b|^totaal\b|^suma\b|^razem\b|^totalt\b|"
    r"^итого|^всего|^合計|^总计|^總計|^합계",
    re.IGNORECASE,
)
OTHER_SUMS: Final = re.compile(
    r"sub-?total|zwischensumme|sous-total|tax|vat|mwst|steuer|tva|iva|shipping|delivery|versand|livraison|envío|"
    r"spedizione|discount|rabatt|remise|saved?\b|you save|sie sparen|gift|deposit|earn|revenue|sales|income|profit|"
    r"balance|refund|per month|/mo\b|fee\b|ex(?:cl)?\.? ?tax",
    re.IGNORECASE,
)
FORMER: Final = re.compile(
    r"\b(?:was|rrp|msrp|list price|regular(?:ly)?|original(?:ly)?|old|before|statt|uvp|vorher|prix conseillé|avant|"
    r"antes|prima|oud|van|ord)\b",
    re.IGNORECASE,
)
FORMER_MARKS: Final = re.compile(
    r"(?:^|[-_\s])(?:old|was|original|regular|list|before|compare|strike|msrp|rrp)(?:$|[-_\s])"
)
PRICE_MARKS: Final = re.compile(
    r"(?:^|[-_\s])(?:price|preis|prix|precio|prezzo|prijs|cena|amount|sale|our-price)(?:$|[-_\s\d])"
)
PRICE_LABEL: Final = re.compile(
    r"\b(?:price|preis|prix|precio|prezzo|preço|prijs|cena|pris|now|jetzt|only|nur)\b|цена|価格|价格", re.IGNORECASE
)
AS_LARGE: Final = 0.85
"""The share of the price's own size from which on another amount is as loud."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """An amount on the page."""

    clue: Clue
    money: Money
    label: str
    score: float = 0.0


def price(evidence: Evidence) -> Finding:
    """What the one thing the page is about costs now."""
    tags = [tag for tag in _tags(evidence) if not _is_former(tag) and _is_a_price(tag)]
    if not tags:
        return Missing(f"no price in {evidence.region}")
    scored = sorted(((_score(tag, evidence, tags), tag) for tag in tags), key=lambda pair: -pair[0])
    best_score, best = scored[0]
    rivals = [score for score, tag in scored if tag.money.amount != best.money.amount]
    lead = best_score - max(rivals, default=0.0)
    if best_score < 1.0 or (rivals and lead < 0.8) or _has_equals(best, tags, evidence):
        return Missing(f"{len(tags)} amounts in {evidence.region}, none of them stands out as the price")
    confidence = min(0.97, 0.62 + 0.06 * best_score + (0.1 if not rivals else min(0.1, 0.05 * lead)))
    return Found(value=best.money.text, confidence=confidence, node=best.clue.node)


def _has_equals(best: Tag, tags: Sequence[Tag], evidence: Evidence) -> bool:
    """Whether other amounts are written as large: plans side by side, figures of a dashboard."""
    if _is_told(best.money, evidence):
        return False
    size = best.clue.number("size") * AS_LARGE
    return any(tag.clue.number("size") >= size and tag.money.amount != best.money.amount for tag in tags)


def price_original(evidence: Evidence) -> Finding:
    """What it cost before: an amount that is crossed out, or called so, beside the price."""
    former = [tag for tag in _tags(evidence) if _is_former(tag)]
    if not former:
        return Missing(f"no former price in {evidence.region}")
    now = price(evidence)
    if isinstance(now, Missing):
        return Missing(f"former prices in {evidence.region}, but no price they belong to")
    beside = [tag for tag in _tags(evidence) if tag.clue.node == now.node]
    near = [tag for tag in former if beside and _gap(tag.clue, beside[0].clue) < 120]
    amounts = {tag.money.amount for tag in near}
    if len(amounts) != 1 or (beside and beside[0].money.amount >= near[0].money.amount):
        return Missing(f"no former price beside the price in {evidence.region}")
    confidence = min(now.confidence, 0.94 if near[0].clue.holds("struck") else 0.82)
    return Found(value=near[0].money.text, confidence=confidence, node=near[0].clue.node)


def currency(evidence: Evidence) -> Finding:
    tags = _tags(evidence)
    if not tags:
        return Missing(f"no amount of money in {evidence.region}")
    signs = {tag.money.currency for tag in tags}
    told = {str(each.get("currency", "")).upper() for each in evidence.structured} - {""}
    if len(signs) > 1:
        now = price(evidence)
        same = [tag for tag in tags if isinstance(now, Found) and tag.clue.node == now.node]
        if not same:
            return Missing(f"amounts of {len(signs)} currencies in {evidence.region}")
        return Found(value=same[0].money.currency, confidence=0.75, node=same[0].clue.node)
    sign = signs.pop()
    if len(told) == 1 and not re.fullmatch(r"[A-Z]{3}", sign):
        return Found(value=told.pop(), confidence=0.9, node=tags[0].clue.node)
    return Found(value=sign, confidence=0.92 if len(tags) > 1 else 0.88, node=tags[0].clue.node)


def total(evidence: Evidence) -> Finding:
    """What is to be paid for everything: an amount that is called so."""
    sums = [tag for tag in _tags(evidence) if _is_a_total(tag.label)]
    if not sums:
        return Missing(f"no amount called a total in {evidence.region}")
    amounts = {tag.money.amount for tag in sums}
    best = sums[-1]
    if len(amounts) > 1:
        return Found(value=best.money.text, confidence=0.55, node=best.clue.node)
    return Found(value=best.money.text, confidence=0.95, node=best.clue.node)


def _is_a_total(label: str) -> bool:
    # What is in brackets says what it includes.
    plain = re.sub(r"\s*\(.*?\)", "", label).strip()
    return bool(TOTAL.search(plain)) and not OTHER_SUMS.search(plain)


def _tags(evidence: Evidence) -> list[Tag]:
    tags: list[Tag] = []
    for clue in evidence.of("prices"):
        text = clue.text("text", limit=160)
        found = list(amounts_in(text))
        for money in found[:2]:
            before = text.partition(money.text)[0].strip(" :–-")
            tags.append(Tag(clue=clue, money=money, label=_label(before) or _label(clue.text("label"))))
    return tags


def _label(text: str) -> str:
    """The last words before an amount, without the marks between."""
    return text.strip().rstrip(":：=*").strip()[-60:]


def _is_former(tag: Tag) -> bool:
    if tag.clue.holds("struck"):
        return True
    return bool(FORMER.search(tag.label[-24:]) or FORMER_MARKS.search(tag.clue.text("marks")))


def _is_a_price(tag: Tag) -> bool:
    if tag.money.amount < 0 or tag.clue.text("part") == "prose":
        return False
    return not OTHER_SUMS.search(tag.label) and not _is_a_total(tag.label)


def _score(tag: Tag, evidence: Evidence, tags: Sequence[Tag]) -> float:
    """How much speaks for an amount being the price of what the page is about."""
    clue = tag.clue
    largest = max(each.clue.number("size") for each in tags)
    speaks: tuple[tuple[bool, float], ...] = (
        (clue.text("prop") in ("price", "lowPrice"), 1.5),
        (bool(PRICE_MARKS.search(clue.text("marks"))), 1.0),
        (bool(PRICE_LABEL.search(tag.label)), 0.8),
        (_is_told(tag.money, evidence), 1.5),
        (clue.number("size") >= max(largest, 18), 0.8),
        (0 <= clue.number("title") < 400, 0.6),
        (0 <= clue.number("buy") < 200, 1.0),
        (clue.number("like") > 1, -1.6),
        (clue.text("part") in ("cell", "choice"), -1.0),
        (clue.text("where") in ("header", "nav", "footer", "aside"), -1.5),
    )
    return sum(weight for holds, weight in speaks if holds)


def _is_told(money: Money, evidence: Evidence) -> bool:
    """Whether the page tells machines the same amount."""
    return any(amount_of(str(each.get("amount", ""))) == money.amount for each in evidence.structured)


def _gap(one: Clue, other: Clue) -> float:
    """Pixels between two boxes."""
    return _apart(one, other, "x", "w") + _apart(one, other, "y", "h")


def _apart(one: Clue, other: Clue, at: str, length: str) -> float:
    first, second = sorted((one, other), key=lambda clue: clue.number(at))
    return max(0.0, second.number(at) - first.number(at) - first.number(length))


PRICES = (
    Extractor(field="price", read=price, families=("prices",)),
    Extractor(field="priceOriginal", read=price_original, families=("prices",)),
    Extractor(field="currency", read=currency, families=("prices",)),
    Extractor(field="total", read=total, families=("prices",)),
)

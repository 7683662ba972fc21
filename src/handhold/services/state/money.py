"""Read amounts of money as people of many countries write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

_CODES: Final = {
    "€": "EUR",
    "£": "GBP",
    "₹": "INR",
    "₩": "KRW",
    "₺": "TRY",
    "₽": "RUB",
    "₴": "UAH",
    "₫": "VND",
    "₪": "ILS",
    "฿": "THB",
    "₱": "PHP",
    "₦": "NGN",
    "us$": "USD",
    "a$": "AUD",
    "c$": "CAD",
    "ca$": "CAD",
    "nz$": "NZD",
    "hk$": "HKD",
    "s$": "SGD",
    "r$": "BRL",
    "mx$": "MXN",
    "chf": "CHF",
    "sfr": "CHF",
    "sfr.": "CHF",
    "zł": "PLN",
    "kč": "CZK",
    "ft": "HUF",
    "lei": "RON",
    "лв": "BGN",
    "лв.": "BGN",
    "руб": "RUB",
    "руб.": "RUB",
    "円": "JPY",
    "元": "CNY",
    "원": "KRW",
    "rm": "MYR",
    "rp": "IDR",
    "rmb": "CNY",
}
"""What a sign stands for where it stands for one currency only: not so $, ¥, kr, Rs and Fr."""
_ISO: Final = (
    "EUR USD GBP JPY CNY CHF AUD CAD NZD SEK NOK DKK ISK PLN CZK HUF RON BGN TRY INR BRL MXN ZAR KRW RUB UAH AED SAR "
    "ILS SGD HKD THB MYR IDR PHP VND NGN EGP ARS CLP COP PEN"
)
_SIGN: Final = (
    r"(?:[A-Z]{1,2}\$|R\$|[$€£¥₹₩₺₽₴₫₪฿₱₦]|"
    r"(?:\b(?:" + _ISO.replace(" ", "|") + r"|SFr\.?|Fr\.|RMB|Rs\.?|RM|Rp)|kr\.?|zł|Kč|Ft|lei|лв\.?|руб\.?|円|元|원)"
    r"(?![^\W\d_]))"
)
_NUMBER: Final = (
    r"\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d{1,2})?(?!\d)|"
    r"\d{1,3}(?:,\d{2})*,\d{3}(?:\.\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,4})?"
)
_TAIL: Final = r"(?:[.,][-–—]{1,2})?"
_MONEY: Final = re.compile(
    rf"(?P<minus>(?<![^\s(])[-−–])?(?:(?P<before>{_SIGN})\s?(?P<one>{_NUMBER}){_TAIL}|(?P<two>{_NUMBER}){_TAIL}\s?(?P<after>{_SIGN}))"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Money:
    """An amount as it was written, and what it comes to."""

    text: str
    amount: Decimal
    sign: str

    @property
    def currency(self) -> str:
        """The ISO code where the sign leaves no doubt, otherwise the sign."""
        return _CODES.get(self.sign.casefold(), self.sign)


def amounts_in(text: str) -> Iterator[Money]:
    """Every amount with a currency in a text, in order."""
    for found in _MONEY.finditer(text):
        number = found["one"] or found["two"]
        amount = amount_of(number)
        if amount is not None:
            sign = (found["before"] or found["after"]).strip()
            minus = -1 if found["minus"] else 1
            yield Money(text=" ".join(found[0].split()), amount=minus * amount, sign=sign)


def amount_of(number: str) -> Decimal | None:
    """A number with points, commas, spaces or apostrophes in it; None for what is none."""
    plain = re.sub(r"[\s'’]", "", number)
    if not re.fullmatch(r"\d[\d.,]*", plain):
        return None
    return Decimal(_with_point(plain).rstrip("."))


def _with_point(plain: str) -> str:
    """The number with a point before what is less than one, and nothing between thousands."""
    last = max(plain.rfind("."), plain.rfind(","))
    if last < 0:
        return plain
    mark, digits_after = plain[last], len(plain) - last - 1
    other = "," if mark == "." else "."
    is_repeated = plain.count(mark) > 1
    # Three digits after the only mark are thousands: 1.299 kr, ¥1,200; prices with a tenth of a cent are rare.
    is_thousands = is_repeated or (digits_after == 3 and other not in plain and plain[:last] != "0")
    if is_thousands:
        return plain.replace(".", "").replace(",", "")
    return plain[:last].replace(other, "").replace(mark, "") + "." + plain[last + 1 :]

"""Which part of a page's text will be the same the next time."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

LONGEST: Final = 120
"""Characters; what is longer is the text of many elements."""
LEAST: Final = 8
"""Characters of a part that still says something."""
_MONTHS: Final = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_CHANGING: Final = re.compile(
    rf"""
      [0-9a-f]{{8}}-[0-9a-f]{{4}}-[0-9a-f-]{{10,}}                 # uuid
    | \b\d{{4}}-\d\d?-\d\d?(T[\d:.Z+-]+)?                          # date
    | \b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b
    | \b\d{{1,2}}\.?\s+({_MONTHS})[a-z]*\.?(\s+\d{{4}})?\b
    | \b({_MONTHS})[a-z]*\.?\s+\d{{1,2}}(,?\s+\d{{4}})?\b
    | \b\d{{1,2}}:\d\d(:\d\d)?(\s*[ap]\.?m\.?)?\b                  # time
    | \b\d+\s+(ms|milliseconds?|seconds?|secs?|minutes?|mins?|hours?|days?)(\s+ago)?\b
    | \bjust\s+now\b
    | \S*\d{{5,}}\S*                                               # numbers of orders, timestamps
    | \b0x[0-9a-f…]+(\.\.\.[0-9a-f]+)?
    | (?<![a-z])(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{{8,}}(?![a-z])    # hashes
    | \[REDACTED\]
    """,
    re.VERBOSE | re.IGNORECASE,
)
_PASSING: Final = re.compile(
    r"\b(loading|please wait|one moment|saving|sending|processing|working)\b|(…|\.\.\.)\s*$", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What will be the same of a text of the page."""

    text: str
    source: str
    """The whole text, as the answer told it."""
    is_whole: bool


def stable(text: str) -> Said | None:
    """The longest part of a text that will be the same; None when none says enough, or the text is no sentence."""
    plain = " ".join(text.split())
    if not plain or len(plain) > LONGEST or _PASSING.search(plain):
        return None
    if not _CHANGING.search(plain):
        return Said(text=plain, source=text, is_whole=True)
    parts = _CHANGING.sub("\0", plain).split("\0")
    longest = max((part.strip(" ,;:-()[]#") for part in parts), key=len)
    return Said(text=longest, source=text, is_whole=False) if len(longest) >= LEAST and " " in longest else None


def is_changing(text: str) -> bool:
    """Whether it holds something that will be another one the next time."""
    return _CHANGING.search(text) is not None

"""Every requirement that has been taken on is named by a test or by docs/scope.md; the list grows with the product."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

OWNED = ((1, 374), (380, 388), (390, 460), (464, 503))
"""Ranges of requirement numbers the product answers for so far."""

FAULTS = {f"F{n:02}" for n in (*range(1, 6), *range(9, 13), *range(36, 47), 48, *range(50, 57))} | {
    f"A{n:02}" for n in range(1, 6)
}


def named_rows() -> set[str]:
    marks = re.compile(r"mark\.rows\((.*?)\)\n", re.DOTALL)
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        for mark in marks.finditer(file.read_text("utf-8")):
            found.update(re.findall(r"\b[RFAM]\d{1,3}\b", mark.group(1)))
    return found


def scoped_rows() -> set[str]:
    return set(_expanded((ROOT / "docs/scope.md").read_text("utf-8")))


def _expanded(text: str) -> Iterator[str]:
    for first, last in re.findall(r"\bR(\d{1,3})(?: to R(\d{1,3}))?", text):
        yield from (f"R{number}" for number in range(int(first), int(last or first) + 1))


def test_every_owned_requirement_is_named() -> None:
    owned = {f"R{number}" for first, last in OWNED for number in range(first, last + 1)}

    missing = sorted(owned - named_rows() - scoped_rows(), key=lambda row: int(row[1:]))

    assert missing == []


def test_every_owned_fault_and_attack_is_injected_by_a_test() -> None:
    assert sorted(FAULTS - named_rows()) == []

"""What a look at this machine can find: a fact, how bad it is, and the way out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from handhold.settings import Loaded


class Level(StrEnum):
    OK = "ok"
    NOTE = "note"
    PROBLEM = "problem"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    level: Level
    fact: str
    fix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is looked at: the settings as they were loaded, and the environment they came from."""

    loaded: Loaded
    environ: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One heading of `handhold doctor` and the look behind it."""

    title: str
    check: Callable[[Subject], Iterable[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    title: str
    findings: tuple[Finding, ...]

    @property
    def has_problems(self) -> bool:
        return any(finding.level is Level.PROBLEM for finding in self.findings)


def examine(subject: Subject, sections: Sequence[Section]) -> list[Examined]:
    return [Examined(title=section.title, findings=tuple(section.check(subject))) for section in sections]


def fine(fact: str) -> Finding:
    return Finding(level=Level.OK, fact=fact)


def note(fact: str, *, fix: str) -> Finding:
    return Finding(level=Level.NOTE, fact=fact, fix=fix)


def problem(fact: str, *, fix: str) -> Finding:
    return Finding(level=Level.PROBLEM, fact=fact, fix=fix)

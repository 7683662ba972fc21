"""Regular expressions from outside, matched in time linear in the text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Protocol, cast

MAX_PATTERN: Final = 200
MAX_INPUT: Final = 10_000
# Counted repetitions multiply: `(.?){1000}` takes 0.6 s on 10,000 characters (9,005 instructions), and one string of a
# pattern below this limit about 0.02 s. A Unicode class such as \pL takes 1,200.
_MAX_PROGRAM: Final = 3_000

_LOOK_AROUND: Final = ("(?=", "(?!", "(?<=", "(?<!")


class _Match(Protocol):
    def group(self, number: int = 0) -> bytes | None: ...


class _Expression(Protocol):
    @property
    def programsize(self) -> int: ...
    @property
    def groups(self) -> int: ...
    def search(self, text: bytes) -> _Match | None: ...


class _Engine(Protocol):
    """What we use of google-re2, which has no type information."""

    error: type[Exception]

    def compile(self, pattern: bytes, options: object) -> _Expression: ...
    def purge(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled expression that ignores case; the empty one matches everything."""

    text: str
    _expression: _Expression = field(repr=False, compare=False)

    @property
    def groups(self) -> int:
        return self._expression.groups

    def matches(self, candidate: str) -> bool:
        """Whether the expression occurs in the first 10,000 characters."""
        return self.search(candidate) is not None

    def first(self, candidate: str) -> str | None:
        """What the expression fits first; None where it fits nothing."""
        return _said(self.search(candidate), 0)

    def search(self, candidate: str) -> _Match | None:
        """Where it fits first."""
        # A page may put lone surrogates into its title; they have no UTF-8.
        return self._expression.search(candidate[:MAX_INPUT].encode("utf-8", "replace"))


def first_group(text: str, candidate: str) -> str | None:
    """What the first group of the expression fits, all of it where it has none; None where it fits nothing."""
    pattern = compile_pattern(text, captures=True)
    found = pattern.search(candidate)
    return _said(found, 1) if pattern.groups else _said(found, 0)


def _said(found: _Match | None, number: int) -> str | None:
    piece = None if found is None else found.group(number)
    return None if piece is None else piece.decode("utf-8", "replace")


def compile_pattern(text: str, *, captures: bool = False) -> Pattern:
    """Compile; ValueError says in plain words what is wrong with the expression."""
    if len(text) > MAX_PATTERN:
        raise ValueError(f"the regular expression has {len(text)} characters; at most {MAX_PATTERN} are allowed")
    # Imported here: start-up does not pay for an engine that few calls need.
    import re2

    engine = cast("_Engine", re2)
    options = re2.Options()
    options.log_errors = False  # the engine would write to stderr
    options.case_sensitive = False
    options.never_capture = not captures
    try:
        expression = engine.compile(text.encode(), options=options)
    except UnicodeEncodeError:
        raise ValueError("the regular expression contains a lone surrogate") from None
    except engine.error as error:
        raise ValueError(_reason(error)) from None
    engine.purge()  # its cache would keep up to 128 expressions of 8 MiB; ours live as long as the call
    if expression.programsize > _MAX_PROGRAM:
        raise ValueError("the regular expression is too large; use smaller repetition counts")
    return Pattern(text, expression)


def _reason(error: Exception) -> str:
    raw: object = error.args[0] if error.args else b""
    said = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)
    kind, _, where = said.partition(": ")
    if kind == "invalid perl operator" and where.startswith(_LOOK_AROUND):
        return f"look-around ({where}…) is not supported: matching must take time linear in the text"
    if kind.startswith("invalid escape sequence") and where[1:2].isdigit():
        return f"back-references ({where}) are not supported: matching must take time linear in the text"
    if kind == "invalid perl operator" and where.startswith("(?P"):
        return "back-references to named groups are not supported: matching must take time linear in the text"
    if kind.startswith("pattern too large"):
        return "the regular expression is too large; use smaller repetition counts"
    return f"not a valid regular expression: {kind}" + (f" {where!r}" if where else "")

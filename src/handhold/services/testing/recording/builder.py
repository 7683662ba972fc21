"""A definition while it grows, step by step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from handhold.services.testing.recording.addresses import origin_of, relative
from handhold.services.testing.recording.evidence import target_of
from handhold.services.testing.recording.names import Names
from handhold.services.testing.recording.taken import Element, Taken, items, members

Step = dict[str, Any]
LABEL: Final = 200
MASK: Final = "[REDACTED]"
"""Stands in arguments where something was named like a secret, and was not kept."""
PATIENCE_MS: Final = 15_000
"""How long a session waits for what it asks for; a step of a test waits less unless it says so."""


@dataclass(slots=True, kw_only=True)
class Builder:
    root: Path
    """Files of a test are below it."""
    begun_at: str = ""
    """Where the session was when the recording began."""
    url: str | None = None
    base: str | None = None
    app: dict[str, Any] | None = None
    names: Names
    steps: list[Step] = field(default_factory=list[Step])
    skipped: int = 0
    """Calls with nothing to do again."""
    warnings: list[str] = field(default_factory=list[str])
    is_over: bool = False
    """The session was ended; what came later belongs to another one."""
    opener: int | None = None
    """Place of the step whose dialog waits for its answer."""

    def add(self, do: str, label: str = "", **members_: Any) -> None:
        """One more step; members without a value are left out."""
        named = {"label": label[:LABEL]} if label else {}
        self.steps.append({"do": do, **named, **{name: each for name, each in members_.items() if each is not None}})

    def act(self, do: str, verb: str, taken: Taken, **members_: Any) -> None:
        """A step on the call's own element; skipped with a word when there is nothing to know that by."""
        target = self.target(taken)
        if target is None:
            self.skip(f"{taken.tool} was left out: nothing tells its element from others")
            return
        self.add(do, f"{verb} {taken.words}".strip(), target=target, **members_)

    def target(self, taken: Taken) -> dict[str, Any] | None:
        """The call's own element."""
        given = _given(taken.args)
        found = target_of(taken.element, given=given)
        outer = members(taken.args.get("within"))
        if found is None or not outer:
            return found
        within = target_of(taken.within, given=_given(outer))
        return found if within is None else {**found, "within": within["by"]}

    def call(self, taken: Taken, *, targets: Mapping[str, Element | None] | None = None, **replaced: Any) -> None:
        """The same tool again, with elements in place of handles."""
        args = {**taken.args, **replaced}
        made: dict[str, Any] = {}
        for name, element in (targets or {}).items():
            args.pop(name, None)
            if (target := target_of(element)) is None:
                self.skip(f"{taken.tool} was left out: nothing tells its element from others")
                return
            made[name] = target
        given = {name: each for name, each in args.items() if name not in replaced or each is not None}
        kept = {name: self._unmasked(name, each) for name, each in given.items()}
        label = f"{taken.tool} {taken.words}" if taken.words else ""
        self.add("tool", label, tool=taken.tool, args=kept or None, targets=made or None)

    def skip(self, warning: str = "") -> None:
        self.skipped += 1
        if warning and warning not in self.warnings:
            self.warnings.append(warning)

    def address(self, url: str) -> str:
        """A URL as the test has it: relative to the first page's."""
        if self.base is None and self.app is None:
            self.base = origin_of(url)
        return relative(url, self.base)

    def begin_on(self, url: str) -> None:
        self.url = self.address(url)

    def restart(self, app: dict[str, Any]) -> None:
        """A launch has a browser of its own: what was done in the one before is no part of it."""
        if self.steps or self.url is not None:
            self.skipped += len(self.steps)
            self.warnings.append("what was done before the launch was left out: the launch began another browser")
        self.url = self.base = self.opener = None
        self.begun_at = ""
        self.steps.clear()
        self.app = app

    def file(self, path: str) -> str | None:
        """A path below the root as definitions have it; None for files elsewhere."""
        real = (self.root / Path(path).expanduser()).resolve()
        root = self.root.resolve()
        return real.relative_to(root).as_posix() if real.is_relative_to(root) else None

    def _unmasked(self, name: str, value: Any) -> Any:
        if value == MASK:
            return self.names.secret("", _spaced(name))
        if told := members(value):
            return {inner: self._unmasked(inner, each) for inner, each in told.items()}
        if listed := items(value):
            return [self._unmasked(name, each) for each in listed]
        return value


def text_of(builder: Builder, taken: Taken, text: str) -> str:
    """What is typed: a reference to a variable or a secret; nothing needs neither."""
    label = _label(taken)
    if taken.secret is not None:
        return builder.names.secret(taken.secret, label)
    return builder.names.variable(label, text) if text else ""


def _label(taken: Taken) -> str:
    """What a field is called, for the name of a variable."""
    element = taken.element
    facts = element.fingerprint if element is not None else None
    told = [element.label if element is not None else ""]
    if facts is not None:
        told += [facts.placeholder, facts.name, facts.test_id, facts.id]
    told += [str(taken.args.get("testId") or "")]
    return next((each for each in told if any(char.isascii() and char.isalnum() for char in each)), "")


def _given(args: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
    """How the caller named the element, where that lasts."""
    named = {"testId": args.get("testId"), "css": args.get("selector")}
    return tuple({kind: value} for kind, value in named.items() if isinstance(value, str))


def _spaced(name: str) -> str:
    return "".join(f" {char}" if char.isupper() else char for char in name)

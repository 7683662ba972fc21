"""Which variables a definition reads and which it has: one that nobody sets is an error before anything runs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from handhold.services.testing.definition.model import TestDef
from handhold.services.testing.definition.problems import Problem, unknown
from handhold.services.testing.definition.steps import CallTool, Extract, Js, Path, UseFlow

# `$${` stands for the characters `${` themselves.
REFERENCE: Final = re.compile(r"(?P<escape>\$?)\$\{(?P<path>[^${}\n]{1,200})\}")
_PART: Final = re.compile(r"(?P<space>vars|env|secrets|case|steps)(?P<rest>[.\[].*)", re.ASCII)
_NAME: Final = re.compile(r"\.(?P<name>[A-Za-z_]\w*)(?P<inner>([.\[].*)?)", re.ASCII)
_STEP: Final = re.compile(r"\[(?P<number>\d{1,4})\]\.result(?P<inner>([.\[].*)?)", re.ASCII)
_INNER: Final = re.compile(r"(\.[A-Za-z_][\w-]*|\[\d{1,6}\])*", re.ASCII)
SPACES: Final = "${vars.NAME}, ${env.NAME}, ${secrets.NAME}, ${case.id}, ${steps[0].result}"
SCRIPTS: Final = frozenset({"js"})
"""Members that hold scripts, in which `${…}` of other names is the script's own."""


def given_by(definition: TestDef) -> frozenset[str]:
    """Variables a test sets by itself."""
    kept = {step.into for _path, step in definition.every_step() if isinstance(step, Extract | Js | CallTool)}
    rows = {name for case in definition.cases for name in case.vars}
    declared = set(definition.vars) | {each.name for each in definition.inputs}
    return frozenset(declared | rows | {name for name in kept if name is not None})


def uses_flows(definition: TestDef) -> bool:
    return any(isinstance(step, UseFlow) for _path, step in definition.every_step())


def unknown_variables(definition: TestDef, *, elsewhere: frozenset[str] | None) -> list[Problem]:
    """References that lead nowhere. `elsewhere` are variables set by flows; None when they are not known."""
    return list(_Reading(definition, elsewhere).problems())


class _Reading:
    def __init__(self, definition: TestDef, elsewhere: frozenset[str] | None) -> None:
        self._definition = definition
        self._names = given_by(definition) | (elsewhere or frozenset())
        self._open = elsewhere is None or definition.cases_file is not None

    def problems(self) -> Iterator[Problem]:
        told = self._definition.to_json()
        for name, value in told.items():
            yield from self._value(value, (name,))
        yield from self._rows()

    def _rows(self) -> Iterator[Problem]:
        """A variable that only some rows give is missing in the others."""
        definition = self._definition
        always = set(definition.vars) | {each.name for each in definition.inputs}
        every = {name for case in definition.cases for name in case.vars} - always
        for number, case in enumerate(definition.cases):
            if missing := sorted(every - case.vars.keys()):
                yield Problem(("cases", number, "vars"), f"gives no {missing[0]!r}, which other rows give")

    def _value(self, value: Any, path: Path) -> Iterator[Problem]:
        if isinstance(value, str):
            yield from self._text(value, path)
        elif isinstance(value, list):
            for number, item in enumerate(cast(list[Any], value)):
                yield from self._value(item, (*path, number))
        elif isinstance(value, Mapping):
            for name, inner in cast(Mapping[str, Any], value).items():
                yield from self._value(inner, (*path, name))

    def _text(self, text: str, path: Path) -> Iterator[Problem]:
        for found in REFERENCE.finditer(text) if "${" in text else ():
            if found["escape"]:
                continue
            part = _PART.fullmatch(found["path"])
            if part is None:
                if path[-1] not in SCRIPTS:
                    yield Problem(
                        path, "unknown variable", f"${{{found['path'][:40]}}}", f"{SPACES}; $${{ for the text"
                    )
                continue
            yield from self._reference(part["space"], part["rest"], path)

    def _reference(self, space: str, rest: str, path: Path) -> Iterator[Problem]:
        if space == "steps":
            yield from self._step(rest, path)
            return
        name = _NAME.fullmatch(rest)
        if name is None or not _INNER.fullmatch(name["inner"]):
            yield Problem(path, "no variable is written like this", f"${{{space}{rest[:40]}}}", SPACES)
            return
        known = self._known(space)
        if known is not None and name["name"] not in known:
            found, allowed = unknown(name["name"], sorted(known))
            says = (
                f"unknown variable {space}.{name['name']}"
                if space != "secrets"
                else f"secret {found} is not named in secrets"
            )
            yield Problem(path, says, "", allowed or f"none: declare it in {_DECLARED[space]}")

    def _known(self, space: str) -> frozenset[str] | set[str] | None:
        """Names in one of the spaces; None when anything may be there."""
        definition = self._definition
        if space == "vars":
            return None if self._open else self._names
        if space == "env":
            return set(definition.env)
        return set(definition.secrets) if space == "secrets" else {"id", "number"}

    def _step(self, rest: str, path: Path) -> Iterator[Problem]:
        named = _STEP.fullmatch(rest)
        if named is None or not _INNER.fullmatch(named["inner"]):
            yield Problem(path, "no step is referred to like this", f"${{steps{rest[:40]}}}", "${steps[0].result.NAME}")
            return
        number = int(named["number"])
        own = path[1] if path[0] == "steps" and isinstance(path[1], int) else len(self._definition.steps)
        if path[0] == "setup" or number >= own:
            yield Problem(path, f"step {number} has not run before this one")


_DECLARED: Final = {"vars": "vars or inputs", "env": "env", "case": "cases", "secrets": "secrets"}

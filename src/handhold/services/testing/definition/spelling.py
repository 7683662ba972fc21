"""Other spellings of a definition made into the one that is stored: short forms, and those of older systems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, cast

from handhold.services.testing.definition.problems import Problem, kind_of, unknown, word
from handhold.services.testing.definition.steps import STEP_KINDS, Path
from handhold.services.testing.definition.targets import KINDS

RENAMED: Final = {
    "before": "setup",
    "after": "teardown",
    "timeout": "timeoutMs",
    "base_url": "baseUrl",
    "timeout_ms": "timeoutMs",
    "step_timeout_ms": "stepTimeoutMs",
    "storage_state": "storageState",
    "cases_file": "casesFile",
}
"""Members of a test that have another name elsewhere."""
LISTS: Final = ("setup", "steps", "teardown")
VERBS: Final = {
    **{kind: kind for kind in STEP_KINDS},
    **{re.sub(r"([A-Z])", r"_\1", kind).lower(): kind for kind in STEP_KINDS},
    "eval": "js",
    "wait": "sleep",
    "run_test": "useFlow",
    "mock_network": "route",
    "console_check": "assert",
    "network_check": "assert",
    "navigate": "goto",
    "dblclick": "click",
    "doubleClick": "click",
}
"""Kinds of steps by every name that is understood."""
_TOOL: Final = re.compile(r"[a-z]+(_[a-z]+)+")
_SEED_VARIABLE: Final = re.compile(r"(?<![\w$])\$(vars|env)\.([A-Za-z_]\w*)", re.ASCII)
_SECRET: Final = re.compile(r"secret://([A-Za-z_]\w{0,63})", re.ASCII)


def members_of(value: object) -> Mapping[str, Any] | None:
    """The value as an object, if it is one."""
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else None


def items_of(value: object) -> list[Any] | None:
    """The value as a list, if it is one."""
    return cast(list[Any], value) if isinstance(value, list) else None


@dataclass(frozen=True, slots=True)
class Placed:
    """A value, and where it was written."""

    value: Any
    at: Path


Body = dict[str, Placed]
"""The members of a step on their way to the stored form."""


@dataclass(slots=True)
class Spelling:
    """One definition. `places` leads from the stored form back to what was sent."""

    tools: frozenset[str] = frozenset()
    places: dict[Path, Path] = field(default_factory=dict[Path, Path])
    problems: list[Problem] = field(default_factory=list[Problem])
    secrets: list[str] = field(default_factory=list[str])

    def test(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        """The whole definition in the form that is stored, as far as it can be made out."""
        body: Body = {}
        for name, value in raw.items():
            if name == "$schema":
                continue
            new = RENAMED.get(name, name)
            if new in body:
                self.problems.append(Problem((name,), f"is the same as {shown_name(body[new].at)}; give one of them"))
            body[new] = Placed(value, (name,))
        for name in LISTS:
            if name in body:
                body[name] = self.steps(body[name], (name,))
        for name, make in (("inputs", self._inputs), ("cases", self._cases), ("secrets", self._secret_names)):
            if name in body:
                body[name] = make(body[name])
        told = cast(dict[str, Any], self._variables(self.put(body, ())))
        if self.secrets:
            named = cast(list[Any], told.get("secrets", []))
            told["secrets"] = [*named, *(name for name in dict.fromkeys(self.secrets) if name not in named)]
        return told

    def steps(self, placed: Placed, new: Path) -> Placed:
        """A list of steps; what is no list is left for the model to complain about."""
        items = items_of(placed.value)
        if items is None:
            return placed
        made = [self.step(Placed(item, (*placed.at, n)), (*new, n)) for n, item in enumerate(items)]
        return Placed(made, placed.at)

    def step(self, placed: Placed, new: Path) -> Any:
        from handhold.services.testing.definition.spelling_steps import spelled

        raw = members_of(placed.value)
        if raw is None:
            self.problems.append(Problem(placed.at, "a step is an object", kind_of(placed.value)))
            return placed.value
        if "do" in raw:
            kind = raw["do"]
            verb = str(kind)
            kind = VERBS.get(verb, verb) if isinstance(kind, str) else kind
            body = {name: Placed(value, (*placed.at, name)) for name, value in raw.items() if name != "do"}
            return self._finished(spelled(self, kind, verb, body, new), kind, placed, new)
        verb = self._verb(raw, placed.at)
        if verb is None:
            return dict(raw)
        kind = VERBS.get(verb, "tool")
        body = self._unfolded(raw, verb, kind, placed.at)
        return self._finished(spelled(self, kind, verb, body, new), kind, placed, new)

    def _finished(self, body: Body, kind: Any, placed: Placed, new: Path) -> dict[str, Any]:
        self.places[new] = placed.at
        self.places[(*new, "do")] = (*placed.at, "do")
        return {"do": kind, **self.put(body, new)}

    def put(self, body: Body, new: Path) -> dict[str, Any]:
        """The members as plain values, with a note of where each was written."""
        for name, placed in body.items():
            self.places.setdefault((*new, name), placed.at)
        return {name: placed.value for name, placed in body.items()}

    def _verb(self, raw: Mapping[str, Any], at: Path) -> str | None:
        """The member that says what the step does."""
        verbs = [name for name in raw if name in VERBS]
        if len(verbs) > 1 and "tool" in verbs:
            verbs = ["tool"]
        if len(verbs) > 1:  # `js` is a member of several kinds, too
            verbs = [name for name in verbs if name != "js"]
        if not verbs:
            verbs = [name for name in raw if name in self.tools or _TOOL.fullmatch(name)]
        if len(verbs) == 1:
            return verbs[0]
        if verbs:
            names = ", ".join(word(name) for name in verbs)
            self.problems.append(Problem(at, "a step does one thing", names, "one of them"))
            return None
        others = [name for name in raw if name not in ("label", "timeoutMs", "timeout", "as", "retry", "soft")]
        found, allowed = unknown(others[0] if others else "", STEP_KINDS)
        self.problems.append(Problem(at, "unknown kind of step", found if others else "none", allowed))
        return None

    def _unfolded(self, raw: Mapping[str, Any], verb: str, kind: str, at: Path) -> Body:
        """`{"label": …, "click": {"selector": …}}` as one level of members."""
        value, here = raw[verb], (*at, verb)
        body: Body = {name: Placed(inner, (*at, name)) for name, inner in raw.items() if name != verb}
        if kind == "tool" and verb != "tool":
            return {**body, "tool": Placed(verb, here), "args": Placed({} if value in (None, True) else value, here)}
        if not isinstance(value, Mapping) or (kind == "if" and "condition" not in value and "then" not in value):
            return {**body, "": Placed(value, here)}
        for name, inner in cast(Mapping[str, Any], value).items():
            # Inside, `label` is the label of the element's field; beside the verb it is what people call the step.
            new = "evidence:label" if name == "label" else name
            if new in body:
                self.problems.append(Problem((*here, name), f"is also given beside {word(verb)}"))
            body[new] = Placed(inner, (*here, name))
        return body

    def _inputs(self, placed: Placed) -> Placed:
        value = placed.value
        if isinstance(value, Mapping):
            named = cast(Mapping[str, Any], value)
            return Placed([{"name": name, "default": default} for name, default in named.items()], placed.at)
        if isinstance(value, list):
            items = cast(list[Any], value)
            return Placed([{"name": item} if isinstance(item, str) else item for item in items], placed.at)
        return placed

    def _cases(self, placed: Placed) -> Placed:
        """Plain rows get their number as id."""
        items = items_of(placed.value)
        if items is None:
            return placed
        rows: list[Any] = []
        for number, row in enumerate(items):
            if isinstance(row, Mapping) and "vars" not in row:
                values = cast(Mapping[str, Any], row)
                rows.append({"id": str(number + 1), "vars": dict(values)})
                self.places[("cases", number, "vars")] = (*placed.at, number)
            else:
                rows.append(row)
        return Placed(rows, placed.at)

    def _secret_names(self, placed: Placed) -> Placed:
        if isinstance(placed.value, Mapping):
            self.problems.append(
                Problem(
                    placed.at,
                    "secrets are named, never given",
                    "an object",
                    "a list of names; values come from HANDHOLD_SECRET_NAME",
                )
            )
            return Placed([], placed.at)
        return placed

    def _variables(self, value: Any) -> Any:
        """`$vars.x` and `secret://x` as `${vars.x}` and `${secrets.x}`, everywhere."""
        if isinstance(value, str):
            if (secret := _SECRET.fullmatch(value)) is not None:
                self.secrets.append(secret[1])
                return f"${{secrets.{secret[1]}}}"
            return _SEED_VARIABLE.sub(r"${\1.\2}", value) if "$" in value else value
        if isinstance(value, list):
            return [self._variables(item) for item in cast(list[Any], value)]
        if isinstance(value, Mapping):
            return {name: self._variables(inner) for name, inner in cast(Mapping[str, Any], value).items()}
        return value


def shown_name(path: Path) -> str:
    return word(path[-1]) if path else ""


EVIDENCE: Final = frozenset({*KINDS, "selector", "test_id", "evidence:label"})
"""Members that name an element, where a target is meant."""

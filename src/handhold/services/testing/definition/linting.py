"""What may be saved but should be better: pauses, brittle targets, tests that assert nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, get_args

from handhold.services.logs.masks import is_secret_code
from handhold.services.testing.definition.acting import (
    Fill,
    Sleep,
    Type,
    WaitFor,
    WaitForFunction,
    WaitForResponse,
    WaitForUrl,
)
from handhold.services.testing.definition.asserting import Getter
from handhold.services.testing.definition.model import TestDef
from handhold.services.testing.definition.steps import Assert, CallTool, Path, Step, UseFlow, shown
from handhold.services.testing.definition.targets import (
    ByCss,
    ByLabel,
    ByPlaceholder,
    ByRole,
    ByTestId,
    ByXpath,
    Target,
)

Rule = Literal["fixed-sleep", "css-only", "no-assertion", "typed-secret", "unknown-flow", "getter-as-script"]
_SECRET: Final = re.compile(r"passw|secret|token|otp|one.?time|cvc|cvv|card|seed|mnemonic|private.?key", re.IGNORECASE)
_REFERENCE_ONLY: Final = re.compile(r"\$\{(secrets|vars|env)\.[^}]+\}")
GETTERS: Final = frozenset(get_args(Getter)) - {"js"}
WAITS: Final = (WaitFor, WaitForUrl, WaitForResponse, WaitForFunction)


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that should be better."""

    rule: Rule
    path: Path
    says: str

    @property
    def sentence(self) -> str:
        return f"{shown(self.path)}: {self.says} ({self.rule})"


def lint(definition: TestDef, *, missing: list[tuple[Path, str]] | None = None) -> list[Finding]:
    """Everything that should be better, in the order of the steps."""
    found = [finding for path, step in definition.every_step() for finding in _of_step(path, step)]
    if not any(_asserts(step) for _path, step in definition.every_step()):
        found.append(
            Finding("no-assertion", ("steps",), "nothing is asserted; the test passes whatever the page shows")
        )
    found += [
        Finding("unknown-flow", (*path, "flow"), f"no test {flow!r} is saved; save it before this one runs")
        for path, flow in missing or []
    ]
    return found


def _of_step(path: Path, step: Step) -> Iterator[Finding]:
    if isinstance(step, Sleep):
        yield Finding("fixed-sleep", path, "a fixed pause is too short or too long; wait for what you mean (waitFor)")
    for name, target in targets_of(step):
        if all(isinstance(each, ByCss | ByXpath) for each in target.by):
            yield Finding(
                "css-only", (*path, *name), "only a selector names the element; add a test id, or role and name"
            )
    if isinstance(step, Assert) and step.get == "js" and step.js in GETTERS:
        says = f'this runs {step.js!r} as a script; for the getter write "do": "assert", "get": "{step.js}"'
        yield Finding("getter-as-script", path, says)
    if isinstance(step, Fill | Type) and _is_secret(step):
        yield Finding("typed-secret", path, "this looks like a secret; name it in secrets and write ${secrets.NAME}")


def targets_of(step: Step) -> Iterator[tuple[Path, Target]]:
    """Every element a step names, with its place in the step."""
    for name in type(step).model_fields:
        value = getattr(step, name)
        if isinstance(value, Target):
            yield (name,), value
    if isinstance(step, CallTool):
        for name, target in step.targets.items():
            yield ("targets", name), target


def _asserts(step: Step) -> bool:
    """Waiting for something asserts it, and a flow may."""
    return isinstance(step, (Assert, UseFlow, *WAITS)) or (isinstance(step, CallTool) and step.tool == "ui_wait_for")


def _is_secret(step: Fill | Type) -> bool:
    text = step.value if isinstance(step, Fill) else step.text
    if not text or _REFERENCE_ONLY.fullmatch(text) or step.target is None:
        return False
    words = [word for each in step.target.by for word in _words(each)]
    return any(_SECRET.search(word) or is_secret_code(word) for word in words)


def _words(evidence: object) -> Iterator[str]:
    match evidence:
        case ByTestId(test_id=word) | ByLabel(label=word) | ByPlaceholder(placeholder=word) | ByCss(css=word):
            yield word
        case ByRole(name=str(word)):
            yield word
        case _:
            return

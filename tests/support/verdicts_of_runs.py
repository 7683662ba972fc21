"""Runs of a saved test over changes to its site, and how often their verdicts are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from handhold.app import App
from handhold.contract import Caller
from tests.support.site_changes import Change

FAILED: Final = frozenset({"failed", "timedOut"})
"""What a test says that the site is wrong; `error` would blame the browser."""


async def told(app: App, tool: str, **arguments: Any) -> dict[str, Any]:
    """The result of a call that must go well. Progress is heard, so that a long run is waited for."""

    async def hear(_done: float, _total: float | None, _message: str) -> None:
        return None

    reply = await app.engine.call(tool, arguments, caller=Caller(key="tester", progress=hear))
    assert reply.ok, f"{tool}: {reply.text}"
    result: dict[str, Any] = reply.envelope["result"]
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What the test said of a changed site."""

    change: Change
    result: Mapping[str, Any]

    @property
    def status(self) -> str:
        return str(self.result["status"])

    @property
    def drift(self) -> Sequence[str]:
        notes: Sequence[str] = self.result.get("drift", ())
        return notes

    @property
    def line(self) -> str:
        where = self.result.get("failed_label") or self.result.get("failed_path") or ""
        notes = f"{len(self.drift)} drift" if self.drift else ""
        return f"{self.change.kind:10} {self.status:8} {notes:8} {self.change.name}  {where}"


@dataclass(frozen=True, slots=True)
class Verdicts:
    judged: Sequence[Judged]

    def __str__(self) -> str:
        return "\n".join(each.line for each in self.judged)

    @property
    def false_passes(self) -> list[str]:
        """Regressions that the test did not see; one it blamed on the browser is none it saw."""
        return [each.line for each in self._of("regression") if each.status not in FAILED]

    @property
    def false_failures(self) -> list[str]:
        return [each.line for each in self._of("harmless") if each.status != "passed"]

    @property
    def silent(self) -> list[str]:
        """Passed by other evidence than the first, without a word."""
        return [each.line for each in self._of("harmless") if each.change.drifts and not each.drift]

    def _of(self, kind: str) -> list[Judged]:
        return [each for each in self.judged if each.change.kind == kind]

"""What is told when a target was not there or not ready in time: how far it got, and what probably kept it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from handhold.services.targets.target import VALUE, Named

if TYPE_CHECKING:
    from handhold.adapters.browser.seeking import Sought

Phase = Literal["wait", "action"]
Cause = Literal["page-closed", "element-not-found", "element-not-actionable", "element-offscreen", "unknown"]

KINDS: Final = {"a11yRef": "ref", "testId": "test id", "selector": "selector"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """What a call may take, and what it took until now."""

    timeout_ms: int
    elapsed_ms: int

    @property
    def words(self) -> str:
        return f"within {self.timeout_ms} ms" if self.timeout_ms else "at the one look that was asked for"


def diagnosis(named: Named, found: Sought, clock: Clock, *, phase: Phase, reason: object = None) -> dict[str, object]:
    """Facts 1.1.10. `reason`: what kept the element from being acted on, where it was aimed at."""
    first = found.first
    return {
        "phase": phase,
        "targetType": named.kind,
        "targetValue": named.value[:VALUE],
        "timeoutMs": clock.timeout_ms,
        "elapsedMs": clock.elapsed_ms,
        "matchCount": found.count,
        "elementFound": first is not None,
        "elementVisible": first.is_visible if first else None,
        "elementEnabled": first.is_enabled if first else None,
        "boundingBox": dict(first.box) if first else None,
        "suspectedCause": _cause(found, reason),
    }


def _cause(found: Sought, reason: object) -> Cause:
    if found.first is None:
        return "element-not-found"
    if reason == "outside":
        return "element-offscreen"
    if reason is not None or not found.first.is_visible or not found.first.is_enabled:
        return "element-not-actionable"
    return "unknown"


def missing(named: Named, within: Named | None, found: Sought, clock: Clock) -> tuple[str, str]:
    """The fact and the move, in our own words."""
    kind = KINDS[named.kind]
    if within is not None and not found.has_parent:
        return f"what it should be within ({KINDS[within.kind]}) did not appear {clock.words}", "Leave `within` out."
    if found.first is None:
        return (
            f"no element with this {kind} appeared {clock.words}",
            "Call mm_describe_screen to see which test ids and refs there are.",
        )
    return (
        f"{found.count} of this {kind} {'is' if found.count == 1 else 'are'} on the page, and none became visible "
        f"{clock.words}",
        "Open what holds it first: a menu, a tab, a section.",
    )

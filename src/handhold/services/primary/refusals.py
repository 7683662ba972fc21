"""Why nothing was pressed, and how to go on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from handhold.errors import TargetAmbiguous, TargetBlocked, TargetNotFound
from handhold.services.perception.candidates import Candidate
from handhold.services.perception.page_text import clean

LABEL: Final = 60
Named = Sequence[tuple[str, Candidate, float]]
WHY: Final[Mapping[str, str]] = {
    "equal": "several controls are about equally strong",
    "repeated": "the same action is offered several times",
    "consent": "the page asks for consent, and what to answer is a decision",
}
ON: Final[Mapping[str, str]] = {
    "equal": "Say in intentHint which is meant, or press one of details.candidates with action_execute.",
    "repeated": "Press the one you mean with action_execute, or give a scope that holds one of them.",
    "consent": 'Give intentHint "accept" or "reject", or press one of details.candidates with action_execute.',
}


def ambiguous(why: str, rivals: Named) -> TargetAmbiguous:
    return TargetAmbiguous(WHY[why], hint=ON[why], details={"candidates": [_told(*each) for each in rivals]})


def not_found(why: str, nearest: Named) -> TargetNotFound:
    details: dict[str, object] = {"candidates": [_told(*each) for each in nearest]} if nearest else {}
    if why == "hint":
        return TargetNotFound(
            "nothing that can be pressed here fits the hint",
            hint='Use other words or another scope; scope "page" looks behind a dialog.',
            details=details,
        )
    return TargetNotFound(
        "nothing here stands out as the action of the page",
        hint="Name it in intentHint, give a scope, or look with ui_scan.",
        details=details,
    )


def disabled(handle: str, candidate: Candidate, *, missing: int) -> TargetBlocked:
    fields = f" {missing} of its form's fields are not valid yet." if missing else ""
    return TargetBlocked(
        f"the action of the page is disabled.{fields}",
        hint="Do what the page asks for first (action_set_state), or wait for it with ui_wait_for.",
        details={"reason": "disabled", **_one(handle, candidate), **({"missing": missing} if missing else {})},
    )


def dangerous(handle: str, candidate: Candidate, danger: str) -> TargetBlocked:
    return TargetBlocked(
        f"the action of the page cannot be taken back ({danger}), and the hint does not name it",
        hint=f'If that is what you want, call again with intentHint "{danger}", or press {handle} with action_execute.',
        details={"reason": "not named", "danger": danger, **_one(handle, candidate)},
    )


def _one(handle: str, candidate: Candidate) -> dict[str, object]:
    return {"elementId": handle, "role": _role(candidate), "label": clean(candidate.label, limit=LABEL)}


def _told(handle: str, candidate: Candidate, relevance: float) -> dict[str, object]:
    near = clean(candidate.group or candidate.fingerprint.near, limit=LABEL)
    return {**_one(handle, candidate), "relevance": relevance, "nearText": near}


def _role(candidate: Candidate) -> str:
    return candidate.role or candidate.tag

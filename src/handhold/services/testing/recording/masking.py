"""Nothing in a definition that is known to be a secret, wherever it came from."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from handhold.services.testing.recording.builder import Builder, Step
from handhold.services.testing.recording.names import Mask
from handhold.services.testing.recording.taken import items, members


@dataclass(frozen=True, slots=True)
class Gone:
    """How many proposed assertions were left out."""

    proposed: int = 0


def without_secrets(builder: Builder, mask: Mask) -> Gone:
    """Take out what the mask would touch: evidence of elements, whole steps, the first URL."""
    kept: list[Step] = []
    proposed = 0
    for step in builder.steps:
        clean = _cleaned(step, mask)
        if clean is not None:
            kept.append(clean)
            continue
        is_proposed = str(step.get("label", "")).startswith("proposed: ")
        proposed += is_proposed
        builder.skip("" if is_proposed else "a step was left out: it holds the value of a secret")
    builder.steps[:] = kept
    if builder.url is not None and mask(builder.url) != builder.url:
        builder.url = None
        builder.warnings.append("the URL of the first page was left out: it holds the value of a secret")
    return Gone(proposed)


def _cleaned(step: Step, mask: Mask) -> Step | None:
    """The step without what the mask would touch; None when it cannot do without."""
    if _is_clean(step, mask):
        return step
    made = dict(step)
    if not _is_clean(made.get("label", ""), mask):
        del made["label"]
    if "target" in made and (target := _target(made["target"], mask)) is not None:
        made["target"] = target
    if "targets" in made:
        made["targets"] = {name: _target(each, mask) or each for name, each in members(made["targets"]).items()}
    return made if _is_clean(made, mask) else None


def _target(target: Any, mask: Mask) -> dict[str, Any] | None:
    told = members(target)
    by = [each for each in items(told.get("by")) if _is_clean(each, mask)]
    return {**told, "by": by} if by else None


def _is_clean(value: Any, mask: Mask) -> bool:
    text = json.dumps(value, ensure_ascii=False)
    return mask(text) == text

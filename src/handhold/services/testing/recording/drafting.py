"""From the calls that were taken to a definition: each tool's own translation, in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from handhold.services.testing.recording import acting, looking, moving, setting, wallet
from handhold.services.testing.recording.builder import Builder
from handhold.services.testing.recording.masking import without_secrets
from handhold.services.testing.recording.names import Mask, Names, written
from handhold.services.testing.recording.proposing import Proposals
from handhold.services.testing.recording.taken import Taken, members

Translation = Callable[[Builder, Taken], None]
Assertions = Literal["proposed", "none"]
STEP_MS: Final = 2_000
"""Of the whole test's time limit, for each step."""
LEAST_MS: Final = 30_000
MOST_MS: Final = 3_600_000
LAUNCH_MS: Final = 120_000

TRANSLATIONS: Final[Mapping[str, Translation]] = {
    "nav_goto": moving.goto,
    "nav_history": moving.history,
    "nav_follow_path": acting.follow,
    "ui_wait_for": looking.wait,
    "action_execute": acting.execute,
    "action_set_state": setting.set_state,
    "action_press": acting.press,
    "state_snapshot": looking.snapshot,
    "pointer_action": acting.point,
    "flow_answer_dialog": acting.answer,
    "flow_invoke_primary_action": acting.primary,
    "tabs_switch": moving.switch_tab,
    "tabs_open": moving.open_tab,
    "tabs_close": moving.close_tab,
    "mm_launch": wallet.launch,
    "mm_cleanup": wallet.cleanup,
    "mm_click": acting.click,
    "mm_type": setting.type_text,
    "mm_wait_for": looking.wait_for_element,
    "mm_navigate": wallet.again,
    "mm_wait_for_notification": wallet.again,
    "mm_switch_to_tab": wallet.again,
    "mm_close_tab": wallet.again,
    "mm_seed_contract": wallet.again,
    "mm_seed_contracts": wallet.again,
}
"""Every tool that does something; the rest only looks."""
READS: Final = frozenset({"ui_wait_for", "state_snapshot", "mm_wait_for"})
"""Of these the changes are of earlier steps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A definition before it is checked."""

    definition: dict[str, Any]
    variables: list[str]
    secrets: list[str]
    proposed: int
    skipped: int
    warnings: list[str]


def is_step(tool: str) -> bool:
    """Whether a call of the tool is something to do again."""
    return tool in TRANSLATIONS


def draft(taken: Sequence[Taken], *, begun_at: str, root: Path, assertions: Assertions, mask: Mask) -> Draft:
    """The definition that does the same again. `mask` hides secrets in a text; what it would touch is left out."""
    builder = Builder(root=root, begun_at=begun_at, names=Names(mask))
    proposals = Proposals(builder)
    for each in taken:
        _translate(builder, proposals, each, wants=assertions == "proposed")
    if builder.url is None and builder.app is None and builder.begun_at and builder.steps:
        builder.begin_on(builder.begun_at)
        builder.warnings.append("the test begins on the page that was open when the recording began")
    if builder.url is not None and not builder.steps:
        builder.add("goto", url=builder.url)
    gone = without_secrets(builder, mask)
    return Draft(
        definition=_definition(builder),
        variables=list(builder.names.variables),
        secrets=list(builder.names.secrets),
        proposed=proposals.count - gone.proposed,
        skipped=builder.skipped,
        warnings=builder.warnings,
    )


def _translate(builder: Builder, proposals: Proposals, taken: Taken, *, wants: bool) -> None:
    if builder.is_over:
        builder.skip("what was done after mm_cleanup was left out: it ended the session")
        return
    late = members(taken.changes.get("since"))
    if builder.steps:
        acting.expect_dialogs(builder, late.get("dialog"), before=_last_act(builder))
        moving.go_on_in(builder, taken.fell_back)
    if wants and builder.steps:
        proposals.late(taken)
    translation = TRANSLATIONS.get(taken.tool)
    if translation is None:
        builder.skip()
        if builder.steps:
            moving.go_on_in(builder, taken.landed)
        return
    begun = len(builder.steps)
    translation(builder, taken)
    if len(builder.steps) > begun:
        acting.expect_dialogs(builder, taken.changes.get("dialog"), before=begun)
        moving.go_on_in(builder, taken.landed)
    if taken.tool in ("nav_goto", "nav_history", "tabs_open", "tabs_switch", "tabs_close"):
        proposals.arrived(str(taken.result.get("url", "")))
    if wants and taken.tool not in READS and builder.steps:
        proposals.after(taken)


def _last_act(builder: Builder) -> int:
    """Place of the last step that does something."""
    acts = [place for place, step in enumerate(builder.steps) if step["do"] not in ("assert", "waitFor", "dialog")]
    return acts[-1] if acts else 0


def _definition(builder: Builder) -> dict[str, Any]:
    names = builder.names
    least = LAUNCH_MS if builder.app is not None else LEAST_MS
    limit = min(MOST_MS, max(least, STEP_MS * len(builder.steps)))
    made: dict[str, Any] = {"url": builder.url, "baseUrl": builder.base, "app": builder.app}
    made |= {"vars": dict(names.variables), "secrets": list(names.secrets)}
    made |= {"timeoutMs": limit if limit > LEAST_MS else None, "steps": builder.steps}
    told = {name: each for name, each in made.items() if each not in (None, {}, [])}
    return {name: written(each) for name, each in told.items()}

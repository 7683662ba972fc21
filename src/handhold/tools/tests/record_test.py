"""Record a test."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import Effect, Observe, PageArgs, Result, SessionNeed, ToolContext, tool
from handhold.contract.testing import GIVEN, TestId
from handhold.services.testing.recording.recordings import Recording

MOST_WARNINGS = 10


class RecordTestArgs(PageArgs):
    action: Literal["start", "stop", "cancel", "status"]
    """stop makes the test"""
    id: TestId | None = None
    """stop: save as"""
    name: Annotated[str, Field(min_length=1, max_length=300)] | None = None
    """Title; id without it"""
    description: Annotated[str, Field(max_length=2_000)] | None = None
    """Purpose"""
    tags: Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=50)] | None = None
    """To choose it by"""
    assertions: Literal["proposed", "none"] = "proposed"
    """From what changed"""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        about = (self.name, self.description, self.tags)
        if self.action != "stop" and (self.id is not None or any(each is not None for each in about)):
            raise ValueError("id, name, description and tags are for stop")
        if self.id is None and any(each is not None for each in about):
            raise ValueError("name, description and tags go with an id")
        return self


class SavedAs(Result):
    id: str
    """The saved test."""
    revision: int
    """Its revision."""


class Recorded(Result):
    recording: bool
    """Whether calls of the session are being recorded now."""
    steps: int
    """Calls to do again so far; of a finished test its steps."""
    skipped: int
    """Calls that only looked, and what could not be made a step of."""
    failed: int
    """Calls that failed, which are not recorded."""
    outline: Annotated[list[str] | None, GIVEN] = None
    """The steps of the finished test in words, in order."""
    definition: Annotated[dict[str, Any] | None, Field(alias="def"), GIVEN] = None
    """The test, when it was not saved; get_test has it otherwise. Ordinary typed text is there as defaults of
    variables, secrets are there by name only."""
    saved: Annotated[SavedAs | None, GIVEN] = None
    """There when it was saved."""
    variables: list[str] = Field(default_factory=list[str])
    """Variables that hold what was typed."""
    secrets: list[str] = Field(default_factory=list[str])
    """Secrets a run needs."""
    proposed: int = 0
    """Assertions among the steps that were made from what changed; look at them before you rely on them."""


@tool(
    title="tests.record",
    family="tests",
    toolset="tests",
    effect=Effect.SAVES,
    session=SessionNeed.LOOKS,
    observe=Observe.NONE,
    budget=None,
    open_world=False,
    recorded=False,
    under_dialog=True,
)
async def record_test(args: RecordTestArgs, ctx: ToolContext) -> Recorded:
    """Make a test of what you do: start, act, stop.

    Example: {"action":"stop","id":"cart","name":"Cart"}
    Tip: without id it is only shown; passwords become secret names.
    """
    if args.action == "start":
        return _counted(ctx.recording.start(), is_on=True)
    if args.action == "status":
        on = ctx.recording.current
        return _counted(on or Recording(), is_on=on is not None)
    if args.action == "cancel":
        gone = ctx.recording.require()
        ctx.recording.end()
        return _counted(gone, is_on=False)
    return await _stopped(args, ctx)


async def _stopped(args: RecordTestArgs, ctx: ToolContext) -> Recorded:
    """What is refused stays recorded, so that it can be stopped again."""
    on = ctx.recording.require()
    made = ctx.recording.draft(args.assertions)
    if args.id is None:
        kept = await ctx.tests.ask(lambda store: store.check(made.definition))
    else:
        id, name = args.id, args.name or args.id
        kept = await ctx.tests.ask(
            lambda store: store.save(id, name, made.definition, description=args.description, tags=args.tags)
        )
    ctx.recording.end()
    findings = [finding.sentence for finding in kept.findings]
    for warning in [*made.warnings, *findings][:MOST_WARNINGS]:
        ctx.warn(warning)
    return Recorded(
        recording=False,
        steps=len(kept.definition.steps),
        skipped=made.skipped,
        failed=on.failed,
        outline=[step.label or step.do for step in kept.definition.steps],
        definition=kept.definition.to_json() if args.id is None else None,
        saved=None if args.id is None else SavedAs(id=kept.id, revision=kept.revision),
        variables=made.variables,
        secrets=list(kept.definition.secrets),
        proposed=made.proposed,
    )


def _counted(recording: Recording, *, is_on: bool) -> Recorded:
    return Recorded(recording=is_on, steps=recording.steps, skipped=recording.skipped, failed=recording.failed)

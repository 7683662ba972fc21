"""Resolve one element."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from handhold.contract import (
    AnyHandleId,
    Args,
    Effect,
    PageArgs,
    PageText,
    RegionArg,
    Result,
    ToolContext,
    handle_seconds,
    region_of,
    tool,
)
from handhold.contract.reply import encode
from handhold.contract.tool import ENVELOPE, SEMANTIC_BUDGET
from handhold.errors import InvalidInput
from handhold.services.perception import ChangeSet, Picked, state_of
from handhold.services.perception.page_text import clean
from handhold.services.sight.verdicts import Recognised

LEAST_LATE, MOST_LATE = 150, 600
"""Bytes of changes before this call; with less room they wait for the next answer."""
Words = Annotated[str, Field(min_length=1, max_length=200)]


class Hint(Args):
    role: Words | None = None
    """Role"""
    name: Words | None = None
    """Name"""
    text: Words | None = None
    """Visible text"""
    near_text: Words | None = None
    """Text close by"""
    region: RegionArg | None = None
    """As in ui_scan"""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.name is None and self.text is None and self.role is None:
            raise ValueError("give name, text or role")
        return self


class UiPickArgs(PageArgs):
    element_id: AnyHandleId | None = None
    """Handle"""
    group: Annotated[str, Field(pattern=r"^g[0-9]{1,6}$")] | None = None
    """groupId"""
    choice: Annotated[int, Field(ge=1)] | Words | None = None
    """Row number or words"""
    hint: Words | Hint | None = None
    """What you mean, in your words"""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        ways = sum(way is not None for way in (self.element_id, self.group, self.hint))
        if ways != 1 or (self.group is None) != (self.choice is None):
            raise ValueError("give exactly one of elementId, group with choice, hint")
        return self


class CanonicalSelector(Result):
    kind: Literal["testId", "role", "css"]
    """What kind of selector."""
    value: PageText
    """The selector; finds this element and no other just now."""


class Bbox(Result):
    x: int
    """Left edge in the viewport, CSS pixels."""
    y: int
    """Top edge."""
    width: int
    """Width."""
    height: int
    """Height."""


class Evidence(Result):
    match: str
    """node, or fingerprint when found again by what it is like; of what is only seen picture, text or caption."""
    score: float
    """How sure, 0 to 1."""
    facts: Annotated[list[str], Field(default_factory=list, exclude_if=lambda facts: not facts)]
    """What agreed, when found by fingerprint."""


class PickedElement(Result):
    element_id: str
    """Handle."""
    role: str
    """Role as the browser tells it."""
    label: PageText
    """Name as the browser tells it."""
    selectors: list[CanonicalSelector]
    """Each tested unique on the live page."""
    bbox: Bbox
    """Where it is."""
    state: str
    """What is unusual: hidden, disabled, covered, checked…"""
    frame: str
    """main, or places of its frames among their siblings."""
    verification_evidence: Evidence
    """Why this is the element."""
    near_text: Annotated[PageText | None, Field(exclude_if=lambda text: text is None)] = None
    """Of what was chosen from a group: what its row says."""
    drawn_on: Annotated[str | None, Field(exclude_if=lambda handle: handle is None)] = None
    """Of what only a picture shows: elementId of what it is drawn on."""
    confidence: Annotated[float | None, Field(exclude_if=lambda sure: sure is None)] = None
    """Of what only a picture shows: how surely it was seen."""
    changes: Annotated[ChangeSet | None, Field(exclude_if=lambda changes: changes is None)] = None
    """`since`: what happened after the previous answer. Left out when nothing did."""


@tool(title="ui.pick", family="ui", effect=Effect.READS, seconds=lambda args: handle_seconds(args.element_id))
async def ui_pick(args: UiPickArgs, ctx: ToolContext) -> PickedElement:
    """Resolve one element to a fresh handle, selectors and place.

    Example: {"hint":"the Pay button"}
    Tip: too vague? The error lists candidates.
    """
    found = await _pick(args, ctx)
    picked = _result(found) if isinstance(found, Picked) else _recognised(found)
    room = SEMANTIC_BUDGET - ENVELOPE - len(encode(picked.model_dump(mode="json")).encode())
    late = await ctx.changing.since(room=min(room, MOST_LATE)) if room > LEAST_LATE else None
    return picked.model_copy(update={"changes": late})


async def _pick(args: UiPickArgs, ctx: ToolContext) -> Picked | Recognised:
    if args.element_id is not None:
        return await ctx.handling.pick(args.element_id)
    if args.group is not None and args.choice is not None:
        return await ctx.perception.pick_choice(args.group, args.choice)
    if isinstance(args.hint, str):
        return await ctx.perception.pick_hint(args.hint)
    hint = args.hint
    if hint is None:
        raise InvalidInput("give exactly one of elementId, group with choice, hint")
    region = await ctx.handling.region(region_of(hint.region))
    # Where only a place is named, what says the same itself is meant before its neighbours.
    says_place_only = not (hint.name or hint.text)
    told = (hint.role, hint.near_text) if says_place_only else (hint.name, hint.text)
    words = " ".join(word for word in told if word)
    roles = (hint.role.casefold(),) if hint.role else ()
    return await ctx.perception.pick_hint(
        words, roles=roles, region=region, near=hint.near_text, says_place_only=says_place_only
    )


def _result(picked: Picked) -> PickedElement:
    candidate, resolved = picked.candidate, picked.resolved
    x, y, width, height = picked.box
    return PickedElement(
        element_id=resolved.handle.id,
        role=candidate.role or candidate.kind or candidate.tag,
        label=clean(candidate.told, limit=120),
        selectors=[CanonicalSelector(kind=each.kind, value=each.value) for each in picked.selectors],
        bbox=Bbox(x=x, y=y, width=width, height=height),
        state=state_of((*candidate.states, *(["hidden"] if candidate.is_hidden else []))),
        frame=picked.frame,
        verification_evidence=Evidence(match=resolved.match, score=resolved.score, facts=list(resolved.evidence)[:6]),
        near_text=clean(picked.row, limit=60) or None,
    )


def _recognised(found: Recognised) -> PickedElement:
    handle, evidence = found.spot.handle, found.spot.evidence
    x, y, width, height = map(round, found.spot.bbox)
    facts = [each for each in (handle.tag, handle.caption) if each]
    return PickedElement(
        element_id=handle.id,
        role=handle.kind,
        label=clean(handle.text, limit=120),
        selectors=[],
        bbox=Bbox(x=x, y=y, width=width, height=height),
        state="",
        frame=found.frame,
        verification_evidence=Evidence(match=evidence.by, score=round(evidence.score, 2), facts=facts),
        drawn_on=found.anchor,
        confidence=handle.confidence,
    )

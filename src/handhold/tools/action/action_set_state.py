"""Bring one field into a state."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, cast

from pydantic import AfterValidator, WithJsonSchema

from handhold.contract import AnyHandleId, Effect, PageArgs, PageText, Result, ToolContext, handle_seconds, tool
from handhold.services.interaction.wanted import MEMBERS, SECRET
from handhold.services.perception import Changes

LONGEST: Final = 100_000
MOST: Final = 200
NAMED: Final = re.compile(re.escape(SECRET) + r"[A-Z][A-Z0-9_]{0,60}")


def _one_state(given: object) -> object:
    """A plain value or one named member. Judged here and not by a union, whose errors name every branch."""
    value = given
    if _is_mapping(given):
        members = cast(Mapping[str, object], given)
        if len(members) != 1 or not members.keys() <= set(MEMBERS):
            raise ValueError(f"give a plain value or exactly one of {', '.join(MEMBERS)}")
        [value] = members.values()
    if value is None or isinstance(value, bool | int | float) or _is_text(value):
        return given
    if _is_list(value):
        items = cast(Sequence[object], value)
        if len(items) <= MOST and all(_is_text(item) for item in items):
            return given
    raise ValueError(f"give text (at most {LONGEST} characters), a number, true, false, null or a list of texts")


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST


State = Annotated[object, AfterValidator(_one_state), WithJsonSchema({})]


class SetStateArgs(PageArgs):
    handle: AnyHandleId
    """elementId, or visualHandleId of a slider"""
    state: State
    """Text, number, true/false, option label(s), date, path; or {text|checked|selected|value|expanded|files}"""


class Set(Result):
    target: PageText
    """Role and name of the element."""
    element_id: str
    """Its handle."""
    strategy: str
    """How it was done: type, set, pointer, keyboard, drag, files; none when it was in that state already."""
    state: dict[str, Any]
    """before and after, as the page shows them; of typed text only length and reformatted."""
    changes: Changes
    """What came of it. "none" if nothing."""


def _hidden(given: dict[str, Any]) -> dict[str, Any]:
    """Typed text is never repeated: only how much of it there was."""
    return {**given, "state": _measured(given["state"])} if "state" in given else given


def _measured(value: Any) -> Any:
    if isinstance(value, Mapping):
        members = cast(Mapping[str, Any], value)
        return {name if name in MEMBERS else "[member]": _measured(each) for name, each in members.items()}
    if isinstance(value, list):
        return [_measured(each) for each in cast(list[Any], value)]
    if isinstance(value, str):
        # A secret given in place of its name does not look like a name.
        return value if NAMED.fullmatch(value) else f"[{len(value)} characters]"
    return value if value is None or isinstance(value, bool) else "[number]"


@tool(
    title="action.setState",
    family="action",
    effect=Effect.ACTS,
    seconds=lambda args: handle_seconds(args.handle),
    sanitize=_hidden,
)
async def action_set_state(args: SetStateArgs, ctx: ToolContext) -> Set:
    """Fill in, check, choose, slide, open or upload: set a field and read it back.

    Example: {"handle":"h3","state":"Ada"}
    Tip: for passwords, secret://NAME.
    """
    done = await ctx.handling.set(args.handle, args.state)
    if done.note:
        ctx.warn(done.note)
    return Set(
        target=done.target,
        element_id=done.element_id,
        strategy=done.strategy,
        state=done.state,
        changes=done.changes,
    )

"""A tool: one decorated function with its two models, and everything the pipeline has to know about it."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, cast, get_type_hints

from pydantic import BaseModel

from handhold.contract.context import ToolContext
from handhold.contract.models import Args
from handhold.contract.reply import ContentBlock
from handhold.contract.schema import compact
from handhold.errors import HandholdError

SEMANTIC_BUDGET: Final = 2048
"""UTF-8 bytes of `content[0].text` that an answer of the semantic family may have."""
ENVELOPE: Final = 300
"""Of these, what the engine keeps for the envelope beside the result."""

Handler = Callable[[Any, ToolContext], Awaitable[BaseModel]]


class Effect(StrEnum):
    """What a call does to the world; becomes the hints a host shows its user."""

    READS = "reads"
    MOVES = "moves"
    ACTS = "acts"
    SAVES = "saves"

    @property
    def annotations(self) -> dict[str, bool]:
        """Only what differs from the protocol's defaults."""
        return {
            Effect.READS: {"readOnlyHint": True},
            Effect.MOVES: {"destructiveHint": False, "idempotentHint": True},
            Effect.ACTS: {},
            Effect.SAVES: {"destructiveHint": False},
        }[self]


class SessionNeed(StrEnum):
    """What a tool needs of the browser session."""

    NONE = "none"
    LOOKS = "looks"
    """Uses the session if one runs, and never starts one."""
    STARTS = "starts"
    """Starts one by itself."""
    RUNNING = "running"
    """Answers `MM_NO_ACTIVE_SESSION` when there is none."""


class Observe(StrEnum):
    """When the page is looked at after a call, for the record and for the caller."""

    NONE = "none"
    DEFAULT = "default"
    CUSTOM = "custom"
    FAILURES = "failures"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The element a call was about, as a record keeps it."""

    test_id: str | None = None
    selector: str | None = None
    a11y_ref: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolSpec:
    """What is known of a tool without importing it; the generated catalogue holds one per tool."""

    name: str
    title: str
    family: str
    toolset: str
    description: str
    input_schema: Mapping[str, Any]
    annotations: Mapping[str, bool]
    deprecated: bool = False

    @property
    def aliases(self) -> tuple[str, ...]:
        """Other spellings a call may use: `nav.goto` and `navGoto` for `nav_goto`."""
        head, *rest = self.name.split("_")
        return (self.title, head + "".join(word.capitalize() for word in rest))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool, whole."""

    spec: ToolSpec
    args: type[Args]
    result: type[BaseModel]
    """A `Result`, or a `RootModel` where the result is a list or null."""
    handler: Handler
    session: SessionNeed
    observe: Observe
    budget: int | None
    time_limit: Callable[[Args], float]
    recorded: bool = True
    under_dialog: bool = False
    """Works although a dialog holds the page."""
    blocks_of: Callable[[Any], tuple[ContentBlock, ...]] | None = None
    """More content for hosts that display text, made of the result."""
    classify_error: Callable[[HandholdError], HandholdError] | None = None
    target_of: Callable[[Args], Target | None] | None = None
    sanitize: Callable[[dict[str, Any]], dict[str, Any]] | None = None

    @property
    def name(self) -> str:
        return self.spec.name


def tool(
    *,
    title: str,
    family: str,
    effect: Effect,
    toolset: str = "core",
    session: SessionNeed = SessionNeed.STARTS,
    observe: Observe = Observe.CUSTOM,
    budget: int | None = SEMANTIC_BUDGET,
    seconds: float | Callable[[Any], float] = 15.0,
    open_world: bool = True,
    deprecated: bool = False,
    recorded: bool = True,
    under_dialog: bool = False,
    blocks_of: Callable[[Any], tuple[ContentBlock, ...]] | None = None,
    classify_error: Callable[[HandholdError], HandholdError] | None = None,
    target_of: Callable[[Any], Target | None] | None = None,
    sanitize: Callable[[dict[str, Any]], dict[str, Any]] | None = None,
) -> Callable[[Handler], Tool]:
    """Make a tool of `async def name(args: SomeArgs, ctx: ToolContext) -> SomeResult`.

    Name, schemas and description derive from the function: its name, its models, its docstring (one line, then an
    example and tips). `seconds` is the call's own time limit, a number or a function of the arguments.
    """

    def decorate(function: Handler) -> Tool:
        hints = get_type_hints(function)
        args, result = cast(type[Args], hints["args"]), cast(type[BaseModel], hints["return"])
        annotations = {**effect.annotations, **({} if open_world else {"openWorldHint": False})}
        description = inspect.cleandoc(function.__doc__ or "")
        spec = ToolSpec(
            name=function.__name__,
            title=title,
            family=family,
            toolset=toolset,
            description=f"[deprecated] {description}" if deprecated else description,
            input_schema=compact(args.model_json_schema()),
            annotations=annotations,
            deprecated=deprecated,
        )
        return Tool(
            spec=spec,
            args=args,
            result=result,
            handler=function,
            session=session,
            observe=observe,
            budget=budget,
            time_limit=_limit(seconds),
            recorded=recorded,
            under_dialog=under_dialog,
            blocks_of=blocks_of,
            classify_error=classify_error,
            target_of=target_of,
            sanitize=sanitize,
        )

    return decorate


def _limit(seconds: float | Callable[[Any], float]) -> Callable[[Args], float]:
    if callable(seconds):
        return seconds
    return lambda _args: seconds

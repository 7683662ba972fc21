"""Every kind of step: what reads, asserts and leads through the others, and the union that `do` tells apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, Self, get_args

from pydantic import Field, model_validator

from handhold.services.testing.definition import acting
from handhold.services.testing.definition.acting import BaseStep
from handhold.services.testing.definition.asserting import Condition, Polling
from handhold.services.testing.definition.parts import Id, Json, Name, Script
from handhold.services.testing.definition.targets import Target

ToolName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Steps = Annotated[tuple["Step", ...], Field(min_length=1, max_length=2_000)]
MaybeSteps = Annotated[tuple["Step", ...], Field(max_length=2_000)]


class Extract(BaseStep):
    """Keeps something of the page in a variable."""

    do: Literal["extract"]
    into: Annotated[Name, Field(alias="as")]
    """Variable"""
    get: Literal["text", "value", "attribute", "count", "url", "title", "js"]
    """What is read"""
    target: Target | None = None
    """Element, for getters about one"""
    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Attribute"""
    js: Script | None = None
    """Expression; gets the target's element as `element`"""
    matches: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Regular expression; its first group, else the match, is kept"""

    @model_validator(mode="after")
    def _readable(self) -> Self:
        if self.get in ("text", "value", "attribute", "count") and self.target is None:
            raise ValueError(f"getter {self.get!r} needs a target")
        if self.get == "attribute" and self.name is None:
            raise ValueError("getter 'attribute' needs name")
        if self.get == "js" and self.js is None:
            raise ValueError("getter 'js' needs js")
        return self


class Screenshot(BaseStep):
    do: Literal["screenshot"]
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,60}$")]
    """Name of the picture among the evidence"""
    target: Target | None = None
    """Element; the page without it"""
    mask: Annotated[tuple[Target, ...], Field(max_length=50)] = ()
    """Elements painted over"""
    full_page: bool = False
    """Whether all of the page is taken, not only what is in view"""


class Assert(Condition, Polling, BaseStep):
    """Must hold within its time. Assertions are never healed."""

    do: Literal["assert"]
    soft: bool = False
    """Whether the test goes on when it does not hold; it fails all the same"""


class Js(BaseStep):
    """Runs an expression in the page; the way out when nothing else fits."""

    do: Literal["js"]
    js: Script
    """Expression or function body"""
    into: Annotated[Name | None, Field(alias="as")] = None
    """Variable for its value"""


class CallTool(BaseStep):
    """Calls one of Handhold's own tools."""

    do: Literal["tool"]
    tool: ToolName
    """Its name"""
    args: dict[str, Json] = Field(default_factory=dict)
    """Its arguments, without handles"""
    targets: dict[str, Target] = Field(default_factory=dict)
    """Arguments that are handles: the element each of them must be"""
    into: Annotated[Name | None, Field(alias="as")] = None
    """Variable for its result"""

    @model_validator(mode="after")
    def _once(self) -> Self:
        if twice := sorted(self.args.keys() & self.targets.keys()):
            raise ValueError(f"{twice[0]} is given in args and in targets")
        return self


class Group(BaseStep):
    do: Literal["group"]
    name: Annotated[str, Field(min_length=1, max_length=300)]
    """What the steps are about"""
    steps: Steps
    """Steps in order"""


class If(BaseStep):
    do: Literal["if"]
    condition: Condition
    """Looked at once"""
    then: Steps
    """Steps when it holds"""
    otherwise: Annotated[MaybeSteps, Field(alias="else")] = ()
    """Steps when it does not"""


class Repeat(BaseStep):
    do: Literal["repeat"]
    times: Annotated[int, Field(ge=1, le=1_000)] | None = None
    """How often"""
    while_: Annotated[Condition | None, Field(alias="while")] = None
    """As long as this holds"""
    at_most: Annotated[int, Field(ge=1, le=1_000)] = 100
    """Rounds after which `while` fails"""
    steps: Steps
    """Steps of a round"""

    @model_validator(mode="after")
    def _ends(self) -> Self:
        if (self.times is None) == (self.while_ is None):
            raise ValueError("needs exactly one of times and while")
        return self


class UseFlow(BaseStep):
    """Runs the steps of another saved test; variables are shared."""

    do: Literal["useFlow"]
    flow: Id
    """Id of the saved test"""
    args: dict[str, Json] = Field(default_factory=dict)
    """Variables set before it"""


Step = Annotated[
    acting.Goto
    | acting.Back
    | acting.Forward
    | acting.Reload
    | acting.NewTab
    | acting.SwitchTab
    | acting.CloseTab
    | acting.SetViewport
    | acting.Emulate
    | acting.Click
    | acting.Fill
    | acting.Type
    | acting.Press
    | acting.Check
    | acting.Uncheck
    | acting.Select
    | acting.Hover
    | acting.Focus
    | acting.Drag
    | acting.Scroll
    | acting.Upload
    | acting.Dialog
    | acting.WaitFor
    | acting.WaitForUrl
    | acting.WaitForResponse
    | acting.WaitForFunction
    | acting.Sleep
    | acting.Route
    | Extract
    | Screenshot
    | Assert
    | Js
    | CallTool
    | Group
    | If
    | Repeat
    | UseFlow,
    Field(discriminator="do"),
]

for _holder in (Group, If, Repeat):  # they hold steps, which are defined only now
    _holder.model_rebuild()

STEP_MODELS: tuple[type[BaseStep], ...] = get_args(get_args(Step)[0])
STEP_KINDS: dict[str, type[BaseStep]] = {
    get_args(model.model_fields["do"].annotation)[0]: model for model in STEP_MODELS
}
"""Every kind of step by its name."""

Path = tuple[int | str, ...]


def walk(steps: tuple[Step, ...], path: Path) -> Iterator[tuple[Path, Step]]:
    """Every step with its path, those within others after the one they are in."""
    for number, step in enumerate(steps):
        here = (*path, number)
        yield here, step
        for name, inner in inside(step):
            yield from walk(inner, (*here, name))


def inside(step: Step) -> tuple[tuple[str, tuple[Step, ...]], ...]:
    """The lists of steps within a step, by their names."""
    match step:
        case Group() | Repeat():
            return (("steps", step.steps),)
        case If():
            return (("then", step.then), ("else", step.otherwise))
        case _:
            return ()


def shown(path: Path) -> str:
    """A path as people write it: `steps[2].target.by[0]`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")

"""Steps that go somewhere, act on an element, or wait: one model for each kind, told apart by `do`."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from handhold.services.testing.definition.parts import (
    Json,
    Milliseconds,
    Part,
    Pixels,
    RepositoryPath,
    Script,
    Text,
    Url,
    Words,
)
from handhold.services.testing.definition.targets import Target

Modifier = Literal["Alt", "Control", "Meta", "Shift", "ControlOrMeta"]


class BaseStep(Part):
    """What every step may have."""

    label: Annotated[str, Field(min_length=1, max_length=300)] | None = None
    """What people call this step"""
    timeout_ms: Milliseconds | None = None
    """Its own time limit; 0 looks once and does not wait; the test's `stepTimeoutMs` without it"""


class OnTarget(BaseStep):
    target: Target
    """Element"""


class Goto(BaseStep):
    do: Literal["goto"]
    url: Url
    """Where to; may be relative to the base URL"""
    wait_until: Literal["load", "commit", "domcontentloaded", "quiet"] = "load"
    """When the page counts as open"""


class Back(BaseStep):
    do: Literal["back"]


class Forward(BaseStep):
    do: Literal["forward"]


class Reload(BaseStep):
    do: Literal["reload"]


class NewTab(BaseStep):
    do: Literal["newTab"]
    url: Url | None = None
    """What it opens"""


class TabStep(BaseStep):
    url: Url | None = None
    """Glob of its URL"""
    title: Words | None = None
    """Part of its title"""
    index: Annotated[int, Field(ge=0, le=999)] | None = None
    """Its place, from 0, in the order of opening"""

    @property
    def ways(self) -> int:
        """In how many ways the tab is told."""
        return sum(each is not None for each in (self.url, self.title, self.index))


class SwitchTab(TabStep):
    do: Literal["switchTab"]

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.ways != 1:
            raise ValueError("needs exactly one of url, title and index")
        return self


class CloseTab(TabStep):
    """Closes the current tab when none is named."""

    do: Literal["closeTab"]

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if self.ways > 1:
            raise ValueError("takes only one of url, title and index")
        return self


class SetViewport(BaseStep):
    do: Literal["setViewport"]
    width: Pixels
    """CSS pixels"""
    height: Pixels
    """CSS pixels"""


class Place(Part):
    latitude: Annotated[float, Field(ge=-90, le=90)]
    """Degrees"""
    longitude: Annotated[float, Field(ge=-180, le=180)]
    """Degrees"""


class Emulate(BaseStep):
    do: Literal["emulate"]
    color_scheme: Literal["light", "dark", "no-preference"] | None = None
    """What prefers-color-scheme answers"""
    reduced_motion: Literal["reduce", "no-preference"] | None = None
    """What prefers-reduced-motion answers"""
    media: Literal["screen", "print"] | None = None
    """CSS media"""
    offline: bool | None = None
    """Whether the network is gone"""
    geolocation: Place | None = None
    """Where the browser is"""


class Spot(Part):
    x: Annotated[float, Field(ge=0, le=20_000)]
    """CSS pixels from the element's left"""
    y: Annotated[float, Field(ge=0, le=20_000)]
    """CSS pixels from the element's top"""


class Click(OnTarget):
    do: Literal["click"]
    button: Literal["left", "right", "middle"] = "left"
    """Mouse button"""
    count: Annotated[int, Field(ge=1, le=3)] = 1
    """2 is a double click"""
    modifiers: tuple[Modifier, ...] = ()
    """Keys held meanwhile"""
    position: Spot | None = None
    """Where on the element; its middle without it"""


class Fill(OnTarget):
    do: Literal["fill"]
    value: Text
    """What the field holds afterwards"""


class Type(BaseStep):
    do: Literal["type"]
    target: Target | None = None
    """Field; without it what has the focus"""
    text: Text
    """Typed key by key, after what is there"""
    delay_ms: Annotated[int, Field(ge=0, le=5_000)] = 0
    """Pause between keys"""


class Press(BaseStep):
    do: Literal["press"]
    target: Target | None = None
    """Element; without it what has the focus"""
    keys: Annotated[str, Field(min_length=1, max_length=100)]
    """Such as Enter or Control+A"""


class Check(OnTarget):
    do: Literal["check"]


class Uncheck(OnTarget):
    do: Literal["uncheck"]


class Option(Part):
    value: Text | None = None
    """Its value"""
    label: Words | None = None
    """Text it shows"""
    index: Annotated[int, Field(ge=0, le=9_999)] | None = None
    """Its place, from 0"""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if sum(each is not None for each in (self.value, self.label, self.index)) != 1:
            raise ValueError("needs exactly one of value, label and index")
        return self


class Select(OnTarget):
    do: Literal["select"]
    options: Annotated[tuple[Option, ...], Field(min_length=1, max_length=200)]
    """What is chosen afterwards"""


class Hover(OnTarget):
    do: Literal["hover"]


class Focus(OnTarget):
    do: Literal["focus"]


class Drag(OnTarget):
    do: Literal["drag"]
    to: Target
    """Where it is dropped"""


class Scroll(BaseStep):
    do: Literal["scroll"]
    target: Target | None = None
    """Element to bring into view, or the one that scrolls when x, y or to is given"""
    to: Literal["top", "bottom"] | None = None
    """An end"""
    x: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None
    """CSS pixels to the right"""
    y: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None
    """CSS pixels down"""

    @model_validator(mode="after")
    def _somewhere(self) -> Self:
        if self.target is None and self.to is None and self.x is None and self.y is None:
            raise ValueError("needs a target, to, x or y")
        return self


class Upload(OnTarget):
    do: Literal["upload"]
    files: Annotated[tuple[RepositoryPath, ...], Field(max_length=50)]
    """Files of the repository; an empty list clears the field"""


class Dialog(BaseStep):
    """How the next dialog is answered; stands before the step that opens it."""

    do: Literal["dialog"]
    accept: bool
    """Whether it is accepted"""
    text: Text | None = None
    """What a prompt is answered with"""


class WaitFor(OnTarget):
    do: Literal["waitFor"]
    state: Literal["visible", "hidden", "attached", "detached", "enabled", "stable"] = "visible"
    """What it must become"""


class WaitForUrl(BaseStep):
    do: Literal["waitForUrl"]
    url: Url
    """Glob of the URL"""


class WaitForResponse(BaseStep):
    do: Literal["waitForResponse"]
    url: Url
    """Glob of its URL"""
    method: Annotated[str, Field(pattern=r"^[A-Z]{3,10}$")] | None = None
    """Method of the request"""
    status: Annotated[int, Field(ge=100, le=599)] | None = None
    """Status it must have"""


class WaitForFunction(BaseStep):
    do: Literal["waitForFunction"]
    js: Script
    """Expression that becomes truthy"""


class Sleep(BaseStep):
    """A fixed pause. The linter asks for a wait instead."""

    do: Literal["sleep"]
    ms: Milliseconds
    """How long"""


class Fulfil(Part):
    status: Annotated[int, Field(ge=100, le=599)] = 200
    """Status of the answer"""
    body: Json = None
    """A text as it is; anything else as JSON"""
    headers: dict[str, str] = Field(default_factory=dict)
    """Headers of the answer"""
    delay_ms: Annotated[int, Field(ge=0, le=60_000)] = 0
    """Pause before the answer"""


class Route(BaseStep):
    """Answers requests in the server's place; the first rule that fits wins."""

    do: Literal["route"]
    url: Url
    """Glob: `*` is anything without a slash, `**` is anything"""
    method: Annotated[str, Field(pattern=r"^[A-Z]{3,10}$")] | None = None
    """Method of the requests"""
    fulfil: Fulfil | None = None
    """The answer"""
    abort: bool = False
    """Whether they fail instead"""
    har: RepositoryPath | None = None
    """Answers recorded in a HAR file"""

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if sum((self.fulfil is not None, self.abort, self.har is not None)) != 1:
            raise ValueError("needs exactly one of fulfil, abort and har")
        return self

"""One call as a recording keeps it: what it takes to do it again, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from handhold.services.perception.candidates import Fingerprint
from handhold.services.testing.recording.volatile import Said

TYPED_SECRET: Final = ""
"""Name of a secret that was typed and not named."""

How = Literal["press", "hover", "key", "edge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """What a call was about. `role` and `label` are as the page tells them; `seen` is what a picture showed of it."""

    role: str = ""
    label: str = ""
    fingerprint: Fingerprint | None = None
    seen: str = ""


@dataclass(frozen=True, slots=True)
class Walked:
    """An element that a path led through, and how."""

    element: Element
    how: How


@dataclass(frozen=True, slots=True)
class TabPlace:
    """A tab by its place among those that were open, in the order of opening, with the URLs of all of them."""

    place: int
    urls: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A call that went well. Arguments hold typed text and are shown nowhere; of a secret only its name is kept."""

    tool: str
    args: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    result: Mapping[str, Any] = field(default_factory=dict[str, Any], repr=False)
    element: Element | None = None
    """What was acted on."""
    within: Element | None = None
    """What it was looked for in."""
    others: Mapping[str, Element] = field(default_factory=dict[str, Element], repr=False)
    """Elements that the answer names, by their handles."""
    walked: tuple[Walked, ...] = ()
    said: tuple[Said, ...] = ()
    """What came up on the page and stood there in one place only."""
    secret: str | None = None
    """Name of the secret that was typed."""
    tab: TabPlace | None = None
    """The tab that was named."""
    fell_back: TabPlace | None = None
    """Where the session was when it began, because the tab of the call before had closed meanwhile."""
    landed: TabPlace | None = None
    """Where the session was afterwards, because its tab had closed."""
    profile: str = ""
    """Of what was launched."""
    output: str = ""
    """Where that profile has its extension."""

    @property
    def changes(self) -> Mapping[str, Any]:
        """What the answer says has changed; empty when it says nothing."""
        return members(self.result.get("changes"))

    @property
    def words(self) -> str:
        """Role and name of the element, for people."""
        told = self.result.get("target")
        if self.element is None:
            return told if isinstance(told, str) else ""
        name = self.element.label or self.element.seen
        return f'{self.element.role} "{name[:80]}"'.strip() if name else self.element.role


def members(value: object) -> Mapping[str, Any]:
    """The value as an object; an empty one for anything else."""
    return cast(Mapping[str, Any], value) if isinstance(value, Mapping) else {}


def items(value: object) -> list[Any]:
    """The value as a list; an empty one for anything else."""
    return cast(list[Any], value) if isinstance(value, list) else []

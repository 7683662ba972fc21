"""What can be asked of a page and what the answer must be; the same for assertions, conditions and loops."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from handhold.services.testing.definition.parts import Json, Level, Milliseconds, Part, RepositoryPath, Script, Url
from handhold.services.testing.definition.targets import Target

Getter = Literal[
    "visible",
    "hidden",
    "checked",
    "enabled",
    "editable",
    "focused",
    "inViewport",
    "text",
    "value",
    "attribute",
    "class",
    "css",
    "role",
    "accessibleName",
    "ariaSnapshot",
    "count",
    "url",
    "title",
    "js",
    "console",
    "failedRequests",
    "response",
    "download",
    "screenshot",
    "variable",
]
Operator = Literal[
    "==", "!=", "contains", "notContains", "startsWith", "endsWith", "matches", "<", "<=", ">", ">=", "truthy"
]

STATES: Final = frozenset({"visible", "hidden", "checked", "enabled", "editable", "focused", "inViewport"})
"""Getters that answer true or false."""
NUMBERS: Final = frozenset({"count", "console", "failedRequests"})
"""Getters that answer with a number."""
OF_AN_ELEMENT: Final = STATES | {
    "text",
    "value",
    "attribute",
    "class",
    "css",
    "role",
    "accessibleName",
    "ariaSnapshot",
    "count",
}
WITHOUT_AN_ELEMENT: Final = frozenset({"url", "title", "console", "failedRequests", "response", "download", "variable"})
"""Getters about something else than an element; the rest (`js`, `screenshot`) may have one."""
NEEDED: Final = {
    "attribute": "name",
    "css": "name",
    "variable": "name",
    "js": "js",
    "response": "url",
    "screenshot": "picture",
}
"""What a getter cannot do without, beside a target."""
PARTICULAR: Final = {
    "name": {"attribute", "css", "variable"},
    "js": {"js"},
    "url": {"response", "failedRequests"},
    "levels": {"console"},
    "picture": {"screenshot"},
}
"""Members that mean something to these getters only."""
COMPARING: Final = frozenset({"<", "<=", ">", ">="})
OF_TEXT: Final = frozenset({"contains", "notContains", "startsWith", "endsWith", "matches"})


class Condition(Part):
    """A getter, an operator and what is expected; asked again until it holds or its time is over."""

    get: Getter
    """What is looked at"""
    target: Target | None = None
    """Element, for getters about one"""
    name: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    """Attribute, CSS property or variable"""
    js: Script | None = None
    """Expression, for getter js; gets the target's element as `element`"""
    url: Url | None = None
    """Glob of the response's URL"""
    levels: Annotated[tuple[Level, ...], Field(min_length=1)] = ("error",)
    """Console levels that are counted"""
    picture: RepositoryPath | None = None
    """Picture the page or element must look like"""
    operator: Operator = "=="
    """How they are compared"""
    expected: Json = None
    """What it is compared with; true for states"""
    negated: Annotated[bool, Field(alias="not")] = False
    """Holds when it does not hold otherwise"""

    @model_validator(mode="after")
    def _means_something(self) -> Self:
        if self.get in OF_AN_ELEMENT and self.target is None:
            raise ValueError(f"getter {self.get!r} needs a target")
        if self.get in WITHOUT_AN_ELEMENT and self.target is not None:
            raise ValueError(f"getter {self.get!r} is not about an element; leave target out")
        needed = NEEDED.get(self.get)
        given = {"name": self.name, "js": self.js, "url": self.url, "picture": self.picture}
        if needed is not None and given[needed] is None:
            raise ValueError(f"getter {self.get!r} needs {needed}")
        for member, getters in PARTICULAR.items():
            if member in self.model_fields_set and self.get not in getters:
                raise ValueError(f"{member} means nothing to getter {self.get!r}")
        self._compares()
        return self

    def _compares(self) -> None:
        if self.operator == "truthy" or self.get == "screenshot":
            return
        if self.expected is None and "expected" not in self.model_fields_set:
            raise ValueError(f"operator {self.operator!r} needs expected")
        if self.get in STATES and (self.operator not in ("==", "!=") or not isinstance(self.expected, bool)):
            raise ValueError(f"getter {self.get!r} is compared by == or != with true or false")
        if self.operator in COMPARING | OF_TEXT and isinstance(self.expected, dict | list | bool | None):
            raise ValueError(f"operator {self.operator!r} needs a number or a text to compare with")
        if self.get in NUMBERS and isinstance(self.expected, bool | dict | list | None):
            raise ValueError(f"getter {self.get!r} counts; expected is a number")
        if self.operator == "matches":
            _must_compile(str(self.expected))


def _must_compile(pattern: str) -> None:
    from handhold.services.tabs import compile_pattern

    if "${" not in pattern:
        compile_pattern(pattern)


class Polling(Part):
    timeout_ms: Milliseconds | None = None
    """How long it may take to hold; 0 looks once; the test's step time limit without it"""
    poll_ms: Annotated[int, Field(ge=10, le=60_000)] | None = None
    """Pause between two looks"""

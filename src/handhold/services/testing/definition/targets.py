"""The element a step is about: evidence in the order in which it is tried, never a handle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag

from handhold.services.perception.candidates import Fingerprint
from handhold.services.testing.definition.parts import Json, Part, RepositoryPath, Words

KINDS = ("fingerprint", "testId", "role", "label", "placeholder", "text", "css", "xpath", "seen")
"""What an element can be known by."""


def _readable(stored: Mapping[str, Json]) -> Mapping[str, Json]:
    Fingerprint.from_json(stored)
    return stored


class ByFingerprint(Part):
    """The durable fingerprint of an element that was really acted on."""

    fingerprint: Annotated[dict[str, Json], AfterValidator(_readable)]
    """A fingerprint as handles store it, with its version in `v`"""


class ByTestId(Part):
    test_id: Words
    """Value of its test id attribute"""


class ByRole(Part):
    role: Annotated[str, Field(pattern=r"^[a-z]{2,30}$")]
    """ARIA role"""
    name: Words | None = None
    """Accessible name"""
    exact: bool = True
    """Whether the name is the whole name, in its own case"""


class ByLabel(Part):
    label: Words
    """Text of its label"""
    exact: bool = True
    """Whether this is the whole text"""


class ByPlaceholder(Part):
    placeholder: Words
    """Its placeholder"""
    exact: bool = True
    """Whether this is the whole text"""


class ByText(Part):
    text: Words
    """Text it shows"""
    exact: bool = True
    """Whether this is the whole text"""


class ByCss(Part):
    css: Words
    """CSS selector"""


class ByXpath(Part):
    xpath: Words
    """XPath"""


class Sight(Part):
    text: Words | None = None
    """Words seen on it"""
    picture: RepositoryPath | None = None
    """A picture of it, as a file of the repository"""


class BySight(Part):
    """What only pixels show."""

    seen: Sight
    """What it looks like"""


def kind_of(evidence: object) -> str | None:
    """Which kind of evidence a value is, by the member that names it."""
    if isinstance(evidence, Mapping):
        return next((kind for kind in KINDS if kind in evidence), "test_id" if "test_id" in evidence else None)
    return _KIND_OF_MODEL.get(type(evidence))


_KIND_OF_MODEL: Mapping[type, str] = {
    ByFingerprint: "fingerprint",
    ByTestId: "testId",
    ByRole: "role",
    ByLabel: "label",
    ByPlaceholder: "placeholder",
    ByText: "text",
    ByCss: "css",
    ByXpath: "xpath",
    BySight: "seen",
}

Evidence = Annotated[
    Annotated[ByFingerprint, Tag("fingerprint")]
    | Annotated[ByTestId, Tag("testId")]
    | Annotated[ByRole, Tag("role")]
    | Annotated[ByLabel, Tag("label")]
    | Annotated[ByPlaceholder, Tag("placeholder")]
    | Annotated[ByText, Tag("text")]
    | Annotated[ByCss, Tag("css")]
    | Annotated[ByXpath, Tag("xpath")]
    | Annotated[BySight, Tag("seen")],
    Discriminator(kind_of),
]
EvidenceKind = Literal["fingerprint", "testId", "role", "label", "placeholder", "text", "css", "xpath", "seen"]


class Target(Part):
    """Tried in order: the first evidence that finds exactly one element decides; two of a kind are ambiguous."""

    by: Annotated[tuple[Evidence, ...], Field(min_length=1, max_length=12)]
    """Evidence, best first"""
    within: Annotated[tuple[Evidence, ...], Field(max_length=12)] = ()
    """Evidence of one element that it is inside of, such as its row"""
    frame: Annotated[tuple[Words, ...], Field(max_length=8)] = ()
    """CSS selectors of the frames it is in, outermost first"""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of its evidence, in order."""
        return tuple(_KIND_OF_MODEL[type(each)] for each in self.by)

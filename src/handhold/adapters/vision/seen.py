"""What the reading process tells of a picture. All boxes are in pixels of the picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

ShapeKind = Literal["button", "field", "icon", "slider", "shape"]


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int

    @property
    def area(self) -> int:
        return self.width * self.height

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def moved(self, dx: int, dy: int) -> Box:
        return Box(self.x + dx, self.y + dy, self.width, self.height)

    def shared(self, other: Box) -> int:
        """The area both have."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0, across) * max(0, down)

    def likeness(self, other: Box) -> float:
        """1 for the same box, 0 for boxes that do not meet."""
        both = self.shared(other)
        return both / (self.area + other.area - both) if both else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A run of words that stand together. `text` is page text."""

    text: str
    score: float
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Something drawn like a control. `at` of a slider: where its knob is, 0 to 1."""

    kind: ShapeKind
    score: float
    box: Box
    at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What one part of a picture shows. `digest` is another one whenever its pixels are others."""

    box: Box
    digest: str
    texts: tuple[Text, ...]
    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A part of a picture, kept to be found again."""

    png: bytes
    digest: str
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A place that looks like the picture that was looked for."""

    box: Box
    score: float


def sighting_of(told: Mapping[str, Any]) -> Sighting:
    return Sighting(
        box=Box(*told["box"]),
        digest=told["digest"],
        texts=tuple(Text(text=each["text"], score=each["score"], box=Box(*each["box"])) for each in told["texts"]),
        shapes=tuple(
            Shape(kind=each["kind"], score=each["score"], box=Box(*each["box"]), at=each.get("at"))
            for each in told["shapes"]
        ),
    )

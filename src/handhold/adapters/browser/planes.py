"""Where a frame's viewport lies in the tab's: moved, scaled or turned. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from handhold.adapters.browser.seen import Point, Rect


@dataclass(frozen=True, slots=True, kw_only=True)
class Plane:
    """A viewport by its origin and by where one pixel across and one pixel down lead, all in the tab's pixels."""

    origin: Point = (0.0, 0.0)
    across: Point = (1.0, 0.0)
    down: Point = (0.0, 1.0)

    def outside(self, point: Point) -> Point:
        """A point of the viewport as the tab has it."""
        x, y = point
        return (
            self.origin[0] + x * self.across[0] + y * self.down[0],
            self.origin[1] + x * self.across[1] + y * self.down[1],
        )

    def box_outside(self, box: Rect) -> Rect:
        """The smallest upright box of the tab around a box of the viewport."""
        right, bottom = box.x + box.width, box.y + box.height
        corners = [self.outside((x, y)) for x in (box.x, right) for y in (box.y, bottom)]
        across, down = [x for x, _y in corners], [y for _x, y in corners]
        return Rect(min(across), min(down), max(across) - min(across), max(down) - min(down))

    def inside(self, point: Point) -> Point:
        """A point of the tab as the viewport has it; a viewport without room has only its origin."""
        x, y = point[0] - self.origin[0], point[1] - self.origin[1]
        area = self.across[0] * self.down[1] - self.across[1] * self.down[0]
        if area == 0:
            return (0.0, 0.0)
        return (
            (x * self.down[1] - y * self.down[0]) / area,
            (y * self.across[0] - x * self.across[1]) / area,
        )

    def around(self, inner: Plane) -> Plane:
        """The plane of a viewport that lies in this one."""
        origin = self.outside(inner.origin)
        across = self.outside((inner.origin[0] + inner.across[0], inner.origin[1] + inner.across[1]))
        down = self.outside((inner.origin[0] + inner.down[0], inner.origin[1] + inner.down[1]))
        return Plane(origin=origin, across=_step(origin, across), down=_step(origin, down))


def plane_of(*, content: Sequence[float], border: Sequence[float], width: float, height: float) -> Plane:
    """The plane of a frame, from the corners of its content and border (DevTools' quads) and its own size.

    A transformation keeps the ratio of lengths along a line, so the border's edges tell how far one pixel leads.
    """
    corner = (border[0], border[1])
    return Plane(
        origin=(content[0], content[1]),
        across=_part(corner, (border[2], border[3]), width) if width else (1.0, 0.0),
        down=_part(corner, (border[6], border[7]), height) if height else (0.0, 1.0),
    )


def _step(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]


def _part(start: Point, end: Point, of: float) -> Point:
    across, down = _step(start, end)
    return across / of, down / of

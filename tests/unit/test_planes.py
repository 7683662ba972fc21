"""Where a frame's points lie in the tab, and back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handhold.adapters.browser.planes import Plane, plane_of
from handhold.adapters.browser.seen import Point

COORDINATES = st.floats(-2_000, 2_000)
POINTS = st.tuples(COORDINATES, COORDINATES)


def turned(origin: Point, scale: float, angle: float) -> Plane:
    across = (scale * math.cos(angle), scale * math.sin(angle))
    return Plane(origin=origin, across=across, down=(-across[1], across[0]))


PLANES = st.builds(turned, POINTS, st.floats(0.1, 10), st.floats(0, 2 * math.pi))


def test_a_frame_that_is_only_moved_begins_inside_its_border_and_padding() -> None:
    plane = plane_of(
        content=[20, 30, 420, 30, 420, 330, 20, 330], border=[8, 18, 432, 18, 432, 342, 8, 342], width=424, height=324
    )

    assert plane == Plane(origin=(20, 30))
    assert plane.outside((5, 7)) == (25, 37)


def test_a_frame_at_half_its_size_takes_two_pixels_for_one() -> None:
    plane = plane_of(
        content=[10, 10, 210, 10, 210, 160, 10, 160], border=[0, 0, 220, 0, 220, 170, 0, 170], width=440, height=340
    )

    assert plane.outside((100, 50)) == (60, 35)


def test_a_frame_without_room_has_only_its_origin() -> None:
    plane = plane_of(content=[5, 5] * 4, border=[5, 5] * 4, width=0, height=0)

    assert plane.origin == (5, 5)
    assert Plane(across=(0, 0)).inside((3, 4)) == (0, 0)


@given(PLANES, POINTS)
def test_a_point_comes_back_from_where_it_went(plane: Plane, point: Point) -> None:
    assert plane.inside(plane.outside(point)) == pytest.approx(point, abs=1e-4)


@given(PLANES, PLANES, POINTS)
def test_a_frame_in_a_frame_leads_through_both(outer: Plane, inner: Plane, point: Point) -> None:
    through = outer.around(inner).outside(point)

    assert through == pytest.approx(outer.outside(inner.outside(point)), rel=1e-6, abs=1e-3)

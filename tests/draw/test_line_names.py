"""Names of roads and rivers on maps of hexes."""

from __future__ import annotations

from math import cos, dist, radians, sin

from hypothesis import given
from hypothesis import strategies as st
from pytest import approx

from modgen.draw.line_names import place_along

ROAD = [(0.0, 0.0), (20.0, 0.0), (40.0, 0.0), (60.0, 20.0), (80.0, 10.0)]


def test_a_name_lies_above_the_straight_part() -> None:
    assert place_along(ROAD, [], 30, 4, 3) == approx((20, -3, 0))


def test_a_name_goes_below_a_line_with_a_number_above_it() -> None:
    assert place_along(ROAD, [(20.0, -3.0)], 30, 4, 3) == approx((20, 3, 0))


def test_a_short_line_has_its_name_in_its_middle() -> None:
    assert place_along(ROAD[:2], [], 90, 4, 3) == approx((10, -3, 0))


@given(
    st.lists(st.tuples(st.floats(0, 99), st.floats(0, 99)), min_size=2, max_size=6),
    st.floats(1, 60),
)
def test_names_are_beside_their_line_and_never_upside_down(
    points: list[tuple[float, float]], wide: float
) -> None:
    x, y, angle = place_along(points, [], wide, 4, 3)
    assert -90 <= angle <= 90
    across = (-sin(radians(angle)), cos(radians(angle)))
    foot = min(
        dist(((x + side * across[0]), (y + side * across[1])), ((a + c) / 2, (b + d) / 2))
        for side in (3, -3)
        for at, (a, b) in enumerate(points)
        for c, d in points[at + 1 :]
    )
    assert foot < 1e-6

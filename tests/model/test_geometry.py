"""Sizes, centres, label positions and shared borders of shapes with known answers."""

import random
from itertools import combinations
from math import cos, hypot, pi, sin
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.model.geography.geometry import (
    area,
    bounds,
    common_border,
    contains,
    distance_to_segment,
    pole_of_inaccessibility,
    rings,
    segments,
    shared_borders,
    signed_area,
)

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0))
HOLE = ((6.0, 6.0), (6.0, 8.0), (8.0, 8.0), (8.0, 6.0))
RING_OF_LAND = ((SQUARE, HOLE),)
TWO_ISLANDS = ((SQUARE,), (((20.0, 0.0), (22.0, 0.0), (22.0, 2.0), (20.0, 2.0)),))

coordinates = st.floats(-100, 100).map(lambda value: round(value, 3))


def moved(shape, dx, dy):
    return tuple(tuple(tuple((x + dx, y + dy) for x, y in r) for r in p) for p in shape)


def box(x, y, w, h):
    return ((((x, y), (x + w, y), (x + w, y + h), (x, y + h)),),)


def test_areas_leave_out_holes_and_add_islands():
    assert area(RING_OF_LAND) == 96
    assert area(TWO_ISLANDS) == 104
    assert signed_area(SQUARE) == 100
    assert signed_area(SQUARE[::-1]) == -100


def test_bounds_and_points_inside():
    assert bounds(TWO_ISLANDS) == (0, 0, 22, 10)
    assert contains(RING_OF_LAND, (1, 1))
    assert not contains(RING_OF_LAND, (7, 7))
    assert contains(TWO_ISLANDS, (21, 1))
    assert not contains(TWO_ISLANDS, (15, 1))


@given(st.integers(3, 12), st.floats(0.5, 1.0), st.randoms(use_true_random=False))
def test_pole_is_as_deep_as_any_point_of_a_fine_grid(corners, least, chance):
    star = tuple(
        (10 * r * cos(2 * pi * n / corners), 10 * r * sin(2 * pi * n / corners))
        for n in range(corners)
        for r in [chance.uniform(least, 1)]
    )
    shape = ((star,),)
    point, depth = pole_of_inaccessibility(shape, 0.05)
    sides = list(segments(star))
    assert contains(shape, point)
    assert depth == pytest.approx(min(distance_to_segment(point, side) for side in sides))
    for x in range(-10, 11, 2):
        for y in range(-10, 11, 2):
            if contains(shape, (x, y)):
                assert min(distance_to_segment((x, y), side) for side in sides) <= depth + 0.051


def test_pole_avoids_holes_and_takes_the_roomier_island():
    (x, y), depth = pole_of_inaccessibility(RING_OF_LAND, 0.01)
    assert (x, y) == pytest.approx((y, x), abs=0.1)
    assert depth == pytest.approx(6 * (2 - 2**0.5), abs=0.02)
    (x, y), depth = pole_of_inaccessibility(TWO_ISLANDS, 0.01)
    assert (x, y, depth) == pytest.approx((5, 5, 5), abs=0.02)


def test_a_wide_label_goes_where_there_is_width():
    """A tall narrow part beside a wide low part: a circle fits the first, a name the second."""
    shape = (*box(0, 0, 10, 30), *box(20, 0, 40, 8))
    (x, _), depth = pole_of_inaccessibility(shape, 0.05)
    assert x < 10
    assert depth == pytest.approx(5, abs=0.1)
    (x, y), half_height = pole_of_inaccessibility(shape, 0.05, aspect=4)
    assert x > 20
    assert (y, half_height) == pytest.approx((4, 4), abs=0.1)


def test_exact_borders_have_their_length_and_corners_have_none():
    shapes = {
        "west": box(0, 0, 10, 10),
        "east": box(10, 0, 5, 10),
        "far": box(30, 0, 5, 5),
        "corner": box(15, 10, 5, 5),
    }
    assert shared_borders(shapes) == {("east", "west"): 10}


def test_hand_drawn_borders_count_within_the_tolerance():
    shapes = {"west": box(0, 0, 10, 10), "east": box(10.3, 2, 5, 12), "far": box(15.9, 0, 5, 20)}
    assert shared_borders(shapes) == {}
    borders = shared_borders(shapes, 0.5)
    assert borders == {("east", "west"): pytest.approx(8, abs=1.1)}
    assert set(shared_borders(shapes, 0.7)) == {("east", "west"), ("east", "far")}


@pytest.mark.parametrize(
    ("other", "border"),
    [
        (box(10, 0, 5, 10), [((10, 0), (10, 10))]),
        (box(10.3, 4, 5, 20), [((10, 4), (10, 10))]),
        (box(10, 2, 5, 5), [((10, 2), (10, 7))]),
        (box(10.3, 10.3, 5, 5), []),
        (box(30, 0, 5, 5), []),
    ],
)
def test_what_two_shapes_have_in_common_is_part_of_the_first_ones_sides(other, border):
    found = common_border(box(0, 0, 10, 10), other, 0.5)
    near = [[pytest.approx(end, abs=0.5) for end in side] for side in border]
    assert near == [[*one] for one in found]


def test_a_border_in_many_steps_has_no_gaps():
    steps = [(10.0 + 0.1 * (n % 2), 10.0 - n) for n in range(11)]
    east = ((((20.0, 0.0), (20.0, 10.0), *steps),),)
    assert common_border(box(0, 0, 10, 10), east, 0.5) == [((10, 0), (10, 10))]
    assert len(common_border(east, box(0, 0, 10, 10), 0.5)) == 10


def test_a_long_side_against_many_short_ones_counts_once():
    steps = [(10.0 + 0.1 * (n % 2), 10.0 - n) for n in range(11)]
    east = ((((20.0, 0.0), (20.0, 10.0), *steps),),)
    borders = shared_borders({"west": box(0, 0, 10, 10), "east": east}, 0.2)
    assert borders == {("east", "west"): pytest.approx(10, rel=0.05)}


@given(st.floats(0.01, 0.3), st.randoms(use_true_random=False))
def test_tolerant_borders_do_not_depend_on_the_order_of_shapes(shake, chance):
    def shaken(shape):
        return tuple(
            tuple(
                tuple((x + chance.uniform(0, shake), y + chance.uniform(0, shake)) for x, y in ring)
                for ring in polygon
            )
            for polygon in shape
        )

    shapes = {f"{c}{r}": shaken(box(5.0 * c, 5.0 * r, 5, 5)) for c in range(3) for r in range(3)}
    borders = shared_borders(shapes, 0.45)
    backwards = shared_borders(dict(reversed(shapes.items())), 0.45)
    assert borders == pytest.approx(backwards)
    real = {pair for pair, length in borders.items() if length > 2}
    assert real == {
        (one, two)
        for one, two in combinations(sorted(shapes), 2)
        if hypot(int(one[0]) - int(two[0]), int(one[1]) - int(two[1])) == 1
    }


def test_all_pairs_of_a_large_map_take_no_time():
    """45 areas of 80 sides each in a 9 by 5 grid with ragged shared borders."""
    chance = random.Random(7)
    line: dict[tuple, list] = {}

    def ragged(a, b):
        if (b, a) in line:
            return line[b, a][::-1]
        points = [
            (
                a[0] + (b[0] - a[0]) * n / 20 + chance.uniform(-0.1, 0.1) * (n > 0),
                a[1] + (b[1] - a[1]) * n / 20 + chance.uniform(-0.1, 0.1) * (n > 0),
            )
            for n in range(20)
        ]
        return line.setdefault((a, b), [*points, b])

    shapes = {}
    for column in range(9):
        for row in range(5):
            corners = [
                (5.0 * (column + dx), 5.0 * (row + dy))
                for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))
            ]
            ring: list = []
            for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
                ring += ragged(a, b)[:-1]
            shapes[f"{column}{row}"] = ((tuple(ring),),)
    assert sum(len(ring) for shape in shapes.values() for ring in rings(shape)) == 3600
    for tolerance in (0, 0.05):
        best = min(_timed(shapes, tolerance) for _ in range(3))
        assert best < 0.05
    assert len(shared_borders(shapes)) == 8 * 5 + 9 * 4


def _timed(shapes, tolerance):
    begin = process_time()
    shared_borders(shapes, tolerance)
    return process_time() - begin

"""The sea that belongs to spaces: which spaces border each other across it, and its limits."""

from itertools import combinations
from math import hypot

import pytest

from modgen.model.geography.geometry import (
    area,
    bounds,
    contains,
    distance_to_segment,
    rings,
    segments,
    shared_borders,
)
from modgen.model.geography.merging import merge
from modgen.model.geography.waters import waters


def square(x, y, size):
    return ((((x, y), (x + size, y), (x + size, y + size), (x, y + size)),),)


ISLANDS = {
    "west": square(0.0, 0.0, 10.0),
    "east": square(14.0, 0.0, 10.0),
    "south": square(5.0, 16.0, 10.0),
    "far": square(60.0, 0.0, 10.0),
}


@pytest.fixture(scope="module")
def sea():
    return waters(ISLANDS, 5.0)


@pytest.mark.long
def test_lands_border_across_straits_under_twice_the_reach(sea):
    assert set(shared_borders(sea)) == {("east", "south"), ("east", "west"), ("south", "west")}


def test_waters_hold_their_land_and_reach_as_far_as_asked(sea):
    for key, shape in sea.items():
        west, north, east, south = bounds(ISLANDS[key])
        assert contains(shape, ((west + east) / 2, (north + south) / 2))
        coast = [side for ring in rings(ISLANDS[key]) for side in segments(ring)]
        for ring in rings(shape):
            away = [min(distance_to_segment(point, side) for side in coast) for point in ring]
            assert max(away) < 5.5
    # Alone in the sea: a square of 10 with a margin of 5 and round corners.
    assert area(sea["far"]) == pytest.approx(100 + 4 * 10 * 5 + 3.1416 * 25, rel=0.03)


def test_the_border_runs_through_the_middle_of_a_strait(sea):
    for y in (2.0, 5.0, 8.0):
        assert contains(sea["west"], (11.6, y))
        assert contains(sea["east"], (12.4, y))


def test_waters_neither_overlap_nor_gap(sea):
    union = merge(sea.values())
    assert area(union) == pytest.approx(sum(map(area, sea.values())))
    assert [len(polygon) for polygon in union] == [1, 1]


def test_no_ring_crosses_itself_or_another(sea):
    sides = {
        tuple(sorted(side)) for shape in sea.values() for r in rings(shape) for side in segments(r)
    }

    def turn(p, q, r):
        value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (value > 0) - (value < 0)

    for (a, b), (c, d) in combinations(sides, 2):
        if not {a, b} & {c, d} and hypot(a[0] - c[0], a[1] - c[1]) < 20:
            assert turn(a, b, c) == turn(a, b, d) or turn(c, d, a) == turn(c, d, b)


@pytest.mark.long
def test_a_pocket_of_sea_goes_to_the_nearest():
    """Four walls around a basin whose middle is farther than the reach from all of them."""
    bar = {
        "north": ((((0.0, 0.0), (40.0, 0.0), (40.0, 4.0), (0.0, 4.0)),),),
        "south": ((((0.0, 36.0), (40.0, 36.0), (40.0, 40.0), (0.0, 40.0)),),),
        "west": ((((0.0, 5.0), (4.0, 5.0), (4.0, 35.0), (0.0, 35.0)),),),
        "east": ((((36.0, 5.0), (40.0, 5.0), (40.0, 35.0), (36.0, 35.0)),),),
    }
    sea = waters(bar, 6.0)
    assert [len(polygon) for polygon in merge(sea.values())] == [1]
    assert contains(sea["north"], (20, 17))
    assert contains(sea["west"], (17, 20))

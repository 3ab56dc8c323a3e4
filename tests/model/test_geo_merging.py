"""Merging and simplifying random areas keeps their total area, and no border crosses another."""

from collections import Counter, defaultdict
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.model.geography.geometry import (
    area,
    contains,
    rings,
    segments,
    shared_borders,
    signed_area,
)
from modgen.model.geography.merging import merge, polygons_of, simplify_areas, without_islets
from modgen.model.geography.simplify import simplify_lines

SIZE = 7


@st.composite
def patchworks(draw):
    """A grid of distorted cells that share their corners, and the area of each cell."""
    # One number for all: drawing each corner by itself takes most of the test's time.
    chance = Random(draw(st.integers(0, 2**64)))

    def shake():
        return round(chance.uniform(-0.3, 0.3), 2)

    corners = {(c, r): (c + shake(), r + shake()) for c in range(SIZE + 1) for r in range(SIZE + 1)}
    cells = {}
    labels = {}
    for c in range(SIZE):
        for r in range(SIZE):
            ring = tuple(corners[c + dx, r + dy] for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1)))
            cells[c, r] = ((ring if chance.random() < 0.5 else ring[::-1],),)
            labels[c, r] = chance.choice(["sea", "a", "b", "c"])
    return cells, labels


def merged(cells, labels):
    members = defaultdict(list)
    for cell, label in labels.items():
        if label != "sea":
            members[label].append(cells[cell])
    return {label: merge(shapes) for label, shapes in members.items()}


def crosses(first, second):
    """Whether two segments cross, or touch anywhere but at a common end."""
    if set(first) & set(second):
        return first == second or first == second[::-1]

    def turn(p, q, r):
        value = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        return (value > 0) - (value < 0)

    (a, b), (c, d) = first, second
    return turn(a, b, c) != turn(a, b, d) and turn(c, d, a) != turn(c, d, b)


@given(patchworks())
def test_merging_conserves_area_and_borders(patchwork):
    cells, labels = patchwork
    areas = merged(cells, labels)
    for label, shape in areas.items():
        own = [cells[cell] for cell in cells if labels[cell] == label]
        assert area(shape) == pytest.approx(sum(area(cell) for cell in own))
        for cell in own:
            (ring,) = cell[0]
            middle = (sum(x for x, _ in ring) / 4, sum(y for _, y in ring) / 4)
            assert contains(shape, middle)
    between = Counter()
    for (one, two), length in shared_borders({str(cell): cells[cell] for cell in cells}).items():
        first, second = (labels[eval(cell)] for cell in (one, two))
        if first != second and "sea" not in (first, second):
            between[tuple(sorted((first, second)))] += length
    assert shared_borders(areas) == pytest.approx(dict(between))


@given(patchworks())
def test_rings_of_a_merged_area_are_simple_and_turn_the_right_way(patchwork):
    for shape in merged(*patchwork).values():
        for outer, *holes in shape:
            assert signed_area(outer) > 0
            assert all(signed_area(hole) < 0 for hole in holes)
        for ring in rings(shape):
            assert len(ring) == len(set(ring)) >= 3


@pytest.mark.long
@settings(max_examples=50)
@given(patchworks(), st.floats(0.05, 2))
def test_simplified_areas_neither_gap_nor_overlap_nor_cross(patchwork, smallest):
    areas = merged(*patchwork)
    simple = simplify_areas(areas, smallest)
    assert shared_borders(simple).keys() == shared_borders(areas).keys()
    # Merging raises on overlaps; the area of the union shows gaps.
    union = merge(simple.values())
    assert area(union) == pytest.approx(sum(area(shape) for shape in simple.values()))
    sides = {
        frozenset(side) for shape in simple.values() for r in rings(shape) for side in segments(r)
    }
    lines = [tuple(sorted(side)) for side in sides]
    assert not any(crosses(one, other) for one, other in combinations(lines, 2))
    for key, shape in simple.items():
        before, after = ({p for r in rings(s) for p in r} for s in (areas[key], shape))
        assert after <= before


@given(patchworks())
def test_simplifying_by_nothing_changes_nothing_but_where_rings_begin(patchwork):
    areas = merged(*patchwork)
    simple = simplify_areas(areas, 0)
    for key, shape in areas.items():
        assert [sorted(ring) for ring in rings(simple[key])] == [
            sorted(ring) for ring in rings(shape)
        ]


def square(x, y, size):
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


def test_overlapping_shapes_are_refused():
    same = ((square(0, 0, 2),),)
    with pytest.raises(ValueError, match="two shapes overlap at 0, 0"):
        merge([same, same])


def test_a_city_in_a_hole_is_swallowed_and_a_lake_stays():
    city = square(2, 2, 1)
    lake = square(5, 5, 2)
    province = ((square(0, 0, 10), city[::-1], lake[::-1]),)
    shape = merge([province, ((city,),)])
    assert shape == ((shape[0][0], shape[0][1]),)
    assert area(shape) == 96
    assert not contains(shape, (6, 6))
    assert contains(shape, (2.5, 2.5))


def test_islets_and_ponds_go_but_enclaves_borders_and_last_islands_stay():
    enclave = square(4, 4, 1)
    land = ((square(0, 0, 10), square(1, 1, 1)[::-1], enclave[::-1]), (square(20, 0, 1),))
    spit = ((square(10, 10, 1),),)
    areas = {"land": land, "enclave": ((enclave,),), "spit": spit}
    kept = without_islets(areas, 5)
    assert kept["land"] == ((square(0, 0, 10), enclave[::-1]),)
    assert kept["enclave"] == areas["enclave"]
    assert kept["spit"] == spit


def test_nested_rings_go_to_the_nearest_polygon_around_them():
    island_in_lake = square(4, 4, 2)
    pond = square(4.5, 4.5, 1)[::-1]
    lake = square(2, 2, 6)[::-1]
    outer = square(0, 0, 10)
    assert polygons_of([pond, lake, island_in_lake, outer]) == (
        (outer, lake),
        (island_in_lake, pond),
    )


def test_the_flattest_bend_goes_first_and_ends_stay():
    line = ((0.0, 0.0), (1.0, 0.1), (2.0, 0.0), (3.0, 2.0), (4.0, 0.0))
    assert simplify_lines([line], 0.5) == [((0.0, 0.0), (2.0, 0.0), (3.0, 2.0), (4.0, 0.0))]
    assert simplify_lines([line], 100) == [((0.0, 0.0), (4.0, 0.0))]


def test_a_line_does_not_jump_over_an_island():
    coast = ((0.0, 0.0), (5.0, 4.0), (10.0, 0.0))
    island = ((4.9, 1.0), (5.1, 1.0), (5.0, 1.2), (4.9, 1.0))
    assert simplify_lines([coast, island], 1000) == [coast, island]
    assert simplify_lines([coast], 1000) == [(coast[0], coast[-1])]


def test_a_closed_line_keeps_a_triangle():
    ring = (*square(0, 0, 1), (0, 0))
    (kept,) = simplify_lines([ring], 1e9)
    assert kept[0] == kept[-1]
    assert len(kept) == 4

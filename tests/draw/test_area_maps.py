"""Numbered areas on the board: dotted links, fills that differ, hills, names in view."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist

import pytest

from modgen.draw.board import HIGHLANDS, LANDS, _fills, draw_board
from modgen.draw.links import ASHORE, nearest_point, sea_link, towards
from modgen.model.boards.layout import centre
from modgen.model.game import Game
from modgen.model.geography.geometry import contains


def test_a_point_on_the_way() -> None:
    assert towards((0, 0), (10, 0), 3) == (3, 0)
    assert towards((0, 0), (10, 0), -3) == (-3, 0)


def test_nearest_corner() -> None:
    square = ((((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)),),)
    assert nearest_point(square, (3, 3)) == (2, 2)


def links(game: Game) -> dict[tuple[str, str], list[tuple[float, float]]]:
    return {
        (edge.between[0], edge.between[1]): sea_link(
            game, *(game.spaces[key] for key in edge.between), edge.via
        )
        for edge in game.map.edges
        if edge.kind == "sea"
    }


def test_links_run_from_rim_to_rim(amigos: Game) -> None:
    for (a, b), line in links(amigos).items():
        for key, end in ((a, line[0]), (b, line[-1])):
            space = amigos.spaces[key]
            if space.radius:
                assert dist(end, centre(amigos, space)) == pytest.approx(space.radius)
            else:
                coast = nearest_point(amigos.outlines.shapes[key], end)
                assert dist(end, coast) <= ASHORE + 0.2


@pytest.mark.long
def test_links_between_sea_spaces_keep_off_the_land(amigos: Game) -> None:
    """A link may only cross islets and grey land."""
    land = {
        space.id: amigos.outlines.shapes[space.id]
        for space in amigos.map.spaces
        if space.kind == "area"
    }
    for (a, b), line in links(amigos).items():
        if {amigos.spaces[a].kind, amigos.spaces[b].kind} != {"sea"}:
            continue
        for start, end in pairwise(line):
            for part in range(21):
                at = towards(start, end, dist(start, end) * part / 20)
                under = [key for key, shape in land.items() if contains((shape[0],), at)]
                assert not under, (a, b, at)


def test_neighbours_have_other_colours(amigos: Game) -> None:
    areas = [space for space in amigos.map.spaces if space.kind == "area"]
    fills = _fills(amigos, areas)
    for space in areas:
        assert fills[space.id] in (HIGHLANDS if space.terrain == "mountain" else LANDS)
        for other in amigos.neighbours(space.id):
            assert fills.get(other) != fills[space.id], (space.id, other)


def test_the_board_names_and_numbers_every_area(amigos: Game) -> None:
    svg = draw_board(amigos, "main").svg
    for space in amigos.map.spaces:
        name = space.name if space.kind == "sea" else space.name.upper()
        assert f">{name}<" in svg
    assert all(f">{number}<" in svg for number in range(1, 46))


@pytest.mark.long
def test_no_street_of_the_city_is_over_water(junta_coup: Game) -> None:
    """Every line between two spaces is on land all the way, and so is every block of houses."""
    (city,) = (
        shape for key, shape in junta_coup.outlines.shapes.items() if key not in junta_coup.spaces
    )
    for edge in junta_coup.map.edges:
        a, b = (centre(junta_coup, junta_coup.spaces[key]) for key in edge.between)
        for n in range(21):
            assert contains(city, towards(a, b, dist(a, b) * n / 20)), edge.between
    svg = draw_board(junta_coup, "main").svg
    blocks = re.findall(r"M(?:[\d.-]+,[\d.-]+L){3}[\d.-]+,[\d.-]+z", svg)
    assert len(blocks) > 500
    for block in blocks:
        for x, y in re.findall(r"([\d.-]+),([\d.-]+)", block):
            assert contains(city, (float(x), float(y)))

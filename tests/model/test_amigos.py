"""Amigos & Insurrectos' data against its rulebook: areas, sea, pieces, set-ups."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from modgen.assets import bundled_games
from modgen.model.boards.layout import space_point, zone_rings
from modgen.model.game import Game
from modgen.model.geography.geometry import contains
from modgen.model.loading.folder import load
from modgen.model.setup import setup_position

LUZON = {"Northern Luzon": 13, "Central Luzon": 11, "Southern Luzon": 9}
VISAYAS = {"Panay": 3, "Negros and Cebu": 5, "Leyte and Samar": 4}


def areas(game: Game) -> dict[int, str]:
    """Areas by their number."""
    return {space.number: space.id for space in game.map.spaces if space.number is not None}


def steps(game: Game, scenario: str, side: str, places: list[str]) -> int:
    """Combat steps of a side in some places of a set-up."""
    position = setup_position(game, next(known for known in game.scenarios if known.id == scenario))
    total = 0
    for place in places:
        for (kind, face), number in position.pieces.get(place, {}).items():
            piece = game.piece_types[kind]
            if piece.side == side:
                total += number * next(known for known in piece.faces if known.id == face).strength
    return total


def test_forty_five_areas(amigos: Game) -> None:
    """1.1: 33 in Luzon, 12 in the Visayas, numbered 1 to 45."""
    assert sorted(areas(amigos)) == list(range(1, 46))
    regions = Counter(space.region for space in amigos.map.spaces if space.kind == "area")
    assert regions == {**LUZON, **VISAYAS}
    assert (sum(LUZON.values()), sum(VISAYAS.values())) == (33, 12)


def test_railway(amigos: Game) -> None:
    """1.1: 14, 17, 19, 21 and 24, in this order."""
    by_number = areas(amigos)
    line = [by_number[number] for number in (14, 17, 19, 21, 24)]
    rails = [edge.between for edge in amigos.map.edges if edge.kind == "rail"]
    assert rails == [[a, b] for a, b in pairwise(line)]


def test_filipinos_sail_from_18_to_2_and_32(amigos: Game) -> None:
    """8.2.2: five Sea Spaces; 9 and 33 are farther away."""
    by_number = areas(amigos)
    kinds = {space.id: space.kind for space in amigos.map.spaces}
    coasts: set[str] = set()
    at = {key for key in amigos.neighbours(by_number[18]) if kinds[key] == "sea"}
    sailed = set(at)
    for _ in range(5):
        coasts |= {key for sea in at for key in amigos.neighbours(sea) if kinds[key] == "area"}
        at = {key for sea in at for key in amigos.neighbours(sea) if kinds[key] == "sea"} - sailed
        sailed |= at
    assert {by_number[2], by_number[32]} <= coasts
    assert not {by_number[9], by_number[33]} & coasts


@pytest.mark.parametrize(
    ("scenario", "side", "count"),
    [("stand-up", "filipino", 57), ("guerrilla-war", "filipino", 58), ("campaign", "us", 40 + 52)],
)
def test_steps_that_set_ups_call_for(amigos: Game, scenario: str, side: str, count: int) -> None:
    """18.1-18.3, including the 84 infantry and 8 cavalry on the Campaign's turn track."""
    everywhere = [*amigos.spaces, *amigos.track_cells, "trans_ocean"]
    assert steps(amigos, scenario, side, everywhere) == count


def test_reinforcements_wait_on_the_turn_track(amigos: Game) -> None:
    """18.1.2, 18.3.2: by turn, infantry and cavalry steps."""
    reinforcements = {
        turn: steps(amigos, "campaign", "us", [f"turn:{turn}"])
        for turn in range(1, 16)
        if steps(amigos, "campaign", "us", [f"turn:{turn}"])
    }
    assert reinforcements == {2: 10, 3: 10, 4: 10, 7: 10, 8: 8, 9: 8}


@pytest.mark.long
def test_every_side_has_its_place_in_every_area(amigos: Game) -> None:
    """Every piece that is sent to an area is inside it and in no other area."""
    for space in amigos.map.spaces:
        zone = tuple((ring,) for ring in zone_rings(amigos, space))
        for piece in amigos.pieces:
            if piece.kind not in ("level",) and (not piece.goes_to or space.kind in piece.goes_to):
                assert contains(zone, space_point(amigos, space, piece)), (space.id, piece.id)


@pytest.mark.long
def test_the_owners_form_lies_over_the_game(amigos: Game, tmp_path: Path) -> None:
    """Every line of the form is used without its `#`; its fact is then no longer assumed."""
    form = bundled_games()["amigos-insurrectos"] / "overlay"
    for name in ("map.yaml", "pieces.csv"):
        lines = (form / name).read_text("utf-8").splitlines()
        shown = [line[1:] if line.startswith("#") and line[1:2] != " " else line for line in lines]
        shown = [line[1:] if line.startswith("#  -") else line for line in shown]
        (tmp_path / name).write_text("\n".join(shown) + "\n", encoding="utf-8")
    as_it_is = load(amigos.folder, form).game
    assert as_it_is.map.spaces == amigos.map.spaces
    owned = load(amigos.folder, tmp_path).game
    assert not [part.id for part in owned.map.spaces if part.kind == "area" and part.assumed]
    assert not [part.id for part in owned.pieces if part.assumed]
    assert [part.count for part in owned.pieces] == [part.count for part in amigos.pieces]


@pytest.mark.parametrize(
    ("held", "control"),
    [
        ({"us_army": 2, "regular": 2}, "us"),
        ({"us_army": 2, "regular": 1, "guerrilla": 1}, "us"),
        ({"us_army": 2, "guerrilla": 2}, "filipino"),
        ({"us_army": 2, "regular": 2, "guerrilla": 1}, "filipino"),
        ({"us_army": 3, "guerrilla": 2}, "us"),
        ({}, "filipino"),
        ({"us_artillery": 1}, "filipino"),
    ],
)
def test_control_follows_from_the_steps(amigos: Game, held: dict[str, int], control: str) -> None:
    """1.1.2: equal steps are US control, unless Guerrillas alone equal them."""
    position = setup_position(amigos, amigos.scenarios[0])
    pieces = {(piece, amigos.piece_types[piece].faces[0].id): n for piece, n in held.items()}
    area = next(space.id for space in amigos.map.spaces if space.kind == "area")
    assert replace(position, pieces={area: pieces}).controller(area) == control

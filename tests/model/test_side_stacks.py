"""Stacks for each side in a space, and the names of sea spaces."""

from __future__ import annotations

from modgen.model.boards import layout
from modgen.model.game import Game


def test_a_marker_lies_below_the_stacks_or_beside_them_where_the_space_has_no_room(
    amigos: Game,
) -> None:
    marker = amigos.piece_types["poa"]
    army = amigos.piece_types["us_army"]

    def apart(space: str) -> tuple[float, float]:
        place = amigos.spaces[space]
        here = layout.space_point(amigos, place, army)
        there = layout.space_point(amigos, place, marker)
        return abs(here[0] - there[0]), there[1] - here[1]

    assert apart("nueva_ecija")[1] >= marker.size
    beside, down = apart("pangasinan")
    assert down < marker.size
    assert beside >= marker.size


def test_the_name_of_a_sea_space_is_where_fewer_links_leave_it(amigos: Game) -> None:
    def is_below(space: str) -> bool:
        place = amigos.spaces[space]
        return layout.label_point(amigos, place)[1] > layout.centre(amigos, place)[1]

    assert is_below("camotes")
    assert is_below("lamon")
    assert not is_below("ragay")

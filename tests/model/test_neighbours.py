"""`Game.neighbours`: one-way, blocked and parallel edges, and kinds of edges."""

from dataclasses import replace

import pytest

from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen.model.types.places import Edge


def with_edges(game: Game, *edges: Edge) -> Game:
    return replace(game, map=game.map.model_copy(update={"edges": list(edges)}))


def edge(first: str, second: str, **values: object) -> Edge:
    return Edge.model_validate({"between": [first, second], **values})


A, B, C = "manila", "northern_luzon", "southern_luzon"


def test_an_edge_joins_both_spaces_and_neighbours_keep_its_order(people_power: Loaded) -> None:
    game = with_edges(people_power.game, edge(A, C), edge(B, A))
    assert game.neighbours(A) == (C, B)
    assert game.neighbours(B) == game.neighbours(C) == (A,)
    assert game.neighbours("visayas") == ()


def test_one_way_edges_lead_from_the_first_space_only(people_power: Loaded) -> None:
    game = with_edges(people_power.game, edge(A, B, one_way=True))
    assert game.adjacent(A, B)
    assert not game.adjacent(B, A)


def test_blocked_edges_lead_nowhere(people_power: Loaded) -> None:
    game = with_edges(people_power.game, edge(A, B, blocked=True))
    assert game.neighbours(A) == game.neighbours(B) == ()
    assert game.exits[A] == ()


def test_kinds_choose_among_parallel_edges(people_power: Loaded) -> None:
    game = with_edges(
        people_power.game, edge(A, B), edge(A, B, kind="rail"), edge(A, C, kind="sea")
    )
    assert game.neighbours(A) == (B, C)
    assert game.neighbours(A, {"rail"}) == (B,)
    assert game.neighbours(A, ("rail", "sea")) == (B, C)
    assert game.neighbours(A, {"road"}) == game.neighbours(A, ()) == ()
    assert [exit_edge.kind for _, exit_edge in game.exits[A]] == ["land", "rail", "sea"]


def test_a_blocked_edge_does_not_close_a_parallel_one(people_power: Loaded) -> None:
    game = with_edges(people_power.game, edge(A, B, blocked=True), edge(A, B, kind="rail"))
    assert game.neighbours(A) == (B,)
    assert game.neighbours(A, {"land"}) == ()


def test_an_unknown_space_is_an_error(people_power: Loaded) -> None:
    with pytest.raises(KeyError):
        people_power.game.neighbours("atlantis")
    assert not people_power.game.adjacent(A, "atlantis")


def test_answers_are_cached(people_power: Loaded) -> None:
    assert people_power.game.neighbours(A) is people_power.game.neighbours(A)
    assert people_power.game.neighbours(A, {"sea"}) is people_power.game.neighbours(A, ["sea"])

"""A drawing that is taken from the index is the one that would be drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from modgen.draw.board import draw_board
from modgen.draw.cards import draw_card
from modgen.draw.picture import Fingerprints
from modgen.draw.pieces import draw_piece
from modgen.model.game import Game
from modgen.model.types.base import Part


def changed(game: Game, number: int, **values: Any) -> Game:
    """The game with another kind of piece at `number`."""
    pieces = list(game.pieces)
    pieces[number] = pieces[number].model_copy(update=values)
    return replace(game, pieces=pieces)


def test_another_row_of_pieces_changes_only_what_shows_that_piece(vales: Game) -> None:
    before = Fingerprints(vales)
    after = Fingerprints(changed(vales, 0, name="Another"))
    assert before.of(vales.pieces[1]) == after.of(vales.pieces[1])
    assert before.of(vales.cards[0]) == after.of(vales.cards[0])
    assert before.of(vales.pieces[0]) != after.of(vales.pieces[0].model_copy(update={"name": "A"}))
    assert before.whole != after.whole


@pytest.mark.parametrize(
    ("draw", "shown"),
    [
        (lambda game: draw_board(game, "main").svg, lambda game: game.map),
        (
            lambda game: draw_piece(game, game.pieces[1], game.pieces[1].faces[0].id).svg,
            lambda game: game.pieces[1],
        ),
        (lambda game: draw_card(game, game.cards[0]).svg, lambda game: game.cards[0]),
    ],
)
def test_a_drawing_that_changes_has_another_fingerprint(
    vales: Game, draw: Callable[[Game], str], shown: Callable[[Game], Part]
) -> None:
    before, known = draw(vales), Fingerprints(vales).of(shown(vales))
    for number in range(len(vales.pieces)):
        for values in ({"name": "Another", "plural": "Others"}, {"size": 11.0}, {"count": 3}):
            game = changed(vales, number, **values)
            if draw(game) != before:
                assert Fingerprints(game).of(shown(game)) != known, (number, values)

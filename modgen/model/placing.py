"""Where a scenario puts every piece: what a module's set-up and a picture of it have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from modgen.model.boards import layout
from modgen.model.boards.arrangement import board_of, place_point
from modgen.model.facing import start_facing
from modgen.model.game import Game, split_face
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.base import Point
from modgen.model.types.game_file import State
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Board, Space
from modgen.model.types.scenario import Scenario


class PlacedPiece(NamedTuple):
    """One piece of a scenario."""

    piece: PieceType
    face: str
    side: str
    """The side of a cell on which it lies, such as `n`; empty for all other places."""
    board: Board
    at: Point
    """The point on the board in mm."""
    facing: int = 0
    """The number of the direction in which it faces, from 0."""


class PlacedState(NamedTuple):
    """The value of a state of a space, and the middle of its box on the board in mm."""

    space: Space
    state: State
    value: str
    board: Board
    at: Point


def scenario_pieces(game: Game, scenario: Scenario) -> Iterator[PlacedPiece]:
    """Every piece of a scenario except its cards, in stacking order.

    Pieces on the map come first, then level markers, then those that are not in play.
    """
    left = {piece.id: piece.count for piece in game.pieces}
    dealt: Counter[str] = Counter()

    def next_face(piece: PieceType, face: str) -> str:
        if not piece.dealt or face != piece.start_face.id:
            return face
        dealt[piece.id] += 1
        return piece.faces[(dealt[piece.id] - 1) % len(piece.faces)].id

    for place, held in laid_out(game, scenario).items():
        board = board_of(game, place)
        side = game.cell_sides.get(place, ("", ""))[1]
        for key, count in held.items():
            kind, face = split_face(key, game)
            piece = game.piece_types[kind]
            left[kind] -= count
            at = place_point(game, place, piece)
            facing = start_facing(scenario, piece, place)
            for _ in range(count):
                yield PlacedPiece(piece, next_face(piece, face), side, board, at, facing)
    for key, number in start_levels(game, scenario).items():
        piece = game.piece_types[key]
        left[key] -= 1
        board = game.boards[game.tracks[piece.tracks or ""].board]
        at = layout.level_point(game, piece, number)
        yield PlacedPiece(piece, piece.start_face.id, "", board, at)
    for piece in game.pieces:
        if not piece.home:
            continue
        board = game.boards[game.boxes[piece.home].board]
        for _ in range(left[piece.id]):
            at = layout.home_point(game, piece)
            yield PlacedPiece(piece, next_face(piece, piece.start_face.id), "", board, at)


def scenario_states(game: Game, scenario: Scenario) -> Iterator[PlacedState]:
    """The states of all spaces; those that the scenario does not mention have their default."""
    for space in game.map.spaces:
        for key, rect in layout.state_boxes(game, space).items():
            state = game.states[key]
            value = scenario.states.get(space.id, {}).get(key, state.default)
            yield PlacedState(space, state, value, game.boards[space.board], rect.centre)

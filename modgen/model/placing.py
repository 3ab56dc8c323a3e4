"""Where a scenario puts every piece: what a module's set-up and a picture of it have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from modgen.model.boards import layout
from modgen.model.boards.arrangement import board_of, held_points, map_name
from modgen.model.facing import start_facing
from modgen.model.game import Game, split_face
from modgen.model.setup import setup_position
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.base import Point
from modgen.model.types.game_file import State
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Board, Space
from modgen.model.types.scenario import Scenario

LEAST = 0.15
"""The least share of the usual distance: about a pixel."""


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
    place: str = ""
    """The place by id; empty for level markers and pieces that are not in play."""


class PlacedState(NamedTuple):
    """The value of a state of a space, and the middle of its box on the board in mm."""

    space: Space
    state: State
    value: str
    board: Board
    at: Point


def scenario_pieces(game: Game, scenario: Scenario) -> Iterator[PlacedPiece]:
    """Every piece of a scenario except its cards, in stacking order.

    Pieces on the map come first, then level markers, then those that are not in play. Among
    these are the spare counters with which players make change.
    """
    left = {piece.id: piece.count + (piece.spare if piece.change else 0) for piece in game.pieces}
    dealt: Counter[str] = Counter()

    def next_face(piece: PieceType, face: str) -> str:
        if not piece.dealt or face != piece.start_face.id:
            return face
        dealt[piece.id] += 1
        return piece.faces[(dealt[piece.id] - 1) % len(piece.faces)].id

    for place, held in laid_out(game, scenario).items():
        board = board_of(game, place)
        side = game.cell_sides.get(place, ("", ""))[1]
        kinds = [game.piece_types[split_face(key, game)[0]] for key in held]
        points = held_points(game, place, kinds)
        for key, count in held.items():
            kind, face = split_face(key, game)
            piece = game.piece_types[kind]
            left[kind] -= count
            at = points[kind]
            facing = start_facing(scenario, piece, place)
            for _ in range(count):
                yield PlacedPiece(piece, next_face(piece, face), side, board, at, facing, place)
    for key, at in layout.level_points(game, start_levels(game, scenario)).items():
        piece = game.piece_types[key]
        left[key] -= 1
        board = game.boards[game.tracks[piece.tracks or ""].board]
        yield PlacedPiece(piece, piece.start_face.id, "", board, at)
    for piece in game.pieces:
        if not piece.home:
            continue
        board = game.boards[game.boxes[piece.home].board]
        for _ in range(left[piece.id]):
            at = layout.home_point(game, piece)
            yield PlacedPiece(piece, next_face(piece, piece.start_face.id), "", board, at)


def scenario_states(game: Game, scenario: Scenario) -> Iterator[PlacedState]:
    """The states of all spaces at the start of a scenario."""
    stated = setup_position(game, scenario).states
    for space in game.map.spaces:
        for key, rect in layout.state_boxes(game, space).items():
            state = game.states[key]
            value = stated[space.id].get(key, state.default)
            yield PlacedState(space, state, value, game.boards[space.board], rect.centre)


def stack_step(game: Game, name: str) -> Point:
    """The distance between two pieces of a stack on a map, to the right and upwards, in mm.

    The engine has one distance for all stacks of a map. It is smaller than usual where a set-up or
    a pool has a stack that would be too high.
    """
    share = 1.0
    held = [(piece.home, piece.id) for piece in game.pieces if piece.home]
    held += [(box.id, key) for box in game.map.boxes for key in (*box.holds, *box.takes)]
    for place, key in dict.fromkeys(held):
        box, piece = game.boxes.get(place), game.piece_types.get(key)
        if box and piece and not piece.on_side and map_name(game.boards[box.board]) == name:
            share = min(share, _share(layout.pile_rise(game, box, piece), piece.count))
    for scenario in game.scenarios:
        for place, laid in laid_out(game, scenario).items():
            if map_name(board_of(game, place)) != name or place in game.boxes:
                continue
            kinds = [game.piece_types[split_face(key, game)[0]] for key in laid]
            points = held_points(game, place, kinds)
            sizes: Counter[Point] = Counter()
            for kind, count in zip(kinds, laid.values(), strict=True):
                sizes[points[kind.id]] += 0 if kind.on_side else count
            for kind in kinds:
                share = min(share, _share(kind.size * layout.RISE, sizes[points[kind.id]]))
    share = max(share, LEAST)
    return (layout.STACK_STEP[0] * share, layout.STACK_STEP[1] * share)


def _share(room: float, count: int) -> float:
    """The share of the usual distance at which a stack of `count` pieces rises by `room` mm."""
    return room / (layout.STACK_STEP[1] * (count - 1)) if count > 1 else 1.0

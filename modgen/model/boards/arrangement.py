"""Boards side by side on one map, as a scenario arranges them, and positions of places on them."""

from __future__ import annotations

from collections.abc import Sequence

from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.cells import cells
from modgen.model.types.base import Point
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Board, Grid
from modgen.model.types.scenario import Scenario

Rows = list[list[Board]]
"""Boards in rows from the north, each row from the west."""


def map_name(board: Board) -> str:
    """The name of the map that a board is on; a board that names none is a map of its own."""
    return board.map or board.name


def maps(game: Game) -> dict[str, list[Board]]:
    """The boards of each map, by the map's name; the first is the main one."""
    boards: dict[str, list[Board]] = {}
    for board in game.map.boards:
        boards.setdefault(map_name(board), []).append(board)
    return boards


def arrangement(game: Game, scenario: Scenario | None, name: str) -> Rows:
    """The boards of a map in rows, as the scenario states; by default, all in one row."""
    boards = maps(game)[name]
    rows = [[game.boards[key] for key in row] for row in scenario.boards] if scenario else []
    stated = [[board for board in row if board in boards] for row in rows]
    return [row for row in stated if row] or [boards]


def corners(rows: Rows) -> dict[str, Point]:
    """The top left corner of each board in mm, by its id."""
    points: dict[str, Point] = {}
    top = 0.0
    for row in rows:
        left = 0.0
        for board in row:
            points[board.id] = (left, top)
            left += board.width
        top += max(board.height for board in row)
    return points


def line_points(game: Game, grid: Grid) -> dict[str, Point]:
    """The middle of each cell through which a line of a grid can lead, in mm on its board.

    These are its own cells, and those of the same kind of grid on boards of the same map, as the
    boards lie side by side without a scenario.
    """
    board = game.boards[grid.board]
    at = corners(arrangement(game, None, map_name(board)))
    left, top = at[board.id]
    points: dict[str, Point] = {}
    for other in game.map.grids:
        if other.kind == grid.kind and other.board in at:
            x, y = at[other.board]
            points |= {
                cell.name: (cell.centre[0] + x - left, cell.centre[1] + y - top)
                for cell in cells(other)
            }
    return points


def board_of(game: Game, place: str) -> Board:
    """The board that a place, a cell or a side of a cell is on. Raises KeyError."""
    cell = game.cell_sides[place][0] if place in game.cell_sides else place
    if cell in game.cells:
        return game.boards[game.cells[cell][0].board]
    if cell in game.track_cells:
        return game.boards[game.track_cells[cell][0].board]
    known = game.place(place)
    if known is None:
        raise KeyError(place)
    return game.boards[known.board]


def place_point(game: Game, place: str, piece: PieceType) -> Point:
    """The position of a piece in a place, in mm on its board.

    For a side of a cell, it is the middle of the cell.
    """
    if place in game.spaces:
        return layout.space_point(game, game.spaces[place], piece)
    cell = game.cell_sides[place][0] if place in game.cell_sides else place
    if cell in game.cells:
        return game.cells[cell][1]
    if cell in game.track_cells:
        return layout.marker_room(game, *game.track_cells[cell], [piece]).centre
    return layout.box_point(game, game.boxes[place], piece)


def held_points(game: Game, place: str, pieces: Sequence[PieceType]) -> dict[str, Point]:
    """The positions of the pieces that begin in a place, by piece type, in mm on its board."""
    if place in game.spaces:
        return layout.space_points(game, game.spaces[place], pieces)
    if place in game.track_cells:
        kinds = list({piece.id: piece for piece in pieces}.values())
        found = layout.inside(layout.marker_room(game, *game.track_cells[place], kinds), kinds)
        return {piece.id: at for piece, at in zip(kinds, found, strict=True)}
    return {piece.id: place_point(game, place, piece) for piece in pieces}

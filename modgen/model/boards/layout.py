"""Positions on a board: track cells, outlines of zones, stacks of pieces, boxes of states.

Everything that draws, prints or compiles a board uses these functions. Units: millimetres.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from math import cos, dist, pi, sin, sqrt

from modgen.model.game import Game
from modgen.model.geography.geometry import Ring, contains
from modgen.model.types.base import Point, Rect
from modgen.model.types.game_file import Declaration
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Box, Run, Space, Track

PAD = (24.0, 8.0)
"""Width and height of a declaration pad."""
STATE_SIZE = 8.0
"""Side of the box that shows a state of a space."""
PITCH = 11.0
"""Distance from one stack of pieces in a space to the next."""
DOT_NAME = 3.6
"""How far the name of a dot is above its upper edge."""
MOST_CELLS = 18
"""The number of stacks for which a space has room."""
HEADER = 5.5
"""Height of the strip at the top of a box that holds its name."""
CIRCLE_POINTS = 36


def rect_corners(rect: Rect) -> Ring:
    """The corners of a rectangle, clockwise from the top left."""
    x, y, right, bottom = rect.x, rect.y, rect.x + rect.w, rect.y + rect.h
    return ((x, y), (right, y), (right, bottom), (x, bottom))


def circle(centre: Point, radius: float) -> Ring:
    """The outline of a disc as a polygon."""
    step = 2 * pi / CIRCLE_POINTS
    return tuple(
        (centre[0] + radius * cos(n * step), centre[1] + radius * sin(n * step))
        for n in range(CIRCLE_POINTS)
    )


def _rect(x: float, y: float, w: float, h: float) -> Rect:
    """A rectangle of known numbers, which need no validation."""
    return Rect.model_construct(x=x, y=y, w=w, h=h)


def track_runs(track: Track) -> Iterator[tuple[Rect, range]]:
    """Each straight run of a track: its outline, and the numbers of its cells."""
    number = track.first
    for run in track.runs:
        across = run.count if run.going in ("left", "right") else 1
        down = run.count if run.going in ("up", "down") else 1
        left = run.x - (run.count - 1) * run.w if run.going == "left" else run.x
        top = run.y - (run.count - 1) * run.h if run.going == "up" else run.y
        outline = _rect(x=left, y=top, w=run.w * across, h=run.h * down)
        yield outline, range(number, number + run.count)
        number += run.count


def track_cell(track: Track, number: int) -> Rect:
    """The cell of a track with a number. Raises KeyError if there is none."""
    start = track.first
    for run in track.runs:
        if start <= number < start + run.count:
            return _run_cell(run, number - start)
        start += run.count
    raise KeyError(f"{track.id} has no cell {number}")


def _run_cell(run: Run, at: int) -> Rect:
    dx = {"right": run.w, "left": -run.w}.get(run.going, 0.0)
    dy = {"down": run.h, "up": -run.h}.get(run.going, 0.0)
    return _rect(x=run.x + at * dx, y=run.y + at * dy, w=run.w, h=run.h)


def centre(game: Game, space: Space) -> Point:
    """The middle of a space."""
    return game.outlines.centres[space.id]


def zone_rings(game: Game, space: Space) -> list[Ring]:
    """The polygons in which a piece counts as being in a space."""
    if space.radius:
        return [circle(centre(game, space), space.radius), *_state_rings(game, space)]
    outlines = game.outlines
    shape = outlines.waters.get(space.id) or outlines.shapes.get(space.id, ())
    rings = [polygon[0] for polygon in shape]
    return [*_state_rings(game, space), *rings]


def _state_rings(game: Game, space: Space) -> list[Ring]:
    return [rect_corners(rect) for rect in state_boxes(game, space).values()]


def label_point(game: Game, space: Space) -> Point:
    """The middle of a space's name: on the upper rim of a disc, otherwise above its marks."""
    if space.label_at:
        return space.label_at
    x, y = centre(game, space)
    if space.radius:
        # Counters would cover the name of a dot that is no larger than they are.
        dot = space.kind == "node" and space.radius < PITCH
        return (x, y - space.radius - (DOT_NAME if dot else 0))
    x, y = marks_point(game, space)
    return (x, y - STATE_SIZE if mark_boxes(game, space) else y)


def marks_point(game: Game, space: Space) -> Point:
    """The middle of the row of attributes and states: on a disc's lower rim, or above pieces."""
    if space.states_at:
        return space.states_at
    if space.radius:
        x, y = centre(game, space)
        return (x, y + space.radius)
    x, y = space.pieces_at or centre(game, space)
    if game.boards[space.board].stacks == "side":
        return (x, y - PITCH * 0.3 - STATE_SIZE / 2)
    rows = -(-len(_grid(game, space.columns)) // space.columns)
    return (x, y - rows * PITCH / 2 - STATE_SIZE / 2 - 0.5)


def mark_boxes(game: Game, space: Space) -> dict[str, Rect]:
    """The row of small boxes of a space: its printed attributes, then its states."""
    shows = [name for name in game.boards[space.board].shows if name in space.attributes]
    keys = shows + [state.id for state in game.info.states if space.kind in state.kinds]
    x, y = marks_point(game, space)
    left = x - len(keys) * STATE_SIZE / 2
    return {
        key: _rect(x=left + n * STATE_SIZE, y=y - STATE_SIZE / 2, w=STATE_SIZE, h=STATE_SIZE)
        for n, key in enumerate(keys)
    }


def state_boxes(game: Game, space: Space) -> dict[str, Rect]:
    """The small boxes that show a space's states, side by side."""
    return {key: rect for key, rect in mark_boxes(game, space).items() if key in game.states}


def _stacks_by_side(game: Game, space: Space, piece: PieceType) -> Point:
    """The position of a piece if each side has one stack: sides in a row, other pieces below.

    In sea spaces, which only ships enter, all pieces are in the middle.
    """
    x, y = space.pieces_at or centre(game, space)
    if space.kind == "sea":
        return (x, y)
    step = space.spread or PITCH
    if piece.side is None or piece.kind == "pawn":
        return (x, y + step * 0.8)
    sides = list(game.sides)
    return (x + (sides.index(piece.side) - (len(sides) - 1) / 2) * step, y + step * 0.2)


def _grid(game: Game, columns: int) -> list[str]:
    """Piece types in rows of `columns`; the forces of each side begin a new row.

    Markers of which the game has several fill the free cells. If the game has many types, only
    those that set-ups place in spaces have cells. The types of an expansion take what is free, so
    that those of its game lie where they always do.
    """
    if game.parent is not None:
        return _with_added(game, _grid(game.parent, columns), columns)
    pieces = game.pieces
    cells = _cells(pieces, columns)
    if len(cells) > MOST_CELLS:
        placed = game.placed_types
        cells = _cells([piece for piece in pieces if piece.id in placed], columns)
    return cells


def _cells(pieces: Iterable[PieceType], columns: int) -> list[str]:
    cells: list[str] = []
    forces = [piece for piece in pieces if piece.kind == "force"]
    for side in dict.fromkeys(piece.side for piece in forces):
        cells += [piece.id for piece in forces if piece.side == side]
        cells += [""] * (-len(cells) % columns)
    for piece in pieces:
        if piece.kind in ("marker", "counter") and piece.count > 1:
            if "" in cells:
                cells[cells.index("")] = piece.id
            else:
                cells.append(piece.id)
    return cells


def _with_added(game: Game, cells: list[str], columns: int) -> list[str]:
    """The cells of a game with those types of an expansion for which there is a free one."""
    cells = list(cells)
    for piece in game.added.pieces:
        for number, held in enumerate(cells):
            row = cells[number - number % columns :][:columns]
            sides = {game.piece_types[key].side for key in row if key}
            if not held and (piece.kind in ("marker", "counter") or piece.side in sides):
                cells[number] = piece.id
                break
    return cells


def space_point(game: Game, space: Space, piece: PieceType) -> Point:
    """The position of a piece type's stack in a space: in the grid of forces, or beside it."""
    if game.boards[space.board].stacks == "side":
        return _stacks_by_side(game, space, piece)
    cells = _grid(game, space.columns)
    x, y = space.pieces_at or centre(game, space)
    if space.radius and space.radius < PITCH:
        return (x, y)  # a dot has room for one stack
    if piece.id in cells:
        rows = min(-(-len(cells) // space.columns), _rows_in(space))
        row, column = divmod(cells.index(piece.id), space.columns)
        if space.kind == "node":
            # A disc has little room: its row is as wide as the kinds in it.
            first = row * space.columns
            used = sum(1 for key in cells[first : first + space.columns] if key)
            middle = (used - 1) / 2
        else:
            middle = (space.columns - 1) / 2
        row %= rows
        dx, dy = column - middle, row - (rows - 1) / 2
        return (x + dx * PITCH, y + dy * PITCH)
    others = [
        other.id for other in game.pieces if other.kind == piece.kind and other.id not in cells
    ]
    step = others.index(piece.id) - (len(others) - 1) / 2
    away = (space.columns / 2 + 0.2) * PITCH
    side = -away if piece.kind == "pawn" else away
    candidates = ((x + side * part, y + step * PITCH * part) for part in (1.0, 0.8, 0.6, 0.4, 0.2))
    return next((at for at in candidates if lies_in(game, space, at)), (x, y))


def lies_in(game: Game, space: Space, at: Point) -> bool:
    """Whether a point of a board is in a space, and in no disc of another space."""
    discs = [disc for disc in game.map.spaces if disc.radius and disc.board == space.board]
    if any(
        disc is not space and dist(centre(game, disc), at) < (disc.radius or 0) for disc in discs
    ):
        return False
    if space.radius:
        return dist(centre(game, space), at) < space.radius - 0.5
    return contains(tuple((ring,) for ring in zone_rings(game, space)), at)


def _rows_in(space: Space) -> int:
    """How many rows of stacks a disc has room for; stacks of further rows share positions."""
    if not space.radius:
        return sys.maxsize
    half = (space.columns - 1) / 2 * PITCH
    reach = max(space.radius - 2, half) ** 2 - half**2
    return max(1, int(2 * sqrt(reach) // PITCH) + 1)


def inner_rect(box: Box) -> Rect:
    """The part of a box below the strip with its name."""
    rect = box.rect
    return _rect(x=rect.x, y=rect.y + HEADER, w=rect.w, h=rect.h - HEADER)


def box_slots(box: Box) -> dict[str, Point]:
    """The position of the stack of each piece type that a box holds or takes."""
    rect = inner_rect(box)
    kinds = [*box.holds, *box.takes]
    count = max(len(kinds), 1)
    columns = max(1, min(count, int(rect.w // 18) or 1))
    rows = -(-count // columns)
    return {
        piece: (
            rect.x + (n % columns + 0.5) * rect.w / columns,
            rect.y + (n // columns + 0.5) * rect.h / rows,
        )
        for n, piece in enumerate(kinds)
    }


def box_point(game: Game, box: Box, piece: PieceType) -> Point:
    """The position of a piece in a box: in its slot, or in a row with other sides' pieces."""
    slots = box_slots(box)
    if piece.id in slots:
        x, y = slots[piece.id]
        # A piece for the side of a cell is drawn half its length north of its point.
        return (x, y + piece.size / 2) if piece.on_side else (x, y)
    rect = inner_rect(box)
    x, y = rect.centre
    if game.parent is not None and slots and piece.id not in game.parent.piece_types:
        # A row below the slots of the types that the box holds.
        added = [other.id for other in game.added.pieces if other.home == box.id]
        step = rect.w / max(len(added), 1)
        at = added.index(piece.id) if piece.id in added else 0
        return (rect.x + (at + 0.5) * step, rect.y + rect.h - piece.size / 2)
    if piece.side is None:
        return (x, y)
    peers = list(dict.fromkeys(other.side for other in game.pieces if other.kind == piece.kind))
    step = (peers.index(piece.side) - (len(peers) - 1) / 2) * (piece.size + 1.5)
    room = max((max(rect.w, rect.h) - piece.size) / 2, 0)
    step = min(max(step, -room), room)
    return (x + step, y) if rect.w >= rect.h else (x, y + step)


def home_point(game: Game, piece: PieceType) -> Point:
    """The position of a piece that is not in play."""
    return box_point(game, game.boxes[piece.home or ""], piece)


def level_point(game: Game, piece: PieceType, number: int) -> Point:
    """The position of a level marker at a number; markers in one cell are side by side."""
    track = game.tracks[piece.tracks or ""]
    cell = track_cell(track, number)
    levels = track.levels or [marker.id for marker in game.pieces if marker.tracks == track.id]
    order = levels.index(piece.id) if piece.id in levels else 0
    columns = min(3, len(levels)) or 1
    rows = -(-len(levels) // columns)
    return (
        cell.x + (order % columns + 0.5) * cell.w / columns,
        cell.y + (order // columns + 0.5) * cell.h / rows,
    )


def pad_point(game: Game, declaration: Declaration) -> Point:
    """The middle of a declaration pad: in the top right corner of its box.

    Several pads in one box are in a row below the box's name.

    Raises KeyError if the declaration names no box.
    """
    rect = game.boxes[declaration.box or ""].rect
    pads = [other for other in game.info.declarations if other.box == declaration.box]
    if len(pads) > 1:
        inner = inner_rect(game.boxes[declaration.box or ""])
        step = pads.index(declaration) - (len(pads) - 1) / 2
        return (inner.centre[0] + step * (PAD[0] + 2), inner.centre[1])
    return (rect.x + rect.w - PAD[0] / 2 - 1, rect.y + PAD[1] / 2 + 0.5)

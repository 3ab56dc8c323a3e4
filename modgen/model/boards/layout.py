"""Positions on a board: track cells, outlines of zones, stacks of pieces, boxes of states.

Everything that draws, prints or compiles a board uses these functions. Units: millimetres.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import cos, dist, inf, pi, sin, sqrt
from typing import NamedTuple

from modgen.model.game import Game, split_face
from modgen.model.geography.geometry import Ring, contains, rings
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
SEA_NAME = 4.4
"""How far the base line of a sea space's name is below its lower edge."""
LETTER = 0.85
"""Half the mean width of a letter of such a name, in mm."""
MOST_CELLS = 18
"""The number of stacks for which a space has room."""
HEADER = 5.5
"""Height of the strip at the top of a box that holds its name."""
LOWER = 0.2
"""How far one stack for each side is below the middle of a space, as a share of `PITCH`."""
RISE = 0.3
"""How far a stack in a space may rise, as a share of the size of its pieces."""
PILE = 0.75
"""How far the stack of all pieces of a type may rise, as a share of the size of its pieces."""
STACK_STEP = (0.6, 1.0)
"""The usual distance between two pieces of a stack, to the right and upwards, in mm."""
COIN = 6.6
"""Room for the coin with the price of a piece above it in a box."""
NAME_ROOM = 9.0
"""Room for the name of a piece below it in a box; a low box has less."""
COLUMN = 18.0
"""The least width of a column of pieces in a box, in mm."""
EDGE = 1.5
"""The space between the pieces in a box and its left and right edges, in mm."""
LEAST_NAME = 3.4
"""The least room in which a name can be read; with less it is left out."""
LABEL = 4.0
"""The height of the label at the bottom of a cell."""
TALLY = 5.0
"""The height of the number below the marker of a total."""
BESIDE = 0.4
"""The gap between two pieces side by side in a cell."""
RIM = 0.5
"""The width of a disc's rim, which does not count as part of the space, in mm."""
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


def marker_room(game: Game, track: Track, number: int, pieces: Sequence[PieceType]) -> Rect:
    """The part of a cell for pieces: above its label, or as high above it as they fit.

    The number below the marker of a total has room too, if the pieces need not cover each other
    for it. Raises KeyError if the track has no such cell.
    """
    cell = track_cell(track, number)
    high = max((piece.drawn_height for piece in pieces), default=0.0)
    wide = max((piece.size for piece in pieces), default=0.0)
    label = LABEL if track.labels.get(number) else 0.0
    room = max(cell.h - label, min(high, cell.h))
    columns = max(1, int((cell.w + BESIDE) // (wide + BESIDE)))
    needed = -(-len(pieces) // columns) * (high + BESIDE) - BESIDE
    tally = tally_room(game, pieces)
    return _rect(x=cell.x, y=cell.y, w=cell.w, h=room - tally if needed <= room - tally else room)


def tally_room(game: Game, pieces: Iterable[PieceType]) -> float:
    """The height in mm of the numbers that are shown below the markers of totals."""
    shown = {total.marker for total in game.info.totals if not total.follows}
    return TALLY if any(piece.id in shown for piece in pieces) else 0.0


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
        if space.kind == "sea" and _links_at(game, space, -1) > _links_at(game, space, 1):
            return (x, y + space.radius + SEA_NAME)
        return (x, y - space.radius - (DOT_NAME if dot else 0))
    x, y = marks_point(game, space)
    return (x, y - STATE_SIZE if mark_keys(game, space) else y)


def _links_at(game: Game, space: Space, side: int) -> int:
    """How many links of a sea space leave it where its name is: above it (-1) or below it (1)."""
    x, y = centre(game, space)
    found = 0
    for edge in game.map.edges:
        if space.id not in edge.between:
            continue
        here = edge.between.index(space.id)
        far = game.spaces[edge.between[1 - here]]
        to = edge.via[-here] if edge.via else centre(game, far)
        if not edge.via and not far.radius:
            ends = (at for ring in rings(game.outlines.shapes.get(far.id, ())) for at in ring)
            to = min(ends, key=lambda at: dist(at, (x, y)), default=to)
        dx, dy = to[0] - x, (to[1] - y) * side
        away = (space.radius or 0) + SEA_NAME / 2
        found += dy > 0 and abs(dx) * away < dy * len(space.name) * LETTER
    return found


def marks_point(game: Game, space: Space) -> Point:
    """The middle of the row of attributes and states: on a disc's lower rim, or above pieces."""
    if space.states_at:
        return space.states_at
    if space.radius:
        x, y = centre(game, space)
        return (x, y + space.radius)
    x, y = space.pieces_at or centre(game, space)
    if game.boards[space.board].stacks == "side":
        half = STATE_SIZE / 2 if mark_keys(game, space) else game.boards[space.board].names / 2
        return (x, y - PITCH * (0.5 + RISE - LOWER) - half - BESIDE)
    cells = _grid(game, space.columns)
    rows = -(-len(cells) // space.columns)
    at = (x, y - rows * PITCH / 2 - STATE_SIZE / 2 - 0.5)
    shape = game.outlines.shapes.get(space.id)
    if len(cells) > MOST_CELLS and shape and not contains(shape, (x, at[1] - STATE_SIZE / 2)):
        # There is no room below for all kinds of pieces at once, but for those of set-ups.
        held = [one.place[space.id] for one in game.scenarios if space.id in one.place]
        rows = max((_rows_of(game, space, pieces) for pieces in held), default=1)
        at = (x, y - rows * PITCH / 2 - STATE_SIZE / 2 - 0.5)
    return at


def _rows_of(game: Game, space: Space, held: Iterable[str]) -> int:
    """The rows of stacks that pieces, each perhaps with its face, need in a space."""
    cells = _grid(game, space.columns)
    kinds = {split_face(key, game)[0] for key in held}
    return len({cells.index(key) // space.columns for key in kinds if key in cells}) or 1


def mark_keys(game: Game, space: Space) -> list[str]:
    """The attributes that are printed in a space, then its states."""
    shows = [name for name in game.boards[space.board].shows if name in space.attributes]
    return shows + [state.id for state in game.info.states if space.kind in state.kinds]


def mark_boxes(game: Game, space: Space) -> dict[str, Rect]:
    """The row of small boxes of a space: its printed attributes, then its states."""
    keys = mark_keys(game, space)
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

    Where the space has no room below, these are beside the row, and only where it has none at all
    do they cover a part of it. In sea spaces, which only ships enter, all pieces are in the middle.
    """
    x, y = space.pieces_at or centre(game, space)
    if space.kind == "sea":
        return (x, y)
    step = space.spread or PITCH
    if piece.side is None or piece.kind == "pawn":
        apart = max(step, piece.size)
        away = (len(game.sides) * step + apart) / 2
        row = y + step * LOWER
        beside = [(x + aside, row + down) for down in (0, apart / 2) for aside in (away, -away)]
        found = (
            at for at in [(x, row + apart), *beside] if _square_lies_in(game, space, at, piece.size)
        )
        return next(found, (x, y + step * 0.8))
    sides = list(game.sides)
    return (x + (sides.index(piece.side) - (len(sides) - 1) / 2) * step, y + step * LOWER)


def _square_lies_in(game: Game, space: Space, at: Point, size: float) -> bool:
    """Whether a square about a point is in a space."""
    away = size / 2
    corners = ((at[0] + dx, at[1] + dy) for dx in (-away, away) for dy in (-away, away))
    return all(lies_in(game, space, corner) for corner in corners)


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
        dx, dy = (column - middle) * PITCH, (row - (rows - 1) / 2) * PITCH
        if space.radius or not any(zone_rings(game, space)):
            return _within_disc(game, space, (x + dx, y + dy))
        nearer = ((x + dx * part, y + dy * part) for part in (1.0, 0.8, 0.6, 0.4, 0.2))
        return next((at for at in nearer if lies_in(game, space, at)), (x, y))
    others = [
        other.id for other in game.pieces if other.kind == piece.kind and other.id not in cells
    ]
    step = others.index(piece.id) - (len(others) - 1) / 2
    away = (space.columns / 2 + 0.2) * PITCH
    side = -away if piece.kind == "pawn" else away
    candidates = ((x + side * part, y + step * PITCH * part) for part in (1.0, 0.8, 0.6, 0.4, 0.2))
    return next((at for at in candidates if lies_in(game, space, at)), (x, y))


def _within_disc(game: Game, space: Space, at: Point) -> Point:
    """A point of a disc, moved towards its middle if it is outside; other points unchanged."""
    x, y = centre(game, space)
    away = dist((x, y), at)
    if not space.radius or away < space.radius - RIM:
        return at
    share = (space.radius - 2 * RIM) / away
    return (x + (at[0] - x) * share, y + (at[1] - y) * share)


def space_points(game: Game, space: Space, pieces: Sequence[PieceType]) -> dict[str, Point]:
    """The positions of the stacks that begin in a space, by piece type.

    They keep the order of `space_point`, but rows and columns of pieces that are not there take no
    room, so that a single stack is in the middle.
    """
    points = {piece.id: space_point(game, space, piece) for piece in pieces}
    for at, stack in _about_the_middle(game, space, pieces):
        points |= dict.fromkeys(stack, at)
    return points


def _about_the_middle(
    game: Game, space: Space, pieces: Sequence[PieceType]
) -> Iterator[tuple[Point, list[str]]]:
    """The stacks of a space in rows about its middle, each with its piece types."""
    x, y = space.pieces_at or centre(game, space)
    if game.boards[space.board].stacks == "side":
        step = space.spread or PITCH
        y += step * LOWER
        sided = [piece for piece in pieces if piece.side and piece.kind != "pawn"]
        if space.kind == "sea":
            return
        stacks = ([piece.id for piece in sided if piece.side == side] for side in game.sides)
        rows = [[stack for stack in stacks if stack]]
    else:
        step, held = PITCH, {piece.id for piece in pieces}
        cells = _grid(game, space.columns)
        chunks = (cells[at : at + space.columns] for at in range(0, len(cells), space.columns))
        rows = [row for chunk in chunks if (row := [[key] for key in chunk if key in held])]
        if len(rows) > _rows_in(space) or (space.radius and space.radius < PITCH):
            return
    apart = step
    if space.radius and len(rows) > 1:
        # The name and the marks are on the rim.
        free = 2 * space.radius - STATE_SIZE - max(piece.size for piece in pieces)
        apart = min(step, max(free, 0) / (len(rows) - 1))
    for down, row in enumerate(rows):
        for across, stack in enumerate(row):
            dx, dy = across - (len(row) - 1) / 2, down - (len(rows) - 1) / 2
            yield (x + dx * step, y + dy * apart), stack


def lies_in(game: Game, space: Space, at: Point) -> bool:
    """Whether a point of a board is in a space, and in no disc of another space."""
    discs = [disc for disc in game.map.spaces if disc.radius and disc.board == space.board]
    if any(
        disc is not space and dist(centre(game, disc), at) < (disc.radius or 0) for disc in discs
    ):
        return False
    if space.radius:
        return dist(centre(game, space), at) < space.radius - RIM
    return contains(tuple((ring,) for ring in zone_rings(game, space)), at)


def holds_elsewhere(game: Game, space: Space) -> bool:
    """Whether a drawn space has a point for its pieces that is outside it."""
    at = space.pieces_at
    return at is not None and any(zone_rings(game, space)) and not lies_in(game, space, at)


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


class Slot(NamedTuple):
    """The place of a piece type in a box: the point of its stack, and the room around it in mm."""

    at: Point
    rise: float
    """The room above it for its stack."""
    named: float
    """The room below it for its name; 0 if there is too little."""
    above: float = 0.0
    """How far above the point the coins of its row are."""
    below: float = 0.0
    """How far below the point the names of its row begin."""


def box_slots(game: Game, box: Box) -> dict[str, Slot]:
    """The place of the stack of each piece type that a box holds or takes.

    Above a stack there is room for its height, and for a coin if the piece has a price; below it
    for its name.
    """
    rect = inner_rect(box)
    kinds = list(dict.fromkeys((*box.holds, *box.takes)))
    known = [game.piece_types[key] for key in kinds if key in game.piece_types]
    column = max((one.size + 2 * BESIDE for one in known if not one.on_side), default=0.0)
    columns = max(1, min(len(kinds), int(rect.w // max(column, COLUMN))))
    rows = -(-len(kinds) // columns) or 1
    edge = min(EDGE, rect.w * 0.05)
    wide, high = (rect.w - 2 * edge) / columns, rect.h / rows
    slots: dict[str, Slot] = {}
    for row in range(rows):
        members = kinds[row * columns : (row + 1) * columns]
        pieces = [game.piece_types[key] for key in members if key in game.piece_types]
        size = max((piece.drawn_height for piece in pieces), default=0.0)
        coin = COIN if any(piece.price() for piece in pieces) else 0.0
        spare = high - size - coin
        named = NAME_ROOM if any(key in box.holds for key in members) else 0.0
        named = 0.0 if spare < LEAST_NAME else min(named, spare - BESIDE)
        most = max((_highest(piece) for piece in pieces), default=0.0)
        free = spare - named
        slant = STACK_STEP[0] / STACK_STEP[1]
        wider = max((piece.size for piece in pieces if not piece.on_side), default=0.0)
        rise = min(max(free, 0.0), max(wide - wider - 2 * BESIDE, 0.0) / slant, most)
        top = rect.y + row * high
        y = top + (free - rise) / 2 + coin + rise + size / 2 if free > 0 else top + high / 2
        for column, key in enumerate(members):
            own = min(rise, _highest(game.piece_types[key])) if key in game.piece_types else 0.0
            x = rect.x + edge + (column + 0.5) * wide - own * slant / 2
            slots[key] = Slot((x, y), own, named, size / 2 + rise, size / 2)
    return slots


def _highest(piece: PieceType) -> float:
    """How far the stack of all pieces of a type rises above the lowest, in mm.

    A stack of many pieces is tighter, so that it stays above its name.
    """
    return 0.0 if piece.on_side else min((piece.count - 1) * STACK_STEP[1], piece.size * PILE)


def pile_rise(game: Game, box: Box, piece: PieceType) -> float:
    """How far the stack of a type may rise in a box, in mm."""
    slots = box_slots(game, box)
    if piece.id in slots:
        return slots[piece.id].rise
    top = box_point(game, box, piece)[1] - piece.drawn_height / 2
    return max(top - inner_rect(box).y, 0.0)


def box_point(game: Game, box: Box, piece: PieceType) -> Point:
    """The position of a piece in a box: in its slot, or in a row with other sides' pieces."""
    slots = box_slots(game, box)
    if piece.id in slots:
        x, y = slots[piece.id].at
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
    y -= min(tally_room(game, [piece]), max(rect.h - piece.drawn_height, 0.0)) / 2
    if piece.side is None or piece.side == box.side:
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
    """The position of a level marker at a number, with room for the other markers of its track."""
    track = game.tracks[piece.tracks or ""]
    levels = track.levels or [marker.id for marker in game.pieces if marker.tracks == track.id]
    known = [game.piece_types[key] for key in dict.fromkeys([*levels, piece.id])]
    return inside(marker_room(game, track, number, known), known)[known.index(piece)]


def level_points(game: Game, levels: Mapping[str, int]) -> dict[str, Point]:
    """The position of each level marker at its number: side by side, inside their common cell."""
    cells: dict[tuple[str, int], list[PieceType]] = {}
    for key, number in levels.items():
        piece = game.piece_types[key]
        cells.setdefault((piece.tracks or "", number), []).append(piece)
    points: dict[str, Point] = {}
    for (track, number), held in cells.items():
        found = inside(marker_room(game, game.tracks[track], number, held), held)
        points |= {piece.id: at for piece, at in zip(held, found, strict=True)}
    return points


def inside(cell: Rect, pieces: Sequence[PieceType]) -> list[Point]:
    """Where pieces lie in a cell: in rows about its middle, none over its border.

    Pieces that have no room side by side cover each other as little as possible.
    """
    wide = max(piece.size for piece in pieces)
    high = max(piece.drawn_height for piece in pieces)
    count = len(pieces)

    def steps(columns: int) -> tuple[float, float]:
        rows = -(-count // columns)
        return (
            min(wide + BESIDE, max(cell.w - wide, 0) / max(columns - 1, 1)),
            min(high + BESIDE, max(cell.h - high, 0) / max(rows - 1, 1)),
        )

    def apart(columns: int) -> float:
        dx, dy = steps(columns)
        return min(dx if columns > 1 else inf, dy if columns < count else inf)

    columns = max(range(1, count + 1), key=apart)
    dx, dy = steps(columns)
    rows = -(-count // columns)
    x, y = cell.centre
    points = []
    for number in range(count):
        row, column = divmod(number, columns)
        in_row = min(columns, count - row * columns)
        points.append((x + (column - (in_row - 1) / 2) * dx, y + (row - (rows - 1) / 2) * dy))
    return points


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

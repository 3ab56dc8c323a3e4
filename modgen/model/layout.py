"""Where things lie on a board: track cells, outlines of zones, places for pieces and states.

Everything that draws, prints or compiles a board asks these functions. Units: millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from modgen.model.base import Point, Rect
from modgen.model.geometry import Ring
from modgen.model.pieces import PieceType
from modgen.model.places import Box, Run, Space, Track
from modgen.model.whole import Game

STATE_SIZE = 8.0
"""Side of the box that shows a state of a space."""
CIRCLE_POINTS = 36


def rect_corners(rect: Rect) -> Ring:
    """The corners of a rectangle, clockwise from the top left."""
    x, y, right, bottom = rect.x, rect.y, rect.x + rect.w, rect.y + rect.h
    return ((x, y), (right, y), (right, bottom), (x, bottom))


def circle(centre: Point, radius: float) -> Ring:
    """A disc's outline as a polygon."""
    step = 2 * pi / CIRCLE_POINTS
    return tuple(
        (centre[0] + radius * cos(n * step), centre[1] + radius * sin(n * step))
        for n in range(CIRCLE_POINTS)
    )


def track_runs(track: Track) -> Iterator[tuple[Rect, range]]:
    """Each straight run of a track: its outline, and the numbers of its cells."""
    number = track.first
    for run in track.runs:
        across = run.count if run.going in ("left", "right") else 1
        down = run.count if run.going in ("up", "down") else 1
        left = run.x - (run.count - 1) * run.w if run.going == "left" else run.x
        top = run.y - (run.count - 1) * run.h if run.going == "up" else run.y
        outline = Rect(x=left, y=top, w=run.w * across, h=run.h * down)
        yield outline, range(number, number + run.count)
        number += run.count


def track_cell(track: Track, number: int) -> Rect:
    """The cell of a number. Raises KeyError for a number that the track lacks."""
    start = track.first
    for run in track.runs:
        if start <= number < start + run.count:
            return _run_cell(run, number - start)
        start += run.count
    raise KeyError(f"{track.id} has no cell {number}")


def _run_cell(run: Run, at: int) -> Rect:
    dx = {"right": run.w, "left": -run.w}.get(run.going, 0.0)
    dy = {"down": run.h, "up": -run.h}.get(run.going, 0.0)
    return Rect(x=run.x + at * dx, y=run.y + at * dy, w=run.w, h=run.h)


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


def state_boxes(game: Game, space: Space) -> dict[str, Rect]:
    """The small boxes that show a space's states, side by side."""
    states = [state for state in game.info.states if space.kind in state.kinds]
    x, y = space.states_at or centre(game, space)
    left = x - len(states) * STATE_SIZE / 2
    return {
        state.id: Rect(x=left + n * STATE_SIZE, y=y - STATE_SIZE / 2, w=STATE_SIZE, h=STATE_SIZE)
        for n, state in enumerate(states)
    }


def space_point(game: Game, space: Space, piece: PieceType) -> Point:
    """Where the stack of a piece type is set up in a space."""
    kinds = [one.id for one in game.pieces if one.kind in ("force", "marker", "pawn", "counter")]
    order = kinds.index(piece.id) if piece.id in kinds else 0
    columns = space.columns
    rows = -(-len(kinds) // columns)
    x, y = space.pieces_at or centre(game, space)
    pitch = 11.0
    return (
        x + (order % columns - (columns - 1) / 2) * pitch,
        y + (order // columns - (rows - 1) / 2) * pitch,
    )


def box_slots(game: Game, box: Box) -> dict[str, Point]:
    """Where each piece type that a box holds lies in it."""
    count = max(len(box.holds), 1)
    columns = max(1, min(count, int(box.rect.w // 16) or 1))
    rows = -(-count // columns)
    return {
        piece: (
            box.rect.x + (n % columns + 0.5) * box.rect.w / columns,
            box.rect.y + (n // columns + 0.5) * box.rect.h / rows,
        )
        for n, piece in enumerate(box.holds)
    }


def box_point(game: Game, box: Box, piece: PieceType, number: int) -> Point:
    """Where the piece of this 0-based number of its type lies in a box."""
    del number
    return box_slots(game, box).get(piece.id, box.rect.centre)


def home_point(game: Game, piece: PieceType, number: int = 0) -> Point:
    """Where a piece waits while it is not in play."""
    return box_point(game, game.boxes[piece.home or ""], piece, number)


def level_point(game: Game, piece: PieceType, number: int) -> Point:
    """Where a level marker stands at a number: markers share a cell side by side."""
    track = game.tracks[piece.tracks or ""]
    cell = track_cell(track, number)
    levels = track.levels or [one.id for one in game.pieces if one.tracks == track.id]
    order = levels.index(piece.id) if piece.id in levels else 0
    columns = 3
    rows = -(-len(levels) // columns)
    return (
        cell.x + (order % columns + 0.5) * cell.w / columns,
        cell.y + (order // columns + 0.5) * cell.h / rows,
    )


def pad_point(game: Game, box: Box) -> Point:
    """Where a side's declaration pad lies in a box: its top right corner."""
    del game
    return (box.rect.x + box.rect.w - 12, box.rect.y + 5)

"""Games without a set-up: players choose and arrange the boards themselves.

Modules whose boards lie side by side have such a start. Every piece is in its pool and every level
marker at the start of its track, as at-start stacks that the engine places in a new game.
"""

from __future__ import annotations

from collections.abc import Sequence

from modgen.compile.build import Build
from modgen.compile.declare import pad
from modgen.compile.palette import slot
from modgen.compile.pieces import game_piece, picture_of
from modgen.model.boards import layout
from modgen.model.boards.arrangement import maps
from modgen.model.types.base import Point
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Board
from modgen.vassal.components import Component, component


def has_choice(build: Build) -> bool:
    """Whether the game has boards to arrange."""
    return any(len(boards) > 1 for boards in maps(build.game).values())


def beginnings(build: Build) -> list[Component]:
    """The predefined set-up without a file: the engine asks for the boards."""
    if not has_choice(build):
        return []
    return [component("PredefinedSetup", name=build.words("own_boards"), useFile=False, file="")]


def stacks(build: Build, boards: Sequence[Board]) -> list[Component]:
    """The at-start stacks of a map's boards."""
    if not has_choice(build):
        return []
    game = build.game
    components: list[Component] = []
    for board in boards:
        for piece in game.pieces:
            at = _start(build, piece, board)
            if at is not None:
                components.append(_stack(build, piece, board, at))
        for declaration in game.info.declarations:
            if declaration.box and game.boxes[declaration.box].board == board.id:
                wide, high = map(build.px, layout.PAD)
                pad_slot = slot(build, pad(build, declaration, "#1"), (wide, high))
                at = layout.pad_point(game, declaration)
                components.append(_laid(build, f"pad {declaration.key}", board, at, [pad_slot]))
    return components


def _start(build: Build, piece: PieceType, board: Board) -> Point | None:
    """Where a piece starts on this board: in its home box or at its track's start, else None."""
    game = build.game
    if piece.home and game.boxes[piece.home].board == board.id:
        return layout.home_point(game, piece)
    if piece.tracks and game.tracks[piece.tracks].board == board.id:
        return layout.level_point(game, piece, game.tracks[piece.tracks].first)
    return None


def _stack(build: Build, piece: PieceType, board: Board, at: Point) -> Component:
    size = picture_of(build, piece, piece.faces[0].id).pixels
    slots = [
        slot(build, game_piece(build, piece, f"#{n}"), size, title=f"{piece.name} {n}")
        for n in range(1, piece.count + 1)
    ]
    return _laid(build, piece.id, board, at, slots)


def _laid(build: Build, name: str, board: Board, at: Point, slots: list[Component]) -> Component:
    x, y = build.point(at)
    return component("SetupStack", slots, name=name, owningBoard=board.name, x=x, y=y)

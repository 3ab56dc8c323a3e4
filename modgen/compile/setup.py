"""Compile a scenario to a saved game in the module."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from modgen.compile import announce, belonging, facedown, gauges, turns
from modgen.compile.build import Build
from modgen.compile.declare import pad
from modgen.compile.ids import PieceIds
from modgen.compile.pieces import game_piece
from modgen.compile.states import state_marker
from modgen.compile.words import SCENARIO
from modgen.model.boards import layout
from modgen.model.boards.arrangement import (
    arrangement,
    corners,
    map_name,
    maps,
)
from modgen.model.game import Game
from modgen.model.geography.cells import SQUARE_SIDES
from modgen.model.placing import scenario_pieces, scenario_states
from modgen.model.types.base import Point
from modgen.model.types.pieces import PieceType
from modgen.model.types.places import Board
from modgen.model.types.scenario import Scenario
from modgen.vassal import save
from modgen.vassal.pieces import GamePiece, Stack
from modgen.vassal.traits import DynamicProperty, Layer, Rotate, Trait


@dataclass(frozen=True)
class Placed:
    """One piece at a point of a map, in pixels."""

    piece: GamePiece
    map: str
    x: int
    y: int
    stacks: bool = True


def placed_pieces(build: Build, scenario: Scenario) -> Iterator[Placed]:
    """Every piece of a scenario except its cards, in stacking order."""
    table = Table(build, scenario)
    for one in scenario_pieces(build.game, scenario):
        in_play = table.facing(one.piece, one.face, one.side, one.facing, one.place)
        yield table.lay(in_play, one.board, one.at, stacks=stacks(build.game, one.piece))
    for shown in scenario_states(build.game, scenario):
        marker = state_marker(build, shown.space, shown.state, shown.value)
        yield table.lay(marker, shown.board, shown.at, stacks=False)
    yield from _pads(table)


def stacks(game: Game, piece: PieceType) -> bool:
    """Whether a piece stacks: pieces on sides of cells, and markers of one choice, do not."""
    return not piece.on_side and all(choice is None for _, choice in announce.own(game, piece))


class Table:
    """The positions of a scenario's boards on their maps."""

    def __init__(self, build: Build, scenario: Scenario) -> None:
        self.build = build
        self.scenario = scenario
        self._corners: dict[str, Point] = {}
        for name in maps(build.game):
            self._corners |= corners(arrangement(build.game, scenario, name))

    def facing(
        self, piece: PieceType, face: str, side: str = "", direction: int = 0, place: str = ""
    ) -> GamePiece:
        """A piece in play: its face, its side of a cell or its direction, and its conditions."""
        turned = SQUARE_SIDES.index(side) if side else direction
        states = {f"Condition_{one}": "" for one in self.scenario.conditions.get(piece.id, ())}
        states |= gauges.begun(self.build, piece, self.scenario, place)
        key = f"in play:{piece.id}/{face}/{turned}/{states}"
        made = self.build.piece(key, lambda: _turned(self.build, piece, face, turned, states))
        return belonging.begins(self.build.game, made, piece, self.scenario, place)

    def lay(self, piece: GamePiece, board: Board, at: Point, *, stacks: bool = True) -> Placed:
        """Place a piece at a point of a board in mm. Raises KeyError for an unused board."""
        left, top = self.build.point(self._corners[board.id])
        x, y = self.build.point(at)
        return Placed(piece, map_name(board), left + x, top + y, stacks)


def _pads(table: Table) -> Iterator[Placed]:
    game = table.build.game
    for declaration in game.info.declarations:
        if declaration.box:
            box = game.boxes[declaration.box]
            pad_piece = pad(table.build, declaration)
            board = game.boards[box.board]
            yield table.lay(pad_piece, board, layout.pad_point(game, declaration), stacks=False)


def _turned(
    build: Build, piece: PieceType, face: str, facing: int, states: Mapping[str, str]
) -> GamePiece:
    """A piece with its face and direction, in conditions and with values of properties."""
    made = game_piece(build, piece)
    level = [face_type.id for face_type in piece.faces].index(face) + 1
    traits: list[Trait] = []
    for trait in made.traits:
        if isinstance(trait, Layer) and trait.name == "Face":
            traits.append(trait.but(level=level))
        elif isinstance(trait, Layer) and trait.name in states:
            traits.append(trait.but(level=1))
        elif isinstance(trait, DynamicProperty) and trait.name in states:
            traits.append(trait.but(value=states[trait.name]))
        elif isinstance(trait, Rotate) and facing:
            traits.append(trait.but(facing=facing))
        else:
            traits.append(facedown.lies_face_down(build, piece, trait) if piece.back else trait)
    return made.but(traits=tuple(traits))


def setup_text(
    build: Build, scenario: Scenario, cards: list[str], ids: PieceIds, boards: list[str]
) -> str:
    """The command text of a scenario's save. `cards` are the commands for cards and decks."""
    commands: list[str] = []
    stacks: dict[tuple[str, int, int], list[str]] = {}
    for placed in placed_pieces(build, scenario):
        number = ids()
        piece = placed.piece.at(placed.map, placed.x, placed.y, number)
        commands.append(piece.add_command())
        if placed.stacks:
            stacks.setdefault((placed.map, placed.x, placed.y), []).append(number)
    for (name, x, y), members in stacks.items():
        stack = Stack(id=ids(), map=name, x=x, y=y, contents=tuple(members))
        commands.append(stack.add_command())
    commands += cards
    values = [
        save.property_command(SCENARIO, scenario.id),
        *turns.start_state(build.game, scenario),
    ]
    return save.save_text(commands, [*boards, save.SETUP_STACK, *values])

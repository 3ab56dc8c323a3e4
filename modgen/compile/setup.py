"""A scenario becomes a saved game inside the module, with every piece where the data says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modgen.compile.build import Build
from modgen.compile.declare import pad
from modgen.compile.ids import PieceIds
from modgen.compile.pieces import game_piece, shared_traits
from modgen.compile.piles import SCENARIO
from modgen.compile.states import state_marker
from modgen.model import layout
from modgen.model.pieces import PieceType
from modgen.model.scenario import Scenario
from modgen.model.whole import Game, split_face
from modgen.vassal import save
from modgen.vassal.pieces import GamePiece, Stack
from modgen.vassal.traits import Layer, Prototype, Trait


@dataclass(frozen=True)
class Placed:
    """One piece at a point of a board, in pixels."""

    piece: GamePiece
    x: int
    y: int
    stacks: bool = True


def placed_pieces(build: Build, scenario: Scenario) -> Iterator[Placed]:
    """Every piece of a scenario but its cards, in the order in which stacks are built."""
    game = build.game
    left = {piece.id: piece.count for piece in game.pieces}
    for place, held in scenario.place.items():
        for key, count in held.items():
            kind, face = split_face(key, game)
            piece = game.piece_types[kind]
            left[kind] -= count
            x, y = build.point(_point(game, place, piece))
            for _ in range(count):
                yield Placed(_facing(build, piece, face), x, y)
    for key, number in scenario.levels.items():
        piece = game.piece_types[key]
        left[key] -= 1
        x, y = build.point(layout.level_point(game, piece, number))
        yield Placed(_facing(build, piece, piece.start_face.id), x, y)
    for piece in game.pieces:
        if not piece.home:
            continue
        x, y = build.point(layout.home_point(game, piece))
        for _ in range(left[piece.id]):
            yield Placed(_facing(build, piece, piece.start_face.id), x, y)
    yield from _states(build, scenario)
    yield from _pads(build)


def _states(build: Build, scenario: Scenario) -> Iterator[Placed]:
    game = build.game
    for space in game.map.spaces:
        for key, rect in layout.state_boxes(game, space).items():
            state = game.states[key]
            value = scenario.states.get(space.id, {}).get(key, state.default)
            x, y = build.point(rect.centre)
            yield Placed(state_marker(build, space, state, value), x, y, stacks=False)


def _pads(build: Build) -> Iterator[Placed]:
    game = build.game
    for declaration in game.info.declarations:
        if declaration.box:
            x, y = build.point(layout.pad_point(game.boxes[declaration.box]))
            yield Placed(pad(build, declaration), x, y, stacks=False)


def _point(game: Game, place: str, piece: PieceType) -> tuple[float, float]:
    if place in game.spaces:
        return layout.space_point(game, game.spaces[place], piece)
    if place in game.cells:
        return game.cells[place][1]
    return layout.box_point(game, game.boxes[place], piece)


def _facing(build: Build, piece: PieceType, face: str) -> GamePiece:
    """A piece in play, showing a face."""
    return build.piece(f"in play:{piece.id}/{face}", lambda: _turned(build, piece, face))


def _turned(build: Build, piece: PieceType, face: str) -> GamePiece:
    made = expanded(build, game_piece(build, piece))
    level = [one.id for one in piece.faces].index(face) + 1
    traits = tuple(
        trait.but(level=level) if isinstance(trait, Layer) and trait.name == "Face" else trait
        for trait in made.traits
    )
    return made.but(traits=traits)


def setup_text(
    build: Build, scenario: Scenario, cards: list[str], ids: PieceIds, boards: list[str]
) -> str:
    """The command text of the scenario's save. `cards` are the commands of cards and decks."""
    map_name = build.map_name(build.game.map.boards[0].id)
    commands: list[str] = []
    stacks: dict[tuple[int, int], list[str]] = {}
    for placed in placed_pieces(build, scenario):
        number = ids()
        piece = placed.piece.at(map_name, placed.x, placed.y, number)
        commands.append(piece.add_command())
        if placed.stacks:
            stacks.setdefault((placed.x, placed.y), []).append(number)
    for (x, y), members in stacks.items():
        stack = Stack(id=ids(), map=map_name, x=x, y=y, contents=tuple(members))
        commands.append(stack.add_command())
    commands += cards
    values = [save.property_command(SCENARIO, scenario.id)]
    return save.save_text(commands, [*boards, save.SETUP_STACK, *values])


def expanded(build: Build, piece: GamePiece) -> GamePiece:
    """A piece as it stands in a save: prototypes replaced by their traits."""
    shared = shared_traits(build)
    traits: list[Trait] = []
    for trait in piece.traits:
        if isinstance(trait, Prototype) and trait.name in shared:
            traits += reversed(shared[trait.name])
        else:
            traits.append(trait)
    return piece.but(traits=tuple(traits))

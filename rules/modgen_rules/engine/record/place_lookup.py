"""From a pixel of a module's map to a place of the game, by the game's data.

A module that Modgen built has its zones where the data has them, in the same order, in every
language; so its logs can be read without the module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

from modgen.compile.words import words
from modgen.log.table import NOWHERE, Piece, Table
from modgen.model.game import Game
from modgen.model.types.base import Point
from modgen.model.types.places import Board
from modgen.vassal.traits import Layer, Rotate
from modgen.vassal.turn_states import TurnState, read_turn_state
from modgen_rules.engine.record.markers import markers, readable_traits
from modgen_rules.engine.record.places import CARD_BOX, OFF, UNKNOWN, Place
from modgen_rules.engine.record.zones import Zones, zones_of

MM = 25.4
"""Millimetres of an inch."""
Laid = Sequence[tuple[str, str, str]]
"""Boards of a map as a save has them: name (with `/rev` when turned), column, row."""


class PlaceLookup(Protocol):
    """Tells in which place of the game a piece lies."""

    @property
    def looks_at_stacks(self) -> bool:
        """Whether a piece's place depends on the stack in which it lies."""

    @property
    def side_names(self) -> Mapping[str, str]:
        """The game's sides by further names of players' sides, of a module that is not ours."""

    def phase(self, tracker: str, state: str) -> str:
        """The phase that a turn tracker shows in a state; empty for none.

        `tracker` is its id in saves; an empty one means the first tracker.
        """

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """The place of a piece; `kind` is the game's kind of the piece, if it is known."""


@dataclass
class Forwarding:
    """The part of a lookup that another lookup answers; a rulebook adds its own `place`."""

    places: PlaceLookup

    @property
    def looks_at_stacks(self) -> bool:
        """Whether a piece's place depends on the stack in which it lies."""
        return self.places.looks_at_stacks

    @property
    def side_names(self) -> Mapping[str, str]:
        """The sides by further names of players' sides."""
        return self.places.side_names

    def phase(self, tracker: str, state: str) -> str:
        """The phase that a turn tracker shows in a state; empty for none."""
        return self.places.phase(tracker, state)


class _Laid(NamedTuple):
    """A board on a map: its top left corner and its size in pixels, and whether it is turned."""

    board: Board
    left: int
    top: int
    width: int
    height: int
    turned: bool


@dataclass
class OwnModule:
    """The places of a module that Modgen built. `maps` are the boards of each map by its name."""

    game: Game
    maps: Mapping[str, tuple[Board, ...]]
    windows: Mapping[str, Place]
    """Hands and the box of unused cards, by the name of their window."""
    _kinds: dict[str, str] = field(default_factory=dict)
    _levels: dict[tuple[str, str], int] = field(default_factory=dict)
    _known: dict[tuple[object, ...], Place] = field(default_factory=dict)

    @classmethod
    def of(cls, games: Iterable[Game]) -> OwnModule:
        """The lookup for a game in each of its languages, the language of its files first."""
        every = list(games)
        maps: dict[str, tuple[Board, ...]] = {}
        windows: dict[str, Place] = {}
        for game in every:
            own: dict[str, list[Board]] = {}
            for board in game.map.boards:
                own.setdefault(board.map or board.name, []).append(board)
            maps |= {name: tuple(boards) for name, boards in own.items()}
            said = words(game.language)
            windows |= {
                said("hand", side=side.name): Place("hand", side.id) for side in game.sides.values()
            }
            windows[said("card_box")] = CARD_BOX
        return cls(every[0], maps, windows)

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """The place of a piece."""
        side = self._facing(piece) if kind in self._on_side else None
        laid = table.boards.get(piece.map, ())
        key = (piece.map, piece.x, piece.y, side, laid)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(piece, laid, side)
        if self._raising and piece.pile and known.id in self.game.cells:
            return known._replace(level=self._level(piece, table))
        return known

    def corner(self, board: Board, table: Table) -> tuple[str, int, int]:
        """The map on which a board lies, and the board's top left corner on it in pixels."""
        name = board.map or board.name
        for one in self._laid(self.maps[name], table.boards.get(name, ())):
            if one.board.id == board.id:
                return name, one.left, one.top
        return name, 0, 0

    @property
    def looks_at_stacks(self) -> bool:
        """Whether a piece's place depends on the stack in which it lies."""
        return bool(self._raising or self._raising_layers)

    @property
    def side_names(self) -> Mapping[str, str]:
        """Nothing: the players' sides of our own modules are the sides of the game."""
        return {}

    def phase(self, tracker: str, state: str) -> str:
        """The phase that the tracker shows, such as the third in `0|2;0;0;true,true,true`.

        Empty before the first turn, if the tracker has an item for that.
        """
        shown = self.turn_state(state)
        phases = list(self.game.phases)
        return phases[shown.phase] if shown and shown.phase < len(phases) else ""

    def turn_state(self, state: str) -> TurnState | None:
        """What the tracker shows in a state; None for a text of another form."""
        return read_turn_state(state, counts=self.game.info.turns is not None)

    @cached_property
    def _on_side(self) -> frozenset[str]:
        return frozenset(piece.id for piece in self.game.pieces if piece.on_side)

    @cached_property
    def _raising(self) -> dict[str, int]:
        """The kinds of pieces that raise others, with the number of levels."""
        return {piece.id: piece.raises for piece in self.game.pieces if piece.raises}

    @cached_property
    def _raising_layers(self) -> dict[str, int]:
        """The layers of conditions that raise a unit, with the number of levels."""
        return {
            f"Condition_{one.id}": one.raises for one in self.game.info.conditions if one.raises
        }

    def _level(self, piece: Piece, table: Table) -> int:
        """By how many levels its own condition and the markers of its stack raise a piece.

        A marker raises the pieces that lie on it; one on top of the stack, those below it.
        """
        pile = table.piles.get(piece.pile)
        contents = pile.contents if pile is not None else ()
        own = contents.index(piece.id) if piece.id in contents else 0
        level = self._own_level(piece)
        for n, key in enumerate(contents):
            raises = self._raises(table.pieces.get(key))
            if raises and n != own and (n < own or n == len(contents) - 1):
                level += raises
        return level

    def _own_level(self, piece: Piece) -> int:
        if not self._raising_layers:
            return 0
        key = (piece.type, piece.state)
        known = self._levels.get(key)
        if known is None:
            known = self._levels[key] = self._raised(piece)
        return known

    def _raised(self, piece: Piece) -> int:
        """By how many levels a piece's conditions raise it."""
        return sum(
            self._raising_layers.get(trait.name, 0)
            for trait in readable_traits(piece)
            if isinstance(trait, Layer) and trait.level > 0
        )

    def _raises(self, piece: Piece | None) -> int:
        if piece is None:
            return 0
        if piece.type not in self._kinds:
            self._kinds[piece.type] = markers(readable_traits(piece)).get("PieceType", "")
        return self._raising.get(self._kinds[piece.type], 0)

    # --- points ------------------------------------------------------------------------------

    def _facing(self, piece: Piece) -> int:
        """The side of its square to which a piece is turned, clockwise from the north."""
        traits = readable_traits(piece)
        return next((one.facing for one in traits if isinstance(one, Rotate)), 0)

    def _find(self, piece: Piece, laid: Laid, side: int | None) -> Place:
        if piece.map in self.windows:
            return self.windows[piece.map]
        boards = self.maps.get(piece.map)
        if boards is None:
            return OFF if piece.map in ("", NOWHERE) else UNKNOWN
        for one in self._laid(boards, laid):
            x, y = piece.x - one.left, piece.y - one.top
            if not (0 <= x < one.width and 0 <= y < one.height):
                continue
            if one.turned:
                x, y = one.width - x, one.height - y
                side = side + 2 if side is not None else None
            scale = MM / self.game.info.module.dpi
            return self._on_board(one.board.id, (x * scale, y * scale), side)
        return OFF

    def _laid(self, boards: Sequence[Board], laid: Laid) -> list[_Laid]:
        """The boards that a map shows. Columns and rows are as wide as their boards."""
        names = {board.name: board for board in boards}
        dpi = self.game.info.module.dpi
        cells: dict[tuple[int, int], tuple[Board, bool]] = {}
        for spec, column, row in laid or ((boards[0].name, "0", "0"),):
            name, _, mark = spec.partition("/")
            if column.isdigit() and row.isdigit():
                board = names.get(name, boards[0] if len(boards) == 1 else None)
                if board is not None:
                    cells[int(column[:4]), int(row[:4])] = (board, mark == "rev")

        def size(at: tuple[int, int]) -> tuple[int, int]:
            board = cells[at][0]
            return round(board.width / MM * dpi), round(board.height / MM * dpi)

        found = []
        for (across, down), (board, turned) in cells.items():
            left = sum(size((n, down))[0] for n in range(across) if (n, down) in cells)
            top = sum(size((across, n))[1] for n in range(down) if (across, n) in cells)
            found.append(_Laid(board, left, top, *size((across, down)), turned))
        return found

    def _on_board(self, board: str, at: Point, side: int | None) -> Place:
        """The place at a point of a board in millimetres; the first zone that holds it."""
        name = self.outlines.find(board, at)
        if name in self.game.tracks:
            return Place("place", f"{name}:{self.outlines.cell(name, at)}", board)
        if name not in self.game.grids:
            return Place("place", name, board) if name else Place("board", board=board)
        if side is None:
            found = self.outlines.nearest(name, at)
        else:
            found = self.outlines.nearest_side(name, at, side)
        id_, _, shown = found.partition("/")
        return Place("place", id_ or name, board, shown)

    @cached_property
    def outlines(self) -> Zones:
        """The outlines of the game's places."""
        return zones_of(self.game)

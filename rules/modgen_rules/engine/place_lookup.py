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
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.cells import SIDES, cell_side
from modgen.model.geography.geometry import Ring
from modgen.model.types.base import Point
from modgen.model.types.places import Board, Box, Grid, Track
from modgen.vassal.pieces import PieceError
from modgen.vassal.traits import Layer, Rotate
from modgen.vassal.turn_states import TurnState, read_turn_state
from modgen_rules.engine.markers import markers
from modgen_rules.engine.places import CARD_BOX, OFF, UNKNOWN, Place

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
    _zones: dict[str, list[tuple[str, Ring]]] = field(default_factory=dict)
    _points: dict[tuple[str, bool], dict[str, Point]] = field(default_factory=dict)
    _kinds: dict[str, str] = field(default_factory=dict)
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
        """The phase that the tracker shows, such as the third in `0|2;0;0;true,true,true`."""
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
        try:
            return sum(
                self._raising_layers.get(trait.name, 0)
                for trait in piece.game_piece.traits
                if isinstance(trait, Layer) and trait.level > 0
            )
        except (PieceError, ValueError, RecursionError):
            return 0

    def _raises(self, piece: Piece | None) -> int:
        if piece is None:
            return 0
        if piece.type not in self._kinds:
            try:
                kind = markers(piece.game_piece).get("PieceType", "")
            except (PieceError, ValueError, RecursionError):
                kind = ""
            self._kinds[piece.type] = kind
        return self._raising.get(self._kinds[piece.type], 0)

    # --- points ------------------------------------------------------------------------------

    def _facing(self, piece: Piece) -> int:
        """The side of its square to which a piece is turned, clockwise from the north."""
        try:
            traits = piece.game_piece.traits
        except (PieceError, ValueError, RecursionError):
            return 0
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
        for name, ring in self.zones(board):
            if not inside(ring, at):
                continue
            if name in self.game.tracks:
                return Place("place", f"{name}:{cell(self.game.tracks[name], at)}", board)
            if name in self.game.grids:
                return self._in_grid(name, board, at, side)
            return Place("place", name, board)
        return Place("board", board=board)

    def _in_grid(self, grid: str, board: str, at: Point, side: int | None) -> Place:
        """The cell of a grid, and for a piece that lies on a side a side of a cell.

        A piece in the middle of its cell lies on the side to which it is turned, another on the
        nearest side. A side that two cells share is named by the first of them in the order of
        the grid.
        """
        if side is not None:
            at = self._on_side_at(grid, at, side)
        middles = self._near(grid, side is not None)
        if not middles:
            return Place("place", grid, board)
        name = min(middles, key=lambda name: _distance(middles[name], at))
        id_, _, shown = name.partition("/")
        return Place("place", id_, board, shown)

    def _near(self, grid: str, on_side: bool) -> Mapping[str, Point]:
        """The middles of a grid's cells, or of their sides, by name."""
        middles = self._points.get((grid, on_side))
        if middles is None:
            middles = self._sides(grid) if on_side else self._middles(grid)
            self._points[grid, on_side] = middles
        return middles

    def _on_side_at(self, grid: str, at: Point, side: int) -> Point:
        """The point on a side for a piece in the middle of a cell; another keeps its point."""
        middles = self._near(grid, False)
        cell = min(middles, key=lambda name: _distance(middles[name], at), default="")
        if not cell:
            return at
        found, centre = self.game.cells[cell]
        if _distance(centre, at) > (found.size / 4) ** 2:
            return at
        names = SIDES[found.kind, found.sideways]
        (ax, ay), (bx, by) = cell_side(found, centre, names[side % len(names)])
        return (ax + bx) / 2, (ay + by) / 2

    def _middles(self, grid: str) -> dict[str, Point]:
        return {
            name: centre for name, (found, centre) in self.game.cells.items() if found.id == grid
        }

    def _sides(self, grid: str) -> dict[str, Point]:
        """The middle of every side of a grid's cells, by its first name."""
        found: dict[Point, str] = {}
        for name, (one, centre) in self.game.cells.items():
            for side in SIDES[one.kind, one.sideways] if one.id == grid else ():
                (ax, ay), (bx, by) = cell_side(one, centre, side)
                middle = (round((ax + bx) / 2, 1), round((ay + by) / 2, 1))
                found.setdefault(middle, f"{name}/{side}")
        return {name: point for point, name in found.items()}

    def zones(self, board: str) -> list[tuple[str, Ring]]:
        """The outlines of places in mm, in the order in which the module looks them up."""
        known = self._zones.get(board)
        if known is not None:
            return known
        game = self.game
        zones = self._zones[board] = []
        for track in game.map.tracks:
            if track.board == board:
                runs = layout.track_runs(track)
                zones += [(track.id, layout.rect_corners(run)) for run, _ in runs]
        boxed: tuple[Box | Grid, ...] = (*game.map.boxes, *game.map.grids)
        for place in boxed:
            if place.board == board:
                zones.append((place.id, layout.rect_corners(place.rect)))
        spaces = [space for space in game.map.spaces if space.board == board]
        for space in sorted(spaces, key=lambda space: space.kind == "area"):
            zones += [(space.id, ring) for ring in layout.zone_rings(game, space)]
        return zones


def inside(ring: Ring, at: Point) -> bool:
    """Whether a point lies in a polygon, by the even-odd rule."""
    x, y = at
    odd = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay <= y) != (by <= y) and x - ax < (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def cell(track: Track, at: Point) -> int:
    """The number of the track's cell that is nearest to a point in mm."""
    return min(
        range(track.first, track.last + 1),
        key=lambda number: _distance(layout.track_cell(track, number).centre, at),
    )


def _distance(one: Point, other: Point) -> float:
    """The square of the distance of two points."""
    return float((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)

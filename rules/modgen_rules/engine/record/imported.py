"""Logs of imported modules: pieces by the ids of their slots, places by the engine's names.

It works for the module that was imported and for the one that Modgen builds of it, because both
have the same slots and the same places.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from modgen.compile.parts.looks import looks
from modgen.compile.parts.module import read_all_originals, whole_tree
from modgen.log.locations import Locations
from modgen.log.properties import own_name
from modgen.log.table import NOWHERE, Piece, Table
from modgen.model.boards.arrangement import map_name
from modgen.model.game import Game
from modgen.model.geography.cells import cell_at, cells
from modgen.model.types.places import Board, Grid
from modgen.unpacking.xml import Node
from modgen.vassal.components import Component
from modgen.vassal.module import Module
from modgen.vassal.pieces import GamePiece
from modgen.vassal.traits import Layer
from modgen_rules.engine.record.piece_states import Identity, KnownPieces, OwnPieces, face_shown
from modgen_rules.engine.record.places import OFF, UNKNOWN, Place
from modgen_rules.engine.record.trackers import Trackers

MM = 25.4


class ImportedPieces(KnownPieces):
    """The pieces of an imported module: the gpid tells the slot, else the name does."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self._own = OwnPieces(game)
        originals = {
            key: one
            for key, one in read_all_originals(game).items()
            if key.startswith(("piece:", "card:"))
        }
        self._slots = {gpid: key for key, one in originals.items() for gpid in one.gpids}
        self._names: dict[str, str] = {}
        for key, one in originals.items():
            self._names.setdefault(one.name, key)
        self._original = {key: one.name for key, one in originals.items()}

    def recognise(self, piece: GamePiece) -> Identity:
        """Kind and face; the kind of a card is `card_` and its id."""
        own = self._own.recognise(piece)
        if own[0]:
            return own
        basic = piece.basic
        key = self._slots.get(basic.gpid, "")
        kind, _, id_ = key.partition(":")
        name = own_name(piece.traits, basic)
        if not key or (name and name not in (self._original[key], self._shown(kind, id_))):
            kind, _, id_ = self._names.get(name, key).partition(":")
        if kind == "card" and id_ in self.game.card:
            return f"card_{id_}", "", ""
        found = self.game.piece_types.get(id_)
        if kind != "piece" or found is None:
            return "", "", ""
        return id_, face_shown(self.face_layer(piece), found), ""

    def face_layer(self, piece: GamePiece) -> Layer | None:
        """The layer that gives a piece its faces."""
        if self._own.recognise(piece)[0]:
            return self._own.face_layer(piece)
        at = looks(piece.traits, piece.basic.image).layer
        layer = piece.traits[at] if at >= 0 else None
        return layer if isinstance(layer, Layer) else None

    def _shown(self, kind: str, key: str) -> str:
        """The name that the game gives a piece or card now."""
        if kind == "card":
            return self.game.card[key].title if key in self.game.card else ""
        return self.game.piece_types[key].name if key in self.game.piece_types else ""


class ImportedPlaces:
    """The places of an imported module by the engine's names of points."""

    looks_at_stacks = False
    side_names: Mapping[str, str] = {}

    def __init__(self, game: Game, locations: Locations, trackers: Trackers) -> None:
        self.game = game
        self._locations = locations
        self._trackers = trackers
        self._known: dict[tuple[object, ...], Place] = {}
        self._boards = {(map_name(board), board.name): board.id for board in game.map.boards}

    def phase(self, tracker: str, state: str) -> str:
        """The phase that a tracker shows, at its innermost level that has one."""
        names = {phase.name: phase.id for phase in self.game.phases.values()}
        return self._trackers.phase(tracker, state, names)

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """The place of a piece."""
        del kind
        if piece.map in ("", NOWHERE):
            return OFF
        pile = table.piles.get(piece.pile)
        if pile is not None and pile.is_deck and pile.name in self._decks:
            return Place("place", self._decks[pile.name])
        key = (piece.map, piece.x, piece.y, table.boards.get(piece.map, ()))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(piece, table)
        return known

    def corner(self, board: Board, table: Table) -> tuple[str, int, int]:
        """The map on which a board lies, and the board's top left corner on it in pixels."""
        name = map_name(board)
        for one in self._locations.boards(name, table.boards):
            if one.name == board.name:
                return name, one.left, one.top
        return name, 0, 0

    def _find(self, piece: Piece, table: Table) -> Place:
        if piece.map in self._hands:
            return Place("hand", self._hands[piece.map])
        at = self._locations.place(piece.map, piece.x, piece.y, table.boards)
        board = self._boards.get((piece.map, at.board))
        if board is None:
            return UNKNOWN
        found = self._names.get((board, at.location))
        if found is not None:
            return Place("place", found, board)
        laid = self._locations.boards(piece.map, table.boards)
        corner = next(((one.left, one.top) for one in laid if one.name == at.board), (0, 0))
        scale = MM / self.game.info.module.dpi
        point = ((piece.x - corner[0]) * scale, (piece.y - corner[1]) * scale)
        for grid in self._unnamed.get(board, ()):
            if name := cell_at(grid, point):
                return Place("place", name, board)
        return Place("board", board=board)

    @cached_property
    def _names(self) -> dict[tuple[str, str], str]:
        """Spaces, boxes and cells by their board and the engine's name."""
        names: dict[tuple[str, str], str] = {}
        for grid in self.game.map.grids:
            if grid.numbering and grid.numbering.shown:
                for cell in cells(grid):
                    for board in (grid.board, *grid.also):
                        names[board, cell.name.removeprefix(grid.prefix)] = cell.name
        names |= {(box.board, box.name): box.id for box in self.game.map.boxes}
        return names | {(space.board, space.name): space.id for space in self.game.map.spaces}

    @cached_property
    def _unnamed(self) -> dict[str, list[Grid]]:
        """The grids whose cells the module does not name, by their board."""
        found: dict[str, list[Grid]] = {}
        for grid in self.game.map.grids:
            if grid.numbering and not grid.numbering.shown:
                for board in (grid.board, *grid.also):
                    found.setdefault(board, []).append(grid)
        return found

    @cached_property
    def _decks(self) -> dict[str, str]:
        return {box.name: box.id for box in self.game.map.boxes if box.kind == "deck"}

    @cached_property
    def _hands(self) -> dict[str, str]:
        """The sides of hands by the names of their windows."""
        by_name = {side.name: side.id for side in self.game.sides.values()}
        hands = {}
        for node in self._locations.tree.find_all("PlayerHand"):
            owners = [
                by_name[name]
                for name in node.attributes.get("side", "").split(",")
                if name in by_name
            ]
            if owners:
                hands[node.attributes.get("mapName", "")] = owners[0]
        return hands


def imported(game: Game, module: Module | None) -> tuple[ImportedPlaces, ImportedPieces]:
    """How to read logs of an imported module; without the module, by the game's parts."""
    if module is not None:
        tree, locations = module.tree, Locations(module.tree, module.images)
    else:
        tree = _component(whole_tree(game))
        locations = Locations(tree, _Pictures(game.folder / "art"))
    return ImportedPlaces(game, locations, Trackers(tree)), ImportedPieces(game)


def _component(node: Node) -> Component:
    children = [_component(child) for child in node.children]
    return Component(node.tag, node.attributes, children, node.text)


class _Pictures(dict[str, bytes]):
    """The pictures in `art/`, read when they are asked for."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and ".." not in name and (self._folder / name).is_file()

    def __missing__(self, name: str) -> bytes:
        if name not in self:
            raise KeyError(name)
        return (self._folder / name).read_bytes()

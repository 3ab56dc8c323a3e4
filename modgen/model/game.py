"""Class Game: a whole game, with every part by its id and the adjacency of its spaces."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from modgen.model.geography.cells import SIDES, cells
from modgen.model.geography.outlines import Outlines
from modgen.model.geography.plan import terrain_of
from modgen.model.types.base import Point
from modgen.model.types.cards import Card, CardLayout, CardsFile, Deck, Pile
from modgen.model.types.game_file import GameFile, Phase, Side, Stacking, State, Total
from modgen.model.types.pieces import Face, PieceType
from modgen.model.types.places import (
    KINDS_OF_EDGE,
    Board,
    Box,
    Edge,
    EdgeKind,
    Grid,
    MapFile,
    Place,
    Space,
    Track,
)
from modgen.model.types.rulebook import BookFile
from modgen.model.types.rules import Rule
from modgen.model.types.scenario import Chart, Scenario


@dataclass(frozen=True)
class Game:
    """One game. `folder` contains its files; `language` is the language of its texts."""

    folder: Path
    language: str
    info: GameFile
    map: MapFile
    pieces: tuple[PieceType, ...]
    cards_file: CardsFile
    cards: tuple[Card, ...]
    layouts: Mapping[str, CardLayout]
    charts: tuple[Chart, ...]
    scenarios: tuple[Scenario, ...]
    outlines: Outlines = field(default_factory=Outlines)
    """The shapes and centres of spaces in millimetres."""
    rules: tuple[Rule, ...] = ()
    """The rules of `rules.yaml`."""
    rulebook: BookFile | None = None
    """The numbered clauses of `rulebook.yaml`."""
    parent: Game | None = None
    """The game that this one extends; its parts are parts of this one too."""

    @property
    def id(self) -> str:
        """The game's key, such as `people-power`."""
        return self.info.id

    @cached_property
    def added(self) -> Game:
        """The game with no cards, pieces, charts and set-ups but those that it adds to another."""
        if self.parent is None:
            return self
        of = self.parent
        return replace(
            self,
            pieces=tuple(piece for piece in self.pieces if piece.id not in of.piece_types),
            cards=tuple(card for card in self.cards if card.id not in of.card),
            charts=tuple(one for one in self.charts if one.id not in {c.id for c in of.charts}),
            scenarios=tuple(
                one for one in self.scenarios if one.id not in {s.id for s in of.scenarios}
            ),
        )

    @property
    def own_boards(self) -> list[Board]:
        """The boards that are not those of the game that this one extends."""
        known = self.parent.boards if self.parent is not None else {}
        return [board for board in self.map.boards if board.id not in known]

    @cached_property
    def placed_types(self) -> frozenset[str]:
        """The types of pieces that set-ups place in spaces."""
        return frozenset(
            key.partition("/")[0]
            for scenario in self.scenarios
            for place, held in scenario.place.items()
            if place in self.spaces
            for key in held
        )

    @cached_property
    def sides(self) -> dict[str, Side]:
        """Sides by id, in the order of `game.yaml`."""
        return {side.id: side for side in self.info.sides}

    @cached_property
    def sides_alike(self) -> tuple[str, ...]:
        """The sides with a piece that has the shape, symbol and letters of another side's."""
        owners: dict[tuple[str, ...], set[str]] = {}
        for piece in self.pieces:
            face = piece.start_face
            printed = (face.icon, face.text or piece.text, face.art)
            if piece.side and any(printed):
                owners.setdefault((piece.shape, *printed), set()).add(piece.side)
        alike = {side for sides in owners.values() if len(sides) > 1 for side in sides}
        return tuple(side.id for side in self.info.sides if side.id in alike)

    @cached_property
    def boards(self) -> dict[str, Board]:
        """Boards by id."""
        return {board.id: board for board in self.map.boards}

    @cached_property
    def spaces(self) -> dict[str, Space]:
        """Spaces of the map by id."""
        return {space.id: space for space in self.map.spaces}

    @cached_property
    def boxes(self) -> dict[str, Box]:
        """Boxes and displays by id."""
        return {box.id: box for box in self.map.boxes}

    @cached_property
    def tracks(self) -> dict[str, Track]:
        """Tracks by id."""
        return {track.id: track for track in self.map.tracks}

    @cached_property
    def grids(self) -> dict[str, Grid]:
        """Grids by id."""
        return {grid.id: grid for grid in self.map.grids}

    @cached_property
    def piece_types(self) -> dict[str, PieceType]:
        """Piece types by id."""
        return {piece.id: piece for piece in self.pieces}

    @cached_property
    def decks(self) -> dict[str, Deck]:
        """Kinds of card by id."""
        return {deck.id: deck for deck in self.cards_file.decks}

    @cached_property
    def piles(self) -> dict[str, Pile]:
        """Piles by id."""
        return {pile.id: pile for pile in self.cards_file.piles}

    @cached_property
    def card(self) -> dict[str, Card]:
        """Cards by id."""
        return {card.id: card for card in self.cards}

    @cached_property
    def scenario(self) -> dict[str, Scenario]:
        """Scenarios by id."""
        return {scenario.id: scenario for scenario in self.scenarios}

    @cached_property
    def phases(self) -> dict[str, Phase]:
        """The phases without subphases by id, in the order of the turn tracker."""
        return {phase.id: phase for phase, _ in _leaves(self.info.sequence, "")}

    @cached_property
    def phase_sides(self) -> dict[str, str]:
        """The side whose phase each of `phases` is, by the phase's id; empty for no side."""
        return {phase.id: side for phase, side in _leaves(self.info.sequence, "")}

    @cached_property
    def states(self) -> dict[str, State]:
        """States of spaces by id."""
        return {state.id: state for state in self.info.states}

    @cached_property
    def totals(self) -> dict[str, Total]:
        """Totals by id."""
        return {total.id: total for total in self.info.totals}

    @cached_property
    def thresholds(self) -> dict[str, int]:
        """The number that each total must exceed to win (`over`), by the total's id."""
        return {total.id: total.over for total in self.info.totals if total.over is not None}

    @cached_property
    def pools(self) -> dict[str, int]:
        """How many pieces of each type the game has, without spare ones, by the type's id."""
        return {piece.id: piece.count for piece in self.pieces}

    @cached_property
    def level_ranges(self) -> dict[str, range]:
        """The numbers on the track of each level marker, by the marker's id."""
        return {
            piece.id: self.tracks[piece.tracks].numbers
            for piece in self.pieces
            if piece.kind == "level" and piece.tracks
        }

    def stacking_limits(self, piece_id: str) -> tuple[Stacking, ...]:
        """The stacking limits for a type of piece, on any of its faces.

        Raises KeyError for an unknown type.
        """
        piece = self.piece_types[piece_id]
        return tuple(
            limit
            for limit in self.info.stacking
            if any(limit.means(piece, face.id) for face in piece.faces)
        )

    def place(self, key: str) -> Place | None:
        """The space, box or track `key`; None for track cells, grid cells and unknown keys."""
        return self.spaces.get(key) or self.boxes.get(key) or self.tracks.get(key)

    @cached_property
    def cells(self) -> dict[str, tuple[Grid, Point]]:
        """The cells of all grids by name: their grid, and their middle in mm."""
        return {cell.name: (grid, cell.centre) for grid in self.map.grids for cell in cells(grid)}

    def terrain_at(self, place: str) -> str:
        """The terrain of a space or a cell, by its id; empty if it has none."""
        return self._terrain.get(place, "")

    @cached_property
    def _terrain(self) -> dict[str, str]:
        found = {space.id: space.terrain or "" for space in self.map.spaces}
        for grid in self.map.grids:
            found |= terrain_of(grid)
        return found

    @cached_property
    def cell_sides(self) -> dict[str, tuple[str, str]]:
        """The sides of all cells by name, such as `B4/n`: the cell, and the side."""
        return {
            f"{name}/{side}": (name, side)
            for name, (grid, _) in self.cells.items()
            for side in SIDES[grid.kind, grid.sideways]
        }

    @cached_property
    def track_cells(self) -> dict[str, tuple[Track, int]]:
        """The cells of all tracks by name, such as `turn:3`."""
        return {
            f"{track.id}:{number}": (track, number)
            for track in self.map.tracks
            for number in range(track.first, track.last + 1)
        }

    @cached_property
    def exits(self) -> dict[str, tuple[tuple[str, Edge], ...]]:
        """The edges that a piece may cross from each space, with the space at the other end.

        Edges keep the order of `map.yaml`. A `blocked` edge is not an exit; a `one_way` edge is an
        exit of its first space only. Two spaces may be joined by several edges, such as a road and
        a railway.
        """
        exits: dict[str, list[tuple[str, Edge]]] = {space: [] for space in self.spaces}
        for edge in self.map.edges:
            if edge.blocked:
                continue
            first, second = edge.between
            exits[first].append((second, edge))
            if not edge.one_way:
                exits[second].append((first, edge))
        return {space: tuple(edges) for space, edges in exits.items()}

    def neighbours(
        self, space_id: str, kinds: Collection[EdgeKind] | None = None
    ) -> tuple[str, ...]:
        """The spaces that a piece may enter directly from a space.

        Each neighbour is given once, in the order of the edges in `map.yaml`. With `kinds`, only
        edges of these kinds count, for example `game.neighbours("puebla", {"rail"})`. Edges that
        are `blocked`, or `one_way` from the other side, do not count. Raises KeyError for an
        unknown space. Results are cached, so a repeated call is a dictionary lookup.
        """
        wanted = None if kinds is None else frozenset(kinds)
        table = self._neighbours.get(wanted)
        if table is None:
            table = self._neighbours[wanted] = {
                space: tuple(
                    dict.fromkeys(
                        other for other, edge in exits if wanted is None or edge.kind in wanted
                    )
                )
                for space, exits in self.exits.items()
            }
        return table[space_id]

    @cached_property
    def kinds_of_edge(self) -> tuple[str, ...]:
        """The kinds of edge that every game has, and those of this one."""
        return (*KINDS_OF_EDGE, *(kind.id for kind in self.map.edge_kinds))

    @cached_property
    def _neighbours(self) -> dict[frozenset[EdgeKind] | None, dict[str, tuple[str, ...]]]:
        """The cache of `neighbours`: for each set of kinds, the neighbours of every space."""
        return {}

    def adjacent(
        self, space_id: str, other: str, kinds: Collection[EdgeKind] | None = None
    ) -> bool:
        """Whether a piece may move directly from one space to the other.

        Takes `one_way`, `blocked` and `kinds` into account as `neighbours` does. Raises KeyError
        when `space_id` is unknown; an unknown `other` is not adjacent.
        """
        return other in self.neighbours(space_id, kinds)


def _leaves(phases: Iterable[Phase], side: str) -> Iterator[tuple[Phase, str]]:
    """The phases without subphases, each with its side or that of a phase around it."""
    for phase in phases:
        own = phase.side or side
        if phase.phases:
            yield from _leaves(phase.phases, own)
        else:
            yield phase, own


def split_face(key: str, game: Game) -> tuple[str, str]:
    """Split a key such as `activist/active` into piece type and face.

    Without a face in the key, the face is the one that the piece is placed on.
    """
    piece, _, face = key.partition("/")
    return piece, face or game.piece_types[piece].start_face.id


def face_of(piece: PieceType, face_id: str) -> Face:
    """The face of a piece by id. Raises KeyError if it has no such face."""
    for face in piece.faces:
        if face.id == face_id:
            return face
    raise KeyError(f"{piece.id} has no face {face_id}")

"""Where a piece lies that was let go beside an area: in the nearest one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from modgen.log.table import Piece, Table
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen_rules.engine.place_lookup import MM, PlaceLookup
from modgen_rules.engine.places import Place

REACH = 12.0
"""A unit belongs to an area if it lies within this number of millimetres of its outline."""


@dataclass
class NearestArea:
    """Looks a place up; on the map, but in none of its places, it gives the nearest area.

    A Gunboat goes to the nearest sea space instead.
    """

    places: PlaceLookup
    game: Game
    _known: dict[tuple[str, int, int, bool], Place] = field(default_factory=dict)

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

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """The place of a piece."""
        found = self.places.place(piece, table, kind)
        if found.kind != "board" or kind not in self.game.piece_types:
            return found
        at_sea = kind == "gunboat"
        key = (piece.map, piece.x, piece.y, at_sea)
        if key not in self._known:
            self._known[key] = self._nearest(piece, found, at_sea)
        return self._known[key]

    def _nearest(self, piece: Piece, found: Place, at_sea: bool) -> Place:
        scale = MM / self.game.info.module.dpi
        x, y = piece.x * scale, piece.y * scale
        away: dict[str, float] = {}
        for space in self.game.map.spaces:
            if space.board == found.board and (space.kind == "sea") == at_sea:
                points = (point for ring in layout.zone_rings(self.game, space) for point in ring)
                away[space.id] = min((a - x) ** 2 + (b - y) ** 2 for a, b in points) ** 0.5
        nearest = min(away, key=lambda space: away[space], default="")
        near = nearest and away[nearest] <= REACH
        return Place("place", nearest, found.board) if near else found

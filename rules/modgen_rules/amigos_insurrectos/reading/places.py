"""Where a piece lies that was let go beside an area: in the nearest one."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen.log.table import Piece, Table
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen_rules.engine.record.place_lookup import MM, Forwarding
from modgen_rules.engine.record.places import Place

REACH = 12.0
"""A unit belongs to an area if it lies within this number of millimetres of its outline."""


@dataclass
class NearestArea(Forwarding):
    """Looks a place up; on the map, but in none of its places, it gives the nearest area.

    A Gunboat goes to the nearest sea space instead.
    """

    game: Game
    _known: dict[tuple[str, int, int, bool], Place] = field(default_factory=dict)

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

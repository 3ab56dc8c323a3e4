"""Where a Unit stands that was let go beside a space: in the nearest one."""

from __future__ import annotations

from dataclasses import dataclass

from modgen.log.table import Piece, Table
from modgen.model.game import Game
from modgen_rules.engine.place_lookup import MM, OwnModule, PlaceLookup

REACH = 2.2
"""A Unit belongs to a space if it lies within so many radii of its middle."""


@dataclass
class NearestPlace:
    """Looks a place up; beside all places of the city's board it gives the nearest space."""

    places: PlaceLookup
    game: Game
    own: OwnModule

    def place(self, piece: Piece, table: Table) -> str:
        """The place's id; empty when no space is near."""
        found = self.places.place(piece, table)
        board = self.own.maps.get(piece.map)
        if found or board is None:
            return found
        x, y = piece.x * MM / self.own.dpi, piece.y * MM / self.own.dpi
        reach: dict[str, float] = {}
        for space in self.game.map.spaces:
            if space.board == board and space.at is not None:
                (a, b), radius = space.at, space.radius or 1.0
                reach[space.id] = ((a - x) ** 2 + (b - y) ** 2) ** 0.5 / radius
        best = min(reach, key=lambda space: reach[space], default="")
        return best if best and reach[best] <= REACH else ""

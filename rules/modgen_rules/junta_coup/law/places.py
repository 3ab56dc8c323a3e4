"""Where a Unit stands that was let go beside a space: in the nearest one."""

from __future__ import annotations

from dataclasses import dataclass

from modgen.log.table import Piece, Table
from modgen.model.game import Game
from modgen_rules.engine.record.place_lookup import MM, Forwarding
from modgen_rules.engine.record.places import Place

REACH = 2.2
"""A Unit belongs to a space if it lies within this number of radii of its middle."""


@dataclass
class NearestPlace(Forwarding):
    """Looks a place up; on a board, but in none of its places, it gives the nearest space."""

    game: Game

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """The place of a piece."""
        found = self.places.place(piece, table, kind)
        if found.kind != "board":
            return found
        scale = MM / self.game.info.module.dpi
        x, y = piece.x * scale, piece.y * scale
        reach: dict[str, float] = {}
        for space in self.game.map.spaces:
            if space.board == found.board and space.at is not None:
                (a, b), radius = space.at, space.radius or 1.0
                reach[space.id] = ((a - x) ** 2 + (b - y) ** 2) ** 0.5 / radius
        nearest = min(reach, key=lambda space: reach[space], default="")
        if not nearest or reach[nearest] > REACH:
            return found
        return Place("place", nearest, found.board)

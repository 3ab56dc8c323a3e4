"""Where a piece lies that was let go beside an area: in the nearest one."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property

from modgen.log.table import Piece, Table
from modgen.model.game import Game
from modgen_rules.engine.record.place_lookup import MM, Forwarding
from modgen_rules.engine.record.places import Place
from modgen_rules.engine.record.zones import zones_of


@dataclass
class NearestArea(Forwarding):
    """Looks a place up; on the map, but in none of its places, it gives the nearest area.

    A Gunboat goes to the nearest sea space instead.
    """

    game: Game

    def place(self, piece: Piece, table: Table, kind: str = "") -> Place:
        """The place of a piece."""
        found = self.places.place(piece, table, kind)
        if found.kind != "board" or kind not in self.game.piece_types:
            return found
        names, scale = self._spaces[kind == "gunboat"], MM / self.game.info.module.dpi
        name = zones_of(self.game).beside(found.board, (piece.x * scale, piece.y * scale), names)
        return Place("place", name, found.board) if name else found

    @cached_property
    def _spaces(self) -> tuple[Set[str], Set[str]]:
        """The areas, and the sea spaces."""
        sea = {one.id for one in self.game.map.spaces if one.kind == "sea"}
        return {one.id for one in self.game.map.spaces} - sea, sea

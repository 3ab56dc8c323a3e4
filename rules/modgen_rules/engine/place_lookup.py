"""From a pixel of a module's map to the game's own places, by the game's data.

A module that Modgen built has its zones where the data has them, in the same order, in every
language; so its logs can be read without the module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from modgen.log.table import Piece, Table
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.geography.geometry import Ring
from modgen.model.types.base import Rect
from modgen.model.types.places import Box, Grid, Track

MM = 25.4
"""Millimetres of an inch."""


class PlaceLookup(Protocol):
    """Tells in which place of the game a piece lies."""

    def place(self, piece: Piece, table: Table) -> str:
        """The place's id, `track:number` for a track's cell; empty for none."""


@dataclass
class OwnModule:
    """The places of a module that Modgen built. `maps` are boards by the name of their map."""

    game: Game
    maps: Mapping[str, str]
    dpi: int
    _zones: dict[str, list[tuple[str, Ring]]] = field(default_factory=dict)
    _known: dict[tuple[str, int, int], str] = field(default_factory=dict)

    @classmethod
    def of(cls, games: Iterable[Game]) -> OwnModule:
        """Of a game in each of its languages."""
        found = list(games)
        names = {board.name: board.id for game in found for board in game.map.boards}
        return cls(found[0], names, found[0].info.module.dpi)

    def place(self, piece: Piece, table: Table) -> str:
        """The place of a piece. Pixels are asked once."""
        key = (piece.map, piece.x, piece.y)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._find(*key)
        return known

    def _find(self, map_name: str, x: int, y: int) -> str:
        board = self.maps.get(map_name)
        if board is None:
            return ""
        at = (x * MM / self.dpi, y * MM / self.dpi)
        for name, ring in self.zones(board):
            if inside(ring, at):
                track = self.game.tracks.get(name)
                return f"{name}:{cell(track, at)}" if track else name
        return ""

    def zones(self, board: str) -> list[tuple[str, Ring]]:
        """The outlines of places in the order in which the module looks them up."""
        found = self._zones.get(board)
        if found is not None:
            return found
        game = self.game
        found = self._zones[board] = []
        for track in game.map.tracks:
            if track.board == board:
                runs = layout.track_runs(track)
                found += [(track.id, layout.rect_corners(run)) for run, _ in runs]
        boxed: tuple[Box | Grid, ...] = (*game.map.boxes, *game.map.grids)
        for place in boxed:
            if place.board == board:
                found.append((place.id, layout.rect_corners(place.rect)))
        spaces = [space for space in game.map.spaces if space.board == board]
        for space in sorted(spaces, key=lambda one: one.kind == "area"):
            found += [(space.id, ring) for ring in layout.zone_rings(game, space)]
        return found


def inside(ring: Ring, at: tuple[float, float]) -> bool:
    """Even-odd."""
    x, y = at
    found = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay <= y) != (by <= y) and x - ax < (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def cell(track: Track, at: tuple[float, float]) -> int:
    """The number of the track's cell that is nearest to a point."""

    def far(number: int) -> float:
        rect: Rect = layout.track_cell(track, number)
        x, y = rect.centre
        return float((x - at[0]) ** 2 + (y - at[1]) ** 2)

    return min(range(track.first, track.last + 1), key=far)

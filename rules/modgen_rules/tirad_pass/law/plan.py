"""What the data of Tirad Pass says: ground, units, numbers of the rules, the table of results."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.geography.cells import adjacent
from modgen.model.movement.movement import Movement
from modgen.model.types.scenario import Chart

US, FILIPINO = "us", "filipino"
OTHER = {US: FILIPINO, FILIPINO: US}
GENERAL, FALLEN, GUIDE, MARCH = "del_pilar", "fallen", "galut", "march"
STEADY = ("enriquez", "carrasco")
"""The leaders beside whom squads do not waver (9.9)."""
COLUMN, GUARD, PATH, SOUGHT = "flank_column", "guard_box", "path_box", "guide_sought"
CHITS = {PATH: "path", GUARD: "guard"}
"""The chit that lies in each of two boxes."""
LOST = {US: "us_lost", FILIPINO: "filipino_lost"}
LOSSES = {US: "us_losses", FILIPINO: "filipino_losses"}
ARRIVES = "column_marker"
MARKERS = {"fire": "fire_marker", "assault": "assault_marker"}
DIE = {US: "us_attack", FILIPINO: "filipino_attack"}
"""The die of each side's attacks."""
PINNED, ATTACKS = "pinned", "attacks"


class Face(NamedTuple):
    """A unit on one face: combat factor, range, steps left."""

    combat: int
    reach: int
    steps: int


class Plan:
    """The data as the rules need it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.movement = Movement(game)
        (self.grid,) = game.map.grids
        self.numbers: Mapping[str, float] = game.info.numbers
        self.dice = {die.id: die for die in game.info.dice}
        self.heights = {name: self.grid.heights.get(name, 0.0) for name in game.cells}
        self.sizes = {piece.id: piece.size_class or "" for piece in game.pieces}
        self.sides = {piece.id: piece.side or "" for piece in game.pieces}
        self.last_turn = game.tracks["turn"].last

    def number(self, name: str) -> int:
        """A number of the rules. Raises KeyError."""
        return int(self.numbers[name])

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes beside each hex."""
        at = {name: centre for name, (_, centre) in self.game.cells.items()}
        return {
            one: tuple(
                other for other in at if other != one and adjacent(self.grid, at[one], at[other])
            )
            for one in at
        }

    @cached_property
    def _distances(self) -> dict[str, dict[str, int]]:
        return {}

    def distance(self, one: str, other: str) -> int:
        """The number of hexes from one to another, over any ground."""
        known = self._distances.get(one)
        if known is None:
            known = self._distances[one] = {one: 0}
            edge = [one]
            while edge:
                further = [beside for hex_ in edge for beside in self.near[hex_]]
                steps = known[edge[0]] + 1
                edge = [hex_ for hex_ in dict.fromkeys(further) if hex_ not in known]
                known |= dict.fromkeys(edge, steps)
        return known[other]

    def is_unit(self, kind: str) -> bool:
        """Whether a piece is a unit; leaders and markers are not (1.4)."""
        return self.sizes.get(kind, "") in ("section", "marksmen", "squad")

    def is_leader(self, kind: str) -> bool:
        """Whether a piece is a leader."""
        return self.sizes.get(kind, "") == "leader"

    def face(self, kind: str, face: str) -> Face:
        """The numbers of a unit on a face."""
        return self._faces[kind, face]

    @cached_property
    def _faces(self) -> dict[tuple[str, str], Face]:
        found = {}
        for piece in self.game.pieces:
            if self.is_unit(piece.id):
                for number, face in enumerate(piece.faces):
                    combat, reach = (int(face.values[f"factor{n}"]) for n in (1, 2))
                    steps = len(piece.faces) - number
                    found[piece.id, face.id] = Face(combat, reach, steps)
        return found

    def worse(self, kind: str, face: str) -> str:
        """The face after the loss of a step; empty if it was the last one."""
        ids = [one.id for one in self.game.piece_types[kind].faces]
        return ids[ids.index(face) + 1] if face != ids[-1] else ""

    def terrain(self, hex_: str) -> str:
        """The terrain of a hex."""
        return self.game.terrain_at(hex_)

    def is_cliff(self, hex_: str) -> bool:
        """Whether nobody can enter a hex (3.5)."""
        return self.terrain(hex_) == "cliff"

    @cached_property
    def breastworks(self) -> tuple[str, ...]:
        """The hexes with a breastwork, the lowest first."""
        works = [hex_ for hex_ in self.game.cells if self.terrain(hex_) == "breastwork"]
        return tuple(sorted(works, key=self.heights.__getitem__))

    @cached_property
    def goal(self) -> str:
        """The hex of the pass."""
        return next(hex_ for hex_ in self.game.cells if self.terrain(hex_) == "pass")

    @cached_property
    def trail(self) -> tuple[str, ...]:
        """The hexes of the trail, from the village to the pass."""
        return tuple(next(line.through for line in self.grid.lines if line.feature == "trail"))

    @cached_property
    def us_start(self) -> frozenset[str]:
        """The hexes in which US units begin (11.1)."""
        village = {hex_ for hex_ in self.game.cells if self.terrain(hex_) == "village"}
        return frozenset(village | {self.trail_foot})

    @cached_property
    def trail_foot(self) -> str:
        """The first trail hex above the village."""
        return next(hex_ for hex_ in self.trail if self.terrain(hex_) != "village")

    def exits(self, path: str) -> tuple[str, ...]:
        """The hexes in which a path (`a` or `b`) comes out, the first named first."""
        return tuple(str(self.game.piece_types["path"].attributes[f"exits_{path}"]).split())

    @cached_property
    def paths(self) -> tuple[str, ...]:
        """The faces of the Path chit."""
        return tuple(face.id for face in self.game.piece_types["path"].faces)

    @cached_property
    def march_turns(self) -> Mapping[int, int]:
        """How many turns the flank column needs by the roll of a die (9.4)."""
        chart = next(chart for chart in self.game.charts if chart.id == "march")
        return {int(row[0]): int(row[1]) for row in chart.rows}

    @cached_property
    def columns(self) -> tuple[tuple[int, int], ...]:
        """The odds of the columns of the table of results."""
        pairs = (column.split(":") for column in self._results.columns[1:])
        return tuple((int(one), int(other)) for one, other in pairs)

    @property
    def _results(self) -> Chart:
        return next(chart for chart in self.game.charts if chart.id == "results")

    @cached_property
    def table(self) -> Mapping[int, tuple[str, ...]]:
        """The results of each roll, one for each column; empty for no effect."""
        return {
            int(row[0]): tuple("" if cell == "–" else cell for cell in row[1:])
            for row in self._results.rows
        }

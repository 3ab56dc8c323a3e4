"""What the game's data says: units and ratings, squares and buildings, tables, prices."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from modgen.model.game import Game
from modgen.model.movement.traveller import words_of
from modgen.model.tactics.combat_results import entry
from modgen.model.tactics.ground import STEPS, Ground, Square, area_cells, distance, joined
from modgen.model.types.game_file import Stacking
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Chart, Scenario
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.rulebook import rule_numbers

MOB, RIVAL, POLICE = "mob", "rival", "police"
NOT_SHOWN = Scenario(id="not-shown", name="a scenario that the log does not show")
"""What stands for the scenario when nothing tells which one is played."""
BY_NIGHT = "Sight by night"
"""How the row of the chart of ranges begins that has the range of sight by night."""
MANY = 99
"""More units than a square ever has."""
SIDES = (MOB, RIVAL, POLICE)
MOBS = (MOB, RIVAL)
INDIVIDUAL, VEHICLE, GROUP, CROWD = "individual", "vehicle", "group", "crowd"
MARCH = "i-1"
"""The scenario in which nobody enters a building."""
TANK, TRUCK, FLAMES = "tank", "generic_veh", "flame"
GUNS = ("hmg", "field_gun", TANK)
"""II-1, II-2: weapons with an unlimited range."""
SUPPRESSED, UPSTAIRS, FIRES, ABOARD, DAMAGED = (
    "suppressed",
    "second_level",
    "fires",
    "aboard",
    "damaged",
)
"""Conditions of units."""
FORCE_BOXES = {side: f"force_{side}" for side in SIDES}
"""Where bought units wait until they are set up or enter."""
LEFT_BOXES = {side: f"left_{side}" for side in SIDES}
"""Where units lie that left the map."""
MOLOTOVS = {MOB: "molotovs", RIVAL: "molotovs_2"}
"""The markers of the Mobs' Molotovs."""
LOST_BOXES = {MOB: "lost_mobs", RIVAL: "lost_mobs", POLICE: "lost_police"}
"""Where eliminated units lie."""
VEHICLE_BOX = "vehicle_"
"""How the ids of the boxes of passengers begin."""
PLAZA, PARK, HOTEL, SQUAT, BARRACKS = (
    "The Plaza",
    "The Park",
    "The Posh Hotel",
    "The Squat",
    "The Barracks",
)
"""Names of areas in the legend of the boards' plans."""


class Stand(NamedTuple):
    """A square and a level in it."""

    cell: str
    level: int = 0


class Step(NamedTuple):
    """A step: where it leads (a square and a level), what it costs, the clauses that it breaks."""

    end: tuple[str, int]
    cost: float
    breaks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Field:
    """The boards as a game has them: squares by cell name, with the ground and what is near.

    Distances are in squares; a diagonal step counts as one (ruling "Adjacent").
    """

    plan: Plan
    rows: tuple[tuple[str, ...], ...]
    """Ids of the boards, in rows from the north."""
    ground: Ground
    """Terrain and the features printed on the boards; those of markers are in a position."""
    scenario: Scenario
    """`NOT_SHOWN` when the log does not show which scenario is played."""
    rival: bool = True
    """Whether a Rival Mob plays, or may play when the scenario is unknown."""

    def __contains__(self, place: str) -> bool:
        """Whether a square is on the boards; `W-E6@1` is one on its second level."""
        return place.partition("@")[0] in self.ground.names

    def way(self, act: Act) -> str:
        """How a drag goes: `on` the boards, `off` them, `along` them; empty for one beside them."""
        ends = (act.source in self, act.target in self)
        return {(False, True): "on", (True, False): "off", (True, True): "along"}.get(ends, "")

    @property
    def known(self) -> bool:
        """Whether it is known which scenario is played."""
        return self.scenario is not NOT_SHOWN

    @cached_property
    def side(self) -> Mapping[str, str]:
        """The side for which each kind of unit plays.

        Where no Rival Mob plays, its counters are the Mob's or the Police's.
        """
        sides, forces = self.plan.side, self.scenario.forces
        if self.rival:
            return sides
        lent = {kind for force in forces if force.side == POLICE for kind in force.units}
        other = {kind: POLICE if kind in lent else MOB for kind in sides}
        return {kind: other[kind] if side == RIVAL else side for kind, side in sides.items()}

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that play, in the order of the sequence."""
        playing = {force.side for force in self.scenario.forces} if self.known else set(SIDES)
        playing -= set() if self.rival else {RIVAL}
        return tuple(side for side in SIDES if side in playing)

    def strips(self, features: Iterable[tuple[str, str]]) -> Ground:
        """The ground with markers on sides of cells: `W-C7/n` and `barricade` or `barrier`."""
        known = {one.id: one for one in self.plan.game.info.features}
        names = self.ground.names
        return self.ground.with_features(
            (names[cell], side, known[face])
            for place, face in features
            for cell, _, side in (place.partition("/"),)
            if cell in names and face in known
        )

    @cached_property
    def printed_steps(self) -> dict[tuple[object, ...], tuple[tuple[Step, ...], frozenset[str]]]:
        """The steps of each kind of unit by the printed boards alone, and the cells to which they
        lead; routes fill them in."""
        return {}

    @cached_property
    def cells(self) -> Mapping[Square, str]:
        """The name of each square."""
        return {square: name for name, square in self.ground.names.items()}

    def terrain(self, cell: str) -> str:
        """The id of a cell's terrain: `street`, `building`, `plaza`, `park`."""
        return self.ground.terrain[self.ground.names[cell]].id

    def is_building(self, cell: str) -> bool:
        """Whether a cell is an area of a building."""
        return cell in self.ground.names and self.terrain(cell) == "building"

    def away(self, a: str, b: str) -> int:
        """The distance of two cells. Raises KeyError for a cell that is not on the boards."""
        return distance(self.ground.names[a], self.ground.names[b])

    @cached_property
    def near(self) -> Mapping[str, tuple[str, ...]]:
        """The cells beside each cell, the diagonal ones too."""
        return {name: tuple(self._around(square, 8)) for square, name in self.cells.items()}

    @cached_property
    def beside(self) -> Mapping[str, tuple[str, ...]]:
        """The cells that share a side with each cell."""
        return {name: tuple(self._around(square, 4)) for square, name in self.cells.items()}

    def _around(self, square: Square, ways: int) -> Iterable[str]:
        x, y = square
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                there = (x + dx, y + dy)
                if (dx or dy) and (ways == 8 or not (dx and dy)) and there in self.cells:
                    yield self.cells[there]

    def side_between(self, a: str, b: str) -> str:
        """The side of `a` that it shares with `b`; empty when they share none."""
        ax, ay = self.ground.names[a]
        bx, by = self.ground.names[b]
        return next((side for side, step in STEPS.items() if step == (bx - ax, by - ay)), "")

    @cached_property
    def edges(self) -> Mapping[str, frozenset[str]]:
        """The edges of the map (`n`, `e`, `s`, `w`) that each cell touches."""
        return {
            cell: frozenset(
                side for side, (dx, dy) in STEPS.items() if (x + dx, y + dy) not in self.cells
            )
            for cell, (x, y) in self.ground.names.items()
        }

    @cached_property
    def rim(self) -> frozenset[str]:
        """The cells at an edge of the map."""
        return frozenset(cell for cell in self.ground.names if self.edges[cell])

    def side_of_map(self, edges: Collection[str], boards: Collection[str] = ()) -> list[str]:
        """The cells at some edges of the map (`nesw`), of some boards or all, sorted."""
        return sorted(
            cell
            for cell in self.rim
            if not self.edges[cell].isdisjoint(edges) and (not boards or self.board(cell) in boards)
        )

    def board(self, cell: str) -> str:
        """The board of a cell."""
        return self.plan.game.cells[cell][0].board

    def area(self, name: str) -> frozenset[str]:
        """The cells of an area by its name in the legend: `The Plaza`, `Building A`."""
        return frozenset(
            cell for cell in self.plan.areas.get(name, ()) if cell in self.ground.names
        )

    def building(self, cell: str) -> frozenset[str]:
        """All cells of the building to which a cell belongs; empty outside buildings."""
        return self.area(self.plan.area_of[cell]) if self.is_building(cell) else frozenset()

    def quarter(self, cell: str) -> str:
        """The quarter of the map in which a cell lies, such as `west-n` (I-3, II-5)."""
        grid = self.plan.game.cells[cell][0]
        north = self.ground.names[cell][1] - self._tops[grid.id] < grid.rows / 2
        return f"{grid.board}-{'n' if north else 's'}"

    @cached_property
    def _tops(self) -> Mapping[str, int]:
        """The first row of each grid."""
        found: dict[str, int] = {}
        for cell, (_, y) in self.ground.names.items():
            grid = self.plan.game.cells[cell][0].id
            found[grid] = min(y, found.get(grid, y))
        return found


class Numbers(NamedTuple):
    """The numbers of the rules; the game's data explains them."""

    tank_weapons: int
    no_denial_until: int


@dataclass
class Plan:
    """The facts of the game."""

    game: Game
    _fields: dict[tuple[object, ...], Field] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Raises RulebookError if the data lacks a number."""
        self.numbers = rule_numbers(self.game, Numbers)

    # --- pieces ------------------------------------------------------------------------------

    @cached_property
    def units(self) -> Mapping[str, PieceType]:
        """The types of units by kind; weapons (`gas_gun`) and markers are none."""
        return {key: one for key, one in self.game.piece_types.items() if one.kind == "force"}

    @cached_property
    def side(self) -> Mapping[str, str]:
        """The side that owns each kind of unit; `Field.side` has who plays it in a scenario."""
        return {key: one.side or "" for key, one in self.units.items()}

    @cached_property
    def size(self) -> Mapping[str, str]:
        """The size class of each kind of unit: `individual`, `vehicle`, `group`, `crowd`."""
        return {key: one.size_class or "" for key, one in self.units.items()}

    @cached_property
    def limited(self) -> Mapping[str, Stacking]:
        """4.1: the limit of stacking for each size class that has one."""
        return {size: limit for limit in self.game.info.stacking for size in limit.sizes}

    def most(self, size: str, contested: bool = False) -> int:
        """4.1, 4.3: how many units of a size and side a square takes; `contested`: with enemies."""
        limit = self.limited.get(size)
        if limit is None:
            return MANY
        return limit.with_enemy if contested and limit.with_enemy is not None else limit.most

    def base(self, kind: str) -> str:
        """The kind without the mark of the Rival: `agitator` for `agitator_2`."""
        return kind.removesuffix("_2")

    def rating(self, kind: str, face: str, corner: str) -> int | None:
        """A rating of a unit (`nw` fire, `ne` shock, `sw` morale, `se` movement); None for none."""
        known = self.units[kind]
        shown = next((one for one in known.faces if one.id == face), known.start_face)
        text = str(getattr(shown, corner) or "")
        return int(text) if text.isdecimal() else None

    def fire(self, kind: str, face: str) -> int:
        """Fire strength."""
        return self.rating(kind, face, "nw") or 0

    def shock(self, kind: str, face: str) -> int:
        """Shock strength."""
        return self.rating(kind, face, "ne") or 0

    def morale(self, kind: str, face: str) -> int | None:
        """Morale; None for Vehicles, which never check."""
        return self.rating(kind, face, "sw")

    def allowance(self, kind: str, face: str) -> int:
        """Movement allowance."""
        return self.rating(kind, face, "se") or 0

    @cached_property
    def words(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The words of `closed_to` that mean a unit, by kind and face."""
        return {
            (key, face.id): words_of(one, face.id)
            for key, one in self.units.items()
            for face in one.faces
        }

    # --- tables ------------------------------------------------------------------------------

    @cached_property
    def charts(self) -> Mapping[str, Chart]:
        """The charts by id."""
        return {chart.id: chart for chart in self.game.charts}

    def fire_result(self, strength: int, die: int) -> str:
        """5.3.1: the entry of the Fire table: `–`, `W`, `K`."""
        return entry(self.charts["04_fire"], strength, die)

    def shock_result(self, strength: int, die: int) -> str:
        """5.4.1: the entry of the Shock table: `–`, `M`, `1`, `2`, `X`."""
        return entry(self.charts["06_shock"], strength, die)

    def modifier(self, chart: str, words: str) -> int:
        """A modifier of a chart, by words of its row. Raises KeyError if there is no such row."""
        for row in self.charts[chart].rows:
            if words in row[0]:
                return int(row[1].partition(",")[0])
        raise KeyError(words)

    @cached_property
    def _hits(self) -> Mapping[str, int]:
        info = self.game.info
        hits = {roll.id: roll.hits for roll in info.rolls}
        return hits | {die.id: die.hits or die.sides for die in info.dice}

    @cached_property
    def highest(self) -> int:
        """The highest result of the dice with which units check morale."""
        return next(die.sides for die in self.game.info.dice if die.id == POLICE)

    def hits(self, die: str) -> int:
        """The result from which a die does what it is rolled for; by default its highest."""
        return self._hits[die]

    @cached_property
    def night_range(self) -> int:
        """6.6: the squares that one sees by night."""
        return self.range_of(BY_NIGHT)

    def range_of(self, words: str) -> int:
        """The squares that a weapon reaches, by the first words of its row in the chart."""
        return next(
            int(row[1]) for row in self.charts["19_ranges"].rows if row[0].startswith(words)
        )

    # --- boards ------------------------------------------------------------------------------

    @cached_property
    def areas(self) -> Mapping[str, tuple[str, ...]]:
        """The cells of each area of the boards' plans, by its name."""
        return {
            area.name: tuple(area_cells(grid, letter))
            for grid in self.game.map.grids
            for letter, area in grid.legend.items()
            if area.name
        }

    @cached_property
    def area_of(self) -> Mapping[str, str]:
        """The name of the area to which a cell belongs; streets belong to none."""
        return {cell: name for name, cells in self.areas.items() for cell in cells}

    def field(self, rows: Sequence[Sequence[str]], scenario: Scenario, rival: bool = True) -> Field:
        """The field with some boards, by id in rows from the north, as a scenario changes it.

        `rival`: whether a Rival Mob may play when the scenario is unknown.
        """
        if scenario is not NOT_SHOWN:
            rival = any(force.side == RIVAL for force in scenario.forces)
        key = (tuple(map(tuple, rows)), scenario.id, rival)
        if key not in self._fields:
            info = self.game.info
            features = {one.id: one for one in info.features}
            features = {id_: features[scenario.features.get(id_, id_)] for id_ in features}
            grids = [
                [grid for board in row for grid in self.game.map.grids if grid.board == board]
                for row in rows
            ]
            ground = joined(grids, {one.id: one for one in info.terrains}, features)
            self._fields[key] = Field(self, tuple(map(tuple, rows)), ground, scenario, rival)
        return self._fields[key]

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios by id, `i-1` to `ii-7`, without the examples to learn from."""
        return {one.id: one for one in self.game.scenarios if not one.lesson}

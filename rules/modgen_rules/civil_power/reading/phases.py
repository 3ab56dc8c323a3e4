"""The phases and game-turns of a record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from itertools import product
from typing import NamedTuple

from modgen_rules.civil_power.law.plan import MOBS, POLICE, SIDES, Field
from modgen_rules.civil_power.law.state import Position
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.phases import PhaseActs, TurnActs
from modgen_rules.engine.reading.timing import Timing
from modgen_rules.engine.record.declarations import Announcement

SETUP = "setup"
"""The acts before the first game-turn."""
CHECKS = ("gas_morale", "gas_fades", "fires")
ATTACK_MARKERS = {"fire_attack": "fire", "shock_combat": "shock"}
"""The markers that lie where an attack or a fight is announced, with the phase of each."""
KINDS = ("fire", "move", "shock", "recovery")
"""The phases of a player-turn: `mob_fire` is one of kind `fire`."""
GOVERNMENT_FIRST = "i-5"
"""The scenario in which the Rival always has the first player-turn."""


@dataclass
class Phase(PhaseActs[Record]):
    """The acts of one phase of a game-turn, or those of the set-up (`setup`)."""

    begin: int = dataclass_field(kw_only=True)
    """The number of the first act that can belong to it: the table before is `before`."""
    end: int = dataclass_field(kw_only=True)
    """The number after its last act: the table before `end` is `after`."""
    among: Mapping[str, Phase] = dataclass_field(default_factory=dict)
    """The phases of its game-turn in order."""
    in_time: bool = True
    """Whether the tracker showed it before its first act was done."""

    @property
    def side(self) -> str:
        """The side whose phase it is; empty for a phase of all."""
        return side_of(self.id)

    @property
    def kind(self) -> str:
        """`fire`, `move`, `shock`, `recovery`, one of the checks, or `setup`."""
        return self.id.removeprefix(f"{self.side}_") if self.side else self.id

    def shares_turn(self, other: Phase) -> bool:
        """Whether another phase belongs to the same player-turn, or is a check beside it."""
        return self.among is other.among and self.side == other.side

    @property
    def cut_off(self) -> bool:
        """Whether the log begins in it, so that something may have been done before."""
        return not self.begin and not self.record.from_start

    @cached_property
    def tidy(self) -> bool:
        """Whether no drag was taken back and no die was spoilt in it or close to it."""
        return self.record.tidy_between(
            self.begin - windows.MUCH_LATER, self.end + windows.MUCH_LATER
        )

    @property
    def before(self) -> Position:
        """The table before its first act."""
        return self.record.positions[self.begin]

    @property
    def after(self) -> Position:
        """The table after its last act."""
        return self.record.positions[self.end]

    @cached_property
    def crowded(self) -> frozenset[str]:
        """5.4.3.f: the units in squares that were overstacked at some time of it."""
        found, left, limited = set[str](), self.after, self.after.plan.limited
        for n, act in self.each("move"):
            after = self.table(n + 1)
            unit = after.units.get(act.piece)
            if unit and unit.size in limited and after.overfull(unit.cell, unit.side, unit.size):
                mine = after.at(unit.cell, unit.side)
                found |= {one.key for one in mine if one.size == unit.size}
        for cell, side in product(left.present, left.field.sides):
            if any(left.overfull(cell, side, size) for size in limited):
                found |= {one.key for one in left.at(cell, side)}  # 5.4.2.d
        return frozenset(found)

    def soon(self, acts: int) -> Position:
        """The table a number of acts after its last one, or at the end of a shorter record.

        Players put right or note something when the tracker shows the next phase already.
        """
        positions = self.record.positions
        return positions[min(self.end + acts, len(positions) - 1)]

    def rest_of_turn(self, *kinds: str) -> Iterator[int]:
        """The acts of later phases of some kinds in its player-turn, as the tracker shows them.

        If the tracker did not show this phase in time, those in its game-turn, and those of any
        other phase in which no die is rolled.
        """
        for phase in () if self.in_time else self.among.values():
            if phase.begin >= self.end and (phase.kind in kinds or not any(phase.each("roll"))):
                yield from phase.acts
        acts, shown = self.record.acts, ""
        for n in range(self.end, len(acts)):
            if acts[n].what == "phase":
                shown = acts[n].target
                if not shown.startswith(f"{self.side}_"):
                    return
            elif shown.rpartition("_")[2] in kinds:
                yield n

    @cached_property
    def trails(self) -> Mapping[str, list[tuple[int, Act]]]:
        """The drags of each piece that was moved in it."""
        found: dict[str, list[tuple[int, Act]]] = {}
        for n, act in self.each("move"):
            found.setdefault(act.piece, []).append((n, act))
        return found

    @cached_property
    def drags(self) -> Mapping[str, int]:
        """The last drag of each piece that was moved in it."""
        return {piece: trail[-1][0] for piece, trail in self.trails.items()}

    def dice(self, kind: str, later: int = 0) -> list[int]:
        """The results of a kind of dice in it, or in so many acts after it."""
        after = self.record.acts[self.end : self.end + later]
        acts = after if later else [act for _, act in self.each()]
        return [die for act in acts if (act.what, act.kind) == ("roll", kind) for die in act.dice]

    def said(self, key: str) -> Iterator[tuple[int, Announcement]]:
        """What is announced in it with a choice or a square of some name."""
        for n, act in self.each("said"):
            if act.said and (key in act.said.choices or key in act.said.spaces):
                yield n, act.said

    @property
    def last(self) -> int:
        """The number of its last act, or of the one before it."""
        return max(self.end - 1, 0)

    def table(self, n: int) -> Position:
        """The table before an act: lines of sight are those of this moment."""
        return self.record.positions[n]


class Stray(NamedTuple):
    """Acts `first` up to before `end` are an attack in a phase in which nobody makes such."""

    first: int
    end: int
    announced: int
    """The act that announces it."""
    phase: str
    """The phase that the tracker shows."""
    side: str
    """The side that attacks."""
    clause: str
    cells: frozenset[str]
    """The squares that it is announced for."""


@dataclass
class Turn(TurnActs[Record, Position, Phase]):
    """A game-turn of a record."""

    timing: Timing = dataclass_field(kw_only=True)
    """How punctually the tracker of the record is stepped."""
    strays: list[Stray] = dataclass_field(default_factory=list)
    """The attacks that are made in a phase far from theirs."""

    @property
    def order(self) -> Sequence[str]:
        """Its phases in order."""
        return self.tracker.order

    @cached_property
    def shows(self) -> list[tuple[int, str]]:
        """The steps of the tracker in it, each with its phase."""
        return [(n, self.record.acts[n].target) for n in self.tracker.marks]

    @cached_property
    def began(self) -> Mapping[str, int]:
        """The first step of the tracker to a phase of each side."""
        return {side_of(phase): n for n, phase in reversed(self.shows)}

    @cached_property
    def stray_acts(self) -> frozenset[int]:
        """The acts of its strays."""
        return frozenset(n for one in self.strays for n in range(one.first, one.end))


def own_dice(phase: Phase) -> None:
    """Name the dice of a Gas and Fire Check where a player rolls everything with the same one."""
    record, burning = phase.record, sum(map(len, phase.before.fires.values()))
    mob = next(side for side in record.field.sides if side in MOBS)
    for n, act in phase.each("roll"):
        if act.kind == record.one_die and phase.kind in CHECKS:
            morale = phase.kind == CHECKS[0]
            kind = mob if morale else "fires_out" if burning > 0 else "fire_check"
            burning -= len(act.dice)
            record.acts[n] = act._replace(kind=kind, side=mob if morale else "")


def side_of(phase: str) -> str:
    """The side whose phase it is; empty for a phase of all."""
    side = phase.partition("_")[0]
    return side if side in SIDES else ""


def sequence(record: Record, first: int, last: int) -> list[str]:
    """The phases of a game-turn in order; the Rival is first if the scenario or tracker says so."""
    shown = (side_of(act.target) for act in record.acts[first : last + 1] if act.what == "phase")
    leader = next((side for side in shown if side in MOBS), "")
    sides = sides_in_order(record.field, leader)
    return [*CHECKS, *(f"{side}_{kind}" for side in sides for kind in KINDS)]


def sides_in_order(field: Field, leader: str = "") -> list[str]:
    """The sides in the order of their player-turns; `leader` is the Mob that begins."""
    government = field.scenario.id == GOVERNMENT_FIRST
    if MOBS[1] in field.sides and (leader == MOBS[1] or government):
        return sorted(field.sides, key=(MOBS[1], MOBS[0], POLICE).index)
    return list(field.sides)


def passed(field: Field, drags: Sequence[Act]) -> list[str]:
    """The squares that a unit passed, if it was dragged from square to square on a direct way."""
    near = all(act.at in field.near.get(act.origin, ()) for act in drags)
    direct = near and 1 < len(drags) <= field.away(drags[0].origin, drags[-1].at)
    return [act.at for act in drags[:-1]] if direct else []

"""The acts of one attack or round of a fight, and where each unit went in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.law.levels import base
from modgen_rules.civil_power.law.plan import INDIVIDUAL, LOST_BOXES, MOBS
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import unless
from modgen_rules.engine.reports.sections import Issue


@dataclass
class Excerpt:
    """The acts of one attack or round, from `first` up to before `end`."""

    phase: Phase
    riot: Riot
    first: int
    end: int
    told: set[str] = field(default_factory=set)
    """The units whose fate is explained; added to."""

    @cached_property
    def acts(self) -> list[int]:
        """The acts of the phase in the window."""
        return [n for n in self.phase.acts if self.first <= n < self.end]

    @property
    def start(self) -> Position:
        """The table as it begins: lines of sight and totals are those of this moment."""
        return self.riot.record.positions[self.first]

    @property
    def after(self) -> Position:
        """The table as it ends."""
        return self.riot.record.positions[self.end]

    def name(self, unit: Unit) -> str:
        """A unit as messages call it."""
        return f"{self.riot.name(unit.kind)} of {unit.cell}"

    def issue(
        self,
        clause: str,
        actor: str,
        what: str,
        first: int = -1,
        last: int = -1,
        expected: str = "",
        observed: str = "",
        ruling: str = "",
    ) -> Issue:
        """Something wrong, at the beginning of the window by default; with a ruling suspect."""
        begin = self.first if first < 0 else first
        gap = unless(not ruling, prices.DOUBT)
        return Issue(clause, gap, actor, what, begin, max(last, begin), expected, observed, ruling)

    def place(self, unit: Unit) -> str:
        """A unit's square and level as places are written."""
        return f"{unit.cell}@{unit.level}" if unit.level else unit.cell

    # --- moves --------------------------------------------------------------------------------

    def first_move(self, unit: Unit) -> int | None:
        """The act that takes a unit off its square; None if it stays or is removed.

        A unit that came back and left once more took its first drag back.
        """
        found = None
        for n in self.acts:
            act = self.riot.record.acts[n]
            if act.what == "move" and act.piece == unit.key and act.source == self.place(unit):
                removed = morale.is_lost(self.riot.record.positions[n + 1], unit.key)
                found = None if removed else n
        return None if found is not None and self.stays(unit) else found

    def halt(self, unit: Unit, moved: int) -> tuple[Unit | None, int]:
        """The unit where its retreat ended, before any removal, and the act of its last step.

        The unit is None when it left the map. Once it has met an individual that was then
        eliminated, its next move is another one: two Crowds make room for each other (5.4.2).
        """
        last, halted = None, moved
        for n in self.acts:
            act = self.riot.record.acts[n]
            if n < moved or act.what != "move":
                continue
            if act.piece == unit.key:
                here = self.riot.record.positions[n + 1].units.get(unit.key)
                last, halted = (here, n) if here else (last, halted)
            elif last and act.source == last.cell and self._eliminated(n, act, unit.side):
                break
        return last, halted

    def _eliminated(self, n: int, act: Act, side: str) -> bool:
        """Whether an act removes an individual of the other sides."""
        one = self.riot.record.positions[n].units.get(act.piece)
        foe = one is not None and one.side != side and one.size == INDIVIDUAL
        return foe and act.target in LOST_BOXES.values()

    def stays(self, unit: Unit) -> bool:
        """Whether a unit is where it was, at the end."""
        now = self.after.units.get(unit.key)
        return now is not None and (now.cell, now.level) == (unit.cell, unit.level)

    def _through_gas(self, unit: Unit) -> bool:
        """Whether a Mob unit came into, or perhaps through, gas."""
        moved = self.first_move(unit)
        if moved is None or unit.side not in MOBS or base(unit) == "tv_crew":
            return False
        gas = self.riot.record.positions[moved].gas
        acts = (self.riot.record.acts[n] for n in self.acts)
        ends = [act.at for act in acts if act.what == "move" and act.piece == unit.key]
        return any(cell in gas for cell in (*self.start.field.near[unit.cell], *ends))

"""What a record shows near a change that may be its cause: checks, dice, attacks, other units."""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.civil_power.judging import fire, morale
from modgen_rules.civil_power.law.levels import AGITATOR, CARRIERS, HELICOPTER, base, is_sniper
from modgen_rules.civil_power.law.plan import (
    GROUP,
    INDIVIDUAL,
    LOST_BOXES,
    MOBS,
    POLICE,
    SIDES,
    VEHICLE,
    Stand,
)
from modgen_rules.civil_power.law.retreats import overstacked
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.attacks import owner
from modgen_rules.civil_power.reading.changes import Change
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act

HEAVY = ("tank", "field_gun")
"""II-1, II-2: units whose fire may light a square."""
DICE = (*SIDES, "both")
"""The dice of attacks and checks."""


@dataclass(frozen=True)
class Trace:
    """A change of a phase, and what the acts around it show."""

    change: Change
    phase: Phase
    riot: Riot

    @property
    def unit(self) -> Unit | None:
        """The unit that changed; None for another piece."""
        return self.change.unit

    def table(self, n: int) -> Position:
        """The table some acts after the change, or before it; at most that of an end of the log."""
        positions = self.riot.record.positions
        return positions[min(max(self.change.n + n, 0), len(positions) - 1)]

    def around(
        self, *what: str, back: int = windows.MUCH_LATER, ahead: int = windows.SOON
    ) -> list[Act]:
        """The acts of some sorts around it."""
        acts, n = self.riot.record.acts, self.change.n
        return [act for act in acts[max(n - back, 0) : n + ahead + 1] if act.what in what]

    def in_turn(self, what: str) -> list[Act]:
        """The acts of a sort in its turn and a little later."""
        return self.around(what, back=windows.AT_THE_END, ahead=windows.MUCH_LATER)

    def checked(self, lost: bool = False) -> bool:
        """Whether a check near it failed, or for `lost` eliminated the unit."""
        unit, plan = self.unit, self.riot.plan
        if unit is None:
            return False
        least = morale.lost_at(self.riot) if lost else (plan.morale(unit.kind, unit.face) or 0) + 1
        back = windows.AT_THE_END if lost else windows.MUCH_LATER
        checks = (act for act in self.around("check", back=back) if morale.fits(act, unit))
        return any(max(act.dice[:2]) >= least for act in checks)

    def elsewhere(self) -> bool:
        """Whether the attacks near it were announced, all on other squares than the unit's."""
        spaces = [act.said.spaces for act in self.around("said") if act.said]
        named = [one.get(name, ()) for one in spaces for name in ("fired_at", "shock_in")]
        cells, n = set[str]().union(*named), self.change.n
        plain = any(act.kind in DICE and not act.source for act in self.around("roll"))
        drags = self.riot.record.positions[max(n - windows.AT_ONCE, 0) : n + 1]
        stood = {one.cell for at in drags if (one := at.units.get(self.change.key))}
        return bool(cells) and not plain and not cells & {self.change.cell, *stood}

    def diced(self, back: int = windows.MUCH_LATER) -> bool:
        """Whether the unit's side rolled a die near it: it may have checked with it."""
        dice = [act for act in self.around("roll", back=back) if act.kind in DICE]
        return self.unit is not None and any(
            act.kind == "both" or owner(act) == self.unit.side for act in dice
        )

    def attacked(self, back: int = windows.MUCH_LATER, ahead: int = windows.SOON) -> bool:
        """Whether dice of an attack or a fight were rolled, or an attack announced, near it."""
        dice = (*DICE, "canister")
        return any(
            act.said.spaces if act.said else act.kind in dice
            for act in self.around("said", "roll", "void", back=back, ahead=ahead)
        )

    def crowded(self) -> bool:
        """5.4.2.d, 5.4.3.f: whether the unit's square is, or just was, overstacked without enemies.

        In a Movement phase it must have been so before: what units enter then suppresses nobody.
        """
        positions, n = self.riot.record.positions, self.change.n
        end = self.phase.begin if self.phase.kind == "move" else n + windows.SOON
        return any(
            overstacked(at, Stand(now.cell), now.side) and not at.enemies(now.cell, now.side)
            for at in positions[max(n - windows.MUCH_LATER, 0) : end + 1]
            if (now := at.units.get(self.change.key)) is not None
        )

    def met_gas(self) -> bool:
        """Whether a Mob unit was in gas, or passed or was near some in the phase."""
        unit, before = self.unit, self.phase.before
        if unit is None or unit.side not in MOBS:
            return False
        start = before.units.get(unit.key, unit)
        reach = max(self.riot.plan.allowance(unit.kind, unit.face), 1)
        return any(
            self.riot.field.away(cell, one) <= reach
            for cell in {*before.gas, *self.table(0).gas}
            for one in (start.cell, unit.cell)
        )

    def orphaned(self) -> bool:
        """6.3, 6.4: whether an Individual is alone with enemies, or its stack was lost."""
        unit, acts, end = self.unit, self.riot.record.acts, self.change.n
        if unit is None or not (is_sniper(unit) or base(unit) == AGITATOR):
            return False
        if self.table(0).enemies(unit.cell, unit.side):
            return True
        while end + 1 < len(acts) and acts[end + 1].step == acts[self.change.n].step:
            end += 1  # a stack is dragged away in one step
        left = self.riot.record.positions[end + 1]
        began = self.table(-windows.AT_THE_END).at(unit.cell, unit.side)
        if any(morale.is_lost(left, one.key) for one in began if one.key != unit.key):
            return True
        # Somebody may have fled to it.
        ahead, sides = end - self.change.n, self.riot.field.side
        return any(
            act.origin == unit.cell
            and act.target in LOST_BOXES.values()
            and act.piece != unit.key
            and sides.get(act.kind) == unit.side
            for act in self.around("move", back=windows.AT_THE_END, ahead=ahead)
        )

    def burning(self) -> bool:
        """6.5.f, 6.5.g: whether a Fire broke out in its square, or was rolled for a Vehicle."""
        positions, n = self.riot.record.positions, self.change.n
        around = positions[max(n - windows.AT_THE_END, 0) : n + windows.SOON]
        vehicle = self.unit is not None and self.unit.size == VEHICLE
        rolls = self.around("roll", back=windows.AT_THE_END) if vehicle else ()
        burns = any(self.change.cell in at.fires for at in around)
        return burns or any(act.kind == "fire_check" for act in rolls)

    def struck(self) -> bool:
        """5.3.1.d, 8.12.1: whether an attack may have removed an Individual or a Vehicle."""
        unit = self.unit
        return unit is not None and unit.size in (INDIVIDUAL, VEHICLE) and self.attacked()

    def spent(self) -> bool:
        """S.II2.b: whether a special weapon ran out of ammunition."""
        return any(act.kind == "ammunition" for act in self.in_turn("roll"))

    def exchanged(self) -> bool:
        """Whether another unit of the kind goes the other way: the wrong one had been taken."""
        change, names = self.change, self.riot.field.ground.names
        moves = self.around("move", back=windows.LATER, ahead=windows.LATER)
        others = [one for one in moves if one.kind == change.kind and one.piece != change.key]
        ends = [(one.at, one.origin) for one in others]
        return any(
            here == change.cell and there not in names
            for here, there in (one[::-1] if change.what == "on" else one for one in ends)
        )

    def replaced(self) -> bool:
        """Whether a unit of another kind comes to the square of one taken off."""
        moves = self.around("move", back=windows.LATER, ahead=windows.LATER)
        cell, kind = self.change.cell, self.change.kind
        return any(act.at == cell and act.kind != kind for act in moves)

    def kindled(self) -> bool:
        """6.5.e, 8.6.c, S.II2: whether something may have lit a Fire near it."""
        heavy = any(one.kind in HEAVY for one in self.phase.before.units.values())
        said = [act.said for act in self.in_turn("said") if act.said and heavy]
        moves = self.around("move", back=windows.AT_THE_END)
        return (
            any(act.kind in ("fire_check", "ammunition") for act in self.in_turn("roll"))
            or any(self.change.cell in one.spaces.get("fired_at", ()) for one in said)
            or any(act.kind == HELICOPTER for act in moves)
        )

    def doused(self) -> bool:
        """8.2.d: whether a Water Cannon may have put out a Fire."""
        most = fire.reach(self.riot.plan, "water") or 0
        near = (
            self.riot.field.away(one.cell, self.change.cell) <= most
            for one in self.table(0).of(POLICE)
            if one.kind == "water_cannon"
        )
        return self.phase.side == POLICE and any(near) and self.attacked()

    def carried(self) -> bool:
        """6.1.1.e: whether a squad or Vehicle went with a Gas Gun, in one step or several."""
        source, target = (p.partition("@")[0] for p in (self.change.source, self.change.target))
        moves = self.around("move", back=windows.AT_THE_END, ahead=windows.AT_THE_END)
        carriers = [act for act in moves if self._carries(act.kind)]
        left = {act.piece for act in carriers if act.origin == source}
        came = {act.piece for act in carriers if act.at == target}
        return bool(left & came)

    def deserted(self) -> bool:
        """6.1.1.b: whether nobody is left in the square who can carry a Gas Gun."""
        cell = self.change.source.partition("@")[0]
        for at in (self.table(0), self.table(windows.MUCH_LATER)):
            if not any(self._carries(one.kind) for one in at.at(cell, POLICE)):
                return True
        # The carrier may have come to the square and been lost there since.
        gone = (cell, LOST_BOXES[POLICE])
        moves = self.in_turn("move")
        return any((act.origin, act.target) == gone and self._carries(act.kind) for act in moves)

    def _carries(self, kind: str) -> bool:
        return self.riot.plan.size.get(kind) == GROUP or kind in CARRIERS

    def thrown(self) -> bool:
        """Whether gas or a Molotov was used near a change of the supplies."""
        what, kind = ("move", "gas") if self.change.kind == "grenades" else ("roll", "fire_check")
        return any(act.kind == kind for act in self.around(what, ahead=windows.MUCH_LATER))

"""What must hold after all rounds of a Shock Combat phase: fights, surges, losses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.combat_phase import CombatPhase
from modgen_rules.civil_power.judging.shock import fighters
from modgen_rules.civil_power.law.levels import AGITATOR, SNIPER, TV_CREW, base, is_sniper
from modgen_rules.civil_power.law.plan import CROWD, GROUP, POLICE, SUPPRESSED, VEHICLE, Stand
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import CERTAIN
from modgen_rules.engine.reports.sections import Issue

ALONE = {SNIPER: "6.3.b", AGITATOR: "6.4.c"}
"""The clause by which a unit is eliminated when it is alone with enemies."""


@dataclass
class ShockAftermath(CombatPhase):
    """Judges what the rounds of a phase left behind."""

    def _contested(self, position: Position) -> list[str]:
        return [cell for cell in position.present if position.contested(cell)]

    def _issue(self, clause: str, actor: str, what: str, at: int) -> Issue:
        return Issue(clause, CERTAIN, actor, what, at, at)

    def _fights_alone(self, units: list[Unit], at: int) -> Iterator[Issue]:
        """6.3.b, 6.4.c: who is alone with enemies is eliminated and does not fight."""
        for unit in units:
            soon = self.phase.soon(windows.LATER)
            gone = morale.is_lost(soon, unit.key)
            now = soon.units.get(unit.key)
            met = now is not None and soon.enemies(now.cell, unit.side, now.level)
            if self.phase.finished and not (gone or met):
                clause = ALONE[SNIPER if is_sniper(unit) else AGITATOR]
                what = f"{self.riot.name(unit.kind)} of {unit.cell}, alone with enemies, fights "
                yield self._issue(clause, unit.side, f"{what}and is not eliminated", at)

    def _unfought(self, fought: set[str]) -> Iterator[Issue]:
        """3.0.h, 5.4.1.c: nobody shares a square and level with enemies at the end."""
        after, turn = self.phase.after, self.riot.turn
        elsewhere = {cell for one in turn.strays for cell in one.cells} if turn else set()
        for cell in self._contested(after):
            if cell in elsewhere or self._came_in(cell):
                continue
            for level in after.contested(cell):
                there = fighters(after, cell, level)
                sides = {one.side for one in there}
                for unit in there:
                    alone = all(base(one) == base(unit) for one in there if one.side == unit.side)
                    kind = SNIPER if base(unit).endswith(SNIPER) else base(unit)
                    police = POLICE in sides - {unit.side}
                    if alone and kind in ALONE and (kind == SNIPER or police):
                        what = f"{self.riot.name(unit.kind)} is alone with enemies in {cell}"
                        issue = self._issue(ALONE[kind], unit.side, what, self.phase.last)
                        # Where two others meet, the Shock is fought in their own turn.
                        yield issue if self.side in sides else issue.doubted(prices.MOVED)
                        break
                else:
                    if self.side not in sides:
                        continue
                    clause = "5.4.1.c" if cell in fought else "3.0.h"
                    what = (
                        f"enemies still share {cell}"
                        if cell in fought
                        else (f"no Shock combat was fought in {cell}")
                    )
                    yield self._issue(clause, self.side, what, self.phase.last)

    def _came_in(self, cell: str) -> bool:
        """Whether enemies came out of turn, or only Vehicles are there, which may not enter."""
        before, field = self.phase.before, self.riot.field
        late = any(
            act.at == cell
            and field.side.get(act.kind, self.side) != self.side
            and act.origin in field.near
            for _, act in self.phase.each("move")
        )
        mine = self.phase.after.at(cell, self.side)
        driven = bool(mine) and all(one.size == VEHICLE for one in mine)
        return driven or cell in self.riot.strayed or (late and not before.contested(cell))

    def _surges(self, fought: set[str]) -> Iterator[Issue]:
        """5.4.2.b, 5.4.2.d: after a surge one of two Crowds moves on, or all are suppressed."""
        after, before = self.phase.after, self.phase.before
        for cell, units in after.present.items():
            for side in sorted({one.side for one in units}):
                crowds = [one for one in after.at(cell, side) if one.size == CROWD]
                surged = [one for one in before.at(cell, side) if one.size == CROWD]
                surge = len(surged) > 1 and side == self.side and cell in fought
                if len(crowds) < 2 or not surge or after.enemies(cell, side):
                    continue
                back = {act.piece for _, act in self.phase.each("move") if act.at == cell}
                if back & {one.key for one in crowds}:
                    continue
                free = [
                    end
                    for end in after.field.beside[cell]
                    if Ways(after, crowds[0]).barred(Stand(cell), Stand(end)) in ("", "5.4.3.d")
                    and not any(one.size == CROWD for one in after.at(end, side))
                ]
                if any(not after.enemies(end, side) for end in free):
                    what = f"two Crowds stay in {cell} although one can move on"
                    yield self._issue("5.4.2.b", side, what, self.phase.last)
                if not free:
                    self.riot.overstacked[cell] = "5.4.2.e"
                if not free and any(
                    morale.checks_morale(one) and base(one) != TV_CREW and not one.suppressed
                    for one in after.at(cell, side)
                ):
                    what = f"the units in overcrowded {cell} are not suppressed"
                    yield self._issue("5.4.2.d", side, what, self.phase.last)
                self.told |= {one.key for one in after.at(cell, side)}

    def _unexplained(self) -> Iterator[Issue]:
        """Units that were lost or suppressed without a fight."""
        before, after = self.phase.before, self.phase.after
        for key, unit in before.units.items():
            if key in self.told or not self.phase.acts:
                continue
            kind = SNIPER if base(unit).endswith(SNIPER) else base(unit)
            if morale.is_lost(after, key) and kind not in ALONE:
                at = self._act_of(key)
                what = f"{self.riot.name(unit.kind)} of {unit.cell} was eliminated without a fight"
                yield self._issue("5.1.d", unit.side, what, at)
            elif SUPPRESSED in after.conditions.get(key, ()) and not unit.suppressed:
                what = f"{self.riot.name(unit.kind)} of {unit.cell} was suppressed without a fight"
                yield self._issue("5.1.c", unit.side, what, self._act_of(key))

    def _act_of(self, key: str) -> int:
        acts = [n for n, act in self.phase.each() if act.piece == key]
        return acts[-1] if acts else self.phase.last


def lonely(position: Position, cell: str) -> list[Unit]:
    """6.3.b, 6.4.c: the Snipers or Agitators of a square who are alone with enemies."""
    for level in position.contested(cell):
        there = fighters(position, cell, level)
        for side in sorted({one.side for one in there}):
            mine = [one for one in there if one.side == side]
            enemies = [one for one in there if one.side != side and one.size in (GROUP, CROWD)]
            police = any(one.side == POLICE for one in enemies)
            snipers = all(is_sniper(one) for one in mine)
            if enemies and (snipers or (police and all(base(one) == AGITATOR for one in mine))):
                return mine
    return []

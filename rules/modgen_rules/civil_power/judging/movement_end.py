"""4.1, 4.2, 4.3, 8.5: who stands where at the end of a Movement phase, and who dismounts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from modgen_rules.civil_power.law.plan import GROUP, SUPPRESSED, UPSTAIRS
from modgen_rules.civil_power.law.routes import TV, Router
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import CERTAIN

RULING = "limits-on-two-levels"


@dataclass
class Moved:
    """What one unit did in the phase: its drags, and where it was before and after."""

    key: str
    name: str
    acts: list[tuple[int, Act]] = field(default_factory=list)

    @property
    def first(self) -> int:
        """The number of its first drag."""
        return self.acts[0][0]

    @property
    def drags(self) -> list[Act]:
        """Its drags."""
        return [act for _, act in self.acts]

    @property
    def last(self) -> int:
        """The number of its last drag."""
        return self.acts[-1][0]


def judge(phase: Phase, riot: Riot, moved: Mapping[str, Moved]) -> None:
    """What the units that moved leave behind."""
    _dismounts(phase, riot, moved)
    if phase.finished:
        _stacks(phase, riot)
    _upstairs(phase, riot)


def router_of(
    phase: Phase, riot: Riot, at: Position, unit: Unit, free: frozenset[str] = frozenset()
) -> Router:
    """The ways of a unit as it was when the phase began, with the others of a moment."""
    here = at.unit(unit.key)
    conditions = (here or unit).conditions - {SUPPRESSED} | (unit.conditions & {SUPPRESSED})
    return Router(at, unit._replace(conditions=conditions), unit.key in riot.fired, free)


def _dismounts(phase: Phase, riot: Riot, moved: Mapping[str, Moved]) -> None:
    """8.5.a: mounted squads dismount before they move, and never mount again."""
    for n, act in phase.each("face"):
        if act.kind != "line" or riot.field.side["line"] != phase.side:
            continue
        begun, ended = (at.pieces[act.piece].face for at in (phase.before, phase.after))
        went = moved.get(act.piece)
        if act.target == ended == "mounted":
            riot.find("8.5.a", phase.side, "a Line squad mounts in mid-game", n)
        elif (begun, act.target, ended) == ("mounted", "foot", "foot") and went and went.first < n:
            what = "a mounted squad dismounts after it has moved"
            riot.find("8.5.a", phase.side, what, n)


def _stacks(phase: Phase, riot: Riot) -> None:
    """4.1, 4.3.b: who stands together when the movement is over."""
    before, after, side = phase.before, phase.after, phase.side
    for cell, size in (
        (cell, size) for cell in sorted(after.present) for size in after.plan.limited
    ):
        mine = [unit for unit in after.at(cell, side) if unit.size == size]
        enemy = any(unit.kind not in TV for unit in after.enemies(cell, side))
        most = after.plan.most(size, enemy)
        if len(mine) <= most:
            continue
        if any(all(_shut_in(phase, riot, unit, at) for unit in mine) for at in (before, after)):
            continue
        were = {unit.key for unit in before.at(cell, side) if unit.size == size}
        now = {unit.key for unit in mine}
        clause = "4.1.b" if size == GROUP else "4.1.c"
        if len(were) > most and now <= were:
            clause = riot.overstacked.pop(cell, "5.4.3.g")
            if now <= riot.told_full:
                continue  # it was overfull before, and nobody retreated there
        riot.told_full |= now
        levels = [sum(unit.level == level for unit in mine) for level in (0, 1)]
        riot.find(
            clause,
            side,
            f"{len(mine)} {'Groups' if size == GROUP else 'Crowds'} are in {cell}, "
            f"but at most {most} may stay",
            _last_into(phase, cell),
            phase.last,
            CERTAIN,
            most,
            len(mine),
            "" if max(levels) > most else RULING,
        )


def _shut_in(phase: Phase, riot: Riot, unit: Unit, at: Position) -> bool:
    """Whether a unit has no square to go to with room for it and without enemies or Gas.

    The order in which others of its side move is free, so `at` is the table before or after.
    """
    here = phase.before.units.get(unit.key)
    if here is None or here.cell != unit.cell:
        return False
    router = replace(router_of(phase, riot, at, here), clear_of=frozenset(at.gas))
    for cell, _ in router.reach():
        alike = [one for one in at.at(cell, unit.side) if one.size == unit.size]
        room = len(alike) < at.plan.most(unit.size) and cell not in at.gas
        if cell != unit.cell and not router.held(cell) and room:
            return False
    return True


def _last_into(phase: Phase, cell: str) -> int:
    """The act by which the last unit of the side came into a square."""
    moves = [n for n, act in phase.each("move") if act.at == cell]
    return moves[-1] if moves else phase.begin


def _upstairs(phase: Phase, riot: Riot) -> None:
    """4.2.e: only buildings have a second level."""
    after = phase.after
    for n, act in phase.each("condition"):
        unit = after.unit(act.piece)
        if (act.target, act.source) != (UPSTAIRS, "on") or unit is None:
            continue
        if UPSTAIRS in unit.conditions and not after.field.is_building(unit.cell):
            what = f"{riot.name(unit.kind)} is on a second level in {unit.cell}"
            riot.find("4.2.e", phase.side, what, n)

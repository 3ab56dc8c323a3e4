"""II-1, II-2: Machine Gun, Field Gun and Tank: their attacks, ammunition, houses that fall."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen_rules.civil_power.judging import morale
from modgen_rules.civil_power.judging.bookings import CombatPhase
from modgen_rules.civil_power.judging.fire import SPECIAL, Shot
from modgen_rules.civil_power.judging.ordeal import Window
from modgen_rules.civil_power.law.plan import FLAMES, GROUP, GUNS, LOST_BOXES, POLICE, TANK, Stand
from modgen_rules.civil_power.law.retreats import Ways
from modgen_rules.civil_power.law.state import Unit
from modgen_rules.civil_power.reading.attacks import Attack
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless
from modgen_rules.engine.reports.findings import counted

AMMUNITION, RUIN = "ammunition", "ruin"
SCENARIOS = COMMUNE, UPRISING = "ii-1", "ii-2"
CREW = "reserve"
"""What takes the place of a gun without ammunition."""


def judge(phase: Phase, riot: Riot) -> None:
    """S.II2.a, S.II2.b: special weapons move or fire, and roll for ammunition when they fired."""
    if riot.plays(*SCENARIOS):
        if phase.id == "police_move":
            _moved(phase, riot)
        elif phase.id == "police_fire" and phase.finished:
            _rolled(phase, riot)


def _moved(phase: Phase, riot: Riot) -> None:
    for n, act in phase.each("move"):
        now, then = phase.after.place(act.piece), phase.before.place(act.piece)
        if act.kind in GUNS and act.kind != TANK and act.piece in riot.fired and now != then:
            stairs = now.partition("@")[0] == then.partition("@")[0]
            riot.find(
                "S.II2.a",
                POLICE,
                f"{riot.name(act.kind)} moves from {act.origin} to "
                f"{act.at} in the turn in which it fired",
                riot.fired[act.piece],
                n,
                unless(not stairs, prices.BEHIND),
            )


def _rolled(phase: Phase, riot: Riot) -> None:
    fired = [key for key in riot.fired if phase.before.pieces[key].kind in GUNS]
    dice = phase.dice(AMMUNITION)
    gone = [key for key in fired if phase.after.unit(key) is None]
    empty = sum(die >= riot.plan.hits(AMMUNITION) for die in dice)
    shots = sum(riot.shots[key] for key in fired)
    missing = len(dice) < shots
    if missing and (riot.plays(UPRISING) or _always_rolled(phase)):
        names = ", ".join(sorted(riot.name(phase.before.pieces[key].kind) for key in fired))
        what = f"{names} fired, but {counted(len(dice), 'die was', 'dice were')} rolled for "
        what += "ammunition"
        at = max(riot.fired[key] for key in fired)
        riot.find("S.II2.b", POLICE, what, at, phase.last, expected=shots, observed=len(dice))
    elif (
        not missing
        and empty > len(gone)
        and not any(phase.before.pieces[key].kind == TANK for key in fired)
    ):
        what = "a weapon without ammunition stays"
        expected = f"{empty} removed"
        observed = f"{len(gone)} removed"
        riot.find("S.II2.b", POLICE, what, phase.last, expected=expected, observed=observed)


def _always_rolled(phase: Phase) -> bool:
    """Whether the players of II-1 rolled for ammunition before, and do not so a little later.

    Its rules name those of II-2 for the Field Gun without saying whether this die is meant.
    """
    acts = phase.record.acts
    before = any(act.what == "roll" and act.kind == AMMUNITION for act in acts[: phase.begin])
    late = any(
        act.what == "roll" and act.kind == AMMUNITION
        for act in acts[phase.end : phase.end + windows.LATER]
    )
    return before and not late and phase.tidy


@dataclass
class Gunnery(CombatPhase):
    """Judges what an attack of a special weapon does besides wounding its target."""

    fallen: set[str] = field(default_factory=set)
    """S.II2.c, 6.5.g: the units on which a house fell, and the Vehicles that burnt."""
    emptied: list[Unit] = field(default_factory=list)
    """The weapons whose die for ammunition was a 6."""

    def house(self, attack: Attack, window: Window, shot: Shot) -> None:
        """S.II2.c, S.II2.r, S.II1.c: what the die for the house does; notes weapons that are empty.

        In II-1 a 6 starts a Fire. In II-2 it eliminates all units there, and a Fire marks the ruin.
        """
        if not self.riot.plays(*SCENARIOS) or not any(one.kind in GUNS for one in shot.shooters):
            return
        plan, cell = self.riot.plan, attack.cell
        if len(shot.shooters) == 1:
            empty = sum(die >= plan.hits(AMMUNITION) for die in attack.other.get(AMMUNITION, []))
            self.emptied += [shot.shooters[0]] * min(empty, 1)
        if not self.riot.field.is_building(cell) or not shells(shot):
            return
        dice, after = attack.other.get(RUIN, []), self.phase.after
        commune = self.riot.plays(COMMUNE)
        if not dice and self._other_weapon(attack, shot):
            return
        if not dice:
            used = any(act.kind == RUIN for act in self.record.acts)
            what = f"no die was rolled for the collapse of the building in {cell}"
            gap = unless(used, prices.NO_DICE)
            self.riot.find("S.II2.c", self.side, what, attack.first, gap=gap)
        elif max(dice) >= plan.hits(RUIN) and self.phase.finished:
            there = window.start.at(cell)
            for unit in there if not commune else ():
                self.fallen.add(unit.key)
                self.told.add(unit.key)
                now = after.units.get(unit.key)
                if now is not None and now.cell == cell:
                    what = f"{window.name(unit)} is not eliminated, though its building collapsed"
                    self.riot.find("S.II2.c", unit.side, what, attack.first, self.phase.last)
            if commune:
                self._not_fled(window, cell)
            if cell not in after.fires and cell not in window.start.fires:
                what = (
                    f"the building in {cell} collapsed on a {max(dice)}, but no Fire is put there"
                )
                clause = "S.II1.c" if commune else "S.II2.r"
                self.riot.find(clause, self.side, what, attack.first, self.phase.last)

    def _other_weapon(self, attack: Attack, shot: Shot) -> bool:
        """Whether a Tank fires its gun in another attack of the phase, so that this is not it."""
        tanks = {one.key for one in shot.shooters if one.kind == TANK}
        guns = (one for one in self.riot.attacks if one is not attack and one.other.get(RUIN))
        return any(tanks & one.shooters for one in guns)

    def _not_fled(self, window: Window, cell: str) -> None:
        """S.II1.c: the Fire eliminates nobody who can leave; each attack hits one unit."""
        acts, after = self.record.acts, self.phase.after
        attacks = sum(act.kind == self.side for _, act in self.phase.each("roll"))
        lost = [
            unit
            for unit in window.start.at(cell)
            if unit.size == GROUP
            and morale.is_lost(after, unit.key)
            and any(
                end.cell not in {cell, *after.fires}
                for end in Ways(window.start, unit).steps(Stand(unit.cell, unit.level))
            )
        ]
        lost.sort(
            key=lambda unit: any(acts[n].target == morale.STANDS for n in window.checks_of(unit))
        )
        for unit in lost[attacks:]:
            what = f"{window.name(unit)} is eliminated, though it can leave the Fire"
            self.riot.find("S.II1.c", unit.side, what, window.first, self.phase.last)

    def out_of_ammunition(self) -> None:
        """S.II2.n: an empty gun becomes a Reserve, a Tank goes with its second weapon."""
        course = self.riot.course
        if not self.phase.finished or not self.riot.plays(UPRISING):
            return
        later = self.phase.soon(windows.LATER)
        for unit in self.emptied:
            course.empty[unit.key] += 1
            if unit.kind == TANK and course.empty[unit.key] < self.riot.plan.numbers.tank_weapons:
                continue
            course.spent.add(unit.key)
            self.told.add(unit.key)
            name = self.name(unit)
            if later.unit(unit.key) is not None:
                if unit.kind == TANK:
                    what = f"{name} stays, though both its weapons are out of ammunition"
                    self.riot.find("S.II2.n", self.side, what, self.phase.last)
                continue
            if later.place(unit.key) in LOST_BOXES.values():
                what = f"{name}, which is out of ammunition, is put among the eliminated units"
                self.riot.find("S.II2.n", self.side, what, self.phase.last)
            home = self.riot.plan.game.piece_types[CREW].home
            spare = any(
                state.kind == CREW and state.place == home for state in later.pieces.values()
            )
            came = any(
                one.kind == CREW and self.phase.before.unit(one.key) is None
                for one in later.at(unit.cell, self.side)
            )
            if unit.kind != TANK and spare and not came:
                what = f"{name} is out of ammunition, but no Reserve takes its place"
                gap = unless(self.phase.tidy, prices.LATE)
                self.riot.find("S.II2.n", self.side, what, self.phase.last, gap=gap)


def shells(shot: Shot) -> bool:
    """Whether a Field Gun fires, or the one of a Tank."""
    return any(
        one.kind == "field_gun" or (one.kind == TANK and one.face != FLAMES and shot.way == SPECIAL)
        for one in shot.shooters
    )

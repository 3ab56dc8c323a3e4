"""Every change of the table needs a cause that the rules know in its phase.

`causes.csv` lists for each kind of change its causes, methods of `Trace`: `move:own` counts only in
a Movement phase. Without one `clause` is broken, and `told` says so; `{name}` is the piece and
`{cell}` its square. `judged` are the kinds of phases whose own judges explain the change.
"""

from __future__ import annotations

from dataclasses import dataclass

from modgen_rules.civil_power.judging import fire, morale
from modgen_rules.civil_power.judging.arrivals import Coming
from modgen_rules.civil_power.judging.compound import SCENARIO as COMPOUND
from modgen_rules.civil_power.judging.gas import lasted, older
from modgen_rules.civil_power.law.levels import AGITATOR, CARRIERS, HELICOPTER, base, is_sniper
from modgen_rules.civil_power.law.plan import (
    FORCE_BOXES,
    GROUP,
    INDIVIDUAL,
    LOST_BOXES,
    MOBS,
    POLICE,
    SIDES,
    VEHICLE,
)
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.law.tables import table
from modgen_rules.civil_power.reading.attacks import owner
from modgen_rules.civil_power.reading.changes import Change, changes, overshot
from modgen_rules.civil_power.reading.phases import CHECKS, SETUP, Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import clears_up
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import lapse, unless

DAYS = "i-2"
"""The scenario of several days: units and supplies come back between them."""
HORSE = "line"
"""The squads that may be mounted."""
FIGHTS = ("fire", "shock")
HEAVY = ("tank", "field_gun")
"""II-1, II-2: units whose fire may light a square."""
DICE = (*SIDES, "both")
"""The dice of attacks and checks."""


def judge(phase: Phase, riot: Riot) -> None:
    """Note the changes of a phase that nothing explains."""
    if phase.kind == SETUP or clears_up(phase, riot):
        return
    laws, kinds = table("causes"), {phase.kind, "checks" if phase.kind in CHECKS else phase.kind}
    over = next((n for n, _ in phase.said("result")), phase.end)
    for change in changes(phase):
        if change.n > over:
            return
        if riot.course.days > 1:
            _next_day(change, riot)
            continue
        law = laws.get(_kind(change))
        if law is None or not kinds.isdisjoint(law["judged"].split()) or _accused(change, riot):
            continue
        trace = Trace(change, phase, riot)
        causes = (one.rpartition(":") for one in law["causes"].split())
        if any(getattr(trace, cause)() for only, _, cause in causes if not only or only in kinds):
            continue
        clause, told = law["clause"], law["told"]
        if change.what == "off" and change.unit and trace.replaced():
            clause, told = "2.3.e", "{name} of {cell} is exchanged for a unit that nobody bought"
        what = told.format(name=riot.name(change.kind), cell=change.cell)
        gap = unless(phase.certain or phase.tidy, prices.MOVED)
        riot.find(clause, _actor(change, phase, riot), what, change.n, gap=gap)


def _next_day(change: Change, riot: Riot) -> None:
    """S.I2.g: on a new day units and supplies are new, but the eliminated stay away."""
    if change.source == "lost" and change.what in ("on", "boxed") and change.target != "supply":
        what = f"{riot.name(change.kind)}, eliminated on an earlier day, comes back"
        side = change.unit.side if change.unit else ""
        riot.find("S.I2.g", side, what, change.n, gap=lapse(prices.OTHER_PLAYER))


def _kind(change: Change) -> str:
    """The kind of a change; `off` and `on` of units are followed by the box.

    A Sniper or an Agitator is lost with those around it (`lone`).
    """
    if change.what in ("up", "down"):
        return f"{change.kind.partition('_')[0]} {change.what}"
    if change.unit is None and change.what != "boxed":
        return f"{change.kind} {change.what}"
    box = {"off": change.target, "on": change.source, "boxed": change.target}.get(change.what, "")
    if (change.what, box) == ("off", "lost") and change.unit:
        box = "lone" if is_sniper(change.unit) or base(change.unit) == AGITATOR else box
    return f"unit {change.what} {box}".strip()


def _accused(change: Change, riot: Riot) -> bool:
    """Whether another judge has said what is wrong with a change."""
    return change.n in riot.turn.stray_acts or any(
        one.first <= change.n <= one.last and one.last - one.first <= 2 for one in riot.issues
    )


def _actor(change: Change, phase: Phase, riot: Riot) -> str:
    if change.unit is not None:
        return change.unit.side
    side = change.kind.rpartition("_")[2]
    return side if side in riot.field.sides else phase.side


@dataclass(frozen=True)
class Trace:
    """A change of a phase, and what the acts around it show of its cause."""

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
        least = morale.lost_at(plan) if lost else (plan.morale(unit.kind, unit.face) or 0) + 1
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
            at.overfull(now.cell, now.side, size) and not at.enemies(now.cell, now.side)
            for at in positions[max(n - windows.MUCH_LATER, 0) : end + 1]
            if (now := at.units.get(self.change.key)) is not None
            for size in self.riot.plan.limited
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
        change = self.change
        moves = self.around("move", back=windows.LATER, ahead=windows.LATER)
        others = [one for one in moves if one.kind == change.kind and one.piece != change.key]
        ends = [(one.at, one.origin) for one in others]
        return any(
            here == change.cell and there not in self.riot.field
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

    # --- units -----------------------------------------------------------------------------------

    def own(self) -> bool:
        """Whether it is the phase of the unit's side."""
        return self.unit is not None and self.unit.side == self.phase.side

    def lost_check(self) -> bool:
        """A failed check that eliminated the unit."""
        return self.checked(lost=True)

    def lost_alone(self) -> bool:
        """A failed check of a Sniper, by the menu or, in an untidy record, with a plain die."""
        rolled = not self.phase.tidy and self.diced()
        sniper = self.unit is not None and is_sniper(self.unit)
        return sniper and (rolled or self.checked(lost=True))

    def failed(self) -> bool:
        """A failed check, by the menu or with a plain die where units check."""
        return self.checked() or (self.met_gas() and self.diced())

    def beside_fight(self) -> bool:
        """A die of the side a few acts ago, where the fight before the phase may go on."""
        return not self.riot.booked and not self.elsewhere() and self.diced(windows.LATER)

    def enters_early(self) -> bool:
        """Reinforcements come at the start of the Mob's Fire, the Police of II-7 in the checks."""
        return self._rolls() or self._plays(COMPOUND, DAYS)

    def appears(self) -> bool:
        """A unit that its owner kept off the boards as hidden."""
        unit = self.table(1).unit(self.change.key)
        return (
            unit is not None and Coming(self.phase, self.riot, self.change.n, unit).shows_itself()
        )

    def fled(self) -> bool:
        """6.1.j: who fails in gas may retreat in place of being suppressed."""
        moves = self.around("move", back=windows.LATER, ahead=windows.LATER)
        return any(act.piece == self.change.key for act in moves) and self.met_gas()

    def flees(self) -> bool:
        """6.1.j: a unit that failed in Gas; a Mob's dice in its Fire phase are for attacks."""
        rolled = self.phase.side not in MOBS and self.diced()
        return self.fled() and (rolled or self.checked())

    def recovered_late(self) -> bool:
        """The own Recovery was a few acts ago."""
        shown = {act.target for act in self.around("phase", back=windows.LATER, ahead=0)}
        shown.add(self.riot.turn.tracker.shown(max(self.change.n - windows.LATER, 0)))
        return self.unit is not None and f"{self.unit.side}_recovery" in shown

    def bought_unseen(self) -> bool:
        """A log that begins in mid-game says nothing of what was bought."""
        return not self.riot.record.from_start

    def reinforces(self) -> bool:
        """Reinforcements that a roll brought may wait in the box of the force."""
        riot = self.riot
        return not riot.field.known or riot.course.rolled[riot.plan.base(self.change.kind)] > 0

    def no_horse(self) -> bool:
        """Other units than Line squads have no second face that the rules speak of."""
        return self.change.kind != HORSE

    def revealed(self) -> bool:
        """8.4.d: a unit that shows itself is placed in any square of its building."""
        change, phase = self.change, self.phase
        unit = phase.before.units.get(change.key)
        if unit is None or not unit.hidden or change.key in phase.after.hidden:
            return False
        return change.target.partition("@")[0] in self.riot.field.building(unit.cell)

    def steps_back(self) -> bool:
        """Whether the tracker shows the side's Movement, and its Fire Combat follows it (3.0.b)."""
        return self.riot.turn.tracker.shown(self.change.n) == f"{self.phase.side}_move"

    def driven_off(self) -> bool:
        """An attack that drives units back, on the unit's own square if squares are announced."""
        return self.attacked(ahead=0) and not self.elsewhere()

    def pushed_out(self) -> bool:
        """A fight or attack from which a retreat leads off the map: the edge is no step further."""
        cell, field = self.change.cell, self.riot.field
        return not field.rim.isdisjoint((cell, *field.near[cell])) and self.driven_off()

    # --- markers ---------------------------------------------------------------------------------

    def _plays(self, *scenarios: str) -> bool:
        """Whether one of some scenarios may be played: a log in mid-game need not show it."""
        return not self.riot.field.known or self.riot.plays(*scenarios)

    def _rolls(self) -> bool:
        """Whether the Mob may roll for reinforcements."""
        return not self.riot.field.known or bool(self.riot.clause("rolls"))

    def fades(self) -> bool:
        """3.0.e: the step of the check phase; fresh gas never goes at once.

        Gas-2 that was old when the game-turn began may be taken away late.
        """
        change, phase = self.change, self.phase
        begun = self.riot.turn.before.pieces.get(change.key)
        lay = begun is not None and begun.place in self.riot.field
        if change.what == "off" and begun and lay and begun.face == "gas_2":
            return True
        before = phase.before.pieces.get(change.key)
        fresh = not before or before.place not in self.riot.field
        if fresh and change.what == "face":
            return change.target == "gas"  # it had been laid with the wrong side up
        if phase.kind not in CHECKS:
            return False
        face = before.face if before else ""
        if change.what == "off":
            known = (phase.record, change.n, change.key)
            return face == "gas_2" or lasted(*known) or older(*known)
        return (face, change.target) == ("gas", "gas_2")

    def from_force(self) -> bool:
        """A weapon comes with a unit that enters."""
        return self.change.source in FORCE_BOXES.values()

    def nightfall(self) -> bool:
        """The scenario's own times, and the choice of the first turn."""
        begins, turn = self.riot.scenario.attributes.get("night_from"), self.phase.turn
        falls = isinstance(begins, int) and self.change.target == "night" and turn >= begins - 1
        return turn <= 1 or falls or self._plays(DAYS)

    # --- tracks ----------------------------------------------------------------------------------

    def unbooked(self) -> bool:
        """Casualties of the fight before, which were not all booked then."""
        change, phase, riot = self.change, self.phase, self.riot
        if phase.kind in FIGHTS and any(phase.each("roll", "void")):
            # Their own judges compare the sums, which may be booked when the phase is over.
            return self.attacked(back=max(change.n - phase.begin, windows.MUCH_LATER))
        explodes = self._plays(COMPOUND) and phase.kind in CHECKS
        late = change.n in riot.booked_late
        return explodes or late or (not riot.booked and self.attacked())

    def counted_late(self) -> bool:
        """Gas or a Molotov was used near it, or in a phase whose supplies are not counted off."""
        what, kind = ("move", "gas") if self.change.kind == "grenades" else ("roll", "fire_check")
        used = any(act.kind == kind for act in self.around(what, ahead=windows.MUCH_LATER))
        return used or not self.riot.counted

    def reinforced(self) -> bool:
        """Molotovs may come as reinforcements."""
        return self.change.kind != "grenades" and self._rolls()

    def miscounted(self) -> bool:
        """A wrong count is corrected."""
        return overshot(self.riot.record, self.change.n)

"""Every change of the table needs a cause that the rules know in its phase.

`PERMITTED` lists for each kind of change the phases in which something may bring it about, with
what the record must then show. The judges of phases say more about what they know; here is what
they leave over: changes that nothing explains.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from modgen_rules.civil_power.judging.arrivals import ROLLS, Coming
from modgen_rules.civil_power.judging.compound import SCENARIO as COMPOUND
from modgen_rules.civil_power.judging.evidence import Trace
from modgen_rules.civil_power.judging.gas import lasted, older
from modgen_rules.civil_power.law.levels import is_sniper
from modgen_rules.civil_power.law.plan import FORCE_BOXES, MOBS
from modgen_rules.civil_power.reading.changes import overshot
from modgen_rules.civil_power.reading.phases import CHECKS
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import windows

Cause = Callable[[Trace], bool]
"""Whether something that the rules permit explains a change."""
DAYS = "i-2"
"""The scenario of several days: units and supplies come back between them."""
HORSE = "line"
"""The squads that may be mounted."""
FIGHTS = ("fire", "shock")


class Law(NamedTuple):
    """What explains one kind of change."""

    clause: str
    """The clause that a change without a cause breaks."""
    told: str
    """What happened, as messages say it; `{name}` is the piece, `{cell}` its square."""
    causes: tuple[Cause, ...] = ()
    """What explains it in any phase."""
    phases: Mapping[str, tuple[Cause, ...]] = {}
    """What explains it in a kind of phase besides."""
    judged: tuple[str, ...] = ()
    """The kinds of phases whose own judges explain it."""


# --- causes ------------------------------------------------------------------------------------


def _eliminated(trace: Trace) -> bool:
    return (
        trace.checked(lost=True)
        or trace.struck()
        or trace.orphaned()
        or trace.burning()
        or trace.spent()
    )


def _lost_in_check(trace: Trace) -> bool:
    """A failed check of a Sniper, by the menu or, in an untidy record, with a plain die."""
    rolled = not trace.phase.tidy and trace.diced()
    sniper = trace.unit is not None and is_sniper(trace.unit)
    return sniper and (rolled or trace.checked(lost=True))


def _failed(trace: Trace) -> bool:
    """A failed check, by the menu or with a plain die where units check."""
    return trace.checked() or (trace.met_gas() and trace.diced())


def _beside_fight(trace: Trace) -> bool:
    """A die of the side a few acts ago, where the fight before the phase may go on."""
    return not trace.riot.booked and not trace.elsewhere() and trace.diced(windows.LATER)


def _plays(riot: Riot, *scenarios: str) -> bool:
    """Whether one of some scenarios may be played: a log in mid-game need not show it."""
    return not riot.field.known or riot.plays(*scenarios)


def _own(trace: Trace) -> bool:
    return trace.unit is not None and trace.unit.side == trace.phase.side


def _enters_early(trace: Trace) -> bool:
    """Reinforcements come at the start of the Mob's Fire, the Police of II-7 in the checks."""
    return _plays(trace.riot, *ROLLS, COMPOUND, DAYS)


def _appears(trace: Trace) -> bool:
    """A unit that its owner kept off the boards as hidden."""
    unit = trace.phase.table(trace.change.n + 1).unit(trace.change.key)
    return unit is not None and Coming(trace.phase, trace.riot, trace.change.n, unit).shows_itself()


def _fled(trace: Trace) -> bool:
    """6.1.j: who fails in gas may retreat in place of being suppressed."""
    moves = trace.around("move", back=windows.LATER, ahead=windows.LATER)
    return any(act.piece == trace.change.key for act in moves) and trace.met_gas()


def _flees(trace: Trace) -> bool:
    """6.1.j: a unit that failed in Gas; the Mob's own dice in its Fire phase are for attacks."""
    rolled = trace.phase.side not in MOBS and trace.diced()
    return _fled(trace) and (rolled or trace.checked())


def _recovered_late(trace: Trace) -> bool:
    """The own Recovery was a few acts ago."""
    acts, n = trace.riot.record.acts[: trace.change.n], trace.change.n
    steps = [m for m, act in enumerate(acts) if act.what == "phase"]
    shown = [acts[m].target for m in steps if m >= n - windows.LATER]
    shown += [acts[m].target for m in steps if m < n - windows.LATER][-1:]
    return trace.unit is not None and f"{trace.unit.side}_recovery" in shown


def _fades(trace: Trace) -> bool:
    """3.0.e: the step of the check phase; fresh gas never goes at once."""
    change, phase = trace.change, trace.phase
    before = phase.before.pieces.get(change.key)
    fresh = not before or before.place.partition("@")[0] not in trace.riot.field.ground.names
    if fresh and change.what == "face":
        return change.target == "gas"  # it had been laid with the wrong side up
    if phase.kind not in CHECKS:
        return False
    face = before.face if before else ""
    if change.what == "off":
        known = (phase.record, change.n, change.key)
        return face == "gas_2" or lasted(*known) or older(*known)
    return (face, change.target) == ("gas", "gas_2")


def _unbooked(trace: Trace) -> bool:
    """Casualties of the fight before, which were not all booked then."""
    change, phase, riot = trace.change, trace.phase, trace.riot
    if phase.kind in FIGHTS and any(phase.each("roll", "void")):
        # Their own judges compare the sums, which may be booked when the phase is over.
        return trace.attacked(back=max(change.n - phase.begin, windows.MUCH_LATER))
    explodes = _plays(riot, COMPOUND) and phase.kind in CHECKS
    late = change.n in riot.booked_late
    return explodes or late or (not riot.booked and trace.attacked())


def _counted_late(trace: Trace) -> bool:
    return not trace.riot.counted or trace.thrown()


def _brought(trace: Trace) -> bool:
    """Molotovs may come as reinforcements; a wrong count may be corrected."""
    more = trace.change.kind != "grenades" and _plays(trace.riot, *ROLLS)
    return more or _miscounted(trace)


def _miscounted(trace: Trace) -> bool:
    return overshot(trace.riot.record, trace.change.n)


def _nightfall(trace: Trace) -> bool:
    """The scenario's own times, and the choice of the first turn."""
    begins, turn = trace.riot.scenario.attributes.get("night_from"), trace.phase.turn
    falls = isinstance(begins, int) and trace.change.target == "night" and turn >= begins - 1
    return turn <= 1 or falls or _plays(trace.riot, DAYS)


def _from_force(trace: Trace) -> bool:
    """A weapon comes with a unit that enters."""
    return trace.change.source in FORCE_BOXES.values()


def _no_start(trace: Trace) -> bool:
    """A log that begins in mid-game says nothing of what was bought."""
    return not trace.riot.record.from_start


def _reinforces(trace: Trace) -> bool:
    """Reinforcements that a roll brought may wait in the box of the force."""
    riot = trace.riot
    return not riot.field.known or riot.course.rolled[riot.plan.base(trace.change.kind)] > 0


def _no_horse(trace: Trace) -> bool:
    """Other units than Line squads have no second face that the rules speak of."""
    return trace.change.kind != HORSE


def _revealed(trace: Trace) -> bool:
    """8.4.d: a unit that shows itself is placed in any square of its building."""
    change, phase = trace.change, trace.phase
    unit = phase.before.units.get(change.key)
    if unit is None or not unit.hidden or change.key in phase.after.hidden:
        return False
    return change.target.partition("@")[0] in trace.riot.field.building(unit.cell)


def _steps_back(trace: Trace) -> bool:
    """Whether the tracker shows the side's Movement, and its Fire Combat follows it (3.0.b)."""
    acts = trace.phase.record.acts[: trace.change.n]
    shown = next((act.target for act in reversed(acts) if act.what == "phase"), "")
    return shown == f"{trace.phase.side}_move"


def _driven_off(trace: Trace) -> bool:
    """An attack that drives units back, on the unit's own square if squares are announced."""
    return trace.attacked(ahead=0) and not trace.elsewhere()


def _pushed_out(trace: Trace) -> bool:
    """A fight or attack from which a retreat leads off the map: the edge is no step further."""
    cell, field = trace.change.cell, trace.riot.field
    return not field.rim.isdisjoint((cell, *field.near[cell])) and _driven_off(trace)


UNITS: Mapping[str, Law] = {
    "suppressed": Law(
        "5.1.c",
        "{name} in {cell} is suppressed, and nothing in the log shows why",
        (_failed, Trace.crowded, Trace.burning),
        {"move": (_beside_fight,)},
        FIGHTS,
    ),
    "woken": Law(
        "3.0.i",
        "{name} in {cell} recovers outside its side's Recovery phase",
        (_fled, _recovered_late),
        {},
        ("recovery",),
    ),
    "damaged": Law(
        "S.II7.i",
        "{name} in {cell} is damaged, and nothing in the log shows why",
        (Trace.attacked, Trace.burning),
    ),
    "repaired": Law("S.II7.i", "{name} in {cell} is no longer damaged"),
    "off lost": Law(
        "5.1.d",
        "{name} of {cell} is eliminated, and nothing in the log shows why",
        (_eliminated, Trace.exchanged),
        dict.fromkeys(("move", "recovery", *CHECKS), (_beside_fight,)),
        FIGHTS,
    ),
    "off lone": Law(
        "5.1.d",
        "{name} of {cell} is eliminated, and nothing in the log shows why",
        (_lost_in_check, Trace.orphaned, Trace.burning, Trace.exchanged),
        {"fire": (_driven_off,)},
    ),
    "off left": Law(
        "4.0.f",
        "{name} of {cell} leaves the map outside its side's Movement phase",
        (Trace.spent, _failed),
        {"move": (_own,), "shock": (_pushed_out,), "fire": (_pushed_out,)},
    ),
    "off supply": Law(
        "5.1.d",
        "{name} of {cell} is taken out of the game, and nothing in the log shows why",
        (_eliminated, Trace.exchanged),
    ),
    "off force": Law(
        "4.0.f",
        "{name} of {cell} is put back among those who have not entered",
        (Trace.exchanged,),
    ),
    "on lost": Law(
        "5.1.d",
        "{name} was eliminated earlier, but is put back into {cell}",
        (Trace.exchanged,),
    ),
    "on left": Law(
        "4.0.g",
        "{name} comes back to {cell}",
        (Trace.exchanged,),
        {},
        ("move",),
    ),
    "on force": Law(
        "4.0.h",
        "{name} enters at {cell} outside its side's Movement phase",
        (_enters_early, _appears),
        {"move": (_own,)},
    ),
    "boxed force": Law("2.3.e", "{name} is bought during play", (_no_start, _reinforces)),
    "moved": Law(
        "4.0.h",
        "{name} from {cell} moves in the Fire Combat phase",
        (_driven_off, Trace.burning, _flees, Trace.crowded, _revealed, _steps_back),
        {},
        ("move", "shock", "recovery", *CHECKS),
    ),
    "face": Law(
        "8.5.a",
        "{name} in {cell} mounts or dismounts outside its side's Movement phase",
        (_no_horse,),
        {"move": (_own,)},
    ),
    "climbed": Law(
        "4.0.h",
        "{name} in {cell} changes level in the Fire Combat phase",
        (_revealed, _steps_back),
        {},
        ("move", "shock", "recovery", *CHECKS),
    ),
}
"""The laws of units; `off` and `on` are followed by the box."""
PIECES: Mapping[str, Law] = {
    "gas on": Law(
        "6.1.c",
        "Gas is put into {cell} outside the Fire Combat phase of the Police",
        (),
        {},
        ("fire",),
    ),
    "gas off": Law(
        "6.1.k", "the Gas in {cell} is removed too early", (_fades,), {}, ("gas_fades",)
    ),
    "gas face": Law(
        "3.0.e",
        "the Gas in {cell} is turned over outside the Gas and Fire Check",
        (_fades,),
        {},
        ("gas_fades",),
    ),
    "gas moved": Law("6.1.k", "the Gas in {cell} is moved to another square"),
    "fire on": Law(
        "6.5.i",
        "a Fire appears in {cell}, but nothing started it",
        (Trace.kindled,),
        {},
        ("move", "recovery"),
    ),
    "fire moved": Law("6.5.i", "the Fire in {cell} is moved to another square"),
    "fire off": Law(
        "6.5.k",
        "the Fire in {cell} is removed, but nothing put it out",
        (Trace.doused,),
        {},
        ("fires", "move", "shock", "recovery"),
    ),
    "gas_gun moved": Law(
        "6.1.1.e",
        "the Gas Gun in {cell} moves without its carrier",
        (Trace.carried,),
    ),
    "gas_gun off": Law(
        "6.1.1.b",
        "the Gas Gun in {cell} is removed, but its carriers stay",
        (Trace.deserted,),
    ),
    "gas_gun on": Law(
        "2.3.e", "a Gas Gun is placed in {cell}, but nobody bought it", (_no_start, _from_force)
    ),
    "swag moved": Law("S.II6.a", "the Swag in {cell} is moved away"),
    "swag on": Law("S.II6", "a Swag is placed in {cell} during play"),
    "swag off": Law("S.II6.a", "the Swag in {cell} is removed"),
    "daylight face": Law("6.6.a", "the time of day changes", (_nightfall,)),
}
"""The laws of markers, by kind and change."""
TRACKS: Mapping[str, Law] = {
    "wia up": Law("5.3.1.e", "{name} goes up, but no attack explains it", (_unbooked,)),
    "kia up": Law("5.3.1.e", "{name} goes up, but no attack explains it", (_unbooked,)),
    "wia down": Law("5.3.1.e", "{name} goes down during play", (_miscounted,)),
    "kia down": Law("5.3.1.e", "{name} goes down during play", (_miscounted,)),
    "hidden up": Law("8.4.e", "{name} goes up during play", (_miscounted,)),
    "grenades down": Law(
        "6.1.f", "Gas Grenades are counted off, but nobody used one", (_counted_late,)
    ),
    "molotovs down": Law(
        "6.5.b", "Molotovs are counted off, but nobody threw one", (_counted_late,)
    ),
    "grenades up": Law("6.1.b", "the marker {name} goes up during play", (_brought,)),
    "molotovs up": Law("6.5.b", "the marker {name} goes up during play", (_brought,)),
}
"""The laws of tracks, by the first part of the marker's name and the way it goes."""

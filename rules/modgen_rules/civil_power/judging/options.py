"""8.0: the optional rules in force, Barriers, charges, command."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from modgen_rules.civil_power.law.plan import CROWD, GROUP, MOBS, POLICE
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import Phase
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import unless

OPTION = "option_"
CLAUSES = {
    "batons": "8.1", "helicopter": "8.6.e", "tv": "8.8.d", "disintegration": "8.9",
    "overreaction": "8.10", "armoured": "8.12.3", "extended": "8.13",
    "command_police": "8.14.1", "command_crowds": "8.14.2.a", "command_sight": "8.14.2.b",
    "command_shock": "8.14.2.c",
}  # fmt: skip
"""The clause of each option's marker; `riot.options` has these, and `8.1:line` for batons."""
OFF = "off"
BUILD, CROWDS = "build", "crowds_move"
BUILT = re.compile(r": (?P<unit>[^:]+) in (?P<cell>[\w-]+)\b[^:]*$")
"""The end of the line of a roll for Barriers."""
BARRIER = "barrier"


def judge(phase: Phase, riot: Riot) -> None:
    """Judge Barriers, charges and command."""
    if phase.id == "setup":
        return
    _barriers(phase, riot)
    if phase.kind == "move":
        _command(phase, riot)
    if phase.kind == "shock":
        _charges(phase, riot)


def note(phase: Phase, riot: Riot) -> None:
    """Note what the sheet of options shows, once it was used or the set-up was announced."""
    riot.course.sheet |= any(phase.said("set_up"))
    turned = any(act.kind.startswith(OPTION) for _, act in phase.each("face", "move"))
    if riot.course.chosen is None or turned:
        riot.course.chosen = options_of(phase.after)
    if riot.course.chosen or riot.course.sheet:
        riot.options = riot.course.chosen


def options_of(position: Position) -> frozenset[str]:
    """The optional rules that the markers show as in force."""
    found = set()
    for state in position.pieces.values():
        name = state.kind.removeprefix(OPTION)
        if name != state.kind and state.face != OFF and name in CLAUSES:
            found.add(CLAUSES[name])
            if name == "batons":
                found.add(f"8.1:{state.face}")
    return frozenset(found)


# --- 8.11 Barriers ---------------------------------------------------------------------------


def _barriers(phase: Phase, riot: Riot) -> None:
    before, after = phase.before.strips, phase.after.strips
    placed = [at for at, face in after.items() if face == BARRIER and before.get(at) != BARRIER]
    builders = list(_builders(phase, riot))
    if placed:
        _built(phase, placed, builders, riot)
    for n, cell, _, name in builders if phase.kind == "recovery" else ():
        mine = [unit for unit in phase.before.at(cell, phase.side) if riot.name(unit.kind) == name]
        if mine and all(_was_busy(unit, riot) for unit in mine):
            told = f"{name} in {cell} builds, though it moved or fired"
            riot.find("8.11.a", phase.side, told, n)
    for place, face in before.items():
        if face == BARRIER and place not in after and not _may_tear_down(phase, place, riot):
            what = f"the Barrier on {place} is removed, where no unit may do so"
            riot.find("8.11.d", phase.side, what, _act_of(phase, place))


Builder = tuple[int, str, int, str]
"""The act of a roll for Barriers, the square, the sixes, the name of the unit."""


def _built(phase: Phase, placed: list[str], builders: list[Builder], riot: Riot) -> None:
    """8.11.a, b, h: who builds, how many, and where."""
    n = max(_act_of(phase, place) for place in placed)
    side = phase.side or MOBS[0]
    hits: Counter[str] = Counter()
    for _, cell, number, _ in builders:
        hits[cell] += number
    if phase.kind != "recovery" or phase.side not in MOBS:
        riot.find("8.11.a", side, "a Barrier is put up outside the Mob's Suppression Recovery", n)
    elif len(placed) > hits.total():
        what = "more Barriers are put up than the dice allow"
        riot.find("8.11.b", side, what, n, phase.last, expected=hits.total(), observed=len(placed))
    elif not all(any(hits[cell] for cell in _either(place, riot)) for place in placed):
        riot.find("8.11.h", side, "a Barrier is not on a side of its builder's area", n)


def _builders(phase: Phase, riot: Riot) -> Iterator[Builder]:
    """The rolls for Barriers."""
    for n, act in phase.each("roll"):
        if act.kind != BUILD:
            continue
        told = ", ".join(map(str, act.dice)) + " (hits"
        lines = (line for at, line in phase.record.lines if told in line and at <= n)
        found = [match for line in lines if (match := BUILT.search(line))]
        mine = [match for match in found if match["cell"] in riot.field]
        if mine:
            sixes = sum(die >= riot.plan.hits(BUILD) for die in act.dice)
            yield n, mine[-1]["cell"], sixes, mine[-1]["unit"].strip()


def _either(place: str, riot: Riot) -> tuple[str, ...]:
    """The squares on both sides of a strip."""
    cell, _, side = place.partition("/")
    field = riot.field
    beside = field.beside.get(cell, ())
    return (cell, *(near for near in beside if field.side_between(cell, near) == side))


def _was_busy(unit: Unit, riot: Riot) -> bool:
    """Whether a unit fired, moved or entered in this player-turn."""
    moved = riot.turn.phases.get(f"{unit.side}_move")
    entered = moved is not None and unit.key in moved.after.units.keys() - moved.before.units
    return entered or unit.key in riot.fired or unit.key in riot.started


def _may_tear_down(phase: Phase, place: str, riot: Riot) -> bool:
    """8.11.d: a Group or Crowd with only friends there, in a Recovery."""
    for cell in _either(place, riot) if phase.kind == "recovery" and phase.side else ():
        there = phase.before.at(cell)
        able = (unit.size in (GROUP, CROWD) and not _was_busy(unit, riot) for unit in there)
        if all(unit.side == phase.side for unit in there) and any(able):
            return True
    return False


def _act_of(phase: Phase, place: str) -> int:
    cell = place.partition("/")[0]
    acts = (
        n
        for n, act in phase.each("move", "face")
        if act.kind == "barricade"
        and cell in (act.at.partition("/")[0], act.origin.partition("/")[0])
    )
    return max(acts, default=phase.last)


# --- 8.5 charges ---------------------------------------------------------------------------------


def _charges(phase: Phase, riot: Riot) -> None:
    """8.5.b, 8.5.c: horsemen charge from two areas or more, in the turn of their movement."""
    for n, said in phase.said("deed"):
        for cell in sorted(said.spaces["shock_in"]) if said.choices["deed"] == "charges" else ():
            _charge(phase, n, cell, riot)


def _charge(phase: Phase, n: int, cell: str, riot: Riot) -> None:
    """What is wrong with a charge; before the Shock phase of a Mob the Police do not move."""
    there, before = phase.table(n).at(cell, POLICE), phase.before.at(cell, POLICE)
    horse = [unit for unit in there if unit.face == "mounted"]
    rode = [unit.key for unit in horse if unit.key in riot.started]
    starts = [riot.started[key] for key in rode]
    rested = {unit.key for unit in horse} <= {unit.key for unit in before}
    clause, observed = "8.5.b", ""
    if phase.side != POLICE:
        if not (horse and rested and phase.certain):
            return
        clause, why = "8.5.c", f"horsemen charge in {cell} in the turn of a Mob"
    elif there and not horse and all(unit.face != "mounted" for unit in before):
        why = f"a mounted charge is declared in {cell}, and no squad there is mounted"
    elif horse and not starts:
        clause = "8.5.c"
        why = f"horsemen charge in {cell}, into which they did not move in this turn"
    elif starts and not any(_free(start, phase, riot) for start in starts):
        why = f"horsemen charge in {cell} from a square next to Mob units"
        observed = ", ".join(starts)
    elif starts and all(key in riot.through for key in rode):
        cells = ", ".join(sorted({riot.through[key] for key in rode}))
        why = f"horsemen charge in {cell} after riding through Police units in {cells}"
    else:
        return
    expected = "two areas or more" if observed else ""
    riot.find(clause, POLICE, why, n, expected=expected, observed=observed)


def _free(start: str, phase: Phase, riot: Riot) -> bool:
    """Whether no Mob unit was in a square or beside it when the horsemen started."""
    return start not in riot.field or not any(
        unit.side in MOBS
        for cell in (start, *riot.field.near[start])
        for unit in phase.before.at(cell)
    )


# --- 8.14 command --------------------------------------------------------------------------------


def _command(phase: Phase, riot: Riot) -> None:
    after, side = phase.after, phase.side
    moved = [
        unit
        for key, start in riot.started.items()
        if (unit := after.unit(key)) is not None and unit.side == side and unit.cell != start
    ]
    clause = "8.14.1" if side == POLICE else "8.14.2.c"
    if riot.in_force(clause):
        _together(phase, moved, clause, riot)
    if riot.in_force("8.14.2.a") and side in MOBS:
        crowds = sum(unit.size == CROWD for unit in moved)
        most = sum(phase.dice(CROWDS)[:2])  # the first roll
        if crowds and not most:
            sure = phase.finished and riot.record.tidy and not _rolls_elsewhere(riot)
            what = "Crowds move without a roll for their number"
            riot.find("8.14.2.a", side, what, phase.last, gap=unless(sure, prices.NO_DICE))
        elif crowds > most:
            what = "more Crowds move than the dice allow"
            riot.find("8.14.2.a", side, what, phase.last, expected=most, observed=crowds)


def _rolls_elsewhere(riot: Riot) -> bool:
    """Whether the players rolled for their Crowds in another phase of the turn, or never do so."""
    acts, turn = riot.record.acts, riot.turn
    rolls = [n for n, act in enumerate(acts) if act.what == "roll" and act.kind == CROWDS]
    return not rolls or any(turn.first <= n <= turn.last for n in rolls)


def _together(phase: Phase, moved: Sequence[Unit], clause: str, riot: Riot) -> None:
    """Who enters an area with enemies began stacked with or beside another who enters it."""
    away = riot.field.away
    for unit in sorted(moved, key=lambda one: one.cell):
        start = riot.started[unit.key]
        others = [
            riot.started[one.key]
            for one in moved
            if one.cell == unit.cell and one.key != unit.key and riot.started[one.key] in riot.field
        ]
        alone = start in riot.field and not any(away(start, cell) <= 1 for cell in others)
        if alone and phase.after.contested(unit.cell):
            what = f"{riot.name(unit.kind)} enters {unit.cell} alone"
            at = phase.drags.get(unit.key, phase.last)
            expected = "stacked with or beside another that enters"
            riot.find(clause, phase.side, what, at, expected=expected)

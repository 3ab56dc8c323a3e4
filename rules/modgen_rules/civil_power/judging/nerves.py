"""8.9, 8.10: the number of disintegration, and levels that rise by Overreaction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from modgen_rules.civil_power.law.levels import SHOCK_VEHICLES, is_sniper
from modgen_rules.civil_power.law.plan import (
    CROWD,
    INDIVIDUAL,
    LOST_BOXES,
    MOB,
    MOBS,
    POLICE,
    RIVAL,
)
from modgen_rules.civil_power.reading.attacks import Attack
from modgen_rules.civil_power.reading.phases import Phase, Turn
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.civil_power.reading.scenarios import fixed_level
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.reports.findings import counted

DIE, OVERREACTION = "tdn", "overreaction"
MILD = ("gas_gun", "hand_gas", "batons", "water", "ads", "sniper")
"""8.9.b: the ways of attacks that cost one die; all others cost two."""
TABLE = "17_disintegration"
"""The chart of disintegration; its rows are found by their words."""
START = "At the start"
"""How the row begins by which the Mob's points are divided."""


def judge(phase: Phase, riot: Riot) -> None:
    """The number of disintegration and Overreaction in a phase."""
    if phase.id == "setup":
        _begins(phase, riot)
        return
    if riot.in_force("8.9") or riot.plays("i-5"):
        _provoked(phase, riot)
        for marker in _markers(riot):
            _number(phase, marker, riot)
    if riot.in_force("8.10"):
        _overreacts(phase, riot)


def _markers(riot: Riot) -> Mapping[str, tuple[str, ...]]:
    """The markers with the Mobs whose losses each counts: one for both, but in I-5 one for each."""
    return {"tdn": (MOB,), "tdn_2": (RIVAL,)} if riot.plays("i-5") else {"tdn": MOBS}


def _begins(phase: Phase, riot: Riot) -> None:
    """8.9.a, 8.9.g: a tenth of the Mob's points at the start, or more by agreement."""
    scenario = riot.scenario
    if "tdn" not in scenario.levels or not phase.finished:
        return
    points = sum(force.points or 0 for force in scenario.forces if force.side in MOBS)
    tenth = -(-points // riot.plan.modifier(TABLE, START))
    wanted = scenario.levels["tdn"] if riot.plays("i-5") or not points else tenth
    shown = phase.after.level("tdn")
    if shown < wanted:
        clause = "8.9.g" if len(riot.field.sides) > len(MOBS) else "8.9.a"
        moved = [n for n, act in phase.each("level") if act.kind == "tdn"]
        what = f"the Disintegration Number is {shown} at the start, but should be at least {wanted}"
        at = moved[-1] if moved else phase.last
        riot.find(clause, MOB, what, at, expected=wanted, observed=shown)


def lost(phase: Phase) -> Iterator[tuple[int, Act]]:
    """The units that were eliminated in a phase, with the acts."""
    boxes = set(LOST_BOXES.values())
    for n, act in phase.each("move"):
        unit = act.kind in phase.record.field.side
        went = act.target in boxes and act.source not in boxes
        if unit and went and phase.after.place(act.piece) in boxes:
            yield n, act


def _number(phase: Phase, marker: str, riot: Riot) -> None:
    """8.9.c: what the phase costs, at least, against what the marker moved.

    Casualties are doubled for Crowds, so two WIA are one W or two where one may be hit. What was
    not paid in a phase may have been paid in the one before, or is paid a few acts later.
    """
    sides, side_of = _markers(riot)[marker], riot.field.side
    losses = list(lost(phase))
    least, most, thought = _due(phase, marker, riot)
    paid = phase.before.level(marker) - phase.after.level(marker)
    owed = riot.course.owing.get(marker, 0) - paid
    thought += max(riot.course.owing.get(marker, 0), 0)
    if paid > max(thought, 0):
        at = max((n for n, act in phase.each("level") if act.kind == marker), default=phase.last)
        what = f"the Disintegration Number goes down by {paid}, but there is cause only for "
        what += f"{max(thought, 0)}"
        gap = unless(phase.tidy, prices.PAYS_LATE)
        riot.find("8.9.c", sides[0], what, at, phase.last, gap=gap, observed=f"{paid} less")
        owed = -most
    soon = phase.after.level(marker) - phase.soon(windows.SOON).level(marker)
    if owed + least <= 0:
        riot.course.owing[marker] = min(owed + most, 0)
    elif soon >= owed + least or not phase.finished or phase.after.level(marker) <= 0:
        riot.course.owing[marker] = owed + least
    else:
        riot.course.owing[marker] = 0
        acts = [n for n, act in losses if side_of[act.kind] in sides]
        riot.find(
            "8.9.c",
            sides[0],
            f"the Disintegration Number should go down by {owed + least + paid}, but "
            + (f"goes down by {paid}" if paid > 0 else "does not go down"),
            acts[-1] if acts else phase.last,
            phase.last,
            expected=f"{owed + least + paid} less",
            observed=f"{paid} less",
        )


def _due(phase: Phase, marker: str, riot: Riot) -> tuple[int, int, int]:
    """8.9.c: what some acts cost at least, at most, and as a player may think.

    A canister is a W to him, a loss also a K, and he may forget a loss of the Police.
    """
    sides, plan, side_of = _markers(riot)[marker], riot.plan, riot.field.side
    each_w, each_k, each_unit, squad = (
        abs(plan.modifier(TABLE, words))
        for words in ("suffers W", "suffers K", "Mob unit eliminated", "Police unit eliminated")
    )
    mine = [act for _, act in lost(phase) if side_of[act.kind] in sides]
    police = [act for _, act in lost(phase) if side_of[act.kind] == POLICE]
    wounds, deaths = (
        sum(phase.after.level(one + side) - phase.before.level(one + side) for side in sides)
        for one in ("wia_", "kia_")
    )
    canisters = sum(die >= plan.hits("canister") for die in phase.dice("canister"))
    wounds -= canisters
    single = sum(plan.size[act.kind] == INDIVIDUAL for act in mine)
    each = 2 if _hits_crowds(phase, sides, riot) else 1
    results = max(-(-max(wounds, 0) // each) - single, 0) * each_w + -(-deaths // each) * each_k
    units = each_unit * len(mine) - squad * len(police)
    units += sum(phase.dice(DIE)) if marker == "tdn" else 0
    least, most = units + results, units + max(wounds, 0) * each_w + deaths * each_k
    thought = most + canisters * each_w + len(mine) * each_k + squad * len(police)
    return least, most, thought


def _hits_crowds(phase: Phase, sides: Sequence[str], riot: Riot) -> bool:
    """5.3.1.c: whether casualties in a phase may be those of Crowds, which count double."""
    attacks = riot.attacks if phase.kind == "fire" else ()
    return not attacks or any(
        not attack.cell
        or any(
            unit.size == CROWD and unit.side in sides
            for unit in phase.table(attack.first).at(attack.cell)
        )
        for attack in attacks
    )


def rises(turn: Turn, riot: Riot) -> None:
    """8.9.c: a Police unit that is lost raises the number in the same game-turn, or soon after.

    A number at the end of its track does not rise, whatever it does later in the turn.
    """
    course, record = riot.course, turn.record
    brought, course.brought = course.brought, course.owing.get(DIE, 0)
    gone = [
        n
        for n in turn.span
        if record.acts[n].what == "move" and record.acts[n].target == LOST_BOXES[POLICE]
    ]
    if not (gone and turn.complete and turn.number and riot.in_force("8.9")):
        return
    every = turn.span
    whole = Phase(record, turn.number, "", list(every), begin=every.start, end=every.stop)
    units = [n for n, act in lost(whole) if riot.field.side[act.kind] == POLICE]
    upward = any(
        act.kind == DIE and act.rises
        for act in record.acts[turn.first : turn.last + 1 + windows.AT_THE_END]
    )
    now, highest = turn.after.level(DIE), riot.plan.game.level_ranges[DIE][-1]
    if not units or upward or now >= highest:
        return
    _, most, _ = _due(whole, DIE, riot)
    squad = abs(riot.plan.modifier(TABLE, "Police unit eliminated"))
    beyond = sum(max(whole.table(n).level(DIE) + squad - highest, 0) for n in units)
    over = turn.before.level(DIE) - now - most - max(brought, 0) - beyond
    if 0 < over <= squad * len(units):
        sure = record.tidy_between(turn.first, turn.last + 1)
        riot.find(
            "8.9.c",
            POLICE,
            "a Police unit is eliminated, but the Disintegration Number does not go up",
            units[-1],
            turn.last,
            unless(sure, prices.PAYS_LATE),
            f"{over} more",
            now,
        )


def _provoked(phase: Phase, riot: Riot) -> None:
    """8.9.b: the first mild attack of the Police costs a die, the first other one two.

    What was made before a log from mid-game is seen only by its Gas.
    """
    if phase.id != "police_fire" or not phase.finished:
        return
    course, attacks, whole = riot.course, riot.attacks, riot.record.from_start
    shown = [one for one in attacks if (one.announced or one.gas) and one.way != "special"]
    gas = {True} if riot.record.start.gas and not whole else set[bool]()
    made_now = {mild for one in shown for mild in _kinds(phase, one)}
    sure = whole or (phase.tidy and made_now <= course.provoked)
    # Each way to read the attacks: the kinds that were made, with the dice that they may cost.
    readings: dict[frozenset[bool], set[int]] = {frozenset(course.provoked | gas): {0}}
    at = phase.last
    for attack in shown:  # dice that nobody explains may be of another phase
        found: dict[frozenset[bool], set[int]] = {}
        for made, costs in readings.items():
            for mild in _kinds(phase, attack):
                more = 0 if mild in made else 1 if mild else 2
                either = {more} if whole else {0, more}
                found.setdefault(made | {mild}, set()).update(a + b for a in costs for b in either)
        readings = found
        if at == phase.last and any(any(costs) for costs in readings.values()):
            at = attack.first
    rolled, late = len(phase.dice(DIE)), len(phase.dice(DIE, windows.SOON))
    possible = range(rolled, rolled + late + 1)
    fitting = [made for made, costs in readings.items() if costs & set(possible)]
    course.provoked |= (fitting or list(readings))[0]
    if len(shown) < sum(one.way != "special" for one in attacks):
        course.provoked |= set() if fitting else {True, False}
    elif not fitting:
        wanted = min(set().union(*readings.values()), key=lambda one: abs(one - rolled))
        what = "an attack costs dice, but it is not the first of its kind"
        if wanted:
            dice = counted(rolled, "die was", "dice were")
            what = f"{dice} rolled instead of {wanted} for first attacks of a kind"
        gap = unless(sure, prices.PAYS_AHEAD)
        riot.find("8.9.b", POLICE, what, at, phase.last, gap, wanted, rolled)


def _kinds(phase: Phase, attack: Attack) -> tuple[bool, ...]:
    """Whether an attack may be a mild one; both where an untidy record does not name its way."""
    units = [unit for key in attack.shooters if (unit := phase.before.units.get(key))]
    weapons = {True for one in units if is_sniper(one) or one.kind in SHOCK_VEHICLES}
    if attack.way or attack.gas or weapons:
        return (attack.way in MILD or bool(attack.gas) or bool(weapons),)
    return (False,) if phase.tidy else (False, True)


def _overreacts(phase: Phase, riot: Riot) -> None:
    """8.10: a die for each unit eliminated; on a 6 its side's level rises."""
    side_of = riot.field.side
    rolls = [(n, act) for n, act in phase.each("roll") if act.kind == OVERREACTION]
    gone = list(lost(phase))
    dice = len(phase.dice(OVERREACTION)) + riot.course.owed
    last = phase.soon(windows.SOON)
    later = len(phase.dice(OVERREACTION, windows.SOON))
    if dice + later < len(gone) and phase.finished:
        n, act = gone[-1]
        what = "a unit is eliminated, but no die is rolled for Overreaction"
        riot.find("8.10", side_of[act.kind], what, n, phase.last, expected=len(gone), observed=dice)
    riot.course.owed = max(dice - len(gone), 0)
    for side in riot.field.sides:
        own = [(n, act) for n, act in rolls if _owner(n, act, gone, side_of) == side]
        sixes = sum(die >= riot.plan.hits(OVERREACTION) for _, act in own for die in act.dice)
        was, now = phase.before.engagement(side), last.engagement(side)
        _rises(phase, side, own, riot)
        if sixes and now < min(was + sixes, 5) and not fixed_level(riot, side):
            what = "a 6 for Overreaction does not raise the Engagement Level"
            expected = min(was + sixes, 5)
            riot.find("8.10", side, what, rolls[-1][0], phase.last, expected=expected, observed=now)


def _owner(n: int, roll: Act, gone: Sequence[tuple[int, Act]], side_of: Mapping[str, str]) -> str:
    """8.10: whose die it is: the side of the unit that was eliminated last before it.

    Either player may throw it. Without such a unit it is that of the next one, or of its thrower.
    """
    before = [side_of[act.kind] for at, act in gone if at < n]
    after = [side_of[act.kind] for at, act in gone if at > n]
    return [*before[-1:], *after[:1], roll.side][0]


def _rises(phase: Phase, side: str, rolls: Sequence[tuple[int, Act]], riot: Riot) -> None:
    """8.10: a level that goes up right after a die that is no 6; it may also be raised by will."""
    hits = riot.plan.hits(OVERREACTION)
    for n, act in phase.each("level"):
        failed = [m for m, roll in rolls if max(roll.dice) < hits]
        if (
            act.kind == f"el_{side}"
            and act.rises
            and any(0 < n - m <= windows.AT_ONCE for m in failed)
        ):
            what = "the Engagement Level rises after a die for Overreaction that is no 6"
            gap = lapse(prices.PAYS_WRONGLY)
            riot.find("8.10", side, what, n, gap=gap, expected=act.source, observed=act.target)

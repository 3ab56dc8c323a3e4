"""3.0.e, 3.0.f, 6.1, 6.2, 6.5: how long Gas and Fires last, and who walks into Gas; Barricades."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from modgen_rules.civil_power.judging.morale import Cause, checks_morale
from modgen_rules.civil_power.judging.ordeal import Need, Window
from modgen_rules.civil_power.law.levels import TV_CREW, base
from modgen_rules.civil_power.law.plan import MOBS, POLICE
from modgen_rules.civil_power.law.routes import Router
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.phases import CHECKS, Phase, Turn, passed
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.riot import Riot
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.verdicts import unless
from modgen_rules.engine.reports.findings import counted, plural
from modgen_rules.engine.reports.sections import Issue

FRESH, OLD = "gas", "gas_2"
OUT = "fires_out"
"""The dice for Fires that may go out."""


def fades(phase: Phase, riot: Riot) -> str:
    """3.0.e: markers that were turned or taken away too early, as soon as it is seen."""
    before, after = phase.before, phase.after
    went = turned = 0
    for key, face in _clouds(before).items():
        now = _clouds(after).get(key)
        if now is None and face == FRESH and not lasted(phase.record, phase.end, key):
            doubt = unless(not older(phase.record, phase.end, key), prices.BEHIND)
            where = before.place(key).partition("@")[0]
            what = f"the Gas in {where} was removed after one Gas and Fire Check"
            riot.find("6.1.k", "", what, phase.last, gap=doubt)
        elif now == FRESH and face == OLD:
            known = not (
                _came_turned(phase.record, phase.begin, key)
                or older(phase.record, phase.begin, key)
            )
            doubt = unless(known, prices.BEHIND)
            riot.find("3.0.e", "", "Gas-2 was turned back to Gas", phase.last, gap=doubt)
        went += now is None and face == OLD
        turned += now == OLD and face == FRESH
    parts = [(went, "went"), (turned, "turned")]
    return ", ".join(f"{plural(number, 'cloud')} {what}" for number, what in parts if number)


def lasted(record: Record, until: int, key: str) -> bool:
    """6.1.k: whether a cloud lay through two check phases, whatever its face shows.

    A used marker may come back with the wrong side up, and is then turned the other way.
    """
    came = _came(record, until, key)
    shown = [act for act in record.acts[max(came, 0) : until] if act.what == "phase"]
    return came >= 0 and sum(act.target == "gas_fades" for act in shown) > 1


def older(record: Record, until: int, key: str) -> bool:
    """Whether a cloud is older than a log from the middle of a game: its face may be wrong."""
    return not record.from_start and _came(record, until, key) < 0


def _came(record: Record, until: int, key: str) -> int:
    """The act by which a marker came onto the boards last; -1 if it was there before the log."""
    came = (
        n
        for n in range(until - 1, -1, -1)
        if (act := record.acts[n]).what == "move"
        and act.piece == key
        and record.field.way(act) == "on"
    )
    return next(came, -1)


def _came_turned(record: Record, until: int, key: str) -> bool:
    """Whether a marker that was used before came back as Gas-2, so that its cloud may be new."""
    n = _came(record, until, key)
    return n >= 0 and record.positions[n + 1].pieces[key].face == OLD


def lasts(turn: Turn, riot: Riot) -> None:
    """3.0.e: what should have been done by the end of a game-turn.

    In the last one of a log the end of the first player-turn is late enough.
    """
    start = turn.phases.get("gas_fades")
    begins = turn.first == 0 and not turn.record.from_start
    shown = [
        act.target for act in turn.record.acts[turn.first : turn.last + 1] if act.what == "phase"
    ]
    checked = "gas_fades" in shown or bool(start and start.acts)
    over = turn.complete or (checked and any(phase.endswith("_recovery") for phase in shown))
    late = over or (checked and any(phase.endswith("_move") for phase in shown))
    if turn.number < 1 or not late or (begins and not checked):
        return  # the log begins later, or when it was done
    old = _clouds(start.before if start else turn.before)
    new, begun = _clouds(turn.after), _clouds(turn.before)
    checking = frozenset(start.acts if start else ())
    used = {  # what is turned in another phase is told there
        act.piece
        for n, act in enumerate(turn.record.acts[turn.first : turn.last + 1], turn.first)
        if act.kind == "gas" and (act.what == "move" or (act.what == "face" and n not in checking))
    }
    for key, face in old.items():
        if new.get(key) == face == begun.get(key) and key not in used:
            where = turn.before.place(key).partition("@")[0]
            what = f"Gas-2 in {where} was not removed"
            what = f"Gas in {where} was not turned to Gas-2" if face == FRESH else what
            wrong_side = face == OLD and _came_turned(turn.record, turn.first, key)
            doubt = unless(over and not wrong_side, prices.BEHIND)
            riot.find("3.0.e", "", f"{what} in this game-turn", turn.first, turn.last, doubt)


def _clouds(position: Position) -> dict[str, str]:
    """The Gas markers on the boards by id, with their faces."""
    return {
        key: state.face
        for place, pieces in position.markers.items()
        if place in position.field
        for key, state in pieces
        if state.kind == "gas"
    }


def fires(phase: Phase, riot: Riot) -> str:
    """3.0.f: one die for each Fire; as many go out as there are sixes."""
    before, after = phase.before, phase.after
    burning = sum(map(len, before.fires.values()))
    left = sum(map(len, after.fires.values())) - _lit(phase)
    dice = phase.dice(OUT)
    others = [die for _, act in phase.each("roll") if act.kind != OUT for die in act.dice]
    if not burning:
        return ""
    hits = riot.plan.hits(OUT)
    out, sixes = burning - left, sum(die >= hits for die in dice)
    ruins = riot.plays("ii-2")
    if dice and not others and len(dice) != burning and not (ruins and len(dice) < burning):
        what = f"{counted(len(dice), 'die was', 'dice were')} rolled for {counted(burning, 'Fire')}"
        riot.find("3.0.f", "", what, phase.last, expected=burning, observed=len(dice))
    elif (dice and not others and out != sixes) or out > sum(die >= hits for die in dice + others):
        riot.find(
            "3.0.f",
            "",
            f"{counted(out, 'Fire')} went out, but {counted(sixes, 'die shows', 'dice show')} a 6",
            phase.last,
            expected=sixes,
            observed=out,
        )
    elif not dice and not others and phase.certain and phase.finished and not ruins:
        riot.find("3.0.f", "", "no dice were rolled for the Fires", phase.last, expected=burning)
    return f"{burning} Fires, {out} out" if out else f"{burning} Fires"


def _lit(phase: Phase) -> int:
    """How many Fire markers came onto the map in a phase."""
    lit = {
        act.piece
        for _, act in phase.each("move")
        if act.kind == "fire" and phase.before.place(act.piece) not in phase.record.field
    }
    return sum(phase.after.place(key) in phase.record.field for key in lit)


def markers(phase: Phase, riot: Riot) -> None:
    """6.2.a, 6.5.i, 6.5.k: Barricades stay as set up; Fires begin and end by the rules."""
    for n, act in phase.each("move"):
        on, off = (one.partition("/")[0] in riot.field for one in (act.target, act.source))
        if act.kind == "barricade":
            _strip(phase, riot, n, act, on, off)
        elif act.kind == "fire" and phase.after.place(act.piece) == act.target:
            if on and phase.kind not in ("fire", "shock"):
                what = f"a Fire appears in {act.at}, but nothing started it"
                riot.find("6.5.i", phase.side, what, n)
            elif off and phase.kind not in ("fire", "fires"):
                what = f"the Fire in {act.origin} is removed, and nothing put it out"
                riot.find("6.5.k", phase.side, what, n)


def _strip(phase: Phase, riot: Riot, n: int, act: Act, on: bool, off: bool) -> None:
    """A Barricade that was placed or moved in play."""
    state = phase.after.pieces[act.piece]
    if state.face != "barricade" or state.place != act.target:
        return
    if on and phase.before.place(act.piece) != state.place:
        riot.find("6.2.a", phase.side, f"a Barricade is put at {act.target} during play", n)
    elif off and phase.turn >= 1:
        what = f"the Barricade at {act.source} is removed"
        sure = phase.kind != "recovery" and (phase.certain or phase.record.tidy)
        riot.find("6.2.a", phase.side, what, n, gap=unless(sure, prices.MOVED))


def spared(phase: Phase, riot: Riot, cells: Collection[str], first: int = 0, end: int = 0) -> None:
    """6.1.g: Police units in squares with Gas never check for it; from `first` up to `end`."""
    for n, act in phase.each("check"):
        unit = phase.table(n).units.get(act.piece)
        if (
            unit is not None
            and unit.side == POLICE
            and unit.cell in cells
            and (first <= n < (end or phase.end))
        ):
            what = f"{riot.name(unit.kind)} checked morale for gas"
            riot.find("6.1.g", POLICE, what, n, gap=unless(phase.record.tidy, prices.MOVED))


def walked_into(phase: Phase, riot: Riot) -> str:
    """6.1.i: Mob units that end their move in Gas, or could not but pass it, check at once."""
    if phase.side == POLICE:
        spared(phase, riot, phase.after.gas)
    if phase.side not in MOBS or not phase.before.gas:
        return ""
    checks = [(n, act) for n, act in phase.each("check")]
    spare = sum(len(act.dice) for _, act in phase.each("roll") if act.kind in MOBS)
    met = 0
    for n, unit, sure in _exposed(phase):
        met += 1
        mine = [
            one
            for one in checks
            if one[0] > n
            and (one[1].piece == unit.key or not one[1].piece)
            and one[1].kind == unit.kind
        ]
        name = riot.name(unit.kind)
        if mine:
            checks.remove(mine[0])
            _bare(phase, riot, unit, *mine[0])
        elif spare:
            spare -= 1
        elif phase.finished:
            # In untidy records a cloud may lie where it should be gone.
            what, tidy = (
                f"{name} entered Gas on its way and did not check morale",
                phase.record.tidy,
            )
            gap = unless(sure and tidy, prices.MOVED)
            riot.find("6.1.i", phase.side, what, n, gap=gap)
    return f"{met} met Gas" if met else ""


def _bare(phase: Phase, riot: Riot, unit: Unit, n: int, act: Act) -> None:
    """6.1.i, 6.1.j: a check for gas has no modifiers; who fails retreats or is suppressed."""
    die, total, morale = act.dice
    conditions = phase.table(n).conditions.get(unit.key, frozenset())
    other_menu = int("suppressed" in conditions)  # that of other checks adds this by itself
    name = riot.name(unit.kind)
    if total - die not in (0, other_menu):
        what = f"the check of {name} in Gas was made with a modifier"
        riot.find("6.1.i", phase.side, what, n, expected=die, observed=total)
    elif die > morale:
        now = phase.after.units.get(unit.key)
        there = phase.table(n).units.get(unit.key)
        if now and there and not now.suppressed and now.cell == there.cell:
            what = f"{name} failed its check in Gas, but neither retreated nor was suppressed"
            riot.find("6.1.j", phase.side, what, n)


def _exposed(phase: Phase) -> Iterator[tuple[int, Unit, bool]]:
    """The units of the side that met Gas, each with the act of its first drag.

    One that was put down in Gas and went on passed it for sure if that was on its direct way.
    Else it may be a wrong drop, and the last value is false. So may it be in untidy records.
    """
    before = phase.before
    hardest = before.plan.highest  # nobody fails a check with this morale
    for key, trail in phase.trails.items():
        (n, act), (end, _) = trail[0], trail[-1]
        at, start, unit = phase.table(end), before.units.get(key), phase.table(end + 1).unit(key)
        if before.field.side.get(act.kind) != phase.side:
            continue
        if unit is None or start is None or start.cell == unit.cell:
            continue
        morale = before.plan.morale(unit.kind, unit.face)
        if morale is None or morale >= hardest or before.plan.base(unit.kind) == "agitator":
            continue
        if unit.cell in at.gas and not unit.level:
            yield n, unit, True
        elif phase.record.tidy and any(act.target in at.gas for _, act in trail[:-1]):
            yield n, unit, bool(passed(phase.record.field, [act for _, act in trail]))
        elif at.gas.keys() & set(_between(at, start, unit)):
            router = Router(at, start, clear_of=frozenset(at.gas))
            if (unit.cell, unit.level) not in router.reach():
                straight = Router(at, start)
                if (unit.cell, unit.level) in straight.reach():
                    yield n, unit, True


def _between(at: Position, start: Unit, unit: Unit) -> Iterator[str]:
    """The squares near the way of a unit: the Gas in others does not matter."""
    reach = at.plan.allowance(start.kind, start.face)
    return (
        cell
        for cell in at.gas
        if at.field.away(cell, start.cell) + at.field.away(cell, unit.cell) <= reach
    )


def gassed(window: Window, units: Sequence[Unit]) -> Iterator[Issue]:
    """6.1: Mob units that meet gas check at once, without modifiers."""
    for unit in units:
        if not checks_morale(unit) or base(unit) == TV_CREW:
            continue
        window.told.add(unit.key)
        checks = window.checks_of(unit)
        clause = "3.0.d" if window.phase.kind == "gas_morale" else "6.1.i"
        if checks:
            yield from window.check(unit, Cause("gas"), checks[0])
            yield from _leaves(window, unit, checks[0])
            yield from _flees(window, unit)
            yield from _both(window, unit, checks)
        elif not _checks_late(window, unit):
            window.needs.append(Need(unit, Cause("gas"), False, clause))
    yield from window.settle()


def _checks_late(window: Window, unit: Unit) -> bool:
    """3.0.d: whether a unit checks in the later steps of the Gas and Fire Check."""
    phase = window.phase
    for act in phase.record.acts[phase.end :] if phase.kind == "gas_morale" else ():
        if act.what == "phase" and act.target not in CHECKS:
            return False
        if act.what == "check" and act.piece == unit.key:
            return True
    return False


def _leaves(window: Window, unit: Unit, n: int) -> Iterator[Issue]:
    """6.1.j: a unit that passed its check for gas stays where it is."""
    record, moved = window.riot.record, window.first_move(unit)
    die, _, rating = record.acts[n].dice
    if record.tidy and record.acts[n].piece and die <= rating and moved is not None and moved > n:
        what = f"{window.name(unit)} leaves the Gas although it passed its check"
        yield window.issue("6.1.j", unit.side, what, moved)


def _flees(window: Window, unit: Unit) -> Iterator[Issue]:
    """6.1.j: a unit flees one square from Gas, and further only from other Gas."""
    moved = window.first_move(unit)
    came, halted = window.halt(unit, moved) if moved is not None else (None, 0)
    if moved is None or came is None or window.phase.kind not in ("fire", "gas_morale"):
        return
    field, positions = window.start.field, window.riot.record.positions
    ends = {act.at for act in window.riot.record.acts[moved:halted] if act.piece == unit.key}
    away = field.away(unit.cell, came.cell)
    if away > 1 and not any(cell in positions[moved].gas for cell in {*ends, came.cell}):
        what = f"{window.name(unit)} flees {away} squares from the Gas, to {came.cell}"
        yield window.issue("6.1.j", unit.side, what, moved, halted, "1 square", f"{away} squares")


def _both(window: Window, unit: Unit, checks: Sequence[int]) -> Iterator[Issue]:
    """6.1.j: a unit that failed its check for gas retreats or is suppressed, and not both.

    The menu marks it at once, and players may take the mark off a little late.
    """
    phase, moved = window.phase, window.first_move(unit)
    came, _ = window.halt(unit, moved) if moved is not None else (None, 0)
    die, _, rating = window.riot.record.acts[checks[0]].dice
    fled = came is not None and moved is not None and moved > checks[0] and die > rating
    again = window.next_check(unit, checks[0]) < phase.end
    crowded = unit.key in phase.crowded or unit.suppressed or again
    if came is None or not fled or crowded or not phase.finished:
        return
    ends = [at.units.get(unit.key) for at in (phase.after, phase.soon(windows.AT_ONCE))]
    if all(one and one.suppressed and one.cell == came.cell for one in ends):
        what = f"{window.name(unit)} failed its check for Gas and both retreated and was suppressed"
        yield window.issue("6.1.j", unit.side, what, checks[0], moved or 0)

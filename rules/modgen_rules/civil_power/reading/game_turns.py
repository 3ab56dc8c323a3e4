"""Cuts a record into game-turns and phases, by the tracker and the marker of the game-turn.

Each act may belong to some phases by what it is: a Gas marker is placed in `police_fire`. Of the
ways to give every act a phase the cheapest is taken: it agrees with the tracker, or is near it, and
goes through the phases in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from modgen_rules.civil_power.law.plan import FIRES, FORCE_BOXES, MOBS, SUPPRESSED
from modgen_rules.civil_power.reading.fitting import fitting
from modgen_rules.civil_power.reading.phases import CHECKS, SETUP, Phase, Turn, sequence, side_of
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.setups import zone
from modgen_rules.civil_power.reading.spoken import roll_calls
from modgen_rules.civil_power.reading.strays import strays
from modgen_rules.engine.reading import phases, windows
from modgen_rules.engine.reading.prices import PHASE_ASTRAY, PHASE_FAR
from modgen_rules.engine.reading.timing import Timing
from modgen_rules.engine.reading.tracker import Tracker, run_of
from modgen_rules.engine.reading.turn_ends import caught_up, told_ends, turn_ends
from modgen_rules.engine.record.talk import turn_begun

BEFORE_GAS = ("check", "condition", "move", "roll", "face", "tried", "void")
"""What may be done for checks in gas before the tracker is stepped on."""
Fitting = Sequence[Mapping[str, float]]
"""The phases to which each act of a record may belong, with prices (`fitting`)."""


def turns(record: Record) -> Iterator[Turn]:
    """The set-up (number 0), if the record has it, then the game-turns in order."""
    roll_calls(record)
    begin, shown = 0, record.phase
    if record.from_start:
        begin = _setup_ends(record)
        shown = next((a.target for a in reversed(record.acts[:begin]) if a.what == "phase"), shown)
        tracker = Tracker(record.acts, 0, begin - 1, (), complete=begin < len(record.acts))
        turn = Turn(record, 0, tracker, complete=tracker.complete, timing=Timing(0, ()))
        acts = [n for n in range(begin) if record.acts[n].what != "phase"]
        turn.phases[SETUP] = Phase(record, 0, SETUP, acts, True, turn.complete, begin=0, end=begin)
        yield turn
    first, number = begin, 1 if record.from_start else record.positions[begin].turn
    day = _day(record, begin)
    fits = [fitting(act, record, n) if n >= begin else {} for n, act in enumerate(record.acts)]
    order, now = sequence(record, 0, len(record.acts) - 1), record.positions[begin].turn
    now = now if record.phase else 0
    marked = turn_ends(record.acts, order, "turn", record.phase, now, begin)
    game = record.field.plan.game
    told = [(at, turn_begun(game, line)) for at, line in record.lines]
    found = told_ends(marked, record.acts, told)
    shown_from = {
        end.last: mark.last + 1
        for end, mark in zip(found, marked, strict=True)
        if end.last < mark.last
    }
    ends = [end._replace(last=_before_gas(record, end.last)) for end in found]
    if not record.from_start and ends and ends[0].last < begin:  # a new game-turn begins at once
        number = max(number, record.positions[ends[1].last if ends[1:] else -1].turn)
    trackers: list[Tracker] = []
    since, last = begin, len(record.acts) - 1
    actors = {phase: side_of(phase) for phase in order}
    known = [
        (end, max(since, shown_from.get(end, 0)))
        for end, since in caught_up(record.acts, ends, fits, actors, begin)
    ]
    for end, next_since in [*known, (last, last + 1)]:
        if end >= begin:
            order = sequence(record, begin, end)
            new, complete = begin > first, (end, next_since) in known
            late = next_since > end + 1
            trackers.append(
                Tracker(record.acts, begin, end, order, shown, new, complete, since, late)
            )
            begin, shown = end + 1, trackers[-1].shown(end)
        since = next_since
    kept = _timing(trackers, fits)
    for tracker in trackers:
        turn = Turn(record, number, tracker, complete=tracker.complete, timing=kept)
        _assign(turn, fits)
        yield turn
        number += 1
        today = _day(record, tracker.last + 1)
        if today > day:
            number, day = 1, today


def _day(record: Record, begin: int) -> int:
    """I-2: the day when the first player-turn of a game-turn begins. Turns count from 1 in each."""
    n = begin
    while n < len(record.acts) and not (
        record.acts[n].what == "phase" and record.acts[n].target not in CHECKS
    ):
        n += 1
    return record.positions[n].level("day", 1)


def _setup_ends(record: Record) -> int:
    """The number of the first act that is not part of buying and setting up.

    The tracker may be stepped before the set-up is over, or only after the first units moved.
    """
    acts = record.acts
    announced = (n for n, act in enumerate(acts) if act.said and "set_up" in act.said.choices)
    last = max(announced, default=-1)
    n = end = _played(record, 0)
    while (
        n < len(acts)
        and acts[n].what == "phase"
        and (n < last or (last < 0 and not _set_up(record, n)))
    ):
        n = _played(record, n + 1)
    if n > last:
        end = n
    run, n = run_of(acts, end, len(acts) - 1), end
    while n and (len(run) != 1 or end - 1 > last >= 0) and _goes_on(record, n - 1):
        n -= 1
        end = n if _moves_early(record, n, run) else end
    return end


def _goes_on(record: Record, n: int) -> bool:
    """Whether an act is a unit's move on the map or onto it, or a mark on a unit."""
    act = record.acts[n]
    if act.kind not in record.field.side or act.what not in ("move", "condition", "face"):
        return False
    return act.what != "move" or act.at in record.field


def _set_up(record: Record, n: int) -> bool:
    """Whether a side that sets up has placed a unit before an act."""
    scenario = record.field.scenario
    sides = {one.side for one in scenario.forces if one.sets_up}
    placed = record.positions[n].units.keys() - record.start.units.keys()
    return not sides or any(record.positions[n].units[key].side in sides for key in placed)


def _moves_early(record: Record, n: int, run: Sequence[str]) -> bool:
    """Whether a unit enters, or leaves its zone, before the tracker is stepped to that phase.

    It is not stepped at all where `run` is empty.
    """
    act, field = record.acts[n], record.field
    side = field.side.get(act.kind, "")
    forces = field.scenario.forces
    force = next((one for one in forces if one.side == side), None)
    if act.what != "move" or force is None or (run and f"{side}_move" not in run):
        return False
    if act.source in FORCE_BOXES.values():
        return act.at in field and force.sets_up is None
    if field.way(act) != "along" or force.sets_up is None:
        return False
    others = [one.cell for one in record.positions[n].units.values() if one.side != side]
    return act.at not in zone(field, force.sets_up, others)


def _played(record: Record, begin: int) -> int:
    """The number of the first act from `begin` on that is not part of buying and setting up."""
    for n, act in enumerate(record.acts[begin:], begin):
        if act.what == "phase" and act.target != record.phase:
            return n
    for n, act in enumerate(record.acts[begin:], begin):
        diced = act.what in ("check", "roll") and record.positions[n].units
        if diced or (act.what == "said" and act.said and act.said.spaces):
            return n
        fought = act.what == "condition" and act.target in (FIRES, SUPPRESSED)
        if fought or (act.what == "level" and act.kind == "turn"):
            return n
        if act.what == "move" and act.kind == "fire" and act.at in record.field:
            return n
    return len(record.acts)


def _before_gas(record: Record, end: int) -> int:
    """The last act of a turn, where checks in gas follow before the tracker is moved on."""
    acts = record.acts
    if end + 1 >= len(acts) or acts[end + 1].what != "phase":
        return end
    if acts[end + 1].target == CHECKS[0] and _checks_follow(record, end + 2):
        return end
    last = n = end
    while n >= 0 and acts[n].what in BEFORE_GAS:
        act, at = acts[n], record.positions[n]
        if act.what == "tried":
            n -= 1
            continue
        fades = act.kind == "gas" and act.what in ("face", "move") and act.target != "gas"
        goes_out = act.kind == "fire" and act.what == "move" and act.at not in record.field
        if fades or goes_out or (act.what == "roll" and act.kind == "fires_out"):
            last, n = n - 1, n - 1
            continue
        unit = at.units.get(act.piece)
        cell = act.source if act.what == "check" else unit.cell if unit else ""
        if act.what != "roll":
            met = {cell, *_squares(record, act.piece, n), *_joined(record, cell, n)}
            if record.field.side.get(act.kind) not in MOBS or not met & at.gas.keys():
                break
            last = n - 1
        elif act.kind in MOBS and at.gas:
            last = n - 1
        n -= 1
    return last


def _squares(record: Record, piece: str, n: int) -> set[str]:
    """The squares in which a unit was a few acts before an act: it may be dropped twice."""
    sooner = (record.positions[m].units.get(piece) for m, _ in record.before(n, windows.AT_ONCE))
    return {unit.cell for unit in sooner if unit}


def _joined(record: Record, cell: str, n: int) -> set[str]:
    """The squares from which units came to a square a few acts before: they may overstack it."""
    sooner = record.before(n, windows.AT_ONCE)
    return {act.origin for _, act in sooner if act.what == "move" and act.at == cell}


def _checks_follow(record: Record, n: int) -> bool:
    """Whether the Mob checks or rolls between an act and the next step of the tracker."""
    kinds = {*MOBS, *(kind for kind, side in record.field.side.items() if side in MOBS)}
    shown = takewhile(lambda act: act.what != "phase", record.acts[n:])
    return any(act.what in ("check", "roll") and act.kind in kinds for act in shown)


# --- the phases of a turn -----------------------------------------------------------------------


def _assign(turn: Turn, fits: Fitting) -> None:
    """Give each act of a turn its phase."""
    record, tracker = turn.record, turn.tracker
    turn.strays = strays(
        record, turn.first, turn.last, tracker.began, turn.order, turn.timing.steady
    )
    forced = {n: {one.phase: 0.0} for one in turn.strays for n in range(one.first, one.end)}
    own = [n for n in turn.span if record.acts[n].what != "phase"]
    trail = [n for n in own if n == own[0] or not _along(record, n)]
    known = {n: forced.get(n, fits[n]) for n in trail}
    far = PHASE_ASTRAY if turn.timing.steady else PHASE_FAR
    _lay_out(turn, phases.assign(tracker, known, record.lapses, far))


def _lay_out(turn: Turn, chosen: Mapping[int, str]) -> None:
    """Make the phases of a turn from the phase that was chosen for each act."""
    record, acts = turn.record, dict[str, list[int]]()
    seen = {name: n + 1 for n, name in reversed(turn.shows)}
    if turn.shows:
        seen.setdefault(turn.tracker.stretches[0].shown or turn.order[0], turn.first)
    for n, name in chosen.items():
        mine = acts.setdefault(name, [])
        mine.append(n)
        while mine[-1] < turn.last and _along(record, mine[-1] + 1):
            mine.append(mine[-1] + 1)
    here = turn.first
    # Who moves must fight (3.0.h), also where no step of the tracker tells when.
    fights = {f"{side_of(name)}_shock" for name in acts if name.endswith("_move")}
    known = acts.keys() | seen.keys() | (set() if turn.shows else fights)
    names = [name for name in turn.order if name in known]
    for place, name in enumerate(names):
        mine = acts.get(name, [])
        begin = mine[0] if mine else max(here, seen.get(name, here))
        end = mine[-1] + 1 if mine else begin
        # The phase that the tracker still shows as the turn begins is not a later one.
        shown = seen.get(name, begin)
        over = any(one in acts or seen.get(one, 0) > shown for one in names[place + 1 :])
        turn.phases[name] = Phase(
            record,
            turn.number,
            name,
            mine,
            name in seen,
            turn.complete or over,
            begin=begin,
            end=end,
            among=turn.phases,
            in_time=seen.get(name, end) <= begin,
        )
        here = max(here, end)


def _along(record: Record, n: int) -> bool:
    """Whether an act is part of the one before it.

    A unit is moved up or down and marked so, or goes on at once from where it came onto the map.
    """
    act, before = record.acts[n], record.acts[n - 1] if n else None
    if before is None or act.piece != before.piece or before.what != "move":
        return False
    if act.what == "condition":
        return act.step == before.step
    return act.what == "move" and act.origin in record.field and before.origin not in record.field


def _timing(trackers: Sequence[Tracker], fits: Fitting) -> Timing:
    """How punctually the players of a record step the tracker, by the acts that fit some phases."""
    placed = []
    for tracker in trackers:
        for n in range(tracker.first, tracker.last + 1):
            free = [
                tracker.rank[one]
                for one, price in fits[n].items()
                if not price and one in tracker.rank
            ]
            if free and tracker.used:
                placed.append((tracker.at(n), tracker.at(n).away(free)))
    return Timing(sum(len(one.marks) for one in trackers), placed)

"""Gives each act of a game-turn its phase, also when players forget the tracker.

Each act may belong to some phases by what it is: a Gas marker is placed in `police_fire`. Of the
ways to give every act a phase the cheapest is taken: it agrees with the tracker, or is near it, and
goes through the phases in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from modgen_rules.civil_power.reading.phases import Phase, Turn
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.strays import strays
from modgen_rules.engine.reading import phases
from modgen_rules.engine.reading.prices import PHASE_ASTRAY, PHASE_FAR
from modgen_rules.engine.reading.timing import Timing
from modgen_rules.engine.reading.tracker import Tracker

Fitting = Sequence[Mapping[str, float]]
"""The phases to which each act of a record may belong, with prices (`fitting`)."""


def assign(turn: Turn, fits: Fitting) -> None:
    """Give each act of a turn its phase."""
    record, tracker = turn.record, turn.tracker
    turn.strays = strays(
        record, turn.first, turn.last, tracker.began, turn.order, turn.timing.steady
    )
    forced = {n: {one.phase: 0.0} for one in turn.strays for n in range(one.first, one.end)}
    own = [n for n in range(turn.first, turn.last + 1) if record.acts[n].what != "phase"]
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
    names = [name for name in turn.order if name in acts or name in seen]
    for place, name in enumerate(names):
        mine = acts.get(name, [])
        begin = mine[0] if mine else max(here, seen.get(name, here))
        end = mine[-1] + 1 if mine else begin
        # The phase that the tracker still shows as the turn begins is not a later one.
        shown = seen.get(name, begin)
        over = any(one in acts or seen[one] > shown for one in names[place + 1 :])
        turn.phases[name] = Phase(
            record,
            turn.number,
            name,
            mine,
            name in seen,
            turn.complete or over,
            begin=begin,
            end=end,
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


def timing(trackers: Sequence[Tracker], fits: Fitting) -> Timing:
    """How punctually the players of a record step the tracker, by the acts that fit some phases."""
    placed = []
    for tracker in trackers:
        for n in range(tracker.first, tracker.last + 1):
            free = [tracker.rank[one] for one in certain(fits[n]) if one in tracker.rank]
            if free and tracker.used:
                placed.append((tracker.at(n), tracker.at(n).away(free)))
    return Timing(sum(len(one.marks) for one in trackers), placed)


def certain(fits: Mapping[str, float]) -> set[str]:
    """The phases to which an act belongs if nothing speaks for others."""
    return {phase for phase, price in fits.items() if not price}

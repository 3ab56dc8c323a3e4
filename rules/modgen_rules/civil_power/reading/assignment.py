"""Gives each act of a game-turn its phase, also when players forget the tracker.

Each act may belong to some phases by what it is: a Gas marker is placed in `police_fire`. Of the
ways to give every act a phase the cheapest is taken: it agrees with the tracker, or is near it, and
goes through the phases in their order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise, takewhile

from modgen_rules.civil_power.reading.phases import Phase, Turn, sequence
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.strays import strays
from modgen_rules.engine.reading.phases import cheapest_phases, count_off, off_tracker
from modgen_rules.engine.reading.prices import (
    PHASE_ASTRAY,
    PHASE_BARRED,
    PHASE_COMING,
    PHASE_FAR,
    PHASE_NEAR,
)

FAR_OFF, ONCE = 0.03, 4
"""The share of acts far off the tracker up to which players keep it up to date, and the acts of
one mistake, which does not show how they play."""
MANY = 3
"""So many acts before a run of steps show rather that the tracker was late than a mistake."""
FEW = 20
"""So few acts do not show how players use the tracker."""


Fitting = Sequence[Mapping[str, float]]
"""The phases to which each act of a record may belong, with prices (`fitting`)."""


def assign(turn: Turn, shown: str, fits: Fitting) -> str:
    """Give each act of a turn its phase; returns what the tracker shows in the end."""
    record, order = turn.record, turn.order
    rank = {phase: n for n, phase in enumerate(order)}
    turn.tracked = bool(turn.shows)
    # In its first turn a log may begin in a phase, and the tracker goes on only in the next turn.
    follows = turn.tracked or (turn.first == 0 and any(a.what == "phase" for a in record.acts))
    seen: dict[str, int] = {}
    wrapped = turn.first > 0 and record.acts[turn.first].what != "phase"
    if wrapped and shown.startswith(order[-1].partition("_")[0]):
        shown = order[0]
    if shown in rank and turn.tracked:
        seen[shown] = turn.first
    trail: list[int] = []
    choices: list[dict[int, float]] = []
    known: dict[tuple[int, int], dict[int, float]] = {}
    shows = [n for n, _ in turn.shows]
    tracker = _tracker(turn, order, shown, shows) if follows else None
    trackers: list[range | None] = []
    off = _off(turn, order, tracker, shows, fits)
    turn.strays = strays(record, turn.first, turn.last, shown, order, turn.steady)
    forced = {n: rank[one.phase] for one in turn.strays for n in range(one.first, one.end)}
    for n in range(turn.first, turn.last + 1):
        act = record.acts[n]
        if act.what == "phase":
            shown = act.target
            if seen.get(shown) == turn.first > 0:
                del seen[shown]  # it was still that of the game-turn before
            seen.setdefault(shown, n + 1)
            later = [one for one in shows if one > n]
            tracker = _tracker(turn, order, shown, later)
            off = _off(turn, order, tracker, later, fits)
            known.clear()
            continue
        if trail and _along(record, n):
            continue
        trail.append(n)
        trackers.append(tracker)
        same = (id(off), id(fits[n]))
        if n not in forced and same in known:
            choices.append(known[same])
            continue
        prices = {rank[name]: price for name, price in fits[n].items() if name in rank}
        if n in forced:
            choices.append({phase: PHASE_BARRED * (phase != forced[n]) for phase in off})
            continue
        misfit = PHASE_FAR if prices else 0.0
        choices.append({phase: price + prices.get(phase, misfit) for phase, price in off.items()})
        known[same] = choices[-1]
    chosen = cheapest_phases(choices)
    for phase, tracker in zip(chosen, trackers, strict=True):
        if tracker is not None:
            count_off(record.lapses, phase, tracker)
    _lay_out(turn, trail, [order[phase] for phase in chosen], seen)
    return shown


def _lay_out(
    turn: Turn,
    trail: Sequence[int],
    chosen: Sequence[str],
    seen: Mapping[str, int],
) -> None:
    """Make the phases of a turn from the phase that was chosen for each act of the trail."""
    record, acts = turn.record, dict[str, list[int]]()
    for n, name in zip(trail, chosen, strict=True):
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
    names = record.field.ground.names
    return act.what == "move" and act.origin in names and before.origin not in names


def _tracker(turn: Turn, order: Sequence[str], shown: str, later: Sequence[int]) -> range | None:
    """The phase that the tracker shows, with those that it leaves out until its next step."""
    if shown not in order:
        return None
    at = last = order.index(shown)
    if later:
        following = turn.record.acts[later[0]].target
        if following in order and order.index(following) > at:
            last = order.index(following) - 1
    elif turn.complete:
        last = len(order) - 1
    elif skips(turn.record, order):
        side = shown.partition("_")[0]
        last = max((n for n, name in enumerate(order) if name.startswith(side)), default=at)
    return range(at, last + 1)


def _off(
    turn: Turn, order: Sequence[str], tracker: range | None, later: Sequence[int], fits: Fitting
) -> dict[int, float]:
    """What each phase costs by its distance from the tracker."""
    if tracker is None:
        return dict.fromkeys(range(len(order)), 0.0)
    coming = {turn.record.acts[n].target for n in later[1:]}
    far = PHASE_ASTRAY if turn.steady else PHASE_FAR
    # The tracker gets to some of them later, with other phases between.
    prices = {
        phase: off_tracker(phase, tracker, far) + PHASE_COMING * (name in coming)
        for phase, name in enumerate(order)
    }
    run = _caught_up(turn, order[tracker.start], later, fits)
    return prices | {n: PHASE_NEAR for n, name in enumerate(order) if name in run}


def _caught_up(turn: Turn, shown: str, later: Sequence[int], fits: Fitting) -> Sequence[str]:
    """The phases of the tracker's next steps, if they come in one go after acts of them.

    Before its first step, and for dice of one purpose, a single act is enough.
    """
    acts = turn.record.acts
    run = run_of(turn.record, later[0]) if later else []
    first = turn.record.from_start and turn.number == 1
    late, n = 0, later[0] - 1 if run else -1
    while n >= turn.first and acts[n].what != "phase":
        fitting = {phase for phase, price in fits[n].items() if not price}
        if shown not in fitting and not fitting.isdisjoint(run):
            kinds = {phase.rpartition("_")[2] for phase in fitting}
            alone = acts[n].what == "roll" and len(kinds) == 1 and not turn.steady
            late += MANY if alone else acts[n].what in ("move", "condition")
        n -= 1
    enough = late >= MANY or (late and first and n < turn.first)
    return run if len(run) > 1 and enough else []


def run_of(record: Record, n: int) -> list[str]:
    """The phases through which the tracker is stepped at once, from an act on."""
    acts = takewhile(lambda act: act.what == "phase" or act.kind == "turn", record.acts[n:])
    return [act.target for act in acts if act.what == "phase"]


def caught_up(record: Record, n: int) -> list[str]:
    """The phases through which the tracker is stepped after an act and others of its kind."""
    acts, end = record.acts, n + 1
    while end < len(acts) and (acts[end].what, acts[end].kind) == (acts[n].what, acts[n].kind):
        end += 1
    return run_of(record, end)


def skips(record: Record, order: Sequence[str]) -> bool:
    """Whether the players sometimes step the tracker on without showing a phase between."""
    rank = {name: n for n, name in enumerate(order)}
    shows = [rank[act.target] for act in record.acts if act.what == "phase" and act.target in rank]
    return any((then - now) % len(order) > 1 for now, then in pairwise(shows))


def steady(record: Record, begin: int, fits: Fitting) -> bool:
    """Whether from an act on the tracker is hardly ever further than a phase from what is done.

    A mistake may be several acts, but at most once the tracker catches up with it.
    """
    order = sequence(record, 0, len(record.acts) - 1)
    rank = {name: n for n, name in enumerate(order)}
    shown, known, astray, late = record.phase, 0, 0, 0
    for n, act in enumerate(record.acts[begin:], begin):
        if act.what == "phase":
            shown = act.target
            continue
        mine = [rank[name] for name in fits[n] if name in rank]
        if shown in rank and mine:
            known += 1
            astray += all(1 < (one - rank[shown]) % len(order) < len(order) - 1 for one in mine)
            fitting = {name for name, price in fits[n].items() if not price}
            if shown not in fitting:
                late += not fitting.isdisjoint(caught_up(record, n)[1:])
    return known > FEW and astray <= FAR_OFF * known + ONCE and late <= FAR_OFF * known + 1

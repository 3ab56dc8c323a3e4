"""Where game turns end, by the turn tracker and by the turn marker."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import repeat, takewhile
from typing import NamedTuple

from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.phases import cheapest_phases
from modgen_rules.engine.reading.prices import BREACH, OTHER_SEAT, TRACKER_NEVER, TRACKER_SLIPPED

MOST_AT_ONCE = 10
"""So many turns are looked for at most before a tracker that is put right through several."""


class TurnEnd(NamedTuple):
    """The last act of a turn."""

    last: int
    mark: int = -1
    """The act with which the turn marker goes on; -1 if it stays."""


def turn_ends(
    acts: Sequence[Act],
    order: Sequence[str],
    marker: str,
    shown: str,
    turn: int = 0,
    first: int = 0,
) -> list[TurnEnd]:
    """The ends of turns in order, from the act `first` on. `marker` is the kind of the turn marker.

    A step of the tracker to the next turn and a move of the marker without another between them
    are one end, unless the marker is moved many phases later. `shown` and `turn` are the phase and
    the turn that the tracker shows at first; 0 if it counts no turns.
    """
    found: list[TurnEnd] = []
    waiting: TurnEnd | None = None
    for end in _ends(acts, order, marker, shown, turn, first):
        between = acts[waiting.last + 1 : end.last] if waiting else ()
        soon = end.mark < 0 or sum(one.what == "phase" for one in between) <= windows.AT_ONCE
        if waiting and (waiting.mark < 0) != (end.mark < 0) and soon:
            found.append(TurnEnd(waiting.last, max(waiting.mark, end.mark)))
            waiting = None
        else:
            found += [waiting] if waiting else []
            waiting = end
    return [*found, *([waiting] if waiting else [])]


def told_ends(
    ends: Sequence[TurnEnd], acts: Sequence[Act], told: Iterable[tuple[int, int]]
) -> list[TurnEnd]:
    """The ends of turns, where players say that the next turn begins before its marker is moved.

    `told` are the numbers of turns that they say, each with the number of acts before it.
    """
    found: list[TurnEnd] = []
    for end in ends:
        since = found[-1].last + 1 if found else 0
        later = sum(one.mark == end.mark for one in ends[len(found) + 1 :])
        number = int(acts[end.mark].target) - later if end.mark >= 0 else -1
        said = (at for at, turn in told if turn == number and since < at <= end.last)
        found.append(end._replace(last=next(said, end.last + 1) - 1))
    return found


def caught_up(
    acts: Sequence[Act],
    ends: Sequence[TurnEnd],
    fits: Sequence[Mapping[str, float]],
    actors: Mapping[str, str],
    first: int = 0,
) -> list[tuple[int, int]]:
    """The last act of each turn, and the act from which the tracker shows the next one.

    After `ends` the tracker, or the marker of the turn, goes on to the next turn. Where it does so
    twice or more without another act between, or the marker goes on by several turns, somebody
    puts it right: the turns were played before, since its last step, and end where the acts begin
    anew with an early phase. `fits` are the phases to which each act may belong, with prices;
    `actors` gives the side whose phase each is, in their order, or nothing for a phase of all.
    """
    found = [(end.last, end.last + 1) for end in ends]
    n = 0
    while n < len(ends):
        last = n
        while last + 1 < len(ends) and _only_steps(acts, found[last][1], ends[last + 1].last + 1):
            last += 1
        jumped = ends[n].mark >= 0 and sum(end.mark == ends[n].mark for end in ends) > 1
        if last > n or (jumped and ends[n].last == ends[n].mark):
            since = found[n - 1][1] if n else first
            number = min(last - n + 1, MOST_AT_ONCE)
            begins = _played_before(acts, since, ends[n].last, number, not jumped, fits, actors)
            for place, begin in enumerate(begins):
                found[n + place] = begin - 1, ends[n + place].last + 1
        n = last + 1
    return found


def _only_steps(acts: Sequence[Act], first: int, end: int) -> bool:
    """Whether in some acts only the tracker and markers of tracks go on."""
    return all(act.what in ("phase", "level") for act in acts[first:end])


def _played_before(
    acts: Sequence[Act],
    first: int,
    end: int,
    number: int,
    more: bool,
    fits: Sequence[Mapping[str, float]],
    actors: Mapping[str, str],
) -> list[int]:
    """The first acts of turns that were played before a tracker is put right, but for the first.

    They are played between the act `first` and the steps that end with the act `end`; at most
    `number`, and none if there is only one turn. Unless there may as well be `more`, the last of
    them rather begins with these steps.
    """
    while end >= first and _only_steps(acts, end, end + 1):
        end -= 1
    begin = next((n + 1 for n in range(end, first - 1, -1) if acts[n].what == "phase"), first)
    played = range(begin, end + 1)
    seats = {acts[n].side for n in played} & {*actors.values()} - {""}

    def price(n: int, phase: str) -> float:
        fit = fits[n].get(phase, fits[n].get("", BREACH)) if fits[n] else 0.0
        other = len(seats) > 1 and acts[n].side in seats - {actors[phase]}
        return fit + OTHER_SEAT * (other and bool(actors[phase]))

    choices = [
        dict(enumerate([price(n, phase) for phase in actors] * (number + more))) for n in played
    ]
    turns, turn, before = list[int](), 0, 0
    for place in cheapest_phases(choices):
        turn += max(place // len(actors) - before // len(actors), int(place < before))
        turns.append(turn)
        before = place
    # What may be done in any phase goes with what is done before it.
    each = [(n, turn) for n, turn in zip(played, turns, strict=True) if fits[n]]
    found = (next((n for n, turn in each if turn == one), -1) for one in range(1, number + 1))
    return list(takewhile(lambda begin: begin >= 0, found))


def _ends(
    acts: Sequence[Act], order: Sequence[str], marker: str, shown: str, turn: int, first: int
) -> Iterator[TurnEnd]:
    """The steps of the tracker, and moves of the marker, to the next turn.

    With other steps back the tracker goes to a phase of the same turn again; that is likelier than
    that so many phases were left out. A slip ends no turn: where a tracker without numbers comes
    from there, or goes on to the old phase, before anything is done, the phases between count as
    well, and a number is not put back with the steps after it. A marker that is soon taken back
    ends no turn, and one that follows the number that the tracker counts tells no more than the
    tracker. Without a tracker it ends as many turns as it goes on.
    """
    rank = {phase: n for n, phase in enumerate(order)}
    tracked = any(act.what == "phase" for act in acts)
    counts = any(act.what == "phase" and act.source for act in acts)
    coming = _least_coming(acts) if counts else ()
    at = came = rank.get(shown, -1)
    stepped = True
    for n, act in enumerate(acts[first:], first):
        if act.what == "phase" and act.target in rank:
            now, number = rank[act.target], int(act.source or 0)
            if act.source and coming[n] < number:
                continue  # the number is put back before another act
            left_out = len(order) - 1 - at + now
            if not act.source:
                left_out += _until(acts, rank, n, at)
                left_out += max(at - came - 1, 0) if 0 <= came <= now else 0
            counted = bool(turn) and number > turn
            sure = counted and (now >= at or at == len(order) - 1)
            onward = counted if number and turn else now < at
            if sure or (onward and left_out * TRACKER_NEVER < TRACKER_SLIPPED):
                yield TurnEnd(n - 1)
            came = now if stepped else at
            at, turn, stepped = now, max(turn, number), True
            continue
        came, stepped = at, False
        if (act.what, act.kind) == ("level", marker) and act.rises:
            soon = acts[n + 1 : n + 1 + windows.AT_ONCE]
            back = any(one.kind == marker and one.target == act.source for one in soon)
            if not back and not (counts and int(act.target) <= turn):
                turns = 1 if tracked else int(act.target) - int(act.source)
                yield from repeat(TurnEnd(n, n), min(turns, MOST_AT_ONCE))


def _least_coming(acts: Sequence[Act]) -> list[float]:
    """For each act the least number that the tracker counts with the steps just after it."""
    found: list[float] = []
    least = math.inf
    for act in reversed(acts):
        found.append(least)
        least = min(least, int(act.source or 0)) if act.what == "phase" else math.inf
    return found[::-1]


def _until(acts: Sequence[Act], rank: Mapping[str, int], n: int, old: int) -> int:
    """The phases left out after a step of the tracker until it shows the old one, or a later one.

    0 if it does not come so far before anything is done.
    """
    left_out, at = 0, rank[acts[n].target]
    for m in range(n + 1, len(acts)):
        now = rank.get(acts[m].target, -1) if acts[m].what == "phase" else -1
        if now <= at:
            break
        left_out, at = left_out + now - at - 1, now
        if at >= old:
            return left_out
    return 0

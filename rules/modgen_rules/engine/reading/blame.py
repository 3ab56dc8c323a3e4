"""Which of two neighbouring turns an illegal change belongs to, and by which option.

The search puts the end of a turn where the round costs least, and an illegal change may cost less
in one turn than in the other. When a turn is legal without the acts next to its neighbour, the
record decides whose they are: seats, markers, announcements, markers that were adjusted before.
"""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.engine.reading.acts import S
from modgen_rules.engine.reading.prices import (
    CLEARER,
    DEARER,
    DEARER_TWICE,
    HARDLY_ONE,
    NEARLY,
    OF_THE_OTHER,
)
from modgen_rules.engine.reading.rounds import RoundReader
from modgen_rules.engine.reading.sequence import NONE, PASS
from modgen_rules.engine.reading.turns import Played, R, RoundReading, T

MOST_MOVED, MOST_PASSED = 2, 6
"""How many changes are moved to the other turn at most, and how many acts in all."""


def settle_blame(
    reader: RoundReader[S, T, R], reading: RoundReading[S, T, R]
) -> RoundReading[S, T, R]:
    """A reading in which illegal acts stand in the turn to which the record gives them."""
    best = reading
    for at in range(len(reading.turns) - 1):
        if reader.tired:
            break
        for turns in _shifted(reader, best, at):
            best = best._replace(turns=turns, rival=None)
            break
    return best


def settle_options(
    reader: RoundReader[S, T, R], reading: RoundReading[S, T, R]
) -> RoundReading[S, T, R]:
    """A reading in which illegal turns of the boundless option, if not announced, are others.

    So they are where the other option costs little more: a payment is forgotten more often than
    that option is carried out in places that it does not name.
    """
    turns, rules = list(reading.turns), reader.rules
    for n, one in enumerate(turns):
        said = one.turn is not None and one.turn.spoken
        if one.option != rules.boundless or not _wrong(one) or said or reader.tired:
            continue
        tried = one._replace(option=rules.instead)
        other = reader.judged(reading.log, tried, one.first, one.last)
        if other.judgement.readings and other.cost < one.cost + NEARLY:
            turns[n] = other
    return reading._replace(turns=tuple(turns))


def _shifted(
    reader: RoundReader[S, T, R], reading: RoundReading[S, T, R], at: int
) -> Iterator[tuple[Played[T, R], ...]]:
    """The turns with another boundary between a turn and the next, if it is the clearer one."""
    first, second = reading.turns[at], reading.turns[at + 1]
    if not (_wrong(first) or _wrong(second)) or NONE in (first.option, second.option):
        return
    found: list[tuple[float, int, tuple[Played[T, R], ...]]] = []
    now = _against(reader, reading, first, second, first.last)
    for cut in _cuts(reading, first, second):
        there = _against(reader, reading, first, second, cut)
        if there > now - CLEARER:
            continue
        giver, taker = (first, second) if cut < first.last else (second, first)
        passed = reading.log.acts[min(cut, first.last) : max(cut, first.last)]
        own = any(
            act.likely == giver.actor and not (giver.option == PASS and act.places)
            for act in passed
        )
        if own or not (_wrong(giver) or _wrong(taker)):
            continue
        one = reader.judged(reading.log, first, first.first, cut)
        two = reader.judged(reading.log, second, cut, second.last)
        given, taken = (one, two) if cut < first.last else (two, one)
        if not (given.judgement.readings and (taken.judgement.readings or giver.option == PASS)):
            continue
        if not _wrong(given) and given.cost >= HARDLY_ONE:
            continue  # without its changes the turn is hardly one
        dearer = one.cost + two.cost - first.cost - second.cost
        relieved = given.cost < giver.cost - 10.0 or not _wrong(given)
        if not _wrong(giver):  # what a turn needs and pays for does not correct the one before
            relieved = not _wrong(taken)
        cleared = not _wrong(given) and (giver.option == PASS or not _wrong(taker))
        cleared |= not _wrong(giver)
        cleared |= not _wrong(given) and all(
            act.likely == taker.actor for act in passed if act.moves
        )
        if relieved and dearer < (DEARER if cleared else DEARER_TWICE):
            turns = [*reading.turns]
            turns[at : at + 2] = [one, two]
            found.append((there + one.cost + two.cost, abs(cut - first.last), tuple(turns)))
    if found:
        yield min(found, key=lambda item: item[:2])[2]


def _cuts(
    reading: RoundReading[S, T, R], first: Played[T, R], second: Played[T, R]
) -> Iterator[int]:
    """Other ends of the first turn near its end, with few changes between."""
    moves = reading.log.moves
    for cut in range(first.last - MOST_PASSED, first.last + MOST_PASSED + 1):
        passed = abs(moves[min(max(cut, 0), len(reading.log))] - moves[first.last])
        inside = first.first < cut < second.last
        if inside and 0 < passed <= MOST_MOVED:
            yield cut


def _against(
    reader: RoundReader[S, T, R],
    reading: RoundReading[S, T, R],
    first: Played[T, R],
    second: Played[T, R],
    cut: int,
) -> float:
    """What the record says against two turns with the boundary between them at an act."""
    record = reader.evidence(reading.log)
    cost = record.deviation(first.actor, first.first, cut, first.option)
    cost += record.deviation(second.actor, cut, second.last, second.option)
    ours, theirs = first.announced, second.announced
    for n, act in enumerate(reading.log.acts[first.first : second.last], first.first):
        spaces = theirs - ours if n < cut else ours - theirs
        cost += OF_THE_OTHER * (bool(act.places) and act.places <= spaces)
    return cost


def _wrong(turn: Played[T, R]) -> bool:
    """Whether what was done in a turn breaks a rule, whatever its place in the sequence."""
    return not turn.judgement.legal

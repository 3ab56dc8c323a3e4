"""Which of two readings of a round is the better one.

A reading with the acts in another order must be cheaper, and must not lay the blame on an actor
of which the record speaks otherwise.
"""

from __future__ import annotations

from modgen_rules.engine.reading.acts import S
from modgen_rules.engine.reading.prices import MUCH, TAKEN
from modgen_rules.engine.reading.sequence import NONE, PASS
from modgen_rules.engine.reading.turns import R, RoundReading, T


def better(
    one: RoundReading[S, T, R], other: RoundReading[S, T, R], much: float = MUCH
) -> RoundReading[S, T, R]:
    """The better of two readings: cheaper, with fewer illegal turns or by much."""
    if _strays_into_pass(one, other) or _confuses(one, other):
        return one
    if other.illegal and _against_word(one, other):
        return one
    cost = other.cost + TAKEN * _takes(one, other)
    if cost < one.cost and (not one.turns or other.illegal < one.illegal or cost + much < one.cost):
        return other
    return one


def _strays_into_pass(one: RoundReading[S, T, R], other: RoundReading[S, T, R]) -> bool:
    """Whether the second reading puts what another actor did into a Pass that it makes illegal.

    An actor that passes changes no place. Only its own seat speaks for such a change.
    """
    acted = {
        act.step
        for turn in one.turns
        if turn.option not in (PASS, NONE)
        for act in one.log.acts[turn.first : turn.last]
    }
    return any(
        act.step in acted and act.places and act.side != turn.actor
        for turn in other.turns
        if turn.option == PASS and not turn.judgement.legal
        for act in other.log.acts[turn.first : turn.last]
    )


def _against_word(one: RoundReading[S, T, R], other: RoundReading[S, T, R]) -> bool:
    """Whether the second reading takes a change from the actor that announced its place.

    It goes to one that announced other places.
    """
    home = {
        act.step: turn
        for turn in one.turns
        for act in one.log.acts[turn.first : turn.last]
        if act.places
    }
    for turn in other.turns:
        for act in other.log.acts[turn.first : turn.last]:
            was = home.get(act.step)
            if was is None or was.actor == turn.actor or not turn.announced:
                continue
            if act.places <= was.announced - turn.announced:
                return True
    return False


def _confuses(one: RoundReading[S, T, R], other: RoundReading[S, T, R]) -> bool:
    """Whether the second reading leaves a turn unexplained that the first one explains."""
    explained = {turn.actor for turn in one.turns if turn.judgement.readings}
    return any(turn.actor in explained and not turn.judgement.readings for turn in other.turns)


def _takes(one: RoundReading[S, T, R], other: RoundReading[S, T, R]) -> bool:
    """Whether the second reading mends a turn by what is an actor's own in its legal turn."""
    at_home = {
        act.step: turn.actor
        for turn in one.turns
        if not turn.illegal
        for act in one.log.acts[turn.first : turn.last]
        if act.likely == turn.actor
    }
    return any(
        at_home.get(act.step, turn.actor) != turn.actor
        for turn in other.turns
        for act in other.log.acts[turn.first : turn.last]
    )

"""Which of two readings of a round is the better one.

A reading with the acts in another order must be cheaper, and must not lay the blame on an actor
of which the record speaks otherwise.
"""

from __future__ import annotations

from typing import Generic, NamedTuple

from modgen_rules.engine.reading.acts import Act, S
from modgen_rules.engine.reading.prices import MUCH, TAKEN
from modgen_rules.engine.reading.sequence import NONE, PASS
from modgen_rules.engine.reading.turns import Played, R, RoundReading, T


class Moved(NamedTuple, Generic[S, T, R]):
    """An act that a second reading puts into the turn of another actor than the first."""

    act: Act[S]
    was: Played[T, R]
    now: Played[T, R]


def better(
    one: RoundReading[S, T, R], other: RoundReading[S, T, R], much: float = MUCH
) -> RoundReading[S, T, R]:
    """The better of two readings: cheaper, with fewer illegal turns or by much."""
    home = {act.step: turn for turn in one.turns for act in one.log.acts[turn.first : turn.last]}
    moved = [
        Moved(act, was, turn)
        for turn in other.turns
        for act in other.log.acts[turn.first : turn.last]
        if (was := home.get(act.step)) is not None and was.actor != turn.actor
    ]
    if any(map(_into_pass, moved)) or _confuses(one, other):
        return one
    if other.illegal and (any(map(_against_word, moved)) or _undone(one, moved)):
        return one
    cost = other.cost + TAKEN * any(map(_taken, moved))
    if cost < one.cost and (not one.turns or other.illegal < one.illegal or cost + much < one.cost):
        return other
    return one


def _into_pass(moved: Moved[S, T, R]) -> bool:
    """Whether what another actor did strays into a Pass that it makes illegal.

    An actor that passes changes no place. Only its own seat speaks for such a change.
    """
    act, was, now = moved
    strays = now.option == PASS and now.illegal and was.option not in (PASS, NONE)
    return bool(strays and act.places and act.side != now.actor)


def _against_word(moved: Moved[S, T, R]) -> bool:
    """Whether a change is taken from the actor that announced its place by one that did not."""
    act, was, now = moved
    return bool(act.places and now.announced and act.places <= was.announced - now.announced)


def _taken(moved: Moved[S, T, R]) -> bool:
    """Whether an act that is an actor's own is taken from its legal turn."""
    return not moved.was.illegal and moved.act.likely == moved.was.actor


def _undone(one: RoundReading[S, T, R], moved: list[Moved[S, T, R]]) -> bool:
    """Whether a legal turn becomes illegal by a change of another actor that it sets anew."""
    anew = {
        turn.actor: {
            place for act in one.log.acts[turn.first : turn.last] for place in act.adds.set_anew
        }
        for turn in one.turns
        if not turn.illegal
    }
    return any(
        now.illegal and not act.adds.set_anew.isdisjoint(anew.get(now.actor, ()))
        for act, _, now in moved
    )


def _confuses(one: RoundReading[S, T, R], other: RoundReading[S, T, R]) -> bool:
    """Whether the second reading leaves a turn unexplained that the first one explains."""
    explained = {turn.actor for turn in one.turns if turn.judgement.readings}
    return any(turn.actor in explained and not turn.judgement.readings for turn in other.turns)

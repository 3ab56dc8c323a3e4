"""All rounds of a log read one after the other, each with what the ones before leave it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from modgen_rules.engine.reading.acts import Positions, RoundLog, S, read_round
from modgen_rules.engine.reading.blame import settle_blame, settle_options
from modgen_rules.engine.reading.corrections import mend, settle_payments
from modgen_rules.engine.reading.evidence import seat_prices
from modgen_rules.engine.reading.habits import MARKERS, habits
from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.reading.prices import INTRUDER, STALE, TOUCHED
from modgen_rules.engine.reading.reordering import best_reading
from modgen_rules.engine.reading.rounds import RoundReader
from modgen_rules.engine.reading.rules import Rules
from modgen_rules.engine.reading.sequence import NONE, Order, Round, orders
from modgen_rules.engine.reading.turns import R, RoundReading, T


def read_rounds(
    rules: Rules[S, T, R],
    index: Positions[S],
    plays: Mapping[int, Round],
    kept: bool,
    counted: Lapses,
) -> dict[int, RoundReading[S, T, R]]:
    """The readings of some rounds by their numbers; `kept`: whether markers are moved at all.

    How the record departs from the play is added to `counted`.
    """
    logs = {n: read_round(index, play) for n, play in plays.items()}
    reader = RoundReader(rules, style(list(logs.values())))
    reader.seats = seat_prices(logs.values(), rules.actors)
    reader.kept = kept
    reader.effort.allow(sum(len(play.boxes) for play in plays.values()), len(logs))
    readings: dict[int, RoundReading[S, T, R]] = {}
    who_may: dict[int, tuple[list[Order], tuple[str, ...]]] = {}
    for n, play in plays.items():
        sequences = possible_orders(rules, play, readings.get(n - 1), shown_acting(logs[n]))
        done = rules.executed(tuple(play.done.values()))
        reader.effort.begin_round()
        readings[n] = best_reading(reader, logs[n], sequences, done)
        who_may[n] = (sequences, done)
        if not reader.effort.used_up:
            mend(reader, readings, who_may, n)
            settle_payments(reader, readings, who_may, n)
    reader.habits = habits(lapses(reader, readings.values()))
    for n, reading in readings.items():
        if reading.illegal and not reader.effort.used_up:
            reader.effort.begin_round()
            same = set(reading.log.acts) == set(logs[n].acts)
            again = best_reading(reader, logs[n] if same else reading.log, *who_may[n])
            if again.turns and not again.given_up:
                readings[n] = again._replace(doubts=reading.doubts)
    for n in readings:  # a correction may show only when the rounds after it are mended too
        if not reader.effort.used_up:
            reader.effort.begin_round()
            mend(reader, readings, who_may, n)
    for n, reading in readings.items():
        if not reader.effort.used_up:
            reader.effort.begin_round()
            readings[n] = settle_options(reader, settle_blame(reader, reading))
    counted.add(lapses(reader, readings.values()))
    return readings


def lapses(reader: RoundReader[S, T, R], readings: Iterable[RoundReading[S, T, R]]) -> Lapses:
    """How often the record departs from the play, by the turns as they were read."""
    found = Lapses()
    for reading in readings:
        record = reader.evidence(reading.log)
        found.note("MOVED", reading.log.order_price > 0)
        for turn in reading.turns:
            if turn.option == NONE or turn.first == turn.last:
                continue
            span = turn.actor, turn.first, turn.last
            if reader.kept:
                found.note("UNMARKED", not turn.box)
            if turn.actor in record.mark and not record.together:
                departure, _ = record.departure(*span)
                for name in MARKERS:
                    found.note(name, name == departure)
            said = record.said.get(turn.actor)
            if said is not None:
                found.note("SAID_ELSEWHERE", not turn.first <= said < turn.last)
                found.note("AHEAD", record.ahead(turn.actor, turn.first) > 0)
            own = [act for act in reading.log.acts[turn.first : turn.last] if act.side]
            own = [act for act in own if act.likely == turn.actor]
            found.note("OTHER_SEAT", sum(act.side != turn.actor for act in own), len(own))
    return found


def style(logs: Sequence[RoundLog[S]]) -> str:
    """Whether markers move before the pieces ("first") or after them ("last") in this log."""
    first = last = 0
    for log in logs:
        marks = [n for n, act in enumerate(log.acts) if act.marks]
        if not marks or not log.moves[-1]:
            continue
        before = log.moves[marks[0]]
        after = log.moves[-1] - log.moves[marks[-1]]
        first += not before and after > 0
        last += before > 0 and not after
    return "first" if first > last else "last"


def eligible_by_rule(
    rules: Rules[S, T, R], before: RoundReading[S, T, R] | None
) -> tuple[str, ...] | None:
    """Who may act by what the round before shows; None when nothing is known."""
    if before is None:
        return None
    out = {turn.actor for turn in before.turns if not rules.stays(turn)}
    return tuple(who for who in rules.actors if who not in out)


def shown_acting(log: RoundLog[S]) -> frozenset[str]:
    """Actors of whose actions a round shows something: an announcement, pieces, counters."""
    found = {who for act in log.acts for who in (*act.said, act.likely) if who}
    return frozenset(found) | log.play.touched


def possible_orders(
    rules: Rules[S, T, R],
    play: Round,
    before: RoundReading[S, T, R] | None,
    acting: frozenset[str],
) -> list[Order]:
    """Who may have acted in a round, in which order, at what price.

    Markers say who may act, unless they were not moved in the round before. `acting` are those of
    whose actions the round shows something.
    """
    order, clauses = rules.order(play.number), rules.clauses
    shown = play.eligible
    acted = set(play.boxes)
    inferred = eligible_by_rule(rules, before)
    unmarked = {turn.actor for turn in before.turns if not turn.box} if before else set()
    eligible = shown
    late = {who for who, box in play.settled.items() if play.revealed.get(who) != box}
    if inferred is not None:
        doubtful = (unmarked | late) - acted
        eligible = tuple(
            who for who in order if (who in inferred if who in doubtful else who in shown)
        )
    intruders = tuple(who for who in acted if who not in eligible)
    found = orders(eligible, order, intruders, clauses)
    if set(eligible) != set(shown):
        others = orders(shown, order, tuple(who for who in acted if who not in shown), clauses)
        found += [one._replace(cost=one.cost + STALE) for one in others]
    barred = tuple(who for who in order if who not in eligible and who not in acted)
    for who in barred:
        if who not in play.done and who in acting:
            more = orders(eligible, order, (*intruders, who), clauses)
            price = TOUCHED if who in play.touched else INTRUDER
            found += [one._replace(cost=one.cost + price) for one in more]
    return sorted(found, key=lambda one: one.cost)

"""All cards of a log read one after the other, each with what the ones before leave it (2.3.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modgen_rules.people_power.audit_data import AuditData
from modgen_rules.people_power.blame import settle_blame, settle_events
from modgen_rules.people_power.card_corrections import mend, settle_payments
from modgen_rules.people_power.card_events import CardLog, read_card
from modgen_rules.people_power.card_evidence import Habits, seat_prices, strictness
from modgen_rules.people_power.card_reading import CardReader
from modgen_rules.people_power.card_turns import CardReading, Order, orders
from modgen_rules.people_power.interleaving import best_reading
from modgen_rules.people_power.sequence import EVENT, NONE, STAYS, CardPlay
from modgen_rules.people_power.state import FACTIONS
from modgen_rules.people_power.turn import OP_ONLY, OP_SA

STALE = 0.5
"""What it costs to believe cylinders that were not moved on the card before."""
INTRUDER = 3.0
"""What it costs on top that an Ineligible Faction acted and its cylinder does not show it."""
TOUCHED = 0.3
"""The same where its cylinder was lifted out of its box and put back at once."""


def read_cards(data: AuditData, plays: Sequence[CardPlay]) -> dict[int, CardReading]:
    """The reading of each Event card, by its number in the log."""
    logs = {n: read_card(data.index, play) for n, play in enumerate(plays) if _played(play)}
    reader = CardReader(data.board, data.effects, style(list(logs.values())))
    reader.seats = seat_prices(logs.values())
    reader.kept = data.kept
    reader.effort.allow(sum(len(play.boxes) for play in plays), len(logs))
    readings: dict[int, CardReading] = {}
    who_may: dict[int, tuple[list[Order], tuple[str, ...]]] = {}
    before: CardReading | None = None
    for n, play in enumerate(plays):
        if n not in logs:
            before = None
            continue
        order = data.orders.get(play.card, FACTIONS)
        sequences = possible_orders(play, order, before, shown_acting(logs[n]))
        done = tuple(_executed(box) for box in play.done.values() if box not in STAYS)
        reader.effort.begin_card()
        readings[n] = best_reading(reader, logs[n], sequences, done)
        who_may[n] = (sequences, done)
        if not reader.effort.used_up:
            mend(reader, readings, who_may, n)
            settle_payments(reader, readings, who_may, n)
        before = readings[n]
    reader.habits = habits(reader, readings.values())
    for n, reading in readings.items():
        if reading.illegal and not reader.effort.used_up:
            reader.effort.begin_card()
            same = set(reading.log.events) == set(logs[n].events)
            again = best_reading(reader, logs[n] if same else reading.log, *who_may[n])
            if again.turns and not again.given_up:
                readings[n] = again._replace(doubts=reading.doubts)
    for n in readings:  # a correction may show only when the cards after it are mended too
        if not reader.effort.used_up:
            reader.effort.begin_card()
            mend(reader, readings, who_may, n)
    for n, reading in readings.items():
        if not reader.effort.used_up:
            reader.effort.begin_card()
            readings[n] = settle_events(reader, settle_blame(reader, reading))
    return readings


def habits(reader: CardReader, readings: Iterable[CardReading]) -> Habits:
    """How the players keep the record, by the turns as they were read."""
    cylinders, words, ahead, order = [], [], [], []
    for reading in readings:
        record = reader.evidence(reading.log)
        order.append(bool(reading.log.moved_by))
        for turn in reading.turns:
            if turn.option == NONE or turn.first == turn.last:
                continue
            span = turn.faction, turn.first, turn.last
            if turn.faction in record.mark and not record.together:
                cylinders.append(record.misplaced(*span) > 0)
            said = record.said.get(turn.faction)
            if said is not None:
                words.append(not turn.first <= said < turn.last)
                ahead.append(record.ahead(turn.faction, turn.first) > 0)
    return Habits(
        strictness(len(cylinders), sum(cylinders)),
        strictness(len(words), sum(words)),
        strictness(len(ahead), sum(ahead), 0.0) if ahead else 0.0,
        strictness(len(order), sum(order)),
    )


def _played(play: CardPlay) -> bool:
    return bool(play.card) and not play.election


def _executed(box: str) -> str:
    return OP_SA if box.endswith(OP_SA) else OP_ONLY


def style(logs: list[CardLog]) -> str:
    """Whether cylinders move before the pieces ("first") or after them ("last") in this log."""
    first = last = 0
    for log in logs:
        marks = [n for n, event in enumerate(log.events) if event.marks]
        if not marks or not log.moves[-1]:
            continue
        before = log.moves[marks[0]]
        after = log.moves[-1] - log.moves[marks[-1]]
        first += not before and after > 0
        last += before > 0 and not after
    return "first" if first > last else "last"


def eligible_by_rule(play: CardPlay, before: CardReading | None) -> tuple[str, ...] | None:
    """2.3.6: who is Eligible by what the card before shows; None when nothing is known."""
    if before is None:
        return None
    executed = {
        turn.faction
        for turn in before.turns
        if turn.option in (OP_SA, OP_ONLY, EVENT) or turn.box.endswith((OP_SA, OP_ONLY))
    }
    return tuple(who for who in FACTIONS if who not in executed)


def shown_acting(log: CardLog) -> frozenset[str]:
    """Factions of whose actions a card shows something: an announcement, pieces, Resources."""
    found = {who for event in log.events for who in (*event.said, event.likely) if who}
    return frozenset(found) | log.play.touched


def possible_orders(
    play: CardPlay, order: tuple[str, ...], before: CardReading | None, acting: frozenset[str]
) -> list[Order]:
    """Who may have acted on a card, in which order, at what price.

    Cylinders say who is Eligible, unless they were not moved on the card before. `acting` are
    those of whose actions the card shows something.
    """
    shown = play.eligible
    acted = set(play.boxes)
    inferred = eligible_by_rule(play, before)
    unmarked = {turn.faction for turn in before.turns if not turn.box} if before else set()
    eligible = shown
    late = {who for who, box in play.settled.items() if play.revealed.get(who) != box}
    if inferred is not None:
        doubtful = (unmarked | late) - acted
        eligible = tuple(
            who for who in order if (who in inferred if who in doubtful else who in shown)
        )
    intruders = tuple(who for who in acted if who not in eligible)
    found = orders(eligible, order, intruders)
    if set(eligible) != set(shown):
        others = orders(shown, order, tuple(who for who in acted if who not in shown))
        found += [one._replace(cost=one.cost + STALE) for one in others]
    barred = tuple(who for who in order if who not in eligible and who not in acted)
    for who in barred:
        if who not in play.done and who in acting:
            more = orders(eligible, order, (*intruders, who))
            price = TOUCHED if who in play.touched else INTRUDER
            found += [one._replace(cost=one.cost + price) for one in more]
    return sorted(found, key=lambda one: one.cost)

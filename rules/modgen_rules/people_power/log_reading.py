"""All cards of a log read one after the other, each with what the ones before leave it (2.3.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from modgen_rules.people_power.audit_data import AuditData
from modgen_rules.people_power.blame import settle_blame
from modgen_rules.people_power.card_events import (
    CardEvent,
    CardLog,
    Difference,
    added,
    read_card,
)
from modgen_rules.people_power.card_evidence import seat_prices
from modgen_rules.people_power.card_reading import (
    CardReader,
    CardReading,
    Order,
    Played,
    orders,
)
from modgen_rules.people_power.interleaving import (
    LATE,
    MOVED_EACH,
    MUCH,
    best_reading,
    touching_groups,
    wrong_parts,
    wrong_resources,
)
from modgen_rules.people_power.sequence import EVENT, NONE, STAYS, CardPlay
from modgen_rules.people_power.state import FACTIONS, FORCES, TRACKS
from modgen_rules.people_power.turn import OP_ONLY, OP_SA

MOST_GROUPS, MOST_MENDED, MOST_BACK = 8, 3, 2
"""How many groups of events are tried as corrections, how many are found, how many cards back."""
MOST_CARDS = 4
"""How many cards back a payment is looked for that a later one includes."""
PLAINER = 0.4
"""How much plainer a later turn must be without the part of its payment that is an old one."""
PAYMENT = Difference((), (), (0,) * len(FORCES), 0, frozenset())
STALE = 0.5
"""What it costs to believe cylinders that were not moved on the card before."""
INTRUDER = 3.0
"""What it costs on top that an Ineligible Faction acted and its cylinder does not show it."""


def read_cards(data: AuditData, plays: Sequence[CardPlay]) -> dict[int, CardReading]:
    """The reading of each Event card, by its number in the log."""
    logs = {n: read_card(data.index, play) for n, play in enumerate(plays) if _played(play)}
    reader = CardReader(data.board, data.effects, style(list(logs.values())))
    reader.seats = seat_prices(logs.values())
    reader.kept = data.kept
    readings: dict[int, CardReading] = {}
    who_may: dict[int, tuple[list[Order], tuple[str, ...]]] = {}
    before: CardReading | None = None
    for n, play in enumerate(plays):
        if n not in logs:
            before = None
            continue
        order = data.orders.get(play.card, FACTIONS)
        sequences = possible_orders(play, order, before)
        done = tuple(_executed(box) for box in play.done.values() if box not in STAYS)
        readings[n] = best_reading(reader, logs[n], sequences, done)
        who_may[n] = (sequences, done)
        _mend(reader, readings, who_may, n)
        _settle(reader, readings, who_may, n)
        before = readings[n]
    for n in readings:  # a correction may show only when the cards after it are mended too
        _mend(reader, readings, who_may, n)
    return {n: settle_blame(reader, reading) for n, reading in readings.items()}


def _settle(
    reader: CardReader, readings: dict[int, CardReading],
    who_may: dict[int, tuple[list[Order], tuple[str, ...]]], n: int,
) -> None:  # fmt: skip
    """Read a payment that was made together with that of the Faction's next turn as two."""
    for earlier, turn in _unsettled(readings, n):
        old, later = readings[earlier], readings[n]
        off = wrong_resources(turn)
        if not off:
            continue
        at = TRACKS.index(turn.faction)
        debt = PAYMENT._replace(tracks=tuple(-off * (m == at) for m in range(len(TRACKS))))
        start = added(later.log.states[0], debt)
        paid = next(
            (one for one in later.log.events if abs(one.adds.tracks[at]) > abs(off)
             and one.adds.tracks[at] * off < 0), None,
        )  # fmt: skip
        if paid is None or start is None:
            continue
        rest = paid.adds._replace(
            tracks=tuple(a - b for a, b in zip(paid.adds.tracks, debt.tracks, strict=True))
        )
        debt = debt._replace(election=paid.adds.election, personalities=paid.adds.personalities)
        late = replace(paid, adds=debt, marks=())
        first = old.log.with_more([late], turn.last, old.log.moved_by + LATE)
        second = later.log.instead(paid, replace(paid, adds=rest), start)
        if first is None or second is None:
            continue
        mended = reader.read(first, *who_may[earlier], old.cost)
        if mended.illegal >= old.illegal or mended.cost >= old.cost:
            continue
        settled = reader.read(second, *who_may[n])
        if not settled.illegal and settled.cost + PLAINER <= later.cost:
            readings[earlier], readings[n] = mended, settled


def _unsettled(readings: dict[int, CardReading], n: int) -> list[tuple[int, Played]]:
    """Illegal turns of earlier cards whose Factions have not acted since, but do on a card."""
    found = []
    acting = {turn.faction for turn in readings[n].turns if turn.option != NONE}
    for number in range(n - 1, n - MOST_CARDS, -1):
        if number not in readings:
            break
        for turn in readings[number].turns:
            if turn.option == NONE or turn.faction not in acting:
                continue
            acting.discard(turn.faction)
            if not turn.judgement.legal:
                found.append((number, turn))
    return found


def _mend(
    reader: CardReader, readings: dict[int, CardReading],
    who_may: dict[int, tuple[list[Order], tuple[str, ...]]], n: int,
) -> None:  # fmt: skip
    """Read events of a card as corrections of turns on the cards before, if that is plainer."""
    for _ in range(MOST_MENDED):
        tried = list(islice(_corrections(reader, readings, n), MOST_GROUPS))
        for first, more, at in tried:
            mended = _with_correction(reader, readings, who_may, n, first, more, at)
            if mended is not None:
                readings.update(mended)
                break
        else:
            return


def _corrections(
    reader: CardReader, readings: dict[int, CardReading], n: int
) -> Iterator[tuple[CardLog, list[CardEvent], int]]:
    """Cards before with events of this one added to a turn that they make legal or plainer."""
    later = readings[n]
    for at in range(n - 1, max(n - 1 - MOST_BACK, -1), -1):
        if at not in readings:
            return
        old = readings[at]
        for turn in old.turns:
            if turn.option == NONE:
                continue
            for more in _touching(old.log, turn, later):
                cost = old.log.moved_by + LATE + MOVED_EACH * len(more)
                first = old.log.with_more(more, turn.last, cost)
                if first is not None and reader.may_be_legal(
                    first, turn, turn.first, turn.last + len(more)
                ):
                    yield first, more, at


def _touching(log: CardLog, turn: Played, later: CardReading) -> Iterator[list[CardEvent]]:
    """Events of a later card that may correct a turn: what is wrong in it, or in their own turn."""
    if not turn.judgement.legal:
        yield from touching_groups(later.log.events, *wrong_parts(turn))
        return
    pieces = log.pieces(turn.first, turn.last)
    for wrong in later.turns:
        if wrong.judgement.legal or wrong.turn is None:
            continue
        events = later.log.events[wrong.first : wrong.last]
        for more in touching_groups(events, *wrong_parts(wrong)):
            if all(later.log.pieces_of(event) <= pieces for event in more):
                yield more


def _with_correction(
    reader: CardReader, readings: dict[int, CardReading],
    who_may: dict[int, tuple[list[Order], tuple[str, ...]]], n: int,
    first: CardLog, more: list[CardEvent], at: int,
) -> dict[int, CardReading] | None:  # fmt: skip
    """The readings of some cards with events of the last moved to the first, if they are better."""
    numbers = range(at, n + 1)
    was = [readings[k] for k in numbers]
    whole = sum(one.cost for one in was)
    new: dict[int, CardReading] = {}
    state = first.states[-1]
    for k in numbers:
        if k == at:
            log: CardLog | None = first
        else:
            log = readings[k].log.without(more if k == n else (), state)
        if log is None:
            return None
        left = whole - sum(one.cost for one in new.values())
        new[k] = reader.read(log, *who_may[k], left)
        state = log.states[-1]
    illegal = sum(one.illegal for one in new.values()) - sum(one.illegal for one in was)
    cost = sum(one.cost for one in new.values())
    if illegal > 0 or cost + (PLAINER if illegal < 0 else MUCH) > whole:
        return None
    # What fits into its own card as well is not a correction.
    return new if _plainer(readings[n], new[n]) else None


def _plainer(old: CardReading, new: CardReading) -> bool:
    """Whether a card is better explained without the events that were taken from it."""
    return new.illegal < old.illegal or new.cost + PLAINER <= old.cost


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
        turn.faction for turn in before.turns
        if turn.option in (OP_SA, OP_ONLY, EVENT) or turn.box.endswith((OP_SA, OP_ONLY))
    }  # fmt: skip
    return tuple(who for who in FACTIONS if who not in executed)


def possible_orders(
    play: CardPlay, order: tuple[str, ...], before: CardReading | None
) -> list[Order]:
    """Who may have acted on a card, in which order, at what price.

    Cylinders say who is Eligible, unless they were not moved on the card before.
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
        if who not in play.done:
            more = orders(eligible, order, (*intruders, who))
            found += [one._replace(cost=one.cost + INTRUDER) for one in more]
    return sorted(found, key=lambda one: one.cost)

"""All cards of a log read one after the other, each with what the ones before leave it (2.3.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from modgen_rules.people_power.audit_data import AuditData
from modgen_rules.people_power.card_events import CardLog, Difference, added, read_card
from modgen_rules.people_power.card_reading import (
    CardReader,
    CardReading,
    Order,
    Played,
    orders,
)
from modgen_rules.people_power.interleaving import (
    MOVED_EACH,
    best_reading,
    touching_groups,
    wrong_parts,
    wrong_resources,
)
from modgen_rules.people_power.log_index import LogIndex
from modgen_rules.people_power.sequence import EVENT, NONE, STAYS, CardPlay
from modgen_rules.people_power.state import FACTIONS, FORCES, TRACKS
from modgen_rules.people_power.turn import OP_ONLY, OP_SA

LATE = 1.4
"""What it costs that a turn was corrected only on the next card."""
MOST_GROUPS = 6
MOST_CARDS = 4
"""How many cards back a payment is looked for that a later one includes."""
PLAINER = 0.4
"""How much plainer a later turn must be without the part of its payment that is an old one."""
PAYMENT = Difference((), (), (0,) * len(FORCES), 0, frozenset())
STALE = 0.5
"""What it costs to believe cylinders that were not moved on the card before."""
INTRUDER = 3.0
"""What it costs on top that an Ineligible Faction acted and its cylinder does not show it."""
ONE_SEAT = 0.9
"""When one seat does more of the steps than this, seats do not tell Factions apart."""


def read_cards(data: AuditData, plays: Sequence[CardPlay]) -> dict[int, CardReading]:
    """The reading of each Event card, by its number in the log."""
    logs = {n: read_card(data.index, play) for n, play in enumerate(plays) if _played(play)}
    reader = CardReader(data.board, data.effects, style(list(logs.values())))
    reader.seats = seats_differ(data.index)
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
        if n - 1 in readings and readings[n - 1].illegal:
            _mend(reader, readings, who_may, n)
        _settle(reader, readings, who_may, n)
        before = readings[n]
    return readings


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
    """Read events of a card as corrections of an illegal turn on the card before, if cheaper."""
    earlier, later = readings[n - 1], readings[n]
    for turn in earlier.turns:
        if turn.judgement.legal:
            continue
        places, tracks = wrong_parts(turn)
        for more in touching_groups(later.log.events, places, tracks)[:MOST_GROUPS]:
            cost = earlier.log.moved_by + LATE + MOVED_EACH * len(more)
            first = earlier.log.with_more(more, turn.last, cost)
            second = later.log.without(more, first.states[-1]) if first else None
            if first is None or second is None:
                continue
            mended = reader.read(first, *who_may[n - 1], earlier.cost)
            if mended.illegal >= earlier.illegal or mended.cost >= earlier.cost:
                continue
            rest = reader.read(second, *who_may[n])
            # What fits into its own card as well is not a correction.
            plainer = rest.illegal < later.illegal or rest.cost + PLAINER <= later.cost
            if not plainer or not _complaints(rest) <= _complaints(later):
                continue
            if mended.cost + rest.cost < earlier.cost + later.cost:
                readings[n - 1], readings[n] = mended, rest
                return


def _complaints(reading: CardReading) -> set[tuple[str, str]]:
    """The clauses that each Faction breaks in a reading of a card."""
    return {
        (turn.faction, clause)
        for turn in reading.turns
        if turn.illegal
        for clause in (*turn.broken, *(turn.judgement.readings[0].broken
                                       if turn.judgement.readings else ("",)))
    }  # fmt: skip


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


def seats_differ(index: LogIndex) -> bool:
    """Whether the log shows several players, so that who did a step says for whom."""
    sides = [side for side in index.sides if side]
    if not sides:
        return False
    most = max(sides.count(side) for side in set(sides))
    return most < ONE_SEAT * len(sides)


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

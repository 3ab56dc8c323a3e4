"""Which of two neighbouring turns an illegal change belongs to, and whether a turn was the Event.

The search puts the end of a turn where the card costs least, and an illegal change may cost less in
one turn than in the other. When a turn is legal without the events next to its neighbour, the
record decides whose they are: seats, cylinders, announcements, markers that were adjusted before.
An illegal Event of which the record says nothing is held against an Operation.
"""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.people_power.card_reading import CardReader
from modgen_rules.people_power.card_turns import CardReading, Played
from modgen_rules.people_power.sequence import EVENT, NONE
from modgen_rules.people_power.turn import OP_ONLY, PASS
from modgen_rules.people_power.turn_reading import NO_TRACE

MOST_MOVED, MOST_PASSED = 2, 6
"""How many changes are moved to the other turn at most, and how many events in all."""
DEARER, DEARER_TWICE = 9.0, 1.0
"""How much more an illegal change may cost in the other turn, and where both turns are illegal."""
CLEARER = 0.04
"""By how much the record must speak for the other turn."""
NEARLY = 1.0
"""How much more than an Event an Operation may cost that is preferred to it."""
OF_THE_OTHER = 0.6
"""What it costs that a turn has a change in a space that only the other Faction announced."""


def settle_blame(reader: CardReader, reading: CardReading) -> CardReading:
    """A reading in which illegal events stand in the turn to which the record gives them."""
    best = reading
    for at in range(len(reading.turns) - 1):
        if reader.tired:
            break
        for turns in _shifted(reader, best, at):
            best = best._replace(turns=turns, rival=())
            break
    return best


def settle_events(reader: CardReader, reading: CardReading) -> CardReading:
    """A reading in which illegal Events that nobody announced are Operations that cost little more.

    A payment is forgotten more often than an Event is carried out in spaces that it does not name.
    """
    turns = list(reading.turns)
    for n, one in enumerate(turns):
        said = one.turn.declared if one.turn is not None else None
        if one.option != EVENT or not _wrong(one) or (said and said.option) or reader.tired:
            continue
        other = reader.judged(reading.log, one._replace(option=OP_ONLY), one.first, one.last)
        if other.judgement.readings and other.cost < one.cost + NEARLY:
            turns[n] = other
    return reading._replace(turns=tuple(turns))


def _shifted(reader: CardReader, reading: CardReading, at: int) -> Iterator[tuple[Played, ...]]:
    """The turns with another boundary between a turn and the next, if it is the clearer one."""
    first, second = reading.turns[at], reading.turns[at + 1]
    if not (_wrong(first) or _wrong(second)) or NONE in (first.option, second.option):
        return
    found: list[tuple[float, int, tuple[Played, ...]]] = []
    now = _against(reader, reading, first, second, first.last)
    for cut in _cuts(reading, first, second):
        there = _against(reader, reading, first, second, cut)
        if there > now - CLEARER:
            continue
        giver, taker = (first, second) if cut < first.last else (second, first)
        passed = reading.log.events[min(cut, first.last) : max(cut, first.last)]
        own = any(
            event.likely == giver.faction and not (giver.option == PASS and event.adds.places)
            for event in passed
        )
        if own or not (_wrong(giver) or _wrong(taker)):
            continue
        one = reader.judged(reading.log, first, first.first, cut)
        two = reader.judged(reading.log, second, cut, second.last)
        given, taken = (one, two) if cut < first.last else (two, one)
        if not (given.judgement.readings and (taken.judgement.readings or giver.option == PASS)):
            continue
        if not _wrong(given) and given.cost >= NO_TRACE:
            continue  # without its changes the turn is hardly one
        dearer = one.cost + two.cost - first.cost - second.cost
        relieved = given.cost < giver.cost - 2.0 or not _wrong(given)
        if not _wrong(giver):  # what a turn needs and pays for does not correct the one before
            relieved = not _wrong(taken)
        cleared = not _wrong(given) and (giver.option == PASS or not _wrong(taker))
        cleared |= not _wrong(giver)
        cleared |= not _wrong(given) and all(
            event.likely == taker.faction for event in passed if event.moves
        )
        if relieved and dearer < (DEARER if cleared else DEARER_TWICE):
            turns = [*reading.turns]
            turns[at : at + 2] = [one, two]
            found.append((there + one.cost + two.cost, abs(cut - first.last), tuple(turns)))
    if found:
        yield min(found, key=lambda item: item[:2])[2]


def _cuts(reading: CardReading, first: Played, second: Played) -> Iterator[int]:
    """Other ends of the first turn near its end, with few changes between."""
    moves = reading.log.moves
    for cut in range(first.last - MOST_PASSED, first.last + MOST_PASSED + 1):
        passed = abs(moves[min(max(cut, 0), len(reading.log))] - moves[first.last])
        inside = first.first < cut < second.last
        if inside and 0 < passed <= MOST_MOVED:
            yield cut


def _against(
    reader: CardReader, reading: CardReading, first: Played, second: Played, cut: int
) -> float:
    """What the record says against two turns with the boundary between them at an event."""
    record = reader.evidence(reading.log)
    cost = record.deviation(first.faction, first.first, cut, first.option)
    cost += record.deviation(second.faction, cut, second.last, second.option)
    ours, theirs = first.announced, second.announced
    for n, event in enumerate(reading.log.events[first.first : second.last], first.first):
        spaces = theirs - ours if n < cut else ours - theirs
        cost += OF_THE_OTHER * (bool(event.adds.places) and event.adds.places <= spaces)
    return cost


def _wrong(turn: Played) -> bool:
    """Whether what was done in a turn breaks a rule, whatever its place in the sequence."""
    return not turn.judgement.legal

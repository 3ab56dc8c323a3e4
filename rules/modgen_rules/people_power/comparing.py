"""Which of two readings of a card is the better one (2.3).

A reading with the events in another order must be cheaper, and must not lay the blame on a Faction
of which the record speaks otherwise.
"""

from __future__ import annotations

from modgen_rules.people_power.card_events import CardEvent
from modgen_rules.people_power.card_turns import CardReading
from modgen_rules.people_power.sequence import NONE
from modgen_rules.people_power.turn import PASS

MUCH, HOMEWARD = 2.5, 0.1
"""By how much a reading must be cheaper to be better with no fewer illegal turns.

The second where events go to the turn of the Faction to which they belong at first sight.
"""
TAKEN = 2.5
"""What it costs to mend a turn by what is another Faction's own in its legal turn."""


def better(one: CardReading, other: CardReading, much: float = MUCH) -> CardReading:
    """The better of two readings: cheaper, with fewer illegal turns or by much."""
    if _strays_into_pass(one, other) or _deprives(one, other) or _confuses(one, other):
        return one
    if other.illegal and _against_word(one, other):
        return one
    cost = other.cost + TAKEN * _takes(one, other)
    if cost < one.cost and (not one.turns or other.illegal < one.illegal or cost + much < one.cost):
        return other
    return one


def _strays_into_pass(one: CardReading, other: CardReading) -> bool:
    """Whether the second reading puts an acting Faction's change into a Pass that it makes illegal.

    A Faction that passes changes no space (2.3.4). Only its own seat speaks for such a change.
    """
    acted = {
        event.step
        for turn in one.turns
        if turn.option not in (PASS, NONE)
        for event in one.log.events[turn.first : turn.last]
    }
    return any(
        event.step in acted and event.adds.places and event.side != turn.faction
        for turn in other.turns
        if turn.option == PASS and not turn.judgement.legal
        for event in other.log.events[turn.first : turn.last]
    )


def _against_word(one: CardReading, other: CardReading) -> bool:
    """Whether the second reading takes a change from the Faction that announced its space.

    It goes to one that announced other spaces.
    """
    home = {
        event.step: turn
        for turn in one.turns
        for event in one.log.events[turn.first : turn.last]
        if event.adds.places
    }
    for turn in other.turns:
        for event in other.log.events[turn.first : turn.last]:
            was = home.get(event.step)
            if was is None or was.faction == turn.faction or not turn.announced:
                continue
            if event.adds.places <= was.announced - turn.announced:
                return True
    return False


def _deprives(one: CardReading, other: CardReading) -> bool:
    """Whether the second reading only shifts the blame to a turn that was legal with all it has.

    What a turn needs and pays for does not correct another Faction's turn, and what is set anew in
    it was not set by it before.
    """
    if other.illegal < one.illegal:
        return False
    wrong = {turn.faction for turn in other.turns if not turn.judgement.legal}
    needed: dict[int, str] = {}
    shifted: dict[str, set[int]] = {}
    for turn in one.turns:
        if not turn.judgement.legal or turn.option == PASS or turn.faction not in wrong:
            continue
        events = [event for event in one.log.events[turn.first : turn.last] if event.adds.places]
        needed |= dict.fromkeys((event.step for event in events), turn.faction)
        shifted[turn.faction] = {place for event in events for place in aligned(event)}
    for turn in other.turns:
        for event in other.log.events[turn.first : turn.last]:
            at_home = needed.get(event.step) == turn.faction or event.likely == turn.faction
            if at_home:
                continue
            if turn.judgement.legal and event.step in needed:
                return True
            if aligned(event) & shifted.get(turn.faction, set()):
                return True
    return False


def _confuses(one: CardReading, other: CardReading) -> bool:
    """Whether the second reading leaves a turn unexplained that the first one explains."""
    explained = {turn.faction for turn in one.turns if turn.judgement.readings}
    return any(turn.faction in explained and not turn.judgement.readings for turn in other.turns)


def aligned(event: CardEvent) -> set[int]:
    """The spaces that an event sets to another alignment."""
    return {n for n, _, alignment in event.adds.spaces if alignment is not None}


def _takes(one: CardReading, other: CardReading) -> bool:
    """Whether the second reading mends a turn by what is a Faction's own in its legal turn."""
    at_home = {
        event.step: turn.faction
        for turn in one.turns
        if not turn.illegal
        for event in one.log.events[turn.first : turn.last]
        if event.likely == turn.faction
    }
    return any(
        at_home.get(event.step, turn.faction) != turn.faction
        for turn in other.turns
        for event in other.log.events[turn.first : turn.last]
    )

"""What a later card puts right on an earlier one: corrections, payments made together (2.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from modgen_rules.people_power.card_events import CardEvent, CardLog, Difference, added
from modgen_rules.people_power.card_reading import CardReader
from modgen_rules.people_power.card_turns import CardReading, Doubt, Order, Played
from modgen_rules.people_power.comparing import MUCH
from modgen_rules.people_power.interleaving import (
    LATE,
    MOVED_EACH,
    touching_groups,
    wrong_parts,
    wrong_resources,
)
from modgen_rules.people_power.sequence import NONE
from modgen_rules.people_power.state import AID, FACTIONS, FIELDS, FORCES, GOV, PATRONAGE, TRACKS

WhoMay = Mapping[int, tuple[list[Order], tuple[str, ...]]]
"""For each card who may have acted in which order, and what was executed before the log begins."""

MOST_GROUPS, MOST_MENDED, MOST_BACK, FAR_BACK = 8, 3, 2, 4
"""How many groups of events are tried as corrections, how many are found, how many cards back.

The last is for a group that moves pieces of the wrong turn itself, and no track.
"""
MOST_CARDS = 4
"""How many cards back a payment is looked for that a later one includes."""
PLAINER = 0.4
"""How much plainer a later turn must be without the part of its payment that is an old one."""
PAYMENT = Difference((), (), (0,) * len(FORCES), 0, frozenset())


def settle_payments(
    reader: CardReader, readings: dict[int, CardReading], who_may: WhoMay, n: int
) -> None:
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
            (
                one
                for one in later.log.events
                if abs(one.adds.tracks[at]) > abs(off) and one.adds.tracks[at] * off < 0
            ),
            None,
        )
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
            readings[earlier] = mended._replace(doubts=old.doubts)
            readings[n] = settled._replace(doubts=later.doubts)


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


def mend(reader: CardReader, readings: dict[int, CardReading], who_may: WhoMay, n: int) -> None:
    """Read events of a card as corrections of turns on the cards before, if that is plainer."""
    for _ in range(MOST_MENDED):
        tried = list(islice(_corrections(reader, readings, n), MOST_GROUPS))
        for first, more, at, turn in tried:
            mended = _with_correction(reader, readings, who_may, n, first, more, at)
            if mended is not None and not _own_action(mended[n], more, turn):
                doubted = _doubted(readings, mended, n, more, at, turn)
                readings.update(mended)
                readings.update(doubted)
                break
        else:
            return


def _corrections(
    reader: CardReader, readings: dict[int, CardReading], n: int
) -> Iterator[tuple[CardLog, list[CardEvent], int, Played]]:
    """Cards before with events of this one added to a turn that they make legal or plainer."""
    later = readings[n]
    for at in range(n - 1, max(n - 1 - FAR_BACK, -1), -1):
        if at not in readings:
            return
        old = readings[at]
        for turn in old.turns:
            if turn.option == NONE:
                continue
            for more in _touching(old.log, turn, later):
                far = at < n - MOST_BACK and not _same_pieces(old.log, turn, later.log, more)
                if far or not _may_correct(old.log, turn, more):
                    continue
                cost = old.log.moved_by + LATE + MOVED_EACH * len(more)
                first = old.log.with_more(more, turn.last, cost)
                if first is not None and reader.may_be_legal(
                    first, turn, turn.first, turn.last + len(more)
                ):
                    yield first, more, at, turn


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


def _may_correct(log: CardLog, turn: Played, more: list[CardEvent]) -> bool:
    """Whether events change no Resources of another Faction that the turn itself did not change."""
    own = {name for event in log.events[turn.first : turn.last] for name in event.adds.track_names}
    return all(not event.adds.track_names & set(FACTIONS) - own - {turn.faction} for event in more)


def _same_pieces(old: CardLog, turn: Played, later: CardLog, more: list[CardEvent]) -> bool:
    """Whether events do nothing but move pieces that a turn has moved."""
    pieces = old.pieces(turn.first, turn.last)
    return all(
        bool(event.adds.places) and not event.adds.track_names and later.pieces_of(event) <= pieces
        for event in more
    )


def _with_correction(
    reader: CardReader,
    readings: dict[int, CardReading],
    who_may: WhoMay,
    n: int,
    first: CardLog,
    more: list[CardEvent],
    at: int,
) -> dict[int, CardReading] | None:
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
        found = reader.read(log, *who_may[k], left)
        new[k] = found._replace(doubts=readings[k].doubts)
        state = log.states[-1]
    if state != readings[n].log.states[-1]:
        return None  # an alignment that was set later too has another value in the end
    illegal = sum(one.illegal for one in new.values()) - sum(one.illegal for one in was)
    cost = sum(one.cost for one in new.values())
    if illegal > 0 or cost + (PLAINER if illegal < 0 else MUCH) > whole:
        return None
    # What fits into its own card as well is not a correction, nor what a wrong turn paid itself.
    plainer = _plainer(readings[n], new[n]) and not _own_payment(readings[n], new[n], more)
    return new if plainer else None


def _own_payment(old: CardReading, new: CardReading, more: Sequence[CardEvent]) -> bool:
    """Whether an event moves a Faction's own track in a turn that is illegal without it as well.

    It is a payment, or Aid or Patronage between other changes of a turn of the Government.
    """
    wrong = {turn.faction for turn in new.turns if not turn.judgement.legal}
    for turn in old.turns:
        moving = [one for one in old.log.events[turn.first : turn.last] if one.moves]
        for event in more:
            if turn.faction not in wrong or event not in moving or event.adds.places:
                continue
            names = event.adds.track_names
            regime = turn.faction == GOV and names <= {AID, PATRONAGE} and event in moving[1:-1]
            if names == {turn.faction} or regime:
                return True
    return False


def _plainer(old: CardReading, new: CardReading) -> bool:
    """Whether a card is better explained without the events that were taken from it."""
    much = MUCH if old.illegal else PLAINER
    return new.illegal < old.illegal or new.cost + much <= old.cost


def _doubted(
    readings: Mapping[int, CardReading],
    mended: Mapping[int, CardReading],
    n: int,
    more: Sequence[CardEvent],
    at: int,
    turn: Played,
) -> dict[int, CardReading]:
    """Mended cards with what remains doubtful about them.

    A Guerrilla that another Faction's turn turns over may have been turned wrongly there, and a
    piece that goes in the middle of a turn may belong to it: that a mistake of an earlier card was
    put right in between is likely, not certain.
    """
    steps = tuple(event.step for event in more)
    found: dict[int, CardReading] = {}
    wrong = [(at, turn)] if not turn.judgement.legal else []
    amid = [(n, one) for one in _amid(mended[n], more)]
    if all(map(_only_turns, more)):
        wrong += amid
    elif not amid or not any(event.adds.places for event in more):
        return {}
    elif turn.judgement.legal:  # the later turn is wrong, unless this belongs to the earlier one
        factions = {one.faction for _, one in amid}
        wrong += [
            (n, one)
            for one in readings[n].turns
            if one.faction in factions and one.turn is not None and not one.judgement.legal
        ]
    for number, one in wrong:
        card = found.get(number, mended[number])
        found[number] = card._replace(doubts=(*card.doubts, Doubt(one, steps, mended[n].log)))
    return found


def _amid(reading: CardReading, more: Sequence[CardEvent]) -> list[Played]:
    """The turns of a card in the middle of which some events stand that are read elsewhere."""
    steps = [event.step for event in more]
    found = []
    for one in reading.turns:
        own = [event.step for event in reading.log.events[one.first : one.last]]
        if own and min(own) < max(steps) and min(steps) < max(own):
            found.append(one)
    return found


def _own_action(reading: CardReading, more: Sequence[CardEvent], turn: Played) -> bool:
    """Whether events in the middle of a later turn are part of it and no correction.

    So it is where that turn remains illegal without them, or where they are what its Faction does
    and the earlier `turn` needs no correction. Tracks alone are often set late.
    """
    if all(map(_only_turns, more)) or not any(event.adds.places for event in more):
        return False
    return any(
        not one.judgement.legal
        or (turn.judgement.legal and all(event.likely == one.faction for event in more))
        for one in _amid(reading, more)
    )


def _only_turns(event: CardEvent) -> bool:
    """Whether an event only turns Guerrillas over."""
    return (
        bool(event.adds.spaces)
        and not event.adds.track_names
        and all(
            alignment is None
            and not sum(counts)
            and not any(
                by
                for name, by in zip(FIELDS, counts, strict=False)
                if name not in ("underground", "active")
            )
            for _, counts, alignment in event.adds.spaces
        )
    )

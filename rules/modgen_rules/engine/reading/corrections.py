"""What a later round puts right on an earlier one: corrections, payments made together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from modgen_rules.engine.reading.acts import Act, RoundLog, S
from modgen_rules.engine.reading.prices import LATE, MOVED_EACH, MUCH, PLAINER
from modgen_rules.engine.reading.reordering import touching_groups
from modgen_rules.engine.reading.rounds import RoundReader
from modgen_rules.engine.reading.sequence import NONE, Order
from modgen_rules.engine.reading.turns import Doubt, Played, R, RoundReading, T

WhoMay = Mapping[int, tuple[list[Order], tuple[str, ...]]]
"""For each round who may have acted in which order, and what was executed before the log begins."""

BACK, FAR_BACK = 2, 4
"""How many rounds after a turn it is put right.

The second is for a payment, and for acts that move pieces of the wrong turn itself and no counter.
"""


def settle_payments(
    reader: RoundReader[S, T, R],
    readings: dict[int, RoundReading[S, T, R]],
    who_may: WhoMay,
    n: int,
) -> None:
    """Read a payment that was made together with that of the actor's next turn as two.

    That turn may also have been dearer: if this is nearly as plain, a doubt remains.
    """
    for earlier, turn in _unsettled(readings, n):
        old, later = readings[earlier], readings[n]
        off = reader.rules.wrong_payment(turn)
        paid = next(
            (
                one
                for one in later.log.acts
                if off
                and abs(one.adds.by(turn.actor)) > abs(off)
                and one.adds.by(turn.actor) * off < 0
            ),
            None,
        )
        if paid is None:
            continue
        rest, debt = paid.adds.split(turn.actor, -off)
        start = debt.added_to(later.log.states[0])
        if start is None:
            continue
        late = replace(paid, adds=debt, marks=())
        first = old.log.with_more([late], turn.last, old.log.order_price + LATE)
        second = later.log.instead(paid, replace(paid, adds=rest), start)
        if first is None or second is None:
            continue
        mended = reader.read(first, *who_may[earlier], old.cost)
        if mended.illegal >= old.illegal or mended.cost >= old.cost:
            continue
        settled = reader.read(second, *who_may[n])
        if not settled.illegal and settled.cost <= later.cost:
            doubts = old.doubts
            if settled.cost + PLAINER > later.cost:
                doubts += (Doubt(turn, (paid.step,), second),)
            readings[earlier] = mended._replace(doubts=doubts)
            readings[n] = settled._replace(doubts=later.doubts)


def _unsettled(
    readings: dict[int, RoundReading[S, T, R]], n: int
) -> list[tuple[int, Played[T, R]]]:
    """Illegal turns of earlier rounds whose actors have not acted since, but do in a round."""
    found = []
    acting = {turn.actor for turn in readings[n].turns if turn.option != NONE}
    for number in range(n - 1, n - 1 - FAR_BACK, -1):
        if number not in readings:
            break
        for turn in readings[number].turns:
            if turn.option == NONE or turn.actor not in acting:
                continue
            acting.discard(turn.actor)
            if not turn.judgement.legal:
                found.append((number, turn))
    return found


def mend(
    reader: RoundReader[S, T, R],
    readings: dict[int, RoundReading[S, T, R]],
    who_may: WhoMay,
    n: int,
) -> None:
    """Read acts of a round as corrections of turns on the rounds before, if that is plainer."""
    while _mended(reader, readings, who_may, n):
        pass


def _mended(
    reader: RoundReader[S, T, R],
    readings: dict[int, RoundReading[S, T, R]],
    who_may: WhoMay,
    n: int,
) -> bool:
    """Whether one more correction was found, which is then read so."""
    for first, more, at, turn in _corrections(reader, readings, n):
        if reader.tired:
            break
        mended = _with_correction(reader, readings, who_may, n, first, more, at)
        if mended is not None:
            doubted = _doubted(readings, mended, n, more, at, turn)
            readings.update(mended)
            readings.update(doubted)
            return True
    return False


def _corrections(
    reader: RoundReader[S, T, R], readings: dict[int, RoundReading[S, T, R]], n: int
) -> Iterator[tuple[RoundLog[S], list[Act[S]], int, Played[T, R]]]:
    """Rounds before with acts of this one added to a turn that they make legal or plainer."""
    later = readings[n]
    for at in range(n - 1, n - 1 - FAR_BACK, -1):
        if at not in readings:
            return
        old = readings[at]
        for turn in old.turns:
            if turn.option == NONE and not _announced(old.log, turn.actor):
                continue
            for more in _touching(reader, old.log, turn, later):
                far = at < n - BACK and not _same_pieces(old.log, turn, later.log, more)
                if far or not _may_correct(reader, old.log, turn, more):
                    continue
                cost = old.log.order_price + LATE + MOVED_EACH * len(more)
                first = old.log.with_more(more, turn.last, cost)
                if first is not None and reader.may_be_legal(
                    first, turn, turn.first, turn.last + len(more)
                ):
                    yield first, more, at, turn


def _touching(
    reader: RoundReader[S, T, R], log: RoundLog[S], turn: Played[T, R], later: RoundReading[S, T, R]
) -> Iterator[list[Act[S]]]:
    """Acts of a later round that may correct a turn: what is wrong in it, or in their own turn.

    If the turn itself is legal, they move pieces that it moved; others may take their places.
    One that was only announced has left nothing but its payment.
    """
    if turn.option == NONE:
        own = [act for act in later.log.acts if act.moves and act.owners == {turn.actor}]
        yield from ([act] for act in own if not act.places)
        return
    if turn.cost > PLAINER:
        own = [act for act in _strays(later, turn.actor) if act.places]
        yield from ([own] if own else ())
    if not turn.judgement.legal:
        yield from touching_groups(later.log.acts, *reader.rules.wrong_parts(turn))
        return
    wrong_turns = [one for one in later.turns if not one.judgement.legal and one.turn is not None]
    pieces = log.pieces(turn.first, turn.last) if wrong_turns else frozenset[str]()
    for wrong in wrong_turns:
        acts = later.log.acts[wrong.first : wrong.last]
        for more in touching_groups(acts, *reader.rules.wrong_parts(wrong)):
            back = [act for act in more if later.log.pieces_of(act) <= pieces]
            places = {place for act in back for place in act.places}
            if all(act in back or (act.places and act.places <= places) for act in more):
                yield more


def _announced(log: RoundLog[S], actor: str) -> bool:
    """Whether an actor announced something in a round."""
    return any(actor in act.said for act in log.acts)


def _strays(reading: RoundReading[S, T, R], actor: str) -> Iterator[Act[S]]:
    """Acts by the player of an actor in wrong turns of others."""
    for turn in reading.turns:
        if turn.actor != actor and not turn.judgement.legal:
            own = reading.log.acts[turn.first : turn.last]
            yield from (act for act in own if act.side == actor)


def _may_correct(
    reader: RoundReader[S, T, R], log: RoundLog[S], turn: Played[T, R], more: list[Act[S]]
) -> bool:
    """Whether acts change no Resources of another actor that the turn itself did not change."""
    own = {name for act in log.acts[turn.first : turn.last] for name in act.counters}
    return all(not act.counters & set(reader.rules.actors) - own - {turn.actor} for act in more)


def _same_pieces(
    old: RoundLog[S], turn: Played[T, R], later: RoundLog[S], more: list[Act[S]]
) -> bool:
    """Whether acts do nothing but move pieces that a turn has moved."""
    pieces = old.pieces(turn.first, turn.last)
    return all(
        bool(act.places) and not act.counters and later.pieces_of(act) <= pieces for act in more
    )


def _with_correction(
    reader: RoundReader[S, T, R],
    readings: dict[int, RoundReading[S, T, R]],
    who_may: WhoMay,
    n: int,
    first: RoundLog[S],
    more: list[Act[S]],
    at: int,
) -> dict[int, RoundReading[S, T, R]] | None:
    """The readings of some rounds with acts of the last moved to the first, if they are better."""
    numbers = range(at, n + 1)
    was = [readings[k] for k in numbers]
    whole = sum(one.cost for one in was)
    new: dict[int, RoundReading[S, T, R]] = {}
    state = first.states[-1]
    for k in numbers:
        if k == at:
            log: RoundLog[S] | None = first
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
    # What fits into its own round as well is not a correction.
    old, rest = readings[n], new[n]
    return new if rest.illegal < old.illegal or rest.cost + PLAINER <= old.cost else None


def _doubted(
    readings: Mapping[int, RoundReading[S, T, R]],
    mended: Mapping[int, RoundReading[S, T, R]],
    n: int,
    more: Sequence[Act[S]],
    at: int,
    turn: Played[T, R],
) -> dict[int, RoundReading[S, T, R]]:
    """Mended rounds with what remains doubtful about them.

    A Guerrilla that another actor's turn turns over may have been turned wrongly there, and a
    piece that goes in the middle of a turn may belong to it: that a mistake of an earlier round was
    put right in between is likely, not certain.
    """
    steps = tuple(act.step for act in more)
    found: dict[int, RoundReading[S, T, R]] = {}
    wrong = [(at, turn)] if not turn.judgement.legal else []
    amid = [(n, one) for one in _amid(mended[n], more)]
    if all(one.adds.only_turns for one in more):
        wrong += amid
    elif not amid or not any(act.places for act in more):
        return {}
    elif turn.judgement.legal:  # the later turn is wrong, unless this belongs to the earlier one
        actors = {one.actor for _, one in amid}
        wrong += [
            (n, one)
            for one in readings[n].turns
            if one.actor in actors and one.turn is not None and not one.judgement.legal
        ]
    for number, one in wrong:
        round = found.get(number, mended[number])
        found[number] = round._replace(doubts=(*round.doubts, Doubt(one, steps, mended[n].log)))
    return found


def _amid(reading: RoundReading[S, T, R], more: Sequence[Act[S]]) -> list[Played[T, R]]:
    """The turns of a round in the middle of which some acts stand that are read elsewhere."""
    steps = [act.step for act in more]
    found = []
    for one in reading.turns:
        own = [act.step for act in reading.log.acts[one.first : one.last]]
        if own and min(own) < max(steps) and min(steps) < max(own):
            found.append(one)
    return found

"""Pieces outside the span of their turn: leftovers, corrections, two Factions' pieces in turn.

When a card has an illegal turn, events near it that touch what is wrong are tried in the turn
before or after, at a price. A reading of the card with the events in that order is kept when it
is cheaper in all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from modgen_rules.people_power.card_events import CardEvent, CardLog
from modgen_rules.people_power.card_reading import CardReader, CardReading, Order, Played
from modgen_rules.people_power.options import Effect
from modgen_rules.people_power.state import FACTIONS, FORCES
from modgen_rules.people_power.totals_check import pass_gain
from modgen_rules.people_power.turn import EVENTS, PASS

MOVED, MOVED_EACH = 1.1, 0.15
"""What it costs to read events elsewhere: once, and for each."""
MOST_TRIED = 18
"""How many other orders are tried."""
QUICK, AGAIN = 2_000, 3_000
"""How many steps the first search of a card takes, and those of its other orders."""
MOST_SPENT = 20_000
"""How many steps all searches of other orders take together."""
ROUNDS = 2
"""How often the best other order is varied again."""
MUCH = 2.5
"""By how much a reading must be cheaper to be better with no fewer illegal turns."""
TAKEN = 2.5
"""What it costs to mend a turn by what is another Faction's own in its legal turn."""


def best_reading(
    reader: CardReader, log: CardLog, orders: list[Order], done: tuple[str, ...]
) -> CardReading:
    """The cheapest reading of a card with its events in the order of the log or nearly so."""
    best = reader.read(log, orders, done, most=QUICK)
    if best.illegal or not best.turns:
        together = _together(log, orders)
        if together is not None:
            best = _better(best, reader.read(together, orders, done, best.cost, AGAIN))
    if not best.turns:
        best = reader.read(log, orders, done)
    for _ in range(ROUNDS):
        tried = best
        if best.illegal:
            best = _better_order(reader, best, orders, done)
        if best is tried:
            break
    return best


def _better(one: CardReading, other: CardReading) -> CardReading:
    """The better of two readings: cheaper, with fewer illegal turns or by much."""
    cost = other.cost + TAKEN * _takes(one, other)
    if cost < one.cost and (not one.turns or other.illegal < one.illegal or cost + MUCH < one.cost):
        return other
    return one


def _takes(one: CardReading, other: CardReading) -> bool:
    """Whether the second reading mends a turn by what is a Faction's own in its legal turn."""
    at_home = {
        event.step: turn.faction for turn in one.turns if not turn.illegal
        for event in one.log.events[turn.first : turn.last] if event.likely == turn.faction
    }  # fmt: skip
    return any(
        at_home.get(event.step, turn.faction) != turn.faction
        for turn in other.turns
        for event in other.log.events[turn.first : turn.last]
    )


def _better_order(
    reader: CardReader, reading: CardReading, orders: list[Order], done: tuple[str, ...]
) -> CardReading:
    best = reading
    begun = reader.spent
    for log in islice(_variants(reading), MOST_TRIED):
        if reader.spent > begun + MOST_SPENT:
            break
        if log.moved_by < best.cost:
            best = _better(best, reader.read(log, orders, done, best.cost, AGAIN))
        if not best.illegal:
            break
    return best


def _together(log: CardLog, orders: list[Order]) -> CardLog | None:
    """The events of each Faction together, by what they change; None when they are so already.

    Whoever moved the last piece later comes later.
    """
    factions = orders[0].factions if orders else ()
    homes = _homes(log.events, factions)
    ends: dict[str, int] = {}
    events: list[CardEvent] = []
    for n, (event, home) in enumerate(zip(log.events, homes, strict=True)):
        if event.moves or home not in ends:
            ends[home] = n
    for who in sorted(ends, key=lambda one: (not one, ends[one])):
        events += [event for event, home in zip(log.events, homes, strict=True) if home == who]
    moved = len(events) - _kept_in_order([event.step for event in events])
    if not moved:
        return None
    return log.reordered(events, MOVED + MOVED_EACH * moved)


def _homes(events: Sequence[CardEvent], factions: tuple[str, ...]) -> list[str]:
    """For each event the Faction to which it seems to belong; empty for those before any."""
    found = []
    for event in events:
        by_word = next((who for who in (*event.marks, *event.said) if who in factions), "")
        found.append(by_word or (event.likely if event.likely in factions else ""))
    for n, event in enumerate(events):
        if not found[n] and event.moves:
            near = sorted(
                (abs(other - n), found[other]) for other, one in enumerate(events)
                if found[other] and one.likely and one.adds.places & event.adds.places
            )  # fmt: skip
            found[n] = near[0][1] if near else ""
    previous = next((one for one in found if one), "")
    for n, home in enumerate(found):
        previous = found[n] = home or previous
    return found


def _kept_in_order(steps: Sequence[int]) -> int:
    """The length of the longest rising run that is left when some steps are taken out."""
    ends: list[int] = []
    for step in steps:
        at = bisect_left(ends, step)
        ends[at : at + 1] = [step]
    return len(ends)


def _variants(reading: CardReading) -> Iterator[CardLog]:
    """The card's events in other orders, the likeliest first."""
    log = reading.log
    seen: set[tuple[int, ...]] = {tuple(event.step for event in log.events)}
    for events, number in _moves(reading):
        key = tuple(event.step for event in events)
        if key in seen or not number:
            continue
        seen.add(key)
        before = max(0.0, log.moved_by - MOVED)
        other = log.reordered(events, MOVED + MOVED_EACH * number + before)
        if other is not None:
            yield other


def _moves(reading: CardReading) -> Iterator[tuple[Sequence[CardEvent], int]]:
    events = reading.log.events
    yield from _swapped(reading)
    for turn in reading.turns:
        if turn.judgement.legal:
            continue
        places, tracks = wrong_parts(turn)
        inside = [n for n in range(turn.first, turn.last) if _touches(events[n], places, tracks)]
        after = [n for n in range(turn.last, len(events)) if _touches(events[n], places, tracks)]
        before = [n for n in range(turn.first) if _touches(events[n], places, tracks)]
        rest = [n for n in range(turn.first, turn.last) if n not in inside]
        if after:
            yield _put(events, after, turn.last), len(after)
        if before:
            yield _put(events, before, turn.first), len(before)
        if rest or any(events[n].marks for n in inside):
            yield _put(events, inside, turn.last), len(inside)
            yield _put(events, inside, turn.first), len(inside)
        for run in _runs(events, after):
            yield _put(events, run, turn.last), len(run)
        for run in _runs(events, before):
            yield _put(events, run, turn.first), len(run)
        if len(after) > 1:
            yield from ((_put(events, [n], turn.last), 1) for n in after)
        for run in _runs(events, inside):
            yield _put(events, run, turn.last), len(run)
            yield _put(events, run, turn.first), len(run)
        if len(inside) > 1:
            foreign = [n for n in inside if events[n].likely != turn.faction]
            yield from ((_put(events, [n], turn.last), 1) for n in foreign)
    yield _by_owner(reading)


def _swapped(reading: CardReading) -> Iterator[tuple[Sequence[CardEvent], int]]:
    """2.3.2: a turn out of order after the next one, when its last events are after that began."""
    events = list(reading.log.events)
    for turn, other in pairwise(reading.turns):
        ours, theirs = events[turn.first : turn.last], events[other.first : other.last]
        ends = max((event.step for event in ours if event.moves), default=0)
        begun = min((event.step for event in theirs if event.moves), default=ends)
        if "2.3.2.a" in turn.broken and ends > begun:
            number = len(theirs + ours) - _kept_in_order([event.step for event in theirs + ours])
            yield [*events[: turn.first], *theirs, *ours, *events[other.last :]], number


def _put(events: Sequence[CardEvent], chosen: Sequence[int], at: int) -> list[CardEvent]:
    """The events with some of them put at a place."""
    picked = set(chosen)
    head = [event for n, event in enumerate(events[:at]) if n not in picked]
    tail = [event for n, event in enumerate(events) if n >= at and n not in picked]
    return [*head, *(events[n] for n in chosen), *tail]


def _runs(events: Sequence[CardEvent], chosen: Sequence[int]) -> Iterator[list[int]]:
    """Chosen events in groups that touch the same spaces and tracks."""
    groups: dict[object, list[int]] = {}
    for n in chosen:
        key = (events[n].adds.places, events[n].adds.track_names)
        groups.setdefault(key, []).append(n)
    if len(groups) > 1:
        yield from groups.values()


def _by_owner(reading: CardReading) -> tuple[Sequence[CardEvent], int]:
    """The events of each Faction's own pieces and Resources within its own turn."""
    events = list(reading.log.events)
    moved = 0
    order = [turn.faction for turn in reading.turns]
    spans = {turn.faction: (turn.first, turn.last) for turn in reading.turns}
    home: dict[str, list[CardEvent]] = {who: [] for who in order}
    other: list[CardEvent] = []
    for n, event in enumerate(events):
        owner = next((who for who in event.owners if who in home), None)
        here = next((who for who, (a, b) in spans.items() if a <= n < b), None)
        target = owner if owner and len(event.owners) == 1 else here
        if target is None:
            other.append(event)
            continue
        moved += target != here
        home[target].append(event)
    return [event for who in order for event in home.get(who, [])] + other, moved


def wrong_parts(turn: Played) -> tuple[frozenset[int], frozenset[str]]:
    """The spaces and tracks in which the best illegal reading of a turn departs from the rules."""
    readings = turn.judgement.readings
    if not readings or turn.turn is None:
        return frozenset(range(10)), frozenset(FACTIONS)
    best = readings[0]
    places = frozenset(n for n, pick in enumerate(best.explanation.picks) if pick.broken)
    if best.extra and not places:
        pairs = zip(turn.turn.before.spaces, turn.turn.after.spaces, strict=True)
        places = frozenset(n for n, (a, b) in enumerate(pairs) if a != b)
    ends = [(one.origin, one.target) for one in turn.turn.moved if one.kind in FORCES]
    places |= {n for pair in ends if places.intersection(pair) for n in pair}
    in_spaces = {clause for pick in best.explanation.picks for clause in pick.broken}
    tracks = {"aid", "patronage", *FACTIONS}
    wrong_sum = any(clause not in in_spaces for clause in best.explanation.broken)
    return places, frozenset(tracks if wrong_sum or not places else ())


def wrong_resources(turn: Played) -> int:
    """By how much the Faction's Resources are wrong, when nothing else of an illegal turn is."""
    places, _ = wrong_parts(turn)
    if places or turn.turn is None or not turn.judgement.readings:
        return 0
    best = turn.judgement.readings[0]
    if best.extra or best.option in EVENTS or len(best.broken) != 1:
        return 0
    effect = Effect(*best.explanation.sums)
    change = turn.turn.after.track(turn.faction) - turn.turn.before.track(turn.faction)
    gain = effect.gain - effect.cost
    if best.option == PASS:
        gain += pass_gain(turn.faction)
    return change - gain


def touching_groups(
    events: Sequence[CardEvent], places: frozenset[int], tracks: frozenset[str]
) -> list[list[CardEvent]]:
    """Events that touch some spaces and tracks: all of them, then those that belong together."""
    chosen = [n for n, event in enumerate(events) if _touches(event, places, tracks)]
    runs = [*_runs(events, chosen), *([n] for n in chosen)]
    groups = [chosen, *(_with_before(events, chosen, run) for run in runs), *runs]
    found: list[list[CardEvent]] = []
    for group in groups:
        picked = [events[n] for n in group]
        if picked and picked not in found:
            found.append(picked)
    return found


def _with_before(events: Sequence[CardEvent], chosen: list[int], run: list[int]) -> list[int]:
    """Events, with those before the last of them that touch none but their spaces."""
    places = frozenset(place for n in run for place in events[n].adds.places)
    last = max(events[n].step for n in run)
    return [
        n for n in chosen
        if n in run or (events[n].step < last and events[n].adds.places
                        and events[n].adds.places <= places)
    ]  # fmt: skip


def _touches(event: CardEvent, places: frozenset[int], tracks: frozenset[str]) -> bool:
    return bool(event.adds.places & places or event.adds.track_names & tracks)

"""Pieces outside the span of their turn: leftovers, corrections, two Factions' pieces in turn.

When a card has an illegal turn, events near it that touch what is wrong are tried in the turn
before or after, at a price. A reading of the card with the events in that order is kept when it
is cheaper in all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice, product

from modgen_rules.people_power.card_events import CardEvent, CardLog
from modgen_rules.people_power.card_reading import CardReader
from modgen_rules.people_power.card_turns import CardReading, Order, Played
from modgen_rules.people_power.comparing import HOMEWARD, MUCH, aligned, better
from modgen_rules.people_power.sequence import NONE
from modgen_rules.people_power.state import AID, FACTIONS, FORCES, PATRONAGE, TRACKS
from modgen_rules.people_power.totals_check import wrong_tracks
from modgen_rules.people_power.turn import EVENTS, PASS

MOVED, MOVED_EACH = 1.1, 0.15
"""What it costs to read events elsewhere: once, and for each."""
MOST_TRIED = 60
"""How many other orders are tried."""
QUICK, AGAIN = 2_000, 2_000
"""How many steps the first search of a card takes, and those of its other orders."""
MOST_SPENT = 12_000
"""How many steps all searches of other orders take together."""
ROUNDS = 4
"""How often the best other order is varied again."""
LATE = 1.4
"""What it costs that a turn was corrected only on a later card."""
SPLIT = 1.3
"""What it costs that one change of a track serves two turns."""


def best_reading(
    reader: CardReader, log: CardLog, orders: list[Order], done: tuple[str, ...]
) -> CardReading:
    """The cheapest reading of a card with its events in the order of the log or nearly so."""
    best = reader.read(log, orders, done, most=QUICK)
    if reader.tired:
        return best._replace(given_up=bool(best.illegal) or not best.turns)
    for other in (_payments_home(reader, log), _together(reader, log, orders)):
        if other is not None and (best.illegal or not best.turns):
            best = better(best, reader.read(other, orders, done, best.cost, AGAIN))
    if not best.turns:
        best = reader.read(log, orders, done)
    for _ in range(ROUNDS):
        tried = best
        if best.illegal:
            best = _better_order(reader, best, orders, done)
        if best is tried or reader.tired:
            break
    for divided, ends in _split(best):
        best = better(best, reader.read(divided, orders, done, best.cost, AGAIN, ends))
    return best._replace(given_up=reader.tired and bool(best.illegal))


def _split(reading: CardReading) -> Iterator[tuple[CardLog, list[int]]]:
    """1.9: the card with a change of Aid or Patronage that serves two turns as two changes."""
    off = [
        wrong_tracks(turn.turn, turn.judgement.readings[0])
        if turn.turn is not None and not turn.judgement.legal and turn.judgement.readings
        else {}
        for turn in reading.turns
    ]
    for name, (at, giver), (to, taker) in product(
        (AID, PATRONAGE), enumerate(reading.turns), enumerate(reading.turns)
    ):
        over = off[at].get(name, 0)
        if not over or off[to].get(name, 0) != -over:
            continue
        number = TRACKS.index(name)
        for n in range(giver.first, giver.last):
            event = reading.log.events[n]
            if abs(event.adds.tracks[number]) <= abs(over) or event.adds.places:
                continue
            tracks = tuple(over * (m == number) for m in range(len(TRACKS)))
            rest = tuple(a - b for a, b in zip(event.adds.tracks, tracks, strict=True))
            events = list(reading.log.events)
            events[n] = replace(event, adds=event.adds._replace(tracks=rest))
            late = replace(event, adds=event.adds._replace(tracks=tracks), marks=(), said=())
            events.insert(taker.last, late)
            ends = [turn.last + (turn.last >= taker.last) for turn in reading.turns]
            log = reading.log.reordered(events, reading.log.moved_by + SPLIT)
            if log is not None:
                yield log, ends


def _better_order(
    reader: CardReader, reading: CardReading, orders: list[Order], done: tuple[str, ...]
) -> CardReading:
    best = reading
    begun = reader.spent
    for log, spans in islice(_variants(reader, reading), MOST_TRIED):
        if reader.spent > begun + MOST_SPENT or reader.tired:
            break
        homeward = _homeward(reading, log, spans)
        if log.moved_by < best.cost and _promising(reader, reading, log, spans, homeward):
            ends = [last for _, last in spans]
            other = reader.read(log, orders, done, best.cost, AGAIN, ends)
            best = better(best, other, HOMEWARD if homeward else MUCH)
        if not best.illegal:
            break
    return best


def _homeward(reading: CardReading, log: CardLog, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether all events that are in another turn belong to its Faction at first sight."""
    was = {
        event: turn
        for turn in reading.turns
        for event in reading.log.events[turn.first : turn.last]
    }

    def home(event: CardEvent, turn: Played) -> bool:
        old = was.get(event)
        if not event.moves or (old is not None and old.faction == turn.faction):
            return True
        if turn.option == PASS and event.adds.places:
            return False
        passed = old is not None and old.option == PASS and bool(event.adds.places)
        return event.likely == turn.faction or (passed and not event.likely)

    return bool(spans) and all(
        home(event, turn)
        for turn, (first, last) in zip(reading.turns, spans, strict=True)
        for event in log.events[first:last]
    )


def _promising(
    reader: CardReader,
    reading: CardReading,
    log: CardLog,
    spans: Sequence[tuple[int, int]],
    homeward: bool,
) -> bool:
    """Whether fewer turns are illegal when a card's events are in other turns.

    As many may be, when the events move `homeward`: then the other Faction may be to blame.
    """
    if not spans:
        return True
    illegal = -homeward
    for turn, (first, last) in zip(reading.turns, spans, strict=True):
        if turn.option != NONE:
            illegal += bool(turn.broken) or not reader.may_be_legal(log, turn, first, last)
        if illegal >= reading.illegal:
            return False
    return True


def _together(reader: CardReader, log: CardLog, orders: list[Order]) -> CardLog | None:
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
    return log.reordered(events, MOVED * reader.habits.order + MOVED_EACH * moved)


def _payments_home(reader: CardReader, log: CardLog) -> CardLog | None:
    """Each payment in the turn of the Faction whose it is, all else up to the next cylinder.

    None when no payment stands elsewhere, or when the cylinders show no end of a turn.
    """
    if reader.evidence(log).together:
        return None
    order = [who for event in log.events for who in event.marks]
    homes = [len(order)] * len(log)
    following = len(order)
    for n in reversed(range(len(log))):
        event = log.events[n]
        following = order.index(event.marks[0]) if event.marks else following
        owner = next((who for who in order if {who} == event.adds.track_names), "")
        paid = bool(owner) and not event.adds.places
        homes[n] = order.index(owner) if paid else following
    events = [log.events[n] for n in sorted(range(len(log)), key=lambda n: (homes[n], n))]
    moved = len(events) - _kept_in_order([event.step for event in events])
    cost = MOVED * reader.habits.order + MOVED_EACH * moved
    return log.reordered(events, cost) if moved else None


def _homes(events: Sequence[CardEvent], factions: tuple[str, ...]) -> list[str]:
    """For each event the Faction to which it seems to belong; empty for those before any."""
    found = []
    for event in events:
        by_word = next((who for who in (*event.marks, *event.said) if who in factions), "")
        found.append(by_word or (event.likely if event.likely in factions else ""))
    words = list(accumulate((bool(event.said) for event in events), initial=0))
    for n, event in enumerate(events):
        if not found[n] and event.moves:
            near = sorted(
                (abs(other - n), found[other])
                for other, one in enumerate(events)
                if found[other]
                and one.likely
                and one.adds.places & event.adds.places
                and words[other + 1] == words[n + 1]  # no announcement between them
            )
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


Variant = tuple[CardLog, list[tuple[int, int]]]
"""A card in another order, with the span of each turn."""


def _variants(reader: CardReader, reading: CardReading) -> Iterator[Variant]:
    """The card's events in other turns or orders, the likeliest first."""
    yield from _swapped(reader, reading)
    events = reading.log.events
    record = reader.evidence(reading.log)
    homes = _homes_in(reading)
    last = len(reading.turns)
    factions = [turn.faction for turn in reading.turns]
    at_home = {turn.faction: n for n, turn in enumerate(reading.turns)}
    tried = [tuple(at_home.get(event.likely, homes[n]) for n, event in enumerate(events))]
    for chosen, to in _moves(reading):
        tried.append(tuple(to if n in chosen else home for n, home in enumerate(homes)))
    found: dict[tuple[int, ...], float] = {}
    words = [
        next((at_home[who] for who in (*event.marks, *event.said) if who in at_home), None)
        if not event.moves
        else None
        for event in events
    ]
    tried += [
        tuple(home if word is None else word for home, word in zip(key, words, strict=True))
        for key in tried
    ]
    for key in dict.fromkeys(tried):
        moved = [n for n, home in enumerate(homes) if key[n] != home]
        if not any(events[n].moves for n in moved):
            continue
        cost = sum(record.against(factions[key[n]], n, n + 1) for n in moved)
        cost -= sum(record.against(factions[homes[n]], n, n + 1) for n in moved if homes[n] < last)
        number = len(events) - _kept_in_order([events[n].step for n in _in_turns(events, key)])
        found[key] = cost + MOVED_EACH * number
    for key in sorted(found, key=lambda one: found[one]):
        log = _with_homes(reader, reading.log, key)
        if log is not None and not _overwritten(events, homes, key):
            ends = [sum(home <= n for home in key) for n in range(last)]
            yield log, list(zip([0, *ends], ends, strict=False))


def _overwritten(events: Sequence[CardEvent], homes: Sequence[int], key: Sequence[int]) -> bool:
    """Whether an event that is in another turn sets an alignment that this turn then changes."""
    order = _in_turns(events, key)
    for at, n in enumerate(order):
        if key[n] == homes[n]:
            continue
        later = [events[m] for m in order[at + 1 :] if key[m] == key[n]]
        if aligned(events[n]) & {place for event in later for place in aligned(event)}:
            return True
    return False


def _homes_in(reading: CardReading) -> tuple[int, ...]:
    """For each event the number of its turn; one more than the last for those left over."""
    homes = [len(reading.turns)] * len(reading.log)
    for number, turn in enumerate(reading.turns):
        homes[turn.first : turn.last] = [number] * (turn.last - turn.first)
    return tuple(homes)


def _in_turns(events: Sequence[CardEvent], homes: Sequence[int]) -> list[int]:
    return sorted(range(len(events)), key=lambda n: (homes[n], events[n].step))


def _with_homes(reader: CardReader, log: CardLog, homes: Sequence[int]) -> CardLog | None:
    """The card with each event in a turn, at the price of what is out of order."""
    events = [log.events[n] for n in _in_turns(log.events, homes)]
    number = len(events) - _kept_in_order([event.step for event in events])
    late = [event for event in events if event.step > log.play.end]
    cost = MOVED * reader.habits.order * (number > len(late)) + MOVED_EACH * number
    return log.reordered(events, cost + (LATE if late else 0.0)) if number else None


def _moves(reading: CardReading) -> Iterator[tuple[Sequence[int], int]]:
    """Events that may belong to another turn, with the number of that turn."""
    events = reading.log.events
    homes = _homes_in(reading)
    numbers = range(len(reading.turns))
    for at, turn in enumerate(reading.turns):
        if turn.judgement.legal:
            continue
        places, tracks = wrong_parts(turn)
        touching = [n for n, event in enumerate(events) if _touches(event, places, tracks)]
        inside = [n for n in touching if homes[n] == at]
        foreign = [n for n in inside if events[n].likely != turn.faction]
        marked = [n for n, event in enumerate(events) if turn.faction in event.marks]
        late = [n for n in inside if marked and n > marked[-1]]
        runs = [*_runs(events, inside), *_by_piece(reading.log, inside)]
        runs += _by_piece(reading.log, late)
        for chosen in (inside, foreign, *runs, *([n] for n in inside)):
            yield from ((chosen, to) for to in numbers if to != at and chosen)
        outside = [n for n in touching if homes[n] != at]
        for other in {*homes} - {at}:
            there = [n for n in outside if homes[n] == other]
            own = [n for n in there if events[n].likely == turn.faction]
            for chosen in (there, own, *_runs(events, there), *([n] for n in there)):
                yield chosen, at
        after = [n for n in outside if homes[n] > at]
        yield from ((chosen, at) for chosen in (after, *_runs(events, after)) if chosen)
    for to, turn in enumerate(reading.turns):
        own = [n for n, event in enumerate(events) if event.likely == turn.faction]
        yield own, to


def _swapped(reader: CardReader, reading: CardReading) -> Iterator[Variant]:
    """2.3.2: a turn out of order after those that follow it, where the log leaves that open."""
    events = list(reading.log.events)
    marks = {who: event.step for event in events for who in event.marks}

    def open_order(turn: Played, other: Played) -> bool:
        """Whether the log leaves open which of two turns came first."""
        ours, theirs = events[turn.first : turn.last], events[other.first : other.last]
        ends = max((event.step for event in ours if event.moves), default=0)
        begun = min((event.step for event in theirs if event.moves), default=ends)
        return ends > begun or marks.get(other.faction, 0) < marks.get(turn.faction, 0)

    number = len(reading.turns)
    for at, turn in enumerate(reading.turns):
        if "2.3.2.a" not in turn.broken:
            continue
        for last in range(at + 1, number):
            if not open_order(turn, reading.turns[last]):
                break
            turns = [*reading.turns]
            turns.insert(last, turns.pop(at))
            order = [event for one in turns for event in events[one.first : one.last]]
            order += events[reading.rest :]
            cost = MOVED_EACH * (len(order) - _kept_in_order([event.step for event in order]))
            cost += MOVED * reader.habits.order
            log = reading.log.reordered(order, cost) if len(order) == len(events) else None
            if log is not None:
                yield log, []


def _runs(events: Sequence[CardEvent], chosen: Sequence[int]) -> Iterator[list[int]]:
    """Chosen events in groups that touch the same spaces and tracks."""
    groups: dict[object, list[int]] = {}
    for n in chosen:
        key = (events[n].adds.places, events[n].adds.track_names)
        groups.setdefault(key, []).append(n)
    if len(groups) > 1:
        yield from groups.values()


def _by_piece(log: CardLog, chosen: Sequence[int]) -> Iterator[list[int]]:
    """Chosen events that move or turn one piece, where there are several."""
    groups: dict[frozenset[str], list[int]] = {}
    for n in chosen:
        groups.setdefault(log.pieces_of(log.events[n]), []).append(n)
    yield from (group for group in groups.values() if 1 < len(group) < len(chosen))


def wrong_parts(turn: Played) -> tuple[frozenset[int], frozenset[str]]:
    """The spaces and tracks in which the best illegal reading of a turn departs from the rules."""
    readings = turn.judgement.readings
    if turn.turn is None:
        return frozenset(), frozenset(FACTIONS)
    if not readings:
        return frozenset(range(len(turn.turn.board.ids))), frozenset(FACTIONS)
    best = readings[0]
    places = frozenset(n for n, pick in enumerate(best.explanation.picks) if pick.broken)
    if best.extra and not places:
        pairs = zip(turn.turn.before.spaces, turn.turn.after.spaces, strict=True)
        places = frozenset(n for n, (a, b) in enumerate(pairs) if a != b)
    ends = [(one.origin, one.target) for one in turn.turn.moved if one.kind in FORCES]
    places |= {n for pair in ends if places.intersection(pair) for n in pair}
    in_spaces = {clause for pick in best.explanation.picks for clause in pick.broken}
    if best.option in EVENTS and not places:  # what the text wants may be done in any space
        places = frozenset(range(len(turn.turn.before.spaces)))
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
    return wrong_tracks(turn.turn, best).get(turn.faction, 0)


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
        n
        for n in chosen
        if n in run
        or (events[n].step < last and events[n].adds.places and events[n].adds.places <= places)
    ]


def _touches(event: CardEvent, places: frozenset[int], tracks: frozenset[str]) -> bool:
    return bool(event.adds.places & places or event.adds.track_names & tracks)

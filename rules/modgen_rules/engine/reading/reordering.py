"""Pieces outside the span of their turn: leftovers, corrections, two actors' pieces in turn.

When a round has an illegal turn, acts near it that touch what is wrong are tried in the turn
before or after, at a price. A reading of the round with the acts in that order is kept when it
is cheaper in all.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice, product

from modgen_rules.engine.reading.acts import Act, RoundLog, S
from modgen_rules.engine.reading.comparing import better
from modgen_rules.engine.reading.prices import HOMEWARD, LATE, MOVED, MOVED_EACH, MUCH, SPLIT
from modgen_rules.engine.reading.rounds import RoundReader
from modgen_rules.engine.reading.sequence import NONE, PASS, Order
from modgen_rules.engine.reading.turns import Played, R, RoundReading, T

MOST_TRIED = 60
"""How many other orders are tried."""
QUICK, AGAIN = 2_000, 2_000
"""How many steps the first search of a round takes, and those of its other orders."""
MOST_SPENT = 12_000
"""How many steps all searches of other orders take together."""
ROUNDS = 4
"""How often the best other order is varied again."""


def best_reading(
    reader: RoundReader[S, T, R], log: RoundLog[S], orders: list[Order], done: tuple[str, ...]
) -> RoundReading[S, T, R]:
    """The cheapest reading of a round with its acts in the order of the log or nearly so."""
    best = reader.read(log, orders, done, most=QUICK)
    if reader.tired:
        return best._replace(given_up=bool(best.illegal) or not best.turns)
    for ordered in (_payments_home, _together):
        if best.illegal or not best.turns:
            other = ordered(reader, log)
            if other is not None:
                best = better(best, reader.read(other, orders, done, best.cost, AGAIN))
    if not best.turns:
        best = reader.read(log, orders, done)
    for _ in range(ROUNDS):
        tried = best
        if best.illegal:
            best = _better_order(reader, best, orders, done)
        if best is tried or reader.tired:
            break
    for divided, ends in _split(reader, best):
        best = better(best, reader.read(divided, orders, done, best.cost, AGAIN, ends))
    return best._replace(given_up=reader.tired and bool(best.illegal))


def _split(
    reader: RoundReader[S, T, R], reading: RoundReading[S, T, R]
) -> Iterator[tuple[RoundLog[S], list[int]]]:
    """The round with a change of a shared counter that serves two turns as two changes."""
    rules = reader.rules
    off = [
        rules.wrong_counters(turn.turn, turn.judgement.readings[0])
        if turn.turn is not None and not turn.judgement.legal and turn.judgement.readings
        else {}
        for turn in reading.turns
    ]
    for name, (at, giver), (to, taker) in product(
        rules.shared, enumerate(reading.turns), enumerate(reading.turns)
    ):
        over = off[at].get(name, 0)
        if not over or off[to].get(name, 0) != -over:
            continue
        for n in range(giver.first, giver.last):
            act = reading.log.acts[n]
            if abs(act.adds.by(name)) <= abs(over) or act.places:
                continue
            rest, part = act.adds.split(name, over)
            acts = list(reading.log.acts)
            acts[n] = replace(act, adds=rest)
            acts.insert(taker.last, replace(act, adds=part, marks=(), said=()))
            ends = [turn.last + (turn.last >= taker.last) for turn in reading.turns]
            log = reading.log.reordered(acts, reading.log.order_price + SPLIT)
            if log is not None:
                yield log, ends


def _better_order(
    reader: RoundReader[S, T, R],
    reading: RoundReading[S, T, R],
    orders: list[Order],
    done: tuple[str, ...],
) -> RoundReading[S, T, R]:
    best = reading
    begun = reader.spent
    for log, spans in islice(_variants(reader, reading), MOST_TRIED):
        if reader.spent > begun + MOST_SPENT or reader.tired:
            break
        homeward = _homeward(reading, log, spans)
        if log.order_price < best.cost and _promising(reader, reading, log, spans, homeward):
            ends = [last for _, last in spans]
            other = reader.read(log, orders, done, best.cost, AGAIN, ends)
            best = better(best, other, HOMEWARD if homeward else MUCH)
        if not best.illegal:
            break
    return best


def _homeward(
    reading: RoundReading[S, T, R], log: RoundLog[S], spans: Sequence[tuple[int, int]]
) -> bool:
    """Whether all acts that are in another turn belong to its actor at first sight."""
    was = {act: turn for turn in reading.turns for act in reading.log.acts[turn.first : turn.last]}

    def home(act: Act[S], turn: Played[T, R]) -> bool:
        old = was.get(act)
        if not act.moves or (old is not None and old.actor == turn.actor):
            return True
        if turn.option == PASS and act.places:
            return False
        passed = old is not None and old.option == PASS and bool(act.places)
        return act.likely == turn.actor or (passed and not act.likely)

    return bool(spans) and all(
        home(act, turn)
        for turn, (first, last) in zip(reading.turns, spans, strict=True)
        for act in log.acts[first:last]
    )


def _promising(
    reader: RoundReader[S, T, R],
    reading: RoundReading[S, T, R],
    log: RoundLog[S],
    spans: Sequence[tuple[int, int]],
    homeward: bool,
) -> bool:
    """Whether fewer turns are illegal when a round's acts are in other turns.

    As many may be, when the acts move `homeward`: then the other actor may be to blame.
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


def _together(reader: RoundReader[S, T, R], log: RoundLog[S]) -> RoundLog[S] | None:
    """The acts of each actor together, by what they change; None when they are so already.

    Whoever moved the last piece later comes later.
    """
    homes = _homes(log.acts)
    ends: dict[str, int] = {}
    acts: list[Act[S]] = []
    for n, (act, home) in enumerate(zip(log.acts, homes, strict=True)):
        if act.moves or home not in ends:
            ends[home] = n
    for who in sorted(ends, key=lambda one: (not one, ends[one])):
        acts += [act for act, home in zip(log.acts, homes, strict=True) if home == who]
    moved = len(acts) - _kept_in_order([act.step for act in acts])
    if not moved:
        return None
    return log.reordered(acts, MOVED * reader.habits.order + MOVED_EACH * moved)


def _payments_home(reader: RoundReader[S, T, R], log: RoundLog[S]) -> RoundLog[S] | None:
    """Each payment in the turn of the actor whose it is, all else up to the next marker.

    None when no payment stands elsewhere, or when the markers show no end of a turn.
    """
    if reader.evidence(log).together:
        return None
    order = [who for act in log.acts for who in act.marks]
    homes = [len(order)] * len(log)
    following = len(order)
    for n in reversed(range(len(log))):
        act = log.acts[n]
        following = order.index(act.marks[0]) if act.marks else following
        owner = next((who for who in order if {who} == act.counters), "")
        paid = bool(owner) and not act.places
        homes[n] = order.index(owner) if paid else following
    acts = [log.acts[n] for n in sorted(range(len(log)), key=lambda n: (homes[n], n))]
    moved = len(acts) - _kept_in_order([act.step for act in acts])
    cost = MOVED * reader.habits.order + MOVED_EACH * moved
    return log.reordered(acts, cost) if moved else None


def _homes(acts: Sequence[Act[S]]) -> list[str]:
    """For each act the actor to which it seems to belong."""
    found = [next(iter((*act.marks, *act.said)), act.likely) for act in acts]
    words = list(accumulate((bool(act.said) for act in acts), initial=0))
    for n, act in enumerate(acts):
        if not found[n] and act.moves:
            near = sorted(
                (abs(other - n), found[other])
                for other, one in enumerate(acts)
                if found[other]
                and one.likely
                and one.places & act.places
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


Variant = tuple[RoundLog[S], list[tuple[int, int]]]
"""A round in another order, with the span of each turn."""


def _variants(reader: RoundReader[S, T, R], reading: RoundReading[S, T, R]) -> Iterator[Variant[S]]:
    """The round's acts in other turns or orders, the likeliest first."""
    yield from _swapped(reader, reading)
    acts = reading.log.acts
    record = reader.evidence(reading.log)
    homes = _homes_in(reading)
    last = len(reading.turns)
    actors = [turn.actor for turn in reading.turns]
    at_home = {turn.actor: n for n, turn in enumerate(reading.turns)}
    tried = [
        tuple(at_home.get(act.likely, homes[n]) for n, act in enumerate(acts)),
        tuple(at_home.get(act.likely or act.side, homes[n]) for n, act in enumerate(acts)),
        tuple(at_home.get(act.side, homes[n]) for n, act in enumerate(acts)),
    ]
    for chosen, to in _moves(reader, reading):
        tried.append(tuple(to if n in chosen else home for n, home in enumerate(homes)))
    found: dict[tuple[int, ...], float] = {}
    words = [
        next((at_home[who] for who in _speaking(act) if who in at_home), None)
        if not act.moves
        else None
        for act in acts
    ]
    tried += [
        tuple(home if word is None else word for home, word in zip(key, words, strict=True))
        for key in tried
    ]
    for key in dict.fromkeys(tried):
        moved = [n for n, home in enumerate(homes) if key[n] != home]
        if not any(acts[n].moves or acts[n].rolls for n in moved):
            continue
        cost = sum(record.against(actors[key[n]], n, n + 1) for n in moved)
        cost -= sum(record.against(actors[homes[n]], n, n + 1) for n in moved if homes[n] < last)
        number = len(acts) - _kept_in_order([acts[n].step for n in _in_turns(acts, key)])
        found[key] = cost + MOVED_EACH * number
    for key in sorted(found, key=lambda one: found[one]):
        log = _with_homes(reader, reading.log, key)
        if log is not None and not _overwritten(acts, homes, key):
            ends = [sum(home <= n for home in key) for n in range(last)]
            yield log, list(zip([0, *ends], ends, strict=False))


def _speaking(act: Act[S]) -> tuple[str, ...]:
    """The actors that an act without changes names: by a marker, words, or dice of their side."""
    return (*act.marks, *act.said, *((act.side,) if act.rolls else ()))


def _overwritten(acts: Sequence[Act[S]], homes: Sequence[int], key: Sequence[int]) -> bool:
    """Whether an act that is in another turn sets an alignment that this turn then changes."""
    order = _in_turns(acts, key)
    for at, n in enumerate(order):
        if key[n] == homes[n]:
            continue
        later = [acts[m] for m in order[at + 1 :] if key[m] == key[n]]
        if acts[n].adds.set_anew & {place for act in later for place in act.adds.set_anew}:
            return True
    return False


def _homes_in(reading: RoundReading[S, T, R]) -> tuple[int, ...]:
    """For each act the number of its turn; one more than the last for those left over."""
    homes = [len(reading.turns)] * len(reading.log)
    for number, turn in enumerate(reading.turns):
        homes[turn.first : turn.last] = [number] * (turn.last - turn.first)
    return tuple(homes)


def _in_turns(acts: Sequence[Act[S]], homes: Sequence[int]) -> list[int]:
    return sorted(range(len(acts)), key=lambda n: (homes[n], acts[n].step))


def _with_homes(
    reader: RoundReader[S, T, R], log: RoundLog[S], homes: Sequence[int]
) -> RoundLog[S] | None:
    """The round with each act in a turn, at the price of what is out of order."""
    acts = [log.acts[n] for n in _in_turns(log.acts, homes)]
    number = len(acts) - _kept_in_order([act.step for act in acts])
    late = [act for act in acts if act.step > log.play.end]
    cost = MOVED * reader.habits.order * (number > len(late)) + MOVED_EACH * number
    return log.reordered(acts, cost + (LATE if late else 0.0)) if number else None


def _moves(
    reader: RoundReader[S, T, R], reading: RoundReading[S, T, R]
) -> Iterator[tuple[Sequence[int], int]]:
    """Acts that may belong to another turn, with the number of that turn."""
    acts = reading.log.acts
    homes = _homes_in(reading)
    numbers = range(len(reading.turns))
    for at, turn in enumerate(reading.turns):
        if reader.rules.clauses.again in turn.broken:
            own = [n for n in numbers if n != at and reading.turns[n].actor == turn.actor]
            yield from ((range(turn.first, turn.last), to) for to in own)
        if turn.judgement.legal:
            continue
        places, tracks = reader.rules.wrong_parts(turn)
        touching = [n for n, act in enumerate(acts) if _touches(act, places, tracks)]
        inside = [n for n in touching if homes[n] == at]
        foreign = [n for n in inside if acts[n].likely != turn.actor]
        marked = [n for n, act in enumerate(acts) if turn.actor in act.marks]
        late = [n for n in inside if marked and n > marked[-1]]
        runs = [*_runs(acts, inside), *_by_piece(reading.log, inside)]
        runs += _by_piece(reading.log, late)
        for chosen in (inside, foreign, *runs, *([n] for n in inside)):
            yield from ((chosen, to) for to in numbers if to != at and chosen)
        outside = [n for n in touching if homes[n] != at]
        for other in {*homes} - {at}:
            there = [n for n in outside if homes[n] == other]
            own = [n for n in there if acts[n].likely == turn.actor]
            for chosen in (there, own, *_runs(acts, there), *([n] for n in there)):
                yield chosen, at
        after = [n for n in outside if homes[n] > at]
        yield from ((chosen, at) for chosen in (after, *_runs(acts, after)) if chosen)
    for to, turn in enumerate(reading.turns):
        own = [n for n, act in enumerate(acts) if act.likely == turn.actor]
        yield own, to


def _swapped(reader: RoundReader[S, T, R], reading: RoundReading[S, T, R]) -> Iterator[Variant[S]]:
    """A turn out of order after those that follow it, where the log leaves that open."""
    acts = list(reading.log.acts)
    marks = {who: act.step for act in acts for who in act.marks}
    said = {who: act.step for act in reversed(acts) for who in act.said}

    def open_order(turn: Played[T, R], other: Played[T, R]) -> bool:
        """Whether the log leaves open which of two turns came first."""
        ours, theirs = acts[turn.first : turn.last], acts[other.first : other.last]
        shown = [any(act.marks or act.said for act in span) for span in (ours, theirs)]
        if other.option == PASS and not shown[1]:
            return True  # all that it shows is a payment, which may be late
        if turn.option == PASS and not shown[0] and not reader.kept:
            return True  # it may be early as well, where a marker would not tell
        starts = min((act.step for act in ours if act.moves), default=0)
        if other.option == PASS and said.get(other.actor, starts) < starts:
            return True
        ends = max((act.step for act in ours if act.moves), default=0)
        begun = min((act.step for act in theirs if act.moves), default=ends)
        return ends > begun or marks.get(other.actor, 0) < marks.get(turn.actor, 0)

    number = len(reading.turns)
    for at, turn in enumerate(reading.turns):
        if reader.rules.clauses.early not in turn.broken:
            continue
        for last in range(at + 1, number):
            if not open_order(turn, reading.turns[last]):
                break
            turns = [*reading.turns]
            turns.insert(last, turns.pop(at))
            order = [act for one in turns for act in acts[one.first : one.last]]
            order += acts[reading.rest :]
            cost = MOVED_EACH * (len(order) - _kept_in_order([act.step for act in order]))
            cost += MOVED * reader.habits.order
            log = reading.log.reordered(order, cost) if len(order) == len(acts) else None
            if log is not None:
                yield log, []


def _runs(acts: Sequence[Act[S]], chosen: Sequence[int]) -> Iterator[list[int]]:
    """Chosen acts in groups that touch the same places and counters."""
    groups: dict[object, list[int]] = {}
    for n in chosen:
        key = (acts[n].adds.places, acts[n].adds.counters)
        groups.setdefault(key, []).append(n)
    if len(groups) > 1:
        yield from groups.values()


def _by_piece(log: RoundLog[S], chosen: Sequence[int]) -> Iterator[list[int]]:
    """Chosen acts that move or turn one piece, where there are several."""
    groups: dict[frozenset[str], list[int]] = {}
    for n in chosen:
        groups.setdefault(log.pieces_of(log.acts[n]), []).append(n)
    yield from (group for group in groups.values() if 1 < len(group) < len(chosen))


def touching_groups(
    acts: Sequence[Act[S]], places: frozenset[int], tracks: frozenset[str]
) -> list[list[Act[S]]]:
    """Acts that touch some places and counters: all of them, then those that belong together."""
    chosen = [n for n, act in enumerate(acts) if _touches(act, places, tracks)]
    runs = [*_runs(acts, chosen), *([n] for n in chosen)]
    groups = [chosen, *(_with_before(acts, chosen, run) for run in runs), *runs]
    found: list[list[Act[S]]] = []
    for group in groups:
        picked = [acts[n] for n in group]
        if picked and picked not in found:
            found.append(picked)
    return found


def _with_before(acts: Sequence[Act[S]], chosen: list[int], run: list[int]) -> list[int]:
    """Acts, with those before the last of them that touch none but their places."""
    places = frozenset(place for n in run for place in acts[n].adds.places)
    last = max(acts[n].step for n in run)
    return [
        n
        for n in chosen
        if n in run
        or (acts[n].step < last and acts[n].adds.places and acts[n].adds.places <= places)
    ]


def _touches(act: Act[S], places: frozenset[int], tracks: frozenset[str]) -> bool:
    return bool(act.places & places or act.counters & tracks)

"""What some acts did on the whole: steps that went from area to area, came, or were lost.

Hands move pieces in stages, take any of several like pieces, make change and put right what went
wrong. So only ends count: where pieces were before these acts, and where they are after them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import TRANS_OCEAN, Country
from modgen_rules.amigos_insurrectos.reading.record import Record

AWAY = ""
"""Where pieces are that are in no area, jungle box, sea space or box of reinforcements."""


class Flow(NamedTuple):
    """Pieces of a kind that went from one place to another; `keys` is empty when unknown."""

    kind: str
    source: str
    target: str
    steps: int
    """1.2.1: combat steps; 0 for Leaders, Artillery and Scouts."""
    keys: tuple[str, ...]
    first: int
    """The numbers of the first and the last act that show it."""
    last: int
    stops: frozenset[str] = frozenset()
    """The places in which the pieces were put down on the way."""


@dataclass
class Flows:
    """What some acts did. `placed` and `lost` count steps (or pieces without steps) by place."""

    moves: list[Flow] = field(default_factory=list)
    placed: Counter[tuple[str, str]] = field(default_factory=Counter)
    lost: Counter[tuple[str, str]] = field(default_factory=Counter)
    acts: dict[tuple[str, str], int] = field(default_factory=dict)
    """For each place and kind the last act that changed it."""

    def of(self, country: Country, side: str) -> list[Flow]:
        """The moves of a side's units and Leaders."""
        return [move for move in self.moves if country.side.get(move.kind) == side]


def spot(country: Country, place: str) -> str:
    """A place in which a piece is in play or on its way; `AWAY` for any other."""
    known = place in country.in_play or place == TRANS_OCEAN or place.startswith("turn:")
    return place if known else AWAY


def most_lost(record: Record, acts: Iterable[int], side: str) -> int:
    """The most steps that a side lost in some acts: every flip and removal counts."""
    country, found = record.country, 0
    for n in acts:
        act = record.acts[n]
        if act.what in ("move", "face") and country.side.get(act.kind) == side:
            before, after = (
                at.strength(act.piece)
                if (state := at.pieces.get(act.piece)) and spot(country, state.place)
                else 0
                for at in record.positions[n : n + 2]
            )
            found += max(0, before - after)
    return found


def flows(record: Record, acts: Sequence[int], moving: bool = True) -> Flows:
    """The flows of some acts of a record.

    `moving`: steps that are lost in one area and placed in another of one kind have moved.
    """
    country, found = record.country, Flows()
    change: Counter[tuple[str, str]] = Counter()
    for n in acts:
        act = record.acts[n]
        if act.what not in ("move", "face"):
            continue
        before, after = (record.positions[m].pieces.get(act.piece) for m in (n, n + 1))
        for state, sign in ((before, -1), (after, 1)):
            place = spot(country, state.place) if state else AWAY
            if state and place:
                change[place, state.kind] += sign * country.weight(state.kind, state.face)
                found.acts[place, state.kind] = n

    def goes_on(trail: list[int], n: int) -> bool:
        """Whether a piece goes on: not from where it was put back, and it may have left play."""
        source, target = (spot(country, one) for one in record.ends(trail))
        return target != source if target else moving

    for move in (_way(record, trail, moving) for trail in record.trails(acts, goes_on)):
        if move:
            _add(found, move)
    for move in found.moves:
        weight = move.steps or len(move.keys)
        change[move.source, move.kind] += weight
        change[move.target, move.kind] -= weight
    for spotted, number in change.items():
        (found.placed if number > 0 else found.lost)[spotted] += abs(number)
    if moving:
        _match(found, country)
    found.placed, found.lost = +found.placed, +found.lost
    return found


def _way(record: Record, trail: list[int], moving: bool) -> Flow | None:
    """The way of one piece, from where it first was in play; None if it leads nowhere."""
    country, acts = record.country, record.acts
    start, *targets = (
        spot(country, one) for one in (acts[trail[0]].source, *(acts[n].target for n in trail))
    )
    stops = [start]
    for one in targets:
        stops = stops[: stops.index(one) + 1] if one in stops else [*stops, one]
    source, target = next(filter(None, (start, *targets)), AWAY), targets[-1]
    if not target or source == target or not (moving or start):
        return None  # it is out of play, or was put down on its way from there
    state = record.positions[trail[-1] + 1].pieces[acts[trail[0]].piece]
    steps = country.strength.get((state.kind, state.face), 0)
    keys = (acts[trail[0]].piece,)
    return Flow(state.kind, source, target, steps, keys, trail[0], trail[-1], frozenset(stops))


def _add(found: Flows, move: Flow) -> None:
    """Add a move, unless it only makes like pieces change places."""
    for n, other in enumerate(found.moves):
        same = (other.kind, other.steps) == (move.kind, move.steps)
        if same and (other.source, other.target) == (move.target, move.source):
            del found.moves[n]
            return
    found.moves.append(move)


def _match(found: Flows, country: Country) -> None:
    """Steps lost in one place and placed in another, of one kind: change made on the way."""
    for target, kind in list(found.placed):
        for source in [place for place, one in found.lost if one == kind]:
            steps = min(found.placed[target, kind], found.lost[source, kind])
            if steps <= 0 or {source, target} - country.areas:
                continue
            known = (found.acts.get((place, kind)) for place in (source, target))
            first, *_, last = sorted([n for n in known if n is not None] * 2 or [0, 0])
            _add(found, Flow(kind, source, target, steps, (), first, last))
            found.placed[target, kind] -= steps
            found.lost[source, kind] -= steps

"""Movement (5.0-9.0): whether a family's turn can be explained, and what it broke if not.

Every Unit that went somewhere has its ways, each with the clauses that it would break; a turn is
the cheapest choice of one ordinary movement and of a way for each Unit.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from modgen_rules.engine.explain import Explanation, Local, SumsCost, join
from modgen_rules.engine.net_moves import NetMove
from modgen_rules.junta_coup.city import OFFICE_OF, UNARMED, City

Main = tuple[str, str] | None
"""5.c: from which space to which; None for no movement."""
COUSIN = "moves for El Presidente"
MOVES = frozenset({"moves", "flies", "is carried", "lands, moves", "comes, moves", COUSIN})


class Net(NamedTuple):
    """A Unit's trip, with who controlled it as it went."""

    trip: NetMove
    kind: str
    controller: str
    office: str
    """The Cousin's Office for which it moved in this turn (5.e); else empty."""
    moved: bool
    """Whether it moved earlier in this phase (6.b)."""
    landed: bool
    """Whether it has been on the map in this coup (7.c)."""


class Turn(NamedTuple):
    """What one family did in a Movement segment."""

    city: City
    phase: int
    family: str
    president: str
    present: tuple[str, ...]
    nets: tuple[Net, ...]
    brought: Mapping[str, frozenset[str]]
    """8.a: kinds that cards brought in this turn, and the spaces that they name."""
    homes: frozenset[str]
    """Where the family had Units as the turn began, or has."""
    flight: tuple[str, ...]
    """5.f: the places on the Helicopter's way."""
    cousins: frozenset[str]
    """5.e: Offices that the Cousin holds."""
    rebel: bool
    """9.a: whether the family is a Rebel, as far as is known."""


def explain(turn: Turn) -> Explanation | None:
    """The cheapest explanation; None when nothing moved. A legal one breaks nothing."""
    found: list[Explanation] = []
    own = [net for net in turn.nets if not net.office]
    for main in mains(turn, own):
        ways = [[*_ways(turn, net, main)] for net in own]
        for office in sorted({net.office for net in turn.nets} - {""}):
            extra = [net for net in turn.nets if net.office == office]
            options = [[[*_ways(turn, net, one)] for net in extra] for one in mains(turn, extra)]
            ways += min(options, key=lambda all_: sum(min(w.cost for w in way) for way in all_))
        found += join(ways, _finish)
    return min(found, key=lambda one: (one.cost, len(one.broken)), default=None)


def mains(turn: Turn, nets: list[Net]) -> list[Main]:
    """5.b: the movements that there may have been: none, or from where to where a Unit went."""
    found: dict[Main, None] = {None: None}
    for net in nets:
        near = turn.city.near.get(net.trip.target, frozenset())
        sources = {net.trip.source} if net.trip.source else turn.brought.get(net.kind, frozenset())
        if net.kind in ("marines", "police"):  # which may have landed, or reacted, before
            sources = near
        found |= {(at, net.trip.target): None for at in sorted(sources & near)}
    return list(found)


def _finish(sums: tuple[int, ...]) -> SumsCost:
    """5.g: the Helicopter takes one Unit along."""
    return SumsCost(1.0, ("5.g",)) if sums[0] > 1 else SumsCost(0.0, ())


def moves(pick: Local) -> bool:
    """Whether a way is a movement (5.0), not a landing, an arrival or a reaction."""
    return pick.story[0] in MOVES


def _way(turn: Turn, net: Net, story: str, *broken: str, carried: int = 0) -> Local:
    """A way: whose Unit it is (4.a, 6.c), 3.c in the Rebellion phase, 6.b when it moved before."""
    mover = turn.president if net.office else turn.family
    if story in MOVES and net.moved:
        broken = ("6.b", *broken)
    if not net.controller:
        broken = ("6.c", *broken)
    elif net.controller not in turn.present:
        broken = ("4.a", *broken)
    elif net.controller != mover and story != "reacts":
        broken = ("7.d" if story == "lands" else "6.c", *broken)
    elif story in MOVES and turn.phase == 0 and net.controller == turn.president:
        broken = ("3.c", *broken)
    return Local((carried,), float(len(broken)), broken, (story,))


def _ways(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """How a Unit may have come to where it stands."""
    city, (_, a, b) = turn.city, net.trip
    if not b:
        yield _way(turn, net, "vanishes", "14.e")
    elif not a and net.kind in OFFICE_OF:
        yield from _landing(turn, net, main)
    elif not a:
        yield from _arrival(turn, net, main)
    else:
        if net.kind == "helicopter":
            yield _way(turn, net, "flies", *(() if city.within_two(a, b) else ("5.f",)))
        if net.kind == "police" and turn.brought:
            yield from _reaction(turn, net, main)
        if not net.office:
            yield from _carried(turn, net, a)
        name = COUSIN if net.office else "moves"
        yield _way(turn, net, name, *_ordinary(turn, net, main))


def _ordinary(turn: Turn, net: Net, main: Main) -> tuple[str, ...]:
    """5.b, 5.c, 5.d, 5.e: all from one space to one adjacent space, and the Cousin's once."""
    _, a, b = net.trip
    if main == (a, b):
        return ()
    if b not in turn.city.near[a]:
        return ("5.d",)
    if main is not None and main[0] == a:
        return ("5.c",)
    return ("5.e",) if OFFICE_OF.get(net.kind) in turn.cousins else ("5.b",)


def _reaction(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """9.a, 9.b, 9.c, 9.d: to a Rebel's new Units, however far, in the Rebellion phase only."""
    new = {space for kind in UNARMED for space in turn.brought.get(kind, ())}
    _, a, b = net.trip
    if turn.phase or not turn.rebel or b not in new:
        clause = "9.c" if turn.phase else "9.b" if turn.rebel else "9.a"
        if new and b not in turn.city.near[a] and (b in new or not turn.phase):
            yield _way(turn, net, "reacts", clause)._replace(cost=0.9)
    else:
        yield _way(turn, net, "reacts")
    if not turn.phase and main is not None and main[0] in new and main[1] == b:
        yield _way(turn, net, "moves")


def _carried(turn: Turn, net: Net, a: str) -> Iterator[Local]:
    """5.g: by the Helicopter on one leg of its flight, one space."""
    near, b = turn.city.near, net.trip.target
    for p, q in pairwise(turn.flight):
        first = p == a and (b == q or q in near[b])
        last = q == b and (p == a or p in near[a])
        if b in near[a] and (first or last):
            yield _way(turn, net, "is carried", carried=1)
            return


def _landing(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """7.a, 7.b, 7.c, 7.d: Paratroopers anywhere, Marines at the Harbour; once a coup."""
    harbour, b = turn.city.harbour, net.trip.target
    if net.kind not in ("marines", "paratroopers"):
        yield _way(turn, net, "lands", "1.c")
        return
    again = ("7.c",) if net.landed else ()
    inland = () if net.kind == "paratroopers" or b in harbour else ("7.b",)
    yield _way(turn, net, "lands", *again, *inland)
    if main is not None and main[1] == b and main[0] in harbour:
        yield _way(turn, net, "lands, moves", *again)
    for spot in harbour & turn.city.near[b]:
        yield from _carried(turn, net, spot)


def _arrival(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """8.a, 8.b: by a card, where it says; then it may move at once, with the one movement."""
    city, b = turn.city, net.trip.target
    homes = turn.brought.get(net.kind, frozenset())
    homes = turn.homes if "own" in homes else homes
    if b in homes:
        yield _way(turn, net, "comes")
    elif (net.kind == "helicopter" and any(city.within_two(home, b) for home in homes)) or (
        main is not None and main[0] in homes and main[1] == b
    ):
        yield _way(turn, net, "comes, moves")
    else:
        late = main is not None and any(b in city.near[home] for home in homes)
        found = _way(turn, net, "comes, moves", "8.b" if late else "8.a")
        yield found._replace(cost=0.1) if late else found  # rather than that others went too
        for home in homes:
            yield from _carried(turn, net, home)

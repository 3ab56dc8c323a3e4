"""Movement (5.0-9.0): which legal acts explain where a family's Units went, or what they broke.

Each Unit that ends elsewhere has options, each with the clauses that it would break. A turn is the
cheapest choice of one ordinary movement and of an option for every Unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from modgen_rules.engine.reading.explain import Explanation, Local, SumsCost, join
from modgen_rules.engine.reading.prices import BREACH, BY_RULING, CAME_LATE, REACTS_TO_NOTHING
from modgen_rules.junta_coup.law.city import OFFICE_OF, City

Main = tuple[str, str] | None
"""5.c: the ordinary movement, from a space to another; None for no movement."""
COUSIN = "moves for El Presidente"
LANDS_MOVES = "lands and moves"
COMES_MOVES = "comes and moves"
MOVES = frozenset({"moves", "flies", "is carried", LANDS_MOVES, COMES_MOVES, COUSIN})


class Net(NamedTuple):
    """Where a Unit went in a Movement segment under one controller."""

    key: str
    source: str
    """Empty when it was not on the map."""
    target: str
    kind: str
    controller: str
    office: str = ""
    """The Cousin's Office for which it moved (5.e); else empty."""
    moved: bool = False
    """Whether another controller moved it earlier in this phase (6.b)."""
    landed: bool = False
    """Whether it has been on the map in this coup (7.c)."""
    staged: bool = False
    """Whether it went there in several steps over adjacent spaces (5.d)."""
    direct: bool = False
    """7.b, 8.c: whether it came from beside the map without a stop at a landing place, or where a
    card says."""
    early: bool = False
    """8.b: whether it came before the family's other Units moved."""
    lifted: bool = False
    """7.c: whether it was taken off the map on its way."""


class Turn(NamedTuple):
    """What one family did in a Movement segment."""

    city: City
    phase: int
    family: str
    president: str
    present: tuple[str, ...]
    nets: tuple[Net, ...]
    brought: Mapping[str, frozenset[str]]
    """8.a: kinds that the family's cards brought in this turn, and the spaces that they name."""
    homes: frozenset[str]
    """Where the family had Units as Movement began, or has now."""
    flight: tuple[str, ...]
    """5.f: the places on the Helicopter's way."""
    cousins: frozenset[str]
    """5.e: Offices that the Cousin holds."""
    riots: Mapping[str, bool]
    """9.a: spaces to which cards brought unarmed Units; whether a Rebel played one of them."""
    stages: bool = False
    """7.b: whether the record shows each stage of the way of Units that come."""


def explain(turn: Turn) -> Explanation | None:
    """The cheapest explanation; None when nothing moved. A legal one breaks nothing."""
    found: list[Explanation] = []
    own = [net for net in turn.nets if not net.office]
    for main in mains(turn, own):
        options = [[*_options(turn, net, main)] for net in own]
        for office in sorted({net.office for net in turn.nets} - {""}):
            extra = [net for net in turn.nets if net.office == office]
            choices = [
                [[*_options(turn, net, other)] for net in extra] for other in mains(turn, extra)
            ]
            options += min(
                choices,
                key=lambda units: sum(min(local.cost for local in unit) for unit in units),
            )
        found += join(options, _finish(turn, main))
    best = min(found, key=lambda one: (one.cost, len(one.broken)), default=None)
    if best is None:
        return None
    told = sorted(range(len(turn.nets)), key=lambda n: turn.nets[n].office)
    picks = [pick for _, pick in sorted(zip(told, best.picks, strict=True), key=itemgetter(0))]
    return best._replace(picks=tuple(picks))


def mains(turn: Turn, nets: list[Net]) -> list[Main]:
    """5.b: the movements that there may have been: none, or from where to where a Unit went."""
    found: dict[Main, None] = {None: None}
    for net in nets:
        near = turn.city.near.get(net.target, frozenset())
        sources = {net.source} if net.source else turn.brought.get(net.kind, frozenset())
        if net.kind in ("marines", "police"):  # which may have landed, or reacted, before
            sources = near
        found |= {(space, net.target): None for space in sorted(sources & near)}
    return list(found)


def _finish(turn: Turn, main: Main) -> Callable[[tuple[int, ...]], SumsCost]:
    """5.g: the Helicopter takes one Unit along; Units along on both legs are suspect."""

    def finish(sums: tuple[int, ...]) -> SumsCost:
        if sums[0] > 1:
            return SumsCost(BREACH, ("5.g",))
        along = main is not None and main in pairwise(turn.flight)
        return SumsCost(BY_RULING, ("5.g",)) if sums[0] and along else SumsCost(0.0, ())

    return finish


def moves(pick: Local) -> bool:
    """Whether an option is a movement (5.0), not a landing, an arrival or a reaction."""
    return pick.story[0] in MOVES


def rebels_by_moving(turn: Turn, found: Explanation) -> bool:
    """3.b: whether a family becomes a Rebel by its turn: it moves in the Rebellion phase."""
    own = [
        net.source and not net.office and moves(pick)
        for net, pick in zip(turn.nets, found.picks, strict=True)
    ]
    return not turn.phase and turn.family != turn.president and any(own)


def strays(turn: Turn, found: Explanation) -> bool:
    """9.b: whether the Police alone moved after a Rebel's card, but not to its new Units."""
    kinds = {
        net.kind
        for net, pick in zip(turn.nets, found.picks, strict=True)
        if net.source and moves(pick)
    }
    return not turn.phase and any(turn.riots.values()) and kinds == {"police"}


def _option(
    turn: Turn, net: Net, story: str, *broken: str, carried: int = 0, price: float = BREACH
) -> Local:
    """An option, with what is wrong whatever the Unit did.

    Its controller is away (4.a) or it has none (6.c); 3.c: El Presidente's in the Rebellion phase;
    6.b: it moved before.
    """
    total = price * len(broken)
    if story in MOVES and net.moved:
        broken, total = ("6.b", *broken), total + BREACH
    if not net.controller:
        broken, total = ("6.c", *broken), total + BREACH
    elif net.controller not in turn.present:
        broken, total = ("4.a", *broken), total + BREACH
    elif story in MOVES and turn.phase == 0 and net.controller == turn.president:
        broken, total = ("3.c", *broken), total + BREACH
    return Local((carried,), total, broken, (story,))


def _options(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """How a Unit may have come to where it is."""
    city, a, b = turn.city, net.source, net.target
    if not a and net.kind in OFFICE_OF:
        yield from _landing(turn, net, main)
    elif not a:
        yield from _arrival(turn, net, main)
    else:
        if net.kind == "helicopter":
            yield _option(turn, net, "flies", *(() if city.within_two(a, b) else ("5.f",)))
        if net.kind == "police":
            yield from _reaction(turn, net, main)
        if not net.office:
            yield from _carried(turn, net, a)
        yield _ordinary(turn, net, main)


def _ordinary(turn: Turn, net: Net, main: Main) -> Local:
    """5.b, 5.c, 5.d, 5.e: all from one space to one adjacent space, and the Cousin's once."""
    name = COUSIN if net.office else "moves"
    if main == (net.source, net.target):
        return _option(turn, net, name)
    clause, price = _departure(turn, net, main)
    return _option(turn, net, name, clause, price=price)


def _departure(turn: Turn, net: Net, main: Main) -> tuple[str, float]:
    """The clause that a Unit breaks which is not part of the ordinary movement, and its price."""
    if net.target not in turn.city.near[net.source]:
        if _rode(turn, net):
            return "5.g", BREACH
        if net.office:
            return "5.e", BY_RULING
        again = net.lifted and net.kind in ("marines", "paratroopers")
        return ("7.c" if again else "5.d" if net.staged else "5.c"), BREACH
    if main is not None and main[0] == net.source:
        return "5.c", BY_RULING
    if OFFICE_OF.get(net.kind) in turn.cousins:
        return "5.e", BY_RULING
    return "5.b", BREACH


def _rode(turn: Turn, net: Net) -> bool:
    """5.g, 5.o: whether a Unit went all the way with the Helicopter."""
    return len(turn.flight) > 2 and (turn.flight[0], turn.flight[-1]) == (net.source, net.target)


def _reaction(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """9.a, 9.b, 9.c, 9.d: to a Rebel's new Units, however far, in the Rebellion phase only."""
    if not turn.riots:
        return
    a, b = net.source, net.target
    if turn.phase or not turn.riots.get(b):
        clause = "9.c" if turn.phase else "9.a" if b in turn.riots else "9.b"
        if b not in turn.city.near[a] and (b in turn.riots or not turn.phase):
            yield _option(turn, net, "reacts", clause)._replace(cost=REACTS_TO_NOTHING)
    else:
        yield _option(turn, net, "reacts")
    if not turn.phase and main is not None and turn.riots.get(main[0]) and main[1] == b:
        yield _option(turn, net, "moves")
    for space in sorted(space for space, rebel in turn.riots.items() if rebel and not turn.phase):
        yield from _carried(turn, net, space)


def _carried(turn: Turn, net: Net, a: str) -> Iterator[Local]:
    """5.g, 5.o: by the Helicopter on one leg of its flight, one space."""
    near, b = turn.city.near, net.target
    for p, q in pairwise(turn.flight):
        first = p == a and (b == q or q in near[b])
        last = q == b and (p == a or p in near[a])
        if b in near[a] and (first or last):
            yield _option(turn, net, "is carried", carried=1)
            return


def _landing(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """7.a, 7.b, 7.c, 7.g: Paratroopers anywhere, Marines at the Harbour; once a coup."""
    landings, b = turn.city.landings, net.target
    if net.kind not in ("marines", "paratroopers"):
        yield _option(turn, net, "lands", "14.i")
        return
    again = ("7.c",) if net.landed else ()
    inland = () if net.kind == "paratroopers" or b in landings else ("7.b",)
    yield _option(turn, net, "lands", *again, *inland)
    if main is not None and main[1] == b and main[0] in landings:
        if not net.direct:
            yield _option(turn, net, LANDS_MOVES, *again)
        elif not turn.stages:
            yield _option(turn, net, LANDS_MOVES, *again, *inland, price=BY_RULING)
    for space in sorted(landings & turn.city.near[b]):
        yield from _carried(turn, net, space)


def _arrival(turn: Turn, net: Net, main: Main) -> Iterator[Local]:
    """8.a, 8.b: by a card, where it says; then it may move at once, with the one movement."""
    city, b = turn.city, net.target
    homes = turn.brought.get(net.kind, frozenset())
    homes = turn.homes if "own" in homes else homes
    if b in homes:
        yield _option(turn, net, "comes")
    elif (net.kind == "helicopter" and any(city.within_two(home, b) for home in homes)) or (
        main is not None and main[0] in homes and main[1] == b
    ):
        yield _option(turn, net, COMES_MOVES)
    else:
        late = main is not None and any(b in city.near[home] for home in homes)
        clause = "8.a" if not late or net.direct else "5.b" if net.early else "8.b"
        found = _option(turn, net, "comes" if net.direct else COMES_MOVES, clause)
        carried = [one for home in sorted(homes) for one in _carried(turn, net, home)]
        # Cheaper than that the others moved too, and dearer than a doubtful flight.
        price = BY_RULING + CAME_LATE if carried else CAME_LATE
        yield found._replace(cost=price) if late else found
        yield from carried

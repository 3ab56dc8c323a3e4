"""An Election Round as one change: from the card's reveal to the next card (6.0).

Its phases depend on one another in a fixed order, so the whole is explained at once: Patronage
falls by the Strikes, incomes follow from the board at the start, then each space takes Civic
Action, Agitation and Foundation, then cubes are redeployed, then markers go and pieces are hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import Explanation, Local, SumsCost, join
from modgen_rules.engine.reading.prices import BREACH, RESIDUE
from modgen_rules.people_power.law import conditions
from modgen_rules.people_power.law.spaces import differences
from modgen_rules.people_power.law.state import (
    AID,
    FACTIONS,
    GOV,
    NPA,
    OPPOSITION,
    PATRONAGE,
    REFORMERS,
    RESISTANCE,
    SUPPORT,
    Map,
    Space,
    State,
)

DEEPEST = 5
"""The most payments in a space: two markers, two shifts, one more."""


class Sums(NamedTuple):
    """What the spaces of a Round add up to."""

    civic: int = 0
    agitation: int = 0
    founded: int = 0
    troops: int = 0
    police: int = 0
    """How many cubes more stand here in the end: they must come from elsewhere (6.4)."""


class Outcome(NamedTuple):
    """What the Support phase may make of a space, with the clauses that it breaks."""

    space: Space
    sums: Sums
    broken: tuple[str, ...] = ()


Paths = Mapping[str, Sequence[int]]
"""Each Faction's Resources in the course of a Round: at its start and after each change."""


def round_of(
    before: State,
    after: State,
    board: Map,
    victory: bool = False,
    paths: Paths | None = None,
    ready: State | None = None,
    legal: bool = False,
) -> list[Explanation]:
    """The cheapest explanations of a Round. `victory`: the game ended in its first phase.

    `ready` is the position before the Reset phase, if it is known: who paid for a marker took it
    away before. `legal` asks for the cheapest legal ones; without any the result is empty.
    """
    if victory:
        options = [[Local(Sums(), *_still(a, b))] for a, b in _pairs(before, after)]
        return join(options, lambda _: _victory_tracks(before, after))
    options = []
    for n, (a, b) in enumerate(_pairs(before, after)):
        options.append(_locals(a, b, board, n, ready.spaces[n] if ready is not None else None))
    books = {
        who: Book.of((paths or {}).get(who, (before.track(who), after.track(who))))
        for who in FACTIONS
    }
    if legal:
        options = [[one for one in some if not one.broken] for some in options]
    return join(
        options, lambda sums: _tracks(Sums(*sums), before, after, board, books), strict=legal
    )


def _pairs(before: State, after: State) -> list[tuple[Space, Space]]:
    return list(zip(before.spaces, after.spaces, strict=True))


def _still(a: Space, b: Space) -> tuple[float, tuple[str, ...]]:
    """6.1.4: nothing more is done on the board."""
    wrong = differences(a, b)
    return (RESIDUE * len(wrong), ("6.1.4",) if wrong else ())


def _locals(before: Space, after: Space, board: Map, n: int, ready: Space | None) -> list[Local]:
    """The legal ways of a space; without any the cheapest others."""
    ways = list(supported(before, board.limits.bases))
    sound = _each(before, after, board, n, ready, (way for way in ways if not way.broken))
    legal = [one for one in sound if not one.broken]
    if legal:
        return legal
    return sorted(_each(before, after, board, n, ready, ways), key=lambda one: one.cost)[:6]


def _each(
    before: Space, after: Space, board: Map, n: int, ready: Space | None, ways: Iterable[Outcome]
) -> Iterable[Local]:
    """Results of the Support phase as ways of a space, each once."""
    found: dict[tuple[Sums, tuple[str, ...]], Local] = {}
    for way in ways:
        cost, broken = _redeployed(way, after, board, n)
        kept = ready is not None and _left_lying(before, way.space, ready)
        early = ready is not None and _left_lying(before, ready, way.space)
        unpaid = (_PRICES[bool(way.sums.civic)],) if kept else ()
        clauses = tuple(dict.fromkeys((*way.broken, *broken, *unpaid)))
        total = cost + BREACH * (len(way.broken) + kept) + prices.MOVED * early
        sums = way.sums._replace(
            troops=after.troops - before.troops, police=after.police - before.police
        )
        key = (sums, clauses)
        if key not in found or total < found[key].cost:
            reached = _reset(way.space, after) if clauses else None
            found[key] = Local(sums, total, clauses, ("election",), reached=reached)
    return found.values()


_PRICES = ("6.3.2.b", "6.3.1.b")
"""The clauses of the prices of Agitation and of Civic Action."""


def _left_lying(before: Space, without: Space, lying: Space) -> bool:
    """Whether a marker that is taken off in one position still lies there in the other."""
    return any(
        getattr(before, name) and getattr(lying, name) and not getattr(without, name)
        for name in ("terror", "protest", "strike")
    )


# --- 6.3 Support phase ---------------------------------------------------------------------------


def supported(space: Space, most_bases: int) -> Iterator[Outcome]:
    """Every result of Civic Action, Agitation and Foundation, with what they break.

    `most_bases` is the most Bases in a space (1.5.2).
    """
    for civic in _civic(Outcome(space, Sums())):
        for agitated in _agitate(civic):
            yield from _found(agitated, most_bases)


def _civic(way: Outcome) -> Iterator[Outcome]:
    """6.3.1: 2 for each marker, then 2 for each shift; in order, so a marker goes first."""
    yield way
    space, spent, broken = way.space, 0, way.broken
    for _ in range(DEEPEST):
        broken = tuple(dict.fromkeys((*broken, *conditions.broken("6.3.1.a", space))))
        if space.terror or space.protest or space.strike:
            space = space._replace(terror=0, protest=0, strike=0)
        elif space.alignment != SUPPORT:
            space = space.shifted(SUPPORT)
        else:
            return
        spent += 2
        yield Outcome(space, way.sums._replace(civic=spent), broken)


def _agitate(way: Outcome) -> Iterator[Outcome]:
    """6.3.2: 1 for Terror or Protest, then 1 for each shift, where the NPA has Control."""
    yield way
    space, broken = way.space, way.broken
    for spent in range(1, DEEPEST + 1):
        broken = tuple(dict.fromkeys((*broken, *conditions.broken("6.3.2.a", space))))
        if space.terror or space.protest:
            space = space._replace(terror=0, protest=0)
        elif space.alignment != RESISTANCE:
            space = space.shifted(RESISTANCE)
        else:
            return
        yield Outcome(space, way.sums._replace(agitation=spent), broken)


def _found(way: Outcome, most_bases: int) -> Iterator[Outcome]:
    """6.3.3: one Reformer Base in a space without Government Control."""
    yield way
    broken = way.broken + conditions.broken("6.3.3", way.space)
    if way.space.bases >= most_bases:
        broken += ("1.5.2.a",)
    based = way.space._replace(ref_base=way.space.ref_base + 1)
    yield Outcome(based, way.sums._replace(founded=1), broken)


# --- 6.4 Redeploy, 6.6 Reset ---------------------------------------------------------------------


def _redeployed(way: Outcome, after: Space, board: Map, n: int) -> tuple[float, tuple[str, ...]]:
    """What is wrong when the cubes have moved and the markers are gone."""
    space, cost, broken = way.space, 0.0, []
    reset = _reset(space, after)
    if after.troops and not (
        space.gov_base or board.ids[n] == "manila" or _held_city(space, after, board, n)
    ):
        broken.append("6.4.b")
        cost += BREACH
    if after.police > space.police and all(
        conditions.broken("6.4.a", one) for one in (space, _moved(space, after))
    ):
        broken.append("6.4.a")
        cost += BREACH
    for field, amount in differences(reset, after).items():
        clause = RESET.get(field, "6.4.d")
        if field == "alignment":
            clause = {SUPPORT: "6.3.1.c", RESISTANCE: "6.3.2.b"}.get(after.alignment, "1.6.1")
        if field == "activist" and amount < 0 and way.sums.founded:
            clause = "6.3.3"
        broken.append(clause)
        cost += RESIDUE + prices.RESIDUE_EACH * (abs(amount) - 1)
    return cost, tuple(dict.fromkeys(broken))


def _moved(space: Space, after: Space) -> Space:
    """A space with the cubes that stand in it after Redeploy."""
    return space._replace(troops=after.troops, police=after.police)


def _reset(space: Space, after: Space) -> Space:
    """A space after Redeploy and Reset, as it should be."""
    return _moved(space, after)._replace(
        terror=0, protest=0, strike=0, active=0, underground=space.guerrillas
    )


def cleared(state: State) -> State:
    """6.6: a position without the markers of its spaces, and with all Guerrillas Underground."""
    return state.with_spaces(
        space._replace(terror=0, protest=0, strike=0, active=0, underground=space.guerrillas)
        for space in state.spaces
    )


RESET = {
    "terror": "6.6.a",
    "protest": "6.6.a",
    "strike": "6.6.a",
    "face": "6.6.b",
    "ref_base": "6.3.3",
    "gov_base": "6.4.h",
}


def _held_city(space: Space, after: Space, board: Map, n: int) -> bool:
    """6.4: a City under Government Control when the Troops come: Police have moved by then."""
    policed = space._replace(police=after.police)
    return board.city[n] and (GOV in (policed.control, space.control))


# --- tracks --------------------------------------------------------------------------------------


def incomes(before: State, board: Map) -> dict[str, int]:
    """6.2: what each Faction has after the Resources phase."""
    pops = list(zip(before.spaces, board.pop, strict=True))
    gains = {
        GOV: before.track(AID) + sum(pop for space, pop in pops if space.control == GOV),
        REFORMERS: sum(pop for space, pop in pops if space.alignment == OPPOSITION),
        NPA: 2 * sum(space.npa_base for space in before.spaces),
    }
    return {who: min(board.limits.edge, before.track(who) + gain) for who, gain in gains.items()}


def _victory_tracks(before: State, after: State) -> SumsCost:
    """6.1.1, and nothing else changes when the game ends here."""
    wrong = []
    if after.track(PATRONAGE) != before.after_strikes().track(PATRONAGE):
        wrong.append("6.1.1")
    if any(after.track(who) != before.track(who) for who in (*FACTIONS, AID)):
        wrong.append("6.1.4")
    return SumsCost(RESIDUE * len(wrong), tuple(wrong))


class Book(NamedTuple):
    """What the log shows of a Faction's Resources in a Round."""

    most: int
    """The most that the Faction had."""
    rises: int
    """By how much they rose in single changes, all together."""
    falls: int
    changes: int
    """In how many changes."""

    @classmethod
    def of(cls, values: Sequence[int]) -> Book:
        """The changes between values."""
        changes = [b - a for a, b in pairwise(values) if a != b]
        return cls(
            max(values),
            sum(by for by in changes if by > 0),
            -sum(by for by in changes if by < 0),
            len(changes),
        )


def _tracks(
    sums: Sums, before: State, after: State, board: Map, books: Mapping[str, Book]
) -> SumsCost:
    wrong = []
    off = after.track(PATRONAGE) - before.after_strikes().track(PATRONAGE)
    earned = incomes(before, board)
    gains = {who: earned[who] - before.track(who) for who in FACTIONS}
    spent = {GOV: sums.civic, NPA: sums.agitation, REFORMERS: 0}
    over = {who: after.track(who) - earned[who] + spent[who] for who in FACTIONS}
    over = {who: value for who, value in over.items() if value}
    if off and not 0 < -off == over.get(GOV, 0) <= sums.civic:  # Civic Action paid with Patronage
        wrong.append("6.1.1")
    if after.track(AID) != board.limits.aid_reset:
        wrong.append("6.2.1.b")
    shown = [_shown(books[who], value, gains[who], spent[who]) for who, value in over.items()]
    deal = 0.0
    if (
        sum(over.values()) == 0
        and any(shown)
        and all(_traced(books[who], value, gains[who], spent[who]) for who, value in over.items())
    ):
        deal = prices.DEAL + prices.HIDDEN_DEAL * (not all(shown))
    elif over:
        unpaid = [who for who, value in over.items() if 0 < value <= spent[who]]
        if sum(over.values()) or not unpaid:
            unpaid = list(over)
        for who in unpaid:  # what one Faction paid for another is one breach
            paid = 0 if books[who].most > earned[who] else spent[who]
            wrong.append(_blamed(who, over[who], paid))
    if sums.founded > 1:
        wrong.append("6.3.3")
    if sums.troops or sums.police:
        wrong.append("6.4.d")
    paid_otherwise = any(
        books[who].rises == gains[who] and books[who].falls != spent[who]
        for who in FACTIONS
        if books[who].changes > 1
    )
    cost = RESIDUE * len(wrong) + prices.PAID_UNSEEN * paid_otherwise + deal
    return SumsCost(cost, tuple(wrong))


def _shown(book: Book, over: int, gain: int, spent: int) -> bool:
    """1.4.1: whether the log shows what a Faction gave or got beside its income and payments."""
    if book.changes < 2:
        return False
    return book.rises == gain + over if over > 0 else book.falls == spent - over


def _traced(book: Book, over: int, gain: int, spent: int) -> bool:
    """Whether a transfer is shown, or may be part of the only change of a Faction's Resources."""
    merged = book.changes == 1 and book.rises - book.falls != gain
    return merged or _shown(book, over, gain, spent)


def _blamed(who: str, over: int, spent: int) -> str:
    """The clause of wrong Resources: the price where too little was paid, else the income."""
    if 0 < over <= spent:
        return {GOV: "6.3.1.b", NPA: "6.3.2.b"}.get(who, CLAUSES[who])
    return CLAUSES[who]


CLAUSES = {GOV: "6.2.1.a", REFORMERS: "6.2.2", NPA: "6.2.3"}
"""The clause of each Faction's income."""

"""An Election Round as one change: from the card's reveal to the next card (6.0).

Its phases depend on one another in a fixed order, so the whole is explained at once: Patronage
falls by the Strikes, incomes follow from the board at the start, then each space takes Civic
Action, Agitation and Foundation, then cubes are redeployed, then markers go and pieces are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modgen_rules.engine.explain import Explanation, Local, SumsCost, join
from modgen_rules.people_power.spaces import BROKEN, differences
from modgen_rules.people_power.state import (
    AID,
    BASES,
    FACTIONS,
    GOV,
    MOST,
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

AID_RESET = 5
WRONG = 4.0
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


Peaks = Mapping[str, int]
"""The most Resources that each Faction had in the course of a Round."""


def round_of(
    before: State, after: State, board: Map, victory: bool = False, peaks: Peaks | None = None
) -> list[Explanation]:
    """The cheapest explanations of a Round. `victory`: the game ended in its first phase."""
    if victory:
        options = [[Local(Sums(), *_still(a, b))] for a, b in _pairs(before, after)]
        return join(options, lambda _: _victory_tracks(before, after))
    options = []
    for n, (a, b) in enumerate(_pairs(before, after)):
        options.append(_locals(a, b, board, n))
    return join(options, lambda sums: _tracks(Sums(*sums), before, after, board, peaks or {}))


def _pairs(before: State, after: State) -> list[tuple[Space, Space]]:
    return list(zip(before.spaces, after.spaces, strict=True))


def _still(a: Space, b: Space) -> tuple[float, tuple[str, ...]]:
    """6.1.4: nothing more is done on the board."""
    wrong = differences(a, b)
    return (WRONG * len(wrong), ("6.1.4",) if wrong else ())


def _locals(before: Space, after: Space, board: Map, n: int) -> list[Local]:
    found: dict[tuple[Sums, tuple[str, ...]], Local] = {}
    for way in supported(before):
        cost, broken = _redeployed(way.space, after, board, n)
        clauses = tuple(dict.fromkeys((*way.broken, *broken)))
        total = cost + BROKEN * len(way.broken)
        sums = way.sums._replace(
            troops=after.troops - before.troops, police=after.police - before.police
        )
        key = (sums, clauses)
        if key not in found or total < found[key].cost:
            found[key] = Local(sums, total, clauses, ("election",))
    legal = [one for one in found.values() if not one.broken]
    return legal or sorted(found.values(), key=lambda one: one.cost)[:6]


# --- 6.3 Support phase ---------------------------------------------------------------------------


def supported(space: Space) -> Iterator[Outcome]:
    """Every result of Civic Action, Agitation and Foundation, with what they break."""
    for civic in _civic(Outcome(space, Sums())):
        for agitated in _agitate(civic):
            yield from _found(agitated)


def _civic(way: Outcome) -> Iterator[Outcome]:
    """6.3.1: 2 for each marker, then 2 for each shift; in order, so a marker goes first."""
    yield way
    space, spent, broken = way.space, 0, way.broken
    for _ in range(DEEPEST):
        if not (space.troops and space.police and space.control == GOV):
            broken = tuple(dict.fromkeys((*broken, "6.3.1.a")))
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
        if space.control != NPA:
            broken = tuple(dict.fromkeys((*broken, "6.3.2.a")))
        if space.terror or space.protest:
            space = space._replace(terror=0, protest=0)
        elif space.alignment != RESISTANCE:
            space = space.shifted(RESISTANCE)
        else:
            return
        yield Outcome(space, way.sums._replace(agitation=spent), broken)


def _found(way: Outcome) -> Iterator[Outcome]:
    """6.3.3: one Reformer Base in a space without Government Control."""
    yield way
    broken = way.broken
    if way.space.control == GOV:
        broken += ("6.3.3",)
    if way.space.bases >= BASES:
        broken += ("1.5.2.a",)
    based = way.space._replace(ref_base=way.space.ref_base + 1)
    yield Outcome(based, way.sums._replace(founded=1), broken)


# --- 6.4 Redeploy, 6.6 Reset ---------------------------------------------------------------------


def _redeployed(space: Space, after: Space, board: Map, n: int) -> tuple[float, tuple[str, ...]]:
    """What is wrong when the cubes have moved and the markers are gone."""
    cost, broken = 0.0, []
    moved = space._replace(troops=after.troops, police=after.police)
    reset = moved._replace(terror=0, protest=0, strike=0, active=0, underground=space.guerrillas)
    if after.troops and not (
        space.gov_base or board.ids[n] == "manila" or _held_city(space, after, board, n)
    ):
        broken.append("6.4.b")
        cost += BROKEN
    if after.police > space.police and not (_held(space) or moved.control == GOV):
        broken.append("6.4.a")
        cost += BROKEN
    for field, amount in differences(reset, after).items():
        clause = RESET.get(field, "6.4.d")
        if field == "alignment" and after.alignment not in (SUPPORT, RESISTANCE):
            clause = "1.6.1"
        if field == "activist" and amount < 0 and after.ref_base:
            clause = "6.3.3"
        broken.append(clause)
        cost += WRONG + (abs(amount) - 1) / 2
    return cost, tuple(dict.fromkeys(broken))


RESET = {
    "terror": "6.6.a", "protest": "6.6.a", "strike": "6.6.a", "face": "6.6.b",
    "alignment": "6.3.1.c", "ref_base": "6.3.3", "gov_base": "6.4.h",
}  # fmt: skip


def _held(space: Space) -> bool:
    return space.control == GOV


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
    return {who: min(MOST, before.track(who) + gain) for who, gain in gains.items()}


def _victory_tracks(before: State, after: State) -> SumsCost:
    """6.1.1, and nothing else changes when the game ends here."""
    wrong = []
    if after.track(PATRONAGE) != before.after_strikes().track(PATRONAGE):
        wrong.append("6.1.1")
    if any(after.track(who) != before.track(who) for who in (*FACTIONS, AID)):
        wrong.append("6.1.4")
    return SumsCost(WRONG * len(wrong), tuple(wrong))


def _tracks(sums: Sums, before: State, after: State, board: Map, peaks: Peaks) -> SumsCost:
    wrong = []
    off = after.track(PATRONAGE) - before.after_strikes().track(PATRONAGE)
    earned = incomes(before, board)
    spent = {GOV: sums.civic, NPA: sums.agitation, REFORMERS: 0}
    over = {who: after.track(who) - earned[who] + spent[who] for who in FACTIONS}
    over = {who: value for who, value in over.items() if value}
    if off and not 0 < -off == over.get(GOV, 0) <= sums.civic:  # Civic Action paid with Patronage
        wrong.append("6.1.1")
    if after.track(AID) != AID_RESET:
        wrong.append("6.2.1.b")
    if over and sum(over.values()):
        for who, value in over.items():
            too_much = peaks.get(who, earned[who]) > earned[who]
            wrong.append(_blamed(who, value, 0 if too_much else spent[who]))
    if sums.founded > 1:
        wrong.append("6.3.3")
    if sums.troops or sums.police:
        wrong.append("6.4.d")
    return SumsCost(WRONG * len(wrong), tuple(wrong))


def _blamed(who: str, over: int, spent: int) -> str:
    """The clause of wrong Resources: the price where too little was paid, else the income."""
    if 0 < over <= spent:
        return {GOV: "6.3.1.b", NPA: "6.3.2.b"}.get(who, CLAUSES[who])
    return CLAUSES[who]


CLAUSES = {GOV: "6.2.1.a", REFORMERS: "6.2.2", NPA: "6.2.3"}
"""The clause of each Faction's income."""

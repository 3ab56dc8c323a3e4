"""How one space may have come to look as it does: scripts run from before, held against after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from heapq import nsmallest
from typing import NamedTuple

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.explain import Local, Sums
from modgen_rules.engine.reading.prices import BREACH, RESIDUE
from modgen_rules.people_power.law.actions import ACTIONS, Script, lift, scripts
from modgen_rules.people_power.law.bounds import Reach, can_become, out_of_bounds, reaches
from modgen_rules.people_power.law.options import (
    Context,
    Effect,
    Outcome,
    StepFunction,
    Traffic,
)
from modgen_rules.people_power.law.state import FIELDS, NEUTRAL, SUPPORT, Limits, Space

SHIFTS = frozenset({"protest", "terror", "charm", "strike"})
"""Actions that shift an alignment one step (1.6.2)."""
KEPT = 6
"""The number of options kept for a space when none is legal."""
ELSEWHERE: Mapping[str, str] = {
    "troops": "3.1.b", "police": "3.1.b", "gov_base": "3.1.b", "activist": "3.1.b",
    "ref_base": "3.1.b", "guerrilla": "3.1.b", "face": "1.5.3.g", "npa_base": "3.1.b",
    "terror": "1.8.1.b", "protest": "1.8.2.b", "strike": "1.8.2.b", "alignment": "1.6.1",
}  # fmt: skip
"""Clauses for changes that no part of an action accounts for."""


ALIGNMENT = FIELDS.index("alignment")
SINGLE = frozenset({"troops", "police", "activist", "guerrilla"})
"""Pieces of which one is easily taken for another; not Bases."""
SWAPS = frozenset(map(FIELDS.index, ("troops", "police", "activist", "underground")))


class Choice(NamedTuple):
    """What is held against a space: an Operation, a Special Activity, an Event's steps."""

    operation: str | None = None
    activity: str | None = None
    lifts: tuple[str, ...] = ()
    """Kinds of the actor's pieces that may be lifted from the map (1.5.1)."""
    where: str = "any"
    """Where an Event allows the action: a region, a kind of space, a space's id."""
    then: tuple[StepFunction, ...] = ()
    """What an Event adds where its action was executed."""
    steps: tuple[StepFunction, ...] = ()
    """An Event's own steps in every space."""


@lru_cache(maxsize=1 << 11)
def results(step: StepFunction, space: Space, here: Context) -> tuple[Outcome, ...]:
    """The results of a step, which several plans ask for."""
    return tuple(step(space, here))


@lru_cache(maxsize=1 << 13)
def legal_results(step: StepFunction, space: Space, here: Context) -> tuple[Outcome, ...]:
    """The results of a step that break no clause."""
    return tuple(one for one in step(space, here) if not one.broken)


def run_to(
    starts: Iterable[Space], steps: tuple[StepFunction, ...], here: Context, goal: Space
) -> list[Outcome]:
    """The results of steps in order, each once, that are the goal and break no clause."""
    reach = reaches(steps, "gov_base" in here.scarce, here.limits)
    ways = [Outcome(one) for one in starts if can_become(one, goal, reach[0])]
    for n, step in enumerate(steps, start=1):
        rest = reach[n] if n < len(steps) else None
        found = [
            way.then(after)
            for way in ways
            for after in legal_results(step, way.space, here)
            if (after.space == goal if rest is None else can_become(after.space, goal, rest))
        ]
        ways = list(dict.fromkeys(found)) if len(found) > 1 else found
    return ways


@lru_cache(maxsize=1 << 14)
def legal_ways(before: Space, after: Space, choice: Choice, here: Context) -> tuple[Local, ...]:
    """The legal ways from before to after, each effect once."""
    found: dict[Effect, Local] = {}
    starts = _starts(before, after, choice.lifts)
    for script in _scripts(choice, here):
        for way in run_to(starts, script.steps, here, after):
            known = found.get(way.effect)
            cost = prices.DOUBT * len(way.doubts)
            if known is None or cost < known.cost:
                found[way.effect] = Local(way.effect, cost, (), script.story, way.doubts)
    return tuple(found.values())


Found = dict[tuple[Sums, tuple[str, ...]], Local]
"""Ways by what they add and what they break."""


@lru_cache(maxsize=1 << 14)
def likely_ways(
    before: Space, after: Space, choice: Choice, here: Context, limit: float
) -> tuple[Local, ...]:
    """The cheapest ways, legal or not: conditions broken, fields wrong.

    Ways that cost more than the limit are left out.
    """
    found: Found = {}
    moves: tuple[str, ...] = ()
    if choice.operation and (here.arriving or here.leaving or any(here.cubes)):
        moves = (choice.operation,)
    for script in _scripts(choice, here):
        story = script.story or moves
        for way in _below(before, after, script, story, choice.lifts, here, limit):
            _keep(found, way, before)
    return _cheapest(found)


@lru_cache(maxsize=1 << 15)
def _below(
    before: Space,
    after: Space,
    script: Script,
    story: tuple[str, ...],
    lifts: tuple[str, ...],
    here: Context,
    limit: float,
) -> tuple[Local, ...]:
    """The cheapest ways of one script that cost no more than a limit; several actions share it.

    `story` is blamed for what differs.
    """
    found: Found = {}
    for way in _run_near(_starts(before, after, lifts), script.steps, here, after, limit):
        differ = differences(way.space, after)
        base = _breaches(way)
        least = 1 if _swapped(differ) else len(differ.keys() - _staying(before, after, differ))
        if base + RESIDUE * least - prices.TOO_FAR * ("alignment" in differ) > limit:
            continue
        cost, wrong = residue(way.space, after, differ, story, before, here)
        if cost + base > limit:
            continue
        broken = tuple(dict.fromkeys(way.broken + wrong))
        reached = None if way.space == after else way.space
        for effect in _effects(script, way.effect, differ):
            local = Local(effect, cost + base, broken, script.story, way.doubts, reached)
            if _keep(found, local, before) and len(found) >= KEPT:
                limit = nsmallest(KEPT, [one.cost for one in found.values()])[-1]
    return _cheapest(found)


def _effects(script: Script, effect: Effect, differ: Mapping[str, int]) -> Iterator[Effect]:
    """The effect of a way; and that of what was done if too many or too few pieces were removed."""
    yield effect
    more = -differ.get("activist", 0) - differ.get("ref_base", 0)
    if more and "roundup" in script.story:
        yield effect.rounding_up(max(0, effect.rounded + more))
    bases = -differ.get("npa_base", 0)
    if bases and "assault" in script.story:
        yield effect.assaulting(bases)


def _keep(found: Found, way: Local, before: Space) -> bool:
    """Keep the cheapest way of each effect and breach; of two, not the one that did nothing.

    The ways stay in the order in which they were found, whatever the limit is.
    """
    key = way.adds, way.broken
    known = found.get(key)
    if known is not None and way.cost < known.cost:
        del found[key]
    elif known is not None and not (way.cost == known.cost and known.reached == before):
        return False
    found[key] = way
    return True


def _cheapest(found: Found) -> tuple[Local, ...]:
    return tuple(sorted(found.values(), key=lambda one: one.cost)[:KEPT])


def _run_near(
    starts: Iterable[Space],
    steps: tuple[StepFunction, ...],
    here: Context,
    goal: Space,
    limit: float,
) -> list[Outcome]:
    """The results of steps in order, each once, that may be a way to the goal below the limit."""
    reach = reaches(steps, False, here.limits)
    ways = [Outcome(one) for one in starts if _residue_at_least(one, goal, reach[0]) <= limit]
    for step, rest in zip(steps, reach[1:], strict=True):
        known: dict[Space, float] = {}
        found: dict[Outcome, None] = {}
        for way in ways:
            for after in results(step, way.space, here):
                least = known.get(after.space)
                if least is None:
                    least = known[after.space] = _residue_at_least(after.space, goal, rest)
                if least > limit:
                    continue
                one = way.then(after)
                if not (one.broken or one.doubts) or least + _breaches(one) <= limit:
                    found[one] = None
        ways = list(found)
    return ways


def _breaches(way: Outcome) -> float:
    """What the broken conditions of a way cost, and its doubts."""
    return BREACH * len(set(way.broken)) + prices.DOUBT * len(way.doubts)


def _residue_at_least(space: Space, goal: Space, reach: Reach) -> float:
    """What differs from the goal costs at least, when steps with this reach follow."""
    wrong = out_of_bounds(space, goal, reach)
    if not wrong:
        return 0.0
    if len(wrong) == 2 and SWAPS.issuperset(wrong):
        return RESIDUE + prices.RESIDUE_EACH
    number = len(wrong - STAYS if wrong & PIECES else wrong)
    return RESIDUE * number - prices.TOO_FAR * (ALIGNMENT in wrong)


def _starts(before: Space, after: Space, lifts: tuple[str, ...]) -> list[Space]:
    """The space as it was, and with pieces lifted from it."""
    starts = [before]
    for kind in lifts:
        starts += [lifted for start in list(starts) for lifted in lift(kind, start, after)]
    return starts


def at(where: str, here: Context) -> bool:
    """Whether an Event's place is this one: any, a kind of space, a region, a space's id."""
    return where in ("any", "city" if here.city else "countryside", here.region, here.id)


def _scripts(choice: Choice, here: Context) -> tuple[Script, ...]:
    """The scripts of an action in a space."""
    return _scripts_of(choice, here.traffic, at(choice.where, here))


@lru_cache(maxsize=1 << 10)
def _scripts_of(choice: Choice, traffic: Traffic, allowed: bool) -> tuple[Script, ...]:
    """The scripts of an action, with what an Event makes of it where it is allowed (5.1.5)."""
    found = []
    for script in scripts(choice.operation, choice.activity, traffic):
        if script.story and not allowed:
            continue
        end = choice.then if script.story else ()
        story = script.story or (("event",) if choice.steps else ())
        found.append(Script((*script.steps, *end, *choice.steps), story))
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def _reach(choice: Choice, traffic: Traffic, allowed: bool, scarce: bool, limits: Limits) -> Reach:
    """What all scripts of an action can change, one or the other."""
    steps = (step for script in _scripts_of(choice, traffic, allowed) for step in script.steps)
    return reaches(tuple(dict.fromkeys(steps)), scarce, limits, choice.lifts)[0]


def least_cost(before: Space, after: Space, choice: Choice, here: Context, strict: bool) -> float:
    """What every way from before to after costs at least, found with little work.

    If it must be legal (`strict`) and there is surely none, that is infinite.
    """
    scarce = strict and "gov_base" in here.scarce
    reach = _reach(choice, here.traffic, at(choice.where, here), scarce, here.limits)
    if strict:
        return 0.0 if can_become(before, after, reach) else float("inf")
    return _residue_at_least(before, after, reach)


def residue(
    reached: Space,
    seen: Space,
    differ: Mapping[str, int],
    story: tuple[str, ...],
    before: Space,
    here: Context,
) -> tuple[float, tuple[str, ...]]:
    """What the log shows beyond a way: its cost, and the clauses that say how it should be."""
    cost = 0.0
    clauses: list[str] = []
    stays = _staying(before, seen, differ)
    for field, amount in differ.items():
        if field in stays:
            continue
        clause = blamed(field, amount, story, before, seen, here)
        far = field == "alignment" and reached.alignment == NEUTRAL != before.alignment
        if far and SHIFTS.intersection(story):
            cost -= prices.TOO_FAR
        clauses.append(clause)
        # Guerrillas that all keep the wrong face are one mistake.
        cost += RESIDUE + (prices.RESIDUE_EACH * (abs(amount) - 1) if field != "face" else 0)
        cost += prices.STRAY if clause == ELSEWHERE[field] else 0
    if _swapped(differ) and len(set(clauses)) > 1:
        foreign = [clause for clause in clauses if clause == "3.1.b"]
        clauses = [clause for clause in clauses if clause not in foreign]
        cost -= RESIDUE - prices.RESIDUE_EACH + prices.STRAY * len(foreign)
    return cost, tuple(dict.fromkeys(clauses))


LAST = {
    "npa_base": "guerrilla",
    "strike": "guerrilla",
    "ref_base": "activist",
    "protest": "activist",
}
"""What goes only after all of some other pieces (1.5.4, 1.8.2)."""
STAYS = frozenset(map(FIELDS.index, LAST))
PIECES = frozenset(map(FIELDS.index, ("underground", "active", "activist")))


def _staying(before: Space, seen: Space, differ: Mapping[str, int]) -> set[str]:
    """What differs only because pieces stayed that must go before it."""
    return {
        name
        for name, first in LAST.items()
        if min(differ.get(name, 0), differ.get(first, 0)) > 0
        and getattr(before, name) == getattr(seen, name)
    }


def _swapped(differ: Mapping[str, int]) -> bool:
    """Whether a space differs only in that pieces of one kind stand for those of another."""
    return len(differ) == 2 and differ.keys() <= SINGLE and not sum(differ.values())


def differences(reached: Space, seen: Space) -> dict[str, int]:
    """Fields that differ and by how much: Guerrillas by number, then by face."""
    if reached == seen:
        return {}
    found = {
        name: b - a
        for name, a, b in zip(FIELDS, reached, seen, strict=True)
        if a != b and name not in ("underground", "active", "alignment")
    }
    if reached.alignment != seen.alignment:
        found["alignment"] = 1
    if found.get("protest", 0) * found.get("strike", 0) < 0:
        del found["protest"]  # one marker with its other side up
    number = seen.guerrillas - reached.guerrillas
    if number:
        found["guerrilla"] = number
    elif reached.active != seen.active:
        found["face"] = seen.active - reached.active
    return found


def blamed(
    field: str, amount: int, story: tuple[str, ...], before: Space, seen: Space, here: Context
) -> str:
    """The clause that says how much of a field there should be."""
    if "event" in story:
        far = field == "alignment" and before.alignment and seen.alignment
        return "1.6.2.b" if far else "5.1.a"
    first = story[0] if story else ""
    if field.endswith("_base") and amount > 0 and seen.bases > here.limits.bases:
        return {"rally": "3.4.1.d", "recruit": "3.3.1.d"}.get(first, "1.5.2.a")
    special = {
        ("sweep", "face"): "3.2.2.f" if here.city else "",
        ("march", "face"): "3.4.2.e" if before.alignment == SUPPORT else "",
        ("rally", "guerrilla"): "3.4.1.c" if before.npa_base else "",
        ("recruit", "activist"): "3.3.1.c" if before.ref_base else "",
    }.get((first, field))
    special = special or _precise(field, amount, story, before, seen)
    if special:
        return special
    still = not (here.arriving or here.leaving) and first in ("march", "assemble")
    nothing_moved = still and len(story) == 1 and field in ("guerrilla", "activist")
    only_taken = story == ("assemble",) and field in ("protest", "terror") and amount > 0
    return ELSEWHERE[field] if nothing_moved or only_taken else _named(field, story)


def _precise(field: str, amount: int, story: tuple[str, ...], before: Space, seen: Space) -> str:
    """The clause of a single sort of piece or marker, where an action has one for it."""
    cubes = before.cubes - seen.cubes if field in ("troops", "police") else 0
    cases = {
        ("assault", "guerrilla"): ("3.2.4.h", seen.underground < before.underground),
        ("assemble", "strike"): ("3.3.2.h", amount < 0),
        ("persuade", "npa_base"): ("3.3.3.e", amount < 0),
        ("rally", "npa_base"): ("3.4.1.e", amount > 0 and before.npa_base > 0),
        ("rally", "face"): ("1.5.3.h", seen.active > before.active),
    }
    if "convert" in story and cubes > 2:
        return "4.3.2.b"
    clause, holds = cases.get((story[0] if story else "", field), ("", False))
    return clause if holds else ""


def _named(field: str, story: tuple[str, ...]) -> str:
    """The clause by which a part of the story may change a field."""
    last = {"ambush", "canvass"} | ({"enrich", "charm"} if field == "alignment" else set())
    for name in reversed(story) if last.intersection(story) else story:
        if name in ACTIONS and field in ACTIONS[name].blame:
            return ACTIONS[name].blame[field]
    return ELSEWHERE[field]

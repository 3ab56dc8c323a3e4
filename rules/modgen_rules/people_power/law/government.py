"""The Government's four Operations (3.2) and three Special Activities (4.2), step by step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from modgen_rules.people_power.law.conditions import broken
from modgen_rules.people_power.law.options import (
    Context,
    Effect,
    Group,
    Outcome,
    activate,
    price,
    remove_cubes,
    unless,
)
from modgen_rules.people_power.law.state import NEUTRAL, SUPPORT, Space

MARCOS, IMELDA, VER, ENRILE = 41, 42, 43, 44
"""Personalities whose momentum changes a procedure (5.3)."""
PRESIDENTIAL = 37
"""The Election card while which Enrich adds Population once (2.4.1)."""


def train(space: Space, here: Context) -> Iterator[Outcome]:
    """3.2.1: up to four cubes in a City or with a Base; Control alone lets a space be selected."""
    wrong = broken("3.2.1.a", space, here.city)
    crowded = wrong or broken("3.2.1.c", space, here.city)
    paid, rest = price(here, here.limits.train_price), space[2:]
    most = here.limits.train_cubes
    for troops in range(most + 1):
        for number in range(troops, most + 1):
            placed = Space(space.troops + troops, space.police + number - troops, *rest)
            yield Outcome(placed, paid, crowded if number else wrong)


def train_extra(space: Space, here: Context) -> Iterator[Outcome]:
    """3.2.1: then, in one space with Government Control, a Base for three cubes or Civic Action."""
    yield Outcome(space)
    wrong = broken("3.2.1.e", space)
    wrong += unless(space.bases < here.limits.bases, "3.2.1.f")
    cubes, base, rest = here.limits.cubes_for_base, space.gov_base + 1, space[3:]
    for given in range(cubes):
        for fewer, _ in remove_cubes(space, given):
            built = Space(fewer.troops, fewer.police, base, *rest)
            yield Outcome(built, _extra(), (*wrong, "3.2.1.f"))
    for fewer, number in remove_cubes(space, cubes):
        if number == cubes:
            built = Space(fewer.troops, fewer.police, base, *rest)
            yield Outcome(built, _extra(), wrong)
            for shifted in train_civic_action(built):
                yield shifted._replace(broken=("3.2.1.e",))
            if "gov_base" in here.scarce:
                yield Outcome(fewer, _extra(), wrong)
    yield from train_civic_action(space)


def train_civic_action(space: Space) -> Iterator[Outcome]:
    """3.2.1: with Troops and Police, no Protest or Strike; 2 for Terror and for each shift."""
    wrong = broken("3.2.1.g", space)
    starts: list[tuple[int, Space, tuple[str, ...]]] = [(0, space, ())]
    if space.terror:
        cleared = space._replace(terror=0)
        yield Outcome(cleared, _extra(2), wrong)
        starts = [(2, cleared, ()), (0, space, ("3.2.1.i",))]
    for paid, start, doubts in starts:
        once = start.shifted(SUPPORT)
        if once != start:
            yield Outcome(once, _extra(paid + 2), wrong, doubts)
        twice = once.shifted(SUPPORT)
        if twice != once:
            yield Outcome(twice, _extra(paid + 4), wrong, doubts)


@cache
def _extra(cost: int = 0) -> Effect:
    """3.2.1: a Base or a Civic Action besides the cubes, and what it costs."""
    return Effect(cost=cost, extra=1)


def sweep_leave(space: Space, here: Context) -> Iterator[Outcome]:
    """3.2.2: cubes leave, but not from a space with a Protest or Strike."""
    troops, police = (min(change, 0) for change in here.cubes)
    left = space._replace(troops=space.troops + troops, police=space.police + police)
    yield Outcome(left, broken=broken("3.2.2.c", space))


def sweep(space: Space, here: Context) -> Iterator[Outcome]:
    """3.2.2: cubes come, then every two Troops (in a City: every two cubes) find a Guerrilla."""
    troops, police = (max(change, 0) for change in here.cubes)
    come = space._replace(troops=space.troops + troops, police=space.police + police)
    hunters = come.cubes if here.city else come.troops
    cost = 1 if ENRILE in here.personalities else 2
    yield Outcome(activate(come, hunters // 2), price(here, cost))


def roundup(space: Space, here: Context) -> Iterator[Outcome]:
    """3.2.3, 3.1.3, 1.5.4: as many Active Reformer pieces as Police; Bases last."""
    active = space.activist if space.protest else 0
    wrong = broken("3.2.3.a", space)
    gone = min(space.police, active)
    left = space._replace(activist=space.activist - gone)
    bases = 0 if left.activist else min(space.police - gone, space.ref_base)
    yield _rounded(left._replace(ref_base=left.ref_base - bases), gone + bases, here, wrong)
    for early, taken in product(range(1, space.ref_base + 1), range(active)):
        if early + taken <= space.police:
            fewer = space._replace(activist=space.activist - taken, ref_base=space.ref_base - early)
            yield _rounded(fewer, early + taken, here, ("3.2.3.d",))
    if space.activist and not (active and space.police):
        for spared in range(space.activist):
            fewer = space._replace(activist=spared)
            yield _rounded(fewer, space.activist - spared, here, ("3.2.3.a",))


def _rounded(left: Space, taken: int, here: Context, wrong: tuple[str, ...]) -> Outcome:
    """3.2.3: a space that has lost Reformer pieces, two of which cost 1 Aid."""
    return Outcome(left.settled(), price(here, 2).rounding_up(taken), wrong)


def assault(space: Space, here: Context) -> Iterator[Outcome]:
    """3.2.4, 3.1.3, 1.5.4: as many Active NPA pieces as Troops (in a City: cubes); Bases last."""
    wrong = broken("3.2.4.a", space)
    strength = space.cubes if here.city else space.troops
    gone = min(strength, space.active)
    left = space._replace(active=space.active - gone)
    bases = 0 if left.guerrillas else min(strength - gone, space.npa_base)
    left = left._replace(npa_base=left.npa_base - bases).settled()
    yield Outcome(left, price(here, 2).assaulting(bases), wrong)
    if bases:
        yield Outcome(
            space._replace(active=space.active - gone), price(here, 2), (*wrong, "3.2.4.d")
        )
    for hidden in range(1, min(strength - gone, space.underground) + 1):
        fewer = space._replace(active=space.active - gone, underground=space.underground - hidden)
        yield Outcome(fewer.settled(), price(here, 2), ("3.2.4.h",))
    for spared in range(space.active if not strength else 0):
        fewer = space._replace(active=spared)
        yield Outcome(fewer.settled(), price(here, 2), wrong or ("3.2.4.c",))


def enrich(space: Space, here: Context) -> Iterator[Outcome]:
    """4.2.1: Patronage twice the Population of a supporting space, which falls to Neutral."""
    wrong = unless(here.id != "manila", "4.2.1.a") or broken("4.2.1.a", space)
    times = 1 if here.election == PRESIDENTIAL else 2
    effect = Effect(activity=1, patronage=times * here.pop, aid=-1)
    yield Outcome(space._replace(alignment=NEUTRAL), effect, wrong)


def reprisal(space: Space, here: Context) -> Iterator[Outcome]:
    """4.2.2, 1.3.2: Neutral, Terror, no Protest or Strike; one Guerrilla or Activist goes."""
    wrong = broken("4.2.2.a", space)
    struck = space._replace(alignment=NEUTRAL, terror=1, protest=0, strike=0)
    if not here.leaving:
        stays = unless(not (space.guerrillas or space.activist), "4.2.2.c")
        yield Outcome(struck, Effect(activity=1), wrong, stays)
        return
    if sum(group.number for group in here.leaving) != 1:
        wrong += ("4.2.2.c",)
    for group in here.leaving:
        wrong += unless(group.target in here.near, "4.2.2.c")
        fewer = depart(struck, group)
        if fewer is None:
            return
        struck = fewer
    yield Outcome(struck, Effect(activity=1), wrong)


def depart(space: Space, group: Group) -> Space | None:
    """A space after a group has left it; None when it was not there."""
    if group.kind == "activist":
        left = space._replace(activist=space.activist - group.number)
    else:
        left = space._replace(
            active=space.active - group.active,
            underground=space.underground - (group.number - group.active),
        )
    return left.settled() if min(left) >= 0 else None


def once_only(space: Space, here: Context) -> Iterator[Outcome]:
    """3.1.2: what leaves stood here before the others came; a piece moves once."""
    wrong: tuple[str, ...] = ()
    for group in here.leaving:
        fewer = depart(space._replace(protest=0, strike=0), group)
        wrong += unless(fewer is not None, "3.1.2")
    total = sum(group.number for group in here.leaving)
    kinds = {group.kind for group in here.leaving}
    stood = space.activist if kinds == {"activist"} else space.guerrillas
    wrong += unless(total <= stood, "3.1.2")
    yield Outcome(space, broken=tuple(dict.fromkeys(wrong)))


def charm(space: Space, here: Context) -> Iterator[Outcome]:
    """4.2.3: one Patronage for a shift toward Support and three Aid."""
    wrong = broken("4.2.3.a", space)
    aid = 4 if IMELDA in here.personalities else 3
    yield Outcome(space.shifted(SUPPORT), Effect(activity=1, patronage=-1, aid=aid), wrong)

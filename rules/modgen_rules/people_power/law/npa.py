"""The NPA's four Operations (3.4) and three Special Activities (4.4), step by step."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.people_power.law.conditions import broken
from modgen_rules.people_power.law.government import depart
from modgen_rules.people_power.law.options import (
    Context,
    Effect,
    Group,
    Outcome,
    activate,
    price,
    remove_cubes,
    remove_guerrillas,
    unless,
)
from modgen_rules.people_power.law.state import RESISTANCE, SUPPORT, Space

SISON, KINTANAR, BUSCAYNO, OCAMPO = 45, 46, 47, 48
PARLIAMENTARY = 39
"""The Election card while which Terror costs nothing beside an NPA Base."""
SIDES = 6
"""The highest result of a die (3.4.3)."""
NARROW = ("visayas", "cebu")
"""Where each origin may send one Guerrilla only (3.4.2)."""


def rally(space: Space, here: Context) -> Iterator[Outcome]:
    """3.4.1, 1.5.2, 1.5.3: a Guerrilla, or a Base for two; with a Base many, or all hide."""
    wrong = broken("3.4.1.a", space)
    pay = price(here, 1)
    if not space.npa_base:
        yield Outcome(space._replace(underground=space.underground + 1), pay, wrong)
        if "guerrilla" in here.scarce:
            yield Outcome(space, pay, wrong)
        given = here.limits.pieces_for_base
        if space.guerrillas < given:
            fewer = space._replace(underground=0, active=0, npa_base=1)
            yield Outcome(fewer, pay, (*wrong, "3.4.1.b"))
        else:
            wrong += unless(space.bases < here.limits.bases, "3.4.1.d")
            for fewer in remove_guerrillas(space, given):
                yield Outcome(fewer._replace(npa_base=1, strike=space.strike), pay, wrong)
                if "npa_base" in here.scarce:
                    yield Outcome(fewer, pay, wrong)
        return
    more = 1 if SISON in here.personalities else 0
    for number in range(here.pop + space.npa_base + more + 1):
        yield Outcome(space._replace(underground=space.underground + number), pay, wrong)
    yield Outcome(space._replace(underground=space.guerrillas, active=0), pay, wrong)


def march_leave(space: Space, here: Context) -> Iterator[Outcome]:
    """3.4.2, 1.3.2: one Resource an origin; only next door; one a go into Visayas and Cebu."""
    wrong: tuple[str, ...] = ()
    for group in here.leaving:
        fewer = depart(space, group)
        if fewer is None:
            return
        space = fewer
        wrong += unless(group.target in here.near, "3.4.2.b")
    yield Outcome(space, price(here, 1), tuple(dict.fromkeys(wrong)))


def seen(space: Space, group: Group, here: Context) -> bool:
    """3.4.2: whether a group goes Active as it comes."""
    many = space.alignment == SUPPORT and group.number + space.cubes > 3
    return many and BUSCAYNO not in here.personalities


def march_arrive(space: Space, here: Context) -> Iterator[Outcome]:
    """3.4.2: a group that comes to Support and meets enough cubes goes Active."""
    wrong: tuple[str, ...] = ()
    for group in here.arriving:
        wrong += unless(group.number == 1 or here.id not in NARROW, "3.4.2.c")
        hidden = 0 if seen(space, group, here) else group.number - group.active
        space = space._replace(
            underground=space.underground + hidden, active=space.active + group.number - hidden
        )
    yield Outcome(space, broken=wrong)


def losses(space: Space, number: int = 2) -> Iterator[tuple[Space, int]]:
    """Without two Government pieces, cubes before Bases; with how many Bases went (3.4.3)."""
    for fewer, gone in remove_cubes(space, number):
        bases = 0 if fewer.cubes else min(number - gone, fewer.gov_base)
        yield fewer._replace(gov_base=fewer.gov_base - bases), bases


def reach(guerrillas: int, region: str, personalities: frozenset[int]) -> int:
    """3.4.3, 5.3: the highest die with which an Attack succeeds."""
    return guerrillas + (KINTANAR in personalities and region == "mindanao")


def attack(space: Space, here: Context) -> Iterator[Outcome]:
    """3.4.3: all Guerrillas show themselves, a die decides; a 1 brings a new one."""
    wrong = broken("3.4.3.a", space)
    open_, pay = activate(space, space.underground), price(here, 1)
    best = reach(open_.guerrillas, here.region, here.personalities)
    yield Outcome(open_, pay, wrong + unless(best < SIDES, "3.4.3.c"))
    for hit, bases in losses(open_):
        cost = pay._replace(patronage=-2 * bases)
        alone = unless(best >= 2 or "guerrilla" in here.scarce, "3.4.3.c")
        yield Outcome(hit, cost, wrong + alone)
        yield Outcome(hit._replace(underground=hit.underground + 1), cost, wrong)


def terror(space: Space, here: Context) -> Iterator[Outcome]:
    """3.4.4, 1.8.1, 1.8.2: one Guerrilla shows itself; Terror, no Protest or Strike; shift."""
    wrong = broken("3.4.4.a", space)
    cost = 0 if here.election == PARLIAMENTARY and space.npa_base else 1
    struck = activate(space)._replace(terror=1, protest=0, strike=0)
    yield Outcome(struck.shifted(RESISTANCE), price(here, cost), wrong)


def extort(space: Space, here: Context) -> Iterator[Outcome]:
    """4.4.1: one Guerrilla shows itself for one Resource, where the Government has no Control."""
    wrong = broken("4.4.1.a", space)
    earned = Effect(activity=1, gain=2 if OCAMPO in here.personalities else 1)
    yield Outcome(activate(space), earned, wrong)
    if space.underground:
        yield Outcome(space, earned, (*wrong, "4.4.1.b"))
        removed = space._replace(underground=space.underground - 1)
        yield Outcome(removed, earned, (*wrong, "4.4.1.b"))


def strike(space: Space, here: Context) -> Iterator[Outcome]:
    """4.4.2: a City without Terror; an Activist may go; a Strike is set or a Protest turned."""
    wrong, effect = broken("4.4.2.a", space, here.city), Effect(activity=1)
    for gone in (0, 1):
        if gone > space.activist:
            return
        open_ = activate(space)._replace(activist=space.activist - gone)
        if not (open_.protest or open_.strike) and here.dry:
            yield Outcome(open_, effect, wrong)
        yield Outcome(open_._replace(protest=0, strike=1).shifted(RESISTANCE), effect, wrong)


def ambush(space: Space, here: Context) -> Iterator[Outcome]:
    """4.4.3: one Guerrilla shows itself, two Government pieces go, a new Guerrilla comes."""
    wrong = broken("4.4.3.a", space)
    effect = Effect(activity=1)
    for hit, bases in losses(activate(space)):
        cost = effect._replace(patronage=-2 * bases, ambushed=bases)
        yield Outcome(hit._replace(underground=hit.underground + 1), cost, wrong)
        if "guerrilla" in here.scarce:
            yield Outcome(hit, cost, wrong)


def ambush_after_march(space: Space, here: Context) -> Iterator[Outcome]:
    """4.4.3: with March, where an Underground Guerrilla has just arrived."""
    came = any(
        group.number > group.active and not seen(space, group, here) for group in here.arriving
    )
    for way in ambush(space, here):
        yield way._replace(broken=way.broken + unless(came, "4.4.3.a"))


def ambush_elsewhere(space: Space, here: Context) -> Iterator[Outcome]:
    """4.4.3: with March, where no Guerrilla has arrived: never right."""
    for way in ambush(space, here):
        yield way._replace(broken=(*way.broken, "4.4.3.a"))


def ambush_attack(space: Space, here: Context) -> Iterator[Outcome]:
    """4.4.3: with Attack, in place of the Attack in a space that was selected and paid for."""
    pay = price(here, 1)
    for way in ambush(space, here):
        yield way._replace(effect=way.effect._replace(spaces=pay.spaces, cost=pay.cost))

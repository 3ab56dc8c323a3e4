"""The Reformers' four Operations (3.3) and three Special Activities (4.3), step by step."""

from __future__ import annotations

from collections.abc import Iterator

from modgen_rules.people_power.law.conditions import broken
from modgen_rules.people_power.law.government import depart
from modgen_rules.people_power.law.options import (
    Context,
    Effect,
    Outcome,
    price,
    remove_cubes,
    remove_guerrillas,
    unless,
)
from modgen_rules.people_power.law.state import OPPOSITION, Space

CORAZON, SIN, AGAPITO, TANADA = 49, 50, 51, 52
AQUINO_MURDERED = 38
"""The Election card while which Protest sets Opposition at once."""


def recruit(space: Space, here: Context) -> Iterator[Outcome]:
    """3.3.1, 1.5.2: an Activist, or a Base for two; with a Base up to Population plus Bases."""
    wrong = broken("3.3.1.a", space)
    pay = price(here, 1)
    more = 1 if AGAPITO in here.personalities and here.city else 0
    if space.ref_base:
        for number in range(here.pop + space.ref_base + more + 1):
            yield Outcome(space._replace(activist=space.activist + number), pay, wrong)
        return
    for number in range(1, 2 + more):
        yield Outcome(space._replace(activist=space.activist + number), pay, wrong)
    if "activist" in here.scarce:
        yield Outcome(space, pay, wrong)
    given = here.limits.pieces_for_base
    if space.activist < given:
        fewer = space._replace(activist=0, ref_base=1)
        yield Outcome(fewer, pay, (*wrong, "3.3.1.b"))
    else:
        wrong += unless(space.bases < here.limits.bases, "3.3.1.d")
        fewer = space._replace(activist=space.activist - given)
        yield Outcome(fewer._replace(ref_base=1), pay, wrong)
        both = fewer._replace(ref_base=1, activist=fewer.activist + 1)
        yield Outcome(both, pay, (*wrong, "3.3.1.f"))
        if "ref_base" in here.scarce:
            yield Outcome(fewer.settled(), pay, wrong)


def assemble_leave(space: Space, here: Context) -> Iterator[Outcome]:
    """3.3.2, 1.3.2: Activists leave for a space next door."""
    wrong: tuple[str, ...] = ()
    for group in here.leaving:
        fewer = depart(space, group)
        if fewer is None:
            return
        space = fewer
        wrong += unless(here.anywhere or group.target in here.near, "3.3.2.a")
    yield Outcome(space, broken=tuple(dict.fromkeys(wrong)))


def assemble_arrive(space: Space, here: Context) -> Iterator[Outcome]:
    """3.3.2: Activists come to a space that was selected and paid for."""
    come = sum(group.number for group in here.arriving)
    yield Outcome(space._replace(activist=space.activist + come), price(here, 1))


def assemble_terror(space: Space, here: Context) -> Iterator[Outcome]:
    """3.3.2: then Terror may go from a destination with Reformer pieces."""
    yield Outcome(space)
    if space.terror and space.reformers:
        yield Outcome(space._replace(terror=0))


def assemble_protest(space: Space, here: Context) -> Iterator[Outcome]:
    """3.3.2: last, Protests may go from anywhere; Cardinal Sin: one Terror from anywhere."""
    yield Outcome(space)
    if space.protest:
        yield Outcome(space._replace(protest=0))
    if space.terror and SIN in here.personalities:
        yield Outcome(space._replace(terror=0), Effect(extra=1))
    elif space.terror:
        yield Outcome(space._replace(terror=0), broken=("3.3.2.c",))


def persuade(space: Space, here: Context) -> Iterator[Outcome]:
    """3.3.3, 1.8.2: every few Activists win a Guerrilla over; a Strike turns into a Protest."""
    won = space.activist // here.limits.activists_for_guerrilla
    wrong = broken("3.3.3.a", space)
    for fewer in remove_guerrillas(space, won):
        turned = fewer._replace(protest=1, strike=0) if fewer.strike and fewer.reformers else fewer
        yield Outcome(turned, price(here, 1), wrong)
    if space.activist and won < space.guerrillas:
        for fewer in remove_guerrillas(space, won + 1):
            yield Outcome(fewer, price(here, 1), (*wrong, "3.3.3.b"))
    if space.npa_base and won:
        for fewer in remove_guerrillas(space, won - 1):
            taken = fewer._replace(npa_base=fewer.npa_base - 1)
            yield Outcome(taken, price(here, 1), (*wrong, "3.3.3.e"))
    if not space.activist:
        for spared in range(space.guerrillas):
            for fewer in remove_guerrillas(space, space.guerrillas - spared):
                yield Outcome(fewer, price(here, 1), wrong)


def protest(space: Space, here: Context) -> Iterator[Outcome]:
    """3.3.4: a Protest is set where none is, and while one is there the space shifts."""
    wrong = broken("3.3.4.a", space)
    pay = price(here, 0 if CORAZON in here.personalities and here.id == "manila" else 1)
    if not space.protest and here.dry:
        yield Outcome(space, pay, wrong)
    marched = space._replace(protest=1, strike=0)
    if here.election == AQUINO_MURDERED:
        marched = marched._replace(alignment=OPPOSITION)
    else:
        marched = marched.shifted(OPPOSITION)
    yield Outcome(marched, pay, wrong)
    if space.terror:
        yield Outcome(marched._replace(terror=0), pay, wrong)


def appeal(space: Space, here: Context) -> Iterator[Outcome]:
    """4.3.1: Activists go, where no Protest is, for two Resources each."""
    wrong = broken("4.3.1.a", space)
    each = appeal_pays(here.personalities)
    one = Effect(activity=1, gain=each)
    for number in range(1, space.activist + 1):
        fewer = space._replace(activist=space.activist - number).settled()
        yield Outcome(fewer, one._replace(gain=each * number), wrong)
    yield Outcome(space, one, (*wrong, "4.3.1.b"))
    if space.ref_base:
        fewer = space._replace(ref_base=space.ref_base - 1).settled()
        yield Outcome(fewer, one, (*wrong, "4.3.1.b"))


def appeal_pays(personalities: frozenset[int]) -> int:
    """The Resources that each Activist of an Appeal brings (4.3.1, 5.3)."""
    return 3 if TANADA in personalities else 2


def convert(space: Space, here: Context) -> Iterator[Outcome]:
    """4.3.2: two cubes go, or one becomes an Activist, or a lone Base changes hands."""
    wrong = broken("4.3.2.a", space)
    if space.gov_base:
        effect = Effect(activity=1, patronage=-2)
        last = wrong + unless(not space.cubes, "4.3.2.b")
        fewer = space._replace(gov_base=space.gov_base - 1)
        yield Outcome(fewer._replace(ref_base=fewer.ref_base + 1), effect, last)
        if "ref_base" in here.scarce:
            yield Outcome(fewer, effect, last)
    if not space.cubes:
        return
    effect = Effect(activity=1, patronage=-1)
    for number, came in ((2, 0), (1, 1)):
        for fewer, _ in remove_cubes(space, number):
            police = max(0, space.police - number)
            order = wrong + unless(fewer.police == police, "4.3.2.c")
            yield Outcome(fewer._replace(activist=fewer.activist + came), effect, order)
            if came and "activist" in here.scarce:
                yield Outcome(fewer, effect, order)


def canvass(space: Space, here: Context) -> Iterator[Outcome]:
    """4.3.3: Opposition takes the place of Terror among Activists."""
    wrong = broken("4.3.3.a", space)
    yield Outcome(space._replace(alignment=OPPOSITION, terror=0), Effect(activity=1), wrong)

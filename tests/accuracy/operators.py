"""Mutation operators: each makes one mistake that players make, in a legal turn.

An operator takes a case and a source of chance and gives the broken case, or None where it does
not apply. Beside it stand the clauses any of which names the mistake rightly.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.options import Group
from modgen_rules.people_power.law.state import (
    AID,
    GOV,
    NEUTRAL,
    NPA,
    OPPOSITION,
    PATRONAGE,
    RESISTANCE,
    SUPPORT,
    TRACKS,
    Map,
)
from modgen_rules.people_power.reading.turn import LIMOP, OP_ONLY, OP_SA
from tests.accuracy.cases import Case, changed

Mutate = Callable[[Case, random.Random, Map], "Case | None"]


class Operator(NamedTuple):
    """A mistake: its name, the clauses that name it, how to make it."""

    name: str
    clauses: tuple[str, ...]
    make: Mutate
    shows: str
    """N net change, D needs a declaration, S sequence, I invariant."""


OPERATORS: list[Operator] = []


def operator(name: str, *clauses: str, shows: str = "N") -> Callable[[Mutate], Mutate]:
    def note(make: Mutate) -> Mutate:
        OPERATORS.append(Operator(name, clauses, make, shows))
        return make

    return note


def where(case: Case, chance: random.Random, test) -> int | None:
    """A random space of the position after, for which a test holds."""
    found = [n for n, space in enumerate(case.after.spaces) if test(n, space)]
    return chance.choice(found) if found else None


def tracked(case: Case, name: str, by: int) -> Case | None:
    """A track changed further by so much; None beyond its ends."""
    tracks = list(case.after.tracks)
    at = TRACKS.index(name)
    tracks[at] += by
    if not 0 <= tracks[at] <= 40:
        return None
    return case.but(after=case.after._replace(tracks=tuple(tracks)))


def tokens_left(state) -> int:
    """Protest/Strike markers that are not on the map (1.8.2)."""
    return 4 - state.markers


def put(case: Case, n: int, **fields) -> Case | None:
    """A space of the position after changed; None when it has fewer pieces."""
    state = changed(case.after, n, **fields)
    return case.but(after=state) if min(state.available) >= 0 and tokens_left(state) >= 0 else None


def selected(case: Case, n: int) -> Case:
    """The space is announced with the others."""
    spaces = tuple(sorted({*case.played.spaces, n}))
    return case.but(played=case.played._replace(spaces=spaces))


def active_in(case: Case, n: int) -> Case:
    """The space is announced for the Special Activity."""
    spaces = tuple(sorted({*case.played.activity_spaces, n}))
    return case.but(played=case.played._replace(activity_spaces=spaces))


def doing(case: Case, *operations: str) -> bool:
    return case.played.operation in operations


# --- too much, too little ------------------------------------------------------------------------


@operator("rally: a Guerrilla too many", "3.4.1.b", "3.4.1.c")
def rally_more(case, chance, board):
    if not doing(case, "rally"):
        return None
    n = chance.choice(case.played.spaces)
    space = case.after.spaces[n]
    before = case.before.spaces[n]
    most = board.pop[n] + before.npa_base + 2 if before.npa_base else 1
    placed = max(0, space.guerrillas - before.guerrillas)
    return put(case, n, underground=space.underground + most - placed + 1)


@operator("rally in a space at Support", "3.4.1.a")
def rally_support(case, chance, board):
    if not doing(case, "rally") or case.played.option == LIMOP:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            m not in case.played.spaces and s.alignment == SUPPORT and s == case.before.spaces[m]
        ),
    )
    if n is None:
        return None
    found = put(case, n, underground=case.after.spaces[n].underground + 1)
    return found and tracked(selected(found, n), NPA, -1)


@operator("rally: a Base from one Guerrilla", "3.4.1.b", "3.4.1.d", "3.4.1.c")
def rally_base(case, chance, board):
    if not doing(case, "rally"):
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            m in case.played.spaces
            and s.underground
            and not case.before.spaces[m].npa_base
            and s.bases < 2
        ),
    )
    if n is None:
        return None
    before = case.before.spaces[n]
    if before.guerrillas < 1:
        return None
    return put(
        case,
        n,
        underground=before.underground - (before.underground > 0),
        active=before.active - (before.underground == 0),
        npa_base=1,
    )


@operator("a third Base", "1.5.2.a", "3.4.1.d", "3.3.1.d", "3.2.1.f", shows="I")
def third_base(case, chance, board):
    kind = {"rally": "npa_base", "recruit": "ref_base", "train": "gov_base"}.get(
        case.played.operation or ""
    )
    if kind is None:
        return None
    n = where(case, chance, lambda m, s: m in case.played.spaces and s.bases == 2)
    if n is None:
        return None
    return put(case, n, **{kind: getattr(case.after.spaces[n], kind) + 1})


@operator("recruit: an Activist too many", "3.3.1.b", "3.3.1.c")
def recruit_more(case, chance, board):
    if not doing(case, "recruit"):
        return None
    n = chance.choice(case.played.spaces)
    before = case.before.spaces[n]
    most = board.pop[n] + before.ref_base + 2 if before.ref_base else 3
    return put(case, n, activist=before.activist + most)


@operator("recruit in a space at Support", "3.3.1.a")
def recruit_support(case, chance, board):
    if not doing(case, "recruit") or case.played.option == LIMOP:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            m not in case.played.spaces and s.alignment == SUPPORT and s == case.before.spaces[m]
        ),
    )
    if n is None:
        return None
    found = put(case, n, activist=case.after.spaces[n].activist + 1)
    return found and tracked(selected(found, n), "reformers", -1)


@operator("train: five cubes", "3.2.1.c")
def train_five(case, chance, board):
    if not doing(case, "train"):
        return None
    n = where(
        case,
        chance,
        lambda m, s: m in case.played.spaces and (board.city[m] or case.before.spaces[m].gov_base),
    )
    if n is None:
        return None
    before, space = case.before.spaces[n], case.after.spaces[n]
    if space.gov_base > before.gov_base or case.played.activity == "reprisal":
        return None
    return put(case, n, police=before.police + 5 - max(0, space.troops - before.troops))


@operator("train in Countryside without Control or Base", "3.2.1.a", "3.2.1.c")
def train_wild(case, chance, board):
    if not doing(case, "train") or case.played.option == LIMOP:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            not board.city[m] and s.control != GOV and not s.gov_base and s == case.before.spaces[m]
        ),
    )
    if n is None:
        return None
    found = put(case, n, police=case.after.spaces[n].police + 1)
    return found and tracked(selected(found, n), GOV, -2)


# --- money ---------------------------------------------------------------------------------------


PAID = (
    "3.1.c",
    "3.2.1.b",
    "3.2.2.a",
    "3.2.3.b",
    "3.2.4.b",
    "3.4.2.a",
    "4.3.1.b",
    "4.4.1.b",
    "3.1.1.a",
    "5.1.a",
    "3.2.1.h",
)


@operator("paid one less", *PAID)
def paid_less(case, chance, board):
    return tracked(case, case.actor, 1) if case.played.operation else None


@operator("paid one more", *PAID)
def paid_more(case, chance, board):
    return tracked(case, case.actor, -1) if case.played.operation else None


@operator("paid nothing", *PAID)
def paid_nothing(case, chance, board):
    if not case.played.operation:
        return None
    at = TRACKS.index(case.actor)
    gap = case.before.tracks[at] - case.after.tracks[at]
    return tracked(case, case.actor, gap) if gap > 0 else None


@operator("paid from another track", *PAID, "1.9.b", "1.9.c", "3.4.3.e")
def paid_elsewhere(case, chance, board):
    if not case.played.operation or case.played.activity in ("enrich", "charm", "convert"):
        return None
    at = TRACKS.index(case.actor)
    gap = case.before.tracks[at] - case.after.tracks[at]
    found = tracked(case, case.actor, gap) if gap > 0 else None
    return found and tracked(found, PATRONAGE, -gap)


@operator("Aid wrong", "3.2.3.f", "3.2.4.f", "4.2.1.c", "4.2.3.b", "1.9.b", "5.1.a")
def aid_wrong(case, chance, board):
    return tracked(case, AID, chance.choice((-2, -1, 1, 2))) if case.played.operation else None


@operator(
    "Patronage wrong", "4.2.1.b", "4.2.3.b", "4.3.2.d", "3.4.3.e", "4.4.3.e", "1.9.c", "5.1.a"
)
def patronage_wrong(case, chance, board):
    if not case.played.operation:
        return None
    return tracked(case, PATRONAGE, chance.choice((-2, -1, 1, 2)))


@operator("a Pass brings too much", "2.3.4.a")
def pass_more(case, chance, board):
    return tracked(case, case.actor, 1) if case.played.option == PASS else None


# --- movement ------------------------------------------------------------------------------------


def _moved(case: Case, group: Group, **changes) -> Case | None:
    """One more group moves: of Guerrillas or Activists."""
    a, b = case.after.spaces[group.origin], case.after.spaces[group.target]
    if group.kind == "activist":
        one, other = {"activist": a.activist - 1}, {"activist": b.activist + 1}
    elif group.active:
        one, other = {"active": a.active - 1}, {"active": b.active + 1}
    else:
        one, other = {"underground": a.underground - 1}, {"underground": b.underground + 1}
    if min(one.values()) < 0:
        return None
    state = changed(changed(case.after, group.origin, **one), group.target, **other)
    return case.but(after=state, moved=(*case.moved, group), **changes)


@operator("march to a space that is not next door", "3.4.2.b", "3.1.2")
def march_far(case, chance, board):
    if not doing(case, "march"):
        return None
    origin = where(case, chance, lambda m, s: m in case.played.spaces and s.underground)
    if origin is None:
        return None
    far = [
        m
        for m in range(10)
        if m != origin and m not in board.near[origin] and case.after.spaces[m].alignment != SUPPORT
    ]
    if not far:
        return None
    return _moved(case, Group("guerrilla", origin, chance.choice(far), 1))


@operator("assemble from a space that is not next door", "3.3.2.a")
def assemble_far(case, chance, board):
    if not doing(case, "assemble"):
        return None
    target = chance.choice(case.played.spaces)
    origin = where(
        case,
        chance,
        lambda m, s: (
            m != target
            and m not in board.near[target]
            and s.activist == case.before.spaces[m].activist
            and s.activist > 1
        ),
    )
    if origin is None:
        return None
    return _moved(case, Group("activist", origin, target, 1))


@operator("two Guerrillas from one origin into Visayas or Cebu", "3.4.2.c")
def march_two(case, chance, board):
    if not doing(case, "march"):
        return None
    narrow = (board.number("visayas"), board.number("cebu"))
    for group in case.moved:
        came = sum(one.number for one in case.moved if one.target == group.origin)
        if group.target in narrow and case.after.spaces[group.origin].underground > came:
            return _moved(case, Group("guerrilla", group.origin, group.target, 1))
    return None


@operator("march: wrong face on arrival", "3.4.2.e", "3.4.2.f", "4.4.1.b", "4.4.2.b", "4.4.3.c")
def march_face(case, chance, board):
    if not doing(case, "march") or case.played.activity:
        return None
    group = chance.choice(case.moved) if case.moved else None
    if group is None:
        return None
    space = case.after.spaces[group.target]
    if space.underground:
        return put(case, group.target, underground=space.underground - 1, active=space.active + 1)
    return put(case, group.target, underground=space.underground + 1, active=space.active - 1)


@operator("sweep: cubes leave a Protest or Strike", "3.2.2.c")
def sweep_protest(case, chance, board):
    if not doing(case, "sweep"):
        return None
    origin = where(
        case,
        chance,
        lambda m, s: (s.protest or s.strike) and s.police and m not in case.played.spaces,
    )
    if origin is None:
        return None
    target = chance.choice(case.played.spaces)
    if board.city[target]:
        return None  # one cube more may find one Guerrilla more
    a, b = case.after.spaces[origin], case.after.spaces[target]
    state = changed(changed(case.after, origin, police=a.police - 1), target, police=b.police + 1)
    return case.but(after=state)


@operator("sweep finds one Guerrilla too many", "3.2.2.e", "3.2.2.f")
def sweep_more(case, chance, board):
    if not doing(case, "sweep"):
        return None
    n = where(case, chance, lambda m, s: m in case.played.spaces and s.underground)
    if n is None:
        return None
    space = case.after.spaces[n]
    return put(case, n, underground=space.underground - 1, active=space.active + 1)


@operator("sweep finds one Guerrilla too few", "3.2.2.e", "3.2.2.f", *PAID)
def sweep_less(case, chance, board):
    if not doing(case, "sweep"):
        return None
    n = where(
        case,
        chance,
        lambda m, s: m in case.played.spaces and s.active > case.before.spaces[m].active,
    )
    if n is None:
        return None
    space = case.after.spaces[n]
    return put(case, n, underground=space.underground + 1, active=space.active - 1)


# --- removal -------------------------------------------------------------------------------------


@operator("roundup takes one Activist too many", "3.2.3.a", "3.2.3.c", "3.2.3.d", "4.2.2.c")
def roundup_more(case, chance, board):
    if not doing(case, "roundup"):
        return None
    n = where(case, chance, lambda m, s: m in case.played.spaces and s.activist)
    if n is None:
        return None
    fewer = case.after.spaces[n]._replace(activist=case.after.spaces[n].activist - 1).settled()
    return put(case, n, activist=fewer.activist, protest=fewer.protest)


@operator("a Base goes before other pieces", "3.2.3.d", "3.2.4.d", "1.5.4", "3.2.3.c", "3.2.4.c")
def base_first(case, chance, board):
    kind = {"roundup": ("ref_base", "activist"), "assault": ("npa_base", "guerrillas")}.get(
        case.played.operation or ""
    )
    if kind is None:
        return None
    base, others = kind
    n = where(
        case,
        chance,
        lambda m, s: m in case.played.spaces and getattr(s, base) and getattr(s, others),
    )
    return None if n is None else put(case, n, **{base: getattr(case.after.spaces[n], base) - 1})


@operator("attack removes three pieces", "3.4.3.d", "4.4.3.c")
def attack_three(case, chance, board):
    if not doing(case, "attack"):
        return None
    n = where(
        case,
        chance,
        lambda m, s: s.government and s.government + 2 == case.before.spaces[m].government,
    )
    if n is None:
        return None
    space = case.after.spaces[n]
    if space.police:
        return put(case, n, police=space.police - 1)
    return put(case, n, troops=space.troops - 1) if space.troops else None


@operator("attack succeeds on a failing die", "3.4.3.c", "3.4.3.d", shows="roll")
def attack_roll(case, chance, board):
    if not doing(case, "attack") or len(case.played.attacks) != 1 or not case.dice:
        return None
    n = case.played.attacks[0]
    a, b = case.before.spaces[n], case.after.spaces[n]
    if b.government == a.government or a.guerrillas >= 5 or b.guerrillas > a.guerrillas:
        return None
    return case.but(dice=(6,))


@operator("attack leaves a Guerrilla Underground", "3.4.3.b", "3.4.3.f", "4.4.3.c", "3.4.3.c")
def attack_hidden(case, chance, board):
    if not doing(case, "attack") or case.played.activity:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            m in case.played.attacks
            and s.active
            and not s.underground
            and case.before.spaces[m].underground
        ),
    )
    if n is None:
        return None
    space = case.after.spaces[n]
    return put(case, n, underground=1, active=space.active - 1)


@operator("persuade takes one Guerrilla too many", "3.3.3.b")
def persuade_more(case, chance, board):
    if not doing(case, "persuade"):
        return None
    n = where(case, chance, lambda m, s: m in case.played.spaces and s.guerrillas)
    if n is None:
        return None
    space = case.after.spaces[n]
    if space.underground:
        return put(case, n, underground=space.underground - 1)
    return put(case, n, active=space.active - 1)


# --- markers and alignment -----------------------------------------------------------------------


@operator("Terror without an Underground Guerrilla", "3.4.4.a", "3.4.4.b")
def terror_open(case, chance, board):
    if not doing(case, "terror") or case.played.option == LIMOP:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            s == case.before.spaces[m]
            and not s.underground
            and not s.terror
            and s.alignment != RESISTANCE
        ),
    )
    if n is None:
        return None
    toward = case.after.spaces[n].shifted(RESISTANCE).alignment
    found = put(case, n, terror=1, protest=0, strike=0, alignment=toward)
    return found and tracked(selected(found, n), NPA, -1)


@operator("Terror keeps the Protest", "3.4.4.c", "1.5.2.b", "1.8.2.e", shows="I")
def terror_keeps(case, chance, board):
    if not doing(case, "terror"):
        return None
    n = where(
        case,
        chance,
        lambda m, s: m in case.played.spaces and case.before.spaces[m].protest and s.reformers,
    )
    return None if n is None else put(case, n, protest=1)


@operator("Terror without turning the Guerrilla", "3.4.4.b")
def terror_hidden(case, chance, board):
    if not doing(case, "terror"):
        return None
    n = where(case, chance, lambda m, s: m in case.played.spaces and s.active)
    if n is None:
        return None
    space = case.after.spaces[n]
    return put(case, n, underground=space.underground + 1, active=space.active - 1)


@operator("Protest in a Terror space", "3.3.4.a", "1.5.2.b", "1.8.1.b")
def protest_terror(case, chance, board):
    if not doing(case, "protest") or case.played.option == LIMOP:
        return None
    n = where(case, chance, lambda m, s: s == case.before.spaces[m] and s.terror and s.activist)
    if n is None or tokens_left(case.after) < 1:
        return None
    toward = case.after.spaces[n].shifted(OPPOSITION).alignment
    found = put(case, n, protest=1, alignment=toward)
    return found and tracked(selected(found, n), "reformers", -1)


@operator("Protest in a space without Activists", "3.3.4.a", "1.8.2.c", "1.8.2.b")
def protest_empty(case, chance, board):
    if not doing(case, "protest") or case.played.option == LIMOP or tokens_left(case.after) < 1:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            s == case.before.spaces[m]
            and not s.activist
            and not (s.terror or s.protest or s.strike)
        ),
    )
    if n is None:
        return None
    found = put(case, n, protest=1, alignment=case.after.spaces[n].shifted(OPPOSITION).alignment)
    return found and tracked(selected(found, n), "reformers", -1)


@operator("a shift of two steps", "3.3.4.c", "3.4.4.d", "1.6.2.b", "4.2.3.b", "4.4.2.d")
def two_steps(case, chance, board):
    toward = {"protest": OPPOSITION, "terror": RESISTANCE}.get(case.played.operation or "")
    if toward is None or case.before.election == 38:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            m in case.played.spaces
            and s.alignment == NEUTRAL
            and case.before.spaces[m].alignment not in (NEUTRAL, toward)
        ),
    )
    return None if n is None else put(case, n, alignment=toward)


@operator("no shift", "3.3.4.c", "3.4.4.d", "3.3.4.b", "3.4.4.c")
def no_shift(case, chance, board):
    if not doing(case, "protest", "terror"):
        return None
    n = where(
        case,
        chance,
        lambda m, s: m in case.played.spaces and s.alignment != case.before.spaces[m].alignment,
    )
    return None if n is None else put(case, n, alignment=case.before.spaces[n].alignment)


@operator(
    "an alignment changes for no reason",
    "1.6.1",
    "3.1.b",
    *PAID,
    "1.6.2.b",
    "3.2.1.h",
    "3.3.4.c",
    "3.4.4.d",
    "4.2.1.c",
    "4.2.3.b",
    "4.2.2.b",
    "4.3.3.b",
    "4.4.2.d",
)
def stray_shift(case, chance, board):
    if case.played.operation is None:
        return None
    n = where(case, chance, lambda m, s: s == case.before.spaces[m])
    if n is None:
        return None
    others = [one for one in range(4) if one != case.after.spaces[n].alignment]
    return put(case, n, alignment=chance.choice(others))


@operator("Activists show the wrong face", "1.5.3.b", "1.5.3.c", shows="I")
def wrong_face(case, chance, board):
    n = where(case, chance, lambda m, s: s.activist)
    if n is None:
        return None
    space = board.ids[n]
    active = not case.after.spaces[n].protest
    return case.but(
        extra={**case.extra, "acts": [lambda hand: hand.flip("activist", space, 1, active)]}
    )


@operator("a Strike without an NPA piece", "1.8.2.d", "1.8.2.b", "4.4.2.a", shows="I")
def bare_strike(case, chance, board):
    n = where(
        case,
        chance,
        lambda m, s: (
            not s.npa and not (s.terror or s.protest or s.strike) and s == case.before.spaces[m]
        ),
    )
    return None if n is None or tokens_left(case.after) < 1 else put(case, n, strike=1)


# --- Special Activities --------------------------------------------------------------------------


@operator("Enrich in Manila", "4.2.1.a")
def enrich_manila(case, chance, board):
    n = board.number("manila")
    space = case.after.spaces[n]
    allowed = case.played.option == OP_SA and case.actor == GOV and not case.played.activity
    if case.played.activity != "enrich" and not allowed:
        return None
    if space.alignment != SUPPORT or space.control != GOV:
        return None
    case = _without_activity(case, "enrich")
    case = case.but(played=case.played._replace(activity="enrich", activity_spaces=(n,)))
    times = 1 if case.before.election == 37 else 2
    found = put(case, n, alignment=NEUTRAL)
    found = found and tracked(found, PATRONAGE, times * 5)
    return found and tracked(found, AID, -1 if found.after.track(AID) else 0)


def _without_activity(case: Case, activity: str) -> Case:
    """The same turn with an Enrich taken back."""
    if case.played.activity != activity:
        return case
    n = case.played.activity_spaces[0]
    state = changed(case.after, n, alignment=case.before.spaces[n].alignment)
    tracks = list(state.tracks)
    tracks[3], tracks[4] = case.before.tracks[3], case.before.tracks[4]
    return case.but(after=state._replace(tracks=tuple(tracks)))


@operator("Enrich in two spaces", "4.2.1.a", "4.1.e")
def enrich_twice(case, chance, board):
    if case.played.activity != "enrich" or 41 in case.before.personalities:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            m not in case.played.activity_spaces
            and s.alignment == SUPPORT
            and s.control == GOV
            and board.ids[m] != "manila"
            and s == case.before.spaces[m]
        ),
    )
    if n is None:
        return None
    times = 1 if case.before.election == 37 else 2
    found = put(active_in(case, n), n, alignment=NEUTRAL)
    found = found and tracked(found, PATRONAGE, times * board.pop[n])
    return found and tracked(found, AID, -1 if found.after.track(AID) else 0)


@operator("a Special Activity with Operation only", "4.1.a", "2.3.3.a", shows="S")
def activity_only(case, chance, board):
    if case.played.option != OP_SA or not case.played.activity_spaces:
        return None
    box = case.box.replace("op_sa", "op_only")
    if box.startswith("2_"):
        return None
    return case.but(box=box, played=case.played._replace(option=OP_ONLY))


@operator("a Special Activity in a Limited Operation", "2.3.5.a", shows="S")
def activity_limited(case, chance, board):
    if not case.played.activity_spaces or len(case.played.spaces) != 1:
        return None
    return case.but(box="limop", played=case.played._replace(option=LIMOP))


@operator("a Limited Operation in two spaces", "2.3.5.a", "2.3.5.c", "2.3.5.b", shows="S")
def limited_two(case, chance, board):
    if case.played.activity or len(case.played.spaces) < 2 or not case.played.operation:
        return None
    return case.but(box="limop", played=case.played._replace(option=LIMOP))


@operator("Extort under Government Control", "4.4.1.a", "4.4.1.b", "3.1.b", *PAID)
def extort_held(case, chance, board):
    if case.played.activity != "extort":
        return None
    n = where(
        case, chance, lambda m, s: s.control == GOV and s.underground and s == case.before.spaces[m]
    )
    if n is None:
        return None
    space = case.after.spaces[n]
    found = put(active_in(case, n), n, underground=space.underground - 1, active=space.active + 1)
    return found and tracked(found, NPA, 2 if 48 in case.before.personalities else 1)


@operator("Appeal in a Protest space", "4.3.1.a", "4.3.1.b")
def appeal_protest(case, chance, board):
    if case.played.activity != "appeal":
        return None
    n = where(
        case, chance, lambda m, s: s.protest and s.activist > 1 and s == case.before.spaces[m]
    )
    if n is None:
        return None
    found = put(active_in(case, n), n, activist=case.after.spaces[n].activist - 1)
    return found and tracked(found, "reformers", 3 if 52 in case.before.personalities else 2)


@operator("Convert takes Troops before Police", "4.3.2.c", "4.3.2.b")
def convert_troops(case, chance, board):
    if case.played.activity != "convert":
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            m in case.played.activity_spaces
            and s.troops
            and s.police < case.before.spaces[m].police
        ),
    )
    if n is None:
        return None
    space = case.after.spaces[n]
    return put(case, n, troops=space.troops - 1, police=space.police + 1)


@operator("Canvass keeps the Terror", "4.3.3.b", "3.3.3.c", "1.6.1", "3.3.2.c")
def canvass_keeps(case, chance, board):
    if case.played.activity != "canvass":
        return None
    return put(case, case.played.activity_spaces[0], terror=1)


@operator("Reprisal sends nobody away", "4.2.2.c", "4.2.2.b")
def reprisal_stays(case, chance, board):
    if case.played.activity != "reprisal" or len(case.moved) != 1:
        return None
    group = case.moved[0]
    if group.kind != "activist":
        return None
    a, b = case.after.spaces[group.origin], case.after.spaces[group.target]
    if not b.activist:
        return None
    state = changed(
        changed(case.after, group.origin, activist=a.activist + 1),
        group.target,
        activist=b.activist - 1,
    )
    return case.but(after=state, moved=())


@operator("a Strike in Countryside", "4.4.2.a", "1.8.2.b", "4.4.2.c")
def strike_country(case, chance, board):
    if not doing(case, "march") or case.played.option != OP_SA or tokens_left(case.after) < 1:
        return None
    if case.played.activity not in (None, "strike") or len(case.played.activity_spaces) > 1:
        return None
    n = where(
        case,
        chance,
        lambda m, s: (
            not board.city[m]
            and s.underground
            and not s.terror
            and not s.protest
            and not s.strike
            and s == case.before.spaces[m]
            and s.alignment != RESISTANCE
        ),
    )
    if n is None:
        return None
    s = case.after.spaces[n]
    case = active_in(case.but(played=case.played._replace(activity="strike")), n)
    return put(
        case,
        n,
        underground=s.underground - 1,
        active=s.active + 1,
        strike=1,
        alignment=s.shifted(RESISTANCE).alignment,
    )


# --- pieces and pools ----------------------------------------------------------------------------


@operator("a piece is lost", "1.5.1.a", "1.5.1.f", shows="I")
def lost(case, chance, board):
    if not case.after.free("troops"):
        return None
    return case.but(
        extra={**case.extra, "acts": [lambda hand: hand.move("troops", "available", "sop_limop")]}
    )


@operator("a Base moves", "1.5.1.g", "1.5.1.c", "3.2.1.f", shows="N")
def base_moves(case, chance, board):
    if case.played.operation is None or case.actor != GOV:
        return None
    a = where(case, chance, lambda m, s: s.gov_base and s == case.before.spaces[m])
    b = where(case, chance, lambda m, s: s.bases < 2 and m != a and s == case.before.spaces[m])
    if a is None or b is None:
        return None
    state = changed(
        changed(case.after, a, gov_base=case.after.spaces[a].gov_base - 1),
        b,
        gov_base=case.after.spaces[b].gov_base + 1,
    )
    return case.but(after=state)


@operator(
    "another side's piece goes",
    "1.5.1.c",
    "3.1.b",
    "1.5.1.f",
    *PAID,
    "3.2.3.a",
    "3.2.3.c",
    "3.2.3.d",
    "3.4.3.d",
    "3.3.3.b",
    "4.3.2.b",
    "4.4.2.b",
    "3.2.4.c",
    "3.4.2.b",
    "3.4.4.b",
    "4.2.2.c",
)
def stray_removal(case, chance, board):
    if case.played.operation is None:
        return None
    kinds = {"gov": ["activist"], "npa": ["police", "troops"], "reformers": ["police", "troops"]}
    kind = chance.choice(kinds[case.actor])
    n = where(case, chance, lambda m, s: getattr(s, kind) and s == case.before.spaces[m])
    return None if n is None else put(case, n, **{kind: getattr(case.after.spaces[n], kind) - 1})


# --- sequence ------------------------------------------------------------------------------------


@operator("an Ineligible Faction acts", "2.3.1.b", shows="S")
def ineligible(case, chance, board):
    if case.box not in ("limop", "pass"):
        return None
    left = tuple(who for who in case.eligible if who != case.actor)
    return case.but(eligible=left) if left and not case.executed else None


ORDERS = (
    ("gov", "npa", "reformers"),
    ("gov", "reformers", "npa"),
    ("npa", "gov", "reformers"),
    ("npa", "reformers", "gov"),
    ("reformers", "gov", "npa"),
    ("reformers", "npa", "gov"),
)
"""The orders of the cards, six cards each."""


@operator("out of the card's order", "2.3.2.a", shows="S")
def out_of_order(case, chance, board):
    if case.executed or case.eligible.index(case.actor) != 0 or len(case.eligible) < 2:
        return None
    if case.played.option.startswith("event"):
        return None
    later = [
        n
        for n, order in enumerate(ORDERS)
        if next(who for who in order if who in case.eligible) != case.actor
    ]
    group = chance.choice(later)
    return case.but(card=group * 6 + chance.randint(1, 6))


@operator(
    "an option that is taken", "2.3.3.c", "2.3.3.e", "2.3.3.f", "2.3.3.i", "2.3.3.a", shows="S"
)
def taken(case, chance, board):
    if len(case.executed) != 1 or not case.box.startswith("2_"):
        return None
    other = "2_op_only" if case.box == "2_op_sa" else "2_op_sa"
    if other == "2_op_only" and case.played.activity_spaces:
        return None
    option = OP_SA if other == "2_op_sa" else OP_ONLY
    if case.played.option not in (OP_SA, OP_ONLY):
        return None
    return case.but(box=other, played=case.played._replace(option=option))


@operator("the Control marker is wrong", "1.7.b", "1.7.c", "1.7.d", shows="I")
def control_marker(case, chance, board):
    n = chance.randrange(10)
    value = "npa" if case.after.spaces[n].control != NPA else "gov"
    space = board.ids[n]
    return case.but(
        extra={**case.extra, "acts": [lambda hand: hand.writer.set_state(space, "control", value)]}
    )


@operator("a victory marker is wrong", "1.10.a", "1.10.b", "1.10.c", shows="I")
def victory_marker(case, chance, board):
    who = chance.choice(("gov", "npa", "reformers"))
    value = min(40, case.after.totals(board)[who])
    return case.but(
        extra={
            **case.extra,
            "acts": [lambda hand: hand._level(f"victory_{who}", value + 1 if value < 40 else 0)],
        }
    )

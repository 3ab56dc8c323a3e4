"""The conditions on a space that clauses state, with words for one that does not meet them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from modgen_rules.people_power.law.state import GOV, NPA, SUPPORT, Space


class Condition(NamedTuple):
    """A condition on a space, which may be a City, and words for a space that does not meet it."""

    holds: Callable[[Space, bool], object]
    words: str


def _some(field: str, name: str) -> Condition:
    return Condition(lambda space, city: getattr(space, field), f"which has no {name}")


def _none(field: str, name: str) -> Condition:
    return Condition(lambda space, city: not getattr(space, field), f"which has {name}")


def _told(words: str) -> Condition:
    """Words for a condition that is not one on the space alone."""
    return Condition(lambda space, city: False, words)


HELD = Condition(lambda space, city: space.control == GOV, "which the Government does not Control")
NOT_HELD = Condition(lambda space, city: space.control != GOV, "which the Government Controls")
SUPPORTS = Condition(lambda space, city: space.alignment == SUPPORT, "which is not at Support")
NO_SUPPORT = Condition(lambda space, city: space.alignment != SUPPORT, "which is at Support")
SETTLED = Condition(
    lambda space, city: city or space.gov_base,
    "which is a Countryside without a Government Base",
)
ACTIVIST, GUERRILLA = _some("activist", "Activist"), _some("guerrillas", "Guerrilla")
TROOPS, POLICE, CUBE = _some("troops", "Troops"), _some("police", "Police"), _some("cubes", "cube")
UNDERGROUND = _some("underground", "Underground Guerrilla")
GOVERNMENT = _some("government", "Government piece")
TERROR, NO_TERROR = _some("terror", "Terror"), _none("terror", "Terror")
PROTEST, NO_PROTEST = _some("protest", "Protest"), _none("protest", "a Protest")
NO_STRIKE = _none("strike", "a Strike")
CONDITIONS: Mapping[str, tuple[Condition, ...]] = {
    "3.2.1.a": (
        Condition(
            lambda space, city: SETTLED.holds(space, city) or space.control == GOV, HELD.words
        ),
    ),
    "3.2.1.c": (SETTLED,),
    "3.2.1.e": (HELD,),
    "3.2.1.g": (HELD, TROOPS, POLICE, NO_PROTEST, NO_STRIKE),
    "3.2.2.c": (NO_PROTEST, NO_STRIKE),
    "3.2.3.a": (
        POLICE,
        Condition(
            lambda space, city: (space.activist and space.protest) or space.ref_base,
            "which has no Active Reformer piece",
        ),
    ),
    "3.2.4.a": (
        CUBE,
        Condition(
            lambda space, city: space.active or space.npa_base, "which has no Active NPA piece"
        ),
    ),
    "3.3.1.a": (NO_SUPPORT,),
    "3.3.3.a": (ACTIVIST, GUERRILLA),
    "3.3.3.b": (_told("which has {activists}"),),
    "3.3.4.a": (NO_TERROR, NO_STRIKE, ACTIVIST),
    "3.4.1.a": (NO_SUPPORT,),
    "3.4.3.a": (GUERRILLA, GOVERNMENT),
    "3.4.4.a": (UNDERGROUND,),
    "4.2.1.a": (HELD, SUPPORTS),
    "4.2.2.a": (HELD,),
    "4.2.3.a": (HELD,),
    "4.3.1.a": (NO_PROTEST, ACTIVIST),
    "4.3.2.a": (ACTIVIST, PROTEST, GOVERNMENT),
    "4.3.2.c": (_none("police", "Police"),),
    "4.3.3.a": (ACTIVIST, TERROR),
    "4.4.1.a": (NOT_HELD, UNDERGROUND),
    "4.4.2.a": (Condition(lambda space, city: city, "which is not a City"), NO_TERROR, UNDERGROUND),
    "4.4.3.a": (UNDERGROUND, GOVERNMENT),
    "6.3.1.a": (HELD, TROOPS, POLICE),
    "6.3.2.a": (
        Condition(lambda space, city: space.control == NPA, "which the NPA does not Control"),
    ),
    "6.3.3": (NOT_HELD,),
    "6.4.a": (HELD,),
    "6.4.b": (HELD, SETTLED),
    "1.5.2.a": (_told("which had {bases} before"),),
}
"""By clause the conditions on a space that is selected for something or in which it is done."""
AFTER_CUBES = ("3.2.1.e", "3.2.1.g")
"""The clauses of what Train does once its cubes are placed."""


def broken(clause: str, space: Space, city: bool = False) -> tuple[str, ...]:
    """The clause, if a space does not meet one of its conditions."""
    return () if all(one.holds(space, city) for one in CONDITIONS[clause]) else (clause,)


def unmet(clause: str, before: Space, after: Space, city: bool) -> str:
    """`, which is at Support`: the condition that a space does not meet.

    The space of an Operation must meet it before the turn. What may come after other acts of the
    turn, as a Special Activity or what follows the cubes of a Train, must meet it before or after
    the turn. Empty if no condition is surely not met.
    """
    first = clause.startswith("3.") and clause not in AFTER_CUBES
    states = (before,) if first else (before, after)
    words = (
        one.words
        for one in CONDITIONS.get(clause, ())
        if not any(one.holds(space, city) for space in states)
    )
    activists = f"{before.activist} Activist{'' if before.activist == 1 else 's'}"
    bases = f"{before.bases} Base{'' if before.bases == 1 else 's'}"
    found = next(words, "").format(activists=activists, bases=bases)
    return f", {found}" if found else ""

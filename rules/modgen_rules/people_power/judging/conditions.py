"""Which condition of a clause a space did not meet, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from modgen_rules.people_power.law.state import GOV, NPA, SUPPORT, Map, Space


class _Place(NamedTuple):
    """A space before or after an action."""

    space: Space
    city: bool


class _Unmet(NamedTuple):
    """A condition that is not met, as a test and in words."""

    holds: Callable[[_Place], object]
    words: str


def _none(field: str, name: str) -> _Unmet:
    return _Unmet(lambda here: not getattr(here.space, field), f"which has no {name}")


def _has(field: str, name: str) -> _Unmet:
    return _Unmet(lambda here: getattr(here.space, field), f"which has {name}")


_SUPPORTS = _Unmet(lambda here: here.space.alignment == SUPPORT, "which is at Support")
_NO_SUPPORT = _Unmet(lambda here: here.space.alignment != SUPPORT, "which is not at Support")
_NOT_HELD = _Unmet(lambda here: here.space.control != GOV, "which the Government does not Control")
_HELD = _Unmet(lambda here: here.space.control == GOV, "which the Government Controls")
_NO_CITY = _Unmet(lambda here: not here.city, "which is not a City")
_BARE = _Unmet(
    lambda here: not (here.city or here.space.gov_base),
    "which is a Countryside without a Government Base",
)
_NO_ACTIVIST = _none("activist", "Activist")
_NO_TROOPS, _NO_POLICE, _NO_CUBE = (
    _none("troops", "Troops"),
    _none("police", "Police"),
    _none("cubes", "cube"),
)
_NO_GUERRILLA = _none("guerrillas", "Guerrilla")
_NO_UNDERGROUND = _none("underground", "Underground Guerrilla")
_NO_GOVERNMENT = _none("government", "Government piece")
_NO_TERROR, _TERROR = _none("terror", "Terror"), _has("terror", "Terror")
_NO_PROTEST, _PROTEST = _none("protest", "Protest"), _has("protest", "a Protest")
_STRIKE = _has("strike", "a Strike")
UNMET: Mapping[str, tuple[_Unmet, ...]] = {
    "3.2.1.a": (_NOT_HELD,),
    "3.2.1.c": (_BARE,),
    "3.2.1.e": (_NOT_HELD,),
    "3.2.1.g": (_NOT_HELD, _NO_TROOPS, _NO_POLICE, _PROTEST, _STRIKE),
    "3.2.2.c": (_PROTEST, _STRIKE),
    "3.2.3.a": (
        _NO_POLICE,
        _Unmet(
            lambda here: not (here.space.protest or here.space.ref_base),
            "which has no Active Reformer piece",
        ),
    ),
    "3.2.4.a": (
        _NO_CUBE,
        _Unmet(
            lambda here: not (here.space.active or here.space.npa_base),
            "which has no Active NPA piece",
        ),
    ),
    "3.3.1.a": (_SUPPORTS,),
    "3.3.3.a": (_NO_ACTIVIST, _NO_GUERRILLA),
    "3.3.3.b": (_Unmet(lambda here: True, "which has {activists}"),),
    "3.3.4.a": (_TERROR, _STRIKE, _NO_ACTIVIST),
    "3.4.1.a": (_SUPPORTS,),
    "3.4.3.a": (_NO_GUERRILLA, _NO_GOVERNMENT),
    "3.4.4.a": (_NO_UNDERGROUND,),
    "4.2.1.a": (_NOT_HELD, _NO_SUPPORT),
    "4.2.2.a": (_NOT_HELD,),
    "4.2.3.a": (_NOT_HELD,),
    "4.3.1.a": (_PROTEST, _NO_ACTIVIST),
    "4.3.2.a": (_NO_ACTIVIST, _NO_PROTEST, _NO_GOVERNMENT),
    "4.3.2.c": (_has("police", "Police"),),
    "4.3.3.a": (_NO_ACTIVIST, _NO_TERROR),
    "4.4.1.a": (_HELD, _NO_UNDERGROUND),
    "4.4.2.a": (_NO_CITY, _TERROR, _NO_UNDERGROUND),
    "4.4.3.a": (_NO_UNDERGROUND, _NO_GOVERNMENT),
    "6.3.1.a": (_NOT_HELD, _NO_TROOPS, _NO_POLICE),
    "6.3.2.a": (_Unmet(lambda here: here.space.control != NPA, "which the NPA does not Control"),),
    "6.3.3": (_HELD,),
    "6.4.a": (_NOT_HELD,),
    "6.4.b": (_NOT_HELD, _BARE),
    "1.5.2.a": (_Unmet(lambda here: True, "which had {bases} before"),),
}
"""By clause its conditions, each with the words for a space that does not meet it."""


AFTER_CUBES = ("3.2.1.e", "3.2.1.g")
"""The clauses of what Train does once its cubes are placed."""


def unmet(board: Map, clause: str, n: int, before: Space, after: Space) -> str:
    """`, which is at Support`: the condition that a space does not meet.

    The space of an Operation must meet it before the turn. What may come after other acts of the
    turn, as a Special Activity or what follows the cubes of a Train, must meet it before or after
    the turn. Empty if no condition is surely not met.
    """
    first = clause.startswith("3.") and clause not in AFTER_CUBES
    states = (before,) if first else (before, after)
    known = [_Place(space, board.city[n]) for space in states]
    found = (one.words for one in UNMET.get(clause, ()) if all(map(one.holds, known)))
    activists = f"{before.activist} Activist{'' if before.activist == 1 else 's'}"
    bases = f"{before.bases} Base{'' if before.bases == 1 else 's'}"
    words = next(found, "").format(activists=activists, bases=bases)
    return f", {words}" if words else ""

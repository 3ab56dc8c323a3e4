"""How far each step can change a space, so that a search leaves out what cannot lead to a goal.

The bounds of single fields are those of all results, those of cubes only of results that break no
clause. `tests/people_power/test_bounds.py` holds the table against the steps themselves.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from modgen_rules.people_power.law import actions, npa
from modgen_rules.people_power.law import government as gov
from modgen_rules.people_power.law import reformers as ref
from modgen_rules.people_power.law.options import StepFunction
from modgen_rules.people_power.law.state import FIELDS, Limits, Space

MANY = 99
"""More than any field of a space holds."""
BEYOND = 10 * MANY
Change = dict[str, tuple[int, int]]
"""The least and the most that is added to a field; fields that are left out do not change."""
LESS, MORE, ANY = (-MANY, 0), (0, MANY), (-MANY, MANY)
_MARKERS: Change = {"protest": LESS, "strike": LESS}
_GROUPS: Change = {"activist": ANY, "underground": ANY, "active": ANY}
_SHOWN: Change = {"underground": (-1, 0), "active": (0, 1)}
_LOSSES: Change = {"troops": (-2, 0), "police": (-2, 0), "gov_base": (-2, 0)}
_AMBUSH: Change = {**_LOSSES, "underground": (-1, 1), "active": (0, 1)}
CHANGES: dict[StepFunction, Change] = {
    gov.train: {},
    gov.train_extra: {"gov_base": (0, 1), "terror": LESS, "alignment": ANY},
    gov.sweep_leave: {"troops": LESS, "police": LESS},
    gov.sweep: {"troops": MORE, "police": MORE, "underground": LESS, "active": MORE},
    gov.roundup: {"activist": LESS, "ref_base": LESS, **_MARKERS},
    gov.assault: {"underground": LESS, "active": LESS, "npa_base": LESS, **_MARKERS},
    gov.enrich: {"alignment": ANY},
    gov.reprisal: {"alignment": ANY, "terror": ANY, **_MARKERS, **_GROUPS},
    gov.charm: {"alignment": ANY},
    gov.once_only: {},
    actions.driven_in: _GROUPS,
    npa.rally: {"underground": ANY, "active": LESS, "npa_base": (0, 1), **_MARKERS},
    npa.march_leave: {**_GROUPS, **_MARKERS},
    npa.march_arrive: {"underground": ANY, "active": ANY},
    npa.attack: {**_LOSSES, "underground": (-MANY, 1), "active": MORE},
    npa.terror: {**_SHOWN, "terror": ANY, **_MARKERS, "alignment": ANY},
    npa.extort: _SHOWN,
    npa.strike: {
        **_SHOWN,
        "activist": (-1, 0),
        "protest": LESS,
        "strike": (-MANY, 1),
        "alignment": ANY,
    },
    npa.ambush: _AMBUSH,
    npa.ambush_after_march: _AMBUSH,
    npa.ambush_elsewhere: _AMBUSH,
    npa.ambush_attack: _AMBUSH,
    ref.recruit: {"activist": (-2, MANY), "ref_base": (0, 1), **_MARKERS},
    ref.assemble_leave: {**_GROUPS, **_MARKERS},
    ref.assemble_arrive: {"activist": ANY},
    ref.assemble_terror: {"terror": LESS},
    ref.assemble_protest: {"terror": LESS, "protest": LESS},
    ref.persuade: {
        "underground": LESS,
        "active": LESS,
        "npa_base": LESS,
        "protest": (-MANY, 1),
        "strike": LESS,
    },
    ref.protest: {"terror": LESS, "protest": (-MANY, 1), "strike": LESS, "alignment": ANY},
    ref.appeal: {"activist": LESS, "ref_base": LESS, **_MARKERS},
    ref.convert: {
        "troops": (-2, 0),
        "police": (-2, 0),
        "activist": (0, 1),
        "gov_base": (-1, 0),
        "ref_base": (0, 1),
    },
    ref.canvass: {"alignment": ANY, "terror": LESS},
}


BESIDES = {actions.besides(name): steps for name, steps in actions.STEPS.items()}
"""The steps of what is done besides an action."""
PAIRED = {
    FIELDS.index("active"): FIELDS.index("underground"),
    FIELDS.index("protest"): FIELDS.index("strike"),
}
"""Fields that are compared together with another one."""
CUBES = ("troops", "police")
PARTS = {"guerrilla": ("underground", "active")}
"""The fields of pieces with two faces."""


class Reach(NamedTuple):
    """What some steps can change together."""

    fields: tuple[tuple[int, int, int], ...]
    """For each field that has bounds: its index, the least and the most that is added."""
    base: int
    """The cubes that a Government Base takes the place of (3.2.1)."""
    least: int
    most: int
    """Bounds of the number of cubes, with those that Government Bases took the place of."""


@cache
def reaches(
    steps: tuple[StepFunction, ...], scarce: bool, limits: Limits, lifts: tuple[str, ...] = ()
) -> tuple[Reach, ...]:
    """What the steps from each on can change together; the last is for no step at all.

    `scarce` says that there may be no Government Base to place. Pieces of the kinds `lifts` may be
    lifted first.
    """
    base = limits.cubes_for_base
    found = [_reach({}, base, (0, 0))]
    total: Change | None = {}
    low = high = 0
    for step in reversed(steps):
        change = _change(step, limits)
        if total is None or change is None:
            total = None
            found.append(Reach((), base, -BEYOND, BEYOND))
            continue
        total = _sum(total, change)
        least, most = _weight(change, base)
        if step is gov.train_extra:  # cubes go for a Base, or for one that there is not
            least, most = -base if scarce else 0, 0
        low, high = low + least, high + most
        found.append(_reach(total, base, (low, high)))
    if lifts and total is not None:
        fields = [name for kind in lifts for name in PARTS.get(kind, (kind,))]
        lifted = _sum(total, {**dict.fromkeys(fields, LESS), **_MARKERS})
        found[-1] = _reach(lifted, base, (-BEYOND, high))
    return tuple(reversed(found))


def _change(step: StepFunction, limits: Limits) -> Change | None:
    """The bounds of a step, with those of a Train's cubes; None for one without."""
    if step in BESIDES:
        total: Change | None = {}
        for one in BESIDES[step]:
            change = _change(one, limits)
            total = None if total is None or change is None else _sum(total, change)
        return total
    bounds: dict[StepFunction, tuple[int, int]] = {
        gov.train: (0, limits.train_cubes),
        gov.train_extra: (-limits.cubes_for_base, 0),
    }
    cubes = bounds.get(step)
    return {**CHANGES[step], **dict.fromkeys(CUBES, cubes)} if cubes else CHANGES.get(step)


def _weight(change: Change, base: int) -> tuple[int, int]:
    factors = {**dict.fromkeys(CUBES, 1), "gov_base": base}
    bounds = [(factor, *change.get(name, (0, 0))) for name, factor in factors.items()]
    return sum(f * least for f, least, _ in bounds), sum(f * most for f, _, most in bounds)


def _sum(one: Change, other: Change) -> Change:
    both = {}
    for name in {*one, *other}:
        (a, b), (c, d) = one.get(name, (0, 0)), other.get(name, (0, 0))
        both[name] = (a + c, b + d)
    return both


def _reach(change: Change, base: int, weight: tuple[int, int]) -> Reach:
    """The fields with bounds; those that do not change come first, since they tell soonest."""
    bounds = [(n, *change.get(name, (0, 0))) for n, name in enumerate(FIELDS)]
    bounded = [one for one in bounds if one[1] > -MANY or one[2] < MANY]
    return Reach(tuple(sorted(bounded, key=lambda one: (one[2] - one[1], one[0]))), base, *weight)


def out_of_bounds(space: Space, goal: Space, reach: Reach) -> set[int]:
    """The indices of fields that differ from a goal after any steps with this reach.

    Of Guerrillas of both faces, and of Protests and Strikes, only one is named.
    """
    wrong: set[int] = set()
    for n, least, most in reach.fields:
        if not least <= goal[n] - space[n] <= most:
            wrong.add(PAIRED.get(n, n))
    return wrong


def can_become(space: Space, goal: Space, reach: Reach) -> bool:
    """Whether steps with this reach may lead from a space to a goal."""
    weight = goal[0] + goal[1] - space[0] - space[1] + reach.base * (goal[2] - space[2])
    if not reach.least <= weight <= reach.most:
        return False
    for n, least, most in reach.fields:  # noqa: SIM110 - quicker than `all`
        if not least <= goal[n] - space[n] <= most:
            return False
    return True

"""Engagement Levels (6.7): what each side may do at its level."""

from __future__ import annotations

from modgen_rules.civil_power.law.plan import CROWD, GROUP, MOBS, POLICE
from modgen_rules.civil_power.law.state import Unit

NON_LETHAL, DOUBLED_SHOCK, SNIPERS, FIREARMS, DOUBLED_FIRE = 1, 2, 3, 4, 5
"""The Police levels from which they may do so; the Mob's are the same but for its rocks."""
MOB_CLAUSES = ("6.7.M0", "6.7.M1", "6.7.M2", "6.7.M3", "6.7.M4", "6.7.M5")
POLICE_CLAUSES = ("6.7.P0", "6.7.P1", "6.7.P2", "6.7.P3", "6.7.P4", "6.7.P5")
"""The clauses of the levels, by number."""
GAS = ("gas_gun", "hand_gas")
SHOCK_WEAPONS = ("batons", "water", "ads")
"""8.1 to 8.3: weapons that use the Shock table."""
SHOCK_VEHICLES = ("water_cannon", "ads")
"""8.2, 8.3: the Vehicles that carry them; their crews may also throw gas (6.1)."""
ROCKS = ("slingshot_punk", "trained_crowd")
"""6.7: units that may fire from level 1."""
AGITATOR, TV_CREW, HELICOPTER, SNIPER = "agitator", "tv_crew", "helicopter", "sniper"
CARRIERS = ("water_cannon", HELICOPTER)
"""Vehicles that may carry a Gas Gun."""


def base(unit: Unit) -> str:
    """The kind of a unit without the mark of the Rival."""
    return unit.kind.removesuffix("_2")


def is_sniper(unit: Unit) -> bool:
    """6.3: whether it is a Sniper."""
    return base(unit).endswith(SNIPER)


def squares(number: int) -> str:
    """A distance in words."""
    return "1 square" if number == 1 else f"{number} squares"


def clause_of(side: str, level: int) -> str:
    """The clause of a side's Engagement Level."""
    return (POLICE_CLAUSES if side == POLICE else MOB_CLAUSES)[level]


def from_level(unit: Unit, way: str) -> int:
    """The Engagement Level of its side from which a unit may attack in a way."""
    if way in (*GAS, *SHOCK_WEAPONS, "molotov") or base(unit) in ROCKS:
        return NON_LETHAL
    return SNIPERS if is_sniper(unit) else FIREARMS


def breach(side: str, level: int, unit: Unit, way: str, target: Unit | None) -> tuple[str, str]:
    """The clause of 6.7 that an attack breaks, and why; empty texts if none."""
    name, needs = ("Police", "need") if side == POLICE else ("Mob", "needs")
    needed = from_level(unit, way)
    if level < needed:
        # Level 2 says nothing about fire, so the clause of the level that is needed does.
        police = needed if level == DOUBLED_SHOCK else min(level, needed - 1)
        clause = police if side == POLICE else 0 if level == 0 else needed
        return clause_of(side, clause), f"the {name} {needs} Engagement Level {needed} for it"
    lethal = side == POLICE and needed >= SNIPERS
    if lethal and level < FIREARMS and target is not None:
        allowed = target.size == GROUP or base(target) == AGITATOR
        why = "at Engagement Level 3 Snipers fire only on Groups and Agitators"
        return ("", "") if allowed else ("6.7.P3", why)
    return "", ""


def may_double_shock(side: str, level: int, unit: Unit) -> bool:
    """6.7: whether a unit may double its Shock."""
    size = CROWD if side in MOBS else GROUP
    return level >= DOUBLED_SHOCK and unit.size == size


def may_double_fire(side: str, level: int, unit: Unit) -> bool:
    """6.7: whether a unit may double its Fire."""
    return level >= DOUBLED_FIRE and (side == POLICE or unit.size == GROUP)

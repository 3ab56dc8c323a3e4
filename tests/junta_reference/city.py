"""What never changes: the city as the game's map has it, units, and cards that bring some."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from modgen.assets import bundled_games
from modgen.model.loading.folder import load

GAME = load(bundled_games()["junta-coup"]).game
ADJACENT: dict[str, frozenset[str]] = {
    space: frozenset(
        other for edge in GAME.map.edges if space in edge.between for other in edge.between
    )
    - {space}
    for space in GAME.spaces
}


def _spaces(attribute: str) -> tuple[str, ...]:
    return tuple(one.id for one in GAME.map.spaces if one.attributes.get(attribute))


PALACE = "presidential_palace"
PRECINCTS = _spaces("precinct")
EMBASSIES = frozenset(_spaces("embassy"))
CENTRES = _spaces("power_center")
SHORES = frozenset({*_spaces("harbor"), "brigade_1_base"})

BRIGADES = ("general_1", "general_2", "general_3")
ARMIES: dict[str, tuple[str, int]] = {
    "president": ("palace_guard", 4),
    "minister": ("police", 4),
    "general_1": ("brigade_1", 6),
    "general_2": ("brigade_2", 6),
    "general_3": ("brigade_3", 6),
    "almirante": ("marines", 1),
    "comandante": ("paratroopers", 1),
}
HOMES = {"palace_guard": PALACE} | {f"brigade_{n}": f"brigade_{n}_base" for n in (1, 2, 3)}
LANDS: dict[str, frozenset[str]] = {"marines": SHORES, "paratroopers": frozenset(ADJACENT)}
UNARMED = frozenset({"students", "strikers", "agitators", "demonstrators"})
GUNS = {"gunboat": ("almirante", 3), "air_raid": ("comandante", 6)}


class Card(NamedTuple):
    """New units: `space` is empty where the player chooses one of his own."""

    kind: str
    number: int
    space: str


CARDS = {
    "student_protest": Card("students", 4, "university"),
    "general_strike": Card("strikers", 6, "industrial_district"),
    "dock_strike": Card("strikers", 4, "puerto_del_sur"),
    "slum_riots": Card("agitators", 4, "slums"),
    "demonstrators": Card("demonstrators", 4, "cathedral_square"),
    "helicopter": Card("helicopter", 1, ""),
}


@cache
def distance(one: str, other: str) -> int:
    """How many steps apart two spaces are; 0 where one of them is none."""
    if not {one, other} <= set(ADJACENT):
        return 0
    reached, steps = {one}, 0
    while other not in reached:
        reached = reached.union(*(ADJACENT[space] for space in reached))
        steps += 1
    return steps


def strength(kinds: list[str], space: str) -> int:
    """14.a-c: the dice of one family's units in a space."""
    guards = kinds.count("palace_guard") * (2 if space == PALACE else 1)
    street = sum(kind in UNARMED for kind in kinds)
    return len(kinds) - kinds.count("palace_guard") - street + guards + street // 2

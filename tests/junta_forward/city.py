"""What never changes: the city's spaces, the units of each office, the cards that bring units."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

ADJACENT: dict[str, frozenset[str]] = {
    space: frozenset(others.split())
    for space, others in {
        "presidential_palace": "parliament cathedral_square hills police_precinct_1",
        "parliament": "presidential_palace cathedral_square government_quarter police_precinct_2",
        "central_bank": "government_quarter market business_district police_precinct_2",
        "radio_transmitter": "hills university police_precinct_1 radio_road",
        "train_station": "market slums industrial_district police_precinct_3 university",
        "police_precinct_1": "presidential_palace radio_transmitter university cathedral_square",
        "police_precinct_2": "parliament central_bank government_quarter",
        "police_precinct_3": "train_station market",
        "police_precinct_4": "waterfront slums puerto_del_sur",
        "cathedral_square": "presidential_palace parliament police_precinct_1 university market",
        "government_quarter": "parliament central_bank police_precinct_2 embassy_north"
        " brigade_2_base",
        "business_district": "central_bank embassy_south waterfront",
        "market": "central_bank train_station police_precinct_3 cathedral_square university"
        " industrial_district",
        "university": "radio_transmitter police_precinct_1 cathedral_square market slums"
        " train_station",
        "hills": "presidential_palace radio_transmitter brigade_3_base embassy_north",
        "slums": "train_station university industrial_district police_precinct_4",
        "industrial_district": "train_station slums puerto_del_sur brigade_1_base market",
        "waterfront": "business_district police_precinct_4 puerto_del_sur embassy_south",
        "puerto_del_sur": "waterfront police_precinct_4 industrial_district brigade_1_base",
        "embassy_north": "government_quarter hills brigade_2_base",
        "embassy_south": "business_district waterfront",
        "brigade_1_base": "puerto_del_sur industrial_district",
        "brigade_2_base": "government_quarter embassy_north",
        "brigade_3_base": "hills radio_road",
        "radio_road": "brigade_3_base radio_transmitter",
    }.items()
}
PALACE = "presidential_palace"
PRECINCTS = tuple(f"police_precinct_{n}" for n in range(1, 5))
EMBASSIES = frozenset({"embassy_north", "embassy_south"})
CENTRES = ("central_bank", "parliament", PALACE, "radio_transmitter", "train_station")
SHORES = frozenset({"waterfront", "puerto_del_sur", "brigade_1_base"})

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

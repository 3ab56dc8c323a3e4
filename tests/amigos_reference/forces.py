"""Set-ups, arrivals, Leaders and chits, typed from the rulebook (7, 18, the player aids)."""

from __future__ import annotations

from tests.amigos_reference.country import NAMES

STEPPED = ("us_army", "us_volunteers", "us_cavalry", "regular", "guerrilla")
"""Counters with two faces, `two` and `one`."""
INFANTRY = ("us_army", "us_volunteers")
US_STEPS = ("us_army", "us_volunteers", "us_cavalry")
FIL_STEPS = ("regular", "guerrilla", "fagen")
US_LEADERS = ("otis", "macarthur", "chaffee", "lawton", "funston", "smith", "wheaton", "anderson")
FIL_LEADERS = (
    "aguinaldo",
    "luna",
    "malvar",
    "pilar",
    "ricarte",
    "lukban",
    "mabini",
    "geronimo",
)
CHAIN = {"us": ("otis", "macarthur", "chaffee"), "filipino": ("aguinaldo", "luna", "malvar")}
STAYS = frozenset({"aguinaldo", "luna", "pilar"})
"""Leaders with No Retreat."""
SHIELDS = frozenset({*US_LEADERS, "malvar"})
"""Leaders whose force ignores one hit in a battle."""

STAND_UP = {
    "filipino": """7 R1|9 R4|12 R1|14 R1 aguinaldo|16 R1|17 R1|18 R1|19 R1 pilar
        |21 R6 A1 geronimo|22 R1|23 R6 A1 luna|25 R6|26 R4|27 R6 ricarte|28 R3|29 R3|32 R1|33 R1
        |36 G1 lukban|37 G1|40 G1|42 G1|43 G3|44 G1|45 G1""",
    "us": "24 I18 C2 lawton wheaton",
    "trans_ocean": "I14 A2 C2 anderson macarthur",
    "gunboats": {"manila_bay": 5},
    "poa": (),
}
GUERRILLA_WAR = {
    "filipino": """1 G1|2 G1|3 G1|4 G1|5 G2|6 G4|8 G1|9 R5 aguinaldo|10 G4|11 G1|15 G2|16 G2|18 G1
        |19 G2|20 G4 ricarte|21 G3 geronimo|22 G1|25 G2|26 G5 malvar|27 G2|28 G2|29 G1|30 G1|31 G1
        |32 G1|34 G1|35 G2 lukban|36 G1|37 G1|40 G1|42 G1""",
    "us": """7 I5 C2 A1 funston|13 I5 wheaton|14 I4|15 I2|17 I2|21 I5|23 I5 C2 A1 smith
        |24 I12 A1 macarthur|25 I2|43 I4 C2 anderson""",
    "trans_ocean": "I6 C2 A1",
    "gunboats": {"isabela_sea": 1, "tayabas_sea": 1, "manila_bay": 2, "securing_panay": 1},
    "poa": (14, 15, 21, 43),
}
ARRIVALS = {
    "stand_up": {2: "I8 A1 C2 otis", 3: "I10 smith", 4: "I10", 5: "funston", 7: "I10"},
    "guerrilla_war": {11: "S1", 12: "chaffee"},
}
ARRIVALS["campaign"] = ARRIVALS["stand_up"] | {8: "I8", 9: "I6 C2 A1"} | ARRIVALS["guerrilla_war"]
FIRST_TURN = {"stand_up": 1, "guerrilla_war": 9, "campaign": 1}
LAST_TURN = {"stand_up": 8, "guerrilla_war": 15, "campaign": 15}
MONSOON = frozenset({4, 8, 12})
TOP = 8
"""Both tracks of points reach from -8 to 8."""


def operations(turn: int) -> int:
    """3.2: how many Ground Operations a turn has (turn 8 belongs to the Stand-Up Fight)."""
    return 2 if turn <= 2 else 3 if turn <= 8 else 4 if turn <= 13 else 5


def luzon_steps(roll: int) -> int:
    """7.2: the left column of the table, whose rows are 1 to 8."""
    return (2, 3, 4, 5, 6, 7, 8, 9)[min(max(roll, 1), 8) - 1]


def visayas_steps(roll: int) -> int:
    """7.2: the right column of the table."""
    return (0, 0, 1, 2, 3, 4, 5, 6)[min(max(roll, 1), 8) - 1]


def will_points(box: int) -> int:
    """17.1: what a box of the Political Will track is worth; two at the ends."""
    return 0 if not box else 1 if abs(box) <= 4 else 2


LETTERS = {
    "us": {"I": INFANTRY, "C": ("us_cavalry",), "A": ("us_artillery",), "S": ("scouts",)},
    "filipino": {"R": ("regular",), "G": ("guerrilla",), "A": ("fil_artillery",)},
}


def force(text: str) -> dict[str, int]:
    """A force of a list above: letters with their steps, Leaders with 1."""
    return {
        word if word.islower() else word[0]: 1 if word.islower() else int(word[1:])
        for word in text.split()
    }


def stacks(text: str) -> dict[str, dict[str, int]]:
    """The areas of a set-up and what stands in each."""
    found = {}
    for entry in text.split("|"):
        number, _, rest = entry.strip().partition(" ")
        found[NAMES[int(number) - 1]] = force(rest)
    return found


PHASES = (
    "objectives", "advantage", "arms", "reinforcements", "us_ground", "us_amphibious",
    "us_gunboats", "us_shelling", "us_combat", "us_poa", "filipino_movement", "filipino_combat",
    "jungle_us", "jungle_combat", "jungle_filipino", "supply", "scoring", "victory",
)  # fmt: skip

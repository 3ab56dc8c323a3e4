"""The map and a position, as plain dictionaries; pieces are counted by what they show."""

from __future__ import annotations

from copy import deepcopy

POP = {
    "manila": 5,
    "cebu": 2,
    "zamboanga": 2,
    "davao": 2,
    "northern_luzon": 2,
    "southern_luzon": 2,
    "visayas": 2,
    "western_mindanao": 1,
    "central_mindanao": 1,
    "eastern_mindanao": 1,
}
CITIES = ("manila", "cebu", "zamboanga", "davao")
MINDANAO = ("zamboanga", "davao", "western_mindanao", "central_mindanao", "eastern_mindanao")
BORDERS = """
manila northern_luzon, manila southern_luzon, northern_luzon southern_luzon,
southern_luzon visayas, visayas cebu, visayas western_mindanao, visayas central_mindanao,
visayas eastern_mindanao, western_mindanao zamboanga, western_mindanao central_mindanao,
central_mindanao eastern_mindanao, eastern_mindanao davao, central_mindanao davao
"""
NEXT_TO: dict[str, set[str]] = {name: set() for name in POP}
for _pair in BORDERS.replace("\n", " ").split(","):
    _one, _other = _pair.split()
    NEXT_TO[_one].add(_other)
    NEXT_TO[_other].add(_one)

EMPTY = {
    "troops": 0,
    "police": 0,
    "gov_base": 0,
    "activist": 0,
    "ref_base": 0,
    "guerrilla": 0,
    "guerrilla_active": 0,
    "npa_base": 0,
    "terror": 0,
    "protest": 0,
    "strike": 0,
    "alignment": "neutral",
}
SUPPLY = {
    "troops": 12,
    "police": 12,
    "gov_base": 6,
    "activist": 16,
    "ref_base": 6,
    "guerrilla": 16,
    "npa_base": 6,
}
"""Wooden pieces of each kind (back of the rulebook)."""
SETUPS = {
    "standard": {
        "resources": {"gov": 18, "reformers": 4, "npa": 4}, "aid": 7, "patronage": 5,
        "momentum": 38,
        "spaces": {
            "manila": {"alignment": "support", "protest": 1, "troops": 2, "police": 3,
                       "gov_base": 1, "activist": 3, "ref_base": 1, "guerrilla": 1},
            "cebu": {"alignment": "support", "troops": 1, "police": 1, "gov_base": 1,
                     "activist": 1},
            "zamboanga": {"police": 2},
            "davao": {"troops": 1, "police": 1, "gov_base": 1, "activist": 1, "guerrilla": 1,
                      "npa_base": 1},
            "northern_luzon": {"troops": 2, "police": 1, "gov_base": 1, "guerrilla": 1,
                               "npa_base": 1},
            "southern_luzon": {"guerrilla": 1},
            "visayas": {"activist": 1, "guerrilla": 1},
            "western_mindanao": {"troops": 1, "police": 1, "gov_base": 1, "guerrilla": 2,
                                 "npa_base": 1},
            "central_mindanao": {"troops": 1, "activist": 1, "guerrilla": 1},
            "eastern_mindanao": {"police": 1, "activist": 1, "guerrilla": 1},
        },
    },
    "extended": {
        "resources": {"gov": 12, "reformers": 6, "npa": 6}, "aid": 10, "patronage": 1,
        "momentum": 37,
        "spaces": {
            "manila": {"alignment": "support", "troops": 1, "police": 3, "gov_base": 1},
            "cebu": {"alignment": "support", "police": 1, "gov_base": 1},
            "zamboanga": {"police": 2, "gov_base": 1},
            "davao": {"troops": 1, "police": 1, "gov_base": 1},
            "northern_luzon": {"alignment": "support", "troops": 1, "police": 1, "gov_base": 1,
                               "guerrilla": 1},
            "central_mindanao": {"guerrilla": 1, "npa_base": 1},
            "eastern_mindanao": {"police": 1, "guerrilla": 1},
        },
    },
}  # fmt: skip


def set_up(scenario: str) -> dict:
    """The printed set-up."""
    found = deepcopy(SETUPS[scenario])
    found["spaces"] = {name: EMPTY | found["spaces"].get(name, {}) for name in POP}
    found["people"] = []
    return found


def guerrillas(space: dict) -> int:
    return space["guerrilla"] + space["guerrilla_active"]


def government(space: dict) -> int:
    return space["troops"] + space["police"] + space["gov_base"]


def insurgents(space: dict) -> int:
    return guerrillas(space) + space["npa_base"]


def bases(space: dict) -> int:
    return space["gov_base"] + space["ref_base"] + space["npa_base"]


def controls(space: dict) -> str | None:
    """1.7: more pieces than the two others together; Activists count beside a Protest."""
    reform = space["ref_base"] + (space["activist"] if space["protest"] else 0)
    state, rebels = government(space), insurgents(space)
    if state > rebels + reform:
        return "gov"
    if rebels > state + reform:
        return "npa"
    return None


def tidy(space: dict) -> dict:
    """1.8.2: Protest without Reformer pieces and Strike without NPA pieces go at once."""
    if space["protest"] and space["activist"] + space["ref_base"] == 0:
        space["protest"] = 0
    if space["strike"] and insurgents(space) == 0:
        space["strike"] = 0
    return space


def lean(space: dict, side: str) -> None:
    """1.6.2: a shift."""
    if space["alignment"] == "neutral":
        space["alignment"] = side
    elif space["alignment"] != side:
        space["alignment"] = "neutral"


def left(position: dict) -> dict[str, int]:
    """What is Available: all that is not on the map."""
    on_map = dict.fromkeys(SUPPLY, 0)
    for space in position["spaces"].values():
        for kind in SUPPLY:
            on_map[kind] += space[kind]
        on_map["guerrilla"] += space["guerrilla_active"]
    return {kind: SUPPLY[kind] - on_map[kind] for kind in SUPPLY}


def tokens_left(position: dict) -> int:
    """1.8.2: four markers serve as Protest or Strike."""
    return 4 - sum(one["protest"] + one["strike"] for one in position["spaces"].values())

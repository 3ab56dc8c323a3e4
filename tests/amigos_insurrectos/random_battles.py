"""Random battles, each on a paper record: forces, Leaders and chits of all kinds."""

from __future__ import annotations

import random

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.law.chit_data import read_chits
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.play import battle_play, search_play
from tests.amigos_insurrectos.desk import PaperTable
from tests.amigos_insurrectos.paper import Paper

AREAS = ("marong", "batangas", "benguet", "bulacan", "laguna", "nueva_vizcaya", "zambales")
LEADERS = {
    US: ("lawton", "wheaton", "anderson", "macarthur", "smith", "funston", "otis"),
    FILIPINO: ("luna", "aguinaldo", "pilar", "ricarte", "lukban", "malvar", "geronimo"),
}


def random_forces(chance: random.Random) -> dict[str, dict[str, int]]:
    """Both sides in one or two areas, and some neighbours to retreat to."""
    forces: dict[str, dict[str, int]] = {"manila": {"us_army": 6}}
    leaders = {side: chance.sample(names, len(names)) for side, names in LEADERS.items()}
    rare = {"fagen": 0.1, "imported_arms": 0.15, "scouts": 0.15}
    for area in chance.sample(AREAS, chance.choice([1, 1, 2])):
        army = {chance.choice(["us_army", "us_volunteers"]): chance.randint(1, 8)}
        kinds = chance.random()
        if kinds < 0.6:
            army["regular"] = chance.randint(1, 7)
            army["fil_artillery"] = int(chance.random() < 0.4)
        if kinds > 0.4:
            army["guerrilla"] = chance.randint(1, 5)
        army["us_cavalry"] = chance.choice([0, 0, 0, 1, 2])
        army["us_artillery"] = chance.choice([0, 0, 1])
        for side in (US, FILIPINO):
            if chance.random() < 0.5:
                army[leaders[side].pop()] = 1
        for kind, likely in list(rare.items()):
            if chance.random() < likely:
                army[kind] = 1
                del rare[kind]
        forces[area] = army
    forces["manila_bay"] = {"gunboat": chance.randint(0, 3)}
    forces["principe"] = {"regular": 1}
    if chance.random() < 0.5:
        forces |= {
            "infanta": {"regular": 1},
            "pampanga": {"us_army": 1},
            "tayabas": {"guerrilla": 1},
        }
    return forces


def random_battles(
    rulebook: Rulebook, seed: int, kind: type[battle_play.Battle] = battle_play.Battle
) -> PaperTable:
    """A phase of combat with one or two battles, from searches to Political Will."""
    chance = random.Random(seed)
    attacker = FILIPINO if chance.random() < 0.35 else US
    forces, turn = random_forces(chance), chance.choice([2, 3, 5, 10])
    table = PaperTable(Paper(rulebook, forces, turn, f"{attacker}_combat"), seed)
    letter = "g" if turn >= 9 else "s"
    known = read_chits(rulebook.game)
    table.deal(
        one
        for one in sorted(known)
        if one.split("_")[1].startswith(letter) and known[one].in_battle and chance.random() < 0.2
    )
    for area in [one for one in forces if one in AREAS]:
        regular = forces[area].get("regular", 0)
        if not regular and attacker == US and not search_play.search(table, area):
            continue
        kind(table, area, attacker).play()
    return table

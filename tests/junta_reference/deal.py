"""A random beginning of a coup."""

from __future__ import annotations

from random import Random

from tests.junta_reference.city import ARMIES, BRIGADES, CARDS, GAME, HOMES, PRECINCTS
from tests.junta_reference.record import Start, Unit

FAMILIES = tuple(GAME.sides)


def deal(chance: Random, players: int, forced: bool | None) -> Start:
    """Offices, Rebel Leader, Cousin and absent families at random, everything in its place."""
    families = FAMILIES[:players]
    president, *others = chance.sample(families, players)
    leader = others[0]
    offices = {"president": president}
    offices |= dict(zip(BRIGADES, chance.sample(others, 3), strict=True))
    offices |= {one: chance.choice(others) for one in ("minister", "almirante", "comandante")}
    cousin = frozenset(chance.sample(sorted(set(offices) - {"president"}), chance.random() < 0.35))
    away = frozenset(chance.sample(others[1:], chance.choice((0, 0, 0, 1, 1, max(players - 5, 1)))))
    fixed = chance.random() < 0.3 if forced is None else forced
    units: dict[str, Unit] = {}
    for office, (kind, count) in ARMIES.items():
        family = president if office in cousin else offices[office]
        for n in range(count):
            home = HOMES.get(kind, "")
            if kind == "police":
                home = "parliament" if fixed else PRECINCTS[n]
            units[f"{kind}_{n + 1}"] = Unit(kind, office, family, home)
    return Start(families, president, leader, offices, cousin, away, fixed, units | street())


def street() -> dict[str, Unit]:
    """The units of all cards, off the map and nobody's."""
    counts: dict[str, int] = {}
    for card in CARDS.values():
        counts[card.kind] = counts.get(card.kind, 0) + card.number
    return {
        f"{kind}_{n + 1}": Unit(kind, "", "", "")
        for kind, count in counts.items()
        for n in range(count)
    }

"""A street in turn 3 of a riot, and the use of Gas and Molotovs on it."""

from __future__ import annotations

from modgen.model.game import Game
from tests.civil_power.street import Street


class Riot:
    """A street of II-4 in a phase of turn 3, on which a case acts."""

    def __init__(self, game: Game, phase: str, scenario: str = "ii-4") -> None:
        self.street = Street(game, scenario, phase)
        self.levels = {"turn": 3, "el_mob": 1, "el_police": 1, "grenades": 4, "molotovs": 4}

    def begin(self, **levels: int) -> Street:
        self.street.begin({**self.levels, **levels})
        return self.street


def gas(
    street: Street, cell: str, *squads: str, way: str = "gas_gun", die: int = 1, count: bool = True
) -> None:
    """Gas is announced and placed, and the canister's die is rolled."""
    street.fire(cell, "everyone", *squads, way=way, side="police")
    street.place("gas", cell)
    if count:
        street.book("grenades", -1)
    if way == "gas_gun" and die:
        street.roll("canister", die)


def throw(street: Street, crowd: str, cell: str, *dice: int, fire: int = 1, count: int = 1) -> None:
    """A Molotov is announced, with its dice."""
    street.fire(cell, "everyone", crowd, way="molotov")
    if count:
        street.book("molotovs", -count)
    street.roll("mob", *dice)
    if fire:
        street.roll("fire_check", fire)

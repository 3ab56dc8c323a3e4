"""One worked game-turn of I-6, with combat as the rules ask, and one mistake at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from modgen_rules.engine.reports.findings import GameReport
from tests.civil_power.street import Street


class StudentRiot:
    """Game-turn 3: gas, rocks, a Molotov, a surge, gas, water, a fight of two squads."""

    def __init__(self, game: Game) -> None:
        street = self.street = Street(game, "i-6", "gas_morale")
        put = street.put
        self.u = {
            n: put(f"W-{cell}", "untrained_crowd")
            for n, cell in (
                (7, "D4"),
                (8, "E4"),
                (9, "F4"),
                (10, "G4"),
                (11, "D5"),
                (12, "E5"),
                (5, "D6"),
                (3, "E6"),
                (4, "F6"),
                (6, "G6"),
                (1, "D7"),
                (2, "F7"),
            )
        }
        self.t = {
            n: put(f"W-{cell}", "trained_crowd")
            for n, cell in (
                (2, "F5"),
                (3, "G5"),
                (1, "E7"),
            )
        }
        put("W-D4", "tv_crew")
        self.a1, self.a2 = put("W-E7", "agitator"), put("W-F6", "agitator")
        self.gas = put("W-F6", "gas")
        self.tactical = put("W-D8", "tactical")
        self.line1, self.line2 = put("W-E8", "line"), put("W-E8", "line")
        self.reserve1 = put("W-E8", "reserve")
        put("W-E8", "gas_gun")
        self.reserve2, self.reserve3 = put("W-F8", "reserve"), put("W-F8", "reserve")
        self.cannon = put("W-G8", "water_cannon")
        street.begin({"turn": 3, "el_mob": 1, "el_police": 1, "molotovs": 5, "grenades": 15})

    def checks(self) -> None:
        """The Gas and Fire Check."""
        self.street.check(self.u[4], 2)
        self.street.phase("gas_fades")
        self.street.turn_over(self.gas, "gas_2")

    def mob_fire(self) -> None:
        """A1 and A2."""
        s = self.street
        s.phase("mob_fire")
        s.fire("W-E8", "group", self.t[1])
        s.roll("mob", 6)
        s.book("wia_police")
        s.check(self.line1, 3)
        s.fire("W-F8", "everyone", self.u[2], way="molotov")
        s.book("molotovs", -1)
        s.roll("mob", 4)
        s.check(self.reserve2, 5)
        s.roll("mob", 5)
        s.book("wia_police")
        s.check(self.reserve3, 2)
        s.roll("fire_check", 6)
        s.place("fire", "W-F8")
        s.drag(self.reserve2, "W-G8")
        s.drag(self.reserve3, "W-G8")

    def mob_move(self) -> None:
        """B1 and B2."""
        s = self.street
        s.phase("mob_move")
        s.drag(self.u[1], "W-D8")
        s.drag(self.u[5], "W-D7")
        s.drag(self.u[5], "W-D8")

    def mob_shock(self, exits: bool = True) -> None:
        """C: a surge drives the Tactical into a building."""
        s = self.street
        s.phase("mob_shock")
        s.fight("W-D8", mob="surges")
        s.roll("mob", 3)
        s.roll("police", 4)
        s.drag(self.tactical, "W-D9")
        s.check(self.tactical, 4, 1)
        s.check(self.u[1], 2)
        s.check(self.u[5], 5)
        if exits:
            s.drag(self.u[5], "W-D7")

    def mob_recovery(self) -> None:
        """D: nobody recovers."""
        self.street.phase("mob_recovery")

    def police_fire(self) -> None:
        """E: gas by gun and by hand, and water on the Fire."""
        s = self.street
        s.phase("police_fire")
        s.fire("W-E6", "nobody", self.reserve1, way="gas_gun", side="police")
        s.book("grenades", -1)
        s.place("gas", "W-E6")
        s.roll("canister", 6)
        s.book("wia_mob")
        s.check(self.u[3], 5, apply=False)
        s.drag(self.u[3], "W-D6")
        s.fire("W-E7", "nobody", self.line2, way="hand_gas", side="police")
        s.book("grenades", -1)
        s.place("gas", "W-E7")
        s.check(self.t[1], 6)
        s.fire("W-F8", "nobody", self.cannon, way="water", side="police")
        s.roll("police", 3)
        fire = next(
            key for key, one in s.pieces.items() if one.kind == "fire" and one.place == "W-F8"
        )
        s.drag(fire, "pool_fire")

    def police_move(self) -> None:
        """F."""
        s = self.street
        s.phase("police_move")
        s.drag(self.line1, "W-E7")
        s.drag(self.tactical, "W-E8")
        s.drag(self.tactical, "W-E7")
        s.drag(self.reserve3, "W-F8")

    def police_shock(self, first: str = "W-E6") -> None:
        """G: the suppressed Crowd is driven into its friends."""
        s = self.street
        s.phase("police_shock")
        s.fight("W-E7")
        s.roll("police", 4)
        s.roll("mob", 5)
        s.drag(self.t[1], first)
        if first == "W-E6":
            s.check(self.t[1], 3, -1)
            s.drag(self.t[1], "W-E5")
            s.drag(self.a1, "W-E5")
            s.suppress(self.u[12])
        self.check_crowd()
        s.check(self.line1, 4)
        s.check(self.tactical, 5)

    def check_crowd(self) -> None:
        """G6: suppressed and retreated, with an Agitator: 6 becomes 7."""
        self.street.check(self.t[1], 6)

    def police_recovery(self) -> None:
        """H."""
        self.street.phase("police_recovery")
        self.street.suppress(self.reserve2, on=False)

    def play(self) -> Street:
        """All of it."""
        for part in (
            "checks",
            "mob_fire",
            "mob_move",
            "mob_shock",
            "mob_recovery",
            "police_fire",
            "police_move",
            "police_shock",
            "police_recovery",
        ):
            getattr(self, part)()
        return self.street


def test_the_turn_is_legal(civil_power: Game) -> None:
    assert StudentRiot(civil_power).play().clauses() == []


class SecondFire(StudentRiot):
    """The Line fires its guns at Engagement Level 1."""

    def police_fire(self) -> None:
        super().police_fire()
        s = self.street
        s.fire("W-E7", "crowd", self.line1, side="police")
        s.roll("police", 1)
        s.check(self.t[1], 1)


class EarlyRecovery(StudentRiot):
    """U5 recovers in the player-turn in which it was suppressed."""

    def mob_recovery(self) -> None:
        super().mob_recovery()
        self.street.suppress(self.u[5], on=False)


class TwoCrowdsStay(StudentRiot):
    """Neither Crowd moves on after the surge."""

    def mob_shock(self, exits: bool = False) -> None:
        super().mob_shock(exits)


class IntoFriends(StudentRiot):
    """T1 retreats into a held square although E6 is empty."""

    def police_shock(self, first: str = "W-D7") -> None:
        super().police_shock(first)
        self.street.drag(self.a1, first)


class SquadRetreats(StudentRiot):
    """Line 1 of the larger side retreats."""

    def police_shock(self, first: str = "W-E6") -> None:
        super().police_shock(first)
        self.street.drag(self.line1, "W-E8")


class OtherChecks(StudentRiot):
    """U12, that only made room, checks morale."""

    def check_crowd(self) -> None:
        super().check_crowd()
        self.street.check(self.u[12], 2)


class DoubledTooEarly(StudentRiot):
    """The Police double their Shock at Engagement Level 1."""

    def police_shock(self, first: str = "W-E6") -> None:
        s = self.street
        s.phase("police_shock")
        s.fight("W-E7", police="doubled")
        s.roll("police", 4)
        s.roll("mob", 5)
        s.drag(self.t[1], "W-E6")
        s.check(self.t[1], 3, -1)
        s.drag(self.t[1], "W-E5")
        s.drag(self.a1, "W-E5")
        s.suppress(self.u[12])
        self.check_crowd()
        s.check(self.line1, 4)
        s.check(self.tactical, 5)


class RiotersCharge(StudentRiot):
    """U2, that threw a Molotov, enters the square of the Police."""

    def mob_move(self) -> None:
        super().mob_move()
        self.street.drag(self.u[2], "W-G8")


class ThroughTheCrowd(StudentRiot):
    """U5 goes through the square of T1, and diagonally to the fight."""

    def mob_move(self) -> None:
        s = self.street
        s.phase("mob_move")
        s.drag(self.u[5], "W-E8")


class GasAndCharge(StudentRiot):
    """Line 2, that threw gas, enters the square of the Mob."""

    def police_move(self) -> None:
        super().police_move()
        self.street.drag(self.line2, "W-E7")


class GasWithModifier(StudentRiot):
    """T1 checks in the gas of E6 with 1 for its suppression."""

    def police_shock(self, first: str = "W-E6") -> None:
        s = self.street
        s.phase("police_shock")
        s.fight("W-E7")
        s.roll("police", 4)
        s.roll("mob", 5)
        s.drag(self.t[1], first)
        s.check(self.t[1], 3, 1)
        s.drag(self.t[1], "W-E5")
        s.drag(self.a1, "W-E5")
        s.suppress(self.u[12])
        self.check_crowd()
        s.check(self.line1, 4)
        s.check(self.tactical, 5)


@pytest.mark.parametrize(
    ("variant", "clause"),
    [
        (RiotersCharge, "4.0.e"),
        (ThroughTheCrowd, "4.3.a"),
        (GasAndCharge, "4.0.e"),
        (GasWithModifier, "6.1.i"),
        (SecondFire, "6.7.P1"),
        (EarlyRecovery, "3.0.i"),
        (TwoCrowdsStay, "5.4.2.b"),
        (IntoFriends, "5.4.3.e"),
        (SquadRetreats, "5.4.1.f"),
        (OtherChecks, "5.4.3.o"),
        (DoubledTooEarly, "6.7.P2"),
    ],
)
def test_one_mistake_is_found(
    civil_power: Game,
    reported: Callable[[GameReport, str], None],
    variant: type[StudentRiot],
    clause: str,
) -> None:
    reported(variant(civil_power).play().report(), clause)

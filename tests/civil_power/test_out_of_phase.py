"""What the tracker shows against what is done, and acts that have one cause and no more."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.reading.phases import CHECKS, KINDS
from tests.civil_power.street import Reported, Street, judged

PHASES = (*CHECKS, *(f"{side}_{kind}" for side in ("mob", "police") for kind in KINDS))


class Days:
    """Game-turns in which both sides move a few units to and fro."""

    def __init__(self, game: Game) -> None:
        self.street = street = Street(game, "i-6", "fires")
        self.units = {
            "mob": [street.put(cell, "slingshot_punk") for cell in ("W-D4", "W-D6", "W-D8")],
            "police": [street.put(cell, "line") for cell in ("E-D4", "E-D6", "E-D8")],
        }
        street.begin({"el_mob": 1, "el_police": 1, "molotovs": 3})

    def play(self, phases: tuple[str, ...] = PHASES) -> None:
        """Step the tracker through some phases; in the Movement phases units move."""
        street = self.street
        for phase in phases:
            street.phase(phase)
            side, _, kind = phase.partition("_")
            if kind != "move":
                continue
            for key in self.units[side]:
                board, cell = street.pieces[key].place.split("-")
                street.drag(key, f"{board}-{'E' if cell[0] == 'D' else 'D'}{cell[1:]}")


@pytest.mark.parametrize(("left_out", "clauses"), [(0, []), (4, ["3.0.a"])])
def test_no_side_is_left_out(
    civil_power: Game, reported: Reported, left_out: int, clauses: list[str]
) -> None:
    """The Police have a player-turn in each game-turn."""
    days = Days(civil_power)
    for number in (2, 3, 4, 5):
        skips = left_out == number
        days.play(PHASES[3:7] if skips else PHASES[3:])
        if number < 5:
            days.street.book("turn")
            days.play(() if skips else PHASES[:3])
    assert judged(days.street, reported, "3.0.a") == clauses


@pytest.mark.parametrize(("turned", "clauses"), [(False, []), (True, ["3.0.c"])])
def test_the_mob_has_the_first_player_turn(
    civil_power: Game, reported: Reported, turned: bool, clauses: list[str]
) -> None:
    """In one game-turn both sides play, the Police before the Mob."""
    days = Days(civil_power)
    days.street.book("turn")
    days.play(PHASES[:3])
    days.play((*PHASES[7:], *PHASES[3:7]) if turned else PHASES[3:])
    days.street.book("turn")
    days.play()
    assert judged(days.street, reported) == clauses


@pytest.mark.parametrize(
    ("order", "clauses"),
    [
        ((0, 1, 2, 4, 3), ["3.0.b"]),
        ((0, 1, 2, 6, 3, 4), ["3.0.b"]),
        ((0, 1, 2, 3, 4, 5), []),
    ],
)
def test_the_tracker_goes_round_to_a_phase_left_out(
    civil_power: Game, order: tuple[int, ...], clauses: list[str]
) -> None:
    """It counts a game-turn more, and so does the marker; the game-turn is still the same."""
    days = Days(civil_power)
    street, crowd = days.street, days.units["mob"][0]
    days.play(PHASES[3:])
    for _ in range(3):
        street.book("turn")
        days.play()
    street.book("turn")
    for before, now in zip((-1, *order), order, strict=False):
        street.act("phase", target=PHASES[now], source=str(5 + (clauses != [] and now < before)))
        if now < before:
            street.book("turn")
        for on in (True, False) if now > 2 else ():
            street.act("chat")
            street.mark(crowd, "fires" if now == 3 else "suppressed", on)
    days.play(PHASES[5:])
    assert [one for one in street.clauses() if one.startswith("3.0.")] == clauses


@pytest.mark.parametrize(("phase", "clauses"), [("mob_fire", []), ("mob_recovery", ["5.3.f"])])
def test_attacks_are_made_in_their_phase(
    civil_power: Game, reported: Reported, phase: str, clauses: list[str]
) -> None:
    days = Days(civil_power)
    for first in (3, 0, 0, 0):
        days.play(PHASES[first:])
        days.street.book("turn")
    days.play(PHASES[: PHASES.index(phase) + 1])
    punks, street = days.units["mob"][0], days.street
    street.fire("W-D5", "everyone", punks, way="molotov")
    street.book("molotovs", -1)
    street.mark(punks, "fires", on=False)
    days.play(PHASES[PHASES.index(phase) + 1 :])
    assert judged(street, reported, "5.3.f") == clauses


@pytest.mark.parametrize(("again", "clauses"), [(0, []), (1, []), (6, ["5.1.a"])])
def test_a_unit_checks_once(
    civil_power: Game, reported: Reported, again: int, clauses: list[str]
) -> None:
    """A second check that changes nothing is no matter."""
    street = Street(civil_power, "i-6", "police_fire")
    squad = street.put("W-D8", "line")
    punks = street.put("W-D6", "slingshot_punk")
    street.begin({"el_police": 5})
    street.fire("W-D6", "group", squad, side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    if again:
        street.check(punks, again)
    street.phase("police_move")
    assert judged(street, reported, "5.1.") == clauses


@pytest.mark.parametrize(("counts", "clauses"), [((1, 1), []), ((2, 1), ["6.1.f"])])
def test_a_grenade_is_counted_once(
    civil_power: Game, reported: Reported, counts: tuple[int, ...], clauses: list[str]
) -> None:
    street = Street(civil_power, "i-6", "police_fire")
    squads = [street.put(cell, "line") for cell in ("W-D8", "W-G8")]
    street.begin({"el_police": 1, "grenades": 9})
    for squad, cell, count in zip(squads, ("W-D7", "W-G7"), counts, strict=True):
        street.fire(cell, "everyone", squad, way="hand_gas", side="police")
        street.place("gas", cell)
        for _ in range(count):
            street.book("grenades", -1)
    street.phase("police_move")
    assert judged(street, reported, "6.1.f") == clauses


@pytest.mark.parametrize(("number", "clauses"), [(1, []), (2, ["5.3.1.a"])])
def test_each_attack_is_booked_for_itself(
    civil_power: Game, reported: Reported, number: int, clauses: list[str]
) -> None:
    """A wound too many is none that another attack, before a TV Crew, did not book."""
    street = Street(civil_power, "i-6", "mob_fire")
    punks = [street.put(cell, "pistol_punk") for cell in ("W-D8", "E-D8", "E-D4")]
    squads = [street.put(cell, "reserve") for cell in ("W-D7", "E-D7", "E-D3")]
    street.put("E-D3", "tv_crew")
    street.begin({"el_mob": 5})
    for punk, squad, wounds in zip(punks, squads, (number, 1, 0), strict=True):
        street.fire(street.pieces[squad].place, "group", punk)
        street.roll("mob", 5)
        if wounds:
            street.book("wia_police", wounds)
        street.check(squad, 1)
    street.phase("mob_move")
    assert judged(street, reported, "5.3.") == clauses


def test_agitators_are_lost_for_a_reason(civil_power: Game, reported: Reported) -> None:
    """In a fight an Agitator among friends stays."""
    street = Street(civil_power, "ii-4", "mob_shock")
    street.put("W-D8", "trained_crowd")
    squad = street.put("W-D8", "reserve")
    street.put("W-F8", "untrained_crowd")
    agitator = street.put("W-F8", "agitator")
    street.begin({"el_mob": 1, "el_police": 1})
    street.fight("W-D8")
    street.roll("mob", 4)
    street.roll("police", 1)
    street.drag(squad, "W-C9")
    street.check(squad, 1, 1)
    street.lose(agitator)
    street.phase("mob_recovery")
    assert judged(street, reported, "5.1.") == ["5.1.d"]


def test_a_side_that_does_not_play_brings_nobody(civil_power: Game, reported: Reported) -> None:
    street = Street(civil_power, "i-5", "mob_move")
    street.put("W-D8", "trained_crowd")
    street.place("line", "W-F8")
    street.phase("mob_shock")
    assert "2.3.e" in judged(street, reported)


@pytest.mark.parametrize(("die", "clauses"), [(5, []), (1, ["6.1.j"])])
def test_who_passes_stays_in_the_gas(
    civil_power: Game, reported: Reported, die: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "i-6", "police_fire")
    squad = street.put("W-D8", "line")
    crowd = street.put("W-D7", "untrained_crowd")
    street.begin({"el_police": 1, "grenades": 3})
    street.fire("W-D7", "everyone", squad, way="hand_gas", side="police")
    street.place("gas", "W-D7")
    street.book("grenades", -1)
    street.check(crowd, die, apply=False)
    street.drag(crowd, "W-D6")
    street.phase("police_move")
    assert judged(street, reported, "6.1.j") == clauses


@pytest.mark.parametrize(
    ("before", "after", "clauses"),
    [(False, False, ["5.3.f"]), (True, False, ["5.3.f"]), (False, True, [])],
)
def test_nobody_fires_in_the_movement(
    civil_power: Game, reported: Reported, before: bool, after: bool, clauses: list[str]
) -> None:
    """The tracker may be early if the units move only then."""
    days = Days(civil_power)
    street, punks = days.street, days.units["mob"][0]
    street.begin({"molotovs": 9})

    def fires() -> None:
        street.fire("W-D5", "everyone", punks, way="molotov")
        street.book("molotovs", -1)
        street.drag("fire_attack#0", "pool_attacks")
        street.mark(punks, "fires", on=False)

    for _ in range(3):
        days.play(PHASES[:4])
        fires()
        days.play(PHASES[4:])
        street.book("turn")
    days.play(PHASES[:4])
    street.phase("mob_move")
    if before:
        street.drag(punks, "W-D3")
    fires()
    if after:
        street.drag(punks, "W-D3")
    days.play(PHASES[5:])
    assert judged(street, reported, "5.3.f") == clauses


@pytest.mark.parametrize(("place", "verdict"), [("W-D9@1", "suspect"), ("W-E9", "illegal")])
@pytest.mark.parametrize("moment", ["police_move", "police_recovery"])
def test_a_mark_of_a_level_out_of_turn(
    civil_power: Game, moment: str, place: str, verdict: str
) -> None:
    """The mark may be late, or on the wrong counter; a drag to another square is a move."""
    street = Street(civil_power, "i-6", "fires")
    punks = street.put("W-D9", "slingshot_punk")
    street.begin({"turn": 3})
    for phase in PHASES[3:]:
        street.phase(phase)
        if phase == moment:
            street.drag(punks, place)
    found = [one for one in street.report().findings if one.clause == "4.0.h"]
    assert [one.verdict for one in found] == [verdict]

"""Rules of single scenarios in play: natural mistakes, each beside legal play that looks alike."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.opening import Opening
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_options import hide
from tests.civil_power.test_scenarios import started
from tests.civil_power.test_victory import ended, points


@pytest.mark.parametrize(
    ("scenario", "side", "more", "clause"),
    [
        ("i-1", "police", 2, "S.I1.e"),
        ("i-3", "mob", 25, "S.I3"),
        ("ii-1", "police", 3, "S.II1.e"),
        ("ii-1", "mob", 2, "S.II1"),
        ("ii-2", "police", 5, "S.II2.j"),
        ("ii-3", "police", 20, "S.II3"),
        ("ii-3", "police", 2, "S.II3.b"),
        ("ii-5", "mob", 3, "S.II5"),
        ("ii-5", "police", 5, "S.II5.c"),
    ],
)
@pytest.mark.parametrize("wrong", [False, True])
def test_points(
    civil_power: Game,
    reported: Reported,
    scenario: str,
    side: str,
    more: int,
    clause: str,
    wrong: bool,
) -> None:
    """The marker of a side shows some points more than the table gives."""
    opening = ended(civil_power, scenario)
    right = points(opening)
    for one, number in right.items():
        opening.points(one, int(number) + (more if wrong and one == side else 0))
    opening.announce("nobody")
    found = [one for one in judged(opening, reported) if wrong or one == clause]
    assert found[:1] == ([clause] if wrong else [])


@pytest.mark.parametrize(
    ("scenario", "levels", "told", "clauses"),
    [
        ("i-6", {"wia_police": 1}, "police_marginal", ["S.I6"]),
        ("i-7", {"wia_police": 1}, "police_marginal", ["S.I7.a"]),
        ("ii-7", {"kia_mob": 1}, "police_wins", ["S.II7.c"]),
        ("ii-7", {}, "police_wins", ["S.II7.h"]),
        ("ii-7", {"kia_mob": 1}, "mob_wins", []),
    ],
)
def test_results(
    civil_power: Game,
    reported: Reported,
    scenario: str,
    levels: dict[str, int],
    told: str,
    clauses: list[str],
) -> None:
    opening = ended(civil_power, scenario, **levels)
    opening.announce(told)
    assert judged(opening, reported)[:1] == clauses


@pytest.mark.parametrize(
    ("scenario", "side", "turn", "moves", "clause"),
    [
        ("i-4", "mob", 2, (("untrained_crowd#0", "W-D1"),), "S.I4.c"),
        ("i-4", "mob", 1, (("untrained_crowd#0", "W-D1"),), ""),
        ("ii-4", "police", 2, (("line#0", "W-D13"),), "S.II4.a"),
        ("ii-4", "police", 1, (("line#0", "W-D13"),), ""),
        (
            "ii-6",
            "mob",
            1,
            (("untrained_crowd#0", "W-D13"), ("untrained_crowd#1", "W-D1")),
            "S.II6.c",
        ),
        ("ii-6", "mob", 2, (("untrained_crowd#0", "W-D13"), ("untrained_crowd#1", "W-H13")), ""),
        ("ii-1", "police", 1, (("line#0", "E-E13"), ("line#1", "E-E1")), "S.II1.h"),
        ("ii-1", "police", 1, (("line#0", "E-D13"), ("line#1", "E-C13")), ""),
        ("i-8", "mob", 2, (("untrained_crowd#0", "W-D13"),), ""),
    ],
)
def test_entries(
    civil_power: Game,
    reported: Reported,
    scenario: str,
    side: str,
    turn: int,
    moves: tuple[tuple[str, str], ...],
    clause: str,
) -> None:
    opening = started(civil_power, scenario)
    for number in range(1, turn):
        opening.play("police_recovery", number)
    opening.play(f"{side}_move", turn)
    for key, cell in moves:
        opening.drag(key, cell)
    opening.play(f"{side}_shock", turn)
    assert judged(opening, reported)[:1] == ([clause] if clause else [])


@pytest.mark.parametrize(("number", "clauses"), [(5, []), (6, ["S.II1.d"])])
def test_who_hides_in_1871(
    civil_power: Game, reported: Reported, number: int, clauses: list[str]
) -> None:
    on = Opening(civil_power, "ii-1")
    on.set_up()
    punks = [key for key, unit in on.position.units.items() if "punk" in unit.kind]
    houses = [cell for cell in on.field.ground.names if on.field.is_building(cell)]
    for key, cell in zip(punks[:number], sorted(houses), strict=False):
        on.drag(key, cell)
        hide(on, key)
    on.finish_set_up()
    on.play("mob_fire")
    assert judged(on, reported)[:1] == clauses


@pytest.mark.parametrize(("cell", "clauses"), [("W-D8", []), ("W-D9", ["S.II2.e"])])
def test_guns_stay_outside(
    civil_power: Game, reported: Reported, cell: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-2", "police_move")
    gun = street.put("W-D7" if cell == "W-D8" else "W-D8", "field_gun")
    street.begin({"turn": 3})
    street.drag(gun, cell)
    street.phase("police_shock")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("rolled", "clauses"), [(((1, 3),), []), ((), ["S.II6.b"])])
def test_reinforcements_in_los_angeles(
    civil_power: Game, reported: Reported, rolled: tuple[tuple[int, int], ...], clauses: list[str]
) -> None:
    """From turn 3 on the Mob rolls in each of its turns."""
    opening = started(civil_power, "ii-6")
    for turn in (1, 2):
        opening.play("police_recovery", turn)
    opening.play("gas_morale", 3)
    opening.play("mob_fire", 3)
    for dice in rolled:
        opening.roll("reinforcements", *dice)
    for phase in ("mob_move", "mob_shock", "mob_recovery", "police_fire"):
        opening.play(phase, 3)
    assert judged(opening, reported)[:1] == clauses


@pytest.mark.parametrize(("scored", "clauses"), [(1, []), (3, ["S.II6.a"])])
def test_looted_swag(
    civil_power: Game, reported: Reported, scored: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-6", "police_recovery")
    street.put("W-A1", "swag")
    street.put("W-A1", "slingshot_punk")
    street.begin({"turn": 5})
    street.phase("police_recovery")
    street.book("vp_mob", scored)
    street.phase("gas_morale")
    assert judged(street, reported)[:1] == clauses


@pytest.mark.parametrize(("scored", "clauses"), [(2, []), (4, ["S.II6.a"])])
def test_swag_counts_once_in_a_turn(civil_power: Game, scored: int, clauses: list[str]) -> None:
    """What was looted in two Recoveries of the Police may be booked together."""
    street = Street(civil_power, "ii-6", "police_fire")
    street.put("W-A1", "swag")
    street.put("W-A1", "slingshot_punk")
    street.begin({"turn": 5})
    for phase in ("police_move", "police_shock", "police_recovery"):
        street.phase(phase)
    street.book("turn")
    for phase in ("gas_morale", "mob_move", "police_shock", "police_recovery"):
        street.phase(phase)
    street.book("vp_mob", scored)
    street.book("turn")
    street.phase("gas_morale")
    assert [one for one in street.clauses() if one.startswith("S.II6")] == clauses


@pytest.mark.parametrize(("scored", "verdict"), [(3, "illegal"), (6, "suspect"), (5, "suspect")])
def test_points_that_no_loss_of_the_police_explains(
    civil_power: Game, scored: int, verdict: str
) -> None:
    """A lost Police unit pays 5, and a WIA costs 1: they may be booked late."""
    street = Street(civil_power, "ii-6", "police_recovery")
    street.put("W-A1", "swag")
    street.put("W-A1", "slingshot_punk")
    street.put("lost_police", "reserve")
    street.begin({"turn": 5, "wia_police": 1})
    street.phase("police_recovery")
    street.book("vp_mob", scored)
    street.phase("gas_morale")
    found = [one for one in street.report().findings if one.clause == "S.II6.a"]
    assert [one.verdict for one in found] == [verdict]


@pytest.mark.parametrize(("scenario", "clause"), [("i-3", "S.I3.c"), ("ii-5", "S.II5.b")])
@pytest.mark.parametrize("wrong", [False, True])
def test_the_first_mob_stays_the_first(
    civil_power: Game, reported: Reported, scenario: str, clause: str, wrong: bool
) -> None:
    street = Street(civil_power, scenario, "police_recovery")
    units = {
        "mob": street.put("W-D6", "slingshot_punk"),
        "rival": street.put("W-G11", "slingshot_punk_2"),
    }
    cells = {"mob": ("W-D5", "W-D4"), "rival": ("W-G12", "W-G13")}
    street.begin({"turn": 3})
    for number in range(2):
        street.phase("gas_morale")
        for side in ("rival", "mob") if wrong and number else ("mob", "rival"):
            for kind in ("fire", "move", "shock", "recovery"):
                street.phase(f"{side}_{kind}")
                if kind == "move":
                    street.drag(units[side], cells[side][number])
        for kind in ("fire", "move", "shock", "recovery"):
            street.phase(f"police_{kind}")
        street.book("turn")
    street.phase("gas_morale")
    assert judged(street, reported)[:1] == ([clause] if wrong else [])


@pytest.mark.parametrize(
    ("cell", "turns", "clauses"),
    [
        ("W-C7", 2, []),
        ("W-C7", 1, ["S.II2.d"]),
        ("E-A4", 2, ["S.II2.p"]),
        ("W-D7", 2, ["S.II2.d"]),
    ],
)
def test_out_of_the_sewers(
    civil_power: Game, reported: Reported, cell: str, turns: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-2", "mob_fire")
    punks = street.put("W-A7", "pistol_punk")
    street.begin({"turn": 3})
    street.phase("mob_move")
    street.drag(punks, "sewers")
    for _ in range(turns):
        for phase in ("mob_shock", "mob_recovery", "police_fire", "police_move", "police_recovery"):
            street.phase(phase)
        street.book("turn")
        for phase in ("gas_morale", "mob_fire"):
            street.phase(phase)
        street.roll("reinforcements", 3, 4)
        if _ == turns - 1:
            street.drag(punks, cell)
        street.phase("mob_move")
    street.phase("mob_shock")
    assert judged(street, reported, "S.II2")[:1] == clauses


@pytest.mark.parametrize(
    ("kind", "cell", "watcher", "clauses"),
    [
        ("pistol_punk", "W-A7", "W-D11", []),
        ("mob_sniper", "W-A7", "W-D11", []),
        ("untrained_crowd", "W-A7", "W-D11", ["S.II2.d"]),
        ("line", "W-A7", "W-D11", ["S.II2.d"]),
        ("pistol_punk", "W-D7", "W-A11", ["S.II2.d"]),
        ("pistol_punk", "W-A7", "W-B7", ["S.II2.d"]),
    ],
)
def test_into_the_sewers(
    civil_power: Game,
    reported: Reported,
    kind: str,
    cell: str,
    watcher: str,
    clauses: list[str],
) -> None:
    """Punks and Individuals of the Mob go down in a building that no Police see."""
    side = "police" if kind == "line" else "mob"
    street = Street(civil_power, "ii-2", f"{side}_move")
    unit = street.put(cell, kind)
    street.put(watcher, "reserve")
    street.begin({"turn": 3})
    street.act("chat")
    street.drag(unit, "sewers")
    street.phase(f"{side}_shock")
    assert judged(street, reported) == clauses


def test_who_went_into_the_sewers_before_the_log_comes_up(civil_power: Game) -> None:
    street = Street(civil_power, "ii-2", "mob_move")
    punks = street.put("sewers", "pistol_punk")
    street.begin({"turn": 3})
    street.drag(punks, "W-C7")
    street.phase("mob_shock")
    assert street.issues() == street.issues("suspect") == []

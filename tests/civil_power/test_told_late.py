"""What is noted late or said in chat only, on paper."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from modgen_rules.engine.record.talk import turn_begun
from tests.civil_power.riot import Riot
from tests.civil_power.street import Street
from tests.civil_power.test_nerves import nervous
from tests.civil_power.test_untidy import go_on, in_gas


def say(street: Street, text: str, player: str = "Mob (Ann)") -> None:
    """A player writes a line."""
    street.record.lines.append((len(street.record.acts), f"<{player}> - {text}"))


@pytest.mark.parametrize(
    ("later", "clauses"),
    [("mob_move", []), ("mob_recovery", []), ("police_move", ["5.3.1.e"]), ("", ["5.3.1.e"])],
)
def test_casualties_that_were_forgotten_are_booked_in_the_same_turn(
    civil_power: Game, later: str, clauses: list[str]
) -> None:
    riot = Riot(civil_power, "mob_fire")
    crowd = riot.street.put("W-D11", "trained_crowd")
    squad = riot.street.put("W-E11", "line")
    street = riot.begin()
    street.fire("W-E11", "group", crowd)
    street.roll("mob", 6)
    street.check(squad, 1)
    for phase in ("mob_move", "mob_shock", "mob_recovery", "police_fire", "police_move"):
        street.phase(phase)
        if phase == later:
            street.book("wia_police")
    assert [one for one in street.clauses() if one.startswith("5.3.1")] == clauses


@pytest.mark.parametrize(("paid", "clauses"), [(True, []), (False, ["8.9.c"])])
def test_disintegration_is_paid_in_a_later_phase(
    civil_power: Game, paid: bool, clauses: list[str]
) -> None:
    on = nervous(civil_power, "disintegration")
    on.lose("untrained_crowd#0")
    on.play("mob_recovery")
    for unit in ("line#0", "line#1", "line#2"):
        on.turn_over(unit, "mounted")
        on.turn_over(unit, "foot")
    if paid:
        on.book("tdn", -2)
    on.play("police_fire")
    assert [one for one in on.clauses() if one.startswith("8.9")] == clauses


def test_a_check_in_gas_is_made_when_the_gas_has_faded(civil_power: Game) -> None:
    street, crowd, punk = in_gas(civil_power)
    street.phase("gas_morale")
    street.check(crowd, 1)
    street.phase("gas_fades")
    for step in ("gas_2", "gas", "gas_2"):
        street.turn_over("gas#0", step)
    street.phase("fires")
    street.check(punk, 1)
    assert "3.0.d" not in go_on(street, "mob_fire")
    assert not [one for one in street.issues("suspect") if one.clause == "3.0.d"]


SHOTS = [
    ("Trained Crowd D11 stones the Line in E11", "same Crowd D11 also at the Line in E11", True),
    ("Trained Crowd D11 stones the Line in E11", "the Crowd in D12 at the Line in E11", False),
    ("Trained Crowd D11 stones the Line in E11", "and again", False),
    ("D11 into E11", "D11 into E11", True),
]


@pytest.mark.parametrize(("first", "second", "found"), SHOTS)
def test_who_fires_stands_in_the_chat(
    civil_power: Game, first: str, second: str, found: bool
) -> None:
    riot = Riot(civil_power, "mob_fire")
    riot.street.put("W-D11", "trained_crowd")
    riot.street.put("W-D12", "trained_crowd")
    squad = riot.street.put("W-E11", "line")
    street = riot.begin()
    for line in (first, second):
        say(street, line)
        street.roll("mob", 1)
        street.check(squad, 1)
    street.phase("mob_move")
    assert ("5.3.a" in street.clauses()) is found


def test_one_player_rolls_for_both_mobs(civil_power: Game) -> None:
    street = Street(civil_power, "i-5", "mob_shock")
    ours = street.put("W-E6", "trained_crowd")
    theirs = street.put("W-E6", "trained_crowd_2")
    street.begin({"turn": 3, "el_mob": 2, "el_rival": 2})
    street.fight("W-E6")
    street.act("roll", "mob", kind="mob", dice=(2,))
    street.act("roll", "mob", kind="mob", dice=(2,))
    for unit in (ours, theirs):
        street.check(unit, 1)
    street.phase("mob_recovery")
    assert "5.4.1.a" not in {one.clause for one in street.issues("suspect")}


@pytest.mark.parametrize(("fell", "found"), [(True, False), (False, True)])
def test_a_second_die_is_a_check_where_one_is_missing(
    civil_power: Game, fell: bool, found: bool
) -> None:
    """5.4.1.a: a plain die of a side after its die for the round, in place of the menu's check."""
    street = Street(civil_power, "i-6", "mob_shock")
    crowd, squad = street.put("W-E6", "trained_crowd"), street.put("W-E6", "line")
    street.begin({"turn": 3, "el_mob": 2, "el_police": 2})
    street.fight("W-E6")
    street.act("roll", "police", kind="police", dice=(5,))
    for die in (2, 6):
        street.act("roll", "mob", kind="mob", dice=(die,))
    if fell:
        street.suppress(crowd)
    else:
        street.check(crowd, 1)
    street.check(squad, 1)
    street.phase("mob_recovery")
    assert ("5.4.1.a" in {one.clause for one in street.issues("suspect")}) is found


@pytest.mark.parametrize(
    ("line", "found"),
    [("we come from the south", True), ("we come from the east", False), ("", False)],
)
def test_the_edge_of_entry_stands_in_the_chat(civil_power: Game, line: str, found: bool) -> None:
    """E-G10 can be reached from the south and the east, and E-H8 only from the east."""
    street = Street(civil_power, "ii-7", "mob_move")
    for key in ("slingshot_punk#0", "slingshot_punk#1"):
        street.pieces[key] = street.pieces[key]._replace(place="force_mob")
    street.begin({"turn": 1})
    if line:
        say(street, line)
    street.drag("slingshot_punk#0", "E-G10")
    street.drag("slingshot_punk#1", "E-H8")
    street.phase("mob_shock")
    assert ("S.II7.l" in street.clauses()) is found


@pytest.mark.parametrize(("between", "guns"), [(True, True), (False, False)])
def test_an_attack_that_nobody_named_was_made_with_what_reaches(
    civil_power: Game, between: bool, guns: bool
) -> None:
    """Those who carry batons fired guns if a unit stands in the way of batons."""
    street = Street(civil_power, "ii-4", "police_fire")
    street.pieces["option_batons#0"] = street.pieces["option_batons#0"]._replace(face="line")
    squad = street.put("W-D8", "line")
    if between:
        street.put("W-E8", "reserve")
    punk = street.put("W-F8", "slingshot_punk")
    street.begin({"turn": 3, "el_police": 1, "el_mob": 1})
    street.fire("W-F8", "group", squad, side="police")
    street.roll("police", 2)
    street.check(punk, 1)
    street.phase("police_move")
    found = street.clauses()
    assert ("8.1.a" in found) is guns
    assert "8.1.b" not in found


@pytest.mark.parametrize(
    ("line", "turn"),
    [
        ("T3: fires?", 3),
        ("recovery none. turn 5, no gas", 5),
        ("as in turn 5, no gas", 0),
        ("turn 2? not yet", 0),
        ("Turn 2 we should take a break", 0),
    ],
)
def test_a_turn_begins_with_a_sentence(civil_power: Game, line: str, turn: int) -> None:
    assert turn_begun(civil_power, f"<Mob (Ann)> - {line}") == turn


@pytest.mark.parametrize(("level", "clauses"), [(1, []), (0, ["6.7.P0"])])
def test_an_engagement_level_that_is_noted_late(
    civil_power: Game, level: int, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-3", "police_fire")
    squad = street.put("E-E11", "reserve")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 0, "grenades": 4})
    street.fire("E-F11", "everyone", squad, way="hand_gas", side="police")
    street.place("gas", "E-F11")
    street.book("grenades", -1)
    if level:
        street.book("el_police")
    street.phase("police_move")
    assert street.clauses() == clauses


@pytest.mark.parametrize(("paid", "clauses"), [(True, []), (False, ["6.1.c"])])
def test_gas_that_is_paid_later_in_the_turn(
    civil_power: Game, paid: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "police_fire")
    street.put("W-E11", "reserve")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1, "grenades": 4})
    street.place("gas", "W-F11")
    for name in ("police_move", "police_shock", "police_recovery"):
        street.phase(name)
    if paid:
        street.book("grenades", -1)
    found = [one.clause for one in street.report().findings]
    assert [one for one in found if one == "6.1.c"] == clauses


@pytest.mark.parametrize(("face", "clauses"), [("gas_2", []), ("gas", ["6.1.k"])])
def test_old_gas_that_is_taken_away_late(civil_power: Game, face: str, clauses: list[str]) -> None:
    """6.1.k: it was Gas-2 when the game-turn began."""
    street = Street(civil_power, "ii-4", "gas_morale")
    cloud = street.put("W-E4", "gas", face=face)
    street.begin({"turn": 3})
    street.phase("gas_fades")
    if face == "gas":
        street.turn_over(cloud, "gas_2")
    for name in ("fires", "mob_fire"):
        street.phase(name)
    street.drag(cloud, street.plan.game.piece_types["gas"].home or "")
    street.phase("mob_move")
    assert [one for one in street.clauses() if one == "6.1.k"] == clauses

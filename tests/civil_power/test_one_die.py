"""One player rolls everything with one button, uses no tracker and writes what happens in chat."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.reader import Reader
from tests.civil_power.opening import Opening
from tests.civil_power.riot import Riot
from tests.civil_power.street import Street
from tests.civil_power.test_told_late import say


def told_check(street: Street, kind: str, die: int, plus: int, morale: int, cell: str = "") -> None:
    """A check that a player tells, as the reader has it."""
    street.act("check", kind=kind, source=cell, dice=(die, die + plus, morale))


@pytest.mark.parametrize(
    ("line", "cell"), [("Line checks: 3+1 = 4", ""), ("Line in W-D8 checks: 3+1 = 4", "W-D8")]
)
def test_a_check_may_name_only_a_kind(civil_power: Game, line: str, cell: str) -> None:
    street = Street(civil_power)
    for one in ("W-D8", "W-E11"):
        street.put(one, "line")
    street.roll("mob", 3)
    log = SimpleNamespace(games=[civil_power])
    Reader(street.plan, cast(Any, log))._told_check(street.record, f"<Ann> - {line}")
    check = street.record.acts[-1]
    assert (check.what, check.kind, check.source, check.dice) == ("check", "line", cell, (3, 4, 4))


@pytest.mark.parametrize(("squads", "clauses"), [(2, []), (3, ["S.II7.a"])])
def test_a_turn_begins_where_players_say_so(
    civil_power: Game, squads: int, clauses: list[str]
) -> None:
    """II-7: the marker is moved when the units of turn 2 have entered. No phase is shown."""
    pool = Opening(civil_power, "ii-7")
    pool.record.phase = ""
    say(pool, "T1. two squads, then we come from the east")
    for key in ("reserve#0", "reserve#1"):
        pool.drag(key, "E-B6")
    for key in pool.waiting("mob"):
        pool.drag(key, "E-H6" if int(key[-1]) % 2 else "E-G8")
    for key in ("reserve#0", "reserve#1"):
        pool.drag(key, "E-D6")
    say(pool, "T2. more of them")
    for n in range(squads):
        pool.drag(f"reserve#{n + 2}", "E-B6")
    pool.book("turn")
    pool.drag("slingshot_punk#0", "E-G5")
    assert pool.clauses() == clauses


@pytest.mark.parametrize(
    ("fires", "clauses"), [((2,), []), ((), ["6.5.e"]), ((2, 1, 1, 1), ["6.5.c"])]
)
def test_a_molotov_with_the_die_of_the_police(
    civil_power: Game, fires: tuple[int, ...], clauses: list[str]
) -> None:
    """After the attack on each unit comes the fire check, after it the next Molotov."""
    riot = Riot(civil_power, "mob_fire")
    riot.street.put("W-D11", "slingshot_punk")
    squads = [riot.street.put("W-E11", kind) for kind in ("line", "tactical")]
    street = riot.begin()
    for _ in range(10):
        street.act("chat")
    say(street, "punks in D11 throw a bottle into E11")
    for key, one in zip(squads, ("line", "tactical"), strict=True):
        street.roll("police", 1)
        told_check(street, one, 1, 0, street.plan.morale(one, "") or 0, "W-E11")
        assert street.pieces[key].kind == one
    for die in fires:
        street.roll("police", die)
    street.book("molotovs", -1 - len(fires) // 4)
    street.phase("mob_move")
    street.phase("mob_shock")
    for _ in range(10):
        street.roll("police", 1)
    street.phase("mob_recovery")
    assert [one for one in street.clauses() if one.startswith("6.5")][:1] == clauses


@pytest.mark.parametrize(("dice", "clauses"), [((1, 2), []), ((), ["6.1.1.d"])])
def test_a_canister_and_a_check_with_one_die(
    civil_power: Game, dice: tuple[int, ...], clauses: list[str]
) -> None:
    """6.1.1.d: of two dice after gas the first is for the canister."""
    riot = Riot(civil_power, "police_fire")
    riot.street.put("W-E11", "line")
    riot.street.put("W-E11", "gas_gun")
    riot.street.put("W-H11", "untrained_crowd")
    street = riot.begin()
    say(street, "gas gun in E11 into H11", "Police (Bob)")
    street.book("grenades", -1)
    street.place("gas", "W-H11")
    for die in dice:
        street.roll("police", die)
    street.phase("police_move")
    street.phase("police_shock")
    for _ in range(10):
        street.roll("police", 1)
    street.phase("police_recovery")
    assert [one for one in street.clauses() if one.startswith("6.1")] == clauses


def test_dice_after_a_move_into_enemies_are_of_the_fight(civil_power: Game) -> None:
    """3.0.h: no phase is shown, and the Police fire next; the Vehicle is lost in the fight."""
    street = Street(civil_power, "ii-7", "")
    punks = street.put("E-D9", "slingshot_punk", 2)
    car = street.put("E-E8", "generic_veh")
    street.put("E-D6", "reserve")
    street.begin({"turn": 2, "tdn": 20, "el_mob": 1, "el_police": 1})
    street.night()
    street.drag(punks, "E-E8")
    for die in (3, 2):
        street.roll("mob", die)
    street.lose(car)
    street.roll("tdn", 4)
    assert street.clauses() == []


@pytest.mark.parametrize(
    ("kind", "clauses"), [("generic_veh", ["8.1.b"]), ("agitator", ["8.1.b"]), ("", [])]
)
def test_any_unit_hides_a_target_from_batons(
    civil_power: Game, kind: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-7", "police_fire")
    squad = street.put("E-D6", "reserve")
    street.put("E-G6", "slingshot_punk")
    if kind:
        street.put("E-F6", kind)
    street.begin({"turn": 2, "el_police": 1})
    option = next(key for key in street.pieces if key.startswith("option_batons"))
    street.turn_over(option, "reserve")
    street.fire("E-G6", "group", squad, way="batons", side="police")
    street.roll("police", 1)
    street.phase("police_move")
    assert [one for one in street.clauses() if one.startswith("8.1")] == clauses


@pytest.mark.parametrize(("other", "verdicts"), [(True, ["suspect"]), (False, [])])
def test_a_mark_that_goes_with_those_of_others(
    civil_power: Game, other: bool, verdicts: list[str]
) -> None:
    """3.0.i: alone, a mark that is soon taken off was put there by mistake."""
    riot = Riot(civil_power, "mob_shock")
    crowds = [riot.street.put(cell, "untrained_crowd") for cell in ("W-D8", "W-D4")]
    riot.street.put("W-D8", "tactical")
    street = riot.begin()
    street.begin({}, [crowds[1]])
    street.fight("W-D8")
    street.roll("mob", 1)
    street.roll("police", 2)
    street.drag(crowds[0], "W-D7")
    street.check(crowds[0], 3, 1, apply=False)
    street.suppress(crowds[0])
    if other:
        street.suppress(crowds[1], on=False)
    street.suppress(crowds[0], on=False)
    for name in ("mob_recovery", "police_fire", "police_move"):
        street.phase(name)
    found = [one.verdict for one in street.report().findings if one.clause == "3.0.i"]
    assert found == verdicts


@pytest.mark.parametrize(("who", "clauses"), [("WC in H3", []), ("the Lines in G3", ["8.2.a"])])
def test_a_line_tells_who_makes_an_attack_that_a_marker_shows(
    civil_power: Game, who: str, clauses: list[str]
) -> None:
    """Nobody is marked as firing."""
    riot = Riot(civil_power, "police_fire")
    riot.street.put("E-H3", "water_cannon")
    riot.street.put("E-G3", "line")
    crowd = riot.street.put("E-H5", "untrained_crowd")
    street = riot.begin()
    say(street, f"water: {who} at the crowd in H5", "Police (Bob)")
    street.fire("E-H5", "crowd", way="water", side="police")
    street.roll("police", 2)
    street.check(crowd, 1)
    street.phase("police_move")
    assert [one for one in street.clauses() if one.startswith("8.2")][:1] == clauses


@pytest.mark.parametrize(("guns", "clauses"), [(1, []), (0, ["6.1.d"])])
def test_one_of_a_stack_that_is_named_uses_gas(
    civil_power: Game, guns: int, clauses: list[str]
) -> None:
    riot = Riot(civil_power, "police_fire")
    squads = [riot.street.put("E-G3", "reserve") for _ in range(3)]
    crowd = riot.street.put("E-I3", "untrained_crowd")
    street = riot.begin()
    for key in squads[:guns]:
        street.mark(key, "gas_gun")
    say(street, "gas into I3 from the Reserves in G3", "Police (Bob)")
    street.fire("E-I3", "crowd", way="gas_gun", side="police")
    street.book("grenades", -1)
    street.place("gas", "E-I3")
    street.roll("canister", 1)
    street.check(crowd, 1)
    street.phase("police_move")
    assert [one for one in street.clauses() if one.startswith("6.1")] == clauses


@pytest.mark.parametrize(("enters", "clauses"), [(True, ["4.0.e"]), (False, [])])
def test_a_molotov_at_a_square_without_enemies(
    civil_power: Game, enters: bool, clauses: list[str]
) -> None:
    """The name of the square is not what some enemy is called."""
    riot = Riot(civil_power, "mob_fire")
    punks = riot.street.put("W-D11", "slingshot_punk")
    riot.street.put("W-F11", "line")
    riot.street.put("W-D8", "reserve")
    street = riot.begin()
    say(street, "punks in D11 throw one at E11 for the show")
    street.book("molotovs", -1)
    street.roll("fire_check", 1)
    street.phase("mob_move")
    street.drag(punks, "W-F11" if enters else "W-E11")
    street.phase("mob_shock")
    assert [one for one in street.clauses() if one == "4.0.e"] == clauses


@pytest.mark.parametrize(
    ("number", "menu", "seat", "die"),
    [(10, False, "", "mob"), (9, False, "", ""), (10, True, "", ""), (10, False, "mob", "")],
)
def test_one_die_for_everything(
    civil_power: Game, number: int, menu: bool, seat: str, die: str
) -> None:
    """Not where a side may have rolled all the dice itself."""
    street = Street(civil_power)
    squad = street.put("W-D8", "line")
    for _ in range(number):
        street.act("roll", seat, kind="mob", dice=(1,))
    if menu:
        street.check(squad, 1)
    assert street.record.one_die == die

"""Untidy records on paper: early and late checks, drags made again, dice out of their phase."""

from __future__ import annotations

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Street
from tests.civil_power.test_nerves import nervous
from tests.civil_power.test_scenarios import started
from tests.civil_power.test_shock_on_paper import Brawl


def in_gas(game: Game) -> tuple[Street, str, str]:
    """Two Mob units in gas, at the end of a game-turn."""
    street = Street(game, "ii-4", "mob_fire")
    crowd = street.put("W-D11", "untrained_crowd")
    punk = street.put("W-D11", "pistol_punk")
    street.put("W-D11", "gas", face="gas")
    street.put("W-H11", "line")
    street.put("W-D12", "trained_crowd")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    for phase in ("mob_move", "police_fire", "police_move", "police_recovery"):
        street.phase(phase)
    return street, crowd, punk


def go_on(street: Street, *phases: str) -> list[str]:
    """The tracker goes on; the clauses of what is illegal, except the gas that was not turned."""
    for phase in phases or ("gas_fades", "fires", "mob_fire"):
        street.phase(phase)
    return [one.clause for one in street.issues() if one.clause != "3.0.e"]


def test_gas_checks_before_the_tracker_is_stepped(civil_power: Game) -> None:
    street, *units = in_gas(civil_power)
    for unit in units:
        street.check(unit, 1)
    street.book("turn")
    street.phase("gas_morale")
    assert go_on(street) == []


@pytest.mark.parametrize("early", [0, 1, 2])
def test_gas_checks_on_both_sides_of_a_step(civil_power: Game, early: int) -> None:
    street, *units = in_gas(civil_power)
    for unit in units[:early]:
        street.check(unit, 1)
    street.phase("gas_morale")
    street.book("turn")
    for unit in units[early:]:
        street.check(unit, 1)
    assert go_on(street) == []


@pytest.mark.parametrize("dice", [0, 1])
def test_gas_fades_and_fires_go_out_before_the_tracker_is_stepped(
    civil_power: Game, dice: int
) -> None:
    """They belong to the next game-turn, as the checks before them do."""
    street = Street(civil_power, "ii-4", "police_move")
    punk = street.put("W-D11", "pistol_punk")
    gas = street.put("W-D11", "gas", face="gas")
    fire = street.put("W-H12", "fire")
    street.put("W-H11", "line")
    street.begin({"turn": 3, "el_mob": 1, "el_police": 1})
    street.phase("police_recovery")
    street.check(punk, 1)
    street.turn_over(gas, "gas_2")
    for _ in range(dice):
        street.roll("fires_out", 6)
    street.drag(fire, street.plan.game.piece_types["fire"].home or "")
    for phase in ("gas_morale", "gas_fades", "fires", "mob_fire"):
        street.phase(phase)
    assert street.clauses() == ([] if dice else ["3.0.f"])


def test_gas_checks_after_the_tracker_is_stepped_on(civil_power: Game) -> None:
    street, crowd, punk = in_gas(civil_power)
    street.phase("gas_morale")
    street.check(crowd, 1)
    street.phase("gas_fades")
    street.check(punk, 1)
    assert go_on(street, "fires", "mob_fire") == []


def test_who_flees_from_gas_before_the_tracker_is_stepped(civil_power: Game) -> None:
    """6.1.j, 5.4.3.f: it joins another Crowd, and both are suppressed."""
    street, crowd, punk = in_gas(civil_power)
    street.check(crowd, 5)
    street.suppress(crowd, on=False)
    street.drag(crowd, "W-D12")
    for unit in (crowd, "trained_crowd#0"):
        street.suppress(unit)
    street.suppress(punk)
    street.suppress(punk, on=False)
    street.check(punk, 1)
    assert go_on(street, "gas_fades", "fires", "mob_fire") == []


def test_a_missing_gas_check_is_illegal(civil_power: Game) -> None:
    street, crowd, _ = in_gas(civil_power)
    street.phase("gas_morale")
    street.check(crowd, 1)
    assert go_on(street) == ["3.0.d"]


@pytest.mark.long
def test_a_log_that_ends_as_the_check_begins(civil_power: Game) -> None:
    """Nobody has had the time to check, or only some have."""
    street, crowd, _ = in_gas(civil_power)
    street.book("turn")
    street.phase("gas_morale")
    assert street.issues() == []
    street.check(crowd, 1)
    assert street.issues() == []


# --- drags that are made again -------------------------------------------------------------------


def test_an_entry_that_is_made_again_counts_once(civil_power: Game) -> None:
    opening = started(civil_power, "i-1")
    opening.roll("reinforcements", 5, 3)
    opening.play("mob_move")
    home = opening.pieces["untrained_crowd#8"].place
    opening.drag("untrained_crowd#8", "E-J11")
    opening.roll("television", 1)
    opening.drag("untrained_crowd#8", home)
    opening.drag("untrained_crowd#8", "E-J11")
    opening.play("mob_shock")
    assert [one for one in opening.clauses() if one.startswith("S.I1")] == []


@pytest.mark.parametrize("first", ["W-F11", "W-C9"])
def test_a_retreat_that_is_made_again(civil_power: Game, first: str) -> None:
    brawl = Brawl(civil_power)
    brawl.round(4, 1)
    brawl.back(first)
    brawl.back("W-D8", check=False)
    brawl.back("W-C9", check=False)
    brawl.street.phase("mob_recovery")
    assert brawl.street.clauses() == []


def test_a_unit_that_comes_back_did_not_retreat(civil_power: Game) -> None:
    brawl = Brawl(civil_power)
    brawl.round(4, 1)
    brawl.back("W-C9")
    brawl.back("W-D8", check=False)
    brawl.street.phase("mob_recovery")
    assert brawl.street.clauses()[:1] == ["5.4.1.e"]


# --- dice of disintegration ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "late", "tidy", "clauses"),
    [
        (2, False, True, []),
        (2, True, True, []),
        (1, False, False, []),
        (1, False, True, ["8.9.b"]),
        (0, False, False, ["8.9.b"]),
    ],
)
def test_the_first_fire_costs_dice(
    civil_power: Game, dice: int, late: bool, tidy: bool, clauses: list[str]
) -> None:
    """An untidy record does not always say whether an attack is a mild one."""
    on = nervous(civil_power, "disintegration")
    on.play("police_fire")
    crowd = next(one for one in on.position.units.values() if one.kind == "untrained_crowd")
    on.fire(crowd.cell, "crowd", "line#0", side="police")
    on.act("roll", "police", kind="police", dice=(1,))
    on.check(crowd.key, 1)
    if late:
        on.play("police_move")
    for _ in range(dice):
        on.act("roll", "mob", kind="tdn", dice=(1,))
        on.book("tdn", -1)
    if not tidy:
        on.act("void", "police", kind="police", dice=(1,))
    on.play("police_shock")
    on.play("police_recovery")
    assert [one for one in on.clauses() if one.startswith("8.9")] == clauses


# --- checks of somebody else, and of nobody ------------------------------------------------------


def shot_at(game: Game, spoilt: int = 0) -> tuple[Street, list[str]]:
    """Punks fire on one of two Lines; a die was spoilt a number of acts before."""
    street = Street(game, "ii-4", "gas_fades")
    punks = street.put("W-D11", "shotgun_punk")
    street.put("W-F10", "shotgun_punk")
    street.put("W-F11", "line", 2)
    street.begin({"turn": 3, "el_mob": 4, "el_police": 4})
    if spoilt:
        street.act("void", "mob", kind="mob", dice=(1,))
    for _ in range(spoilt):
        street.act("chat")
    street.phase("mob_fire")
    street.fire("W-F11", "group", punks)
    street.roll("mob", 1)
    return street, [one.key for one in street.position.at("W-F11")]


@pytest.mark.parametrize(("spoilt", "clauses"), [(0, ["5.3.1.b"]), (1, []), (30, ["5.3.1.b"])])
def test_a_die_that_was_spoilt_long_ago_leaves_no_doubt(
    civil_power: Game, spoilt: int, clauses: list[str]
) -> None:
    street, units = shot_at(civil_power, spoilt)
    for unit in units:
        street.check(unit, 1)
    assert go_on(street, "mob_move") == clauses


@pytest.mark.parametrize(("more", "verdict"), [(False, "suspect"), (True, "illegal")])
def test_a_log_may_end_before_the_target_checks(
    civil_power: Game, more: bool, verdict: str
) -> None:
    street, units = shot_at(civil_power)
    street.check(units[0], 1)
    street.fire("W-F11", "group", street.position.at("W-F10")[0].key)
    street.roll("mob", 1)
    if more:
        street.phase("mob_move")
    assert [one.clause for one in street.issues(verdict)] == ["5.3.1.b"]

"""What a shot does: natural mistakes with sight, modifiers, Vehicles and range, each beside a
legal shot that looks alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from modgen_rules.civil_power.judging.bookings import Ledger
from modgen_rules.civil_power.judging.fire_phase import orders
from tests.civil_power.street import Reported, Street, judged

Play = Callable[[Street, bool], None]
HOUSE = "W-D9"


def shot(
    street: Street,
    shooter: tuple[str, str],
    target: tuple[str, str],
    die: int,
    hurt: str = "",
    way: str = "",
    plus: int = 0,
    up: bool = False,
    number: int = 1,
) -> str:
    """Units fire on another, casualties are booked, and the target checks; returns it."""
    (start, kind), (cell, hit) = shooter, target
    firers = [street.put(start, kind, up=up) for _ in range(number)]
    aimed = street.put(cell, hit)
    side = street.field.side[kind]
    street.begin({"turn": 3, "el_mob": 4, "el_police": 4})
    street.fire(cell, street.plan.size[hit], *firers, way=way, side=side)
    street.roll(side, die)
    if hurt:
        street.book(f"{hurt}_{street.field.side[hit]}")
    if street.plan.morale(hit, street.pieces[aimed].face) is not None:
        street.check(aimed, 1, plus)
    return aimed


def through_a_squad(street: Street, wrong: bool) -> None:
    street.put("W-E11", "reserve" if wrong else "police_sniper")
    shot(street, ("W-D11", "shotgun_punk"), ("W-F11", "line"), 1)


def through_gas(street: Street, wrong: bool) -> None:
    street.put("W-E11" if wrong else "W-F11", "gas")
    shot(street, ("W-D11", "shotgun_punk"), ("W-F11", "line"), 1)


def at_nobody(street: Street, wrong: bool) -> None:
    punks = street.put("W-D11", "pistol_punk")
    street.put("W-E11" if not wrong else "W-E10", "line")
    street.begin({"turn": 3, "el_mob": 4})
    street.fire("W-E11", "group", punks)
    street.roll("mob", 1)
    street.check("line#0", 1)


def by_night(street: Street, wrong: bool) -> None:
    street.night()
    shot(street, ("W-D11", "shotgun_punk"), ("W-E11", "line"), 5, "wia" if wrong else "", plus=1)


def from_above(street: Street, wrong: bool) -> None:
    hurt = "wia" if wrong else "kia"
    shot(street, (HOUSE, "pistol_punk"), ("W-D8", "line"), 6, hurt, up=True)


def into_a_window(street: Street, wrong: bool) -> None:
    shot(street, ("W-D8", "shotgun_punk"), (HOUSE, "line"), 4, "wia" if wrong else "")


def over_a_barricade(street: Street, wrong: bool) -> None:
    street.put("W-E11/w", "barricade")
    shot(street, ("W-D11", "shotgun_punk"), ("W-E11", "line"), 4, "wia" if wrong else "")


def down_over_a_barricade(street: Street, wrong: bool) -> None:
    """With 12 a 4 kills, with the height or without; the Barricade would make it a wound."""
    street.put("W-D8/s", "barricade")
    hurt = "wia" if wrong else "kia"
    shot(street, (HOUSE, "shotgun_punk"), ("W-D8", "line"), 5, hurt, up=True, number=2)


def over_a_barricade_into_a_house(street: Street, wrong: bool) -> None:
    street.put(f"{HOUSE}/n", "barricade")
    hurt = "wia" if wrong else ""
    shot(street, ("W-D8", "shotgun_punk"), (HOUSE, "line"), 6, hurt)


def before_a_camera(street: Street, wrong: bool) -> None:
    street.put("W-E10" if wrong else "W-G10", "tv_crew")
    shot(street, ("W-D11", "line"), ("W-E11", "slingshot_punk"), 4, "wia")


def at_a_truck(street: Street, wrong: bool) -> None:
    truck = shot(street, ("W-D11", "shotgun_punk"), ("W-E11", "generic_veh"), 6, "kia")
    if not wrong:
        street.lose(truck)


def scratches(street: Street, wrong: bool) -> None:
    hurt = "wia" if wrong else ""
    shot(street, ("W-D11", "shotgun_punk"), ("W-E11", "generic_veh"), 5, hurt)


def rocks_at_a_truck(street: Street, wrong: bool) -> None:
    """Three slingshots cannot harm a Vehicle with a 6, Pistol Punks can."""
    kind = "slingshot_punk" if wrong else "pistol_punk"
    truck = shot(street, ("W-D11", kind), ("W-E11", "generic_veh"), 6, "kia", number=3)
    street.lose(truck)


def no_strength_at_all(street: Street, wrong: bool) -> None:
    shot(street, ("W-D11", "untrained_crowd" if wrong else "trained_crowd"), ("W-E11", "line"), 1)


def below_a_helicopter(street: Street, wrong: bool) -> None:
    """8.6.e is in force: a Crowd beside a Helicopter adds 1 to its check."""
    key = "option_helicopter#0"
    street.pieces[key] = street.pieces[key]._replace(face="on")
    street.put("W-F11", "helicopter")
    shot(street, ("W-D11", "line"), ("W-E11", "untrained_crowd"), 1, plus=0 if wrong else 1)


def armoured_truck(street: Street, wrong: bool) -> None:
    key = "option_armoured#0"
    street.pieces[key] = street.pieces[key]._replace(face="on")
    hurt = "kia" if wrong else ""
    truck = shot(street, ("W-D11", "shotgun_punk"), ("W-E11", "generic_veh"), 6, hurt)
    if wrong:
        street.lose(truck)


def one_over_a_barricade(street: Street, wrong: bool) -> None:
    """5.3.3.f: one of two lines crosses the Barricade, and the 5 counts as 3."""
    street.put("W-D11/w", "barricade")
    punks = [street.put(cell, "shotgun_punk") for cell in ("W-C11", "W-D12")]
    _together(street, "W-D11", 5, ("kia" if wrong else "wia"), *punks)


def one_through_a_window(street: Street, wrong: bool) -> None:
    """5.3.3.f: one of two squads is in the building itself, and the 4 counts as 3."""
    punks = [street.put(cell, "pistol_punk") for cell in ("W-D8", "W-E9")]
    _together(street, HOUSE, 4, "wia" if wrong else "", *punks)


def _together(street: Street, cell: str, die: int, hurt: str, *punks: str) -> None:
    """Some Punks fire together on a squad."""
    squad = street.put(cell, "line")
    street.begin({"turn": 3, "el_mob": 4})
    street.fire(cell, "group", *punks)
    street.roll("mob", die)
    if hurt:
        street.book(f"{hurt}_police")
    street.check(squad, 1)


def burnt_without_a_driver(street: Street, wrong: bool) -> None:
    """A Molotov burns a Truck. Its loss by the fire check costs no KIA."""
    crowd = street.put("W-D11", "untrained_crowd")
    truck = street.put("W-E11", "generic_veh")
    street.begin({"turn": 3, "el_mob": 1, "molotovs": 3})
    street.fire("W-E11", "everyone", crowd, way="molotov")
    street.book("molotovs", -1)
    street.roll("mob", 1)
    street.roll("fire_check", 6)
    street.place("fire", "W-E11")
    street.roll("fire_check", 6)
    street.lose(truck)
    if wrong:
        street.book("kia_police")


def far_at_full_strength(street: Street, wrong: bool) -> None:
    hurt = "wia" if wrong else ""
    shot(street, ("W-C11", "shotgun_punk"), ("W-G11", "line"), 4, hurt, "extended")


def a_crowd_throws_far(street: Street, wrong: bool) -> None:
    kind = "trained_crowd" if wrong else "slingshot_punk"
    shot(street, ("W-D11", kind), ("W-F11", "line"), 1, way="extended")


def over_a_barrier(street: Street, wrong: bool) -> None:
    street.put("W-E11/w", "barricade", face="barrier")
    hurt = "wia" if wrong else "kia"
    shot(street, ("W-D11", "shotgun_punk"), ("W-E11", "line"), 6, hurt)


@pytest.mark.parametrize(
    ("play", "clause"),
    [
        (through_a_squad, "5.3.2.d"),
        (through_gas, "5.3.2.d"),
        (at_nobody, "5.3.b"),
        (by_night, "5.3.3.d"),
        (from_above, "5.3.3.e"),
        (into_a_window, "5.3.3.b"),
        (over_a_barricade, "5.3.3.b"),
        (down_over_a_barricade, "5.3.3.c"),
        (before_a_camera, "8.8.b"),
        (at_a_truck, "8.12.1"),
        (scratches, "8.12.1.a"),
        (rocks_at_a_truck, "8.12.1"),
        (far_at_full_strength, "8.13"),
        (a_crowd_throws_far, "8.13.a"),
        (over_a_barrier, "8.11.c"),
        (no_strength_at_all, "6.7.M1"),
        (below_a_helicopter, "8.6.e"),
        (armoured_truck, "8.12.3"),
        (one_over_a_barricade, "5.3.3.f"),
        (one_through_a_window, "5.3.3.f"),
        (burnt_without_a_driver, "8.12.1.b"),
        (over_a_barricade_into_a_house, "6.2.c"),
    ],
)
@pytest.mark.parametrize("wrong", [False, True])
def test_a_shot(
    civil_power: Game, reported: Reported, play: Play, clause: str, wrong: bool
) -> None:
    side = "police" if play in (before_a_camera, below_a_helicopter) else "mob"
    street = Street(civil_power, "ii-4", f"{side}_fire")
    play(street, wrong)
    street.phase(f"{side}_move")
    assert judged(street, reported)[:1] == ([clause] if wrong else [])


@pytest.mark.parametrize(("cell", "clauses"), [("E-D4", []), ("E-F4", ["S.II1.a"])])
def test_the_cemetery_hides_what_is_behind_it(
    civil_power: Game, reported: Reported, cell: str, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-1", "police_fire")
    squad, punks = street.put("E-C4", "line"), street.put(cell, "pistol_punk")
    street.begin({"turn": 3, "el_police": 4, "el_mob": 4})
    street.fire(cell, "group", squad, side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    street.phase("police_move")
    assert judged(street, reported) == clauses


def test_a_squad_in_the_cemetery_hides_too(civil_power: Game) -> None:
    """5.3.2.d: a Group between the two blocks the line also without the graves."""
    street = Street(civil_power, "ii-1", "police_fire")
    squad, punks = street.put("E-C4", "line"), street.put("E-E4", "pistol_punk")
    street.put("E-D4", "reserve")
    street.begin({"turn": 3, "el_police": 4, "el_mob": 4})
    street.fire("E-E4", "group", squad, side="police")
    street.roll("police", 1)
    street.check(punks, 1)
    street.phase("police_move")
    assert street.clauses() == ["5.3.2.d"]


@pytest.mark.parametrize(("lost", "clauses"), [(True, []), (False, ["6.5.f", "8.6.c"])])
def test_a_helicopter_that_is_shot_down_takes_all_with_it(
    civil_power: Game, lost: bool, clauses: list[str]
) -> None:
    street = Street(civil_power, "ii-4", "mob_fire")
    helicopter, squad = street.put("W-E11", "helicopter"), street.put("W-E11", "line")
    punks = street.put("W-D11", "shotgun_punk", 3)
    street.begin({"turn": 3, "el_mob": 4})
    street.fire("W-E11", "helicopter", punks)
    street.roll("mob", 6)
    street.book("kia_police")
    street.lose(helicopter)
    if lost:
        street.lose(squad)
    street.place("fire", "W-E11")
    street.phase("mob_move")
    street.phase("mob_shock")
    assert street.clauses() == clauses


def test_casualties_of_a_side_that_does_not_play(civil_power: Game) -> None:
    """I-1: the marching Crowds are those of the Police, with the pieces of the Rival."""
    street = Street(civil_power, "i-1", "mob_fire")
    crowd, march = street.put("W-D11", "trained_crowd"), street.put("W-E11", "untrained_crowd_2")
    street.begin({"turn": 3, "el_mob": 3})
    street.fire("W-E11", "crowd", crowd)
    street.roll("mob", 6)
    street.book("wia_rival", 2)
    street.check(march, 1)
    street.phase("mob_move")
    assert street.clauses() == []


def test_what_is_too_much_is_not_tried() -> None:
    """The orders of five dice, and the sums of attacks that may all book something else."""
    assert list(orders((1, 2, 3, 4, 5))) == [(1, 2, 3, 4, 5)]
    attacks = [frozenset(frozenset({(f"{n}{one}", 1)}) for one in range(8)) for n in range(3)]
    assert Ledger._sums(attacks) is None

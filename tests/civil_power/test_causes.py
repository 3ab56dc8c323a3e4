"""Every change needs a cause: what nothing explains, in phases that know no such act, on paper."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen.model.game import Game
from tests.civil_power.street import Reported, Street, judged
from tests.civil_power.test_bystanders import PHASES

Keys = dict[str, str]
Deed = Callable[[Street, Keys], None]
QUIET = 20
"""The lines of talk that follow, so that nothing is put right soon."""


def played(game: Game, phase: str, deed: Deed, *then: Deed) -> Street:
    """A game-turn without an event but for a deed in one phase."""
    street = Street(game, "ii-4", "police_recovery")
    keys = {
        "crowd": street.put("W-E11", "trained_crowd"),
        "mob": street.put("W-C11", "trained_crowd"),
        "squad": street.put("W-G11", "line"),
        "gas": street.put("W-A2", "gas"),
        "fire": street.put("W-A9", "fire"),
        "gun": street.put("W-G11", "gas_gun"),
        "lost": street.put("lost_mobs", "slingshot_punk"),
        "horse": street.put("W-I11", "line", face="mounted"),
    }
    street.begin(
        {
            "turn": 3,
            "el_mob": 1,
            "el_police": 1,
            "molotovs": 3,
            "grenades": 3,
            "wia_mob": 4,
            "kia_police": 2,
        },
        [keys["crowd"]],
    )
    for name in PHASES:
        street.phase(name)
        if name == "gas_fades":
            street.turn_over(keys["gas"], "gas_2")
        if name == "fires":
            street.roll("fires_out", *[3] * sum(map(len, street.position.fires.values())))
        if name == phase:
            deed(street, keys)
            for _ in range(QUIET):
                street.act("chat")
            for each in then:
                each(street, keys)
        if name == "mob_recovery" and keys["crowd"] in street.conditions:
            street.suppress(keys["crowd"], on=False)
    return street


def drag(piece: str, place: str) -> Deed:
    return lambda street, keys: street.drag(keys[piece], place)


def comes(kind: str, place: str) -> Deed:
    """A piece of the supply is put somewhere."""

    def deed(street: Street, keys: Keys) -> None:
        home = street.plan.game.piece_types[kind].home
        key = next(
            key for key, one in street.pieces.items() if one.kind == kind and one.place == home
        )
        street.drag(key, place)

    return deed


def turned(piece: str, face: str) -> Deed:
    return lambda street, keys: street.turn_over(keys[piece], face)


def marked(piece: str, on: bool = True) -> Deed:
    return lambda street, keys: street.suppress(keys[piece], on=on)


def booked(marker: str, number: int) -> Deed:
    return lambda street, keys: street.book(marker, number)


def night(street: Street, keys: Keys) -> None:
    street.turn_over("daylight#0", "night")


def nothing(street: Street, keys: Keys) -> None:
    """No deed."""


CASES: list[tuple[str, Deed, list[str]]] = [
    ("mob_fire", nothing, []),
    ("mob_recovery", marked("mob"), ["5.1.c"]),
    ("fires", marked("squad"), ["5.1.c"]),
    ("police_fire", marked("crowd"), ["5.1.c"]),
    ("gas_fades", marked("crowd", False), ["3.0.i"]),
    ("mob_recovery", drag("mob", "lost_mobs"), ["5.1.d"]),
    ("police_move", drag("mob", "lost_mobs"), ["5.1.d"]),
    ("police_move", drag("horse", "lost_police"), ["5.1.d"]),
    ("mob_move", drag("mob", "pool_mob"), ["5.1.d"]),
    ("mob_recovery", drag("mob", "left_mob"), ["4.0.f"]),
    ("mob_move", drag("lost", "W-C12"), ["5.1.d"]),
    ("fires", drag("lost", "W-C12"), ["5.1.d"]),
    ("police_move", drag("horse", "W-H11"), []),
    ("mob_fire", turned("horse", "foot"), ["8.5.a"]),
    ("mob_move", comes("gas", "W-E4"), ["6.1.c"]),
    ("mob_move", drag("gas", "pool_gas"), ["6.1.k"]),
    ("police_move", turned("gas", "gas"), ["3.0.e"]),
    ("police_move", drag("gas", "W-A3"), ["6.1.k"]),
    ("gas_fades", comes("fire", "W-E4"), ["6.5.i"]),
    ("mob_move", drag("fire", "pool_fire"), ["6.5.k"]),
    ("police_fire", drag("fire", "W-A10"), ["6.5.i"]),
    ("police_move", drag("gun", "W-G12"), ["6.1.1.e"]),
    ("police_recovery", drag("gun", "pool_police"), ["6.1.1.b"]),
    ("mob_move", booked("wia_mob", 1), ["5.3.1.e"]),
    ("police_recovery", booked("kia_police", 1), ["5.3.1.e"]),
    ("mob_move", booked("grenades", -1), ["6.1.f"]),
    ("police_move", booked("molotovs", -1), ["6.5.b"]),
    ("police_move", night, ["6.6.a"]),
]
NAMES = [f"{'-'.join(clauses) or 'legal'} in {phase}" for phase, _, clauses in CASES]


@pytest.mark.parametrize(("phase", "deed", "clauses"), CASES, ids=NAMES)
def test_what_nothing_explains(
    civil_power: Game, phase: str, deed: Deed, clauses: list[str], reported: Reported
) -> None:
    assert judged(played(civil_power, phase, deed), reported) == clauses


def both(*deeds: Deed) -> Deed:
    def deed(street: Street, keys: Keys) -> None:
        for one in deeds:
            one(street, keys)

    return deed


@pytest.mark.parametrize(("faces", "clauses"), [(("gas_2",), ["3.0.e"]), (("gas",), [])])
def test_new_gas_is_not_turned(
    civil_power: Game, faces: tuple[str, ...], clauses: list[str]
) -> None:
    """Gas becomes Gas-2 in the next check phase; gas laid with the wrong side up is turned."""
    new = "gas#5"

    def deed(street: Street, keys: Keys) -> None:
        if faces == ("gas",):
            street.turn_over(new, "gas_2")
        street.drag(new, "W-E4")
        street.act("chat")
        for face in faces:
            street.turn_over(new, face)

    found = played(civil_power, "police_fire", deed).clauses()
    assert [one for one in found if one == "3.0.e"] == clauses


def test_gas_that_lay_through_two_check_phases(civil_power: Game) -> None:
    """6.1.k: a marker that came as Gas-2 and was turned to Gas goes after two of them."""
    street = Street(civil_power, "ii-4", "police_fire")
    street.begin({"turn": 3, "grenades": 3})
    cloud = "gas#5"
    street.turn_over(cloud, "gas_2")
    street.drag(cloud, "W-E4")
    for name in (*PHASES[8:], *PHASES[:2]):
        street.phase(name)
    street.turn_over(cloud, "gas")
    for name in (*PHASES[2:], *PHASES[:2]):
        street.phase(name)
    street.drag(cloud, street.plan.game.piece_types["gas"].home or "")
    street.phase("fires")
    assert [one for one in street.clauses() if one == "6.1.k"] == []


def test_gas_that_is_turned_and_turned_back(civil_power: Game) -> None:
    """3.0.e: it lasts a game-turn too long."""
    street = Street(civil_power, "ii-4", "police_recovery")
    cloud = street.put("W-E4", "gas")
    street.begin({"turn": 3})
    for name in ("gas_morale", "gas_fades"):
        street.phase(name)
    street.turn_over(cloud, "gas_2")
    street.turn_over(cloud, "gas")
    for name in PHASES[2:]:
        street.phase(name)
    street.phase("gas_morale")
    assert street.clauses() == ["3.0.e"]


@pytest.mark.parametrize(("face", "verdicts"), [("gas_2", ["suspect"]), ("gas", ["illegal"])])
def test_new_gas_with_the_wrong_side_up(civil_power: Game, face: str, verdicts: list[str]) -> None:
    """3.0.e: a used marker may come back as Gas-2, and is turned to Gas in the check phase."""
    street = Street(civil_power, "ii-4", "police_fire")
    street.begin({"turn": 3, "grenades": 3})
    new = "gas#5"
    street.turn_over(new, face)
    street.drag(new, "W-E4")
    for name in ("police_move", "police_shock", "police_recovery", "gas_morale", "gas_fades"):
        street.phase(name)
    if face == "gas":
        street.turn_over(new, "gas_2")
        street.phase("fires")
        for name in ("mob_fire", "police_recovery", "gas_morale", "gas_fades"):
            street.phase(name)
    street.turn_over(new, "gas")
    street.phase("fires")
    found = [one.verdict for one in street.report().findings if one.clause == "3.0.e"]
    assert found[:1] == verdicts


@pytest.mark.parametrize(
    ("phase", "deed"),
    [
        ("mob_recovery", both(drag("mob", "lost_mobs"), drag("mob", "W-C11"))),
        ("mob_move", both(marked("mob"), marked("mob", False))),
        ("mob_move", both(booked("wia_mob", 2), booked("wia_mob", -2))),
        ("police_move", both(drag("squad", "W-G12"), drag("gun", "W-G12"))),
        ("police_move", drag("squad", "left_police")),
        ("gas_fades", both(turned("horse", "foot"), turned("horse", "mounted"))),
    ],
)
def test_what_is_put_right_or_has_its_cause(civil_power: Game, phase: str, deed: Deed) -> None:
    rest = drag("gun", "left_police") if phase == "police_move" else nothing
    found = played(civil_power, phase, deed, rest).clauses()
    assert [one for one in found if one != "6.1.1.b"] == []

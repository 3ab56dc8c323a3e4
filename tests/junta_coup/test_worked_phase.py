"""One Coup phase worked through: legal as it stands, and each change to it judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.desk import Desk

BANK, MARKET, QUARTER = "central_bank", "market", "government_quarter"
PLACED = {
    ("brigade_1", "brigade_1_base"): {MARKET: 4, "industrial_district": 2},
    ("brigade_2", "brigade_2_base"): {BANK: 3, QUARTER: 3},
    ("brigade_3", "brigade_3_base"): {"hills": 6},
}
Act = Callable[[Desk], None]
Named = tuple[str, Act]


def move(kind: str, number: int, source: str, target: str, seat: str) -> Act:
    return lambda desk: desk.go(kind, number, source, target, seat)


def dead(kind: str, number: int, space: str = BANK) -> Act:
    return lambda desk: desk.dies(kind, space, number)


def fire(family: str, target: str, *dice: int, way: str = "fire") -> Act:
    return lambda desk: desk.fire(family, target, *dice, way=way)


def holds(family: str) -> Act:
    return lambda desk: desk.log.announce(family, {"deed": "hold", "whom": ""})


def shows(face: str) -> Act:
    return lambda desk: desk.battle(BANK, face)


def flown(desk: Desk) -> None:
    desk.log.flip(desk.log.find("air_raid", "ready", "guns")[0], "flown")


def paratroopers_home(desk: Desk) -> None:
    desk.go("paratroopers", 1, "dead_units", "off_map", "guzman")


PHASE: list[Named] = [
    ("F lands", move("marines", 1, "off_map", "waterfront", "figueroa")),
    ("F moves", move("marines", 1, "waterfront", "business_district", "figueroa")),
    ("G lands", move("paratroopers", 1, "off_map", BANK, "guzman")),
    ("A moves", move("palace_guard", 2, "presidential_palace", "parliament", "aranda")),
    ("B moves", move("police", 1, "police_precinct_2", BANK, "benitez")),
    ("C moves", move("brigade_1", 4, MARKET, BANK, "cardenas")),
    ("C declares", lambda desk: desk.attack("cardenas", BANK)),
    ("battle", lambda desk: desk.battle(BANK)),
    ("gunboat", fire("figueroa", "cardenas", 6, 2, 1, way="gunboat")),
    ("gunboat hits", dead("brigade_1", 1)),
    ("raid", fire("guzman", "dorado", 6, 6, 4, 3, 2, 1, way="air_raid")),
    ("raid marker", flown),
    ("raid hits", dead("brigade_2", 2)),
    ("exchange 1", shows("first")),
    ("C fires 1", fire("cardenas", "guzman", 6, 5, 2)),
    ("D fires 1", fire("dorado", "benitez", 3)),
    ("B fires 1", fire("benitez", "dorado", 4)),
    ("G fires 1", fire("guzman", "cardenas", 6)),
    ("G loses", dead("paratroopers", 1)),
    ("C loses", dead("brigade_1", 1)),
    ("exchange 2", shows("second")),
    ("C fires 2", fire("cardenas", "benitez", 1, 4)),
    ("D fires 2", fire("dorado", "benitez", 2)),
    ("B fires 2", fire("benitez", "dorado", 6)),
    ("D loses", dead("brigade_2", 1)),
    ("exchange 3", shows("third")),
    ("retreats", shows("retreats")),
    ("C retreats", move("brigade_1", 2, BANK, MARKET, "cardenas")),
    ("home", lambda desk: desk.home()),
    ("phase 3", lambda desk: desk.phase(3)),
]


def without(*names: str) -> list[Named]:
    return [one for one in PHASE if one[0] not in names]


def put(acts: Sequence[Named], before: str, *new: Act) -> list[Named]:
    index = [name for name, _ in acts].index(before)
    return [*acts[:index], *(("new", act) for act in new), *acts[index:]]


def changed(name: str, act: Act) -> list[Named]:
    return [(one, act if one == name else old) for one, old in PHASE]


def carried(name: str, before: str) -> list[Named]:
    act = dict(PHASE)[name]
    return put(without(name), before, act)


def found(coups: CoupBench, acts: Sequence[Named], phase: int = 2) -> list[tuple[str, str]]:
    desk = Desk(coups, PLACED, phase, ("cardenas", "dorado"))
    for _, act in acts:
        act(desk)
    report = desk.report()
    return [(one.verdict, one.clause) for one in report.findings]


def test_the_phase_is_legal(coups: CoupBench) -> None:
    assert found(coups, PHASE) == []


ILLEGAL: dict[str, tuple[str, list[Named]]] = {
    "C moves before F": ("5.a", carried("C moves", "F lands")),
    "B moves the Police of another precinct too": (
        "5.b",
        put(
            PHASE, "C moves", move("police", 1, "police_precinct_1", "cathedral_square", "benitez")
        ),
    ),
    "C moves on to Precinct 2": (
        "5.d",
        put(PHASE, "C declares", move("brigade_1", 4, BANK, "police_precinct_2", "cardenas"))[:7],
    ),
    "C moves to Parliament, which is not adjacent": (
        "5.c",
        changed("C moves", move("brigade_1", 4, MARKET, "parliament", "cardenas"))[:6],
    ),
    "the Marines land in the Business District": (
        "7.b",
        changed("F lands", move("marines", 1, "off_map", "parliament", "figueroa"))[:1],
    ),
    "the Paratroopers land again": (
        "7.c",
        [
            *PHASE,
            ("back", paratroopers_home),
            ("again", move("paratroopers", 1, "off_map", "hills", "guzman")),
        ],
    ),
    "B and D, who stay, forbid all others to leave": (
        "15.b",
        put(PHASE, "retreats", holds("benitez"), holds("dorado")),
    ),
    "the Gunboat rolls four dice": (
        "12.a",
        changed("gunboat", fire("figueroa", "cardenas", 6, 2, 1, 3, way="gunboat")),
    ),
    "the Gunboat fires twice": (
        "12.a",
        put(PHASE, "raid", fire("figueroa", "dorado", 1, 2, 3, way="gunboat")),
    ),
    "a second Air Raid": (
        "12.b",
        put(PHASE, "exchange 1", fire("guzman", "dorado", 1, 2, 3, 4, 5, 1, way="air_raid")),
    ),
    "the dead Paratroopers fire in exchange 2": (
        "13.h",
        put(PHASE, "D loses", fire("guzman", "cardenas", 2)),
    ),
    "D rolls two dice in exchange 1": (
        "14.a",
        changed("D fires 1", fire("dorado", "benitez", 3, 2)),
    ),
    "a 4 takes a Unit of D": (
        "14.e",
        put(without("D fires 2", "B fires 2", "D loses"), "exchange 2", dead("brigade_2", 1)),
    ),
    "C fires at Units in the Government Quarter": (
        "13.i",
        [
            *(act for act in PHASE[:14] if not act[0].startswith(("gunboat", "raid"))),
            ("shot", fire("cardenas", "dorado", 6, 5, 2)),
            ("far", dead("brigade_2", 1, QUARTER)),
            *PHASE[-2:],
        ],
    ),
    "the Gunboat is destroyed": (
        "12.d",
        put(PHASE, "exchange 1", lambda desk: desk.go("gunboat", 1, "guns", "dead_units")),
    ),
    "a card after the declarations": (
        "2.c",
        put(
            PHASE,
            "exchange 2",
            lambda desk: desk.log.move(
                [desk.log.where("card_slum_riots")[0][0]], "played", "dorado"
            ),
        ),
    ),
    "C stays and B goes": (
        "15.a",
        changed("C retreats", move("police", 1, BANK, "police_precinct_2", "benitez")),
    ),
    "C retreats to the Industrial District": (
        "15.d",
        changed("C retreats", move("brigade_1", 2, BANK, "industrial_district", "cardenas")),
    ),
}


@pytest.mark.long
@pytest.mark.parametrize("name", ILLEGAL)
def test_one_change_that_is_illegal(name: str, coups: CoupBench) -> None:
    clause, acts = ILLEGAL[name]
    seen = found(coups, acts)
    assert ("illegal", clause) == seen[0]


def test_el_presidente_fires_in_the_rebellion(coups: CoupBench) -> None:
    """3.c: the same dice in another phase."""
    acts = [
        ("C moves", move("brigade_1", 4, MARKET, "cathedral_square", "cardenas")),
        ("battle", lambda desk: desk.battle("presidential_palace")),
        ("fire", fire("aranda", "dorado", 1, 2)),
        ("end", lambda desk: desk.phase(1)),
    ]
    placed = {
        ("brigade_2", "brigade_2_base"): {"presidential_palace": 6},
        ("brigade_1", "brigade_1_base"): {MARKET: 4, "industrial_district": 2},
    }
    desk = Desk(coups, placed, 0, ("cardenas", "dorado"))
    for _, act in acts:
        act(desk)
    report = desk.report()
    assert [(one.verdict, one.clause) for one in report.findings] == [("illegal", "3.c")]


LEGAL: dict[str, list[Named]] = {
    "G is removed before its own die, and rolls it": put(
        without("G loses"), "D fires 1", dead("paratroopers", 1)
    ),
    "C fires at D, a Rebel at a Rebel": changed("C fires 2", fire("cardenas", "dorado", 1, 4)),
    "nobody declares anything": [*PHASE[:6], PHASE[-1]],
    "the loss of C is taken when the marker shows the next exchange": put(
        without("C loses"), "C fires 2", dead("brigade_1", 1)
    ),
    "a third exchange is fought": put(PHASE, "retreats", fire("cardenas", "benitez", 1, 2)),
}


@pytest.mark.parametrize("name", LEGAL)
def test_what_looks_wrong_and_is_legal(name: str, coups: CoupBench) -> None:
    assert found(coups, LEGAL[name]) == []


@pytest.mark.long
def test_a_loss_taken_an_exchange_late_is_suspect_at_most(coups: CoupBench) -> None:
    acts = put(without("C loses"), "exchange 3", dead("brigade_1", 1))
    assert found(coups, acts) == [("suspect", "14.d")]
    more = [
        (name, fire("cardenas", "benitez", 1, 4, 2) if name == "C fires 2" else act)
        for name, act in acts
    ]
    assert found(coups, more)[0] == ("illegal", "13.h")

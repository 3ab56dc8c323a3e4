"""Hits that are counted wrongly, each told by the button of the dice, and rarer mistakes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

REST = {"manila": {"us_army": 4}, "abra": {"regular": 1, "aguinaldo": 1}}
Army = dict[str, int]
Dice = tuple[tuple[str, tuple[int, ...]], ...]


def fought(
    war: Rulebook,
    army: Army,
    dice: Dice,
    us: int = 0,
    filipinos: int = 0,
    attacker: str = "us",
    area: str = "laguna",
    turn: int = 3,
) -> Paper:
    """A round in an area: dice, then the losses of both sides at the end."""
    paper = Paper(war, REST | {area: army}, turn, f"{attacker}_combat")
    paper.battle(area, "round_1")
    for die, results in dice:
        paper.roll(die, *results)
    kind = "regular" if army.get("regular") else "guerrilla"
    if us:
        paper.lose(area, "us_army", us)
    if filipinos:
        paper.lose(area, kind, filipinos)
    paper.will(filipinos)
    paper.will(-2 * us)
    return paper


SMALL = {"us_army": 4, "regular": 3}
QUIET = ("filipino_fire", (1, 1, 1))
EVEN = ("filipino_fire", (6, 6, 1))
CASES: dict[str, tuple[str, Army, Dice, int, int, str]] = {
    "Regulars hit on 6 only": (
        "10.6.3.a", SMALL, (QUIET, ("us_fire_6", (5, 5, 1, 1))), 0, 0, "us"),
    "attacking Guerrillas hit on 6 only": (
        "10.6.3.b", {"us_army": 4, "guerrilla": 3}, (("us_fire_6", (5, 5, 1, 1)), QUIET), 0, 0,
        "filipino"),
    "Arms that do not count": (
        "6.0.d", SMALL | {"imported_arms": 1}, (("us_fire", (1, 1, 1, 1)),
        ("filipino_fire", (5, 5, 1))), 0, 0, "filipino"),
    "Lukban who does not help": (
        "1.2.2.g", SMALL | {"lukban": 1}, (("filipino_fire", (5, 5, 1)),
        ("us_fire", (1, 1, 1, 1)), ("casualty", (3,))), 0, 0, "us"),
    "Ricarte helps two": (
        "1.2.2.f", SMALL | {"ricarte": 1}, (("us_fire", (1, 1, 1, 1)),
        ("filipino_fire", (5, 5, 1)), ("casualty", (3,))), 2, 0, "filipino"),
    "Artillery helps two": (
        "1.2.1.o", SMALL | {"fil_artillery": 1}, (("us_fire", (1, 1, 1, 1)),
        ("filipino_fire", (5, 5, 1))), 2, 0, "filipino"),
    "Artillery helps three": (
        "10.6.4.a", SMALL | {"fil_artillery": 1}, (("us_fire", (1, 1, 1, 1)),
        ("filipino_fire", (5, 5, 5))), 3, 0, "filipino"),
    "everybody shoots like Fagen": (
        "1.2.1.p", {"us_army": 4, "guerrilla": 2, "fagen": 1}, (("us_fire", (1, 1, 1, 1)),
        ("filipino_fire_5", (5, 5, 5))), 3, 0, "filipino"),
    "a 4 at Regulars": ("10.6.3.a", SMALL, (EVEN, ("us_fire", (5, 4))), 2, 2, "us"),
    "a 5 of Filipinos": (
        "10.6.3.c", SMALL, (("filipino_fire", (5, 1, 1)), ("us_fire", (1, 1, 1, 1))), 1, 0, "us"),
    "a 4 at attacking Guerrillas": (
        "10.6.3.b", {"us_army": 4, "guerrilla": 3}, (("us_fire", (4, 1, 1, 1)), QUIET), 0, 1,
        "filipino"),
    "a step too many": ("10.6.4.a", SMALL, (EVEN, ("us_fire", (5, 3))), 2, 2, "us"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_hits_that_are_counted_wrongly(
    name: str, war: Rulebook, reported: Callable[..., None]
) -> None:
    clause, army, dice, us, filipinos, attacker = CASES[name]
    reported(fought(war, army, dice, us, filipinos, attacker).report(), clause)


def test_parting_shots_hit_on_a_five(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"laguna": SMALL}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("us_fire_4", 4, 4)
    paper.lose("laguna", "regular", 2)
    paper.go("laguna", "tayabas", "regular")
    paper.will(2)
    reported(paper.report(), "10.6.3.e")


def test_no_parting_shot(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"laguna": SMALL}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 6, 1, 1, 1)
    paper.lose("laguna", "regular")
    paper.go("laguna", "tayabas", "regular")
    paper.will(1)
    reported(paper.report(), "10.6.5.d")


def test_units_with_nowhere_to_go(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = REST | {"sorsogon": {"us_army": 4, "regular": 3, "luna": 1}, "albay": {"us_army": 2}}
    paper = Paper(war, forces, 3)
    paper.battle("sorsogon", "retreat")
    paper.go("sorsogon", "albay", "regular", "luna")
    reported(paper.report(), "10.3.2.d")


def test_guests_do_not_fight(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = REST | {
        "laguna": {"us_army": 4, "regular": 2, "luna": 1},
        "tayabas": {"us_army": 2, "regular": 3},
        "batangas": {"us_army": 1},
        "cavite": {"us_army": 1},
        "infanta": {"us_army": 1},
        "marong": {"us_army": 1},
    }
    paper = Paper(war, forces, 3)
    paper.battle("laguna", "retreat")
    paper.go("laguna", "tayabas", "regular", "luna")
    paper.battle("tayabas", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1)
    paper.roll("casualty", 4)
    reported(paper.report(), "10.3.2.c")


def test_lawtons_die(war: Rulebook, reported: Callable[..., None]) -> None:
    dice: Dice = (QUIET, ("us_fire", (1, 1, 1, 1)), ("casualty", (3,)), ("lawton_lost", (5,)))
    reported(fought(war, SMALL | {"lawton": 1}, dice).report(), "PH.O8")
    reported(fought(war, SMALL, (*dice[:2], dice[3])).report(), "PH.O8")


def test_a_trap_that_nobody_enters(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"laguna": {"us_army": 6}}, 10, "jungle_us")
    paper.play("fil_g6")
    paper.drag(paper.keys("laguna", "us_army")[:1], "jungle_1")
    paper.chit("fil_g6", "cup_filipino_guerrilla")
    reported(paper.report(), "PH.G6")


def test_a_loss_tells_the_dice_that_were_too_low(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    paper = Paper(war, REST | {"laguna": SMALL}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 4, 1, 1, 1)
    paper.roll("us_parting", 4, 5)
    paper.lose("laguna", "regular", 2)
    paper.go("laguna", "tayabas", "regular")
    paper.will(2)
    reported(paper.report(), "10.6.3.e")


def test_losses_before_a_retreat_have_their_dice(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    around = {one: {"us_army": 2} for one in war.country.near["laguna"] if one != "manila"}
    around["tayabas"] = {"us_army": 2, "regular": 2}
    paper = Paper(war, REST | around | {"laguna": SMALL}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 4, 4, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.roll("us_parting", 1, 1)
    paper.go("laguna", "tayabas", "regular")
    paper.will(2)
    reported(paper.report(), "10.6.3.a")


@pytest.mark.parametrize(
    ("lost", "found"), [((2, 0), [("1.2.1.o", "suspect")]), ((1, 1), []), ((1, 0), [])]
)
def test_artillery_adds_to_one_die_of_each_volley(
    lost: tuple[int, int], found: list[tuple[str, str]], war: Rulebook
) -> None:
    """No choice of the die explains two steps in the first round, though dice hit later."""
    paper = Paper(war, REST | {"laguna": SMALL | {"fil_artillery": 1}}, 3)
    for number, (dice, steps) in enumerate(zip(((5, 5, 1), (5, 1, 1)), lost, strict=True), 1):
        paper.battle("laguna", f"round_{number}")
        paper.roll("filipino_fire", *dice)
        if steps:
            paper.lose("laguna", "us_army", steps)
        paper.roll("us_fire", *[1] * (4 - sum(lost[:number])))
    paper.roll("filipino_parting", 1, 1)
    paper.go("laguna", "manila", "us_army")
    paper.will(-2 * sum(lost))
    paper.battle("supply_source", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    assert [(one.clause, one.verdict) for one in paper.findings()] == found


@pytest.mark.parametrize(
    ("army", "line", "clause"),
    [
        ({}, "one hit ignored", "1.2.2.c"),
        ({}, "no hit", "10.6.4.a"),
        ({"malvar": 1}, "one hit ignored", "10.6.4.a"),
    ],
)
def test_a_hit_that_is_ignored_without_a_leader(
    army: Army, line: str, clause: str, war: Rulebook
) -> None:
    """Malvar may ignore one of the other side."""
    paper = Paper(war, REST | {"laguna": SMALL | army}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 1, 1)
    paper.record.lines.append((len(paper.record.acts), f"<Somebody> - {line}"))
    paper.roll("us_fire", *[1] * 4)
    paper.roll("filipino_parting", 1, 1)
    paper.go("laguna", "manila", "us_army")
    if army:
        paper.roll("casualty", 4)
    paper.battle("supply_source", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    assert clause in [one.clause for one in paper.findings() if one.verdict == "illegal"]


@pytest.mark.parametrize("alone", ["", "leader_alone", "us"])
def test_a_leader_left_alone_goes_without_a_die(alone: str, war: Rulebook) -> None:
    """10.6.5.g: any die after the last loss may have been his."""
    paper = Paper(war, REST | {"laguna": SMALL | {"geronimo": 1}, "tayabas": {"regular": 2}}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 5, 5, 5, 1)
    paper.lose("laguna", "regular", 3)
    if alone:
        paper.roll(alone, 5)
    paper.go("laguna", "tayabas", "geronimo")
    paper.roll("casualty", 4)
    paper.will(3)
    paper.battle("supply_source", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    found = [one.verdict for one in paper.findings() if one.clause == "10.6.5.g"]
    assert found == {"": ["illegal"], "leader_alone": [], "us": []}[alone]


@pytest.mark.parametrize(("back", "found"), [(True, []), (False, ["10.6.4.b", "10.6.4.a"])])
def test_a_guerrilla_that_is_taken_along_and_put_back(
    back: bool, found: list[str], war: Rulebook
) -> None:
    """Losses in one drag, of which one is a piece too many."""
    paper = Paper(war, REST | {"laguna": {"us_army": 4, "regular": 4, "guerrilla": 2}}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", *[1] * 6)
    paper.roll("us_fire", 5, 5, 1, 1)
    guerrilla = paper.keys("laguna", "guerrilla")
    paper.drag([*guerrilla, *paper.keys("laguna", "regular")[:1]], "pool_filipino")
    if back:
        paper.drag(guerrilla, "laguna")
    paper.roll("us_parting", 1, 1)
    paper.go("laguna", "tayabas", "regular", *(["guerrilla"] if back else []))
    paper.will(2 if back else 4)
    paper.battle("supply_source", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    illegal = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert sorted(illegal) == sorted(found)


@pytest.mark.parametrize(("lost", "clauses"), [("guerrilla", ["10.6.4.b"]), ("regular", [])])
def test_a_parting_shot_hits_regulars_first_where_they_fled_to(
    lost: str, clauses: list[str], war: Rulebook
) -> None:
    paper = Paper(war, REST | {"laguna": {"us_army": 4, "regular": 4, "guerrilla": 2}}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", *[1] * 6)
    paper.roll("us_fire", 5, 1, 1, 1)
    paper.lose("laguna", "regular")
    paper.go("laguna", "tayabas", "regular", "guerrilla")
    paper.roll("us_parting", 5, 1)
    paper.lose("tayabas", lost)
    paper.will(2)
    paper.battle("supply_source", "retreat")
    for phase in ("us_poa", "filipino_movement", "filipino_combat"):
        paper.phase(phase)
    illegal = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert illegal == clauses


@pytest.mark.parametrize(("declared", "clauses"), [(1, []), (2, ["1.2.2.c"])])
def test_a_second_hit_that_is_declared_ignored(
    declared: int, clauses: list[str], war: Rulebook
) -> None:
    """1.2.2.c: Artillery may have made a hit of the five."""
    forces = {"us_army": 4, "macarthur": 1, "anderson": 1, "regular": 3, "fil_artillery": 1}
    paper = Paper(war, REST | {"laguna": forces}, 3)
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 5, 1)
    for _ in range(declared):
        paper.say("us", "ignores", "laguna")
    paper.roll("us_fire", 5, 5, 5, 1)
    paper.lose("laguna", "regular", 3)
    paper.away("laguna", "fil_artillery", "pool_filipino")
    paper.roll("casualty", 3)
    paper.will(4)
    paper.battle("supply_source", "retreat")
    paper.phase("filipino_movement")
    illegal = [one.clause for one in paper.findings() if one.verdict == "illegal"]
    assert illegal == clauses

"""Logs that begin or end in the middle of a turn: what they show is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modgen.model.game import split_face
from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

Act = Callable[[Paper], Any]
FORCES = {
    "manila": {"us_army": 8},
    "cavite": {"us_army": 4, "wheaton": 1, "regular": 4},
    "bataan": {"us_army": 4, "regular": 1},
    "abra": {"regular": 1, "aguinaldo": 1},
}

CALM = {"manila": {"us_army": 8}, "abra": {"regular": 1, "aguinaldo": 1}}


def clauses(paper: Paper, complete: bool = False) -> list[tuple[str, str]]:
    """The clauses and verdicts of what is found."""
    return [(one.clause, one.verdict) for one in paper.findings(complete)]


def part(war: Rulebook, phase: str, turn: int = 6, forces: Any = None) -> Paper:
    """A log that begins in a phase."""
    paper = Paper(war, forces or FORCES, turn, phase)
    paper.begin_here()
    return paper


# --- chits ---------------------------------------------------------------------------------------


def chit(war: Rulebook, name: str, *acts: Act, turn: int = 6) -> Paper:
    """A log from phase 4 to phase 8 in which a chit is played."""
    paper = part(war, "reinforcements", turn, CALM)
    paper.play(name)
    for act in acts:
        act(paper)
    paper.chit(name, f"cup_{war.game.card[name].deck}")
    for phase in ("us_ground", "us_combat", "filipino_movement", "filipino_combat", "supply"):
        paper.phase(phase)
    return paper


def malaria(die: int, points: int) -> tuple[Act, ...]:
    """A die, a step that is lost, and Political Will."""
    return (
        lambda p: p.roll("filipino", die),
        lambda p: p.lose("manila", "us_army"),
        lambda p: p.will(points),
    )


def massacre(area: str, points: int) -> tuple[Act, ...]:
    """A marker of a massacre, and Political Will."""
    return (lambda p: p.away("pool_markers", "us_massacre", area), lambda p: p.will(points))


CHITS: dict[str, tuple[str, tuple[Act, ...], str]] = {
    "Malaria": ("fil_s8", malaria(6, -2), ""),
    "Malaria with a 3": ("fil_s8", malaria(3, -2), "PH.S8"),
    "Malaria for 1 point": ("fil_s8", malaria(6, -1), "PH.S8"),
    "a massacre": ("fil_s9", massacre("manila", -2), ""),
    "a massacre without US units": ("fil_s9", massacre("abra", -2), "PH.S9"),
    "a massacre for 3 points": ("fil_s9", massacre("manila", -3), "PH.S9"),
    "the League": ("fil_s10", (lambda p: p.will(-1),), ""),
    "the League for 2 points": ("fil_s10", (lambda p: p.will(-2),), "PH.S10"),
}


@pytest.mark.parametrize("name", CHITS)
def test_chits_of_a_log_that_begins_in_phase_4(name: str, war: Rulebook) -> None:
    key, acts, clause = CHITS[name]
    found = clauses(chit(war, key, *acts))
    assert found[:1] == [(clause, "illegal")] * bool(clause)


# --- scoring -------------------------------------------------------------------------------------


def scored(war: Rulebook, will: int, points: int, left: int = 0) -> list[tuple[str, str]]:
    """A log that begins with the scoring phase."""
    paper = Paper(war, FORCES, 6, "scoring")
    paper._level("political_will_marker", will)
    paper.begin_here()
    paper.level("victory_marker", points)
    paper.level("political_will_marker", left)
    paper.phase("victory")
    paper.level("turn_marker", 7)
    return clauses(paper)


def test_a_log_that_begins_with_the_scoring(war: Rulebook) -> None:
    value = war.country.victory_points(3)
    assert not scored(war, 3, value)
    assert scored(war, 3, value + 2) == [("17.1.b", "illegal")]
    assert scored(war, -3, value) == [("17.1.b", "illegal")]
    assert scored(war, 3, value, left=3) == [("1.1.1.b", "illegal")]


def test_points_scored_before_the_log_begins_are_not_missing(war: Rulebook) -> None:
    paper = Paper(war, FORCES, 6, "scoring")
    paper._level("political_will_marker", 3)
    paper.begin_here()
    paper.level("political_will_marker", 0)
    paper.level("victory_marker", 1)
    paper.phase("victory")
    paper.level("turn_marker", 7)
    assert not clauses(paper)


# --- battles -------------------------------------------------------------------------------------


def battles(
    war: Rulebook,
    *payments: int,
    check: Act = lambda p: p.roll("casualty", 4),
    last: str = "us_combat",
) -> list[tuple[str, str]]:
    """A log from the combat phase up to the end of a battle: 2 Filipino steps are lost and 1 US."""
    paper = part(war, "us_gunboats")
    paper.phase("us_shelling")
    paper.phase("us_combat")
    paper.battle("bataan", "round_1")
    paper.roll("filipino_fire", 3)
    paper.roll("us_fire", 1, 5, 2, 3)
    paper.lose("bataan", "regular")
    paper.will(1)
    paper.battle("cavite", "round_1")
    paper.roll("filipino_fire", 1, 2, 3, 6)
    paper.lose("cavite", "us_army")
    paper.roll("us_fire", 1, 5, 6)
    paper.lose("cavite", "regular", 2)
    paper.go("cavite", "batangas", "regular")
    paper.roll("us_parting", 1, 2)
    check(paper)
    for points in payments:
        paper.will(points)
    paper.battle("battle_box")
    if last != "us_combat":
        for phase in ("us_poa", "filipino_movement", last):
            paper.phase(phase)
    return clauses(paper)


@pytest.mark.parametrize("payments", [(2, -2), (2,), (-2,), ()])
def test_a_battle_at_the_end_of_a_log(payments: tuple[int, ...], war: Rulebook) -> None:
    assert not battles(war, *payments)


@pytest.mark.parametrize("payments", [(2, -1), (4, -2), (5,)])
def test_wrong_points_for_a_battle_at_the_end_of_a_log(
    payments: tuple[int, ...], war: Rulebook
) -> None:
    assert battles(war, *payments) == [("10.9.a", "illegal")]


def nothing(_: Paper) -> None:
    """Nothing is done."""


def test_a_leader_who_stays_after_a_1_at_the_end_of_a_log(war: Rulebook) -> None:
    found = battles(war, 2, -2, check=lambda p: p.roll("casualty", 1))
    assert found == [("10.7.a", "illegal")]


def test_a_casualty_check_that_no_die_can_be(war: Rulebook) -> None:
    later = "filipino_combat"
    assert battles(war, 2, -2, check=nothing, last=later) == [("10.7.a", "illegal")]
    other = battles(war, 2, -2, check=lambda p: p.roll("us", 4), last=later)
    assert ("10.7.a", "illegal") not in other


def test_a_chit_that_comes_back_for_another_battle_is_played_again(war: Rulebook) -> None:
    paper = part(war, "us_gunboats")
    paper.phase("us_shelling")
    paper.phase("us_combat")
    for area, dice in (("bataan", (3,)), ("cavite", (1, 2, 3, 4))):
        paper.battle(area, "chits")
        paper.play("us_s1")
        paper.roll("us", 1)
        paper.battle(area, "round_1")
        if area == "cavite":
            paper.roll("filipino_fire", *dice)
        paper.roll("us_fire", *(1, 5, 2, 3) if area == "bataan" else (1, 1, 1, 1))
        if area == "bataan":
            paper.lose("bataan", "regular")
            paper.will(1)
        paper.chit("us_s1", "cup_us_stand_up")
    assert clauses(paper)[:1] == [("US.S1", "illegal")]


@pytest.mark.parametrize("phase", ["reinforcements", "objectives", "us_combat"])
@pytest.mark.parametrize("changed", [False, True])
def test_the_pieces_of_a_set_up_on_a_later_turn_are_no_set_up(
    war: Rulebook, phase: str, changed: bool
) -> None:
    """A second session goes on where the first one ended, perhaps with few changes until then."""
    paper = Paper(war, {}, 10, phase)
    scenario = next(one for one in war.game.scenarios if one.id == "guerrilla-war")
    for place, pieces in scenario.place.items():
        for name, number in pieces.items():
            kind, face = split_face(name, war.game)
            home = war.game.piece_types[kind].home
            keys = [
                key for key, one in paper.pieces.items() if one.kind == kind and one.place == home
            ][:number]
            for key in keys:
                paper._place(key, place, face)
    if changed:
        paper.go("tarlac", "pampanga", "us_army")
    elif phase == "objectives":
        return  # nothing has happened since the set-up: the turn marker is wrong
    paper.begin_here()
    paper.play("fil_s10")
    assert not [one for one in clauses(paper) if one[0].startswith("18.")]


# --- the end of a turn ---------------------------------------------------------------------------


def from_moves(war: Rulebook, *acts: Act, forces: Any = None) -> list[str]:
    """What is illegal in a log from the moves of the US on, with some acts in the Jungle phase."""
    paper = part(war, "us_ground", 10, forces or CALM)
    for phase in ("us_combat", "filipino_movement", "filipino_combat", "jungle_us"):
        paper.phase(phase)
    for act in acts:
        act(paper)
    for phase in ("supply", "scoring", "victory"):
        paper.phase(phase)
    paper.level("turn_marker", 11)
    paper.phase("objectives")
    paper.act("chat")
    return [clause for clause, verdict in clauses(paper) if verdict == "illegal"]


def test_supply_and_jungle_are_judged_in_a_log_from_the_moves_on(war: Rulebook) -> None:
    jungle = CALM | {"jungle_1": {"us_army": 1}}
    assert from_moves(war, forces=jungle) == ["12.A.b"]
    leave = lambda p: p.go("jungle_1", "jungle_2", "us_army")  # noqa: E731
    assert not from_moves(war, leave, forces=jungle)
    starved = CALM | {"quiangan": {"us_army": 2}}
    assert from_moves(war, forces=starved) == ["15.2.a"]


@pytest.mark.parametrize("paid", [False, True])
def test_points_that_are_never_recorded_in_a_log_from_the_moves_on(
    paid: bool, war: Rulebook
) -> None:
    army = CALM | {"cavite": {"poa": 1}, "batangas": {"guerrilla": 2}}
    paper = part(war, "us_ground", 10, army)
    paper.phase("us_combat")
    paper.phase("filipino_movement")
    paper.go("batangas", "cavite", "guerrilla")
    paper.away("cavite", "poa", "pool_markers")
    if paid:
        paper.will(-1)
    for phase in ("filipino_combat", "jungle_us", "supply", "scoring"):
        paper.phase(phase)
    if paid:
        paper.level("victory_marker", paper.position.points - war.country.victory_points(-1))
        paper.will(1)
    paper.phase("victory")
    paper.level("turn_marker", 11)
    found = [one for one in clauses(paper) if one[1] == "illegal"]
    assert found == ([] if paid else [("11.0.g", "illegal")])


# --- logs that begin in the middle of a phase ----------------------------------------------------


def fight_on(war: Rulebook, area: str) -> list[tuple[str, str]]:
    """A log that begins in a battle in Bataan, after the defender's fire, or before another one."""
    paper = Paper(war, FORCES, 6, "us_combat")
    paper.battle("bataan", "round_1")
    paper.begin_here()
    if area != "bataan":
        paper.battle(area, "round_1")
    paper.roll("us_fire", 5, 1, 2, 3)
    paper.lose(area, "regular")
    paper.will(1)
    paper.battle("supply_source")
    paper.phase("us_poa")
    return clauses(paper)


def test_a_log_that_begins_in_a_battle(war: Rulebook) -> None:
    assert "illegal" not in {verdict for _, verdict in fight_on(war, "bataan")}
    assert ("10.2.b", "illegal") in fight_on(war, "cavite")


@pytest.mark.parametrize("phase", ["reinforcements", "arms"])
def test_recruits_of_a_die_before_the_log_begins(phase: str, war: Rulebook) -> None:
    paper = part(war, phase, 6, CALM | {"tayabas": {"regular": 1}})
    if phase == "arms":
        paper.phase("reinforcements")
    key = paper.keys("pool_filipino", "regular")[0]
    paper.turn_over(key, "one")
    paper.drag([key], "tayabas")
    paper.phase("us_ground")
    verdict = "illegal" if phase == "arms" else "suspect"
    assert ("7.2.a", verdict) in clauses(paper)


@pytest.mark.parametrize("phase", ["reinforcements", "arms"])
@pytest.mark.parametrize("ahead", [True, False])
@pytest.mark.parametrize("turn", [6, 9, 10])
def test_recruits_of_a_turn_that_the_log_does_not_begin(
    turn: int, ahead: bool, phase: str, war: Rulebook
) -> None:
    """7.2: in doubt if their phase began before, and on turn 9, on which Regulars change.

    Also if the tracker goes on before they are placed.
    """
    areas = ("tayabas", "laguna")
    paper = part(war, phase, turn, CALM | {area: {"guerrilla": 1} for area in areas})
    if phase == "arms":
        paper.phase("reinforcements")
    if ahead:
        paper.phase("us_ground")
    for area in areas:
        key = paper.keys("pool_filipino", "guerrilla")[0]
        paper._place(key, "pool_filipino", "one")
        paper.record.positions[-1] = paper.position
        paper.drag([key], area)
    for shown in ("us_ground", "us_combat")[ahead:]:
        paper.phase(shown)
    found = [one for one in clauses(paper) if one[0].startswith("7.2")]
    seen = phase == "arms" and turn != 9
    assert found[0] == ("7.2.a", "illegal" if seen else "suspect")
    assert seen or not [one for one in found if one[1] == "illegal"]


@pytest.mark.parametrize(("turn", "verdict"), [(6, "illegal"), (9, "suspect"), (10, "illegal")])
def test_a_late_draw_in_a_turn_that_the_log_does_not_begin(
    turn: int, verdict: str, war: Rulebook
) -> None:
    """5.0.b: on turn 9 new hands are drawn; whether they were is not shown."""
    paper = part(war, "us_ground", turn, CALM | {"laguna": {"us_army": 4, "guerrilla": 2}})
    paper.go("manila", "cavite", "us_army")
    paper.phase("us_combat")
    paper.roll("us_search", 1)
    for phase in ("us_poa", "filipino_movement"):
        paper.phase(phase)
    paper.go("laguna", "tayabas", "guerrilla")
    paper.phase("filipino_combat")
    paper.chit("us_s1" if turn < 9 else "us_g1", "hand:us")
    paper.phase("supply")
    assert ("5.0.b", verdict) in clauses(paper)


def test_the_stand_up_fight_knows_no_guerrilla_war(war: Rulebook) -> None:
    army = {"manila": {"us_army": 8}, "abra": {"regular": 2}, "tayabas": {"regular": 1}}
    paper = part(war, "us_ground", 6, army)
    paper.record.scenario = "stand-up"
    paper.phase("victory")
    paper.level("turn_marker", 7)
    for phase in ("advantage", "arms", "reinforcements"):
        paper.phase(phase)
    paper.roll("luzon", 3)
    paper.roll("visayas", 3)
    paper.turn_over(paper.keys("tayabas", "regular")[0], "two")
    paper.phase("us_ground")
    assert "7.2.j" not in {clause for clause, _ in clauses(paper)}


# --- hands and markers as a log begins -----------------------------------------------------------


def test_the_first_hand_is_drawn_before_objectives_are_chosen(war: Rulebook) -> None:
    paper = part(war, "objectives")
    paper.cards |= {"us_s1": "cup_us_stand_up", "us_s2": "cup_us_stand_up", "us_o2": "hand:us"}
    paper.begin_here()
    for chit in ("us_s1", "us_s2"):
        paper.chit(chit, "hand:us")
    paper.chit("us_o2", "objectives_us")
    paper.phase("advantage")
    paper.phase("arms")
    assert "4.0.b" not in {clause for clause, _ in clauses(paper)}


@pytest.mark.parametrize("laid", [False, True])
def test_a_chit_on_the_table_since_the_log_began_is_not_played_for_sure(
    laid: bool, war: Rulebook
) -> None:
    """Closing In needs Funston."""
    paper = part(war, "us_gunboats")
    paper.cards["us_s9"] = "hand:us" if laid else "chits_us"
    paper.begin_here()
    paper.phase("us_shelling")
    paper.phase("us_combat")
    paper.battle("bataan", "chits")
    if laid:
        paper.play("us_s9")
    paper.battle("bataan", "round_1")
    paper.roll("filipino_fire", 3)
    paper.roll("us_fire", 1, 5, 2, 3)
    paper.lose("bataan", "regular")
    paper.will(1)
    paper.chit("us_s9", "cup_us_stand_up")
    assert (("US.S9", "illegal") in clauses(paper)) == laid


def test_a_turn_marker_that_is_taken_back_ends_no_turn(war: Rulebook) -> None:
    """The Volunteers of turn 7 come in the turn in which the marker stays on 7."""
    paper = Paper(war, FORCES, 6, "us_ground")
    for key in paper.keys("pool_us", "us_volunteers")[:2]:
        paper._place(key, "turn:7")
    paper.begin_here()
    for phase in ("us_combat", "filipino_movement", "filipino_combat", "supply", "scoring"):
        paper.phase(phase)
    for number in (7, 6, 7):
        paper.level("turn_marker", number)
    for phase in ("objectives", "advantage", "arms", "reinforcements"):
        paper.phase(phase)
    paper.drag([key for key, one in paper.pieces.items() if one.place == "turn:7"], "trans_ocean")
    for phase in ("us_ground", "us_combat"):
        paper.phase(phase)
    assert not {"1.1.1.c", "18.1.c"} & {clause for clause, _ in clauses(paper)}

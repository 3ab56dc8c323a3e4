"""Advantage Chits: legal plays are accepted, and each wrong one is reported by its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.engine.declarations import Announcement
from tests.amigos_insurrectos.paper import Paper

Act = Callable[[Paper], Any]
REST = {
    "manila": {"us_army": 8}, "manila_bay": {"gunboat": 1}, "abra": {"regular": 1, "aguinaldo": 1},
}  # fmt: skip
NEAR = REST | {"cavite": {"regular": 4}, "laguna": {"regular": 4}}


def played(
    war: Rulebook, chit: str, act: Act, turn: int, forces: Any = None, phase: str = "reinforcements"
) -> Paper:  # fmt: skip
    """A turn in which a chit is played and something is done about it."""
    paper = Paper(war, forces or NEAR, turn, phase)
    paper.play(chit)
    act(paper)
    place = "removed_" + paper.cards[chit].partition("_")[2]
    left = chit in ("fil_s1", "fil_g1", "fil_g5")
    paper.chit(chit, place if left else f"cup_{war.game.card[chit].deck}")
    return paper


def bring(area: str, kind: str, number: int) -> Act:
    """Steps from the pool."""

    def act(paper: Paper) -> None:
        home = war_home(paper, kind)
        for _ in range(number):
            key = paper.keys(home, kind)[-1]
            if paper.pieces[key].face == "two":
                paper.turn_over(key, "one")
            paper.drag([key], area)

    return act


def war_home(paper: Paper, kind: str) -> str:
    """The box of a kind of piece."""
    return paper.country.game.piece_types[kind].home or ""


def both(*acts: Act) -> Act:
    """Several things."""
    return lambda paper: [act(paper) for act in acts]


def die(button: str, *dice: int) -> Act:
    """A die."""
    return lambda paper: paper.roll(button, *dice)


def will(points: int) -> Act:
    """Political Will."""
    return lambda paper: paper.will(points)


def lose(area: str, kind: str, steps: int = 1) -> Act:
    """Steps are removed."""
    return lambda paper: paper.lose(area, kind, steps)


def nothing(_: Paper) -> None:
    """Nothing is done."""


VISAYAS = NEAR | {"iloilo": {"us_army": 2}, "capiz": {"guerrilla": 1}}
WEAK = REST | {"bulacan": {"us_army": 3, "guerrilla": 2}, "laguna": {"guerrilla": 3}}
SCHOOL = WEAK | {"manila": {"us_army": 8, "poa": 1}}
ARRIVING = NEAR | {"turn:3": {"us_army": 2}}
LEGAL: dict[str, tuple[str, int, Act, Any]] = {
    "racist attitude": ("fil_s7", 3, bring("cavite", "regular", 2), NEAR),
    "malaria": ("fil_s8", 3, both(die("filipino", 5), lose("manila", "us_army"), will(-2)), NEAR),
    "no malaria": ("fil_s8", 3, die("filipino", 4), NEAR),
    "monsoon": ("fil_s8", 4, both(lose("manila", "us_army"), will(-2)), NEAR),
    "massacre": ("fil_s9", 3, both(bring("manila", "us_massacre", 1), will(-2)), NEAR),
    "league": ("fil_s10", 3, will(-1), NEAR),
    "fagen": ("fil_g1", 10, both(bring("laguna", "fagen", 1), will(-1)), WEAK),
    "waller": ("fil_g5", 10, bring("samar_norte", "guerrilla", 2), WEAK),
    "visayas": ("fil_g7", 10, bring("capiz", "guerrilla", 2), WEAK),
    "luzon": ("fil_g8", 10, both(die("filipino", 3), bring("tayabas", "guerrilla", 2)), WEAK),
    "collaborators": ("fil_g10", 10, lambda p: p.away("manila", "scouts", "pool_us"),
                      WEAK | {"manila": {"us_army": 8, "scouts": 1}}),
    "massacre of Americans": ("us_g1", 10, both(
        bring("iloilo", "filipino_massacre", 1), lose("iloilo", "us_army"), will(2)), VISAYAS),
    "luzon in two areas": ("fil_g8", 10, both(
        die("filipino", 3), bring("tayabas", "guerrilla", 1), bring("laguna", "guerrilla", 1),
    ), WEAK),
    "racist attitude and a recruit": ("fil_s7", 3, both(
        bring("cavite", "regular", 2), die("luzon", 1), bring("cavite", "regular", 1)), NEAR),
    "league, and units that wait": (
        "fil_s10", 3, both(will(-1), lambda p: p.away("turn:3", "us_army", "turn:4")), ARRIVING),
    "lukewarm": ("us_g7", 10, nothing, WEAK),
    "scouts": ("us_g9", 10, bring("manila", "scouts", 1), WEAK),
    "luzon and recruits of another section": ("fil_g8", 10, both(
        die("filipino", 3), bring("tayabas", "guerrilla", 1), bring("laguna", "guerrilla", 1),
        lambda p: p.chit("fil_g8", "cup_filipino_guerrilla"), die("luzon", 1),
        bring("bulacan", "guerrilla", 1)), WEAK),
}  # fmt: skip
"""Plays of the reinforcement phase: the chit, the turn, what is done, the forces."""


@pytest.mark.parametrize("name", LEGAL)
def test_legal_plays_are_accepted(name: str, war: Rulebook) -> None:
    chit, turn, act, forces = LEGAL[name]
    assert not [one.message for one in played(war, chit, act, turn, forces).findings()]


WRONG: dict[str, tuple[str, str, int, Act, Any]] = {
    "steps where no Filipinos are": (
        "PH.S7", "fil_s7", 3, bring("zambales", "regular", 2), NEAR),
    "a step lost with a 4": (
        "PH.S8", "fil_s8", 3, both(die("filipino", 4), lose("manila", "us_army")), NEAR),
    "no step lost in a Monsoon": ("PH.S8", "fil_s8", 4, will(-2), NEAR),
    "massacre without US units": (
        "PH.S9", "fil_s9", 3, both(bring("cavite", "us_massacre", 1), will(-2)), NEAR),
    "massacre with points for the US": (
        "PH.S9", "fil_s9", 3, both(bring("manila", "us_massacre", 1), will(2)), NEAR),
    "massacre without points": ("PH.S9", "fil_s9", 3, bring("manila", "us_massacre", 1), NEAR),
    "league on turn 1": ("PH.S10", "fil_s10", 1, will(-1), NEAR),
    "league without a point": ("PH.S10", "fil_s10", 3, nothing, NEAR),
    "fagen alone": ("PH.G1", "fil_g1", 10, both(bring("zambales", "fagen", 1), will(-1)), WEAK),
    "waller elsewhere": ("PH.G5", "fil_g5", 10, bring("leyte", "guerrilla", 2), WEAK),
    "visayas in Luzon": ("PH.G7", "fil_g7", 10, bring("tayabas", "guerrilla", 2), WEAK),
    "another section": ("PH.G8", "fil_g8", 10, both(
        die("filipino", 6), bring("tayabas", "guerrilla", 2)), WEAK),
    "scouts stay": (
        "PH.G10", "fil_g10", 10, nothing, WEAK | {"manila": {"us_army": 8, "scouts": 1}}),
    "no chit to answer": ("PH.G2", "fil_g2", 10, nothing, WEAK),
    "another section, and recruits in the right one": ("PH.G8", "fil_g8", 10, both(
        die("filipino", 1), bring("laguna", "guerrilla", 2),
        lambda p: p.chit("fil_g8", "cup_filipino_guerrilla"), die("luzon", 3),
        bring("bulacan", "guerrilla", 1), bring("nueva_ecija", "guerrilla", 1)),
        WEAK | {"nueva_ecija": {"guerrilla": 1}}),
    "massacre in Luzon with few US steps": ("US.G1", "us_g1", 10, both(
        bring("bulacan", "filipino_massacre", 1), lose("bulacan", "us_army"), will(2)), WEAK),
    "massacre in Luzon": ("US.G1", "us_g1", 10, both(
        bring("manila", "filipino_massacre", 1), lose("manila", "us_army"), will(2)), VISAYAS),
    "massacre without a loss": ("US.G1", "us_g1", 10, both(
        bring("iloilo", "filipino_massacre", 1), will(2)), VISAYAS),
    "three steps": ("PH.S7", "fil_s7", 3, bring("cavite", "regular", 3), NEAR),
    "one step here, one there": ("PH.S7", "fil_s7", 3, both(
        bring("cavite", "regular", 1), bring("laguna", "regular", 1)), NEAR),
    "waller in two areas elsewhere": ("PH.G5", "fil_g5", 10, both(
        bring("leyte", "guerrilla", 1), bring("negros_oriental", "guerrilla", 1)), WEAK),
    "scouts that may come back": (
        "PH.G10", "fil_g10", 10, lambda p: p.away("manila", "scouts", "trans_ocean"),
        WEAK | {"manila": {"us_army": 8, "scouts": 1}}),
    "arrivals in spite of the league": (
        "PH.S10", "fil_s10", 3,
        both(will(-1), lambda p: p.away("turn:3", "us_army", "trans_ocean")), ARRIVING),
    "scouts without US units": ("US.G9", "us_g9", 10, bring("laguna", "scouts", 1), WEAK),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_plays_are_reported(
    name: str, war: Rulebook, reported: Callable[..., None]
) -> None:  # fmt: skip
    clause, chit, turn, act, forces = WRONG[name]
    reported(played(war, chit, act, turn, forces).report(), clause)


def test_lukewarm_with_too_many_points(war: Rulebook, reported: Callable[..., None]) -> None:
    for chit in ("us_g6", "us_g7"):
        paper = Paper(war, WEAK, 10, "reinforcements")
        paper.phase("scoring")
        paper = Paper(war, WEAK, 10, "objectives")
        paper._level("victory_marker", 5)
        paper.record.positions[:] = [paper.position] * len(paper.record.positions)
        paper.phase("reinforcements")
        paper.play(chit)
        paper.chit(chit, "cup_us_guerrilla")
        reported(paper.report(), "US.G6" if chit == "us_g6" else "US.G7")


def test_recruits_against_lukewarm_support(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = VISAYAS | {"antique": {"guerrilla": 1}}
    act = both(die("visayas", 5), bring("antique", "guerrilla", 1))
    reported(played(war, "us_g6", act, 10, forces).report(), "US.G6")
    act = both(die("luzon", 5), bring("laguna", "guerrilla", 1))
    reported(played(war, "us_g7", act, 10, WEAK).report(), "US.G7")


def test_brutality_cancels_lukewarm_support(war: Rulebook) -> None:
    forces = VISAYAS | {"antique": {"guerrilla": 1}}
    paper = Paper(war, forces, 10, "reinforcements")
    paper.play("us_g6")
    paper.play("fil_g2")
    paper.chit("us_g6", "cup_us_guerrilla")
    paper.chit("fil_g2", "cup_filipino_guerrilla")
    paper.roll("visayas", 5)
    bring("antique", "guerrilla", 1)(paper)
    assert not [one.message for one in paper.findings()]


def test_brutality_cancels_one_lukewarm_chit(
    war: Rulebook, reported: Callable[..., None]
) -> None:  # fmt: skip
    forces = VISAYAS | {"antique": {"guerrilla": 1}}
    paper = Paper(war, forces, 10, "reinforcements")
    for chit in ("us_g7", "fil_g2"):
        paper.play(chit)
    for chit in ("us_g7", "fil_g2"):
        paper.chit(chit, f"cup_{war.game.card[chit].deck}")
    paper.play("us_g6")
    paper.chit("us_g6", "cup_us_guerrilla")
    paper.roll("visayas", 5)
    bring("antique", "guerrilla", 1)(paper)
    reported(paper.report(), "US.G6")


def test_each_of_two_like_chits_clears_its_own_area(war: Rulebook) -> None:
    forces = SCHOOL | {"cavite": {"guerrilla": 1}, "laguna": {"guerrilla": 3}}
    paper = Paper(war, forces, 10, "us_ground")
    for chit, area, steps in (("us_g5", "cavite", 1), ("us_g5_2", "laguna", 3)):
        paper.play(chit)
        paper.lose(area, "guerrilla", steps)
        paper.will(1)
        paper.chit(chit, "cup_us_guerrilla")
    wrong = [one for one in paper.findings() if one.clause == "US.G5"]
    assert [(one.clause, "Laguna" in one.message) for one in wrong] == [("US.G5", True)]


def test_scouts_of_a_chit_besides_those_that_land(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    forces = WEAK | {"trans_ocean": {"scouts": 1}}
    act = both(bring("laguna", "scouts", 1), lambda p: p.away("trans_ocean", "scouts", "manila"))
    reported(played(war, "us_g9", act, 11, forces).report(), "US.G9")


def test_weak_areas_are_cleared(war: Rulebook, reported: Callable[..., None]) -> None:
    cleared = lose("bulacan", "guerrilla", 2)
    assert not played(war, "us_g2", cleared, 10, WEAK, "advantage").findings()
    act = both(cleared, will(1))
    assert not played(war, "us_g5", act, 10, SCHOOL, "us_ground").findings()
    strong = WEAK | {"bulacan": {"us_army": 3, "guerrilla": 4}}
    act = lose("bulacan", "guerrilla", 4)
    reported(played(war, "us_g2", act, 10, strong, "advantage").report(), "US.G2")
    act = both(lose("laguna", "guerrilla", 3), will(1))
    reported(played(war, "us_g5", act, 10, SCHOOL, "us_ground").report(), "US.G5")


def test_chits_in_another_phase(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = played(war, "us_s7", nothing, 3, NEAR, "objectives")
    assert not paper.findings()  # the tracker leaves out the phase in which it may be played
    paper = played(war, "us_s7", nothing, 3, NEAR, "objectives")
    paper.phase("advantage")
    reported(paper.report(), "5.0.g")


def test_chits_that_are_not_put_back(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, NEAR, 3, "filipino_movement")
    paper.play("us_s7")
    paper.report()
    paper.now = "filipino_movement"
    reported(paper.report(), "5.0.d")


def test_a_chit_that_leaves_the_game(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, WEAK, 10, "reinforcements")
    paper.play("fil_g1")
    bring("laguna", "fagen", 1)(paper)
    paper.will(-1)
    paper.chit("fil_g1", "cup_filipino_guerrilla")
    reported(paper.report(), "PH.G1")


def test_scouts_do_not_come_back(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = WEAK | {"manila": {"us_army": 8, "scouts": 1}}
    paper = played(
        war, "fil_g10", lambda p: p.away("manila", "scouts", "pool_us"), 10, forces
    )  # fmt: skip
    paper.report()
    paper.phase("reinforcements")
    paper.drag(["scouts#0"], "manila")
    reported(paper.report(), "PH.G10.a")


# --- Luna ----------------------------------------------------------------------------------------

LUNA = NEAR | {"cavite": {"regular": 4, "luna": 1}}


def attempt(war: Rulebook, turn: int, die: int, *gone: str, second: bool = False) -> Paper:
    """A Luna chit that is drawn and carried out."""
    paper = Paper(war, LUNA, turn, "advantage")
    if second:
        paper.cards["us_s5_2"] = "luna:1"
        paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.chit("us_s5", "hand:us")
    paper.chit("us_s5", "luna:2" if second else "luna:1")
    paper.roll("us", die)
    for leader in gone:
        paper.lost(leader)
    return paper


def test_attempts_on_luna(war: Rulebook, reported: Callable[..., None]) -> None:
    assert not attempt(war, 3, 3, "luna").findings()
    assert not attempt(war, 3, 4).findings()
    reported(attempt(war, 3, 3).report(), "US.S5")
    reported(attempt(war, 3, 4, "luna").report(), "US.S5")
    reported(attempt(war, 3, 5, "luna", second=True).report(), "US.S5")
    reported(attempt(war, 2, 2, "luna").report(), "US.S5.a")
    paper = Paper(war, LUNA, 3, "advantage")
    paper.chit("us_s5", "hand:us")
    reported(paper.report(), "US.S5.a")


# --- attacks that chits order, and battles -------------------------------------------------------


def test_ordered_attacks(war: Rulebook, reported: Callable[..., None]) -> None:
    for chit, clause in (("fil_s1", "PH.S1"), ("fil_s2", "PH.S2")):
        reported(played(war, chit, nothing, 3, NEAR, "us_ground").report(), clause)


def fight(
    war: Rulebook, *chits: str, turn: int = 3, phase: str = "us_combat", **more: Any
) -> Paper:
    """Four US steps (or as given) against three Regulars in Laguna, with chits."""
    army = {"us_army": 4, "regular": 3} | more
    paper = Paper(war, REST | {"laguna": army}, turn, phase)
    paper.battle("laguna", "chits")
    for chit in chits:
        paper.play(chit)
    paper.battle("laguna", "round_1")
    return paper


def test_chits_in_battle(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = fight(war, "us_s1")
    paper.roll("us", 2)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    reported(paper.report(), "US.S1")
    paper = fight(war, "us_s2")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 4, 4, 5, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    reported(paper.report(), "US.S2")
    paper = fight(war, "us_s8")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 3, 3, 3, 1)
    paper.lose("laguna", "regular", 3)
    paper.will(3)
    reported(paper.report(), "US.S8")
    paper = fight(war, "us_s6", regular=0, guerrilla=3)
    paper.battle("laguna", "retreat")
    paper.roll("us_search", 5)
    paper.drag(paper.keys("pool_markers", "search")[:1], "laguna")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire_6", 5, 5, 1, 1)
    reported(paper.report(), "US.S6")
    paper = fight(war, "us_g4", turn=10, regular=0, guerrilla=3, phase="filipino_combat")
    paper.roll("us_fire", 3, 4, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1)
    reported(paper.report(), "US.G4")
    paper = fight(war, "us_s9", anderson=1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("casualty", 3)
    reported(paper.report(), "US.S9")
    paper = fight(war, "us_s9", anderson=1, ricarte=1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("stratagem", 2)
    paper.lost("ricarte")
    paper.will(2)
    report = paper.report()
    reported(report, "US.S9")
    assert "10.7.a" not in {one.clause for one in report.findings}
    paper = fight(war, "us_s9", funston=1, ricarte=1)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("casualty", 3)
    reported(paper.report(), "US.S9.a")


def test_parting_shots_with_chits(war: Rulebook, reported: Callable[..., None]) -> None:
    for chit, dice, clause in (("us_s4", (4, 4), "US.S4"), ("fil_s5", (1, 1), "PH.S5")):
        paper = fight(war, chit)
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("us_fire", 5, 1, 1, 1)
        paper.lose("laguna", "regular")
        paper.roll("us_parting", *dice)
        paper.go("laguna", "tayabas", "regular")
        paper.will(1)
        reported(paper.report(), clause)


def uprising(war: Rulebook, chit: str, turn: int, kind: str, number: int, die: int) -> Paper:
    """Filipinos rise in Manila."""
    forces = REST | {"manila": {"us_army": 4, "us_artillery": 1}}
    paper = Paper(war, forces, turn, "filipino_movement")
    paper.play(chit)
    bring("manila", kind, number)(paper)
    paper.phase("filipino_combat")
    paper.roll("filipino", die)
    paper.battle("manila", "artillery")
    return paper


def test_risings_in_manila(war: Rulebook, reported: Callable[..., None]) -> None:
    for chit, turn, kind, number in (("fil_s11", 3, "regular", 4), ("fil_g11", 10, "guerrilla", 2)):
        clause = "PH.S11" if turn == 3 else "PH.G11"
        paper = uprising(war, chit, turn, kind, number, 5)
        paper.roll("artillery", 1, 1, 1)
        paper.battle("manila", "round_1")
        paper.roll("filipino_fire", *[1] * number)
        reported(paper.report(), clause)
        paper = uprising(war, chit, turn, kind, number + 1, 2)
        paper.roll("artillery", 1, 1, 1)
        paper.battle("manila", "round_1")
        paper.roll("us_fire", 1, 1, 1, 1)
        paper.roll("filipino_fire", *[1] * (number + 1))
        reported(paper.report(), clause)


def test_a_rising_elsewhere_than_in_manila(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, REST | {"cavite": {"us_army": 4, "regular": 2}}, 3, "reinforcements")
    paper.play("fil_s7")
    bring("abra", "regular", 2)(paper)
    for phase in ("us_ground", "us_combat", "us_poa", "filipino_movement"):
        paper.phase(phase)
    paper.play("fil_s11")
    bring("cavite", "regular", 4)(paper)
    paper.phase("filipino_combat")
    paper.battle("cavite", "round_1")
    paper.roll("us_fire", 6, 1, 1, 1)
    paper.lose("cavite", "regular")
    reported(paper.report(), "PH.S11")


def test_battles_that_chits_forbid(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, NEAR, 10, "reinforcements")
    paper.play("fil_g3")
    paper.chit("fil_g3", "cup_filipino_guerrilla")
    paper.phase("us_ground")
    for area in ("cavite", "laguna"):
        paper.drag(paper.keys("manila", "us_army")[:1], area)
    paper.phase("us_combat")
    for area in ("cavite", "laguna"):
        paper.battle(area, "round_1")
        paper.roll("filipino_fire", 1, 1, 1, 1)
        paper.roll("us_fire", 1, 1)
    reported(paper.report(), "PH.G3")
    paper = Paper(war, NEAR, 10, "us_ground")
    paper.play("fil_g9")
    paper.drag(paper.keys("manila", "us_army")[:2], "cavite")
    paper.phase("us_combat")
    paper.battle("cavite", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.chit("fil_g9", "cup_filipino_guerrilla")
    reported(paper.report(), "PH.G9")


@pytest.mark.parametrize("before", [True, False])
def test_lack_of_information_is_played_for_one_march(
    war: Rulebook, reported: Callable[..., None], before: bool
) -> None:  # fmt: skip
    paper = Paper(war, NEAR, 10, "us_ground")
    if before:
        paper.away("manila", "us_army", "cavite")
    paper.play("fil_g9")
    paper.chit("fil_g9", "cup_filipino_guerrilla")
    paper.away("manila", "us_army", "laguna")
    paper.phase("us_combat")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.roll("us_fire", 1, 1)
    wrong = paper.report()
    if before:
        assert "PH.G9" not in {one.clause for one in wrong.findings}
    else:
        reported(wrong, "PH.G9")


def test_a_second_battle_is_told_where_it_begins(war: Rulebook) -> None:
    paper = Paper(war, NEAR, 10, "reinforcements")
    paper.play("fil_g3")
    paper.chit("fil_g3", "cup_filipino_guerrilla")
    paper.phase("us_ground")
    for area in ("cavite", "laguna"):
        paper.drag(paper.keys("manila", "us_army")[:1], area)
    paper.phase("us_combat")
    for area in ("cavite", "laguna"):
        paper.battle(area, "round_1")
        begun = paper.step + 1
        paper.roll("filipino_fire", 1, 1, 1, 1)
        paper.roll("us_fire", 1, 1)
    where = [one.where.first for one in paper.findings() if one.clause == "PH.G3"]
    assert where == [begun]


def test_the_die_of_a_rising_is_no_shot(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = REST | {"manila": {"us_army": 4}}
    paper = Paper(war, forces, 3, "filipino_movement")
    paper.play("us_s1", hidden=True)  # it would silence some Filipinos
    paper.play("fil_s11")
    bring("manila", "regular", 4)(paper)
    paper.roll("filipino", 5)
    paper.battle("manila", "round_1")
    paper.roll("us_fire", 1, 1, 1, 1)
    paper.roll("filipino_fire", 1, 1, 1, 1)
    paper.phase("filipino_combat")
    reported(paper.report(), "PH.S11")


def test_a_hand_on_the_table_explains_nothing(
    war: Rulebook, reported: Callable[..., None]
) -> None:  # fmt: skip
    paper = Paper(war, REST | {"laguna": {"us_army": 4, "regular": 3}}, 3, "us_combat")
    paper.cards["us_s2"] = "chits_us"
    paper.masked |= {"us_s2", *paper.keys("laguna", "regular")}
    paper.record.chits["us_s2"] = "us_s2"
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    for key in paper.keys("laguna", "regular"):
        paper.masked.discard(key)
        paper.act("mask", "", piece=key, kind="regular", source="down", target="up")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire", 4, 1, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    paper.will(-2)
    reported(paper.report(), "10.6.3.a")


def test_a_charge_that_is_turned_up_on_the_table(war: Rulebook) -> None:
    forces = REST | {"bataan": {"us_army": 4}, "zambales": {"regular": 1}}
    paper = Paper(war, forces, 3, "us_ground")
    paper.cards["fil_s2"] = "chits_filipino"
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.act("mask", "", kind="fil_s2", source="down", target="up")
    paper.go("bataan", "zambales", "us_army")
    paper.roll("filipino_fire", 1)
    paper.roll("us_fire", 6, 1, 1, 1)
    paper.lose("zambales", "regular")
    paper.will(1)
    paper.chit("fil_s2", "cup_filipino_stand_up")
    paper.drag(paper.keys("manila", "us_army")[:1], "cavite")
    for phase in ("us_combat", "filipino_movement"):
        paper.phase(phase)
    assert not [one.message for one in paper.findings()]


def test_chits_for_other_dice(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = fight(war, "us_s4")  # for parting shots
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire_4", 4, 1, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    paper.will(-2)
    reported(paper.report(), "US.S4")
    paper = fight(war, "fil_s4")  # the survivors fire once more
    paper.roll("filipino_fire", 1, 1, 1)
    paper.roll("us_fire", 5, 5, 1, 1)
    paper.lose("laguna", "regular", 2)
    paper.roll("filipino_fire", 1, 1, 1)
    paper.will(2)
    reported(paper.report(), "PH.S4")
    paper = fight(war, "fil_s3")
    for _ in range(2):  # twice in one round only
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("filipino_fire", 1, 1, 1)
        paper.roll("us_fire", 1, 1, 1, 1)
    reported(paper.report(), "PH.S3")


def test_small_forces_are_small_before_the_first_die(
    war: Rulebook, reported: Callable[..., None]
) -> None:  # fmt: skip
    paper = fight(war, "us_s2", us_army=6)
    paper.roll("filipino_fire", 6, 1, 1)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire_4", 4, 1, 1, 1, 1)
    paper.lose("laguna", "regular")
    paper.will(1)
    paper.will(-2)
    reported(paper.report(), "US.S2")


def test_fagen_is_worth_two_points(war: Rulebook, reported: Callable[..., None]) -> None:
    army = {"us_army": 4, "guerrilla": 0, "fagen": 1}
    for points in (2, 1):
        paper = Paper(war, REST | {"laguna": army}, 10, "filipino_combat")
        paper.battle("laguna", "round_1")
        paper.roll("us_fire", 5, 1, 1, 1)
        paper.lose("laguna", "fagen")
        paper.will(points)
        if points == 2:
            assert not [one.message for one in paper.findings()]
        else:
            reported(paper.report(), "10.9.a")


def test_difficult_terrain_before_the_operation_is_declared(war: Rulebook) -> None:
    for far, clauses in (("cavite", set[str]()), ("nueva_ecija", {"PH.S6"})):
        paper = Paper(war, REST, 3, "us_ground")
        paper.play("fil_s6")
        said = Announcement("us", {"operation": "ground"}, {"operation_in": frozenset({"manila"})})
        paper.act("said", "us", said=said)
        paper.drag(paper.keys("manila", "us_army")[:1], far)
        paper.chit("fil_s6", "cup_filipino_stand_up")
        for phase in ("us_combat", "filipino_movement"):
            paper.phase(phase)
        assert {one.clause for one in paper.findings() if one.verdict == "illegal"} == clauses


def test_gunboats_activity_and_a_way_by_sea_to_an_area_that_is_near(
    war: Rulebook, reported: Callable[..., None]
) -> None:  # fmt: skip
    forces = REST | {"zambales": {"guerrilla": 1}}
    for seas in (("zambales_sea", "lingayen"), ()):
        paper = Paper(war, forces, 10, "filipino_movement")
        paper.play("us_g3")
        key = paper.keys("zambales", "guerrilla")[0]
        for place in (*seas, "la_union"):
            paper.drag([key], place)
        paper.chit("us_g3", "cup_us_guerrilla")
        paper.phase("filipino_combat")
        if seas:
            reported(paper.report(), "8.2.2.c")
        else:
            assert not [one.message for one in paper.findings()]

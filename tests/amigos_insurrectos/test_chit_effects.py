"""Advantage Chits: legal plays are accepted, and each wrong one is reported by its clause."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper

Act = Callable[[Paper], Any]
REST = {
    "manila": {"us_army": 8},
    "manila_bay": {"gunboat": 1},
    "abra": {"regular": 1, "aguinaldo": 1},
}
NEAR = REST | {"cavite": {"regular": 4}, "laguna": {"regular": 4}}


def played(
    war: Rulebook, chit: str, act: Act, turn: int, forces: Any = None, phase: str = "reinforcements"
) -> Paper:
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
        die("filipino", 1), bring("tayabas", "guerrilla", 1), bring("laguna", "guerrilla", 1),
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
    "fagen stays away": ("PH.G1", "fil_g1", 10, will(-1), WEAK),
    "massacre without a marker": ("PH.S9", "fil_s9", 3, will(-2), NEAR),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_wrong_plays_are_reported(name: str, war: Rulebook, reported: Callable[..., None]) -> None:
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


def test_brutality_cancels_one_lukewarm_chit(war: Rulebook, reported: Callable[..., None]) -> None:
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
    even = WEAK | {"bulacan": {"us_army": 2, "guerrilla": 2}}
    reported(played(war, "us_g2", cleared, 10, even, "advantage").report(), "US.G2")
    two = WEAK | {"bulacan": {"us_army": 3, "guerrilla": 1, "fagen": 1}}
    act = lose("bulacan", "guerrilla")
    reported(played(war, "us_g2", act, 10, two, "advantage").report(), "US.G2")


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


def test_a_chit_comes_back_from_out_of_the_game(
    war: Rulebook, reported: Callable[..., None]
) -> None:
    paper = Paper(war, NEAR, 3, "advantage")
    paper.cards["fil_s1"] = "removed_filipino"
    paper.record.positions[:] = [paper.position] * len(paper.record.positions)
    paper.chit("fil_s1", "hand:filipino")
    reported(paper.report(), "5.0.d")


@pytest.mark.parametrize(("together", "clauses"), [(True, set()), (False, {"PH.G1"})])
def test_a_chit_that_leaves_takes_its_twin_along(
    together: bool, clauses: set[str], war: Rulebook
) -> None:
    """2.0: the chit of the Guerrilla War with the same number was not played."""
    paper = Paper(war, NEAR, 3, "us_ground")
    paper.play("fil_s1")
    paper.drag(paper.keys("manila", "us_army")[:1], "cavite")
    paper.chit("fil_s1", "removed_filipino")
    paper.step += not together
    paper.cards["fil_g1"] = "removed_filipino"
    paper.also(
        "card", "", kind="fil_g1", source="cup_filipino_guerrilla", target="removed_filipino"
    )
    assert {one.clause for one in paper.findings() if one.clause.startswith("PH")} == clauses


def test_a_massacre_marker_leaves(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = NEAR | {"cavite": {"regular": 4, "us_massacre": 1}}
    paper = Paper(war, forces, 3, "us_ground")
    paper.away("cavite", "us_massacre", "pool_markers")
    reported(paper.report(), "1.2.1.d")


def test_scouts_do_not_come_back(war: Rulebook, reported: Callable[..., None]) -> None:
    forces = WEAK | {"manila": {"us_army": 8, "scouts": 1}}
    paper = played(war, "fil_g10", lambda p: p.away("manila", "scouts", "pool_us"), 10, forces)
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


@pytest.mark.long
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


def test_an_attempt_on_luna_without_a_die(war: Rulebook, reported: Callable[..., None]) -> None:
    paper = Paper(war, LUNA, 3, "advantage")
    paper.chit("us_s5", "hand:us")
    paper.chit("us_s5", "luna:1")
    paper.lost("luna")
    reported(paper.report(), "US.S5")


# --- attacks that chits order -----------------------------------------------------------------


def test_ordered_attacks(war: Rulebook, reported: Callable[..., None]) -> None:
    for chit, clause in (("fil_s1", "PH.S1"), ("fil_s2", "PH.S2")):
        reported(played(war, chit, nothing, 3, NEAR, "us_ground").report(), clause)
    some = played(
        war, "fil_s2", lambda p: p.away("manila", "us_army", "cavite"), 3, NEAR, "us_ground"
    )
    reported(some.report(), "PH.S2")

"""Political Will at an end of its track (10.9.b, 17.1.a), and two errors in one sum."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.engine.reports.findings import Finding
from tests.amigos_insurrectos.paper import Paper


def battle(war: Rulebook, will: int, points: tuple[int, ...], site: int | None = None) -> Paper:
    """The US attacks in Laguna and loses a step, the Filipinos lose two; then there is a site."""
    forces = {"manila": {"us_army": 6}, "laguna": {"us_army": 4, "regular": 2}}
    paper = Paper(war, forces, turn=3, phase="objectives")
    paper._level("political_will_marker", will)
    paper.begin_here()
    paper.phase("us_combat")
    paper.battle("laguna", "round_1")
    paper.roll("filipino_fire", 6, 2)
    paper.lose("laguna", "us_army")
    paper.roll("us_fire", 6, 5, 1)
    paper.lose("laguna", "regular", 2)
    paper.battle("laguna", "will")
    for number in points:
        paper.will(number)
    paper.battle("battle_box")
    paper.phase("us_poa")
    if site is not None:
        paper.drag(paper.keys("pool_markers", "poa")[:1], "manila")
        paper.will(site)
    for phase in ("filipino_movement", "filipino_combat", "jungle_us", "jungle_combat"):
        paper.phase(phase)
    return paper


def told(paper: Paper) -> list[Finding]:
    return [one for one in paper.findings() if one.clause in ("10.9.a", "10.9.b", "11.0.e")]


@pytest.mark.parametrize(
    ("will", "points", "clauses"),
    [
        (7, (2, -2), []),
        (7, (-2, 2), ["10.9.b"]),
        (7, (), ["10.9.b"]),
        (7, (-1,), []),
        (3, (), []),
        (3, (2, -2), []),
    ],
)
def test_what_passes_the_end_of_the_track_is_lost_before_the_defender_counts(
    war: Rulebook, will: int, points: tuple[int, ...], clauses: list[str]
) -> None:
    assert [one.clause for one in told(battle(war, will, points))] == clauses


def test_two_errors_in_one_sum_are_both_named(war: Rulebook) -> None:
    [found] = told(battle(war, 3, (2,), site=0))
    assert "1 US step lost in Laguna" in found.message
    assert "a POA site in Manila" in found.message


def test_a_finding_stands_in_the_phase_of_its_act(war: Rulebook) -> None:
    [found] = told(battle(war, 3, (2, -2), site=0))
    assert found.message.startswith("Turn 3, POA sites: ")


@pytest.mark.parametrize(
    ("will", "first", "second", "wrong"),
    [
        (-8, (2, -2), (2, -2), {}),
        (-8, (2, -1), (1, -2), {}),  # both are wrong, or split
        (-8, (), (2, -2), {}),
        (-7, (2, -3), (2, -2), {"10.9.a": "Laguna"}),
        (-7, (2, -2), (-2, 2), {"10.9.b": "Batangas"}),
    ],
)
def test_one_of_two_battles_is_paid_wrongly(
    war: Rulebook,
    will: int,
    first: tuple[int, ...],
    second: tuple[int, ...],
    wrong: dict[str, str],
) -> None:
    forces = {
        "manila": {"us_army": 6},
        "laguna": {"us_army": 4, "regular": 2},
        "batangas": {"us_army": 4, "regular": 2},
    }
    paper = Paper(war, forces, turn=3, phase="objectives")
    paper._level("political_will_marker", will)
    paper.begin_here()
    paper.phase("us_combat")
    for area, points in (("laguna", first), ("batangas", second)):
        paper.battle(area, "round_1")
        paper.roll("filipino_fire", 6, 2)
        paper.lose(area, "us_army")
        paper.roll("us_fire", 6, 5, 1)
        paper.lose(area, "regular", 2)
        paper.battle(area, "will")
        for number in points:
            paper.will(number)
        paper.battle("battle_box")
    for phase in ("us_poa", "filipino_movement", "filipino_combat", "jungle_us", "jungle_combat"):
        paper.phase(phase)
    found = told(paper)
    assert [one.clause for one in found] == [*wrong]
    assert all(wrong[one.clause] in one.message for one in found)


@pytest.mark.parametrize("drags", [(0,), (2, 0), (-3, 0)])
def test_the_marker_goes_back_to_0_in_several_drags(war: Rulebook, drags: tuple[int, ...]) -> None:
    """17.1.a: none of them pays for a battle, though points were lost at an end of the track."""
    paper = battle(war, 7, (2, -2))
    paper.phase("supply")
    paper.phase("scoring")
    paper.level("victory_marker", paper.position.points + 2)
    for number in drags:
        paper.level("political_will_marker", number)
    paper.phase("victory")
    paper.level("turn_marker", 4)
    paper.phase("objectives")
    paper.act("chat")
    found = [one.clause for one in paper.findings(complete=False)]
    assert not {"10.9.a", "10.9.b", "11.0.e"} & {*found}


@pytest.mark.parametrize("points", [(-4, 1, -1), (-1, -4, 1)])
def test_a_site_that_a_battle_destroys_pays_before_or_after_its_losses(
    war: Rulebook, points: tuple[int, ...]
) -> None:
    """11.0.g: at an end of the track the order matters, and the rules leave it open."""
    forces = {"manila": {"us_army": 6}, "laguna": {"us_army": 2, "poa": 1, "guerrilla": 4}}
    paper = Paper(war, forces, turn=10, phase="objectives")
    paper._level("political_will_marker", -5)
    paper.begin_here()
    paper.phase("filipino_combat")
    paper.battle("laguna", "round_1")
    paper.roll("us_fire", 6, 2)
    paper.lose("laguna", "guerrilla")
    paper.roll("filipino_fire", 6, 6, 1)
    paper.lose("laguna", "us_army", 2)
    paper.drag(paper.keys("laguna", "poa"), "pool_markers")
    paper.battle("laguna", "will")
    for number in points:
        paper.will(number)
    paper.battle("battle_box")
    paper.phase("jungle_us")
    assert not paper.findings()


def test_political_will_goes_back_to_0_in_the_next_turn(war: Rulebook) -> None:
    """1.1.1.b: it is late, but before anything is rolled."""
    paper = battle(war, 3, (2, -2))
    paper.phase("scoring")
    paper.level("victory_marker", 1)
    paper.phase("victory")
    paper.level("turn_marker", 4)
    paper.phase("objectives")
    paper.level("political_will_marker", 0)
    for phase in ("arms", "filipino_combat", "supply"):
        paper.phase(phase)
    assert not paper.findings()

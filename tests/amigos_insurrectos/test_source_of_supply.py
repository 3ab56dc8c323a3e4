"""15.3: what the US player does when Manila is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from tests.amigos_insurrectos.paper import Paper
from tests.amigos_insurrectos.test_courses import wrong

Reported = Callable[..., None]
FORCES = {
    "manila": {"us_army": 2},
    "laguna": {"guerrilla": 3},
    "manila_bay": {"gunboat": 1},
    "isabela_sea": {"gunboat": 1},
    "cavite": {"guerrilla": 1},
    "tarlac": {"guerrilla": 2},
}


def lost(war: Rulebook, *steps: Callable[[Paper], None]) -> Paper:
    """Guerrillas take control of Manila; then some steps and the phases after the battle."""
    paper = Paper(war, FORCES, turn=10, phase="us_combat")
    paper.phase("filipino_movement")
    paper.go("laguna", "manila", "guerrilla")
    for step in steps:
        step(paper)
    for phase in ("filipino_combat", "jungle_us", "jungle_filipino"):
        paper.phase(phase)
    return paper


def port(paper: Paper) -> None:
    """US Supply comes to Pangasinan."""
    paper.drag(["supply#0"], "pangasinan")


def gunboats(paper: Paper) -> None:
    """All Gunboats come to lie beside it."""
    beside = sorted(paper.country.coasts["pangasinan"])[0]
    paper.drag(
        [*paper.keys("manila_bay", "gunboat"), *paper.keys("isabela_sea", "gunboat")], beside
    )


def held(paper: Paper) -> None:
    """US Supply comes to an area with Guerrillas."""
    paper.drag(["supply#0"], "cavite")


def inland(paper: Paper) -> None:
    """US Supply comes to an area without a coast."""
    paper.drag(["supply#0"], "nueva_ecija")


@pytest.mark.parametrize(
    "steps",
    [(), (port,), (gunboats,), (held, gunboats), (inland,)],
    ids=["nothing", "no Gunboats", "no port", "a held port", "inland"],
)
@pytest.mark.parametrize("complete", [True, False])
def test_manila_is_lost(
    complete: bool, steps: tuple[Callable[[Paper], None], ...], war: Rulebook, reported: Reported
) -> None:
    report = lost(war, *steps).report(complete=complete)
    assert "15.3" in [one.clause for one in report.findings if one.verdict == "illegal"]
    if not complete:
        reported(report, "15.3")


def test_the_rules_are_followed(war: Rulebook) -> None:
    assert "15.3" not in wrong(lost(war, port, gunboats))


def test_guerrillas_come_to_the_port_later(war: Rulebook) -> None:
    paper = lost(war, port, gunboats)
    paper.phase("filipino_combat")
    paper.go("tarlac", "pangasinan", "guerrilla")
    assert "15.3" not in wrong(paper)


def test_a_gunboat_leaves_in_the_next_turn(war: Rulebook) -> None:
    paper = lost(war, port, gunboats)
    paper._upkeep()
    paper.phase("victory")
    paper.level("turn_marker", 11)
    for phase in ("objectives", "reinforcements", "us_ground", "us_gunboats"):
        paper.phase(phase)
    paper.away(sorted(paper.country.coasts["pangasinan"])[0], "gunboat", "isabela_sea")
    for phase in ("us_combat", "filipino_movement", "jungle_us", "jungle_filipino"):
        paper.phase(phase)
    assert "15.3" in wrong(paper)


def test_nothing_is_said_at_once(war: Rulebook) -> None:
    paper = Paper(war, FORCES, turn=10, phase="us_combat")
    paper.phase("filipino_movement")
    paper.go("laguna", "manila", "guerrilla")
    paper.phase("filipino_combat")
    assert "15.3" not in [one.clause for one in paper.findings(complete=False)]

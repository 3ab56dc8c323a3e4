"""The law of movement offers what the judges accept, and names the clause of every other move."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.checker import Rulebook
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.law.movement_law import march, offers
from tests.amigos_insurrectos.paper import Paper

FORCES = {
    "manila": {"us_army": 8},
    "nueva_ecija": {"us_army": 3, "us_cavalry": 1},
    "pangasinan": {"regular": 2},
    "bulacan": {"guerrilla": 3},
    "tayabas": {"regular": 2, "guerrilla": 1},
    "laguna": {"us_volunteers": 6},
}
MARCHES = (
    ("us_ground", US, "us_army", "nueva_ecija"),
    ("us_ground", US, "us_cavalry", "nueva_ecija"),
    ("filipino_movement", FILIPINO, "regular", "tayabas"),
    ("filipino_movement", FILIPINO, "guerrilla", "tayabas"),
)


@pytest.mark.parametrize("turn", [4, 5, 8])
@pytest.mark.parametrize("march_", MARCHES, ids=lambda one: one[2])
def test_moves_that_are_not_offered_are_illegal(
    turn: int, march_: tuple[str, str, str, str], war: Rulebook
) -> None:
    phase, side, kind, source = march_
    before = Paper(war, FORCES, turn, phase).position
    offered = {
        one.target
        for one in offers(before, side, by_sea=False)
        if (one.kind, one.source) == (kind, source)
    }
    inland = [one for one in sorted(war.country.areas) if not war.country.coasts[one]]
    for target in {*inland} - {source}:
        clause = march(before, kind, source, target, turn)
        assert (not clause) == (target in offered)
        paper = Paper(war, FORCES, turn, phase)
        paper.drag(paper.keys(source, kind)[:1], target)
        for later in ("us_combat", "filipino_combat")[side == FILIPINO :]:
            paper.phase(later)
        moved = [one.clause for one in paper.report().findings if one.clause[:3] in ("8.1", "13.")]
        assert moved == [clause] * bool(clause), target

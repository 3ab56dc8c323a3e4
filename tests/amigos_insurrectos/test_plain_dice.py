"""Dice of a general button are those that are due in their phase."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.reading.fitting import purpose_in_phase


@pytest.mark.parametrize(
    ("phase", "done", "die", "number", "button"),
    [
        ("arms", [], "filipino", 1, "arms"),
        ("arms", ["arms"], "filipino", 1, "filipino"),
        ("reinforcements", [], "filipino", 1, "luzon"),
        ("reinforcements", ["luzon"], "filipino", 1, "visayas"),
        ("reinforcements", ["fil_s8"], "filipino", 1, "filipino"),
        ("reinforcements", [], "us", 1, "us"),
        ("jungle_combat", [], "us", 1, "jungle_combat"),
        ("jungle_combat", ["jungle_ambush", "jungle_combat"], "filipino", 2, "jungle_discovery"),
        ("jungle_combat", ["jungle_us", "jungle_rounds"], "filipino", 3, "jungle_filipino"),
        ("us_combat", [], "us", 4, "us"),
    ],
)
def test_dice_without_a_name_are_those_of_their_phase(
    phase: str, done: list[str], die: str, number: int, button: str
) -> None:
    assert purpose_in_phase(phase, done, die, number) == button

"""Players roll a general die and say in chat what it is for."""

from __future__ import annotations

import pytest

from modgen_rules.amigos_insurrectos.plain_dice import purpose_in_phase
from modgen_rules.amigos_insurrectos.spoken_dice import NEAR, PLAIN, SpokenDice


@pytest.fixture
def renamed() -> list[tuple[int, str]]:
    return []


@pytest.fixture
def dice(renamed: list[tuple[int, str]]) -> SpokenDice:
    return SpokenDice(lambda step, name: renamed.append((step, name)))


@pytest.mark.parametrize(
    ("later", "button"), [(0, "us_search"), (NEAR, "us_search"), (NEAR + 1, "us")]
)
def test_a_die_is_named_before_it_is_rolled(dice: SpokenDice, later: int, button: str) -> None:
    dice.hear(10, "<Ana> - now the search")
    assert dice.button(10 + later, "us", 1) == button


@pytest.mark.parametrize(("later", "found"), [(NEAR, [(10, "leader_alone")]), (NEAR + 1, [])])
def test_a_die_is_named_after_it_was_rolled(
    dice: SpokenDice, renamed: list[tuple[int, str]], later: int, found: list[tuple[int, str]]
) -> None:
    assert dice.button(10, "filipino", 1) == "filipino"
    dice.hear(10 + later, "<Ana> - Mascardo is alone")
    assert renamed == found


def test_a_line_of_the_next_die_does_not_name_the_last_one(
    dice: SpokenDice, renamed: list[tuple[int, str]]
) -> None:
    dice.button(10, "us", 1)
    dice.hear(11, "<Ana> - now arms")
    assert renamed == []
    assert dice.button(12, "filipino", 1) == "arms"


@pytest.mark.parametrize(("die", "number"), [("us_search", 1), ("us", 2)])
def test_other_dice_keep_their_button(dice: SpokenDice, die: str, number: int) -> None:
    dice.hear(10, "<Ana> - now the search")
    assert dice.button(11, die, number) == die
    assert dice.button(12, "us", 1) == "us"


def test_reports_of_the_module_name_no_die(dice: SpokenDice) -> None:
    dice.hear(10, "* search: 4")
    assert dice.button(11, "us", 1) == "us"


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


@pytest.mark.parametrize(("name", "plain"), [("2d6", True), ("d6", True), ("2d10", False)])
def test_names_of_buttons_that_only_say_their_dice(name: str, plain: bool) -> None:
    assert bool(PLAIN.match(name)) == plain

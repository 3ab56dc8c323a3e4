"""Players roll dice with a general button and say in chat what they are for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen.log.dice import Roll
from modgen.model.game import Game
from modgen_rules.engine.record.general_dice import (
    CONSEQUENCE,
    NEAR,
    DiceButtons,
    spoken,
    with_results,
    with_wrong_buttons,
)

SEARCH = "<Ana> - now the search"
AT = 10


@pytest.fixture(scope="module")
def buttons(amigos: Game) -> DiceButtons:
    return DiceButtons.of([amigos])


@pytest.fixture(scope="module")
def coup(junta_coup: Game) -> DiceButtons:
    return DiceButtons.of([junta_coup])


def named(
    buttons: DiceButtons,
    said: dict[int, str],
    rolled: str | tuple[int, str] = "d6",
    *others: tuple[int, str],
    moved: str = "",
) -> list[str]:
    """The names of dice rolled at steps, the first at 10, where players write some lines.

    `moved` is the kind of a piece that is moved just before the first.
    """
    rolls = [(AT, rolled) if isinstance(rolled, str) else rolled, *others]
    dice = {step: (Roll(step, "Ana", what, (4,) * number(what)),) for step, what in rolls}
    found = spoken(
        dice,
        buttons,
        lambda step: [said[step]] if step in said else [],
        lambda step: {moved} if step == AT - 1 else set(),
    )
    return [roll.what for some in found.values() for roll in some]


def number(what: str) -> int:
    return int(what[0]) if what[0].isdigit() else 1


@pytest.mark.long
@pytest.mark.parametrize("general", ["d6", "1d6", "US die", "Roll"])
@pytest.mark.parametrize(("later", "named_so"), [(0, True), (NEAR, True), (NEAR + 1, False)])
def test_a_die_is_named_before_it_is_rolled(
    buttons: DiceButtons, general: str, later: int, named_so: bool
) -> None:
    assert named(buttons, {AT - later: SEARCH}, general) == ["Search" if named_so else general]


@pytest.mark.parametrize(("later", "name"), [(NEAR, "Leader alone"), (NEAR + 1, "Filipino die")])
def test_a_die_is_named_after_it_was_rolled(buttons: DiceButtons, later: int, name: str) -> None:
    assert named(buttons, {AT + later: "<Ana> - Mascardo is alone"}, "Filipino die") == [name]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("leader", "Leader lost"),
        ("- leaders?", "Leader lost"),
        ("the leader stays there", "US die"),
        ("le", "US die"),
        ("us", "US die"),
        ("...", "US die"),
        ("Lawton at night", "Lawton's Night Attack"),
        ("Lawton then may roll", "US die"),
        ("Lawton goes to Bulacan", "US die"),
        ("leader chk", "Leader lost"),
    ],
)
def test_short_lines_and_parted_words(buttons: DiceButtons, line: str, name: str) -> None:
    assert named(buttons, {AT - 1: f"<Ana> - {line}"}, "US die") == [name]


def test_the_nearest_line_counts(buttons: DiceButtons) -> None:
    said = {AT - 3: "<Ana> Lawton rolls", AT + 1: "<Ana> night attack: no effect"}
    assert named(buttons, said) == ["Lawton's Night Attack"]
    assert named(buttons, {AT - 1: SEARCH, AT + 1: said[AT + 1]}) == ["Search"]


@pytest.mark.parametrize(("moved", "name"), [("card_fil_g8", "Filipino die"), ("regular", "Luzon")])
@pytest.mark.parametrize("step", [AT - 2, AT + 1])
def test_a_line_about_a_card_names_no_die_of_the_same_name(
    buttons: DiceButtons, step: int, moved: str, name: str
) -> None:
    said = {step: "<Ana> - Luzon, in the south"}
    assert named(buttons, said, "Filipino die", moved=moved) == [name]


def test_cards_have_the_name_of_a_die_in_any_language(amigos: Game, buttons: DiceButtons) -> None:
    dice = [one.model_copy(update={"name": f"{one.name} (es)"}) for one in amigos.info.dice]
    other = replace(amigos, info=amigos.info.model_copy(update={"dice": dice}))
    assert DiceButtons.of([amigos, other]).cards == buttons.cards


def test_a_line_of_the_next_die_does_not_name_the_last_one(buttons: DiceButtons) -> None:
    said = {AT + 1: "<Ana> - now arms"}
    assert named(buttons, said, "d6", (AT + 2, "d6")) == ["d6", "Imported Arms"]


@pytest.mark.parametrize("rolled", [True, False])
def test_a_line_names_no_die_before_it_if_its_own_button_follows_sooner(
    buttons: DiceButtons, rolled: bool
) -> None:
    said = {AT + 3: "<Ana> - Luzon +1 for 20 areas, Visayas +1"}
    others = [(AT + 4, "Luzon"), (AT + 5, "Visayas")] if rolled else []
    assert named(buttons, said, "d6", *others)[0] == ("d6" if rolled else "Visayas")


def test_a_line_that_lists_dice_names_those_that_follow(buttons: DiceButtons) -> None:
    said = {AT - 2: "<Ana> - Mabini to Tayabas. luzon, then Visayas", AT + 2: "<Ana> - Visayas nix"}
    rolls = "Filipino die", (AT + 1, "Filipino die")
    assert named(buttons, said, *rolls) == ["Luzon", "Visayas"]
    said = {AT - 1: "<Ana> - Luzon has no need of the Visayas"}
    assert named(buttons, said, *rolls) == ["Visayas", "Filipino die"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("search 4, found them", ["Search"]),
        ("search 3?", ["US die"]),
        ("the search was nothing", ["US die"]),
    ],
)
def test_a_line_names_the_die_before_it_with_its_result(
    buttons: DiceButtons, line: str, names: list[str]
) -> None:
    dice = {AT: (Roll(AT, "Ana", "US die", (4,)),)}
    found = with_results(dice, buttons, lambda step: [f"<Ana> - {line}"] if step == AT + 1 else [])
    assert [one.what for one in found[AT]] == names


@pytest.mark.parametrize("rolled", ["Atrocities", "2d6", "d10", "Roll 2d10"])
def test_other_dice_keep_their_button(buttons: DiceButtons, rolled: str) -> None:
    """A line counts for one roll; two dice are not for a search, and d10 are of another game."""
    assert named(buttons, {AT - 1: SEARCH}, rolled, (AT + 1, "d6"))[0] == rolled


def test_a_button_that_asks_rolls_any_number(buttons: DiceButtons) -> None:
    assert named(buttons, {AT - 1: "<Ana> intercepted?"}, "3d6") == ["Interception"]


def test_dice_in_a_row_are_one_roll_of_a_button_that_asks(buttons: DiceButtons) -> None:
    before = named(buttons, {AT - 1: "<Ana> intercepted?"}, "d6", (AT + 1, "d6"), (AT + 3, "d6"))
    assert before == ["Interception", "Interception", "d6"]
    after = named(
        buttons, {AT + 3: "<Ana> both intercept"}, "US die", (AT + 1, "d6"), (AT + 2, "d6")
    )
    assert after == ["US die", "Interception", "Interception"]


def test_a_line_before_the_next_dice_does_not_name_those_that_have_a_name(
    buttons: DiceButtons,
) -> None:
    """Each volley is announced, and rolled die by die."""
    said = {AT - 1: "<Ana> Filipino fire 6", AT + 3: "<Ana> US fire 5-6"}
    dice = [(AT + n, "d6") for n in (1, 2, 4, 5)]
    assert named(buttons, said, "d6", *dice) == ["Filipino fire 6"] * 3 + ["US fire 5-6"] * 2


def test_a_line_about_dice_of_the_other_side_names_those_to_come(buttons: DiceButtons) -> None:
    said = {AT + 1: "<Ana> Filipino fire 6"}
    dice = (AT + 2, "Filipino die"), (AT + 3, "Filipino die")
    assert named(buttons, said, "US die", *dice) == ["US die"] + ["Filipino fire 6"] * 2


def test_a_die_that_is_rolled_once_names_only_the_last(buttons: DiceButtons) -> None:
    assert named(buttons, {AT + 2: "<Ana> the search"}, "d6", (AT + 1, "d6")) == ["d6", "Search"]


def test_the_name_of_a_button_may_say_what_it_is_for(buttons: DiceButtons) -> None:
    assert named(buttons, {}, "Atrocity roll") == ["Atrocities"]


def test_a_line_about_a_roll_of_its_own_button_names_no_other(buttons: DiceButtons) -> None:
    said = {AT + 1: "<Ana> - Mascardo is alone: safe"}
    assert named(buttons, said, "Leader alone", (AT + 2, "d6")) == ["Leader alone", "d6"]


@pytest.mark.parametrize(
    ("line", "dice", "name"),
    [
        ("Gunboat at Aranda", 3, "Gunboat"),
        ("cañonero contra Aranda", 3, "Attack dice"),
        ("GUNBOAT at Aranda, four by mistake", 4, "Gunboat"),
        ("Aranda sinks the gunboat", 4, "Attack dice"),
        ("ataque aereo contra Aranda", 6, "Air Raid"),
        ("*** Gunboat = 4, 6, 2 ***", 3, "Attack dice"),
    ],
)
def test_a_general_button_that_asks_may_have_rolled_too_many(
    coup: DiceButtons, line: str, dice: int, name: str
) -> None:
    rolls = {AT: (Roll(AT, "Ana", "Attack dice", (4,) * dice),)}
    said = {AT - 1: [f"<Ana> - {line}"]}
    found = spoken(rolls, coup, lambda step: said.get(step, []), lambda _: set())
    assert [roll.what for roll in found[AT]] == [name]


def test_the_longest_word_counts(buttons: DiceButtons) -> None:
    assert named(buttons, {AT - 1: "<Ana> Lawton's night attack"}) == ["Lawton's Night Attack"]


def test_reports_of_the_module_name_no_die(buttons: DiceButtons) -> None:
    assert named(buttons, {AT: "* search: 4", AT + 1: "search"}) == ["d6"]


@pytest.mark.parametrize(
    ("name", "button"),
    [
        ("2d6", ""),
        ("d6", ""),
        ("2d10", None),
        ("Dice", ""),
        ("Bombardment", None),
        ("Search", "us_search"),
        ("US die", "us"),
    ],
)
def test_buttons_of_dice(buttons: DiceButtons, name: str, button: str | None) -> None:
    assert buttons.button(Roll(1, "Ana", name, (1,))) == button
    assert buttons.general(Roll(1, "Ana", name, (1,))) == (button in ("", "us"))


@pytest.mark.parametrize(
    ("line", "moved", "other", "name"),
    [
        ("oops, wrong button", AT + 2, None, "1d6"),
        ("wrong button, that was the search", AT + 2, None, "Search"),
        ("wrong button, that was the search", AT + 2, AT + 3, "Atrocities"),
        ("wrong button, that was Mascardo alone", AT + 2, AT + 3, "Leader alone"),
        ("wrong button, rolling search now", AT + 2, None, "Atrocities"),
        ("wrong button, ignore that", AT + 2, None, "Atrocities"),
        ("oops, wrong button", AT + 3, AT + 2, "Atrocities"),
        ("oops, wrong button", AT + 1 + CONSEQUENCE + 1, None, "Atrocities"),
        ("oops", AT + 2, None, "Atrocities"),
    ],
)
def test_dice_of_a_wrong_button_count_if_pieces_change_before_other_dice(
    buttons: DiceButtons, line: str, moved: int, other: int | None, name: str
) -> None:
    dice = {AT: (Roll(AT, "Ana", "Atrocities", (4,)),)}
    if other:
        dice[other] = (Roll(other, "Ana", "Search", (5,)),)
    found, settled = with_wrong_buttons(
        dice,
        buttons,
        lambda step: [f"<Ana> - {line}"] if step == AT + 1 else [],
        lambda step, _: step == moved,
    )
    assert found[AT][0].what == name
    assert bool(settled) == (name != "Atrocities")


def test_the_report_of_a_roll_names_no_other_dice(buttons: DiceButtons) -> None:
    said = {AT + 2: "* Ana (United States) rolls Artillery 5-6: 4, 4, 4 (hits: 0)"}
    found = named(buttons, said, "US die", (AT + 2, "Artillery 5-6"))
    assert found == ["US die", "Artillery 5-6"]

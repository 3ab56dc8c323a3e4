"""What helps players at the table: payments, the greeting, phases, dice by purpose, windows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen.compile.build import Build
from modgen.compile.cards import card_piece
from modgen.compile.greeting import LONGEST, greeting
from modgen.compile.module import Compiled
from modgen.compile.pieces import game_piece
from modgen.library.games import load_game
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen.vassal import traits as t
from modgen.vassal.components import Component


@pytest.fixture(scope="module")
def power(power_module: Compiled) -> Component:
    return power_module.module.tree


@pytest.fixture(scope="module")
def amigos_tree(amigos_module: Compiled) -> Component:
    return amigos_module.module.tree


def named(tree: Component, kind: str, attribute: str, value: str) -> Component:
    return next(one for one in tree.find_all(kind) if one.attributes[attribute] == value)


def test_a_marker_of_a_track_gains_and_pays_a_number(people_power: Loaded) -> None:
    game = people_power.game
    traits = game_piece(Build(game), game.piece_types["resources_gov"]).traits
    triggers = {one.name: one for one in traits if isinstance(one, t.TriggerAction)}
    moves = {one.key: one for one in traits if isinstance(one, t.SendToLocation)}
    for name, sign in (("gain", "+"), ("pay", "-")):
        asks, goes = triggers[name].action_keys
        (amount,) = (one for one in traits if isinstance(one, t.DynamicProperty))
        assert asks.name in amount.commands
        assert f"Level_resources_gov{sign}Amount_resources_gov" in moves[goes].grid_location
        assert sum(goes in one.keys for one in traits if isinstance(one, t.ReportAction)) == 1


def test_the_greeting_tells_the_first_steps(power: Component, people_power: Loaded) -> None:
    (start,) = (
        one
        for one in power.find_all("StartupGlobalKeyCommand")
        if one.attributes["globalHotkey"].endswith("Greet")
    )
    button = named(power, "DoActionButton", "hotkey", start.attributes["globalHotkey"])
    assert (button.attributes["text"], button.attributes["icon"]) == ("", "")
    for scenario in people_power.game.scenarios:
        assert f'Scenario=="{scenario.id}"' in button.attributes["reportFormat"]
        assert scenario.notes[0] in button.attributes["reportFormat"]


def test_a_greeting_that_leaves_out_notes_says_where_they_are(civil_power: Game) -> None:
    many = next(one for one in civil_power.scenarios if len(one.notes) > LONGEST)
    few = many.model_copy(update={"notes": many.notes[:LONGEST]})
    told, whole = (
        greeting(Build(replace(civil_power, scenarios=(one,))))[0].attributes["reportFormat"]
        for one in (many, few)
    )
    assert many.notes[LONGEST] not in told
    assert "More is in Charts, This scenario." in told and "Charts" not in whole


def test_the_tracker_tells_what_a_phase_is_for(power: Component) -> None:
    (tracker,) = power.find_all("TurnTracker")
    assert "What the 1st Eligible left open." in tracker.attributes["reportFormat"]
    assert not list(power.find_all("TurnGlobalHotkey"))


def test_marks_of_moved_counters_are_cleared_with_the_turn(amigos_tree: Component) -> None:
    clear, _, marker = amigos_tree.find_all("TurnGlobalHotkey")
    maps = [one for one in amigos_tree.find_all("Map") if one.attributes["launch"] == "false"]
    assert {one.attributes["markUnmovedHotkey"] for one in maps} == {clear.attributes["hotkey"]}
    assert 'TurnPhase=="5 US · Ground Operations"' in clear.attributes["match"]
    assert marker.attributes["match"] == "{true}"


@pytest.mark.long
def test_only_counters_of_units_show_that_they_moved(amigos: Game, people_power: Loaded) -> None:
    def shows(game: Game, kind: str) -> bool:
        traits = game_piece(Build(game), game.piece_types[kind]).traits
        return any(isinstance(one, t.MarkMoved) for one in traits)

    assert shows(amigos, "us_army")
    assert not any(shows(amigos, kind) for kind in ("battle", "turn_marker", "poa"))
    assert not any(shows(people_power.game, one.id) for one in people_power.game.pieces)


def test_dice_in_menus(amigos: Game, amigos_tree: Component) -> None:
    menus = {one.attributes["text"]: one.attributes for one in amigos_tree.find_all("ToolbarMenu")}
    for die in amigos.info.dice:
        button = named(amigos_tree, "DiceButton", "name", die.name).attributes
        assert (button["text"] == die.name) == bool(die.menu)
        assert die.text in button["tooltip"]
        assert (button["prompt"], button["keepDice"]) == (
            str(die.asks).lower(),
            str(die.hits is not None).lower(),
        )
        if die.menu:
            assert die.name in menus[die.group or die.menu]["menuItems"].split(",")


def test_a_long_menu_of_dice_has_submenus_which_the_engine_meets_first(
    amigos: Game, amigos_tree: Component
) -> None:
    menus = {one.attributes["text"]: one.attributes for one in amigos_tree.find_all("ToolbarMenu")}
    entries = menus["US dice"]["menuItems"].split(",")
    assert entries[:2] == ["US fire", "Artillery and Gunboats"]
    grouped = {die.name for die in amigos.info.dice if die.group}
    assert len(grouped) == 8
    assert not grouped & set(entries)
    assert max(map(list(menus).index, entries[:2])) < list(menus).index("US dice")


def test_hands_can_be_zoomed_and_name_no_card(power: Component) -> None:
    hands = list(power.find_all("PlayerHand"))
    assert hands
    for hand in hands:
        assert len(list(hand.find_all("Zoomer"))) == 1
        assert "pieceName" not in hand.attributes["moveToFormat"]


def test_the_card_box_has_no_button(power: Component) -> None:
    menu = named(power, "ToolbarMenu", "menuItems", "Card box")
    assert (menu.attributes["text"], menu.attributes["icon"]) == ("", "")


def test_a_personality_is_played_from_the_top_of_its_menu(people_power: Loaded) -> None:
    game = people_power.game
    card = next(one for one in game.cards if one.deck == "personality")
    traits = card_piece(Build(game), card).traits
    menus = [one.menu for one in traits if isinstance(one, t.ReturnToDeck)]
    assert menus == ["Play as Government Personality", "Played cards"]  # no other side's box
    (submenu,) = (one for one in traits if isinstance(one, t.SubMenu))
    assert submenu.commands == ("Played cards",)


def test_a_button_moves_pieces_step_by_step(power: Component, people_power: Loaded) -> None:
    game = people_power.game
    button = named(power, "DoActionButton", "name", "Adjust eligibility").attributes["hotkeys"]
    commands = [
        one.attributes
        for one in power.find_all("GlobalKeyCommand")
        if one.attributes["name"].startswith("Adjust eligibility")
    ]
    assert [one["buttonHotkey"].rsplit(",")[-1] in button for one in commands] == [True, True]
    traits = game_piece(Build(game), game.piece_types["eligibility_npa"]).traits
    keys = {str(one.key) for one in traits if isinstance(one, t.SendToLocation)}
    assert {one["hotkey"] for one in commands} <= keys


def test_stacks_show_the_number_of_pieces_that_the_player_sees(
    people_power: Loaded, civil_power: Game
) -> None:
    def counts(game: Game, kind: str) -> str:
        traits = game_piece(Build(game), game.piece_types[kind]).traits
        if not any(isinstance(one, t.Label) and one.label == "$StackCount$" for one in traits):
            return ""
        (count,) = (
            one.expression
            for one in traits
            if isinstance(one, t.CalculatedProperty) and one.name == "StackCount"
        )
        return count

    # Without a property the engine counts what the player sees.
    seen = '{StackPos==1 && CountStack("")>1 ? String.valueOf(CountStack("")) : ""}'
    assert counts(people_power.game, "troops") == seen
    assert counts(people_power.game, "aid") == ""
    # A piece above may be hidden from the player.
    above = 'CountStack("{StackPos<$StackPos$ && Invisible!=true}")==0'
    assert counts(civil_power, "reserve") == seen.replace("StackPos==1", above)
    # A unit that exists once may lie on top of others, too.
    tirad = load_game("tirad-pass")
    unit = next(one.id for one in tirad.pieces if one.kind == "force" and one.count == 1)
    assert counts(tirad, unit) == seen
    # Pieces on sides do not stack.
    barricades = counts(civil_power, "barricade")
    assert "StackPos" not in barricades and "CountLocation(" in barricades
    assert "Side_Facing==$Side_Facing$" in barricades


def test_a_pile_draws_to_the_pile_that_the_data_names(power: Component) -> None:
    (pile,) = [one for one in power.find_all("DrawPile") if one.attributes["name"] == "Draw deck"]
    (send,) = pile.find_all("DeckSendKeyCommand")
    assert send.attributes["menuText"] == "Draw"
    assert send.attributes["targetDeck"] == "Played cards"
    assert send.attributes["limitExpression"] == "1"
    assert (
        send.attributes["reportFormat"]
        == "$PlayerSide$ ($PlayerName$) draws a card from Draw deck *"
    )

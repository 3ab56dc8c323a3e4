"""Markers that announce, cards that are played, buttons that tidy up, counters that follow."""

from __future__ import annotations

import re

import pytest

from modgen.compile import build as b
from modgen.compile.build import Build, act, declaration_head
from modgen.compile.cards import card_piece
from modgen.compile.module import Compiled
from modgen.compile.pieces import game_piece
from modgen.compile.setup import placed_pieces
from modgen.model.game import Game
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.keys import key
from modgen.vassal.traits import Trait
from modgen_rules.engine.record.declarations import Announcements


@pytest.fixture(scope="module")
def tree(amigos_module: Compiled) -> Component:
    return amigos_module.module.tree


BUILDS: dict[int, Build] = {}
"""One for each game; it holds the game, so that its id stays its own."""


def traits(game: Game, piece: str) -> tuple[Trait, ...]:
    build = BUILDS.get(id(game)) or BUILDS.setdefault(id(game), Build(game))
    return game_piece(build, game.piece_types[piece]).traits


def test_names_in_announcements_may_have_dollar_signs(amigos: Game) -> None:
    head = declaration_head(Build(amigos), "Pay $5 or US$")
    assert head.endswith('+"Pay $5 or US$"')


def test_a_marker_of_one_choice_announces_it_where_it_is_put(amigos: Game) -> None:
    made = traits(amigos, "operation_search")
    (line,) = (one for one in made if isinstance(one, t.ReportAction) and "DECLARE" in one.format)
    head = 'PlayerSide+" ("+PlayerName+"): DECLARE "+"United States"+" | Operation: "'
    assert head in line.format
    (comes,) = (one for one in made if isinstance(one, t.TriggerAction) and one.name == "comes")
    assert (comes.watch_keys, comes.action_keys) == ((b.PUT_DOWN,), line.keys)
    inside = next(
        one for one in made if isinstance(one, t.CalculatedProperty) and one.name == "InSpace"
    )
    names = set(re.findall(r"[^|\"]+", inside.expression))
    assert "Manila" in names
    assert not {"Manila Bay", "Combat: US", "US operations of this turn"} & names


def test_every_map_tells_pieces_that_they_were_put_down(tree: Component) -> None:
    maps = [one for one in tree.find_all("Map") if one.attributes["launch"] == "false"]
    assert {one.attributes["moveKey"] for one in maps} == {str(b.PUT_DOWN)}


@pytest.mark.long
def test_the_battle_marker_steps_through_its_faces(amigos: Game) -> None:
    made = traits(amigos, "battle")
    faces = amigos.piece_types["battle"].faces
    (shown,) = (
        one for one in made if isinstance(one, t.DynamicProperty) and one.name == "ShowFace"
    )
    assert "Next step:71" in shown.commands
    assert all(f"Show_{face.id}" in shown.commands for face in faces)
    triggers = {one.name: one for one in made if isinstance(one, t.TriggerAction)}
    announces = act("Announce_battle")
    assert triggers["show"].action_keys[-1] == announces
    assert triggers["comes"].action_keys == (act(f"Show_{faces[0].id}"),)
    menus = {one.menu: one.commands for one in made if isinstance(one, t.SubMenu)}
    assert list(menus)[:4] == ["Step", "Rounds", "United States", "Filipinos"]
    assert "Rounds" in menus["Step"]
    assert [name for name in menus["Step"] if name.startswith("Round ")] == []
    assert len(menus["Rounds"]) == 5
    names = [choice.name for one in amigos.info.declarations for choice in one.fields[0].choices]
    assert len(names) == len(set(names)), "an entry with the name of another is in both submenus"


@pytest.mark.long
def test_lines_count_only_what_lies_face_up(amigos: Game) -> None:
    (line,) = (
        one
        for one in traits(amigos, "battle")
        if isinstance(one, t.ReportAction) and one.keys == (act("Announce_battle"),)
    )
    assert '(Tally_battle_1>0 ? " | Filipino steps: "+Tally_battle_1 : "")' in line.format
    shown = {
        piece.id: one.expression
        for piece in amigos.pieces
        for one in traits(amigos, piece.id)
        if isinstance(one, t.CalculatedProperty) and one.name.startswith("Shown_")
    }
    assert {piece.id for piece in amigos.pieces if any(f.strength for f in piece.faces)} == set(
        shown
    )
    for piece, expression in shown.items():
        hidden = "(ObscuredToOthers) ? 0 :" in expression
        assert hidden == bool(amigos.piece_types[piece].back)


def test_dice_and_played_cards_tell_the_battle(amigos: Game, tree: Component) -> None:
    dice = [one.attributes["reportFormat"] for one in tree.find_all("DiceButton")]
    assert len(dice) == len(amigos.info.dice)
    assert all(one.endswith("$Scene$") for one in dice)
    card = amigos.card["us_s4"]
    made = card_piece(Build(amigos), card).traits
    reports = {one.keys[0].name: one.format for one in made if isinstance(one, t.ReportAction)}
    assert "plays Pursuit (US 4)$Scene$" in reports["SayPlayed"]
    assert not re.search("Pursuit|PieceName", reports["SayLaid"] + reports["SayExchanged"])
    mask = next(n for n, one in enumerate(made) if isinstance(one, t.Mask))
    commands = [n for n, one in enumerate(made) if isinstance(one, t.TriggerAction)]
    assert min(commands) > mask, "a player who may not see a card has its commands"
    play = next(one for one in made if isinstance(one, t.TriggerAction) and one.name == "play")
    assert play.action_keys == (act("ToPlayed"), b.IN_HAND, act("SayPlayed"))
    hidden = next(one for one in made if isinstance(one, t.Mask))
    assert hidden.deal_expression == ('{CurrentMap=="United States hand" ? "United States" : ""}')


def test_a_played_card_lies_below_the_others(amigos: Game) -> None:
    made = card_piece(Build(amigos), amigos.card["fil_g5"]).traits
    go = next(
        one for one in made if isinstance(one, t.SendToLocation) and one.key == act("GoPlayed")
    )
    assert 'SumZone("Count_card","Filipino chits in play","Map")' in go.y


def test_a_commander_who_lies_face_down_is_not_told(amigos: Game) -> None:
    for leader, hidden in (("luna", True), ("otis", False)):
        reports = (one for one in traits(amigos, leader) if isinstance(one, t.ReportAction))
        report = next(one for one in reports if "marks" in one.format)
        assert report.format.startswith('{ObscuredToOthers ? "" :') == hidden


@pytest.mark.long
def test_set_ups_begin_with_a_commander(amigos: Game) -> None:
    for scenario in amigos.scenarios:
        levels = {
            placed.piece.basic.name: one.level
            for placed in placed_pieces(Build(amigos), scenario)
            for one in placed.piece.traits
            if isinstance(one, t.Layer) and one.name == "Condition_c_in_c"
        }
        assert [name for name, level in levels.items() if level > 0] == ["Aguinaldo"]


def test_buttons_move_cards_markers_and_pieces(tree: Component) -> None:
    steps = {
        one.attributes["name"]: one.attributes
        for one in tree.find_all("GlobalKeyCommand")
        if one.attributes["name"].startswith("Battle over")
    }
    assert len(steps) == 7
    assert steps["Battle over 0"]["hotkey"] == str(act("PutInto_cup_us_stand_up"))
    assert 'CurrentZone=="US chits in play"' in steps["Battle over 0"]["filter"]
    assert steps["Battle over 6"]["filter"] == '{PieceType=="battle"}'
    assert {one["deckCount"] for one in steps.values()} == {"0"}


def test_the_turn_tracker_presses_a_button(amigos: Game, tree: Component) -> None:
    button = next(
        one
        for one in tree.find_all("DoActionButton")
        if one.attributes["name"] == "Clear operations"
    )
    (press,) = (
        one
        for one in tree.find_all("TurnGlobalHotkey")
        if one.attributes["hotkey"] == button.attributes["hotkey"]
    )
    assert press.attributes["match"] == '{TurnPhase=="1 Objectives"}'
    assert amigos.info.buttons[1].phases == ["objectives"]


def test_a_counter_follows_its_total(amigos: Game) -> None:
    marker = traits(amigos, "operations_marker")
    follow = next(
        one
        for one in marker
        if isinstance(one, t.SendToLocation) and one.key == act("Follow_operations")
    )
    assert "Math.max(0,Math.min(5," in follow.grid_location
    assert not [one for one in marker if isinstance(one, t.Label)]
    for kind, calls in (("operation_ground", 1), ("operation_amphibious", 0), ("battle", 0)):
        made = [one for one in traits(amigos, kind) if isinstance(one, t.GlobalKeyCommand)]
        assert [one.global_key for one in made] == [act("Follow_operations")] * calls
        assert all(one.deck_count == "0" for one in made)


@pytest.mark.parametrize(
    ("line", "side", "choices", "place"),
    [
        (
            "* DECLARE Battle | Step: B Chits | In: Marong | US steps: 10 | Filipino steps: 6",
            "",
            {"step": "chits"},
            {"battle_in": {"marong"}},
        ),
        (
            "* DECLARE United States | Operation: Search | In: Manila",
            "us",
            {"operation": "search"},
            {"operation_in": {"manila"}},
        ),
        (
            "* DECLARE Filipinos | In battle: Retreat | In: Batangas",
            "filipino",
            {"deed": "retreats"},
            {"battle_in": {"batangas"}},
        ),
    ],
)
def test_the_lines_are_read(
    amigos: Game, line: str, side: str, choices: dict[str, str | None], place: dict[str, set[str]]
) -> None:
    said = Announcements([amigos]).read(line)
    assert said is not None
    assert (said.side, said.choices) == (side, choices)
    assert {name: set(found) for name, found in said.spaces.items() if found} == place


@pytest.mark.parametrize(
    ("line", "side", "choices", "place"),
    [
        ("Fire | Fired on: Group | At: W-E6 | Police fire with: 10", "", "group", "fired_at"),
        ("Way of the Police | Way: Gas Gun | At: W-E6", "", "gas_gun", "fired_at"),
        ("Shock | Round: Round 2 | In: W-E6 | Mob: 4 | Police: 5", "", "round_2", "shock_in"),
        ("Mob | What it does: Crowd surge | In: W-E6", "mob", "surges", "shock_in"),
    ],
)
def test_lines_on_a_map_of_squares(
    civil_power: Game, line: str, side: str, choices: str, place: str
) -> None:
    said = Announcements([civil_power]).read(f"* DECLARE {line}")
    assert said is not None
    assert (said.side, *said.choices.values()) == (side, choices)
    assert said.spaces == {place: frozenset({"W-E6"})}


def test_units_that_count_in_an_attack(civil_power: Game) -> None:
    """Hidden and suppressed units count nothing; who fires is marked on the units."""
    sums = {
        one.name: one.expression
        for one in traits(civil_power, "pistol_punk")
        if isinstance(one, t.CalculatedProperty) and one.name.startswith("Shown_")
    }
    assert sums == {
        "Shown_mob_nw_fires": "{(InvisibleToOthers || !Condition_fires_Active) ? 0 : (4)}",
        "Shown_mob_ne_not_suppressed": (
            "{(InvisibleToOthers || Condition_suppressed_Active) ? 0 : (1)}"
        ),
    }
    tally = {
        one.name: one.expression
        for one in traits(civil_power, "fire_attack")
        if isinstance(one, t.CalculatedProperty) and one.name.startswith("Tally_")
    }
    assert tally["Tally_fire_2"] == '{SumMap("Shown_police_nw_fires","Town")}'


def test_a_failed_check_suppresses_after_its_report(civil_power: Game) -> None:
    made = traits(civil_power, "untrained_crowd")
    triggers = {one.name: one for one in made if isinstance(one, t.TriggerAction)}
    check = triggers["Check morale with +1"]
    assert [key.name for key in check.action_keys] == [
        "Roll_morale_plus",
        "Tell_morale_plus",
        "Fail_morale_plus",
    ]
    fails = triggers["fails Check morale with +1"]
    assert fails.filter == '{Result_morale_plus=="suppressed" && !Condition_suppressed_Active}'
    total = next(
        one
        for one in made
        if isinstance(one, t.CalculatedProperty) and one.name == "Total_morale_plus"
    )
    assert total.expression == "{Die_morale_plus+(Condition_suppressed_Active ? 1 : 0)+(1)}"


def test_a_button_clears_a_condition(civil_module: Compiled) -> None:
    steps = civil_module.module.tree.find_all("GlobalKeyCommand")
    clears = next(one for one in steps if one.attributes["name"] == "Fire over 0")
    assert clears.attributes["hotkey"] == str(key("Ctrl+Shift+F"))
    assert 'PieceType=="line"' in clears.attributes["filter"]
    assert 'PieceType=="helicopter"' in clears.attributes["filter"]
    assert 'PieceType=="gas"' not in clears.attributes["filter"]

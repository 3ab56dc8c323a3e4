"""Cards that are chosen in secret, counts of piles, twins, adjacent spaces, pages of scenarios."""

from __future__ import annotations

from dataclasses import replace

import pytest

from modgen.compile import chosen
from modgen.compile.board import main_map
from modgen.compile.build import Build
from modgen.compile.cards import card_piece
from modgen.compile.charts import own_page
from modgen.compile.pieces import game_piece
from modgen.compile.sending import LONG_MENU
from modgen.compile.viewers import name_width
from modgen.model.checks.table_acts import chosen_cards
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded
from modgen.vassal import traits as t
from modgen.vassal.pieces import GamePiece


@pytest.fixture(scope="module")
def game(people_power: Loaded) -> Game:
    return people_power.game


def trigger(piece: GamePiece, name: str) -> t.TriggerAction:
    return next(
        one for one in piece.traits if isinstance(one, t.TriggerAction) and one.name == name
    )


def test_a_chosen_card_stays_in_the_hand_until_the_button_is_pressed(game: Game) -> None:
    build = Build(game)
    piece = card_piece(build, game.card["41"])
    choose = trigger(piece, "choose")
    assert 'CurrentMap=="Government hand"' in choose.filter
    assert [str(key) for key in choose.action_keys][-1].endswith("SayChosen")
    reveal = trigger(piece, "reveal for gov")
    assert str(reveal.action_keys[1]).endswith("PutInto_personality_gov")
    told = next(
        one
        for one in piece.traits
        if isinstance(one, t.ReportAction) and one.keys == (chosen.CHOSEN,)
    )
    assert "PieceName" not in told.format
    (button,) = chosen.buttons(build)
    assert button.attributes["buttonText"] == "Reveal Personalities"
    assert button.attributes["hotkey"] == str(reveal.watch_keys[0])
    event = card_piece(build, game.card["1"])
    assert not any(isinstance(one, t.TriggerAction) for one in event.traits)


def test_the_count_of_a_pile_is_outside_the_mask(game: Game) -> None:
    traits = card_piece(Build(game), game.card["1"]).traits
    label = next(n for n, one in enumerate(traits) if isinstance(one, t.Label))
    mask = next(n for n, one in enumerate(traits) if isinstance(one, t.Mask))
    assert label < mask  # outermost first


def test_a_chit_that_leaves_takes_its_twin(amigos: Game) -> None:
    build = Build(amigos)
    command = next(
        one
        for one in card_piece(build, amigos.card["fil_s1"]).traits
        if isinstance(one, t.GlobalKeyCommand)
    )
    assert 'PieceType=="card_fil_g1"' in command.filter
    assert 'CurrentMap=="Filipinos hand"' in command.filter
    later = card_piece(build, amigos.card["fil_g1"]).traits
    assert not any(isinstance(one, t.GlobalKeyCommand) for one in later)


def test_adjacent_spaces_are_first_in_the_menu(junta_coup: Game) -> None:
    build = Build(junta_coup)
    traits = game_piece(build, junta_coup.piece_types["police"]).traits
    near = next(one for one in traits if isinstance(one, t.MultiLocationCommand))
    held = next(text for text, name in build.texts.items() if f"{{{name}.contains" in near.filter)
    assert "|Parliament>Cathedral Square|" in held
    assert "|Parliament>Slums|" not in held
    menus = {one.menu: one.commands for one in traits if isinstance(one, t.SubMenu)}
    names = [space.name for space in junta_coup.map.spaces]
    shown = menus["Send to"]
    assert shown[: len(names)] == tuple(f"→ {name}" for name in names)
    # No region divides the 25 spaces, so they are divided alphabetically.
    parts = [menus[title] for title in shown[len(names) :]]
    assert [name for part in parts for name in part] == sorted(names)
    assert max(map(len, parts)) <= LONG_MENU


def test_a_set_up_chooses_its_page(game: Game) -> None:
    build = Build(game)
    (command,) = own_page(build, game.scenarios[0])
    assert game.scenarios[0].name in command


def test_names_have_the_room_of_the_longest(game: Game) -> None:
    assert 62 <= name_width(game) <= 84


@pytest.mark.parametrize(
    ("side", "pile", "message"),
    [
        ("gov", "nowhere", "`nowhere`"),
        ("nobody", "personality_gov", "`nobody`"),
        ("gov", "draw_deck", "does not take cards of `personality`"),
    ],
)
def test_wrong_choices_are_found(game: Game, side: str, pile: str, message: str) -> None:
    deck = next(one for one in game.cards_file.decks if one.chosen)
    assert deck.chosen is not None
    piles = {**deck.chosen.piles}
    del piles["gov"]
    wrong = deck.chosen.model_copy(update={"piles": {**piles, side: pile}})
    decks = [deck.model_copy(update={"chosen": wrong})]
    changed = replace(
        game,
        cards_file=game.cards_file.model_copy(update={"decks": decks}),
    )
    assert any(message in str(found) for found in chosen_cards(changed)), list(
        chosen_cards(changed)
    )


def test_islands_are_listed_once_by_a_region(people_power: Loaded) -> None:
    build = Build(people_power.game)
    traits = game_piece(build, people_power.game.piece_types["police"]).traits
    near = next(one for one in traits if isinstance(one, t.MultiLocationCommand))
    assert near.kind == "locRegions"
    board = people_power.game.map.boards[0]
    zones = list(main_map(build, [board], []).find_all("Zone"))
    for space in people_power.game.map.spaces:
        regions = [
            region.attributes["name"]
            for zone in zones
            if zone.attributes["name"] == space.name
            for region in zone.find_all("Region")
        ]
        assert regions == [space.name]

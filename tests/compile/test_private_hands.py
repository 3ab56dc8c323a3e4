"""A shared deck that feeds private hands: nobody else learns which card was drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from modgen.compile.build import IN_HAND, Build
from modgen.compile.cards import card_in_hand, card_piece
from modgen.compile.module import compile_game
from modgen.compile.tree import Compiled
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.vassal import traits as t
from modgen.vassal.pieces import GamePiece


@pytest.fixture
def sharing(folder: Path) -> Game:
    path = folder / "cards.yaml"
    text = path.read_text("utf-8")
    shared = text.replace(
        "back: fortune_back}", "back: fortune_back, hands: [red, blue], secret: true}"
    )
    assert shared != text
    path.write_text(shared, "utf-8")
    return load(folder).game


def mask(piece: GamePiece) -> t.Mask:
    return next(one for one in piece.traits if isinstance(one, t.Mask))


def test_each_side_has_a_window_without_cards_in_a_scenario(sharing: Game) -> None:
    tree = compile_game(sharing).module.tree
    hands = {one.attributes["mapName"]: one.attributes for one in tree.find_all("PlayerHand")}
    assert set(hands) == {"Red hand", "Blue hand"}
    for values in hands.values():
        assert values["moveKey"] == str(IN_HAND)
        assert "pieceName" not in values["moveToFormat"]
    main = next(one for one in tree.find_all("Map") if one.attributes["mapName"] == "Map")
    assert main.attributes["moveKey"] == str(IN_HAND)


def test_cards_drawn_together_are_counted(amigos_module: Compiled) -> None:
    hands = amigos_module.module.tree.find_all("PlayerHand")
    for told in (one.attributes["moveWithinFormat"] for one in hands):
        assert "pieceName.replaceAll(" in told
        assert '"4 × "' in told


def test_a_card_in_a_hand_belongs_to_the_owner_of_the_hand(sharing: Game) -> None:
    build = Build(sharing)
    card = sharing.cards[0]
    hidden = mask(card_piece(build, card))
    assert (hidden.deal_key, hidden.access, hidden.obscured_by) == (IN_HAND, "side:", "null")
    for name in ("Red", "Blue"):
        assert f'CurrentMap=="{name} hand" ? "{name}"' in hidden.deal_expression
    assert mask(card_in_hand(build, card, "blue")).obscured_by == "Blue"


def test_a_secret_deck_needs_somebody_who_may_see_it(folder: Path) -> None:
    path = folder / "cards.yaml"
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("back: fortune_back}", "back: fortune_back, secret: true}"), "utf-8"
    )
    messages = [str(one) for one in load(folder).diagnostics.sorted()]
    assert any("the deck `fortune` is secret but has no side" in one for one in messages)


def test_open_decks_are_not_turned(amigos: Game) -> None:
    build = Build(amigos)
    for card in amigos.cards:
        hidden = mask(card_piece(build, card))
        assert (hidden.deal_key is not None) == amigos.decks[card.deck].secret

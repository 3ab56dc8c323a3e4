"""Cards that sides get when a game starts, and cards with several copies."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen import open_save
from modgen.assets import template_path
from modgen.cli import cli
from modgen.compile.module import compile_game
from modgen.model.loading.folder import load

DEALS = "deals: [{pile: draw, to: [red, blue], count: 4}]\n"
CARDS = """id,deck,title,icon,copies,text
1,fortune,Good roads,flag,3,Move one army to any vale.
2,fortune,Good harvest,village,3,Place one army on a vale that you control.
3,fortune,Storm,lightning,3,Remove one army from any vale.
4,fortune,Truce,handshake,3,Nobody marches this turn.
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The template with three copies of each of its four cards, four dealt to each side."""
    folder = shutil.copytree(template_path(), tmp_path / "game")
    (folder / "cards.csv").write_text(CARDS, "utf-8")
    change(
        folder / "cards.yaml",
        "back: fortune_back}",
        "back: fortune_back, hands: [red, blue], secret: true}",
    )
    change(folder / "scenarios" / "start.yaml", "piles:\n", f"{DEALS}piles:\n")
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def messages(folder: Path) -> list[str]:
    return [str(one) for one in load(folder).diagnostics.errors]


def test_each_copy_is_a_piece_with_a_slot_of_its_own(folder: Path) -> None:
    module = compile_game(load(folder).game).module
    slots = list(module.tree.find_all("CardSlot"))
    assert len(slots) == len({slot.attributes["gpid"] for slot in slots}) == 12
    names = Counter(slot.attributes["entryName"] for slot in slots)
    assert set(names.values()) == {3}


def test_the_module_deals_to_each_side_in_its_scenario_only(folder: Path) -> None:
    tree = compile_game(load(folder).game).module.tree
    deals = [
        one
        for one in tree.find_all("GlobalKeyCommand")
        if one.attributes["name"].startswith("Deal")
    ]
    assert [one.attributes["deckCount"] for one in deals] == ["4", "4"]
    assert all('Scenario=="start"' in one.attributes["filter"] for one in deals)
    (button,) = [
        one for one in tree.find_all("DoActionButton") if one.attributes["hotkeys"].count("Hand_")
    ]
    steps = button.attributes["hotkeys"]
    assert steps.index("Stack_start_1") < steps.index("Hand_start_0_red")
    assert {hand.attributes["side"].split(",")[0] for hand in tree.find_all("PlayerHand")} == {
        "Red",
        "Blue",
    }


@pytest.mark.long
def test_games_are_played_from_the_cards_that_were_dealt(folder: Path, tmp_path: Path) -> None:
    run = CliRunner()
    result = run.invoke(cli, ["simulate", str(folder), "--seed", "2", "-o", str(tmp_path / "logs")])
    assert result.exit_code == 0, result.output
    (path,) = (tmp_path / "logs").glob("*.vlog")
    with open_save(path) as log:
        at_start = Counter(piece.map for piece in log.pieces(0) if "Fortune" in piece.name)
    assert at_start["Red hand"] == at_start["Blue hand"] == 4
    result = run.invoke(cli, ["check", "--game", str(folder), str(path)])
    assert result.exit_code == 0, result.output
    assert "turns, no findings." in result.output


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("count: 4", "count: 7", "14 cards are dealt from the pile `draw`, which has 12"),
        ("[red, blue]", "[red, bleu]", "unknown side `bleu`"),
        ("{pile: draw, to", "{pile: drew, to", "unknown pile `drew`"),
    ],
)
def test_mistakes_in_deals(folder: Path, old: str, new: str, message: str) -> None:
    change(folder / "scenarios" / "start.yaml", old, new)
    found = messages(folder)
    assert any(message in one and one.startswith("scenarios/start.yaml:") for one in found), found


def test_the_rest_of_a_deck_is_shuffled_in_a_pile_that_is_shuffled(folder: Path) -> None:
    start = folder / "scenarios" / "start.yaml"
    text = start.read_text("utf-8")
    begin = text.index("  - {pile: draw")
    start.write_text(text[:begin] + "  - {pile: draw, rest: fortune}\n", "utf-8")
    tree = compile_game(load(folder).game).module.tree
    (mixing,) = [
        pile
        for pile in tree.find_all("DrawPile")
        if pile.attributes["name"].startswith("Mix start")
    ]
    (sent,) = mixing.find_all("DeckSendKeyCommand")
    assert mixing.attributes["shuffle"] == "Always"
    assert (sent.attributes["targetDeck"], sent.attributes["limitExpression"]) == (
        "Draw pile",
        "12",
    )


def test_a_random_step_without_the_rest_of_its_deck_has_a_remedy(folder: Path) -> None:
    start = folder / "scenarios" / "start.yaml"
    text = start.read_text("utf-8")
    begin = text.index("  - {pile: draw")
    start.write_text(
        text[:begin] + "  - {pile: draw, build: [{deck: fortune, random: 4}]}\n", "utf-8"
    )
    assert any("write `{pile: draw, rest: fortune}`" in message for message in messages(folder))

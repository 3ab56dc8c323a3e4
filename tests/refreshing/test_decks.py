"""What decks of saves and logs become."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from modgen.refreshing.decks import DeckOptions
from modgen.refreshing.files import Source, Target
from modgen.refreshing.outcome import Outcome
from modgen.refreshing.saves import Options, RefreshError
from modgen.vassal import save
from modgen.vassal import traits as t
from modgen.vassal.archive import archive_bytes
from modgen.vassal.commands import AddPiece
from modgen.vassal.components import Component, component
from modgen.vassal.decks import deck_type
from modgen.vassal.keys import Key
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import Deck, DeckType, GamePiece, Stack
from modgen.vassal.save import SaveFile
from modgen.vassal.stream import Node
from tests.refreshing.modules import OLD, piece, pieces_of, slot

CARDS = component("DrawPile", name="Cards", x=30, y=20, shuffle="Never", maxStack=4)
PLAIN = DeckType(name="Cards")


def module(path: Path, *maps: Component) -> Path:
    parts = [*maps, component("PieceWindow", [slot("7", "Ace", t.Delete()), slot("8", "Two")])]
    tree = component("GameModule", parts, name="Siege", version="1.1")
    write_module(path / "new.vmod", Module(tree, OLD._replace(version="1.1")))
    return path / "new.vmod"


def field(*decks: Component, name: str = "Field", **edge: int) -> Component:
    boards = [
        component("Board", name=f"{name} {each}", width=width, height=400)
        for each, width in (("left", 300), ("right", 500))
    ]
    return component("Map", [component("BoardPicker", boards), *decks], mapName=name, **edge)


def saved(
    *decks: Deck, boards: Iterable[str] = ("Field left",), steps: Iterable[str] = ()
) -> bytes:
    cards = [piece(key, gpid, name) for key, gpid, name in (("1", "7", "Ace"), ("2", "8", "Two"))]
    shown = [(name, number, 0) for number, name in enumerate(boards)]
    text = save.save_text(
        [*cards, *(deck.add_command() for deck in decks)],
        [save.board_command("Field", shown), save.SETUP_STACK],
        [Node(step) for step in steps],
    )
    return archive_bytes(save.save_entries(text, OLD))


def brought(
    path: Path, data: bytes, options: DeckOptions | None = None
) -> tuple[list[Deck | Stack], dict[str, GamePiece], Outcome]:
    """The decks and stacks of a refreshed save, its pieces, and the outcome."""
    target = Target(Source(path, (), Options(decks=options or DeckOptions())))
    new = target.refreshed(Path("test.vsav"), data)
    game = archive_bytes(new.entries)
    with SaveFile(Path("test.vsav"), game) as opened:
        added = [
            AddPiece.read(leaf.text).piece for leaf in opened.leaves() if leaf.text[:2] == "+/"
        ]
    others = [each for each in added if not isinstance(each, GamePiece)]
    return others, pieces_of(game), new.outcome


def test_a_deck_gets_the_settings_and_the_place_of_the_module(tmp_path: Path) -> None:
    path = module(tmp_path, field(CARDS, edgeWidth=5, edgeHeight=6))
    old = Deck("9", PLAIN, "Field", 1, 1, True, ("1", "2"))
    decks, pieces, outcome = brought(path, saved(old))
    assert decks == [Deck("9", deck_type(CARDS), "Field", 35, 26, True, ("1", "2"))]
    places = {(each.basic.map, each.basic.x, each.basic.y) for each in pieces.values()}
    assert places == {("Field", 35, 26)}
    assert pieces["1"].traits == (t.Delete(),)
    assert (outcome.decks, outcome.refreshed, outcome.unchanged) == (1, 1, 1)


def test_a_deck_that_is_as_the_module_has_it_stays(tmp_path: Path) -> None:
    path = module(tmp_path, field(CARDS))
    # Engines before 3.6 wrote fewer tokens.
    short = DeckType.read(";".join(deck_type(CARDS).type_text().split(";")[:34]))
    old = Deck("9", short, "Field", 30, 20, False, ("1", "2"))
    decks, _, outcome = brought(path, saved(old))
    assert decks == [old]
    assert (outcome.decks, outcome.same_decks) == (0, 1)


def test_a_deck_on_a_board_is_where_the_board_is(tmp_path: Path) -> None:
    cards = component("DrawPile", name="Cards", x=30, y=20, owningBoard="Field right")
    path = module(tmp_path, field(cards))
    old = Deck("9", PLAIN, "Field", 1, 1, False)
    decks, _, _ = brought(path, saved(old, boards=("Field left", "Field right")))
    assert (decks[0].x, decks[0].y) == (330, 20)
    decks, _, outcome = brought(path, saved(old))
    assert decks == [old]
    assert (outcome.old_decks, outcome.new_decks) == ({"Cards": 1}, {})


def test_the_deck_on_the_same_map_comes_first(tmp_path: Path) -> None:
    away = component("DrawPile", name="Cards", x=1, y=2)
    path = module(tmp_path, field(away, name="Camp"), field(CARDS))
    decks, _, _ = brought(path, saved(Deck("9", PLAIN, "Field", 1, 1, False)))
    assert (decks[0].map, decks[0].x, decks[0].y) == ("Field", 30, 20)
    path = module(tmp_path, field(away, name="Camp"), field())
    decks, _, _ = brought(path, saved(Deck("9", PLAIN, "Field", 1, 1, False)))
    assert (decks[0].map, decks[0].x, decks[0].y) == ("Camp", 1, 2)


def test_decks_that_only_one_side_has(tmp_path: Path) -> None:
    path = module(tmp_path, field(component("DrawPile", name="Discards", faceDown="Never")))
    full = Deck("9", PLAIN, "Field", 1, 2, False, ("1", "2"))
    data = saved(full, Deck("10", DeckType(name="Events"), "Field", 7, 7, False))
    decks, _, outcome = brought(path, data)
    assert [deck.id for deck in decks] == ["9", "10"]
    assert list(outcome.details()) == [
        "deck `Cards`: not in the module, left as before",
        "deck `Events`: not in the module, left as before",
        "deck `Discards`: in the module but not in the game, not added",
    ]
    assert not outcome.complete
    decks, _, outcome = brought(path, data, DeckOptions(add=True, remove=True))
    discards = component("DrawPile", name="Discards", faceDown="Never")
    assert decks == [
        Stack("9", "Field", 1, 2, ("1", "2")),
        Deck("11", deck_type(discards), "Field", 100, 100, False),
    ]
    assert outcome.complete


def test_decks_are_added_to_a_game_without_pieces(tmp_path: Path) -> None:
    path = module(tmp_path, field(CARDS))
    boards = save.board_command("Field", [("Field left", 0, 0)])
    empty = archive_bytes(save.save_entries(save.save_text([], [boards], []), OLD))
    decks, _, _ = brought(path, empty, DeckOptions(add=True))
    assert [(deck.map, deck.x, deck.y) for deck in decks] == [("Field", 30, 20)]


@pytest.mark.parametrize("text", ["", "begin_save\x1b+/1/stack/Field;1;2", "\x1bend_save"])
def test_a_game_that_is_cut_short_is_refused(tmp_path: Path, text: str) -> None:
    path = module(tmp_path, field(CARDS))
    cut = archive_bytes(save.save_entries(text, OLD))
    with pytest.raises(RefreshError, match="empty or cut short"):
        brought(path, cut, DeckOptions(add=True))


def test_decks_of_a_log_keep_their_places(tmp_path: Path) -> None:
    path = module(tmp_path, field(CARDS, component("DrawPile", name="Discards")))
    data = saved(
        Deck("9", PLAIN, "Field", 1, 1, True, ("1", "2")),
        Deck("10", DeckType(name="Events"), "Field", 7, 7, False),
        steps=["D/9/Field;1;1;true;2,1/Field;1;1;true;1,2"],
    )
    decks, pieces, outcome = brought(path, data, DeckOptions(add=True, remove=True))
    assert decks[0] == Deck("9", deck_type(CARDS), "Field", 1, 1, True, ("1", "2"))
    assert [deck.id for deck in decks] == ["9", "10"]
    assert pieces["1"].basic.x == 40
    assert list(outcome.details()) == [
        "deck `Events`: not in the module, left as before",
        "deck `Cards`: lies elsewhere in the module, left in its place in the log",
        "deck `Discards`: in the module but not in the game, not added",
    ]


def test_the_type_of_a_deck_from_its_component() -> None:
    order = component(
        "DeckGlobalKeyCommand",
        name="Turn all",
        hotkey="70,130",
        target="MAP|true|MAP|||||0|0||true|x|y|EQUALS||",
        deckCount=2,
    )
    pile = component(
        "DrawPile",
        [component("DeckSubFolder", [order])],
        name="Cards",
        shuffleHotkey="83,130",
        countExpressions="aces:{Value==1},twos:{Value==2}",
        deckOwners="Red,Blue",
        width="wide",
    )
    made = deck_type(pile)
    assert (made.name, made.shuffle_key, made.owners) == ("Cards", Key(83, 130), ("Red", "Blue"))
    assert made.count_expressions == "aces:{Value==1},twos:{Value==2}"
    assert made.width == 40
    target = r"DECK\|false\|MAP\|\|\|\|\|0\|0\|\|false\|x\|y\|EQUALS\|\|"
    assert made.global_commands == (f"Turn all|70,130||2||Turn all|{target}|true|false|",)
    assert (
        deck_type(component("DrawPile", name="Cards", draw=True))
        == DeckType(name="Cards").canonical()
    )

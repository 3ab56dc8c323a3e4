"""The saved object for Tabletop Simulator: what it contains, how large, and where its files are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

import pypdfium2
import pytest
from PIL import Image

from modgen.assets import template_path
from modgen.compile.words import words
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.model.types.game_file import Die
from modgen.sheets import aids
from modgen.sheets.cards import card_name
from modgen.sheets.paper import paper_size
from modgen.sheets.tabletop import write_tabletop


@pytest.fixture(scope="module")
def hexes() -> Game:
    """The template of a hex game: a board, counters with two faces, a die and charts."""
    return load(template_path("hex")).game


SIZE = 15.0
"""The side of counters in mm."""


def said() -> dict[str, str]:
    found = words("en")
    return {key.partition("_")[2]: found(key) for key in found.keys() if "sheet_" in key}  # noqa: SIM118


def written(game: Game, folder: Path, address: str = "") -> list[dict[str, Any]]:
    """The objects on the table."""
    files = write_tabletop(game, folder, address or folder.as_uri(), SIZE, said())
    assert all(path.exists() for path in files)
    saved = json.loads((folder / f"{game.id}.json").read_text("utf-8"))
    objects: list[dict[str, Any]] = saved["ObjectStates"]
    return objects


def tiles(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in objects:
        yield from [one] if one["Name"] == "Custom_Tile" else ()
        yield from tiles(one.get("ContainedObjects", []))


def millimetres(tile: dict[str, Any]) -> tuple[float, float]:
    """A tile of scale 1 is two inches wide and deep."""
    place = tile["Transform"]
    return place["scaleX"] * 2 * 25.4, place["scaleZ"] * 2 * 25.4


@pytest.mark.long
def test_decks(people_power: Loaded, tmp_path: Path) -> None:
    game = people_power.game
    some = [card for card in game.cards if card.deck == "personality"]
    some += [card for card in game.cards if card.deck == "event"][:9]
    objects = written(replace(game, cards=tuple(some)), tmp_path)
    decks = {deck["Nickname"]: deck for deck in objects}
    assert len(decks["Event"]["DeckIDs"]) == 9
    assert {deck["Nickname"] for deck in decks["Personality"]["ContainedObjects"]} >= {"Fabian Ver"}
    look = next(iter(decks["Event"]["CustomDeck"].values()))
    assert Path(url2pathname(urlsplit(look["FaceURL"]).path)).exists()


@pytest.mark.long
def test_every_component_in_its_number_and_size(hexes: Game, tmp_path: Path) -> None:
    objects = written(hexes, tmp_path)
    found = list(tiles(objects))
    (board,) = hexes.own_boards
    assert millimetres(found[0]) == pytest.approx((board.width, board.height), abs=0.01)
    counters = found[1:]
    assert [millimetres(one) for one in counters] == [
        pytest.approx((SIZE, SIZE), abs=0.01) for _ in counters
    ]
    assert len(counters) == sum(piece.count + piece.spare for piece in hexes.pieces)
    for piece in hexes.pieces:
        same = [one for one in counters if one["Nickname"] == piece.name]
        assert len(same) == piece.count
        image = same[0]["CustomImage"]
        assert unquote(image["ImageURL"]).endswith(f"piece-{piece.id}-{piece.faces[0].id}.png")
        assert unquote(image["ImageSecondaryURL"]).endswith(f"-{piece.faces[-1].id}.png")
        for key in ("ImageURL", "ImageSecondaryURL"):
            picture = Image.open(url2pathname(urlsplit(image[key]).path))
            assert picture.size == pytest.approx((SIZE / 25.4 * 300,) * 2, abs=1)


@pytest.mark.long
def test_steps_are_states_of_one_block(tmp_path: Path) -> None:
    game = load(template_path("blocks")).game
    found = list(tiles(written(game, tmp_path)))[1:]
    for piece in game.pieces:
        same = [one for one in found if one["Nickname"] == piece.name]
        assert len(same) == piece.count
        for block in same:
            states = [block, *block.get("States", {}).values()]
            images = [unquote(one["CustomImage"]["ImageURL"]) for one in states]
            ends = [f"piece-{piece.id}-{face.id}.png" for face in piece.faces]
            assert [one.rpartition("/")[2] for one in images] == ends
            assert [*block.get("States", {})] == [str(n) for n in range(2, len(ends) + 1)]


@pytest.mark.long
def test_nothing_lies_on_something_else(hexes: Game, tmp_path: Path) -> None:
    places = []
    for one in written(hexes, tmp_path):
        wide, deep = millimetres(one) if one["Name"] == "Custom_Tile" else (25.4, 25.4)
        x, z = one["Transform"]["posX"] * 25.4, one["Transform"]["posZ"] * 25.4
        places.append((x - wide / 2, z - deep / 2, x + wide / 2, z + deep / 2))
    for number, one in enumerate(places):
        for other in places[number + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0]
            assert apart or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.long
def test_dice_of_the_program_only(hexes: Game, tmp_path: Path) -> None:
    dice = [
        Die(id="two", name="Two", sides=6, count=2, colour="#ff0000"),
        Die(id="ten", name="Ten", sides=10),
        Die(id="odd", name="Odd", sides=7),
    ]
    game = replace(hexes, info=hexes.info.model_copy(update={"dice": dice}))
    found = [one for one in written(game, tmp_path) if one["Name"].startswith("Die_")]
    assert [one["Name"] for one in found] == ["Die_6_Rounded", "Die_6_Rounded", "Die_10"]
    assert found[0]["ColorDiffuse"] == {"r": 1, "g": 0, "b": 0}
    assert found[0]["Transform"] != found[1]["Transform"]


@pytest.mark.long
def test_only_cards_go_to_hands(tmp_path: Path) -> None:
    """The program hides what is in a hand, and writes each of these settings itself."""
    objects = written(load(template_path("point-to-point")).game, tmp_path)
    seen = {one["Name"]: one for one in [*objects, *objects[1]["ContainedObjects"]]}
    assert {*seen} >= {"Custom_Tile", "DeckCustom", "Card", "Bag"}
    for name, one in seen.items():
        card = name in ("Card", "DeckCustom")
        assert (one["Hands"], one["HideWhenFaceDown"]) == (card, card)
        assert (one["Locked"], one["Snap"], one["Tooltip"]) == (False, True, True)
        assert one.keys() >= {"ColorDiffuse", "Transform", "Nickname", "Description", "GMNotes"}


@pytest.mark.long
def test_aids_are_a_document_on_the_table(hexes: Game, tmp_path: Path) -> None:
    book = aids.aid_sheets(hexes, paper_size("a4"), said())
    write_tabletop(hexes, tmp_path, "https://example.org/a b/", SIZE, said(), [book, None])
    saved = json.loads((tmp_path / f"{hexes.id}.json").read_text("utf-8"))
    (pdf,) = [one["CustomPDF"] for one in saved["ObjectStates"] if "CustomPDF" in one]
    assert pdf["PDFUrl"].startswith("https://example.org/a b/")
    name = pdf["PDFUrl"].rpartition("/")[2]
    assert len(pypdfium2.PdfDocument(tmp_path / name)) == len(book.pages)


@pytest.mark.long
def test_addresses_after_an_upload(vales: Game, tmp_path: Path) -> None:
    objects = written(vales, tmp_path, "https://example.org/vales/")
    looks = [next(iter(one["CustomDeck"].values())) for one in objects if "CustomDeck" in one]
    assert looks
    assert looks[0]["FaceURL"].startswith("https://example.org/vales/")
    assert (tmp_path / looks[0]["FaceURL"].rpartition("/")[2]).exists()


def test_pictures_of_cards_have_readable_names(vales: Game) -> None:
    card = vales.cards[0].model_copy(update={"id": "7", "title": "Überfall: bei Nacht!"})
    assert card_name(card) == f"card-{card.deck}-7-uberfall_bei_nacht"
    assert card_name(card.model_copy(update={"title": "7"})) == f"card-{card.deck}-7"
    assert card_name(card.model_copy(update={"title": "夜"})) == f"card-{card.deck}-7"
    assert len(card_name(card.model_copy(update={"title": "long " * 99}))) < 100

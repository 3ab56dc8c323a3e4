"""A game for Tabletop Simulator: pictures, PDFs and one saved object with all components.

The fields are those of the save file format in the program's knowledge base
(kb.tabletopsimulator.com). A unit of length there is about an inch.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import ceil, inf
from pathlib import Path
from urllib.parse import quote

from modgen.draw.board import draw_board
from modgen.draw.cards import draw_card, draw_card_back
from modgen.draw.raster import png
from modgen.draw.svg import Drawing
from modgen.model.game import Game
from modgen.model.types.cards import Card, Deck
from modgen.model.types.game_file import Die
from modgen.sheets import counters, own_size
from modgen.sheets.cards import back_name, card_sized
from modgen.sheets.dice import dice_needed
from modgen.sheets.paper import Sheets, Words
from modgen.sheets.pdf import write_pdf

COLUMNS, ROWS = 10, 7
"""The largest sheet that Tabletop Simulator accepts; its last cell is for hidden cards."""
MOST = COLUMNS * ROWS - 1
DPI = 150
COUNTER_DPI = 300
LARGEST = 4096
"""The most pixels of a side of a picture that the program's makers advise."""
UNIT = 25.4
"""Millimetres in a unit of length."""
TILE = 2.0
"""The side of a tile of scale 1 in units."""
CARD = 88.0
"""The height in mm of a card that is given the scale 1."""
THICK = 0.08
"""The thickness of counters and boards in units."""
DICE = {4: "Die_4", 6: "Die_6_Rounded", 8: "Die_8", 10: "Die_10", 12: "Die_12", 20: "Die_20"}
"""The dice that the program has, by the number of their sides."""
BETWEEN = 1.0
"""Space between components on the table in units."""
CARDS = ("Card", "DeckCustom")
"""Objects that players hold in their hands, where the others cannot see them."""
WHITE = {"r": 1.0, "g": 1.0, "b": 1.0}
"""The colour with which a picture is multiplied: none."""
WIDE = 30.0
"""The width of rows in units, if no board is wider."""

Saved = dict[str, object]
"""An object as Tabletop Simulator saves it."""


@dataclass
class _Table:
    """The table: the files that are written for it, and where the next row of objects begins."""

    folder: Path
    address: str
    files: list[Path] = field(default_factory=list)
    objects: list[Saved] = field(default_factory=list)
    far: float = 0.0
    wide: float = WIDE

    def picture(self, name: str, data: bytes) -> str:
        """Write a picture; its address."""
        return self.placed(f"{name}.png", data)

    def placed(self, name: str, data: bytes) -> str:
        """Write a file; its address."""
        path = self.folder / name
        path.write_bytes(data)
        self.files.append(path)
        return f"{self.address.rstrip('/')}/{quote(name)}"

    def row(self, objects: Sequence[tuple[Saved, float, float]]) -> None:
        """Place objects of a width and depth in units in a row, nearer to the player than others.

        The first row is in the middle of the table.
        """
        if not objects:
            return
        deep = max(depth for *_, depth in objects)
        total = sum(wide + BETWEEN for _, wide, _ in objects) - BETWEEN
        middle = self.far - deep / 2 - BETWEEN if self.objects else 0.0
        x = -total / 2
        for saved, wide, _ in objects:
            place = saved["Transform"]
            assert isinstance(place, dict)
            place |= {"posX": round(x + wide / 2, 3), "posZ": round(middle, 3)}
            x += wide + BETWEEN
        self.objects += [saved for saved, *_ in objects]
        self.far = middle - deep / 2
        self.wide = max(self.wide, total)

    def rows(self, objects: Sequence[tuple[Saved, float, float]]) -> None:
        """Place objects in as many rows as they need."""
        row: list[tuple[Saved, float, float]] = []
        for one in objects:
            if row and sum(wide + BETWEEN for _, wide, _ in (*row, one)) > self.wide + BETWEEN:
                self.row(row)
                row = []
            row.append(one)
        self.row(row)


def write_tabletop(
    game: Game,
    folder: Path,
    address: str,
    size: float,
    words: Words,
    books: Sequence[Sheets | None] = (),
) -> list[Path]:
    """Write pictures, PDFs and the saved object `<game>.json`; the files.

    `address` is where the files will be: `https://example.org/game/`, or the URI of a folder on
    this computer. Counters have sides of `size` mm. `books` are documents that lie on the table.
    """
    folder.mkdir(parents=True, exist_ok=True)
    table = _Table(folder, address)
    table.row(list(_boards(game, table)))
    table.rows([*_decks(game, table)])
    table.rows([*_counters(game, table, size, words)])
    table.rows([*_dice(game)])
    table.rows([(_book(book, table), 8.5, 11.0) for book in books if book and book.pages])
    saved = {"SaveName": game.info.title, "ObjectStates": table.objects}
    path = folder / f"{game.id}.json"
    path.write_bytes((json.dumps(saved, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))
    return list(dict.fromkeys([*table.files, path]))


def _object(kind: str, name: str, **more: object) -> Saved:
    """An object on the table that looks to the player.

    It has the settings that the program itself writes into every saved object, so that nothing
    depends on what a missing one means.
    """
    place = {"posX": 0.0, "posY": 1.5, "posZ": 0.0, "rotX": 0, "rotY": 180, "rotZ": 0}
    place |= {"scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}
    card = kind in CARDS
    settings: Saved = {
        "Description": "",
        "GMNotes": "",
        "ColorDiffuse": WHITE,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "HideWhenFaceDown": card,
        "Hands": card,
    }
    if card:
        settings["SidewaysCard"] = False
    return {"Name": kind, "Transform": place, "Nickname": name, **settings, **more}


def _tile(name: str, sides: tuple[str, str], size: tuple[float, float]) -> Saved:
    """A tile with pictures on both sides; its size is in mm.

    A stretched tile is a square of two units, which the scale makes as wide and deep as needed.
    """
    image = {
        "ImageURL": sides[0],
        "ImageSecondaryURL": sides[1],
        "ImageScalar": 1.0,
        "WidthScale": 0.0,
        "CustomTile": {"Type": 0, "Thickness": THICK, "Stackable": True, "Stretch": True},
    }
    saved = _object("Custom_Tile", name, CustomImage=image)
    place = saved["Transform"]
    assert isinstance(place, dict)
    place |= {"scaleX": round(size[0] / UNIT / TILE, 4), "scaleZ": round(size[1] / UNIT / TILE, 4)}
    return saved


def _boards(game: Game, table: _Table) -> Iterator[tuple[Saved, float, float]]:
    """Each board as a tile."""
    for board in game.own_boards:
        if board.printed:
            drawn = draw_board(game, board.id)
            dpi = int(min(DPI, LARGEST * 25.4 / max(drawn.width, drawn.height)))
            address = table.picture(f"board-{board.id}", png(drawn.svg, dpi))
            saved = _tile(board.name, (address, address), (drawn.width, drawn.height))
            yield saved, drawn.width / UNIT, drawn.height / UNIT


def _counters(
    game: Game, table: _Table, size: float, words: Words
) -> Iterator[tuple[Saved, float, float]]:
    """Counters, markers and pieces of the size of cards; several copies are in a bag.

    The counters of a piece with several steps are the states of one object.
    """
    drawn = Sheets(game.id, game.info.title, game.language)
    pieces, marks = counters.counter_pieces(game, drawn, size, words, blocks=True)
    square = (size, size)
    found = [(piece, square, counters.BLEED) for piece in (*pieces, *marks)]
    for own, large in card_sized(game, drawn, (inf, inf)).items():
        found += [(piece, own, 0.0) for piece in large]
    for cell, large in own_size.tiles(game, drawn, (inf, inf)).items():
        found += [(piece, (cell.w, cell.h), cell.bleed) for piece in large]
    addresses: dict[str, str] = {}
    tiles: dict[object, tuple[list[Saved], int, tuple[float, float]]] = {}
    for number, (piece, (wide, high), bleed) in enumerate(found):
        for name in (piece.front, piece.back):
            if name not in addresses:
                picture = Drawing(wide, high)
                picture.nest(drawn.art[name].linked, -bleed, -bleed)
                addresses[name] = table.picture(name, png(picture.svg, COUNTER_DPI))
        tile = _tile(piece.caption, (addresses[piece.front], addresses[piece.back]), (wide, high))
        key = (piece.steps_of, piece.caption) if piece.steps_of else number
        tiles.setdefault(key, ([], piece.copies, (wide, high)))[0].append(tile)
    for (first, *others), copies, (wide, high) in tiles.values():
        if others:
            first["States"] = {str(number): tile for number, tile in enumerate(others, 2)}
        if copies == 1:
            yield first, wide / UNIT, high / UNIT
        elif copies:
            bag = _object("Bag", str(first["Nickname"]), ContainedObjects=[first] * copies)
            yield bag, TILE, TILE


def _dice(game: Game) -> Iterator[tuple[Saved, float, float]]:
    """The dice that the program has."""
    for die, count in dice_needed(game):
        if die.sides in DICE:
            yield from ((_die(die), 1.0, 1.0) for _ in range(count))


def _die(die: Die) -> Saved:
    parts = [int(die.colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    colour = dict(zip("rgb", (round(part, 3) for part in parts), strict=True))
    return _object(DICE[die.sides], die.name, ColorDiffuse=colour)


def _book(book: Sheets, table: _Table) -> Saved:
    path = table.folder / f"{book.name}.pdf"
    write_pdf(path, book)
    address = table.placed(path.name, path.read_bytes())
    pdf = {"PDFUrl": address, "PDFPassword": "", "PDFPage": 0, "PDFPageOffset": 0}
    return _object("Custom_PDF", book.title, CustomPDF=pdf)


def _decks(game: Game, table: _Table) -> Iterator[tuple[Saved, float, float]]:
    """Each deck with a picture of all its faces; large ones in several parts."""
    number = 0
    for deck in game.decks.values():
        own = [card for card in game.added.cards if card.deck == deck.id]
        cards = [card for card in own for _ in range(card.copies)]
        for start in range(0, len(cards), MOST):
            number += 1
            batch = cards[start : start + MOST]
            columns = max(2, min(COLUMNS, len(batch)))
            rows = max(2, ceil(len(batch) / columns))
            faces = _faces(game, batch, columns, rows)
            addresses = (
                table.picture(f"deck-{deck.id}-{start // MOST + 1}", faces),
                table.picture(
                    back_name(deck), png(draw_card_back(game, deck, square=True).svg, DPI)
                ),
            )
            saved = _deck(deck, batch, number, (columns, rows), addresses)
            yield saved, deck.width / UNIT, deck.height / UNIT


def _faces(game: Game, cards: list[Card], columns: int, rows: int) -> bytes:
    from PIL import Image

    faces = [
        Image.open(BytesIO(png(draw_card(game, card, square=True).svg, DPI))) for card in cards
    ]
    wide, high = faces[0].size
    sheet = Image.new("RGB", (columns * wide, rows * high), "#20242a")
    for number, face in enumerate(faces):
        sheet.paste(face.convert("RGB"), (number % columns * wide, number // columns * high))
    buffer = BytesIO()
    sheet.save(buffer, "PNG")
    return buffer.getvalue()


def _deck(
    deck: Deck, cards: list[Card], number: int, size: tuple[int, int], addresses: tuple[str, str]
) -> Saved:
    """A deck, face down; `addresses` are those of the faces and the back."""
    ids = [number * 100 + place for place in range(len(cards))]
    look = {
        str(number): {
            "FaceURL": addresses[0],
            "BackURL": addresses[1],
            "NumWidth": size[0],
            "NumHeight": size[1],
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
    }
    contained = []
    for card, card_id in zip(cards, ids, strict=True):
        text = card.text or card.unshaded
        more = {"Description": text, "CardID": card_id, "CustomDeck": look}
        contained.append(_face_down(_object("Card", card.title, **more), deck))
    if len(contained) == 1:
        return contained[0]
    more = {"DeckIDs": ids, "CustomDeck": look, "ContainedObjects": contained}
    return _face_down(_object("DeckCustom", deck.name, **more), deck)


def _face_down(saved: Saved, deck: Deck) -> Saved:
    """A card or deck that lies face down; its scale is one for a card of 88 mm."""
    place = saved["Transform"]
    assert isinstance(place, dict)
    scale = round(deck.height / CARD, 4)
    place |= {"rotZ": 180, "scaleX": scale, "scaleZ": scale}
    return saved

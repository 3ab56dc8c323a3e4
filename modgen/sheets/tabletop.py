"""Decks for Tabletop Simulator: a picture of all faces, one of the back, a saved object."""

from __future__ import annotations

import json
from io import BytesIO
from math import ceil
from pathlib import Path
from urllib.parse import quote

from modgen.draw.cards import draw_card, draw_card_back
from modgen.draw.raster import png
from modgen.model.game import Game
from modgen.model.types.cards import Card, Deck

COLUMNS, ROWS = 10, 7
"""The largest sheet that Tabletop Simulator accepts; its last cell is for hidden cards."""
MOST = COLUMNS * ROWS - 1
DPI = 150


def write_decks(game: Game, folder: Path, address: str) -> list[Path]:
    """Write the sheets of all decks and the saved object `<game>.json`; return the files.

    `address` is where the pictures will be: `https://example.org/game/`, or the URI of a folder on
    this computer.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files: list[Path] = []
    objects = []
    number = 0
    for deck in game.decks.values():
        own = [card for card in game.added.cards if card.deck == deck.id]
        cards = [card for card in own for _ in range(card.copies)]
        for start in range(0, len(cards), MOST):
            number += 1
            batch = cards[start : start + MOST]
            name = f"{deck.id}-{start // MOST + 1}"
            columns = max(2, min(COLUMNS, len(batch)))
            rows = max(2, ceil(len(batch) / columns))
            faces, back = folder / f"{name}.png", folder / f"{deck.id}-back.png"
            faces.write_bytes(_sheet(game, batch, columns, rows))
            back.write_bytes(png(draw_card_back(game, deck, square=True).svg, DPI))
            files += [faces, back]
            addresses = [f"{address.rstrip('/')}/{quote(path.name)}" for path in (faces, back)]
            objects.append(_object(deck, batch, number, (columns, rows), addresses))
    saved = {"SaveName": game.info.title, "ObjectStates": objects}
    path = folder / f"{game.id}.json"
    path.write_bytes((json.dumps(saved, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))
    return list(dict.fromkeys([*files, path]))


def _sheet(game: Game, cards: list[Card], columns: int, rows: int) -> bytes:
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


def _object(
    deck: Deck, cards: list[Card], number: int, size: tuple[int, int], addresses: list[str]
) -> dict[str, object]:
    """A deck as Tabletop Simulator saves it; `addresses` are those of the faces and the back."""
    ids = [number * 100 + place for place in range(len(cards))]
    look = {
        str(number): {
            "FaceURL": addresses[0],
            "BackURL": addresses[1],
            "NumWidth": size[0],
            "NumHeight": size[1],
            "BackIsHidden": True,
        }
    }
    place = {"posX": 3.0 * number, "posY": 1.5, "posZ": 0, "rotY": 180, "rotZ": 180}
    place |= {"scaleX": 1, "scaleY": 1, "scaleZ": 1}
    contained = [
        {
            "Name": "Card",
            "Nickname": card.title,
            "Description": card.text or card.unshaded,
            "CardID": card_id,
            "CustomDeck": look,
            "Transform": place,
        }
        for card, card_id in zip(cards, ids, strict=True)
    ]
    if len(contained) == 1:
        return contained[0]
    return {
        "Name": "DeckCustom",
        "Nickname": deck.name,
        "DeckIDs": ids,
        "CustomDeck": look,
        "ContainedObjects": contained,
        "Transform": place,
    }

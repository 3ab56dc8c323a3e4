"""What is printed on cards can be told from the colour behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from modgen.assets import asset_path, bundled_games
from modgen.draw.cards import Trim, _Face
from modgen.draw.colours import contrast
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.types.cards import Element

GAMES = bundled_games() | {
    f"template-{path.name}": path for path in sorted(asset_path("templates").iterdir())
}
LEAST = 3.0
"""The least contrast of large letters and symbols (WCAG 2.1, 1.4.11)."""


def behind(face: _Face, number: int) -> str:
    """The colour behind the middle of an element; empty if that is not one colour."""
    element = face.layout.elements[number]
    x, y = element.x + element.w / 2, element.y + (element.h or element.w) / 2
    found = face.layout.background
    for other in face.layout.elements[:number]:
        inside = other.x <= x <= other.x + other.w and other.y <= y <= other.y + other.h
        if inside and (not other.when or face.value(other.when)):
            if other.kind == "art":
                found = ""
            elif other.kind == "box" and other.fill not in ("", "none"):
                found = other.fill
    element_fill = element.fill if element.kind == "text" and element.fill else found
    return face.colour(element_fill) if element_fill else ""


def shown(face: _Face, element: Element) -> bool:
    if element.when and not face.value(element.when):
        return False
    return bool(face.text(element) if element.kind == "text" else face.filled(element.icon))


def faces(game: Game) -> Iterator[_Face]:
    for card in game.cards:
        deck = game.decks[card.deck]
        yield _Face(game, deck, game.layouts[deck.layout], card, Trim())
    for deck in game.decks.values():
        yield _Face(game, deck, game.layouts[deck.back], None, Trim())


@pytest.mark.parametrize("name", GAMES)
def test_letters_and_icons_of_cards(name: str) -> None:
    weak = {
        f"{face.layout.id}, element {number + 1}: {face.colour(element.colour)} on {ground}"
        for face in faces(load(GAMES[name]).game)
        if not face.layout.picture
        for number, element in enumerate(face.layout.elements)
        if element.kind in ("text", "icon") and shown(face, element)
        if (ground := behind(face, number))
        if contrast(face.colour(element.colour), ground) < LEAST
    }
    assert not weak

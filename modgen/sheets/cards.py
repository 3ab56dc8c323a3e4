"""Card sheets: every deck in its own size, fronts with their backs."""

from __future__ import annotations

from modgen.draw.cards import draw_card, draw_card_back
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.draw.whole import draw_face
from modgen.model.game import Game
from modgen.model.types.base import id_from_name
from modgen.model.types.cards import Card, Deck
from modgen.model.types.pieces import PieceType
from modgen.sheets.counters import both_sides, is_card_sized, steps_of
from modgen.sheets.impose import Cell, Duplex, ImposedPiece, singles
from modgen.sheets.paper import MARGIN, Sheets, Words
from modgen.sheets.sizes import impose_sizes

LONGEST = 60
"""The most letters of a card's title in the name of its picture."""
BLEED = 3.0
"""The bleed that print shops ask for on each side, in mm."""


@in_typefaces
def card_sheets(
    game: Game, paper: tuple[float, float], duplex: Duplex, words: Words
) -> Sheets | None:
    """All cards of the game, for a home printer; also the pieces that have the size of cards."""
    large = any(piece.printed and is_card_sized(piece) for piece in game.added.pieces)
    if not (game.added.cards or large):
        return None
    sheets = Sheets(f"{game.id}-cards", f"{game.info.title}: {words['cards']}", game.language)
    sizes: dict[Cell, list[ImposedPiece]] = {}
    for card in game.added.cards:
        deck = game.decks[card.deck]
        piece = ImposedPiece(card_name(card), back_name(deck), card.copies)
        sheets.art[piece.front] = draw_card(game, card, square=True)
        if piece.back not in sheets.art:
            sheets.art[piece.back] = draw_card_back(game, deck, square=True)
        sizes.setdefault(Cell(deck.width, deck.height), []).append(piece)
    for size, pieces in card_sized(game, sheets, room_on(paper)).items():
        sizes.setdefault(Cell(*size), []).extend(pieces)
    impose_sizes(sheets, sizes, paper, duplex, words)
    return sheets


def card_name(card: Card) -> str:
    """The name of the picture of a card's face: its deck, its id, its title."""
    title = id_from_name(card.title)[:LONGEST]
    return "-".join(("card", card.deck, card.id, *([title] if title not in {"", card.id} else [])))


def back_name(deck: Deck) -> str:
    """The name of the picture of the back of a deck's cards."""
    return f"deck-{deck.id}-back"


def card_sized(
    game: Game, sheets: Sheets, room: tuple[float, float]
) -> dict[tuple[float, float], list[ImposedPiece]]:
    """The pieces that have the size of cards, by their size in mm, at most that of the room.

    Their pictures are added to `sheets`.
    """
    sizes: dict[tuple[float, float], list[ImposedPiece]] = {}
    for kind in game.added.pieces:
        if not (kind.printed and is_card_sized(kind)):
            continue
        size = fitted(kind, room)
        for faces, number in both_sides(kind):
            names = [f"piece-{kind.id}-{face.id}" for face in faces]
            for name, face in zip(names, faces, strict=True):
                sheets.art[name] = drawing = Drawing(*size)
                draw_face(drawing, game.folder, face.art, 0, 0, *size)
            copies = number + kind.spare
            imposed = ImposedPiece(names[0], names[1], copies, kind.name, steps_of(kind))
            sizes.setdefault(size, []).append(imposed)
    return sizes


def room_on(paper: tuple[float, float]) -> tuple[float, float]:
    """The largest width and height in mm of what is cut out of a paper, also if it is folded."""
    return paper[0] - 2 * MARGIN, (paper[1] - 2 * MARGIN) / 2


def fitted(piece: PieceType, room: tuple[float, float]) -> tuple[float, float]:
    """The size in mm of a piece: its own, or less if it is larger than the room.

    Sizes that differ by less than a tenth of a millimetre are the same, so that pieces of nearly
    one size share pages.
    """
    wide, high = piece.size, piece.drawn_height
    scale = min(1.0, room[0] / wide, room[1] / high)
    return round(wide * scale, 1), round(high * scale, 1)


@in_typefaces
def single_cards(game: Game, words: Words) -> Sheets | None:
    """One page for each face, with bleed and crop marks, for a print shop."""
    if not game.added.cards:
        return None
    sheets = Sheets(
        f"{game.id}-cards-single", f"{game.info.title}: {words['cards']}", game.language
    )
    for card in game.added.cards:
        deck = game.decks[card.deck]
        piece = ImposedPiece(card_name(card), back_name(deck))
        sheets.art[piece.front] = draw_card(game, card, bleed=BLEED)
        if piece.back not in sheets.art:
            sheets.art[piece.back] = draw_card_back(game, deck, bleed=BLEED)
        singles(sheets, [piece], (deck.width, deck.height), BLEED)
    return sheets

"""Card sheets: every deck in its own size, fronts with their backs."""

from __future__ import annotations

from modgen.draw.cards import draw_card, draw_card_back
from modgen.draw.fonts import in_typefaces
from modgen.model.game import Game
from modgen.sheets.impose import Cell, Duplex, ImposedPiece, impose, singles
from modgen.sheets.paper import Sheets, Words

BLEED = 3.0
"""The bleed that print shops ask for on each side, in mm."""


@in_typefaces
def card_sheets(
    game: Game, paper: tuple[float, float], duplex: Duplex, words: Words
) -> Sheets | None:
    """All cards of the game, for a home printer."""
    if not game.cards:
        return None
    sheets = Sheets(f"{game.id}-cards", f"{game.info.title}: {words['cards']}", game.language)
    sizes: dict[tuple[float, float], list[ImposedPiece]] = {}
    for card in game.cards:
        deck = game.decks[card.deck]
        piece = ImposedPiece(f"card-{card.id}", deck.back, card.copies)
        sheets.art[piece.front] = draw_card(game, card, square=True)
        if deck.back not in sheets.art:
            sheets.art[deck.back] = draw_card_back(game, deck, square=True)
        sizes.setdefault((deck.width, deck.height), []).append(piece)
    for size, pieces in sizes.items():
        impose(sheets, pieces, Cell(*size), paper, duplex, words["back"])
    return sheets


@in_typefaces
def single_cards(game: Game, words: Words) -> Sheets | None:
    """One page for each face, with bleed and crop marks, for a print shop."""
    if not game.cards:
        return None
    sheets = Sheets(
        f"{game.id}-cards-single", f"{game.info.title}: {words['cards']}", game.language
    )
    for card in game.cards:
        deck = game.decks[card.deck]
        piece = ImposedPiece(f"card-{card.id}", deck.back)
        sheets.art[piece.front] = draw_card(game, card, bleed=BLEED)
        if deck.back not in sheets.art:
            sheets.art[deck.back] = draw_card_back(game, deck, bleed=BLEED)
        singles(sheets, [piece], (deck.width, deck.height), BLEED)
    return sheets

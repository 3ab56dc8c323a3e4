"""Where cards and cups lie in the private windows of sides."""

from __future__ import annotations

from modgen.compile.build import Build
from modgen.draw.picture import MM
from modgen.draw.windows import NAME_HEIGHT
from modgen.model.game import Game
from modgen.model.types.cards import Pile

HAND_COLUMNS = 5
GAP = 12
"""The distance between two cards in pixels."""


def private_piles(game: Game, side: str) -> list[Pile]:
    """The cups in a side's private window."""
    return [pile for pile in game.cards_file.piles if pile.side == side]


def hand_spot(build: Build, side: str, number: int) -> tuple[int, int]:
    """The middle of a place in a side's private window, in pixels: rows from the top left.

    If the first row holds cups, their names are printed above it.
    """
    width, height = pile_size(build)
    row, column = divmod(number, HAND_COLUMNS)
    top = 20 + names_height(build, side)
    return (20 + width // 2 + column * (width + GAP), top + height // 2 + row * (height + GAP))


def names_height(build: Build, side: str) -> int:
    """The height reserved for the names of cups in a side's private window, in pixels."""
    dpi = build.game.info.module.card_dpi
    return round(NAME_HEIGHT / MM * dpi) if private_piles(build.game, side) else 0


def pile_size(build: Build) -> tuple[int, int]:
    """Width and height of piles in pixels: those of the largest card."""
    decks = build.game.cards_file.decks
    dpi = build.game.info.module.card_dpi
    return (
        round(max(deck.width for deck in decks) / MM * dpi),
        round(max(deck.height for deck in decks) / MM * dpi),
    )

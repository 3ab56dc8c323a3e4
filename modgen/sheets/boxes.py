"""Sheets of nets: a tuck box and a wrap for each deck, and the six-sided dice of the game."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from modgen.draw.cards import back_colour, draw_card_back
from modgen.draw.colours import ink_on
from modgen.draw.dice import PIPS
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.draw.text import Style, width
from modgen.model.game import Game
from modgen.model.types.cards import Deck
from modgen.sheets.dice import dice_needed
from modgen.sheets.impose import shortened
from modgen.sheets.nets import LOOK, NOTCH, Box, Net, Panel, die_net, tuck_box, wrap_band
from modgen.sheets.paper import INK, PaperError, Placed, Sheets, Words

TOP = 12.0
"""Height in mm of the title and of the caption of the first net."""
BOTTOM = 8.0
CAPTION = 2.6
GAP = 7.0
"""Space between nets in mm, with room for a caption."""
EDGE = 5.0
"""Margin of a page beside nets in mm."""
LEAST = 2.0
"""The smallest letters on a side of a box in mm."""


class _Drawn(NamedTuple):
    """A net to place on a page."""

    name: str
    caption: str
    drawing: Drawing


@in_typefaces
def box_sheets(
    game: Game, paper: tuple[float, float], thickness: float, words: Words
) -> Sheets | None:
    """Boxes, wraps and dice; `thickness` is that of a card in mm.

    A deck whose box would be larger than the paper gets several boxes. Raises PaperError if not
    even a box for one card has room.
    """
    title = f"{game.info.title}: {words['boxes']}"
    sheets = Sheets(f"{game.id}-boxes", title, game.language)
    nets = [*_boxes(game, paper, thickness, words), *_dice(game)]
    x = y = row = 0.0
    for net in nets:
        w, h = net.drawing.width, net.drawing.height
        size = _turned(paper, (w, h))
        page = sheets.pages[-1] if sheets.pages else None
        if page is None or h > row or x + w > page.width - EDGE:
            x, y, row = EDGE, y + row + GAP, h
        if page is None or (page.width, page.height) != size or y + h > size[1] - BOTTOM:
            page, y = sheets.page(*size), TOP
            page.title(title)
            page.ruler()
        sheets.art[net.name] = net.drawing
        page.placed.append(Placed(net.name, x, y, w, h))
        letters = Style("title", CAPTION)
        page.marks.text(net.caption, x + EDGE, y - 1.2, letters, fill=INK)
        x += w + EDGE
    return sheets if nets else None


def _turned(paper: tuple[float, float], net: tuple[float, float]) -> tuple[float, float]:
    """The paper upright, or turned if only so the net has room on it. Raises PaperError."""
    for size in (paper, (paper[1], paper[0])):
        if net[0] <= size[0] - 2 * EDGE and net[1] <= size[1] - TOP - BOTTOM:
            return size
    raise PaperError(
        f"a net of {net[0]:.0f} × {net[1]:.0f} mm does not fit on a paper of {paper[0]:g} × "
        f"{paper[1]:g} mm; choose a larger one"
    )


def _boxes(
    game: Game, paper: tuple[float, float], thickness: float, words: Words
) -> Iterator[_Drawn]:
    """A box and a wrap for each deck, or for each part of one that is too thick for the paper."""
    for deck in game.decks.values():
        total = sum(card.copies for card in game.added.cards if card.deck == deck.id)
        size = (deck.width, deck.height)
        number = 1
        while total:
            count = ceil(total / number)
            box = tuck_box(size, count * thickness)
            try:
                _turned(paper, (box.net.width, box.net.height))
            except PaperError:
                if count == 1:
                    raise
                number += 1
                continue
            break
        else:
            continue
        colour = back_colour(game, deck)
        band = wrap_band(size, count * thickness)
        for part in range(number):
            suffix, cards = f"-{part + 1}" if number > 1 else "", min(count, total - part * count)
            told = words["box_of"].format(deck=deck.name, count=cards)
            yield _Drawn(f"box-{deck.id}{suffix}", told, _box(game, deck, box, colour))
            yield _Drawn(f"wrap-{deck.id}{suffix}", told, _band(game, deck, band, colour))


def _box(game: Game, deck: Deck, box: Box, colour: str) -> Drawing:
    """A box with the back of the cards in front and behind, and the deck's name on the sides."""
    drawing = box.net.paint(colour)
    art = draw_card_back(game, deck, square=True)
    for panel in (box.back, box.front):
        scale = min(panel.w / art.width, panel.h / art.height)
        x, y = panel.x + (panel.w - art.width * scale) / 2, panel.y
        drawing.nest(art.linked, x, y + (panel.h - art.height * scale) / 2, scale)
    for panel, turn in zip(box.sides, (90, -90), strict=True):
        _name(drawing, deck.name, panel, ink_on(colour), turn)
    _name(drawing, deck.name, box.lid, ink_on(colour), 180)
    box.net.lines(drawing)
    middle, top = box.front.x + box.front.w / 2, box.front.y
    drawing.path(
        f"M{middle - NOTCH:.3f} {top:.3f}A{NOTCH} {NOTCH} 0 0 0 {middle + NOTCH:.3f} {top:.3f}Z",
        fill="#ffffff",
        **LOOK,
    )
    return drawing


def _band(game: Game, deck: Deck, band: tuple[Net, Panel, Panel], colour: str) -> Drawing:
    """A band with the names of the game and of the deck."""
    net, back, front = band
    drawing = net.paint(colour)
    _name(drawing, deck.name, front, ink_on(colour))
    _name(drawing, game.info.title, back, ink_on(colour))
    net.lines(drawing)
    return drawing


def _name(drawing: Drawing, text: str, panel: Panel, ink: str, turn: int = 0) -> None:
    """A text in the middle of a panel as large as it fits, if it is legible."""
    room, high = (panel.h, panel.w) if turn in {90, -90} else (panel.w, panel.h)
    letters = Style("title", min(7.0, high * 0.55), bold=True)
    needed = width(text, letters)
    if needed > room * 0.85:
        letters = Style("title", letters.size * room * 0.85 / needed, bold=True)
    if letters.size < LEAST:
        if high * 0.55 < LEAST:
            return
        letters = Style("title", LEAST, bold=True)
        text = shortened(text, letters, room * 0.85)
    x, y = panel.x + panel.w / 2, panel.y + panel.h / 2
    with drawing.group(transform=f"rotate({turn} {x:.3f} {y:.3f})" if turn else None):
        drawing.text(text, x, y + letters.size * 0.36, letters, align="centre", fill=ink)


def _dice(game: Game) -> Iterator[_Drawn]:
    """The six-sided dice."""
    kinds = [(die, count) for die, count in dice_needed(game) if die.sides == max(PIPS)]
    for kind, (die, count) in enumerate(kinds, 1):
        for number in range(1, count + 1):
            yield _Drawn(f"die-{kind}-{number}", die.name, _die(die.colour))


def _die(colour: str) -> Drawing:
    net, faces = die_net()
    drawing = net.paint(colour)
    side = faces[2][0] - faces[1][0]
    for number, (x, y) in faces.items():
        for right, down in PIPS[number]:
            pip = (x + side / 2 + right * side * 0.26, y + side / 2 + down * side * 0.26)
            drawing.circle(*pip, side * 0.09, fill=ink_on(colour))
    net.lines(drawing)
    return drawing

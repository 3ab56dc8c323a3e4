"""Draw the surroundings of a map: boxes, force displays, card places and tracks."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from modgen.draw.colours import (
    INK,
    LINE,
    PAPER,
    PAPER_DARK,
    darker,
    ink_on,
    lighter,
    side_dark,
    side_light,
)
from modgen.draw.marks import FLAG, paint_flag
from modgen.draw.pieces import paint_piece
from modgen.draw.svg import Drawing
from modgen.draw.text import LEAST, Style, capitals, width, wrap
from modgen.model.boards import layout
from modgen.model.game import Game
from modgen.model.tactics.listings import has_flag
from modgen.model.types.base import Rect
from modgen.model.types.places import Board, Box, Track

GROUP_HEADING = 6.0
NAME = 3.7
"""The height of the name of a box in mm."""
LOW = 1.25 / 3.7
"""How far below the middle of a strip the baseline of letters is, as a share of their size."""
NAME_SHARE = 0.85
"""How much of a box its name may cover on a board that will be made smaller."""
SMALLER = (1.0, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.55, 0.5)
"""How much a chart may be made smaller to fit into its box."""
NAME_MARGIN = 1.3
"""The space on both sides of the name of a piece in a box, in mm."""
COIN_SHIFT = 0.16
"""How far right of the middle of a stack its price is, as a share of the size of its pieces."""
COUNTED = 9
"""Tracks with at least this many cells highlight every fifth cell."""


def paint_boxes(drawing: Drawing, game: Game, board: Board) -> None:
    """All boxes of a board. Boxes of a group share a heading."""
    boxes = [box for box in game.map.boxes if box.board == board.id]
    groups: dict[str, list[Box]] = {}
    for box in boxes:
        if box.group:
            groups.setdefault(box.group, []).append(box)
    for name, members in groups.items():
        _group(drawing, name, members)
    for box in boxes:
        _box(drawing, game, box)


def _group(drawing: Drawing, name: str, boxes: list[Box]) -> None:
    left = min(box.rect.x for box in boxes) - 1.5
    top = min(box.rect.y for box in boxes) - 1.5
    right = max(box.rect.x + box.rect.w for box in boxes) + 1.5
    bottom = max(box.rect.y + box.rect.h for box in boxes) + 1.5
    drawing.rect(
        left,
        top - GROUP_HEADING,
        right - left,
        bottom - top + GROUP_HEADING,
        2,
        fill="#2e4a5c",
        fill_opacity=0.82,
        stroke="#ffffff",
        stroke_opacity=0.5,
        stroke_width=0.3,
    )
    letters = Style("title", 4.6, bold=True)
    drawing.text(capitals(name), left + 2.5, top - 0.6, letters, spacing=0.5, fill="#ffffff")


def _box(drawing: Drawing, game: Game, box: Box) -> None:
    if box.chart:
        _printed_chart(drawing, game, box, box.chart)
        return
    rect = box.rect
    head = side_dark(game, box.side) if box.side else LINE
    fill = side_light(game, box.side) if box.side else PAPER
    if box.side:
        fill = lighter(fill, 0.45)
    drawing.rect(rect.x + 0.5, rect.y + 0.7, rect.w, rect.h, 1.6, fill="#000000", fill_opacity=0.2)
    drawing.rect(rect.x, rect.y, rect.w, rect.h, 1.6, fill=fill, stroke=head, stroke_width=0.5)
    if box.kind in ("deck", "card"):
        _card_place(drawing, game, box)
    slots = {key: slot for key, slot in layout.box_slots(game, box).items() if key in box.holds}
    columns = max(Counter(slot.at[1] for slot in slots.values()).values(), default=1)
    for piece_id, slot in slots.items():
        _slot(drawing, game, piece_id, slot, rect.w / columns - 2 * NAME_MARGIN)
    _header(drawing, box, head)
    if box.text:
        drawing.box_text(
            box.text,
            rect.x + 1.5,
            rect.y + layout.HEADER + 1,
            rect.w - 3,
            rect.h - layout.HEADER - 2,
            Style("text", 2.6),
            least=LEAST,
            fill=INK,
        )


def _printed_chart(drawing: Drawing, game: Game, box: Box, key: str) -> None:
    """A chart that fills the box: as wide as the box, or smaller if it would be too high."""
    rect = box.rect
    drawn, scale = fitted_chart(game, box, key)
    left = rect.x + (rect.w - drawn.width * scale) / 2
    drawing.nest(drawn.linked, left, rect.y, scale)


def fitted_chart(game: Game, box: Box, key: str) -> tuple[Drawing, float]:
    """A chart laid out for a box, and the scale at which it fits into it."""
    from modgen.draw.charts import draw_chart  # charts draw boards

    chart = next(chart for chart in game.charts if chart.id == key)
    rect = box.rect
    tries = ((share, draw_chart(game, chart, rect.w / share)) for share in SMALLER)
    scale, drawn = next(
        ((share, one) for share, one in tries if one.height * share <= rect.h),
        (SMALLER[-1], draw_chart(game, chart, rect.w / SMALLER[-1])),
    )
    return drawn, min(scale, rect.h / drawn.height)


class Header(NamedTuple):
    """The name of a box in lines, their letters, and the height of the strip with it in mm."""

    lines: list[str]
    letters: Style
    high: float


def header(box: Box, least: float) -> Header:
    """The name of a box on a board whose names have letters of at least `least` mm."""
    size = max(NAME, least)
    letters, room = Style("title", size), box.rect.w - (1.0 if least else 2.5)
    lines = [box.name]
    needed = width(box.name, letters)
    if needed > room and least:
        split = ["".join(run.text for run in line.runs) for line in wrap(box.name, letters, room)]
        if len(split) * size < box.rect.h * NAME_SHARE:
            lines, needed = split, max(width(line, letters) for line in split)
    if needed > room:
        letters = Style("title", size * room / needed)
    return Header(lines, letters, max(layout.HEADER, size * (0.25 + len(lines))))


def _header(drawing: Drawing, box: Box, colour: str) -> None:
    """The strip with the box's name, rounded at the top only."""
    lines, letters, high = header(box, drawing.least_name)
    size = max(NAME, drawing.least_name)
    rect, r = box.rect, 1.6
    drawing.path(
        f"M{rect.x},{rect.y + high}v{r - high}a{r},{r} 0 0 1 {r},{-r}h{rect.w - 2 * r}"
        f"a{r},{r} 0 0 1 {r},{r}v{high - r}z",
        fill=colour,
    )
    x, y = rect.x + rect.w / 2, rect.y + high / 2 + size * (0.5 + LOW - len(lines) / 2)
    for number, line in enumerate(lines):
        drawing.text(line, x, y + number * size, letters, align="centre", fill=ink_on(colour))


def _card_place(drawing: Drawing, game: Game, box: Box) -> None:
    """The outline of a card's place."""
    inner = layout.inner_rect(box)
    pile = next((entry for entry in game.cards_file.piles if entry.box == box.id), None)
    taken = pile.takes if pile else []
    decks = [game.decks[key] for key in taken if key in game.decks] or game.cards_file.decks
    deck = max(decks, key=lambda one: one.width * one.height, default=None)
    if pile is None or deck is None:
        return
    x, y = inner.centre
    drawing.rect(
        x - deck.width / 2,
        y - deck.height / 2,
        deck.width,
        deck.height,
        2.5,
        fill=PAPER_DARK,
        fill_opacity=0.5,
        stroke=LINE,
        stroke_width=0.35,
        stroke_dasharray="2 1.4",
    )


def _slot(drawing: Drawing, game: Game, piece_id: str, slot: layout.Slot, wide: float) -> None:
    """A faint picture of the piece held here, with its name, at most `wide` mm, and its number."""
    piece = game.piece_types[piece_id]
    x, y = slot.at
    with drawing.group(opacity=0.32):
        drawing.least = LEAST
        paint_piece(drawing, game, piece, piece.start_face.id, x, y)
        drawing.least = 0.0
    text = f"{piece.plural or piece.name} ×{piece.count}" if piece.count > 1 else piece.name
    middle = x + slot.rise * layout.STACK_STEP[0] / layout.STACK_STEP[1] / 2
    if slot.named:
        above = min(1.0, slot.named / 8)
        drawing.box_text(
            text,
            middle - wide / 2,
            y + slot.below + above,
            wide,
            slot.named - above,
            Style("title", 3.5, bold=True),
            least=LEAST,
            align="centre",
            fill=INK,
        )
    if piece.price():
        # The number of a stack is on the upper left corner of its top piece.
        right = middle + piece.size * COIN_SHIFT
        _coin(drawing, str(piece.price()), right, y - slot.above - layout.COIN / 2)


def _coin(drawing: Drawing, price: str, x: float, y: float) -> None:
    """What a piece costs, on a coin."""
    drawing.circle(x, y, 3.1, fill="#f2c84b", stroke="#8a6a08", stroke_width=0.4)
    letters = Style("title", 3.6, bold=True)
    drawing.text(price, x, y + 1.3, letters, align="centre", fill="#4d3a00")


def paint_tracks(drawing: Drawing, game: Game, board: Board) -> None:
    """The numbered tracks of a board."""
    for track in game.map.tracks:
        if track.board == board.id:
            for number in range(track.first, track.last + 1):
                _cell(drawing, game, track, number)


def _cell(drawing: Drawing, game: Game, track: Track, number: int) -> None:
    cell = layout.track_cell(track, number)
    long = track.last - track.first >= COUNTED
    fifth = long and number % 5 == 0 and number not in track.tints
    fill = track.tints.get(number, "#e2cf9f" if fifth else PAPER)
    drawing.rect(cell.x, cell.y, cell.w, cell.h, fill=fill, stroke=LINE, stroke_width=0.4)
    letters = Style("title", min(cell.w, cell.h) * 0.5, bold=True)
    x, y = cell.centre
    drawing.text(
        str(number),
        x,
        y + letters.size * 0.36,
        letters,
        align="centre",
        fill=_numeral(track.tints.get(number), fifth),
    )
    words = track.labels.get(number)
    if words:
        drawing.box_text(
            words,
            cell.x + 1,
            cell.y + cell.h - 5,
            cell.w - 2,
            4.5,
            Style("title", 3),
            least=1.4,
            align="centre",
            valign="bottom",
            fill=INK,
        )
    _thresholds(drawing, game, track, number, cell)


def _numeral(tint: str | None, fifth: bool) -> str:
    """The colour of a cell's number: a shade of the cell's own."""
    if tint and tint != PAPER:
        return darker(tint, 0.35)
    return "#7a6232" if fifth else "#b7a883"


def _thresholds(drawing: Drawing, game: Game, track: Track, number: int, cell: Rect) -> None:
    """A flag in the first cell at which a side's total wins."""
    sides = [
        total.side
        for total in game.info.totals
        if has_flag(game, total)
        and number == (total.over or 0) + 1
        and game.piece_types[total.marker or ""].tracks == track.id
    ]
    for place, side in enumerate(sides):
        top = cell.y + 0.5 + place * (FLAG - 0.5)
        paint_flag(drawing, game, side, cell.x + cell.w - 0.5, top)

"""Draw player aids (tables, lists, texts) and the module's title picture."""

from __future__ import annotations

import re
from collections.abc import Sequence

from modgen.draw.assumed import MARK, explanation
from modgen.draw.colours import (
    INK,
    LINE,
    PAPER,
    ink_on,
    lighter,
    side_colour,
    side_dark,
    side_light,
)
from modgen.draw.fonts import in_typefaces
from modgen.draw.svg import Drawing
from modgen.draw.swatches import SIZE, paint_swatch
from modgen.draw.text import (
    CannotDrawError,
    Line,
    MissingGlyphError,
    Style,
    capitals,
    height,
    width,
    wrap,
)
from modgen.draw.whole import draw_whole
from modgen.model.files.art import ArtError
from modgen.model.files.whole_pictures import find_whole
from modgen.model.game import Game
from modgen.model.tactics.listings import Symbol, filled, symbols
from modgen.model.types.scenario import Chart

MARGIN = 6.0
HEAD = 12.0
PAD = 1.6
TEXT = Style("text", 3.1)
NOTE = Style("text", 2.7, italic=True)
COLUMN = Style("title", 3.8, bold=True)
GAP = 2.2
SWATCH = SIZE + 1.5
"""The width of a picture in the first column, with the space after it, in mm."""
ODDS = re.compile(r"\d+[:–-]\d+|\d+\+")
"""The heading of a column of a table of combat results: its results are in the middle, and all such
columns are equally wide."""
OWN_LABEL = re.compile(r"\*\*(\d{1,2}|[A-Z])[.)]? (?=\S)")
"""The number or letter with which an item begins."""
ORDINAL = re.compile(r"\*\*\d")
POWERS = (0.7, 0.5, 0.35, 0.2, 1.0)
"""How spare room is shared by columns: as their needs to one of these powers; 0 is equally."""
SHORT = 9
"""The most letters of a cell that is not broken, such as `2 each`."""
NUMBER = re.compile(r"[-+−]?\d+(?:[.,]\d+)?%?(?:[-–]\d+)?|–")


@in_typefaces
def draw_chart(game: Game, chart: Chart, wide: float) -> Drawing:
    """A chart `wide` mm wide. Raises CannotDrawError."""
    if chart.kind == "picture":
        return _picture(game, chart, wide)
    try:
        return _Chart(game, filled(game, chart), wide, symbols(game, chart)).draw()
    except MissingGlyphError as problem:
        raise CannotDrawError(chart, "name", f"the chart {chart.id}", str(problem)) from None


def _picture(game: Game, chart: Chart, wide: float) -> Drawing:
    """A chart that is a finished picture, as high as the picture needs."""
    try:
        picture = find_whole(game.folder, chart.picture)
        drawing = Drawing(wide, round(wide * picture.height / max(picture.width, 1), 3))
        draw_whole(drawing, game.folder, chart.picture, 0, 0, wide, drawing.height)
    except ArtError as problem:
        raise CannotDrawError(chart, "picture", f"the chart {chart.id}", str(problem)) from None
    return drawing


class _Chart:
    """A chart being laid out. Painting waits until the height is known."""

    def __init__(
        self, game: Game, chart: Chart, wide: float, pictures: Sequence[Symbol | None]
    ) -> None:
        self.game = game
        self.pictures = pictures
        self.indent = SWATCH if pictures else 0.0
        self.chart = chart
        self.wide = wide
        self.room = wide - 2 * MARGIN
        self.dark = side_dark(game, chart.side) if chart.side else LINE
        self.light = lighter(side_light(game, chart.side), 0.4) if chart.side else "#ece2c8"
        self._numeric: list[bool] = []
        """For each column whether it holds only numbers, which are then aligned."""

    def draw(self) -> Drawing:
        chart = self.chart
        intro = wrap(chart.intro, TEXT, self.room) if chart.intro else []
        widths = self._widths()
        rows = [self._row(row, widths, TEXT) for row in chart.rows]
        head = self._row(chart.columns, widths, COLUMN) if chart.columns else []
        self.labels, texts = _labelled(chart)
        items = [wrap(item, TEXT, self.room - 6) for item in texts]
        told = [*chart.notes, *([explanation(self.game, chart)] if chart.assumed else [])]
        notes = [wrap(note, NOTE, self.room) for note in told]
        high = HEAD + MARGIN * 1.5
        high += _lines_high(intro, TEXT) + (GAP if intro else 0)
        high += (self._row_high(head, COLUMN) if head else 0) + sum(
            self._row_high(row, TEXT) for row in rows
        )
        high += sum(_lines_high(item, TEXT) + GAP for item in items)
        high += sum(_lines_high(note, NOTE) + 0.8 for note in notes) + (GAP if notes else 0)
        self.drawing = Drawing(self.wide, high)
        self.drawing.art = self.game.folder
        self._frame(high)
        y = HEAD + MARGIN * 0.75
        if intro:
            self.drawing.lines(intro, MARGIN, y, self.room, TEXT.size, fill=INK)
            y += _lines_high(intro, TEXT) + GAP
        y = self._table(head, rows, widths, y)
        y = self._items(items, y)
        y += GAP if notes else 0
        for note in notes:
            self.drawing.lines(note, MARGIN, y, self.room, NOTE.size, fill="#5b4a33")
            y += _lines_high(note, NOTE) + 0.8
        return self.drawing

    def _frame(self, high: float) -> None:
        drawing = self.drawing
        drawing.rect(0, 0, self.wide, high, fill=PAPER)
        drawing.rect(0, 0, self.wide, HEAD, fill=self.dark)
        left = MARGIN
        side = self.game.sides[self.chart.side] if self.chart.side else None
        if side and side.icon:
            drawing.icon(side.icon, MARGIN + 3.5, HEAD / 2, 7.5, "#ffffff", self.game.folder)
            left += 10
        title = Style("title", 6.6, bold=True)
        name = f"{self.chart.name} {MARK}" if self.chart.assumed else self.chart.name
        drawing.text(name, left, HEAD / 2 + 2.3, title, fill=ink_on(self.dark))
        drawing.rect(
            0.3, 0.3, self.wide - 0.6, high - 0.6, fill="none", stroke=self.dark, stroke_width=0.6
        )

    def _widths(self) -> list[float]:
        """Column widths: at least the longest word, the rest distributed by length of text."""
        chart = self.chart
        count = max([len(chart.columns), *(len(row) for row in chart.rows)], default=0)
        if not count:
            return []
        columns = [[row[n] for row in chart.rows if n < len(row)] for n in range(count)]
        self._numeric = [
            bool(cells) and all(NUMBER.fullmatch(cell) for cell in cells) for cells in columns
        ]
        least, wish = [], []
        for number, cells in enumerate(columns):
            name = chart.columns[number] if number < len(chart.columns) else ""
            words = [
                word for cell in cells for word in (cell.split() if len(cell) > SHORT else [cell])
            ]
            longest = max((width(word.strip("*"), TEXT) for word in words), default=0)
            least.append(max(longest, *(width(w, COLUMN) for w in name.split() or [""])) + 2 * PAD)
            lines = [width(cell.replace("*", ""), TEXT) for cell in cells]
            wish.append(max([*lines, width(name, COLUMN)]) + 2 * PAD)
        least[0] += self.indent
        wish[0] += self.indent
        odds = [number for number, name in enumerate(chart.columns) if ODDS.fullmatch(name)]
        widest = max((wish[number] for number in odds), default=0.0)
        wish = [widest if number in odds else one for number, one in enumerate(wish)]
        if sum(wish) <= self.room:
            if all(self._numeric):
                return [self.room / count] * count
            # A number that a row begins with stays beside what it stands for.
            first = self._numeric[0]
            if first:
                wish[0] += PAD
            rest = sum(wish[1:]) if first else sum(wish)
            share = (self.room - (wish[0] if first else 0.0)) / rest
            return [wish[0] * (1 if first else share), *(one * share for one in wish[1:])]
        spare = max(self.room - sum(least), 0)
        needs = [max(w - m, 0) for w, m in zip(wish, least, strict=True)]
        return min((self._shared(least, needs, spare, power) for power in POWERS), key=self._lines)

    def _shared(
        self, least: list[float], needs: list[float], spare: float, power: float
    ) -> list[float]:
        """Widths that share the spare room by what each column needs, to a power."""
        more = [need**power if need else 0.0 for need in needs]
        widths = [m + spare * part / (sum(more) or 1) for m, part in zip(least, more, strict=True)]
        return [width * self.room / sum(widths) for width in widths]

    def _lines(self, widths: list[float]) -> int:
        """The lines of all rows with columns of these widths."""
        rows = (self._row(row, widths, TEXT) for row in self.chart.rows)
        return sum(max((len(cell) for cell in row), default=0) for row in rows)

    def _row(self, cells: list[str], widths: list[float], style: Style) -> list[list[Line]]:
        return [
            wrap(cell, style, wide - 2 * PAD - (0.0 if number else self.indent))
            for number, (cell, wide) in enumerate(zip(cells, widths, strict=False))
        ]

    def _row_high(self, row: list[list[Line]], style: Style) -> float:
        high = max((_lines_high(cell, style) for cell in row), default=0) + 2 * PAD
        return max(high, SIZE + PAD) if self.pictures and style == TEXT else high

    def _table(
        self, head: list[list[Line]], rows: list[list[list[Line]]], widths: list[float], y: float
    ) -> float:
        top = y
        if head:
            high = self._row_high(head, COLUMN)
            self.drawing.rect(MARGIN, y, self.room, high, fill=self.dark, fill_opacity=0.88)
            self._cells(head, widths, y, COLUMN, ink_on(self.dark))
            y += high
        for number, row in enumerate(rows):
            high = self._row_high(row, TEXT)
            if number % 2:
                self.drawing.rect(MARGIN, y, self.room, high, fill=self.light)
            self._cells(row, widths, y, TEXT, INK)
            picture = self.pictures[number] if number < len(self.pictures) else None
            if picture:
                paint_swatch(
                    self.drawing, self.game, picture, MARGIN + PAD + SIZE / 2, y + high / 2
                )
            y += high
        if y > top:
            self.drawing.rect(
                MARGIN, top, self.room, y - top, fill="none", stroke=self.dark, stroke_width=0.3
            )
        return y

    def _cells(
        self, row: list[list[Line]], widths: list[float], y: float, style: Style, colour: str
    ) -> None:
        x = MARGIN
        centred = all(self._numeric)
        for number, (cell, wide) in enumerate(zip(row, widths, strict=False)):
            align = "right" if self._numeric[number] else "left"
            if centred:
                align = "centre"
            if number < len(self.chart.columns) and ODDS.fullmatch(self.chart.columns[number]):
                align = "centre"
            indent = 0.0 if number else self.indent
            high = self._row_high(row, style) - 2 * PAD - _lines_high(cell, style)
            down = min(high / 2, (SIZE - PAD) / 2) if self.pictures else 0.0
            self.drawing.lines(
                cell,
                x + PAD + indent,
                y + PAD + down,
                wide - 2 * PAD - indent,
                style.size,
                align=align,
                fill=colour,
            )
            x += wide

    def _items(self, items: list[list[Line]], y: float) -> float:
        numbered = self.chart.kind == "list"
        for label, item in zip(self.labels, items, strict=True):
            if label:
                self.drawing.circle(MARGIN + 2.2, y + 2.0, 2.1, fill=self.dark)
                small = Style("title", 2.9, bold=True)
                ink = ink_on(self.dark)
                self.drawing.text(label, MARGIN + 2.2, y + 3.05, small, align="centre", fill=ink)
            elif numbered:
                self.drawing.circle(MARGIN + 2.2, y + 2.0, 0.8, fill=self.dark)
            left = MARGIN + (6 if numbered else 0)
            self.drawing.lines(item, left, y, self.room - 6, TEXT.size, fill=INK)
            y += _lines_high(item, TEXT) + GAP
        return y


def _labelled(chart: Chart) -> tuple[list[str], list[str]]:
    """The labels of a chart's items, and the items without them.

    The items of a list are numbered, unless they begin with numbers or letters of their own, such
    as `**A Combat**` or `**1st player**`; then those without have none.
    """
    own = [OWN_LABEL.match(item) for item in chart.items]
    if chart.kind == "list" and any(own):
        labels = [found[1] if found else "" for found in own]
        texts = [
            f"**{item[found.end() :]}" if found else item
            for item, found in zip(chart.items, own, strict=True)
        ]
        return labels, texts
    counted = chart.kind == "list" and not any(ORDINAL.match(item) for item in chart.items)
    numbers = range(1, len(chart.items) + 1)
    return [str(number) if counted else "" for number in numbers], chart.items


def _lines_high(lines: list[Line], style: Style) -> float:
    return height(len(lines), style.size)


SPLASH = (90.0, 119.0)
"""Width and height of the title picture in mm. The engine lists the steps of its wizard at the top
left, on a picture as high as the wizard."""
COARSE = 0.5
"""A board that is drawn smaller than this share of its size has no details."""


@in_typefaces
def draw_splash(game: Game, board: Drawing) -> Drawing:
    """The title picture of a module: title, subtitle and the sides' signs on a drawn board."""
    wide, high = SPLASH
    drawing = Drawing(wide, high)
    scale = max(wide / board.width, high / board.height)
    left, top = (wide - board.width * scale) / 2, (high - board.height * scale) / 2
    drawing.nest(board.coarse if scale < COARSE else board.linked, left, top, scale)
    dusk = drawing.gradient([(0, "#16202c"), (0.62, "#4a1c16"), (1, "#7d4317")])
    drawing.rect(0, 0, wide, high, fill=dusk, fill_opacity=0.74)
    sides = list(game.sides.values())
    apart = min(30, (wide - 10) / max(1, len(sides)))
    r = apart * 0.414
    for number, side in enumerate(sides):
        x = wide / 2 + (number - (len(sides) - 1) / 2) * apart
        drawing.circle(x, 51.6, r + 0.2, fill="#000000", fill_opacity=0.3)
        drawing.circle(
            x, 51, r, fill=side_colour(game, side.id), stroke="#fff3d6", stroke_width=0.8
        )
        if side.icon:
            drawing.icon(side.icon, x, 51, r * 1.2, ink_on(side.colour), game.folder)
    title = Style("title", 21, bold=True)
    text = capitals(game.info.title)
    if (needed := width(text, title) + 0.4 * len(text)) > wide - 16:
        title = Style("title", 21 * (wide - 16) / needed, bold=True)
    drawing.text(text, wide / 2, 84, title, align="centre", spacing=0.4, fill="#fff3d6")
    small = Style("title", 6.2)
    if (needed := width(game.info.subtitle, small)) > wide - 12:
        small = Style("title", 6.2 * (wide - 12) / needed)
    if game.info.subtitle:
        drawing.text(game.info.subtitle, wide / 2, 93.5, small, align="centre", fill="#fbe3b8")
    credit = Style("text", 3.0)
    for row, line in enumerate(game.info.credits[:3]):
        drawing.text(line, wide / 2, 103 + row * 4.2, credit, align="centre", fill="#fff3d6")
    return drawing

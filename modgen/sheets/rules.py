"""The rules of `rulebook.yaml` as a booklet: two columns, numbered clauses, counters, charts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from modgen.draw.board import draw_board, label_size
from modgen.draw.charts import draw_chart
from modgen.draw.colours import INK, LINE, PAPER, ink_on, lighter, side_colour
from modgen.draw.pieces import paint_piece
from modgen.draw.svg import Drawing
from modgen.draw.text import LEAST, Line, Style, capitals, height, width, wrap
from modgen.draw.text import LINE as LEADING
from modgen.model.game import Game, split_face
from modgen.model.geography.cells import cell_ring, cells
from modgen.model.tactics.rule_texts import filled_text
from modgen.model.types.rulebook import BookFile, BookSection
from modgen.model.types.scenario import Scenario
from modgen.sheets.looks import legible
from modgen.sheets.paper import Page, Placed, Sheets, Words
from modgen.sheets.setup_cards import draw_setup, map_size

EDGE = 12.0
"""Margin of a page in mm."""
GUTTER = 6.0
"""Space between the two columns in mm."""
FOOT = 8.0
SIZES = (3.3, 3.2, 3.1, 3.0, 2.9, 2.8, 2.7, 2.6, 2.5, 2.4, 2.3, 2.2, 2.1)
"""Letter heights in mm; the first with which the rules fit on their pages is used."""
BAND = 34.0
"""The height of the heading of the first page in mm."""
WIDEST = 180.0
"""How much of the board's width the heading shows at most, in mm."""
COUNTER = 0.82
"""The size of counters in the text, relative to their own."""
CHART = 0.78
"""The size of charts in the text, relative to the aids'."""
NUMBER_WIDE = 2.75
"""The width of the margin with a clause's number, in letter sizes."""

Paint = Callable[[Drawing, float, float], None]
"""Paints a block with its top left corner at a point in mm."""


class Block(NamedTuple):
    """A part of a column: its height, how it is painted, whether the next one stays with it."""

    high: float
    paint: Paint
    tied: bool = False
    clause: str = ""
    """The number of the clause that it is, if it is one."""


@dataclass
class _Column:
    page: int
    left: float
    top: float
    bottom: float
    blocks: list[tuple[Block, float]] = field(default_factory=list)


def rule_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets | None:
    """The booklet; None for a game without rulebook.yaml."""
    book = game.rulebook
    if book is None:
        return None
    columns = _columns(game, book, paper)
    title = f"{game.info.title}: {words['rules']}"
    sheets = Sheets(f"{game.id}-rules", title, game.language)
    last = columns[-1].page
    for number in range(last + 1):
        page = sheets.page(*paper)
        if number == 0:
            _heading(sheets, page, game, book)
        for column in columns:
            if column.page == number:
                for block, y in column.blocks:
                    block.paint(page.marks, column.left, y)
        _foot(page, title, number + 1, last + 1)
    return sheets


def clause_pages(game: Game, paper: tuple[float, float]) -> dict[str, int]:
    """The page of the booklet on which each clause is, from 1; empty for a game without one."""
    columns = _columns(game, game.rulebook, paper) if game.rulebook else []
    return {
        block.clause: column.page + 1
        for column in columns
        for block, _ in column.blocks
        if block.clause
    }


def _columns(game: Game, book: BookFile, paper: tuple[float, float]) -> list[_Column]:
    """The columns of the booklet, with the largest letters that fit on its pages."""
    wide = (paper[0] - 2 * EDGE - GUTTER) / 2
    columns: list[_Column] = []
    drawings: dict[str, Drawing] = {}
    for size in SIZES:
        columns = _flow(list(_Setter(game, book, wide, size, drawings).blocks()), paper)
        if columns[-1].page < book.pages:
            break
    return columns


def _flow(blocks: list[Block], paper: tuple[float, float]) -> list[_Column]:
    """Blocks in columns, left and right on each page. A tied block stays with the next one."""
    wide = (paper[0] - 2 * EDGE - GUTTER) / 2
    columns: list[_Column] = []

    def begin() -> _Column:
        number = len(columns)
        page = number // 2
        top = EDGE + (BAND + 5 if page == 0 else 0)
        left = EDGE + (number % 2) * (wide + GUTTER)
        columns.append(_Column(page, left, top, paper[1] - EDGE - FOOT))
        return columns[-1]

    column = begin()
    y = column.top
    for number, block in enumerate(blocks):
        needed = block.high
        at = number
        while blocks[at].tied and at + 1 < len(blocks):
            at += 1
            needed += blocks[at].high
        if y + needed > column.bottom and column.blocks:
            column = begin()
            y = column.top
        column.blocks.append((block, y))
        y += block.high
    return columns


class _Setter:
    """Makes blocks of a width with letters of a size."""

    def __init__(
        self, game: Game, book: BookFile, wide: float, size: float, drawings: dict[str, Drawing]
    ) -> None:
        """`drawings` keeps the charts and set-ups, which do not depend on the size of letters."""
        self.game, self.book, self.wide, self.size = game, book, wide, size
        self.drawings = drawings
        self.colour = LINE

    def blocks(self) -> Iterator[Block]:
        """All sections, then the notes."""
        for section in self.book.sections:
            yield from self._section(section)
        if self.book.notes:
            yield self._head("", self.book.notes_title or "Notes")
            for note in self.book.notes:
                yield self._text(filled_text(self.game, note), small=True)

    def _section(self, section: BookSection) -> Iterator[Block]:
        yield self._head(section.number, section.title)
        if section.intro:
            yield self._text(filled_text(self.game, section.intro))
        if section.pieces:
            yield from self._counters(section.pieces)
        for clause in section.clauses:
            yield self._clause(clause.number, filled_text(self.game, clause.text))
        for key in section.charts:
            yield self._chart(key)
        if section.setup:
            yield self._setup(section.setup)

    def _head(self, number: str, title: str) -> Block:
        size = self.size

        def paint(drawing: Drawing, x: float, y: float) -> None:
            top = y + size * 0.5
            drawing.rect(x, top, self.wide, size * 1.75, 0.8, fill=self.colour)
            letters = Style("title", size * 1.3, bold=True)
            base = top + size * 1.32
            left = x + size * 0.6
            if number:
                drawing.text(number, left, base, letters, fill=PAPER)
                left += size * 2.2
            drawing.text(capitals(title), left, base, letters, spacing=0.15, fill=PAPER)

        return Block(size * 2.75, paint, tied=True)

    def _text(self, text: str, *, small: bool = False) -> Block:
        letters = Style("text", self.size * (0.92 if small else 1))
        lines = wrap(text, letters, self.wide)

        def paint(drawing: Drawing, x: float, y: float) -> None:
            drawing.lines(lines, x, y, self.wide, letters.size, fill=INK)

        return Block(height(len(lines), letters.size) + self.size * 0.45, paint)

    def _clause(self, number: str, text: str) -> Block:
        size = self.size
        indent = size * NUMBER_WIDE
        letters = Style("text", size)
        lines = wrap(text, letters, self.wide - indent)

        def paint(drawing: Drawing, x: float, y: float) -> None:
            bold = Style("title", size * 1.05, bold=True)
            drawing.text(number, x, y + size * 0.95, bold, fill="#8c2a20")
            drawing.lines(lines, x + indent, y, self.wide - indent, size, fill=INK)

        return Block(len(lines) * size * LEADING + size * 0.42, paint, clause=number)

    def _counters(self, keys: list[str]) -> Iterator[Block]:
        """Counters side by side with their names, in as many rows as needed."""
        kinds = [split_face(key, self.game) for key in keys]
        each = max(self.game.piece_types[kind].size for kind, _ in kinds) * COUNTER + 2.0
        per_row = max(1, int(self.wide // each))
        small = Style("text", self.size * 0.74)
        for start in range(0, len(kinds), per_row):
            row = kinds[start : start + per_row]
            step = self.wide / max(len(row), 4)
            names = [wrap(self._name(kind, face), small, step - 0.8) for kind, face in row]
            most = max(len(lines) for lines in names)
            high = each + most * small.size * LEADING

            def paint(
                drawing: Drawing,
                x: float,
                y: float,
                row: list[tuple[str, str]] = row,
                step: float = step,
                names: list[list[Line]] = names,
            ) -> None:
                for n, (kind, face) in enumerate(row):
                    piece = self.game.piece_types[kind]
                    small_piece = piece.model_copy(update={"size": piece.size * COUNTER})
                    middle = x + (n + 0.5) * step
                    drawing.least = LEAST
                    paint_piece(drawing, self.game, small_piece, face, middle, y + each / 2 - 0.6)
                    drawing.least = 0.0
                    drawing.lines(
                        names[n],
                        middle - step / 2 + 0.4,
                        y + each - 0.8,
                        step - 0.8,
                        small.size,
                        align="centre",
                        fill=INK,
                    )

            yield Block(high + self.size * 0.3, paint)

    def _name(self, kind: str, face: str) -> str:
        piece = self.game.piece_types[kind]
        side = self.game.sides.get(piece.side or "")
        name = {size.id: size.name for size in self.game.info.size_classes}.get(
            piece.size_class or "", ""
        )
        if piece.kind == "leader" or not name:
            name = piece.name
        words = [side.adjective or side.name] if side and piece.kind == "force" else []
        shown = piece.face_name(face)
        told = piece.model_copy(update={"name": name}).told_as(shown)
        return " ".join([*words, told])

    def _chart(self, key: str) -> Block:
        chart = next(chart for chart in self.game.charts if chart.id == key)
        drawn = self.drawings.get(f"chart {key}")
        if drawn is None:
            drawn = draw_chart(self.game, chart, self.wide / CHART)
            self.drawings[f"chart {key}"] = drawn

        def paint(drawing: Drawing, x: float, y: float) -> None:
            drawing.nest(drawn.linked, x, y + 0.6, CHART)

        return Block(drawn.height * CHART + self.size * 0.9, paint)

    def _setup(self, key: str) -> Block:
        """The set-up of a scenario on the cells of the main map, with its name."""
        scenario = next(one for one in self.game.scenarios if one.id == key)
        part = self.drawings.get(f"set-up {key}")
        if part is None:
            left, top, right, bottom = shown_part = _ground(self.game, scenario)
            drawn = draw_setup(_without_cut_labels(self.game, shown_part), scenario)
            part = self.drawings[f"set-up {key}"] = Drawing(right - left, bottom - top)
            part.nest(legible(drawn.linked, LEAST * part.width / self.wide), -left, -top)
        shown, scale = part, self.wide / part.width
        letters = Style("title", self.size * 1.1, bold=True)

        def paint(drawing: Drawing, x: float, y: float) -> None:
            drawing.text(scenario.name, x, y + self.size * 1.1, letters, fill="#8c2a20")
            drawing.nest_cut(shown, x, y + self.size * 1.7, scale)

        return Block(shown.height * scale + self.size * 2.6, paint)


def _ground(game: Game, scenario: Scenario) -> tuple[float, float, float, float]:
    """The part of the main map that has cells, in mm; all of it in a game without cells."""
    board = game.map.boards[0].id
    rings = [
        cell_ring(grid, cell.centre)
        for grid in game.map.grids
        if grid.board == board
        for cell in cells(grid)
    ]
    points = [point for ring in rings for point in ring]
    if not points:
        return 0.0, 0.0, *map_size(game, scenario)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - 1.5, min(ys) - 1.5, max(xs) + 1.5, max(ys) + 1.5


def _without_cut_labels(game: Game, part: tuple[float, float, float, float]) -> Game:
    """The game without the labels of its main map that are not wholly inside a part of it."""
    left, top, right, bottom = part
    first, *others = game.map.boards
    labels = []
    for label in first.labels:
        (x, y), (wide, high) = label.at, label_size(game, label)
        across, down = left + wide / 2 <= x <= right - wide / 2, top + high <= y <= bottom - high
        if across and down:
            labels.append(label)
    boards = [first.model_copy(update={"labels": labels}), *others]
    return replace(game, map=game.map.model_copy(update={"boards": boards}))


def _heading(sheets: Sheets, page: Page, game: Game, book: BookFile) -> None:
    """A band with a part of the map, the title and the introduction."""
    board = game.map.boards[0]
    wide = page.width - 2 * EDGE
    picture = 58.0
    drawn = sheets.art["heading"] = Drawing(picture, BAND)
    scale = picture / min(board.width, WIDEST)
    drawn.nest(legible(draw_board(game, board.id).linked, LEAST / scale), 0, 0, scale)
    page.placed.append(Placed("heading", EDGE + wide - picture, EDGE, picture, BAND))
    marks = page.marks
    room = wide - picture - 5
    title = capitals(book.title or game.info.title)
    letters = Style("title", 13.5, bold=True)
    needed = width(title, letters) + 0.3 * len(title)
    if needed > room:
        letters = Style("title", 13.5 * room / needed, bold=True)
    marks.text(title, EDGE, EDGE + 10.5, letters, spacing=0.3, fill="#8c2a20")
    marks.text(game.info.subtitle, EDGE, EDGE + 16, Style("title", 4.4), fill=LINE)
    x = EDGE + room - 2
    for side in reversed(game.info.sides):
        colour = side_colour(game, side.id)
        small = Style("title", 3.0, bold=True)
        box = width(capitals(side.name), small) + 3
        x -= box
        marks.rect(x, EDGE + 12.4, box, 4.6, 0.8, fill=colour)
        marks.text(
            capitals(side.name),
            x + box / 2,
            EDGE + 15.8,
            small,
            align="centre",
            fill=ink_on(colour),
        )
        x -= 1.5
    if book.intro:
        text = filled_text(game, book.intro)
        marks.box_text(
            text,
            EDGE,
            EDGE + 19.0,
            room,
            BAND - 19,
            Style("serif", 3.0, italic=True),
            least=1.9,
            fill=INK,
        )
    marks.rect(
        EDGE + wide - picture, EDGE, picture, BAND, fill="none", stroke=LINE, stroke_width=0.5
    )


def _foot(page: Page, title: str, number: int, last: int) -> None:
    """The page number, and lines above it and between the columns."""
    y = page.height - EDGE - 2.2
    page.line(EDGE, y - 3.4, page.width - EDGE, y - 3.4, stroke=lighter(LINE, 0.4))
    small = Style("title", 2.8)
    page.marks.text(title, EDGE, y, small, fill=LINE)
    page.marks.text(f"{number} / {last}", page.width - EDGE, y, small, align="right", fill=LINE)
    top = EDGE + (BAND + 5 if number == 1 else 0)
    middle = page.width / 2
    page.line(middle, top, middle, y - 5.4, stroke=lighter(LINE, 0.6))

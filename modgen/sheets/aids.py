"""Player aids: a folded sheet of charts for each side, a page for each scenario, an inventory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from modgen.draw.assumed import MARK, explanation
from modgen.draw.board import draw_board
from modgen.draw.charts import draw_chart
from modgen.draw.colours import INK
from modgen.draw.fonts import in_typefaces
from modgen.draw.pieces import paint_piece
from modgen.draw.states import draw_state_value
from modgen.draw.svg import Drawing
from modgen.draw.text import LINE, Line, Style, wrap
from modgen.model.boards import layout
from modgen.model.boards.arrangement import arrangement, board_of, corners, maps, place_point
from modgen.model.facing import angles, start_facing
from modgen.model.game import Game, split_face
from modgen.model.tactics.listings import force_lines
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.base import Fact
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Chart, Scenario
from modgen.sheets.paper import MARGIN, Placed, Sheets, Words

TOP = 10.0
GAP = 4.0
FOLD_MARGIN = 6.5
"""Margin of a folded panel in mm."""
PANELS = 4
SMALLER = (1.0, 0.94, 0.88, 0.82, 0.76, 0.72)
"""How much charts may be made smaller to fit on one folded sheet; letters stay above 5.5 points."""
MAP_SHARE = 0.66
"""The largest part of the rest of a page that the map of a scenario may fill."""
LISTS = ((2, 3.0), (3, 2.6))
"""Number of columns and letter height for the list of pieces; the first pair that fits is used."""
STACKED = 1.4
"""How far each piece of a stack in a cell is drawn to the right of and above the one below, mm."""
STACKED_FAR = 3.5
"""The same for a stack in a space."""
BETWEEN = 6.0
"""Space between columns in mm."""


@in_typefaces
def aid_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """A folded aid for each side, with the charts for all sides and its own; then set-up cards.

    An aid is printed on both sides of a sheet in landscape format and folded in the middle. When no
    chart belongs to a side, there is one aid for everybody. Common charts have an aid of their own.
    """
    sheets = Sheets(f"{game.id}-aids", f"{game.info.title}: {words['aids']}", game.language)
    own = [chart for chart in game.charts if not chart.common]
    common = [chart for chart in game.charts if chart.common]
    owners = [side.id for side in game.info.sides if any(c.side == side.id for c in own)]
    for owner in owners or [""] * bool(own):
        charts = [chart for chart in own if chart.side in (None, owner)]
        name = game.sides[owner].name if owner else words["aids"]
        _folded_aid(sheets, game, charts, paper, f"{game.info.title}: {name}")
    if common:
        _folded_aid(sheets, game, common, paper, f"{game.info.title}: {words['aids']}")
    boards: dict[str, Drawing] = {}
    for scenario in game.scenarios:
        drawn = draw_setup(game, scenario, boards)
        _setup_card(sheets, game, scenario, drawn, paper, words)
    return sheets


@in_typefaces
def reference_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """What belongs in the box, and where the rulebook has each part of the game."""
    title = f"{game.info.title}: {words['pool']}"
    sheets = Sheets(f"{game.id}-reference", title, game.language)
    wide, high = paper
    charts = [*_assumptions(game), *_force_pools(game, words), *_clauses(game, words)]
    panels = _panels(charts, game, paper, MARGIN)
    for panel in panels:
        page = sheets.page(wide, high)
        page.title(title)
        for name, drawn, scale, y in panel:
            sheets.art[name] = drawn
            w = drawn.width * scale
            page.placed.append(Placed(name, (wide - w) / 2, y, w, drawn.height * scale))
        page.ruler()
    return sheets


Panel = list[tuple[str, Drawing, float, float]]
"""Charts below one another: the name, the drawing, its scale, its top in mm."""


def _panels(
    charts: Iterable[Chart], game: Game, size: tuple[float, float], margin: float,
    smaller: float = 1.0,
) -> list[Panel]:  # fmt: skip
    """Distribute charts over panels of a size in mm, each to the first panel with room for it.

    Charts are drawn on a wider panel and then made `smaller`, at most 1. A chart that is higher
    than a panel is made smaller still.
    """
    wide, high = size
    panels: list[Panel] = []
    tops: list[float] = []
    for chart in charts:
        drawn = draw_chart(game, chart, (wide - 2 * margin) / smaller)
        scale = min(smaller, (high - TOP - MARGIN) / drawn.height)
        needed = drawn.height * scale
        at = next((n for n, y in enumerate(tops) if y + needed <= high - MARGIN), len(panels))
        if at == len(panels):
            panels.append([])
            tops.append(TOP)
        panels[at].append((f"chart-{chart.id}-{smaller:g}", drawn, scale, tops[at]))
        tops[at] += needed + GAP
    return panels


def _folded_aid(
    sheets: Sheets, game: Game, charts: list[Chart], paper: tuple[float, float], title: str
) -> None:
    """Sheets of four panels each, folded in the middle: cover, two inner panels, back."""
    high, wide = sorted(paper)
    tries = (_panels(charts, game, (wide / 2, high), FOLD_MARGIN, n) for n in SMALLER)
    panels = next((found for found in tries if len(found) <= PANELS), None)
    if panels is None:
        panels = _panels(charts, game, (wide / 2, high), FOLD_MARGIN)
    for start in range(0, len(panels), PANELS):
        four = [*panels[start : start + PANELS], [], [], []][:PANELS]
        cover, left, right, back = four
        for pair in ((back, cover), (left, right)):
            if not any(pair):
                continue
            page = sheets.page(wide, high)
            page.title(title)
            page.line(wide / 2, 2, wide / 2, 7, stroke_dasharray="1.5 1")
            page.line(wide / 2, high - 7, wide / 2, high - 2, stroke_dasharray="1.5 1")
            for number, panel in enumerate(pair):
                for name, drawn, scale, y in panel:
                    sheets.art[name] = drawn
                    w = drawn.width * scale
                    x = number * wide / 2 + (wide / 2 - w) / 2
                    page.placed.append(Placed(name, x, y, w, drawn.height * scale))
            page.ruler()


def _assumptions(game: Game) -> Iterator[Chart]:
    """A chart of the reasons behind the cards that carry the mark of an assumed fact."""
    cards: dict[str, list[str]] = {}
    for card in game.cards:
        if card.assumed:
            cards.setdefault(card.assumed, []).append(card.title)
    if cards:
        own = game.language == game.info.languages[0]
        items = [
            f"{f'{reason} ' if own else ''}{', '.join(names)}." for reason, names in cards.items()
        ]
        yield Chart(id="assumed", name=MARK, kind="text", intro=explanation(game), items=items)


def _force_pools(game: Game, words: Words) -> Iterator[Chart]:
    """For each side, and for nobody, a chart with the number of pieces of each type."""
    columns = [words["piece"], words["faces"], words["count"]]
    for side in (*game.sides, None):
        rows = [
            [piece.name, ", ".join(face.name for face in piece.faces if face.name) or "–",
             str(piece.count)]
            for piece in game.pieces if piece.side == side
        ]  # fmt: skip
        if rows:
            name = f"{words['pool']}: {game.sides[side].name}" if side else words["pool"]
            key = f"force_pool_{side or 'all'}"
            yield Chart(id=key, name=name, kind="table", side=side, columns=columns, rows=rows)


def _clauses(game: Game, words: Words) -> Iterator[Chart]:
    """A chart of the parts of the game by the rule clauses that state them."""
    names_by_clause: dict[str, list[str]] = {}
    for name, part in _named_facts(game):
        for clause in part.source.split(","):
            if clause.strip()[:1].isdigit():
                names = names_by_clause.setdefault(clause.strip(), [])
                if name not in names:
                    names.append(name)
    if names_by_clause:
        ordered = sorted(
            names_by_clause, key=lambda clause: [_number(part) for part in clause.split(".")]
        )
        rows = [[clause, ", ".join(names_by_clause[clause])] for clause in ordered]
        columns = [words["clause"], words["about"]]
        yield Chart(id="clauses", name=words["index"], kind="table", columns=columns, rows=rows)


def _number(text: str) -> int:
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits) if digits else 0


def _named_facts(game: Game) -> Iterator[tuple[str, Fact]]:
    info = game.info
    for phase in info.sequence:
        yield phase.name, phase
        yield from ((inner.name, inner) for inner in phase.phases)
    for declaration in info.declarations:
        for item in declaration.fields:
            yield from ((choice.name, choice) for choice in item.choices)
    yield from ((state.name, state) for state in info.states)
    yield from ((total.name, total) for total in info.totals)
    yield from ((piece.name, piece) for piece in game.pieces)
    yield from ((track.name, track) for track in game.map.tracks)


def _setup_card(
    sheets: Sheets, game: Game, scenario: Scenario, drawn: Drawing, paper: tuple[float, float],
    words: Words,
) -> None:  # fmt: skip
    """A page with the map as set up for a scenario, and the list of pieces for each place."""
    wide, high = paper
    room = wide - 2 * MARGIN
    name = f"setup-{scenario.id}"
    sheets.art[name] = drawn
    page = sheets.page(wide, high)
    page.title(sheets.title)
    scale = room / drawn.width
    head = Style("title", 7, bold=True)
    page.marks.text(scenario.name, MARGIN, 16, head, fill="#7d2019")
    y = 20.0
    text = Style("text", 2.9)
    forces = force_lines(game, scenario, words)
    for line in [scenario.text, *forces, *scenario.notes]:
        if line:
            lines = wrap(line, text, room)
            page.marks.lines(lines, MARGIN, y, room, text.size, fill=INK)
            y += len(lines) * text.size * LINE + 1
    # The list of pieces must fit below the map.
    left = high - MARGIN - y
    lists = [_columns(game, scenario, room, count, size) for count, size in LISTS]
    chosen = next(
        (columns for columns in lists if columns.high < left * (1 - MAP_SHARE) - GAP), lists[-1]
    )
    scale = min(scale, left * MAP_SHARE / drawn.height, (left - chosen.high - GAP) / drawn.height)
    w, h = drawn.width * scale, drawn.height * scale
    page.placed.append(Placed(name, (wide - w) / 2, y + 1, w, h))
    for lines, x, top in chosen.lines:
        page.marks.lines(lines, MARGIN + x, y + h + GAP + top, chosen.wide, chosen.size, fill=INK)
    page.ruler()


class _Columns(NamedTuple):
    """The list of pieces in columns: the lines of each entry, and its left and top in mm."""

    lines: list[tuple[list[Line], float, float]]
    wide: float
    size: float
    high: float


def _columns(game: Game, scenario: Scenario, room: float, count: int, size: float) -> _Columns:
    """Distributes the entries over columns, each to the shortest column so far."""
    column = (room - (count - 1) * BETWEEN) / count
    letters = Style("text", size)
    tops = [0.0] * count
    entries = []
    for line in _placements(game, scenario):
        at = tops.index(min(tops))
        lines = wrap(line, letters, column)
        entries.append((lines, at * (column + BETWEEN), tops[at]))
        tops[at] += len(lines) * size * LINE + 0.8
    return _Columns(entries, column, size, max(tops))


def _place_name(game: Game, key: str) -> str:
    """The name of a place for players, with its number if it has one."""
    if key in game.track_cells:
        track, number = game.track_cells[key]
        return f"{track.name} {number}"
    place = game.place(key)
    number_of = game.spaces[key].number if key in game.spaces else None
    name = place.name if place else key
    return name if number_of is None else f"{number_of} {name}"


def _counted(count: int, piece: PieceType) -> str:
    """A number of pieces: `1 Coin`, `3 Coins`, or `3 × Coin` if the plural is not known."""
    if count > 1 and not piece.plural:
        return f"{count} × {piece.name}"
    return f"{count} {piece.plural if count > 1 else piece.name}"


def _placements(game: Game, scenario: Scenario) -> Iterator[str]:
    for place, held in laid_out(game, scenario).items():
        parts = []
        for key, count in held.items():
            kind, face_id = split_face(key, game)
            piece = game.piece_types[kind]
            face = next((known.name for known in piece.faces if known.id == face_id), "")
            parts.append(_counted(count, piece) + (f" ({face})" if face else ""))
        states = scenario.states.get(place, {})
        parts += [
            f"{game.states[key].name}: "
            + next(known.name for known in game.states[key].values if known.id == value)
            for key, value in states.items()
        ]
        yield f"**{_place_name(game, place)}**: {', '.join(parts)}"
    levels = [
        f"{game.piece_types[key].name} {number}"
        for key, number in start_levels(game, scenario).items()
    ]
    if levels:
        yield f"**{', '.join(levels)}**"


@in_typefaces
def draw_setup(game: Game, scenario: Scenario, boards: dict[str, Drawing] | None = None) -> Drawing:
    """The main map with the pieces of a scenario; stacks of several pieces have a number.

    `boards` keeps the drawings of boards for further scenarios.
    """
    boards = {} if boards is None else boards
    rows = arrangement(game, scenario, next(iter(maps(game))))
    at = corners(rows)
    drawing = Drawing(
        max(sum(board.width for board in row) for row in rows),
        sum(max(board.height for board in row) for row in rows),
    )
    for key, corner in at.items():
        board = boards.get(key) or boards.setdefault(key, draw_board(game, key))
        drawing.nest(board.svg, *corner)
    for space in game.map.spaces:
        stated = scenario.states.get(space.id, {})
        for key, rect in layout.state_boxes(game, space).items():
            state = game.states[key]
            mark = draw_state_value(game, state, stated.get(key, state.default))
            drawing.nest(mark.svg, rect.x, rect.y)
    for place, held in laid_out(game, scenario).items():
        where = board_of(game, place).id
        if where not in at:
            continue
        points = {key: place_point(game, place, game.piece_types[split_face(key, game)[0]])
                  for key in held}  # fmt: skip
        for key, count in held.items():
            kind, face = split_face(key, game)
            piece = game.piece_types[kind]
            stack = [other for other in held if points[other] == points[key]]
            apart = STACKED if place in game.cells else STACKED_FAR
            up = (stack.index(key) - (len(stack) - 1) / 2) * apart
            x, y = points[key][0] + at[where][0] + up, points[key][1] + at[where][1] - up
            side = game.cell_sides.get(place, ("", ""))[1]
            turn = (*angles(piece), 0.0)[start_facing(scenario, piece, place)]
            paint_piece(drawing, game, piece, face, x, y, side=side, turn=turn)
            if count > 1:
                aside = piece.size * (0.42 if key == stack[-1] else -0.42)
                _count(drawing, x + aside, y - aside, count)
    for key, number in start_levels(game, scenario).items():
        piece = game.piece_types[key]
        where = game.tracks[piece.tracks or ""].board
        if where in at:
            x, y = layout.level_point(game, piece, number)
            face = piece.start_face.id
            paint_piece(drawing, game, piece, face, x + at[where][0], y + at[where][1])
    return drawing


def _count(drawing: Drawing, x: float, y: float, count: int) -> None:
    drawing.circle(x, y, 2.7, fill="#ffffff", stroke="#1f2328", stroke_width=0.3)
    letters = Style("title", 4.2, bold=True)
    drawing.text(str(count), x, y + 1.5, letters, align="centre", fill="#1f2328")

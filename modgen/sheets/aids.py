"""Player aids: charts, the force pool, an index of clauses, and a page for each scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modgen.draw.board import draw_board
from modgen.draw.charts import draw_chart
from modgen.draw.colours import INK
from modgen.draw.pieces import paint_piece
from modgen.draw.states import draw_state_value
from modgen.draw.svg import Drawing
from modgen.draw.text import LINE, Line, Style, wrap
from modgen.model.boards import layout
from modgen.model.boards.arrangement import arrangement, board_of, corners, maps, place_point
from modgen.model.game import Game, split_face
from modgen.model.tactics.listings import force_lines
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.base import Fact
from modgen.model.types.scenario import Chart, Scenario
from modgen.sheets.paper import MARGIN, Placed, Sheets, Words

TOP = 10.0
GAP = 5.0
MAP_SHARE = 0.66
"""The largest part of the rest of a page that the map of a scenario may fill."""
LISTS = ((2, 3.0), (3, 2.6))
"""Number of columns and letter height for the list of pieces; the first pair that fits is used."""
BETWEEN = 6.0
"""Space between columns in mm."""


def aid_sheets(game: Game, paper: tuple[float, float], words: Words) -> Sheets:
    """All player aids: charts below one another, then a page for each scenario."""
    sheets = Sheets(f"{game.id}-aids", f"{game.info.title}: {words['aids']}", game.language)
    wide, high = paper
    room = wide - 2 * MARGIN
    charts = [*game.charts, _force_pool(game, words), *_clauses(game, words)]
    page, y = sheets.page(wide, high), TOP
    page.title(sheets.title)
    for chart in charts:
        drawn = draw_chart(game, chart, room)
        scale = min(1.0, (high - TOP - MARGIN) / drawn.height)
        w, h = drawn.width * scale, drawn.height * scale
        if y + h > high - MARGIN:
            page.ruler()
            page, y = sheets.page(wide, high), TOP
            page.title(sheets.title)
        name = f"chart-{chart.id}"
        sheets.art[name] = drawn
        page.placed.append(Placed(name, (wide - w) / 2, y, w, h))
        y += h + GAP
    page.ruler()
    for scenario in game.scenarios:
        _setup_card(sheets, game, scenario, paper, words)
    return sheets


def _force_pool(game: Game, words: Words) -> Chart:
    """A chart with the number of pieces of each type."""
    rows = [
        [piece.name, game.sides[piece.side].name if piece.side else "–",
         ", ".join(face.name for face in piece.faces if face.name) or "–", str(piece.count)]
        for piece in game.pieces
    ]  # fmt: skip
    columns = [words["piece"], words["side"], words["faces"], words["count"]]
    return Chart(id="force_pool", name=words["pool"], kind="table", columns=columns, rows=rows)


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
    sheets: Sheets, game: Game, scenario: Scenario, paper: tuple[float, float], words: Words
) -> None:
    """A page with the map as set up for a scenario, and the list of pieces for each place."""
    wide, high = paper
    room = wide - 2 * MARGIN
    name = f"setup-{scenario.id}"
    drawn = sheets.art[name] = draw_setup(game, scenario)
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


def _placements(game: Game, scenario: Scenario) -> Iterator[str]:
    for place, held in laid_out(game, scenario).items():
        parts = []
        for key, count in held.items():
            kind, face_id = split_face(key, game)
            piece = game.piece_types[kind]
            face = next((known.name for known in piece.faces if known.id == face_id), "")
            name = piece.plural if count > 1 and piece.plural else piece.name
            parts.append(f"{count} {name}" + (f" ({face})" if face else ""))
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


def draw_setup(game: Game, scenario: Scenario) -> Drawing:
    """The main map with the pieces of a scenario; stacks of several pieces have a number."""
    rows = arrangement(game, scenario, next(iter(maps(game))))
    at = corners(rows)
    drawing = Drawing(
        max(sum(board.width for board in row) for row in rows),
        sum(max(board.height for board in row) for row in rows),
    )
    for key, corner in at.items():
        drawing.nest(draw_board(game, key).svg, *corner)
    for space in game.map.spaces:
        stated = scenario.states.get(space.id, {})
        for key, rect in layout.state_boxes(game, space).items():
            state = game.states[key]
            mark = draw_state_value(game, state, stated.get(key, state.default))
            drawing.nest(mark.svg, rect.x, rect.y)
    for place, held in laid_out(game, scenario).items():
        board = board_of(game, place).id
        if board not in at:
            continue
        for key, count in held.items():
            kind, face = split_face(key, game)
            piece = game.piece_types[kind]
            x, y = place_point(game, place, piece)
            x, y = x + at[board][0], y + at[board][1]
            side = game.cell_sides.get(place, ("", ""))[1]
            paint_piece(drawing, game, piece, face, x, y, side=side)
            if count > 1:
                _count(drawing, x + piece.size * 0.42, y - piece.size * 0.42, count)
    for key, number in start_levels(game, scenario).items():
        piece = game.piece_types[key]
        board = game.tracks[piece.tracks or ""].board
        if board in at:
            x, y = layout.level_point(game, piece, number)
            face = piece.start_face.id
            paint_piece(drawing, game, piece, face, x + at[board][0], y + at[board][1])
    return drawing


def _count(drawing: Drawing, x: float, y: float, count: int) -> None:
    drawing.circle(x, y, 2.7, fill="#ffffff", stroke="#1f2328", stroke_width=0.3)
    letters = Style("title", 4.2, bold=True)
    drawing.text(str(count), x, y + 1.5, letters, align="centre", fill="#1f2328")

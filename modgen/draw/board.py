"""Draw a board: sea and land, borders, spaces with names and marks, boxes, tracks and grids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from modgen.draw.boxes import paint_boxes, paint_tracks
from modgen.draw.city import paint_city
from modgen.draw.colours import darker, lighter
from modgen.draw.crossings import paint_crossings
from modgen.draw.fonts import in_typefaces
from modgen.draw.grids import paint_grids
from modgen.draw.links import paint_links
from modgen.draw.marks import GREY_LAND, RADIUS, RIM, paint_attribute, paint_disc
from modgen.draw.svg import Drawing, outline
from modgen.draw.text import Style, capitals, width, wrap
from modgen.draw.whole import draw_whole
from modgen.model.boards import layout
from modgen.model.checks.crowding import overlap
from modgen.model.game import Game
from modgen.model.geography.geometry import MultiPolygon, Ring, bounds, contains
from modgen.model.types.base import Point, Rect
from modgen.model.types.places import Board, BoardLabel, Space

LANDS = ("#e7dcb6", "#dfe0b4", "#ecd9b8", "#d9dcb0", "#e9e0c2", "#e2d3ab")
"""Fills of areas, assigned so that neighbours differ."""
HIGHLANDS = ("#c9b48a", "#bfae86", "#d0b98f", "#c4ab84", "#cbb592", "#baa67e")
"""Fills of mountainous areas."""
HILL = "#a8905f"
HILLS = 8.5
"""The distance between hills in mm."""
COAST = "#6f6443"
BORDER = "#ffffff"
BADGE = "#8c5a2b"
SIGN = "#f5c518"
RISE = 0.6
"""By how much of its growth a name that is drawn larger is higher up."""
NAME_SHARE = 1.4
"""The width of a name in two lines, as a share of half of its width in one."""
SIGN_STEP = 1.7
"""The width of a number or sign beside a name, in letter heights."""


@in_typefaces
def draw_board(game: Game, board_id: str, least: float = 0.0) -> Drawing:
    """The whole board. A board that is a picture shows only the picture and its labels.

    Names on plates and printed attributes are at least `least` mm high, for a board that will be
    made smaller.
    """
    board = game.boards[board_id]
    drawing = Drawing(board.width, board.height)
    drawing.least_name = least
    drawing.art = game.folder
    if board.picture:
        draw_whole(drawing, game.folder, board.picture, 0, 0, board.width, board.height)
        for label in board.labels:
            _label(drawing, label)
        return drawing
    _sea(drawing, game, board)
    spaces = [space for space in game.map.spaces if space.board == board.id]
    areas = [space for space in spaces if game.outlines.shapes.get(space.id) and not space.radius]
    if spaces:
        _land(drawing, game, spaces, areas)
    paint_crossings(drawing, game, areas)
    paint_grids(drawing, game, board)
    paint_links(drawing, game, spaces)
    for space in spaces:
        if space.radius:
            paint_disc(drawing, game, space, *layout.centre(game, space), space.radius)
    for label in board.labels:
        _label(drawing, label)
    for space in spaces:
        _marks(drawing, game, space)
        _name(drawing, game, space)
    paint_boxes(drawing, game, board)
    paint_tracks(drawing, game, board)
    return drawing


LARGE = 250_000
"""Square millimetres of a board with hexes above which it has a frame, and no gradient."""
PAPER = "#d9cdae"
"""The background of boards with hexes."""


def background(game: Game, board: Board) -> str:
    """The colour of the background."""
    if _has_hexes(game, board) and "background" not in game.map.model_fields_set:
        return PAPER
    return game.map.background


def edge(game: Game, board: Board) -> str:
    """The colour of the background at the edge of the board."""
    return darker(background(game, board), 0.14)


def _has_hexes(game: Game, board: Board) -> bool:
    return any(grid.kind == "hex" and grid.board == board.id for grid in game.map.grids)


def _sea(drawing: Drawing, game: Game, board: Board) -> None:
    """The background: darker towards the edges, with a fine graticule if there is a map."""
    sea = background(game, board)
    drawing.rect(0, 0, board.width, board.height, fill=sea)
    if _has_hexes(game, board) and board.width * board.height > LARGE:
        # A gradient over a large map takes as long to render as all of its hexes.
        _frame(drawing, board, sea)
        return
    shade = drawing.gradient([(0, lighter(sea, 0.22)), (0.6, sea), (1, edge(game, board))], True)
    drawing.rect(0, 0, board.width, board.height, fill=shade)
    if not board.projection:
        return
    from modgen.model.geography.geojson import Projector

    to_board = Projector.fit(board.projection).to_board
    look = {"stroke": "#ffffff", "stroke_opacity": 0.16, "stroke_width": 0.25}
    plan = board.projection
    for degree in range(int(plan.west) - 14, int(plan.east) + 12, 2):
        x = to_board((degree, plan.north))[0]
        if 0 < x < board.width:
            drawing.line(x, 0, x, board.height, **look)
    for degree in range(int(plan.south) - 2, int(plan.north) + 4, 2):
        y = to_board((plan.west, degree))[1]
        if 0 < y < board.height:
            drawing.line(0, y, board.width, y, **look)


def _frame(drawing: Drawing, board: Board, ground: str) -> None:
    """The double line around a printed map, near its edge."""
    for inset, wide in ((2.0, 0.8), (3.4, 0.25)):
        drawing.rect(
            inset,
            inset,
            board.width - 2 * inset,
            board.height - 2 * inset,
            fill="none",
            stroke=darker(ground, 0.45),
            stroke_width=wide,
        )


def _land(drawing: Drawing, game: Game, spaces: list[Space], areas: list[Space]) -> None:
    shapes = game.outlines.shapes
    ids = {space.id for space in areas}
    everything = "".join(outline(polygon) for shape in shapes.values() for polygon in shape)
    shore = lighter(game.map.background, 0.55)
    for wide, strength in ((13, 0.16), (8.5, 0.22), (4.5, 0.32)):
        drawing.path(
            everything,
            fill="none",
            stroke=shore,
            stroke_width=wide,
            stroke_opacity=strength,
            stroke_linejoin="round",
        )
    for key, shape in shapes.items():
        if key not in ids:
            drawing.path(
                _outlines(shape),
                fill=GREY_LAND,
                stroke=COAST,
                stroke_width=0.3,
                stroke_opacity=0.7,
                stroke_linejoin="round",
            )
    board = game.boards[spaces[0].board]
    if board.ground == "city":
        paint_city(drawing, game, spaces, (key for key in shapes if key not in ids))
    _borders(drawing, game.outlines.waters or shapes, areas)
    fills = _fills(game, areas)
    for space in areas:
        drawing.path(
            _outlines(shapes[space.id]),
            fill=fills[space.id],
            stroke=COAST,
            stroke_width=0.45,
            stroke_linejoin="round",
        )
        if fills[space.id] in HIGHLANDS:
            _mountains(drawing, game, space)
    shared = _shared_lines({space.id: shapes[space.id] for space in areas})
    if shared:
        drawing.path(
            shared,
            fill="none",
            stroke=BORDER,
            stroke_width=1.5,
            stroke_linecap="round",
            stroke_linejoin="round",
        )


def _fills(game: Game, areas: list[Space]) -> dict[str, str]:
    """A colour for each area, of its terrain's colours if any, that no neighbour has."""
    fills: dict[str, str] = {}
    looks = {terrain.id: terrain.look for terrain in game.info.terrains}
    for number, space in enumerate(areas):
        range_ = HIGHLANDS if looks.get(space.terrain or "") == "mountain" else LANDS
        taken = {fills.get(key) for key in game.neighbours(space.id)}
        turned = [range_[(number + step) % len(range_)] for step in range(len(range_))]
        fills[space.id] = next((colour for colour in turned if colour not in taken), turned[0])
    return fills


def _mountains(drawing: Drawing, game: Game, space: Space) -> None:
    """Hill symbols over a mountainous area."""
    shape = game.outlines.shapes[space.id]
    left, top, right, bottom = bounds(shape)
    rows = int((bottom - top) / HILLS) + 1
    for row in range(rows):
        for column in range(int((right - left) / HILLS) + 2):
            x = left + (column + row % 2 / 2) * HILLS
            y = top + row * HILLS
            if all(contains(shape, (x + dx, y)) for dx in (-HILLS / 3, HILLS / 3)):
                drawing.icon("mountain", x, y, HILLS * 0.62, HILL, game.folder)


def _outlines(shape: MultiPolygon) -> str:
    return "".join(outline(polygon) for polygon in shape)


def _borders(drawing: Drawing, shapes: Mapping[str, MultiPolygon], areas: list[Space]) -> None:
    """The borders that areas share, including those across water."""
    shared = _shared_lines({space.id: shapes[space.id] for space in areas if space.id in shapes})
    if not shared:
        return
    look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    drawing.path(shared, stroke="#3f6076", stroke_width=2.4, stroke_opacity=0.3, **look)
    drawing.path(shared, stroke=BORDER, stroke_width=1.5, **look)


def _shared_lines(shapes: Mapping[str, MultiPolygon]) -> str:
    """The sides that two shapes have in common, as a path of joined lines."""
    owners: dict[frozenset[Point], str] = {}
    chains: list[list[Point]] = []
    for key, shape in shapes.items():
        for polygon in shape:
            for ring in polygon:
                chains += _common(ring, key, owners)
    return "".join("M" + "L".join(f"{x:.3f},{y:.3f}" for x, y in chain) for chain in chains)


def _common(ring: Ring, key: str, owners: dict[frozenset[Point], str]) -> list[list[Point]]:
    """Runs of this ring's sides that an earlier shape shares; other sides are recorded as new."""
    chains: list[list[Point]] = []
    joined = False
    for start, end in pairwise([*ring, ring[0]]):
        side = frozenset((start, end))
        owner = owners.setdefault(side, key)
        if owner == key:
            joined = False
            continue
        if joined:
            chains[-1].append(end)
        else:
            chains.append([start, end])
        joined = True
    return chains


def _marks(drawing: Drawing, game: Game, space: Space) -> None:
    """Printed attributes as discs, and empty boxes for the states."""
    for key, rect in layout.mark_boxes(game, space).items():
        x, y = rect.centre
        radius = max(RADIUS, drawing.least_name / 5.6 * RADIUS)
        if key in game.states:
            drawing.rect(
                rect.x + 0.4,
                rect.y + 0.4,
                rect.w - 0.8,
                rect.h - 0.8,
                1.2,
                fill="#fffaf0",
                fill_opacity=0.8,
                stroke="#6d6450",
                stroke_width=0.3,
            )
        else:
            paint_attribute(drawing, space.attributes[key], x, y, radius)


def _name(drawing: Drawing, game: Game, space: Space) -> None:
    x, y = layout.label_point(game, space)
    letters = _letters(game, space)
    if space.kind == "sea":
        drawing.text(
            space.name,
            x,
            y - 1,
            letters,
            align="centre",
            fill="#1f4a63",
            halo="#e6f1f7",
            halo_width=0.9,
        )
        return
    if space.radius:
        letters = Style("title", max(letters.size, drawing.least_name), bold=True)
        text = capitals(space.name)
        wide = _plate(text, letters)
        high = letters.size + 2
        drawing.rect(
            x - wide / 2,
            y - high / 2,
            wide,
            high,
            1.4,
            fill=space.colour or RIM,
            stroke="#ffffff",
            stroke_width=0.7,
        )
        low = y + letters.size * 0.356
        drawing.text(text, x, low, letters, align="centre", spacing=0.25, fill="#ffffff")
        return
    size = letters.size
    if size < drawing.least_name and space.number is None:
        y -= (drawing.least_name - size) * RISE  # clear of the marks below
        size = drawing.least_name
        letters = replace(letters, size=size)
        name = capitals(space.name)
        half = (width(name, letters) + size * 0.08 * len(name)) / 2
        covered = Rect(x=x - half, y=y - size / 2, w=2 * half, h=size)
        if " " in name and any(overlap(covered, mark) > 0 for mark in _other_marks(game, space)):
            lines = wrap(name, letters, half * NAME_SHARE)
            *first, name = ["".join(run.text for run in line.runs) for line in lines]
            for up, line in enumerate(reversed(first), 1):
                _write_name(drawing, line, x, y - up * size, letters)
    else:
        name = capitals(space.name)
    signs = len(space.signs) + int(space.number is not None)
    wide = width(name, letters) + size * 0.08 * (len(name) - 1)
    left = x - (wide + signs * size * SIGN_STEP) / 2
    if space.number is not None:
        _number(drawing, game, space, left + size * 0.75, y)
        left += size * SIGN_STEP
    _write_name(drawing, name, left + wide / 2, y, letters)
    for number, sign in enumerate(space.signs):
        at = left + wide + size * SIGN_STEP * (number + 0.55)
        drawing.circle(
            at, y, size * 0.75, fill="#3a2f1c", stroke="#ffffff", stroke_width=size * 0.1
        )
        drawing.icon(sign, at, y, size * 1.1, SIGN, game.folder)


def _write_name(drawing: Drawing, name: str, x: float, y: float, letters: Style) -> None:
    """A line of the name of an area, its middle at a point."""
    size = letters.size
    drawing.text(
        name,
        x,
        y + size * 0.34,
        letters,
        align="centre",
        spacing=size * 0.08,
        fill="#3a2f1c",
        halo="#fff8e6",
        halo_width=size * 0.23,
    )


def _other_marks(game: Game, space: Space) -> Iterator[Rect]:
    """The marks beside the names of the other spaces of a board."""
    for other in game.map.spaces:
        if other.board == space.board and other.id != space.id:
            yield from layout.mark_boxes(game, other).values()


def _letters(game: Game, space: Space) -> Style:
    """The letters of a space's name."""
    if space.kind == "sea":
        return Style("serif", 3.2, italic=True)
    return Style("title", 5.2 if space.radius else game.boards[space.board].names, bold=True)


def _plate(text: str, letters: Style) -> float:
    """The width of the plate with the name of a disc."""
    return width(text, letters) + 0.25 * (len(text) - 1) + 5


@in_typefaces
def name_size(game: Game, space: Space) -> tuple[float, float]:
    """About how wide and high the name of a space is drawn, in mm. Raises MissingGlyphError."""
    letters = _letters(game, space)
    if space.radius and space.kind != "sea":
        return _plate(capitals(space.name), letters), 7.2
    name = space.name if space.kind == "sea" else capitals(space.name)
    return width(name, letters) + letters.size * 0.08 * len(name), letters.size * 1.2


@in_typefaces
def label_size(_: Game, label: BoardLabel) -> tuple[float, float]:
    """About how wide and high a label is drawn, in mm. Raises MissingGlyphError."""
    title = label.style == "title"
    text = capitals(label.text) if title else label.text
    role = "title" if label.style in ("title", "subtitle") else "serif"
    return width(text, Style(role, label.size, bold=title)) * 1.1, label.size * 1.2


def _number(drawing: Drawing, game: Game, space: Space, x: float, y: float) -> None:
    """A space's number in a disc of its terrain's colour."""
    size = game.boards[space.board].names
    terrain = next((entry for entry in game.info.terrains if entry.id == space.terrain), None)
    fill = terrain.colour if terrain and terrain.colour else BADGE
    drawing.circle(x, y, size * 0.75, fill=fill, stroke="#ffffff", stroke_width=size * 0.1)
    letters = Style("title", size * 0.9, bold=True)
    drawing.text(str(space.number), x, y + size * 0.32, letters, align="centre", fill="#ffffff")


def _label(drawing: Drawing, label: BoardLabel) -> None:
    x, y = label.at
    turn = {"transform": f"rotate({label.angle} {x} {y})"} if label.angle else {}
    with drawing.group(**turn):
        if label.style == "sea":
            letters = Style("serif", label.size, italic=True)
            drawing.text(
                label.text,
                x,
                y,
                letters,
                align="centre",
                spacing=label.size * 0.12,
                fill="#4d7188",
                fill_opacity=0.9,
            )
        elif label.style == "title":
            letters = Style("title", label.size, bold=True)
            drawing.text(
                capitals(label.text),
                x,
                y,
                letters,
                align="centre",
                spacing=label.size * 0.02,
                fill="#8c2a20",
                halo="#fff3d6",
                halo_width=label.size * 0.14,
            )
        elif label.style == "subtitle":
            letters = Style("title", label.size)
            drawing.text(
                label.text, x, y, letters, align="centre", spacing=label.size * 0.06, fill="#22435a"
            )
        else:
            letters = Style("serif", label.size, italic=True)
            drawing.text(label.text, x, y, letters, align="centre", fill="#5b5848")

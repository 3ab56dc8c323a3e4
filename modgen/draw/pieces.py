"""Draw pieces: wooden cubes, discs, cylinders, octagons and pawns from above; counters and chits.

Every drawing has `MARGIN` mm around the piece, for its shadow.
"""

from __future__ import annotations

from math import cos, radians, sin
from pathlib import Path

from modgen.draw.colours import darker, ink_on, side_colour, side_dark
from modgen.draw.fonts import in_typefaces
from modgen.draw.piece_shapes import CORNERS, SHAPES
from modgen.draw.side_patterns import paint_pattern, pattern_of
from modgen.draw.svg import Drawing, number
from modgen.draw.text import LEAST, Style, TextDoesNotFitError, fit, height, width
from modgen.draw.whole import draw_face
from modgen.model.game import Game, face_of
from modgen.model.geography.cells import SQUARE_SIDES
from modgen.model.types.pieces import Face, PieceType

MARGIN = 0.6
PATTERNED = {"counter": (0.0, 0.88), "round": (0.0, 0.88), "block": (0.15, 0.66)}
"""Shapes with a flat ground for the pattern of a side: how far it is above the middle, and its half
width, as shares of half the piece's size."""
BAND = 0.3
"""The height of the band of a counter's controller, as a share of the counter's size."""
ABOVE_BAND = 0.76
"""The size of what is printed above the band of a controller, relative to a counter without it."""
NAMED = {"counter": 0.84, "round": 0.66, "block": 0.66}
"""Shapes that may have only a name on them: the width of its lines, as a share of the size."""
OUTER = 0.44
"""How far ratings reach from the middle of a counter, as a share of its size."""
BACK_INK = "#f5d76e"
"""The icon on the back of a piece."""


@in_typefaces
def draw_piece(game: Game, piece: PieceType, face_id: str) -> Drawing:
    """One face of a piece, turned to the first direction in which it can face."""
    wide, high = piece.size, piece.drawn_height
    turn = radians(piece.first_facing) if piece.facings else 0.0
    across, along = abs(sin(turn)), abs(cos(turn))
    drawing = Drawing(
        wide * along + high * across + 2 * MARGIN, wide * across + high * along + 2 * MARGIN
    )
    x, y = drawing.width / 2, drawing.height / 2
    paint_piece(drawing, game, piece, face_id, x, y, turn=piece.first_facing if turn else 0)
    return drawing


def corner_of(piece: PieceType) -> float:
    """The corner radius of a piece in mm: half its width for a disc."""
    return piece.size / 2 * CORNERS.get(piece.shape, 1.0)


def paint_piece(
    drawing: Drawing,
    game: Game,
    piece: PieceType,
    face_id: str,
    x: float,
    y: float,
    *,
    side: str = "",
    flat: bool = False,
    turn: float = 0,
) -> None:
    """Paint a face of a piece with its middle at `x`, `y` mm.

    With a `side`, `x` and `y` are the middle of the square on whose side the piece lies. `flat`
    paints only what is printed on the piece, without the piece itself and its shadow. `turn` is the
    direction in which it faces, in degrees clockwise.
    """
    if turn:
        with drawing.group(transform=f"rotate({number(turn)} {number(x)} {number(y)})"):
            paint_piece(drawing, game, piece, face_id, x, y, side=side, flat=flat)
        return
    face = face_of(piece, face_id)
    colour = face.colour or piece.colour or side_colour(game, piece.side)
    if side:
        away = max(grid.size for grid in game.map.grids) / 2
        turn = SQUARE_SIDES.index(side) * 90
        with drawing.group(transform=f"rotate({turn} {number(x)} {number(y)})"):
            paint_piece(drawing, game, piece, face_id, x, y - away)
        return
    if face.art:
        w, h = piece.size, piece.drawn_height
        draw_face(drawing, game.folder, face.art, x - w / 2, y - h / 2, w, h)
        return
    if not flat:
        SHAPES[piece.shape](drawing, x, y, piece.size / 2, colour)
        if piece.shape in PATTERNED:
            up, share = PATTERNED[piece.shape]
            half = piece.size / 2
            paint_pattern(
                drawing,
                pattern_of(game, piece.side),
                (x, y - half * up),
                half * share,
                piece.size,
                colour,
                is_round=piece.shape == "round",
            )
    if piece.facings:
        _front(drawing, piece, x, y, ink_on(colour))
    if face.side:
        _band(drawing, game, face.side, x, y, piece.size)
        y -= piece.size * BAND / 2
        piece = piece.model_copy(update={"size": piece.size * ABOVE_BAND})
    if piece.shape != "bar":
        figures = figures_of(game, piece)
        _print(drawing, piece, face, x, y, colour, game.folder, figures)
        _traits(drawing, game, piece, x, y)


@in_typefaces
def draw_back(game: Game, piece: PieceType) -> Drawing:
    """The back of a piece, for sides that may not see it: its side's colour and the back icon."""
    drawing = Drawing(piece.size + 2 * MARGIN, piece.drawn_height + 2 * MARGIN)
    paint_back(drawing, game, piece, drawing.width / 2, drawing.height / 2)
    return drawing


def paint_back(drawing: Drawing, game: Game, piece: PieceType, x: float, y: float) -> None:
    """Paint a piece's back with its middle at `x`, `y` mm."""
    SHAPES[piece.shape](drawing, x, y, piece.size / 2, side_dark(game, piece.side))
    drawing.icon(piece.back, x, y, piece.size * 0.62, BACK_INK, game.folder)


MOVED_MARK = 2.3
"""Width and height of the mark of a piece that has moved, in mm."""


def draw_moved_mark() -> Drawing:
    """The mark of a piece that has moved: a disc with a chevron."""
    drawing = Drawing(MOVED_MARK, MOVED_MARK)
    middle = MOVED_MARK / 2
    drawing.circle(middle, middle, middle - 0.1, fill="#ffd600", stroke="#141414", stroke_width=0.2)
    drawing.path(
        f"M{middle - 0.32:.2f},{middle - 0.6:.2f}l0.7,0.6l-0.7,0.6",
        fill="none",
        stroke="#141414",
        stroke_width=0.35,
        stroke_linecap="round",
        stroke_linejoin="round",
    )
    return drawing


def draw_face_down_mark(wide: float, high: float, corner: float, margin: float = 0) -> Drawing:
    """The mark that its own side sees on a piece or card that is face down: a stitched frame.

    It is at the edge, so that it covers no number or text. The size is the
    piece's own, without the margin.
    """
    drawing = Drawing(wide + 2 * margin, high + 2 * margin)
    thick = max(0.5, min(wide, high) * 0.025)
    left = margin + thick / 2
    for look in (
        {"stroke": "#141414", "stroke_width": thick},
        {"stroke": "#ffffff", "stroke_width": thick * 0.3, "stroke_dasharray": f"{2 * thick:g}"},
    ):
        drawing.rect(
            left,
            left,
            wide - thick,
            high - thick,
            max(0.0, corner - thick / 2),
            fill="none",
            **look,
        )
    return drawing


def figures_of(game: Game, piece: PieceType) -> int:
    """The number of icons side by side on a piece, by its size class."""
    sizes = {size.id: size.figures for size in game.info.size_classes}
    return sizes.get(piece.size_class or "", 1)


def _print(
    drawing: Drawing,
    piece: PieceType,
    face: Face,
    x: float,
    y: float,
    colour: str,
    folder: Path,
    figures: int = 1,
) -> None:
    """The icons and letters on top of a piece."""
    ink = ink_on(colour)
    size, text = piece.size, face.text or piece.text
    if name := "" if text else _name_of_blank(piece, face):
        _whole_name(drawing, name, (x, y), size, size * NAMED[piece.shape], ink)
        return
    if piece.shape == "cylinder":
        y -= size * 0.07
    _ratings(drawing, face, x, y, size, ink)
    if piece.echelon:
        dots = piece.echelon.startswith("•")
        high, down = (0.3, 0.27) if dots else (0.17, 0.31)
        fitted_letters(drawing, piece.echelon, x, y - size * down, size * 0.6, size * high, ink)
    if face.factors:
        fitted_letters(drawing, face.factors, x, y + size * 0.43, size * 0.88, size * 0.27, ink)
        if text and piece.echelon:
            _beside(drawing, text, x, y, size, ink)
        elif text:
            fitted_letters(drawing, text, x, y - size * 0.31, size * 0.9, size * 0.15, ink)
        if face.icon:
            drawing.icon(face.icon, x, y - size * 0.05, size * 0.46, ink, folder)
    elif face.icon and (figures > 1 or any((face.nw, face.ne, face.sw, face.se))):
        _figures(drawing, face.icon, (x, y), size, figures, ink, folder)
        if text:
            room = 0.4 if face.sw or face.se else 0.86
            fitted_letters(drawing, text, x, y + size * 0.41, size * room, size * 0.19, ink)
    elif face.icon and text:
        drawing.icon(face.icon, x, y - size * 0.12, size * 0.5, ink, folder)
        fitted_letters(drawing, text, x, y + size * 0.37, size * 0.86, size * 0.24, ink)
    elif face.icon:
        share = 0.66 if piece.shape in ("counter", "disc", "round") else 0.56
        drawing.icon(face.icon, x, y, size * share, ink, folder)
    elif text:
        fitted_letters(drawing, text, x, y + size * 0.14, size * 0.84, size * 0.42, ink)


def _name_of_blank(piece: PieceType, face: Face) -> str:
    """The name, for a counter or block on which nothing else would be printed."""
    printed = (face.icon, face.factors, face.nw, face.ne, face.sw, face.se, piece.echelon)
    if piece.shape not in NAMED or any(printed) or piece.traits:
        return ""
    return face.name or piece.name


def _whole_name(
    drawing: Drawing, name: str, at: tuple[float, float], size: float, wide: float, ink: str
) -> None:
    """A name in the middle of a counter, in as many lines as give the largest letters."""
    (x, y), letters = at, Style("title", size * 0.42, bold=True)
    try:
        lines, chosen = fit(name, letters, wide, wide, LEAST)
    except TextDoesNotFitError:
        lines, chosen = [], 0.0
    if len(lines) < 2:
        fitted_letters(drawing, name, x, y + size * 0.14, wide, letters.size, ink)
    elif chosen >= drawing.least:
        top = y - height(len(lines), chosen) / 2
        drawing.lines(lines, x - wide / 2, top, wide, chosen, align="centre", fill=ink)


def _front(drawing: Drawing, piece: PieceType, x: float, y: float, ink: str) -> None:
    """A flat triangle at the edge with which a piece faces somewhere, above what is printed."""
    half, high = piece.size * 0.28, piece.size * 0.05
    top = y - piece.drawn_height / 2 * 0.97
    drawing.polygon([(x - half, top + high), (x, top), (x + half, top + high)], fill=ink)


def _beside(drawing: Drawing, text: str, x: float, y: float, size: float, ink: str) -> None:
    """The name of a unit, such as `2/3`, upright to the left of its symbol."""
    left = x - size * 0.37
    with drawing.group(transform=f"rotate(-90 {number(left)} {number(y)})"):
        fitted_letters(drawing, text, left, y + size * 0.03, size * 0.5, size * 0.16, ink)


def _band(drawing: Drawing, game: Game, side: str, x: float, y: float, size: float) -> None:
    """The controlling side of a counter: a band at its foot with the side's letters."""
    colour, wide, high = side_colour(game, side), size * 0.98, size * BAND
    drawing.rect(
        x - wide / 2,
        y + wide / 2 - high,
        wide,
        high,
        size * 0.08,
        fill=colour,
        stroke=darker(colour, 0.45),
        stroke_width=0.2,
    )
    letters = game.sides[side].abbreviation
    if letters:
        foot = y + wide / 2 - high * 0.24
        fitted_letters(drawing, letters, x, foot, size * 0.9, high * 0.72, ink_on(colour))


def _traits(drawing: Drawing, game: Game, piece: PieceType, x: float, y: float) -> None:
    """The letters of a piece's traits in white circles along its left edge."""
    letters = {trait.id: trait.letters for trait in game.info.traits}
    r = piece.size * 0.113
    if r * 1.2 < drawing.least:
        return
    top = y - (len(piece.traits) - 1) * r - (piece.size * 0.1 if piece.text else 0)
    for place, key in enumerate(piece.traits):
        at = (x - piece.size * 0.35, top + place * 2 * r)
        drawing.circle(*at, r, fill="#ffffff", stroke="#1c1c1c", stroke_width=r * 0.12)
        fitted_letters(drawing, letters[key], at[0], at[1] + r * 0.42, r * 1.6, r * 1.2, "#1c1c1c")


def _figures(
    drawing: Drawing,
    icon: str,
    at: tuple[float, float],
    size: float,
    count: int,
    ink: str,
    folder: Path,
) -> None:
    """One to three icons side by side between the ratings, overlapping a little."""
    each = size * {1: 0.45, 2: 0.42}.get(count, 0.35)
    step = each * {1: 0.0, 2: 0.92}.get(count, 0.8)
    for n in range(count):
        x = at[0] + (n - (count - 1) / 2) * step
        drawing.icon(icon, x, at[1] - size * 0.01, each, ink, folder)


def _ratings(drawing: Drawing, face: Face, x: float, y: float, size: float, ink: str) -> None:
    """Numbers in the four corners of a counter: attack, defence, movement ..."""
    reach = size * 0.34
    letters = Style("title", size * 0.26, bold=True)
    for text, dx, dy in ((face.nw, -1, -1), (face.ne, 1, -1), (face.sw, -1, 1), (face.se, 1, 1)):
        if text:
            aside = min(reach, size * OUTER - width(text, letters) / 2)
            at = (x + dx * aside, y + dy * reach + letters.size * 0.36)
            drawing.text(text, *at, letters, align="centre", fill=ink)


def fitted_letters(
    drawing: Drawing, text: str, x: float, y: float, wide: float, size: float, ink: str
) -> None:
    """Letters centred at `x` on the baseline `y`, made smaller to be `wide` mm at most."""
    style = Style("title", size, bold=True)
    needed = width(text, style)
    if needed > wide:
        style = Style("title", size * wide / needed, bold=True)
    if style.size < drawing.least:
        return
    if style.size < 0.8:
        raise TextDoesNotFitError(text, needed, wide)
    drawing.text(text, x, y, style, align="centre", fill=ink)

"""Counter sheets: every piece as a square tile with a front and a back, to cut and mount."""

from __future__ import annotations

from modgen.draw.colours import ink_on, lighter, side_light
from modgen.draw.pieces import paint_back, paint_piece
from modgen.draw.svg import Drawing
from modgen.draw.text import Style, width
from modgen.model.game import Game
from modgen.model.types.pieces import Face, PieceType
from modgen.sheets.impose import Duplex, ImposedPiece, impose
from modgen.sheets.paper import PaperError, Sheets, Words

SIZES = {"1/2": 12.7, "9/16": 14.2875, "5/8": 15.875, "3/4": 19.05}
"""Usual sizes of counters, from inches to mm."""
SAFE = 0.8
"""The part of a tile that art may fill, because die cuts are never exactly centred."""


def counter_size(text: str) -> float:
    """A counter's side in mm, from inches as `5/8` or a number of mm. Raises PaperError."""
    try:
        size = SIZES.get(text) or float(text)
    except ValueError:
        raise PaperError(
            f"`{text}` is not a counter size; use inches such as 5/8, or mm such as 15.9"
        ) from None
    if not 8 <= size <= 60:
        raise PaperError(f"a counter of {size:g} mm is not possible; choose 8 to 60 mm")
    return size


def counter_sheets(
    game: Game, paper: tuple[float, float], duplex: Duplex, size: float, words: Words
) -> Sheets | None:
    """All pieces of the game, including spare ones, as tiles of `size` mm."""
    if not game.pieces:
        return None
    sheets = Sheets(f"{game.id}-counters", f"{game.info.title}: {words['counters']}", game.language)
    pieces = []
    for piece in game.pieces:
        number = piece.count + piece.spare
        for faces in _both_sides(piece):
            names = [f"piece-{piece.id}-{face.id}" for face in faces]
            for name, face in zip(names, faces, strict=True):
                sheets.art[name] = tile(game, piece, face.id, size)
            if piece.back and len(piece.faces) == 1:
                names[1] = f"back-{piece.side}-{piece.back}"
                sheets.art[names[1]] = _back(game, piece, size)
            pieces.append(ImposedPiece(names[0], names[1], number))
    pieces += _control_markers(game, sheets, size)
    impose(sheets, pieces, (size, size), paper, duplex, words["back"])
    return sheets


def _both_sides(piece: PieceType) -> list[tuple[Face, Face]]:
    """The faces on front and back of each counter of a piece; three faces need two counters."""
    printed = [face for face in piece.faces if not face.side] or piece.faces
    return [
        (face, (printed[at + 1 :] or [face])[0]) for at, face in enumerate(printed) if at % 2 == 0
    ]


def _back(game: Game, piece: PieceType, size: float) -> Drawing:
    """The back of a piece that begins face down, which does not show its type."""
    drawing = Drawing(size, size)
    drawing.rect(0, 0, size, size, fill=lighter(side_light(game, piece.side), 0.35))
    shown = piece.model_copy(update={"size": size * SAFE})
    paint_back(drawing, game, shown, size / 2, size / 2)
    return drawing


def _control_markers(game: Game, sheets: Sheets, size: float) -> list[ImposedPiece]:
    """Markers to put on pieces that another side controls: enough for all such pieces."""
    changing = [piece for piece in game.pieces if any(face.side for face in piece.faces)]
    sides = list(
        dict.fromkeys(face.side for piece in changing for face in piece.faces if face.side)
    )
    number = -(-sum(piece.count for piece in changing) // max(len(sides), 1))
    markers = []
    for side in sides:
        name = f"control-{side}"
        sheets.art[name] = drawing = Drawing(size, size)
        drawing.rect(0, 0, size, size, fill=side_light(game, side))
        looks = game.sides[side]
        drawing.rect(1, size * 0.3, size - 2, size * 0.4, 1, fill=looks.colour)
        letters = Style("title", size * 0.26, bold=True)
        drawing.text(
            looks.abbreviation or looks.name, size / 2, size * 0.59, letters, align="centre",
            fill=ink_on(looks.colour),
        )  # fmt: skip
        markers.append(ImposedPiece(name, name, number))
    return markers


def tile(game: Game, piece: PieceType, face: str, size: float) -> Drawing:
    """One face on a tile in a light tint of its side's colour, with the name at the bottom."""
    drawing = Drawing(size, size)
    tint = lighter(side_light(game, piece.side), 0.35) if piece.side else "#f3ead4"
    drawing.rect(0, 0, size, size, fill=tint)
    shown = piece.model_copy(update={"size": size * SAFE * 0.86})
    paint_piece(drawing, game, shown, face, size / 2, size * 0.44)
    own = next(known.name for known in piece.faces if known.id == face)
    changing = any(known.side for known in piece.faces)
    name = piece.name if piece.side or changing else own or piece.name
    letters = Style("title", size * 0.13)
    if (needed := width(name, letters)) > size * 0.92:
        letters = Style("title", letters.size * size * 0.92 / needed)
    drawing.text(name, size / 2, size * 0.95, letters, align="centre", fill=ink_on(tint))
    return drawing

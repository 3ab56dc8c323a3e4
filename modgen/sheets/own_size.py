"""Pieces that are printed at their own size: stickers for wooden blocks, and tiles."""

from __future__ import annotations

from modgen.draw.colours import side_dark
from modgen.draw.fonts import in_typefaces
from modgen.draw.pieces import BACK_INK
from modgen.draw.stickers import draw_sticker
from modgen.draw.svg import Drawing
from modgen.draw.whole import draw_face
from modgen.model.game import Game
from modgen.model.types.pieces import PieceType
from modgen.sheets.cards import fitted, room_on
from modgen.sheets.counters import (
    BLEED,
    SAFE,
    both_sides,
    is_block,
    is_tile,
    printed_faces,
    steps_of,
    tile,
)
from modgen.sheets.impose import CAPTION_ROOM, Cell, Duplex, ImposedPiece
from modgen.sheets.paper import Sheets, Words
from modgen.sheets.sizes import impose_sizes

RIM = 0.5
"""The wood that is seen around a sticker, in mm."""

Sizes = dict[Cell, list[ImposedPiece]]


@in_typefaces
def sticker_sheets(
    game: Game, paper: tuple[float, float], duplex: Duplex, words: Words
) -> Sheets | None:
    """A sticker for each block, and on the other side what the opponent sees."""
    sheets = Sheets(f"{game.id}-stickers", "", game.language)
    return _imposed(game, sheets, stickers(game, sheets), paper, duplex, words, "stickers")


@in_typefaces
def tile_sheets(
    game: Game, paper: tuple[float, float], duplex: Duplex, words: Words
) -> Sheets | None:
    """Pieces that are larger than usual counters, at most as large as fits on the paper."""
    sheets = Sheets(f"{game.id}-tiles", "", game.language)
    found = tiles(game, sheets, room_on(paper))
    return _imposed(game, sheets, found, paper, duplex, words, "large")


def _imposed(
    game: Game,
    sheets: Sheets,
    sizes: Sizes,
    paper: tuple[float, float],
    duplex: Duplex,
    words: Words,
    kind: str,
) -> Sheets | None:
    """The document with pages for each size, or None if there is nothing to print."""
    sheets.title = f"{game.info.title}: {words[kind]}"
    impose_sizes(sheets, sizes, paper, duplex, words, sized=True)
    return sheets if sizes else None


def stickers(game: Game, sheets: Sheets) -> Sizes:
    """The stickers by their size; their pictures, with bleed, are added to `sheets`."""
    sizes: Sizes = {}
    for piece in game.added.pieces:
        if not (piece.printed and is_block(piece)):
            continue
        size = round(max(piece.size - 2 * RIM, piece.size / 2), 1)
        front, back = f"block-{piece.id}", _back(game, sheets, piece, (size, size), BLEED)
        sheets.art[front] = draw_sticker(game, piece, printed_faces(piece), size, BLEED)
        imposed = ImposedPiece(front, back, piece.count + piece.spare, piece.name)
        sizes.setdefault(Cell(size, size, BLEED, CAPTION_ROOM), []).append(imposed)
    return sizes


def tiles(game: Game, sheets: Sheets, room: tuple[float, float]) -> Sizes:
    """The tiles by their size, at most that of the room; their pictures are added to `sheets`."""
    sizes: Sizes = {}
    for piece in game.added.pieces:
        if not (piece.printed and is_tile(piece)):
            continue
        flat = piece.shape == "counter"
        shape = piece if flat else piece.model_copy(update={"size": piece.size / SAFE})
        size = fitted(shape, room)
        for faces, number in both_sides(piece):
            names = [f"piece-{piece.id}-{face.id}" for face in faces]
            for name, face in zip(names, faces, strict=True):
                sheets.art[name] = drawing = Drawing(*size)
                if face.art and flat:
                    draw_face(drawing, game.folder, face.art, 0, 0, *size)
                else:
                    drawing.nest(tile(game, piece, face.id, size[0]).linked, -BLEED, -BLEED)
            if piece.back:
                names[1] = _back(game, sheets, piece, size, 0)
            copies = number + piece.spare
            imposed = ImposedPiece(names[0], names[1], copies, piece.name, steps_of(piece))
            sizes.setdefault(Cell(*size), []).append(imposed)
    return sizes


def _back(
    game: Game, sheets: Sheets, piece: PieceType, size: tuple[float, float], bleed: float
) -> str:
    """The name of the picture of a back, which is added to `sheets`."""
    name = f"back-{piece.side or 'all'}-{piece.back or 'plain'}-{size[0]:g}x{size[1]:g}"
    sheets.art[name] = drawing = Drawing(size[0] + 2 * bleed, size[1] + 2 * bleed)
    drawing.rect(0, 0, drawing.width, drawing.height, fill=side_dark(game, piece.side))
    if piece.back:
        middle, icon = (drawing.width / 2, drawing.height / 2), min(size) * 0.62
        drawing.icon(piece.back, *middle, icon, BACK_INK, game.folder)
    return name

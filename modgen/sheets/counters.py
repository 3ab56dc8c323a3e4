"""Counter sheets: every piece and every mark of a space, with a front and a back, to cut out."""

from __future__ import annotations

from modgen.compile.conditions import can_be_in
from modgen.draw.colours import ink_on, lighter, side_colour, side_light
from modgen.draw.fonts import in_typefaces
from modgen.draw.gauges import paint_gauges
from modgen.draw.pieces import MARGIN, paint_back, paint_piece
from modgen.draw.side_patterns import paint_pattern, pattern_of
from modgen.draw.states import paint_state_value
from modgen.draw.stickers import EDGES
from modgen.draw.svg import Drawing
from modgen.draw.text import LEAST, Style, width
from modgen.draw.whole import draw_face
from modgen.model.game import Game
from modgen.model.types.game_file import State, StateValue
from modgen.model.types.pieces import Face, PieceType
from modgen.sheets.impose import (
    CAPTION_ROOM,
    Cell,
    Duplex,
    Grid,
    ImposedPiece,
    caption_room,
    fewest_rows,
    grid,
    impose,
)
from modgen.sheets.paper import PaperError, Sheets, Words

SIZES = {"1/2": 12.7, "9/16": 14.2875, "5/8": 15.875, "3/4": 19.05}
"""Usual sizes of counters, from inches to mm."""
SAFE = 0.8
"""The part of a tile for everything that must not be cut: die cuts are never exactly centred."""
BLEED = 0.8
"""How far the art extends over the cut, in mm."""
LESS_BLEED, LESS_FOOT = 0.5, 1.95
"""Bleed and space for a caption in mm where they save a sheet."""
CARD = (30.0, 42.0)
"""The sides in mm from which on a picture is a card; the smallest usual cards have 32 by 45 mm."""
LARGEST_CARD = (130.0, 190.0)
"""The sides in mm up to which a picture is a card."""
LONGEST_CARD = 2.2
"""The most by which a card is longer than wide, as a factor."""
TILE = 20.0
"""The side in mm from which on a piece is a tile: it is larger than the largest usual counter."""
NEARLY_SQUARE = 0.97
"""The least ratio of the sides of a face that is stretched over the bleed."""
MOST_MARKS = 6
"""The most markers of a condition, before the sheet is filled up with them."""


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


def is_card_sized(piece: PieceType) -> bool:
    """Whether a piece is a picture of the size and shape of a card, and printed as a card."""
    shorter, longer = sorted((piece.size, piece.drawn_height))
    return (
        bool(piece.faces[0].art)
        and CARD[0] <= shorter <= LARGEST_CARD[0]
        and CARD[1] <= longer <= min(LARGEST_CARD[1], shorter * LONGEST_CARD)
    )


def is_block(piece: PieceType) -> bool:
    """Whether a piece is a block with no more steps than a sticker has edges.

    Steps that are pictures do not fit on one sticker.
    """
    faces = printed_faces(piece)
    pictures = any(face.art for face in faces[1:])
    return piece.shape == "block" and len(faces) <= EDGES and not pictures


def is_tile(piece: PieceType) -> bool:
    """Whether a piece is larger than usual counters, and so printed at its own size."""
    smaller = min(piece.size, piece.drawn_height)
    return smaller >= TILE and not (is_card_sized(piece) or is_block(piece))


def printed_faces(piece: PieceType) -> list[Face]:
    """The faces without those that only mark another side's control."""
    return [face for face in piece.faces if not face.side] or piece.faces


@in_typefaces
def counter_sheets(
    game: Game, paper: tuple[float, float], duplex: Duplex, size: float, words: Words
) -> Sheets | None:
    """All pieces of the game, including spare ones, and markers for the states of spaces.

    Pieces of the size of cards are on the sheets of cards; blocks and tiles have their own.

    The art of each counter extends over the cut; its name is outside. The last sheet is filled up
    with more markers of states.
    """
    if not game.added.pieces and (not game.states or game.parent is not None):
        return None
    sheets = Sheets(f"{game.id}-counters", f"{game.info.title}: {words['counters']}", game.language)
    pieces, marks = counter_pieces(game, sheets, size, words)
    if not (pieces or game.states):
        return None
    cell = _cell([*pieces, *marks], paper, duplex, size)
    if cell.bleed < BLEED:
        sheets.art = {name: _trimmed(art, cell) for name, art in sheets.art.items()}
    cells, room = _room(paper, cell, duplex)
    pieces += _filled(pieces, marks, room, cells, words["spare"])
    impose(sheets, pieces, cell, paper, duplex, words["back"])
    return sheets


def counter_pieces(
    game: Game, sheets: Sheets, size: float, words: Words, *, blocks: bool = False
) -> tuple[list[ImposedPiece], list[ImposedPiece]]:
    """The counters of the pieces, and the markers of states and conditions.

    Their pictures, with bleed, are added to `sheets`. With `blocks`, blocks are counters too,
    instead of stickers.
    """
    pieces = []
    for piece in game.added.pieces:
        if not piece.printed or is_card_sized(piece) or is_tile(piece):
            continue
        if is_block(piece) and not blocks:
            continue
        for faces, number in both_sides(piece):
            names = [f"piece-{piece.id}-{face.id}" for face in faces]
            for name, face in zip(names, faces, strict=True):
                sheets.art[name] = tile(game, piece, face.id, size)
            if piece.back:
                names[1] = "-".join(["back", *([piece.side] if piece.side else []), piece.back])
                sheets.art[names[1]] = _back(game, piece, size)
            one = ImposedPiece(names[0], names[1], number, piece.name, steps_of(piece))
            pieces.append(one)
            if piece.spare:
                spare = f"{piece.name} ({words['spare']})"
                pieces.append(one._replace(copies=piece.spare, caption=spare))
    pieces += _control_markers(game, sheets, size)
    return pieces, [*_state_markers(game, sheets, size), *_condition_markers(game, sheets, size)]


def _room(paper: tuple[float, float], cell: Cell, duplex: Duplex) -> tuple[Grid, int]:
    """The grid of a sheet, and how many counters it has room for."""
    cells = grid(paper, cell, even_rows=duplex == "fold")
    return cells, cells.columns * (cells.rows // 2 if duplex == "fold" else cells.rows)


def _cell(
    pieces: list[ImposedPiece], paper: tuple[float, float], duplex: Duplex, size: float
) -> Cell:
    """A counter with the most room around it that costs no further sheet.

    That is room for two lines of its name if they are needed, for one, or less bleed.
    """
    total = sum(piece.copies for piece in pieces)

    def sheets(cell: Cell) -> int:
        return -(-total // max(1, _room(paper, cell, duplex)[1]))

    one = Cell(size, size, BLEED, CAPTION_ROOM)
    two = one._replace(foot=caption_room(pieces, one.across))
    return min(two, one, Cell(size, size, LESS_BLEED, LESS_FOOT), key=sheets)


def _trimmed(art: Drawing, cell: Cell) -> Drawing:
    """A counter's picture without the bleed that the cell has no room for."""
    drawing = Drawing(cell.w + 2 * cell.bleed, cell.h + 2 * cell.bleed)
    drawing.nest(art.linked, cell.bleed - BLEED, cell.bleed - BLEED)
    return drawing


def _filled(
    pieces: list[ImposedPiece], marks: list[ImposedPiece], room: int, cells: Grid, spare: str
) -> list[ImposedPiece]:
    """The markers of states, with as many more as the last sheet has room for.

    Sheets of which the last would be less than two thirds full have equally many rows instead.
    """
    if not marks or not room:
        return []
    total = sum(piece.copies for piece in (*pieces, *marks))
    number = -(-total // room)
    if 3 * (total % room or room) < 2 * room:
        room = cells.columns * fewest_rows(total, cells, number)
    free = number * room - total
    share, more = divmod(free, len(marks))
    filled = []
    for at, mark in enumerate(marks):
        extra = share + (at < more)
        caption = f"{mark.caption} ({spare})"
        filled += [mark, mark._replace(copies=extra, caption=caption)][: 1 + bool(extra)]
    return filled


def steps_of(piece: PieceType) -> str:
    """The id of a piece whose counters are steps of it; empty if each is a piece of its own."""
    return "" if piece.dealt else piece.id


def both_sides(piece: PieceType) -> list[tuple[tuple[Face, Face], int]]:
    """The faces on front and back of the counters of a piece, and how many of these are not spare.

    Three faces need two counters. A piece that may lie face down has a counter for each face,
    because its back must not tell which it is. Copies that are dealt faces in turn, such as
    vehicles with letters, have these on their fronts, and on their backs the face that none of them
    begins on.
    """
    printed = printed_faces(piece)
    number = piece.count
    if piece.dealt and number < len(printed):
        return [((face, printed[number]), 1) for face in printed[:number]]
    if piece.back:
        return [((face, face), number) for face in printed]
    return [
        ((face, (printed[at + 1 :] or [face])[0]), number)
        for at, face in enumerate(printed)
        if at % 2 == 0
    ]


def _tile(size: float, colour: str) -> Drawing:
    """A drawing of a counter with its bleed, in one colour."""
    whole = size + 2 * BLEED
    drawing = Drawing(whole, whole)
    drawing.rect(0, 0, whole, whole, fill=colour)
    return drawing


def _back(game: Game, piece: PieceType, size: float) -> Drawing:
    """The back of a piece that begins face down, which does not show its type."""
    drawing = _tile(size, lighter(side_light(game, piece.side), 0.35))
    shown = piece.model_copy(update={"size": size * SAFE})
    paint_back(drawing, game, shown, drawing.width / 2, drawing.height / 2)
    return drawing


def _control_markers(game: Game, sheets: Sheets, size: float) -> list[ImposedPiece]:
    """Markers to put on pieces that another side controls: enough for all such pieces."""
    changing = [piece for piece in game.added.pieces if any(face.side for face in piece.faces)]
    sides = list(
        dict.fromkeys(face.side for piece in changing for face in piece.faces if face.side)
    )
    number = -(-sum(piece.count for piece in changing) // max(len(sides), 1))
    markers = []
    for side in sides:
        name = f"control-{side}"
        looks = game.sides[side]
        sheets.art[name] = drawing = _tile(size, side_light(game, side))
        middle = drawing.width / 2
        drawing.rect(0, middle - size * 0.2, drawing.width, size * 0.4, fill=looks.colour)
        text = looks.abbreviation or looks.name
        _word(drawing, text, middle + size * 0.09, size, size * 0.26, ink_on(looks.colour))
        markers.append(ImposedPiece(name, name, number, looks.name))
    return markers


def _state_markers(game: Game, sheets: Sheets, size: float) -> list[ImposedPiece]:
    """Markers for the states of spaces: as many of each value as spaces can have it at once.

    The default value needs no marker. Two values of the same state share a counter.
    """
    markers = []
    for state in game.info.states if game.parent is None else ():
        number = sum(space.kind in state.kinds for space in game.map.spaces)
        values = [value for value in state.values if value.id != state.default]
        for at in range(0, len(values) if number else 0, 2):
            front, back = values[at], values[at + 1 : at + 2] or [values[at]]
            names = []
            for value in (front, *back):
                names.append(f"state-{state.id}-{value.id}")
                sheets.art[names[-1]] = _state_tile(game, state, value, size)
            shared = " / ".join(dict.fromkeys(value.name for value in (front, *back)))
            markers.append(ImposedPiece(names[0], names[1], number, f"{state.name}: {shared}"))
    return markers


def _condition_markers(game: Game, sheets: Sheets, size: float) -> list[ImposedPiece]:
    """Markers for the conditions of units that have no piece of their own."""
    pieces = {piece.name for piece in game.pieces}
    markers = []
    for condition in game.info.conditions if game.parent is None else ():
        if condition.name in pieces:
            continue
        units = sum(piece.count for piece in game.pieces if can_be_in(piece, condition))
        name = f"condition-{condition.id}"
        sheets.art[name] = drawing = _tile(size, lighter(condition.colour, 0.72))
        middle, high = drawing.width / 2, drawing.width / 2 - size * 0.08
        drawing.circle(middle, high, size * 0.27, fill=condition.colour)
        ink = ink_on(condition.colour)
        if condition.icon:
            drawing.icon(condition.icon, middle, high, size * 0.42, ink, game.folder)
        else:
            _word(drawing, condition.letters, high + size * 0.11, size, size * 0.32, ink)
        _word(drawing, condition.name, BLEED + size * 0.93, size, size * 0.17, "#1f2328")
        markers.append(ImposedPiece(name, name, min(units, MOST_MARKS), condition.name))
    return markers


def _state_tile(game: Game, state: State, value: StateValue, size: float) -> Drawing:
    """A marker of a value: its mark in a tint of its colour, with its name."""
    colour = lighter(value.colour or "#e8e1cf", 0.72)
    drawing = _tile(size, colour)
    middle = drawing.width / 2
    paint_state_value(drawing, game, state, value, middle, middle - size * 0.08, size * 0.56)
    _word(drawing, value.name, BLEED + size * 0.93, size, size * 0.17, ink_on(colour))
    return drawing


def _word(drawing: Drawing, text: str, y: float, size: float, high: float, ink: str) -> None:
    """A word in the middle of a counter on the baseline `y`, if it fits in legible letters."""
    letters = Style("title", high, bold=True)
    if (needed := width(text, letters)) > size * 0.88:
        letters = Style("title", high * size * 0.88 / needed, bold=True)
    if letters.size >= LEAST:
        drawing.text(text, drawing.width / 2, y, letters, align="centre", fill=ink)


def _whole_face(drawing: Drawing, game: Game, piece: PieceType, art: str, size: float) -> None:
    """A face that is a picture: a square one with its bleed, others as large as they fit."""
    high = piece.drawn_height / piece.size
    wide, high = (1.0, high) if high <= 1 else (1 / high, 1.0)
    room = size if min(wide, high) < NEARLY_SQUARE else drawing.width
    w, h = (room * wide, room * high) if room == size else (room, room)
    middle = drawing.width / 2
    draw_face(drawing, game.folder, art, middle - w / 2, middle - h / 2, w, h)


def tile(game: Game, piece: PieceType, face: str, size: float) -> Drawing:
    """One face of a piece as a counter of `size` mm, with its bleed and its first numbers."""
    drawing = _face(game, piece, face, size)
    paint_gauges(drawing, game, piece, BLEED + size - MARGIN, drawing.height / 2)
    return drawing


def _face(game: Game, piece: PieceType, face: str, size: float) -> Drawing:
    """One face of a piece as a counter of `size` mm, with its bleed.

    A cardboard counter fills the tile with its own colour. A wooden piece is drawn on a light tint
    of its side's colour.
    """
    if piece.shape == "counter":
        shown = next(known for known in piece.faces if known.id == face)
        colour = shown.colour or piece.colour or side_colour(game, piece.side)
        drawing = _tile(size, colour)
        middle = drawing.width / 2
        if shown.art:
            _whole_face(drawing, game, piece, shown.art, size)
            return drawing
        paint_pattern(drawing, pattern_of(game, piece.side), (middle, middle), middle, size, colour)
        printed = piece.model_copy(update={"size": size * 0.92})
        paint_piece(drawing, game, printed, face, middle, middle, flat=True)
        return drawing
    tint = lighter(side_light(game, piece.side), 0.35) if piece.side else "#f3ead4"
    drawing = _tile(size, tint)
    shown_piece = piece.model_copy(update={"size": size * SAFE})
    paint_piece(drawing, game, shown_piece, face, drawing.width / 2, drawing.height / 2)
    return drawing

"""Draw the pieces at a step with the module's own pictures."""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, NamedTuple

from modgen.errors import ModgenError
from modgen.log.story import concealed
from modgen.log.table import NOWHERE, Piece, Table
from modgen.vassal.components import Component
from modgen.vassal.module import Module
from modgen.vassal.pieces import GamePiece, PieceError
from modgen.vassal.traits import DynamicProperty, Invisible, Layer, Mask
from modgen.vassal.wires import read_integer

if TYPE_CHECKING:
    from PIL import Image

STEP = (5, 8)
"""How far each piece of a stack is drawn right of and above the one below it, in pixels."""
MAX_PIXELS = 120_000_000
"""The most pixels of a picture that is decoded; as RGBA they take half a gigabyte of memory."""


class PictureError(ModgenError, ValueError):
    """A picture of the module is damaged or too large."""


WHITE = (255, 255, 255)


def open_picture(module: Module, name: str) -> Image.Image:
    """A picture of a module, decoded. Raises PictureError when it is damaged or too large."""
    from PIL import Image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(BytesIO(module.images[name]))
            if picture.width * picture.height > MAX_PIXELS:
                raise PictureError(
                    f"the picture {name} has {picture.width} x {picture.height} pixels; "
                    f"at most {MAX_PIXELS:,} pixels are shown"
                )
            picture.load()
    except PictureError:
        raise
    except Image.DecompressionBombError:
        raise PictureError(
            f"the picture {name} is too large; at most {MAX_PIXELS:,} pixels are shown"
        ) from None
    except (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error) as problem:
        raise PictureError(f"the picture {name} cannot be read: {problem}") from None
    return picture


class Shown(NamedTuple):
    """A piece as it is drawn: pictures, point in map pixels, and height in the stack."""

    pictures: tuple[str, ...]
    map: str
    x: int
    y: int
    height: int


def pictures(piece: GamePiece, *, hidden: bool) -> tuple[str, ...]:
    """The pictures of a piece, lowest first. A hidden piece shows only its back."""
    try:
        mask = next((trait for trait in piece.traits if isinstance(trait, Mask)), None)
        if hidden and mask is not None:
            return (mask.image,) if mask.image else ()
        names = [piece.basic.image]
        for trait in reversed(piece.traits):
            if isinstance(trait, Layer) and 0 < shown_level(piece, trait) <= len(trait.images):
                names.append(trait.images[shown_level(piece, trait) - 1])
    except (PieceError, ValueError):
        return ()
    return tuple(name for name in names if name)


def shown_level(piece: GamePiece, layer: Layer) -> int:
    """The level that a layer shows: its own, or that of the property that it follows."""
    if not layer.follow:
        return layer.level
    for trait in piece.traits:
        if isinstance(trait, DynamicProperty) and trait.name == layer.property:
            return _level(trait.value, layer.level)
    return 0


def _level(text: str, default: int) -> int:
    try:
        return read_integer(text)
    except ValueError:
        return default


def shown(piece: Piece, table: Table, viewer: str | None) -> Shown | None:
    """How a piece is drawn; None when it is off the map or below other cards of a deck."""
    pile = table.piles.get(piece.pile)
    if piece.map == NOWHERE:
        return None
    decoded = piece.game_piece
    if pile is not None and pile.is_deck:
        if pile.contents[-1:] != (piece.id,):
            return None
        return Shown(pictures(decoded, hidden=pile.face_down), pile.map, pile.x, pile.y, 0)
    if concealed(decoded, viewer, Invisible):
        return None
    hidden = concealed(decoded, viewer, Mask)
    height = pile.contents.index(piece.id) if pile and piece.id in pile.contents else 0
    return Shown(pictures(decoded, hidden=hidden), piece.map, piece.x, piece.y, height)


def board_maps(module: Module) -> Iterator[tuple[str, Component]]:
    """The public maps of a module whose board has a picture or a size: name and board."""
    for map_component in module.tree.find_all("Map"):
        for board in map_component.find_all("Board"):
            if board.attributes.get("image") in module.images or all(_size(board)):
                yield map_component.attributes.get("mapName", ""), board
                break


def board_picture(module: Module, board: Component) -> Image.Image:
    """The picture of a board; one without a picture is a rectangle of its colour.

    Raises PictureError for a damaged or huge picture.
    """
    from PIL import Image

    name = board.attributes.get("image", "")
    if name in module.images:
        return open_picture(module, name)
    size = _size(board)
    if size[0] * size[1] > MAX_PIXELS:
        raise PictureError(f"a board of {size[0]} x {size[1]} pixels is too large to be shown")
    numbers = board.attributes.get("color", "").split(",")
    colour = tuple(min(int(one), 255) for one in numbers if one.isdigit() and len(one) < 4)
    return Image.new("RGB", size, colour[:3] if len(colour) >= 3 else WHITE)


def _size(board: Component) -> tuple[int, int]:
    """The width and height that a board states, in pixels; 0 for none."""
    texts = (board.attributes.get(key, "") for key in ("width", "height"))
    width, height = (int(text) if text.isdigit() and len(text) < 6 else 0 for text in texts)
    return width, height


def draw(module: Module, table: Table, map_name: str, viewer: str | None) -> Image.Image:
    """A map at the current step, at the size of its board.

    Raises KeyError for a map without a board, and PictureError for a damaged or huge picture.
    """
    board = dict(board_maps(module))[map_name]
    picture = board_picture(module, board).convert("RGBA")
    cache: dict[str, Image.Image] = {}
    for piece in in_order(table):
        drawn = shown(piece, table, viewer)
        if drawn is None or drawn.map != map_name:
            continue
        for name in drawn.pictures:
            if name not in module.images:
                continue
            if name not in cache:
                cache[name] = open_picture(module, name).convert("RGBA")
            image = cache[name]
            x = drawn.x + drawn.height * STEP[0] - image.width // 2
            y = drawn.y - drawn.height * STEP[1] - image.height // 2
            picture.alpha_composite(image, (max(x, 0), max(y, 0)))
    return picture.convert("RGB")


def in_order(table: Table) -> list[Piece]:
    """Pieces in the order of drawing: from the top of the map down, each stack from its bottom."""

    def place(piece: Piece) -> tuple[bool, int, int, int]:
        pile = table.piles.get(piece.pile)
        height = pile.contents.index(piece.id) if pile and piece.id in pile.contents else 0
        return (pile is not None and not pile.is_deck, piece.y, piece.x, height)

    return sorted(table.pieces.values(), key=place)

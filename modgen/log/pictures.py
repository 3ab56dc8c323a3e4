"""Draw the pieces at a step with the module's own pictures."""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from io import BytesIO
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from modgen.errors import ModgenError
from modgen.log.locations import PlacedBoard
from modgen.log.picture_sizes import START, SVG_LIMIT, stored_name
from modgen.log.properties import PieceProperties
from modgen.log.story import Story, concealed
from modgen.log.table import NOWHERE, Piece, Table
from modgen.svg_sizes import svg_size
from modgen.vassal.module import Module
from modgen.vassal.pieces import PieceError
from modgen.vassal.traits import FreeRotation, Invisible, Layer, Mask, Rotate

if TYPE_CHECKING:
    from PIL import Image

STEP = (5, 8)
"""How far each piece of a stack is drawn right of and above the one below it, in pixels."""
OUTSIDE = re.compile(r"""\b((?:xlink:)?href)\s*=\s*(["'])(?!#|data:)[^"']*\2""", re.IGNORECASE)
"""A reference of an SVG to another file."""
MAX_PIXELS = 120_000_000
"""The most pixels of a picture that is decoded; as RGBA they take half a gigabyte of memory."""


class PictureError(ModgenError, ValueError):
    """A picture of the module is damaged or too large."""


def open_picture(module: Module, name: str) -> Image.Image:
    """A picture of a module, decoded. Raises PictureError when it is damaged or too large."""
    from PIL import Image

    if name.lower().endswith(".svg"):
        return _open_svg(module.images[name], name)
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


def _open_svg(data: bytes, name: str) -> Image.Image:
    """An SVG at its own size. What it refers to outside of itself is left out."""
    import resvg_py
    from PIL import Image

    size = svg_size(data[:START])
    if size is None or size[0] * size[1] > MAX_PIXELS or len(data) > SVG_LIMIT:
        raise PictureError(f"the picture {name} has no size, or more than {MAX_PIXELS:,} pixels")
    text = OUTSIDE.sub(r"\1=\2\2", data.decode("utf-8", "replace"))
    try:
        drawn = bytes(resvg_py.svg_to_bytes(svg_string=text, width=size[0], height=size[1]))
        return Image.open(BytesIO(drawn))
    except (ValueError, OSError, RuntimeError) as problem:
        raise PictureError(f"the picture {name} cannot be read: {problem}") from None


class Layered(NamedTuple):
    """A picture of a piece: how far its middle is from that of the piece, and how it is turned."""

    name: str
    x: float = 0
    """Pixels to the right."""
    y: float = 0
    """Pixels down."""
    turn: float = 0
    """Degrees clockwise."""


class Shown(NamedTuple):
    """A piece as it is drawn: pictures, point in map pixels, and height in the stack."""

    layers: tuple[Layered, ...]
    map: str
    x: int
    y: int
    height: int

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of the pictures, lowest first."""
        return tuple(layer.name for layer in self.layers)


def layers(properties: PieceProperties, *, hidden: bool) -> tuple[Layered, ...]:
    """The pictures of a piece, lowest first. A hidden piece shows only its back.

    A trait that turns a piece turns the pictures of the traits inside of it.
    """
    piece = properties.decoded
    try:
        mask = next((trait for trait in piece.traits if isinstance(trait, Mask)), None)
        if hidden and mask is not None:
            return (Layered(mask.image),) if mask.image else ()
        found = [Layered(piece.basic.image)]
        for trait in reversed(piece.traits):
            if isinstance(trait, Layer) and properties.is_drawn(trait):
                level = properties.level(trait)
                if 0 < level <= len(trait.images):
                    found.append(Layered(trait.images[level - 1], trait.x, trait.y))
            elif isinstance(trait, Rotate) and trait.facings and trait.facing:
                found = [_turned(layer, 360 / trait.facings * trait.facing) for layer in found]
            elif isinstance(trait, FreeRotation) and trait.degrees:
                found = [_turned(layer, -trait.degrees) for layer in found]
    except (PieceError, ValueError):
        return ()
    return tuple(layer for layer in found if layer.name)


def _turned(layer: Layered, degrees: float) -> Layered:
    """A picture turned about the middle of its piece."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    x, y = layer.x * c - layer.y * s, layer.x * s + layer.y * c
    return Layered(layer.name, round(x, 2), round(y, 2), (layer.turn + degrees) % 360)


def shown(piece: Piece, story: Story) -> Shown | None:
    """How a piece is drawn; None when it is off the map or below other cards of a deck."""
    table, viewer = story.timeline.table, story.viewer
    pile = table.piles.get(piece.pile)
    if piece.map == NOWHERE:
        return None
    properties = story.properties.of(piece)
    if pile is not None and pile.is_deck:
        if pile.contents[-1:] != (piece.id,):
            return None
        return Shown(layers(properties, hidden=pile.face_down), pile.map, pile.x, pile.y, 0)
    if concealed(properties.decoded, viewer, Invisible):
        return None
    hidden = concealed(properties.decoded, viewer, Mask)
    height = pile.contents.index(piece.id) if pile and piece.id in pile.contents else 0
    return Shown(layers(properties, hidden=hidden), piece.map, piece.x, piece.y, height)


def public_maps(story: Story, module: Module) -> list[str]:
    """The maps for all players whose boards are known at the current step and have a size."""
    if story.locations is None:
        return []
    names = [each.attributes.get("mapName", "") for each in module.tree.find_all("Map")]
    return [name for name in dict.fromkeys(names) if min(map_size(story, name)) > 0]


def boards_of(story: Story, map_name: str) -> list[PlacedBoard]:
    """The boards that the save puts on a map.

    If it does not say, they are the map's only board or, of several, the first.
    """
    assert story.locations is not None
    laid = story.locations.boards(map_name, story.timeline.table.boards)
    return laid or story.locations.first_board(map_name)


def map_size(story: Story, map_name: str) -> tuple[int, int]:
    """The size of a map in pixels; 0 for a map without a board, or whose board has no size."""
    laid = boards_of(story, map_name)
    width = max((board.left + board.width for board in laid if board.width), default=0)
    height = max((board.top + board.height for board in laid if board.height), default=0)
    return width, height


def draw_boards(story: Story, module: Module, map_name: str) -> Image.Image:
    """A map without pieces. A board without a picture has its colour.

    Raises PictureError for a picture that is damaged, and for a map that is too large.
    """
    from PIL import Image

    size = map_size(story, map_name)
    if size[0] * size[1] > MAX_PIXELS:
        raise PictureError(
            f"the map {map_name} has {size[0]} x {size[1]} pixels; "
            f"at most {MAX_PIXELS:,} pixels are shown"
        )
    laid = boards_of(story, map_name)
    names = [
        stored_name(module.images, board.component.attributes.get("image", "")) for board in laid
    ]
    if len(laid) == 1 and names[0] and laid[0][1:3] == (0, 0) and not laid[0].reversed:
        return open_picture(module, names[0]).convert("RGBA")
    drawn = Image.new("RGBA", size, (255, 255, 255, 255))
    for board, name in zip(laid, names, strict=True):
        if name:
            picture = open_picture(module, name).convert("RGBA")
            picture = picture.rotate(180) if board.reversed else picture
            drawn.paste(picture, (board.left, board.top), picture)
        else:
            corner = (board.left + board.width, board.top + board.height)
            drawn.paste(_colour(board), (board.left, board.top, *corner))
    return drawn


def _colour(board: PlacedBoard) -> tuple[int, int, int, int]:
    try:
        red, green, blue = (int(part) for part in board.component.attributes["color"].split(","))
    except (KeyError, ValueError):
        return 255, 255, 255, 255
    return red & 255, green & 255, blue & 255, 255


def draw(story: Story, module: Module, map_name: str) -> Image.Image:
    """A map at the current step, at full size. Raises PictureError as `draw_boards` does."""
    from PIL import Image

    picture = draw_boards(story, module, map_name)
    cache: dict[str, Image.Image] = {}
    for piece in in_order(story.timeline.table):
        drawn = shown(piece, story)
        if drawn is None or drawn.map != map_name:
            continue
        for layer in drawn.layers:
            file = stored_name(module.images, layer.name)
            if not file:
                continue
            if file not in cache:
                cache[file] = open_picture(module, file).convert("RGBA")
            image = cache[file]
            if layer.turn:
                image = image.rotate(-layer.turn, Image.Resampling.BICUBIC, expand=True)
            x = drawn.x + round(layer.x) + drawn.height * STEP[0] - image.width // 2
            y = drawn.y + round(layer.y) - drawn.height * STEP[1] - image.height // 2
            picture.alpha_composite(image, (max(x, 0), max(y, 0)), (max(-x, 0), max(-y, 0)))
    return picture.convert("RGB")


def in_order(table: Table) -> list[Piece]:
    """Pieces in the order of drawing: from the top of the map down, each stack from its bottom."""

    def place(piece: Piece) -> tuple[bool, int, int, int]:
        pile = table.piles.get(piece.pile)
        height = pile.contents.index(piece.id) if pile and piece.id in pile.contents else 0
        return (pile is not None and not pile.is_deck, piece.y, piece.x, height)

    return sorted(table.pieces.values(), key=place)

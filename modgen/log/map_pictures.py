"""The pictures of a module, and its maps without pieces."""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from io import BytesIO
from math import sqrt
from typing import TYPE_CHECKING

from modgen.errors import ModgenError
from modgen.log.board_sizes import rgb
from modgen.log.font_families import with_bundled_families
from modgen.log.grid_lines import grid_picture
from modgen.log.locations import MAPS, PlacedBoard
from modgen.log.picture_sizes import START, SVG_LIMIT, open_head, picture_size, stored_name
from modgen.log.story import Story
from modgen.svg_sizes import Size, svg_size
from modgen.vassal.module import Module

if TYPE_CHECKING:
    from PIL import Image

OUTSIDE = re.compile(r"""\b((?:xlink:)?href)\s*=\s*(["'])(?!#|data:)[^"']*\2""", re.IGNORECASE)
"""A reference of an SVG to another file."""
MAX_PIXELS = 120_000_000
"""The most pixels of a picture that is decoded; as RGBA they take half a gigabyte of memory."""
REDUCED = 10_000_000
"""The pixels to which a map that has more than MAX_PIXELS is reduced."""
LONGEST = 200_000
"""The longest side of a map that is drawn, in pixels."""


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
        raise PictureError(_unreadable(name, problem)) from None
    return picture


def _unreadable(name: str, problem: Exception) -> str:
    """Why a picture cannot be read. Pillow's own words may name objects in memory."""
    from PIL import UnidentifiedImageError

    if isinstance(problem, UnidentifiedImageError):
        return f"the picture {name} is not a picture of a kind that is read, or it is damaged"
    return f"the picture {name} cannot be read: {problem}"


def _open_svg(data: bytes, name: str, size: Size | None = None) -> Image.Image:
    """An SVG at its own or a given size. What it refers to outside of itself is left out.

    Its texts are in bundled fonts.
    """
    import resvg_py
    from PIL import Image

    from modgen.draw.fonts import face, font_files

    size = size or svg_size(data[:START])
    if size is None or size[0] * size[1] > MAX_PIXELS or len(data) > SVG_LIMIT:
        raise PictureError(f"the picture {name} has no size, or more than {MAX_PIXELS:,} pixels")
    family = face("text").family
    text = with_bundled_families(OUTSIDE.sub(r"\1=\2\2", data.decode("utf-8", "replace")))
    try:
        drawn = resvg_py.svg_to_bytes(
            svg_string=text,
            width=size[0],
            height=size[1],
            skip_system_fonts=True,
            font_files=list(font_files()),
            font_family=family,
            serif_family=family,
            sans_serif_family=family,
            monospace_family=family,
        )
        return Image.open(BytesIO(bytes(drawn)))
    except (ValueError, OSError, RuntimeError) as problem:
        raise PictureError(f"the picture {name} cannot be read: {problem}") from None


def drawn_maps(story: Story, module: Module) -> list[str]:
    """The maps that the viewer may see whose boards are known now and have a size.

    Windows, such as hands, are last.
    """
    if story.locations is None:
        return []
    kinds = ("Map",), [kind for kind in MAPS if kind != "Map"]
    found = [each for kind in kinds for each in module.tree.find_all(*kind)]
    names = dict.fromkeys(each.attributes.get("mapName", "") for each in found)
    return [name for name in names if story.draws_map(name) and min(map_size(story, name)) > 0]


def boards_of(story: Story, map_name: str) -> list[PlacedBoard]:
    """The boards that the save puts on a map.

    If it does not say, they are the map's only board or, of several, the first.
    """
    assert story.locations is not None
    laid = story.locations.boards(map_name, story.timeline.table.boards)
    return laid or story.locations.first_board(map_name)


def map_size(story: Story, map_name: str) -> tuple[int, int]:
    """The size of a map in pixels; 0 for a map without a board, or whose board has no size."""
    assert story.locations is not None
    laid = [board for board in boards_of(story, map_name) if board.width and board.height]
    if not laid:
        return 0, 0
    edge = story.locations.edge(map_name)
    return (
        max(board.left + board.width for board in laid) + edge[0],
        max(board.top + board.height for board in laid) + edge[1],
    )


def map_scale(story: Story, map_name: str) -> float:
    """The scale at which a map is drawn: 1, or less if it has more than MAX_PIXELS."""
    width, height = map_size(story, map_name)
    return sqrt(REDUCED / (width * height)) if width * height > MAX_PIXELS else 1.0


def draw_boards(story: Story, module: Module, map_name: str) -> Image.Image:
    """A map without pieces, at `map_scale`. A board without a picture has its colour, the rest
    that of the map.

    So has a board whose picture cannot be read, which `story.appearance.unread` then tells, and a
    board of a reduced map whose picture cannot be decoded at a smaller size. Raises PictureError
    for a map that is too large.
    """
    from PIL import Image

    assert story.locations is not None
    size = map_size(story, map_name)
    if max(size) > LONGEST:
        raise PictureError(
            f"the map {map_name} has {size[0]} x {size[1]} pixels; "
            f"at most {LONGEST:,} on each side are shown"
        )
    laid = boards_of(story, map_name)
    scale = map_scale(story, map_name)
    sizes = [scaled((one.width, one.height), scale) if scale < 1 else None for one in laid]
    names = [
        stored_name(module.images, board.component.attributes.get("image", "")) for board in laid
    ]
    pictures = [
        readable(story, module, *one) if one[0] else None for one in zip(names, sizes, strict=True)
    ]
    only = pictures[0] if scale == 1 and len(laid) == 1 and not laid[0].reversed else None
    if only is not None and only.size == size and not only.has_transparency_data:
        drawn = only.convert("RGBA")
        _add_grid(drawn, laid[0], 1)
        return drawn
    ground = rgb(story.locations.attributes(map_name).get("backgroundcolor", "")) or "#ffffff"
    drawn = Image.new("RGBA", scaled(size, scale), ground)
    for board, picture in zip(laid, pictures, strict=True):
        corner = round(board.left * scale), round(board.top * scale)
        if picture is not None:
            upright = picture.convert("RGBA")
            turned = upright.rotate(180) if board.reversed else upright
            drawn.alpha_composite(turned, corner)
        else:
            wide, high = scaled((board.width, board.height), scale)
            colour = rgb(board.component.attributes.get("color", "")) or "#ffffff"
            drawn.paste(colour, (*corner, corner[0] + wide, corner[1] + high))
        _add_grid(drawn, board, scale)
    return drawn


def readable(
    story: Story, module: Module, name: str, size: Size | None = None
) -> Image.Image | None:
    """A picture at its own or a smaller size; None for one that cannot be read.

    `story.appearance.unread` then tells why.
    """
    try:
        return _open_reduced(module, name, size) if size else open_picture(module, name)
    except PictureError as problem:
        story.appearance.unread[name] = str(problem)
        return None


def _add_grid(drawn: Image.Image, board: PlacedBoard, scale: float) -> None:
    grid = grid_picture(board, scale)
    if grid is not None:
        grid = grid.rotate(180) if board.reversed else grid
        drawn.alpha_composite(grid, (round(board.left * scale), round(board.top * scale)))


def _open_reduced(module: Module, name: str, size: Size) -> Image.Image | None:
    """A picture at a smaller size; None if it would have to be decoded at its own, too large size.

    A JPEG is decoded at a fraction of its size.
    """
    own = picture_size(module.images, name)
    if own is None or own[0] * own[1] <= MAX_PIXELS:
        return open_picture(module, name).convert("RGBA").resize(size)
    if name.lower().endswith(".svg"):
        return _open_svg(module.images[name], name, size).convert("RGBA")
    picture = open_head(module.images[name])
    if picture is None or picture.format != "JPEG":
        return None
    picture.draft("RGB", size)
    if picture.width * picture.height > MAX_PIXELS:
        return None
    try:
        return picture.convert("RGBA").resize(size)
    except (OSError, ValueError, SyntaxError, EOFError) as problem:
        raise PictureError(_unreadable(name, problem)) from None


def scaled(size: Size, scale: float) -> Size:
    """A size in pixels at a scale; each side has at least one."""
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))

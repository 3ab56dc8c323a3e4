"""Draw the pieces at a step with the module's own pictures."""

from __future__ import annotations

import re
import struct
import warnings
import zlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO
from math import cos, isfinite, radians, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from modgen.errors import ModgenError
from modgen.log.board_sizes import rgb, whole
from modgen.log.locations import PlacedBoard
from modgen.log.outlines import Trail, add_frame, draw_trail, trail_of
from modgen.log.picture_sizes import START, SVG_LIMIT, open_head, picture_size, stored_name
from modgen.log.properties import PieceProperties, hides
from modgen.log.sketches import Sketch, draw_sketch, frame, label_sketch, named_box
from modgen.log.story import Story, concealed
from modgen.log.table import NOWHERE, Piece, Pile, Table
from modgen.svg_sizes import Size, svg_size
from modgen.vassal.module import Module
from modgen.vassal.pieces import Deck, DeckType, PieceError
from modgen.vassal.traits import FreeRotation, Invisible, Label, Layer, Mask, MovementTrail, Rotate

if TYPE_CHECKING:
    from PIL import Image

DECK_STEP = 2
"""How far each card of a deck is drawn right of and above the one below it, in pixels."""
MOST_PILED = 20
"""The most pieces of a stack that have an order of drawing of their own."""
MOST_EDGES = 20
"""The most cards of a deck whose edges are drawn."""
MAX_SIDE = 4_000
"""The longest side of a deck's frame in pixels."""
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
    """An SVG at its own or a given size. What it refers to outside of itself is left out."""
    import resvg_py
    from PIL import Image

    size = size or svg_size(data[:START])
    if size is None or size[0] * size[1] > MAX_PIXELS or len(data) > SVG_LIMIT:
        raise PictureError(f"the picture {name} has no size, or more than {MAX_PIXELS:,} pixels")
    text = OUTSIDE.sub(r"\1=\2\2", data.decode("utf-8", "replace"))
    try:
        drawn = bytes(resvg_py.svg_to_bytes(svg_string=text, width=size[0], height=size[1]))
        return Image.open(BytesIO(drawn))
    except (ValueError, OSError, RuntimeError) as problem:
        raise PictureError(f"the picture {name} cannot be read: {problem}") from None


Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a piece, in pixels from its middle."""


class Layered(NamedTuple):
    """A picture of a piece: how far its middle is from that of the piece, and how it is turned."""

    name: str
    x: float = 0
    """Pixels to the right."""
    y: float = 0
    """Pixels down."""
    turn: float = 0
    """Degrees clockwise."""
    scale: float = 1
    sketch: Sketch | Trail | None = None
    """What is drawn in place of a picture with a name."""


class Shown(NamedTuple):
    """A piece as it is drawn: pictures, point in map pixels, and order of drawing.

    Of two that overlap, the one with the higher `order` is above the other.
    """

    layers: tuple[Layered, ...]
    map: str
    x: int
    y: int
    order: int
    box: Box = (0, 0, 0, 0)

    @property
    def pictures(self) -> tuple[str, ...]:
        """The names of the module's pictures, lowest first."""
        return tuple(layer.name for layer in self.layers if layer.name)


class Look:
    """The pictures of a piece, lowest first, and its box, which labels are placed by."""

    def __init__(self, story: Story) -> None:
        self._pictures = story.appearance
        self.layers: list[Layered] = []
        self.trails: list[MovementTrail] = []
        self.box: Box = (0, 0, 0, 0)

    def begin(self, name: str) -> None:
        """Show only a picture, which may be none."""
        self.layers, self.trails, self.box = [], [], (0, 0, 0, 0)
        self.add(Layered(name))

    def add(self, layer: Layered, *, widens: bool = True) -> None:
        """Show a picture above the others."""
        if not layer.name and layer.sketch is None:
            return
        self.layers.append(layer)
        wide, high = layer.sketch.size if layer.sketch else self._pictures.picture_size(layer.name)
        wide, high = int(wide * layer.scale), int(high * layer.scale)
        if widens and wide and high:
            left, top = int(layer.x) - wide // 2, int(layer.y) - high // 2
            self._widen((left, top, left + wide, top + high))

    def _widen(self, other: Box) -> None:
        box = self.box
        empty = box[0] == box[2] or box[1] == box[3]
        low, high = map(min, box[:2], other[:2]), map(max, box[2:], other[2:])
        self.box = other if empty else (*low, *high)  # type: ignore[assignment]

    def turn(self, degrees: float) -> None:
        """Turn everything about the middle of the piece."""
        self.layers = [_turned(layer, degrees) for layer in self.layers]
        left, top, right, bottom = self.box
        corners = [_rotated(x, y, degrees) for x in (left, right) for y in (top, bottom)]
        across, down = zip(*corners, strict=True)
        self.box = (min(across), min(down), max(across), max(down))

    def write(self, label: Label, sketch: Sketch) -> None:
        """Show a label's text. Its sides and those of the piece tell where (as in the engine)."""
        left, top, right, bottom = map(int, self.box)
        wide, high = sketch.size
        x = label.horizontal_offset + {"l": left, "r": right}.get(label.horizontal, 0)
        y = label.vertical_offset + {"t": top, "b": bottom}.get(label.vertical, 0)
        x -= {"c": wide // 2, "r": wide}.get(label.horizontal_justify, 0)
        y -= {"c": high // 2, "b": high}.get(label.vertical_justify, 0)
        layer = Layered("", x + wide // 2, y + high // 2, sketch=sketch)
        self.add(_turned(layer, label.rotate) if label.rotate else layer, widens=not label.key)


def look_of(properties: PieceProperties, story: Story, *, masked: bool | None = None) -> Look:
    """How a piece looks to the story's viewer.

    A mask shows its back in place of what is inside of it; a trait that turns a piece turns the
    pictures of the traits inside of it. In a deck `masked` says whether the outermost mask shows
    its back.
    """
    piece, look = properties.decoded, Look(story)
    try:
        outermost = next((trait for trait in piece.traits if isinstance(trait, Mask)), None)
        look.begin(piece.basic.image)
        for trait in reversed(piece.traits):
            match trait:
                case Mask():
                    in_deck = masked is not None and trait is outermost
                    if masked if in_deck else hides(trait, story.eyes):
                        look.begin(trait.image)
                case Layer() if properties.is_drawn(trait):
                    level = properties.level(trait)
                    if 0 < level <= len(trait.images):
                        name, scale = trait.images[level - 1], _scale(trait)
                        layer = Layered(name, trait.x, trait.y, scale=scale)
                        look.add(layer, widens=not trait.draw_underneath)
                case Label():
                    sketch = label_sketch(trait, properties)
                    if sketch is not None:
                        look.write(trait, sketch)
                case MovementTrail():
                    look.trails.append(trait)
                case Rotate() if trait.facings and trait.facing:
                    look.turn(360 / trait.facings * trait.facing)
                case FreeRotation() if trait.degrees:
                    look.turn(-trait.degrees)
    except (PieceError, ValueError):
        return Look(story)
    names = [layer.name for layer in look.layers if layer.name]
    if (
        names
        and len(names) == len(look.layers)
        and not any(map(story.appearance.has_picture, names))
    ):
        look.add(Layered("", sketch=named_box(story.name(properties.piece))))
    return look


def _scale(layer: Layer) -> float:
    return layer.scale if isfinite(layer.scale) and 0.01 <= layer.scale <= 20 else 1


def _rotated(x: float, y: float, degrees: float) -> tuple[float, float]:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return x * c - y * s, x * s + y * c


def _turned(layer: Layered, degrees: float) -> Layered:
    """A picture turned about the middle of its piece."""
    x, y = _rotated(layer.x, layer.y, degrees)
    return layer._replace(x=round(x, 2), y=round(y, 2), turn=(layer.turn + degrees) % 360)


def shown(piece: Piece, story: Story) -> Shown | None:
    """How a piece is drawn; None when it is off the map or below other cards of a deck."""
    table = story.timeline.table
    pile = table.piles.get(piece.pile)
    if piece.map == NOWHERE:
        return None
    properties = story.properties.of(piece)
    if pile is not None and pile.is_deck:
        return _top_of_deck(properties, pile, story) if pile.contents[-1:] == (piece.id,) else None
    if concealed(properties.decoded, story.eyes, Invisible):
        return None
    height = pile.contents.index(piece.id) if pile and piece.id in pile.contents else 0
    look = look_of(properties, story)
    x, y = _spots(pile, story)[piece.id] if pile and height else (piece.x, piece.y)
    layers = (*look.layers, *_trails(look, piece, (x, y), story))
    return Shown(layers, piece.map, x, y, _order(piece.y, height), look.box)


def _spots(pile: Pile, story: Story) -> Mapping[str, tuple[int, int]]:
    """Where the pieces of a stack are drawn, by their ids.

    Each is so far right of and above the one below it as their edges are, not their middles (as in
    the engine). Pieces that the viewer cannot see have no place.
    """
    found = story.appearance.spots.get(pile.id)
    if found is None or found[:2] != (pile, story.timeline.now):
        found = pile, story.timeline.now, dict(_spread(pile, story))
        story.appearance.spots[pile.id] = found
    return found[2]


def _spread(pile: Pile, story: Story) -> Iterator[tuple[str, tuple[int, int]]]:
    across, up = story.appearance.separation(pile.map)
    x, y = pile.x, pile.y
    below: Box | None = None
    for key in pile.contents:
        piece = story.timeline.table.pieces[key]
        properties = story.properties.of(piece)
        if concealed(properties.decoded, story.eyes, Invisible):
            yield key, (pile.x, pile.y)
            continue
        box = look_of(properties, story).box
        if below is not None:
            # Positive distances are between left and bottom edges, others between the opposite.
            left, top, right, bottom = (
                int(one - other) for one, other in zip(below, box, strict=True)
            )
            x += (left if across > 0 else right) + across if across else 0
            y += (bottom if up > 0 else top) - up if up else 0
        below = box
        yield key, (x, y)


def _trails(look: Look, piece: Piece, at: tuple[int, int], story: Story) -> Iterator[Layered]:
    """The movement trails of a piece that is drawn at a point."""
    if look.trails and story.locations is not None:
        map_id = story.locations.map_id(piece.map)
        for trait in look.trails:
            found = trail_of(trait, map_id, (piece.x, piece.y))
            if found is not None:
                trail, middle = found
                yield Layered("", middle[0] - at[0], middle[1] - at[1], sketch=trail)


def _order(y: int, height: int) -> int:
    """Lower on the map is above, and in a stack higher."""
    return max(y, 0) * MOST_PILED + min(height, MOST_PILED - 1)


def _top_of_deck(properties: PieceProperties, pile: Pile, story: Story) -> Shown:
    """The highest card of a deck, and the edges of those below it."""
    look = look_of(properties, story, masked=pile.face_down)
    number = max(min(len(pile.contents), deck_type(pile).max_stack, MOST_EDGES), 1)
    rise = DECK_STEP * (number - 1)
    below: list[Layered] = []
    left, top, right, bottom = map(int, look.box)
    size = right - left, bottom - top
    blank = story.appearance.blank_colour(pile.map)
    for index in range(number - 1):
        shift = DECK_STEP * index - rise
        if blank and min(size) > 0:
            middle = (left + size[0] // 2 + shift, top + size[1] // 2 - shift)
            below.append(Layered("", *middle, sketch=frame(size, "#000000", blank)))
        elif not blank:
            below += [each._replace(x=each.x + shift, y=each.y - shift) for each in look.layers]
    x, y, order = pile.x + rise, pile.y - rise, _order(pile.y, number - 1)
    return Shown((*below, *look.layers), pile.map, x, y, order, look.box)


def empty_deck(pile: Pile) -> Shown | None:
    """The frame of an empty deck; None for one without a frame, and for other piles."""
    if not pile.is_deck or pile.contents or pile.map == NOWHERE:
        return None
    kind = deck_type(pile)
    if not kind.draw_outline or not 0 < min(kind.width, kind.height) <= MAX_SIDE:
        return None
    size = min(kind.width, MAX_SIDE) + 1, min(kind.height, MAX_SIDE) + 1
    sketch = frame(size, rgb(kind.outline_colour) or "#000000")
    return Shown((Layered("", sketch=sketch),), pile.map, pile.x, pile.y, _order(pile.y, 0))


@lru_cache(maxsize=1024)
def _deck_type(text: str) -> DeckType:
    return Deck.read("", text, "").type


def deck_type(pile: Pile) -> DeckType:
    """The type of a deck, decoded."""
    return _deck_type(pile.type)


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
    sizes = [_scaled((one.width, one.height), scale) if scale < 1 else None for one in laid]
    names = [
        stored_name(module.images, board.component.attributes.get("image", "")) for board in laid
    ]
    pictures = [
        _readable(story, module, *one) if one[0] else None for one in zip(names, sizes, strict=True)
    ]
    only = pictures[0] if scale == 1 and len(laid) == 1 and not laid[0].reversed else None
    if only is not None and only.size == size and not only.has_transparency_data:
        return only.convert("RGBA")
    ground = rgb(story.locations.attributes(map_name).get("backgroundcolor", "")) or "#ffffff"
    drawn = Image.new("RGBA", _scaled(size, scale), ground)
    for board, picture in zip(laid, pictures, strict=True):
        corner = round(board.left * scale), round(board.top * scale)
        if picture is not None:
            upright = picture.convert("RGBA")
            turned = upright.rotate(180) if board.reversed else upright
            drawn.alpha_composite(turned, corner)
        else:
            wide, high = _scaled((board.width, board.height), scale)
            colour = rgb(board.component.attributes.get("color", "")) or "#ffffff"
            drawn.paste(colour, (*corner, corner[0] + wide, corner[1] + high))
    return drawn


def _readable(
    story: Story, module: Module, name: str, size: Size | None = None
) -> Image.Image | None:
    """A picture at its own or a smaller size; None for one that cannot be read."""
    try:
        return _open_reduced(module, name, size) if size else open_picture(module, name)
    except PictureError as problem:
        story.appearance.unread[name] = str(problem)
        return None


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


def _scaled(size: Size, scale: float) -> Size:
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))


def draw(story: Story, module: Module, map_name: str) -> Image.Image:
    """A map at the current step, at `map_scale`. Raises PictureError as `draw_boards` does."""
    from PIL import Image

    picture = draw_boards(story, module, map_name)
    table = story.timeline.table
    scale = map_scale(story, map_name)
    cache: dict[tuple[str, float, Sketch | Trail | None], Image.Image | None] = {}
    frames = (empty_deck(pile) for pile in table.piles.values())
    front = _last_moved(story, map_name)
    ordered = [piece for piece in in_order(table) if piece.map == map_name]
    # The engine brings what moved last to the front.
    ordered.sort(key=lambda piece: piece.id in front)
    pieces = (shown(piece, story) for piece in ordered)
    for drawn in (*frames, *pieces):
        if drawn is None or drawn.map != map_name:
            continue
        for layer in drawn.layers:
            key = (layer.name, layer.scale, layer.sketch)
            if key not in cache:
                found = picture_of(layer, story, module)
                if found is not None and scale < 1:
                    found = found.resize(_scaled(found.size, scale))
                cache[key] = found
            image = cache[key]
            if image is None:
                continue
            if layer.turn:
                image = image.rotate(-layer.turn, Image.Resampling.BICUBIC, expand=True)
            x = round((drawn.x + round(layer.x)) * scale) - image.width // 2
            y = round((drawn.y + round(layer.y)) * scale) - image.height // 2
            picture.alpha_composite(image, (max(x, 0), max(y, 0)), (max(-x, 0), max(-y, 0)))
    _add_frame(picture, story, map_name, front, scale)
    return picture.convert("RGB")


def _last_moved(story: Story, map_name: str) -> tuple[str, ...]:
    """The pieces of the stack that moved last, if the map shows that; else nothing."""
    look = story.locations.part_of(map_name, "HighlightLastMoved") if story.locations else None
    if look is None or look.get("enabled", "true") != "true":
        return ()
    return story.timeline.last_moved(map_name)


def _add_frame(
    picture: Image.Image, story: Story, map_name: str, members: tuple[str, ...], scale: float
) -> None:
    """Draw the frame around what moved last."""
    if not members or story.locations is None:
        return
    boxes = []
    for member in members:
        drawn = shown(story.timeline.table.pieces[member], story)
        if drawn is not None and drawn.box[0] < drawn.box[2]:
            left, top, right, bottom = drawn.box
            corners = drawn.x + left, drawn.y + top, drawn.x + right, drawn.y + bottom
            boxes.append(tuple(round(scale * side) for side in corners))
    look = story.locations.part_of(map_name, "HighlightLastMoved") or {}
    colour = rgb(look.get("color", "255,0,0")) or "#ff0000"
    add_frame(picture, boxes, colour, whole(look.get("thickness", "2")))


def picture_of(layer: Layered, story: Story, module: Module) -> Image.Image | None:
    """The picture of a layer before it is turned; None for one that is missing or not readable.

    `story.appearance.unread` then tells which cannot be read.
    """
    if isinstance(layer.sketch, Trail):
        return draw_trail(layer.sketch)
    if layer.sketch is not None:
        return draw_sketch(layer.sketch)
    file = stored_name(module.images, layer.name)
    found = _readable(story, module, file) if file else None
    if found is None:
        return None
    image = found.convert("RGBA")
    if layer.scale == 1:
        return image
    wide, high = (max(1, int(side * layer.scale)) for side in image.size)
    if wide * high > MAX_PIXELS:
        text = f"the picture {file} is too large at the scale {layer.scale}"
        story.appearance.unread[file] = text
        return None
    return image.resize((wide, high))


def in_order(table: Table) -> list[Piece]:
    """Pieces in the order of drawing: from the top of the map down, each stack from its bottom."""

    def place(piece: Piece) -> tuple[bool, int, int, int]:
        pile = table.piles.get(piece.pile)
        height = pile.contents.index(piece.id) if pile and piece.id in pile.contents else 0
        return (pile is not None and not pile.is_deck, piece.y, piece.x, height)

    return sorted(table.pieces.values(), key=place)

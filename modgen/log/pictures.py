"""Draw the pieces at a step with the module's own pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, isfinite, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.board_sizes import rgb, whole
from modgen.log.expressions import UnknownValueError
from modgen.log.map_pictures import (
    MAX_PIXELS,
    draw_boards,
    map_scale,
    readable,
    scaled,
)
from modgen.log.outlines import (
    WIDEST,
    Box,
    Trail,
    add_frame,
    add_picture,
    draw_trail,
    outline_box,
    trail_of,
)
from modgen.log.picture_sizes import stored_name
from modgen.log.properties import PieceProperties, hides
from modgen.log.shaded_maps import ShadedMap, add_shades, grid_at, shading_picture
from modgen.log.shades import Area, Shading, area_of, draw_area
from modgen.log.sketches import Sketch, draw_sketch, frame, label_sketch, moved_mark, named_box
from modgen.log.story import Story, concealed
from modgen.log.table import NOWHERE, Piece, Pile
from modgen.vassal.module import Module
from modgen.vassal.pieces import Deck, DeckType, PieceError
from modgen.vassal.traits import (
    AreaOfEffect,
    BorderOutline,
    FreeRotation,
    Invisible,
    Label,
    Layer,
    MarkMoved,
    Mask,
    MovementTrail,
    NonRectangular,
    NonRectangularOld,
    Rotate,
    Trait,
)

if TYPE_CHECKING:
    from PIL import Image

DECK_STEP = 2
"""How far each card of a deck is drawn right of and above the one below it, in pixels."""
MOST_PILED = 120
"""The most pieces of a stack that have an order of drawing of their own."""
HIGHEST = 2_000_000_000
"""No piece has a higher order of drawing. Browsers know orders up to 2^31."""
MOST_EDGES = 20
"""The most cards of a deck whose edges are drawn."""
OWN_MARKS = ("/images/moved.gif", "moved.gif", "moved")
"""The names of the engine's own picture for pieces that have moved."""
MAX_SIDE = 4_000
"""The longest side of a deck's frame in pixels."""


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
    sketch: Sketch | Trail | Area | Shading | None = None
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
        self._own: list[Layered] = []
        """The layers that are not marks or frames, as they were added."""
        self.around: list[MovementTrail | AreaOfEffect] = []
        """What is drawn around the piece, the outermost last."""
        self.box: Box = (0, 0, 0, 0)
        self.unturned: Box = (0, 0, 0, 0)
        """The box as it is before the piece is turned, by which the engine spreads a stack."""

    def begin(self, name: str) -> None:
        """Show only a picture, which may be none."""
        self.layers, self.around, self._own = [], [], []
        self.box = self.unturned = (0, 0, 0, 0)
        self.add(Layered(name))

    def add(self, layer: Layered, *, widens: bool = True, mark: bool = False) -> None:
        """Show a picture above the others. A mark does not tell what the piece is."""
        if not layer.name and layer.sketch is None:
            return
        self.layers.append(layer)
        if not mark:
            self._own.append(layer)
        wide, high = layer.sketch.size if layer.sketch else self._pictures.picture_size(layer.name)
        wide, high = int(wide * layer.scale), int(high * layer.scale)
        if widens and wide and high:
            left, top = int(layer.x) - wide // 2, int(layer.y) - high // 2
            other = (left, top, left + wide, top + high)
            self.box, self.unturned = _widened(self.box, other), _widened(self.unturned, other)

    def turn(self, degrees: float) -> None:
        """Turn everything about the middle of the piece. The engine draws no area in it then."""
        if not degrees:
            return
        self.around = [each for each in self.around if isinstance(each, MovementTrail)]
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

    def mark(self, moved: MarkMoved) -> None:
        """Show that the piece has moved. The engine's own picture is drawn here."""
        name, sketch = moved.image, None
        if moved.image in OWN_MARKS and not self._pictures.has_picture(name):
            name, sketch = "", moved_mark()
        wide, high = sketch.size if sketch else self._pictures.picture_size(name)
        layer = Layered(name, moved.x + wide // 2, moved.y + high // 2, sketch=sketch)
        self.add(layer, widens=False, mark=True)

    def outline(self, border: BorderOutline) -> None:
        """Show a frame whose middle is the edge of the piece."""
        left, top, right, bottom = map(int, self.box)
        line, colour = min(border.thickness, WIDEST), rgb(border.colour)
        if line > 0 and colour and left < right and top < bottom:
            half = (line + 1) // 2
            size = right - left + 1 + line, bottom - top + 1 + line
            x, y = left - half + size[0] // 2, top - half + size[1] // 2
            sketch = frame(size, colour, line_width=line)
            self.add(Layered("", x, y, sketch=sketch), widens=False, mark=True)

    @property
    def is_lost(self) -> bool:
        """Whether the piece has pictures, and the module lacks them all. Marks do not count."""
        return bool(self._own) and not any(
            layer.sketch or self._pictures.has_picture(layer.name) for layer in self._own
        )

    def show_name(self, name: str) -> None:
        """Show a box with a name below everything else."""
        self.add(Layered("", sketch=named_box(name)))
        self.layers.insert(0, self.layers.pop())


def _widened(box: Box, other: Box) -> Box:
    """The least box around two; the second if the first is empty."""
    if box[0] == box[2] or box[1] == box[3]:
        return other
    (left, top, right, bottom), (west, north, east, south) = box, other
    return min(left, west), min(top, north), max(right, east), max(bottom, south)


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
            if isinstance(trait, Mask):
                in_deck = masked is not None and trait is outermost
                if masked if in_deck else hides(trait, story.eyes):
                    look.begin(trait.image)
            else:
                _show(trait, look, properties)
    except (PieceError, ValueError):
        return Look(story)
    if look.is_lost:
        look.show_name(story.name(properties.piece))
    return look


def _show(trait: Trait, look: Look, properties: PieceProperties) -> None:
    """Add what a trait shows to the look of what is inside of it."""
    match trait:
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
        case MovementTrail() | AreaOfEffect():
            look.around.append(trait)
        case BorderOutline() if is_outlined(trait, properties):
            look.outline(trait)
        case NonRectangular() | NonRectangularOld():
            if box := outline_box(trait):
                look.box = look.unturned = box
        case MarkMoved() if trait.moved and trait.image:
            look.mark(trait)
        case Rotate() | FreeRotation():
            look.turn(_degrees(trait))


def is_outlined(border: BorderOutline, properties: PieceProperties) -> bool:
    """Whether a border shows: one or two properties have a value that is not `false` or `0`."""
    try:
        first, second = (
            bool(name) and properties.get(name) not in ("", "false", "0")
            for name in (border.property, border.property2)
        )
    except UnknownValueError:
        return False
    if not border.property2:
        return first
    kinds = {"OR": first or second, "XOR": first != second, "NOR": not (first or second)}
    return kinds.get(border.compare, first and second)


def _degrees(trait: Rotate | FreeRotation) -> float:
    """How far a trait turns its piece clockwise."""
    if isinstance(trait, FreeRotation):
        return -trait.degrees
    return 360 / trait.facings * trait.facing if trait.facings else 0


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
    areas = _areas(look, properties, (x, y), story)
    layers = (*areas, *look.layers, *_trails(look, piece, (x, y), story))
    order = _order(piece.map, pile or piece, _layer(piece, pile, story), height, story)
    return Shown(layers, piece.map, x, y, order, look.box)


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
        box = look_of(properties, story).unturned
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
    trails = [each for each in look.around if isinstance(each, MovementTrail)]
    if trails and story.locations is not None:
        map_id = story.locations.map_id(piece.map)
        for trait in trails:
            found = trail_of(trait, map_id, (piece.x, piece.y))
            if found is not None:
                trail, middle = found
                yield Layered("", middle[0] - at[0], middle[1] - at[1], sketch=trail)


def _areas(
    look: Look, properties: PieceProperties, at: tuple[int, int], story: Story
) -> Iterator[Layered]:
    """The areas around a piece that is drawn at a point."""
    piece = properties.piece
    for trait in reversed(look.around):
        if not isinstance(trait, AreaOfEffect) or trait.shader:
            continue
        area = area_of(trait, properties, grid_at(piece, story))
        if area.cells:
            left, top, *_ = area.box
            x, y = (left + area.size[0] // 2, top + area.size[1] // 2)
            yield Layered("", piece.x - at[0] + x, piece.y - at[1] + y, sketch=area)


def _order(map_name: str, raised: Piece | Pile, layer: int, height: int, story: Story) -> int:
    """Above is what is in a higher layer, in a layer what came later, and in a stack the higher.

    On a map that marks what moved last, this comes to the front of its layer (as in the engine).
    """
    came, moved = story.timeline.table.raised.get(raised.id, (0, 0))
    at = moved if map_name in story.appearance.marks else came
    layers = story.appearance.layers.get(map_name)
    room = HIGHEST // (len(layers[1]) + 1 if layers else 2)
    in_layer = min(at, room // MOST_PILED - 1) * MOST_PILED + min(height, MOST_PILED - 1)
    return layer * room + in_layer


def _layer(piece: Piece, pile: Pile | None, story: Story) -> int:
    """The layer of a map in which a piece is drawn: a stack has pieces of one layer.

    On a map without layers stacks are above single pieces and decks.
    """
    if pile is not None and pile.is_deck:
        return _layer_of_deck(pile.map, story)
    found = story.appearance.layers.get(piece.map)
    if found is None:
        return int(pile is not None)
    name, layers = found
    value = story.properties.of(piece).get(name)
    return layers.index(value) if value in layers else len(layers)


def _layer_of_deck(map_name: str, story: Story) -> int:
    """The layer of decks: the highest, or on a map without layers the lowest."""
    found = story.appearance.layers.get(map_name)
    return len(found[1]) if found is not None else 0


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
    x, y = pile.x + rise, pile.y - rise
    layer = _layer_of_deck(pile.map, story)
    order = _order(pile.map, pile, layer, number - 1, story)
    return Shown((*below, *look.layers), pile.map, x, y, order, look.box)


def empty_deck(pile: Pile, story: Story) -> Shown | None:
    """The frame of an empty deck; None for one without a frame, and for other piles."""
    if not pile.is_deck or pile.contents or pile.map == NOWHERE:
        return None
    kind = deck_type(pile)
    if not kind.draw_outline or not 0 < min(kind.width, kind.height) <= MAX_SIDE:
        return None
    wide, high = min(kind.width, MAX_SIDE), min(kind.height, MAX_SIDE)
    sketch = frame((wide + 1, high + 1), rgb(kind.outline_colour) or "#000000")
    order = _order(pile.map, pile, _layer_of_deck(pile.map, story), 0, story)
    # Halves are rounded down, of the size without the line.
    layer = Layered("", wide % 2, high % 2, sketch=sketch)
    return Shown((layer,), pile.map, pile.x, pile.y, order)


@lru_cache(maxsize=1024)
def _deck_type(text: str) -> DeckType:
    return Deck.read("", text, "").type


def deck_type(pile: Pile) -> DeckType:
    """The type of a deck, decoded."""
    return _deck_type(pile.type)


def draw(story: Story, module: Module, map_name: str) -> Image.Image:
    """A map at the current step, at `map_scale`. Raises PictureError as `draw_boards` does."""
    from PIL import Image

    picture = draw_boards(story, module, map_name)
    table = story.timeline.table
    scale = map_scale(story, map_name)
    cache: dict[Layered, Image.Image | None] = {}
    shades = ShadedMap(story, map_name).now.values()
    add_shades(picture, module, [shade for shade in shades if not shade.above], scale)
    piles = [pile for pile in table.piles.values() if pile.map == map_name]
    piled = [key for pile in piles for key in pile.contents]
    alone = [key for key, piece in table.pieces.items() if not piece.pile]
    pieces = [table.pieces[key] for key in (*piled, *alone)]
    all_shown = (
        *(empty_deck(pile, story) for pile in piles),
        *(shown(piece, story) for piece in pieces if piece.map == map_name),
    )
    for each in sorted(filter(None, all_shown), key=lambda each: each.order):
        for layer in each.layers:
            key = layer._replace(x=0, y=0, turn=0)
            if key not in cache:
                found = picture_of(layer, story, module)
                if found is not None and scale < 1:
                    found = found.resize(scaled(found.size, scale))
                cache[key] = found
            image = cache[key]
            if image is None:
                continue
            if layer.turn:
                image = image.rotate(-layer.turn, Image.Resampling.BICUBIC, expand=True)
            x = round((each.x + round(layer.x)) * scale) - image.width // 2
            y = round((each.y + round(layer.y)) * scale) - image.height // 2
            add_picture(picture, image, x, y)
    add_shades(picture, module, [shade for shade in shades if shade.above], scale)
    _add_frame(picture, story, map_name, scale)
    return picture.convert("RGB")


def _add_frame(picture: Image.Image, story: Story, map_name: str, scale: float) -> None:
    """Draw the frame around what moved last."""
    look = story.appearance.marks.get(map_name)
    if look is None:
        return
    boxes = []
    for member in story.timeline.last_moved(map_name):
        drawn = shown(story.timeline.table.pieces[member], story)
        if drawn is not None and drawn.box[0] < drawn.box[2]:
            left, top, right, bottom = drawn.box
            corners = drawn.x + left, drawn.y + top, drawn.x + right, drawn.y + bottom
            boxes.append(tuple(round(scale * side) for side in corners))
    colour = rgb(look.get("color", "255,0,0")) or "#ff0000"
    add_frame(picture, boxes, colour, whole(look.get("thickness", "2")))


def picture_of(layer: Layered, story: Story, module: Module) -> Image.Image | None:
    """The picture of a layer before it is turned; None for one that is missing or not readable.

    `story.appearance.unread` then tells which cannot be read.
    """
    if layer.sketch is not None:
        return _sketched(layer.sketch, module)
    file = stored_name(module.images, layer.name)
    found = readable(story, module, file) if file else None
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


def _sketched(sketch: Sketch | Trail | Area | Shading, module: Module) -> Image.Image | None:
    match sketch:
        case Trail():
            return draw_trail(sketch)
        case Area():
            return draw_area(sketch)
        case Shading():
            return shading_picture(sketch, module, sketch.detail)
        case Sketch():
            return draw_sketch(sketch)

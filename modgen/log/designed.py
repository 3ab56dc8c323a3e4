"""Pictures that a module draws itself with VASSAL's counter designer (`GamePieceImage`).

A layout has items one above the other: boxes, texts, NATO symbols and pictures. A picture of that
layout gives the items their colours, texts and files.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.board_sizes import whole
from modgen.log.nato_symbols import draw_symbol
from modgen.log.picture_sizes import picture_size, stored_name
from modgen.svg_sizes import Size
from modgen.vassal import sequence
from modgen.vassal.archive import ArchiveError
from modgen.vassal.components import Component
from modgen.vassal.module import Module

if TYPE_CHECKING:
    from modgen.draw.svg import Drawing

LARGEST = 4000
"""The longest side of a picture in pixels."""
MOST_ITEMS = 200
PIXELS = 96
"""The scale at which a pixel of an SVG is a pixel of the picture."""
COLOURS = {
    "WHITE": "#ffffff", "GRAY": "#808080", "BLACK": "#000000", "CLEAR": "", "RED": "#ff0000",
    "GREEN": "#00ff00", "BLUE": "#0000ff", "ORANGE": "#ffc800", "PINK": "#ffafaf",
    "CYAN": "#00ffff", "MAGENTA": "#ff00ff", "YELLOW": "#ffff00", "LIGHT GRAY": "#c0c0c0",
    "DARK GRAY": "#404040",
}  # fmt: skip
"""The engine's colours by name; empty for none."""
COMPASS = {
    "Top": (0, -1),
    "Bottom": (0, 1),
    "Left": (-1, 0),
    "Right": (1, 0),
    "Top Left": (-1, -1),
    "Top Right": (1, -1),
    "Bottom Left": (-1, 1),
    "Bottom Right": (1, 1),
}
"""Places of items: left, middle or right, and top, middle or bottom; others are in the middle."""
FIXED = "Fixed for this layout"
BOLD, ITALIC = 1, 2


@dataclass
class WithDesigned(Mapping[str, bytes]):
    """The pictures of a module; asked for by name, also those that it draws itself, as PNG."""

    images: Mapping[str, bytes]
    designed: DesignedPictures

    def __getitem__(self, name: str) -> bytes:
        drawn = None if name in self.images else self.designed.get(name)
        return self.images[name] if drawn is None else drawn[0]

    def __contains__(self, name: object) -> bool:
        return name in self.images or (isinstance(name, str) and bool(self.designed.get(name)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.images)

    def __len__(self) -> int:
        return len(self.images)


def with_designed(module: Module) -> Module:
    """A module whose pictures include those that it draws itself."""
    designed = DesignedPictures(module.tree, module.images)
    return replace(module, images=WithDesigned(module.images, designed))


class Item(NamedTuple):
    """An item of a layout: its kind, the fields of that kind, its name and where it is."""

    kind: str
    fields: list[str]
    name: str
    place: str
    x: int
    y: int
    turn: int

    def field(self, index: int, otherwise: str = "") -> str:
        """A field by its index; `otherwise` if it is empty or missing."""
        return (self.fields[index] if index < len(self.fields) else "") or otherwise


@dataclass
class DesignedPictures:
    """The pictures that a module draws itself, by name; each is drawn when it is asked for."""

    tree: Component
    images: Mapping[str, bytes] = field(default_factory=dict)
    _drawn: dict[str, tuple[bytes, Size] | None] = field(default_factory=dict)

    @cached_property
    def _layouts(self) -> dict[str, tuple[Component, Component]]:
        """The component and the layout of each picture."""
        return {
            picture.attributes.get("name", ""): (picture, layout)
            for layout in self.tree.find_all("GamePieceLayout")
            for picture in layout.children
            if picture.name == "GamePieceImage"
        }

    @cached_property
    def _colours(self) -> dict[str, str]:
        own = {
            swatch.attributes.get("name", ""): _rgb(swatch.attributes.get("color", ""))
            for swatch in self.tree.find_all("ColorSwatch")
        }
        return COLOURS | own

    @cached_property
    def _fonts(self) -> dict[str, str]:
        return {
            style.attributes.get("name", ""): style.attributes.get("style", "")
            for style in self.tree.find_all("FontStyle")
        }

    def __contains__(self, name: object) -> bool:
        return name in self._layouts

    def get(self, name: str) -> tuple[bytes, Size] | None:
        """A picture as PNG and its size in pixels; None for one that cannot be drawn."""
        if name not in self._layouts:
            return None
        if name not in self._drawn:
            self._drawn[name] = self._draw(*self._layouts[name])
        return self._drawn[name]

    def _draw(self, picture: Component, layout: Component) -> tuple[bytes, Size] | None:
        from modgen.draw.raster import png
        from modgen.draw.svg import Drawing
        from modgen.draw.text import MissingGlyphError

        size = whole(layout.attributes.get("width")), whole(layout.attributes.get("height"))
        if min(size) < 1 or max(size) > LARGEST:
            return None
        drawing = Drawing(*size)
        self._background(drawing, picture, layout, size)
        values = {
            fields[1]: fields
            for text in sequence.split(picture.attributes.get("props", ""), ",")
            if len(fields := sequence.split(text, ";")) > 2
        }
        for item in _items(layout.attributes.get("layout", "")):
            try:
                self._item(drawing, size, item, values.get(item.name, []))
            except (ArchiveError, MissingGlyphError):
                continue
        # A millimetre of the drawing is a pixel.
        svg = drawing.svg
        for side in dict.fromkeys(size):
            svg = svg.replace(f'"{side}mm"', f'"{side}"')
        try:
            return png(svg, PIXELS), size
        except (ValueError, RuntimeError):
            return None

    def _colour(self, name: str) -> str:
        return self._colours[name] if name in self._colours else _rgb(name)

    def _background(
        self, drawing: Drawing, picture: Component, layout: Component, size: Size
    ) -> None:
        wide, high = size
        fill = self._colour(picture.attributes.get("bgColor", "WHITE"))
        border = layout.attributes.get("border", "3D")
        if fill:
            drawing.rect(0, 0, wide, high, fill=fill)
        if border == "3D" and fill:
            edges = (0.5, 0.5, "#ffffff", 0.4), (wide - 0.5, high - 0.5, "#000000", 0.3)
            for x, y, colour, opacity in edges:
                drawing.line(x, 0, x, high, stroke=colour, stroke_opacity=opacity)
                drawing.line(0, y, wide, y, stroke=colour, stroke_opacity=opacity)
        elif border in ("Plain", "Fancy"):
            edge = self._colour(picture.attributes.get("borderColor", "BLACK"))
            if edge:
                drawing.rect(0.5, 0.5, wide - 1, high - 1, fill="none", stroke=edge)

    def _item(self, drawing: Drawing, size: Size, item: Item, values: list[str]) -> None:
        """Draw an item; `values` are its kind, name, place, colours and texts in the picture."""
        colours = [self._colour(name) for name in (*values[3:5], "BLACK", "CLEAR")[:2]]
        if item.kind == "Image":
            self._image(drawing, size, item, values)
        elif item.kind == "Box":
            box = whole(item.field(1, "30")), whole(item.field(2, "40"))
            x, y = _corner(item, size, box)
            fill, edge = (colour or "none" for colour in colours)
            if item.field(3) == "Oval":
                wide, high = box[0] / 2, box[1] / 2
                drawing.ellipse(x + wide, y + high, wide, high, fill=fill, stroke=edge)
            else:
                bevel = whole(item.field(4, "5")) if item.field(3).startswith("Rounded") else 0
                drawing.rect(x, y, *box, bevel, fill=fill, stroke=edge)
        elif item.kind == "Symbol":
            box = whole(item.field(1, "54")), whole(item.field(2, "54"))
            x, y = _corner(item, size, box)
            names = (*values[5:8], "", "", "")[:3]
            above = self._colour(values[8]) if len(values) > 8 else "#000000"
            draw_symbol(
                drawing,
                (x, y, *box),
                names[1:],
                names[0],
                colours=(colours[0], colours[1], above),
                width=max(whole(item.field(3, "1")), 1),
            )
        elif item.kind in ("Text", "TextBox"):
            self._text(drawing, size, item, values, (colours[0], colours[1]))

    def _image(self, drawing: Drawing, size: Size, item: Item, values: list[str]) -> None:
        own = item.field(1) if item.field(2, FIXED) == FIXED else ""
        name = stored_name(self.images, own or (values[3] if len(values) > 3 else ""))
        box = picture_size(self.images, name)
        if box is None or max(box) > LARGEST:
            return
        kind = {"jpg": "jpeg", "svg": "svg+xml"}.get(name.lower().rpartition(".")[2], "png")
        data = b64encode(self.images[name]).decode("ascii")
        drawing.stretch(f"data:image/{kind};base64,{data}", *_corner(item, size, box), *box)

    def _text(
        self,
        drawing: Drawing,
        size: Size,
        item: Item,
        values: list[str],
        colours: tuple[str, str],
    ) -> None:
        from modgen.draw.text import Style, width

        shown = item.fields
        box: Size = (0, 0)
        if item.kind == "TextBox":
            box = whole(item.field(1, "30")), whole(item.field(2, "40"))
            shown = item.fields[4:]
        fixed = len(shown) > 3 and shown[2] == FIXED
        text = shown[3] if fixed else values[5] if len(values) > 5 else ""
        if not text.strip() or text.startswith("<html"):
            return
        font = (*self._fonts.get(shown[1] if len(shown) > 1 else "", "").split(","), "", "")[:3]
        points = min(max(whole(font[2]) or 12, 4), 400)
        style = Style("text", points, bool(whole(font[1]) & BOLD), bool(whole(font[1]) & ITALIC))
        across, down = COMPASS.get(item.place, (0, 0))
        x, y = _corner(item, size, box)
        with drawing.group(transform=_turned(item.turn, size)):
            if colours[1] and box != (0, 0):
                drawing.rect(x, y, *box, fill=colours[1])
            for number, line in enumerate(text.split("\n")[:20]):
                wide, high = width(line, style), points * 1.2
                left = x + 1 if box != (0, 0) else x - wide * (across + 1) / 2
                top = y + 1 if box != (0, 0) else y - high * (down + 1) / 2
                if colours[1] and box == (0, 0):
                    drawing.rect(left, top, wide, high, fill=colours[1])
                at = top + number * high + points * 0.95
                drawing.text(line, left, at, style, fill=colours[0] or "#000000")


def _turned(degrees: int, size: Size) -> str:
    return f"rotate({degrees} {size[0] / 2} {size[1] / 2})"


def _items(text: str) -> Iterator[Item]:
    """The items of a layout, the lowest first."""
    for part in sequence.split(text, ",")[:MOST_ITEMS]:
        kind, place, *_ = (*sequence.split(part, "|"), "")
        if kind.startswith("TextBox"):
            fields = [one for half in sequence.split(kind, ",")[:2] for one in _fields(half)]
        else:
            fields = _fields(kind)
        at = (*_fields(place), "", "", "", "", "")
        yield Item(fields[0], fields, at[0], at[1], whole(at[2]), whole(at[3]), whole(at[4]))


def _fields(text: str) -> list[str]:
    return list(sequence.split(text, ";"))


def _corner(item: Item, size: Size, box: Size) -> tuple[int, int]:
    """The upper left corner of an item of a size."""
    across, down = COMPASS.get(item.place, (0, 0))
    x = {-1: 0, 0: size[0] // 2 - box[0] // 2, 1: size[0] - box[0]}[across]
    y = {-1: 0, 0: size[1] // 2 - box[1] // 2, 1: size[1] - box[1]}[down]
    return x + item.x, y + item.y


def _rgb(text: str) -> str:
    """A colour such as `255,0,0` or `RGB(255,0,0)`; empty for none."""
    parts = text.removeprefix("RGB(").removesuffix(")").split(",")
    if len(parts) < 3:
        return ""
    red, green, blue = (whole(part) & 255 for part in parts[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"

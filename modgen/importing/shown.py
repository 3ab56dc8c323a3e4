"""What a slot's piece shows at first: levels that follow properties, and texts as pictures."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from modgen.compile.parts.originals import DRAWN
from modgen.importing.source import Source
from modgen.log.properties import PieceProperties
from modgen.log.table import NOWHERE, Piece
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.traits import Label, Layer, Trait

LABELS = DRAWN[0]
"""The folder in `art/` with pictures of texts."""
LONGEST = 60
"""The longest text that is drawn, in characters."""
ASCENT, HIGH = 0.95, 1.2
"""The height of letters above the line, and of a line, in sizes of the font."""
MOST_REACH = 1.1
"""The size of a piece with its texts, in sizes of its lowest picture."""
BOLD, ITALIC = 1, 2
LayerPicture = tuple[str, int, int]
"""A picture, and how far its middle is from that of the piece, in pixels."""


def shown_levels(source: Source, traits: tuple[Trait, ...], basic: BasicPiece) -> tuple[Trait, ...]:
    """The traits with the levels that layers show which follow a property.

    Values outside the piece are those of a new game.
    """
    if not any(isinstance(trait, Layer) and trait.follow for trait in traits):
        return traits
    properties = properties_of(source, traits, basic)
    return tuple(
        _at_level(trait, properties) if isinstance(trait, Layer) and trait.follow else trait
        for trait in traits
    )


def _at_level(layer: Layer, properties: PieceProperties) -> Layer:
    level = properties.level(layer)
    return layer.but(level=level if properties.is_drawn(layer) else -abs(level))


def label_pictures(
    source: Source, traits: tuple[Trait, ...], basic: BasicPiece, base: str
) -> list[LayerPicture]:
    """A picture for each text of a piece, which the source then has; `base` is its lowest picture.

    Texts that are unknown before the game, formatted in HTML, beside the piece, or with letters
    that the fonts lack are left out.
    """
    size = source.size(base)
    if size is None:
        return []
    properties = properties_of(source, traits, basic)
    found: list[LayerPicture] = []
    for label in reversed(traits):
        if not isinstance(label, Label) or not label.label or not 4 <= label.font_size <= 400:
            continue
        text = properties.text(label.label).strip()
        if text.startswith(("{", "<html")) or not 0 < len(text) <= LONGEST or "$" in text:
            continue
        drawn = _drawn(text, label.font_size, label.font_style, label.colour, label.background)
        if drawn is not None:
            svg, wide, high = drawn
            x, y = _middle(label, size, wide, high)
            if 2 * abs(x) + wide > size[0] * MOST_REACH or 2 * abs(y) + high > size[1] * MOST_REACH:
                continue
            name = f"{LABELS}{hashlib.blake2b(svg, digest_size=8).hexdigest()}.svg"
            source.made[name] = svg, (wide, high)
            found.append((name, x, y))
    return found


@lru_cache(maxsize=4096)
def _drawn(
    text: str, size: int, font_style: int, colour: str, background: str
) -> tuple[bytes, int, int] | None:
    """A text as SVG, and its width and height in pixels; None if the fonts lack a letter.

    Many pieces and faces show the same text.
    """
    from modgen.draw.svg import Drawing
    from modgen.draw.text import MissingGlyphError, Style, width

    style = Style("text", size, bool(font_style & BOLD), bool(font_style & ITALIC))
    try:
        wide = int(width(text, style)) + 2
        high = int(size * HIGH) + 1
        drawing = Drawing(wide, high)
        if background:
            drawing.rect(0, 0, wide, high, fill=_colour(background))
        drawing.text(text, 1, size * ASCENT, style, fill=_colour(colour))
    except MissingGlyphError:
        return None
    # Its size is in pixels, as that of the pictures below it.
    svg = drawing.svg.replace(f'"{wide}mm"', f'"{wide}"').replace(f'"{high}mm"', f'"{high}"')
    return svg.encode(), wide, high


def _middle(label: Label, size: tuple[int, int], wide: int, high: int) -> tuple[int, int]:
    """Where the middle of a text is, from the middle of a piece of this size in pixels."""
    x = label.horizontal_offset + {"l": -size[0] // 2, "r": size[0] // 2}.get(label.horizontal, 0)
    y = label.vertical_offset + {"t": -size[1] // 2, "b": size[1] // 2}.get(label.vertical, 0)
    left = x - {"c": wide // 2, "r": wide}.get(label.horizontal_justify, 0)
    top = y - {"c": high // 2, "b": high}.get(label.vertical_justify, 0)
    return left + wide // 2, top + high // 2


def _colour(text: str) -> str:
    try:
        red, green, blue = (int(part) & 255 for part in text.split(",")[:3])
    except ValueError:
        return "#000000"
    return f"#{red:02x}{green:02x}{blue:02x}"


def properties_of(source: Source, traits: tuple[Trait, ...], basic: BasicPiece) -> PieceProperties:
    """The properties of a piece on no map, in a new game."""
    return PieceProperties(*_on_no_map(traits, basic), source.properties)


@lru_cache(maxsize=2)
def _on_no_map(traits: tuple[Trait, ...], basic: BasicPiece) -> tuple[Piece, GamePiece]:
    """A piece, which is asked for its name, its levels and its texts in turn."""
    piece = GamePiece(traits, basic)
    return Piece("", piece.type_text(), piece.state_text(), NOWHERE, 0, 0), piece

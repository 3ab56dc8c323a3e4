"""The shadings of a game's maps, which follow the pieces that name them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from modgen.log.map_pictures import boards_of, map_size, open_picture, scaled
from modgen.log.picture_sizes import stored_name
from modgen.log.shades import Outline, Shading, area_of, draw_shading, shadings
from modgen.log.story import Story, concealed
from modgen.log.table import Piece
from modgen.vassal.components import Component
from modgen.vassal.module import Module
from modgen.vassal.traits import AreaOfEffect, Invisible

if TYPE_CHECKING:
    from PIL import Image


class ShadedMap:
    """A map's shadings at the current step, by their names."""

    def __init__(self, story: Story, map_name: str) -> None:
        assert story.locations is not None
        self._story, self._map = story, map_name
        parts = story.locations.parts_of(map_name, "MapShader")
        self._without = shadings(parts, map_size(story, map_name), boards_of(story, map_name))
        self._cells: dict[str, dict[str, tuple[Outline, ...]]] = {}
        self.now: dict[str, Shading] = {}
        self.update(story.timeline.table.pieces)

    def update(self, keys: Iterable[str]) -> None:
        """Look again at some pieces, by their ids."""
        if not self._without:
            return
        for key in keys:
            piece = self._story.timeline.table.pieces.get(key)
            found = self._lit(piece) if piece is not None and piece.map == self._map else {}
            if found:
                self._cells[key] = found
            else:
                self._cells.pop(key, None)
        for name, shading in self._without.items():
            cells = [cell for each in self._cells.values() for cell in each.get(name, ())]
            self.now[name] = shading._replace(cells=tuple(cells))

    def _lit(self, piece: Piece) -> dict[str, tuple[Outline, ...]]:
        """The cells, in map pixels, that a piece adds to each shading or takes from it."""
        properties = self._story.properties.of(piece)
        found: dict[str, tuple[Outline, ...]] = {}
        if concealed(properties.decoded, self._story.eyes, Invisible):
            return found
        for trait in properties.decoded.traits:
            if isinstance(trait, AreaOfEffect) and trait.shader in self._without:
                area = area_of(trait, properties, grid_at(piece, self._story))
                cells = (tuple((x + piece.x, y + piece.y) for x, y in cell) for cell in area.cells)
                found[trait.shader] = (*found.get(trait.shader, ()), *cells)
        return found


def grid_at(piece: Piece, story: Story) -> Component | None:
    """The grid of hexes or squares at a piece."""
    if story.locations is None:
        return None
    return story.locations.cells(piece.map, (piece.x, piece.y), story.timeline.table.boards)


def add_shades(
    picture: Image.Image, module: Module, shades: Iterable[Shading], scale: float
) -> None:
    """Draw shadings on the picture of a map at a scale."""
    for shade in shades:
        drawn = shading_picture(shade, module, scale)
        if drawn is not None:
            picture.alpha_composite(drawn)


def _tile(shade: Shading, module: Module, scale: float) -> Image.Image | None:
    """The picture that a shading repeats; None for a pattern."""
    file = stored_name(module.images, shade.image) if shade.image else ""
    if not file:
        return None
    image = open_picture(module, file).convert("RGBA")
    return image.resize(scaled(image.size, scale)) if scale != 1 else image


def shading_picture(shade: Shading, module: Module, scale: float) -> Image.Image | None:
    """The picture of a shading at a scale; None if it covers nothing."""
    return draw_shading(shade, _tile(shade, module, scale), scale)

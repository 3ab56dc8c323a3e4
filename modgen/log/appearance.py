"""What decides how pieces look on a map besides their traits: sizes of pictures, stacks, decks."""

from __future__ import annotations

from collections.abc import Mapping

from modgen.log.board_sizes import rgb, whole
from modgen.log.locations import MAPS
from modgen.log.picture_sizes import picture_size
from modgen.log.table import Pile
from modgen.svg_sizes import Size
from modgen.vassal import sequence
from modgen.vassal.components import Component

SEPARATION = (("unexSepX", 2), ("unexSepY", 4))
"""The attributes of the distances in a stack, and the engine's values without them."""
MOST_TOLD = 5
"""The most pictures that could not be drawn of which each is named."""


class Appearance:
    """The pictures of a module by size, and how each of its maps draws stacks and decks."""

    def __init__(self, tree: Component | None, images: Mapping[str, bytes] | None) -> None:
        self._images = images or {}
        self._sizes: dict[str, Size | None] = {}
        self.spots: dict[str, tuple[Pile, int, dict[str, tuple[int, int]]]] = {}
        """Where the pieces of each stack were drawn last, with the stack and the step."""
        self.unread: dict[str, str] = {}
        """The pictures that could not be drawn, each with the reason in a sentence."""
        parts = [
            (each.attributes.get("mapName", ""), found)
            for each in (tree.find_all(*MAPS) if tree is not None else ())
            for found in each.children
        ]
        self._metrics = {
            name: found.attributes for name, found in parts if found.name == "StackMetrics"
        }
        self.marks = {
            name: found.attributes
            for name, found in parts
            if found.name == "HighlightLastMoved"
            and found.attributes.get("enabled", "true") == "true"
        }
        """By map that marks what moved last: how it does."""
        self.layers = {
            name: (
                found.attributes.get("property", ""),
                sequence.split(found.attributes.get("layerOrder", ""), ","),
            )
            for name, found in parts
            if found.name == "LayeredPieceCollection"
        }
        """By map: the property whose values are the layers of its pieces, and the layers from the
        lowest up."""

    def has_picture(self, name: str) -> bool:
        """Whether the module has a picture of which the size is known."""
        return self._size(name) is not None

    def picture_size(self, name: str) -> Size:
        """Width and height of a picture in pixels; 0 for one that is missing or damaged."""
        return self._size(name) or (0, 0)

    def _size(self, name: str) -> Size | None:
        if name not in self._sizes:
            self._sizes[name] = picture_size(self._images, name)
        return self._sizes[name]

    def problems(self) -> list[str]:
        """Sentences about the pictures that could not be drawn; of many, the first few."""
        told = [f"{text[0].upper()}{text[1:]}; it is left out." for text in self.unread.values()]
        more = len(told) - MOST_TOLD
        return [*told[:MOST_TOLD], f"{more} more pictures are left out."] if more > 1 else told

    def separation(self, map_name: str) -> tuple[int, int]:
        """How far right and above the piece below it each piece of a stack is, in pixels."""
        given = self._metrics.get(map_name, {})
        across, up = (whole(given[key]) if key in given else usual for key, usual in SEPARATION)
        return across, up

    def blank_colour(self, map_name: str) -> str:
        """The colour of the cards below the highest one of a deck; empty if they are shown."""
        return rgb(self._metrics.get(map_name, {}).get("color", ""))

"""The sizes of boards in pixels: those of their pictures, or else of their attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite

from modgen.log.picture_sizes import picture_size
from modgen.svg_sizes import Size
from modgen.vassal.components import Component

DEFAULT = 500
"""The sides of a board that has neither a picture nor a size, as in the engine."""
MARGIN = 100
"""How far a board whose picture is missing reaches beyond what lies on it."""
LARGEST = 30_000
"""The longest side that is assumed."""


def board_size(
    board: Component, owner: Component | None, images: Mapping[str, bytes]
) -> tuple[Size, bool]:
    """The size of a board, and whether it is assumed because its picture is missing.

    The engine gives such a board no size. It is assumed to reach as far as its zones, its regions,
    and the stacks and decks that its map (`owner`) puts on it.
    """
    image = board.attributes.get("image", "")
    size = picture_size(images, image)
    if size is not None:
        return size, False
    given = [whole(board.attributes.get(key)) or DEFAULT for key in ("width", "height")]
    if not image:
        return (given[0], given[1]), False
    points = list(_points(board, owner))
    sides = [max((point[n] for point in points), default=0) + MARGIN for n in (0, 1)]
    wide, high = (min(max(pair), LARGEST) for pair in zip(sides, given, strict=True))
    return (wide, high), True


def _points(board: Component, owner: Component | None) -> Iterator[tuple[int, int]]:
    """Points in board pixels that lie on a board."""
    for part in board.walk():
        if part.name == "Zone":
            for pair in part.attributes.get("path", "").split(";"):
                x, _, y = pair.partition(",")
                yield whole(x), whole(y)
        elif part.name == "Region":
            yield whole(part.attributes.get("originx")), whole(part.attributes.get("originy"))
    for part in owner.walk() if owner is not None else ():
        if part.name in ("SetupStack", "DrawPile") and part.attributes.get("owningBoard", "") in (
            "",
            "null",
            board.attributes.get("name", ""),
        ):
            yield whole(part.attributes.get("x")), whole(part.attributes.get("y"))


def whole(text: str | None) -> int:
    """An attribute as a whole number; 0 for what is not a number."""
    try:
        value = float(text or 0)
    except ValueError:
        return 0
    return int(value) if isfinite(value) and abs(value) < 1e9 else 0


def rgb(text: str) -> str:
    """A colour such as `255,0,0` as SVG has it; empty for none."""
    parts = text.split(",")
    if len(parts) < 3:
        return ""
    return "#" + "".join(f"{whole(part) & 255:02x}" for part in parts[:3])

"""The numbers of the cells of grids, in the engine's attributes (vassal-formats §7.4)."""

from __future__ import annotations

from collections.abc import Mapping

from modgen.compile.parts.values import set_value
from modgen.log.board_sizes import whole
from modgen.model.types.places import Grid
from modgen.unpacking.xml import Node

MOST_ZEROS = 20
"""The most zeros before a number."""


def set_numbers(node: Node, grid: Grid) -> None:
    """Put the numbering of a grid into the component inside the grid's own."""
    numbering = grid.numbering
    inside = next((child for child in node.children if child.name.endswith("Numbering")), None)
    if numbering is None or inside is None:
        return
    across, down = numbering.columns, numbering.rows
    turned = grid.sideways and grid.kind == "hex"
    if turned:
        across, down = down, across
    attributes = inside.attributes
    for axis, prefix in ((across, "h"), (down, "v")):
        kind = "A" if axis.kind == "letters" else "N"
        if attributes.get(f"{prefix}Type", "N")[:1].upper() != kind:
            set_value(inside, f"{prefix}Type", kind)
        if whole(attributes.get(f"{prefix}Off", "1")) != axis.first:
            set_value(inside, f"{prefix}Off", str(axis.first))
        if axis.kind == "numbers" and axis.digits != digits(attributes, prefix):
            set_value(inside, f"{prefix}Leading", str(axis.digits - 1))
    set_value(inside, "sep", numbering.separator)
    first = "V" if numbering.rows_first != turned else "H"
    if attributes.get("first", "H")[:1].upper() != first:
        set_value(inside, "first", first)


def digits(attributes: Mapping[str, str], prefix: str) -> int:
    """The digits of the numbers in a direction, `h` or `v`; the engine's zeros and one more."""
    return min(max(whole(attributes.get(f"{prefix}Leading", "1")), 0), MOST_ZEROS) + 1

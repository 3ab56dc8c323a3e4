"""The numbers of the cells of grids, in the engine's attributes (vassal-formats §7.4)."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.compile.parts.values import set_value
from modgen.model.types.grid_parts import Axis
from modgen.model.types.places import Grid
from modgen.unpacking.xml import Node


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
        for name, value, default in _axis(axis, prefix):
            if attributes.get(name, default)[:1] != value[:1] or (
                name[1:] != "Type" and attributes.get(name, default) != value
            ):
                set_value(inside, name, value)
    set_value(inside, "sep", numbering.separator)
    first = "V" if numbering.rows_first != turned else "H"
    if attributes.get("first", "H")[:1].upper() != first:
        set_value(inside, "first", first)


def _axis(axis: Axis, prefix: str) -> Iterator[tuple[str, str, str]]:
    """Attribute, value and the engine's default of one direction of a numbering."""
    yield f"{prefix}Type", "A" if axis.kind == "letters" else "N", "N"
    yield f"{prefix}Off", str(axis.first), "1"
    if axis.kind == "numbers" and axis.digits:
        yield f"{prefix}Leading", str(axis.digits - 1), "1"

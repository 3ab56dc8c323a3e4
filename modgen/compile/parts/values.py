"""Attributes of components: reading and replacing them."""

from __future__ import annotations

from modgen.log.board_sizes import whole
from modgen.unpacking.xml import Node


def set_value(node: Node, name: str, value: str) -> None:
    """Replace an attribute if its value differs."""
    if node.attributes.get(name, "") != value:
        node.attributes[name] = value
        node.raw_attributes.pop(name, None)


def set_whole(node: Node, name: str, value: int) -> None:
    """Replace an attribute if it is another number; a text that is not a number counts as 0."""
    if whole(node.attributes.get(name)) != value:
        set_value(node, name, str(value))


def as_number(text: str) -> float:
    """An attribute as a number; 0 for other text."""
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if abs(value) < 1e9 else 0.0


def path_points(text: str) -> list[tuple[int, int]]:
    """The corners of a zone from its path, `x,y;x,y`."""
    pairs = (pair.split(",") for pair in text.split(";"))
    return [(int(as_number(pair[0])), int(as_number(pair[1]))) for pair in pairs if len(pair) == 2]

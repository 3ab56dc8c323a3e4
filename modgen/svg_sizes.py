"""The size of an SVG picture, from its first bytes."""

from __future__ import annotations

import re

ROOT = re.compile(rb"<svg\b[^>]*>", re.DOTALL)
LENGTH = re.compile(r"\s*([0-9.]{1,20})\s*(px|pt|pc|mm|cm|in|)\s*")
UNITS = {"": 1.0, "px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
"""Pixels of each unit of length, at 96 dots per inch as in the engine."""

Size = tuple[int, int]
"""Width and height in pixels."""


def svg_size(data: bytes) -> Size | None:
    """Width and height of an SVG in pixels; of its view box if it has no size of its own."""
    found = ROOT.search(data)
    if found is None:
        return None
    text = found[0].decode("utf-8", "replace")
    box = re.search(r"""\bviewBox\s*=\s*["']([^"']*)""", text)
    numbers = re.split(r"[\s,]+", box[1].strip()) if box else []
    sides = []
    for index, name in enumerate(("width", "height"), 2):
        given = re.search(rf"""\s{name}\s*=\s*["']([^"']*)""", text)
        length = LENGTH.fullmatch(given[1]) if given else None
        if length is None:
            length = LENGTH.fullmatch(numbers[index]) if len(numbers) == 4 else None
        try:
            sides.append(round(float(length[1]) * UNITS[length[2]]) if length else 0)
        except ValueError:
            return None
    return (sides[0], sides[1]) if min(sides) > 0 else None

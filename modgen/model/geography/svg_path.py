"""SVG path data (SVG 1.1, section 8.3) to rings: lines, and curves flattened to lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from math import ceil, hypot, isfinite, sqrt

from modgen.model.geography.geometry import Ring
from modgen.model.types.base import Point

ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}
"""How many numbers each command takes; lower-case commands take offsets from the current point."""

TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[^\s,]")
MAX_STEPS = 200
"""The largest number of lines that replace one curve."""


def path_rings(data: str, flatness: float) -> list[Ring]:
    """The closed outlines of path data; subpaths with fewer than three corners are dropped.

    `flatness` is how far a line may be from the curve that it replaces, in the path's units.
    Raises ValueError, with a message for the user, for invalid paths and arcs.
    """
    rings: list[Ring] = []
    ring: list[Point] = []
    current: Point = (0.0, 0.0)
    handle: Point | None = None
    """The last control point, which S and T mirror."""
    last = ""
    for command, numbers in _commands(data):
        kind = command.upper()
        if kind in "ZM":
            _close(ring, rings)
            current = ring[0] if ring and kind == "Z" else current
            ring = []
        if kind == "Z":
            ring = [current]
            last = kind
            continue
        points = _absolute(kind, numbers, current, relative=command.islower())
        if kind in "ST":
            mirrors = last in ("CS" if kind == "S" else "QT") and handle is not None
            points = [_mirrored(handle, current) if mirrors and handle else current, *points]
        if not ring and kind != "M":
            ring.append(current)
        if kind in "CSQT":
            handle = points[-2]
            ring.extend(_curve([current, *points], flatness))
        else:
            ring.append(points[-1])
        current = points[-1]
        last = kind
    _close(ring, rings)
    return rings


def _close(ring: list[Point], rings: list[Ring]) -> None:
    corners = [point for place, point in enumerate(ring) if point != ring[place - 1]]
    if len(corners) >= 3:
        rings.append(tuple(corners))


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; repeated numbers repeat the command (M then means L)."""
    tokens = TOKEN.findall(data)
    place = 0
    command = ""
    while place < len(tokens):
        token = tokens[place]
        if token.isalpha():
            command = token
            place += 1
            if command.upper() == "A":
                raise ValueError(
                    "the path has an arc (A), which is not supported; convert it to curves"
                )
            if command.upper() not in ARGUMENTS:
                raise ValueError(f"`{command}` is not a path command")
        elif not command or command in "Zz":
            raise ValueError(f"the path has `{token}` instead of a command")
        count = ARGUMENTS[command.upper()]
        try:
            numbers = [float(token) for token in tokens[place : place + count]]
        except ValueError:
            numbers = []
        if len(numbers) < count or not all(map(isfinite, numbers)):
            raise ValueError(f"the path's command `{command}` needs {count} numbers")
        place += count
        yield command, numbers
        command = {"M": "L", "m": "l"}.get(command, command)


def _absolute(kind: str, numbers: list[float], current: Point, *, relative: bool) -> list[Point]:
    x, y = current
    if kind == "H":
        return [(numbers[0] + (x if relative else 0), y)]
    if kind == "V":
        return [(x, numbers[0] + (y if relative else 0))]
    dx, dy = current if relative else (0.0, 0.0)
    return [(a + dx, b + dy) for a, b in zip(numbers[::2], numbers[1::2], strict=True)]


def _mirrored(handle: Point, current: Point) -> Point:
    return (2 * current[0] - handle[0], 2 * current[1] - handle[1])


def _curve(points: list[Point], flatness: float) -> Iterator[Point]:
    """Points along a quadratic or cubic Bézier curve, without its start."""
    bend = max(
        hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1])
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
    )
    degree = len(points) - 1
    steps = min(max(1, ceil(sqrt(degree * (degree - 1) / 8 * bend / flatness))), MAX_STEPS)
    for step in range(1, steps):
        yield _on_curve(points, step / steps)
    yield points[-1]


def _on_curve(points: list[Point], t: float) -> Point:
    """De Casteljau's construction."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]

"""The patterns of terrain on hexes and squares without a town plan, by `look`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import cos, pi, sin

from modgen.draw.colours import darker, lighter
from modgen.draw.svg import Drawing
from modgen.model.types.base import Point

COLOURS = {
    "plain": "#e9e3c4", "paved": "#d8d0c0", "roof": "#c9b096", "grass": "#cfdba8",
    "mountain": "#c3ad8b", "woods": "#b7cb93", "jungle": "#93b37a", "hills": "#dcc99b",
    "rough": "#d6c3a0", "steep": "#cdb68d", "cliff": "#a7998a", "marsh": "#c4cfb2",
    "water": "#a9c9de", "sand": "#f0e2b6", "fields": "#e6dba0", "town": "#ddd0c2",
    "works": "#d9c69c",
}  # fmt: skip
"""The colour of each look for a terrain without a colour of its own."""

Pattern = Callable[[Drawing, Point, float, str, "Noise"], None]


class Noise:
    """Pseudo-random numbers, the same for the same cell on every machine."""

    def __init__(self, *seed: int) -> None:
        self._state = 2166136261
        for number in seed:
            self._state = (self._state ^ (number + 7919)) * 16777619 % 2**32

    def __call__(self, low: float = 0.0, high: float = 1.0) -> float:
        """The next number between two bounds."""
        self._state = (self._state * 1664525 + 1013904223) % 2**32
        return low + (high - low) * ((self._state >> 9) % 10_000 / 9_999)

    def inside(self, centre: Point, far: float) -> Point:
        """A point at most `far` from a centre."""
        angle, away = self(0, 2 * pi), far * self() ** 0.5
        return centre[0] + away * cos(angle), centre[1] + away * sin(angle)


def paint_pattern(
    drawing: Drawing, look: str, centre: Point, size: float, colour: str, noise: Noise
) -> None:
    """Draw the pattern of a look in a cell of `size` mm. A plain look has none."""
    pattern = PATTERNS.get(look)
    if pattern is not None:
        pattern(drawing, centre, size, colour, noise)


def _scattered(noise: Noise, centre: Point, far: float, number: int, apart: float) -> list[Point]:
    """Points inside a circle, at least `apart` from each other, from top to bottom."""
    points: list[Point] = []
    for _ in range(number * 6):
        x, y = noise.inside(centre, far)
        if all((x - a) ** 2 + (y - b) ** 2 >= apart**2 for a, b in points):
            points.append((x, y))
            if len(points) == number:
                break
    return sorted(points, key=lambda point: point[1])


def _trees(number: int, shade: float) -> Pattern:
    def paint(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
        dark = darker(colour, shade)
        for x, y in _scattered(noise, centre, size * 0.40, number, size * 0.15):
            r = size * noise(0.065, 0.095)
            drawing.ellipse(
                x + r * 0.35, y + r * 0.55, r, r * 0.75, fill="#000000", fill_opacity=0.18
            )
            drawing.circle(x, y, r, fill=dark)
            drawing.circle(x - r * 0.28, y - r * 0.3, r * 0.55, fill=lighter(dark, 0.22))

    return paint


def _jungle(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Palms among dense trees."""
    _trees(9, 0.42)(drawing, centre, size, colour, noise)
    dark = darker(colour, 0.55)
    for x, y in _scattered(noise, centre, size * 0.32, 3, size * 0.25):
        for n in range(6):
            angle = n * pi / 3 + noise(-0.3, 0.3)
            tip = x + cos(angle) * size * 0.1, y + sin(angle) * size * 0.075
            drawing.line(x, y, *tip, stroke=dark, stroke_width=size * 0.018, stroke_linecap="round")


def _hachures(rows: int, length: float, weight: float) -> Pattern:
    """Rows of short strokes that run down from a curved ridge."""

    def paint(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
        dark = darker(colour, 0.34)
        for x, y in _scattered(noise, centre, size * 0.26, rows, size * 0.27):
            wide = size * noise(0.13, 0.19)
            strokes = []
            for n in range(7):
                t = n / 6 * 2 - 1
                top = (x + t * wide, y - (1 - t * t) * wide * 0.55)
                reach = size * length * (1 - 0.45 * abs(t)) * noise(0.8, 1.1)
                strokes.append((*top, top[0] + t * reach * 0.55, top[1] + reach))
            drawing.strokes(
                strokes,
                stroke=dark,
                stroke_width=size * weight,
                stroke_opacity=0.75,
                stroke_linecap="round",
            )

    return paint


def _peaks(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Mountains with a light and a dark flank."""
    for x, y in _scattered(noise, centre, size * 0.24, 3, size * 0.26):
        high, wide = size * noise(0.2, 0.28), size * noise(0.13, 0.17)
        ridge = x + wide * noise(-0.15, 0.15)
        drawing.polygon(
            [(x - wide, y + high / 2), (ridge, y - high / 2), (x, y + high / 2)],
            fill=lighter(colour, 0.35),
        )
        drawing.polygon(
            [(x, y + high / 2), (ridge, y - high / 2), (x + wide, y + high / 2)],
            fill=darker(colour, 0.35),
        )


def _rocks(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Angular stones, lit from the top left."""
    dark = darker(colour, 0.32)
    for x, y in _scattered(noise, centre, size * 0.4, 8, size * 0.17):
        r = size * noise(0.05, 0.085)
        angles = [n * pi / 2.5 + noise(-0.3, 0.3) for n in range(5)]
        corners = [(x + cos(angle) * r, y + sin(angle) * r * 0.8) for angle in angles]
        drawing.polygon(corners, fill=dark)
        drawing.polygon(
            [(a + (x - a) * 0.4 - r * 0.12, b + (y - b) * 0.4 - r * 0.14) for a, b in corners],
            fill=lighter(colour, 0.25),
        )


def _cliff(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Rock faces: broken edges with strokes of uneven length below them."""
    dark, light = darker(colour, 0.5), lighter(colour, 0.3)
    for band in (-0.24, 0.0, 0.22):
        y = centre[1] + size * (band + noise(-0.04, 0.04))
        wide = size * noise(0.22, 0.36)
        left = centre[0] - wide + size * noise(-0.08, 0.08)
        edge = [(left + 2 * wide * n / 6, y + size * noise(-0.045, 0.045)) for n in range(7)]
        line = "M" + " L".join(f"{a:.2f},{b:.2f}" for a, b in edge)
        drawing.path(
            line,
            fill="none",
            stroke=light,
            stroke_width=size * 0.035,
            transform=f"translate(0 {-size * 0.022:.2f})",
        )
        drawing.path(line, fill="none", stroke=dark, stroke_width=size * 0.026)
        for (a, b), (c, d) in pairwise(edge):
            for t in (0.15, 0.5, 0.85):
                x, top = a + (c - a) * t, b + (d - b) * t
                drawing.line(
                    x,
                    top,
                    x + size * noise(-0.03, 0.03),
                    top + size * noise(0.04, 0.13),
                    stroke=dark,
                    stroke_width=size * 0.016,
                    stroke_opacity=0.8,
                )


def _tufts(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Reeds over short lines of water."""
    water, reeds = [], []
    for x, y in _scattered(noise, centre, size * 0.38, 7, size * 0.2):
        wide = size * noise(0.06, 0.1)
        water.append((x - wide, y, x + wide, y))
        reeds += [(x, y, x + lean * wide, y - size * 0.085) for lean in (-0.5, 0.0, 0.5)]
    drawing.strokes(water, stroke="#5d93b3", stroke_width=size * 0.02)
    drawing.strokes(reeds, stroke=darker(colour, 0.5), stroke_width=size * 0.014)


def _waves(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    for x, y in _scattered(noise, centre, size * 0.36, 5, size * 0.24):
        w = size * 0.075
        drawing.path(
            f"M{x - 2 * w:.2f},{y:.2f} q{w:.2f},{-w * 0.8:.2f} {2 * w:.2f},0"
            f" q{w:.2f},{w * 0.8:.2f} {2 * w:.2f},0",
            fill="none",
            stroke=lighter(colour, 0.5),
            stroke_width=size * 0.02,
        )


def _dots(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    for x, y in _scattered(noise, centre, size * 0.42, 22, size * 0.07):
        drawing.circle(x, y, size * noise(0.008, 0.016), fill=darker(colour, 0.4))


def _grass(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Tufts of tall grass."""
    dark = darker(colour, 0.38)
    blades = []
    for x, y in _scattered(noise, centre, size * 0.4, 10, size * 0.15):
        for lean in (-0.045, -0.015, 0.02, 0.05):
            tip = x + lean * size, y - size * noise(0.06, 0.1)
            blades.append((x + lean * size * 0.3, y, *tip))
    drawing.strokes(blades, stroke=dark, stroke_width=size * 0.014, stroke_linecap="round")


def _fields(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Patches of furrows in different directions."""
    tints = (darker(colour, 0.16), "#b9c47f", darker(colour, 0.26))
    for number, (x, y) in enumerate(_scattered(noise, centre, size * 0.25, 4, size * 0.26)):
        angle, half = noise(0, pi), size * 0.12
        dx, dy = cos(angle), sin(angle)
        furrows = []
        for n in range(-2, 3):
            mx, my = x - dy * n * half * 0.42, y + dx * n * half * 0.42
            furrows.append((mx - dx * half, my - dy * half, mx + dx * half, my + dy * half))
        drawing.strokes(furrows, stroke=tints[number % 3], stroke_width=size * 0.028)


def _houses(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """Houses with two sides of a roof."""
    del colour
    for x, y in _scattered(noise, centre, size * 0.34, 7, size * 0.19):
        w, h = size * noise(0.06, 0.09), size * noise(0.045, 0.06)
        if noise() < 0.5:
            w, h = h, w
        drawing.rect(x - w + 0.25, y - h + 0.3, 2 * w, 2 * h, fill="#000000", fill_opacity=0.22)
        drawing.rect(x - w, y - h, 2 * w, 2 * h, fill="#9c5a3e")
        upper = (2 * w, h) if w > h else (w, 2 * h)
        drawing.rect(x - w, y - h, *upper, fill="#b9714f")


def _trenches(drawing: Drawing, centre: Point, size: float, colour: str, noise: Noise) -> None:
    """A breastwork of stones with its trench."""
    del noise
    x, y = centre[0], centre[1] + size * 0.02
    # Angles as on a plan of works: a front with two wings bent back.
    points = [
        (x + a * size, y + b * size)
        for a, b in (
            (-0.37, -0.14),
            (-0.27, 0.03),
            (-0.1, 0.09),
            (0.1, 0.09),
            (0.27, 0.03),
            (0.37, -0.14),
        )
    ]
    line = "M" + " L".join(f"{a:.2f},{b:.2f}" for a, b in points)
    common = {"fill": "none", "stroke_linejoin": "round"}
    drawing.path(line, stroke="#f3ead0", stroke_width=size * 0.13, stroke_opacity=0.85, **common)
    drawing.path(line, stroke=darker(colour, 0.62), stroke_width=size * 0.055, **common)
    teeth = f"{size * 0.018:.2f} {size * 0.055:.2f}"
    drawing.path(
        line,
        stroke=darker(colour, 0.62),
        stroke_width=size * 0.115,
        stroke_dasharray=teeth,
        transform=f"translate(0 {size * 0.02:.2f})",
        **common,
    )


PATTERNS: dict[str, Pattern] = {
    "woods": _trees(8, 0.36),
    "grass": _grass,
    "jungle": _jungle,
    "hills": _hachures(3, 0.10, 0.016),
    "steep": _hachures(5, 0.15, 0.02),
    "mountain": _peaks,
    "rough": _rocks,
    "cliff": _cliff,
    "marsh": _tufts,
    "water": _waves,
    "sand": _dots,
    "fields": _fields,
    "town": _houses,
    "works": _trenches,
}

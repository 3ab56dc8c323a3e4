"""The shapes of pieces: wooden cubes, discs, cylinders, octagons and pawns from above; counters."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from modgen.draw.colours import darker, ink_on, lighter, mix
from modgen.draw.svg import Drawing
from modgen.model.types.pieces import BAR

COUNTER_CORNER = 0.22
"""The corner radius of a counter, as a share of half its size."""
CUBE_CORNER = 0.14
CORNERS = {"counter": COUNTER_CORNER, "cube": CUBE_CORNER, "block": CUBE_CORNER, "bar": 0.12}
"""The corner radius of shapes that are not round, as a share of half their width."""
SHADOW = {"fill": "#000000", "fill_opacity": 0.28}


def _cube(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """A cube seen from above and a little from the front."""
    side, top = r * 1.84, r * 1.62
    left, high = x - side / 2, y - r * 0.96
    drawing.rect(left + 0.3, high + 0.5, side, side, r * 0.16, **SHADOW)
    drawing.rect(left, high, side, side, r * CUBE_CORNER, fill=darker(colour, 0.45))
    drawing.rect(
        left, high, side, top, r * 0.14, fill=colour, stroke=darker(colour, 0.3), stroke_width=0.15
    )
    drawing.rect(
        left + r * 0.14,
        high + r * 0.14,
        side - r * 0.28,
        top - r * 0.28,
        r * 0.08,
        fill=lighter(colour, 0.14),
    )


def _disc(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """A flat disc with a rim."""
    drawing.circle(x + 0.25, y + 0.45, r * 0.98, **SHADOW)
    drawing.circle(x, y, r * 0.98, fill=darker(colour, 0.4))
    drawing.circle(x, y, r * 0.92, fill=colour)
    drawing.circle(
        x, y, r * 0.74, fill=lighter(colour, 0.12), stroke=darker(colour, 0.18), stroke_width=0.3
    )


def _cylinder(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """A cylinder standing on its end, seen from above and a little from the front."""
    top, rx = y - r * 0.14, r * 0.94
    drawing.ellipse(x + 0.3, y + r * 0.18, rx, r * 0.86, **SHADOW)
    drawing.path(
        f"M{x - rx:.3f},{top:.3f}v{r * 0.28:.3f}a{rx:.3f},{r * 0.82:.3f} 0 0 0 {2 * rx:.3f},0"
        f"v{-r * 0.28:.3f}z",
        fill=darker(colour, 0.42),
    )
    drawing.ellipse(
        x, top, rx, r * 0.82, fill=colour, stroke=darker(colour, 0.32), stroke_width=0.18
    )
    drawing.ellipse(x, top, rx * 0.86, r * 0.72, fill=lighter(colour, 0.13))


def _octagon(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """An eight-sided tile."""

    def corners(radius: float, dx: float = 0.0, dy: float = 0.0) -> list[tuple[float, float]]:
        angles = (pi / 8 + n * pi / 4 for n in range(8))
        return [(x + dx + radius * cos(a), y + dy + radius * sin(a)) for a in angles]

    drawing.polygon(corners(r, 0.25, 0.45), **SHADOW)
    drawing.polygon(corners(r), fill=darker(colour, 0.42))
    drawing.polygon(corners(r * 0.93), fill=colour)
    drawing.polygon(corners(r * 0.78), fill=lighter(colour, 0.12))


def _pawn(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """A pawn from the front: a head on a flared body."""
    edge = {"stroke": mix(colour, ink_on(colour), 0.55), "stroke_width": 0.3}
    drawing.ellipse(x + 0.3, y + r * 0.86, r * 0.74, r * 0.2, **SHADOW)
    body = (
        f"M{x - r * 0.7:.3f},{y + r * 0.86:.3f}"
        f"q0,{-r * 0.3:.3f} {r * 0.28:.3f},{-r * 0.42:.3f}"
        f"q{r * 0.2:.3f},{-r * 0.3:.3f} {r * 0.16:.3f},{-r * 0.72:.3f}"
        f"h{r * 0.52:.3f}"
        f"q{-r * 0.04:.3f},{r * 0.42:.3f} {r * 0.16:.3f},{r * 0.72:.3f}"
        f"q{r * 0.28:.3f},{r * 0.12:.3f} {r * 0.28:.3f},{r * 0.42:.3f}z"
    )
    drawing.path(body, fill=colour, stroke_linejoin="round", **edge)
    drawing.circle(x, y - r * 0.5, r * 0.43, fill=colour, **edge)
    drawing.circle(x - r * 0.12, y - r * 0.6, r * 0.12, fill="#ffffff", fill_opacity=0.5)


def _counter(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """A cardboard counter with rounded corners."""
    side = r * 1.96
    left, top = x - side / 2, y - side / 2
    drawing.rect(left + 0.25, top + 0.4, side, side, r * COUNTER_CORNER, **SHADOW)
    drawing.rect(
        left,
        top,
        side,
        side,
        r * COUNTER_CORNER,
        fill=colour,
        stroke=darker(colour, 0.4),
        stroke_width=0.25,
    )
    inset = r * 0.1
    drawing.rect(
        left + inset,
        top + inset,
        side - 2 * inset,
        side - 2 * inset,
        r * 0.16,
        fill="none",
        stroke=lighter(colour, 0.35),
        stroke_width=0.2,
    )


def _block(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """A wooden block seen from the front."""
    _cube(drawing, x, y, r, colour)


def _bar(drawing: Drawing, x: float, y: float, r: float, colour: str) -> None:
    """A bar of planks and blocks that lies on a side of a square."""
    high = 2 * r * BAR
    left, top = x - r, y - high / 2
    drawing.rect(left + 0.2, top + 0.35, 2 * r, high, high * 0.25, **SHADOW)
    drawing.rect(
        left,
        top,
        2 * r,
        high,
        high * 0.25,
        fill=colour,
        stroke=darker(colour, 0.5),
        stroke_width=0.3,
    )
    light = lighter(colour, 0.5)
    for n in range(1, 6):
        at = left + n * r / 3
        drawing.line(
            at - high * 0.25,
            top + high * 0.85,
            at + high * 0.25,
            top + high * 0.15,
            stroke=light,
            stroke_width=high * 0.22,
            stroke_linecap="round",
        )


SHAPES: dict[str, Callable[[Drawing, float, float, float, str], None]] = {
    "cube": _cube,
    "disc": _disc,
    "cylinder": _cylinder,
    "octagon": _octagon,
    "pawn": _pawn,
    "counter": _counter,
    "round": _disc,
    "block": _block,
    "bar": _bar,
}

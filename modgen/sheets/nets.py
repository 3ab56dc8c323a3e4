"""Nets to cut out, fold and glue: tuck boxes and wraps for decks, and six-sided dice.

Lengths are in mm. A net is a list of polygons; an edge that two of them share is a fold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.draw.svg import Drawing

Point = tuple[float, float]

BLEED = 2.0
"""How far colours extend over the cut."""
SLACK = 1.5
"""Room beside cards in a box, in both directions."""
DEEPER = 1.0
"""Room above cards in a box."""
GLUE = 10.0
"""Width of a flap for glue."""
TUCK = 13.0
"""Length of the flap that is tucked into a box."""
NOTCH = 8.0
"""Radius of the notch for a thumb."""
TAB = 5.0
"""Depth of the tabs of a die."""
DIE = 20.0
"""Side of a die."""
LOOK = {"stroke": "#000000", "stroke_width": 0.2}
FOLD = {"stroke": "#000000", "stroke_width": 0.2, "stroke_dasharray": "1.5 1.2"}


class Panel(NamedTuple):
    """A rectangle of a net that is seen: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def points(self) -> list[Point]:
        """Its corners."""
        return [
            (self.x, self.y),
            (self.x + self.w, self.y),
            (self.x + self.w, self.y + self.h),
            (self.x, self.y + self.h),
        ]


@dataclass
class Net:
    """A net: its size, with the bleed, and its polygons."""

    width: float
    height: float
    coloured: list[list[Point]] = field(default_factory=list)
    plain: list[list[Point]] = field(default_factory=list)
    """Flaps for glue, which get no colour."""

    def paint(self, colour: str) -> Drawing:
        """A drawing with the colour of the polygons, extended over the cut."""
        drawing = Drawing(self.width, self.height)
        for points in self.coloured:
            drawing.polygon(
                points,
                fill=colour,
                stroke=colour,
                stroke_width=2 * BLEED,
                stroke_linejoin="round",
            )
        return drawing

    def edges(self) -> tuple[list[tuple[Point, Point]], list[tuple[Point, Point]]]:
        """The edges to cut, and those to fold."""
        found: Counter[tuple[Point, Point]] = Counter()
        for points in (*self.coloured, *self.plain):
            corners = [(round(x, 3), round(y, 3)) for x, y in points]
            for start, end in zip(corners, [*corners[1:], corners[0]], strict=True):
                found[min(start, end), max(start, end)] += 1
        cut = [edge for edge, times in found.items() if times == 1]
        return cut, [edge for edge, times in found.items() if times > 1]

    def lines(self, drawing: Drawing) -> None:
        """Draw the lines to cut, and dashed ones to fold, on white to be seen on dark colours."""
        for edges, look in zip(self.edges(), (LOOK, FOLD), strict=True):
            for (x1, y1), (x2, y2) in edges:
                drawing.line(x1, y1, x2, y2, stroke="#ffffff", stroke_width=0.5)
                drawing.line(x1, y1, x2, y2, **look)


@dataclass
class Box:
    """The net of a tuck box, and its panels that are seen."""

    net: Net
    back: Panel
    front: Panel
    sides: tuple[Panel, Panel]
    lid: Panel


def tuck_box(card: tuple[float, float], thick: float) -> Box:
    """The net of a box for cards of a width and height, in a pile of the thickness `thick`."""
    w, h, d = card[0] + SLACK, card[1] + SLACK, thick + DEEPER
    dust = min(w / 2 - 1, max(8.0, 0.8 * d))
    tuck = min(TUCK, h / 3)
    above, below = max(d + tuck, dust) + BLEED, max(d, dust) + BLEED
    left = GLUE + BLEED
    back, one = Panel(left, above, w, h), Panel(left + w, above, d, h)
    front, two = Panel(left + w + d, above, w, h), Panel(left + 2 * w + d, above, d, h)
    lid = Panel(back.x, above - d, w, d)
    low = above + h
    net = Net(left + 2 * w + 2 * d + BLEED, above + h + below)
    net.coloured = [panel.points for panel in (back, one, front, two, lid)]
    net.coloured.append(_flap((lid.x, lid.y), (lid.x + w, lid.y), -tuck, min(5.0, w / 6)))
    for side in (one, two):
        ends = (side.x, side.x + d)
        slope = min(3.0, d / 4)
        net.coloured += [
            _flap((ends[0], above), (ends[1], above), -dust, slope),
            _flap((ends[0], low), (ends[1], low), dust, slope),
        ]
    net.coloured.append(Panel(front.x, low, w, d).points)
    net.plain = [
        _flap((back.x, low), (back.x + w, low), d, min(3.0, w / 8)),
        _aside((left, above), (left, low), -GLUE),
    ]
    return Box(net, back, front, (one, two), lid)


def wrap_band(card: tuple[float, float], thick: float) -> tuple[Net, Panel, Panel]:
    """The net of a band around a pile of cards; its panels on the back and the front."""
    w, high, d = card[0] + 0.5, card[1] / 3, thick + DEEPER / 2
    x, y = GLUE + BLEED, BLEED
    back, one = Panel(x, y, w, high), Panel(x + w, y, d, high)
    front, two = Panel(x + w + d, y, w, high), Panel(x + 2 * w + d, y, d, high)
    net = Net(x + 2 * w + 2 * d + BLEED, high + 2 * BLEED)
    net.coloured = [panel.points for panel in (back, one, front, two)]
    net.plain = [_aside((x, y), (x, y + high), -GLUE)]
    return net, back, front


def die_net(side: float = DIE) -> tuple[Net, dict[int, Point]]:
    """The net of a cube, and the top left corner of each face.

    Opposite faces add up to seven; 1, 2 and 3 are counter-clockwise around their corner.
    """
    x, y = BLEED + TAB, BLEED + TAB
    places = {1: (0, 1), 2: (1, 1), 6: (2, 1), 5: (3, 1), 3: (1, 0), 4: (1, 2)}
    faces = {number: (x + side * at, y + side * down) for number, (at, down) in places.items()}
    net = Net(4 * side + 2 * (BLEED + TAB), 3 * side + 2 * (BLEED + TAB))
    net.coloured = [Panel(*corner, side, side).points for corner in faces.values()]
    for number, out in ((3, -TAB), (4, TAB)):
        left, top = faces[number]
        edge = top if out < 0 else top + side
        net.plain += [
            _flap((left, edge), (left + side, edge), out, TAB),
            _aside((left, top), (left, top + side), -TAB, TAB),
            _aside((left + side, top), (left + side, top + side), TAB, TAB),
        ]
    left, top = faces[5]
    net.plain.append(_aside((left + side, top), (left + side, top + side), TAB, TAB))
    return net, faces


def _flap(start: Point, end: Point, out: float, slope: float) -> list[Point]:
    """A flap above (`out` below zero) or below a level edge, narrower at its end."""
    (x1, y), (x2, _) = start, end
    return [(x1, y), (x2, y), (x2 - slope, y + out), (x1 + slope, y + out)]


def _aside(start: Point, end: Point, out: float, slope: float = 4.0) -> list[Point]:
    """A flap to the left (`out` below zero) or right of an upright edge."""
    (x, y1), (_, y2) = start, end
    return [(x, y1), (x, y2), (x + out, y2 - slope), (x + out, y1 + slope)]

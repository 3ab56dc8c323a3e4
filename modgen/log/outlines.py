"""What is around pieces: their outlines, movement trails, and the frame of what moved last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import ceil, floor, hypot
from typing import TYPE_CHECKING, NamedTuple

from modgen.log.board_sizes import rgb
from modgen.svg_sizes import Size
from modgen.vassal.traits import MovementTrail, NonRectangular, NonRectangularOld

if TYPE_CHECKING:
    from PIL import Image

MOST_POINTS = 200
LONGEST = 4000
"""The longest side of a trail that is drawn, in pixels."""
WIDEST = 100
"""The greatest width of a line and radius of a point, in pixels."""

CORNER = re.compile(r"[MLml][ ,](-?\d{1,9}(?:\.\d+)?)[ ,](-?\d{1,9}(?:\.\d+)?)")
"""A corner in the path of an outline, of any age."""

Point = tuple[int, int]
Box = tuple[float, float, float, float]
"""Left, top, right and bottom of a piece, in pixels from its middle."""


class Trail(NamedTuple):
    """Where a piece has been: points relative to the top left of the picture, the last one its own.

    Colours are as in SVG; the opacity is a percentage.
    """

    points: tuple[Point, ...]
    size: Size
    radius: int
    width: int
    fill: str
    line: str
    opacity: int


def trail_of(trait: MovementTrail, map_id: str, here: Point) -> tuple[Trail, Point] | None:
    """The trail of a piece at a point of a map, and the middle of its picture in map pixels.

    None if it is not shown, is empty, or began on another map, by the engine's id of the map.
    """
    if not (trait.visible or trait.key is None) or trait.start_map != map_id:
        return None
    points = [point for text in trait.trail[-MOST_POINTS:] if (point := _point(text)) is not None]
    if not points:
        return None
    points.append(here)
    radius, width = max(0, min(trait.radius, WIDEST)), max(1, min(round(trait.line_width), WIDEST))
    across, down = zip(*points, strict=True)
    margin = radius + width + 1
    left, top = min(across) - margin, min(down) - margin
    size = max(across) + margin - left, max(down) + margin - top
    if max(size) > LONGEST:
        return None
    moved = tuple((x - left, y - top) for x, y in points)
    colours = rgb(trait.fill) or "#ffffff", rgb(trait.line) or "#000000"
    opacity = max(0, min(trait.unselected_opacity, 100))
    middle = left + size[0] // 2, top + size[1] // 2
    return Trail(moved, size, radius, width, *colours, opacity), middle


def _point(text: str) -> Point | None:
    x, _, y = text.partition(",")
    try:
        point = int(x[:9]), int(y[:9])
    except ValueError:
        return None
    return point if max(map(abs, point)) < 1_000_000 else None


def draw_trail(trail: Trail) -> Image.Image:
    """The picture of a trail: lines from circle to circle, and none under a circle."""
    from PIL import Image, ImageDraw

    picture = Image.new("RGBA", trail.size, (0, 0, 0, 0))
    pencil = ImageDraw.Draw(picture)
    for (x, y), (to_x, to_y) in zip(trail.points, trail.points[1:], strict=False):
        far = hypot(to_x - x, to_y - y)
        if far:
            across, down = (int(trail.radius * step / far) for step in (to_x - x, to_y - y))
            ends = (x + across, y + down, to_x - across, to_y - down)
            pencil.line(ends, trail.line, trail.width)
    for x, y in trail.points[:-1]:
        if (x, y) != trail.points[-1]:
            box = (x - trail.radius, y - trail.radius, x + trail.radius, y + trail.radius)
            pencil.ellipse(box, trail.fill, trail.line, trail.width)
    picture.putalpha(picture.getchannel("A").point(lambda value: value * trail.opacity // 100))
    return picture


def outline_box(outline: NonRectangular | NonRectangularOld) -> Box | None:
    """The left, top, right and bottom of a piece's outline; None for one without points."""
    points = [(float(x), float(y)) for x, y in CORNER.findall(outline.path)]
    if not points:
        return None
    scale = outline.scale if isinstance(outline, NonRectangular) else 1.0
    xs, ys = ([side * scale for side in sides] for sides in zip(*points, strict=True))
    box = min(xs), min(ys), max(xs), max(ys)
    if not all(abs(side) <= LONGEST for side in box):
        return None
    return floor(box[0]), floor(box[1]), ceil(box[2]), ceil(box[3])


def add_frame(
    picture: Image.Image, boxes: Sequence[tuple[int, ...]], colour: str, thickness: int
) -> None:
    """Draw the outline of all boxes together: left, top, right and bottom in the picture."""
    from PIL import Image, ImageChops, ImageDraw, ImageFilter

    if not boxes or not 0 < thickness <= WIDEST:
        return
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    room = thickness + 1
    size = right - left + 2 * room, bottom - top + 2 * room
    if max(size) > LONGEST:
        return
    shape = Image.new("L", size)
    pencil = ImageDraw.Draw(shape)
    for x, y, to_x, to_y in boxes:
        pencil.rectangle(
            (x - left + room, y - top + room, to_x - left + room, to_y - top + room), 255
        )
    outside = shape.filter(ImageFilter.MaxFilter(thickness // 2 * 2 + 1))
    inside = shape.filter(ImageFilter.MinFilter((thickness + 1) // 2 * 2 + 1))
    edge = ImageChops.subtract(outside, inside)
    frame = Image.new("RGBA", size, colour)
    frame.putalpha(edge)
    add_picture(picture, frame, left - room, top - room)


def add_picture(ground: Image.Image, picture: Image.Image, x: int, y: int) -> None:
    """Draw a picture on another, with its top left at a point that may be outside."""
    if -picture.width < x < ground.width and -picture.height < y < ground.height:
        ground.alpha_composite(picture, (max(x, 0), max(y, 0)), (max(-x, 0), max(-y, 0)))

"""The NATO symbols of VASSAL's counter designer."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from modgen.draw.svg import Drawing

Box = tuple[float, float, float, float]
"""Left, top, width and height in pixels."""

LINES: dict[str, tuple[str, ...]] = {
    "Infantry": ("0,0 1,1", "0,1 1,0"),
    "Cavalry/Recon": ("0,1 1,0",),
    "Anti Tank": ("0,1 .5,0 1,1",),
    "Engineers": (".3,.6 .3,.4 .7,.4 .7,.6", ".5,.6 .5,.4"),
    "Army Aviation": (".17,.33 .83,.67 .83,.33 .17,.67 .17,.33",),
    "Air Force": (".3,.35 .7,.65", ".7,.35 .3,.65"),
    "Commando": ("0,0 1,1", "0,1 1,0"),
    "Glider-Borne": (".17,.5 .83,.5",),
    "Armored": (".35,.25 .65,.25", ".35,.75 .65,.75"),
}
"""Lines by symbol; points are shares of width and height."""
FILLED: dict[str, tuple[str, ...]] = {
    "Commando": ("0,0 .4,0 .4,.4", "1,0 .6,0 .6,.4"),
    "Guerrilla": ("0,0 1,1 1,0 0,1",),
    "Mountain": (".5,.5 .67,1 .33,1",),
}
ARCS: dict[str, tuple[tuple[float, float, float, float, float, float, int], ...]] = {
    "Armored": ((0.35, 0.25, 0.35, 0.75, 0.2, 0.25, 0), (0.65, 0.25, 0.65, 0.75, 0.2, 0.25, 1)),
    "Air Force": ((0.3, 0.35, 0.3, 0.65, 0.15, 0.15, 0), (0.7, 0.35, 0.7, 0.65, 0.15, 0.15, 1)),
    "Air Defence": ((0.0, 1.0, 1.0, 1.0, 0.5, 0.75, 1),),
    "Airborne": (
        (0.25, 0.93, 0.5, 0.93, 0.125, 0.125, 1),
        (0.5, 0.93, 0.75, 0.93, 0.125, 0.125, 1),
    ),
}
"""Parts of ellipses: both ends, both radii, and whether they go clockwise."""
SIZES = {
    "Squad": "s", "Section": "ss", "Platoon": "sss", "Echelon": "ssss", "Company": "i",
    "Battalion": "ii", "Regiment": "iii", "Brigade": "x", "Division": "xx", "Corps": "xxx",
    "Army": "xxxx", "Army Group": "xxxxx", "Region": "xxxxxx", "Team": "o",
}  # fmt: skip
"""The marks above the box by the size of a unit: dots, bars, crosses, a crossed circle."""


def draw_symbol(
    drawing: Drawing,
    box: Box,
    names: tuple[str, ...],
    size: str,
    *,
    colours: tuple[str, str, str],
    width: float,
) -> None:
    """Draw one or two symbols in a box, and the unit's size above it.

    The colours are those of lines, of the box and of the size; empty for none.
    """
    line, fill, above = colours
    x, y, wide, high = box
    drawing.rect(x, y, wide, high, fill=fill or "none", stroke=line or "none", stroke_width=width)
    low = len(names) > 1 and names[0] not in ("", "None")
    for index, name in enumerate(names if line else ()):
        _symbol(drawing, box, name, line, width, low=low and index > 0)
    if above:
        _size(drawing, box, SIZES.get(size, ""), above)


def _symbol(drawing: Drawing, box: Box, name: str, colour: str, width: float, *, low: bool) -> None:
    look = {"fill": "none", "stroke": colour, "stroke_width": width, "stroke_linecap": "round"}
    x, y, wide, high = box
    for points in LINES.get(name, ()):
        drawing.path("M" + " L".join(_points(box, points)), **look)
    for points in FILLED.get(name, ()):
        drawing.path("M" + " L".join(_points(box, points)) + "Z", fill=colour)
    for ax, ay, bx, by, rx, ry, clockwise in ARCS.get(name, ()):
        start, end = _points(box, f"{ax},{ay} {bx},{by}")
        drawing.path(f"M{start} A{rx * wide},{ry * high} 0 0 {clockwise} {end}", **look)
    if name == "Artillery":
        middle = y + high * (0.7 if low else 0.5)
        drawing.circle(x + wide / 2, middle, high / 5, fill=colour)


def _points(box: Box, points: str) -> list[str]:
    x, y, wide, high = box
    pairs = (pair.split(",") for pair in points.split())
    return [f"{x + float(a) * wide:.2f},{y + float(b) * high:.2f}" for a, b in pairs]


def _size(drawing: Drawing, box: Box, marks: str, colour: str) -> None:
    x, y, wide, high = box
    side, tall, gap = wide / (5 if len(marks) <= 4 else 7), high / 3, wide / 15
    left = x + (wide - len(marks) * (side + gap) + gap) / 2
    top = y - tall - 1
    for number, mark in enumerate(marks):
        at = left + number * (side + gap)
        here = (at, top, side, tall)
        lines = {"i": ".5,0 .5,1", "x": "0,0 1,1 M0,1 1,0", "o": "0,1 1,0"}.get(mark, "")
        for part in lines.split(" M") if lines else ():
            drawing.path("M" + " L".join(_points(here, part)), fill="none", stroke=colour)
        if mark in "so":
            look = {"fill": colour} if mark == "s" else {"fill": "none", "stroke": colour}
            drawing.circle(at + side / 2, top + tall / 3 + side / 2, side / 2, **look)

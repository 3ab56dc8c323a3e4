"""Variants of drawings: line art to save ink, colours for colour-blind players, no tiny letters."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

from modgen.draw.colours import rgb
from modgen.model.game import Game

SAFE_COLOURS = ("#0072b2", "#d55e00", "#f0e442", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""The palette of Okabe and Ito, distinguishable with all common kinds of colour vision."""

# Machado, Oliveira and Fernandes 2009, full severity; rows of a matrix on linear RGB.
VISIONS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900)),
}  # fmt: skip
ENOUGH = 20.0
"""Colours with at least this difference (CIE76) are easy to distinguish."""


def ink_saver(svg: str) -> str:
    """A drawing with white, thinly outlined shapes and black letters."""

    def element(match: re.Match[str]) -> str:
        tag = match.group(0)
        if tag.startswith("<text"):
            return re.sub(r'fill="#[0-9a-fA-F]{6}"', 'fill="#000000"', tag)
        tag = re.sub(r'stroke-width="([0-9.]+)"', _thinner, tag)
        if not re.search(r'fill="(?!none)', tag):
            return re.sub(r'stroke="#[0-9a-fA-F]{6}"', 'stroke="#000000"', tag)
        tag = re.sub(r'fill="(?!none)[^"]*"', 'fill="#ffffff"', tag)
        tag = re.sub(r' (fill|stroke)-opacity="[^"]*"', "", tag)
        if " stroke=" in tag:
            return re.sub(r'stroke="(?!none)[^"]*"', 'stroke="#000000"', tag)
        return re.sub(r"(/?>)$", r' stroke="#000000" stroke-width="0.15"\1', tag)

    svg = re.sub(r"<text [^>]*stroke=[^>]*>[^<]*</text>", "", svg)
    svg = re.sub(r'<path [^>]*fill="none"[^>]*stroke-opacity="0\.[0-3][^>]*/>', "", svg)
    shadows = re.sub(r'<[a-z]+ [^>]*fill="#000000"[^>]*fill-opacity="0\.[0-9]+"[^>]*/>', "", svg)
    return re.sub(r"<(?:path|rect|circle|ellipse|polygon|line|text)\b[^>]*>", element, shadows)


TAG = re.compile(r"<g\b[^>]*>|</g>|<text\b[^>]*/>|<text\b[^>]*>[^<]*</text>")
SCALE = re.compile(r"scale\(([0-9.]+)\)")
LETTERS = re.compile(r'font-size="([0-9.]+)"')


def legible(svg: str, least: float) -> str:
    """A drawing without the letters that are smaller than `least` mm, at the drawing's own size."""
    scales = [1.0]

    def element(match: re.Match[str]) -> str:
        tag = match.group(0)
        if tag == "</g>":
            scales.pop()
        elif tag.startswith("<g"):
            found = SCALE.search(tag)
            if not tag.endswith("/>"):
                scales.append(scales[-1] * (float(found[1]) if found else 1.0))
        else:
            size = LETTERS.search(tag)
            return "" if size and float(size[1]) * scales[-1] < least else tag
        return tag

    return TAG.sub(element, svg)


def _thinner(match: re.Match[str]) -> str:
    return f'stroke-width="{min(float(match.group(1)), 0.35):g}"'


def colour_blind(game: Game) -> Game:
    """The game with colours of sides that are distinguishable with all common kinds of vision."""
    sides = [
        side.model_copy(update={"colour": colour, "dark": None, "light": None})
        for side, colour in zip(game.info.sides, SAFE_COLOURS, strict=False)
    ]
    rest = game.info.sides[len(sides) :]
    own = {side.id: side.colour for side in sides}
    states = [
        state.model_copy(
            update={
                "values": [
                    value.model_copy(update={"colour": own[value.side]})
                    if value.side in own
                    else value
                    for value in state.values
                ]
            }
        )
        for state in game.info.states
    ]
    return replace(
        game, info=game.info.model_copy(update={"sides": [*sides, *rest], "states": states})
    )


def distances(game: Game) -> list[tuple[str, str, str, float]]:
    """For each kind of vision, the two sides with the most similar colours and their difference."""
    closest = []
    for vision, matrix in VISIONS.items():
        pairs = [
            (difference(a.colour, b.colour, matrix), a.name, b.name)
            for a, b in combinations(game.info.sides, 2)
        ]
        if pairs:
            distance, first, second = min(pairs)
            closest.append((vision, first, second, distance))
    return closest


def difference(a: str, b: str, matrix: tuple[tuple[float, float, float], ...]) -> float:
    """The difference (CIE76) of two colours as seen with one of `VISIONS`."""
    pairs = zip(_lab(a, matrix), _lab(b, matrix), strict=True)
    return float(sum((first - second) ** 2 for first, second in pairs) ** 0.5)


def _lab(colour: str, matrix: tuple[tuple[float, float, float], ...]) -> tuple[float, float, float]:
    """The CIELAB (D65) value of a colour as seen with a kind of colour vision."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in rgb(colour))
    ]
    red, green, blue = (
        min(1.0, max(0.0, sum(m * value for m, value in zip(row, linear, strict=True))))
        for row in matrix
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (
        value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in (x, y, z)
    )
    return (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))

"""Other looks of sheets: line art that saves ink, colours that colour-blind players can tell apart,
and drawings without letters that are too small to be read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

from modgen.model.colour_vision import VISIONS, difference
from modgen.model.game import Game

SAFE_COLOURS = ("#0072b2", "#d55e00", "#f0e442", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
"""The palette of Okabe and Ito, distinguishable with all common kinds of colour vision."""


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

"""Colours: mixing, contrast, the shades of a side, and the paints of boards."""

from __future__ import annotations

from functools import cache

from modgen.model.colour_vision import rgb
from modgen.model.game import Game

INK = "#1f2328"
PAPER = "#f6efdc"
PAPER_DARK = "#e4d8ba"
LINE = "#4d4433"
NEUTRAL = "#8a8374"


@cache
def mix(colour: str, other: str, share: float) -> str:
    """A colour with this `share` (0 to 1) of another."""
    pairs = zip(rgb(colour), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def darker(colour: str, share: float = 0.35) -> str:
    """A darker shade."""
    return mix(colour, "#000000", share)


def lighter(colour: str, share: float = 0.5) -> str:
    """A lighter tint."""
    return mix(colour, "#ffffff", share)


def _linear(channel: int) -> float:
    part = channel / 255
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


@cache
def luminance(colour: str) -> float:
    """Relative luminance of a colour, from 0 to 1 (WCAG's relative luminance)."""
    red, green, blue = (_linear(channel) for channel in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21 (WCAG)."""
    bright, dim = sorted((luminance(colour), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def ink_on(colour: str) -> str:
    """White or dark ink, whichever reads better on a colour."""
    return "#ffffff" if contrast(colour, "#ffffff") >= contrast(colour, INK) else INK


def side_colour(game: Game, side: str | None) -> str:
    """A side's colour; grey without a side."""
    return game.sides[side].colour if side else NEUTRAL


def side_dark(game: Game, side: str | None) -> str:
    """A side's dark shade: as given, or derived from its colour."""
    given = game.sides[side].dark if side else None
    return given or darker(side_colour(game, side))


def side_light(game: Game, side: str | None) -> str:
    """A side's light tint: as given, or derived from its colour."""
    given = game.sides[side].light if side else None
    return given or lighter(side_colour(game, side), 0.65)

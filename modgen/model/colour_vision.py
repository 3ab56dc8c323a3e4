"""How different two colours are for people with each kind of colour vision."""

from __future__ import annotations

from functools import cache

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


@cache
def rgb(colour: str) -> tuple[int, int, int]:
    """The red, green and blue of `#rrggbb`."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
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

"""Fine lines on the pieces of sides whose pieces would otherwise differ by colour only."""

from __future__ import annotations

from math import cos, inf, radians, sin, sqrt

from modgen.draw.colours import darker, ink_on, lighter
from modgen.draw.svg import Drawing
from modgen.model.game import Game

ANGLES = ((), (45,), (135,), (0,), (90,), (45, 135), (0, 90))
"""The directions of the lines of each pattern, in degrees; the first side has none."""
PITCH = 0.11
"""From line to line, as a share of the size of a piece."""
LINE = 0.4
"""The width of a line, as a share of the pitch."""
SHADE = 0.22
"""How much darker or lighter than its ground a line is, away from the colour of the letters."""


def pattern_of(game: Game, side: str | None) -> int:
    """The number of a side's pattern; 0 for none."""
    alike = game.sides_alike
    return alike.index(side) if side in alike else 0


def paint_pattern(
    drawing: Drawing,
    number: int,
    middle: tuple[float, float],
    half: float,
    size: float,
    colour: str,
    *,
    is_round: bool = False,
) -> None:
    """Paint a pattern on a square or disc of `half` its width in mm, for a piece of `size` mm."""
    shade = (darker if ink_on(colour) == "#ffffff" else lighter)(colour, SHADE)
    pitch = size * PITCH * (1 + number // len(ANGLES))
    lines = []
    for angle in ANGLES[number % len(ANGLES)]:
        across = cos(radians(angle)), sin(radians(angle))
        reach = half * (1 if is_round else sqrt(2))
        count = int(reach / pitch)
        for step in range(-count, count + 1):
            away = step * pitch
            start, end = _ends(across, away, half, is_round)
            if end > start:
                foot = middle[0] - across[1] * away, middle[1] + across[0] * away
                lines.append(
                    (
                        foot[0] + across[0] * start,
                        foot[1] + across[1] * start,
                        foot[0] + across[0] * end,
                        foot[1] + across[1] * end,
                    )
                )
    drawing.strokes(lines, stroke=shade, stroke_width=pitch * LINE)


def _ends(
    across: tuple[float, float], away: float, half: float, is_round: bool
) -> tuple[float, float]:
    """Where a line `away` from the middle enters and leaves a disc or square."""
    if is_round:
        reach = sqrt(max(half**2 - away**2, 0.0))
        return -reach, reach
    start, end = -inf, inf
    for direction, foot in zip(across, (-across[1] * away, across[0] * away), strict=True):
        if abs(direction) < 1e-9:
            if abs(foot) > half:
                return 0.0, 0.0
            continue
        low, high = sorted(((-half - foot) / direction, (half - foot) / direction))
        start, end = max(start, low), min(end, high)
    return start, end

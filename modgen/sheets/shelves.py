"""Rectangles of several sizes in rows on pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

EXACT = 1e-6


class Spot(NamedTuple):
    """Where a rectangle lies: its number, and its left and top in the room of its page in mm."""

    number: int
    x: float
    y: float


def on_shelves(
    sizes: Sequence[tuple[float, float]], room: tuple[float, float], between: float
) -> list[list[Spot]]:
    """Rectangles on as few pages as a first fit needs, `between` mm apart.

    Each goes beside others of at least its height or below them if there is room. Those that come
    first should be the highest.
    """
    pages: list[list[Spot]] = []
    shelves: list[list[tuple[float, float, float]]] = []
    """For each page the top, the height and the free left of its rows."""
    for number, (wide, high) in enumerate(sizes):
        for page, rows in zip(pages, shelves, strict=True):
            row = next(
                (
                    at
                    for at, (_, most, left) in enumerate(rows)
                    if high <= most + EXACT and left + wide <= room[0] + EXACT
                ),
                None,
            )
            if row is None:
                top = rows[-1][0] + rows[-1][1] + between
                if top + high > room[1] + EXACT:
                    continue
                rows.append((top, high, 0.0))
                row = len(rows) - 1
            top, most, left = rows[row]
            page.append(Spot(number, left, top))
            rows[row] = (top, most, left + wide + between)
            break
        else:
            pages.append([Spot(number, 0.0, 0.0)])
            shelves.append([(0.0, high, wide + between)])
    return pages

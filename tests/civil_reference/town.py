"""The ground: squares, buildings, hedges, distance and lines of sight."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import yaml

from tests.civil_reference.figures import ASSETS

STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
GROUND = {"P": "plaza", "V": "park", ".": "street"}


class Square(NamedTuple):
    """An area of a board."""

    name: str
    board: str
    x: int
    y: int
    ground: str
    house: str


class Crossing(NamedTuple):
    """A step of a line of sight: over a side, or through a corner between two other squares."""

    start: tuple[int, int]
    end: tuple[int, int]
    beside: tuple[tuple[int, int], ...]


def _plans() -> dict[str, list[str]]:
    data = yaml.safe_load((ASSETS / "map.yaml").read_text(encoding="utf-8"))
    return {grid["board"]: grid["plan"] for grid in data["grids"]}


PLANS = _plans()


class Town:
    """The boards as a scenario lays them: a list of rows of boards."""

    def __init__(self, rows: list[list[str]] | None = None) -> None:
        self.rows = rows or [["west", "east"]]
        self.squares: dict[str, Square] = {}
        self.at: dict[tuple[int, int], Square] = {}
        for down, row in enumerate(self.rows):
            for right, board in enumerate(row):
                plan = PLANS[board]
                for j, line in enumerate(plan):
                    for i, letter in enumerate(line):
                        name = f"{board[0].upper()}-{chr(65 + i)}{j + 1}"
                        ground = GROUND.get(letter, "building")
                        house = board[0].upper() + letter if ground == "building" else ""
                        x, y = right * len(line) + i, down * len(plan) + j
                        self.squares[name] = Square(name, board, x, y, ground, house)
        self.at = {(one.x, one.y): one for one in self.squares.values()}

    def __contains__(self, name: str) -> bool:
        return name in self.squares

    def near(self, name: str, diagonal: bool = True) -> list[str]:
        """Adjacent areas."""
        here = self.squares[name]
        found = []
        for i in (-1, 0, 1):
            for j in (-1, 0, 1):
                if (i or j) and (diagonal or not (i and j)):
                    other = self.at.get((here.x + i, here.y + j))
                    if other is not None:
                        found.append(other.name)
        return found

    def beyond(self, name: str, side: str) -> str:
        """The area over a side, empty at the edge."""
        here = self.squares[name]
        step = STEPS[side]
        other = self.at.get((here.x + step[0], here.y + step[1]))
        return other.name if other else ""

    def distance(self, one: str, other: str) -> int:
        """In areas; a diagonal step counts one."""
        a, b = self.squares[one], self.squares[other]
        return max(abs(a.x - b.x), abs(a.y - b.y))

    def edge(self, side: str, board: str = "") -> list[str]:
        """The areas along an edge of the map, or of one board that is not next to another there."""
        return [
            one.name
            for one in self.squares.values()
            if (not board or one.board == board) and not self.beyond(one.name, side)
        ]

    def ground(self, name: str) -> str:
        """Street, building, plaza or park."""
        return self.squares[name].ground

    def house(self, name: str) -> str:
        """The building an area belongs to; empty outside."""
        return self.squares[name].house

    def area(self, ground: str) -> list[str]:
        """All areas of the Plaza (`plaza`), the Park (`park`) or a building (`WH`)."""
        return [one.name for one in self.squares.values() if ground in (one.ground, one.house)]

    def beside(self, places: list[str]) -> list[str]:
        """Areas in or adjacent to some."""
        return [one for one in self.squares if any(self.distance(one, two) <= 1 for two in places)]

    def hedge(self, one: str, other: str) -> bool:
        """Whether the side (or corner) between two adjacent areas is the Park's edge."""
        return (self.ground(one) == "park") != (self.ground(other) == "park")

    # --- sight -------------------------------------------------------------------------------

    def line(self, one: str, other: str) -> Iterator[Crossing]:
        """The squares that a line between two centres passes, in order."""
        a, b = self.squares[one], self.squares[other]
        dx, dy = b.x - a.x, b.y - a.y
        x, y = a.x, a.y
        sx, sy = (dx > 0) - (dx < 0), (dy > 0) - (dy < 0)
        while (x, y) != (b.x, b.y):
            tx = Fraction(2 * abs(x - a.x) + 1, 2 * abs(dx)) if dx else Fraction(99)
            ty = Fraction(2 * abs(y - a.y) + 1, 2 * abs(dy)) if dy else Fraction(99)
            if tx == ty:
                yield Crossing((x, y), (x + sx, y + sy), ((x + sx, y), (x, y + sy)))
                x, y = x + sx, y + sy
            elif tx < ty:
                yield Crossing((x, y), (x + sx, y), ())
                x += sx
            else:
                yield Crossing((x, y), (x, y + sy), ())
                y += sy

    def sight(
        self,
        one: str,
        other: str,
        high: bool,
        hides: Callable[[str], bool],
        walls: frozenset[frozenset[str]],
        hedges: bool = True,
    ) -> str:
        """`clear`, `blocked` or `open`: a question that the rulebook leaves.

        `high`: one of the two stands on a second level, so that only buildings are in the way.
        `hides`: whether units or gas of an area hide what is behind it.
        """
        if one == other:
            return "clear"
        question = False

        def blocks(name: str) -> bool:
            return self.ground(name) == "building" or (not high and hides(name))

        for step in self.line(one, other):
            start, end = self.at[step.start].name, self.at[step.end].name
            if end != other and blocks(end):
                return "blocked"
            ends = {start, end} & {one, other}
            if step.beside:
                sides = [self.at[at].name for at in step.beside if at in self.at]
                found = [blocks(name) for name in sides]
                if len(found) == 2 and all(found):
                    return "blocked"
                question |= any(found) or len(found) < 2
                corner = {start, end, *sides}
                question |= any(wall <= corner for wall in walls) and not high
                question |= hedges and any(self.hedge(start, name) for name in corner)
                continue
            if not high and not ends and frozenset((start, end)) in walls:
                return "blocked"
            question |= hedges and not high and not ends and self.hedge(start, end)
        return "open" if question else "clear"

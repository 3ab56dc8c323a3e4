"""Simplifies lines that meet: the coasts and borders of a whole map at once.

Uses the method of Visvalingam and Whyatt ("Line generalisation by repeated elimination of points",
1993): the vertex that spans the smallest triangle with its neighbours is removed first. A vertex is
kept if another one is inside that triangle, so no line ever crosses another or itself.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator, Sequence

from modgen.model.types.base import Point

Line = tuple[Point, ...]


def triangle_area(a: Point, b: Point, c: Point) -> float:
    """The area of a triangle."""
    return abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2


def simplify_lines(lines: Sequence[Line], smallest: float) -> list[Line]:
    """Drop the inner vertices whose triangles are smaller than `smallest`, the smallest first.

    The ends of every line are kept. A closed line repeats its first vertex at its end, and keeps at
    least three. Lines may touch at their ends only.
    """
    return _Simplifier(lines).run(smallest)


class _Simplifier:
    """Numbered vertices in one doubly linked list, a heap of their triangles, and a grid."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.points: list[Point] = [point for line in lines for point in line]
        self.starts: list[int] = []
        self.before: list[int] = []
        self.after: list[int] = []
        for line in lines:
            start = len(self.before)
            self.starts.append(start)
            for place in range(len(line)):
                number = start + place
                self.before.append(number - 1 if place else -1)
                self.after.append(number + 1 if place < len(line) - 1 else -1)
        self.sides: dict[frozenset[Point], int] = defaultdict(int)
        for number, follower in enumerate(self.after):
            if follower >= 0:
                self.sides[frozenset((self.points[number], self.points[follower]))] += 1
        self.cell = self._cell_size()
        self.grid: dict[tuple[int, int], set[Point]] = defaultdict(set)
        for point in self.points:
            self.grid[self._cell(point)].add(point)

    def _cell_size(self) -> float:
        """The size of a grid cell: a few times the length of the sides."""
        longest = sorted(
            max(
                abs(self.points[n][0] - self.points[f][0]),
                abs(self.points[n][1] - self.points[f][1]),
            )
            for n, f in enumerate(self.after)
            if f >= 0
        )
        return 4 * longest[len(longest) // 2] or 1.0 if longest else 1.0

    def _cell(self, point: Point) -> tuple[int, int]:
        return (int(point[0] // self.cell), int(point[1] // self.cell))

    def run(self, smallest: float) -> list[Line]:
        heap: list[tuple[float, int, int, int]] = []

        def push(number: int) -> None:
            a, c = self.before[number], self.after[number]
            if a >= 0 and c >= 0:
                size = triangle_area(self.points[a], self.points[number], self.points[c])
                if size < smallest:
                    heapq.heappush(heap, (size, number, a, c))

        for number in range(len(self.points)):
            push(number)
        blocked: list[int] = []
        removed = True
        while removed:
            removed = False
            while heap:
                _, number, a, c = heapq.heappop(heap)
                if self.before[number] != a or self.after[number] != c:
                    continue
                if not self._may_go(number, a, c):
                    blocked.append(number)
                    continue
                self._remove(number, a, c)
                removed = True
                push(a)
                push(c)
            # The vertices that blocked these may have been removed meanwhile.
            for number in blocked:
                push(number)
            blocked.clear()
        return [tuple(self._walk(start)) for start in self.starts]

    def _may_go(self, number: int, a: int, c: int) -> bool:
        start, middle, end = self.points[a], self.points[number], self.points[c]
        if start == end or self.sides.get(frozenset((start, end))):
            return False
        corners = {start, middle, end}
        return not any(
            point not in corners and _in_triangle(point, start, middle, end)
            for point in self._near(start, middle, end)
        )

    def _near(self, *corners: Point) -> Iterator[Point]:
        (left, top), (right, bottom) = (
            self._cell((least(x for x, _ in corners), least(y for _, y in corners)))
            for least in (min, max)
        )
        for column in range(left, right + 1):
            for row in range(top, bottom + 1):
                yield from self.grid.get((column, row), ())

    def _remove(self, number: int, a: int, c: int) -> None:
        start, middle, end = self.points[a], self.points[number], self.points[c]
        self.sides[frozenset((start, middle))] -= 1
        self.sides[frozenset((middle, end))] -= 1
        self.sides[frozenset((start, end))] += 1
        self.grid[self._cell(middle)].discard(middle)
        self.after[a], self.before[c] = c, a
        self.before[number] = self.after[number] = -2

    def _walk(self, start: int) -> Iterator[Point]:
        while start >= 0:
            yield self.points[start]
            start = self.after[start]


def _in_triangle(point: Point, a: Point, b: Point, c: Point) -> bool:
    """Whether a point is in a triangle, which may be flat, or on its border."""
    for axis in (0, 1):
        if not min(a[axis], b[axis], c[axis]) <= point[axis] <= max(a[axis], b[axis], c[axis]):
            return False
    turns = [
        (q[0] - p[0]) * (point[1] - p[1]) - (q[1] - p[1]) * (point[0] - p[0])
        for p, q in ((a, b), (b, c), (c, a))
    ]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)

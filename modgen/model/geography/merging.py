"""Merges provinces into areas: the union of polygons that share exact border points; simplifying.

Neighbours keep sharing every vertex of their common border: the border is taken out of both as one
line, simplified once and put back into both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise

from modgen.model.geography.geometry import (
    MultiPolygon,
    Ring,
    Segment,
    contains,
    polygon_area,
    rings,
    segments,
    signed_area,
)
from modgen.model.geography.simplify import Line, simplify_lines
from modgen.model.types.base import Point


def merge(shapes: Iterable[MultiPolygon]) -> MultiPolygon:
    """The union of shapes that share their border points exactly, the largest polygon first.

    Sides that two shapes share cancel, because they have opposite directions. Raises ValueError,
    naming the point, if two shapes overlap.
    """
    sides: dict[Segment, None] = {}
    for shape in shapes:
        for ring in turned(shape):
            for start, end in segments(ring):
                if (end, start) in sides:
                    del sides[end, start]
                elif (start, end) in sides:
                    raise ValueError(f"two shapes overlap at {start[0]:g}, {start[1]:g}")
                elif start != end:
                    sides[start, end] = None
    return enclosed(sides)


def enclosed(sides: Iterable[Segment]) -> MultiPolygon:
    """The polygons that consist of these directed sides, which have the inside on their left."""
    return polygons_of(_loops(sides))


def turned(shape: MultiPolygon) -> Iterable[Ring]:
    """Every ring with the inside on its left: outer rings of positive area, holes of negative."""
    for polygon in shape:
        for number, ring in enumerate(polygon):
            outer = number == 0
            yield ring if (signed_area(ring) > 0) == outer else ring[::-1]


def _loops(sides: Iterable[Segment]) -> list[Ring]:
    """Directed sides joined to rings, none of which visits a point twice."""
    following: dict[Point, list[Point]] = defaultdict(list)
    for start, end in sides:
        following[start].append(end)
    loops: list[Ring] = []
    for first in list(following):
        path: list[Point] = [first]
        place = {first: 0}
        while following[path[-1]]:
            point = following[path[-1]].pop()
            if point in place:
                at = place[point]
                loops.append(tuple(path[at:]))
                for gone in path[at + 1 :]:
                    del place[gone]
                del path[at + 1 :]
            else:
                place[point] = len(path)
                path.append(point)
    return [ring for ring in loops if len(ring) >= 3]


def polygons_of(loops: Iterable[Ring]) -> MultiPolygon:
    """Rings sorted into polygons by their orientation: each hole into the outer ring around it."""
    outer: list[list[Ring]] = []
    holes: list[Ring] = []
    for ring in loops:
        if signed_area(ring) > 0:
            outer.append([ring])
        else:
            holes.append(ring)
    outer.sort(key=lambda polygon: -signed_area(polygon[0]))
    for hole in holes:
        around = [polygon for polygon in outer if _is_inside(hole, polygon[0])]
        if around:
            around[-1].append(hole)
    return tuple(tuple(polygon) for polygon in outer)


def _is_inside(hole: Ring, ring: Ring) -> bool:
    border = set(ring)
    (ax, ay), (bx, by) = hole[0], hole[1]
    middle = ((ax + bx) / 2, (ay + by) / 2)
    return contains(((ring,),), next((point for point in hole if point not in border), middle))


def without_islets(areas: Mapping[str, MultiPolygon], smallest: float) -> dict[str, MultiPolygon]:
    """Areas without islands and lakes smaller than `smallest`; each keeps its largest polygon.

    A polygon that touches another area, and a hole that contains one, are kept whatever their size.
    """
    shared = _shared_points(areas)

    def stays(ring: Ring) -> bool:
        return abs(signed_area(ring)) >= smallest or any(point in shared for point in ring)

    kept: dict[str, MultiPolygon] = {}
    for key, shape in areas.items():
        largest = max(shape, key=polygon_area, default=())
        kept[key] = tuple(
            (polygon[0], *(hole for hole in polygon[1:] if stays(hole)))
            for polygon in shape
            if polygon is largest or stays(polygon[0])
        )
    return kept


def _shared_points(areas: Mapping[str, MultiPolygon]) -> set[Point]:
    """Points that belong to two or more areas."""
    seen: set[Point] = set()
    shared: set[Point] = set()
    for shape in areas.values():
        points = {point for ring in rings(shape) for point in ring}
        shared |= seen & points
        seen |= points
    return shared


def simplify_areas(areas: Mapping[str, MultiPolygon], smallest: float) -> dict[str, MultiPolygon]:
    """Areas with fewer vertices; details smaller than `smallest` (a triangle's area) are removed.

    Neighbours that share their border points still share them afterwards.
    """
    return reshape(areas, lambda lines: simplify_lines(lines, smallest))


def reshape(
    areas: Mapping[str, MultiPolygon], change: Callable[[list[Line]], list[Line]]
) -> dict[str, MultiPolygon]:
    """Areas with changed coasts and borders; a line that two areas share is changed once.

    A line runs from one junction to the next, and `change` must keep its ends. A line without
    junctions is closed: it repeats its first vertex at its end.
    """
    ends = _junctions(areas)
    arcs: dict[Line, int] = {}
    plans = {
        key: [
            [[_number(arc, arcs) for arc in _cut(ring, ends)] for ring in polygon]
            for polygon in shape
        ]
        for key, shape in areas.items()
    }
    lines = change(list(arcs))

    def build(plan: list[tuple[int, bool]]) -> Ring:
        points: list[Point] = []
        for number, backwards in plan:
            line = lines[number][::-1] if backwards else lines[number]
            points.extend(line[:-1])
        return tuple(points)

    return {
        key: tuple(tuple(build(ring) for ring in polygon) for polygon in shape)
        for key, shape in plans.items()
    }


def _junctions(areas: Mapping[str, MultiPolygon]) -> set[Point]:
    """Points at which a border or coast begins, ends or forks."""
    owners: dict[Segment, set[str]] = defaultdict(set)
    for key, shape in areas.items():
        for ring in rings(shape):
            for a, b in segments(ring):
                owners[(a, b) if a < b else (b, a)].add(key)
    meeting: dict[Point, list[frozenset[str]]] = defaultdict(list)
    for (a, b), keys in owners.items():
        meeting[a].append(frozenset(keys))
        meeting[b].append(frozenset(keys))
    return {point for point, sides in meeting.items() if len(sides) != 2 or sides[0] != sides[1]}


def _cut(ring: Ring, ends: set[Point]) -> list[Line]:
    """A ring cut at its junctions; if it has none, one closed line from its smallest vertex."""
    places = [place for place, point in enumerate(ring) if point in ends]
    if not places:
        places = [ring.index(min(ring))]
    start = places[0]
    path = (*ring[start:], *ring[:start], ring[start])
    cuts = [place - start for place in places] + [len(ring)]
    return [path[a : b + 1] for a, b in pairwise(cuts)]


def _number(arc: Line, arcs: dict[Line, int]) -> tuple[int, bool]:
    """The number of an arc, the same in both directions, and whether it runs backwards."""
    backwards = arc[::-1] < arc
    forwards = arc[::-1] if backwards else arc
    return arcs.setdefault(forwards, len(arcs)), backwards

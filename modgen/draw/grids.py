"""Square and hex grids: terrain in soft regions, lines, names, and what lies on the sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import pairwise
from math import dist, hypot

from modgen.draw.colours import darker, lighter
from modgen.draw.contours import contours
from modgen.draw.line_names import place_along
from modgen.draw.plans import paint_plan
from modgen.draw.svg import Drawing, outline
from modgen.draw.terrain import COLOURS, Noise, paint_pattern
from modgen.draw.text import Style, capitals, width
from modgen.model.boards.arrangement import arrangement, corners, line_points, map_name
from modgen.model.game import Game
from modgen.model.geography.cells import SIDES, Cell, cell_ring, cell_side, cells
from modgen.model.geography.megahexes import megahex_rims
from modgen.model.geography.outline import edges, key, rims
from modgen.model.geography.plan import terrain_of
from modgen.model.tactics.ground import sides_of
from modgen.model.types.base import Point
from modgen.model.types.grid_parts import GridLine, GridSide, PlanArea
from modgen.model.types.places import Board, Grid
from modgen.model.types.tactics import Feature, Terrain

FEATURES = {
    "line": "#4d4433",
    "road": "#c9a36a",
    "trail": "#7a5a32",
    "rail": "#3a3a3a",
    "river": "#4f8fb8",
    "works": "#5a3d22",
}
"""The colour of each look for a feature without a colour of its own."""
INK = "#5f553a"
HEIGHT = "#7a3a10"
"""The colour of the heights of cells."""
CONTOUR = "#8a5a2c"
FIFTH = 5
"""Of this many contour lines one is heavier."""
WORKS = "works"
SPRING = 0.25
"""The width of a line that widens, where it starts, as a share of its full width."""
STEPS_OF_A_CURVE = 8
CAPITAL = 0.71
"""The height of capitals, as a share of the height of letters."""
RIM = 0.03
"""The width of the rim of a number in a cell, as a share of the cell's size."""
WIDE_RIM = 0.075
"""The same where a road or river may be below the number."""
NAME_GAP = 0.3
"""The space above and below the name of a cell in mm."""


def paint_grids(drawing: Drawing, game: Game, board: Board) -> None:
    """All grids of a board."""
    for grid in game.map.grids:
        if grid.board == board.id and grid.plan and grid.kind == "square":
            paint_plan(drawing, game, grid)
        elif grid.board == board.id:
            _Field(drawing, game, grid).paint()


class _Field:
    """A grid being drawn."""

    def __init__(self, drawing: Drawing, game: Game, grid: Grid) -> None:
        self.drawing = drawing
        self.game = game
        self.grid = grid
        self.cells = {cell.name: cell for cell in cells(grid)}
        self.rings = {name: cell_ring(grid, cell.centre) for name, cell in self.cells.items()}
        self.terrains = {terrain.id: terrain for terrain in game.info.terrains}
        self.features = {feature.id: feature for feature in game.info.features}
        self.kinds = terrain_of(grid)
        self.crossed = {name for line in grid.lines for name in line.through}

    def paint(self) -> None:
        """Everything, from the ground upwards."""
        self._beyond()
        self._ground()
        self._heights()
        self._contours()
        middles = line_points(self.game, self.grid) if self.grid.lines else {}
        sides = [(self.features.get(one), path, widens) for one, path, widens in self._sides()]
        for feature, path, widens in sides:
            if _is_river(feature):  # roads lead over it
                self._side(path, feature, widens)
        # Roads lead over rivers, too.
        for line in sorted(self.grid.lines, key=self._is_road):
            feature = self.features.get(line.feature)
            points = self._course(line, middles)
            if line.widens:
                self._widening(_flattened(points), feature)
            else:
                paint_feature(self.drawing, points, feature, smooth=True)
        for feature, path, widens in sides:
            if not _is_river(feature):
                self._side(path, feature, widens)
        self._works()
        self._outlines()
        for cell in self.cells.values():
            with self._near(cell, detail=True):
                self._letters(cell)
        for line in self.grid.lines:
            if line.name:
                self._line_name(line, [middles[name] for name in line.through])

    def _beyond(self) -> None:
        """The corners of cells of joined boards that reach onto this one."""
        own = self.game.boards[self.grid.board]
        at = corners(arrangement(self.game, None, map_name(own)))
        left, top = at[own.id]
        for grid in self.game.map.grids:
            if grid.board == own.id or grid.board not in at or grid.kind != self.grid.kind:
                continue
            x, y = at[grid.board][0] - left, at[grid.board][1] - top
            kinds = terrain_of(grid)
            for cell in cells(grid):
                ring = cell_ring(grid, (cell.centre[0] + x, cell.centre[1] + y))
                if any(0 < a < own.width and 0 < b < own.height for a, b in ring):
                    self.drawing.polygon(
                        ring,
                        fill=colour_of(self.terrains.get(kinds[cell.name])),
                        stroke=INK if grid.outlined else None,
                        stroke_opacity=0.55,
                        stroke_width=0.22,
                    )

    def _line_name(self, line: GridLine, points: Sequence[Point]) -> None:
        """The name of a road or river along a straight part of it, where it hides no number."""
        feature = self.features.get(line.feature)
        style = Style("title", min(self.grid.size * 0.17, 4.0), bold=True)
        spacing = style.size * 0.08
        wide = width(line.name, style) + spacing * len(line.name)
        away = (feature.width if feature else 1.2) * 1.3 + style.size * 0.5
        numbers = [
            (cell.centre[0], min(y for _, y in self.rings[name]) + style.size * 0.6)
            for name, cell in self.cells.items()
            if self.grid.shows_ids
        ]
        x, y, angle = place_along(points, numbers, wide, style.size, away)
        look = feature.look if feature else "line"
        colour = darker((feature.colour if feature else None) or FEATURES[look], 0.45)
        with self.drawing.group(transform=f"rotate({angle:.2f} {x:.2f} {y:.2f})"):
            self.drawing.text(
                line.name,
                x,
                y + style.size * 0.36,
                style,
                align="centre",
                spacing=spacing,
                fill=colour,
                halo="#f7f1dd",
                halo_width=0.8,
            )

    def _ground(self) -> None:
        """Regions of one terrain with round corners, and their patterns."""
        ground = colour_of(self.terrains.get(self.grid.ground))
        outlines = rims(self.rings.values())
        self.drawing.path(outline(outlines), fill=ground, stroke=ground, stroke_width=0.2)
        edge = {key(point) for outline_points in outlines for point in outline_points}
        for name, ring in self.rings.items():
            colour = colour_of(self.terrains.get(self.kinds[name]))
            if colour != ground and any(key(point) in edge for point in ring):
                with self._near(self.cells[name]):
                    self.drawing.polygon(ring, fill=colour, stroke=colour, stroke_width=0.2)
        for kind in dict.fromkeys([*self.terrains, *self.kinds.values()]):
            names = [name for name in self.cells if self.kinds[name] == kind]
            if names and kind != self.grid.ground:
                path = " ".join(_rounded(loop) for loop in rims(self.rings[n] for n in names))
                self.drawing.path(path, fill=colour_of(self.terrains.get(kind)))
        for name, cell in self.cells.items():
            terrain = self.terrains.get(self.kinds[name])
            if terrain is not None and terrain.picture:
                with self._near(cell, detail=True), self._calm():
                    self.drawing.icon(
                        terrain.picture,
                        *cell.centre,
                        self.grid.size * 0.86,
                        darker(colour_of(terrain), 0.5),
                        self.drawing.art,
                    )
            elif terrain is not None and terrain.look != WORKS:
                noise = Noise(cell.column, cell.row, len(terrain.id))
                with self._near(cell, detail=True), self._calm():
                    paint_pattern(
                        self.drawing,
                        terrain.look,
                        cell.centre,
                        self.grid.size,
                        colour_of(terrain),
                        noise,
                    )

    def _near(self, cell: Cell, *, detail: bool = False) -> AbstractContextManager[None]:
        """What is drawn inside does not reach farther than a little beyond a cell."""
        y, far = cell.centre[1], self.grid.size
        return self.drawing.between(y - far, y + far, detail=detail)

    def _heights(self) -> None:
        """Higher cells are a little darker."""
        heights = self.grid.heights
        low, high = min(heights.values(), default=0), max(heights.values(), default=0)
        for name, height in heights.items():
            if high > low:
                share = (height - low) / (high - low)
                self.drawing.polygon(
                    self.rings[name], fill="#5a3c1e", fill_opacity=round(0.2 * share, 3)
                )

    def _contours(self) -> None:
        """Lines of equal height; every fifth one is heavier."""
        centres = {name: cell.centre for name, cell in self.cells.items()}
        for height, segments in contours(self.grid, centres):
            fifth = round(height / (self.grid.contours or 1)) % FIFTH == 0
            path = " ".join(_curve(_whole(chain)) for chain in chains(segments))
            self.drawing.path(
                path,
                fill="none",
                stroke=CONTOUR,
                stroke_opacity=0.75,
                stroke_width=0.5 if fifth else 0.26,
                stroke_linecap="round",
                stroke_linejoin="round",
            )

    def _calm(self) -> AbstractContextManager[None]:
        """Draw what follows with the strength of the grid's patterns."""
        strong = self.grid.patterns
        return nullcontext() if strong == 1 else self.drawing.group(opacity=strong)

    def _works(self) -> None:
        """Breastworks, above the roads that lead through them."""
        for name, cell in self.cells.items():
            terrain = self.terrains.get(self.kinds[name])
            if terrain is not None and terrain.look == WORKS and not terrain.picture:
                noise = Noise(cell.column, cell.row, len(terrain.id))
                paint_pattern(
                    self.drawing, WORKS, cell.centre, self.grid.size, colour_of(terrain), noise
                )

    def _sides(self) -> Iterator[tuple[str, list[Point], bool]]:
        """Features on sides, those that meet joined to one line, and whether this widens."""
        widening = [side for side in self.grid.sides if side.widens]
        others = [side for side in self.grid.sides if not side.widens]
        for feature, segments in self._segments(others, self.grid.legend).items():
            yield from ((feature, path, False) for path in chains(segments))
        for one in widening:
            for feature, segments in self._segments([one], {}).items():
                (ax, ay), (bx, by) = segments[0]
                spring = ((ax + bx) / 2, (ay + by) / 2)
                for path in chains(segments):
                    turned = dist(path[-1], spring) < dist(path[0], spring)
                    yield feature, path[::-1] if turned else path, True

    def _segments(
        self, sides: Sequence[GridSide], legend: Mapping[str, PlanArea]
    ) -> dict[str, list[tuple[Point, Point]]]:
        """The ends of sides of cells by their feature."""
        found: dict[str, list[tuple[Point, Point]]] = {}
        grid = self.grid.model_copy(update={"sides": sides, "legend": legend})
        for name, side, feature in sides_of(grid):
            ends = cell_side(self.grid, self.cells[name].centre, side)
            found.setdefault(feature, []).append(ends)
        return found

    def _side(self, path: list[Point], feature: Feature | None, widens: bool) -> None:
        if widens:
            self._widening(path, feature)
        else:
            paint_feature(self.drawing, path, feature, smooth=False)

    def _is_road(self, line: GridLine) -> bool:
        return not _is_river(self.features.get(line.feature))

    def _course(self, line: GridLine, middles: Mapping[str, Point]) -> list[Point]:
        """The points of a line: the middles of its cells, and where it leaves the grid."""
        points = [middles[name] for name in line.through]
        if line.leaves in ("start", "both"):
            points.insert(0, self._way_out(points[0], points[1]))
        if line.leaves in ("end", "both"):
            points.append(self._way_out(points[-1], points[-2]))
        return points

    def _way_out(self, end: Point, before: Point) -> Point:
        """The middle of the outer side of a cell that continues a line best, or its centre."""
        others = [cell.centre for cell in self.cells.values()]
        best, found = -1.0, end
        for side in SIDES[self.grid.kind, self.grid.sideways]:
            (ax, ay), (bx, by) = cell_side(self.grid, end, side)
            x, y = (ax + bx) / 2, (ay + by) / 2
            beyond = (2 * x - end[0], 2 * y - end[1])
            if any(dist(beyond, other) < self.grid.size * 0.1 for other in others):
                continue
            along = (x - end[0]) * (end[0] - before[0]) + (y - end[1]) * (end[1] - before[1])
            if along > best:
                best, found = along, (x, y)
        return found

    def _widening(self, course: Sequence[Point], feature: Feature | None) -> None:
        """A line that is thin where it starts and has its full width at its end."""
        look = feature.look if feature else "line"
        colour = (feature.colour if feature else None) or FEATURES[look]
        wide = feature.width if feature else 1.2
        for rim, fill in ((0.15, darker(colour, 0.2)), (0.0, colour)):
            left, right = [], []
            for number, (x, y) in enumerate(course):
                (ax, ay), (bx, by) = (
                    course[max(number - 1, 0)],
                    course[min(number + 1, len(course) - 1)],
                )
                length = hypot(bx - ax, by - ay) or 1
                half = wide / 2 * (SPRING + (1 - SPRING) * number / (len(course) - 1)) + rim
                dx, dy = (ay - by) / length * half, (bx - ax) / length * half
                left.append((x + dx, y + dy))
                right.append((x - dx, y - dy))
            self.drawing.polygon([*left, *reversed(right)], fill=fill)

    def _outlines(self) -> None:
        """Each side of a cell once, and the rims of megahexes."""
        if self.grid.outlined:
            drawn: set[frozenset[Point]] = set()
            lines: dict[int, list[tuple[float, float, float, float]]] = {}
            for name, ring in self.rings.items():
                of_row = lines.setdefault(self.cells[name].row, [])
                for start, end in edges(ring):
                    side = frozenset((key(start), key(end)))
                    if side not in drawn:
                        drawn.add(side)
                        of_row.append((*start, *end))
            for of_row in lines.values():
                ys = [y for _, a, _, b in of_row for y in (a, b)]
                with self.drawing.between(min(ys, default=0) - 1, max(ys, default=0) + 1):
                    self.drawing.strokes(of_row, stroke=INK, stroke_opacity=0.55, stroke_width=0.22)
        for start, end in megahex_rims(self.grid):
            self.drawing.line(
                *start,
                *end,
                stroke=INK,
                stroke_opacity=0.7,
                stroke_width=0.8,
                stroke_linecap="round",
            )

    def _name_down(self, letters: float) -> float:
        """How far the line of a cell's name is below its middle: below a counter, if it fits."""
        size = self.grid.size
        least = size * (0.43 if self.grid.shows_heights else 0.36)
        small = (piece.size for piece in self.game.pieces if piece.size < size and not piece.tracks)
        below = max(small, default=0.0) / 2 + letters * CAPITAL + NAME_GAP
        return max(least, min(below, size / 2 - NAME_GAP))

    def _letters(self, cell: Cell) -> None:
        """The cell's id at its top, its name in capitals, its height at the bottom."""
        grid, size = self.grid, self.grid.size
        x, top = cell.centre[0], min(y for _, y in self.rings[cell.name])
        small = Style("title", min(size * 0.13, 3.0))
        terrain = self.terrains.get(self.kinds[cell.name])
        bare = terrain is None or (terrain.look == "plain" and not terrain.picture)
        crossed = cell.name in self.crossed
        # Nothing is drawn on bare ground from which a number would have to stand out.
        plain = bare and not grid.contours and not crossed
        halo = None if plain else lighter(colour_of(terrain), 0.15)
        rim = size * (WIDE_RIM if crossed else RIM)

        def print_small(text: str, x: float, y: float, letters: Style, fill: str) -> None:
            self.drawing.text(
                text, x, y, letters, align="centre", fill=fill, halo=halo, halo_width=rim
            )

        name = grid.names.get(cell.name)
        height = f"{grid.heights[cell.name]:g}" if cell.name in grid.heights else ""
        high = height if grid.shows_heights else ""
        ids = cell.name if grid.shows_ids else ""
        aside, upper = 0.0, top + small.size * 1.1 + size * 0.02
        # Heights look like those of maps, so that nobody takes one for the id of the next cell.
        spot = Style("serif", small.size * 0.95, italic=True)
        if name and ids and high:
            # The name is where the height would be.
            aside = (width(ids, small) + width(high, spot)) / 2 + size * 0.06
            print_small(high, x + aside / 2 + size * 0.03, upper, spot, HEIGHT)
            high = ""
        if ids:
            print_small(ids, x - aside / 2, upper, small, INK)
        if high:
            bottom = max(y for _, y in self.rings[cell.name])
            print_small(high, x, bottom - size * 0.05, spot, HEIGHT)
        if name:
            style = Style("title", min(size * 0.17, 4.2), bold=True)
            self.drawing.text(
                capitals(name),
                x,
                cell.centre[1] + self._name_down(style.size),
                style,
                align="centre",
                spacing=0.15,
                fill="#2d2618",
                halo="#f7f1dd",
                halo_width=0.9,
            )


def paint_feature(
    drawing: Drawing, points: Sequence[Point], feature: Feature | None, *, smooth: bool = False
) -> None:
    """A road, river, hedge or another line through points in mm."""
    look = feature.look if feature else "line"
    colour = (feature.colour if feature else None) or FEATURES[look]
    wide = feature.width if feature else 1.2
    path = _curve(points) if smooth else "M" + " L".join(f"{x:.2f},{y:.2f}" for x, y in points)
    common = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    if look == "road":
        drawing.path(path, stroke=darker(colour, 0.45), stroke_width=wide + 0.5, **common)
    if look == "river":
        drawing.path(path, stroke=darker(colour, 0.2), stroke_width=wide + 0.3, **common)
    dashes = f"{wide * 2:.2f} {wide * 1.5:.2f}" if look == "trail" else None
    drawing.path(path, stroke=colour, stroke_width=wide, stroke_dasharray=dashes, **common)
    if look == "rail":
        ties = f"{wide * 0.4:.2f} {wide * 1.6:.2f}"
        drawing.path(
            path, stroke=colour, stroke_width=wide * 2.6, fill="none", stroke_dasharray=ties
        )
    if look == "works":
        teeth = f"{wide * 0.5:.2f} {wide * 0.9:.2f}"
        drawing.path(
            path, stroke=colour, stroke_width=wide * 2, fill="none", stroke_dasharray=teeth
        )


def colour_of(terrain: Terrain | None) -> str:
    """The colour of a terrain: its own, or that of its look."""
    return (terrain.colour or COLOURS[terrain.look]) if terrain else COLOURS["plain"]


def _is_river(feature: Feature | None) -> bool:
    return feature is not None and feature.look == "river"


def _flattened(points: Sequence[Point]) -> list[Point]:
    """The points of the curve that `_curve` draws, close to each other."""
    course = [points[0]]
    for here, after in pairwise(points[1:]):
        start, end = course[-1], ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        for number in range(1, STEPS_OF_A_CURVE + 1):
            t = number / STEPS_OF_A_CURVE
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
            course.append(
                (
                    a * start[0] + b * here[0] + c * end[0],
                    a * start[1] + b * here[1] + c * end[1],
                )
            )
    return [*course, points[-1]]


def _rounded(loop: Sequence[Point]) -> str:
    """A closed outline through the middles of its sides, round at its corners."""
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in edges(loop)]
    parts = [f"M{middles[-1][0]:.2f},{middles[-1][1]:.2f}"]
    for corner, middle in zip(loop, middles, strict=True):
        parts.append(f"Q{corner[0]:.2f},{corner[1]:.2f} {middle[0]:.2f},{middle[1]:.2f}")
    return "".join(parts) + "Z"


def _curve(points: Sequence[Point]) -> str:
    """A curve from the first to the last point, round at the points between."""
    parts = [f"M{points[0][0]:.2f},{points[0][1]:.2f}"]
    for here, after in pairwise(points[1:]):
        middle = (here[0] + after[0]) / 2, (here[1] + after[1]) / 2
        parts.append(f"Q{here[0]:.2f},{here[1]:.2f} {middle[0]:.2f},{middle[1]:.2f}")
    return "".join(parts) + f"L{points[-1][0]:.2f},{points[-1][1]:.2f}"


def _whole(chain: Sequence[Point]) -> Sequence[Point]:
    """A chain of at least three points, as a curve needs."""
    if len(chain) > 2:
        return chain
    (x, y), (a, b) = chain
    return [(x, y), ((x + a) / 2, (y + b) / 2), (a, b)]


def chains(segments: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Segments that meet as paths, each used once."""
    at: dict[Point, list[int]] = {}
    for number, ends in enumerate(segments):
        for end in ends:
            at.setdefault(key(end), []).append(number)
    unused = set(range(len(segments)))
    paths = []
    for number in range(len(segments)):
        if number not in unused:
            continue
        unused.discard(number)
        path = list(segments[number])
        for _ in range(2):
            path.reverse()
            while True:
                nexts = [one for one in at[key(path[-1])] if one in unused]
                if not nexts:
                    break
                unused.discard(nexts[0])
                a, b = segments[nexts[0]]
                path.append(b if key(a) == key(path[-1]) else a)
        paths.append(path)
    return paths

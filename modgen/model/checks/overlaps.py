"""Checks of overlaps on a board: boxes, tracks, grids, spaces and their names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import NamedTuple

from modgen.model.boards.layout import centre, label_point, rect_corners, track_runs, zone_rings
from modgen.model.checks.check import Check
from modgen.model.checks.crowding import name_rect, overlap
from modgen.model.files.diagnostics import DataPath, PartDiagnostic
from modgen.model.game import Game
from modgen.model.geography.geometry import Bounds, MultiPolygon, bounds, contains
from modgen.model.types.base import Point, Rect
from modgen.model.types.places import Space

OVERLAP = 1.0
"""How far two boxes may overlap in mm; frames may share their lines."""
MARGIN = 0.12
"""The share of a box's width and height, at its rim, that may lie over a space."""
DISC_MARGIN = 3.0
"""How much of a box's rim may lie over a disc, which is smaller than an area, in mm."""
READABLE = 2.0
"""How far the estimated rectangles of two names may overlap in mm, so that both can be read."""


class _Area(NamedTuple):
    """A box, a run of a track, or a grid, as a rectangle of its board."""

    kind: str
    id: str
    board: str
    rect: Rect
    where: DataPath
    """Its key in `map.yaml`."""


def over_spaces(game: Game) -> Iterator[PartDiagnostic]:
    """No box lies over a space, whose pieces would be in both; no track hides a space."""
    areas = [area for area in _areas(game) if area.kind == "box"]
    outlines = list(_outlines(game)) if areas else []
    for area in areas:
        under = next((one.space for one in outlines if _covers(area, one)), None)
        if under is not None:
            yield PartDiagnostic(
                game.map,
                area.where,
                f"the {area.kind} `{area.id}` lies over the space `{under.id}`",
                "move one of them; otherwise pieces in it are also in the space",
            )
    for area in _areas(game):
        spaces = game.map.spaces if area.kind == "track" else ()
        under = next((space for space in spaces if _hides(game, area, space)), None)
        if under is not None:
            yield PartDiagnostic(
                game.map,
                area.where,
                f"the track `{area.id}` lies over the space `{under.id}`",
                "move one of them",
                warning=True,
            )


def _hides(game: Game, area: _Area, space: Space) -> bool:
    """Whether a track covers a disc, or the middle of the pieces or of the name of an area.

    It may cover the rim of an area, as a track around a map does.
    """
    if space.board != area.board:
        return False
    rect, middle = area.rect, centre(game, space)
    right, bottom = rect.x + rect.w, rect.y + rect.h
    if space.radius:
        nearest = (min(max(middle[0], rect.x), right), min(max(middle[1], rect.y), bottom))
        return dist(nearest, middle) < space.radius - DISC_MARGIN
    points = (space.pieces_at or middle, label_point(game, space))
    return any(rect.x < x < right and rect.y < y < bottom for x, y in points)


def over_each_other(game: Game) -> Iterator[PartDiagnostic]:
    """No box, track or grid lies over an earlier one."""
    legends = {box.id for box in game.map.boxes if box.kind == "legend"}
    areas = [area for area in _areas(game) if area.id not in legends]
    told: set[tuple[str, str]] = set()
    for first, area in combinations(areas, 2):
        pair = (first.id, area.id)
        # A box may lie over a corner of a grid; `check_cells` looks at the cells that are used.
        if (first.kind == "grid") != (area.kind == "grid") and "box" in (first.kind, area.kind):
            continue
        if first.board != area.board or overlap(first.rect, area.rect) <= OVERLAP or pair in told:
            continue
        told.add(pair)
        yield PartDiagnostic(
            game.map,
            area.where,
            f"the {area.kind} `{area.id}` lies over the {first.kind} `{first.id}`",
            f"pieces in both would be in `{first.id}`; move one of them",
            warning=True,
        )


def names_of_spaces(game: Game) -> Iterator[PartDiagnostic]:
    """No name of a space lies over that of another one."""
    numbers = {space.id: number for number, space in enumerate(game.map.spaces)}
    named = [(space, name_rect(game, space)) for space in game.map.spaces if space.kind != "sea"]
    for (one, name), (other, there) in combinations(named, 2):
        if one.board == other.board and overlap(name, there) > READABLE:
            yield PartDiagnostic(
                game.map,
                ("spaces", numbers[other.id], "label_at" if other.label_at else "name"),
                f"the name of `{other.id}` lies over that of `{one.id}`",
                "give one of them a different `label_at`",
                warning=True,
            )


def _areas(game: Game) -> Iterator[_Area]:
    """Boxes, runs of tracks, and grids."""
    for number, box in enumerate(game.map.boxes):
        yield _Area("box", box.id, box.board, box.rect, ("boxes", number, "rect"))
    for number, track in enumerate(game.map.tracks):
        for at, (rect, _) in enumerate(track_runs(track)):
            yield _Area("track", track.id, track.board, rect, ("tracks", number, "runs", at))
    for number, grid in enumerate(game.map.grids):
        yield _Area("grid", grid.id, grid.board, grid.rect, ("grids", number, "rect"))


class _Outline(NamedTuple):
    """A space as it is drawn, and the smallest upright rectangle around it."""

    space: Space
    shape: MultiPolygon
    bounds: Bounds


def _outlines(game: Game) -> Iterator[_Outline]:
    for space in game.map.spaces:
        shape = tuple((ring,) for ring in zone_rings(game, space))
        if any(ring for (ring,) in shape):
            yield _Outline(space, shape, bounds(shape))


def _covers(area: _Area, outline: _Outline) -> bool:
    """Whether the inner part of a box or track lies over a space."""
    space, shape, (west, north, east, south) = outline
    rect = area.rect
    apart = rect.x > east or rect.x + rect.w < west or rect.y > south or rect.y + rect.h < north
    if area.board != space.board or apart:
        return False
    most = DISC_MARGIN if space.radius else max(rect.w, rect.h)
    dx, dy = (min(side * MARGIN, most) for side in (rect.w, rect.h))
    inner = Rect(x=rect.x + dx, y=rect.y + dy, w=rect.w - 2 * dx, h=rect.h - 2 * dy)
    corners = rect_corners(inner)
    points: list[Point] = [*corners, inner.centre]
    if any(contains(shape, point) for point in points):
        return True
    left, top, right, bottom = inner.x, inner.y, inner.x + inner.w, inner.y + inner.h
    return any(left < x < right and top < y < bottom for (ring,) in shape for x, y in ring)


OVERLAPS: tuple[Check, ...] = (over_spaces, over_each_other, names_of_spaces)

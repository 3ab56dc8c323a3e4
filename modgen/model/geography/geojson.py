"""Reads and writes GeoJSON (RFC 7946), and projects longitude and latitude to millimetres.

The id of a space is the property `id` of its feature, else the feature's own `id`. Files are not
trusted: their size is bounded and every number and ring is checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import cos, radians
from pathlib import Path
from typing import Any

from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.files.text import read_text
from modgen.model.geography.geometry import MultiPolygon, Polygon, Ring, mapped
from modgen.model.types.base import Point
from modgen.model.types.places import Projection

MAX_BYTES = 32 << 20
MAX_COORDINATE = 1e6
KM_PER_DEGREE = 111.32
"""Length of a degree of latitude; one of longitude is this times the latitude's cosine."""


@dataclass(frozen=True)
class Feature:
    """Polygons or a point, with a name and other properties."""

    id: str
    name: str = ""
    polygons: MultiPolygon = ()
    point: Point | None = None
    properties: Mapping[str, Any] = field(default_factory=dict)
    """All properties except id and name."""


# --- reading -------------------------------------------------------------------------------


def read_geojson(path: Path, name: str, diagnostics: Diagnostics) -> list[Feature]:
    """The features of a file; errors are added to `diagnostics` with the file name `name`.

    Coordinates are not projected (see `Projector`). Only the first two of each point are read.
    """
    text = read_text(path, name, diagnostics, MAX_BYTES)
    if text is None:
        return []
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        at = FilePosition(name, problem.lineno, problem.colno)
        diagnostics.error(at, f"not valid JSON: {problem.msg[0].lower()}{problem.msg[1:]}")
        return []
    except (_BadError, ValueError) as problem:
        diagnostics.error(FilePosition(name), str(problem))
        return []
    except RecursionError:
        diagnostics.error(FilePosition(name), "the file nests too deeply to be GeoJSON")
        return []
    features = data.get("features") if isinstance(data, dict) else None
    if not isinstance(features, list):
        diagnostics.error(FilePosition(name), "this is not GeoJSON: there is no list `features`")
        return []
    read = []
    for number, feature in enumerate(features, 1):
        try:
            read.append(_feature(feature))
        except _BadError as problem:
            diagnostics.error(FilePosition(name), f"{_title(number, feature)}: {problem}")
    return read


class _BadError(Exception):
    """What is wrong with a feature."""


def _no_constant(word: str) -> float:
    raise _BadError(f"`{word}` is not a number")


def _title(number: int, feature: object) -> str:
    properties = feature.get("properties") if isinstance(feature, dict) else None
    properties = properties if isinstance(properties, dict) else {}
    word = properties.get("id") or properties.get("name")
    return f"feature {number} (`{word}`)" if isinstance(word, str) else f"feature {number}"


def _feature(data: object) -> Feature:
    if not isinstance(data, dict):
        raise _BadError("expected a mapping")
    properties = data.get("properties") or {}
    geometry = data.get("geometry")
    if not isinstance(properties, dict):
        raise _BadError("`properties` must be a mapping")
    if not isinstance(geometry, dict):
        raise _BadError("`geometry` is missing")
    kind, coordinates = geometry.get("type"), geometry.get("coordinates")
    polygons: MultiPolygon = ()
    point = None
    if kind == "Polygon":
        polygons = (_polygon(coordinates),)
    elif kind == "MultiPolygon":
        polygons = tuple(_polygon(polygon) for polygon in _list(coordinates))
    elif kind == "Point":
        point = _point(coordinates)
    else:
        raise _BadError(
            f"the geometry `{kind}` is not supported; use Polygon, MultiPolygon or Point"
        )
    rest = {key: value for key, value in properties.items() if key not in ("id", "name")}
    key = properties.get("id", data.get("id", ""))
    return Feature(str(key), str(properties.get("name", "")), polygons, point, rest)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise _BadError("its coordinates must be a list")
    return value


def _polygon(data: object) -> Polygon:
    rings = tuple(_ring(ring) for ring in _list(data))
    if not rings:
        raise _BadError("a polygon has no ring")
    return rings


def _ring(data: object) -> Ring:
    points = [_point(point) for point in _list(data)]
    if points and points[0] == points[-1]:
        points.pop()
    if len(points) < 3:
        raise _BadError("a ring has fewer than three corners")
    return tuple(points)


def _point(data: object) -> Point:
    match data:
        case [int() | float() as x, int() | float() as y, *_] if not (
            isinstance(x, bool) or isinstance(y, bool)
        ):
            if abs(x) <= MAX_COORDINATE and abs(y) <= MAX_COORDINATE:
                return (float(x), float(y))
    raise _BadError(f"a point must be a list of two numbers up to {MAX_COORDINATE:,.0f}")


# --- writing -------------------------------------------------------------------------------


def geojson_text(features: Iterable[Feature], digits: int = 4) -> str:
    """The text of a GeoJSON file, one feature on each line, coordinates rounded to `digits`."""

    def point(at: Point) -> list[float]:
        return [round(at[0], digits), round(at[1], digits)]

    lines = []
    for feature in features:
        geometry: dict[str, Any] = {
            "type": "MultiPolygon",
            "coordinates": [
                [[point(at) for at in (*ring, ring[0])] for ring in polygon]
                for polygon in feature.polygons
            ],
        }
        if feature.point is not None:
            geometry = {"type": "Point", "coordinates": point(feature.point)}
        properties = {"id": feature.id, "name": feature.name, **feature.properties}
        data = {"type": "Feature", "properties": properties, "geometry": geometry}
        lines.append(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    body = ",\n".join(lines)
    return f'{{"type":"FeatureCollection","features":[\n{body}\n]}}\n'


# --- projection ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Projector:
    """Longitude and latitude to millimetres on a board, and back.

    Equirectangular: true to scale along every meridian and along one standard parallel.
    """

    west: float
    north: float
    scale: float
    """Millimetres per degree of latitude."""
    parallel_cos: float
    left: float
    top: float

    @classmethod
    def fit(cls, projection: Projection) -> Projector:
        """Fit a projection's degrees into its rectangle, centred; true at the middle latitude."""
        parallel_cos = cos(radians((projection.south + projection.north) / 2))
        wide = (projection.east - projection.west) * parallel_cos
        high = projection.north - projection.south
        into = projection.into
        scale = min(into.w / wide, into.h / high)
        left = into.x + (into.w - wide * scale) / 2
        top = into.y + (into.h - high * scale) / 2
        return cls(projection.west, projection.north, scale, parallel_cos, left, top)

    def to_board(self, lonlat: Point) -> Point:
        """Degrees to millimetres."""
        lon, lat = lonlat
        x = self.left + (lon - self.west) * self.parallel_cos * self.scale
        return (x, self.top + (self.north - lat) * self.scale)

    def to_lonlat(self, point: Point) -> Point:
        """Millimetres to degrees."""
        x, y = point
        lon = self.west + (x - self.left) / (self.parallel_cos * self.scale)
        return (lon, self.north - (y - self.top) / self.scale)

    def shape(self, polygons: MultiPolygon) -> MultiPolygon:
        """A shape's degrees to millimetres."""
        return mapped(polygons, self.to_board)

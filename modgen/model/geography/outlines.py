"""The outlines and centres of a game's spaces in millimetres, from the boards' geometry files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from modgen.model.files.diagnostics import Diagnostics, FilePosition, did_you_mean
from modgen.model.files.extended import folders_of
from modgen.model.geography.geojson import Feature, Projector, read_geojson
from modgen.model.geography.geometry import MultiPolygon, pole_of_inaccessibility, rings
from modgen.model.types.base import Part, Point, id_from_name
from modgen.model.types.places import Board, MapFile, Space

MAX_COORDINATE = 10_000
"""The largest coordinate of a shape in millimetres."""
MAX_POINTS = 200_000
"""How many points the shapes of a game may have in all."""


@dataclass(frozen=True)
class Outlines:
    """`shapes` by space id (grey land too, by its feature's id); `centres` of spaces and discs.

    `waters` by space id: its land and the sea that belongs to it, if the geometry has that.
    """

    shapes: Mapping[str, MultiPolygon] = field(default_factory=dict)
    waters: Mapping[str, MultiPolygon] = field(default_factory=dict)
    centres: Mapping[str, Point] = field(default_factory=dict)


def read_outlines(
    places: MapFile,
    folder: Path,
    diagnostics: Diagnostics,
    locate: Callable[[Part], FilePosition] = lambda _: FilePosition("map.yaml"),
) -> Outlines:
    """Read the geometry of all boards; adds errors, such as a space without a centre.

    `locate` tells where a part of the map is in its file.
    """
    shapes: dict[str, MultiPolygon] = {}
    waters: dict[str, MultiPolygon] = {}
    centres: dict[str, Point] = {}
    before = diagnostics.count(warning=False)
    points = 0
    for board in places.boards:
        if not board.geometry:
            continue
        projector = Projector.fit(board.projection) if board.projection else None
        features = _features(board, folder, diagnostics)
        _check_features(board, features, diagnostics)
        names = _Names([space for space in places.spaces if space.board == board.id])
        for feature in features:
            if feature.polygons:
                shape = projector.shape(feature.polygons) if projector else feature.polygons
                points += sum(len(ring) for ring in rings(shape))
                if not _on_board(shape):
                    diagnostics.error(
                        FilePosition(board.geometry),
                        f"the shape `{feature.id}` is over {MAX_COORDINATE:,} mm off the board",
                        "check its coordinates and the board's `projection`",
                    )
                    continue
                if "of" in feature.properties:
                    waters[str(feature.properties["of"])] = shape
                else:
                    key = names.of(feature)
                    shapes[key] = (*shapes.get(key, ()), *shape)
            if feature.point:
                centres[names.of(feature)] = (
                    projector.to_board(feature.point) if projector else feature.point
                )
    if points > MAX_POINTS:
        diagnostics.error(
            FilePosition("map.yaml"),
            f"the shapes have {points:,} points; at most {MAX_POINTS:,} are allowed",
            "simplify them, for example with `smallest_detail` of `modgen merge-areas`",
        )
    if diagnostics.count(warning=False) == before:  # otherwise shapes are missing, as reported
        _find_centres(places, shapes, centres, diagnostics, locate)
    return Outlines(shapes, waters, centres)


class _Names:
    """Which space a shape is: the one with its id or name, or with that of a group around it."""

    def __init__(self, spaces: list[Space]) -> None:
        self.spaces = {id_from_name(space.name): space.id for space in spaces}
        self.spaces |= {space.id: space.id for space in spaces}

    def of(self, feature: Feature) -> str:
        """The id of the space, else of the shape."""
        for name in (feature.id, feature.name, *feature.properties.get("groups", ())):
            for word in (name, id_from_name(name)):
                if word in self.spaces:
                    return self.spaces[word]
        return feature.id


def _check_features(board: Board, features: list[Feature], diagnostics: Diagnostics) -> None:
    """Report features without an id, and degrees on a board without a projection.

    Features whose property `unit` is `mm` are in millimetres, however small they are.
    """
    at = FilePosition(board.geometry)
    nameless = sum(1 for feature in features if not feature.id)
    if nameless:
        diagnostics.error(
            at,
            f"{nameless} of {len(features)} features have no `id`",
            "give each feature the id of its space, as `id` or as a property `id`",
        )
    points = [point for feature in features for ring in rings(feature.polygons) for point in ring]
    if not points or board.projection:
        return
    wide = max(x for x, _ in points) - min(x for x, _ in points)
    high = max(y for _, y in points) - min(y for _, y in points)
    stated = all(feature.properties.get("unit") == "mm" for feature in features)
    degrees = not stated and all(abs(x) <= 180 and abs(y) <= 90 for x, y in points)
    if degrees and wide < board.width * SMALL and high < board.height * SMALL:
        diagnostics.error(
            at,
            "the shapes seem to be in degrees",
            "add a `projection` to the board, or give coordinates in mm",
        )


SMALL = 0.15
"""A part of the board; smaller maps in small numbers are taken for degrees."""


def _on_board(shape: MultiPolygon) -> bool:
    return all(
        abs(value) <= MAX_COORDINATE for ring in rings(shape) for point in ring for value in point
    )


def _find_centres(
    places: MapFile,
    shapes: dict[str, MultiPolygon],
    centres: dict[str, Point],
    diagnostics: Diagnostics,
    locate: Callable[[Part], FilePosition],
) -> None:
    """Find the centre of each space: the stated one, or one from its shape."""
    projections = {board.id: board.projection for board in places.boards}
    for space in places.spaces:
        plan = projections.get(space.board)
        if space.at:
            centres[space.id] = space.at
        elif space.lonlat and plan:
            centres[space.id] = Projector.fit(plan).to_board(space.lonlat)
        elif space.id in shapes and space.pieces_at:
            centres[space.id] = space.pieces_at
        elif space.id in shapes and space.id not in centres:
            centres[space.id] = pole_of_inaccessibility(shapes[space.id], 0.5)[0]
        elif space.id not in centres:
            hint = did_you_mean(space.id, [key for key in shapes if key])
            diagnostics.error(
                locate(space),
                f"the space `{space.id}` needs `at`, `lonlat`, or a shape with its id or name",
                hint if hint.startswith("did") else "",
            )


def _features(board: Board, folder: Path, diagnostics: Diagnostics) -> list[Feature]:
    name = board.geometry
    places = folders_of(folder)
    folder = next((place for place in places if (place / name).is_file()), folder)
    try:
        path = (folder / name).resolve()
        inside = path.is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, a name too long
        diagnostics.error(FilePosition("map.yaml"), f"`{name}` cannot be read: {error}")
        return []
    if not inside:
        diagnostics.error(FilePosition("map.yaml"), f"`{name}` is outside the game's folder")
        return []
    if path.suffix == ".svg":
        from modgen.model.geography.svg_shapes import read_svg

        return read_svg(path, name, diagnostics, board.width, board.height)
    return read_geojson(path, name, diagnostics)

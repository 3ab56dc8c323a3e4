"""A merge recipe: which provinces of a GeoJSON source make up each area of a game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from math import cos, radians
from pathlib import Path

from pydantic import Field

from modgen.model.files.binding import SourceMap, bind
from modgen.model.files.diagnostics import Diagnostics, did_you_mean
from modgen.model.files.yaml_source import read_yaml
from modgen.model.geography.cutting import cut
from modgen.model.geography.geojson import KM_PER_DEGREE, Feature, Projector
from modgen.model.geography.geometry import MultiPolygon, bounds, mapped
from modgen.model.geography.merging import merge, simplify_areas, without_islets
from modgen.model.geography.waters import waters
from modgen.model.types.base import Fact, Id, Part, Point


class MergedArea(Part):
    """An area and the provinces it is merged from."""

    name: str
    provinces: list[str] = Field(
        min_length=1,
        description="Names in the source; `Name (id)` if two provinces share a name.",
    )


class Disc(Part):
    """A space that the map shows as a disc around a point."""

    name: str
    at: Point = Field(description="Longitude and latitude.")


class Cut(Fact):
    """Divides a province of the source, or a piece of one, along a line into two named pieces."""

    province: str
    line: list[Point] = Field(
        min_length=2,
        description="Longitudes and latitudes; the ends move to the nearest corners.",
    )
    left: str = Field(min_length=1, description="The piece on the left, going along the line.")
    right: str = Field(min_length=1, description="The piece on the right.")


class Recipe(Part):
    """`areas.yaml`."""

    smallest_detail: float = Field(
        0, ge=0, description="Bends of a coast or border under this many square km are removed."
    )
    smallest_island: float = Field(
        0, ge=0, description="Free islands and lakes under this many square km are left out."
    )
    waters: float = Field(
        0, ge=0, description="How many km an area extends over the sea; 0 draws no waters."
    )
    cuts: list[Cut] = Field(
        default_factory=list, description="Done in this order, before provinces are merged."
    )
    areas: dict[Id, MergedArea] = Field(min_length=1)
    grey: dict[Id, MergedArea] = Field(
        default_factory=dict, description="Land that is shown but is not a space."
    )
    cities: dict[Id, Disc] = Field(default_factory=dict)
    left_out: list[str] = Field(default_factory=list, description="Provinces that are not shown.")

    @property
    def merged(self) -> dict[str, MergedArea]:
        """Areas and grey land by id."""
        return {**self.areas, **self.grey}


def read_recipe(
    path: Path, name: str, provinces: list[Feature], diagnostics: Diagnostics
) -> Recipe | None:
    """Read a recipe and check that it uses each province of its source exactly once."""
    located = read_yaml(path, name, diagnostics)
    if located is None:
        return None
    sources = SourceMap()
    recipe = bind(Recipe, located, diagnostics, sources)
    if recipe is None:
        return None
    known = by_title(_parted(recipe, provinces, diagnostics, sources))
    if diagnostics.errors:
        return None
    _check_uses(recipe, known, diagnostics, sources)
    seen: set[str] = set()
    for field in ("areas", "grey", "cities"):
        for key in getattr(recipe, field):
            if key in seen:
                at = sources.position(recipe, (field, key), at_key=True)
                diagnostics.error(at, f"the id `{key}` is duplicated")
            seen.add(key)
    return recipe


def _parted(
    recipe: Recipe, provinces: list[Feature], diagnostics: Diagnostics, sources: SourceMap
) -> list[Feature]:
    """The provinces after all cuts; cuts that cannot be made are errors."""
    pieces = provinces
    for planned in recipe.cuts:
        known = by_title(pieces)
        taken = next((name for name in (planned.left, planned.right) if name in known), None)
        if planned.province not in known:
            diagnostics.error(
                sources.position(planned, ("province",)),
                f"unknown province `{planned.province}`",
                did_you_mean(planned.province, known),
            )
        elif taken:
            at = sources.position(planned, ("left" if taken == planned.left else "right",))
            diagnostics.error(at, f"the province `{taken}` exists already", "choose another name")
        else:
            try:
                pieces = _cut(pieces, planned)
            except ValueError as problem:
                diagnostics.error(
                    sources.position(planned, ("line",)), f"`{planned.province}`: {problem}"
                )
    return pieces


def _cut(provinces: list[Feature], planned: Cut) -> list[Feature]:
    """The provinces with one of them replaced by its two pieces. Raises ValueError."""
    province = by_title(provinces)[planned.province]
    shapes = cut(province.polygons, planned.line)
    pieces = [
        Feature("", name, shape)
        for name, shape in zip((planned.left, planned.right), shapes, strict=True)
    ]
    return [*(other for other in provinces if other is not province), *pieces]


def _check_uses(
    recipe: Recipe, known: Mapping[str, Feature], diagnostics: Diagnostics, sources: SourceMap
) -> None:
    """Check that each province is used exactly once."""
    titles = defaultdict(list)
    for title, province in known.items():
        titles[province.name].append(title)
    used: dict[str, str] = {}
    for owner, part, field, number, word in _uses(recipe):
        at = sources.position(part, (field, number))
        if word not in known:
            several = titles.get(word, [])
            hint = did_you_mean(word, several or known)
            what = f"{len(several)} provinces are named" if several else "unknown province"
            diagnostics.error(at, f"{what} `{word}`", hint)
        elif word in used:
            diagnostics.error(
                at, f"the province `{word}` is used twice; it is also in `{used[word]}`"
            )
        else:
            used[word] = owner
    for title in known:
        if title not in used:
            at = sources.position(recipe, ("areas",), at_key=True)
            diagnostics.error(
                at, f"the province `{title}` is not used", "add it to an area or to `left_out`"
            )


def _uses(recipe: Recipe) -> Iterator[tuple[str, Part, str, int, str]]:
    """Every named province: its owner, and the part, field and index where it is named."""
    for key, area in recipe.merged.items():
        for number, word in enumerate(area.provinces):
            yield key, area, "provinces", number, word
    for number, word in enumerate(recipe.left_out):
        yield "left_out", recipe, "left_out", number, word


def by_title(provinces: list[Feature]) -> dict[str, Feature]:
    """Provinces by name; those that share one by `Name (id)`."""
    names = [province.name for province in provinces]
    return {
        province.name
        if names.count(province.name) == 1
        else f"{province.name} ({province.id})": province
        for province in provinces
    }


def merge_provinces(recipe: Recipe, provinces: list[Feature]) -> list[Feature]:
    """The features of a game's map: areas, grey land, waters and cities, each with its `kind`.

    The waters of an area have the id `<area>-waters` and the property `of`. Raises ValueError if
    provinces of one area overlap, or a cut cannot be made.
    """
    for planned in recipe.cuts:
        provinces = _cut(provinces, planned)
    land = _merged(recipe, by_title(provinces))
    _, south, _, north = bounds(tuple(polygon for shape in land.values() for polygon in shape))
    km = Projector(0, 0, KM_PER_DEGREE, cos(radians((south + north) / 2)), 0, 0)
    square_degree = KM_PER_DEGREE**2 * km.parallel_cos
    land = without_islets(land, recipe.smallest_island / square_degree)
    land = simplify_areas(land, recipe.smallest_detail / square_degree)
    features = [
        Feature(
            key,
            area.name,
            land[key],
            properties={
                "kind": "grey" if key in recipe.grey else "area",
                "provinces": area.provinces,
            },
        )
        for key, area in recipe.merged.items()
    ]
    if recipe.waters:
        near = waters({key: km.shape(shape) for key, shape in land.items()}, recipe.waters)
        for key, area in recipe.areas.items():
            shape = mapped(near[key], km.to_lonlat)
            about = {"kind": "waters", "of": key}
            features.append(Feature(f"{key}-waters", area.name, shape, properties=about))
    for key, disc in recipe.cities.items():
        features.append(Feature(key, disc.name, point=disc.at, properties={"kind": "city"}))
    return features


def _merged(recipe: Recipe, known: Mapping[str, Feature]) -> dict[str, MultiPolygon]:
    merged: dict[str, MultiPolygon] = {}
    for key, area in recipe.merged.items():
        try:
            merged[key] = merge(known[title].polygons for title in area.provinces)
        except ValueError as problem:
            raise ValueError(f"`{key}`: {problem}") from None
    return merged

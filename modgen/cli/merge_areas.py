"""`modgen merge-areas`: merge provinces of a GeoJSON file into a game's areas."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, report
from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.geography.geojson import Feature, geojson_text, read_geojson
from modgen.model.geography.geometry import rings, shared_borders
from modgen.model.geography.merge_recipe import merge_provinces, read_recipe
from modgen.vassal.archive import write_text


@click.command("merge-areas")
@click.argument("source", type=FILE)
@click.argument("areas", type=FILE)
@click.option("-o", "--output", type=FILE, required=True, help="GeoJSON file to write.")
def merge_areas(source: Path, areas: Path, output: Path) -> None:
    """Merge the provinces of the GeoJSON file SOURCE into the areas of the YAML file AREAS.

    Neighbouring provinces must share the points of their common border exactly. Prints which areas
    border each other, by land or by sea.

    Example: modgen merge-areas provinces.geojson areas.yaml -o map.geojson
    """
    diagnostics = Diagnostics()
    features = _merged(source, areas, diagnostics)
    report(diagnostics)
    if diagnostics.errors:
        raise click.exceptions.Exit(2)
    write_text(output, geojson_text(features))
    vertices = sum(len(ring) for feature in features for ring in rings(feature.polygons))
    click.echo(f"{output}: {len(features)} features, {vertices:,} vertices")
    land = {area.id: area.polygons for area in features if "of" not in area.properties}
    waters = {
        str(area.properties["of"]): area.polygons for area in features if "of" in area.properties
    }
    by_land = shared_borders(land)
    for pair in sorted({*by_land, *shared_borders(waters)}):
        click.echo(f"  {' - '.join(pair)} by {'land' if pair in by_land else 'sea'}")


def _merged(source: Path, areas: Path, diagnostics: Diagnostics) -> list[Feature]:
    provinces = read_geojson(source, str(source), diagnostics)
    if diagnostics.errors:
        return []
    recipe = read_recipe(areas, str(areas), provinces, diagnostics)
    if recipe is None or diagnostics.errors:
        return []
    try:
        return merge_provinces(recipe, provinces)
    except ValueError as problem:
        diagnostics.error(FilePosition(str(source)), str(problem))
        return []

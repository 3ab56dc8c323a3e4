"""`modgen merge-areas`: provinces of a GeoJSON file become a game's areas."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.model.files.diagnostics import Diagnostics, FilePosition
from modgen.model.geography.geojson import Feature, geojson_text, read_geojson
from modgen.model.geography.geometry import rings, shared_borders
from modgen.model.geography.merge_recipe import merge_provinces, read_recipe
from modgen.vassal.archive import atomic

FILE = click.Path(path_type=Path)


@click.command("merge-areas")
@click.argument("source", type=FILE)
@click.argument("areas", type=FILE)
@click.option("-o", "--output", type=FILE, required=True, help="The GeoJSON file to write.")
def merge_areas(source: Path, areas: Path, output: Path) -> None:
    """Merge the provinces of the GeoJSON file SOURCE as the recipe AREAS (YAML) says.

    Neighbours in SOURCE must share their border points exactly; they do so in the result too.

    Example: modgen merge-areas provinces.geojson areas.yaml -o map.geojson
    """
    diagnostics = Diagnostics()
    features = _merged(source, areas, diagnostics)
    for diagnostic in diagnostics.sorted():
        click.echo(diagnostic, err=True)
    if diagnostics.errors:
        raise click.exceptions.Exit(2)
    with atomic(output) as part:
        part.write_text(geojson_text(features), encoding="utf-8")
    vertices = sum(len(ring) for one in features for ring in rings(one.polygons))
    click.echo(f"{output}: {len(features)} features, {vertices:,} vertices")
    land = {one.id: one.polygons for one in features if "of" not in one.properties}
    waters = {str(one.properties["of"]): one.polygons for one in features if "of" in one.properties}
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

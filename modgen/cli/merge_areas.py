"""`modgen merge-areas`: provinces of a GeoJSON file become a game's areas."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("merge-areas")
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("areas", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="File to write."
)
def merge_areas(source: Path, areas: Path, output: Path) -> None:
    """Merge the provinces of the GeoJSON file SOURCE as the recipe AREAS (YAML) says.

    Neighbours in SOURCE must share their border points exactly; they do so in the result too.

    Example: modgen merge-areas provinces.geojson areas.yaml -o map.geojson
    """
    from modgen.model.diagnostics import Diagnostics, Position
    from modgen.model.geography import geojson_text, read_geojson
    from modgen.model.geometry import rings, shared_borders
    from modgen.model.recipe import merge_areas as merged
    from modgen.model.recipe import read_recipe

    diagnostics = Diagnostics()
    provinces = read_geojson(source, str(source), diagnostics)
    features = []
    if not diagnostics.errors:
        recipe = read_recipe(areas, str(areas), provinces, diagnostics)
        if recipe is not None and not diagnostics.errors:
            try:
                features = merged(recipe, provinces)
            except ValueError as problem:
                diagnostics.error(Position(str(source)), str(problem))
    for diagnostic in diagnostics.sorted():
        click.echo(diagnostic, err=True)
    if diagnostics.errors:
        raise click.exceptions.Exit(2)
    partial = output.with_name(f"{output.name}.partial")
    partial.write_text(geojson_text(features), encoding="utf-8")
    partial.replace(output)
    vertices = sum(len(ring) for one in features for ring in rings(one.polygons))
    click.echo(f"{output}: {len(features)} features, {vertices:,} vertices")
    borders = shared_borders({one.id: one.polygons for one in features if one.polygons})
    for first, second in borders:
        click.echo(f"  {first} - {second}")

"""`modgen new`: a small playable game folder from which a designer starts."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from modgen.assets import TEMPLATE, asset_path
from modgen.cli.common import FOLDER, fail

SCHEMA = "$schema="


@click.command("new")
@click.argument("directory", type=FOLDER)
def new_game(directory: Path) -> None:
    """Write a small playable game into DIRECTORY: every kind of file, with comments.

    Example: modgen new my-game
    """
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        fail(f"{directory} is there already and is not empty; choose another name")
    template = asset_path(TEMPLATE)
    for source in sorted(path for path in template.rglob("*") if path.is_file()):
        name = source.relative_to(template)
        target = directory / name
        target.parent.mkdir(parents=True, exist_ok=True)
        text = source.read_text("utf-8")
        # The schemas lie inside the new game, not beside it as in the bundled ones.
        above = "../" * (len(name.parts) - 1)
        text = text.replace(f"{SCHEMA}{above}../schemas/", f"{SCHEMA}{above}schemas/")
        target.write_text(text, "utf-8")
    shutil.copytree(asset_path("schemas"), directory / "schemas")
    click.echo(f"{directory} holds a small game. Now:")
    click.echo(f"  modgen check-data {directory}")
    click.echo(f"  modgen build {directory} --watch")

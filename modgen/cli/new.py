"""`modgen new`: a small playable game to start from."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.assets import TEMPLATE, asset_path
from modgen.cli.common import FOLDER, command_line, fail

SCHEMA = "$schema="


@click.command("new")
@click.argument("folder", type=FOLDER)
@click.option("--rulebook", is_flag=True, help="Write a small rulebook with tests, too.")
def new_game(folder: Path, rulebook: bool) -> None:
    """Write a small playable game into FOLDER, with every kind of file and comments in each.

    With --rulebook its folder `rulebook` has rules for `modgen check`, to start your own from.

    Example: modgen new my-game
    """
    from modgen.vassal.archive import write_text

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fail(f"{folder} already exists and is not empty; choose another name")
    template = asset_path(TEMPLATE)
    for source in sorted(path for path in template.rglob("*") if path.is_file()):
        name = source.relative_to(template)
        # The schemas are inside the new game, but beside the bundled ones.
        above = "../" * (len(name.parts) - 1)
        text = source.read_text("utf-8")
        text = text.replace(f"{SCHEMA}{above}../schemas/", f"{SCHEMA}{above}schemas/")
        write_text(folder / name, text)
    for source in sorted(asset_path("schemas").iterdir()):
        write_text(folder / "schemas" / source.name, source.read_text("utf-8"))
    for source in sorted(asset_path("template_rulebook").glob("*.*")) if rulebook else ():
        write_text(folder / "rulebook" / source.name, source.read_text("utf-8"))
    shown = command_line([str(folder)])
    click.echo(f"{folder} now holds a small game. Next:")
    click.echo(f"  modgen check-data {shown}")
    click.echo(f"  modgen build {shown} --watch")
    if rulebook:
        book = command_line([str(folder / "rulebook")])
        click.echo(f"  modgen simulate {shown} --rulebook {book} -o games")
        click.echo(f"  modgen check games/*.vlog --game {shown} --rulebook {book}")
        click.echo(f"  python -m pytest {book}")

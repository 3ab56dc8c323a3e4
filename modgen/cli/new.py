"""`modgen new`: a small playable game to start from."""

from __future__ import annotations

import re
from pathlib import Path

import click

from modgen.assets import TEMPLATE, asset_path, bundled_games
from modgen.cli.common import FOLDER, command_line, fail

SCHEMA = "$schema="
RULES = "rules.yaml"
TEMPLATE_ID = "my-game"
"""The id of the template, and of a game in a folder whose name cannot be an id."""


@click.command("new")
@click.argument("folder", type=FOLDER)
@click.option("--rulebook", is_flag=True, help="Also write a small rulebook with tests.")
def new_game(folder: Path, rulebook: bool) -> None:
    """Write a small playable game into FOLDER, with every kind of file and comments in each.

    The folder's name becomes the game's id. With --rulebook, the folder `rulebook` in it has rules
    for `modgen check` that you can extend; without it, `rules.yaml` has them as expressions.

    Example: modgen new my-game
    """
    from modgen.vassal.replacing import whole

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fail(f"{folder} already exists and is not empty; choose another name")
    with whole(folder) as part:
        _write(part, folder, rulebook)
    shown = command_line([str(folder)])
    click.echo(f"{folder} now holds a small game. Next:")
    click.echo(f"  modgen check-data {shown}")
    click.echo(f"  modgen build {shown} --watch")
    if rulebook:
        book = command_line([str(folder / "rulebook")])
        click.echo(f"  modgen simulate {shown} --rulebook {book} -o games")
        click.echo(f"  modgen check games/*.vlog --game {shown} --rulebook {book}")
        click.echo(f"  python -m pytest {book}")


def _write(part: Path, folder: Path, rulebook: bool) -> None:
    """Write the game that `folder` will hold."""
    from modgen.vassal.archive import write_text

    template = asset_path(TEMPLATE)
    for source in sorted(path for path in template.rglob("*") if path.is_file()):
        name = source.relative_to(template)
        if rulebook and name.name == RULES:
            continue  # the rulebook has the same rules, in Python
        # The schemas are inside the new game, but beside the bundled ones.
        above = "../" * (len(name.parts) - 1)
        text = source.read_text("utf-8")
        text = text.replace(f"{SCHEMA}{above}../schemas/", f"{SCHEMA}{above}schemas/")
        if rulebook and name.parent.name == "locale":
            text = re.sub(r"^rules:\n(?:[ #].*\n|\n)*", "", text, flags=re.MULTILINE)
        if name.name == "game.yaml":
            text = text.replace(f"id: {TEMPLATE_ID}\n", f"id: {_game_id(folder)}\n", 1)
        write_text(part / name, text)
    for source in sorted(asset_path("schemas").iterdir()):
        write_text(part / "schemas" / source.name, source.read_text("utf-8"))
    for source in sorted(asset_path("template_rulebook").glob("*.*")) if rulebook else ():
        write_text(part / "rulebook" / source.name, source.read_text("utf-8"))


def _game_id(folder: Path) -> str:
    """An id made of the folder's name; the template's own where that is impossible or taken."""
    from modgen.model.types.base import id_from_name

    words = folder.resolve().name.lower().replace(" ", "-")
    if not re.fullmatch("[a-z0-9][a-z0-9_-]{0,59}", words):
        words = id_from_name(words).replace("_", "-")[:60].strip("-")
    return words if words and words not in bundled_games() else TEMPLATE_ID

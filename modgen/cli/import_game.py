"""`modgen import`: a module as a game folder."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, FOLDER, echo_lines, module_errors


@click.command("import")
@click.argument("module", type=FILE)
@click.argument("game", type=FOLDER)
@click.option(
    "--dpi",
    type=click.IntRange(30, 1200),
    help="The scale of the module's pictures, in pixels per inch: 150, or more for large boards.",
)
@click.option(
    "--module",
    "parent",
    type=FILE,
    help="The module of an extension, if it is neither beside the extension nor above its folder.",
)
def import_game(module: Path, game: Path, dpi: int | None, parent: Path | None) -> None:
    """Import a VASSAL module or extension into the new folder GAME.

    Boards, zones, regions, grids, sides, pieces, cards, decks, set-ups, dice, phases and charts
    become files that you can change, print and check. Everything else stays as it is in the folder
    `parts`, and `modgen build GAME` puts it into the module again. The command prints what came
    in, what is kept as it is, and what the built module does differently; `IMPORT.txt` has the
    same text.

    For an extension (.vmdx), GAME holds what it adds, and the folder `parent` what it refers to in
    its module. `modgen build GAME` writes the extension again.

    Exit code: 0, or 2 if MODULE cannot be imported.

    Example: modgen import Hannibal.vmod my-hannibal
    """
    from modgen.importing.game import import_module

    with module_errors(module):
        report = import_module(module, game, dpi, module=parent)
    echo_lines(report.lines())

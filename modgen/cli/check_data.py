"""`modgen check-data`: every problem in a game's files."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FOLDER, load_or_stop


@click.command("check-data")
@click.argument("game")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts.")
def check_data(game: str, overlay: Path | None) -> None:
    """Check a game's files: every problem in one run, with file, line and column.

    Exit code 0 when the data is sound (warnings are allowed), 2 when it is not.

    Example: modgen check-data people-power
    """
    loaded = load_or_stop(game, overlay)
    found = loaded.game
    click.echo(
        f"{found.info.title} {found.info.version}: {len(found.spaces)} spaces, "
        f"{len(found.map.edges)} edges, {len(found.pieces)} kinds of piece, "
        f"{len(found.cards)} cards, {len(found.scenarios)} scenarios, "
        f"{len(found.charts)} charts in {', '.join(found.info.languages)}: no errors."
    )

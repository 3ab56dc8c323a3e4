"""`modgen new`: a small playable game to start from."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.assets import TEMPLATES
from modgen.cli.common import FOLDER, command_line, fail
from modgen.errors import ModgenError


@click.command("new")
@click.argument("folder", type=FOLDER, required=False)
@click.option(
    "--template",
    type=click.Choice(TEMPLATES),
    default=TEMPLATES[0],
    show_default=True,
    help="The kind of game.",
)
@click.option("--list", "listing", is_flag=True, help="List the templates and write nothing.")
@click.option(
    "--rulebook",
    is_flag=True,
    help="Also write a small rulebook in Python with tests; only for the template area.",
)
def new_game(folder: Path | None, template: str, listing: bool, rulebook: bool) -> None:
    """Write a small playable game into FOLDER, with comments in each file.

    The folder's name becomes the game's id. `rules.yaml` has rules for `modgen check` as
    expressions. With --rulebook, the folder `rulebook` has them in Python instead.

    Example: modgen new my-game --template hex
    """
    from modgen.library.new_game import template_summary, write_template

    if listing:
        for name in TEMPLATES:
            click.echo(f"{name:16}{template_summary(name)}")
        return
    if folder is None:
        fail("name the folder to write: modgen new my-game")
    try:
        write_template(folder, template, rulebook)
    except ModgenError as problem:
        fail(str(problem))
    shown = command_line([str(folder)])
    click.echo(f"{folder} now holds a small game. Next:")
    click.echo(f"  modgen check-data {shown}")
    click.echo(f"  modgen build {shown} --watch")
    if rulebook:
        book = command_line([str(folder / "rulebook")])
        click.echo(f"  modgen simulate {shown} --rulebook {book} -o games")
        click.echo(f"  modgen check games/*.vlog --game {shown} --rulebook {book}")
        click.echo(f"  python -m pytest {book}")

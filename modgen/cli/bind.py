"""`modgen bind`: draft a file that says what another module calls our pieces and places."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, FOLDER, in_language, load_or_stop, read_module_or_stop

SHOWN = 40
"""How many names without a match are listed."""


@click.command("bind")
@click.argument("module", type=FILE)
@click.option("--game", required=True, help="The game whose rules are to be checked.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts of the game.")
@click.option("-o", "--output", type=FILE, help="Write the file here instead of to the screen.")
def bind(module: Path, game: str, overlay: Path | None, output: Path | None) -> None:
    """Generate a name mapping for a module that Modgen did not build.

    The command matches names that are equal or similar and lists the rest; add those by hand. Then
    `modgen check --bind FILE` can judge logs of that module.

    Example: modgen bind PeoplePower.vmod --game people-power -o binding.yaml
    """
    from modgen.vassal.archive import write_text
    from modgen_rules.engine.binding import draft

    loaded = load_or_stop(game, overlay)
    games = [in_language(loaded, language) for language in loaded.game.info.languages]
    text, missing, spare = draft(read_module_or_stop(module).tree, games)
    if output is None:
        click.echo(text)
    else:
        write_text(output, text)
        click.echo(str(output))
    for label, names in (("Our names", missing), ("The module's names", spare)):
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            click.echo(f"{label} without a match: {', '.join(names[:SHOWN])}{more}", err=True)

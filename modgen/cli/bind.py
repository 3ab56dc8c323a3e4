"""`modgen bind`: a draft of what another module calls our pieces and places."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, in_language, load_or_stop, read_module_or_stop

SHOWN = 40
"""So many names without a match are listed."""


@click.command("bind")
@click.argument("module", type=FILE)
@click.option("--game", required=True, help="The game whose rules are to be checked.")
@click.option("-o", "--output", type=FILE, help="Write there instead of to the screen.")
def bind(module: Path, game: str, output: Path | None) -> None:
    """Draft the binding of a module of somebody else's, by matching names.

    What could not be matched is listed: add it by hand before `modgen check --bind`.

    Example: modgen bind PeoplePower.vmod --game people-power -o binding.yaml
    """
    from modgen.vassal.archive import write_text
    from modgen_rules.engine.binding import draft

    loaded = load_or_stop(game)
    games = [in_language(loaded, one) for one in loaded.game.info.languages]
    text, missing, spare = draft(read_module_or_stop(module).tree, games)
    if output is None:
        click.echo(text)
    else:
        write_text(output, text)
        click.echo(str(output))
    for label, names in (("Ours without a match", missing), ("Theirs without a match", spare)):
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            click.echo(f"{label}: {', '.join(names[:SHOWN])}{more}", err=True)

"""`modgen bind`: draft a file that says what another module calls our pieces and places."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import (
    FILE,
    FOLDER,
    count,
    echo_lines,
    in_language,
    load_or_stop,
    read_module_or_stop,
)

if TYPE_CHECKING:
    from modgen_rules.engine.record.binding_draft import Draft

SHOWN = 40
"""How many names without a match are listed."""


@click.command("bind")
@click.argument("module", type=FILE)
@click.option("--game", required=True, help="The game whose rules are to be checked.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts of the game.")
@click.option("-o", "--output", type=FILE, help="Write the file here instead of to the screen.")
def bind(module: Path, game: str, overlay: Path | None, output: Path | None) -> None:
    """Generate a name mapping for a module that Modgen did not build.

    The command matches sides, pieces with their faces, places, decks, hands and grids whose names
    are equal or similar. It lists the rest with the likeliest candidates, which are also comments
    in the file; add those by hand. Then `modgen check --bind FILE --module MODULE` judges logs of
    that module.

    Exit code: 0 if something matched, 1 if nothing did, 2 if the input cannot be used.

    Example: modgen bind PeoplePower.vmod --game people-power -o binding.yaml
    """
    from modgen.vassal.archive import write_text
    from modgen_rules.engine.record.binding_draft import draft

    loaded = load_or_stop(game, overlay)
    games = [in_language(loaded, language) for language in loaded.game.info.languages]
    opened = read_module_or_stop(module)
    made = draft(opened.tree, games, opened.images)
    if output is None:
        click.echo(made.text())
    else:
        write_text(output, made.text())
        click.echo(str(output))
    echo_lines(_told(made), err=True)
    if not made.matched:
        sys.exit(1)


def _told(made: Draft) -> Iterator[str]:
    """What matched, and what did not."""
    ours = made.matched + len(made.missing)
    yield f"{count(made.matched, 'name')} of {ours} matched."
    for one in made.missing[:SHOWN]:
        perhaps = f": perhaps {', '.join(f'`{name}`' for name in one.candidates)}"
        yield f"No match for {one.name} ({one.part}){perhaps if one.candidates else ''}"
    if len(made.missing) > SHOWN:
        yield f"... and {len(made.missing) - SHOWN} more without a match"
    if made.spare:
        more = f" and {len(made.spare) - SHOWN} more" if len(made.spare) > SHOWN else ""
        yield f"The module's names without a match: {', '.join(made.spare[:SHOWN])}{more}"

"""`modgen inspect`: what a module holds."""

from __future__ import annotations

import json
from pathlib import Path

import click

from modgen.cli.common import FILE, module_errors, read_module_or_stop


@click.command("inspect")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Plain data instead of words.")
def inspect(file: Path, as_json: bool) -> None:
    """Show what a VASSAL module (.vmod) or extension (.vmdx) holds.

    Its tree, counts and sizes; pictures that are missing or unused; prototypes, properties, maps,
    boards, zones, decks, files that are named and that nothing defines, commands that nothing
    answers; set-ups that do not fit the module; maps on which nobody can play.

    The exit code is 0 when nothing is missing, 1 when something is, 2 when FILE is no module.

    Example: modgen inspect output/people-power/people-power-1.0.vmod
    """
    from modgen.inspecting import report

    module = read_module_or_stop(file)
    with module_errors():
        found = report.inspect(module, file)
    if as_json:
        click.echo(json.dumps(found.data(), indent=2, ensure_ascii=False))
    else:
        for line in report.text(module, found):
            click.echo(line)
    raise click.exceptions.Exit(1 if found.problems else 0)

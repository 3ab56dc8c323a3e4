"""`modgen inspect`: what a module contains."""

from __future__ import annotations

import json
from pathlib import Path

import click

from modgen.cli.common import FILE, module_errors, read_module_or_stop


@click.command("inspect")
@click.argument("file", type=FILE)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def inspect(file: Path, as_json: bool) -> None:
    """Show what a VASSAL module (.vmod) or extension (.vmdx) contains.

    Prints the component tree, counts and sizes, and reports problems: missing or unused pictures;
    names of prototypes, properties, maps, boards, zones, decks and files that nothing defines; key
    commands that no trait handles; set-ups that do not fit the module; maps that cannot be played
    on.

    Exit code: 0 if there are no problems, 1 if there are, 2 if FILE is not a module.

    Example: modgen inspect output/people-power/people-power-1.0.vmod
    """
    from modgen.inspecting import report

    module = read_module_or_stop(file)
    with module_errors():
        contents = report.inspect(module, file)
    if as_json:
        click.echo(json.dumps(contents.data(), indent=2, ensure_ascii=False))
    else:
        for line in report.text(module, contents):
            click.echo(line)
    raise click.exceptions.Exit(1 if contents.problems else 0)

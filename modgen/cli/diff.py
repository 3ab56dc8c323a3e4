"""`modgen diff`: what changed between two modules."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, count, module_errors, read_module_or_stop


@click.command("diff")
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
def diff(old: Path, new: Path) -> None:
    """Say in words what changed from module OLD to module NEW, and which saves that breaks.

    The exit code is 0 when saves of OLD go on working in NEW, 1 when some break, 2 when a file is
    no module.

    Example: modgen diff people-power-1.0.vmod people-power-1.1.vmod
    """
    from modgen.inspecting.differences import differences

    before, after = read_module_or_stop(old), read_module_or_stop(new)
    with module_errors():
        changes = list(differences(before, after))
    for change in changes:
        click.echo(f"{change.text}." + (f" SAVES: {change.breaks}." if change.breaks else ""))
    broken = sum(1 for change in changes if change.breaks)
    if not changes:
        click.echo("Nothing changed.")
        return
    if any(change.refresh for change in changes):
        click.echo("Saved pieces keep their old traits until the save is refreshed.")
    if broken:
        click.echo(f"{count(len(changes), 'change')}; {broken} of them break saved games.")
    else:
        click.echo(f"{count(len(changes), 'change')}; saved games go on working.")
    raise click.exceptions.Exit(1 if broken else 0)

"""`modgen diff`: what changed between two modules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import FILE, count, module_errors, read_module_or_stop

if TYPE_CHECKING:
    from modgen.inspecting.differences import ModuleChange
    from modgen.vassal.module import Module


@click.command("diff")
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.argument("saves", type=FILE, nargs=-1)
def diff(old: Path, new: Path, saves: tuple[Path, ...]) -> None:
    """Say in words what changed from module OLD to module NEW, and which saves that breaks.

    With SAVES (.vsav, .vlog), say of each whether it goes on working in NEW, and if not, why.

    The exit code is 0 when saves of OLD, or the given ones, go on working in NEW, 1 when some
    break, 2 when a file is no module or no save.

    Example: modgen diff game-1.0.vmod game-1.1.vmod my-turn.vsav
    """
    from modgen.inspecting.differences import differences

    before, after = read_module_or_stop(old), read_module_or_stop(new)
    with module_errors():
        changes = list(differences(before, after))
    breaks = _say(changes)
    if saves:
        fit = [_fits(path, after) for path in saves]
        breaks = not all(fit)
    raise click.exceptions.Exit(1 if breaks else 0)


def _say(changes: list[ModuleChange]) -> bool:
    """Print the changes; whether some break saved games."""
    for change in changes:
        click.echo(f"{change.text}." + (f" SAVES: {change.breaks}." if change.breaks else ""))
    broken = sum(1 for change in changes if change.breaks)
    if any(change.refresh for change in changes):
        click.echo("Saved pieces keep their old traits until the save is refreshed.")
    if not changes:
        click.echo("Nothing changed.")
    elif broken:
        click.echo(f"{count(len(changes), 'change')}; {broken} of them break saved games.")
    else:
        click.echo(f"{count(len(changes), 'change')}; saved games go on working.")
    return broken > 0


def _fits(path: Path, module: Module) -> bool:
    """Print whether a save fits a module. Stops with exit 2 when it is no save."""
    from modgen.inspecting.saves import misfits
    from modgen.vassal.save import SaveFile

    with module_errors(path), SaveFile(path) as save:
        found = list(misfits(save, module))
    for one in found:
        click.echo(f"{path}: {one}.")
    if not found:
        click.echo(f"{path} goes on working.")
    return not found

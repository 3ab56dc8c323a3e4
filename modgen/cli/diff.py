"""`modgen diff`: what changed between two modules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import (
    EXTENSION,
    FILE,
    count,
    echo_lines,
    module_errors,
    read_extended_or_stop,
    read_module_or_stop,
)

if TYPE_CHECKING:
    from modgen.inspecting.differences import ModuleChange
    from modgen.vassal.module import Module


@click.command("diff")
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.argument("saves", type=FILE, nargs=-1)
@EXTENSION
def diff(old: Path, new: Path, saves: tuple[Path, ...], extensions: tuple[Path, ...]) -> None:
    """Describe what changed from module OLD to module NEW, and which saved games break.

    With SAVES (.vsav, .vlog), say for each whether it still works in NEW with its extensions, and
    if not, why.

    Exit code: 0 if saves of OLD, or the given ones, still work in NEW, 1 if some break, 2 if a
    file is not a module or save.

    Example: modgen diff game-1.0.vmod game-1.1.vmod my-turn.vsav
    """
    from modgen.inspecting.differences import differences

    before, after = read_module_or_stop(old), read_module_or_stop(new)
    with module_errors():
        changes = list(differences(before, after))
    breaks = _print_changes(changes)
    if saves:
        extended = read_extended_or_stop(new, extensions)
        fit = [_fits(path, extended) for path in saves]
        breaks = not all(fit)
    raise click.exceptions.Exit(1 if breaks else 0)


def _print_changes(changes: list[ModuleChange]) -> bool:
    """Print the changes and return whether any of them breaks saved games."""
    echo_lines(
        f"{change.text}." + (f" Breaks saved games: {change.breaks}." if change.breaks else "")
        for change in changes
    )
    broken = sum(1 for change in changes if change.breaks)
    if any(change.refresh for change in changes):
        click.echo("Pieces in saved games keep their old traits until the game is refreshed.")
    if not changes:
        click.echo("Nothing changed.")
    elif broken:
        click.echo(f"{count(len(changes), 'change')}, of which {broken} break saved games.")
    else:
        click.echo(f"{count(len(changes), 'change')}; saved games still work.")
    return broken > 0


def _fits(path: Path, module: Module) -> bool:
    """Print and return whether a save fits a module. Exits with 2 if it is not a save."""
    from modgen.inspecting.saves import misfits
    from modgen.vassal.save import SaveFile

    with module_errors(path), SaveFile(path) as save:
        problems = list(misfits(save, module))
    echo_lines(f"{path}: {problem}." for problem in problems)
    if not problems:
        click.echo(f"{path} still works.")
    return not problems

"""`modgen merge`: the changes of two people to one module."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, count, module_errors


@click.command("merge")
@click.argument("base", type=FILE)
@click.argument("ours", type=FILE)
@click.argument("theirs", type=FILE)
@click.option("-o", "--output", type=FILE, required=True, help="The merged module to write.")
def merge(base: Path, ours: Path, theirs: Path, output: Path) -> None:
    """Merge modules OURS and THEIRS, both made from module BASE.

    The modules are unpacked and merged line by line, so changes of different fields or pieces do
    not conflict. `modgen unpack --help` shows how git calls this command. After a conflict,
    nothing is written and the conflicting lines are printed.

    Exit code: 0 if the modules were merged, 1 if there are conflicts, 2 if a file is not a module.

    Example: modgen merge game-1.0.vmod mine.vmod yours.vmod -o game-1.1.vmod
    """
    from modgen.unpacking.folder import read_packed, write_packed
    from modgen.unpacking.merging import merge as merge_modules

    with module_errors():
        old = read_packed(base)
        merged = merge_modules(old, read_packed(ours, old.habits), read_packed(theirs, old.habits))
        if merged.module is not None:
            write_packed(merged.module, output)
            return
    for conflict in merged.conflicts:
        click.echo(f"=== {conflict.file}: both sides changed it", err=True)
        if conflict.text is not None:
            click.echo(_marked(conflict.text), err=True)
    click.echo(f"{count(len(merged.conflicts), 'file')} in conflict; nothing written.", err=True)
    raise click.exceptions.Exit(1)


def _marked(text: str) -> str:
    """The lines between conflict markers."""
    shown = []
    inside = False
    for line in text.splitlines():
        inside = inside or line.startswith("<<<<<<< ")
        if inside:
            shown.append(line)
        inside = inside and not line.startswith(">>>>>>> ")
    return "\n".join(shown)

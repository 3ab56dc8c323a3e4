"""`modgen roundtrip`: decode and encode saves and logs, and compare."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, count, module_errors


@click.command("roundtrip")
@click.argument("files", type=FILE, nargs=-1, required=True)
def roundtrip(files: tuple[Path, ...]) -> None:
    """Decode saves (.vsav) and logs (.vlog), encode them again, and compare the bytes.

    Works in memory and writes nothing.

    Exit code: 0 if all files are identical, 1 if one differs, 2 if one is not a save or log.

    Example: modgen roundtrip game.vsav session-1.vlog
    """
    from modgen.vassal.roundtrip import round_trip

    identical = 0
    for path in files:
        with module_errors(path):
            result = round_trip(path)
        if result.difference is None:
            identical += 1
        else:
            click.echo(f"{path}: the first difference is at byte {result.difference:,}")
        if not result.complete:
            click.echo(f"{path}: the file is cut short: its set-up has no end_save")
        unknown = [count(result.unknown, "unknown command")] if result.unknown else []
        unknown += [count(result.opaque, "unknown trait")] if result.opaque else []
        more = f" ({' and '.join(unknown)}, kept as they are)" if unknown else ""
        click.echo(f"{path}: {result.commands:,} commands, {result.traits:,} traits{more}")
    click.echo(f"{identical} of {count(len(files), 'file')} identical.")
    raise click.exceptions.Exit(0 if identical == len(files) else 1)

"""`modgen roundtrip`: does a save or log come back unchanged?"""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, fail


@click.command("roundtrip")
@click.argument("files", type=FILE, nargs=-1, required=True)
def roundtrip(files: tuple[Path, ...]) -> None:
    """Decode saves (.vsav) and logs (.vlog) and encode them again, in memory; nothing is written.

    The exit code is 0 when all came back identical, 1 when one did not, 2 when one is no save.

    Example: modgen roundtrip game.vsav session-1.vlog
    """
    from modgen.vassal.archive import ArchiveError
    from modgen.vassal.obfuscation import ObfuscationError
    from modgen.vassal.roundtrip import round_trip
    from modgen.vassal.stream import StreamError

    same = 0
    for path in files:
        try:
            found = round_trip(path)
        except (ArchiveError, ObfuscationError, StreamError) as problem:
            fail(str(problem) if str(path) in str(problem) else f"{path}: {problem}")
        except FileNotFoundError:
            fail(f"there is no file {path}")
        if found.difference is None:
            same += 1
        else:
            click.echo(f"{path}: the first difference is at byte {found.difference:,}")
        unread = [f"{found.unknown} unknown commands"] if found.unknown else []
        unread += [f"{found.opaque} unknown traits"] if found.opaque else []
        more = f" ({' and '.join(unread)} kept as they are)" if unread else ""
        click.echo(f"{path}: {found.commands:,} commands, {found.traits:,} traits{more}")
    click.echo(f"{same} of {len(files)} came back identical.")
    raise click.exceptions.Exit(0 if same == len(files) else 1)

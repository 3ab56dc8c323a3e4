"""`modgen trim`: some steps of a log as a log of their own, or one position as a save."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, count, module_errors


@click.command("trim")
@click.argument("log", type=FILE)
@click.option("--from", "first", type=int, default=0, help="Begin after this step; 0 is the start.")
@click.option("--to", "last", type=int, help="End after this step; by default at the end.")
@click.option("-o", "--output", type=FILE, required=True, help="The log or save to write.")
def trim(log: Path, first: int, last: int | None, output: Path) -> None:
    """Keep some steps of a LOG (.vlog).

    The new log begins with the position after step --from and ends after step --to; steps have the
    numbers that `modgen log` shows. With the same number for both, the result is a save of that
    position.

    Exit code: 0, or 2 if LOG is not a log or has no such step; nothing is written then.

    Example: modgen trim session.vlog --from 40 --to 90 -o turn-3.vlog

    Example: modgen trim session.vlog --from 40 --to 40 -o position.vsav
    """
    from modgen.saving.logs import trim as trimmed

    with module_errors(log):
        steps = trimmed(log, output, first, last)
    click.echo(f"{output}: {count(steps, 'step')} after step {first} of {log}.")

"""`modgen join`: the logs of one game as one log."""

from __future__ import annotations

from pathlib import Path

import click

from modgen.cli.common import FILE, count, module_errors


@click.command("join")
@click.argument("logs", type=FILE, nargs=-1, required=True)
@click.option("-o", "--output", type=FILE, required=True, help="The log to write.")
def join(logs: tuple[Path, ...], output: Path) -> None:
    """Join the LOGS (.vlog) of one game, given in the order of play.

    Each log must begin with the position at which the one before it ends: the same pieces in the
    same places, stacks and states, the same properties and turn. Otherwise the first differences
    are listed. Seats that were taken or left between two logs become a step.

    Exit code: 0, or 2 if a log cannot be read or does not continue the one before it; nothing is
    written then.

    Example: modgen join session-1.vlog session-2.vlog -o game.vlog
    """
    from modgen.saving.logs import join as joined

    with module_errors():
        steps = joined(logs, output)
    click.echo(f"{output}: {count(steps, 'step')} of {count(len(logs), 'log')}.")

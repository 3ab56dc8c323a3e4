"""`modgen verify`: a module in the real engine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from modgen.cli.common import FILE, FOLDER, fail, read_module_or_stop

MINUTES = 5


@click.command("verify")
@click.argument("module", type=FILE)
@click.option(
    "--engine", type=FOLDER, required=True, envvar="VASSAL_LIB",
    help="The folder of a VASSAL installation, or its lib folder.  [VASSAL_LIB]",
)  # fmt: skip
@click.option(
    "--timeout", type=click.IntRange(1), default=MINUTES * 60, show_default=True, metavar="SECONDS",
    help="Stop an engine that does not come to an end.",
)  # fmt: skip
def verify(module: Path, engine: Path, timeout: int) -> None:
    """Load MODULE and each of its set-ups in the VASSAL engine, and report its complaints.

    The engine plays nobody's part: questions it asks are answered with yes and reported. Of each
    set-up the pieces on each map are counted, so that none is lost without a word.

    Needs a JDK of version 17 or later, and on Linux a display or Xvfb. The exit code is 0 when
    the engine complains of nothing, 1 when it does, 2 when it cannot be run.

    Example: modgen verify output/people-power/people-power-1.0.vmod --engine ~/VASSAL-3.7.26/lib
    """
    from modgen.verify import engine as engines

    read_module_or_stop(module)
    if sys.stderr.isatty():
        click.echo("The engine loads the module ...", err=True)
    try:
        verdict = engines.verify(module, engine, timeout)
    except engines.CannotRunError as problem:
        fail(str(problem))
    for line in engines.sentences(verdict):
        click.echo(line)
    raise click.exceptions.Exit(0 if verdict.clean else 1)

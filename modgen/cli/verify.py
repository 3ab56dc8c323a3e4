"""`modgen verify`: load a module in the real engine."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from modgen.cli.common import FILE, FOLDER, echo_lines, fail, module_errors

MINUTES = 5


@click.command("verify")
@click.argument("module", type=FILE)
@click.option(
    "--engine",
    type=FOLDER,
    required=True,
    envvar="VASSAL_LIB",
    show_envvar=True,
    help="Folder of a VASSAL installation, or its lib folder.",
)
@click.option(
    "--timeout",
    type=click.IntRange(1),
    default=MINUTES * 60,
    show_default=True,
    metavar="SECONDS",
    help="Stop the engine after this time.",
)
def verify(module: Path, engine: Path, timeout: int) -> None:
    """Load MODULE and each of its set-ups in the real VASSAL engine and report its complaints.

    Questions that the engine asks are answered with yes and reported. The pieces and decks of each
    set-up are counted by map, so that you notice when one is missing.

    Needs a JDK, version 17 or later, and on Linux a display or Xvfb.

    Exit code: 0 if the engine has no complaints, 1 if it has, 2 if it cannot be run.

    Example: modgen verify output/people-power/people-power-1.0.vmod --engine ~/VASSAL-3.7.26/lib
    """
    from modgen.vassal.extensions import read_whole_module
    from modgen.verify import engine as engines

    with module_errors():
        read_whole_module(module)
    if sys.stderr.isatty():
        click.echo("The engine is loading the module ...", err=True)
    try:
        verdict = engines.verify(module, engine, timeout)
    except engines.CannotRunError as problem:
        fail(str(problem))
    echo_lines(engines.sentences(verdict))
    raise click.exceptions.Exit(0 if verdict.clean else 1)

"""`modgen demo`: everything that Modgen does, on the bundled games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from modgen.cli.common import FOLDER, command_line, fail

SEED = "7"


class DemoStep(NamedTuple):
    """A command of the demo and the exit codes that it may end with."""

    arguments: tuple[str, ...]
    codes: tuple[int, ...] = (0,)


@click.command("demo")
@click.argument("folder", type=FOLDER, default=Path("output"))
def demo(folder: Path) -> None:
    """Build and print every bundled game, play games at random, and check them.

    Writes to FOLDER, by default `output`. Prints each command before running it, so that you can
    repeat it. Takes about a minute; a second run is faster because pictures are cached.

    Example: modgen demo output
    """
    from modgen.cli import cli

    for step in steps(folder):
        click.echo(f"$ modgen {command_line(step.arguments)}")
        code = run_command(cli, step.arguments)
        if code not in step.codes:
            fail(f"`modgen {step.arguments[0]}` ended with exit code {code}", code or 1)
    click.echo()
    click.echo(f"What was wrong in the second game: {folder / 'people-power' / 'report.html'}")
    click.echo(f"Modules to open with VASSAL 3.7:   {folder / '*' / '*.vmod'}")
    click.echo(f"Sheets to print at 100 %:          {folder / '*' / 'sheets' / '*' / '*.pdf'}")


def steps(folder: Path) -> Iterator[DemoStep]:
    """The commands of the demo, with output below a folder."""

    def at(*parts: str) -> str:
        return folder.joinpath(*parts).as_posix()

    papers = ("--paper", "a4", "--paper", "letter")
    for game, languages in (
        ("people-power", ("--lang", "en", "--lang", "es")),
        ("civil-power", ()),
        ("junta-coup", ()),
        ("amigos-insurrectos", ()),
        ("tirad-pass", ()),
    ):
        yield DemoStep(("build", game, *languages, "-o", at(game)))
        yield DemoStep(("sheets", game, *languages, *papers, "-o", at(game, "sheets")))
    modules = {game: at(game, f"{game}-1.0.vmod") for game in ("people-power", "junta-coup")}
    for game, more in (
        ("people-power", ("--noise",)),
        ("people-power", ("--noise", "--mistakes", "3")),
        ("junta-coup", ()),
    ):
        yield DemoStep(
            (
                "simulate",
                game,
                "--seed",
                SEED,
                *more,
                "--module",
                modules[game],
                "-o",
                at(game, "games"),
            )
        )
    yield DemoStep(("check", at("people-power", "games", "people-power-game-7.vlog")))
    yield DemoStep(("check", at("junta-coup", "games", "junta-coup-game-7.vlog")))
    yield DemoStep(
        (
            "check",
            at("people-power", "games", "people-power-mistakes-7.vlog"),
            "--module",
            modules["people-power"],
            "--format",
            "html",
            "-o",
            at("people-power", "report.html"),
        ),
        codes=(1,),
    )


def run_command(cli: click.Group, arguments: tuple[str, ...]) -> int:
    """Run a command in this process and return its exit code."""
    try:
        code = cli.main(list(arguments), prog_name="modgen", standalone_mode=False)
    except SystemExit as stopped:
        code = stopped.code
    except click.exceptions.Exit as stopped:
        code = stopped.exit_code
    return code if isinstance(code, int) else 0

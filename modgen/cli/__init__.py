"""The `modgen` command. Each subcommand is a module that is imported only when it is called."""

from __future__ import annotations

import atexit
import errno
import gc
import importlib
import io
import os
import sys
from typing import NoReturn

import click

from modgen import __version__
from modgen.errors import ModgenError, told
from modgen.shown import shown_lines

GROUPS = {
    "Make a game": {
        "demo": "Build, print, play and check the bundled games.",
        "new": "Write a small playable game to start from.",
        "import": "Make a game folder of a VASSAL module.",
        "check-data": "Check a game's files and report every problem.",
        "build": "Build a game's VASSAL module.",
        "sheets": "Print and play: cards, counters, map and aids as PDF.",
        "facts": "List what the rulebook states and what is assumed.",
        "locale": "Draft a translation of a game.",
        "icons": "List the icons that games can use by name.",
        "schema": "Write JSON Schemas, so that editors can check a game's files.",
        "serve": "Open a page in the browser: check logs, read files, design a game.",
        "merge-areas": "Merge provinces of a GeoJSON file into a game's areas.",
    },
    "Read games and check rules": {
        "log": "Tell the story of a save or log.",
        "replay": "Turn a log into a web page, pictures or an animation.",
        "join": "Join the logs of one game.",
        "trim": "Keep some steps of a log, or one position as a save.",
        "check": "Check whether a game was played by the rules.",
        "audit": "Judge thousands of logs, with a database and a report.",
        "rules": "List a rulebook's clauses and what checks them.",
        "rule": "Explain one clause.",
        "simulate": "Play random legal games and write them as logs.",
        "bind": "Generate a name mapping for a third-party module.",
    },
    "Look into modules": {
        "inspect": "Show what a module contains and what is missing.",
        "diff": "Describe what changed between two modules.",
        "verify": "Load a module in the real VASSAL engine and report complaints.",
        "publish-check": "Check what VASSAL's game library requires of a module.",
        "roundtrip": "Read saves and logs, encode them again and compare the bytes.",
        "unpack": "Unpack a module, save or log into a folder of text.",
        "pack": "Make a module, save or log from an unpacked folder.",
        "pieces": "Write an unpacked module's pieces to a table, or apply a changed one.",
        "refresh": "Bring saves and logs of an older version to a newer module.",
        "merge": "Merge the changes of two people to one module.",
    },
}
"""The commands in groups, with the line that `modgen --help` shows for each."""

COMMANDS = {name: text for commands in GROUPS.values() for name, text in commands.items()}

FILES = {"import": "import_game"}
FUNCTIONS = {"import": "import_game", "new": "new_game"}
"""The file and the function of commands that do not have the command's name."""

DEBUG = "MODGEN_DEBUG"
"""The environment variable that makes unexpected errors end with a traceback."""


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that `modgen` starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import `modgen.cli.<name>` and return its command."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"modgen.cli.{FILES.get(name, name)}")
        command: click.Command = getattr(module, FUNCTIONS.get(name, name))
        return command

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. Click exits with 1 if the output is closed; here 1 means `illegal`."""
        try:
            return super().invoke(ctx)
        except OSError as problem:
            if _is_closed_pipe(problem):
                _leave_closed_pipe()
            raise

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands by group without importing them."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(list(commands.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the closest name for an unknown command."""
        name = args[0] if args else ""
        if args and not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            hint = f" Did you mean `{near[0]}`?" if near else " `modgen --help` lists all commands."
            raise click.UsageError(f"There is no command `{name}`.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="modgen")
def cli() -> None:
    """Describe a board wargame once: build its VASSAL module, print it, check its rules.

    GAME is the name of a bundled game (people-power, civil-power, junta-coup, amigos-insurrectos,
    tirad-pass) or a folder with a game.yaml. `modgen COMMAND --help` explains a command and gives
    an example.

    Example: modgen build people-power -o output/people-power
    """


def main() -> None:
    """Run the command line. Wrong input ends with exit code 2 and one sentence on stderr."""
    # A command allocates much and frees little, so frequent garbage collection only costs time.
    gc.set_threshold(500_000, 20, 20)
    atexit.register(_end_quickly)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    os.environ.setdefault("MODGEN_WORKERS", str(min(2, os.cpu_count() or 1)))
    _make_output_portable()
    try:
        code = cli.main(prog_name="modgen", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as problem:
        problem.message = shown_lines(problem.message)  # type: ignore[misc]  # final for subclasses
        problem.show()
        sys.exit(problem.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except ModgenError as problem:
        _stop(str(problem))
    except OSError as problem:
        if _is_closed_pipe(problem):
            _leave_closed_pipe()
        _stop(told(problem))
    except Exception as problem:
        if os.environ.get(DEBUG):
            raise
        _stop(
            f"internal error: {type(problem).__name__}: {problem}\n"
            f"This is a bug in modgen. Set {DEBUG}=1 to see where it happens."
        )
    sys.exit(code if isinstance(code, int) else 0)


def _end_quickly() -> None:
    """Leave all memory to the system, which takes it back at once, instead of freeing each object.

    DuckDB complains about objects that are still alive at the end.
    """
    if "duckdb" not in sys.modules:
        gc.freeze()


def _stop(message: str) -> NoReturn:
    click.echo(shown_lines(message), err=True)
    sys.exit(2)


def _is_closed_pipe(problem: OSError) -> bool:
    # Windows reports a closed pipe as an invalid argument.
    return problem.errno in (errno.EPIPE, errno.EINVAL) and problem.filename is None


def _leave_closed_pipe() -> NoReturn:
    # Python flushes stdout once more at exit; redirect that to the null device.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(141)


def _make_output_portable() -> None:
    """Make it possible to print every character, whatever the encoding of the system.

    Output to a file or pipe is UTF-8. The encoding of a console, or one that the user chose with
    PYTHONIOENCODING, is kept; characters that it lacks are printed as `?`.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty() or os.environ.get("PYTHONIOENCODING"):
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")

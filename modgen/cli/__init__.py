"""The `modgen` command; one subcommand a file, loaded only when it is called."""

from __future__ import annotations

import gc
import importlib
import os
import sys

import click

from modgen import __version__
from modgen.errors import ModgenError

COMMANDS = {
    "new": "Write a small playable game folder to start from.",
    "check-data": "Check a game's files and report every problem.",
    "build": "Build a game's VASSAL module.",
    "sheets": "Print and play: cards, counters, map and aids as PDF.",
    "inspect": "Show what a VASSAL module holds.",
    "diff": "Say in words what changed between two modules.",
    "facts": "List a game's facts, sourced and assumed.",
    "schema": "Write JSON Schemas for editors.",
    "verify": "Load a module in the real VASSAL engine and report its complaints.",
    "log": "Tell the story of a save or log.",
    "replay": "A log as a web page, pictures or an animation.",
    "check": "Judge a game: which turns break which rule.",
    "bind": "Draft what another module calls a game's pieces and places.",
    "rule": "Explain one rule.",
    "rules": "List a rulebook's clauses and what checks them.",
    "simulate": "Play legal games at random and write them as logs.",
    "roundtrip": "Read saves and logs, write them back, compare the bytes.",
    "merge-areas": "Merge the provinces of a GeoJSON file into a game's areas.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are asked for: `modgen` starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of a game's life."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import `modgen.cli.<name>` and take the command of that name from it."""
        if cmd_name not in COMMANDS:
            return None
        name = cmd_name.replace("-", "_")
        module = importlib.import_module(f"modgen.cli.{name}")
        command: click.Command = getattr(module, "new_game" if name == "new" else name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the nearest command when there is none of that name."""
        name = args[0] if args else ""
        if args and not name.startswith("-") and name not in COMMANDS:
            from difflib import get_close_matches

            near = get_close_matches(name, COMMANDS, 1)
            hint = f" Did you mean `{near[0]}`?" if near else " `modgen --help` lists them."
            raise click.UsageError(f"There is no command `{name}`.{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="modgen")
def cli() -> None:
    """One description of a board game: a VASSAL module, printed sheets, a rules checker.

    GAME is the name of a bundled game (people-power) or a folder with a game.yaml.

    Example: modgen build people-power -o output/people-power
    """


def main() -> None:
    """Run the command line; what is wrong with a user's input is one plain sentence."""
    # Short-lived commands make much and drop little; rare collections save a tenth of the time.
    gc.set_threshold(100_000, 20, 20)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")
    try:
        code = cli.main(prog_name="modgen", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as problem:
        problem.show()
        sys.exit(problem.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(141)
    except ModgenError as problem:
        click.echo(str(problem), err=True)
        sys.exit(2)
    except OSError as problem:
        where = f"{problem.filename}: " if problem.filename else ""
        click.echo(f"{where}{(problem.strerror or str(problem)).lower()}", err=True)
        sys.exit(2)

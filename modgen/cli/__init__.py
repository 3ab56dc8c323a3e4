"""The `modgen` command; one subcommand a file."""

import click

from modgen import __version__


@click.group()
@click.version_option(__version__, prog_name="modgen")
def main() -> None:
    """Turn a game folder into a VASSAL module, sheets, and facts for a checker."""

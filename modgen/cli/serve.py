"""`modgen serve`: a page in the browser with everything at hand."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import click

from modgen.assets import bundled_games

NEEDED = ("starlette", "uvicorn", "watchfiles")
"""What the extra `serve` installs."""


@click.command("serve")
@click.argument("game", required=False)
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="[default: a free one]")
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
def serve(game: str | None, port: int, no_browser: bool) -> None:
    """Open a page in the browser to make, edit, print and check games.

    On the page you begin or open a game below the current folder and edit its tables, texts,
    pictures and positions; every mistake is shown at its cell. With GAME the page opens this game.
    Without it, GAME is the current folder if it has a game.yaml.

    The page works without a network, answers only on this computer and sends nothing anywhere.
    Uploaded files are deleted at the end. Press Ctrl-C to stop.

    Example: modgen serve my-game
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        click.echo(
            f"`modgen serve` needs {', '.join(missing)}, which is not installed; "
            'run: pip install "vassal-modgen[serve]"',
            err=True,
        )
        sys.exit(2)
    from modgen.serve.server import serve as serve_page

    if game is None and Path("game.yaml").is_file():
        game = "."
    if game is not None and game not in bundled_games() and not Path(game, "game.yaml").exists():
        # Imported only now, because it takes longer than everything else until the page is open.
        from modgen.cli.common import game_folder

        game_folder(game)
    serve_page(game, port, open_browser=not no_browser, told=_tell)


def _tell(address: str) -> None:
    click.echo(f"{address}\nPress Ctrl-C to stop.")

"""`modgen simulate`: whole legal games of a random player, as logs."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.check import find_rulebook
from modgen.cli.common import FILE, FOLDER, read_module_or_stop
from modgen.cli.log import read_or_stop

if TYPE_CHECKING:
    from modgen.vassal.metadata import Metadata


@click.command("simulate")
@click.argument("game")
@click.option("-n", "number", type=click.IntRange(1, 10_000), default=1, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first game.")
@click.option("-o", "--output", type=FOLDER, required=True, help="The folder to write to.")
@click.option("--module", type=FILE, help="The module to play on.  [built for the purpose]")
@click.option("--mistakes", type=click.IntRange(0, 30), default=0, help="Plant so many mistakes.")
@click.option("--noise", is_flag=True, help="Wrong moves put right, undo, chat, any order.")
def simulate(  # noqa: PLR0917
    game: str,
    number: int,
    seed: int,
    output: Path,
    module: Path | None,
    mistakes: int,
    noise: bool,
) -> None:
    """Play legal games at random and write each as a log that the engine opens.

    With mistakes the games are not legal any more; what was planted is told.

    Example: modgen simulate people-power -n 20 --seed 7 -o games
    """
    rulebook = find_rulebook(game)
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        path = module or _built(game, Path(place))
        names = [one.id for one in rulebook.games[0].scenarios]
        setups, metadata = set_ups(path, Path(place), names)
        for n in range(seed, seed + number):
            tables = {name: read_or_stop((file,)).go(0) for name, file in setups.items()}
            writer, planted = rulebook.simulate(tables, metadata, n, noise, mistakes)
            kind = "mistakes" if mistakes else "game"
            target = output / f"{rulebook.games[0].id}-{kind}-{n}.vlog"
            writer.write(target)
            click.echo(f"{target} ({len(writer.steps)} steps)")
            for line in planted:
                click.echo(f"    planted at {line}")


def _built(game: str, folder: Path) -> Path:
    from modgen.cli.common import load_or_stop
    from modgen.compile.module import build_module

    return build_module(load_or_stop(game).game, folder)


def set_ups(module: Path, folder: Path, scenarios: list[str]) -> tuple[dict[str, Path], Metadata]:
    """The predefined set-ups of a module as files, and what it says of itself."""
    found = read_module_or_stop(module)
    files = {}
    for name in scenarios:
        target = folder / f"{name}.vsav"
        target.write_bytes(found.files[f"{name}.vsav"])
        files[name] = target
    return files, found.metadata

"""`modgen simulate`: random legal games, written as logs."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from modgen.cli.common import FILE, FOLDER, fail, read_module_or_stop
from modgen.cli.log import read_or_stop
from modgen.errors import ModgenError

if TYPE_CHECKING:
    from modgen.model.game import Game
    from modgen.vassal.module import Module


@click.command("simulate")
@click.argument("game")
@click.option(
    "-n",
    "number",
    type=click.IntRange(1, 10_000),
    default=1,
    show_default=True,
    help="How many games.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option("-o", "--output", type=FOLDER, required=True, help="The folder to write to.")
@click.option("--overlay", type=FOLDER, help="A folder with your own rows and parts of the game.")
@click.option("--rulebook", type=FOLDER, help="A folder with a rulebook of your own.")
@click.option("--module", type=FILE, help="The module to play on.  [default: a new one]")
@click.option("--turns", type=click.IntRange(1), help="Stop each game after this many turns.")
@click.option("--mistakes", type=click.IntRange(0, 30), default=0, help="Plant this many mistakes.")
@click.option("--noise", is_flag=True, help="Imitate the untidy play of people.")
def simulate(  # noqa: PLR0917
    game: str,
    number: int,
    seed: int,
    output: Path,
    overlay: Path | None,
    rulebook: Path | None,
    module: Path | None,
    turns: int | None,
    mistakes: int,
    noise: bool,
) -> None:
    """Play random legal games and write each as a log that VASSAL opens.

    With --mistakes the games are not legal; the command lists the mistakes that it planted.

    Example: modgen simulate people-power -n 20 --seed 7 -o games
    """
    from modgen_rules.engine.log_writer import copy_of
    from modgen_rules.engine.pipeline import find_rulebook
    from modgen_rules.engine.random_player import play

    if turns and (mistakes or noise):
        fail("--turns cannot be combined with --mistakes or --noise")
    book = find_rulebook(game, overlay, rulebook)
    first = book.games[0]
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        saved = {one.id: one.name for one in first.scenarios if not one.lesson and not one.at_start}
        if not saved:
            raise ModgenError(
                f"{first.id} has no scenario with a saved game; a simulated game cannot begin with"
                " the new game of an imported module, so add a scenario to `scenarios`"
            )
        folder = Path(temporary)
        played_on = read_module_or_stop(module) if module else _compiled(first, folder)
        files = set_ups(played_on, folder, saved)
        missing = [name for name in saved if name not in files]
        if missing:
            raise ModgenError(
                f"{module} has no set-up `{missing[0]}`; build the module of this game"
            )
        laid_out = {name: read_or_stop((file,)).go(0) for name, file in files.items()}
        for game_seed in range(seed, seed + number):
            tables = {name: copy_of(table) for name, table in laid_out.items()}
            writer, planted = play(
                book, tables, played_on.metadata, game_seed, noise, mistakes, turns or 0
            )
            kind = "mistakes" if mistakes else "game"
            target = output / f"{first.id}-{kind}-{game_seed}.vlog"
            writer.write(target)
            click.echo(f"{target} ({len(writer.steps)} steps)")
            for line in planted:
                click.echo(f"    planted at {line}")


def _compiled(game: Game, folder: Path) -> Module:
    """The module of a game. Its pictures are not drawn, if they are not in the game's parts."""
    from modgen.compile.module import build_module, compile_game

    if game.info.module.parts:
        return read_module_or_stop(build_module(game, folder))
    return compile_game(game).module


def set_ups(module: Module, folder: Path, scenarios: Mapping[str, str]) -> dict[str, Path]:
    """The predefined set-ups of a module as files in a folder, as far as it has them.

    `scenarios` are names by id. A set-up has the file name of the id, or the scenario's name.
    """
    named = {
        one.attributes.get("name", ""): one.attributes.get("file", "")
        for one in module.tree.find_all("PredefinedSetup")
    }
    files: dict[str, Path] = {}
    for key, name in scenarios.items():
        data = module.files.get(f"{key}.vsav") or module.files.get(named.get(name, ""))
        if data is not None:
            files[key] = folder / f"{key}.vsav"
            files[key].write_bytes(data)
    return files

"""Random games of a rulebook, played on a module and written as logs."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from modgen.compile.module import build_module, compile_game
from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen.vassal.module import Module, read_module
from modgen_rules.engine.random_player import SimulationError, play
from modgen_rules.engine.rulebook import Rulebook, Selective


class Simulated(NamedTuple):
    """A game that was played: its log, how many steps it has, and the mistakes in it."""

    path: Path
    steps: int
    planted: list[str]
    left_out: list[str]
    """What games of this rulebook leave out, and why; the same for all of them."""


def simulated(
    book: Rulebook,
    seeds: range,
    folder: Path,
    module: Module | None = None,
    *,
    noise: bool = False,
    mistakes: int = 0,
    turns: int = 0,
) -> Iterator[Simulated]:
    """Play a random game for each seed and write it into a folder.

    Without a module the game's own is built. Raises SimulationError if the module has no set-up
    of the game, and what `play` raises.
    """
    first = book.games[0]
    saved = {one.id: one.name for one in first.scenarios if not one.lesson and not one.at_start}
    if not saved:
        raise SimulationError(
            f"{first.id} has no scenario with a saved game; a simulated game cannot begin with"
            " the new game of an imported module, so add a scenario to `scenarios`"
        )
    with tempfile.TemporaryDirectory() as temporary:
        played_on = module or compiled_module(first, Path(temporary))
        files = set_ups(played_on, Path(temporary), saved)
        missing = [name for name in saved if name not in files]
        if missing:
            raise SimulationError(
                f"the module has no set-up `{missing[0]}`; build the module of this game"
            )
        laid_out = {name: read_timeline((file,)).go(0) for name, file in files.items()}
    left_out: list[str] = []
    if isinstance(book, Selective):
        left_out = book.not_played(laid_out, played_on.metadata)
    for seed in seeds:
        tables = {name: table.copy() for name, table in laid_out.items()}
        writer, planted = play(book, tables, played_on.metadata, seed, noise, mistakes, turns)
        kind = "mistakes" if mistakes else "game"
        path = folder / f"{first.id}-{kind}-{seed}.vlog"
        writer.write(path)
        yield Simulated(path, len(writer.steps), planted, left_out)


def compiled_module(game: Game, folder: Path) -> Module:
    """The module of a game. Its pictures are not drawn, if they are not in the game's parts.

    Boards without their pictures have their sizes, which the places of pieces depend on.
    """
    if game.info.module.parts:
        return read_module(build_module(game, folder))
    compiled = compile_game(game)
    pictures = compiled.pictures.all
    for board in compiled.module.tree.find_all("Board"):
        image = board.attributes.pop("image", "")
        if image:
            sides = zip(("width", "height"), pictures[image].pixels, strict=True)
            board.attributes |= {side: str(pixels) for side, pixels in sides}
    return compiled.module


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

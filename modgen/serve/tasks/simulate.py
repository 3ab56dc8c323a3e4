"""The job `simulate`: random games of a game, as logs to download or to check."""

from __future__ import annotations

from modgen.serve.tasks.live import result
from modgen.serve.worker import Task
from modgen_rules.engine.pipeline import find_rulebook
from modgen_rules.engine.simulation import simulated


def run(task: Task) -> None:
    """Play the random games of an order."""
    chosen = task.order["options"]["simulate"]
    number, seed = chosen["number"], chosen["seed"]
    task.emit("stage", stage="simulating", logs=[])
    book = find_rulebook(task.order["game"])
    games = simulated(
        book,
        range(seed, seed + number),
        task.folder,
        noise=chosen["noise"],
        mistakes=chosen["mistakes"],
        turns=chosen["turns"],
    )
    for done, game in enumerate(games, 1):
        task.emit("files", files=[result(task, game.path)])
        if game.planted:
            task.emit("planted", log=game.path.name, mistakes=game.planted)
        task.emit("progress", done=done, total=number)

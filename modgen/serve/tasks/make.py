"""The jobs `build` and `sheets`: a game's module, and its pages to print."""

from __future__ import annotations

from modgen.errors import ModgenError
from modgen.library.games import find_game, located_errors
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.serve.tasks.live import result
from modgen.serve.worker import Task

PAPERS = ("a4", "letter", "a3", "tabloid")


def run(task: Task) -> None:
    """Build the module or print the sheets of the order's game in one language."""
    loaded = load(find_game(task.order["game"]))
    if loaded.game.rules:
        from modgen_rules.engine.pipeline import all_languages
        from modgen_rules.general.rule_checks import check_rules

        loaded.report(check_rules(all_languages(loaded)))
        loaded.diagnostics.stop_on_errors()
    game = _in_language(loaded, task.order["options"].get("language"))
    with located_errors(loaded):
        if task.order["kind"] == "build":
            _build(task, game)
        else:
            _print(task, game)


def _in_language(loaded: Loaded, language: str | None) -> Game:
    try:
        return loaded.in_language(language or loaded.game.language)
    except KeyError:
        raise ModgenError(f"the game has no language `{language}`") from None


def _build(task: Task, game: Game) -> None:
    from modgen.compile.module import build_module
    from modgen.compile.naming import file_name

    def show(done: int, total: int) -> None:
        task.emit("progress", done=done, total=total)

    task.emit("stage", stage="building", logs=[file_name(game)])
    path = build_module(game, task.folder, show)
    task.emit("files", files=[result(task, path)])


def _print(task: Task, game: Game) -> None:
    from modgen.sheets.pipeline import PARTS, SheetOptions, write_sheets

    options = task.order["options"]
    paper = options.get("paper", "a4")
    parts = tuple(part for part in PARTS if part in options.get("parts", PARTS))
    if paper not in PAPERS or not parts:
        raise ModgenError(f"the paper must be one of {', '.join(PAPERS)}")
    for number, part in enumerate(parts):
        task.emit("stage", stage="printing", logs=[part])
        task.emit("progress", done=number, total=len(parts))
        for path in write_sheets(game, task.folder, SheetOptions(papers=(paper,), parts=(part,))):
            task.emit("files", files=[result(task, path)])
    task.emit("progress", done=len(parts), total=len(parts))

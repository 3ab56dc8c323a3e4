"""The jobs `build` and `sheets`: a game's module, and its pages to print."""

from __future__ import annotations

from pathlib import Path

from modgen.errors import ModgenError
from modgen.library.games import find_game, located_errors
from modgen.model.game import Game
from modgen.model.loading.folder import Loaded, load
from modgen.serve.tasks.live import result
from modgen.serve.worker import Task
from modgen.vassal.archive import write_archive


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
    from modgen.sheets.pipeline import ASKED, PARTS, SheetOptions, write_sheets

    chosen = dict(task.order["options"]["sheets"])
    if chosen["tabletop_simulator"] and not chosen["tabletop_address"]:
        raise ModgenError("say where you will upload the pictures for Tabletop Simulator")
    wanted = set(chosen.pop("parts"))
    parts = [part for part in (*PARTS, *ASKED) if part in wanted]
    papers, tabletop = tuple(chosen.pop("papers")), chosen.pop("tabletop_simulator")
    folder = task.folder.parent / "sheets"
    made: list[Path] = []
    for number, part in enumerate(parts):
        task.emit("stage", stage="printing", logs=[part])
        task.emit("progress", done=number, total=len(parts))
        options = SheetOptions(
            papers=papers,
            parts=(part,),
            tabletop_simulator=tabletop and not number,
            **chosen,
        )
        for path in write_sheets(game, folder, options):
            made.append(path)
            if path.suffix == ".pdf" and path.parent == folder:
                kept = path.rename(task.folder / path.name)
                made[-1] = kept
                task.emit("files", files=[result(task, kept)])
    if len(made) > 1:
        task.emit("files", files=[result(task, _packed(task, game, made, folder))])
    task.emit("progress", done=len(parts), total=len(parts))


def _packed(task: Task, game: Game, made: list[Path], folder: Path) -> Path:
    """All files that were printed in one archive."""
    archive = task.folder / f"{game.id}-sheets.zip"
    entries = {
        path.relative_to(folder if path.is_relative_to(folder) else task.folder).as_posix(): path
        for path in made
    }
    write_archive(archive, {name: path.read_bytes() for name, path in entries.items()})
    return archive

"""The job `read`: says what modules contain and how they differ, and replays saves and logs."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

from modgen.errors import ModgenError
from modgen.inspecting import report
from modgen.inspecting.advice import advice
from modgen.inspecting.differences import differences
from modgen.inspecting.saves import misfits
from modgen.inspecting.score import score, standing
from modgen.library.games import built_module
from modgen.log.dice import rolls
from modgen.log.story import Story
from modgen.log.timeline import read_timeline
from modgen.serve.tasks.live import Live
from modgen.serve.tasks.modules import game_of_log, given_module
from modgen.serve.worker import Task
from modgen.vassal.module import Module, read_module
from modgen.vassal.save import SaveFile

MOST = 400
"""The most lines of one list."""


def run(task: Task) -> None:
    """Read the files of an order: modules are inspected, then compared; logs are replayed."""
    modules, logs = task.paths("module"), task.paths("log")
    if not modules and not logs:
        raise ModgenError("add a module (.vmod, .vmdx), a save (.vsav) or a log (.vlog)")
    read = {path: read_module(path) for path in modules}
    for path, module in read.items():
        task.emit("stage", stage="inspecting", logs=[path.name])
        _inspect(task, path, module)
    for old, new in pairwise(modules):
        _compare(task, old, new, read)
    if modules and logs:
        _fit(task, logs, modules[-1], read[modules[-1]])
    for number, path in enumerate(logs):
        task.emit("stage", stage="reading", logs=[path.name])
        _replay(task, number, path)


def _inspect(task: Task, path: Path, module: Module) -> None:
    contents = report.inspect(module, path)
    points = score(module)
    data = contents.data()
    task.emit(
        "module",
        file=path.name,
        report=data,
        lines=list(report.text(module, contents))[: MOST * 4],
        advice=[each._asdict() for each in advice(module, contents)[:MOST]],
        score=[each._asdict() for each in points],
        standing=standing(sum(each.points for each in points)),
    )


def _compare(task: Task, old: Path, new: Path, read: dict[Path, Module]) -> None:
    changes = list(differences(read[old], read[new]))
    task.emit(
        "changes",
        old=old.name,
        new=new.name,
        number=len(changes),
        changes=[change._asdict() for change in changes[:MOST]],
    )


def _fit(task: Task, logs: list[Path], path: Path, module: Module) -> None:
    """Say for each save or log whether it works in a module."""
    found = []
    for log in logs:
        with SaveFile(log) as save:
            found.append({"file": log.name, "problems": list(misfits(save, module))[:MOST]})
    task.emit("fits", module=path.name, files=found)


def _replay(task: Task, number: int, path: Path) -> None:
    timeline = read_timeline([path])
    task.emit(
        "game",
        game=number,
        title=timeline.module.name if timeline.module else "",
        logs=[path.name],
        remarks=timeline.problems[:20],
        steps=len(timeline),
    )
    module = None
    try:
        given = given_module(task.paths("module"), timeline.module)
        if given is not None:
            module = read_module(given)
        else:
            game = game_of_log(task, path, timeline.module)
            module = built_module(game, timeline.module, task.folder.parent / "module")
    except ModgenError:
        task.emit("note", game=number, text="", key="no_module")
    images = module.images if module else None
    timeline.go(0)
    story = Story(timeline, module.tree if module else None, "", images)
    live = Live(task, number, story, module)
    live.send(len(timeline))
    thrown: Counter[tuple[str, str, int]] = Counter()
    for roll in rolls(timeline):
        thrown.update((roll.who, roll.what, each) for each in roll.results)
    task.emit("dice", game=number, counts=[[*key, n] for key, n in sorted(thrown.items())[:MOST]])

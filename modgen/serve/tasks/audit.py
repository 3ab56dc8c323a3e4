"""The job `audit`: checks logs and sends turns, findings and the board while it does."""

from __future__ import annotations

import time
import zipfile
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from modgen.errors import ModgenError
from modgen.library.games import built_module
from modgen.log.story import Story
from modgen.serve.tasks.live import Live, result
from modgen.serve.tasks.modules import (
    game_of_log,
    given_module,
    own_game,
    titles,
)
from modgen.serve.worker import Task
from modgen.vassal.archive import write_text
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, read_module
from modgen.vassal.replacing import atomic
from modgen_rules.engine.html_report import write_pages
from modgen_rules.engine.pipeline import check, played_on, timeline_of
from modgen_rules.engine.reports.findings import Finding, GameReport, Report, Segment
from modgen_rules.engine.reports.reports import as_json, as_sarif, plain_data, under

PAUSE = 0.05
"""Seconds between two events about turns."""


def run(task: Task) -> None:
    """Check the logs of an order."""
    logs = task.paths("log")
    if not logs:
        raise ModgenError("add at least one log (.vlog) or save (.vsav)")
    played = {path: played_on(path) for path in logs}
    options = _options(task, played)
    task.emit("stage", stage="reading", logs=[path.name for path in logs])
    with ThreadPoolExecutor(1) as pool:
        modules = _Modules(task, played, pool, options["game"])
        progress = _Progress(task, modules)
        report = check(logs, watch=progress, **options)
        progress.finish(report)
        _write_files(task, report, progress.pages)


def _options(task: Task, played: dict[Path, Metadata | None]) -> dict[str, Any]:
    """The options of the check: game, house rules, and a binding with its module."""
    chosen = task.order["options"].get("game") or None
    own = own_game(task)
    if chosen is None and own and {one.name for one in played.values() if one} <= titles(own):
        chosen = own
    options: dict[str, Any] = {"game": chosen}
    for path in task.paths("settings"):
        kind = "binding" if _is_binding(path) else "house_rules"
        options[kind] = path
    if "binding" in options:
        module = given_module(task.paths("module"), next(iter(played.values())))
        if module is None:
            raise ModgenError("with a name mapping, add the module on which the game was played")
        options["module"] = module
    return options


def _is_binding(path: Path) -> bool:
    """Whether a YAML file maps names of a module rather than listing house rules."""
    text = path.read_text("utf-8", "replace")
    return any(line.startswith(("places:", "pieces:")) for line in text.splitlines())


class _Modules:
    """The module of each log, read or built beside the check, in another thread."""

    def __init__(
        self,
        task: Task,
        played: dict[Path, Metadata | None],
        pool: ThreadPoolExecutor,
        game: str | None,
    ) -> None:
        self.task = task
        self.played = played
        self.game = game
        self.pool = pool
        self._made: dict[str, Future[Module]] = {}

    def start(self, path: Path) -> Future[Module]:
        """Begin to read or build the module of a log."""
        played = self.played[path]
        key = played.name or "" if played else ""
        if key not in self._made:
            self._made[key] = self.pool.submit(self._find, path, played)
        return self._made[key]

    def _find(self, path: Path, played: Metadata | None) -> Module:
        given = given_module(self.task.paths("module"), played)
        if given is not None:
            return read_module(given)
        game = self.game or game_of_log(self.task, path, played)
        return built_module(game, played, self.task.folder.parent / "module")


class _Progress:
    """Sends what is new each time the check has judged a turn."""

    def __init__(self, task: Task, modules: _Modules) -> None:
        self.task = task
        self.modules = modules
        self.pages: dict[int, Module] = {}
        """The module of each game whose board can be shown, by the game's number."""
        self._games: list[GameReport] = []
        self._live: dict[int, Live] = {}
        self._waiting: dict[int, Future[Module]] = {}
        self._turns = self._findings = 0
        self._stretch: GameReport | None = None
        self._last = 0.0

    def __call__(self, whole: GameReport, stretch: GameReport) -> None:
        if not self._games or self._games[-1] is not whole:
            self._begin(whole, stretch)
        if stretch is not self._stretch:
            self._stretch = stretch
            self._turns = self._findings = 0
        if time.monotonic() - self._last < PAUSE:
            return
        self._send(whole, stretch)
        self._last = time.monotonic()

    def _begin(self, whole: GameReport, stretch: GameReport) -> None:
        self._games.append(whole)
        number = len(self._games) - 1
        self._waiting[number] = self.modules.start(whole.parts[0].path)
        self.task.emit(
            "game",
            game=number,
            title=whole.title,
            logs=whole.logs,
            remarks=whole.remarks,
            steps=whole.steps + stretch.steps,
        )

    def _send(self, whole: GameReport, stretch: GameReport) -> None:
        number, steps = len(self._games) - 1, whole.steps
        turns = [_turn(one, steps) for one in stretch.segments[self._turns :]]
        findings = [_finding(one, steps) for one in stretch.findings[self._findings :]]
        self._turns, self._findings = len(stretch.segments), len(stretch.findings)
        if turns or findings:
            self.task.emit("turns", game=number, turns=turns, findings=findings)
        live = self._show(number, whole, wait=False)
        if live is not None and turns:
            live.send(turns[-1]["steps"][1])

    def _show(self, number: int, whole: GameReport, *, wait: bool) -> Live | None:
        """The board of a game, once its module is there."""
        future = self._waiting.get(number)
        if future is None or number in self._live or not (wait or future.done()):
            return self._live.get(number)
        del self._waiting[number]
        module = None
        try:
            module = future.result()
        except ModgenError as problem:
            self.task.emit("note", game=number, text=self.task.plain(str(problem)))
        timeline = timeline_of(whole)
        tree = module.tree if module else None
        images = module.images if module else None
        if module is not None:
            self.pages[number] = module
        story = Story(timeline, tree, "", images)
        self._live[number] = Live(self.task, number, story, module)
        return self._live[number]

    def finish(self, report: Report) -> None:
        """Send the whole report, with the games in its order, and the rest of the steps."""
        order = [self._number(game) for game in report.games]
        games = zip(order, report.games, plain_data(report)["games"], strict=True)
        for number, game, data in games:
            known: set[str] = set()
            for finding, shown in zip(game.findings, data["findings"], strict=True):
                known.add(finding.code)
                shown["also"] = [*under(finding, known)]
            self.task.emit("report", game=number, data=data)
        notes = [finding.data() for finding in report.notes]
        found = {finding.verdict for finding in report.findings}
        verdict = next((one for one in ("illegal", "suspect") if one in found), "ok")
        self.task.emit("summary", text=report.summary, order=order, notes=notes, verdict=verdict)
        for number in order:
            live = self._show(number, self._games[number], wait=True)
            if live is not None:
                live.send(len(live.story.timeline))
        self.pages = {at: self.pages[n] for at, n in enumerate(order) if n in self.pages}

    def _number(self, game: GameReport) -> int:
        logs = [part.path for part in game.parts]
        return next(
            n for n, one in enumerate(self._games) if [part.path for part in one.parts] == logs
        )


def _turn(segment: Segment, steps: int) -> dict[str, Any]:
    where = segment.where.shifted(steps)
    return {
        "title": segment.title,
        "steps": list(where),
        "actor": segment.actor,
        "story": segment.story,
        "verdict": segment.verdict,
    }


def _finding(finding: Finding, steps: int) -> dict[str, Any]:
    return finding.data() | {"steps": list(finding.where.shifted(steps))}


def _write_files(task: Task, report: Report, modules: dict[int, Module]) -> None:
    """The report as files to download: JSON, SARIF, and HTML if every board can be shown."""
    files = []
    for name, writer in (("report.json", as_json), ("report.sarif", as_sarif)):
        write_text(task.folder / name, writer(report) + "\n")
        files.append(result(task, task.folder / name))
    task.emit("files", files=files)
    if not report.games or len(modules) != len(report.games):
        return
    used = [modules[n] for n in range(len(report.games))]
    pages = write_pages(report, used, task.folder / "report.html")
    if len(pages) == 1:
        task.emit("files", files=[result(task, pages[0])])
        return
    packed = task.folder / "report.zip"
    with atomic(packed) as part, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
        for page in pages:
            archive.write(page, page.name)
    task.emit("files", files=[result(task, packed)])

"""A workbench for the general laws: builds a game's module and writes logs on its set-ups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from modgen.compile.module import compile_game
from modgen.log.table import Player, Table
from modgen.log.timeline import Timeline, read_timeline
from modgen.model.loading.folder import load
from modgen.vassal import commands as c
from modgen.vassal.metadata import Metadata
from modgen.vassal.traits import Mask
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.pipeline import all_languages
from modgen_rules.engine.record.open_log import OpenLog, open_log
from modgen_rules.engine.record.place_lookup import OwnModule
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.general.book import GeneralRulebook
from modgen_rules.general.turns import TurnRecord, turns_of


class Hands(LogWriter):
    """A log writer with the moves that general tests need."""

    def phase(self, phase: str) -> None:
        """Move the turn tracker to a phase."""
        number = list(self.game.phases).index(phase)
        state = f"0|{number};0;0;{','.join(['true'] * len(self.game.phases))}"
        self.step([c.SetTurn(id="TurnTracker0", state=state)])

    def pick(self, kind: str, place: str, number: int = 1) -> list[str]:
        """Some pieces of a kind in a place, on any face."""
        found = [key for key, state in self.where(kind) if state.place == place]
        assert len(found) >= number, f"{place} has {len(found)} {kind}"
        return found[:number]

    def go(self, side: str, kind: str, source: str, target: str, number: int = 1) -> list[str]:
        """A side drags pieces of a kind, all at once."""
        keys = self.pick(kind, source, number)
        self.move(keys, target, side)
        return keys

    def card(self, card: str, place: str, side: str) -> str:
        """A side drags a card to a pile (by its box), or to a hand (`hand:baker`)."""
        (key,) = [key for key, _ in self.where(f"card_{card}")]
        if place.startswith("hand:"):
            windows = OwnModule.of([self.game]).windows
            board = next(name for name, at in windows.items() if str(at) == place)
            self.put(key, board, 90 + 10 * len(self.steps), 100, side)
        else:
            self.move([key], place, side)
        return key

    def put(self, key: str, board: str, x: int, y: int, side: str) -> None:
        """A side drags a piece to a pixel of a map."""
        self._finish(self._put(key, (board, x, y), side))

    def mask(self, key: str, owner: str, said: str) -> None:
        """Turn a piece face down for a side or player, or up (`null`)."""
        piece = self.table.pieces[key]
        before = piece.game_piece
        traits = tuple(
            trait.but(obscured_by=owner) if isinstance(trait, Mask) else trait
            for trait in before.traits
        )
        self._change(piece, before.but(traits=traits), said)

    def delete(self, key: str) -> None:
        """Remove a piece from the game."""
        self.step([c.RemovePiece(id=key)])

    def clone(self, key: str, new: str) -> None:
        """Add a copy of a piece where it lies."""
        piece = self.table.pieces[key]
        self.step([c.AddPiece(id=new, type=piece.type, state=piece.state)])


class Workbench:
    """A game folder with its module, in a folder for the files that it writes."""

    def __init__(self, game: Path, folder: Path, *, page: bool = False) -> None:
        """With `page` the rules of the game's `rules.yaml` are judged, too."""
        self.folder = folder
        self.loaded = load(game)
        self.games = all_languages(self.loaded)
        if not page:
            self.games = [replace(game, rules=()) for game in self.games]
        self.game = self.games[0]
        self._module = compile_game(self.game).module
        self._tables: dict[str, Table] = {}

    @property
    def module(self) -> Metadata:
        """The metadata of the game's module."""
        return self._module.metadata

    def table(self, scenario: str = "") -> Table:
        """A new table with a scenario's set-up; without a name, the first one's."""
        name = scenario or self.game.scenarios[0].id
        if name not in self._tables:
            path = self.folder / f"{name}.vsav"
            path.write_bytes(self._module.files[path.name])
            self._tables[name] = read_timeline([path]).go(0)
        return self._tables[name].copy()

    def writer(self, scenario: str = "", seats: Sequence[str] | None = None) -> Hands:
        """A log to write into; every side has a player whose id is the side's."""
        table = self.table(scenario)
        for side in self.game.sides.values():
            if seats is None or side.id in seats:
                table.put("players", side.id, Player(side.name, side.name))
        table.journal.clear()
        return Hands(self.game, self.games, table, self._module.metadata)

    def read(self, writer: LogWriter) -> Timeline:
        """A log as it is read again."""
        timeline = writer.timeline("trial.vlog")
        assert timeline.problems == []
        return timeline

    def open(self, writer: LogWriter) -> OpenLog:
        """The log opened for judging."""
        kinds = {piece.id for piece in self.game.pieces}
        return open_log(self.games, self.read(writer), kinds)

    def judge(self, writer: LogWriter) -> GameReport:
        """The report on the log by the general laws."""
        book = GeneralRulebook(self.games, self.loaded.sources)
        return judge_log(book, self.read(writer), ["trial.vlog"])

    def codes(self, writer: LogWriter) -> list[str]:
        """The codes of all findings on the log."""
        return [finding.code for finding in self.judge(writer).findings]

    def line(self, file: str, text: str) -> int:
        """The first line of a file of the game that contains a text, counted from 1."""
        lines = (self.loaded.folder / file).read_text("utf-8").splitlines()
        return next(number for number, line in enumerate(lines, 1) if text in line)

    def place_at(self, writer: LogWriter, key: str, x: int, y: int) -> str:
        """The place at a pixel of the map on which a piece lies."""
        piece = writer.table.pieces[key]._replace(x=x, y=y)
        return str(OwnModule.of(self.games).place(piece, writer.table))

    def turns(self, writer: LogWriter) -> list[TurnRecord]:
        """The turns of the log."""
        return list(turns_of(self.open(writer)))

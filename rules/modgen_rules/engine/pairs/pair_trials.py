"""Judges the pairs of a rulebook: as tidy records, and with each lapse of `lapses`."""

from __future__ import annotations

from dataclasses import replace

from modgen.log.table import Table
from modgen_rules.engine.pairs.board_lines import play_lines
from modgen_rules.engine.pairs.board_words import ExampleError
from modgen_rules.engine.pairs.pairs import FILE, NOTHING, Pair, PairError, PairPosition
from modgen_rules.engine.record.table_manners import Special, TableManners
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.lapses import LAPSES, Line
from modgen_rules.engine.writing.log_writer import LogWriter

TIDY = "tidy"
VERSIONS = (TIDY, *(one.name for one in LAPSES))
"""A record as the pair has it, then with one lapse each."""


class PairTrials:
    """Writes and judges the records of pairs of one game."""

    def __init__(self, trial: Trial, special: Special = lambda *_: None) -> None:
        """`special` is the rulebook's knowledge about the roles of pieces, as in TableManners."""
        self.trial = trial
        self._manners = TableManners.of(trial.game, {}, special)
        self._tables: dict[PairPosition, Table] = {}
        self._last: tuple[Pair, str, LogWriter, Line] | None = None

    def _writer(self, pair: Pair, act: str) -> LogWriter:
        """A log that begins in the position of an act."""
        trial, position = self.trial, pair.begins(act)
        if position not in self._tables:
            if position.scenario not in {scenario.id for scenario in trial.game.scenarios}:
                raise PairError(f"{pair.name}: there is no set-up `{position.scenario}`")
            writer = trial.writer(position.scenario)
            _play(pair, "with", position.changes, writer)
            self._tables[position] = writer.table
        return trial.continued(self._tables[position].copy())

    def record(self, pair: Pair, act: str, version: str) -> LogWriter | None:
        """The record of the legal or the illegal act; None if it has no occasion for the lapse."""
        tidy, line = self._tidy(pair, act)
        if version == TIDY:
            return tidy
        lapse = next(one for one in LAPSES if one.name == version)
        writer = self._writer(pair, act)
        return writer if lapse.do(line, writer) else None

    def _tidy(self, pair: Pair, act: str) -> tuple[LogWriter, Line]:
        """The tidy record of an act, which is kept until another one is asked for."""
        if self._last is None or self._last[:2] != (pair, act):
            tidy = self._writer(pair, act)
            places = {key: state.place for key, state in tidy.states.items()}
            for name in ("first", act, "then"):
                _play(pair, name, getattr(pair, name) or "", tidy)
            kinds = {key: state.kind for key, state in tidy.states.items()}
            manners = replace(self._manners, kinds=kinds)
            self._last = pair, act, tidy, Line(tidy.acts, manners, places)
        return self._last[2:]

    def stages(self, pair: Pair, act: str) -> tuple[LogWriter, int, int]:
        """The tidy record of an act, and the last steps before the act and of the act."""
        writer = self._writer(pair, act)
        _play(pair, "first", pair.first, writer)
        before = len(writer.steps)
        _play(pair, act, getattr(pair, act) or "", writer)
        after = len(writer.steps)
        _play(pair, "then", pair.then, writer)
        return writer, before, after

    def judge(self, pair: Pair, act: str, version: str) -> GameReport | None:
        """The report on a record; None as for `record`."""
        writer = self.record(pair, act, version)
        return None if writer is None else self.trial.check(writer)


def _play(pair: Pair, name: str, text: str, writer: LogWriter) -> None:
    """Carry out one of the texts of a pair. Raises PairError."""
    try:
        play_lines(text, writer)
    except ExampleError as problem:
        where = pair.places.get(name, FILE)
        raise PairError(f"{where}: {pair.name}, `{name}`: {problem}") from problem


def accused(report: GameReport) -> bool:
    """Whether a report says that something is illegal."""
    return any(one.verdict == "illegal" for one in report.findings)


def misjudged(pair: Pair, act: str, version: str, report: GameReport) -> str:
    """What is wrong with a report on a version of one of the acts; empty when it is right.

    On the legal act it has no finding but notes. On the illegal one the first finding is of the
    clause that the pair expects, and sure enough to name it. A lapse itself may be suspected.
    """
    told = pair.told.get(version, frozenset())
    expected = pair.expected(act, version)
    found = [
        one
        for one in report.findings
        if one.verdict == "illegal"
        or (one.verdict != "note" and one.clause not in told - {expected})
    ]
    named = bool(found) and found[0].clause == expected
    sure = named and found[0].verdict in ("illegal", "suspect")
    if act == "legal":
        right = not found or (named and not accused(report))
    else:
        right = not accused(report) if expected == NOTHING else sure
    if right:
        return ""
    return "; ".join(f"{one.verdict} {one.clause}: {one.message}" for one in found) or (
        "nothing was found"
    )

"""Judges one game by its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from modgen.compile.naming import file_name
from modgen.log.timeline import Timeline, extension_problems
from modgen_rules.engine.record.open_log import open_log
from modgen_rules.engine.record.own_lookups import Lookups, own_lookups
from modgen_rules.engine.reports.act_marks import with_acts
from modgen_rules.engine.reports.consequences import by_cause
from modgen_rules.engine.reports.findings import GameReport, ordered
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.engine.reports.secrecy import Reader, Secrets, remarks_on
from modgen_rules.engine.reports.words import words_of
from modgen_rules.engine.rulebook import Rulebook

DICE_TOLD = (
    "Some dice are told in chat instead of rolled in the log. What they brought is not judged."
)


def judge_log(
    rulebook: Rulebook,
    timeline: Timeline,
    logs: list[str],
    lookups: Lookups | None = None,
    watch: Callable[[GameReport], None] | None = None,
    reader: Reader | None = None,
) -> GameReport:
    """Judge every turn of a log; `logs` are the names of its files.

    Without lookups the log was played on a module that Modgen built. `watch` is called with the
    report so far at the beginning and after each turn. With a `reader`, nothing is told of what
    that reader cannot see when the log ends. Raises UnusableLogError and UnknownSideError.
    """
    lookups = lookups or Lookups(*own_lookups(rulebook.games))
    log = open_log(rulebook.games, timeline, rulebook.kinds, lookups)
    game = rulebook.games[0]
    report = GameReport(game.id, rulebook.clauses.prefix, logs, title=game.info.title)
    report.steps = len(timeline)
    report.remarks += _other_extensions(rulebook, timeline, lookups.extensions)
    builder = ReportBuilder(game, rulebook.clauses, report, lookups.own)
    builder.dice_told = lambda where: log.told_dice.unjudged(where.first, where.last)
    secrets = Secrets(timeline, game, reader) if reader else None

    def told() -> GameReport:
        if secrets is None:
            return report
        turns = [secrets.story(turn) for turn in report.segments]
        return replace(report, findings=secrets.told(report.findings), segments=turns)

    if watch:
        watch(told())
    for turn in rulebook.turns(log, builder):
        rulebook.explain(turn, builder)
        if watch:
            watch(told())
    found = with_acts(log, ordered(report.findings))
    report.findings = by_cause(found, report.segments, words_of(log.games), game, rulebook.clauses)
    if secrets is not None:
        report.remarks += secrets.remarks(report.findings)
        report = told()
    if builder.left_out:
        report.remarks.append(DICE_TOLD)
    report.remarks += remarks_on(report.findings, reader.side if reader else "")
    return report


def _other_extensions(
    rulebook: Rulebook, timeline: Timeline, given: Mapping[str, str]
) -> Iterator[str]:
    """A sentence for each extension of a log that is given otherwise, or not, but for the game."""
    own = {Path(file_name(game)).stem for game in rulebook.games if game.parent is not None}
    played = {name: one for name, one in timeline.extensions.items() if name not in own}
    for problem in extension_problems(played, given, "what it adds is not judged"):
        yield f"{problem[0].upper()}{problem[1:]}."

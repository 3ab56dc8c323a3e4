"""A whole game judged: cards, turns, Election Rounds, and what must hold after each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from modgen_rules.engine.reading.whole_logs import read_rounds
from modgen_rules.engine.reports.findings import Span
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.people_power.judging import wording
from modgen_rules.people_power.judging.audit_data import AuditData
from modgen_rules.people_power.judging.card_checks import (
    check_cylinders,
    check_deck,
    check_personalities,
    check_set_up,
    check_taken_back,
)
from modgen_rules.people_power.judging.round_report import RoundReport
from modgen_rules.people_power.judging.turn_report import report_card, report_eligibility
from modgen_rules.people_power.reading.card_rules import CardReading, CardRules
from modgen_rules.people_power.reading.log_index import LogIndex
from modgen_rules.people_power.reading.sequence import CardPlay, card_plays


def audit(builder: ReportBuilder, index: LogIndex) -> Iterator[Callable[[], None]]:
    """The parts of a game in order; each notes its findings and turns when it is called."""
    data = AuditData(builder, index)
    plays = list(card_plays(index, data.orders))
    data.kept = any(play.boxes for play in plays)
    data.boxed = any(play.marks for play in plays)
    yield partial(data.note_position, 0, "", Span(0, 0))
    yield partial(check_set_up, data)
    yield partial(check_deck, data)
    yield partial(check_cylinders, data, plays)
    readings: dict[int, CardReading] = {}
    played = {n: play for n, play in enumerate(plays) if play.number and not play.election}
    by_step = {play.start: play for play in played.values()}
    rules = CardRules(index, data.effects, data.orders, by_step)
    lapses = builder.report.lapses
    yield lambda: readings.update(read_rounds(rules, index, played, data.kept, lapses))
    for n, play in enumerate(plays):
        following = plays[n + 1] if n + 1 < len(plays) else None
        yield partial(_judge_card, data, n, play, following, readings)
    yield partial(check_taken_back, data)
    yield data.check_control_kept


def _judge_card(
    data: AuditData,
    number: int,
    play: CardPlay,
    following: CardPlay | None,
    readings: dict[int, CardReading],
) -> None:
    data.card = play.number
    title = wording.card_title(data.game, play.number)
    if play.election:
        ended = RoundReport(data, play, title).report()
        if not ended:
            where = Span(play.start, max(play.start, play.end))
            data.shown = check_personalities(data, play, where, title, data.shown)
    elif play.number:
        report_card(data, play, readings[number])
    elif play.end > play.start and not data.unchanged(play.start, play.end):
        data.find("2.2.a", Span(play.start + 1, play.end), title)
    if following is not None and play.number:
        report_eligibility(data, play, following, readings.get(number))

"""What an audit writes down: findings, turns, and what must hold after each of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen_rules.engine.findings import Span, TurnVerdict, Verdict
from modgen_rules.engine.report_builder import ReportBuilder
from modgen_rules.people_power import wording
from modgen_rules.people_power.facts import rests_on
from modgen_rules.people_power.invariants import bookkeeping, breaches
from modgen_rules.people_power.judging import card_effects
from modgen_rules.people_power.log_index import LogIndex
from modgen_rules.people_power.sequence import CardPlay


@dataclass
class Notebook:
    """What every part of an audit shares: the log, the report builder, the cards' effects."""

    builder: ReportBuilder
    tape: LogIndex
    _standing: set[tuple[str, int | None, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.game, self.report = self.builder.game, self.builder.report
        self.find, self.segment = self.builder.find, self.builder.segment
        self.builder.assumed_fact = self.rests_on
        self.board = self.tape.board
        self.orders = {
            int(card.id): tuple(card.order) for card in self.game.cards if card.deck == "event"
        }
        self.effects = card_effects(self.game)
        self._card_now = 0
        self._shown: frozenset[int] = frozenset()

    def _invariants(self, step: int, actor: str, where: Span) -> None:
        """New breaches only: each is told once, where it began."""
        state, marks = self.tape.states[step], self.tape.marks[step]
        now: set[tuple[str, int | None, str]] = set()
        for kind, found in (
            ("illegal", breaches(state, marks, self.board)),
            ("note", bookkeeping(state, marks, self.board)),
        ):
            for one in found:
                key = (one.clause, one.space, one.observed)
                now.add(key)
                if key in self._standing:
                    continue
                verdict: Verdict = "illegal" if kind == "illegal" else "note"
                if one.clause.startswith("1.5.3") or one.clause in ("1.5.1.a",):
                    verdict = "suspect"
                self.find(one.clause, verdict, where, actor, "", message=one.message,
                           expected=one.expected, observed=one.observed)  # fmt: skip
        self._standing = now

    def rests_on(self, number: str) -> str:
        """An assumed fact of the map or of the card that is played."""
        return rests_on(number, self.board, self.game, self._card_now)

    def _segment(
        self, play: CardPlay, actor: str, start: int, end: int, story: str, verdict: TurnVerdict
    ) -> None:
        title = (
            wording.turn_title(self.game, play.card, actor)
            if actor
            else wording.card_title(self.game, play.card)
        )
        self.segment(title, actor, start, end, story, verdict)

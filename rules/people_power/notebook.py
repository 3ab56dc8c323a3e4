"""What an audit writes down: findings, turns, and what must hold after each of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from modgen.model.whole import Game
from rules.engine.clauses import ClauseTable
from rules.engine.findings import Finding, Report, Segment, Span, Verdict
from rules.people_power import wording
from rules.people_power.facts import rests_on
from rules.people_power.invariants import bookkeeping, breaches
from rules.people_power.judging import card_effects
from rules.people_power.sequence import CardPlay
from rules.people_power.tape import Tape

TurnVerdict = Literal["ok", "illegal", "suspect", "cannot-tell"]


@dataclass
class Notebook:
    """A report while it is written."""

    game: Game
    tape: Tape
    clauses: ClauseTable
    report: Report
    lawful: bool = True
    """Whether assumed facts are law, as on our own module."""
    _standing: set[tuple[str, int | None, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
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
                self._find(one.clause, verdict, where, actor, "", message=one.message,
                           expected=one.expected, observed=one.observed)  # fmt: skip
        self._standing = now

    def _find(
        self, number: str, verdict: Verdict, where: Span, actor: str, title: str, *,
        message: str = "", expected: str = "", observed: str = "", story: str = "",
        others: int = 0, fact: str = "", one_of: tuple[str, ...] = (),
    ) -> None:  # fmt: skip
        clause = self.clauses[number]
        assumed = "" if self.lawful else rests_on(number, self.board, self.game, self._card_now)
        if verdict == "illegal" and assumed:
            verdict, fact = "cannot-tell", assumed
        side = self.game.sides[actor].name if actor else ""
        text = wording.sentence(clause, title, message, observed, one_of)
        severity = clause.severity if verdict == "illegal" else "warning"
        self.report.findings.append(
            Finding(
                clause.code, number, verdict, "info" if verdict == "note" else severity, where,
                side, text, expected, observed, story, others, fact,
            ).marked(",".join(self.report.logs))
        )  # fmt: skip

    def _segment(
        self, play: CardPlay, actor: str, start: int, end: int, story: str, verdict: TurnVerdict
    ) -> None:
        title = (
            wording.turn_title(self.game, play.card, actor)
            if actor
            else wording.card_title(self.game, play.card)
        )
        side = self.game.sides[actor].name if actor else ""
        self.report.segments.append(
            Segment(title, Span(start + 1, max(end, start + 1)), side, story, verdict, start)
        )


def worst(findings: list[Finding]) -> TurnVerdict:
    """The verdict on a turn with such findings."""
    verdicts: tuple[TurnVerdict, ...] = ("illegal", "suspect", "cannot-tell")
    for verdict in verdicts:
        if any(one.verdict == verdict for one in findings):
            return verdict
    return "ok"

"""What all parts of an audit share: the log, the game's data, the report builder."""

from __future__ import annotations

from dataclasses import dataclass, field

from modgen_rules.engine.findings import Span, Verdict
from modgen_rules.engine.report_builder import ReportBuilder
from modgen_rules.people_power.facts import rests_on
from modgen_rules.people_power.invariants import bookkeeping, breaches
from modgen_rules.people_power.judging import card_effects
from modgen_rules.people_power.log_index import LogIndex

FIXED_BY_MARKERS = ("1.5.1.a",)
"""Breaches of a position that only show how pieces were handled, beside those of 1.5.3."""


@dataclass
class AuditData:
    """A log under audit. `card` is the card that is being judged; 0 for none."""

    builder: ReportBuilder
    index: LogIndex
    card: int = 0
    shown: frozenset[int] = frozenset()
    """Personalities of earlier Rounds (5.3)."""
    _known: set[tuple[str, int | None, str]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.game = self.builder.game
        self.board = self.index.board
        self.orders = {
            int(card.id): tuple(card.order) for card in self.game.cards if card.deck == "event"
        }
        self.effects = card_effects(self.game)
        self.builder.assumed_fact = self.assumed_fact
        last = bookkeeping(self.index.states[-1], self.index.marks[-1], self.board)
        self._never_right = {(breach.clause, breach.space) for breach in last}

    def assumed_fact(self, number: str) -> str:
        """An assumed fact of the map or of the card that is played."""
        return rests_on(number, self.board, self.game, self.card)

    def note_position(self, step: int, actor: str, where: Span, again: int | None = None) -> None:
        """Note what is wrong with the position after a step and was not noted before.

        With a second step `again`, only what is still wrong then: markers come a little late.
        """
        state, marks = self.index.states[step], self.index.marks[step]
        last = step if again is None else again
        later = {
            (breach.clause, breach.space)
            for find in (breaches, bookkeeping)
            for breach in find(self.index.states[last], self.index.marks[last], self.board)
        }
        now: set[tuple[str, int | None, str]] = set()
        for derived, found in (
            (False, breaches(state, marks, self.board)),
            (True, bookkeeping(state, marks, self.board)),
        ):
            for breach in found:
                key = (breach.clause, breach.space, breach.observed)
                if (breach.clause, breach.space) not in later:
                    continue
                now.add(key)
                if key in self._known:
                    continue
                verdict: Verdict = "note" if derived else "illegal"
                if derived and (breach.clause, breach.space) in self._never_right:
                    verdict = "suspect"
                if breach.clause.startswith("1.5.3") or breach.clause in FIXED_BY_MARKERS:
                    verdict = "suspect"
                self.builder.find(
                    breach.clause, verdict, where, actor, "", message=breach.message,
                    expected=breach.expected, observed=breach.observed,
                )  # fmt: skip
        self._known = now

    def unchanged(self, first: int, last: int) -> bool:
        """Whether the position after two steps is the same."""
        a, b = self.index.states[first], self.index.states[last]
        return (a.spaces, a.tracks, a.available) == (b.spaces, b.tracks, b.available)

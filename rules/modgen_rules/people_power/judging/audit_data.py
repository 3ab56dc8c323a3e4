"""What all parts of an audit share: the log, the game's data, the report builder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reports.findings import Span, TurnVerdict, Verdict, listed
from modgen_rules.engine.reports.report_builder import ReportBuilder
from modgen_rules.people_power.judging import wording
from modgen_rules.people_power.judging.facts import rests_on
from modgen_rules.people_power.judging.invariants import TOTALS, Breach, bookkeeping, breaches
from modgen_rules.people_power.reading.judging import card_effects
from modgen_rules.people_power.reading.log_index import LogIndex, Marks

FIXED_BY_MARKERS = ("1.5.1.a",)
"""Breaches of a position that only show how pieces were handled, beside those of 1.5.3."""
FACE, MIXED = "1.5.3.b", "1.5.3.c"
"""Activists with the wrong face; a mix of both, which follows where others come to them."""


@dataclass
class AuditData:
    """A log under audit. `card` is the card that is being judged; 0 for none."""

    builder: ReportBuilder
    index: LogIndex
    card: int = 0
    kept: bool = True
    """Whether the players move the cylinders at all."""
    boxed: bool = True
    """Whether they move them to the boxes of options."""
    shown: frozenset[int] = frozenset()
    """Personalities of earlier Rounds (5.3)."""
    _known: set[tuple[str, int | None, str]] = field(default_factory=set)
    _unkept: list[tuple[Breach, Span]] = field(default_factory=list)
    """Wrong markers of Control in a log in which none of them is ever moved."""

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
        self._control_kept = len({marks.control for marks in self.index.marks}) > 1

    def assumed_fact(self, number: str) -> str:
        """An assumed fact of the map or of the card that is played."""
        return rests_on(number, self.board, self.game, self.card)

    def find(
        self,
        clause: str,
        where: Span | int,
        title: str,
        message: str = "",
        gap: Verdict | float = CERTAIN,
        actor: str = "",
        **words: Any,
    ) -> None:
        """Note a finding in some steps or one; `words` as `ReportBuilder.find` has them."""
        span = Span(where, where) if isinstance(where, int) else where
        self.builder.find(clause, gap, span, actor, title, message=message, **words)

    def find_wrong_box(
        self,
        clause: str,
        where: Span | int,
        title: str,
        who: str,
        seen: str,
        right: str,
        gap: float = CERTAIN,
    ) -> None:
        """Note that a Faction's cylinder lies in a wrong box."""
        there, here = (wording.box_name(self.game, box) for box in (seen, right))
        message = f"the cylinder of {self.game.sides[who].name} is in the box {there}"
        message += f", but should be in {here}"
        self.find(clause, where, title, message, gap, who, expected=right, observed=seen)

    def note_position(
        self,
        step: int,
        actor: str,
        where: Span,
        again: int | None = None,
        title: str = "",
    ) -> None:
        """Note what is wrong with the position after a step and was not noted before.

        With a second step `again`, only what is still wrong then: markers come a little late.
        """
        last = step if again is None else again
        now: set[tuple[str, int | None, str]] = set()
        found = self._breaches(step)
        wrong = set(map(_place, found if last == step else self._breaches(last)))
        for breach in found:
            if _place(breach) in wrong:
                now.add((*_place(breach), breach.observed))
                self._note(breach, self._how_bad(breach), actor, where, title)
        for breach in self._bookkeeping(last):
            now.add((*_place(breach), breach.observed))
            if breach.space is not None and not self._control_kept:
                self._unkept.append((breach, where))
                continue
            badly = _place(breach) in self._never_right or not self._corrected(breach, last)
            self._note(breach, lapse(prices.BEHIND) if badly else "note", actor, where, title)
        self._known = now

    def check_control_kept(self) -> None:
        """1.7: say once that the markers of Control are never moved, and where they are wrong."""
        if not self._unkept:
            return
        first, where = self._unkept[0]
        wrong = {breach.space for breach, _ in self._unkept}
        names = [name for n, name in enumerate(self.board.names) if n in wrong]
        message = "the markers of Control are not moved in this log, and are wrong in "
        message += f"{listed(names)} when a turn is over"
        self.find(
            first.clause,
            where,
            "",
            message,
            lapse(prices.BEHIND),
            expected=first.expected,
            observed=first.observed,
        )

    def behind(self, step: int) -> bool:
        """Whether some marker that only records what the board says is wrong after a step."""
        return bool(self._bookkeeping(step))

    def _breaches(self, step: int) -> list[Breach]:
        return list(breaches(self.index.states[step], self.index.marks[step], self.board))

    def _bookkeeping(self, step: int) -> list[Breach]:
        return list(bookkeeping(self.index.states[step], self.index.marks[step], self.board))

    def _note(
        self, breach: Breach, verdict: Verdict | float, actor: str, where: Span, title: str = ""
    ) -> None:
        known = (*_place(breach), breach.observed) in self._known or (
            breach.clause == MIXED and any(one[:2] == (FACE, breach.space) for one in self._known)
        )
        told = any(
            (one.clause, one.where, one.verdict) == (breach.clause, where, "illegal")
            for one in self.builder.report.findings
        )
        if not (known or told):
            self.find(
                breach.clause,
                where,
                title,
                breach.message,
                verdict,
                actor,
                expected=breach.expected,
                observed=breach.observed,
            )

    @staticmethod
    def _how_bad(breach: Breach) -> float:
        """The verdict on a breach of a position, by the lapse that may have caused it."""
        if breach.clause in FIXED_BY_MARKERS:
            return lapse(prices.PUT_ASIDE)
        return lapse(prices.OTHER_FACE) if breach.clause.startswith("1.5.3") else CERTAIN

    def _corrected(self, breach: Breach, last: int) -> bool:
        """Whether the marker of a breach is moved later, before the position makes it right.

        Or whether the position does so on the same card: many move these markers as a card ends.
        """
        now = self.index.marks[last]
        ends = (one.step for one in self.index.reveals if one.step > last)
        end = next(ends, len(self.index.states))
        for step in range(last + 1, len(self.index.states)):
            if self._moved(breach, now, self.index.marks[step]):
                return True
            if self.index.states[step] is self.index.states[step - 1]:
                continue
            if not any(_same_marker(one, breach) for one in self._bookkeeping(step)):
                return step < end
        return False

    def _moved(self, breach: Breach, before: Marks, now: Marks) -> bool:
        if breach.space is not None:
            return before.control[breach.space] != now.control[breach.space]
        who = next(who for who, clause in TOTALS.items() if clause == breach.clause)
        return before.victory.get(who) != now.victory.get(who)

    def unchanged(self, first: int, last: int) -> bool:
        """Whether the position after two steps is the same."""
        a, b = self.index.states[first], self.index.states[last]
        return (a.spaces, a.tracks, a.available) == (b.spaces, b.tracks, b.available)


class Part:
    """A part of a game under audit: a turn or an Election Round."""

    def __init__(self, data: AuditData, title: str, where: Span, actor: str = "") -> None:
        self.data, self.title, self.where, self.actor = data, title, where, actor

    def find(
        self,
        clause: str,
        message: str = "",
        gap: Verdict | float = CERTAIN,
        where: Span | None = None,
        actor: str = "",
        **words: Any,
    ) -> None:
        """Note a finding, in all of its steps if no others are named."""
        actor = actor or self.actor
        self.data.find(clause, where or self.where, self.title, message, gap, actor, **words)

    def segment(self, start: int, end: int, story: str, verdict: TurnVerdict) -> None:
        """Note how the steps after `start` up to `end` were understood."""
        self.data.builder.segment(self.title, self.actor, start, end, story, verdict)


def _place(breach: Breach) -> tuple[str, int | None]:
    return breach.clause, breach.space


def _same_marker(one: Breach, other: Breach) -> bool:
    """Whether two breaches are about the same marker: a space's Control or one victory total."""
    if one.space is None or other.space is None:
        return _place(one) == _place(other)
    return one.space == other.space

"""Builds the report of a game: rulebooks note findings and turns, the builder words them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field

from modgen.model.game import Game
from modgen_rules.engine.reading.prices import DOUBT, ODD
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reading.verdicts import verdict as by_gap
from modgen_rules.engine.reports.clauses import Clause, ClauseTable
from modgen_rules.engine.reports.findings import (
    Finding,
    GameReport,
    Segment,
    Span,
    TurnVerdict,
    Verdict,
)


@dataclass
class ReportBuilder:
    """Collects what a rulebook finds in a game.

    `treat_assumed_as_binding` is set for our own modules: their map and cards show the assumed
    facts to the players, so that a breach of them is illegal. On other modules it is cannot-tell.
    """

    game: Game
    clauses: ClauseTable
    report: GameReport
    treat_assumed_as_binding: bool = True
    assumed_fact: Callable[[str], str] = lambda number: ""
    """Names the assumed fact behind a clause; empty when it rests on the rulebook alone."""
    dice_told: Callable[[Span], Collection[str]] = lambda where: ()
    """What is only told of the dice for some steps, in words of `needs`: it is not judged."""
    left_out: bool = False
    """Whether findings were left out for that."""
    _known: set[tuple[str, str, Span, str]] = field(default_factory=set)

    def find(
        self,
        number: str,
        verdict: Verdict | float,
        where: Span,
        actor: str,
        title: str,
        *,
        message: str = "",
        piece: str = "",
        source: str = "",
        target: str = "",
        expected: str = "",
        observed: str = "",
        event: str = "",
        story: str = "",
        others: int = 0,
        fact: str = "",
        ruling: str = "",
        one_of: tuple[str, ...] = (),
        basis: str = "",
        firm: bool = False,
        ask: str = "",
    ) -> None:
        """Note a breach of clause `number` by side `actor` (an id; else nobody is named).

        The verdict may be given as the gap to the cheapest legal reading, in nats
        (`reading.verdicts`). `title` names the turn. `message` says what happened, in one clause
        of a sentence that begins in lower case and has no full stop; without it the sentence is
        made from `piece`, `source`, `target`, `observed` and `expected`. `one_of` lists clauses of
        which one is broken. `basis` is the line of the game's data that states the rule. A breach
        that rests on an assumed fact of a module that is not ours becomes cannot-tell; one that
        depends on a soft ruling (`ruling`, or that of the clause) has a legal reading, unless it
        is `firm`: no reading of the rule allows it. `ask` is the question that lets the players
        decide between two readings, without `Ask:`, such as `was this a March or a Rally`. The
        same finding is noted once. Raises KeyError for an unknown clause.
        """
        clause = self.clauses[number]
        if clause.needs and not {*clause.needs}.isdisjoint(self.dice_told(where)):
            self.left_out = True
            return
        if isinstance(verdict, str):
            gap = CERTAIN if verdict == "illegal" else lapse(ODD)
        else:
            gap, verdict = verdict, by_gap(verdict)
        assumed = "" if self.treat_assumed_as_binding else self.assumed_fact(number)
        ruling = ruling or (clause.ruling if clause.soft and not firm else "")
        if verdict == "illegal" and assumed:
            verdict, fact = "cannot-tell", assumed
        elif verdict == "illegal" and ruling:
            gap = lapse(DOUBT)
            verdict = by_gap(gap)
        if not ask and verdict in ("suspect", "cannot-tell"):
            ask = self.clauses.questions.get(ruling.rpartition("#")[2], "")
        side = self.game.sides[actor].name if actor in self.game.sides else ""
        what = message or happened(piece, source, target, observed, expected)
        text = sentence(clause, title, what, event, one_of)
        if (clause.code, side, where, what) in self._known:
            return
        self._known.add((clause.code, side, where, what))
        severity = clause.severity if verdict == "illegal" else "warning"
        self.report.findings.append(
            Finding(
                clause.code,
                number,
                verdict,
                "info" if verdict == "note" else severity,
                where,
                side,
                text,
                expected,
                observed,
                story,
                others,
                fact,
                "",
                piece,
                source,
                target,
                event,
                clause.rule,
                ruling,
                basis,
                self._codes(one for one in one_of if one != number),
                title,
                f"Ask: {ask}?" if ask else "",
                gap=gap,
            ).marked(",".join(self.report.logs))
        )

    def _codes(self, numbers: Iterable[str]) -> tuple[str, ...]:
        """The codes of some clauses, without those that the table does not have."""
        known = self.clauses.by_number
        return tuple(dict.fromkeys(known[one].code for one in numbers if one in known))

    def segment(
        self, title: str, actor: str, start: int, end: int, story: str, verdict: TurnVerdict
    ) -> None:
        """Note how the steps after `start` up to `end` were understood."""
        side = self.game.sides[actor].name if actor in self.game.sides else ""
        where = Span(start + 1, max(end, start + 1))
        self.report.segments.append(Segment(title, where, side, story, verdict, start))


def happened(piece: str, source: str, target: str, observed: str, expected: str) -> str:
    """What happened, as one clause: `Troops went from Cebu to Davao, 4 instead of 3`."""
    went = ("went" if target else "came" if source else "") if piece else ""
    places = f"from {source}" if source else "", f"to {target}" if target else ""
    way = " ".join(part for part in (piece, went, *places) if part)
    if observed and expected:
        return ", ".join(part for part in (way, f"{observed} instead of {expected}") if part)
    numbers = observed
    if expected:
        numbers = f"expected {expected}"
    return "; ".join(part for part in (way, numbers) if part)


def sentence(
    clause: Clause, title: str, what: str, event: str = "", one_of: tuple[str, ...] = ()
) -> str:
    """The message of a finding: the turn, what happened, the clause, its number."""
    start = f"{title}: " if title else ""
    said = f" The Event says: {event.rstrip('.')}." if event else ""
    rule = f"{clause.rule.rstrip('.')} [{clause.number}]."
    text = f"{start}{what.rstrip('.')}.{said} {rule}" if what else f"{start}{rule}{said}"
    text = text[0].upper() + text[1:]
    others = [number for number in dict.fromkeys(one_of) if number != clause.number]
    return f"{text} Or the breach is of {' or '.join(others)}." if others else text

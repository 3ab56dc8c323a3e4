"""The result of a check: findings, judged turns, and the report of one or several games."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from modgen_rules.engine.reading.lapses import Lapses
from modgen_rules.engine.record.log_parts import LogPart

Verdict = Literal["illegal", "suspect", "cannot-tell", "note"]
TurnVerdict = Literal["ok", "illegal", "suspect", "cannot-tell"]
Severity = Literal["error", "warning", "info"]
Role = Literal["moved", "changed", "acting", "target"]
"""Whether a piece moves, changes otherwise, acts where it is, or is acted upon."""
RANK: dict[Verdict, int] = {"illegal": 0, "suspect": 1, "cannot-tell": 2, "note": 3}
VERDICTS: tuple[Verdict, ...] = tuple(RANK)


class Span(NamedTuple):
    """The first and the last step of a finding or turn.

    Steps are counted from 1 over all logs of a game; (0, 0) is the position before the first step.
    """

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"

    def shifted(self, steps: int) -> Span:
        """The span moved to later steps; the position before the first step stays at 0."""
        return Span(self.first + steps, self.last + steps) if steps else self


class Spot(NamedTuple):
    """A point of a map of the module, in pixels."""

    map: str
    x: int
    y: int


class Mark(NamedTuple):
    """A piece or place that an act concerns."""

    piece: str
    """The id of the piece in the log; empty for a place without pieces."""
    role: Role
    before: Spot | None
    """Where it is before the act; None where it was not on a map."""
    after: Spot | None


class Act(NamedTuple):
    """What a finding is about, on the board: the steps before and after it, and what it concerns.

    Steps are counted from 1 over all logs of a game.
    """

    before: int
    after: int
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Finding:
    """One breach of a clause, certain or possible.

    All texts are for the reader and may be empty, except `code`, `verdict` and `message`.
    """

    code: str
    """The stable code: game, section, subject, such as `PP-3.2.2-protest-origin`."""
    clause: str
    """The number of the clause, such as `3.2.2.c`."""
    verdict: Verdict
    severity: Severity
    where: Span
    actor: str
    """The displayed name of the side that acted; empty when nobody in particular did."""
    message: str
    """One or two sentences: what happened, then the clause."""
    expected: str = ""
    """The number or state that the rules require."""
    observed: str = ""
    """The number or state in the log."""
    story: str = ""
    """The legal action that is closest to what the log shows."""
    others: int = 0
    """How many other actions are equally close."""
    fact: str = ""
    """The assumed fact on which the finding rests."""
    fingerprint: str = ""
    """The same breach in the same log always has the same fingerprint."""
    piece: str = ""
    """The displayed name of the piece, with its number when there are several."""
    source: str = ""
    """The displayed name of the place that the piece left."""
    target: str = ""
    """The displayed name of the place that the piece came to."""
    event: str = ""
    """The text of the Event, when the finding is about an Event."""
    rule: str = ""
    """The sentence of the clause."""
    ruling: str = ""
    """The ruling on which the finding depends: a file of `docs/rulings` and a heading."""
    basis: str = ""
    """The line of the game's data that states the rule, such as `map.yaml:212`."""
    one_of: tuple[str, ...] = ()
    """The codes of other clauses, if the breach may be of one of them."""
    title: str = ""
    """The turn or phase, with which the message begins."""
    question: str = ""
    """If two readings remain, the sentence that asks the players which is right."""
    act: Act | None = field(default=None, compare=False)
    """Where it happened on the board, if the log and the finding's words show it."""
    gap: float = math.inf
    """How many nats more the cheapest legal reading of the log costs; infinite if there is none."""
    alike: tuple[Finding, ...] = ()
    """What else was wrong in the same act: other pieces, or other clauses."""
    therefore: tuple[Finding, ...] = ()
    """What would be right if this had not happened."""

    @property
    def whole(self) -> tuple[Finding, ...]:
        """The finding, and all that has its cause."""
        return self, *self.alike, *self.therefore

    def marked(self, log: str) -> Finding:
        """The finding with its fingerprint in the given log or logs."""
        # Several breaches of one law may have the same numbers, such as none.
        told = (self.message,) if self.basis else ()
        text = "\t".join((log, self.code, str(self.where), self.actor, self.observed, *told))
        return replace(self, fingerprint=hashlib.sha256(text.encode()).hexdigest()[:12])

    def shifted(self, steps: int) -> Finding:
        """The finding when `steps` steps of the game come before its log."""
        act = self.act and self.act._replace(
            before=self.act.before + steps, after=self.act.after + steps
        )
        alike, therefore = (
            tuple(one.shifted(steps) for one in some) for some in (self.alike, self.therefore)
        )
        where = self.where.shifted(steps)
        return replace(self, where=where, act=act, alike=alike, therefore=therefore)

    @property
    def what(self) -> str:
        """What happened, without the turn and the clause's sentence."""
        told = self.message.partition(self.rule.rstrip("."))[0] if self.rule else self.message
        return told.removeprefix(f"{self.title}: ") if self.title else told

    @property
    def brief(self) -> Finding:
        """The finding with the number of its clause and without the clause's sentence."""
        full = f"{self.rule.rstrip('.')} [{self.clause}]."
        what, found, after = self.message.partition(full)
        what = what.rstrip()
        if not found or not what or what.endswith(":"):
            return self
        return replace(self, message=f"{what.rstrip('.')} [{self.clause}].{after}")

    def data(self) -> dict[str, Any]:
        """The finding as plain data for JSON, without empty fields."""
        values = {
            "code": self.code,
            "clause": self.clause,
            "verdict": self.verdict,
            "severity": self.severity,
            "steps": [self.where.first, self.where.last],
            "act": [self.act.before + 1, self.act.after] if self.act else "",
            "actor": self.actor,
            "title": self.title,
            "message": self.message,
            "piece": self.piece,
            "from": self.source,
            "to": self.target,
            "expected": self.expected,
            "observed": self.observed,
            "event": self.event,
            "rule": self.rule,
            "story": self.story,
            "others": self.others,
            "question": self.question,
            "fact": self.fact,
            "ruling": self.ruling,
            "basis": self.basis,
            "fingerprint": self.fingerprint,
            "alike": [one.data() for one in self.alike],
            "therefore": [one.data() for one in self.therefore],
        }
        return {key: value for key, value in values.items() if value not in ("", 0, [])}


class DiceRow(NamedTuple):
    """The dice that a player rolled with one button, and how a fair die would come up."""

    who: str
    die: str
    """The displayed name of the button."""
    counts: tuple[int, ...]
    """How often 1, 2, 3 ... came up."""
    mean: float
    chi_square: float | None
    """None when there are too few dice for a test."""
    chance: float | None
    """The p value: the chance that fair dice come up at least as unevenly."""
    told: str
    """What the test shows and what it cannot show."""


@dataclass(frozen=True)
class Segment:
    """A turn, a phase or a set-up as the checker understood it."""

    title: str
    """Such as `Card 12, NPA`."""
    where: Span
    actor: str
    """The displayed name of the side; empty when the segment belongs to nobody."""
    story: str
    """What was done, or the closest legal action."""
    verdict: TurnVerdict
    before: int
    """The step after which the segment begins."""


def worst(findings: Iterable[Finding]) -> TurnVerdict:
    """The verdict on a turn that has these findings; notes do not count."""
    verdicts = {finding.verdict for finding in findings}
    levels: tuple[TurnVerdict, ...] = ("illegal", "suspect", "cannot-tell")
    return next((level for level in levels if level in verdicts), "ok")


def listed(words: Iterable[str], last: str = "and") -> str:
    """`A, B and C`; `last` is the word before the last one."""
    *most, end = [*words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end


def plural(number: int, one: str, many: str = "") -> str:
    """`1 turn`, `2 turns`; `many` is the plural if it is not regular."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def counted(number: int, one: str, many: str = "") -> str:
    """`no die`, `1 die`, `2 dice`."""
    return plural(number, one, many) if number else f"no {one}"


@dataclass
class GameReport:
    """The report on one game, recorded in one or several logs."""

    game: str
    """The id of the game, such as `people-power`."""
    prefix: str
    """The prefix of its codes, such as `PP`."""
    logs: list[str]
    """The names of its logs in the order of play."""
    findings: list[Finding] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    steps: int = 0
    title: str = ""
    """The displayed name of the game."""
    remarks: list[str] = field(default_factory=list)
    """Sentences about the logs, such as that one was given twice."""
    parts: list[LogPart] = field(default_factory=list)
    """The files of its logs in the order of play."""
    dice: list[DiceRow] = field(default_factory=list)
    """The dice of each player, with a test of each."""
    lapses: Lapses = field(default_factory=Lapses)
    """How its logs depart from the play; no form of the report shows it."""

    def count(self, verdict: str) -> int:
        """How many turns have a verdict."""
        return sum(segment.verdict == verdict for segment in self.segments)

    @property
    def heading(self) -> str:
        """The game's name and its logs: `Four Vales, a.vlog and b.vlog`."""
        *most, last = self.logs or ["no log"]
        return f"{self.title or self.game}, {', '.join(most)}{' and ' if most else ''}{last}"

    @property
    def summary(self) -> str:
        """One line with all turns and all findings."""
        if not self.steps:
            told = f" {_sum(self.findings, [])}" if self.findings else ""
            return f"A saved position has no turns to judge.{told}"
        return _sum(self.findings, self.segments)

    def shifted(self, steps: int) -> GameReport:
        """The same report, when `steps` steps of the game come before it."""
        if not steps:
            return self
        findings = [one.shifted(steps) for one in self.findings]
        segments = [
            replace(one, where=one.where.shifted(steps), before=one.before + steps)
            for one in self.segments
        ]
        return replace(self, findings=findings, segments=segments)


@dataclass
class Report:
    """The report of one check: every game is judged alone."""

    games: list[GameReport]
    notes: list[Finding] = field(default_factory=list)
    """Findings that belong to no game, such as an unused house rule."""

    @property
    def findings(self) -> list[Finding]:
        """All findings of all games, and the notes."""
        return [*(finding for game in self.games for finding in game.findings), *self.notes]

    @property
    def segments(self) -> list[Segment]:
        """All turns of all games."""
        return [segment for game in self.games for segment in game.segments]

    def count(self, verdict: str) -> int:
        """How many turns have a verdict."""
        return sum(game.count(verdict) for game in self.games)

    @property
    def summary(self) -> str:
        """The last line of the report."""
        if len(self.games) == 1 and not self.notes:
            return self.games[0].summary
        start = f"{plural(len(self.games), 'game')}: " if len(self.games) > 1 else ""
        return f"{start}{_sum(self.findings, self.segments)}"

    def exit_code(self, strict: bool = False) -> int:
        """1 when a finding is illegal; 3 when strict and something cannot be told; else 0."""
        verdicts = {finding.verdict for finding in self.findings}
        if "illegal" in verdicts:
            return 1
        unclear = "cannot-tell" in verdicts or self.count("cannot-tell") > 0
        return 3 if strict and unclear else 0


def _sum(findings: list[Finding], segments: list[Segment]) -> str:
    """`3 findings in 2 of 45 turns: 2 illegal, 1 suspect. 4 turns cannot be told.`

    Notes are counted apart: `45 turns, no findings; 2 notes.`
    """
    turns = plural(len(segments), "turn")
    count = Counter(finding.verdict for finding in findings)
    notes = count.pop("note", 0)
    names = {"cannot-tell": "cannot tell"}
    parts = ", ".join(f"{count[one]} {names.get(one, one)}" for one in VERDICTS if count[one])
    found = plural(count.total(), "finding")
    wrong = sum(segment.verdict in ("illegal", "suspect") for segment in segments)
    if not count:
        text = f"{turns}, no findings" if segments or not notes else ""
    elif wrong:
        text = f"{found} in {wrong} of {turns}: {parts}"
    elif segments:
        text = f"{turns}, {found}: {parts}"
    else:
        text = f"{found}: {parts}"
    text = "; ".join(filter(None, (text, plural(notes, "note") if notes else ""))) + "."
    unclear = sum(segment.verdict == "cannot-tell" for segment in segments)
    if unclear:
        text += f" The log cannot tell whether {plural(unclear, 'turn')} "
        text += "was legal." if unclear == 1 else "were legal."
    return text


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by their first step, then by verdict; else in the order in which they came."""
    return sorted(findings, key=lambda finding: (finding.where.first, RANK[finding.verdict]))

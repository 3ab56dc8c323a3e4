"""What a check found: one clause each, where in the log, in a player's words (all games)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple

from modgen.errors import ModgenError

Verdict = Literal["illegal", "suspect", "cannot-tell", "note"]
Severity = Literal["error", "warning", "info"]
RANK: dict[Verdict, int] = {"illegal": 0, "suspect": 1, "cannot-tell": 2, "note": 3}


class UnusableLogError(ModgenError, ValueError):
    """A log that cannot be checked at all; one sentence says why."""


class Span(NamedTuple):
    """Steps of the log from the first to the last, counted from 1 over all files; 0 for none."""

    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


@dataclass(frozen=True)
class Finding:
    """A clause that was broken, or may have been."""

    code: str
    """Stable: game, section, what it is about: `PP-3.2.2-protest-origin`."""
    clause: str
    verdict: Verdict
    severity: Severity
    where: Span
    actor: str
    """The side, by its name; empty when nobody in particular did it."""
    message: str
    expected: str = ""
    observed: str = ""
    story: str = ""
    """The best legal-looking story of the turn."""
    others: int = 0
    """How many other stories are as good."""
    fact: str = ""
    """The assumed fact on which it rests (cannot-tell)."""
    fingerprint: str = ""

    def marked(self, log: str) -> Finding:
        """With its fingerprint: the same breach in the same log has the same one."""
        text = "\t".join((log, self.code, str(self.where), self.actor, self.observed))
        return replace(self, fingerprint=hashlib.sha256(text.encode()).hexdigest()[:12])

    def data(self) -> dict[str, Any]:
        """For JSON; fields that say nothing are left out."""
        found = {
            "code": self.code, "clause": self.clause, "verdict": self.verdict,
            "severity": self.severity, "steps": [self.where.first, self.where.last],
            "actor": self.actor, "message": self.message, "expected": self.expected,
            "observed": self.observed, "story": self.story, "others": self.others,
            "fact": self.fact, "fingerprint": self.fingerprint,
        }  # fmt: skip
        return {key: value for key, value in found.items() if value not in ("", 0)}


@dataclass(frozen=True)
class Segment:
    """A turn, a phase or a set-up as it was understood: who, what, in which steps."""

    title: str
    """`Card 12, NPA`."""
    where: Span
    actor: str
    story: str
    """What was done, or what comes nearest to it."""
    verdict: Literal["ok", "illegal", "suspect", "cannot-tell"]
    before: int
    """The step after which the turn begins."""


@dataclass
class Report:
    """All that a check says of a game."""

    game: str
    prefix: str
    """Of the codes: `PP`."""
    logs: list[str]
    findings: list[Finding] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    steps: int = 0

    def count(self, verdict: str) -> int:
        """How many turns have a verdict."""
        return sum(one.verdict == verdict for one in self.segments)

    @property
    def summary(self) -> str:
        """The line that a report ends with: silence is never approval."""
        turns = len(self.segments)
        return (
            f"{turns} turn{'' if turns == 1 else 's'}: {self.count('ok')} explained, "
            f"{self.count('illegal')} illegal, {self.count('suspect')} suspect, "
            f"{self.count('cannot-tell')} cannot tell."
        )

    def exit_code(self, strict: bool) -> int:
        """0 nothing illegal, 1 something is; strict: 3 when only cannot-tell is left."""
        verdicts = {one.verdict for one in self.findings}
        if "illegal" in verdicts:
            return 1
        told = "cannot-tell" in verdicts or self.count("cannot-tell")
        return 3 if strict and told else 0


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """By step, then by weight; within a turn as they were found: the likeliest first."""
    return sorted(findings, key=lambda one: (one.where.first, RANK[one.verdict]))

"""Findings about pieces that still lie face down when the log ends, told without naming them.

A log has the true state of every piece, also of those that are masked. A report that players read
during their game must not tell what is masked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from modgen.log.timeline import Timeline
from modgen.vassal.pieces import PieceError
from modgen.vassal.traits import Mask
from modgen_rules.engine.findings import Finding

NOBODY = ("", "null")
"""The owners of masks that hide nothing."""
UNTOLD = "the details concern pieces that are still face down"


class Secrets:
    """What is face down when a log ends, and the steps that change it."""

    def __init__(self, timeline: Timeline) -> None:
        secret = face_down(timeline)
        self._touched = {
            moment.number
            for moment in timeline.moments.with_changes()
            if any(kind == "pieces" and key in secret for kind, key, *_ in moment.changes)
        }

    def told(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings; one whose steps change what stays face down names no piece or place."""
        return [
            one
            if self._touched.isdisjoint(range(one.where.first, one.where.last + 1))
            else _untold(one)
            for one in findings
        ]


def remarks_on(findings: Iterable[Finding]) -> list[str]:
    """The sentence that says how many findings are told without their details, if any is."""
    number = sum(UNTOLD in one.message for one in findings)
    if not number:
        return []
    are = "finding is" if number == 1 else "findings are"
    return [
        f"{number} {are} told without details, because pieces are still face down when the log "
        "ends. With --reveal the details are told."
    ]


def face_down(timeline: Timeline) -> frozenset[str]:
    """The ids of the pieces that are masked when the log ends."""
    table = timeline.go(len(timeline))
    masked = set()
    for key, piece in table.pieces.items():
        try:
            traits = piece.game_piece.traits
        except PieceError:
            continue
        if any(isinstance(trait, Mask) and trait.obscured_by not in NOBODY for trait in traits):
            masked.add(key)
    return frozenset(masked)


def _untold(finding: Finding) -> Finding:
    """A finding with its turn and its clause only."""
    turn, colon, _ = finding.message.partition(": ")
    start = f"{turn}: {UNTOLD}" if colon else UNTOLD
    return replace(
        finding,
        message=f"{start}. {finding.rule.rstrip('.')} [{finding.clause}].",
        expected="",
        observed="",
        story="",
        piece="",
        source="",
        target="",
        event="",
    )

"""Which findings count: selected codes, rules that the players left out, an accepted baseline."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from modgen.errors import ModgenError
from modgen_rules.engine.record.small_files import text_of, yaml_of
from modgen_rules.engine.reports.findings import Finding, GameReport, Report, Segment, Span, worst

MOST_BYTES = 1 << 20
"""The largest file of house rules that is read."""
MOST_BASELINE_BYTES = 1 << 26
"""The largest baseline that is read."""


class HouseError(ModgenError, ValueError):
    """A file of house rules or a baseline that cannot be used; the message says why."""


class HouseRule(NamedTuple):
    """A rule that the players agreed to leave out, or one finding that they accept."""

    rule: str
    """A code or the beginning of one (`PP-5.3`), or the fingerprint of a finding."""
    reason: str
    agreed: tuple[str, ...] = ()
    first: int = 1
    """The step from which it applies, counted from 1."""

    def covers(self, finding: Finding) -> bool:
        """Whether the rule accepts a finding."""
        named = finding.fingerprint == self.rule or begins(finding.code, self.rule)
        return named and finding.where.last >= self.first


class Filter(NamedTuple):
    """Which findings count."""

    select: tuple[str, ...] = ()
    """Only codes with one of these prefixes; empty for all."""
    ignore: tuple[str, ...] = ()
    house_rules: tuple[HouseRule, ...] = ()
    baseline: frozenset[str] = frozenset()
    """Fingerprints of findings that are already known."""

    def selects(self, code: str) -> bool:
        """Whether findings of a code count."""
        selected = not self.select or _begins_any(code, self.select)
        return selected and not _begins_any(code, self.ignore)


def begins(code: str, prefix: str) -> bool:
    """Whether a code has a prefix: `PP-3.2` fits `PP-3.2.2-origin`, but not `PP-3.22-origin`."""
    return code == prefix or code.startswith((f"{prefix}.", f"{prefix}-"))


def read_house_rules(path: Path) -> tuple[HouseRule, ...]:
    """Read `- {rule: PP-5.3, reason: ..., agreed: [Anna, Ben], from: 1}`. Raises HouseError."""
    entries = yaml_of(path, MOST_BYTES, HouseError, "write a list of `- rule:`")
    if not isinstance(entries, list):
        raise HouseError(f"{path}: write a list of `- rule: CODE` with a `reason:`")
    return tuple(_house_rule(path, number, entry) for number, entry in enumerate(entries, 1))


def _house_rule(path: Path, number: int, entry: Any) -> HouseRule:
    if not isinstance(entry, dict) or not isinstance(entry.get("rule"), str):
        raise HouseError(f"{path}: entry {number} has no `rule:` with a code such as PP-5.3")
    if not isinstance(entry.get("reason"), str) or not entry["reason"].strip():
        raise HouseError(f"{path}: entry {number} ({entry['rule']}) has no `reason:`")
    agreed = entry.get("agreed") or []
    start = entry.get("from", 1)
    if not isinstance(agreed, list) or not isinstance(start, int):
        raise HouseError(
            f"{path}: entry {number}: `agreed:` must be a list and `from:` the number of a step"
        )
    return HouseRule(entry["rule"], entry["reason"], tuple(map(str, agreed)), start)


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints in an earlier JSON report, or in a list of them. Raises HouseError."""
    try:
        data = json.loads(text_of(path, MOST_BASELINE_BYTES, HouseError))
    except (json.JSONDecodeError, RecursionError) as problem:
        line, column = getattr(problem, "lineno", 1), getattr(problem, "colno", 1)
        raise HouseError(
            f"{path}:{line}:{column}: this is not JSON; `modgen check --format json` writes it"
        ) from problem
    entries: list[Any] = data if isinstance(data, list) else []
    games = data.get("games") if isinstance(data, dict) else None
    if isinstance(games, list):
        for game in games:
            findings = game.get("findings") if isinstance(game, dict) else None
            entries += findings if isinstance(findings, list) else []
    elif not isinstance(data, list):
        raise HouseError(
            f"{path}: there is no list of findings; `modgen check --format json` writes one"
        )
    prints = [entry.get("fingerprint") if isinstance(entry, dict) else entry for entry in entries]
    return frozenset(one for one in prints if isinstance(one, str))


def filtered(report: Report, wanted: Filter) -> Report:
    """The report with the findings that count. The verdicts on turns follow.

    A house rule that covers no finding is reported as a note.
    """
    used: set[HouseRule] = set()
    games = [_filtered_game(game, wanted, used) for game in report.games]
    unused = [
        Finding(
            "HOUSE-unused",
            "",
            "note",
            "info",
            Span(0, 0),
            "",
            f"The house rule {rule.rule} ({rule.reason}) was never needed.",
        )
        for rule in wanted.house_rules
        if rule not in used
    ]
    return Report(games, [*report.notes, *unused])


def _filtered_game(game: GameReport, wanted: Filter, used: set[HouseRule]) -> GameReport:
    kept: list[Finding] = []
    dropped: list[Finding] = []

    def agreed(finding: Finding) -> bool:
        rule = next((rule for rule in wanted.house_rules if rule.covers(finding)), None)
        if rule is not None:
            used.add(rule)
        return rule is not None or finding.fingerprint in wanted.baseline

    def left(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Those of some findings that still count."""
        counting: list[Finding] = []
        for one in findings:
            out = agreed(one) or not wanted.selects(one.code)
            (dropped if out else counting).append(one)
        return tuple(counting)

    for finding in game.findings:
        if agreed(finding):
            dropped += finding.whole  # what follows from it was agreed, too
        elif not wanted.selects(finding.code):
            dropped.append(finding)
            kept += left((*finding.alike, *finding.therefore))
        else:
            alike, therefore = left(finding.alike), left(finding.therefore)
            kept.append(replace(finding, alike=alike, therefore=therefore))
    segments = [_judged_again(segment, kept, dropped) for segment in game.segments]
    return replace(game, findings=kept, segments=segments)


def _begins_any(code: str, prefixes: Iterable[str]) -> bool:
    return any(begins(code, prefix) for prefix in prefixes)


def _judged_again(segment: Segment, kept: Sequence[Finding], dropped: Sequence[Finding]) -> Segment:
    """A turn with the verdict that is left when some of its findings do not count."""
    first, last = segment.where
    if not any(first <= finding.where.first <= last for finding in dropped):
        return segment
    left = [finding for finding in kept if first <= finding.where.first <= last]
    return replace(segment, verdict=worst(left))

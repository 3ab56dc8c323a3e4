"""Which findings count: selections, house rules agreed by the players, an accepted baseline."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from modgen.errors import ModgenError
from modgen_rules.engine.findings import Finding, Report, Span

MOST_BYTES = 1 << 20


class HouseError(ModgenError, ValueError):
    """A file of house rules or a baseline that cannot be used; one sentence."""


class HouseRule(NamedTuple):
    """A rule that the players agreed to leave out, or one incident that they let pass."""

    rule: str
    """A code or its beginning (`PP-5.3`), or a fingerprint."""
    reason: str
    agreed: tuple[str, ...] = ()
    first: int = 1
    """The step from which on it holds."""

    def covers(self, finding: Finding) -> bool:
        """Whether a finding falls under it."""
        named = finding.fingerprint == self.rule or begins(finding.code, self.rule)
        return named and finding.where.last >= self.first


def begins(code: str, prefix: str) -> bool:
    """`PP-3` covers `PP-3.2.2-protest-origin`, `PP-3.2` too; `PP-3.2.22` is another section."""
    return code == prefix or code.startswith((f"{prefix}.", f"{prefix}-"))


def read_house(path: Path) -> list[HouseRule]:
    """`[{rule: PP-5.3, reason: ..., agreed: [Anna, Ben], from: 1}]`. Raises HouseError."""
    try:
        found = yaml.safe_load(_text(path))
    except yaml.YAMLError as problem:
        mark = getattr(problem, "problem_mark", None)
        where = f"{path}:{mark.line + 1}:{mark.column + 1}" if mark else str(path)
        raise HouseError(f"{where}: this is no YAML; write a list of `- rule:`") from problem
    if not isinstance(found, list):
        raise HouseError(f"{path}: write a list of `- rule: CODE` with a `reason:`")
    return [_house_rule(path, n, one) for n, one in enumerate(found, 1)]


def _house_rule(path: Path, number: int, one: Any) -> HouseRule:
    if not isinstance(one, dict) or not isinstance(one.get("rule"), str):
        raise HouseError(f"{path}: entry {number} has no `rule:` with a code such as PP-5.3")
    if not isinstance(one.get("reason"), str) or not one["reason"].strip():
        raise HouseError(f"{path}: entry {number} ({one['rule']}) gives no `reason:`")
    agreed = one.get("agreed") or []
    start = one.get("from", 1)
    if not isinstance(agreed, list) or not isinstance(start, int):
        raise HouseError(f"{path}: entry {number}: `agreed:` is a list, `from:` a step's number")
    return HouseRule(one["rule"], one["reason"], tuple(map(str, agreed)), start)


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints of findings that are known: a JSON report or a list. Raises HouseError."""
    try:
        found = json.loads(_text(path))
    except json.JSONDecodeError as problem:
        raise HouseError(
            f"{path}:{problem.lineno}:{problem.colno}: this is no JSON; "
            "`modgen check --format json` writes one"
        ) from problem
    entries = found.get("findings", []) if isinstance(found, dict) else found
    if not isinstance(entries, list):
        raise HouseError(f"{path}: there is no list of findings")
    prints = [one.get("fingerprint") if isinstance(one, dict) else one for one in entries]
    return frozenset(one for one in prints if isinstance(one, str))


def _text(path: Path) -> str:
    if path.stat().st_size > MOST_BYTES:
        raise HouseError(f"{path} is larger than {MOST_BYTES // 1024} KiB")
    try:
        return path.read_text("utf-8")
    except UnicodeDecodeError as problem:
        raise HouseError(f"{path} is no UTF-8 text") from problem


def kept(
    report: Report, select: Sequence[str], ignore: Sequence[str], house: Sequence[HouseRule],
    baseline: frozenset[str],
) -> Report:  # fmt: skip
    """The report with the findings that count; verdicts of turns follow. Unused rules are told."""
    used = set()
    findings = []
    dropped = []
    for finding in report.findings:
        rule = next((one for one in house if one.covers(finding)), None)
        if rule is not None:
            used.add(rule)
        chosen = not select or any(begins(finding.code, one) for one in select)
        ignored = any(begins(finding.code, one) for one in ignore)
        if rule or ignored or not chosen or finding.fingerprint in baseline:
            dropped.append(finding)
        else:
            findings.append(finding)
    for rule in house:
        if rule not in used:
            findings.append(
                Finding(
                    "HOUSE-unused", "", "note", "info", Span(0, 0), "",
                    f"The house rule {rule.rule} ({rule.reason}) was never needed.",
                )
            )  # fmt: skip
    segments = [_again(one, findings, dropped) for one in report.segments]
    return replace(report, findings=findings, segments=segments)


def _again(segment: Any, findings: list[Finding], dropped: list[Finding]) -> Any:
    """A turn's verdict when some of its findings no longer count."""

    def within(finding: Finding) -> bool:
        where = segment.where
        return bool(where.first <= finding.where.first <= where.last)

    if not any(within(one) for one in dropped):
        return segment
    left = [one.verdict for one in findings if within(one)]
    worst = next((one for one in ("illegal", "suspect", "cannot-tell") if one in left), "ok")
    return replace(segment, verdict=worst)

"""A report as text, JSON, SARIF 2.1.0 or JUnit XML; each game of a report stays separate."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote

from modgen import __version__
from modgen.shown import shown
from modgen_rules.engine.reports.findings import Finding, GameReport, Report, plural
from modgen_rules.engine.reports.junit_report import as_junit

SCHEMA = 2
"""The version of the JSON format."""
KINDS = {"illegal": "fail", "suspect": "review", "cannot-tell": "open", "note": "informational"}
"""SARIF's `kind` of a result, by verdict."""
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
"""SARIF's `level` of a result, by severity."""
MOST_NAMED = 6
"""The most steps and the most expected places that are named."""
MOST_UNDER = 8
"""The most consequences that are listed under a finding."""
MARKS = {"illegal": "ILLEGAL", "suspect": "SUSPECT", "cannot-tell": "CANNOT TELL", "note": "NOTE"}


def as_text(report: Report) -> str:
    """A paragraph for each finding, a summary of each game, a summary of all."""
    lines: list[str] = []
    several = len(report.games) > 1
    for number, game in enumerate(report.games, 1):
        if several:
            lines.append(f"Game {number} of {len(report.games)}: {game.heading}")
        lines += [f"    {remark}" if several else remark for remark in game.remarks]
        lines += _paragraphs(game.findings)
        lines += _dice(game)
        if several:
            lines += [f"    {game.summary}", ""]
    lines += _paragraphs(report.notes)
    lines.append(report.summary)
    return "\n".join(map(shown, lines))


def together(findings: list[Finding]) -> list[list[Finding]]:
    """The findings, each alone; but all notes of a clause are one group."""
    groups: dict[tuple[str, int], list[Finding]] = {}
    for n, finding in enumerate(findings):
        key = (finding.code, -1) if finding.verdict == "note" else ("", n)
        groups.setdefault(key, []).append(finding)
    return list(groups.values())


def _paragraphs(findings: list[Finding]) -> Iterator[str]:
    """A paragraph for each finding, and for the notes of a clause.

    The sentence of a clause is written with its first finding only.
    """
    known: set[str] = set()
    for first, *alike in together(findings):
        told = first if first.code not in known else first.brief
        known.add(first.code)
        yield from _paragraph(told, alike, known)


def _paragraph(finding: Finding, notes: list[Finding], known: set[str]) -> Iterator[str]:
    """A finding with what has its cause, or a note with others that are like it."""
    if not finding.where.last:
        where = "before the first step" if finding.clause else "house rules"
    else:
        where = _steps(finding)
    yield f"{MARKS[finding.verdict]}  {where}  {finding.code}"
    yield f"    {finding.message}"
    yield from (f"    {label}: {value}" for label, value in _details(finding) if value)
    yield from (f"    {line}" for line in under(finding, known))
    if notes:
        yield f"    {more_like(notes)}"
    yield ""


def under(finding: Finding, known: set[str]) -> Iterator[str]:
    """What has the cause of a finding, a sentence for each; `known` are the clauses told before."""
    for one in finding.alike:
        yield f"In the same act: {_below(one, finding, known)}"
    for n, one in enumerate(finding.therefore[:MOST_UNDER]):
        yield f"{'And therefore' if not n else 'And'}: {_below(one, finding, known)}"
    if (more := len(finding.therefore) - MOST_UNDER) > 0:
        yield f"And {plural(more, 'more consequence')}."


def _below(finding: Finding, cause: Finding, known: set[str]) -> str:
    """A finding that is listed under its cause."""
    told = finding if finding.code not in known else finding.brief
    known.add(finding.code)
    return difference(told, cause)


def _steps(finding: Finding) -> str:
    """`step 4`, `steps 4-6`."""
    return f"{'steps' if finding.where.first < finding.where.last else 'step'} {finding.where}"


def more_like(alike: list[Finding]) -> str:
    """How many other notes are like the first, and their first steps."""
    steps = ", ".join(str(one.where) for one in alike[:MOST_NAMED])
    more = f" and {len(alike) - MOST_NAMED} more" if len(alike) > MOST_NAMED else ""
    word = "steps" if len(alike) > 1 else "step"
    return f"{len(alike)} more like this: {word} {steps}{more}"


def difference(finding: Finding, other: Finding) -> str:
    """The part of a message that differs from that of another finding.

    If it reports the same about another clause, that is the clause. Of another step, the step.
    """
    if finding.what == other.what and finding.rule:
        return f"{finding.rule.rstrip('.')} [{finding.clause}]."
    parts, before = finding.message.split(": "), other.message.split(": ")
    while len(parts) > 1 and before and parts[0] == before[0]:
        parts, before = parts[1:], before[1:]
    told = ": ".join(parts)
    if finding.where.first <= other.where.last:
        return told
    return f"{told.rstrip('.')}, at {_steps(finding)}."


def _expected(text: str) -> str:
    """What the rules require; of a long list of places the first few."""
    first = text.split(" or ")
    if len(first) <= MOST_NAMED:
        return text
    return f"{' or '.join(first[:MOST_NAMED])} or {len(first) - MOST_NAMED} others"


def _details(finding: Finding) -> Iterator[tuple[str, str]]:
    if finding.expected and finding.expected not in finding.message:
        seen = f"; seen: {finding.observed}" if finding.observed else ""
        yield "Expected", _expected(finding.expected) + seen
    if finding.story:
        also = f" (and {plural(finding.others, 'other')} as close)" if finding.others else ""
        yield "Closest legal action", finding.story + also
    yield "Ask", finding.question.removeprefix("Ask: ")
    yield "Rests on", finding.fact
    yield "Depends on a ruling", f"docs/rulings/{finding.ruling}" if finding.ruling else ""
    yield "Stated in", finding.basis


def _dice(game: GameReport) -> Iterator[str]:
    """The table of each player's dice."""
    if not game.dice:
        return
    yield "Dice of each player (for each result, how often it came up)"
    for row in game.dice:
        counts = "  ".join(f"{n}: {count}" for n, count in enumerate(row.counts, 1))
        test = "; too few for a test"
        if row.chi_square is not None and row.chance is not None:
            test = f"; chi-square {row.chi_square:.2f}, p = {row.chance:.3f}"
        yield f"    {row.who}, {row.die}: {counts}; mean {row.mean:.2f}{test}"
        if row.chance is not None:
            yield f"        {row.told}"
    yield ""


def plain_data(report: Report) -> dict[str, Any]:
    """The report as plain data: the form of `--format json`."""
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "summary": _counts(report),
        "games": [_game_data(game) for game in report.games],
    }
    if report.notes:
        data["notes"] = [finding.data() for finding in report.notes]
    return data


def _counts(report: Report | GameReport) -> dict[str, Any]:
    return {
        "turns": len(report.segments),
        **{verdict: report.count(verdict) for verdict in ("ok", *MARKS) if verdict != "note"},
        "findings": {
            verdict: sum(one.verdict == verdict for one in report.findings) for verdict in MARKS
        },
    }


def _game_data(game: GameReport) -> dict[str, Any]:
    return {
        "game": game.game,
        "title": game.title,
        "logs": game.logs,
        "remarks": game.remarks,
        "steps": game.steps,
        "summary": _counts(game),
        "findings": [finding.data() for finding in game.findings],
        "turns": [
            {
                "title": turn.title,
                "steps": list(turn.where),
                "actor": turn.actor,
                "story": turn.story,
                "verdict": turn.verdict,
            }
            for turn in game.segments
        ],
        **({"dice": [row._asdict() for row in game.dice]} if game.dice else {}),
    }


def as_json(report: Report) -> str:
    """The report as JSON."""
    return json.dumps(plain_data(report), ensure_ascii=False, indent=1)


def as_sarif(report: Report) -> str:
    """SARIF 2.1.0: a run for each game; the line of a location is a step of the log."""
    runs = [_run(game.findings, game.logs[0] if game.logs else "log") for game in report.games]
    if report.notes:
        runs.append(_run(report.notes, "house-rules"))
    data = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": runs,
    }
    return json.dumps(data, ensure_ascii=False, indent=1)


def _run(findings: list[Finding], uri: str) -> dict[str, Any]:
    sentences = {finding.code: finding.rule or finding.code for finding in findings}
    rules = [{"id": code, "shortDescription": {"text": rule}} for code, rule in sentences.items()]
    return {
        "tool": {"driver": {"name": "modgen", "version": __version__, "rules": rules}},
        "results": [_result(finding, uri) for finding in findings],
    }


def _result(finding: Finding, uri: str) -> dict[str, Any]:
    region = {"startLine": max(1, finding.where.first), "endLine": max(1, finding.where.last)}
    return {
        "ruleId": finding.code,
        "kind": KINDS[finding.verdict],
        "level": LEVELS[finding.severity] if finding.verdict == "illegal" else "none",
        "message": {"text": "\n".join([finding.message, *under(finding, {finding.code})])},
        "locations": [
            {"physicalLocation": {"artifactLocation": {"uri": quote(uri)}, "region": region}}
        ],
        "partialFingerprints": {"modgen/v1": finding.fingerprint or finding.code},
        **_stated(finding),
    }


def _stated(finding: Finding) -> dict[str, Any]:
    """The line of the game's data that states the rule, as a related location."""
    if not finding.basis:
        return {}
    file, _, line = finding.basis.rpartition(":")
    place = {"artifactLocation": {"uri": quote(file)}, "region": {"startLine": int(line)}}
    message = {"text": "the game's data states the rule here"}
    return {"relatedLocations": [{"physicalLocation": place, "message": message}]}


FORMATS: dict[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "sarif": as_sarif,
    "junit": as_junit,
}

"""A report for people and for machines: text, JSON, SARIF 2.1.0, JUnit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from lxml import etree

from modgen import __version__
from modgen_rules.engine.clauses import ClauseTable
from modgen_rules.engine.findings import Finding, Report

SCHEMA = 1
"""The version of the JSON form."""
KINDS = {"illegal": "fail", "suspect": "review", "cannot-tell": "open", "note": "informational"}
LEVELS = {"error": "error", "warning": "warning", "info": "note"}
MARKS = {"illegal": "ILLEGAL", "suspect": "SUSPECT", "cannot-tell": "CANNOT TELL", "note": "note"}


def text(report: Report, clauses: ClauseTable) -> str:
    """One paragraph a finding, the summary last."""
    lines: list[str] = []
    for one in report.findings:
        where = f"step {one.where}" if one.where.last else "set-up"
        lines.append(f"{MARKS[one.verdict]}  {where}  {one.code}")
        lines.append(f"    {one.message}")
        lines += [f"    {label}: {value}" for label, value in _more(one) if value]
        lines.append("")
    lines.append(report.summary)
    return "\n".join(lines)


def _more(one: Finding) -> Iterator[tuple[str, str]]:
    if one.expected:
        yield "Expected", f"{one.expected}; seen: {one.observed}" if one.observed else one.expected
    if one.story:
        also = f" (and {one.others} as likely)" if one.others else ""
        yield "Nearest legal story", one.story + also
    if one.fact:
        yield "Rests on", one.fact
    if one.fingerprint:
        yield "Fingerprint", one.fingerprint


def data(report: Report) -> dict[str, Any]:
    """The report as plain data."""
    return {
        "schema": SCHEMA,
        "game": report.game,
        "logs": report.logs,
        "steps": report.steps,
        "summary": {
            "turns": len(report.segments),
            **{one: report.count(one) for one in ("ok", "illegal", "suspect", "cannot-tell")},
        },
        "findings": [one.data() for one in report.findings],
        "turns": [
            {
                "title": one.title, "steps": list(one.where), "actor": one.actor,
                "story": one.story, "verdict": one.verdict,
            }
            for one in report.segments
        ],
    }  # fmt: skip


def as_json(report: Report, clauses: ClauseTable) -> str:
    """The report as JSON."""
    return json.dumps(data(report), ensure_ascii=False, indent=1)


def sarif(report: Report, clauses: ClauseTable) -> str:
    """SARIF 2.1.0: a location is a log and a step."""
    used = list(dict.fromkeys(one.code for one in report.findings))
    by_code = {clause.code: clause for clause in clauses.clauses}
    rules = [
        {
            "id": code,
            "shortDescription": {"text": by_code[code].rule if code in by_code else code},
            "helpUri": f"urn:modgen:rule:{code}",
        }
        for code in used
    ]
    results = [
        {
            "ruleId": one.code,
            "kind": KINDS[one.verdict],
            "level": LEVELS[one.severity] if one.verdict == "illegal" else "none",
            "message": {"text": one.message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(report)},
                        "region": {
                            "startLine": max(1, one.where.first),
                            "endLine": max(1, one.where.last),
                        },
                    }
                }
            ],
            "partialFingerprints": {"modgen/v1": one.fingerprint or one.code},
        }
        for one in report.findings
    ]
    run = {
        "tool": {
            "driver": {
                "name": "modgen",
                "version": __version__,
                "rules": rules,
            }
        },
        "results": results,
    }
    found = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(found, ensure_ascii=False, indent=1)


def _uri(report: Report) -> str:
    return report.logs[0] if report.logs else "log"


def junit(report: Report, clauses: ClauseTable) -> str:
    """JUnit XML: a test case for every turn."""
    suite = etree.Element("testsuite", name=report.game, tests=str(len(report.segments)))
    failures = 0
    for segment in report.segments:
        case = etree.SubElement(
            suite, "testcase", name=f"{segment.title} ({segment.where})", classname=report.game
        )
        within = [
            one
            for one in report.findings
            if segment.where.first <= one.where.first <= segment.where.last
        ]
        illegal = [one for one in within if one.verdict == "illegal"]
        failures += bool(illegal)
        for one in illegal:
            failure = etree.SubElement(case, "failure", type=one.code, message=one.message)
            failure.text = one.story
        if segment.verdict == "cannot-tell":
            etree.SubElement(case, "skipped", message=segment.story or "cannot tell")
    suite.set("failures", str(failures))
    return etree.tostring(suite, pretty_print=True, encoding="unicode")


FORMATS: dict[str, Callable[[Report, ClauseTable], str]] = {
    "text": text,
    "json": as_json,
    "sarif": sarif,
    "junit": junit,
}

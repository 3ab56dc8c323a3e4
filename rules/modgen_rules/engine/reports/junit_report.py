"""A report as JUnit XML, for programs that show the results of tests."""

from __future__ import annotations

import re

from lxml import etree

from modgen_rules.engine.reports.findings import Finding, GameReport, Report, Segment

NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 does not allow."""


def as_junit(report: Report) -> str:
    """JUnit XML: a suite for each game, a case for each turn.

    A finding that belongs to no turn is a case of its own, so that no failure is lost.
    """
    suites = etree.Element("testsuites", name="modgen check")
    for game in report.games:
        suite = etree.SubElement(suites, "testsuite", name=_xml(game.heading))
        left = [finding for finding in game.findings if finding.verdict == "illegal"]
        for segment in game.segments:
            first, last = segment.where
            within = [finding for finding in left if first <= finding.where.first <= last]
            left = [finding for finding in left if finding not in within]
            _case(suite, game, segment, within)
        for finding in left:
            _failure(_named(suite, game, f"{finding.code} ({finding.where})"), finding)
        suite.set("tests", str(len(suite)))
        suite.set("failures", str(len(suite.findall("testcase[failure]"))))
    return etree.tostring(suites, pretty_print=True, encoding="unicode")


def _case(
    suite: etree._Element, game: GameReport, segment: Segment, illegal: list[Finding]
) -> None:
    case = _named(suite, game, f"{segment.title} ({segment.where})")
    for finding in illegal:
        _failure(case, finding)
    if segment.verdict == "cannot-tell" and not illegal:
        etree.SubElement(case, "skipped", message=_xml(segment.story or "cannot tell"))


def _named(suite: etree._Element, game: GameReport, name: str) -> etree._Element:
    return etree.SubElement(suite, "testcase", name=_xml(name), classname=game.game)


def _failure(case: etree._Element, finding: Finding) -> None:
    failure = etree.SubElement(case, "failure", type=finding.code, message=_xml(finding.message))
    story = f"Closest legal action: {finding.story}" if finding.story else ""
    below = [f"In the same act: {one.message}" for one in finding.alike]
    below += [f"And therefore: {one.message}" for one in finding.therefore]
    mark = f"Fingerprint: {finding.fingerprint or finding.code}"
    lines = (finding.message, *below, story, mark)
    failure.text = _xml("\n".join(filter(None, lines)))


def _xml(text: str) -> str:
    return NOT_XML.sub("\ufffd", text)

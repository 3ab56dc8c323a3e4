"""The text report: a clause's sentence once, notes and like findings together."""

from __future__ import annotations

from dataclasses import replace

from modgen_rules.engine.reports.findings import (
    Finding,
    GameReport,
    Report,
    Segment,
    Span,
    Verdict,
    worst,
)
from modgen_rules.engine.reports.reports import as_text, together

RULE = "A line holds."


def finding(message: str, where: Span, verdict: Verdict = "illegal", **more: str) -> Finding:
    text = f"Turn 1, Fire: {message}. {RULE[:-1]} [1.a]."
    return Finding("X-1-line", "1.a", verdict, "error", where, "Red", text, rule=RULE, **more)


def text(*findings: Finding) -> list[str]:
    game = GameReport("x", "X", ["a.vlog"], list(findings))
    return as_text(Report([game])).splitlines()


def test_the_sentence_of_a_clause_is_told_once() -> None:
    lines = text(finding("Squad 1 fled", Span(1, 2)), finding("Squad 2 fled", Span(5, 6)))
    assert lines[1] == "    Turn 1, Fire: Squad 1 fled. A line holds [1.a]."
    assert lines[4] == "    Turn 1, Fire: Squad 2 fled [1.a]."


def test_what_has_a_cause_is_listed_under_it() -> None:
    first, second, third, later = (
        finding(f"Squad {n} fled", where)
        for n, where in ((1, Span(1, 2)), (2, Span(1, 2)), (3, Span(2, 2)), (4, Span(7, 8)))
    )
    lines = text(replace(first, alike=(second,), therefore=(third, later)))
    assert lines[:6] == [
        "ILLEGAL  steps 1-2  X-1-line",
        "    Turn 1, Fire: Squad 1 fled. A line holds [1.a].",
        "    In the same act: Squad 2 fled [1.a].",
        "    And therefore: Squad 3 fled [1.a].",
        "    And: Squad 4 fled [1.a], at steps 7-8.",
        "",
    ]
    assert "1 finding: 1 illegal." in lines[-1]


def test_all_notes_of_a_clause_are_one_paragraph() -> None:
    notes = [finding(f"Squad {n} rests", Span(n, n), "note") for n in range(1, 11)]
    lines = text(notes[0], finding("Squad 1 fled", Span(2, 2)), *notes[1:])
    assert lines[0] == "NOTE  step 1  X-1-line"
    assert lines[2] == "    9 more like this: steps 2, 3, 4, 5, 6, 7 and 3 more"
    assert [line for line in lines if line.startswith("ILLEGAL")] == ["ILLEGAL  step 2  X-1-line"]


def test_notes_are_counted_apart() -> None:
    note, fled = finding("Squad 1 rests", Span(1, 1), "note"), finding("Squad 2 fled", Span(2, 2))
    turns = [
        Segment(f"Turn {n}", Span(n, n), "", "", verdict, n - 1)
        for n, verdict in ((1, "ok"), (2, worst([fled])))
    ]
    told = [
        GameReport("x", "X", ["a.vlog"], found, turns, steps=2).summary
        for found in ([note, fled, note], [note], [])
    ]
    assert told[0] == "1 finding in 1 of 2 turns: 1 illegal; 2 notes."
    assert told[1:] == ["2 turns, no findings; 1 note.", "2 turns, no findings."]
    assert GameReport("x", "X", ["a.vsav"], [note]).summary.endswith(" 1 note.")


def test_of_many_expected_places_the_first_are_named() -> None:
    places = " or ".join(f"A{n}" for n in range(1, 10))
    lines = text(finding("Squad 1 fled", Span(1, 1), expected=places, observed="B1"))
    assert "    Expected: A1 or A2 or A3 or A4 or A5 or A6 or 3 others; seen: B1" in lines


def test_what_the_message_says_is_not_said_again() -> None:
    lines = text(finding("2 fled, at most 1 may", Span(1, 1), expected="at most 1", observed="2"))
    assert not [line for line in lines if "Expected" in line]


def test_the_same_breach_of_two_clauses_is_one_paragraph() -> None:
    first = finding("Squad 1 fled", Span(1, 2))
    text_ = "Turn 1, Fire: Squad 1 fled. Nobody flees [2.b]."
    second = Finding(
        "X-2-flight",
        "2.b",
        "illegal",
        "error",
        Span(1, 2),
        "Red",
        text_,
        rule="Nobody flees.",
        title="Turn 1, Fire",
    )
    lines = text(replace(first, title="Turn 1, Fire", alike=(second,)))
    assert lines[:4] == [
        "ILLEGAL  steps 1-2  X-1-line",
        "    Turn 1, Fire: Squad 1 fled. A line holds [1.a].",
        "    In the same act: Nobody flees [2.b].",
        "",
    ]
    # Elsewhere it is a breach of its own.
    assert len(together([first, replace(second, where=Span(4, 5))])) == 2

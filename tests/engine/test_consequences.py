"""Findings with one cause: what is of the same act, what follows from it, what is of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from modgen.model.game import Game
from modgen_rules.engine.reports.clauses import Clause, ClauseTable, Consequence
from modgen_rules.engine.reports.consequences import by_cause
from modgen_rules.engine.reports.findings import Act, Finding, Mark, Segment, Span, Spot, Verdict
from modgen_rules.engine.reports.words import words_of

Grouped = Callable[..., list[tuple[int, int]]]
MARKET, SLUMS, PALACE = Spot("M", 1, 1), Spot("M", 9, 9), Spot("M", 5, 5)


def clause(number: str, kind: str = "rule") -> Clause:
    return Clause(number, f"X-{number}-line", "A rule.", kind, "error", "", "", "", "", "")


TABLE = ClauseTable(
    "X",
    (clause("1.a"), clause("1.b"), clause("2.a", "invariant"), clause("3.a"), clause("3.b")),
    consequences={
        "1.b": (Consequence(("1",), "turn"),),
        "3.b": (Consequence(("3",), "anywhere"),),
    },
)


def finding(
    what: str,
    step: int | Span,
    number: str = "1.a",
    title: str = "Turn 1, Movement",
    moved: tuple[str, Spot, Spot] | None = None,
    verdict: Verdict = "illegal",
) -> Finding:
    where = step if isinstance(step, Span) else Span(step, step)
    act = None
    if moved:
        act = Act(where.last - 1, where.last, (Mark(moved[0], "moved", moved[1], moved[2]),))
    return Finding(
        f"X-{number}-line", number, verdict, "error", where, "", f"{title}: {what}. A rule.",
        rule="A rule", title=title, act=act,
    )  # fmt: skip


@pytest.fixture
def grouped(junta_coup: Game) -> Grouped:
    def group(*findings: Finding, parts: Sequence[Segment] = ()) -> list[tuple[int, int]]:
        words = words_of([junta_coup])
        roots = by_cause(findings, parts, words, junta_coup, TABLE)
        return [(len(one.alike), len(one.therefore)) for one in roots]

    return group


def test_two_breaches_of_one_step_are_one_act(grouped: Grouped) -> None:
    both = finding("fire in Market", 4), finding("dice in Market", 4, "1.b")
    assert grouped(*both) == [(1, 0)]


def test_a_position_follows_from_the_act_that_led_to_it(grouped: Grouped) -> None:
    act = finding("a Unit came to Market", Span(2, 4))
    state = finding("Market is full", Span(2, 8), "2.a")
    elsewhere = finding("Slums is full", Span(2, 8), "2.a")
    assert grouped(act, state, elsewhere) == [(0, 1), (0, 0)]


def test_a_position_that_another_piece_made_stays(grouped: Grouped) -> None:
    act = finding("went from Slums to Market", 2, moved=("p", SLUMS, MARKET))
    other = finding("a Unit of Market was deleted", 4, "2.a", moved=("q", MARKET, PALACE))
    assert grouped(act, other) == [(0, 0), (0, 0)]


def test_the_table_names_what_follows_in_the_same_turn(grouped: Grouped) -> None:
    act = finding("a Unit came to Market", 2)
    here = finding("no battle in Market", 8, "1.b", "Turn 1, Battle")
    there = finding("no battle in Slums", 9, "1.b", "Turn 1, Battle")
    later = finding("no battle in Market", 20, "1.b", "Turn 2, Battle")
    assert grouped(act, here, there, later) == [(0, 1), (0, 0), (0, 0)]


def test_what_follows_anywhere_in_the_same_part_of_a_turn(grouped: Grouped) -> None:
    """Two parts of a turn may have one title, such as the Fire phases of both sides."""
    act = finding("fire in Market", 2, "3.a")
    there = finding("a Unit left Slums", 8, "3.b")
    parts = [
        Segment("Turn 1, Movement", Span(first, last), "", "", "illegal", first - 1)
        for first, last in ((1, 5), (6, 9))
    ]
    assert grouped(act, there, parts=parts) == [(0, 0), (0, 0)]
    assert grouped(act, there, parts=parts[:1]) == [(0, 1)]


def test_the_way_back_follows_from_the_way_there(grouped: Grouped) -> None:
    there = finding("went from Market to Slums", 2, moved=("p", MARKET, SLUMS))
    back = finding("went from Slums to Market", 9, title="Turn 2", moved=("p", SLUMS, MARKET))
    assert grouped(there, back) == [(0, 1)]


def test_a_finding_about_another_kind_of_piece_stays(grouped: Grouped) -> None:
    there = finding("2 Strikers went from Market to Slums", 2, moved=("p", MARKET, SLUMS))
    other = finding("Students of Slums in Market", 9, title="Turn 2", moved=("p", SLUMS, MARKET))
    assert grouped(there, other) == [(0, 0), (0, 0)]


def test_a_second_mistake_with_the_same_piece_stays(grouped: Grouped) -> None:
    first = finding("went from Market to Slums", 2, moved=("p", MARKET, SLUMS))
    away = "went from Slums to Embassy (North)"
    second = finding(away, 9, title="Turn 2", moved=("p", SLUMS, PALACE))
    assert grouped(first, second) == [(0, 0), (0, 0)]


def test_nothing_sure_follows_from_a_doubt(grouped: Grouped) -> None:
    doubt = finding("a Unit came to Market", 2, verdict="suspect")
    sure = finding("no battle in Market", 8, "1.b", "Turn 1, Battle")
    assert grouped(doubt, sure) == [(0, 0), (0, 0)]


def test_several_pieces_that_break_a_clause_one_after_the_other_are_one_act(
    grouped: Grouped,
) -> None:
    first, second = (finding(f"Unit {n} came to Market", n) for n in (2, 4))
    elsewhere, later = finding("Unit 3 came to Slums", 5), finding("Unit 4 came to Market", 9)
    assert grouped(first, second, elsewhere, later) == [(1, 0), (0, 0), (0, 0)]


def test_what_a_few_of_the_pieces_do_is_of_its_own(grouped: Grouped) -> None:
    """The act may have been right for these: too many went, and one of them goes back."""
    marks = tuple(Mark(name, "moved", MARKET, SLUMS) for name in "pqr")
    there = replace(
        finding("went from Market to Slums", 2, moved=("p", MARKET, SLUMS)), act=Act(1, 2, marks)
    )
    back = finding(
        "went from Slums to Market", 9, title="Turn 1, Battle", moved=("p", SLUMS, MARKET)
    )
    assert grouped(there, back) == [(0, 0), (0, 0)]

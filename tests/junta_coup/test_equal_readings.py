"""Readings of a battle that are equally good and break different clauses."""

from __future__ import annotations

from modgen_rules.engine.reports.sections import Issue, with_others
from modgen_rules.junta_coup.judging.issues import breach, oddity


def broken(*clauses: str) -> list[Issue]:
    return [breach(one, "dorado", "a die too many", 3) for one in clauses]


def test_the_clause_of_an_equally_good_reading_is_named() -> None:
    best = [*broken("13.b"), oddity("11.a", "dorado", "nothing was declared", 2)]
    first, second = with_others(best, [broken("14.a"), broken("14.a")])
    assert first == best[0]._replace(one_of=("14.a",))
    assert second == best[1]


def test_what_both_break_has_no_other_clause() -> None:
    both = broken("13.b", "15.c")
    assert [one.one_of for one in with_others(both, [broken("14.a", "15.c")])] == [("14.a",), ()]


def test_readings_that_differ_in_more_are_not_told_apart() -> None:
    best = broken("13.b")
    assert with_others(best, [broken("13.b"), broken("14.a", "15.c"), []]) == best

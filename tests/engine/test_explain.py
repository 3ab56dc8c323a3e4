"""The search against plain enumeration; clauses, coverage and selections."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from modgen_rules.engine.reading.explain import Local, SumsCost, core, join
from modgen_rules.engine.reports.findings import Finding, GameReport, Report, Segment, Span
from modgen_rules.engine.reports.house_rules import Filter, HouseRule, begins, filtered

local = st.builds(
    Local,
    st.tuples(st.integers(0, 2), st.integers(-1, 2)),
    st.sampled_from((0.0, 0.5, 3.0)),
    st.sampled_from(((), ("a",), ("b",))),
)
spaces = st.lists(st.lists(local, min_size=1, max_size=4), min_size=1, max_size=4)


def finish(sums: tuple[int, ...]) -> SumsCost:
    wrong = sums[0] > 2
    return SumsCost(2.0 * wrong + abs(sums[1]), ("many",) if wrong else ())


@settings(max_examples=40)
@given(spaces)
def test_join_finds_the_cheapest(found: list[list[Local]]) -> None:
    """No combination is cheaper, and as many are as good as the search says."""
    costs = []
    for picks in product(*found):
        sums = tuple(sum(part) for part in zip(*(one.adds for one in picks), strict=True))
        costs.append(sum(one.cost for one in picks) + finish(sums).cost)
    best = join(found, finish)
    assert best
    assert abs(best[0].cost - min(costs)) < 1e-9
    assert all(abs(one.cost - best[0].cost) < 1e-9 for one in best)
    assert best[0].others + 1 == sum(abs(cost - min(costs)) < 1e-9 for cost in costs)
    for one in best:
        sums = tuple(sum(part) for part in zip(*(pick.adds for pick in one.picks), strict=True))
        assert sums == one.sums
        assert one.legal == (not one.broken)


@settings(max_examples=40)
@given(spaces)
def test_a_strict_join_finds_the_cheapest_sums_that_break_nothing(
    found: list[list[Local]],
) -> None:
    costs = []
    for picks in product(*found):
        sums = tuple(sum(part) for part in zip(*(one.adds for one in picks), strict=True))
        if not finish(sums).broken:
            costs.append(sum(one.cost for one in picks) + finish(sums).cost)
    best = join(found, finish, strict=True)
    assert bool(best) == bool(costs)
    assert all(abs(one.cost - min(costs)) < 1e-9 for one in best)
    assert not any(finish(one.sums).broken for one in best)


def test_join_without_a_way() -> None:
    assert join([], finish) == []
    assert join([[Local((0, 0))], []], finish) == []
    assert join([[Local((0, 0), 5.0)]], finish, bound=4.0) == []


def test_core_is_what_all_agree_on() -> None:
    options = [[Local((0, 0), 1.0, ("a", "b")), Local((0, 0), 1.0, ("b", "c"))]]
    assert core(join(options, finish)) == ("b",)
    assert core([]) == ()


def test_codes_begin_at_whole_numbers() -> None:
    assert begins("PP-3.2.2-protest-origin", "PP-3")
    assert begins("PP-3.2.2-protest-origin", "PP-3.2.2")
    assert not begins("PP-3.2.22-other", "PP-3.2.2")
    assert not begins("PP-33.1-other", "PP-3")


def test_house_rules_from_a_step_on() -> None:
    def finding(step: int) -> Finding:
        return Finding("PP-5.3-x", "5.3", "illegal", "error", Span(step, step + 1), "", "words")

    turns = [
        Segment("first", Span(1, 5), "", "", "illegal", 0),
        Segment("second", Span(18, 25), "", "", "illegal", 17),
    ]
    game = GameReport("game", "PP", ["a.vlog"], [finding(2), finding(20)], turns, 30)
    report = Report([game])
    later = filtered(report, Filter(house_rules=(HouseRule("PP-5", "agreed", (), 10),)))
    assert [one.where.first for one in later.findings] == [2]
    assert [one.verdict for one in later.segments] == ["illegal", "ok"]
    assert (report.exit_code(False), later.exit_code(False)) == (1, 1)
    assert filtered(report, Filter(("PP-4",))).exit_code(True) == 0

"""What a clause needs to see, and the logs that do not show it."""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.tracker import Tracker
from modgen_rules.engine.reports.clauses import NEEDS, Clause, ClauseTable
from modgen_rules.engine.reports.log_ends import LogEnds
from modgen_rules.engine.reports.sections import Issue

ORDER = ("move", "combat", "supply")
ACTS = [
    Act(n + 1, what, "", target=target)
    for n, (what, target) in enumerate(
        [("move", ""), ("phase", "move"), ("move", ""), ("phase", "combat"), ("phase", "supply")]
    )
]
WORDS = [*(one for one in NEEDS if one != "tracker"), "tracker:combat", "tracker:move", "turn:9"]
TABLE = ClauseTable(
    "X",
    tuple(
        Clause(need, f"X-{need}", "A rule.", "rule", "error", *[""] * 5, needs=(need,))
        for need in WORDS
    ),
)


def ends(
    whole: bool = False,
    rest: int = 9,
    diced: bool = True,
    late: bool = False,
    number: int = 0,
    phase: int = 0,
) -> LogEnds:
    tracker = Tracker(ACTS, 0, len(ACTS) - 1, ORDER) if late else None
    return LogEnds(ACTS, TABLE, whole, 1, rest, diced, tracker, number, phase)


@pytest.mark.parametrize(
    ("log", "first", "unseen"),
    [
        (ends(whole=True), 0, []),
        (ends(), 0, ["turn", "phase", "fight", "before"]),
        (ends(), 1, ["turn", "phase"]),
        (ends(), 2, ["turn"]),
        (ends(number=9), 2, ["turn", "turn:9"]),
        (ends(whole=True, number=9), 2, []),
        (ends(phase=3), 2, ["turn", "phase"]),
        (ends(phase=2), 2, ["turn"]),
        (ends(whole=True, rest=2), 2, ["rest"]),
        (ends(whole=True, diced=False), 0, ["dice", "number", "result"]),
        (ends(whole=True, late=True), 2, ["tracker:combat"]),
        (ends(whole=True, late=True), 0, []),
    ],
)
def test_a_clause_is_in_doubt_where_the_log_lacks_what_it_needs(
    log: LogEnds, first: int, unseen: list[str]
) -> None:
    issues = [Issue(need, 100.0, "", "something was done", first, first) for need in WORDS]
    assert sorted(one.clause for one in issues if not log.doubted(one).illegal) == sorted(unseen)

"""An Election Round done as the rules say, and with one thing wrong (6.1 to 6.6).

Each Faction has 20 Resources before it, Aid and Patronage are 10, unless the row says otherwise.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from modgen_rules.people_power.law.election import round_of
from modgen_rules.people_power.law.state import made
from tests.accuracy.cases import Bench
from tests.people_power.examples import RICH, spaces, tracks


class Round(NamedTuple):
    """What a Round changes: the clauses that it breaks, spaces and tracks."""

    clauses: str
    before: str
    after: str
    by: str
    start: str = ""


INCOMES = [
    Round("", "", "", "gov+10 aid-5"),
    Round("6.2.1.a", "", "", "gov+9 aid-5"),
    Round("6.2.1.a", "", "", "gov+11 aid-5"),
    Round("6.2.1.b", "", "", "gov+10 aid-4"),
    Round("6.2.1.b", "", "", "gov+10 aid-6"),
    Round("6.2.1.b", "", "", "gov+10"),
    Round("", "", "", "gov+3 aid+2", "aid=3"),
    Round("", "", "", "gov+5 aid-5", "gov=35"),
    Round("6.2.1.a", "", "", "gov+5 aid-5", "gov=34"),
    Round("", "manila: p1", "manila: p1", "gov+15 aid-5"),
    Round("6.2.1.a", "manila: p1", "manila: p1", "gov+10 aid-5"),
    Round("", "cebu: p1; western_mindanao: p2", "cebu: p1; western_mindanao: p2", "gov+13 aid-5"),
    Round("", "cebu: p1 u1", "cebu: p1 u1", "gov+10 aid-5"),
    Round(
        "",
        "cebu: opposition; manila: opposition",
        "cebu: opposition; manila: opposition",
        "gov+10 aid-5 reformers+7",
    ),
    Round(
        "6.2.2",
        "cebu: opposition; manila: opposition",
        "cebu: opposition; manila: opposition",
        "gov+10 aid-5 reformers+6",
    ),
    Round("6.2.2", "cebu: resistance", "cebu: resistance", "gov+10 aid-5 reformers+2"),
    Round("", "cebu: N2; davao: N1", "cebu: N2; davao: N1", "gov+10 aid-5 npa+6"),
    Round("6.2.3", "cebu: N2; davao: N1", "cebu: N2; davao: N1", "gov+10 aid-5 npa+3"),
    Round("6.2.3", "cebu: u2", "cebu: u2", "gov+10 aid-5 npa+2"),
    # 6.1.1: one Patronage for every Strike
    Round(
        "", "cebu: u1 strike; davao: u1 strike", "cebu: u1; davao: u1", "gov+10 aid-5 patronage-2"
    ),
    Round(
        "6.1.1",
        "cebu: u1 strike; davao: u1 strike",
        "cebu: u1; davao: u1",
        "gov+10 aid-5 patronage-1",
    ),
    Round("6.1.1", "cebu: u1 a1 protest", "cebu: u1 a1", "gov+10 aid-5 patronage-1"),
    Round("", "cebu: u1 strike", "cebu: u1", "gov+10 aid-5", "patronage=0"),
]
SUPPORT = [
    # 6.3.1: 2 Resources for each marker and shift, with Troops, Police and Control
    Round("", "cebu: t1 p1", "cebu: t1 p1 support", "gov+10 aid-5"),
    Round("6.3.1.b", "cebu: t1 p1", "cebu: t1 p1 support", "gov+12 aid-5"),
    Round("6.3.1.b", "cebu: t1 p1", "cebu: t1 p1 support", "gov+11 aid-5"),
    Round("", "cebu: t1 p1 resistance", "cebu: t1 p1", "gov+10 aid-5"),
    Round("", "cebu: t1 p1 resistance", "cebu: t1 p1 support", "gov+8 aid-5"),
    Round("", "cebu: t1 p1 terror", "cebu: t1 p1 support", "gov+8 aid-5"),
    Round("6.3.1.b", "cebu: t1 p1 terror", "cebu: t1 p1 support", "gov+10 aid-5"),
    Round("", "cebu: t2 p1 a1 protest", "cebu: t2 p1 a1 support", "gov+8 aid-5"),
    Round("", "cebu: t2 p1 u1 strike", "cebu: t2 p1 u1 support", "gov+8 aid-5 patronage-1"),
    Round("6.3.1.a", "cebu: p2", "cebu: p2 support", "gov+10 aid-5"),
    Round("6.3.1.a", "cebu: t2", "cebu: t2 support", "gov+10 aid-5"),
    Round("6.3.1.a", "manila: t1 p1 u2", "manila: t1 p1 u2 support", "gov+8 aid-5"),
    # 6.3.2: 1 Resource for Terror or Protest and each shift, with NPA Control
    Round("", "visayas: u1", "visayas: u1 resistance", "gov+10 aid-5 npa-1"),
    Round("6.3.2.b", "visayas: u1", "visayas: u1 resistance", "gov+10 aid-5"),
    Round("", "visayas: u1 support", "visayas: u1 resistance", "gov+10 aid-5 npa-2"),
    Round("", "visayas: u1 terror", "visayas: u1 resistance", "gov+10 aid-5 npa-2"),
    Round("6.3.2.b", "visayas: u1 terror", "visayas: u1 resistance", "gov+10 aid-5 npa-1"),
    Round("", "visayas: u2 a1 protest", "visayas: u2 a1 resistance", "gov+10 aid-5 npa-2"),
    Round("", "cebu: u1 strike", "cebu: u1 resistance", "gov+10 aid-5 npa-1 patronage-1"),
    Round("6.3.2.a", "visayas: u1 p1", "visayas: u1 p1 resistance", "gov+10 aid-5 npa-1"),
    # 6.3.3: one Base of the Reformers, not under Government Control, within the limit
    Round("", "cebu:", "cebu: R1", "gov+10 aid-5"),
    Round("", "cebu: p1 u1", "cebu: p1 u1 R1", "gov+10 aid-5"),
    Round("", "cebu: N1", "cebu: N1 R1", "gov+10 aid-5 npa+2"),
    Round("6.3.3", "cebu: p1", "cebu: p1 R1", "gov+12 aid-5"),
    Round("6.3.3", "cebu:; davao:", "cebu: R1; davao: R1", "gov+10 aid-5"),
    Round("1.5.2.a", "cebu: N1 R1", "cebu: N1 R2", "gov+10 aid-5 npa+2"),
]
REDEPLOY = [
    # 6.4: Troops end in a held City, beside a Base or in Manila; Police move to held spaces
    Round("", "visayas: t2; manila:", "visayas:; manila: t2", "gov+12 aid-5"),
    Round("", "visayas: t2; manila: u4", "visayas:; manila: t2 u4", "gov+12 aid-5"),
    Round("6.4.b", "visayas: t2", "visayas: t2", "gov+12 aid-5"),
    Round("", "visayas: t2 G1", "visayas: t2 G1", "gov+12 aid-5"),
    Round("", "visayas: t1 G1 u3", "visayas: t1 G1 u3", "gov+10 aid-5"),
    Round("", "cebu: t1", "cebu: t1", "gov+12 aid-5"),
    Round("6.4.b", "cebu: t1 u1", "cebu: t1 u1", "gov+10 aid-5"),
    Round("", "cebu: p2; davao: p1", "cebu: p1; davao: p2", "gov+14 aid-5"),
    Round("6.4.a", "cebu: p2; davao: u2", "cebu: p1; davao: p1 u2", "gov+12 aid-5"),
    Round("6.4.d", "cebu: p2", "cebu: p1", "gov+12 aid-5"),
    Round("6.4.d", "cebu: t2", "cebu: t1", "gov+12 aid-5"),
    Round("6.4.h", "cebu: p1 G1; davao: p1", "cebu: p1; davao: p1 G1", "gov+14 aid-5"),
    # 6.6: no marker stays, nobody stays Active, nothing else changes
    Round("6.6.a", "cebu: terror", "cebu: terror", "gov+10 aid-5"),
    Round("6.6.a", "cebu: a1 protest", "cebu: a1 protest", "gov+10 aid-5"),
    Round("6.6.b", "cebu: v2", "cebu: u1 v1", "gov+10 aid-5"),
    Round("", "cebu: v2 terror; davao: a1 protest", "cebu: u2; davao: a1", "gov+10 aid-5"),
    Round("6.4.d", "cebu: u2", "cebu: u1", "gov+10 aid-5"),
    Round("6.4.d", "cebu: a2", "cebu: a1", "gov+10 aid-5"),
]


@pytest.mark.parametrize(
    "rows", [INCOMES, SUPPORT, REDEPLOY], ids=["incomes", "support", "redeploy"]
)
def test_limits(rows: list[Round], bench: Bench) -> None:
    board, wrong = bench.board, []
    for row in rows:
        start = RICH | {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", row.start)}
        before = made(spaces(row.before, board), start, board.limits)
        after = made(spaces(row.after, board), tracks(row.by, start), board.limits)
        best = round_of(before, after, board)[0]
        if best.broken != tuple(row.clauses.split()) or not (row.clauses or best.cost == 0):
            wrong.append((row, best.broken, best.cost))
    assert wrong == []

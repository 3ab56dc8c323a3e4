"""What a turn may do to the tracks: Passes, prices, transfers, ends of tracks (1.4.1, 1.9)."""

from __future__ import annotations

import pytest

from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.state import GOV, NPA
from modgen_rules.people_power.law.state import REFORMERS as REF
from tests.accuracy.cases import Bench
from tests.people_power.examples import BOTH, OPS, Example
from tests.people_power.limits import check, no, ok, open_

PASSES = [
    # 2.3.4: 3 Resources for the Government, 1 for the others, up to 40
    *(ok(who, (PASS,), "", "", f"{who}+{by}") for who, by in ((GOV, 3), (NPA, 1), (REF, 1))),
    *(
        no("2.3.4.a", who, (PASS,), "", "", f"{who}+{by}")
        for who, wrong in ((GOV, (1, 2, 4)), (NPA, (2, 3)), (REF, (2, 3)))
        for by in wrong
    ),
    *(ok(who, (PASS,), "", "", "", start=f"{who}=40") for who in (GOV, NPA, REF)),
    *(no("2.3.4.a", who, (PASS,), "", "", "") for who in (GOV, NPA, REF)),
    ok(GOV, (PASS,), "", "", "gov+2", start="gov=38"),
    no("2.3.4.a", GOV, (PASS,), "", "", "gov+2", start="gov=37"),
]
PRICES = [
    # 3.1: who cannot pay cannot act
    ok(NPA, OPS, "cebu:", "cebu: u1", "npa-1", start="npa=1"),
    no("3.1.c", NPA, OPS, "cebu:", "cebu: u1", "", start="npa=0"),
    no("3.1.c", NPA, OPS, "cebu:; davao:", "cebu: u1; davao: u1", "npa-1", start="npa=1"),
    ok(GOV, OPS, "cebu:", "cebu: t4", "gov-2", start="gov=2"),
    no("3.1.c", GOV, OPS, "cebu:", "cebu: t4", "gov-1", start="gov=1"),
    # 4.3.1, 4.4.1: Resources from a Special Activity pay for its Operation
    ok(REF, BOTH, "cebu: a1; davao:", "cebu:; davao: a1", "reformers+1", start="reformers=0"),
    ok(NPA, BOTH, "cebu: u1; davao:", "cebu: v1; davao: u1", "", start="npa=0"),
    # 1.9: Aid and Patronage stop at 0 and 40
    ok(
        GOV,
        BOTH,
        "cebu: t1 support; davao:",
        "cebu: t1; davao: t1",
        "gov-2 patronage+4",
        start="aid=0",
    ),
    ok(
        GOV,
        BOTH,
        "cebu: t1 support; davao:",
        "cebu: t1; davao: t1",
        "gov-2 patronage+2 aid-1",
        start="patronage=38",
    ),
    no(
        "4.2.1.b",
        GOV,
        BOTH,
        "cebu: t1 support; davao:",
        "cebu: t1; davao: t1",
        "gov-2 patronage+3 aid-1",
        start="patronage=36",
    ),
    ok(GOV, OPS, "cebu: t1 N1", "cebu: t1", "gov-2 aid+3", start="aid=37"),
    no("3.2.4.f", GOV, OPS, "cebu: t1 N1", "cebu: t1", "gov-2 aid+3", start="aid=35"),
    ok(GOV, OPS, "cebu: p4 a4 protest", "cebu: p4", "gov-2 aid-1", start="aid=1"),
    no("3.2.3.f", GOV, OPS, "cebu: p4 a4 protest", "cebu: p4", "gov-2 aid-1", start="aid=2"),
    ok(NPA, OPS, "cebu: G1 u3", "cebu: v3", "npa-1 patronage-1", rolls=(2,), start="patronage=1"),
    ok(
        REF,
        BOTH,
        "cebu: a1 p2 protest; davao:",
        "cebu: a1 protest; davao: a1",
        "reformers-1",
        start="patronage=0",
    ),
    # 1.9: tracks that nothing in the turn moves
    no("1.9.b", NPA, OPS, "cebu:", "cebu: u1", "npa-1 aid-1"),
    no("1.9.c", NPA, OPS, "cebu:", "cebu: u1", "npa-1 patronage+1"),
    no("1.9.b", REF, OPS, "cebu:", "cebu: a1", "reformers-1 aid+2"),
]
TRANSFERS = [
    # 1.4.1: the actor may give or be given Resources by another Faction that is Eligible
    open_("", NPA, OPS, "cebu:", "cebu: u1", "npa-3 reformers+2"),
    open_("", NPA, OPS, "cebu:", "cebu: u1", "npa+1 gov-2"),
    open_("", REF, OPS, "cebu:", "cebu: a1", "reformers+3 npa-4"),
    no("1.4.1.c", NPA, OPS, "cebu:", "cebu: u1", "npa+2 reformers-2"),
    no("1.4.1.c", NPA, OPS, "cebu:", "cebu: u1", "npa+1 reformers-3"),
    no("1.4.1.a", GOV, OPS, "cebu:", "cebu: t4", "gov-1 aid-1"),
    no("1.4.1.a", GOV, OPS, "cebu:", "cebu: t4", "gov+1 patronage-3"),
    no("3.1.c", NPA, OPS, "cebu:", "cebu: u1", "npa+2"),
]


@pytest.mark.parametrize("rows", [PASSES, PRICES, TRANSFERS], ids=["passes", "prices", "transfers"])
def test_limits(rows: list[Example], bench: Bench) -> None:
    check(rows, bench)

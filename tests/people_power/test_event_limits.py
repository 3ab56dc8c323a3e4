"""Each Event done as its text says, and with one thing too much, too little or elsewhere (5.0)."""

from __future__ import annotations

import pytest

from modgen_rules.people_power.law.state import GOV, NPA, REFORMERS
from tests.accuracy.cases import Bench
from tests.people_power.examples import Example
from tests.people_power.limits import check

TAKERS = (GOV, NPA, REFORMERS)
FULL = "davao: a1 protest; zamboanga: a1 protest; visayas: a1 protest; cebu: a1 protest"
"""Four spaces with all the Protest and Strike markers."""


def event(card, clauses, before, after="", tracks="", moved="", **more) -> list[Example]:
    """An Event for each Faction: a negative number is the shaded side."""
    side = ("event_unshaded" if card > 0 else "event_shaded",)
    return [
        Example(
            clauses,
            not clauses,
            who,
            side,
            before,
            after or before,
            tracks,
            moved,
            card=abs(card),
            **more,
        )
        for who in TAKERS
    ]


TRACKS = [
    *event(1, "", "", "", "patronage+3"),
    *event(1, "5.1.a", "", "", "patronage+2"),
    *event(-1, "", "", "", "aid-3"),
    *event(-1, "5.1.a", "", "", "aid-4"),
    *event(2, "", "", "", "gov+5"),
    *event(2, "5.1.a", "", "", "gov+4"),
    *event(-2, "", "", "", "patronage-2"),
    *event(4, "", "", "", "patronage+4 aid-1"),
    *event(4, "5.1.a", "", "", "patronage+4"),
    *event(8, "", "", "", "aid+6"),
    *event(-8, "", "", "", "aid-3 reformers+3"),
    *event(-8, "5.1.a", "", "", "aid-3 reformers+2"),
    *event(-8, "5.1.a", "", "", "aid-2 reformers+3"),
    *event(-9, "", "", "", "gov-5"),
    *event(-9, "5.1.a", "", "", "gov-6"),
    *event(17, "", "", "", "npa-4"),
    *event(-17, "", "", "", "npa+4"),
    *event(-17, "5.1.a", "", "", "npa+5"),
    *event(30, "", "", "", "reformers-3"),
    *event(32, "", "", "", "reformers-3"),
    *event(32, "", "", "", "npa-3"),
    *event(32, "5.1.a", "", "", "reformers-2"),
    *event(-32, "", "", "", "npa-3 reformers+3"),
    *event(-32, "", "", "", "npa+2 reformers-2"),
    # 1.9: no track goes below 0 or beyond 40
    *event(17, "", "", "", "npa-3", start="npa=3"),
    *event(17, "5.1.a", "", "", "npa-3", start="npa=4"),
    *event(-17, "", "", "", "npa+2", start="npa=38"),
    *event(-17, "5.1.a", "", "", "npa+2", start="npa=37"),
    *event(1, "", "", "", "patronage+1", start="patronage=39"),
]
SHIFTS = [
    *event(5, "", "manila:", "manila: support", "gov-2"),
    *event(5, "", "manila: opposition", "manila:", "gov-2"),
    *event(5, "5.1.a", "manila:", "manila: support", "gov-1"),
    *event(5, "5.1.2", "manila:", "manila:", "gov-2"),
    *event(-3, "", "visayas: support", "visayas:"),
    *event(-3, "5.1.a", "cebu:", "cebu: resistance"),
    *event(-4, "", "northern_luzon:", "northern_luzon: resistance"),
    *event(-4, "5.1.a", "northern_luzon:", "northern_luzon: opposition"),
    *event(7, "", "cebu: opposition; davao:", "cebu:; davao: support"),
    *event(7, "5.1.2", "cebu: opposition; davao:", "cebu:; davao:"),
    *event(7, "5.1.a", "cebu:; visayas:; davao:", "cebu: support; visayas: support; davao:"),
    *event(7, "5.1.a", "cebu:; davao:; manila:", "cebu: support; davao: support; manila: support"),
    *event(22, "", "cebu: opposition", "cebu:"),
    *event(22, "5.1.a", "cebu: opposition; davao: support", "cebu:; davao:"),
    *event(26, "", "visayas:", "visayas: support", "patronage-1"),
    *event(-26, "", "manila: resistance", "manila:", "aid-2"),
    *event(-26, "5.1.a", "manila: resistance", "manila:", "aid-1"),
    *event(28, "", "cebu: terror opposition", "cebu:"),
    *event(-28, "", "cebu: terror support", "cebu: opposition"),
    *event(-29, "", "cebu:; manila: support", "cebu: opposition; manila:"),
    *event(33, "", "cebu: terror", "cebu:", "aid-1"),
    *event(-33, "", "cebu: terror; davao: terror", "cebu: opposition; davao:"),
    *event(-33, "", "cebu: terror; davao: terror", "cebu:; davao:"),
    *event(-33, "5.1.a", "cebu: terror; davao: terror", "cebu: opposition; davao: opposition"),
    *event(34, "", "visayas:", "visayas: support", "gov-3"),
    *event(-34, "", "visayas: support", "visayas: resistance"),
    *event(-34, "", "visayas: support", "visayas: opposition"),
    *event(-34, "5.1.a", "visayas: support", "visayas:"),
]
PIECES = [
    *event(3, "", "visayas: t1", "", "patronage+4"),
    *event(3, "", "central_mindanao: t1", "", "patronage+2"),
    *event(3, "5.1.a", "visayas: t1", "", "patronage+3"),
    *event(3, "5.1.a", "visayas: u1", "", "patronage+4"),
    *event(3, "5.1.a", "cebu: t1", "", "patronage+4"),
    *event(6, "", "central_mindanao: opposition", "central_mindanao: t1 p1"),
    *event(6, "", "western_mindanao: support", "western_mindanao: t2"),
    *event(6, "5.1.a", "visayas: opposition", "visayas: t2"),
    *event(6, "5.1.a", "davao: opposition", "davao: t2"),
    *event(6, "5.1.a", "central_mindanao: opposition", "central_mindanao: t2 p1"),
    *event(-6, "", "central_mindanao: a1 protest", "central_mindanao: a1 u1 terror"),
    *event(-6, "5.1.a", "central_mindanao:", "central_mindanao: u2 terror"),
    *event(-10, "", "manila:", "manila: a2"),
    *event(-10, "5.1.a", "manila:", "manila: a3"),
    *event(-10, "5.1.a", "cebu:", "cebu: a2"),
    *event(11, "", "visayas:", "visayas: p3"),
    *event(11, "5.1.a", "visayas:", "visayas: p4"),
    *event(11, "5.1.a", "cebu:", "cebu: p3"),
    *event(11, "", "visayas: p10", "visayas: p12"),
    *event(-11, "", "visayas: p2", "visayas:"),
    *event(-11, "", "visayas: p1; cebu: p2", "visayas:; cebu: p1"),
    *event(-11, "5.1.2", "visayas: p3", "visayas: p2"),
    *event(-11, "5.1.a", "visayas: p3", "visayas:"),
    *event(-12, "", "visayas: support", "visayas: a1"),
    *event(13, "", "cebu: v1; davao: v1", "cebu:; davao:"),
    *event(13, "5.1.a", "cebu: v1; visayas: v1", "cebu:; visayas:"),
    *event(13, "5.1.a", "cebu: u1 v1", "cebu:"),
    *event(-13, "", "cebu: p3", "cebu: p1"),
    *event(-13, "5.1.a", "visayas: p3", "visayas: p1"),
    *event(15, "", "cebu: N1", "cebu:"),
    *event(15, "5.1.a", "cebu: N1 u1", "cebu: u1"),
    *event(15, "5.1.a", "cebu: N2", "cebu:"),
    *event(-15, "", "cebu: u1", "cebu: u1 N1"),
    *event(-15, "5.1.a", "cebu: t1", "cebu: t1 N1"),
    *event(-15, "1.5.2.a", "cebu: u1 N1 R1", "cebu: u1 N2 R1"),
    *event(-16, "", "cebu: u1 t2 p1", "cebu: v1 u1 t1"),
    *event(-16, "", "cebu: u1 t1 G1", "cebu: v1 u1", "patronage-2"),
    *event(18, "", "", "", "aid+2"),
    *event(-18, "", "davao:; zamboanga:", "davao: u1; zamboanga: u1", "npa+2"),
    *event(-18, "", "davao:", "davao: u2", "npa+2"),
    *event(-18, "5.1.a", "visayas:", "visayas: u2", "npa+2"),
    *event(-18, "5.1.a", "davao:", "davao: u3", "npa+2"),
    *event(19, "", "cebu: u1 v1", "cebu:"),
    *event(19, "5.1.2", "cebu: u1 v1", "cebu: u1"),
    *event(20, "", "northern_luzon: u1 v1 N1", "northern_luzon: N1"),
    *event(20, "", "northern_luzon: N1 v1", "northern_luzon:"),
    *event(20, "5.1.a", "northern_luzon: v3", "northern_luzon:"),
    *event(-20, "", "northern_luzon:", "northern_luzon: u2"),
    *event(-20, "5.1.a", "northern_luzon:", "northern_luzon: v2"),
    *event(21, "", "davao: u1; zamboanga: u2", "davao:; zamboanga:"),
    *event(21, "5.1.a", "davao: u1; visayas: u1", "davao:; visayas:"),
    *event(-21, "", "davao: v2; cebu: v1", "davao: u2; cebu: u1"),
    *event(-21, "5.1.a", "davao: v2; cebu: v1; manila: v1", "davao: u2; cebu: u1; manila: u1"),
    *event(23, "", "davao: a2", "davao:"),
    *event(24, "", "cebu: resistance", "cebu:"),
    *event(-24, "", "cebu:", "cebu: u2 R1 a1"),
    *event(-24, "", "cebu:", "cebu: N1 u1 a2"),
    *event(-24, "5.1.a", "cebu:", "cebu: u3"),
    *event(-24, "5.1.a", "visayas:", "visayas: u2 a2"),
    *event(25, "", "cebu:; visayas:", "cebu: t1 support; visayas: p1 support"),
    *event(25, "5.1.a", "cebu:; davao:", "cebu: t1 support; davao: p1 support"),
    *event(25, "5.1.a", "cebu:; visayas:", "cebu: t2 support; visayas: p1 support"),
    *event(27, "", "cebu: a1 protest", "cebu: a1"),
    *event(-27, "", "manila:", "manila: a1 protest"),
    *event(-27, "", f"{FULL}; manila:", f"{FULL}; manila: a1"),
    *event(-27, "5.1.a", "manila:", "manila: a1"),
    *event(-30, "", "cebu:", "cebu: R1", "reformers+3"),
    *event(-30, "5.1.a", "cebu:", "cebu: R2", "reformers+3"),
    *event(-15, "1.5.2.a", "cebu: u1 R2", "cebu: u1 R2 N1"),
    *event(-24, "1.5.2.a", "cebu: a1 R2", "cebu: a2 R3"),
    *event(-30, "1.5.2.a", "cebu: G1 N1", "cebu: G1 N1 R1", "reformers+3"),
    *event(31, "", "davao: a1; manila: a1", "davao:; manila:"),
    *event(-35, "", "davao: terror", "davao: terror a2"),
    *event(-35, "", "davao:", "davao: a2 protest"),
    *event(36, "", "manila:", "manila: t2"),
    *event(36, "5.1.a 5.1.2", "manila:", "manila: p2"),
    *event(-36, "", "cebu: t3", "cebu: t1 a2"),
    *event(-36, "", "cebu: t1", "cebu: a1"),
    *event(-36, "5.1.a", "cebu: t3", "cebu: a3"),
    *event(-36, "5.1.a", "cebu: p2", "cebu: a2"),
    *event(-22, "", "cebu: u1 support", "cebu: u1 strike"),
    *event(-22, "5.1.a", "cebu: support a1", "cebu: a1 strike"),
    *event(-5, "", "manila: a1", "manila: a1 protest"),
]
ACTIONS = [
    *event(9, "", "cebu:", "cebu: t2 p2"),
    *event(9, "5.1.a", "cebu:; davao:", "cebu: t2 p2; davao: t2"),
    *event(9, "5.1.5.a", "cebu:", "cebu: t2 p2", "gov-2"),
    *event(
        10,
        "",
        "cebu: p2 u1 support; visayas:",
        "cebu: p2 terror; visayas: u1",
        "",
        "guerrilla cebu visayas",
    ),
    *event(14, "", "cebu: t2 u1", "cebu: t2 v1"),
    *event(-14, "", "cebu: t2 u3", "cebu: v3", rolls=(3,)),
    *event(-14, "3.4.3.c", "cebu: t2 u3", "cebu: v3", rolls=(4,)),
    *event(16, "", "cebu: t2 v2 N1", "cebu: t2 N1"),
    *event(16, "", "cebu: t3 v2 N1", "cebu: t3", "aid+5"),
    *event(-19, "", "cebu:; davao:", "cebu: u1; davao: u1"),
    *event(-19, "5.1.a", "cebu:; davao:; manila:", "cebu: u1; davao: u1; manila: u1"),
    *event(-23, "", "cebu: a1", "cebu: a1 protest opposition"),
    *event(-31, "", "davao: a2; manila:", "davao: a1; manila: a1", "", "activist davao manila"),
    *event(35, "", "davao: p1 a2 protest", "davao: p1 a1 protest"),
    *event(-25, "", "southern_luzon: u1; manila: R1", "southern_luzon: u2; manila: R1"),
]


@pytest.mark.long
@pytest.mark.parametrize(
    "rows", [TRACKS, SHIFTS, PIECES, ACTIONS], ids=["tracks", "shifts", "pieces", "actions"]
)
def test_limits(rows: list[Example], bench: Bench) -> None:
    check(rows, bench)

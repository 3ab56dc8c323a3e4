"""Which Special Activity goes with which Operation, what comes from the map (4.1.1, 1.5.1, 3.1)."""

from __future__ import annotations

import pytest

from modgen_rules.people_power.law.state import GOV, NPA
from modgen_rules.people_power.law.state import REFORMERS as REF
from tests.accuracy.cases import Bench
from tests.people_power.examples import BOTH, ONE, OPS, Example
from tests.people_power.limits import check, no, ok

OPERATIONS = {
    "train": (GOV, "davao:", "davao: t1", "gov-2", "", None),
    "sweep": (GOV, "davao: t2 u1", "davao: t2 v1", "gov-2", "", None),
    "roundup": (GOV, "davao: p1 a1 protest", "davao: p1", "gov-2", "", None),
    "assault": (GOV, "davao: t1 v1", "davao: t1", "gov-2", "", None),
    "rally": (NPA, "davao:", "davao: u1", "npa-1", "", None),
    "march": (
        NPA,
        "southern_luzon: u1; northern_luzon:",
        "southern_luzon:; northern_luzon: u1",
        "npa-1",
        "guerrilla southern_luzon northern_luzon",
        None,
    ),
    "attack": (NPA, "davao: t2 u3", "davao: v3", "npa-1", "", (3,)),
    "terror": (NPA, "davao: u1 t2", "davao: v1 t2 terror resistance", "npa-1", "", None),
    "recruit": (REF, "davao:", "davao: a1", "reformers-1", "", None),
    "assemble": (
        REF,
        "southern_luzon: a1; northern_luzon:",
        "southern_luzon:; northern_luzon: a1",
        "reformers-1",
        "activist southern_luzon northern_luzon",
        None,
    ),
    "persuade": (REF, "davao: a3 u1", "davao: a3", "reformers-1", "", None),
    "protest": (REF, "davao: a1", "davao: a1 protest opposition", "reformers-1", "", None),
}
"""An Operation each: whose, before, after, tracks, moves and dice."""
ACTIVITIES = {
    "enrich": (
        "cebu: t1 support",
        "cebu: t1",
        "patronage+4 aid-1",
        ("train", "sweep", "roundup", "assault"),
    ),
    "reprisal": ("cebu: p1", "cebu: p1 terror", "", ("roundup", "assault")),
    "charm": ("cebu: t1", "cebu: t1 support", "patronage-1 aid+3", ("train", "sweep")),
    "extort": ("cebu: u1", "cebu: v1", "npa+1", ("rally", "march", "terror")),
    "strike": ("cebu: u1", "cebu: v1 strike resistance", "", ("march",)),
    "appeal": ("cebu: a1", "cebu:", "reformers+2", ("recruit", "assemble", "persuade", "protest")),
    "convert": (
        "cebu: a1 p2 protest",
        "cebu: a1 protest",
        "patronage-1",
        ("recruit", "persuade", "protest"),
    ),
    "canvass": ("cebu: a1 terror", "cebu: a1 opposition", "", ("assemble", "persuade")),
}
"""A Special Activity each in another space: before, after, tracks, its Operations."""
OWNERS = {
    "enrich": GOV,
    "reprisal": GOV,
    "charm": GOV,
    "extort": NPA,
    "strike": NPA,
    "appeal": REF,
    "convert": REF,
    "canvass": REF,
}


def total(*changes: str) -> str:
    """Changes of tracks together."""
    sums: dict[str, int] = {}
    for word in " ".join(changes).split():
        at = max(word.find("+"), word.find("-"))
        sums[word[:at]] = sums.get(word[:at], 0) + int(word[at:])
    return " ".join(f"{name}{by:+d}" for name, by in sums.items())


def pair(operation: str, activity: str) -> Example:
    """An Operation with a Special Activity elsewhere."""
    who, before, after, paid, moved, rolls = OPERATIONS[operation]
    start, end, by, along = ACTIVITIES[activity]
    return Example(
        "" if operation in along else "4.1.1",
        operation in along,
        who,
        BOTH,
        f"{before}; {start}",
        f"{after}; {end}",
        total(paid, by),
        moved,
        rolls,
    )


PAIRS = [
    pair(operation, activity)
    for activity in ACTIVITIES
    for operation in OPERATIONS
    if OPERATIONS[operation][0] == OWNERS[activity]
]
LIFTED = [
    # 1.5.1: with none Available a Faction may take its own pieces from the map
    ok(GOV, OPS, "cebu: p12; davao:", "cebu: p10; davao: p2", "gov-2"),
    ok(GOV, OPS, "cebu: t12; davao:", "cebu: t8; davao: t4", "gov-2"),
    ok(
        GOV,
        OPS,
        "manila: G2; cebu: G2; davao: G2; visayas: t3 p1",
        "manila: G2; cebu: G1; davao: G2; visayas: p1 G1",
        "gov-2",
    ),
    ok(NPA, OPS, "cebu: u8 v8; davao:", "cebu: u7 v8; davao: u1", "npa-1"),
    ok(NPA, OPS, "cebu: u8 v8; davao:", "cebu: u8 v7; davao: u1", "npa-1"),
    ok(
        NPA, OPS, "cebu: u8 v8; davao: N1; visayas:", "cebu: u6 v7; davao: u3 N1; visayas:", "npa-1"
    ),
    ok(
        NPA,
        OPS,
        "manila: N2; cebu: N2; davao: N2; visayas: u2",
        "manila: N2; cebu: N2; davao: N1; visayas: N1",
        "npa-1",
    ),
    ok(REF, OPS, "cebu: a16; davao:", "cebu: a15; davao: a1", "reformers-1"),
    no("1.5.1.c", REF, OPS, "cebu: a15; davao:", "cebu: a14; davao: a1", "reformers-1"),
    ok(
        REF,
        OPS,
        "manila: R2; cebu: R2; davao: R2; visayas: a2",
        "manila: R2; cebu: R2; davao: R1; visayas: R1",
        "reformers-1",
    ),
    ok(NPA, OPS, "manila: u13; cebu: t2 u3", "manila: u12; cebu: v3 u1", "npa-1", rolls=(1,)),
    no("3.1.b", NPA, OPS, "manila: u13; cebu: t2 u3", "manila: u12; cebu: v3", "npa-1", rolls=(2,)),
    ok(NPA, BOTH, "manila: u15; cebu: t2 u1", "manila: u14; cebu: v1 u1", "npa-1"),
    ok(
        REF,
        BOTH,
        "manila: a15; cebu: a1 p2 protest; davao: R1",
        "manila: a14; cebu: a2 p1 protest; davao: R1",
        "reformers-1 patronage-1",
    ),
]
TWO = [
    # 3.1, 4.1: one Operation and one Special Activity in a turn; 2.3.5: one space
    no("3.1.b", GOV, OPS, "davao:; cebu: p1 a1 protest", "davao: t1; cebu: p1", "gov-4"),
    no("3.1.b", NPA, OPS, "davao:; cebu: u1 t2", "davao: u1; cebu: v1 t2 terror resistance",
       "npa-2"),
    no("3.1.b", REF, OPS, "davao:; cebu: a1", "davao: a1; cebu: a1 protest opposition",
       "reformers-2"),
    no("4.1.e", GOV, BOTH, "davao:; cebu: t1 support; visayas: t1",
       "davao: t1; cebu: t1; visayas: t1 support", "gov-2 patronage+3 aid+2"),
    ok(GOV, ONE, "davao:", "davao: t4", "gov-2"),
    no("2.3.5.a", GOV, ONE, "davao:; cebu:", "davao: t4; cebu: t1", "gov-4"),
    ok(REF, ONE, "davao: a1", "davao: a1 protest opposition", "reformers-1"),
    no("2.3.5.a", REF, ONE, "davao: a1; cebu: a1",
       "davao: a1 protest opposition; cebu: a1 protest opposition", "reformers-2"),
    ok(GOV, ONE, "davao: t1 p1", "davao: t1 p1 support", "gov-4"),
    no("4.1.a", GOV, OPS, "davao: t2 u1; cebu: t1", "davao: t2 v1; cebu: t1 support",
       "gov-2 patronage-1 aid+3"),
    no("2.3.5.a", GOV, ONE, "davao: t2 u1; cebu: t1", "davao: t2 v1; cebu: t1 support",
       "gov-2 patronage-1 aid+3"),
]  # fmt: skip


@pytest.mark.parametrize("rows", [PAIRS, LIFTED, TWO], ids=["pairs", "lifted", "two"])
def test_limits(rows: list[Example], bench: Bench) -> None:
    check(rows, bench)

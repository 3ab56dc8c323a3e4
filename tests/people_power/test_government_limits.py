"""What the Government may do, on both sides of each limit (3.2, 4.2)."""

from __future__ import annotations

import pytest

from modgen_rules.people_power.law.state import GOV
from tests.accuracy.cases import Bench
from tests.people_power.examples import BOTH, OPS, Example
from tests.people_power.limits import check, no, ok, open_

MARCOS, IMELDA, VER, ENRILE = 41, 42, 43, 44
TRAIN = [
    # 3.2.1.a: a City, a space with Government Control, or one with a Government Base
    ok(GOV, OPS, "cebu: u1", "cebu: t4 u1", "gov-2"),
    ok(GOV, OPS, "cebu: u1", "cebu: p4 u1", "gov-2"),
    ok(GOV, OPS, "cebu: u1", "cebu: t3 p1 u1", "gov-2"),
    no("3.2.1.c", GOV, OPS, "cebu: u1", "cebu: t3 p2 u1", "gov-2"),
    no("3.2.1.c", GOV, OPS, "cebu: u1", "cebu: p5 u1", "gov-2"),
    ok(GOV, OPS, "visayas: G1 u2", "visayas: t2 G1 u2", "gov-2"),
    ok(GOV, OPS, "visayas: t1 p2", "visayas: G1", "gov-2"),
    ok(GOV, OPS, "visayas: t1 p1", "visayas: t1 p1 support", "gov-4"),
    no("3.2.1.c", GOV, OPS, "visayas: t1 p1", "visayas: t1 p2", "gov-2"),
    no("3.2.1.c", GOV, OPS, "visayas: t1 p1", "visayas: t2 p1", "gov-2"),
    # 3.2.1.b: 2 Resources a space
    ok(GOV, OPS, "cebu:; davao:", "cebu: t1; davao: p1", "gov-4"),
    no("3.2.1.b", GOV, OPS, "cebu:; davao:", "cebu: t1; davao: p1", "gov-3"),
    no("3.2.1.b", GOV, OPS, "cebu:; davao:", "cebu: t1; davao: p1", "gov-5"),
    # 3.2.1.f: a Base for any three cubes, with Government Control, within the limit of two
    ok(GOV, OPS, "cebu: t3 u2", "cebu: G1 u2", "gov-2"),
    ok(GOV, OPS, "cebu: p3 u2", "cebu: G1 u2", "gov-2"),
    ok(GOV, OPS, "cebu: t2 p2 N1", "cebu: t1 G1 N1", "gov-2"),
    ok(GOV, OPS, "cebu: t1 p1 u3", "cebu: t1 p2 G1 u3", "gov-2"),
    no("3.2.1.e", GOV, OPS, "visayas: t2 p2 G1 u5", "visayas: t1 G2 u5", "gov-2"),
    no("3.2.1.e", GOV, OPS, "visayas: t3 G1 u8", "visayas: G2 u8", "gov-2"),
    no("3.2.1.f", GOV, OPS, "cebu:", "cebu: t1 p1 G1", "gov-2"),
    no("3.2.1.f", GOV, OPS, "cebu:", "cebu: t3 G1", "gov-2"),
    no("3.2.1.f", GOV, OPS, "cebu:", "cebu: p4 G1", "gov-2"),
    no("3.2.1.f", GOV, OPS, "cebu: t3 p1 G1 N1", "cebu: p1 G2 N1", "gov-2"),
    # 1.5.1: without a Base left in Available the cubes go all the same
    ok(
        GOV,
        OPS,
        "manila: G2; cebu: G2; davao: G2; visayas: t3 p1",
        "manila: G2; cebu: G2; davao: G2; visayas: p1",
        "gov-2",
    ),
    no(
        "3.2.1.e",
        GOV,
        OPS,
        "manila: G2; cebu: G2; davao: G2; visayas: t3 p1; eastern_mindanao: t3 p1",
        "manila: G2; cebu: G2; davao: G2; visayas: p1; eastern_mindanao: p1",
        "gov-4",
    ),
    # 3.2.1.g, 3.2.1.h: Civic Action needs Troops, Police, Control, no Protest and no Strike
    ok(GOV, OPS, "cebu: t1 p1 opposition", "cebu: t1 p1", "gov-4"),
    ok(GOV, OPS, "cebu: t1 p1 opposition", "cebu: t1 p1 support", "gov-6"),
    ok(GOV, OPS, "cebu: t1 p1 resistance", "cebu: t1 p1 support", "gov-6"),
    ok(GOV, OPS, "cebu: t1 p1 terror", "cebu: t1 p1", "gov-4"),
    ok(GOV, OPS, "cebu: t1 p1 terror", "cebu: t1 p1 support", "gov-6"),
    ok(GOV, OPS, "cebu: p1", "cebu: t1 p1 support", "gov-4"),
    ok(GOV, OPS, "cebu: u1", "cebu: t1 p1 u1 support", "gov-4"),
    no("3.2.1.g", GOV, OPS, "visayas: t2", "visayas: t2 support", "gov-4"),
    no("3.2.1.g", GOV, OPS, "visayas: p2", "visayas: p2 support", "gov-4"),
    no("3.2.1.g", GOV, OPS, "cebu: t3 p2 u1 strike", "cebu: t3 p2 u1 strike support", "gov-4"),
    no("3.2.1.g", GOV, OPS, "visayas: t1 p1 G1 u8", "visayas: t1 p1 G1 u8 support", "gov-4"),
    no("3.2.1.b", GOV, OPS, "cebu: t1 p1", "cebu: t1 p1 support", "gov-3"),
    open_("3.2.1.i", GOV, OPS, "cebu: t1 p1 terror", "cebu: t1 p1 terror support", "gov-4"),
    no(
        "3.2.1.e",
        GOV,
        OPS,
        "cebu: t1 p1 terror; davao: t1 p1 terror",
        "cebu: t1 p1; davao: t1 p1",
        "gov-8",
    ),
    no(
        "3.2.1.e",
        GOV,
        OPS,
        "cebu: t1 p1 opposition; davao: t1 p1 opposition",
        "cebu: t1 p1 support; davao: t1 p1 support",
        "gov-12",
    ),
    no(
        "3.2.1.e",
        GOV,
        OPS,
        "cebu: t1 p1; davao: t1 p1",
        "cebu: t1 p1 support; davao: t1 p1 support",
        "gov-8",
    ),
]
SWEEP = [
    # 3.2.2.e, 3.2.2.f: one Guerrilla for two Troops; in a City for two cubes
    ok(GOV, OPS, "visayas: t2 u2", "visayas: t2 u1 v1", "gov-2"),
    ok(GOV, OPS, "visayas: t4 u2", "visayas: t4 v2", "gov-2"),
    no("3.2.2.e", GOV, OPS, "visayas: t3 u2", "visayas: t3 v2", "gov-2"),
    no("3.2.2.e", GOV, OPS, "visayas: t2 p2 u2", "visayas: t2 p2 v2", "gov-2"),
    ok(GOV, OPS, "cebu: t1 p1 u2", "cebu: t1 p1 u1 v1", "gov-2"),
    ok(GOV, OPS, "cebu: t2 p2 u2", "cebu: t2 p2 v2", "gov-2"),
    no("3.2.2.f", GOV, OPS, "cebu: t2 p1 u2", "cebu: t2 p1 v2", "gov-2"),
    # 3.2.2.a: 2 Resources a space, 1 with Enrile
    ok(GOV, OPS, "cebu: t2 u1; davao: p2 u1", "cebu: t2 v1; davao: p2 v1", "gov-4"),
    ok(GOV, OPS, "cebu: t2 u1; davao: p2 u1", "cebu: t2 v1; davao: p2 v1", "gov-2",
       people=(ENRILE,)),
    no("3.2.2.a", GOV, OPS, "cebu: t2 u1; davao: p2 u1", "cebu: t2 v1; davao: p2 v1", "gov-1",
       people=(ENRILE,)),
    no("3.2.2.a", GOV, OPS, "cebu: t2 u1; davao: p2 u1", "cebu: t2 v1; davao: p2 v1", "gov-2",
       people=(MARCOS, IMELDA, VER)),
    # 3.2.2.b, 3.2.2.c: cubes move, but not from a Protest or Strike, and none comes from outside
    ok(GOV, OPS, "cebu: t2 p1; davao: u1", "cebu: p1; davao: t2 v1", "gov-2"),
    ok(GOV, OPS, "cebu: t2 p2; davao: u1", "cebu: t1 p1; davao: t1 p1 v1", "gov-2"),
    ok(GOV, OPS, "cebu: t2 p1 u1; davao: p2", "cebu: p3 v1; davao: t2", "gov-4"),
    no("3.2.2.c", GOV, OPS, "cebu: t2 u1 strike; davao: u1", "cebu: u1 strike; davao: t2 v1",
       "gov-2"),
    no("3.2.2.c", GOV, OPS, "cebu: p2 a1 protest; davao: u1", "cebu: a1 protest; davao: p2 v1",
       "gov-2"),
    no("3.2.2.b", GOV, OPS, "cebu: t2 u1", "cebu: t1 v1", "gov-2"),
]  # fmt: skip
ROUNDUP = [
    # 3.2.3.c: as many pieces as Police; Activists before Bases
    ok(GOV, OPS, "cebu: p1 a2 protest", "cebu: p1 a1 protest", "gov-2"),
    ok(GOV, OPS, "cebu: p2 a3 protest", "cebu: p2 a1 protest", "gov-2 aid-1"),
    ok(GOV, OPS, "cebu: p4 a3 protest", "cebu: p4", "gov-2 aid-1"),
    ok(GOV, OPS, "cebu: p4 a4 protest", "cebu: p4", "gov-2 aid-2"),
    no("3.2.3.f", GOV, OPS, "cebu: p4 a4 protest", "cebu: p4", "gov-2 aid-1"),
    no("3.2.3.c", GOV, OPS, "cebu: p2 a4 protest", "cebu: p2 a3 protest", "gov-2 aid-1"),
    # The loss of Aid follows from the pieces that were removed, too many or too few.
    no("3.2.3.c", GOV, OPS, "cebu: p1 a3 protest", "cebu: p1 a1 protest", "gov-2 aid-1"),
    no("3.2.3.c", GOV, OPS, "cebu: p3 a2 R1 protest", "cebu: p3 a1 R1 protest", "gov-2"),
    ok(GOV, OPS, "cebu: p3 a2 R1 protest", "cebu: p3", "gov-2 aid-1"),
    ok(GOV, OPS, "cebu: p2 a2 R1 protest", "cebu: p2 R1 protest", "gov-2 aid-1"),
    no("3.2.3.d", GOV, OPS, "cebu: p2 a2 R2 protest", "cebu: p2 R1 protest", "gov-2 aid-1"),
    ok(GOV, OPS, "cebu: p1 R1", "cebu: p1", "gov-2"),
    ok(GOV, OPS, "cebu: p2 R2", "cebu: p2", "gov-2 aid-1"),
    ok(GOV, OPS, "cebu: p1 R2", "cebu: p1 R1", "gov-2"),
    # 3.2.3.a: Police and Active Reformer pieces
    no("3.2.3.a", GOV, OPS, "cebu: t2 a2 protest", "cebu: t2 a1 protest", "gov-2"),
    no("3.2.3.a", GOV, OPS, "cebu: p1 a2", "cebu: p1 a1", "gov-2"),
    no("3.2.3.a", GOV, OPS, "cebu: t2 a3 protest", "cebu: t2", "gov-2 aid-1"),
    no("3.2.3.a", GOV, OPS, "cebu: p3 a3", "cebu: p3", "gov-2 aid-1"),
    # 3.2.3.b: 2 Resources a space
    no(
        "3.2.3.b",
        GOV,
        OPS,
        "cebu: p1 a1 protest; davao: a1 protest",
        "cebu: p1; davao: a1 protest",
        "gov-4",
    ),
    no("3.2.3.b", GOV, OPS, "cebu: p1 a1 protest; davao: p1", "cebu: p1; davao: p1", "gov-4"),
    ok(GOV, OPS, "cebu: p1 a1 protest; davao: p1 a1 protest", "cebu: p1; davao: p1", "gov-4 aid-1"),
    no("3.2.3.b", GOV, OPS, "cebu: p1 a1 protest", "cebu: p1", "gov-1"),
    no("3.2.3.b", GOV, OPS, "cebu: p1 a1 protest", "cebu: p1", "gov-3"),
]
ASSAULT = [
    # 3.2.4.c: a Base and a Strike that stay with a Guerrilla are not other mistakes
    no("3.2.4.c", GOV, OPS, "cebu: t3 p2 v2 N1 strike", "cebu: t3 p2 v1 N1 strike", "gov-2"),
    # 3.2.4.c: as many as Troops, in a City as cubes; Guerrillas before Bases
    ok(GOV, OPS, "visayas: t2 p1 v3", "visayas: t2 p1 v1", "gov-2"),
    no("3.2.4.c", GOV, OPS, "visayas: t2 p1 v3", "visayas: t2 p1", "gov-2"),
    ok(GOV, OPS, "cebu: t2 p1 v3", "cebu: t2 p1", "gov-2"),
    no("3.2.4.c", GOV, OPS, "cebu: t2 p1 v4", "cebu: t2 p1", "gov-2"),
    no("3.2.4.c", GOV, OPS, "cebu: t2 p1 v3", "cebu: t2 p1 v1", "gov-2"),
    ok(GOV, OPS, "cebu: p1 v2", "cebu: p1 v1", "gov-2"),
    # 3.2.4.d, 3.2.4.f: Bases last, 5 Aid for each
    ok(GOV, OPS, "cebu: t1 p1 N2", "cebu: t1 p1", "gov-2 aid+10"),
    ok(GOV, OPS, "cebu: t1 N2", "cebu: t1 N1", "gov-2 aid+5"),
    ok(GOV, OPS, "cebu: t2 v1 N2", "cebu: t2 N1", "gov-2 aid+5"),
    no("3.2.4.f", GOV, OPS, "cebu: t2 v1 N2", "cebu: t2 N1", "gov-2 aid+4"),
    no("3.2.4.f", GOV, OPS, "cebu: t2 v1 N2", "cebu: t2 N1", "gov-2 aid+6"),
    no("3.2.4.d", GOV, OPS, "cebu: t1 p1 v1 N1", "cebu: t1 p1 N1", "gov-2"),
    no("3.2.4.d", GOV, OPS, "cebu: t2 v1 u1 N1", "cebu: t2 u1", "gov-2"),
    # 3.2.4.h: Underground Guerrillas are not reached
    no("3.2.4.h", GOV, OPS, "cebu: t2 v1 u1", "cebu: t2", "gov-2"),
    no("3.2.4.h", GOV, OPS, "cebu: t3 v1 u3", "cebu: t3 u1", "gov-2"),
    no("3.2.4.b", GOV, OPS, "cebu: p1 v2", "cebu: p1 v1", "gov-1"),
    no("3.2.4.b", GOV, OPS, "cebu: p1 v2", "cebu: p1 v1", "gov-3"),
    no("3.2.4.b", GOV, OPS, "cebu: p1 v2; davao: t1", "cebu: p1 v1; davao: t1", "gov-4"),
    no("3.2.4.b", GOV, OPS, "cebu: p1 v2; davao: v1", "cebu: p1 v1; davao: v1", "gov-4"),
    # 3.2.4.e: the Strike leaves with the last NPA piece
    ok(GOV, OPS, "cebu: t2 v2 strike", "cebu: t2", "gov-2"),
    ok(GOV, OPS, "cebu: t1 v2 strike", "cebu: t1 v1 strike", "gov-2"),
    no("3.2.4.e", GOV, OPS, "cebu: t2 v2 strike", "cebu: t2 strike", "gov-2"),
]
ACTIVITIES = [
    # 4.2.1 Enrich: twice the Population, once under the first Election; not Manila; Aid -1
    ok(GOV, BOTH, "visayas: t1 support; davao:", "visayas: t1; davao: t1",
       "gov-2 patronage+4 aid-1"),
    ok(GOV, BOTH, "central_mindanao: t1 support; davao:", "central_mindanao: t1; davao: t1",
       "gov-2 patronage+2 aid-1"),
    ok(GOV, BOTH, "central_mindanao: t1 support; davao:", "central_mindanao: t1; davao: t1",
       "gov-2 patronage+1 aid-1", election=37),
    *(ok(GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1", "gov-2 patronage+4 aid-1",
         election=number) for number in (38, 39)),
    no("4.2.1.b", GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1",
       "gov-2 patronage+3 aid-1"),
    no("4.2.1.b", GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1",
       "gov-2 patronage+5 aid-1"),
    no("4.2.1.c", GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1",
       "gov-2 patronage+4"),
    no("4.2.1.c", GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1",
       "gov-2 patronage+4 aid-2"),
    no("4.2.1.a", GOV, BOTH, "cebu: t1 u1 support; davao:", "cebu: t1 u1; davao: t1",
       "gov-2 patronage+4 aid-1"),
    no("4.2.1.a", GOV, BOTH, "cebu: t1 support; visayas: t1 support; davao:",
       "cebu: t1; visayas: t1; davao: t1", "gov-2 patronage+8 aid-2"),
    ok(GOV, BOTH, "cebu: t1 support; visayas: t1 support; davao:",
       "cebu: t1; visayas: t1; davao: t1", "gov-2 patronage+8 aid-2", people=(MARCOS,)),
    no("4.2.1.a", GOV, BOTH, "cebu: t1 support; visayas: t1 support; zamboanga: t1 support; davao:",
       "cebu: t1; visayas: t1; zamboanga: t1; davao: t1", "gov-2 patronage+12 aid-3",
       people=(MARCOS,)),
    # 4.2.3 Charm: 1 Patronage, a shift toward Support, 3 Aid, 4 with Imelda; Train or Sweep
    ok(GOV, BOTH, "cebu: t1 opposition; davao:", "cebu: t1; davao: t1",
       "gov-2 patronage-1 aid+3"),
    ok(GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1", "gov-2 patronage-1 aid+4",
       people=(IMELDA,)),
    no("4.2.3.b", GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1",
       "gov-2 patronage-1 aid+3", people=(IMELDA,)),
    no("4.2.3.b", GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1",
       "gov-2 patronage-1 aid+2"),
    no("4.2.3.b", GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1",
       "gov-2 patronage-2 aid+3"),
    no("4.2.3.b", GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1", "gov-2 aid+3"),
    no("4.2.3.a", GOV, BOTH, "cebu: t1 u1; davao:", "cebu: t1 u1 support; davao: t1",
       "gov-2 patronage-1 aid+3"),
    ok(GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1", "gov-2 patronage-1 aid+3",
       start="patronage=1"),
    # 4.2.2 Reprisal: Control; one Guerrilla or Activist next door; two spaces, three with Ver
    ok(GOV, BOTH, "cebu: p3 u1 opposition; davao: t1 v1; visayas:",
       "cebu: p3 terror; davao: t1; visayas: u1", "gov-2", "guerrilla cebu visayas"),
    ok(GOV, BOTH, "cebu: p3 v1 opposition; davao: t1 v1; visayas:",
       "cebu: p3 terror; davao: t1; visayas: v1", "gov-2", "guerrilla cebu visayas v v"),
    no("4.2.2.c", GOV, BOTH, "cebu: p3 u2; davao: t1 v1; visayas:",
       "cebu: p3 terror; davao: t1; visayas: u2", "gov-2",
       "guerrilla cebu visayas, guerrilla cebu visayas"),
    no("4.2.2.c", GOV, BOTH, "cebu: p3 u1; davao: t1 v1; manila:",
       "cebu: p3 terror; davao: t1; manila: u1", "gov-2", "guerrilla cebu manila"),
    ok(GOV, BOTH, "cebu: p3 u1 v1 strike; davao: t1 v1; visayas:",
       "cebu: p3 v1 terror; davao: t1; visayas: u1", "gov-2", "guerrilla cebu visayas"),
    ok(GOV, BOTH, "cebu: p1; davao: t1 v1", "cebu: p1 terror; davao: t1", "gov-2"),
    ok(GOV, BOTH, "cebu: p1; manila: p1; davao: t1 v1",
       "cebu: p1 terror; manila: p1 terror; davao: t1", "gov-2"),
    no("4.2.2.a", GOV, BOTH, "cebu: p1; manila: p1; zamboanga: p1; davao: t1 v1",
       "cebu: p1 terror; manila: p1 terror; zamboanga: p1 terror; davao: t1", "gov-2"),
    ok(GOV, BOTH, "cebu: p1; manila: p1; zamboanga: p1; davao: t1 v1",
       "cebu: p1 terror; manila: p1 terror; zamboanga: p1 terror; davao: t1", "gov-2",
       people=(VER,)),
    no("4.2.2.a", GOV, BOTH, "cebu: p1; manila: p1; zamboanga: p1; davao: t1 v1",
       "cebu: p1 terror; manila: p1 terror; zamboanga: p1 terror; davao: t1", "gov-2",
       people=(MARCOS, IMELDA, ENRILE)),
    no("4.2.2.a", GOV, BOTH, "cebu: p1; manila: p1; zamboanga: p1; visayas: p1; davao: t1 v1",
       "cebu: p1 terror; manila: p1 terror; zamboanga: p1 terror; visayas: p1 terror; davao: t1",
       "gov-2", people=(VER,)),
    no("4.2.2.a", GOV, BOTH, "davao: t1 v1; cebu: p3 u1; manila: p3 u1; zamboanga: p3 u1",
       "davao: t1; cebu: p3 terror; manila: p3 terror; zamboanga: p3 terror; visayas: u1; "
       "southern_luzon: u1; western_mindanao: u1", "gov-2",
       "guerrilla cebu visayas, guerrilla manila southern_luzon, "
       "guerrilla zamboanga western_mindanao"),
    open_("4.2.2.c", GOV, BOTH, "cebu: p3 u1; davao: t1 v1", "cebu: p3 u1 terror; davao: t1",
          "gov-2"),
    open_("4.2.2.c", GOV, BOTH, "cebu: p3 a1 protest; davao: t1 v1",
          "cebu: p3 a1 terror; davao: t1", "gov-2"),
    no("4.2.2.a", GOV, BOTH, "cebu: p1 u1; davao: t1 v1; visayas:",
       "cebu: p1 terror; davao: t1; visayas: u1", "gov-2", "guerrilla cebu visayas"),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    "rows",
    [TRAIN, SWEEP, ROUNDUP, ASSAULT, ACTIVITIES],
    ids=["train", "sweep", "roundup", "assault", "activities"],
)
def test_limits(rows: list[Example], bench: Bench) -> None:
    check(rows, bench)

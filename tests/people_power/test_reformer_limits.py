"""What the Reformers may do, on both sides of each limit (3.3, 4.3)."""

from __future__ import annotations

import pytest

from modgen_rules.people_power.law.state import REFORMERS as REF
from modgen_rules.people_power.reading.turn import OP_SA, Declared
from tests.accuracy.cases import Bench
from tests.people_power.examples import BOTH, OPS, Example
from tests.people_power.limits import check, no, ok

CORAZON, SIN, AGAPITO, TANADA = 49, 50, 51, 52
FULL = "northern_luzon: a1 protest; central_mindanao: a1 protest; manila: a1 protest; "
FULL += "davao: a1 protest"
"""Four spaces with all the Protest and Strike markers."""
RECRUIT = [
    ok(REF, OPS, "cebu: opposition", "cebu: a1 opposition", "reformers-1"),
    ok(REF, OPS, "cebu: resistance", "cebu: a1 resistance", "reformers-1"),
    ok(REF, OPS, "cebu: a2", "cebu: R1", "reformers-1"),
    no("3.3.1.b", REF, OPS, "cebu: a1", "cebu: R1", "reformers-1"),
    no("3.3.1.a", REF, OPS, "cebu: a2 support", "cebu: R1 support", "reformers-1"),
    ok(REF, OPS, "cebu: a2 G1", "cebu: R1 G1", "reformers-1"),
    no("3.3.1.d", REF, OPS, "cebu: a2 G1 N1", "cebu: R1 G1 N1", "reformers-1"),
    ok(REF, OPS, "cebu: R2", "cebu: a4 R2", "reformers-1"),
    no("3.3.1.c", REF, OPS, "cebu: R2", "cebu: a5 R2", "reformers-1"),
    ok(REF, OPS, "central_mindanao: R1", "central_mindanao: a2 R1", "reformers-1"),
    no("3.3.1.c", REF, OPS, "central_mindanao: R1", "central_mindanao: a3 R1", "reformers-1"),
    # 5.3 Agapito: one more in a City
    ok(REF, OPS, "cebu:", "cebu: a2", "reformers-1", people=(AGAPITO,)),
    no("3.3.1.b", REF, OPS, "cebu:", "cebu: a3", "reformers-1", people=(AGAPITO,)),
    no("3.3.1.b", REF, OPS, "visayas:", "visayas: a2", "reformers-1", people=(AGAPITO,)),
    ok(REF, OPS, "cebu: R1", "cebu: a4 R1", "reformers-1", people=(AGAPITO,)),
    no("3.3.1.c", REF, OPS, "cebu: R1", "cebu: a5 R1", "reformers-1", people=(AGAPITO,)),
    no(
        "3.3.1.c",
        REF,
        OPS,
        "central_mindanao: R1",
        "central_mindanao: a3 R1",
        "reformers-1",
        people=(AGAPITO,),
    ),
    no("3.1.c", REF, OPS, "cebu:; davao:", "cebu: a1; davao: a1", "reformers-1"),
    no("3.1.c", REF, OPS, "cebu:; davao:", "cebu: a1; davao: a1", "reformers-3"),
]
ASSEMBLE = [
    ok(REF, OPS, "visayas: a2; cebu:", "visayas:; cebu: a2", "reformers-1",
       "activist visayas cebu, activist visayas cebu"),
    no("3.1.c", REF, OPS, "visayas: a2; cebu:", "visayas:; cebu: a2", "",
       "activist visayas cebu, activist visayas cebu"),
    ok(REF, OPS, "visayas: a2; cebu:; southern_luzon:", "visayas:; cebu: a1; southern_luzon: a1",
       "reformers-2", "activist visayas cebu, activist visayas southern_luzon"),
    no("3.3.2.a", REF, OPS, "manila: a1; visayas:", "manila:; visayas: a1", "reformers-1",
       "activist manila visayas"),
    # 3.1.2: a piece moves once
    ok(REF, OPS, "northern_luzon: a2; southern_luzon: a1; visayas:",
       "northern_luzon:; southern_luzon: a2; visayas: a1", "reformers-2",
       "activist northern_luzon southern_luzon, activist northern_luzon southern_luzon, "
       "activist southern_luzon visayas"),
    no("3.1.2", REF, OPS, "northern_luzon: a1; southern_luzon:; visayas:",
       "northern_luzon:; southern_luzon:; visayas: a1", "reformers-2",
       "activist northern_luzon southern_luzon, activist southern_luzon visayas"),
    no("3.1.2", REF, OPS, "northern_luzon: a2; southern_luzon: a1; visayas:",
       "northern_luzon:; southern_luzon: a1; visayas: a2", "reformers-2",
       "activist northern_luzon southern_luzon, activist northern_luzon southern_luzon, "
       "activist southern_luzon visayas, activist southern_luzon visayas"),
    ok(REF, OPS, "visayas: a1; cebu: terror", "visayas:; cebu: a1", "reformers-1",
       "activist visayas cebu"),
    no("3.3.2.c", REF, OPS, "visayas: a1; cebu: ; davao: terror", "visayas:; cebu: a1; davao:",
       "reformers-1", "activist visayas cebu"),
    ok(REF, OPS, "visayas: a1; cebu: ; davao: terror", "visayas:; cebu: a1; davao:",
       "reformers-1", "activist visayas cebu", people=(SIN,)),
    no("3.3.2.c", REF, OPS, "visayas: a1; cebu: ; davao: terror; manila: terror",
       "visayas:; cebu: a1; davao:; manila:", "reformers-1", "activist visayas cebu",
       people=(SIN,)),
    ok(REF, OPS, "visayas: a1; cebu:; davao: a1 protest; manila: a1 protest",
       "visayas:; cebu: a1; davao: a1; manila: a1", "reformers-1", "activist visayas cebu"),
    no("3.3.2.h", REF, OPS, "visayas: a1; cebu: u1 strike", "visayas:; cebu: a1 u1",
       "reformers-1", "activist visayas cebu"),
]  # fmt: skip
PERSUADE = [
    # 3.3.3.b: one Guerrilla for every three Activists
    ok(REF, OPS, "cebu: a3 u2", "cebu: a3 u1", "reformers-1"),
    ok(REF, OPS, "cebu: a5 u2", "cebu: a5 u1", "reformers-1"),
    ok(REF, OPS, "cebu: a6 v2", "cebu: a6", "reformers-1"),
    ok(REF, OPS, "cebu: a6 v1", "cebu: a6", "reformers-1"),
    no("3.3.3.b", REF, OPS, "cebu: a3 v2", "cebu: a3", "reformers-1"),
    no("3.3.3.b", REF, OPS, "cebu: a2 v2", "cebu: a2 v1", "reformers-1"),
    no("3.3.3.b", REF, OPS, "cebu: a6 v2", "cebu: a6 v1", "reformers-1"),
    no("3.3.3.a", REF, OPS, "cebu: u2", "cebu: u1", "reformers-1"),
    no("3.3.3.a", REF, OPS, "cebu: u1 v1", "cebu:", "reformers-1"),
    no("3.1.c", REF, OPS, "cebu: a3 u2; davao: a3", "cebu: a3 u1; davao: a3", "reformers-2"),
    no("3.1.c", REF, OPS, "cebu: a3 u2; davao: u3", "cebu: a3 u1; davao: u3", "reformers-2"),
    no("3.3.3.e", REF, OPS, "cebu: a3 v1 N1", "cebu: a3", "reformers-1"),
    no("3.3.3.c", REF, OPS, "cebu: a3 u2 strike", "cebu: a3 u1 strike", "reformers-1"),
]
PROTEST = [
    ok(REF, OPS, "cebu: a1 resistance", "cebu: a1 protest", "reformers-1"),
    ok(REF, OPS, "cebu: a1 opposition", "cebu: a1 opposition protest", "reformers-1"),
    ok(REF, OPS, "cebu: a1 protest", "cebu: a1 opposition protest", "reformers-1"),
    no("3.3.4.a", REF, OPS, "cebu: R1", "cebu: R1 opposition protest", "reformers-1"),
    no("3.3.4.a", REF, OPS, "cebu: a1 u1 strike", "cebu: a1 u1 opposition protest", "reformers-1"),
    no("3.3.4.c", REF, OPS, "cebu: a1", "cebu: a1 protest", "reformers-1"),
    ok(REF, OPS, "cebu: a1 resistance", "cebu: a1 protest opposition", "reformers-1", election=38),
    no(
        "3.3.4.c",
        REF,
        OPS,
        "cebu: a1 resistance",
        "cebu: a1 protest opposition",
        "reformers-1",
        election=39,
    ),
    no("3.3.4.a", REF, OPS, "cebu: a1 terror", "cebu: a1 protest opposition", "reformers-1"),
    no(
        "3.1.c",
        REF,
        OPS,
        "cebu: a1; davao: a1",
        "cebu: a1; davao: a1 protest opposition",
        "reformers-2",
    ),
    # 1.8.2: with all markers on the map nothing happens where none is, and the rest as ever
    ok(REF, OPS, FULL, f"{FULL} opposition", "reformers-1"),
    no("3.1.c", REF, OPS, FULL, f"{FULL} opposition", "reformers-2"),
    # 5.3 Corazon: nothing to pay in Manila
    ok(REF, OPS, "manila: a1", "manila: a1 protest opposition", "", people=(CORAZON,)),
    no(
        "3.1.c",
        REF,
        OPS,
        "manila: a1",
        "manila: a1 protest opposition",
        "reformers-1",
        people=(CORAZON,),
    ),
    no("3.1.c", REF, OPS, "cebu: a1", "cebu: a1 protest opposition", "", people=(CORAZON,)),
    no("3.1.c", REF, OPS, "manila: a1", "manila: a1 protest opposition", "", people=(SIN,)),
]
ACTIVITIES = [
    # 4.3.1 Appeal: 2 Resources for each Activist, 3 with Tañada, not beside a Protest
    ok(REF, BOTH, "cebu: a1; davao:", "cebu:; davao: a1", "reformers+1"),
    ok(REF, BOTH, "cebu: a2; davao:", "cebu:; davao: a1", "reformers+3"),
    ok(REF, BOTH, "cebu: a2; davao:", "cebu:; davao: a1", "reformers+5", people=(TANADA,)),
    no("4.3.1.b", REF, BOTH, "cebu: a2; davao:", "cebu:; davao: a1", "reformers+5",
       said=Declared(OP_SA, "recruit", "appeal", frozenset({3}), frozenset({1}))),
    no("4.3.1.b", REF, BOTH, "cebu: a2; davao:", "cebu:; davao: a1", "reformers+3",
       people=(TANADA,)),
    no("4.3.1.a", REF, BOTH, "cebu: a2 protest; davao:", "cebu: a1 protest; davao: a1",
       "reformers+1"),
    ok(REF, BOTH, "cebu: a1; zamboanga: a1; visayas: a1; davao:",
       "cebu:; zamboanga:; visayas:; davao: a1", "reformers+5"),
    no("4.3.1.b", REF, BOTH, "cebu: a1 R1; davao:", "cebu: a1; davao: a1", "reformers+1"),
    ok(REF, BOTH, "cebu: a1; zamboanga: a1; visayas: a1; western_mindanao: a1; "
       "central_mindanao: a1; eastern_mindanao: a1; davao:",
       "cebu:; zamboanga:; visayas:; western_mindanao:; central_mindanao:; eastern_mindanao:; "
       "davao: a1", "reformers+11"),
    # 4.3.2 Convert: two cubes for 1 Patronage, or one for an Activist, or the last Base for 2
    ok(REF, BOTH, "cebu: a1 p2 protest; davao:", "cebu: a1 protest; davao: a1",
       "reformers-1 patronage-1"),
    ok(REF, BOTH, "cebu: a1 t3 protest; davao:", "cebu: a1 t1 protest; davao: a1",
       "reformers-1 patronage-1"),
    ok(REF, BOTH, "cebu: a1 p1 t1 protest; davao:", "cebu: a2 t1 protest; davao: a1",
       "reformers-1 patronage-1"),
    no("4.3.2.c", REF, BOTH, "cebu: a1 p2 t2 protest; davao:", "cebu: a1 p2 protest; davao: a1",
       "reformers-1 patronage-1"),
    no("4.3.2.c", REF, BOTH, "cebu: a1 p2 t2 protest; davao:", "cebu: a1 p1 t1 protest; davao: a1",
       "reformers-1 patronage-1"),
    ok(REF, BOTH, "cebu: a1 p1 t2 protest; davao:", "cebu: a1 t1 protest; davao: a1",
       "reformers-1 patronage-1"),
    ok(REF, BOTH, "cebu: a1 p3 protest; davao:", "cebu: a2 p2 protest; davao: a1",
       "reformers-1 patronage-1"),
    no("4.3.2.c", REF, BOTH, "cebu: a1 p1 t2 protest; davao:", "cebu: a2 p1 t1 protest; davao: a1",
       "reformers-1 patronage-1"),
    no("4.3.2.a", REF, BOTH, "cebu: R1 p2 protest; davao:", "cebu: R1 protest; davao: a1",
       "reformers-1 patronage-1"),
    ok(REF, BOTH, "cebu: a1 G1 protest; manila: a1 G1 protest; davao:",
       "cebu: a1 R1 protest; manila: a1 R1 protest; davao: a1", "reformers-1 patronage-4"),
    # 1.5.1: what is not Available does not come in its place
    ok(REF, BOTH, "manila: a15; cebu: a1 p2 protest; davao: R1",
       "manila: a15; cebu: a1 p1 protest; davao: R1", "reformers-1 patronage-1",
       said=Declared(OP_SA, "recruit", "convert", frozenset({3}), frozenset({1}))),
    ok(REF, BOTH, "manila: R2; davao: R2; zamboanga: R2; cebu: a1 G1 protest; visayas:",
       "manila: R2; davao: R2; zamboanga: R2; cebu: a1 protest; visayas: a1",
       "reformers-1 patronage-2"),
    no("4.3.2.b", REF, BOTH, "cebu: a1 p3 protest; davao:", "cebu: a1 protest; davao: a1",
       "reformers-1 patronage-1"),
    no("4.3.2.d", REF, BOTH, "cebu: a1 p2 protest; davao:", "cebu: a1 protest; davao: a1",
       "reformers-1"),
    no("4.3.2.d", REF, BOTH, "cebu: a1 p2 protest; davao:", "cebu: a1 protest; davao: a1",
       "reformers-1 patronage-2"),
    no("4.3.2.d", REF, BOTH, "cebu: a1 G1 protest; davao:", "cebu: a1 R1 protest; davao: a1",
       "reformers-1 patronage-1"),
    no("4.3.2.b", REF, BOTH, "cebu: a1 p1 G1 protest; davao:", "cebu: a1 p1 R1 protest; davao: a1",
       "reformers-1 patronage-2"),
    no("4.3.2.a", REF, BOTH, "cebu: a1 p2; davao:", "cebu: a1; davao: a1",
       "reformers-1 patronage-1"),
    ok(REF, BOTH, "cebu: a1 p2 protest; manila: a1 p2 protest; davao:",
       "cebu: a1 protest; manila: a1 protest; davao: a1", "reformers-1 patronage-2"),
    no("4.3.2.a", REF, BOTH,
       "cebu: a1 p2 protest; manila: a1 p2 protest; visayas: a1 p2 protest; davao:",
       "cebu: a1 protest; manila: a1 protest; visayas: a1 protest; davao: a1",
       "reformers-1 patronage-3"),
    # 4.3.3 Canvass: in one space, with Assemble or Persuade, Opposition in place of Terror
    ok(REF, BOTH, "cebu: a3 u1 resistance terror", "cebu: a3 opposition", "reformers-1"),
    ok(REF, BOTH, "cebu: a3 u1; davao: a1 terror", "cebu: a3; davao: a1 opposition",
       "reformers-1"),
    no("4.3.3.a", REF, BOTH, "cebu: a3 u1; davao: a1", "cebu: a3; davao: a1 opposition",
       "reformers-1"),
    no("4.3.3.a", REF, BOTH, "cebu: a3 u1; davao: a1 terror; manila: a1 terror",
       "cebu: a3; davao: a1 opposition; manila: a1 opposition", "reformers-1"),
    no("4.3.3.b", REF, BOTH, "cebu: a3 u1; davao: a1 terror",
       "cebu: a3; davao: a1 terror opposition",
       "reformers-1"),
]  # fmt: skip


@pytest.mark.parametrize(
    "rows",
    [RECRUIT, ASSEMBLE, PERSUADE, PROTEST, ACTIVITIES],
    ids=["recruit", "assemble", "persuade", "protest", "activities"],
)
def test_limits(rows: list[Example], bench: Bench) -> None:
    check(rows, bench)

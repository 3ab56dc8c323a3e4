"""What the NPA may do, on both sides of each limit (3.4, 4.4)."""

from __future__ import annotations

import pytest

from modgen_rules.people_power.law.state import NPA
from modgen_rules.people_power.reading.turn import OP_ONLY, Declared
from tests.accuracy.cases import Bench
from tests.people_power.examples import BOTH, OPS, Example
from tests.people_power.limits import check, no, ok

SISON, KINTANAR, BUSCAYNO, OCAMPO = 45, 46, 47, 48
FULL = "northern_luzon: a1 protest; central_mindanao: a1 protest; manila: a1 protest; "
FULL += "davao: a1 protest"
"""Four spaces with all the Protest and Strike markers."""
RALLY = [
    # 3.4.1: one Guerrilla, or a Base for two; with a Base as many as Population plus Bases
    ok(NPA, OPS, "cebu: opposition", "cebu: u1 opposition", "npa-1"),
    ok(NPA, OPS, "cebu: resistance", "cebu: u1 resistance", "npa-1"),
    no("3.4.1.a", NPA, OPS, "cebu: u2 support", "cebu: N1 support", "npa-1"),
    ok(NPA, OPS, "cebu: u2", "cebu: N1", "npa-1"),
    ok(NPA, OPS, "cebu: v2", "cebu: N1", "npa-1"),
    no("3.4.1.b", NPA, OPS, "cebu: u1", "cebu: N1", "npa-1"),
    no("3.4.1.b", NPA, OPS, "cebu: v1", "cebu: N1", "npa-1"),
    no("3.4.1.b", NPA, OPS, "cebu: u3", "cebu: N1", "npa-1"),
    ok(NPA, OPS, "cebu: u2 G1", "cebu: N1 G1", "npa-1"),
    no("3.4.1.d", NPA, OPS, "cebu: u2 R1 G1", "cebu: N1 R1 G1", "npa-1"),
    no("3.4.1.d", NPA, OPS, "cebu: u2 N1 G1", "cebu: u2 N2 G1", "npa-1"),
    ok(NPA, OPS, "cebu: N2", "cebu: u4 N2", "npa-1"),
    no("3.4.1.c", NPA, OPS, "cebu: N2", "cebu: u5 N2", "npa-1"),
    ok(NPA, OPS, "central_mindanao: N1", "central_mindanao: u2 N1", "npa-1"),
    no("3.4.1.c", NPA, OPS, "central_mindanao: N1", "central_mindanao: u3 N1", "npa-1"),
    ok(NPA, OPS, "central_mindanao: N1", "central_mindanao: u3 N1", "npa-1", people=(SISON,)),
    no(
        "3.4.1.c",
        NPA,
        OPS,
        "central_mindanao: N1",
        "central_mindanao: u4 N1",
        "npa-1",
        people=(SISON,),
    ),
    no("3.4.1.b", NPA, OPS, "cebu:", "cebu: u2", "npa-1", people=(SISON,)),
    ok(NPA, OPS, "cebu: v2 u1 N1", "cebu: u3 N1", "npa-1"),
    no("3.4.1.c", NPA, OPS, "cebu: v2 N1", "cebu: u3 N1", "npa-1"),
    no("3.1.c", NPA, OPS, "cebu:; davao:", "cebu: u1; davao: u1", "npa-3"),
    # 1.8.2: a Strike stays when two Guerrillas turn into a Base
    ok(NPA, OPS, "cebu: u2 strike", "cebu: N1 strike", "npa-1"),
    no("1.8.2.b", NPA, OPS, "cebu: u2 strike", "cebu: N1", "npa-1"),
]
MARCH = [
    # 3.4.2.a: 1 Resource for each origin
    ok(NPA, OPS, "southern_luzon: u1; northern_luzon: u1; manila:",
       "southern_luzon:; northern_luzon:; manila: u2", "npa-2",
       "guerrilla southern_luzon manila, guerrilla northern_luzon manila"),
    no("3.4.2.a", NPA, OPS, "southern_luzon: u1; northern_luzon: u1; manila:",
       "southern_luzon:; northern_luzon:; manila: u2", "npa-1",
       "guerrilla southern_luzon manila, guerrilla northern_luzon manila"),
    ok(NPA, OPS, "southern_luzon: u2; northern_luzon:; manila:",
       "southern_luzon:; northern_luzon: u1; manila: u1", "npa-1",
       "guerrilla southern_luzon manila, guerrilla southern_luzon northern_luzon"),
    # 3.1.2: a piece moves once; who leaves before others come makes way for them
    ok(NPA, OPS, "northern_luzon: u2; southern_luzon: u1; visayas:",
       "northern_luzon:; southern_luzon: u2; visayas: u1", "npa-2",
       "guerrilla northern_luzon southern_luzon, guerrilla northern_luzon southern_luzon, "
       "guerrilla southern_luzon visayas"),
    no("3.1.2", NPA, OPS, "northern_luzon: u1; southern_luzon:; visayas:",
       "northern_luzon:; southern_luzon:; visayas: u1", "npa-2",
       "guerrilla northern_luzon southern_luzon, guerrilla southern_luzon visayas"),
    no("3.1.2", NPA, OPS, "northern_luzon: v1; southern_luzon:; visayas:",
       "northern_luzon:; southern_luzon:; visayas: v1", "npa-2",
       "guerrilla northern_luzon southern_luzon v v, guerrilla southern_luzon visayas v v"),
    # 3.1: what was paid from another track is one breach
    no("3.4.2.a", NPA, OPS, "visayas: u1; cebu:", "visayas:; cebu: u1", "patronage-1",
       "guerrilla visayas cebu"),
    # 3.4.2.c: one Guerrilla from each origin into Visayas and Cebu
    ok(NPA, OPS, "visayas: u1; cebu:", "visayas:; cebu: u1", "npa-1", "guerrilla visayas cebu"),
    ok(NPA, OPS, "southern_luzon: u1; central_mindanao: u1; visayas:",
       "southern_luzon:; central_mindanao:; visayas: u2", "npa-2",
       "guerrilla southern_luzon visayas, guerrilla central_mindanao visayas"),
    ok(NPA, OPS, "visayas: u2; southern_luzon:", "visayas:; southern_luzon: u2", "npa-1",
       "guerrilla visayas southern_luzon, guerrilla visayas southern_luzon"),
    # 3.4.2.e: Active when the group and the cubes are more than 3, and the space supports
    ok(NPA, OPS, "southern_luzon: u2; manila: t1 support", "southern_luzon:; manila: t1 u2 support",
       "npa-1", "guerrilla southern_luzon manila, guerrilla southern_luzon manila"),
    ok(NPA, OPS, "southern_luzon: u1; manila: p3 support", "southern_luzon:; manila: p3 v1 support",
       "npa-1", "guerrilla southern_luzon manila u v"),
    ok(NPA, OPS, "southern_luzon: u1; manila: p1 t1 G1 support",
       "southern_luzon:; manila: p1 t1 G1 u1 support", "npa-1", "guerrilla southern_luzon manila"),
    no("3.4.2.e", NPA, OPS, "southern_luzon: u1; manila: p3 support",
       "southern_luzon:; manila: p3 u1 support", "npa-1", "guerrilla southern_luzon manila"),
    ok(NPA, OPS, "southern_luzon: u1; manila: p3 support", "southern_luzon:; manila: p3 u1 support",
       "npa-1", "guerrilla southern_luzon manila", people=(BUSCAYNO,)),
    *(ok(NPA, OPS, f"southern_luzon: u1; manila: p3 {side}",
         f"southern_luzon:; manila: p3 u1 {side}", "npa-1", "guerrilla southern_luzon manila")
      for side in ("", "opposition", "resistance")),
    ok(NPA, OPS, "southern_luzon: v1; manila:", "southern_luzon:; manila: v1", "npa-1",
       "guerrilla southern_luzon manila v v"),
    no("3.4.2.f", NPA, OPS, "southern_luzon: v1; manila:", "southern_luzon:; manila: u1", "npa-1",
       "guerrilla southern_luzon manila v u"),
]  # fmt: skip
ATTACK = [
    # 3.4.3: a die of at most the Guerrillas there removes two Government pieces
    *(ok(NPA, OPS, "cebu: t2 u3", "cebu: v3", "npa-1", rolls=(die,)) for die in (2, 3)),
    *(no("3.4.3.c", NPA, OPS, "cebu: t2 u3", "cebu: v3", "npa-1", rolls=(die,)) for die in (4, 6)),
    *(ok(NPA, OPS, "cebu: t2 u3", "cebu: t2 v3", "npa-1", rolls=(die,)) for die in (4, 5, 6)),
    no("3.4.3.c", NPA, OPS, "cebu: t2 u3", "cebu: t2 v3", "npa-1", rolls=(3,)),
    ok(NPA, OPS, "cebu: t2 u3", "cebu: u1 v3", "npa-1", rolls=(1,)),
    no("3.4.3.c", NPA, OPS, "cebu: t2 u3", "cebu: u1 v3", "npa-1", rolls=(2,)),
    no("3.4.3.d", NPA, OPS, "cebu: t3 u4", "cebu: v4", "npa-1", rolls=(3,)),
    no("3.4.3.d", NPA, OPS, "cebu: t3 u4", "cebu: t2 v4", "npa-1", rolls=(3,)),
    ok(NPA, OPS, "cebu: t1 u4", "cebu: v4", "npa-1", rolls=(3,)),
    ok(NPA, OPS, "cebu: t1 p1 u4", "cebu: v4", "npa-1", rolls=(3,)),
    # 3.4.3.d, 3.4.3.e: cubes before Bases; 2 Patronage for each Base
    no(
        "3.4.3.d 3.4.3.e",
        NPA,
        OPS,
        "cebu: t2 G1 u4",
        "cebu: t1 v4",
        "npa-1 patronage-2",
        rolls=(3,),
    ),
    ok(NPA, OPS, "cebu: G2 u4", "cebu: v4", "npa-1 patronage-4", rolls=(3,)),
    ok(NPA, OPS, "cebu: t1 G2 u4", "cebu: G1 v4", "npa-1 patronage-2", rolls=(3,)),
    no("3.4.3.e", NPA, OPS, "cebu: t1 G2 u4", "cebu: G1 v4", "npa-1 patronage-1", rolls=(3,)),
    # 3.4.3.b: all Guerrillas show themselves
    no("3.4.3.b", NPA, OPS, "cebu: t2 u3", "cebu: u1 v2", "npa-1", rolls=(3,)),
    # 5.3 Kintanar: one Guerrilla more counts in Mindanao, only there
    ok(NPA, OPS, "davao: t2 u3", "davao: v3", "npa-1", rolls=(4,), people=(KINTANAR,)),
    no("3.4.3.c", NPA, OPS, "davao: t2 u3", "davao: v3", "npa-1", rolls=(5,), people=(KINTANAR,)),
    no("3.4.3.c", NPA, OPS, "cebu: t2 u3", "cebu: v3", "npa-1", rolls=(4,), people=(KINTANAR,)),
    ok(NPA, OPS, "davao: t2 u5", "davao: v5", "npa-1", rolls=(6,), people=(KINTANAR,)),
    no(
        "3.4.3.c", NPA, OPS, "davao: t2 u5", "davao: t2 v5", "npa-1", rolls=(6,), people=(KINTANAR,)
    ),
    no("3.1.c", NPA, OPS, "cebu: t2 u3", "cebu: v3", "npa-2", rolls=(3,)),
    no("3.1.c", NPA, OPS, "cebu: t2 u3; davao: t2", "cebu: v3; davao: t2", "npa-2"),
    no("3.1.c", NPA, OPS, "cebu: t2 u3; davao: v2", "cebu: v3; davao: v2", "npa-2"),
    # Six Guerrillas succeed with every die; one alone only with a 1, which brings a new one
    ok(NPA, OPS, "cebu: t2 u5", "cebu: t2 v5", "npa-1", rolls=(6,)),
    no(
        "3.4.3.c", NPA, OPS, "cebu: t2 u6", "cebu: t2 v6", "npa-1", said=Declared(OP_ONLY, "attack")
    ),
    ok(NPA, OPS, "davao: t2 u4", "davao: t2 v4", "npa-1", rolls=(6,), people=(KINTANAR,)),
    no(
        "3.4.3.c",
        NPA,
        OPS,
        "davao: t2 u5",
        "davao: t2 v5",
        "npa-1",
        people=(KINTANAR,),
        said=Declared(OP_ONLY, "attack"),
    ),
    ok(NPA, OPS, "cebu: t2 u5", "cebu: t2 v5", "npa-1", rolls=(6,), people=(KINTANAR,)),
    no("3.4.3.c", NPA, OPS, "cebu: t2 u1", "cebu: v1", "npa-1"),
    ok(NPA, OPS, "cebu: t2 u1", "cebu: u1 v1", "npa-1", rolls=(1,)),
    ok(NPA, OPS, "manila: u15; cebu: t2 u1", "manila: u15; cebu: v1", "npa-1", rolls=(1,)),
]
TERROR = [
    # 3.4.4: one Underground Guerrilla shows itself; Terror; a shift toward Resistance
    ok(NPA, OPS, "cebu: u2 support", "cebu: u1 v1 terror", "npa-1"),
    ok(NPA, OPS, "cebu: u2 opposition", "cebu: u1 v1 terror", "npa-1"),
    ok(NPA, OPS, "cebu: u2 resistance", "cebu: u1 v1 terror resistance", "npa-1"),
    ok(NPA, OPS, "cebu: u2 terror", "cebu: u1 v1 terror resistance", "npa-1"),
    ok(NPA, OPS, "cebu: u2 strike", "cebu: u1 v1 terror resistance", "npa-1"),
    no("3.4.4.b", NPA, OPS, "cebu: u2", "cebu: v2 terror resistance", "npa-1"),
    no("3.4.4.b", NPA, OPS, "cebu: u2", "cebu: u2 terror resistance", "npa-1"),
    no(
        "3.4.4.c",
        NPA,
        OPS,
        "cebu: u2 a1 protest",
        "cebu: u1 v1 a1 protest terror resistance",
        "npa-1",
    ),
    # Beside a Base under the second Election it costs nothing
    ok(NPA, OPS, "cebu: u1 N1", "cebu: v1 N1 terror resistance", "", election=39),
    no("3.1.c", NPA, OPS, "cebu: u1 N1", "cebu: v1 N1 terror resistance", "npa-1", election=39),
    no("3.1.c", NPA, OPS, "cebu: u1", "cebu: v1 terror resistance", "", election=39),
    no("3.1.c", NPA, OPS, "cebu: u1 N1", "cebu: v1 N1 terror resistance", "", election=38),
]
ACTIVITIES = [
    # 4.4.1 Extort: an Underground Guerrilla without Government Control brings 1, with Ocampo 2
    ok(NPA, BOTH, "cebu: u1; davao: u1; manila:", "cebu: v1; davao: v1; manila: u1", "npa+1"),
    ok(NPA, BOTH, "cebu: u1; davao:", "cebu: v1; davao: u1", "npa+1", people=(OCAMPO,)),
    ok(NPA, BOTH, "cebu: u1 t1; davao:", "cebu: v1 t1; davao: u1", "npa+0"),
    no("4.4.1.b", NPA, BOTH, "cebu: u1; davao:", "cebu: v1; davao: u1", "npa+2"),
    no("4.4.1.b", NPA, BOTH, "cebu: u1; davao:", "cebu: v1; davao: u1", "npa+3", people=(OCAMPO,)),
    # What may be the unpaid price of the Operation is that.
    no("3.1.c", NPA, BOTH, "cebu: u1; davao:", "cebu: v1; davao: u1", "npa+1"),
    no("4.4.1.a", NPA, BOTH, "cebu: u1 t2; davao:", "cebu: v1 t2; davao: u1", "npa+0"),
    ok(NPA, BOTH, "cebu: u1; zamboanga: u1; visayas: u1; western_mindanao: u1; "
       "central_mindanao: u1; eastern_mindanao: u1; davao:",
       "cebu: v1; zamboanga: v1; visayas: v1; western_mindanao: v1; central_mindanao: v1; "
       "eastern_mindanao: v1; davao: u1", "npa+5"),
    # 4.4.2.c: with all four markers on the map a Strike can only take the place of a Protest
    ok(NPA, BOTH, f"{FULL}; cebu: u1; visayas: u1; southern_luzon:",
       f"{FULL}; cebu: v1; visayas:; southern_luzon: u1", "npa-1",
       "guerrilla visayas southern_luzon"),
    no("4.4.1.b", NPA, BOTH, f"{FULL[:-18]}; cebu: u1; visayas: u1; southern_luzon:",
       f"{FULL[:-18]}; cebu: v1; visayas:; southern_luzon: u1", "npa-1",
       "guerrilla visayas southern_luzon"),
    no("4.4.1.b", NPA, BOTH, f"{FULL} u1; visayas: u1; southern_luzon:",
       f"{FULL} v1; visayas:; southern_luzon: u1", "npa-1", "guerrilla visayas southern_luzon"),
    ok(NPA, BOTH, f"{FULL} u1; visayas: u1; southern_luzon:",
       f"{FULL[:-10]} a1 v1 strike resistance; visayas:; southern_luzon: u1", "npa-1",
       "guerrilla visayas southern_luzon"),
    # 4.4.2 Strike: a City without Terror
    ok(NPA, BOTH, "davao: u1; southern_luzon: u1; visayas:",
       "davao: v1 strike resistance; southern_luzon:; visayas: u1", "npa-1",
       "guerrilla southern_luzon visayas"),
    ok(NPA, BOTH, "davao: u1 support; southern_luzon: u1; visayas:",
       "davao: v1 strike; southern_luzon:; visayas: u1", "npa-1",
       "guerrilla southern_luzon visayas"),
    ok(NPA, BOTH, "davao: u1 a2 protest; southern_luzon: u1; visayas:",
       "davao: v1 a1 strike resistance; southern_luzon:; visayas: u1", "npa-1",
       "guerrilla southern_luzon visayas"),
    no("4.4.2.b", NPA, BOTH, "davao: u1 a2 protest; southern_luzon: u1; visayas:",
       "davao: v1 strike resistance; southern_luzon:; visayas: u1", "npa-1",
       "guerrilla southern_luzon visayas"),
    no("4.4.2.a", NPA, BOTH, "davao: u1 terror; southern_luzon: u1; visayas:",
       "davao: v1 terror strike resistance; southern_luzon:; visayas: u1", "npa-1",
       "guerrilla southern_luzon visayas"),
    ok(NPA, BOTH, "davao: u1; cebu: u1; southern_luzon: u1; visayas:",
       "davao: v1 strike resistance; cebu: v1 strike resistance; southern_luzon:; visayas: u1",
       "npa-1", "guerrilla southern_luzon visayas"),
    no("4.4.2.a", NPA, BOTH, "davao: u1; cebu: u1; zamboanga: u1; southern_luzon: u1; visayas:",
       "davao: v1 strike resistance; cebu: v1 strike resistance; zamboanga: v1 strike resistance; "
       "southern_luzon:; visayas: u1", "npa-1", "guerrilla southern_luzon visayas"),
    # 4.4.3 Ambush: two pieces without a die, in one space
    ok(NPA, BOTH, "cebu: p3 u1", "cebu: p1 u1 v1", "npa-1"),
    ok(NPA, BOTH, "cebu: p1 u1", "cebu: u1 v1", "npa-1"),
    no("4.4.3.c", NPA, BOTH, "cebu: p3 u1", "cebu: u1 v1", "npa-1"),
    ok(NPA, BOTH, "cebu: p1 G1 u1", "cebu: u1 v1", "npa-1 patronage-2"),
    ok(NPA, BOTH, "southern_luzon: u2; manila: p2; northern_luzon:",
       "southern_luzon:; manila: u1 v1; northern_luzon: u1", "npa-1",
       "guerrilla southern_luzon manila u v, guerrilla southern_luzon northern_luzon"),
    no("4.4.3.a", NPA, BOTH, "southern_luzon: v1; manila: u1 p2",
       "southern_luzon:; manila: u1 v2", "npa-1", "guerrilla southern_luzon manila v v"),
    no("4.4.3.a", NPA, BOTH, "southern_luzon: u2; manila: p2; northern_luzon: p2",
       "southern_luzon:; manila: u1 v1; northern_luzon: u1 v1", "npa-1",
       "guerrilla southern_luzon manila u v, guerrilla southern_luzon northern_luzon u v"),
    no("4.4.3.d", NPA, BOTH, "cebu: p2 u1", "cebu: v1", "npa-1"),
]  # fmt: skip


@pytest.mark.parametrize(
    "rows",
    [RALLY, MARCH, ATTACK, TERROR, ACTIVITIES],
    ids=["rally", "march", "attack", "terror", "activities"],
)
def test_limits(rows: list[Example], bench: Bench) -> None:
    check(rows, bench)

"""Small positions with a verdict: for each clause what is legal and what is not.

Spaces are written as `manila: t2 p1 G1 u3 support`: Troops, Police, Government Base, Activists,
Reformer Base, underground and active (v) Guerrillas, NPA Base; markers and alignment as words.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from modgen_rules.engine.reading.sequence import PASS
from modgen_rules.people_power.law.state import ALIGNMENTS, FACTIONS, Map, Space, State, made
from modgen_rules.people_power.reading.judging import Effects, Judgement, judge
from modgen_rules.people_power.reading.turn import LIMOP, OP_ONLY, OP_SA, Declared, Moved, Turn

LETTERS = {
    "t": "troops",
    "p": "police",
    "G": "gov_base",
    "a": "activist",
    "R": "ref_base",
    "u": "underground",
    "v": "active",
    "N": "npa_base",
}
RICH = {"gov": 20, "npa": 20, "reformers": 20, "aid": 10, "patronage": 10}


class Example(NamedTuple):
    """A turn: what it exercises, who, which options, the board before and after."""

    clause: str
    legal: bool
    actor: str
    options: tuple[str, ...]
    before: str
    after: str
    tracks: str = ""
    """Changes of tracks: `npa-1 aid+5`."""
    moved: str = ""
    """`guerrilla cebu visayas` and so on, separated by commas."""
    rolls: tuple[int, ...] = ()
    election: int = 0
    people: tuple[int, ...] = ()
    start: str = ""
    """Tracks that are not 20, 20, 20, 10, 10."""
    card: int = 1
    said: Declared | None = None

    @property
    def name(self) -> str:
        return f"{self.clause} {'legal' if self.legal else 'illegal'}: {self.before} → {self.after}"


def space(text: str) -> Space:
    values: dict[str, int] = {}
    for word in text.split():
        found = re.fullmatch(r"([a-zA-Z])(\d+)", word)
        if found:
            values[LETTERS[found[1]]] = int(found[2])
        elif word in ALIGNMENTS:
            values["alignment"] = ALIGNMENTS.index(word)
        else:
            values[word] = 1
    return Space(**values)


def spaces(text: str, board: Map) -> list[Space]:
    found = [Space() for _ in board.ids]
    for part in filter(None, (one.strip() for one in text.split(";"))):
        name, _, held = part.partition(":")
        found[board.number(name.strip())] = space(held)
    return found


def tracks(text: str, start: dict[str, int]) -> dict[str, int]:
    found = dict(start)
    for name, change in re.findall(r"(\w+?)([+-]\d+)", text):
        found[name] += int(change)
    return found


def turn(example: Example, board: Map) -> Turn:
    start = dict(RICH)
    for name, value in re.findall(r"(\w+)=(\d+)", example.start):
        start[name] = int(value)
    before = spaces(example.before, board)
    after = spaces(example.after, board)
    state = made(before, start, board.limits, example.election)
    state = state._replace(personalities=frozenset(example.people))
    end: State = made(after, tracks(example.tracks, start), board.limits, example.election)
    end = end._replace(personalities=frozenset(example.people))
    moved = []
    for one in filter(None, (part.strip() for part in example.moved.split(","))):
        kind, origin, target, *face = one.split()
        a, b = ("v" in face[0], "v" in face[-1]) if face else (False, False)
        moved.append(Moved(kind, board.number(origin), board.number(target), a, b))
    return Turn(
        board,
        example.actor,
        state,
        end,
        example.options,
        tuple(moved),
        (),
        example.said,
        example.card,
        example.rolls,
        frozenset(FACTIONS),
    )


def judged(example: Example, board: Map, effects: Effects) -> Judgement:
    return judge(turn(example, board), effects)


OPS = (OP_ONLY,)
BOTH = (OP_SA,)
ONE = (LIMOP,)
GOV, NPA, REF = FACTIONS


def e(clause, legal, actor, options, before, after, *rest, **more) -> Example:
    return Example(clause, legal, actor, options, before, after, *rest, **more)


EXAMPLES = [
    # Train (3.2.1)
    e("3.2.1.a", True, GOV, OPS, "cebu:", "cebu: t2 p2", "gov-2"),
    e("3.2.1.a", False, GOV, OPS, "visayas:", "visayas: t2 p2", "gov-2",
      said=Declared(OP_ONLY, "train")),
    e("3.2.1.b", False, GOV, OPS, "cebu:", "cebu: t2 p2", "gov-1"),
    e("3.2.1.c", True, GOV, OPS, "visayas: t1 G1", "visayas: t5 G1", "gov-2"),
    e("3.2.1.c", False, GOV, OPS, "cebu: u1", "cebu: t5 u1", "gov-2"),
    e("3.2.1.c", False, GOV, OPS, "visayas: t2", "visayas: t4", "gov-2",
      said=Declared(OP_ONLY, "train")),
    e("3.2.1.e", False, GOV, OPS, "cebu: t1 p2; davao: t1 p1",
      "cebu: G1; davao: t1 p1 support", "gov-6"),
    e("3.2.1.e", False, GOV, OPS, "cebu: t2 p3", "cebu: t1 p1 G1 support", "gov-4"),
    e("3.2.1.f", True, GOV, OPS, "cebu: t1 p2", "cebu: G1", "gov-2"),
    e("3.2.1.c", False, GOV, OPS, "cebu: t1 p5", "cebu: t1 p1 G1", "gov-2"),
    e("3.2.1.g", True, GOV, OPS, "cebu: t1 p1", "cebu: t1 p1 support", "gov-4"),
    e("3.2.1.g", False, GOV, OPS, "cebu: t1 p1 a1 protest", "cebu: t1 p1 a1 protest support",
      "gov-4"),
    e("3.2.1.h", True, GOV, OPS, "cebu: t1 p1 terror opposition", "cebu: t1 p1 support", "gov-8"),
    e("3.2.1.h", False, GOV, OPS, "cebu: t1 p1", "cebu: t1 p1 support", "gov-2 patronage-2"),
    e("3.2.1.i", False, GOV, OPS, "cebu: t1 p1 terror", "cebu: t1 p1 terror support", "gov-4"),
    e("3.2.1.b", False, GOV, OPS, "cebu: t1 p1 opposition", "cebu: t1 p1 support", "gov-4"),
    # Sweep (3.2.2)
    e("3.2.2.b", True, GOV, OPS, "manila: u2; zamboanga: t2; southern_luzon: t2",
      "manila: t4 v2; zamboanga:; southern_luzon:", "gov-2"),
    e("3.2.2.c", False, GOV, OPS, "cebu: t3 a1 protest; visayas: u1",
      "cebu: t1 a1 protest; visayas: t2 v1", "gov-2"),
    e("3.2.2.e", True, GOV, OPS, "visayas: t3 p4 u3", "visayas: t3 p4 u2 v1", "gov-2"),
    e("3.2.2.e", False, GOV, OPS, "visayas: t3 p4 u3", "visayas: t3 p4 u1 v2", "gov-2"),
    e("3.2.2.f", True, GOV, OPS, "cebu: t1 p4 u3", "cebu: t1 p4 u1 v2", "gov-2"),
    e("3.2.2.f", False, GOV, OPS, "cebu: t1 p2 u3", "cebu: t1 p2 u1 v2", "gov-2"),
    # Roundup (3.2.3)
    e("3.2.3.a", False, GOV, OPS, "cebu: p2 a2", "cebu: p2", "gov-2 aid-1"),
    e("3.2.3.c", True, GOV, OPS, "cebu: p2 a3 protest", "cebu: p2 a1 protest", "gov-2 aid-1"),
    e("3.2.3.c", False, GOV, OPS, "cebu: p1 a3 protest", "cebu: p1 a1 protest", "gov-2 aid-1"),
    e("3.2.3.d", False, GOV, OPS, "cebu: p1 a1 R1", "cebu: p1 a1", "gov-2"),
    e("3.2.3.e", True, GOV, OPS, "cebu: p2 a2 protest", "cebu: p2", "gov-2 aid-1"),
    e("3.2.3.f", True, GOV, OPS, "cebu: p3 a3 protest", "cebu: p3", "gov-2 aid-1"),
    e("3.2.3.f", False, GOV, OPS, "cebu: p2 a2 protest", "cebu: p2", "gov-2"),
    # Assault (3.2.4)
    e("3.2.4.c", True, GOV, OPS, "visayas: t2 p3 v3", "visayas: t2 p3 v1", "gov-2"),
    e("3.2.4.c", False, GOV, OPS, "visayas: t2 p3 v4", "visayas: t2 p3 v1", "gov-2"),
    e("3.2.4.d", True, GOV, OPS, "cebu: t1 p1 v1 N1", "cebu: t1 p1", "gov-2 aid+5"),
    e("3.2.4.d", False, GOV, OPS, "cebu: t1 p1 u1 N1", "cebu: t1 p1 u1", "gov-2 aid+5"),
    e("3.2.4.f", False, GOV, OPS, "cebu: t1 p1 v1 N1", "cebu: t1 p1", "gov-2"),
    # Recruit (3.3.1)
    e("3.3.1.a", True, REF, OPS, "cebu:", "cebu: a1", "reformers-1"),
    e("3.3.1.a", False, REF, OPS, "cebu: support", "cebu: a1 support", "reformers-1"),
    e("3.3.1.b", True, REF, OPS, "cebu: a3", "cebu: a1 R1", "reformers-1"),
    e("3.3.1.b", False, REF, OPS, "cebu:", "cebu: a2", "reformers-1"),
    e("3.3.1.f", False, REF, OPS, "cebu: a2", "cebu: a1 R1", "reformers-1"),
    e("3.3.1.c", True, REF, OPS, "cebu: R1", "cebu: a3 R1", "reformers-1"),
    e("3.3.1.c", False, REF, OPS, "cebu: R1", "cebu: a4 R1", "reformers-1"),
    e("3.3.1.d", False, REF, OPS, "cebu: a2 G2", "cebu: G2 R1", "reformers-1"),
    # Assemble (3.3.2)
    e("3.3.2.a", True, REF, OPS, "visayas: a2; cebu:", "visayas: a1; cebu: a1", "reformers-1",
      "activist visayas cebu"),
    e("3.3.2.a", False, REF, OPS, "davao: a2; cebu:", "davao: a1; cebu: a1", "reformers-1",
      "activist davao cebu"),
    e("3.3.2.c", True, REF, OPS, "cebu: a1 terror", "cebu: a1", "reformers-1"),
    e("3.3.2.c", False, REF, OPS, "cebu: terror", "cebu:", "reformers-1"),
    e("3.3.2.d", True, REF, OPS, "cebu: a1; davao: a2 protest", "cebu: a1; davao: a2",
      "reformers-1"),
    # Persuade (3.3.3)
    e("3.3.3.b", True, REF, OPS, "cebu: a6 u1 v2", "cebu: a6 u1", "reformers-1"),
    e("3.3.3.b", False, REF, OPS, "cebu: a5 u2", "cebu: a5", "reformers-1"),
    e("3.3.3.b", False, REF, BOTH, "cebu: a1 u2; davao: a4 u1", "cebu: u1; davao: a3",
      "reformers+2"),
    e("3.3.3.c", True, REF, OPS, "cebu: a3 u2 strike", "cebu: a3 u1 protest", "reformers-1"),
    # Protest (3.3.4)
    e("3.3.4.a", False, REF, OPS, "cebu: a1 terror", "cebu: a1 terror protest opposition",
      "reformers-1"),
    e("3.3.4.b", True, REF, OPS, "cebu: a1", "cebu: a1 protest opposition", "reformers-1"),
    e("3.3.4.c", True, REF, OPS, "cebu: a1 support", "cebu: a1 protest", "reformers-1"),
    e("3.3.4.c", True, REF, OPS, "cebu: a1 support", "cebu: a1 protest opposition", "reformers-1",
      election=38),
    e("3.3.4.c", False, REF, OPS, "cebu: a1 support", "cebu: a1 protest opposition",
      "reformers-1"),
    # Rally (3.4.1), with the rulebook's own example of 4.1
    e("3.4.1.a", True, NPA, OPS, "cebu:", "cebu: u1", "npa-1"),
    e("3.4.1.a", False, NPA, OPS, "cebu: support", "cebu: u1 support", "npa-1"),
    e("3.4.1.b", True, NPA, OPS, "cebu: u1 v2", "cebu: u1 N1", "npa-1"),
    e("3.4.1.b", False, NPA, OPS, "cebu:", "cebu: u2", "npa-1"),
    e("3.4.1.c", True, NPA, OPS, "cebu: v3 N1", "cebu: u3 N1", "npa-1"),
    e("3.4.1.c", False, NPA, OPS, "cebu: N1", "cebu: u4 N1", "npa-1"),
    e("3.4.1.c", True, NPA, OPS, "cebu: N1", "cebu: u4 N1", "npa-1", people=(45,)),
    e("3.4.1.d", False, NPA, OPS, "cebu: u2 G2", "cebu: G2 N1", "npa-1"),
    e("4.1.d", True, NPA, BOTH, "cebu:; davao: u1; visayas: u1",
      "cebu: u1; davao: u1 v1; visayas: u1 v1", "npa-1", start="npa=1"),
    # March (3.4.2)
    e("3.4.2.b", True, NPA, OPS, "southern_luzon: u2; manila:", "southern_luzon:; manila: u2",
      "npa-1", "guerrilla southern_luzon manila, guerrilla southern_luzon manila"),
    e("3.4.2.b", False, NPA, OPS, "davao: u1; manila:", "davao:; manila: u1", "npa-1",
      "guerrilla davao manila"),
    e("3.4.2.c", False, NPA, OPS, "southern_luzon: u2; visayas:", "southern_luzon:; visayas: u2",
      "npa-1", "guerrilla southern_luzon visayas, guerrilla southern_luzon visayas"),
    e("3.4.2.e", True, NPA, OPS, "southern_luzon: u2; manila: t2 support",
      "southern_luzon:; manila: t2 v2 support", "npa-1",
      "guerrilla southern_luzon manila u v, guerrilla southern_luzon manila u v"),
    e("3.4.2.e", False, NPA, OPS, "southern_luzon: u2; manila: t2 support",
      "southern_luzon:; manila: t2 u2 support", "npa-1",
      "guerrilla southern_luzon manila, guerrilla southern_luzon manila"),
    e("3.4.2.f", False, NPA, OPS, "southern_luzon: u1; manila:", "southern_luzon:; manila: v1",
      "npa-1", "guerrilla southern_luzon manila u v"),
    # Attack (3.4.3)
    e("3.4.3.c", True, NPA, OPS, "cebu: t1 p2 u2", "cebu: p1 v2", "npa-1", rolls=(2,)),
    e("3.4.3.c", False, NPA, OPS, "cebu: t1 p2 u2", "cebu: p1 v2", "npa-1", rolls=(5,)),
    e("3.4.3.d", False, NPA, OPS, "cebu: t1 p2 u3", "cebu: v3", "npa-1"),
    e("3.4.3.e", True, NPA, OPS, "cebu: p1 G1 u3", "cebu: v3", "npa-1 patronage-2"),
    e("3.4.3.e", False, NPA, OPS, "cebu: p1 G1 u3", "cebu: v3", "npa-1"),
    e("3.4.3.f", True, NPA, OPS, "cebu: p2 u3", "cebu: u1 v3", "npa-1", rolls=(1,)),
    e("3.4.3.b", False, NPA, OPS, "cebu: p2 u3; davao: u13", "cebu: u1 v2; davao: u13", "npa-1",
      rolls=(3,)),
    e("3.4.3.b", False, NPA, OPS, "cebu: t1 p1 u2", "cebu: u2", "npa-1", rolls=(2,)),
    e("3.4.3.g", True, NPA, OPS, "cebu: p2 u3", "cebu: p2 v3", "npa-1", rolls=(6,)),
    e("3.4.3.c", False, NPA, OPS, "cebu: p2 u2; davao: t2 u3", "cebu: v2; davao: v3", "npa-2",
      rolls=(2,)),
    e("3.4.3.c", True, NPA, OPS, "cebu: p2 u2; davao: t2 u6", "cebu: v2; davao: v6", "npa-2",
      rolls=(2,)),
    # Terror (3.4.4)
    e("3.4.4.a", False, NPA, OPS, "cebu: v1", "cebu: v1 terror resistance", "npa-1"),
    e("3.4.4.c", True, NPA, OPS, "cebu: u1 a1 protest", "cebu: v1 a1 terror resistance", "npa-1"),
    e("3.4.4.d", False, NPA, OPS, "cebu: u1 support", "cebu: v1 terror resistance", "npa-1"),
    # Special Activities (4.0)
    e("4.1.a", False, NPA, OPS, "davao: u2", "davao: u2 v1", "npa+0",
      said=Declared(OP_ONLY, "rally")),
    e("4.1.1", False, NPA, BOTH, "manila: u1; cebu:", "manila: v1 strike resistance; cebu: u1",
      "npa-1"),
    e("4.2.1.a", True, GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1",
      "gov-2 patronage+4 aid-1"),
    e("4.2.1.a", False, GOV, BOTH, "manila: t1 support; davao:", "manila: t1; davao: t1",
      "gov-2 patronage+10 aid-1"),
    e("4.2.1.b", True, GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1",
      "gov-2 patronage+2 aid-1", election=37),
    e("4.2.1.b", False, GOV, BOTH, "cebu: t1 support; davao:", "cebu: t1; davao: t1",
      "gov-2 patronage+6 aid-1"),
    e("4.2.2.c", True, GOV, BOTH, "cebu: p3 a2 protest; davao: p1 a1 protest",
      "cebu: p3 a1 terror; davao: p1; visayas: a1", "gov-2", "activist cebu visayas"),
    e("4.2.2.c", False, GOV, BOTH, "cebu: p5 a3; davao: p1 a1 protest; manila:",
      "cebu: p5 a2 terror; davao: p1; manila: a1", "gov-2", "activist cebu manila"),
    e("4.2.3.b", True, GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1",
      "gov-2 patronage-1 aid+3"),
    e("4.2.3.c", False, GOV, BOTH, "cebu: t1; davao:", "cebu: t1 support; davao: t1",
      "gov-2 aid+3", start="patronage=0"),
    e("4.3.1.b", True, REF, BOTH, "cebu: a3; davao:", "cebu:; davao: a1", "reformers+5"),
    e("4.3.1.b", False, REF, BOTH, "cebu: a3; davao:", "cebu:; davao: a1", "reformers+7",
      said=Declared(OP_SA, "recruit", "appeal", frozenset({3}), frozenset({1}))),
    e("4.3.2.b", True, REF, BOTH, "cebu: a1 p1 t1 protest; davao:", "cebu: a1 protest; davao: a1",
      "reformers-1 patronage-1"),
    e("4.3.2.c", False, REF, BOTH, "cebu: a1 p1 t1 protest; davao:",
      "cebu: a2 p1 protest; davao: a1", "reformers-1 patronage-1"),
    e("4.3.2.d", True, REF, BOTH, "cebu: a1 G1 protest; davao:", "cebu: a1 R1 protest; davao: a1",
      "reformers-1 patronage-2"),
    e("4.3.3.b", True, REF, BOTH, "cebu: a3 u1 terror support", "cebu: a3 opposition",
      "reformers-1"),
    e("4.4.1.a", False, NPA, BOTH, "cebu: t3 u1; davao:", "cebu: t3 v1; davao: u1", "npa+0"),
    e("4.4.2.c", True, NPA, BOTH, "manila: u1 a1 protest; southern_luzon: u1; visayas:",
      "manila: v1 strike resistance; southern_luzon:; visayas: u1", "npa-1",
      "guerrilla southern_luzon visayas"),
    e("4.4.2.a", False, NPA, BOTH, "visayas: u2; southern_luzon: u1; manila:",
      "visayas: u1 v1 strike resistance; southern_luzon:; manila: u1", "npa-1",
      "guerrilla southern_luzon manila"),
    e("4.4.3.c", True, NPA, BOTH, "cebu: p2 t1 u1", "cebu: t1 u1 v1", "npa-1"),
    e("4.4.3.a", True, NPA, BOTH, "southern_luzon: u1; manila: p2",
      "southern_luzon:; manila: u1 v1", "npa-1", "guerrilla southern_luzon manila u v"),
    # Sequence of play (2.3)
    e("2.3.4.a", True, GOV, (PASS,), "", "", "gov+3"),
    e("2.3.4.a", False, NPA, (PASS,), "", "", "npa+3"),
    e("2.3.5.a", False, NPA, ONE, "cebu:; davao:", "cebu: u1; davao: u1", "npa-2"),
    e("2.3.5.b", True, GOV, ONE, "manila: u1; cebu: t1; davao: t1", "manila: t2 v1; cebu:; davao:",
      "gov-2"),
    e("2.3.5.c", True, NPA, ONE, "southern_luzon: u2; manila:; northern_luzon:",
      "southern_luzon:; manila: u1; northern_luzon: u1", "npa-1",
      "guerrilla southern_luzon manila, guerrilla southern_luzon northern_luzon"),
    # Money (1.4.1, 1.5.1, 3.1)
    e("1.4.1.c", True, NPA, OPS, "cebu:", "cebu: u1", "npa+1 reformers-2"),
    e("1.4.1.c", False, NPA, OPS, "cebu:", "cebu: u1", "npa-1 reformers-2"),
    e("1.4.1.c", False, GOV, ("event_unshaded",), "", "", "patronage+3 gov+3 npa-2", card=1),
    e("3.1.c", False, NPA, OPS, "cebu:; davao:", "cebu: u1; davao: u1", "npa-1"),
    e("1.5.1.c", True, NPA, OPS, "manila: u16; cebu:", "manila: u15; cebu: u1", "npa-1"),
    e("3.4.1.b", False, NPA, OPS, "manila: u15; cebu:", "manila: u13; cebu: u1", "npa-1"),
    # Events (5.0)
    e("5.1.a", True, GOV, ("event_unshaded",), "", "", "patronage+3", card=1),
    e("5.1.a", False, GOV, ("event_unshaded",), "", "", "patronage+4", card=1),
    e("5.1.4", True, NPA, ("event_shaded",), "cebu: t1; davao:", "cebu: t1 opposition; davao: "
      "opposition", "", card=7),
    e("5.1.a", False, NPA, ("event_shaded",), "cebu:; davao:", "cebu: support; davao: opposition",
      "", card=7),
    e("5.1.2", False, NPA, ("event_shaded",), "cebu:; davao:", "cebu: opposition; davao:", "",
      card=7),
    e("5.1.5.a", True, GOV, ("event_unshaded",), "cebu:", "cebu: t2 p2", "", card=9),
    e("5.1.5.a", False, GOV, ("event_unshaded",), "cebu:", "cebu: t2 p2", "gov-2", card=9),
    e("5.1.5.b", True, GOV, ("event_unshaded",), "davao: p2 a2 protest", "davao: p2", "aid-1",
      card=35),
    e("5.2", True, GOV, OPS, "visayas: t2 u1", "visayas: t2 v1", "gov-1", people=(44,)),
]  # fmt: skip

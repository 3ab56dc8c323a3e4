"""The rulings on which suspicions rest: see `docs/rulings/junta-coup.md`."""

from __future__ import annotations

FILE = "junta-coup.md"
SOFT = {
    "1.a": "set-up",
    "1.b": "set-up",
    "1.c": "set-up",
    "1.e": "set-up",
    "2.b": "order-of-declarations",
    "2.c": "late-phase-marker",
    "2.d": "late-phase-marker",
    "2.f": "late-phase-marker",
    "3.a": "starter",
    "3.b": "offices-late",
    "3.d": "offices-late",
    "3.e": "offices-late",
    "3.h": "offices-late",
    "4.a": "announced-target",
    "5.a": "starter",
    "5.c": "split-movement",
    "5.e": "cousin",
    "5.g": "helicopter-passenger",
    "5.p": "helicopter-passenger",
    "6.a": "control-marker-late",
    "6.c": "whose-hand",
    "7.b": "landing-and-move",
    "7.d": "turn-of-a-landing",
    "10.b": "battle-marker",
    "11.a": "order-of-declarations",
    "11.b": "undeclared-battle",
    "12.e": "air-raid-late",
    "13.a": "exchanges-without-marker",
    "13.b": "exchanges-without-marker",
    "13.i": "announced-target",
    "13.j": "announced-target",
    "14.d": "late-loss",
    "15.a": "ties",
    "15.c": "staying-without-an-entry",
    "15.d": "consent",
    "15.e": "order-of-retreats",
    "15.f": "removed-instead",
    "16.a": "battle-marker",
    "16.c": "exile-in-battle",
    "17.a": "early-choice",
}
"""For each clause the ruling that makes a finding only suspect."""


def ruling(clause: str) -> str:
    """The reference to a ruling; empty when there is none."""
    return f"{FILE}#{SOFT[clause]}" if clause in SOFT else ""

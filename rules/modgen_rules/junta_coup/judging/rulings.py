"""The rulings on which suspicions rest: see `docs/rulings/junta-coup.md`."""

from __future__ import annotations

FILE = "junta-coup.md"
RULINGS = {
    "set-up": ("1.a", "1.b", "1.c", "1.e"),
    "order-of-declarations": ("2.b", "11.a"),
    "late-phase-marker": ("2.c", "2.d", "2.f"),
    "starter": ("3.a", "5.a"),
    "offices-late": ("3.b", "3.d", "3.e", "3.h"),
    "announced-target": ("4.a", "13.i", "13.j"),
    "split-movement": ("5.c",),
    "cousin": ("5.e",),
    "helicopter-passenger": ("5.g", "5.p"),
    "control-marker-late": ("6.a",),
    "whose-hand": ("6.c",),
    "landing-and-move": ("7.b",),
    "turn-of-a-landing": ("7.d",),
    "battle-marker": ("10.b", "16.a"),
    "undeclared-battle": ("11.b",),
    "air-raid-late": ("12.e",),
    "exchanges-without-marker": ("13.a", "13.b"),
    "late-loss": ("14.d",),
    "ties": ("15.a",),
    "staying-without-an-entry": ("15.c",),
    "consent": ("15.d",),
    "order-of-retreats": ("15.e",),
    "removed-instead": ("15.f",),
    "exile-in-battle": ("16.c",),
    "early-choice": ("17.a",),
}
SOFT = {clause: ruling for ruling, clauses in RULINGS.items() for clause in clauses}
"""For each clause the ruling that makes a finding only suspect."""

"""The clause that a mutation breaks, and no other: what `right` means in the measure.

Beside it the operators list clauses that a finding may also name; those count as related.
"""

from __future__ import annotations

from modgen_rules.people_power.law.state import GOV, NPA, Map
from modgen_rules.people_power.reading.turn import OP_SA
from tests.accuracy.cases import Case

PRICES = {
    "train": "3.2.1.b", "sweep": "3.2.2.a", "roundup": "3.2.3.b", "assault": "3.2.4.b",
    "recruit": "3.3.1.a", "assemble": "3.3.2.a", "persuade": "3.3.3.a", "protest": "3.3.4.a",
    "rally": "3.4.1.a", "march": "3.4.2.a", "attack": "3.4.3.a", "terror": "3.4.4.a",
}  # fmt: skip
"""The clause with the price of each Operation. 3.1.c gives them all and is as good."""
STACKING = {"rally": "3.4.1.d", "recruit": "3.3.1.d", "train": "3.2.1.f"}
"""The clauses by which each Operation repeats 1.5.2: two Bases in a space."""
AID = {"roundup": "3.2.3.f", "assault": "3.2.4.f", "enrich": "4.2.1.c", "charm": "4.2.3.b"}
PATRONAGE = {
    "enrich": "4.2.1.b",
    "charm": "4.2.3.b",
    "convert": "4.3.2.d",
    "attack": "3.4.3.e",
    "ambush": "4.4.3.e",
}
FIXED = {
    "rally: a Base from one Guerrilla": ("3.4.1.b",),
    "march: wrong face on arrival": ("3.4.2.e", "3.4.2.f"),
    "sweep finds one Guerrilla too many": ("3.2.2.e", "3.2.2.f"),
    "sweep finds one Guerrilla too few": ("3.2.2.e", "3.2.2.f"),
    "attack succeeds on a failing die": ("3.4.3.c",),
    "an alignment changes for no reason": ("1.6.1",),
    "another side's piece goes": ("3.1.b",),
    "a victory marker is wrong": ("1.10.a", "1.10.b", "1.10.c"),
}
"""Where the first clause of an operator is not all of it: e and f are two halves of one rule."""


def own_clauses(name: str, clauses: tuple[str, ...], case: Case, board: Map) -> tuple[str, ...]:
    """The clause that a mutant breaks; more than one only where they state the same."""
    played = case.played
    actions = [one for one in (played.operation, played.activity) if one]
    changed = [
        n
        for n, (a, b) in enumerate(zip(case.before.spaces, case.after.spaces, strict=True))
        if a != b
    ]
    if name.startswith("paid "):
        return (PRICES[played.operation or ""], "3.1.c")
    if name == "a third Base":
        return ("1.5.2.a", STACKING[played.operation or ""])
    if name == "Activists show the wrong face":
        return ("1.5.3.b", "1.5.3.c")
    if name == "Aid wrong":
        return tuple(AID[one] for one in actions if one in AID) or ("1.9.b",)
    if name == "Patronage wrong":
        return tuple(PATRONAGE[one] for one in actions if one in PATRONAGE) or ("1.9.c",)
    if name in {"rally: a Guerrilla too many", "recruit: an Activist too many"}:
        base = "npa_base" if name.startswith("rally") else "ref_base"
        one, several = clauses[0], clauses[1]
        found = {several if getattr(case.before.spaces[n], base) else one for n in changed}
        return tuple(sorted(found))
    if name == "a Base goes before other pieces":
        return ("3.2.3.d",) if played.operation == "roundup" else ("3.2.4.d",)
    if name == "attack removes three pieces":
        return ("4.4.3.c",) if played.activity == "ambush" else ("3.4.3.d",)
    if name == "a shift of two steps":
        return ("1.6.2.b", "3.3.4.c" if played.operation == "protest" else "3.4.4.d")
    if name == "no shift":
        return ("3.3.4.c",) if played.operation == "protest" else ("3.4.4.d",)
    if name == "roundup takes one Activist too many":
        return ("3.2.3.a", "3.2.3.c")
    if name == "an option that is taken":
        return ("2.3.3.e",) if case.executed[0] == OP_SA else ("2.3.3.c",)
    if name == "a Limited Operation in two spaces":
        special = {"sweep": "2.3.5.b", "assemble": "2.3.5.b", "march": "2.3.5.c"}
        return ("2.3.5.a", special.get(played.operation or "", "2.3.5.a"))
    if name == "the Control marker is wrong":
        rules = {GOV: "1.7.b", NPA: "1.7.c"}
        return tuple({rules.get(space.control, "1.7.d") for space in case.after.spaces})
    return FIXED.get(name, clauses[:1])

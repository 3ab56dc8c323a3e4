"""5.3.1.e, 6.1.b, 6.5.b: casualties are not taken back, and used supplies do not return."""

from __future__ import annotations

from modgen_rules.civil_power.arrivals import ROLLS
from modgen_rules.civil_power.phases import SETUP, Phase
from modgen_rules.civil_power.plan import MOBS, POLICE
from modgen_rules.civil_power.riot import Riot
from modgen_rules.engine.findings import Verdict

SUPPLIES = {"grenades": "6.1.b", "molotovs": "6.5.b", "molotovs_2": "6.5.b"}
"""The clause that the marker of each supply breaks by going up."""
CORRECTED = 16
"""A wrong marker is corrected within this number of acts before or after a phase."""
DAYS = "i-2"
"""The scenario of several days, each with its own supplies."""


def judge(phase: Phase, riot: Riot) -> str:
    """The markers of supplies that went up in a phase, and those of casualties that went down."""
    if phase.kind == SETUP or riot.plays(DAYS):
        return ""
    moved = {act.kind: n for n, act in phase.each("level")}
    verdict: Verdict = "illegal" if phase.record.tidy else "suspect"
    for kind, n in moved.items():
        if kind in SUPPLIES and (more := _risen(phase, kind)) > 0 and not _brought(kind, riot):
            side = POLICE if kind == "grenades" else MOBS[kind.endswith("2")]
            name = riot.name(kind)
            riot.find(SUPPLIES[kind], side, f"the marker {name} goes up by {more} in play", n,
                      verdict=verdict)  # fmt: skip
        booked = kind.startswith(("wia_", "kia_"))
        told = any(one.clause.startswith("5.3.1") for one in riot.issues)
        if booked and not told and (fewer := _fallen(phase, kind)) > 0:
            what = f"the marker {riot.name(kind)} goes down by {fewer} in play"
            riot.find("5.3.1.e", phase.side, what, n, verdict=verdict)
    return ""


def _brought(kind: str, riot: Riot) -> bool:
    """Whether Molotovs may come as reinforcements."""
    return kind != "grenades" and riot.plays(*ROLLS)


def _around(phase: Phase, kind: str) -> tuple[list[int], list[int]]:
    """The numbers of a marker in the acts before a phase, and at its end and after it."""
    positions = phase.record.positions
    before = positions[max(phase.begin - CORRECTED, 0) : phase.begin + 1]
    after = positions[phase.end : phase.end + CORRECTED]
    return [one.level(kind) for one in before], [one.level(kind) for one in after]


def _risen(phase: Phase, kind: str) -> int:
    before, after = _around(phase, kind)
    return min(after) - max(before)


def _fallen(phase: Phase, kind: str) -> int:
    before, after = _around(phase, kind)
    return min(before) - max(after)

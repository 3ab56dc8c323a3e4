"""A table at which nobody sits, announces anything or keeps markers, unless a test says so."""

from __future__ import annotations

from collections.abc import Mapping

from tests.junta_coup.bridge import CoupBench
from tests.junta_coup.desk import Desk

PARLIAMENT, PALACE, STATION, BANK = (
    "parliament",
    "presidential_palace",
    "train_station",
    "central_bank",
)
BASE_1, BASE_2 = ("brigade_1", "brigade_1_base"), ("brigade_2", "brigade_2_base")
Placed = Mapping[tuple[str, str], Mapping[str, int]]
Found = list[tuple[str, str]]
THREE_IN_PARLIAMENT: Placed = {
    ("palace_guard", PALACE): {PARLIAMENT: 2},
    BASE_2: {PARLIAMENT: 6},
    ("demonstrators", "street_pool"): {PARLIAMENT: 4},
}
TWO_BATTLES: Placed = {
    BASE_1: {"market": 2},
    BASE_2: {"market": 2, STATION: 2},
    ("police", "police_precinct_3"): {STATION: 1},
    ("brigade_3", "brigade_3_base"): {STATION: 2},
}
SOLDIERS: Placed = {BASE_2: {PARLIAMENT: 3}, BASE_1: {PARLIAMENT: 3}}
TIE_FREE: Placed = {BASE_2: {PARLIAMENT: 3}, ("palace_guard", PALACE): {PARLIAMENT: 3}}


class Sheet(Desk):
    """A desk at which nobody says who rolls, and Units are named by family."""

    def rolls(self, *dice: int, way: str = "attack") -> None:
        button = next(one.name for one in self.bench.game.info.dice if one.id == way)
        self.log.say(f"* Observer (observer) rolls {button}: {', '.join(map(str, dice))}")

    def gives(self, kind: str, place: str, family: str) -> None:
        for key in self.units(kind, place):
            self.log.flip(key, family)

    def found(self) -> Found:
        every = (one for finding in self.report().findings for one in finding.whole)
        return [(one.verdict, one.clause) for one in every if one.verdict != "note"]

    def illegal(self) -> list[str]:
        return [clause for verdict, clause in self.found() if verdict == "illegal"]


def sheet(
    coups: CoupBench,
    placed: Placed,
    phase: int = 2,
    rebels: tuple[str, ...] = ("dorado",),
    given: Mapping[str, str] | None = None,
) -> Sheet:
    """A table in mid-coup; `given` says who controls kinds of Units from the streets."""
    table = Sheet(coups, placed, phase, rebels)
    for kind, family in (given or {}).items():
        for place in placed.get((kind, "street_pool"), {}):
            table.gives(kind, place, family)
    table.log = table._begin(table.log.table)
    return table

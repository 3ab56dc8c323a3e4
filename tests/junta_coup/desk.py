"""A coup written by hand: pieces are named by kind and place, players sit at their families."""

from __future__ import annotations

from collections.abc import Mapping

from modgen.log.table import Table
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from tests.junta_coup.bridge import CoupBench

DEAD = "dead_units"


class Desk:
    """A table with the seven families of the usual set-up, and a log that is written on it."""

    def __init__(
        self,
        bench: CoupBench,
        placed: Mapping[tuple[str, str], Mapping[str, int]] | None = None,
        phase: int = 0,
        rebels: tuple[str, ...] = (),
    ) -> None:
        """`placed` says how many Units of a kind go from a space to others before the log."""
        self.bench = bench
        table = bench.tables["precincts"].copy()
        seat_sides(bench.game, table)
        self.log = self._begin(table)
        for (kind, source), targets in (placed or {}).items():
            for target, number in targets.items():
                self.go(kind, number, source, target)
        for family in rebels:
            self.rebel(family)
        if phase:
            self.phase(phase)
        self.log = self._begin(self.log.table)

    def _begin(self, table: Table) -> LogWriter:
        return LogWriter(self.bench.game, [self.bench.game], table, self.bench.module)

    def units(self, kind: str, place: str) -> list[str]:
        """The Units of a kind in a place."""
        return [key for key, state in self.log.where(kind) if state.place == place]

    def go(self, kind: str, number: int, source: str, target: str, seat: str = "") -> None:
        """Drag Units together."""
        keys = self.units(kind, source)[:number]
        assert len(keys) == number, (kind, source, number)
        self.log.move(keys, target, seat)

    def dies(self, kind: str, place: str, number: int = 1, seat: str = "") -> None:
        """Units are removed."""
        self.go(kind, number, place, DEAD, seat)

    def rebel(self, family: str) -> None:
        """All Offices of a family show the Revolution side."""
        offices = self.bench.rulebook.city.families
        assert family in offices
        for key, state in list(self.log.states.items()):
            if state.place == f"family_{family}" and state.face == "regime":
                self.log.flip(key, "revolution")

    def phase(self, number: int) -> None:
        """The phase marker goes on."""
        self.log.move([self.log.where("coup_phase")[0][0]], f"coup_track:{number}")

    def attack(self, family: str, space: str) -> None:
        """A family declares an attack."""
        self.log.move(self.log.find(f"attack_{family}", "front", "markers")[:1], space, family)

    def battle(self, space: str, face: str = "") -> None:
        """The Battle marker goes to a space, or shows an exchange."""
        key, state = self.log.where("battle")[0]
        if state.place != space:
            self.log.move([key], space)
        if face and state.face != face:
            self.log.flip(key, face)

    def home(self) -> None:
        """All markers go back."""
        self.log.move(
            [
                key
                for key, state in self.log.states.items()
                if state.kind.startswith(("attack_", "battle")) and state.place != "markers"
            ],
            "markers",
        )

    def fire(self, family: str, target: str, *dice: int, way: str = "fire") -> None:
        """A family announces its fire and rolls."""
        self.log.announce(family, {"deed": way, "whom": target})
        self.log.roll(family, "attack" if way == "fire" else way, dice)

    def report(self) -> GameReport:
        """What the checker says of the log."""
        return judge_log(self.bench.rulebook, self.log.timeline("coup.vlog"), ["coup.vlog"])

"""A battle written by hand: forces are put on an empty map, then every line is a step of a log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from modgen.log.table import Player, Table
from modgen.log.timeline import read_timeline
from modgen.vassal.traits import Mask
from modgen_rules.amigos_insurrectos.country import FILIPINO, STEPS, US, Country
from modgen_rules.engine.findings import Finding, GameReport
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.log_writer import LogWriter, copy_of
from modgen_rules.engine.trial import Trial

POOL = {US: "pool_us", FILIPINO: "pool_filipino"}
OUT = {US: "leaders_us", FILIPINO: "leaders_filipino"}
Army = Mapping[str, int]


class Bench:
    """The rulebook, and a table of the first scenario with nothing on the map."""

    def __init__(self, folder: Path) -> None:
        self.trial = Trial("amigos-insurrectos", None, folder)
        self.country = Country(self.trial.game)
        self.tables: dict[str, Table] = {}

    def table(self, scenario: str) -> Table:
        """A copy of the table, without units on the map."""
        if scenario not in self.tables:
            writer = self.trial.writer(scenario)
            places = self.country.areas | self.country.seas | {"trans_ocean"}
            for key, state in list(writer.states.items()):
                piece = self.trial.game.piece_types.get(state.kind)
                if piece is not None and state.place in places and piece.home:
                    writer.move([key], piece.home)
            self.tables[scenario] = writer.table
        return copy_of(self.tables[scenario])


class Scene:
    """A log that begins with forces in areas, on a turn, in a phase."""

    def __init__(
        self, bench: Bench, forces: Mapping[str, Army], turn: int = 2, phase: str = "us_combat",
        scenario: str = "stand-up", face_up: bool = True,
    ) -> None:  # fmt: skip
        self.bench, self.country = bench, bench.country
        table = bench.table(scenario)
        for side in bench.trial.game.sides.values():
            table.put("players", side.id, Player(side.name, side.name))
        self.log = self._writer(table)
        for area, army in forces.items():
            for kind, number in army.items():
                self.put(area, kind, number, face_up)
        self.level("turn_marker", turn)
        self.level("political_will_marker", 0)
        self.log.step_tracker(phase)
        self.log = self._writer(self.log.table)
        self.log.step_tracker(phase)
        self.attacker = FILIPINO if phase.startswith("filipino") else US

    def _writer(self, table: Table) -> LogWriter:
        trial = self.bench.trial
        return LogWriter(trial.game, trial.rulebook.games, table, trial._module.metadata)

    # --- setting up ----------------------------------------------------------------------------

    def put(self, area: str, kind: str, number: int, face_up: bool = True) -> None:
        """Steps (or pieces) of a kind from the pool to an area."""
        steps = any(kind in kinds for kinds in STEPS.values()) and kind != "fagen"
        for size in (2, 1) if steps else (1,):
            face = {2: "two", 1: "one"}[size] if steps else ""
            while number >= size:
                keys = [
                    key for key, state in self.log.where(kind)
                    if state.place not in self.country.areas | self.country.seas
                ]  # fmt: skip
                key = keys[0]
                if face and self.log.states[key].face != face:
                    self.log.flip(key, face)
                self.log.move([key], area)
                if face_up:
                    self.reveal([key])
                number -= size

    def reveal(self, keys: Iterable[str]) -> None:
        """Turn pieces face up."""
        for key in keys:
            piece = self.log.table.pieces[key]
            before = piece.game_piece
            traits = tuple(
                one.but(obscured_by="null") if isinstance(one, Mask) else one
                for one in before.traits
            )
            if traits != before.traits:
                self.log._change(piece, before.but(traits=traits), "")

    # --- steps of the log ----------------------------------------------------------------------

    def level(self, kind: str, number: int) -> None:
        """A marker of a track is moved."""
        key, state = self.log.where(kind)[0]
        track = state.place.partition(":")[0]
        if state.place != f"{track}:{number}":
            self.log.move([key], f"{track}:{number}")

    def will(self, points: int) -> None:
        """The Political Will marker goes up (US) or down, not beyond the ends."""
        key, state = self.log.where("political_will_marker")[0]
        now = int(state.place.partition(":")[2])
        self.log.move([key], f"political_will:{max(-8, min(8, now + points))}")

    def phase(self, phase: str) -> None:
        """The tracker goes on."""
        self.log.step_tracker(phase)

    def battle(self, area: str, face: str = "") -> None:
        """The Battle marker goes to an area, or shows a step."""
        key, state = self.log.where("battle")[0]
        if state.place != area:
            self.log.move([key], area)
        if face and self.log.states[key].face != face:
            self.log.flip(key, face)

    def roll(self, die: str, *dice: int) -> None:
        """Dice with a button."""
        button = next(one for one in self.bench.trial.game.info.dice if one.id == die)
        side = button.side or (FILIPINO if die.startswith("filipino") else US)
        self.log.actor = side
        self.log.roll(side, die, dice)

    def keys(self, area: str, kind: str) -> list[str]:
        """The pieces of a kind in an area, small ones first."""
        found = [key for key, state in self.log.where(kind) if state.place == area]
        return sorted(found, key=self._size)

    def _size(self, key: str) -> int:
        state = self.log.states[key]
        return self.country.strength.get((state.kind, state.face), 1) or 1

    def lose(self, area: str, kind: str, steps: int = 1) -> None:
        """Steps are lost: pieces leave or are turned."""
        side = self.country.side[kind]
        while steps:
            key = self.keys(area, kind)[0] if steps == 1 else self.keys(area, kind)[-1]
            if self._size(key) > steps:
                self.log.flip(key, "one")
                return
            steps -= self._size(key)
            self.log.move([key], POOL[side])

    def go(self, source: str, target: str, *kinds: str) -> None:
        """All pieces of some kinds go from an area to another."""
        keys = [key for kind in kinds for key in self.keys(source, kind)]
        assert keys, (source, kinds)
        self.log.move(keys, target)

    def lost(self, leader: str) -> None:
        """A Leader leaves the war."""
        self.log.move([self.log.where(leader)[0][0]], OUT[self.country.side[leader]])

    def away(self, area: str, kind: str, target: str) -> None:
        """One piece of a kind goes from an area to a place."""
        self.log.move([self.keys(area, kind)[0]], target)

    def play(self, chit: str, face_up: bool = True) -> None:
        """A chit is laid for a battle, from the cup by way of the hand."""
        side = US if chit.startswith("us") else FILIPINO
        key = self.log.where(f"card_{chit}")[0][0]
        self.log.move([key], f"chits_{side}")
        if face_up:
            self.reveal([key])

    # --- judged --------------------------------------------------------------------------------

    def report(self, path: Path) -> GameReport:
        """What the checker says of the log."""
        self.log.write(path)
        return judge_log(self.bench.trial.rulebook, read_timeline([path]), [path.name])

    def findings(self, path: Path) -> list[Finding]:
        """All that is illegal or suspect."""
        return [one for one in self.report(path).findings if one.verdict in ("illegal", "suspect")]

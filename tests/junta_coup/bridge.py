"""The second engine's records as logs of our module: every event becomes what hands would do."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from modgen.assets import bundled_games
from modgen.compile.module import Compiled, compile_game
from modgen.log.table import Table
from modgen.log.timeline import read_timeline
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.human_noise import QUIET, HumanNoise
from modgen_rules.engine.writing.human_play import as_people
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.junta_coup.checker import Rulebook
from modgen_rules.junta_coup.simulate import role_of
from tests.junta_reference.record import Event, Start

SEATS = (4, 5, 6, 7)
"""How many families play in the coups of the second engine, by the seed."""
EXCHANGES = ("shelling", "first", "second", "third")
DICE = {"gunboat": "gunboat", "air_raid": "air_raid", "exchange": "attack"}
DEEDS = {"gunboat": "gunboat", "air_raid": "air_raid", "exchange": "fire"}


@dataclass
class CoupBench:
    """The game, its rulebook, its set-ups: made once."""

    game: Game
    rulebook: Rulebook
    tables: dict[str, Table]
    module: Metadata

    @classmethod
    def made(cls, folder: Path, compiled: Compiled | None = None) -> CoupBench:
        """The module may be given if it has been compiled already."""
        game = load(bundled_games()["junta-coup"]).game
        found = (compiled or compile_game(game)).module
        tables = {}
        for name in ("precincts", "parliament"):
            path = folder / f"{name}.vsav"
            path.write_bytes(found.files[f"{name}.vsav"])
            tables[name] = read_timeline([path]).go(0)
        return cls(game, Rulebook([game]), tables, found.metadata)


@dataclass
class Writer:
    """Plays a record on a table. Pieces of the record are those of the table, by kind."""

    bench: CoupBench
    start: Start
    noise: HumanNoise = QUIET
    chance: random.Random = field(default_factory=lambda: random.Random(1))

    def write(self, events: Sequence[Event], path: Path) -> Path:
        table = self.bench.tables["parliament" if self.start.forced else "precincts"].copy()
        seat_sides(self.bench.game, table)
        self.log = LogWriter(self.bench.game, [self.bench.game], table, self.bench.module)
        self._seats()
        self.log = LogWriter(self.bench.game, [self.bench.game], table, self.bench.module)
        self._name()
        self.face = "shelling"
        self.fought = ""
        start = table.copy()
        last: tuple[str, str] | None = None
        for event in events:
            # The order of a movement does not matter, but a Cousin's move is one of its own.
            moves = event.what in {"move", "land", "bring", "transfer"}
            mover = (event.who, event.way if event.what == "move" else "") if moves else None
            if mover is None or mover != last:
                self.log.begin_turn(event.who, fixed=not moves)
            last = mover
            getattr(self, f"_{event.what}")(event)
        self.log, _ = as_people(self.log, start, self.noise, self.chance, role_of)
        self.log.write(path)
        return path

    # --- the start ---------------------------------------------------------------------------

    def _one(self, kind: str) -> str:
        return self.log.where(kind)[0][0]

    def _seats(self) -> None:
        start, log = self.start, self.log
        for family in self.bench.game.sides:
            seat = self._one(f"seat_{family}")
            if family not in start.families:
                log.move([seat], "markers")
            elif family in start.away:
                log.flip(seat, "exile")
        for office, family in start.offices.items():
            log.move([self._one(office)], f"family_{family}")
            if office in start.cousin:
                log.flip(self._one(office), "cousin")
        log.move([self._one("rebel_leader")], f"family_{start.leader}")

    def _name(self) -> None:
        """Pieces of the record, by kind and place in order, are those of the table."""
        self.key: dict[str, str] = {}
        free: dict[tuple[str, str], list[str]] = {}
        for key, one in self.log.states.items():
            place = one.place if one.place in self.bench.rulebook.city.near else ""
            free.setdefault((one.kind, place), []).append(key)
        for name, unit in self.start.units.items():
            there = free.get((unit.kind, unit.space)) or []
            if there:
                self.key[name] = there.pop(0)
                continue
            # A start that breaks 1.a: a Unit of its kind is put where the record has it.
            other = next(keys for (kind, _), keys in free.items() if kind == unit.kind and keys)
            self.key[name] = other.pop(0)
            self.log.move([self.key[name]], unit.space or "dead_units")
        if self.log.steps:
            table = self.log.table
            self.log = LogWriter(self.bench.game, [self.bench.game], table, self.bench.module)

    def _keys(self, names: Sequence[str]) -> list[str]:
        return [self.key[name] for name in names]

    def _say(self, who: str, deed: str, whom: str = "") -> None:
        place = [self.fought] if self.fought else []
        self.log.announce(who, {"deed": deed, "whom": whom or None}, {"battle_in": place})

    # --- events ------------------------------------------------------------------------------

    def _phase(self, event: Event) -> None:
        self._clear()
        if event.number or self.log.where("coup_phase")[0][1].place != "coup_track:0":
            self.log.move([self._one("coup_phase")], f"coup_track:{event.number}")

    def _clear(self) -> None:
        """The Battle marker and all attack markers go home."""
        near = self.bench.rulebook.city.near
        keys = [
            key
            for key, one in self.log.states.items()
            if one.kind.startswith(("attack_", "battle")) and one.place in near
        ]
        if keys:
            self._fold()
            self.log.move(sorted(keys), "markers")

    def _fold(self) -> None:
        """The Battle marker shows the bombardment again, away from any battle."""
        marker = self._one("battle")
        if self.log.states[marker].face != "shelling":
            self.log.move([marker], "markers")
            self.log.flip(marker, "shelling")

    def _battle_step(self, event: Event) -> None:
        pass

    def _move(self, event: Event) -> None:
        keys = self._keys(event.units)
        self.log.move(keys, event.place, event.who)

    _land = _move

    def _bring(self, event: Event) -> None:
        card = self._one(f"card_{event.way}")
        if self.log.states[card].place == "played":
            self.log.move([card], "politics", event.who)
        self.log.move([card], "played", event.who)
        for key in self._keys(event.units):
            self.log.flip(key, event.who)
        self.log.move(self._keys(event.units), event.place, event.who)

    def _transfer(self, event: Event) -> None:
        for key in self._keys(event.units):
            self.log.flip(key, event.target)

    def _declare(self, event: Event) -> None:
        marker = next(
            key for key, one in self.log.where(f"attack_{event.who}") if one.place == "markers"
        )
        self.log.move([marker], event.place, event.who)

    def _battle(self, event: Event) -> None:
        self._fold()
        marker = self._one("battle")
        self.fought = event.place
        if self.log.states[marker].place == event.place:
            self.log.move([marker], "markers")
        self.log.move([marker], event.place)

    def _battle_end(self, event: Event) -> None:
        self.fought = ""
        self._fold()
        self.log.move([self._one("battle")], "markers")

    def _show(self, face: str) -> None:
        if self.log.states[self._one("battle")].face != face:
            self.log.flip(self._one("battle"), face)

    def _fire(self, event: Event) -> None:
        if event.way == "exchange":
            self._show(EXCHANGES[(event.number - 1) % 3 + 1])
        self._say(event.who, DEEDS[event.way], event.target)
        self.log.roll(event.who, DICE[event.way], event.dice)
        if event.way == "air_raid":
            ready = self.log.find("air_raid", "ready", "guns")
            if ready:
                self.log.flip(ready[0], "flown")

    def _loss(self, event: Event) -> None:
        if event.way == "no_room":
            self._show("retreats")
        self.log.move(self._keys(event.units), "dead_units", event.who)

    def _retreat(self, event: Event) -> None:
        self._show("retreats")
        self.log.move(self._keys(event.units), event.place, event.who)

    def _hold(self, event: Event) -> None:
        self._say(event.who, "hold", event.target)

    def _let_in(self, event: Event) -> None:
        self._say(event.who, "let_in", event.target)

    def _flip(self, event: Event) -> None:
        keys = [self._one(one) for one, who in self.start.offices.items() if who == event.who]
        faces = {key: self.log.states[key].face for key in keys}
        wanted = "revolution" if "regime" in faces.values() else "regime"
        for key, face in faces.items():
            if face not in (wanted, "cousin"):
                self.log.flip(key, wanted)

    def _exile(self, event: Event) -> None:
        self.log.flip(self._one(f"seat_{event.who}"), "exile")

    def _return(self, event: Event) -> None:
        self.log.flip(self._one(f"seat_{event.who}"), "in_play")

    def _side(self, event: Event) -> None:
        self._clear()
        self._say(event.who, f"for_{event.way}")

    def _agree(self, event: Event) -> None:
        self._clear()
        for who in [event.who] if event.who else self._there():
            self._say(who, f"agree_{event.way}")

    def _result(self, event: Event) -> None:
        self._clear()
        self._say(event.who or self.start.leader, f"won_{event.way}")

    def _there(self) -> list[str]:
        seats = Counter(
            one.kind[5:]
            for one in self.log.states.values()
            if one.kind.startswith("seat_") and one.face == "in_play" and "family" in one.place
        )
        return [one for one in self.start.families if seats[one]]


def checked(
    bench: CoupBench,
    start: Start,
    events: list[Event],
    path: Path,
    seed: int,
    noise: HumanNoise = QUIET,
) -> GameReport:
    """A record through the whole path: written as a log, read, judged."""
    Writer(bench, start, noise, random.Random(seed)).write(events, path)
    return judge_log(bench.rulebook, read_timeline([path]), [path.name])

"""A desk for tests of the rulebook: short logs that begin in any position, with chosen dice."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from modgen.vassal.commands import SetTurn
from modgen.vassal.turn_states import read_turn_state
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.tirad_pass.checker import Rulebook
from modgen_rules.tirad_pass.law.plan import PINNED, Plan
from modgen_rules.tirad_pass.play import play
from modgen_rules.tirad_pass.play.table import Table


class Dice(random.Random):
    """Dice that show what they are told, then sixes."""

    def __init__(self) -> None:
        super().__init__(0)
        self.next: list[int] = []

    def randint(self, a: int, b: int) -> int:
        del a
        return self.next.pop(0) if self.next else b


class Desk:
    """The module, its set-ups, and the rulebook."""

    def __init__(self, folder: Path) -> None:
        self.trial = Trial("tirad-pass", None, folder)
        book = self.trial.rulebook
        assert isinstance(book, Rulebook)
        self.book = book
        self.plan: Plan = book.plan
        self.tables = {one.id: self.trial.table(one.id) for one in self.trial.game.scenarios}

    def writer(self, scenario: str) -> LogWriter:
        """A log from a set-up."""
        table = self.tables[scenario].copy()
        seat_sides(self.trial.game, table)
        table.journal.clear()
        return LogWriter(self.trial.game, self.book.games, table, self.trial.module.metadata)

    def start(
        self,
        turn: int = 5,
        scenario: str = "historical",
        pinned: tuple[str, ...] = (),
        places: Mapping[str, str] | None = None,
        **more: str,
    ) -> Scene:
        """A log that begins in a turn after the first, with pieces (by kind) in other places."""
        writer = self.writer(scenario)
        find = {state.kind: key for key, state in writer.states.items()}
        for kind, place in {"turn_marker": f"turn:{turn}", **(places or {}), **more}.items():
            writer.move([find[kind]], place)
        for kind in pinned:
            writer.set_condition(find[kind], PINNED)
        return Scene(self, self._begun(writer), turn)

    def again(self, scene: Scene) -> Scene:
        """A log that begins where a scene ends."""
        return Scene(self, self._begun(scene.writer), scene.table.turn)

    def _begun(self, writer: LogWriter) -> LogWriter:
        table = writer.table.copy()
        return LogWriter(self.trial.game, self.book.games, table, self.trial.module.metadata)


class Scene:
    """A position, and what is done in it."""

    def __init__(self, desk: Desk, writer: LogWriter, turn: int) -> None:
        self.desk, self.writer = desk, writer
        self.dice = Dice()
        self.table = Table.of_writer(desk.plan, writer, self.dice)
        self.table.turn = turn
        self.key = {state.kind: key for key, state in writer.states.items()}

    def phase(self, name: str) -> Scene:
        """The turn tracker goes to a phase."""
        self.table.begin(name, self.desk.plan.game.phase_sides[name])
        return self

    def back(self, name: str) -> Scene:
        """The turn tracker is stepped back to an earlier phase of the turn."""
        phases = list(self.desk.plan.game.phases)
        now = read_turn_state(next(iter(self.writer.table.turns.values())), counts=True)
        assert now is not None
        state = now._replace(phase=phases.index(name))
        self.writer.step([SetTurn(state=state.text(len(phases)))], f"* back to {name} *")
        self.table.phase = name
        return self

    def move(self, **places: str) -> Scene:
        """Pieces are dragged, by kind."""
        for kind, place in places.items():
            self.table.move([self.key[kind]], place)
        return self

    def face(self, **faces: str) -> Scene:
        """Pieces are turned, by kind."""
        for kind, face in faces.items():
            self.table.flip(self.key[kind], face)
        return self

    def up(self, kind: str) -> Scene:
        """A chit is turned up."""
        self.table.turn_chit(self.key[kind])
        return self

    def mark(self, *kinds: str, condition: str = PINNED, on: bool = True) -> Scene:
        """Units are marked."""
        for kind in kinds:
            self.table.mark(self.key[kind], condition, on)
        return self

    def lose(self, kind: str) -> Scene:
        """A unit loses a step."""
        self.table.lose(self.key[kind])
        return self

    def roll(self, die: str, *results: int) -> Scene:
        """Dice are rolled."""
        self.dice.next = list(results)
        self.table.roll(die, len(results))
        return self

    def announce(self, what: str, target: str, *kinds: str) -> Scene:
        """Units are marked as attackers and the marker is put on the target."""
        self.mark(*kinds, condition="attacks")
        self.table.announce(what, target)
        return self

    def attack(
        self, what: str, side: str, target: str, *kinds: str, die: int, then: tuple[int, ...] = ()
    ) -> Scene:
        """An attack that is carried out as its result says."""
        self.dice.next = [die, *then]
        keys = [self.key[kind] for kind in kinds]
        play.attack(self.table, what, side, keys, target, lambda key, ways: sorted(ways)[0])
        return self

    def done(self) -> Scene:
        """Badges and markers are taken back."""
        self.table.attack_over()
        return self

    def check(self) -> GameReport:
        """Write the log, read it, judge it."""
        return self.desk.trial.check(self.writer)

    def where(self, kind: str) -> Any:
        """The unit of a kind now."""
        return self.table.position.pieces[self.key[kind]]

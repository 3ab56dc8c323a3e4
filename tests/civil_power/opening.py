"""A game on paper from its set-up on: forces in their boxes, units that a test buys and places."""

from __future__ import annotations

from modgen.model.game import Game
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen_rules.civil_power.law.plan import CROWD, FORCE_BOXES, GROUP, Field
from modgen_rules.civil_power.reading.setups import zone
from modgen_rules.engine.record.declarations import Announcement
from modgen_rules.engine.record.piece_states import PieceState
from tests.civil_power.street import Street


class Opening(Street):
    """A table with a scenario's set-up, before anybody has bought or placed anything."""

    def __init__(self, game: Game, scenario: str) -> None:
        super().__init__(game, scenario, phase="gas_morale")
        known = self.plan.scenarios[scenario]
        numbers: dict[str, int] = {}
        for place, held in laid_out(game, known).items():
            for key, count in held.items():
                kind, _, face = key.partition("/")
                for _ in range(count):
                    n = numbers.get(kind, 0)
                    numbers[kind] = n + 1
                    shown = face or game.piece_types[kind].start_face.id
                    self.pieces[f"{kind}#{n}"] = PieceState(kind, shown, place)
        for kind, number in start_levels(game, known).items():
            track = game.piece_types[kind].tracks
            self.pieces[f"{kind}#0"] = PieceState(kind, "front", f"{track}:{number}")
        self.record.from_start = True
        self.record.positions[0] = self.position
        self.scenario = known

    # --- buying and setting up -------------------------------------------------------------------

    def waiting(self, side: str) -> list[str]:
        """The units in the box of a side's force."""
        return [
            key
            for key, state in self.pieces.items()
            if state.place == FORCE_BOXES[side] and state.kind in self.plan.units
        ]

    def buy(self, kind: str, side: str, number: int = 1, face: str = "") -> str:
        """Drag pieces from their pool into a force; returns the last one."""
        home = self.plan.game.piece_types[kind].home
        key = ""
        for _ in range(number):
            key = next(
                one
                for one, state in self.pieces.items()
                if state.kind == kind and state.place == home
            )
            if face:
                self.turn_over(key, face)
            self.drag(key, FORCE_BOXES[side])
        return key

    def give_back(self, kind: str, side: str, number: int = 1) -> None:
        """Drag pieces from a force back into their pool."""
        home = self.plan.game.piece_types[kind].home or ""
        for _ in range(number):
            key = next(
                one
                for one in self.pieces
                if self.pieces[one].kind == kind and self.pieces[one].place == FORCE_BOXES[side]
            )
            self.drag(key, home)

    def free(self, side: str, key: str, field: Field) -> list[str]:
        """The squares of a side's zone that have room for a unit."""
        force = next(one for one in self.scenario.forces if one.side == side)
        at, size = self.position, self.plan.size[self.pieces[key].kind]
        others = [unit.cell for unit in at.units.values() if unit.side != side]
        words = self.plan.words[self.pieces[key].kind, self.pieces[key].face]
        most = {GROUP: 3, CROWD: 1}.get(size, 9)
        return [
            cell
            for cell in sorted(zone(field, force.sets_up, others))
            if sum(one.size == size for one in at.at(cell, side)) < most
            and not words & set(field.ground.terrain[field.ground.names[cell]].closed_to)
        ]

    def set_up(self, *skipped: str) -> None:
        """Every side that sets up does so legally, the first one first; `skipped` are units."""
        forces = [one for one in self.scenario.forces if one.sets_up is not None]
        quarters = iter(("west-n", "east-s"))
        for force in sorted(forces, key=lambda one: one.sets_up.order if one.sets_up else 0):
            own = next(quarters) if force.sets_up and force.sets_up.quarter else ""
            keys = self.waiting(force.side)
            keys.sort(key=lambda key: self.plan.size[self.pieces[key].kind] != CROWD)
            for key in keys:
                cells = self.free(force.side, key, self.field)
                if own:
                    cells = [cell for cell in cells if self.field.quarter(cell) == own]
                if key not in skipped:
                    self.drag(key, cells[0])
        if self.scenario.id == "ii-6":
            guards = [key for key in self.waiting("police") if key.startswith("unarmed_reserve")]
            for number, cell in enumerate(("W-A1", "W-F1", "E-D1", "E-A12")):
                self.drag(f"swag#{number}", cell)
                self.drag(guards[number], cell)

    def finish_set_up(self) -> None:
        """Announce the finished set-up."""
        self.act("said", said=Announcement("", {"set_up": "finished"}, {}))

    def play(self, phase: str, turn: int = 1) -> None:
        """The tracker shows a phase of a turn."""
        self.act("phase", source=str(turn), target=phase)
        old = self.pieces["turn#0"]
        if old.place != f"supplies:{turn}":
            number = old.place.partition(":")[2]
            self.pieces["turn#0"] = old._replace(place=f"supplies:{turn}")
            self.also("level", piece="turn#0", kind="turn", source=number, target=str(turn))

    def play_through(self, last: int) -> None:
        """The tracker goes through all turns up to the Mob's fire in the last one."""
        for turn in range(1, last):
            self.play("mob_fire", turn)
            self.play("police_recovery", turn)
        self.play("mob_fire", last)

    def announce(self, result: str) -> None:
        """Announce the result."""
        self.act("said", said=Announcement("", {"result": result}, {}))

    def points(self, side: str, number: int) -> None:
        """Put a side's marker of points on a number."""
        key = f"vp_{side}#0"
        old = self.pieces[key]
        self.pieces[key] = old._replace(place=f"victory:{number}")
        self.act("level", piece=key, kind=f"vp_{side}", source="0", target=str(number))

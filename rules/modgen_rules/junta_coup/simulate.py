"""Whole coups of random players, written as logs that the engine replays.

The rules are not here: players choose among the legal acts that `actions` lists, and who becomes a
Rebel, who stays after a battle and who wins is decided by the functions that judge logs.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from modgen.log.table import Table
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.planting import kept_by_people
from modgen_rules.engine.record.table_manners import Role
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_noise import LIGHT, QUIET
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides
from modgen_rules.junta_coup.law.battle import fighters, refuges
from modgen_rules.junta_coup.law.city import DEAD, OFFICES, REBELS, RETREATS, SHELLING, City
from modgen_rules.junta_coup.law.ending import choices, choosers, rebels_win
from modgen_rules.junta_coup.law.movement import explain, rebels_by_moving
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.junta_coup.play import actions
from modgen_rules.junta_coup.play.actions import Movement, Shot, Sort

TABLE_SIZES = (4, 5, 6, 7)
SILENT = 0.4
"""How often people do not announce fire at their only enemy. An estimate."""
PLAN: tuple[tuple[Sort, float], ...] = (("bring", 0.4), ("land", 0.5), ("land", 0.5), ("move", 0.9))
"""The acts of a turn in their order, and how likely a family does each if it can."""


@dataclass
class Simulation:
    """One coup. The seed alone decides what happens."""

    game: Game
    city: City
    seed: int
    silent: float = 0.0
    """How often fire at the only enemy is not announced."""
    rebels: set[str] = field(default_factory=set)

    def play(self, table: Table, module: Metadata) -> tuple[LogWriter, Table]:
        """Play a whole coup on the table of a set-up, which is changed.

        Returns the tidy coup, and the table on which it began.
        """
        self.chance = random.Random(self.seed)  # noqa: S311
        seat_sides(self.game, table)
        self.writer = LogWriter(self.game, [self.game], table, module)
        self._deal_offices(TABLE_SIZES[self.seed % len(TABLE_SIZES)])
        start = table.copy()
        self.writer = LogWriter(self.game, [self.game], table, module)
        self.raids = 0
        for phase in range(self.city.last_phase + 1):
            self._phase(phase)
        self._end()
        return self.writer, start

    def _phase(self, phase: int) -> None:
        """Movement, battles, and the Offices that new Rebels turn over (3.h)."""
        self.writer.begin_turn()
        if phase:
            self.writer.move([self._piece("coup_phase")], f"coup_track:{phase}")
        self.moved: set[str] = set()
        for family in self._position().movers():
            self.writer.begin_turn(family)
            self._turn(family)
        self.writer.begin_turn()
        self._battles()
        for family in sorted(self.rebels):
            self.writer.begin_turn(family)
            for office, face in self._position().tiles(family).items():
                if face == "regime":
                    self.writer.flip(self._piece(office), "revolution")

    # --- the table -------------------------------------------------------------------------------

    def _position(self) -> Position:
        """The position that the table shows."""
        return Position.of(self.city, self.writer.states)

    def _piece(self, kind: str) -> str:
        """The first piece of a kind."""
        return self.writer.where(kind)[0][0]

    def _deal_offices(self, players: int) -> None:
        """Seat the families and deal Offices: nobody gets two Brigades, El Presidente no other."""
        families = list(self.city.families[:players])
        for family in self.city.families[players:]:
            self.writer.move([self._piece(f"seat_{family}")], "markers")
        president, *others = self.chance.sample(families, players)
        generals = iter(self.chance.sample(others, 3))
        for office in OFFICES:
            holder = next(generals) if office.startswith("general") else self.chance.choice(others)
            holder = president if office == "president" else holder
            self.writer.move([self._piece(office)], f"family_{holder}")
        self.writer.move([self._piece("rebel_leader")], f"family_{others[0]}")

    # --- movement --------------------------------------------------------------------------------

    def _turn(self, family: str) -> None:
        """Perhaps a card, landings, a movement and a transfer of control."""
        position = self._position()
        loyal = family == position.president or self.chance.random() < 0.4
        if not position.phase and loyal and family != position.leader:
            return
        self.done: list[Movement] = []
        for sort, likely in PLAN:
            options = self._choices(family, sort) if self.chance.random() < likely else []
            if options:
                act = self._move(family, options) if sort == "move" else self.chance.choice(options)
                self._carry_out(family, act)
        if self.chance.random() < 0.08:
            self._transfer(family)
        self.moved |= {key for act in self.done for key in act.units}

    def _choices(self, family: str, sort: Sort) -> list[Movement]:
        """The legal acts of one sort that a family has left in its turn."""
        position = self._position()
        return list(actions.movements(position, family, self.done, self.moved, [sort]))

    def _move(self, family: str, options: list[Movement]) -> Movement:
        """5.b, 5.c: from a random space, to a power centre if there is one in reach."""
        source = self.chance.choice(sorted({act.source for act in options}))
        options = [act for act in options if act.source == source]
        to_centre = [act for act in options if act.target in self.city.centres]
        return self.chance.choice(to_centre or options)

    def _carry_out(self, family: str, act: Movement) -> None:
        """Move all or some of the Units. Notes a family that becomes a Rebel by it (3.b)."""
        if act.card:
            self.writer.move([self._piece(f"card_{act.card}")], "played")
            for key in act.units:
                self.writer.flip(key, family)
        elif self.chance.random() < 0.3:
            act = act._replace(units=act.units[: self.chance.randint(1, len(act.units))])
        turn = actions.turn_of(self._position(), family, [*self.done, act], self.moved)
        explanation = explain(turn)
        if explanation and rebels_by_moving(turn, explanation):
            self.rebels.add(family)
        self.writer.move(act.units, act.target)
        self.done.append(act)

    def _transfer(self, family: str) -> None:
        """6.a: give one or two Units in a space to another family."""
        position = self._position()
        spaces = [space for space in self.city.near if position.there(space, family)]
        if spaces:
            for key in position.there(self.chance.choice(spaces), family)[:2]:
                self.writer.flip(key, self.chance.choice(position.present()))

    # --- battle ----------------------------------------------------------------------------------

    def _battles(self) -> None:
        """10.0, 11.0: declarations in order, then one battle after the other."""
        position, spaces = self._position(), dict[str, None]()
        for family in position.order(position.president):
            for space in actions.attacks(position, family):
                likely = 0.8 if position.there(space, family) else 0.1
                markers = self.writer.find(f"attack_{family}", "front", "markers")
                if markers and self.chance.random() < likely:
                    self.writer.actor = family
                    self.writer.move(markers[:1], space)
                    spaces[space] = None
        self.bombarded: set[str] = set()
        self.arrived: set[str] = set()
        for space in spaces:
            self._battle(space)
        used = [
            key
            for key, state in self.writer.states.items()
            if state.kind.startswith(("attack_", "battle")) and state.place in self.city.near
        ]
        if used:
            self.writer.move(used, "markers")

    def _fighters(self, space: str) -> dict[str, list[str]]:
        """The Units that take part in a battle, by family."""
        return fighters(self._position().held(space), self.arrived)

    def _battle(self, space: str) -> None:
        """12.0, 13.0, 15.0: bombardment, exchanges of fire, retreats."""
        marker, lost, fired = self._piece("battle"), Counter[str](), False
        self.writer.move([marker], space)
        if self.writer.states[marker].face != SHELLING:
            self.writer.flip(marker, SHELLING)
        options = actions.bombardments(
            self._position(), self._fighters(space), self.bombarded, self.raids
        )
        for shot in options:
            targets = [who for who in shot.targets if self._fighters(space).get(who)]
            if targets and self.chance.random() < 0.25:
                self._bombard(space, shot._replace(targets=tuple(targets)), lost)
                fired = True
        for face in self.city.exchanges:
            shots = list(actions.shots(self._position(), space, self._fighters(space)))
            if not shots:
                break
            self.writer.flip(marker, face)
            fired |= self._exchange(space, shots, lost)
        if fired:
            self._retreats(space, marker, lost)

    def _bombard(self, space: str, shot: Shot, lost: Counter[str]) -> None:
        """12.a, 12.b: one bombardment; an Air Raid turns its marker over (12.c)."""
        target = self.chance.choice(shot.targets)
        hits = self._fire(space, shot, target)
        self.bombarded.add(shot.deed)
        if shot.deed == "air_raid":
            self.raids += 1
            self.writer.flip(self.writer.find("air_raid", "ready", "guns")[0], "flown")
        self._lose(space, target, hits, lost)

    def _exchange(self, space: str, shots: list[Shot], lost: Counter[str]) -> bool:
        """13.c: all fire, then all losses are taken. Returns whether anybody fired."""
        hits, fired = Counter[str](), False
        for shot in shots:
            if self.chance.random() < 0.15:
                continue
            target = self.chance.choice(shot.targets)
            hits[target] += self._fire(space, shot, target)
            fired = True
        for who, number in hits.items():
            self._lose(space, who, number, lost)
        return fired

    def _fire(self, space: str, shot: Shot, target: str) -> int:
        """14.a, 14.d: announce and roll; returns the hits. Notes new Rebels (3.b, 3.e)."""
        silent = self.chance.random() < self.silent
        there = self._fighters(space)
        if not silent or len(there) > 2:
            chosen: dict[str, str | None] = {"deed": shot.deed, "whom": target}
            self.writer.announce(shot.family, chosen, {"battle_in": [space]})
        self.writer.actor = shot.family
        dice = [self.chance.randint(1, 6) for _ in range(shot.dice)]
        self.writer.roll(shot.family, "attack" if shot.deed == "fire" else shot.deed, dice)
        if self._position().rebels_by_fire(shot.family, there[target]) != "no":
            self.rebels.add(shot.family)
        return self.city.hits(dice)

    def _lose(self, space: str, who: str, hits: int, lost: Counter[str]) -> None:
        """14.d: as many Units as were hit are removed, of those that are left."""
        dead = self._fighters(space).get(who, [])[:hits]
        lost[who] += len(dead)
        if dead:
            self.writer.move(dead, DEAD)

    def _retreats(self, space: str, marker: str, lost: Counter[str]) -> None:
        """15.c, 15.d, 15.f: all leave who have to; Units that cannot are removed."""
        leaving = actions.leaving(self._position(), self._fighters(space), lost)
        if leaving:
            self.writer.flip(marker, RETREATS)
        for who in leaving:
            units, free = self._fighters(space)[who], refuges(self._position(), space, who)
            self.writer.actor = who
            self.writer.move(units, self.chance.choice(free) if free else DEAD)
            self.arrived |= set(units) if free else set()

    # --- the end ---------------------------------------------------------------------------------

    def _end(self) -> None:
        """17.a, 17.b, 17.e: families choose sides, and power centres decide."""
        self.writer.begin_turn()
        position, rebels = self._position(), set[str]()
        order = choosers(position)
        for who in order:
            side = self.chance.choice(choices(position, who))
            rebels |= {who} if side == REBELS else set()
            self.writer.announce(who, {"deed": f"for_{side}"})
        winner = REBELS if rebels_win(position, rebels) else "president"
        self.writer.announce(order[0], {"deed": f"won_{winner}"})


def role_of(kind: str, place: str) -> Role | None:
    """The role of a piece for human habits, where the game's data alone does not tell it.

    The phase marker begins something new; a card belongs to the Units that it brings.
    """
    if kind == "coup_phase":
        return Role.BARRIER
    return Role.PIECE if kind.startswith("card_") else None


def simulate(
    book: Rulebook,
    city: City,
    tables: dict[str, Table],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int,
) -> tuple[LogWriter, list[str]]:
    """A whole coup of four to seven families; and the mistakes in it."""
    police = "parliament" if seed % 3 == 0 else "precincts"
    coup = Simulation(book.games[0], city, seed, SILENT if noise else 0.0)
    tidy, start = coup.play(tables[police], module)
    habits = LIGHT if noise else QUIET
    return kept_by_people(book, tidy, start, habits, coup.chance, mistakes, role_of)

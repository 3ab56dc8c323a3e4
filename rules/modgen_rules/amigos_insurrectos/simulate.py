"""Whole wars of random players, written as logs that the engine replays.

The rules are not here: players choose among the legal acts that the rules list.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from modgen.log.table import Table
from modgen.vassal.metadata import Metadata
from modgen_rules.amigos_insurrectos.judging.scoring import (
    achieved,
    last_turn,
    number_of,
    possible,
)
from modgen_rules.amigos_insurrectos.law.arrivals_law import (
    allowed,
    arms_come,
    barred,
    mabini_comes,
    port,
    recruits_turn,
    region,
)
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    GUERRILLAS,
    JUNGLE,
    MANILA,
    SIDES,
    STEPS,
    TRANS_OCEAN,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.law.movement_law import room
from modgen_rules.amigos_insurrectos.play import chit_play, search_play
from modgen_rules.amigos_insurrectos.play.players import Players
from modgen_rules.amigos_insurrectos.play.table import WarTable
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.planting import kept_by_people
from modgen_rules.engine.record.table_manners import Role
from modgen_rules.engine.rulebook import Rulebook
from modgen_rules.engine.writing.human_noise import HUMAN, QUIET
from modgen_rules.engine.writing.log_writer import LogWriter, seat_sides

Planned = tuple[str, str, Callable[[], None]]


@dataclass
class Simulation(Players):
    """One war. The seed alone decides what happens."""

    seed: int = 0
    free: bool = False
    """Whether the Guerrilla War of a campaign had not begun as the turn began."""
    last: int = 0
    """The last turn to play; 0 for that of the scenario."""

    def play(self, scenario: str, table: Table, module: Metadata) -> LogWriter:
        """Play a tidy war on the table of a set-up, which is changed; every side has a seat."""
        game, chance = self.country.game, random.Random(self.seed)  # noqa: S311
        war = War(self.country, scenario=scenario, from_start=True)
        war.guerrilla = scenario == "guerrilla-war"
        self.table = WarTable(LogWriter(game, [game], table, module), chance, self.country, war)
        self.table.writer.begin_turn()
        self.start = self.table.position
        end = self.last or last_turn(war)
        while self.table.position.turn <= end:
            self._turn()
            if self._over(end):
                break
        return self.table.writer

    def _over(self, end: int) -> bool:
        at = self.table.position
        track = self.country.game.tracks["victory_points"]
        if at.points in (track.first, track.last) or at.turn >= end:
            return True
        self.table.level("turn_marker", at.turn + 1)
        return False

    def _turn(self) -> None:
        table, at = self.table, self.table.position
        war, turn = table.war, at.turn
        war.begin_turn(turn, at)
        self.fought, self.arrived = set(), set()
        campaign = war.scenario == "campaign"
        self.free = campaign and not war.guerrilla
        war.changing = self.free and self._late()
        war.guerrilla = war.guerrilla or war.changing
        for name, side, act in self.plan():
            table.phase(name, side)
            act()
        place = table.position.place("imported_arms")
        if place in self.country.areas and not table.position.units(place, FILIPINO):
            table.remove(table.one("imported_arms"))
        table.phase("victory")

    def _late(self) -> bool:
        """2.0.a, US.S5: whether a campaign's Guerrilla War begins now."""
        at = self.table.position
        return at.turn >= self.country.numbers.first_guerrilla_turn or not at.in_play("aguinaldo")

    def plan(self) -> tuple[Planned, ...]:
        """The phases of a turn in their order, each with its side and what is done in it."""
        return (
            ("objectives", "", self._objectives),
            ("advantage", "", self._chits),
            ("arms", FILIPINO, self._arms),
            ("reinforcements", "", self._reinforcements),
            ("us_ground", US, self._us),
            ("us_combat", US, lambda: self._battles(US)),
            ("us_poa", US, self._sites),
            ("filipino_movement", FILIPINO, self._filipinos),
            ("filipino_combat", FILIPINO, lambda: self._battles(FILIPINO)),
            ("jungle_us", US, self._us_jungle),
            ("jungle_combat", "", self._jungle_fights),
            ("jungle_filipino", FILIPINO, self._jungle),
            ("supply", US, self._supply),
            ("scoring", "", self._scoring),
        )

    # --- phases 1 to 4 ---------------------------------------------------------------------------

    def _objectives(self) -> None:
        """4.0: each side may choose possible objectives."""
        table = self.table
        for side in SIDES:
            table.turn(side, fixed=False)
            box, at = f"objectives_{side}", table.position
            there = [one for one, where in at.cards.items() if where == box]
            options = [
                one
                for one, where in at.cards.items()
                if where == f"hand:{side}"
                and (number := number_of(one)) is not None
                and possible(side, number, at, table.war)
                and not achieved(side, number, at, table.war)
            ]
            if len(there) < self.country.numbers.objectives and options and table.hits(0.5):
                table.chit(table.chance.choice(sorted(options)), box)

    def _chits(self) -> None:
        """5.0: five chits at first, then one a turn; the Guerrilla War has its own."""
        war = self.table.war
        self._draw()
        if self.free and not war.changing and self._late():
            war.changing = war.guerrilla = True  # Aguinaldo fell by a chit just drawn
            self._draw()

    def _draw(self) -> None:
        """Draw the chits of both sides."""
        table, war = self.table, self.table.war
        for side in SIDES:
            table.turn(side, fixed=False)
            if war.changing:
                for chit in table.hand(side):
                    table.chit(chit, table.cup(chit))
            cup = f"cup_{side}_{'guerrilla' if war.guerrilla else 'stand_up'}"
            first = war.begun is self.start or war.changing
            most = self.country.numbers.hand
            wanted = most if first else min(most, len(table.hand(side)) + 1)
            draws = 0
            while len(table.hand(side)) < wanted and (first or not draws):
                draws += 1
                options = [one for one, where in table.position.cards.items() if where == cup]
                if not options:
                    break
                table.chit(table.chance.choice(sorted(options)), f"hand:{side}")
                chit_play.drawn(table, side)

    def _arms(self) -> None:
        """6.0: a die each turn until a 1; the marker goes to a coast without Gunboats."""
        table, at = self.table, self.table.position
        if "imported_arms" in table.war.gone:
            return
        if not table.war.arms_due:
            if 1 not in table.roll("arms"):
                return
            table.war.arms_due = True
        ports = [area for area in at.everywhere(FILIPINO) if arms_come(at, area)]
        if ports:
            table.move([table.one("imported_arms")], table.chance.choice(ports))
            table.war.gone.add("imported_arms")

    def _reinforcements(self) -> None:
        table, war, turn = self.table, self.table.war, self.table.war.turn
        if war.changing:
            self._become_guerrillas()
        table.turn(US, fixed=False)
        chit_play.reinforcements(table)
        landed, goal = table.position.at.get(TRANS_OCEAN, ()), port(table.position)
        if goal in self.country.areas:
            table.move(landed, goal)
            war.landed |= set(landed)
        due = [
            key
            for key in table.position.at.get(f"turn:{turn}", ())
            if table.position.pieces[key].kind in self.country.side
        ]
        if not war.delayed:
            table.move(due, TRANS_OCEAN)
        table.turn(FILIPINO, fixed=False)
        near = sorted(
            area for area in mabini_comes(table.position) if table.position.strong(area, FILIPINO)
        )
        if turn == self.country.numbers.mabini_turn and war.scenario != "guerrilla-war" and near:
            table.move([table.one("mabini")], table.chance.choice(near))
        if turn >= recruits_turn(self.country, war.scenario):
            self._recruits()

    def _recruits(self) -> None:
        """7.2: two dice, and at most one step in an area."""
        table, war = self.table, self.table.war
        begun, guerrillas = table.position, 0
        for name in ("luzon", "visayas"):
            die = table.roll(name)[0]
            areas = sorted(region(self.country, name))
            table.chance.shuffle(areas)
            moments = (war.begun or begun, begun)
            left = allowed(moments, name, die, war.turn, war.attacks)
            for area in areas:
                kinds = ["guerrilla"] if war.guerrilla or not guerrillas else []
                kinds += [] if war.guerrilla or table.position.strong(area, US) else ["regular"]
                kind = table.chance.choice(kinds) if kinds else ""
                if not left or not kind or barred(begun, area, kind, war.guerrilla, war.closed):
                    continue
                if room(table.position, kind, area) and table.bring(kind, area):
                    left -= 1
                    guerrillas += kind == "guerrilla"

    def _become_guerrillas(self) -> None:
        """2.0: Regulars become Guerrillas but for Aguinaldo's; what is too many is discarded."""
        table = self.table
        table.turn(FILIPINO)
        for area in sorted(self.country.areas):
            at = table.position
            if at.has(area, "aguinaldo"):
                continue
            for key in at.keys(area, ("regular",)):
                steps = table.position.strength(key)
                table.remove(key)
                for _ in range(min(steps, room(table.position, "guerrilla", area))):
                    table.bring("guerrilla", area)

    # --- phases 7 to 9 ---------------------------------------------------------------------------

    def _us_jungle(self) -> None:
        """12.A: US units go on through the Jungle, and some of a force that moved enter it."""
        table, at, war = self.table, self.table.position, self.table.war
        if at.controller(MANILA) == US:
            table.move(at.units(JUNGLE[1], US), MANILA)
            table.move(at.units(JUNGLE[0], US), JUNGLE[1])
        areas = [
            one
            for one in sorted(self.arrived & self.country.luzon)
            if at.strong(one, US) > self.country.numbers.jungle_us and not at.units(one, FILIPINO)
        ]
        may = war.guerrilla and areas and war.turn != self.country.numbers.no_us_turn
        if may and table.hits(0.3):
            keys = table.pick(table.chance.choice(areas), STEPS[US], self.country.numbers.jungle_us)
            table.move(keys, JUNGLE[0])

    def _jungle_fights(self) -> None:
        """12.B: fights in the boxes of the Jungle."""
        self.table.turn()
        for box in JUNGLE:
            search_play.jungle(self.table, box)

    def _jungle(self) -> None:
        """12.C: Guerrillas go into the Jungle and out of it."""
        table, at = self.table, self.table.position
        steps, units = self.country.numbers.jungle(table.war.guerrilla)
        for key in at.keys(JUNGLE[0], GUERRILLAS):
            table.move([key], JUNGLE[1])
        homes = [
            one
            for one in at.held(FILIPINO, self.country.luzon)
            if room(at, "guerrilla", one) > 1 and not at.strong(one, US)
        ]
        for key in at.keys(JUNGLE[1], GUERRILLAS):
            if homes and table.hits(0.5):
                table.move([key], table.chance.choice(homes))
        there = sum(len(table.position.keys(box, GUERRILLAS)) for box in JUNGLE)
        sources = [
            one
            for one in at.everywhere(FILIPINO)
            if one in self.country.luzon
            and at.steps(one, ("guerrilla",))
            and not at.leaders(one, FILIPINO)
        ]
        if sources and there + 1 < units and table.hits(0.2):
            source = table.chance.choice(sources)
            table.move(table.pick(source, ("guerrilla",), min(steps, 2))[:1], JUNGLE[0])

    def _supply(self) -> None:
        """15.0: each force without supply loses a step."""
        table = self.table
        at = table.position
        for area in at.everywhere(US):
            if not at.supplied(area):
                table.lose(area, US, 1)
                table.will(-2)

    def _scoring(self) -> None:
        """17.1: the Political Will's points, then objectives, the right side first."""
        table, at = self.table, self.table.position
        value = self.country.victory_points(at.will)
        points = value if at.will > 0 else -value
        order = SIDES if table.war.turn % 2 == 0 else SIDES[::-1]
        table.level("victory_marker", at.points + points)
        for side in order:
            table.turn(side)
            self._score(side)
        table.turn()
        table.level("political_will_marker", 0)

    def _score(self, side: str) -> None:
        table, war = self.table, self.table.war
        box, sign = f"objectives_{side}", 1 if side == US else -1
        there = [one for one, where in table.position.cards.items() if where == box]
        done = [
            one for one in sorted(there) if achieved(side, number_of(one) or 0, table.position, war)
        ]
        numbers = self.country.numbers
        great = [one for one in there if number_of(one) == numbers.great_objective]
        for chit in done:
            if great and chit not in great and not set(great) <= set(done):
                continue
            table.chit(chit, f"hand:{side}")
            points = numbers.worth(number_of(chit))
            table.level("victory_marker", table.position.points + sign * points)


def role_of(kind: str, place: str) -> Role | None:
    """The role of a piece for human habits, where the game's data alone does not tell it."""
    if kind == "turn_marker":
        return Role.BARRIER
    return Role.PIECE if kind.startswith("card_") else None


SCENARIOS = ("stand-up", "guerrilla-war", "campaign")


def simulate(
    book: Rulebook,
    country: Country,
    tables: dict[str, Table],
    module: Metadata,
    seed: int,
    noise: bool,
    mistakes: int = 0,
) -> tuple[LogWriter, list[str]]:
    """A whole war from one of the set-ups, which take turns; and the mistakes in it."""
    name = SCENARIOS[seed % len(SCENARIOS)]
    start, war = tables[name], Simulation(country, seed=seed)
    seat_sides(country.game, start)
    tidy = war.play(name, start.copy(), module)
    habits = HUMAN if noise else QUIET
    return kept_by_people(book, tidy, start, habits, war.table.chance, mistakes, role_of)

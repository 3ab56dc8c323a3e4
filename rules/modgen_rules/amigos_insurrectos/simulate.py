"""Whole wars of random players, written as logs that the engine replays.

The rules are not here: players choose among the legal acts that the rules list.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from modgen.log.table import Player, Table
from modgen.vassal.metadata import Metadata
from modgen_rules.amigos_insurrectos import battle_play, chit_play
from modgen_rules.amigos_insurrectos.actions import Move, landings, moves, room
from modgen_rules.amigos_insurrectos.arrivals import FIRST_ROLL, MABINI_TURN, Arrivals
from modgen_rules.amigos_insurrectos.chits import HAND
from modgen_rules.amigos_insurrectos.country import (
    FILIPINO,
    FIRST_GUERRILLA_TURN,
    GUERRILLAS,
    JUNGLE,
    MANILA,
    NO_US_TURN,
    SIDES,
    STEPS,
    TRANS_OCEAN,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.phases import Phase
from modgen_rules.amigos_insurrectos.record import Record
from modgen_rules.amigos_insurrectos.routes import SEA_STEPS
from modgen_rules.amigos_insurrectos.scoring import (
    GREAT,
    GREAT_POINTS,
    LAST_TURN,
    MOST_OBJECTIVES,
    achieved,
    number_of,
    possible,
)
from modgen_rules.amigos_insurrectos.table import WarTable
from modgen_rules.amigos_insurrectos.upkeep import JUNGLE_FILIPINO, JUNGLE_UNITS, SITE_STEPS
from modgen_rules.amigos_insurrectos.war import War
from modgen_rules.engine.human_noise import HUMAN, QUIET, HumanNoise
from modgen_rules.engine.human_play import play_as_people
from modgen_rules.engine.log_writer import LogWriter, copy_of
from modgen_rules.engine.table_manners import Role, TableManners


@dataclass
class Simulation:
    """One war. The seed alone decides what happens."""

    country: Country
    seed: int
    noise: HumanNoise = QUIET
    last: int = 0
    """The last turn to play; 0 for that of the scenario."""
    make_table: type[WarTable] = WarTable
    carriers: set[str] = field(default_factory=set)
    """8.2.3.h: the Gunboats that carried troops in this turn."""
    fought: set[str] = field(default_factory=set)
    """The areas with combat in this turn."""
    arrived: set[str] = field(default_factory=set)
    """The areas to which US units went in this turn."""

    def play(self, scenario: str, table: Table, module: Metadata) -> LogWriter:
        """Play a war on the table of a set-up, which is changed."""
        game, chance = self.country.game, random.Random(self.seed)  # noqa: S311
        for side in game.sides.values():
            table.put("players", side.id, Player(side.name, side.name))
        start = copy_of(table)
        war = War(self.country, scenario=scenario, from_start=True)
        war.guerrilla = scenario == "guerrilla-war"
        self.table = self.make_table(
            LogWriter(game, [game], table, module), self.country, chance, war
        )
        self.table.writer.begin_turn()
        self.start = self.table.position
        end = self.last or LAST_TURN.get(scenario, self.country.last_turn)
        while self.table.position.turn <= end:
            self._turn()
            if self._over(end):
                break
        writer = self.table.writer
        if self.noise.habits:
            manners = TableManners.of(game, writer.states, role_of)
            acts = writer.acts
            writer = LogWriter(game, [game], start, module)
            play_as_people(acts, writer, manners, self.noise, chance)
        return writer

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
        free = at.in_play("aguinaldo")
        campaign = war.scenario == "campaign"
        late = turn >= FIRST_GUERRILLA_TURN or not free
        war.changing = campaign and not war.guerrilla and late
        war.guerrilla = war.guerrilla or war.changing
        plan: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("objectives", "", self._objectives), ("advantage", "", self._chits),
            ("arms", FILIPINO, self._arms), ("reinforcements", "", self._reinforcements),
            ("us_ground", US, self._us), ("us_combat", US, lambda: self._battles(US)),
            ("us_poa", US, self._sites), ("filipino_movement", FILIPINO, self._filipinos),
            ("filipino_combat", FILIPINO, lambda: self._battles(FILIPINO)),
            ("jungle_filipino", FILIPINO, self._jungle), ("supply", US, self._supply),
            ("scoring", "", self._scoring),
        )  # fmt: skip
        for name, side, act in plan:
            table.phase(name, side)
            act()
        place = table.position.place("imported_arms")
        if place in self.country.areas and not table.position.units(place, FILIPINO):
            table.remove(table.one("imported_arms"))
        table.phase("victory")

    # --- phases 1 to 4 ---------------------------------------------------------------------------

    def _objectives(self) -> None:
        """4.0: each side may choose possible objectives."""
        table = self.table
        for side in SIDES:
            table.turn(side)
            box, at = f"objectives_{side}", table.position
            there = [one for one, where in at.cards.items() if where == box]
            options = [
                one for one, where in at.cards.items()
                if where == f"hand:{side}" and (number := number_of(one)) is not None
                and possible(side, number, at, table.war)
                and not achieved(side, number, at, table.war)
            ]  # fmt: skip
            if len(there) < MOST_OBJECTIVES and options and table.hits(0.5):
                table.chit(table.chance.choice(sorted(options)), box)

    def _chits(self) -> None:
        """5.0: five chits at first, then one a turn; the Guerrilla War has its own."""
        table, war = self.table, self.table.war
        for side in SIDES:
            table.turn(side)
            if war.changing:
                for chit in table.hand(side):
                    table.chit(chit, table.cup(chit))
            cup = f"cup_{side}_{'guerrilla' if war.guerrilla else 'stand_up'}"
            first = war.begun is self.start or war.changing
            wanted = HAND if first else min(HAND, len(table.hand(side)) + 1)
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
        table, country, at = self.table, self.country, self.table.position
        if "imported_arms" in table.war.gone:
            return
        if not table.war.arms_due:
            if 1 not in table.roll("arms"):
                return
            table.war.arms_due = True
        ports = [
            area for area in at.everywhere(FILIPINO)
            if country.coasts[area] and not at.gunboats(*country.coasts[area])
        ]  # fmt: skip
        if ports:
            table.move([table.one("imported_arms")], table.chance.choice(ports))
            table.war.gone.add("imported_arms")

    def _reinforcements(self) -> None:
        table, war, turn = self.table, self.table.war, self.table.war.turn
        if war.changing:
            self._become_guerrillas()
        table.turn(US)
        chit_play.reinforcements(table)
        landed = table.position.at.get(TRANS_OCEAN, ())
        held = table.position.controller(MANILA) == US
        port = MANILA if held else table.position.place("supply")
        if port in self.country.areas:
            table.move(landed, port)
            war.landed |= set(landed)
        due = [key for key in table.position.at.get(f"turn:{turn}", ())
               if table.position.pieces[key].kind in self.country.side]  # fmt: skip
        if not war.delayed:
            table.move(due, TRANS_OCEAN)
        table.turn(FILIPINO)
        if turn == MABINI_TURN and war.scenario != "guerrilla-war":
            self._mabini()
        if turn >= FIRST_ROLL[war.scenario == "guerrilla-war"]:
            self._recruits()

    def _mabini(self) -> None:
        at = self.table.position
        near = {
            one for area in self.country.areas if at.leaders(area, US)
            for one in self.country.near[area] if at.strong(one, FILIPINO)
        }  # fmt: skip
        if near:
            self.table.move([self.table.one("mabini")], self.table.chance.choice(sorted(near)))

    def _recruits(self) -> None:
        """7.2: two dice, and at most one step in an area."""
        table, war = self.table, self.table.war
        record = Record(self.country, [], [table.position])
        rules = Arrivals(Phase(record, war.turn, "reinforcements", []), war, table.position)
        guerrillas = 0
        for region in ("luzon", "visayas"):
            die = table.roll(region)[0]
            areas = sorted(self.country.luzon if region == "luzon" else self.country.visayas)
            table.chance.shuffle(areas)
            left = rules.allowed(region, die)
            for area in areas:
                kinds = ["guerrilla"] if war.guerrilla or not guerrillas else []
                kinds += [] if war.guerrilla or table.position.strong(area, US) else ["regular"]
                kind = table.chance.choice(kinds) if kinds else ""
                if not left or not kind or rules.barred(area, kind):
                    continue
                if room(table.position, kind, area) and table.bring(kind, area):
                    left -= 1
                    guerrillas += kind == "guerrilla"

    def _become_guerrillas(self) -> None:
        """2.0: Regulars become Guerrillas but for Aguinaldo's; what is too many is discarded."""
        table = self.table
        table.turn(FILIPINO, fixed=True)
        for area in sorted(self.country.areas):
            at = table.position
            if at.has(area, "aguinaldo"):
                continue
            for key in at.keys(area, ("regular",)):
                steps = table.position.strength(key)
                table.remove(key)
                for _ in range(min(steps, room(table.position, "guerrilla", area))):
                    table.place("guerrilla", area)

    # --- operations ------------------------------------------------------------------------------

    def _us(self) -> None:
        """3.2: Ground Operations from some areas, and perhaps a landing."""
        table, war = self.table, self.table.war
        if war.turn == NO_US_TURN:
            return
        before = table.position
        chit_play.us_phase(table)
        now = table.position
        self.arrived = {one for one in now.everywhere(US) if set(now.units(one, US)) -
                        set(before.units(one, US))}  # fmt: skip
        for _ in range(self.country.operations(war.turn) - len(war.operations)):
            options = [
                one for one in moves(table.position, US, by_sea=False)
                if one.way == "land" and one.source not in war.operations | self.arrived
            ]  # fmt: skip
            if not options or not table.hits(0.8):
                break
            at = table.position
            fights = [one for one in options if at.steps(one.target, ("regular",))]
            self._advance(table.chance.choice(fights or options))
        if table.hits(0.4) and not self.country.monsoon(war.turn):
            self._land()
        table.phase("us_gunboats", US)
        self._gunboats()

    def _advance(self, move: Move) -> None:
        """Some units of an area go to another; a victory area is not left empty."""
        table, war = self.table, self.table.war
        war.operations.add(move.source)
        at = table.position
        fresh = sum(
            at.strength(key) for key in war.landed
            if key in at.pieces and at.pieces[key].place == move.source
        )  # fmt: skip
        guards = move.source in self.country.victory
        shot = bool(at.steps(move.source, GUERRILLAS))
        spare = at.strong(move.source, US) - fresh - (guards or shot)
        steps = min(spare, room(at, move.kind, move.target))
        kinds = STEPS[US] if move.kind != "us_cavalry" else ("us_cavalry",)
        keys = [
            key for key in table.pick(move.source, kinds, max(0, table.chance.randint(1, 10)))
            if key not in war.landed
        ]  # fmt: skip
        while sum(map(table.position.strength, keys)) > steps:
            keys.pop()
        if not keys:
            return
        if table.hits(0.4):
            names = [one for one in self._free_leaders(move.source) if one not in keys]
            keys += names[:1]
        guns = [one for one in table.position.artillery(move.source, US) if one not in war.landed]
        if guns and not table.position.artillery(move.target, US) and self._near(move):
            keys += guns[:1]
        enemies = table.position.units(move.target, FILIPINO)
        table.move(keys, move.target)
        self.arrived.add(move.target)
        if enemies:
            war.entered.add(move.target)

    def _near(self, move: Move) -> bool:
        return move.target in self.country.near[move.source]

    def _free_leaders(self, area: str) -> list[str]:
        """The US Leaders of an area who did not land this turn, in any order."""
        at = self.table.position
        found = [
            key for key in at.at.get(area, ())
            if at.pieces[key].kind in at.leaders(area, US) and key not in self.table.war.landed
        ]  # fmt: skip
        self.table.chance.shuffle(found)
        return found

    def _land(self) -> None:
        """8.2.3: an Amphibious Operation from Manila."""
        table, war, at = self.table, self.table.war, self.table.position
        coasts = self.country.coasts
        boats = at.gunboats(*coasts[MANILA])
        targets = [
            one for one in sorted(landings(at, US, MANILA))
            if one not in self.country.near[MANILA] | self.arrived
            and room(at, "us_army", one) >= SEA_STEPS[US]
        ]  # fmt: skip
        if not boats or not targets or at.controller(MANILA) != US:
            return
        target = table.chance.choice(targets)
        most = min(2 * len(boats), SEA_STEPS[US], at.strong(MANILA, US) - 12)
        infantry = ("us_army", "us_volunteers")
        keys = [key for key in table.pick(MANILA, infantry, most) if key not in war.landed]
        if most < 2 or not keys:
            return
        table.phase("us_amphibious", US)
        steps = sum(map(table.position.strength, keys))
        enemies = table.position.units(target, FILIPINO)
        table.move(keys, target)
        table.move(boats[: -(-steps // 2)], sorted(coasts[target])[0])
        war.amphibious.add(target)
        self.carriers = set(boats[: -(-steps // 2)])
        if enemies:
            war.entered.add(target)

    def _gunboats(self) -> None:
        """9.0: other Gunboats move, now and then home to Manila."""
        table, at = self.table, self.table.position
        home = sorted(self.country.coasts[MANILA])[0]
        carriers = self.carriers
        for key, state in table.writer.where("gunboat"):
            if key in carriers or state.place in self.country.secures or not table.hits(0.3):
                continue
            safe = {
                sea for sea, group in self.country.secures.items()
                if any(at.units(one, FILIPINO) for one in self._group(group))
            }  # fmt: skip
            seas = sorted(self.country.seas - safe)
            goal = table.chance.choice([home, table.chance.choice(seas)])
            if goal != state.place:
                table.move([key], goal)
        self.carriers = set()

    def _group(self, region: str) -> list[str]:
        return [area for area, where in self.country.region.items() if where == region]

    def _battles(self, side: str) -> None:
        """10.0: every battle that must be fought, and some searches."""
        table, war = self.table, self.table.war
        table.turn(side, fixed=True)
        for area in list(table.position.everywhere(side)):
            at = table.position
            if not at.strong(area, US) or not at.strong(area, FILIPINO) or area in war.battles:
                continue
            fights = bool(at.steps(area, ("regular",)))
            if not fights and side == FILIPINO:
                fights = table.hits(0.3)
            elif not fights:
                fights = self._may_search(area) and battle_play.search(table, area)
            if fights:
                battle_play.fight(table, area, side)
                self.fought.add(area)
                at = table.position
                enough = at.steps(area, ("regular",)) or at.strong(area, FILIPINO) > 1
                if enough and not at.strong(area, US):
                    self._destroy(area)

    def _may_search(self, area: str) -> bool:
        """3.2.d: a search where no units came to is an operation of its own."""
        war = self.table.war
        if war.turn == NO_US_TURN or not self.table.hits(0.5):
            return False
        if area not in war.entered | war.amphibious | war.operations:
            if len(war.operations) >= self.country.operations(war.turn):
                return False
            war.operations.add(area)
        return True

    def _sites(self) -> None:
        """11.0: POA sites where there was no combat."""
        table, war = self.table, self.table.war
        at = table.position
        if self.country.monsoon(war.turn) or at.will < 1 or war.turn == NO_US_TURN:
            return
        options = [
            area for area in at.everywhere(US)
            if at.strong(area, US) >= SITE_STEPS and area not in self.fought | war.battles.keys()
            and area not in at.sites and not (area == MANILA and war.turn == 1)
        ]  # fmt: skip
        spare = [key for key, one in table.writer.where("poa") if one.place == "pool_markers"]
        if options and spare and table.hits(0.5):
            table.move(spare[:1], table.chance.choice(options))
            table.will(1)

    def _filipinos(self) -> None:
        """8.1, 8.2.2: some moves by land, two steps by sea."""
        table, war = self.table, self.table.war
        chit_play.filipino_phase(table)
        moved: set[str] = set()
        by_sea = 0
        for _ in range(table.chance.randint(0, 6)):
            at = table.position
            options = [
                one for one in moves(at, FILIPINO, by_sea=table.hits(0.3))
                if one.kind != "fagen" and one.source not in moved and self._wise(one)
            ]  # fmt: skip
            if not options:
                break
            move = table.chance.choice(options)
            most = move.most if move.way == "land" else SEA_STEPS[FILIPINO] - by_sea
            if move.way == "sea" and (most <= 0 or not chit_play.sea_open(table)):
                continue
            keys = table.pick(move.source, (move.kind,), table.chance.randint(1, max(1, most)))
            if move.way == "sea":
                by_sea += sum(map(table.position.strength, keys))
            moved |= {move.source, move.target}
            table.move(keys, move.target)
            self._taken(move.target)
        war.entered.clear()

    def _wise(self, move: Move) -> bool:
        """Whether Filipinos would go there: not beside many enemies, and not from Leaders."""
        at = self.table.position
        alone = at.steps(move.source, (move.kind,)) == move.most and at.leaders(
            move.source, FILIPINO
        )
        return (
            at.strong(move.target, US) <= 3
            and not alone
            and not at.artillery(move.source, FILIPINO)
        )

    def _taken(self, area: str) -> None:
        """1.2.1.i, 11.0.f: Artillery alone and POA sites fall to steps that enter."""
        table, at = self.table, self.table.position
        if at.strong(area, US):
            return
        for key in at.artillery(area, US):
            table.remove(key)
            table.will(-2)
            table.war.killed["us_artillery"] += 1
        self._destroy(area)

    def _destroy(self, area: str) -> None:
        """11.0.f: a POA site is destroyed."""
        table = self.table
        if area in table.position.sites:
            table.move(table.position.keys(area, ("poa",)), "pool_markers")
            table.will(-1)
            table.war.killed["poa"] += 1

    # --- phases 7 to 9 ---------------------------------------------------------------------------

    def _jungle(self) -> None:
        """12.C: Guerrillas go into the Jungle and out of it."""
        table, at, late = self.table, self.table.position, self.table.war.guerrilla
        for key in at.keys(JUNGLE[0], GUERRILLAS):
            table.move([key], JUNGLE[1])
        homes = [
            one for one in at.held(FILIPINO, self.country.luzon)
            if room(at, "guerrilla", one) > 1 and not at.strong(one, US)
        ]  # fmt: skip
        for key in at.keys(JUNGLE[1], GUERRILLAS):
            if homes and table.hits(0.5):
                table.move([key], table.chance.choice(homes))
        there = sum(len(table.position.keys(box, GUERRILLAS)) for box in JUNGLE)
        sources = [one for one in at.everywhere(FILIPINO) if one in self.country.luzon
                   and at.steps(one, ("guerrilla",)) and not at.leaders(one, FILIPINO)]  # fmt: skip
        if sources and there + 1 < JUNGLE_UNITS[late] and table.hits(0.2):
            source = table.chance.choice(sources)
            most = min(JUNGLE_FILIPINO[late], 2)
            table.move(table.pick(source, ("guerrilla",), most)[:1], JUNGLE[0])

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
            table.turn(side, fixed=True)
            self._score(side)
        table.turn("", fixed=True)
        table.level("political_will_marker", 0)

    def _score(self, side: str) -> None:
        table, war = self.table, self.table.war
        box, sign = f"objectives_{side}", 1 if side == US else -1
        there = [one for one, where in table.position.cards.items() if where == box]
        done = [
            one for one in sorted(there)
            if achieved(side, number_of(one) or 0, table.position, war)
        ]  # fmt: skip
        great = [one for one in there if number_of(one) == GREAT]
        for chit in done:
            if great and chit not in great and not set(great) <= set(done):
                continue
            table.chit(chit, f"hand:{side}")
            points = GREAT_POINTS if number_of(chit) == GREAT else 1
            table.level("victory_marker", table.position.points + sign * points)


def role_of(kind: str, place: str) -> Role | None:
    """The role of a piece for human habits, where the game's data alone does not tell it."""
    if kind == "turn_marker":
        return Role.BARRIER
    return Role.PIECE if kind.startswith("card_") else None


SCENARIOS = ("stand-up", "guerrilla-war", "campaign")


def simulate(
    country: Country, tables: dict[str, Table], module: Metadata, seed: int, noise: bool
) -> LogWriter:
    """A whole war from one of the set-ups, which take turns."""
    name = SCENARIOS[seed % len(SCENARIOS)]
    war = Simulation(country, seed, HUMAN if noise else QUIET)
    return war.play(name, tables[name], module)

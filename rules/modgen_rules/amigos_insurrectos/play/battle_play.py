"""Plays battles by the functions with which they are judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from modgen_rules.amigos_insurrectos.law import fire, retreats
from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    LOST,
    OTHER,
    SIDES,
    US,
)
from modgen_rules.amigos_insurrectos.law.fire import Terms, Way
from modgen_rules.amigos_insurrectos.law.force import Force, force_of
from modgen_rules.amigos_insurrectos.play.table import Table
from modgen_rules.amigos_insurrectos.reading.battle_events import LAST_ROUND

RETREATS_BEFORE, RETREATS_AFTER, LAYS, SPREADS = 0.15, 0.2, 0.5, 0.3
"""How often a side retreats before combat and after a round, lays a chit, and reorganises."""
OUT = {US: "leaders_us", FILIPINO: "leaders_filipino"}


@dataclass
class Battle:
    """One battle that is being played."""

    table: Table
    area: str
    attacker: str
    chits: list[Chit] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    ignored: set[str] = field(default_factory=set)
    """The sides that have ignored a hit."""
    fled: str = ""
    halves: int = 0
    will: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    """Political Will that was earned besides the steps."""
    fallen: list[str] = field(default_factory=list)
    """Leaders who were lost."""

    def __post_init__(self) -> None:
        self.country = self.table.position.country
        self.numbers = self.country.numbers
        self.chance = self.table.chance
        self.defender = OTHER[self.attacker]

    # --- what is there -------------------------------------------------------------------------

    def force(self) -> Force:
        """What is in the area now."""
        position = self.table.position
        return force_of(
            self.country, (position.pieces[key] for key in position.at.get(self.area, ()))
        )

    def terms(self) -> Terms:
        """The terms of the next volley."""
        force = self.force()
        steps = force.steps(US)
        fit = [one for one in self.chits if not 0 < one.number("most_us") < steps]
        return fire.terms(self.country, self.attacker, self.area, force, fit, ())

    def has(self, word: str) -> Chit | None:
        """A chit with an effect that was laid."""
        return next((one for one in self.chits if one.has(word)), None)

    # --- the steps of a battle -----------------------------------------------------------------

    def play(self) -> None:
        """Steps A to G."""
        first = self.force()
        if not first.contested:
            return
        self.table.marker(self.area, "retreat")
        if self._before():
            self._put_away()
            return
        position = self.table.position
        hidden = [key for key in position.units(self.area, FILIPINO) if key in position.masked]
        if hidden:
            self.table.reveal(hidden)
        self.there = {side: self.force().of(self.country, side) for side in SIDES}
        self.scouts = bool(first.scouts)
        self._lay()
        self._guns()
        for number in range(1, 30):
            if not self.force().contested or self.fled:
                break
            self._one_round(number)
        self._after()
        self._put_away()

    def _put_away(self) -> None:
        """The memory of the turn; markers and chits go back."""
        war = self.table.war
        if self.area not in war.battles and not self.fled:
            war.battles[self.area] = self.attacker
        position = self.table.position
        arms = position.keys(self.area, ("imported_arms",))
        if arms and not position.units(self.area, FILIPINO):
            self.table.move(arms, "supply_source")
        if not self.force().hidden and position.keys(self.area, ("search",)):
            self.table.move(position.keys(self.area, ("search",)), "pool_markers")
        self.table.marker("", "retreat")

    def _before(self) -> bool:
        """10.3: a retreat before combat. Returns whether there is no battle."""
        force, side = self.force(), self.defender
        held = False
        if self.attacker == US and force.trait(self.country, US, "na"):
            held = self.table.roll("night_attack")[0] <= self.numbers.night_die
        allowed = side == US or not held
        if side == FILIPINO and force.regular and not force.of(self.country, FILIPINO):
            allowed = False
        if side == FILIPINO and not force.regular:
            allowed = False  # they may have done so before the search
        goals = self._free(side, force.steps(side))
        if not allowed or not goals or self.chance.random() > RETREATS_BEFORE:
            return False
        self._leave(side, goals)
        if side == US:
            self.table.will(-1)
        return True

    def _free(self, side: str, steps: int) -> frozenset[str]:
        """10.3.2: where a force retreats to of its own will; never to shared areas."""
        return retreats.quiet_refuges(self.table.position, self.area, side, steps)

    def _leave(self, side: str, goals: Iterable[str]) -> None:
        """The whole force of a side goes to one area."""
        self.fled = side
        position = self.table.position
        keys = position.units(self.area, side)
        if side == FILIPINO:
            keys += position.keys(self.area, ("imported_arms",))
        self.table.move(keys, self.chance.choice(sorted(goals)))

    def _lay(self) -> None:
        """10.4: chits from the hands."""
        phase = f"{self.attacker}_combat"
        position, known = self.table.position, self.country.chits
        force = self.force()
        funston = force.trait(self.country, US, "st")
        self.table.marker(self.area, "chits")
        for key, place in sorted(position.cards.items()):
            chit = known.get(key)
            if chit is None or place != f"hand:{chit.side}" or not chit.in_battle:
                continue
            unfit = 0 < chit.number("most_us") < force.steps(US) or chit.has("joins")
            unfit |= chit.has("leader_gone") and not (funston and force.of(self.country, FILIPINO))
            if phase in chit.phases and not unfit and self.chance.random() < LAYS:
                self.table.play(key)
                self.chits.append(chit)
        self.silenced = self.table.roll("us")[0] if self.has("silences") else 0

    def _guns(self) -> None:
        """10.5: Artillery, and Gunboats in the Filipino phase."""
        force = self.force()
        chit = self.has("artillery_rolls")
        rolls = chit.number("artillery_rolls") if chit else 1
        guns = force.us_artillery * self.country.fire.guns
        boats = self._boats()
        if not guns and not boats:
            return
        self.table.marker(self.area, "artillery")
        for die, number in [("artillery", guns)] * rolls + [("shelling", boats)]:
            if number and self.force().contested:
                at = self.terms().regular if self.force().regular else self.terms().guerrilla
                button = die + ("_6" if at.most == self.country.fire.sure else "")
                way: Way = "artillery" if die == "artillery" else "shelling"
                self._shoot(US, way, button, number)

    def _boats(self) -> int:
        """9.1.b: Gunboats join one battle of the Filipino phase."""
        position, war = self.table.position, self.table.war
        joined = FILIPINO in war.battles.values()
        if self.attacker == US or joined or self.country.monsoon(war.turn):
            return 0
        return len(position.gunboats_off(self.area)) * self.country.fire.boats

    def _one_round(self, number: int) -> None:
        """10.6: fire of both sides, then who retreats."""
        self.table.marker(self.area, f"round_{min(number, LAST_ROUND)}")
        force = self.force()
        first = FILIPINO if force.trait(self.country, FILIPINO, "f2") else self.defender
        for side in (first, OTHER[first]):
            if self.force().contested:
                self._fire(side)
        if number == 1 and self.force().contested and self.has("stands"):
            self._fire(FILIPINO)
        if self.force().contested:
            self._retreat(number)

    def _fire(self, side: str) -> None:
        steps = self.force().steps(side) - (self.silenced if side == FILIPINO else 0)
        if steps <= 0:
            return
        terms = self.terms()
        if side == US:
            at = terms.regular if self.force().regular else terms.guerrilla
            button = {6: "us_fire_6", 4: "us_fire_4", 3: "us_fire_3"}.get(at.most, "us_fire")
        else:
            low = terms.filipino.most < self.country.fire.filipino
            button = "filipino_fire_5" if low else "filipino_fire"
        self._shoot(side, "fire", button, steps)
        chit = self.has("filipino_rolls")
        if side == FILIPINO and chit and self.force().contested:
            self.chits.remove(chit)
            self._shoot(side, "fire", button, steps)

    def _shoot(self, side: str, way: Way, button: str, number: int) -> None:
        """Dice, the hits among them, and the losses."""
        target, terms = self.force(), self.terms()
        dice = self.table.roll(button, number)
        steps = self._hits(side, way, dice, target, terms)
        victim = OTHER[side]
        if steps and victim not in self.ignored and target.trait(self.country, victim, "h"):
            self.ignored.add(victim)
            steps -= 1
        self._lose(victim, min(steps, target.steps(victim)))

    def _hits(self, side: str, way: Way, dice: Sequence[int], target: Force, terms: Terms) -> int:
        """10.6.4: the steps that dice cost; who may add 1 names the first dice."""
        made = fire.hits(terms, side, way, dice, target)
        before, self.halves = self.halves // 2, self.halves + made.halves.least
        steps = made.steps.least + self.halves // 2 - before
        if side == FILIPINO and way == "fire":
            steps += sum(die == terms.filipino.least - 1 for die in dice[: terms.added])
        return steps

    def _lose(self, side: str, steps: int) -> None:
        """Steps of a side are removed."""
        if steps > 0:
            fagen = self.force().fagen
            self.table.lose(self.area, side, steps)
            self.lost[side] += steps
            self.will[US] += fagen - self.force().fagen  # PH.G1: 2 points instead of 1

    def _retreat(self, number: int) -> None:
        """10.6.5: the attacker goes on or leaves, then the defender; Filipinos may have to."""
        force = self.force()
        worse = number == 1 and self.lost[FILIPINO] > self.lost[US] and force.regular
        kept = force.trait(self.country, FILIPINO, "nr") or force.imported_arms
        must = bool(worse and not kept and not self.has("stands"))
        for side in (self.attacker, self.defender):
            forced = must and side == FILIPINO
            goals = self._free(side, force.steps(side))
            if not forced and self.chance.random() > RETREATS_AFTER:
                continue
            if not goals and not forced:
                continue
            self._parting(OTHER[side], side)
            steps = self.force().steps(side)
            goals = retreats.roomy_refuges(self.table.position, self.area, side, steps)
            if steps and goals:
                self._leave(side, goals)
            elif steps:
                self._lose(side, steps)
            return

    def _parting(self, shooter: str, side: str) -> None:
        """10.6.5.c: half the dice of the side that stays."""
        if side == FILIPINO and self.has("no_parting"):
            return
        steps = (self.force().steps(shooter) + 1) // 2
        button = f"{shooter}_parting"
        if shooter == US and self.has("us_parting"):
            button = "us_fire_4"
        self._shoot(shooter, "parting", button, steps)

    # --- after the fight -----------------------------------------------------------------------

    def _after(self) -> None:
        """What is left alone, the Leaders, reorganisation, Political Will."""
        force = self.force()
        for side in SIDES:
            if not force.steps(side) and not self.fled and force.steps(OTHER[side]):
                self._alone(side)
        self._volunteers()
        self.table.marker(self.area, "leaders")
        self._check()
        self._spread()
        self.table.marker(self.area, "will")
        for side in (self.attacker, self.defender):
            victim = OTHER[side]
            points = self.lost[victim] * self.numbers.step_points[victim] + self.will[side]
            if points:
                self.table.will(points if side == US else -points)

    def _alone(self, side: str) -> None:
        """10.6.5.f, 10.6.5.g: Artillery is eliminated, Leaders roll."""
        position, war = self.table.position, self.table.war
        guns = position.artillery(self.area, side)
        if guns:
            self.table.move(guns, LOST[side])
            self.will[OTHER[side]] += len(guns)
        for key in position.keys(self.area, self.force().of(self.country, side)):
            kind = position.pieces[key].kind
            near = retreats.shelters(self.table.position, self.area, side)
            alone = not war.leader_lost
            lost = alone and self.table.roll("leader_alone")[0] <= self.numbers.alone_die
            if lost or not near:
                self._fall(key, kind)
            else:
                self.table.move([key], self.chance.choice(sorted(near)))

    def _fall(self, key: str, kind: str) -> None:
        """A Leader is lost, with his points."""
        war, side = self.table.war, self.country.side[kind]
        first, sure = retreats.commander(self.table.position, side, war.gone)
        numbers, leads = self.numbers, (kind, sure) == (first, True)
        points = numbers.commander_points if leads else numbers.leader_points
        self.will[OTHER[side]] += points
        war.gone.add(kind)
        war.leader_lost = True
        self.fallen.append(kind)
        self.table.move([key], OUT[side])

    def _check(self) -> None:
        """10.7: the casualty check; Funston's die or the chit instead; Smith's die."""
        force, war = self.force(), self.table.war
        here = {side: self.there[side] for side in SIDES}
        mine = force.of(self.country, FILIPINO) | self._retreated(FILIPINO)
        if any("st" in self.country.leaders[one] for one in here[US]) and here[FILIPINO]:
            chit = self.has("leader_gone")
            if not war.leader_lost and mine:
                die = self.table.roll("stratagem")[0]
                if die <= (chit.number("leader_gone") if chit else self.numbers.stratagem_die):
                    self._lose_one(sorted(mine))
        elif not war.leader_lost and (here[US] or here[FILIPINO] or self.scouts):
            self._casualty(here)
        smith = any("k" in self.country.leaders[one] for one in here[US])
        much = self.lost[US] > self.numbers.smith_losses
        if smith and much and self.table.roll("kill")[0] <= self.numbers.smith_die:
            self.will[FILIPINO] += 2

    def _casualty(self, here: dict[str, frozenset[str]]) -> None:
        if self.table.roll("casualty")[0] > self.numbers.casualty_die:
            return
        side = US if here[US] or self.scouts else FILIPINO
        if side == US and here[FILIPINO]:
            side = US if self.table.roll("whose_leader")[0] % 2 == 0 else FILIPINO
        found = sorted((self.force().of(self.country, side) | self._retreated(side)) & here[side])
        found += ["scouts"] * (side == US and self.scouts)
        if found:
            self._lose_one(found)

    def _retreated(self, side: str) -> frozenset[str]:
        """The Leaders who left the area with their force or alone."""
        return frozenset(
            one
            for one in self.there[side]
            if self.table.position.in_play(one) and one not in self.fallen
        )

    def _lose_one(self, kinds: Sequence[str]) -> None:
        kind = self.chance.choice(kinds)
        position = self.table.position
        places = {self.area, *self.country.near[self.area]}
        keys = [key for key, one in position.pieces.items() if one.kind == kind]
        key = next((one for one in keys if position.pieces[one].place in places), keys[0])
        if kind == "scouts":
            self.table.war.leader_lost = True
            self.table.move([key], LOST[US])
        else:
            self._fall(key, kind)

    def _volunteers(self) -> None:
        """1.2.1.d: atrocities of a force of Volunteers alone."""
        force = self.force()
        alone = force.us_volunteers and not (force.us_army or force.us_cavalry)
        cleared = not force.steps(FILIPINO) and not self.fled and self.lost[FILIPINO]
        if alone and cleared and self.table.roll("atrocity")[0] <= self.numbers.atrocity_die:
            self.table.will(-1)
            self.table.bring("us_massacre", self.area)

    def _spread(self) -> None:
        """10.8: some units go to an adjacent area without enemies."""
        force = self.force()
        winner = next((side for side in SIDES if force.steps(side)), "")
        landed = winner == US and self.area in self.table.war.amphibious
        if not winner or force.contested or self.fled or landed:
            return
        position = self.table.position
        free = [
            near
            for near in sorted(self.country.near[self.area])
            if not position.strong(near, OTHER[winner]) and not position.strong(near, winner)
        ]
        units = [key for key in position.units(self.area, winner) if position.strength(key)]
        if len(units) > 1 and free and self.chance.random() < SPREADS:
            self.table.marker(self.area, "reorganise")
            self.table.move(units[:1], self.chance.choice(free))

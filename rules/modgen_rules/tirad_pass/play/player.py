"""A player of Tirad Pass: simple plans for both sides, by the same functions that judge logs."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.tirad_pass.judging.opening import NO_GUARD
from modgen_rules.tirad_pass.judging.scoring import turn_over
from modgen_rules.tirad_pass.judging.upkeep import meet_guard
from modgen_rules.tirad_pass.law.combat import (
    NO_EFFECT,
    assault_column,
    assault_result,
    fire_column,
    guard_column,
)
from modgen_rules.tirad_pass.law.plan import (
    ARRIVES,
    ATTACKS,
    CHITS,
    COLUMN,
    FILIPINO,
    GUARD,
    GUIDE,
    MARCH,
    OTHER,
    PATH,
    PINNED,
    STEADY,
    US,
)
from modgen_rules.tirad_pass.play import play
from modgen_rules.tirad_pass.play.player_moves import Mover
from modgen_rules.tirad_pass.reading.story import Story, chit, fallen

NO_GUARDS = 0.2
"""How often the Filipinos send no guard."""


class Player(Mover):
    """Plays both sides of a game on a table."""

    # --- a game ------------------------------------------------------------------------------

    def game(self) -> Story:
        """Play until the pass falls or the last turn is over."""
        self.setup()
        for turn in range(1, self.plan.last_turn + 1):
            for phase, info in self.plan.game.phases.items():
                side = self.plan.game.phase_sides[phase]
                if phase != "us_orders" or turn > 1:
                    self.table.begin(phase, side)
                self.story.begin_player_turn(side or self.story.side, turn)
                self.phase(info.id.rpartition("_")[2], side)
            if self.story.over:
                break
        return self.story

    def phase(self, kind: str, side: str) -> None:
        """Play one phase."""
        match kind:
            case "orders":
                self.orders()
            case "movement":
                self.move_us() if side == US else self.move_filipinos()
            case "fire":
                self.fire(side)
            case "assault":
                self.assault(side)
            case "recovery":
                self.recover(side)
            case "end":
                self.end()

    def setup(self) -> None:
        """Chits are laid face down; with No guard the two squads join the others."""
        table, chance = self.table, self.table.chance
        table.writer.begin_turn(US, fixed=True)
        self._lay(chance.choice(self.plan.paths), PATH, US)
        if self.story.guarded:
            none = chance.random() < NO_GUARDS
            guard = NO_GUARD if none else chance.choice(self.plan.paths)
            self._lay(guard, GUARD, FILIPINO)
            if none:
                squads = self.position.at(GUARD, FILIPINO)
                table.move(squads[:1], self.plan.breastworks[-1])
                table.move(squads[1:], self.plan.goal)
        self.story.path, self.story.guard = chit(self.position, PATH), chit(self.position, GUARD)
        self.story.begun = True

    def _lay(self, face: str, box: str, side: str) -> None:
        """Turn the chit in a box, face down, to a face."""
        key = self.position.find(CHITS[box])
        self.table.writer.actor = side
        self.table.flip(key, face)

    # --- orders ------------------------------------------------------------------------------

    def orders(self) -> None:
        """The guide and the flank column."""
        story, table, turn = self.story, self.table, self.table.turn
        self._rally()
        if not story.found and turn >= self.plan.number("guide_from_turn"):
            (die,) = table.roll("guide")
            if die >= (self.plan.dice["guide"].hits or 0):
                story.found = True
                there = self.position.place_of(MARCH)
                hexes = [there, *self.places(US)]
                with_units = [place for place in hexes if self.position.at(place, US)]
                table.move([self.position.find(GUIDE)], with_units[0])
        if story.found and not story.departed and turn >= self.plan.number("column_from_turn"):
            self._depart()
        meet_guard(story, turn)
        if story.due and story.due <= turn:
            self._arrive()

    def _rally(self) -> None:
        """9.10: a pinned unit beside March recovers."""
        units = self.position.at(self.position.place_of(MARCH), US)
        pinned = [key for key in units if self.position.pieces[key].pinned]
        for key in pinned[: self.plan.number("rallied_units")]:
            self.table.mark(key, PINNED, False)

    def _depart(self) -> None:
        position, story, table = self.position, self.story, self.table
        zones = position.zones(FILIPINO)
        fit = [
            key
            for key in position.units(US)
            if self.plan.sizes[position.pieces[key].kind] == "section"
            and self.plan.heights[position.pieces[key].place]
            < self.plan.number("column_below_metres")
            and position.pieces[key].place not in zones
            and not position.pieces[key].pinned
        ]
        fit.sort(key=lambda key: (-position.steps(key), -self.to_go[position.pieces[key].place]))
        count = self.plan.number("column_sections")
        if len(fit) < count:
            return
        table.move([*fit[:count], position.find(GUIDE)], COLUMN)
        story.departed = table.turn
        (die,) = table.roll("march")
        story.due = table.turn + self.plan.march_turns[die]
        if story.due <= self.plan.last_turn:
            table.move([position.find(ARRIVES)], f"turn:{story.due}")

    def _arrive(self) -> None:
        position, story, table = self.position, self.story, self.table
        waiting = position.at(COLUMN, US)
        if not waiting:
            return
        path = position.find(CHITS[PATH])
        if story.guard_stands:
            self._meet_guard(waiting)
            waiting = [key for key in waiting if position.steps(key)]
            if story.guard_stands:
                return
        if not story.alarmed:
            table.turn_chit(path)
        exits = [hex_ for hex_ in self.plan.exits(story.path) if not position.at(hex_, FILIPINO)]
        exits = [hex_ for hex_ in exits if not position.at(hex_, US)]
        placed = list(zip(waiting, exits, strict=False))
        first, far = self.plan.exits(story.path)[0], self.plan.number("alarm_hexes")
        near = [
            key
            for key in position.units(FILIPINO)
            if self.plan.distance(position.pieces[key].place, first) <= far
        ]
        for key, hex_ in placed:
            table.move([key], hex_)
            story.moved.add(key)
        if placed and not story.alarmed:
            story.alarmed = True
            if near:
                dice = table.roll("alarm", len(near))
                for key, die in zip(near, dice, strict=True):
                    if die >= (self.plan.dice["alarm"].hits or 0):
                        table.mark(key, PINNED)

    def _meet_guard(self, waiting: Sequence[str]) -> None:
        """11.4: two sections of the column assault the guard."""
        position, table = self.position, self.table
        guards = position.at(GUARD, FILIPINO)
        sections = list(waiting)[: self.plan.number("guard_sections")]
        for key in sections:
            table.mark(key, ATTACKS)
        (die,) = table.roll("guard")
        result = assault_result(self.plan, guard_column(position, sections, guards), die)
        for keys, steps in ((sections, result.attacker_steps), (guards, result.defender_steps)):
            play.lose_steps(table, keys, steps)
        self.story.attacked |= dict.fromkeys(sections, 1)
        for key in sections:
            table.mark(key, ATTACKS, False)
        if result.defender_retreats or not any(position.steps(key) for key in guards):
            self.story.guard_stands = False

    # --- combat ------------------------------------------------------------------------------

    def fire(self, side: str) -> None:
        """Every stack that has not moved fires at the hex with the best column."""
        position, story = self.position, self.story
        stacks: dict[str, list[str]] = {}
        for key in position.units(side):
            if key not in story.moved and key not in story.attacked:
                stacks.setdefault(position.pieces[key].place, []).append(key)
        keep = self._for_assault(side)
        for place in sorted(stacks):
            units = [key for key in stacks[place] if key not in keep and position.steps(key)]
            units = [key for key in units if position.pieces[key].place == place]
            best: tuple[int, str, list[str]] | None = None
            for target in sorted({h for key in units for h in self.targets(key)}):
                able = [key for key in units if target in self.targets(key)]
                found = (fire_column(position, able, target), target, able)
                if best is None or found[0] > best[0]:
                    best = found
            if best is not None and best[0] > NO_EFFECT:
                self.attack("fire", side, best[2], best[1])

    def attack(self, kind: str, side: str, units: Sequence[str], target: str) -> None:
        """Attack, carry out the result, and take the badges and the marker back."""
        for key in list(self.position.units(side)):
            self.table.mark(key, ATTACKS, key in units)
        self.story.attacked |= dict.fromkeys(units, 1)
        play.attack(self.table, kind, side, units, target, self.way)
        self.story.dead = self.story.dead or fallen(self.position)
        self.table.attack_over()

    def way(self, key: str, ways: Sequence[str]) -> str:
        """Where a unit retreats: to friends, and on the trail."""
        del key
        position = self.position
        return max(
            ways,
            key=lambda hex_: (
                self.plan.terrain(hex_) == "breastwork",
                hex_ in self.plan.trail,
                -len(position.at(hex_)),
                hex_,
            ),
        )

    def assaults(self, side: str) -> list[tuple[int, str, list[str]]]:
        """The assaults that a side can make, the best column first."""
        position, story = self.position, self.story
        found = []
        for target in sorted(set(self.places(OTHER[side]))):
            units = [
                key
                for beside in self.plan.near[target]
                for key in position.at(beside, side)
                if not position.pieces[key].pinned
                and key not in story.attacked
                and self.plan.sizes[position.pieces[key].kind] != "marksmen"
            ]
            if units:
                found.append((assault_column(position, units, target), target, units))
        return sorted(found, reverse=True)

    def _for_assault(self, side: str) -> set[str]:
        """The units that will rather assault than fire."""
        least = self.style.assault if side == US else self.style.counter
        return {key for column, _, units in self.assaults(side) if column >= least for key in units}

    def assault(self, side: str) -> None:
        """Assault while a column is good enough; advance to the next hex up the trail."""
        least = self.style.assault if side == US else self.style.counter
        for _ in range(12):
            options = [one for one in self.assaults(side) if one[0] >= least]
            if not options:
                break
            _, target, units = options[0]
            self.attack("assault", side, units, target)
            if side == US or self.plan.terrain(target) in ("breastwork", "pass"):
                self._advance(side, units, target)
            if self.position.at(self.plan.goal, US):
                break

    def _advance(self, side: str, units: Sequence[str], target: str) -> None:
        position = self.position
        if position.at(target, OTHER[side]):
            return
        hexes = {position.pieces[key].place for key in units}
        for key in units:
            unit = position.pieces[key]
            if position.steps(key) and not unit.pinned and position.room(unit.kind, target):
                self.table.move([key], target)
        advanced = [key for key in units if position.pieces[key].place == target]
        for hex_ in sorted(hexes & self.plan.heights.keys()):
            play.follow(self.table, hex_, side, advanced)

    # --- recovery and the end ----------------------------------------------------------------

    def recover(self, side: str) -> None:
        """Units recover; after the general's death squads may run."""
        position, table = self.position, self.table
        for key in position.units(side):
            table.mark(key, PINNED, False)
        if side == FILIPINO and self.story.dead:
            steady = {position.place_of(kind) for kind in STEADY}
            squads = [
                key for key in position.units(side) if position.pieces[key].place not in steady
            ]
            dice = table.roll("wavering", len(squads)) if squads else []
            for key, die in zip(squads, dice, strict=True):
                if die >= (self.plan.dice["wavering"].hits or 0):
                    play.retreat(table, [key], self.way)

    def end(self) -> None:
        """Losses are noted; the game ends when the pass has fallen."""
        self.table.note_losses()
        turn_over(self.position, self.story, self.table.turn)

"""Whole legal coups of random players, as logs that the engine plays; mistakes on request."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from modgen.log.table import Player, Table
from modgen.model.game import Game
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.human_noise import HumanNoise
from modgen_rules.engine.human_play import play_as_people
from modgen_rules.engine.log_writer import LogWriter, copy_of
from modgen_rules.engine.piece_states import PieceChange
from modgen_rules.engine.table_manners import Role, TableManners
from modgen_rules.junta_coup.city import GUNS, OFFICES, City
from modgen_rules.junta_coup.ending import Ending
from modgen_rules.junta_coup.position import Position

SEATS = (4, 5, 6, 7)
SILENT = 0.4
"""The share of shots that people do not announce when there is only one enemy. An estimate."""
EVERY = 9
"""A mistake comes after so many battles and turns."""


@dataclass
class Simulation:
    """One coup: who sits where, who is a Rebel, the log. `seed` alone decides what happens."""

    game: Game
    city: City
    seed: int
    noise: HumanNoise
    mistakes: int = 0
    planted: list[str] = field(default_factory=list)
    rebels: set[str] = field(default_factory=set)
    done: int = 0

    def play(self, table: Table, module: Metadata) -> LogWriter:
        """Play a whole coup on the table of a set-up."""
        self.chance = chance = random.Random(self.seed)  # noqa: S311
        for side in self.game.sides.values():
            table.put("players", side.id, Player(side.name, side.name))
        self.writer = LogWriter(self.game, [self.game], table, module)
        self._seats(SEATS[self.seed % len(SEATS)])
        start = copy_of(table)
        self.writer = LogWriter(self.game, [self.game], table, module)
        self.played: set[str] = set()
        self._mistakes: list[tuple[int, str]] = []
        for phase in range(self.city.last_phase + 1):
            self.writer.begin_turn()
            if phase:
                self.writer.move([self._one("coup_phase")], f"coup_track:{phase}")
            self.moved: set[str] = set()
            for family in self._now().movers():
                self.writer.begin_turn(family)
                self._turn(family, phase)
            self.writer.begin_turn()
            self._battles(phase)
            for family in sorted(self.rebels):
                self.writer.begin_turn(family)
                self._turn_offices(family)
        self.writer.begin_turn()
        sides = {who: chance.choice(("rebels", "president")) for who in self._now().present()}
        sides[self._now().president] = "president"
        for who in self._now().order(self._now().leader):
            self.writer.announce(who, {"deed": f"for_{sides[who]}"})
        self._result(sides)
        steps = {n: n + 1 for n in range(len(self.writer.acts))}
        if self.noise.habits:
            tidy = self.writer
            self.writer = LogWriter(self.game, [self.game], start, module)
            manners = TableManners.of(self.game, tidy.states, role_of)
            steps = play_as_people(tidy.acts, self.writer, manners, self.noise, chance)
        self.planted = [f"step {steps.get(act, 0)}, {words}" for act, words in self._mistakes]
        return self.writer

    # --- the table -----------------------------------------------------------------------------

    def _now(self) -> Position:
        """The position as the table shows it."""
        found = Position(self.city)
        for key, one in self.writer.states.items():
            found.apply(PieceChange(0, key, None, one, ""))
        return found

    def _one(self, kind: str) -> str:
        return self.writer.where(kind)[0][0]

    def _seats(self, players: int) -> None:
        """Families at the table, Offices dealt: nobody two Brigades, El Presidente one Office."""
        families = list(self.city.families[:players])
        for family in self.city.families[players:]:
            self.writer.move([self._one(f"seat_{family}")], "markers")
        president, *others = self.chance.sample(families, players)
        brigades = self.chance.sample(others, 3)
        for n, office in enumerate(OFFICES):
            brigade = (
                brigades[n - 2] if office.startswith("general") else self.chance.choice(others)
            )
            holder = president if office == "president" else brigade
            self.writer.move([self._one(office)], f"family_{holder}")
        self.writer.move([self._one("rebel_leader")], f"family_{others[0]}")

    def _turn_offices(self, family: str) -> None:
        """3.h: a Rebel shows it."""
        for office, one in self._now().offices.items():
            if one.place == f"family_{family}" and one.face == "regime":
                self.writer.flip(self._one(office), "revolution")

    # --- movement ------------------------------------------------------------------------------

    def _turn(self, family: str, phase: int) -> None:
        """5.0, 7.0, 8.0: a card, a landing, a movement, a transfer."""
        chance, now = self.chance, self._now()
        if (
            phase == 0
            and (family == now.president or chance.random() < 0.4)
            and family != now.leader
        ):
            return
        self._card(family)
        for kind, spaces in (("marines", self.city.landings), ("paratroopers", self.city.near)):
            for key, one in now.units.items():
                mine = one.kind == kind and one.place == "off_map" and now.controller(one) == family
                if mine and chance.random() < 0.5:
                    self.writer.move([key], chance.choice(sorted(spaces)))
        now = self._now()
        homes = [space for space in self.city.near if now.there(space, family)]
        if homes and chance.random() < 0.9:
            self._move(family, chance.choice(homes))
        if homes and chance.random() < 0.08:
            keys = self._now().there(chance.choice(homes), family)[:2]
            for key in keys:
                self.writer.flip(key, chance.choice(self._now().present()))

    def _card(self, family: str) -> None:
        """8.a: all the Units of a card come where it says."""
        card = self.chance.choice(list(self.city.cards))
        found = self.city.cards[card]
        pool = self.writer.find(found.kind, "nobody", "street_pool")
        if card in self.played or found.space == "own" or self.chance.random() < 0.6:
            return
        self.played.add(card)
        self.writer.move([self._one(f"card_{card}")], "played")
        for key in pool[: found.number]:
            self.writer.flip(key, family)
        self.writer.move(pool[: found.number], found.space)

    def _move(self, family: str, space: str) -> None:
        """5.b, 5.c: all or some of the Units of a space, towards a power centre if there is one."""
        chance, near = self.chance, sorted(self.city.near[space])
        keys = [key for key in self._now().there(space, family) if key not in self.moved]
        if not keys:
            return
        target = chance.choice([one for one in near if one in self.city.centres] or near)
        group = keys if chance.random() < 0.7 else keys[: chance.randint(1, len(keys))]
        far = sorted(set(self.city.near) - self.city.near[space] - {space})
        if self._errs():
            target = chance.choice(far)
            self._plant(family, f"moves from {self.city.names[space]} to {self.city.names[target]}")
        self.writer.move(group, target)
        self.moved |= set(group)
        if not self._now().phase:
            self.rebels.add(family)

    # --- battle --------------------------------------------------------------------------------

    def _battles(self, phase: int) -> None:
        """10.0, 11.0: declarations, then battle by battle."""
        now, spaces = self._now(), dict[str, None]()
        for family in now.order(now.president):
            may = phase or family != now.president
            places = [one for one in self.city.near if now.there(one, family) and may]
            for space in places:
                rivals = set(now.counted(now.there(space))) - {family}
                if rivals and space not in self.city.embassies and self.chance.random() < 0.8:
                    marker = self.writer.find(f"attack_{family}", "front", "markers")[:1]
                    self.writer.actor = family
                    self.writer.move(marker, space)
                    spaces[space] = None
        self.salvoes = set(GUNS) if phase else set()
        self.retired: set[str] = set()
        for space in spaces:
            self._battle(space, phase)
        back = [
            key for key, one in self.writer.states.items()
            if one.kind.startswith(("attack_", "battle")) and one.place in self.city.near
        ]  # fmt: skip
        if back:
            self.writer.move(back, "markers")

    def _fighters(self, space: str) -> Counter[str]:
        now = self._now()
        return now.counted(key for key in now.there(space) if key not in self.retired)

    def _battle(self, space: str, phase: int) -> None:
        """12.0-15.0: bombardment, three exchanges, retreats."""
        marker, losses, fought = self._one("battle"), Counter[str](), False
        self.writer.move([marker], space)
        if self.writer.states[marker].face != "shelling":
            self.writer.flip(marker, "shelling")
        for way in sorted(self.salvoes):
            who = self._now().holder(GUNS[way][1])
            targets = [one for one in self._fighters(space) if one != who]
            if who in self._now().present() and targets and self.chance.random() < 0.25:
                self.salvoes.discard(way)
                fought |= self._salvo(who, way, self.chance.choice(targets), space, losses)
        for face in self.city.exchanges:
            there = self._fighters(space)
            allowed = [one for one in there if phase or one != self._now().president]
            if len(there) < 2 or not allowed:
                break
            self.writer.flip(marker, face)
            fought |= self._exchange(space, allowed, losses)
        if fought:
            self._retreats(space, losses, marker)

    def _salvo(
        self, who: str, way: str, target: str, space: str, losses: Counter[str]
    ) -> bool:  # fmt: skip
        ready = self.writer.find("air_raid", "ready", "guns")
        if way == "air_raid" and not ready:
            return False
        hits = self._fire(who, way, target, self.city.salvoes[way], space)
        if way == "air_raid":
            self.writer.flip(ready[0], "flown")
        self._lose(space, target, hits, losses)
        return True

    def _fire(self, who: str, way: str, target: str, dice: int, space: str) -> int:
        """14.a, 14.d: announced, rolled; gives the hits."""
        silent = self.chance.random() < SILENT and self.noise.habits
        if not silent or len(self._fighters(space)) > 2:
            chosen: dict[str, str | None] = {"deed": way, "whom": target}
            self.writer.announce(who, chosen, {"battle_in": [space]})
        self.writer.actor = who
        rolled = [self.chance.randint(1, 6) for _ in range(dice)]
        self.writer.roll(who, "attack" if way == "fire" else way, rolled)
        now = self._now()
        guards = any(now.units[key].kind == "palace_guard" for key in now.there(space, target))
        if who != now.president and (not now.phase or guards):
            self.rebels.add(who)
        return sum(one >= self.city.hit for one in rolled)

    def _exchange(self, space: str, firing: Sequence[str], losses: Counter[str]) -> bool:
        """13.b, 13.c: all fire, then all losses are taken."""
        now, there, hits = self._now(), self._fighters(space), Counter[str]()
        fired = False
        for who in firing:
            keys = [key for key in now.there(space, who) if key not in self.retired]
            dice = now.dice(space, keys)[0]
            if not dice or self.chance.random() < 0.15:
                continue
            if self._errs():
                dice += 2
                self._plant(who, "rolls two dice too many")
            target = self.chance.choice([one for one in there if one != who])
            hits[target] += self._fire(who, "fire", target, dice, space)
            fired = True
        for who, number in hits.items():
            self._lose(space, who, number, losses)
        return fired

    def _lose(self, space: str, who: str, hits: int, losses: Counter[str]) -> None:
        """14.d: each 6 destroys a Unit of its owner's choice."""
        gone = [key for key in self._now().there(space, who) if key not in self.retired][:hits]
        if gone and self._errs():
            gone = gone[1:]
            self._plant(who, "keeps a Unit that was hit")
        losses[who] += len(gone)
        if gone:
            self.writer.move(gone, "dead_units")

    def _retreats(self, space: str, losses: Counter[str], marker: str) -> None:
        """15.a, 15.c, 15.d, 15.f: all leave but those who lost the fewest."""
        there = self._fighters(space)
        fewest = min((losses[who] for who in there), default=0)
        leaving = [who for who in self._now().movers() if who in there and losses[who] > fewest]
        if not leaving:
            return
        self.writer.flip(marker, "retreats")
        for who in leaving:
            now = self._now()
            keys = [key for key in now.there(space, who) if key not in self.retired]
            free = [
                one for one in sorted(self.city.near[space])
                if one in self.city.embassies or not set(now.counted(now.there(one))) - {who}
            ]  # fmt: skip
            self.writer.actor = who
            self.writer.move(keys, self.chance.choice(free) if free else "dead_units")
            self.retired |= set(keys) if free else set()

    # --- the end, and mistakes -----------------------------------------------------------------

    def _result(self, sides: dict[str, str]) -> None:
        """17.c, 17.e: three of the five power centres."""
        now = self._now()
        won = Ending(now, lambda _: None, sides).rebels_win()
        who = now.order(now.leader)[0]
        self.writer.announce(who, {"deed": "won_rebels" if won else "won_president"})

    def _errs(self) -> bool:
        """Whether it is time for one of the mistakes that are asked for."""
        self.done += 1
        return len(self._mistakes) < self.mistakes and self.done > EVERY * (len(self._mistakes) + 1)

    def _plant(self, family: str, words: str) -> None:
        name = self.game.sides[family].name
        self._mistakes.append((len(self.writer.acts), f"{name}: {words}"))


def role_of(kind: str, place: str) -> Role | None:
    """A new phase of the coup; cards are played in a family's turn, with the Units they bring."""
    if kind == "coup_phase":
        return Role.BARRIER
    return Role.PIECE if kind.startswith("card_") else None

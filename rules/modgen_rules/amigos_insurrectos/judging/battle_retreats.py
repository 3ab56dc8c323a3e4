"""The retreats of a battle: who may leave, when, and where to (10.3, 10.6.5)."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.judging.battle_losses import BattleLosses
from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, OTHER, SIDES, US
from modgen_rules.amigos_insurrectos.law.force import Force
from modgen_rules.amigos_insurrectos.reading.battle_reading import Exit
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.record.talk import says

NIGHT_DIE = "night_attack"


class BattleRetreats(BattleLosses):
    """Judges the retreats of a battle that was read, besides its losses."""

    def announced(self) -> None:
        """10.3.1.e: the attacker announces a retreat before combat."""
        for one in self.battle.events:
            said = one.what == "said" and one.kind == "retreats_before"
            if said and one.side == self.battle.attacker:
                what = "the attacker retreated before combat"
                self.find("10.3.1.e", one.side, what, one.act, ruling="who-retreats-before-combat")

    def retreats(self) -> None:
        """10.3, 10.6.5: who may retreat, and where to."""
        for side in SIDES:
            found = [one for one in self.fight.exits if one.side == side and one.stage != "free"]
            if found:
                self._retreat(side, found)
        if not self.fight.exits:
            self._stayed()

    def _stayed(self) -> None:
        """10.6.5.a: Filipinos who must retreat after round 1 stay, and the battle is over."""
        record, area = self.battle.source.record, self.battle.area
        both = {one.shooter for one in self.fight.volleys if one.way == "fire"} == {*SIDES}
        late = min(self.last + windows.MUCH_LATER, len(record.acts))
        stays = record.positions[late].steps(area, ("regular",)) == self.end.regular
        if self.open or not both or not self.end.steps(US):
            return
        found = self.battle.forced(self.fight, self.last) if self.fight.round == 1 else None
        if not found:
            self._broken_off()
        elif stays and not any(self.fight.due[side].most > 0 for side in SIDES):
            what = f"the Filipinos {found[0]} in round 1 and stayed"
            away = retreats.goals(self.position, area, FILIPINO)
            clause = "10.6.5.a" if away else "10.3.2.d"
            self.find(clause, FILIPINO, what, self.last - 1, ruling=found[1])

    def _broken_off(self) -> None:
        """10.6.5.b: the attacker goes on or retreats; a battle does not end with both sides there.

        The Battle marker leaves the area, and both sides are still there as the phase ends.
        """
        record, area = self.battle.source.record, self.battle.area
        away = [
            one.act
            for one in self.battle.events
            if one.kind == BATTLE and one.what == "marker" and one.area == area
        ]
        if not away or not self.end.regular or away[-1] < self.fight.volleys[-1].last:
            return
        onward = range(away[-1] + 1, len(record.acts))
        end = next((n for n in onward if record.acts[n].what == "phase"), len(record.acts))
        fired = any(record.acts[n].kind in DICE_OF_BATTLE for n in range(away[-1], end))
        stay = all(record.positions[end].strong(area, side) for side in SIDES)
        if stay and end < len(record.acts) and not fired:
            what = (
                f"the battle was broken off after round {self.fight.round}, and both sides stayed"
            )
            gap = unless(self.sure, prices.MIXED)
            self.find("10.6.5.b", self.battle.attacker, what, away[-1], gap=gap)

    def _retreat(self, side: str, found: list[Exit]) -> None:
        first, area = found[0], self.battle.area
        position = self.battle.source.record.positions[first.act]
        force = self.battle.force(first.act)
        rising = self.battle.laid("uprising")
        if side == FILIPINO and rising:
            what = f"Filipinos retreated although {rising.title} had been played"
            self.find(rising.clause, side, what, first.act)
            return
        if first.stage == "before":
            self._before(side, first.act, force)
        elif first.stage == "guns":
            self.find("10.2.a", side, "units retreated after Artillery had fired", first.act)
        elif first.stage == "after":
            self._shot(OTHER[side], side, first.act)
        doubt = unless(not self._marched(side, first.act), prices.MOVED)
        targets = {one.target for one in found}
        left = self.end.steps(side) and not self.open
        if len(targets) > 1 or left or self._rearguard(side, found):
            what = "only part of a force retreated, or it retreated to several areas"
            told = self.sure and self._shot_at(side, first.act)
            self.find("10.3.2.a", side, what, first.act, gap=doubt, local=told)
            return
        if self._guns_behind(side, first.act, targets):
            what = "a force retreated and left a unit behind"
            self.find("10.3.2.a", side, what, first.act, gap=doubt)
            return
        steps = sum(one.steps for one in found)
        positions = self.battle.source.record.positions
        legal = retreats.legal_retreats(position, area, side, steps)
        for index in (self.battle.first, self.last):  # losses may be taken off early or late
            others = retreats.legal_retreats(positions[index], area, side, steps)
            legal |= {
                one
                for one in others
                if not position.strong(one, OTHER[side])
                and (index < first.act or one not in targets or position.strong(one, side))
            }
        wrong = targets - legal
        if wrong:
            names = self.country.names
            what = f"units retreated from the battle to {names[next(iter(wrong))]}"
            expected = ", ".join(sorted(names[one] for one in legal)) or "nowhere to go"
            clause = "10.3.2.b" if legal else "10.3.2.d"
            self.find(clause, side, what, first.act, expected=expected, gap=doubt, local=self.sure)

    def _guns_behind(self, side: str, index: int, targets: set[str]) -> bool:
        """10.3.2.a: whether Artillery never came to where its force went."""
        positions = self.battle.source.record.positions
        after = positions[index : self.last + windows.MUCH_LATER]
        guns = positions[index].artillery(self.battle.area, side)
        return any(
            all(key in one.pieces and one.pieces[key].place not in targets for one in after)
            for key in guns
        )

    def _rearguard(self, side: str, found: list[Exit]) -> bool:
        """10.3.2.a: whether part of a force retreated before combat and the rest fought."""
        last = max(one.act for one in found)
        return found[0].stage == "before" and any(
            one.shooter == side
            and one.way == "fire"
            and one.first > last
            and one.force.steps(side) > 0
            for one in self.fight.volleys
        )

    def _marched(self, side: str, index: int) -> bool:
        """Whether a retreat may be a move of the Filipino phase, to which the tracker goes late.

        Then no battle goes on after it, and the tracker leaves out the phase of POA sites. Where
        the tracker is not always stepped, every such retreat may be one.
        """
        if side != FILIPINO or self.battle.attacker != US:
            return False
        if self._shot_at(side, index) or self._written(index):
            return False
        if not self.war.kept:
            return True
        source = self.battle.source
        for act in source.record.acts[index + 1 : max(source.acts) + 1]:
            if act.what == "phase":
                break
            if act.kind == BATTLE or (act.what == "roll" and act.kind in DICE_OF_BATTLE):
                return False
        marks = (act.target for act in source.record.acts[index + 1 :] if act.what == "phase")
        return not next(marks, "").startswith("us_")

    def _written(self, index: int) -> bool:
        """Whether a player wrote of a retreat just before."""
        lines = (line for n, line in self.battle.source.record.lines if n == index)
        return any(says(self.country.game, line, "retreats") for line in lines)

    def _shot_at(self, side: str, index: int) -> bool:
        """10.6.5.d: whether the parting shot at a side was the last fire before it left."""
        fire = [one for one in self.fight.volleys if one.last < index]
        return bool(fire) and fire[-1].way == "parting" and fire[-1].shooter != side

    def _before(self, side: str, index: int, force: Force) -> None:
        """10.3.1: a retreat before combat."""
        doubt = unless(not self._marched(side, index), prices.MOVED)
        if side == self.battle.attacker:
            return  # perhaps a late movement
        if side == US:
            self.war.earn(
                index, -1, "10.3.1.a", f"the US units that retreated before combat in {self.name}"
            )
            return
        self.war.deny(index, 1, "10.3.1.a", f"Filipinos who retreated before combat in {self.name}")
        if self.battle.has("retreats"):
            return
        if force.trait(self.country, US, "na") and self._at_night(index):
            self.find("1.2.2.i", side, "Filipinos retreated from a Night Attack", index)
        elif entry := self._unrolled(index):
            what = "Filipinos retreated, and no die was rolled for the Night Attack"
            self.find("1.2.2.i", US, what, entry, last=index, gap=doubt)
        elif not force.regular:
            searches = [one for one in self.rolled("us_search") if one.act < index]
            if searches:
                what = "Guerrillas retreated after the search"
                self.find("10.3.1.b", side, what, index, gap=doubt)
        elif not force.of(self.country, FILIPINO) and not self._led(index):
            what = "Regulars without a Leader retreated"
            self.find("10.3.1.c", side, what, index, gap=doubt)

    def _led(self, index: int) -> bool:
        """10.3.1.c: whether a Leader left the area before his force, in a drag of his own."""
        side, areas = self.country.side, self.country.areas
        return any(
            one.what == "leader"
            and one.act < index
            and side[one.kind] == FILIPINO
            and one.area == self.battle.area
            and one.target in areas
            for one in self.battle.events
        )

    def _unrolled(self, index: int) -> int:
        """1.2.2.i: the act with which Lawton entered, if no die that may be his came after it."""
        record, area = self.battle.source.record, self.battle.area
        night_dice = {NIGHT_DIE, *self.country.general_dice}
        for n in range(index - 1, -1, -1):
            act = record.acts[n]
            if act.kind == "turn_marker" or (act.what == "roll" and act.kind in night_dice):
                break
            traits = self.country.leaders.get(act.kind, ())
            if act.what == "move" and act.target == area and "na" in traits:
                return n if record.diced and record.positions[n].strong(area, FILIPINO) else 0
        return 0

    def _at_night(self, index: int) -> bool:
        """1.2.2.i: whether Lawton's die forbids a retreat."""
        acts = self.battle.source.record.acts
        for act in reversed(acts[:index]):  # some roll as Lawton enters the area
            if act.kind == "turn_marker":
                break
            if act.what == "roll" and act.kind == NIGHT_DIE:
                return act.dice[0] <= self.country.numbers.night_die
        return False

    def _shot(self, shooter: str, side: str, index: int) -> None:
        """10.6.5.c, 10.6.5.d: who stays takes a parting shot."""
        shots = [one for one in self.fight.volleys if one.way == "parting"]
        own = self.battle.own_shots(self.fight, side)
        if own and not self.open:
            what = "the units that retreated fired the parting shot"
            clause = "10.6.5.d" if side == self.battle.defender else "10.6.5.c"
            self.find(clause, side, what, own[0].first)
        spared = side == FILIPINO and self.battle.has("no_parting")
        spared = spared or bool(self.general)  # one of these dice may be the shot
        if not shots and not spared and not self.open and self.end.steps(shooter):
            clause = "10.6.5.d" if side == self.battle.defender else "10.6.5.c"
            what = "no parting shot was fired at units that retreated"
            self.find(clause, shooter, what, index, gap=lapse(prices.NO_DICE))

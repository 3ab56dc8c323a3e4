"""The end of a battle: losses, retreats, reorganisation, Artillery left alone, Political Will."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.battle_retreats import BattleRetreats
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, SIDES, SIGN, US
from modgen_rules.amigos_insurrectos.reading.battle_events import Event
from modgen_rules.amigos_insurrectos.reading.battle_reading import SHOWN, Volley
from modgen_rules.amigos_insurrectos.reading.fitting import ENTERING
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless


class BattleEnd(BattleRetreats):
    """Judges what follows from the dice of a battle that was read."""

    def judge(self) -> None:
        """Everything."""
        self.announced()
        self.retreats()
        for side in SIDES:
            self.losses(side)
        self.order_of_losses()
        self.spread()
        self.guns_left()
        self.arms()
        self.points()

    def fought(self) -> bool:
        """Whether dice fell."""
        return bool(self.shots())

    def shots(self) -> list[Volley]:
        """The volleys of the battle; Gunboats have no part in one of the US phase."""
        guns = self.battle.attacker == FILIPINO
        return [one for one in self.fight.volleys if guns or one.way != "shelling"]

    @cached_property
    def due_at(self) -> int:
        """The act at which the points of the battle are due: before a POA site that comes after it.

        A site may come before the tracker goes on.
        """
        acts, areas = self.battle.source.record.acts, self.country.areas
        fire = [one.act for one in self.battle.events if one.what in ("roll", "loss")]
        sites = (
            n - 1
            for n in range(max(fire, default=self.last), self.last)
            if acts[n].what == "move" and acts[n].kind == "poa" and acts[n].target in areas
        )
        return next(sites, self.last - 1)

    def marked(self) -> bool:
        """Whether the marker shows the battle at each of its dice."""
        events = self.battle.events
        dice = [one for one in events if one.what == "roll" and one.kind not in ENTERING]
        return bool(dice) and all(self.battle.shown.get(one.act) for one in dice)

    def no_die(self, *others: str) -> bool:
        """Whether no die can be the one that is missing: all are fire, searches, or `others`.

        Players may take another button, or roll when the marker is in the next battle.
        """
        acts = self.battle.source.record.acts[self.battle.first : self.last + windows.MUCH_LATER]
        dice = {act.kind for act in acts if act.what == "roll"}
        return self.sure and self.marked() and dice <= {*SHOWN, *others}

    def fled(self, side: str) -> bool:
        """Whether a side retreated."""
        return any(one.side == side and one.stage != "free" for one in self.fight.exits)

    def rolled(self, die: str) -> list[Event]:
        """The single dice of a purpose: by their button, or general dice that can be meant."""
        named = super().rolled(die)
        return named or [one for one in self.general if self._purposes.get(one.act) == die]

    @cached_property
    def _purposes(self) -> Mapping[int, str]:
        """What general dice are for: what is due before the first fire, and after the last."""
        if not self.fight.volleys:
            return {one.act: "us_search" for one in self.general}
        first, last = self.fight.volleys[0], self.fight.volleys[-1]
        force, led = first.force, {side: first.force.of(self.country, side) for side in SIDES}
        night = self.battle.attacker == US and force.trait(self.country, US, "na")
        alone = self.battle.attacker == US and force.hidden and not force.regular
        before = ["night_attack"] * bool(night) + ["us_search"] * bool(alone)
        after = ["leader_alone" for side in SIDES if self.cleared(side) for _ in led[side]]
        clears = self.cleared(FILIPINO) and self.end.us_volunteers
        after += ["atrocity"] * bool(clears and not (self.end.us_army or self.end.us_cavalry))
        funston = force.trait(self.country, US, "st") and led[FILIPINO]
        check = led[US] or led[FILIPINO] or force.scouts
        after += ["stratagem" if funston else "casualty"] * bool(check and not after[:1])
        after += ["whose_leader"] * bool(led[US] and led[FILIPINO] and not funston)
        after += ["lawton_lost"] * bool(force.trait(self.country, US, "na"))
        after += ["kill"] * bool(force.trait(self.country, US, "k"))
        early = [one.act for one in self.general if one.act < first.first]
        late = [one.act for one in self.general if one.act > last.last]
        return {**dict(zip(early, before, strict=False)), **dict(zip(late, after, strict=False))}

    def cleared(self, side: str) -> bool:
        """Whether a side lost all its steps in the battle."""
        return self.fought() and not self.fled(side) and not self.end.steps(side)

    def wiped(self, side: str) -> bool:
        """Whether a side lost every step with which it began, perhaps by parting shots."""
        shots = self.shots()
        steps = shots[0].force.steps(side) if shots else 0
        return 0 < steps <= self.fight.lost[side]

    def spread(self) -> None:
        """10.8: reorganisation after the enemy was eliminated."""
        free = [one for one in self.fight.exits if one.stage == "free"]
        for one in free:
            names, enemy = self.country.names, OTHER[one.side]
            target = names.get(one.target, one.target)
            position = self.battle.source.record.positions[one.act]
            if self.fled(enemy) or not self.fought():
                what = f"units moved on to {target} although the enemy had retreated"
                self.find("10.8.b", one.side, what, one.act)
            elif one.side == self.battle.attacker == US and self.battle.area in self.war.shipped:
                what = f"units that had landed moved on to {target} after combat"
                self.find("10.8.b", US, what, one.act)
            elif one.target not in self.country.near[self.battle.area]:
                what = f"units moved on to {target}, which is not adjacent, after combat"
                self.find("10.8.a", one.side, what, one.act)
            elif position.strong(one.target, enemy):
                what = f"units moved on into {names[one.target]}, where enemies are, after combat"
                self.find("10.8.a", one.side, what, one.act)
            else:
                continue
            return

    def guns_left(self) -> None:
        """10.6.5.e, 10.6.5.f: Artillery without its infantry, and no Artillery is ever hit."""
        for event in [one for one in self.battle.events if one.what == "gun"]:
            side, enemy = event.side, OTHER[event.side]
            fled = event.area in {one.target for one in self.fight.exits if one.side == side}
            here = event.area == self.battle.area
            found = event.area in {one.target for one in self.fight.exits if one.side == enemy}
            if found and not here and side == US and event.target not in self.country.areas:
                self.war.earn(
                    event.act, -2, "1.2.1.i", "the Artillery that retreating Filipinos met"
                )
                self.war.killed["us_artillery"] += 1
                continue
            if not (here or fled) or event.target in self.country.areas:
                continue
            force = self.battle.force(event.act)
            if event in self.guns_hit(side):
                self.find(
                    "10.6.4.c", side, "Artillery was removed as if it had been hit", event.act
                )
            elif here and not force.steps(enemy) and not self.end.steps(enemy):
                what = "Artillery was eliminated though neither side had infantry left"
                self.find("10.6.5.e", side, what, event.act)
            else:
                what = f"{'US' if side == US else 'Filipino'} Artillery was eliminated"
                self.war.earn(self.due_at, SIGN[enemy], "10.6.5.f", f"{what} in {self.name}")
                if side == US:
                    self.war.killed["us_artillery"] += 1
        self._guns_saved()
        for side in SIDES:
            guns = self.end.us_artillery if side == US else self.end.fil_artillery
            if guns and self.cleared(side) and self.end.steps(OTHER[side]) and not self.open:
                what = "Artillery stayed after its infantry was eliminated"
                ended, area = self.war.ended, self.battle.area
                stays = ended and ended.artillery(area, side) and ended.strong(area, OTHER[side])
                alone = bool(stays) and not (ended and ended.strong(area, side))
                self.find("10.6.5.f", side, what, self.last - 1, local=alone)

    def _guns_saved(self) -> None:
        """10.6.5.f: Artillery that leaves when the last step of its side is eliminated.

        That may be by the parting shot, after both have left.
        """
        areas, ended = self.country.areas, self.war.ended
        exits = {(one.side, one.target) for one in self.fight.exits if one.stage != "free"}
        for one in self.battle.events:
            if one.what != "gun" or one.area != self.battle.area or one.target not in areas:
                continue
            force = self.battle.force(one.act)
            alone = not force.steps(one.side) and force.steps(OTHER[one.side])
            stays = ended is not None and ended.artillery(one.target, one.side)
            if alone and stays and self.cleared(one.side):
                what = "Artillery left after its infantry was eliminated"
                self.find("10.6.5.f", one.side, what, one.act)
            elif (
                stays
                and (one.side, one.target) in exits
                and self.wiped(one.side)
                and not (ended and ended.strong(one.target, one.side))
            ):
                exits.discard((one.side, one.target))
                what = "Artillery stayed after the infantry with which it retreated was eliminated"
                gap = unless(self.marked(), prices.MIXED)
                self.find("10.6.5.f", one.side, what, self.last - 1, gap=gap)

    def arms(self) -> None:
        """6.0.g: Imported Arms that leave an area where all Filipino units were destroyed."""
        shots = self.shots()
        if not (shots and shots[0].force.imported_arms and self.cleared(FILIPINO)):
            return
        ended, led = self.war.ended, shots[0].force.of(self.country, FILIPINO)
        for one in self.battle.events:
            carried = one.what == "marker" and one.kind == "imported_arms"
            stays = ended is not None and ended.has(one.target, "imported_arms")
            if carried and one.area == self.battle.area and one.target in self.country.areas:
                there = self.battle.force(one.act).steps(FILIPINO)
                if stays and not there:
                    what = "Imported Arms left after all Filipino units were destroyed"
                    self.find(
                        "6.0.g", FILIPINO, what, one.act, gap=unless(not led, prices.OTHER_PLAYER)
                    )

    def points(self) -> None:
        """10.9: Political Will for the steps that were lost, and the memory of the turn."""
        war, lost = self.war, self._by_kind()
        last = self.due_at
        for kind, number in lost.items():
            war.killed[kind] += number
        order = (self.battle.attacker, self.battle.defender)
        for side in order:
            victim = OTHER[side]
            points = max(0, self.fight.lost[victim]) * self.country.numbers.step_points[victim]
            word = "US" if victim == US else "Filipino"
            what = f"{wording.steps(max(0, self.fight.lost[victim]), word)} lost in {self.name}"
            war.earn(last, SIGN[side] * points, "10.9.a", what)
            if victim == FILIPINO and lost.get("fagen", 0) > 0:
                war.earn(last, 1, "PH.G1", "David Fagen, who was lost")
        if self.fought():
            war.battles[self.battle.area] = self.battle.attacker
            war.fought.setdefault(self.battle.area, self.battle.first)
            if self.battle.attacker == US:
                war.attacks.add(war.turn)

    def _by_kind(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for one in self._losses():
            found[one.kind] = found.get(one.kind, 0) + one.number
        return found

    def _losses(self) -> Iterator[Event]:
        return (one for one in self.battle.events if one.what == "loss")

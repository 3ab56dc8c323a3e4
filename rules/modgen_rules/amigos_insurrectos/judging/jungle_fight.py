"""Fights in the Jungle Warfare display (12.0 B): ambush, discovery, rounds."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import permutations

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    JUNGLE,
    OTHER,
    SIDES,
    SIGN,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.law.fire import Range
from modgen_rules.amigos_insurrectos.reading.battle_events import Event, Events
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import habits, prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse, unless
from modgen_rules.engine.reports.sections import Issue

FIRE = {"jungle_filipino": FILIPINO, "jungle_us": US}


@dataclass
class Box:
    """One fight as its dice tell it."""

    country: Country
    source: Events
    box: str
    events: list[Event]
    unfinished: bool = False
    issues: list[Issue] = field(default_factory=list)
    lost: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

    def __post_init__(self) -> None:
        self.start = self.source.force(self.events[0].act, self.box)
        self.name = self.country.names[self.box]
        self.last = self.events[-1].act

    def find(
        self,
        clause: str,
        what: str,
        index: int,
        expected: object = "",
        observed: object = "",
        gap: float = CERTAIN,
        side: str = "",
    ) -> None:
        """Note something wrong."""
        text = f"in {self.name}, {what}"
        self.issues.append(
            Issue(clause, gap, side, text, index, index, str(expected), str(observed))
        )

    def dice(self, kind: str) -> list[int]:
        """All results of a kind of die."""
        rolls = (one.dice for one in self.events if one.what == "roll" and one.kind == kind)
        return [die for dice in rolls for die in dice]

    def judge(self) -> None:
        """Combat or not, who is ambushed and discovered, the rounds, the losses."""
        lowest, first = self.country.lowest, self.events[0].act
        combat = self.dice("jungle_combat")
        fired = [one for one in self.events if one.what == "roll" and one.kind in FIRE]
        for one in self.events:
            if one.what == "loss" and one.area == self.box:
                self.lost[one.side] += one.number
        peace = bool(combat) and combat[-1] < lowest["jungle_combat"]
        if not fired:
            if any(self.lost.values()):
                what = f"on a roll of {combat[-1]}" if peace else "without fire"
                self.find("12.B.a" if peace else "12.B.e", f"steps were lost {what}", first)
            elif combat and not peace and not self.unfinished:
                what = f"no combat was fought after a roll of {combat[-1]}"
                self.find("12.B.a", what, first, gap=lapse(prices.NO_DICE))
            return
        if peace or not combat:
            why = f"on a roll of {combat[-1]}" if combat else "without a die roll"
            self.find("12.B.a", f"combat was fought {why}", fired[0].act)
        us, mine = self.start.steps(US), self.start.steps(FILIPINO)
        scouts = bool(self.start.scouts)
        ambush = self._rolled("12.B.b", "ambush", us)
        found = self._rolled("12.B.c", "discovery", mine)
        ambushed, discovered = Range(0, us), mine  # as far as no dice tell it
        if ambush:
            number = max(0, sum(die >= lowest["jungle_ambush"] for die in ambush) - scouts)
            ambushed = Range(number, number)
        if found:
            discovered = sum(die >= lowest["jungle_discovery"] for die in found) + scouts
        self.rounds(fired, ambushed, min(mine, discovered))
        self.markers("ambushed", ambushed.least)
        self.markers("discovered", min(mine, discovered) if found else int(scouts))

    def _rolled(self, clause: str, purpose: str, need: int) -> list[int]:
        """12.B.b, 12.B.c: the dice for the ambush or the discovery, one for each step."""
        dice, first = self.dice(f"jungle_{purpose}"), self.events[0].act
        if not dice:
            what = f"no dice were rolled for the {purpose}"
            self.find(clause, what, first, gap=lapse(prices.NO_DICE))
        elif len(dice) != need:
            what = f"{wording.count(len(dice), 'die was', 'dice were')} rolled for the {purpose} "
            self.find(clause, what + f"instead of {need}", first, need, len(dice))
        return dice

    def rounds(self, fired: list[Event], ambushed: Range, discovered: int) -> None:
        """12.B.d, 12.B.e: as many rounds as the die says, each with the dice of both sides."""
        rounds, count = self._cut(fired), self.dice("jungle_rounds")
        due = {side: Range() for side in SIDES}
        gone, first = dict.fromkeys(SIDES, 0), self.start
        for n, volleys in enumerate(rounds, 1):
            index = min(one.act for one in volleys)
            now = self.source.force(index, self.box)
            hits: dict[str, int] = dict.fromkeys(SIDES, 0)
            for side in SIDES:
                dice = [die for one in volleys if FIRE[one.kind] == side for die in one.dice]
                steps = now.steps(side) - max(0, due[side].least)
                need = Range(steps, steps)
                if side == US:
                    free = first.steps(US) - ambushed.least
                    need = Range(max(0, steps - ambushed.most), min(steps, free))
                if len(dice) not in need:
                    what = f"the {'US' if side == US else 'Filipinos'} rolled "
                    what += f"{wording.dice(len(dice))} instead of {need} in round {n}"
                    self.find("12.B.e", what, index, need, len(dice), side=side)
                hits[OTHER[side]] = sum(die >= 6 for die in dice)
            open_ = max(0, discovered - gone[FILIPINO] - due[FILIPINO].least)
            hits[FILIPINO] = min(hits[FILIPINO], open_)
            following = rounds[n][0].act if n < len(rounds) else self.last + 1
            for side in SIDES:
                lost = sum(
                    one.number
                    for one in self.events
                    if one.what == "loss" and one.side == side and index <= one.act < following
                )
                gone[side] += lost
                due[side] = due[side].plus(hits[side] - lost, hits[side] - lost)
        for side in SIDES:
            self._settle(side, due[side].least, discovered)
        over = any(first.steps(side) <= gone[side] for side in SIDES)
        free_to_fire = first.steps(US) > ambushed.least
        many = bool(count) and len(rounds) > count[-1]
        few = bool(count) and len(rounds) < count[-1] and not over and not self.unfinished
        if many or few:
            what = f"{wording.count(len(rounds), 'round was', 'rounds were')} fought"
            what += f" instead of {count[-1]}"
            gap = unless(many or free_to_fire, prices.NO_DICE)
            self.find("12.B.d", what, self.last, count[-1], len(rounds), gap)
        elif not count:
            what = "no die was rolled for the number of rounds"
            self.find("12.B.d", what, self.last, gap=lapse(prices.NO_DICE))

    def _settle(self, side: str, due: int, discovered: int) -> None:
        """12.B.e: hits against losses; of the Filipinos only the discovered ones can be hit."""
        lost, all_ = self.lost[side], self.start.steps(side)
        hits = lost + due
        most = min(hits, all_ if side == US else discovered)
        if lost == most or (lost < most and self.unfinished):
            return
        word = "US" if side == US else "Filipino"
        what = wording.against_hits(lost, word, f"in {self.name}", str(most))
        self.issues.append(
            Issue("12.B.e", CERTAIN, side, what, self.last, self.last, str(most), str(lost))
        )

    def _cut(self, fired: list[Event]) -> list[list[Event]]:
        """Rounds: a side that fires again after the other has fired begins a new one."""
        rounds: list[list[Event]] = []
        for one in fired:
            kinds = [other.kind for other in rounds[-1]] if rounds else []
            if (
                not rounds
                or (one.kind in kinds and one.kind != kinds[-1])
                or self._full(rounds, one)
            ):
                rounds.append([])
            rounds[-1].append(one)
        return rounds

    def _full(self, rounds: list[list[Event]], one: Event) -> bool:
        """Whether the last round has all dice that the side of a roll has."""
        dice = sum(len(other.dice) for other in rounds[-1] if other.kind == one.kind)
        now = self.source.force(one.act, self.box)
        return dice >= max(1, now.steps(FIRE[one.kind])) if dice else False

    def markers(self, kind: str, most: int) -> None:
        """12.B.f: not more markers than dice allow."""
        placed = sum(one.kind == kind and one.target == self.box for one in self.events)
        if placed > most:
            what = wording.count(placed, f"{kind} marker was", f"{kind} markers were") + " placed"
            self.find("12.B.f", what, self.last, most, placed, gap=lapse(prices.BEHIND))


def judge(phase: Phase, war: War) -> str:
    """Judge the fights of a turn in both boxes. Returns the story."""
    country, source = war.country, Events(phase.record, phase.acts)
    events = source.read()
    fights = _segments(events)
    last = phase.acts[-1]
    unfinished = not phase.finished
    best: list[Box] = []
    price = float("inf")
    begins = (phase.acts[0], *(part[0].act for part in fights))  # units may enter late
    boxes = [one for one in JUNGLE if any(source.force(n, one).contested for n in begins)]
    for order in permutations(boxes or JUNGLE, min(len(fights), len(boxes or JUNGLE))):
        tried = [
            Box(country, source, box, part, unfinished)
            for box, part in zip(order, fights, strict=False)
        ]
        for one in tried:
            one.judge()
        cost = sum(len(one.issues) for one in tried)
        if cost < price:
            best, price = tried, cost
    for one in best:
        war.note(*one.issues)
        for side, word in ((FILIPINO, "Filipino"), (US, "US")):
            what = f"{wording.steps(one.lost[side], word)} lost in {one.name}"
            points = -SIGN[side] * country.numbers.step_points[side] * one.lost[side]
            war.earn(last, points, "10.9.a", what, sure=False)
        for event in one.events:
            if event.what == "loss":
                war.killed[event.kind] += event.number
    # 12.B.a: a box with both sides needs a die.
    for box in boxes if not unfinished else ():
        if box not in {one.box for one in best} and source.force(last + 1, box).contested:
            what = f"no die was rolled for combat in {country.names[box]}"
            war.find("12.B.a", "", what, last, gap=lapse(prices.NO_DICE))
    return "; ".join(f"fight in {one.name}" for one in best if any(one.lost.values()))


def unfought(turn: Turn, war: War) -> None:
    """12.B.a: boxes with both sides in a turn whose phase of combat in the Jungle has no acts."""
    record, acts = turn.record, turn.record.acts
    marks = [n for n in turn.span if acts[n].what == "phase"]
    start = next((n for n in marks if acts[n].target == "jungle_combat"), -1)
    later = next((n for n in marks if n > start), -1)
    if start < 0 or later < 0 or any(one.what == "roll" for one in acts[start:later]):
        return
    end = turn.settled("jungle_filipino")
    habit = sum(one.what == "roll" for one in acts) >= habits.SHOWN_BY
    for box in JUNGLE:
        moments = (record.positions[start], record.positions[later], end)
        if all(at.strong(box, US) and at.strong(box, FILIPINO) for at in moments):
            what = f"no die was rolled for combat in {war.country.names[box]}"
            gap = unless(habit, prices.NO_DICE)
            war.find("12.B.a", "", what, start, later, gap=gap, local=habit)


def _segments(events: list[Event]) -> list[list[Event]]:
    """The events of each fight: it begins with the die for combat."""
    found: list[list[Event]] = []
    for one in events:
        begins = one.what == "roll" and one.kind == "jungle_combat"
        telling = one.what == "roll" or (one.what == "loss" and one.area in JUNGLE)
        if begins or (telling and not found):
            found.append([])
        if found:
            found[-1].append(one)
    return found

"""Who fired (12.0, 13.0, 14.0): every family that can have rolled some dice, and at whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations

from modgen_rules.engine.reading import prices
from modgen_rules.engine.reports.sections import Issue
from modgen_rules.junta_coup.judging.dice_reading import Fixed, Reading, changed
from modgen_rules.junta_coup.judging.hits import strike
from modgen_rules.junta_coup.judging.issues import breach, oddity
from modgen_rules.junta_coup.law.battle import commander_faults
from modgen_rules.junta_coup.law.city import GUNS, SHOTS, Fire
from modgen_rules.junta_coup.law.position import Coup
from modgen_rules.junta_coup.reading.record import Record
from modgen_rules.junta_coup.wording import Words, dice, verb

Said = dict[str, tuple[str, str]]
"""What families announced: the deed, and whom they named."""


@dataclass
class Shots:
    """Reads single rolls of a phase that begins with act `start`."""

    record: Record
    words: Words
    coup: Coup
    start: int
    _announced: dict[int, Said] = field(default_factory=dict)

    # --- what was said ---------------------------------------------------------------------------

    def said(self, index: int) -> Said:
        """What each family announced for a roll: since the dice before it, or left from before."""
        if index not in self._announced:
            found = self._told(index)
            self._announced[index] = found or self._pending(index)
        return self._announced[index]

    def _pending(self, index: int) -> Said:
        """13.c: several families announce, then all roll: what no dice have used up since."""
        told: Said = {}
        rolls = 0
        for n in range(index - 1, self.start - 1, -1):
            act = self.record.acts[n]
            if act.what == "roll":
                if told:
                    break
                rolls += 1
            elif act.what == "say" and act.kind in SHOTS:
                told.setdefault(act.owner, (act.kind, act.target))
        return told if len(told) > rolls else {}

    def gun(self, index: int) -> str:
        """The bombardment of a roll; empty for fire of Units."""
        act = self.record.acts[index]
        if act.kind in GUNS:
            return act.kind
        said = self.said(index)
        if len(said) == 1:
            deed, _ = next(iter(said.values()))
            if deed in GUNS and len(act.dice) <= self.record.city.salvoes[deed]:
                return deed
        return ""

    # --- fire of Units ---------------------------------------------------------------------------

    def fire(self, base: Reading, n: int, limit: float) -> Iterator[Reading]:
        """13.b, 14.a: by every family that can have rolled this number of dice, or claims to.

        Readings that cost more than `limit` may be left out.
        """
        act, said = self.record.acts[n], self.said(n)
        number, position = len(act.dice), self.record.positions[n]
        there = base.opened
        seat = {act.side} if self.record.trusted or act.side in there else set[str]()
        claims = {*seat, *said} & set(self.record.city.families)
        able = [who for who, fire in there.items() if base.used.get(who, 0) + number <= fire.dice]
        # 14.b, 14.c: so many dice would be right for each Unit, or for Guards in the Palace.
        likely = [
            who
            for who, fire in there.items()
            if number > fire.dice and number in (fire.doubled, fire.whole) and not said
        ]
        families = [*able, *sorted(claims)] or [*there]
        families += likely
        if not families:  # nobody is there (10.a), so nobody can have fired
            base = base.copy()
            base.touch(n)
            yield base
        hits = self.record.city.hits(act.dice)
        if not able:
            yield from self._together(base, n, hits)
        surplus = self._surplus(n)
        for family in dict.fromkeys(families):
            price = self._doubt(family, n, said, act.side in there)
            if base.cost + price > limit:
                continue
            found, before = base.copy(), base.breaches
            found.pay(price)
            if family not in able:
                clause, what, expected = self._too_many(found, family, number, n)
                issue = breach(clause, family, what, act.step, expected=expected)
                own = there.get(family)
                spent = own is not None and found.used.get(family, 0) >= own.dice
                if spent and found.stage == len(self.record.city.exchanges):
                    found.pay(prices.AFTER_ALL)
                elif clause == "13.i":
                    found.pay(prices.ABSENT)
                found.note(self._more_of_it(found, issue, n))
            elif found.used.get(family, 0) + number > found.reduced.get(family, number):
                what = (
                    f"{self.words.family(family)} rolled {dice(number)} in "
                    f"{self.words.place(found.space)} with Units that had been hit in the "
                    "exchange before"
                )
                dead = breach("13.h", family, what, act.step)._replace(place=found.space)
                # Units that were not removed before may fire on to the end of the battle.
                found.note(dead._replace(price=prices.ODD) if self._again(found, dead) else dead)
            if position.waits(family):
                what = f"{self.words.family(family)} fired {dice(number)} in the Rebellion phase"
                found.note(breach("3.c", family, what, act.step, expected="no die"))
            elif not position.phase and family not in self.record.turned:
                found.pay(prices.LOYAL_FIRE)
            if surplus is not None:
                found.note(surplus)
            found.used = changed(found.used, family, number)
            whom = said.get(family, ("", ""))[1]
            self._aim(found, n, family, whom, hits, found.breaches == before)
            yield found

    def _together(self, base: Reading, n: int, hits: int) -> Iterator[Reading]:
        """13.c: one throw for several families that have just so many dice together.

        Who rolls alone in a battle does so all through it, and dice of which one line tells are
        thrown one by one. Twice the dice of one of two families are a mistake of one. Nothing tells
        whose each hit is, so it may be at any family.
        """
        said, position = self.said(n), self.record.positions[n]
        beside = [act for act in self.record.acts[max(0, n - 1) : n + 2] if act.what == "roll"]
        one_by_one = len({act.step for act in beside}) < len(beside)
        if len(said) == 1 or one_by_one or self.record.trusted or self.record.announced:
            return
        own = [one for one in base.fired if one[2] == base.space and not self.gun(one[3])]
        thrown = Counter(at for *_, at in own)
        alone = {who for who, *_, at in own if thrown[at] == 1}
        free = [
            who
            for who, fire in base.opened.items()
            if fire.dice and not base.used.get(who) and who not in alone and not position.waits(who)
        ]
        number = len(self.record.acts[n].dice)
        for shooters in chain.from_iterable(combinations(free, k) for k in range(2, len(free) + 1)):
            full = {who: base.opened[who].dice for who in shooters}
            left = sum(base.reduced[who] for who in shooters)
            if number not in (sum(full.values()), left) or not said.keys() <= full.keys():
                continue
            if len(full) == 2 and len({*full.values()}) == 1:
                continue
            found = base.copy()
            found.pay(prices.DICE_TOGETHER)
            found.used = Fixed({**found.used, **full})
            if hits:
                strike(found, found.space, frozenset(base.opened), hits, owed=True)
            found.fired += tuple((who, "", found.space, n) for who in shooters)
            found.touch(n)
            yield found

    @staticmethod
    def _again(reading: Reading, issue: Issue) -> bool:
        """Whether the same family made the same mistake in the same space before."""
        told = {(one.clause, one.actor, one.place) for one in reading.issues}
        return (issue.clause, issue.actor, issue.place) in told

    def _surplus(self, n: int) -> Issue | None:
        """12.a, 12.b: dice right after a bombardment that nobody announced, though others are."""
        before, act = self.record.acts[n - 1 : n], self.record.acts[n]
        if not self.record.announced or not before or before[0].kind not in GUNS:
            return None
        if before[0].what != "roll" or self._told(n):
            return None
        clause, office = GUNS[before[0].kind]
        number = len(act.dice)
        what = (
            f"{dice(number)} {verb(number, 'was', 'were')} rolled right after those of the "
            f"{self.words.game.piece_types[before[0].kind].name}, and nobody had announced "
            f"{verb(number, 'it', 'them')}"
        )
        return oddity(clause, self.record.positions[n].holder(office), what, act.step)

    def _doubt(self, family: str, n: int, said: Said, seated: bool) -> float:
        """What announcements and seats say against a roll by a family.

        `seated`: whether the family of the seat that rolled has Units in the battle.
        """
        seat, price = self.record.acts[n].side, 0.0
        if said and family not in said:
            kept = self.record.announced
            price += prices.DICE_KEPT_SPEAKER if kept else prices.DICE_OTHER_SPEAKER
        if seat and seat != family:
            counts = self.record.trusted and (seated or seat in said)
            price += prices.DICE_TRUSTED_SEAT if counts else prices.DICE_OTHER_SEAT
        return price

    def _told(self, index: int) -> Said:
        """What was announced between the dice before a roll and the roll."""
        found: Said = {}
        for n in range(index - 1, self.start - 1, -1):
            act = self.record.acts[n]
            if act.what == "roll":
                break
            if act.what == "say" and act.kind in SHOTS:
                found.setdefault(act.owner, (act.kind, act.target))
        return found

    def _more_of_it(self, reading: Reading, issue: Issue, n: int) -> Issue:
        """The issue of one die too many; cheap if the die just before it was too many already.

        Dice beyond a second roll of all Units are a mistake of their own.
        """
        before = next((one for one in reading.issues[::-1] if one.actor == issue.actor), None)
        dice_clauses = ("13.b", "13.h", "14.a", "14.b", "14.c")
        acts = self.record.acts[n - 1 : n + 1] if n else []
        if before is None or before.clause not in dice_clauses:
            return issue
        if [len(act.dice) for act in acts] != [1, 1] or acts[0].step != before.last:
            return issue
        own = reading.opened.get(issue.actor)
        if own is not None and reading.used.get(issue.actor, 0) >= 2 * own.dice:
            return issue
        reading.withdraw([before])
        return issue._replace(clause=before.clause, first=before.first, price=before.price)

    def _too_many(self, reading: Reading, family: str, number: int, n: int) -> tuple[str, str, str]:
        """The clause that forbids this number of dice, and the numbers."""
        name, space = self.words.family(family), self.words.place(reading.space)
        own = reading.opened.get(family, Fire(0, 0, 0))
        total = reading.used.get(family, 0) + number
        former = reading.former.get(family, own).dice
        expected = f"at most {dice(own.dice)}" if own.dice else "no die"
        if family not in self.record.present(n):
            return "4.a", f"{name}, who is dead or in exile, rolled {dice(number)}", "no die"
        away = self.record.places(n, family) - {reading.space}
        if not own.whole and not former and away:
            return "13.i", f"{name} has no Unit in {space} and rolled {dice(number)}", "no die"
        single = number == 1 < own.dice
        if reading.used.get(family) and number <= own.dice and not single:
            more = f"{number} more {verb(number, 'die', 'dice')}"
            last = len(self.record.city.exchanges)
            if reading.stage == last and all(map(reading.used.get, reading.opened)):
                what = f"{name} rolled {more} in {space} after exchange {last} was over"
                return "13.a", what, "three exchanges at most"
            what = f"{name} rolled {more} in one exchange in {space}, where it has {dice(own.dice)}"
            return "13.b", what, expected
        if number <= former and own.dice < former:
            killed = verb(total, "for a Unit", "some of them for Units")
            what = f"{name} rolled {dice(total)} in {space}, {killed} already killed"
            return "13.h", what, expected
        guards = total <= own.doubled or own.dice > own.whole  # the latter only in the Palace
        clause = "14.c" if guards else "14.b" if total <= own.whole else "14.a"
        may = f"but may roll {expected}" if own.dice else "but may roll none"
        return clause, f"{name} rolled {dice(total)} in {space}, {may}", expected

    def _aim(self, found: Reading, n: int, family: str, whom: str, hits: int, owed: bool) -> None:
        """14.d: hits fall on whom was announced, else on whoever else is there."""
        present = self.record.present(n)
        there = {*found.opened, *self.record.units(n, found.space)} - {family}
        step = self.record.step(n)
        alone = not there and found.stage > 1 and family in found.opened
        if whom and whom not in there and not alone:
            name = self.words.family(whom)
            here = self.words.place(found.space)
            if whom == family:
                clause, what = "13.j", f"{name} announced fire at its own Units"
            elif whom not in present:
                clause, what = "4.a", f"fire was announced at {name}, dead or in exile"
            else:
                clause, what = "13.i", f"fire was announced at {name}, who has no Unit in {here}"
            note = oddity(clause, family, what, step, price=prices.DICE_OTHER_TARGET)
            found.note(note._replace(place=found.space))
            whom = ""
        targets = frozenset({whom} if whom else there) & there
        if alone:
            name, here = self.words.family(family), self.words.place(found.space)
            what = f"{name} fired in {here}, where nobody else has Units any more"
            idle = breach("10.a", family, what, step)._replace(place=found.space)
            price = prices.ODD if self._again(found, idle) else prices.BATTLE_ELSEWHERE
            found.note(idle._replace(price=price))
        if hits and targets:
            strike(found, found.space, targets, hits, owed)
        target = next(iter(targets)) if len(targets) == 1 else ""
        found.fired += ((family, target, found.space, n),)
        found.touch(n)

    # --- bombardments ----------------------------------------------------------------------------

    def salvo(self, reading: Reading, n: int, gun: str) -> Reading:
        """12.a, 12.b, 12.e: by its Office, with its dice, before the exchanges."""
        found, act, said = reading.copy(), self.record.acts[n], self.said(n)
        before, city = found.breaches, self.record.city
        clause, office = GUNS[gun]
        position = self.record.positions[n]
        family, step = position.holder(office), act.step
        faults = commander_faults(position, gun, self.coup.raids)
        name = self.words.game.piece_types[gun].name
        number, allowed = len(act.dice), city.salvoes[gun]
        claimed = [who for who in said if said[who][0] == gun] or (
            [act.side] if act.side and self.record.trusted else []
        )
        if claimed and family not in claimed:
            what = (
                f"{self.words.family(claimed[0])} fired the {name} of {self.words.family(family)}"
            )
            family = claimed[0]
            found.note(breach(clause, family, what, step))
        elif "12.f" in faults:
            what = f"the {name} of {self.words.family(family)}, who is dead or in exile, fired"
            found.note(breach("12.f", family, what, step))
        total = found.guns.get(gun, 0) + number
        if gun in found.guns and (number == allowed or found.gun_space.get(gun) != found.space):
            where = self.words.place(found.space)
            what = f"the {name} fired a second time in this phase, in {where}"
            found.note(breach(clause, family, what, step, expected="once a phase"))
        elif total > allowed:
            what = f"the {name} rolled {dice(total)} instead of {allowed}"
            found.note(breach(clause, family, what, step, expected=dice(allowed)))
        if "12.b" in faults and gun not in found.guns:
            raid = self.coup.raids + 1
            what = f"this was Air Raid number {raid} of the coup, but there are only {city.raids}"
            found.note(breach(clause, family, what, step, expected=f"at most {city.raids}"))
        if found.stage:
            what = f"the {name} fired after exchange {found.stage} had begun"
            note = breach if gun == "gunboat" else oddity
            found.note(note("12.e", family, what, step))
        if position.waits(family):
            what = f"{self.words.family(family)} fired the {name} in the Rebellion phase"
            found.note(breach("3.c", family, what, step))
        found.guns = changed(found.guns, gun, number)
        found.gun_space = Fixed({**found.gun_space, gun: found.space})
        whom = said.get(family, ("", ""))[1]
        stage, found.stage = found.stage, 0
        self._aim(found, n, family, whom, city.hits(act.dice), found.breaches == before)
        found.stage = stage
        return found

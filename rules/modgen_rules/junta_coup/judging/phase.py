"""One phase of the coup judged as a whole: Movement, then Battle."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace

from modgen_rules.engine.reading.effort import JUDGED
from modgen_rules.engine.reading.prices import ALIKE, BREACH, ODD
from modgen_rules.engine.reading.verdicts import CERTAIN, SURE
from modgen_rules.engine.reports.findings import listed, plural
from modgen_rules.engine.reports.sections import Issue, Section, alone, with_others
from modgen_rules.junta_coup.judging.battle import Shooting
from modgen_rules.junta_coup.judging.battle_acts import BattleActs
from modgen_rules.junta_coup.judging.declaring import Declarations
from modgen_rules.junta_coup.judging.dice_reading import Reading
from modgen_rules.junta_coup.judging.issues import cost, legal, oddity
from modgen_rules.junta_coup.judging.retreat import Retreats
from modgen_rules.junta_coup.judging.turns import Movement, MovementJudgement
from modgen_rules.junta_coup.law.city import DEAD
from modgen_rules.junta_coup.law.position import Coup
from modgen_rules.junta_coup.reading.record import Record, marker_place
from modgen_rules.junta_coup.wording import Words, phase_name

BARRED = ("4.a", "10.a", "16.a")
"""The clauses that say where there may be no battle."""


def barred_once(issues: list[Issue], declared: list[Issue]) -> tuple[list[Issue], list[Issue]]:
    """4.a, 10.a, 16.a: a battle that may not be fought is one mistake.

    Its declaration, and announcements and losses of Units that nobody may fire at, are part of it.
    """
    barred: dict[str, list[Issue]] = {}
    for one in issues:
        if one.clause in BARRED and one.place and one.illegal:
            barred.setdefault(one.place, []).append(one)

    def part(one: Issue) -> bool:
        return one.clause in BARRED and one.place in barred

    kept = [one for one in issues if not part(one)]
    for space, own in barred.items():
        told = min(own, key=lambda one: BARRED.index(one.clause))
        whose = [one.actor for one in declared if part(one) and one.place == space]
        first, last = min(one.first for one in own), max(one.last for one in own)
        actor = told.actor or next(iter(whose), "")
        kept.append(told._replace(actor=actor, first=first, last=last))
    return kept, [one for one in declared if not part(one)]


@dataclass
class PhaseJudgement:
    """A phase: what was understood, what it costs, and what the next phase has to know."""

    sections: list[Section]
    coup: Coup
    cost: float


@dataclass
class Phase:
    """Judges acts `start` to `end` of a record as phase `number`."""

    record: Record
    words: Words
    number: int
    start: int
    end: int
    coup: Coup
    opening: bool = False
    """Whether the log begins in this phase, perhaps in the middle of a battle."""
    unfinished: bool = False
    """Whether the log ends in this phase, perhaps in the middle of a battle."""
    quick: bool = False
    """Whether a narrow search of the dice has to do."""

    def judge(self) -> PhaseJudgement:
        """The cheapest reading of the phase."""
        self.record.number(self.start, self.end, self.number)
        judged = self._judge()
        return self._with_late_marker(judged) or judged

    def _with_late_marker(self, judged: PhaseJudgement) -> PhaseJudgement | None:
        """6.a: a better reading in which control markers were set late, if there is one."""
        issues = [issue for section in judged.sections for issue in section.issues]
        late = [issue for issue in issues if issue.clause == "6.a"]
        record, dice = self.record, self._first_dice()
        acts = BattleActs(record, self.words, self.start, dice, self.end)
        for n in range(dice, self.end):
            act = record.acts[n]
            if act.what == "control" and acts.transferred(n):
                record = record.marked_early(n, dice)
        if not late or record is self.record or record.effort.used_up:
            return None
        other = replace(self, record=record)._judge()
        if other.cost + ODD >= judged.cost:
            return None
        what = f"{late[0].what}, but the marker may have been set late"
        note = oddity("6.a", late[0].actor, what, late[0].first, late[0].last)
        other.sections.append(self._beside(note))
        # Who is a Rebel by one of the two readings only may be one.
        doubtful = other.coup.rebels.keys() - judged.coup.rebels.keys()
        other.coup.maybe |= doubtful
        for who in doubtful:
            del other.coup.rebels[who]
        return PhaseJudgement(other.sections, other.coup, other.cost + ODD)

    def _judge(self) -> PhaseJudgement:
        """The cheapest reading of the record as it is."""
        dice = self._first_dice()
        blind = self._blind(dice)
        if blind:
            dice = self.start
        movement = Movement(self.record, self.words, self.start, dice, self.end, self.coup).judge()
        shooting = Shooting(
            self.record,
            self.words,
            movement.coup,
            self.start,
            dice,
            self.end,
            blind,
            self.unfinished,
            quick=self.quick,
        )
        readings = shooting.readings()
        completed = frozenset(
            (net.controller, net.source, net.target)
            for turn in movement.turns
            for net in turn.turn.nets
        )

        def after(reading: Reading) -> dict[str, list[Issue]]:
            """What the retreats break if the dice are read in this way."""
            left = shooting.removals.left_open(reading)
            return Retreats(
                self.record, self.words, reading, self.start, dice, self.end, blind, left, completed
            ).judge()

        reading, issues, retreats = self._best(readings, after)
        declared = Declarations(
            self.record, self.words, reading, self.start, dice, self.end
        ).judge()
        coup = self._remember(movement.coup, reading, readings)
        cards, retreats = self._late_cards(movement, retreats)
        sections = cards + self._movement_sections(movement)
        sections += self._battle_sections(reading, issues, retreats, declared, blind, dice)
        acts = BattleActs(self.record, self.words, self.start, dice, self.end)
        sections += map(self._beside, acts.judge(bool(reading.fought)))
        left = shooting.removals.left_open(reading)
        for section in sections:
            if left and section.title.endswith(self.words.place(left)) and not section.issues:
                section.verdict, section.story = "cannot-tell", "it goes on after the log"
        total = sum(cost(section.issues) for section in sections)
        return PhaseJudgement(sections, coup, total)

    def _first_dice(self) -> int:
        """The act of the first dice, at which Movement ends."""
        acts = self.record.acts
        return next((n for n in range(self.start, self.end) if acts[n].what == "roll"), self.end)

    def _blind(self, dice: int) -> frozenset[str]:
        """Spaces whose battle may have begun before the log did."""
        if not self.opening:
            return frozenset()
        found = {
            place
            for act in self.record.acts[self.start : dice]
            if act.what == "unit"
            and (place := act.source) in self.record.city.near
            and act.target == DEAD
        }
        place = marker_place(self.record, self.start)
        return frozenset(found | ({place} - {""}))

    @staticmethod
    def _best(
        readings: list[Reading], after: Callable[[Reading], dict[str, list[Issue]]]
    ) -> tuple[Reading, list[Issue], dict[str, list[Issue]]]:
        """The reading whose dice and retreats together cost least, and what is wrong in both.

        What its dice break is only suspect if another reading, wholly legal, is nearly as good;
        what readings break that are as good is named beside it.
        """
        judged: list[tuple[float, bool, int]] = []
        retreats: list[dict[str, list[Issue]]] = []
        for n, reading in enumerate(readings[:JUDGED]):
            if judged and reading.cost > min(judged)[0] + SURE:
                break
            retreats.append(after(reading))
            issues = [issue for own in retreats[n].values() for issue in own]
            broken = bool(reading.breaches) or not legal(issues)
            judged.append((reading.cost + cost(issues), broken, n))
        total, _, n = min(judged)
        best = readings[n]
        lawful = min((price for price, other, _ in judged if not other), default=CERTAIN)
        alike = [readings[m].issues for price, _, m in judged if m != n and price <= total + ALIKE]
        issues = [one.within(lawful - total) for one in with_others(best.issues, alike)]
        return best, issues, retreats[n]

    # --- memory ----------------------------------------------------------------------------------

    def _remember(self, coup: Coup, reading: Reading, readings: list[Reading]) -> Coup:
        """3.b, 3.d, 3.e, 12.b, 14.d: Rebels by their fire, Air Raids, Units that are owed."""
        near = [one for one in readings if one.cost <= reading.cost + BREACH / 2]
        shots: dict[tuple[str, int], list[tuple[str, str]]] = defaultdict(list)
        for other in near:
            for family, target, space, n in other.fired:
                shots[family, n].append((target, space))
        for (family, n), aims in shots.items():
            sure = len(aims) == len(near) or self.record.acts[n].side == family
            self._fired(coup, family, n, aims, sure)
        coup.raids += bool(reading.guns.get("air_raid"))
        coup.owed.clear()
        for hits, number in reading.hits.items():
            for family in hits.families:
                coup.owed[hits.space, family] += number
        return coup

    def _fired(
        self, coup: Coup, family: str, n: int, aims: list[tuple[str, str]], sure: bool
    ) -> None:
        """3.b, 3.e: who fires in the Rebellion phase, or at the Palace Guard, is a Rebel.

        `aims`: at whom and where it fired in each reading that is good; `sure`: whether it did.
        """
        position = self.record.positions[n]
        answers = set[str]()
        for target, space in aims:
            there = self.record.units(n, space)
            foes = [target] if target else [one for one in there if one != family]
            known = target or not position.phase
            found = {position.rebels_by_fire(family, there.get(one, ())) for one in foes} or {
                position.rebels_by_fire(family, ())
            }
            answers |= found if known or found == {"no"} else {"perhaps"}
        if answers == {"yes"} and sure:
            coup.rebels.setdefault(family, "3.e" if position.phase else "3.d")
        elif answers != {"no"}:
            coup.maybe.add(family)

    # --- sections --------------------------------------------------------------------------------

    def title(self, what: str) -> str:
        """`Coup phase 2, Movement`."""
        return f"{phase_name(self.number)}, {what}"

    def _beside(self, issue: Issue) -> Section:
        """A section for what is wrong outside the battles of the phase."""
        return alone(self.title("Battle"), issue)

    def _late_cards(
        self, movement: MovementJudgement, retreats: dict[str, list[Issue]]
    ) -> tuple[list[Section], dict[str, list[Issue]]]:
        """2.c: cards that were played in Battle, and the rest: the Units they bring are part of it.

        The cards are taken out of what was wrong in Movement.
        """
        cards = [one for one in movement.issues if one.clause == "2.c" and one.illegal]
        movement.issues = [one for one in movement.issues if one not in cards]
        brought = [
            one
            for own in retreats.values()
            for one in own
            if one.clause == "2.c" and any(card.first <= one.first for card in cards)
        ]
        sections = []
        for n, card in enumerate(cards):
            end = cards[n + 1].first if n + 1 < len(cards) else self.record.step(self.end)
            own = [one for one in brought if card.first <= one.first <= end]
            last = max([card.last, *(one.last for one in own)])
            actor = card.actor or next((one.actor for one in own), "")
            sections.append(self._beside(card._replace(actor=actor, last=last)))
        rest = {
            space: [one for one in own if one not in brought] for space, own in retreats.items()
        }
        return sections, rest

    def _movement_sections(self, movement: MovementJudgement) -> list[Section]:
        found = [
            Section(self.title("Movement"), turn.family, turn.first, turn.last, turn.story)
            for turn in sorted(movement.turns, key=lambda turn: turn.first)
        ]
        for issue in movement.issues:
            if not issue.clause:
                continue
            own = next((one for one in found if one.actor == issue.actor), None)
            if own is None:
                found.append(alone(self.title("Movement"), issue))
            else:
                own.issues.append(issue)
        return found

    def _battle_sections(
        self,
        reading: Reading,
        issues: list[Issue],
        retreats: dict[str, list[Issue]],
        declared: list[Issue],
        blind: frozenset[str],
        dice: int,
    ) -> list[Section]:
        found: list[Section] = []
        step = self.record.step
        issues, declared = barred_once(issues, declared)
        for battle in reading.fought:
            place = self.words.place(battle.space)
            lost = self._lost(battle.space)
            story = f"{plural(battle.exchanges, 'exchange')} of fire; {lost}"
            section = Section(
                self.title(f"battle in {place}"),
                "",
                step(battle.first),
                step(battle.last),
                story,
                verdict="cannot-tell" if battle.space in blind else "ok",
            )
            after = retreats.pop(battle.space, [])
            barred = any(one.clause in BARRED and one.place == battle.space for one in issues)
            section.issues += [one for one in after if not barred or one.illegal]
            found.append(section)
        for space in sorted(blind - {one.space for one in reading.fought}):
            title = self.title(f"battle in {self.words.place(space)}")
            span = step(dice), step(max(self.start, self.end - 1))
            after, story = retreats.pop(space, []), "it began before the log"
            found.append(Section(title, "", *span, story, after, "cannot-tell"))
        rest = [one for others in retreats.values() for one in others] + declared
        for issue in issues:
            own = [one for one in found if one.first <= issue.first]
            place = self.words.place(issue.place) if issue.place else ""
            own = [one for one in own if place and one.title.endswith(f"in {place}")] or own
            if own:
                own[-1].issues.insert(0, issue)
                own[-1].last = max(own[-1].last, issue.last)
            else:
                rest.append(issue)
        return [*found, *map(self._beside, rest)]

    def _lost(self, space: str) -> str:
        """`Cárdenas lost 2 Units`; who lost what in a space."""
        lost: dict[str, int] = {}
        for act in self.record.acts[self.start : self.end]:
            if act.what == "unit" and act.source == space and act.target == DEAD:
                lost[act.owner] = lost.get(act.owner, 0) + 1
        parts = [
            f"{self.words.family(who)} lost {plural(number, 'Unit')}"
            for who, number in lost.items()
        ]
        return listed(parts) or "no losses"

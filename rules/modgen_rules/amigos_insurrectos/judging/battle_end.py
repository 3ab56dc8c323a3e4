"""The end of a battle that was read: losses, retreats, what follows, and Political Will."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.battle_fight import (
    ANY,
    HIT,
    SHOWN,
    Engagement,
    Exit,
    Fight,
    Volley,
)
from modgen_rules.amigos_insurrectos.law import fire, retreats
from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, OTHER, SIDES, SIGN, US
from modgen_rules.amigos_insurrectos.law.fire import Range, Terms
from modgen_rules.amigos_insurrectos.law.force import Force
from modgen_rules.amigos_insurrectos.reading.battle_events import Event
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE, ENTERING
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless
from modgen_rules.engine.record.talk import says
from modgen_rules.engine.reports.sections import Issue

NIGHT_DIE = "night_attack"
Variant = Callable[[Volley, Terms], Terms]
"""Another, wrong way to count the hits of a volley: it tells which clause players had in mind."""


@dataclass
class BattleEnd:
    """Judges what follows from the dice of a battle that was read."""

    battle: Engagement
    fight: Fight
    war: War
    last: int
    """The act after the battle."""
    open: bool = False
    """Whether the log ends before the battle does."""
    sure: bool = False
    """Whether the tracker tells which acts belong to the phase."""

    def __post_init__(self) -> None:
        self.country = self.battle.country
        self.record, self.area = self.battle.source.record, self.battle.area
        self.events = self.battle.events
        self.position = self.record.positions[self.last]
        self.name = self.country.names[self.area]
        self.end = self.battle.source.force(self.last, self.area)

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

    def find(self, clause: str, side: str, what: str, index: int, **more: object) -> None:
        """Note something wrong in the battle."""
        self.war.find(clause, side, f"in {self.name}, {what}", index, **more)  # type: ignore[arg-type]

    @cached_property
    def general(self) -> list[Event]:
        """The single dice of a general button that are no fire."""
        fire = {n for one in self.fight.volleys for n in range(one.first, one.last + 1)}
        return [
            one
            for one in self.events
            if one.what == "roll" and one.kind in ANY and len(one.dice) == 1
            if one.act not in fire
        ]

    def taken(self, side: str) -> list[Event]:
        """The losses of a side."""
        return [one for one in self.events if one.what == "loss" and one.side == side]

    def _there(self, side: str) -> int:
        """The steps of a side that could still have been lost."""
        left = sum(one.steps for one in self.fight.exits if one.side == side)
        return self.end.steps(side) + left

    def losses(self, side: str) -> None:
        """10.6.4.a: every hit costs a step, and no step is lost without a hit."""
        ignored = self.battle.ledger[side]
        due, bold = self.fight.due[side], self.battle.bold(self.fight) if side == FILIPINO else 0
        told = min(self._ignores(side), due.most)
        short = (max(due.least, told) if told > ignored else due.least) - ignored
        missing = min(short, self._there(side))
        surplus = -(due.most + bold)
        if missing <= 0 and (surplus <= 0 or self._nowhere(side)):
            self._unhit(side)
            return
        if (missing > 0 and self.open) or self.fight.lost[side] < 0:
            return
        if missing == len(self.guns_hit(side)) > 0:
            return  # 10.6.4.c reports it
        lost, volleys = self.fight.lost[side], self.fight.volleys
        first = min((one.first for one in volleys if one.shooter != side), default=self.last - 1)
        index = max([first, *(one.act for one in self.taken(side))])
        total = Range(max(0, lost + short), lost + due.most + bold)
        clause = "" if told > ignored else self._why(side, lost, ignored, bold)
        clause = clause or self._default(side, missing)
        word = "US" if side == US else "Filipino"
        self.war.issues[:] = [
            one for one in self.war.issues if HIT not in one.what or one.actor != side
        ]  # a step that stayed fired on
        self.war.find(
            clause,
            side,
            wording.against_hits(lost, word, f"in {self.name}", str(total)),
            first,
            index,
            expected=str(total),
            observed=str(lost),
        )

    def guns_hit(self, side: str) -> list[Event]:
        """10.6.4.c: Artillery that was removed from the area while its infantry could take hits."""
        areas = self.country.areas
        owed = self.battle.owed(self.fight, side).most
        return [
            one
            for one in self.events
            if one.what == "gun" and one.side == side and one.area == self.area
            if one.target not in areas and self.battle.force(one.act).steps(side) > owed
        ]

    def _unhit(self, side: str) -> None:
        """10.6.4.a, 1.2.1.n: a step was lost rounds before the dice that would explain it."""
        if side not in self.fight.early:
            return
        half = side == FILIPINO and self.area in self.country.mountains
        word = "US" if side == US else "Filipino"
        what = f"a {word} step was lost before enough dice had hit"
        clause = "1.2.1.n" if half else self._more_than_one(side) or "10.6.4.a"
        self.find(clause, side, what, self.fight.early[side])

    def _more_than_one(self, side: str) -> str:
        """1.2.1.o, 1.2.2.f: the clause of what adds 1 to a die, if more than one was too low by 1.

        Empty where none was, or nothing adds to it.
        """
        before = [one for one in self.fight.volleys if one.last < self.fight.early[side]]
        for volley in (one for one in before if one.shooter == FILIPINO != side):
            terms, at = self.battle.terms_of(volley), self._threshold(volley).least
            near = sum(die == at - 1 for die in volley.dice)
            for clause, variant in self._plus().items():
                if terms.added < near <= variant(volley, terms).added:
                    return clause
        return ""

    def kept(self, issue: Issue) -> Issue:
        """10.2.b or 10.6.4.a: steps that fired though they had been hit: removed late, or never."""
        if issue.clause != "10.2.b" or not issue.expected:
            return issue
        side = issue.actor
        shots = (one.first for one in self.fight.volleys if one.shooter != side)
        following = min((one for one in shots if one > issue.last), default=self.last)
        late = [one for one in self.taken(side) if issue.first < one.act < following]
        return issue if late else issue._replace(clause=self._default(side, 1))

    def _default(self, side: str, missing: int) -> str:
        """The clause of steps that were hit and not lost."""
        if missing != 1 or not (self.battle.ledger[side] or self._ignored(side)):
            return "10.6.4.a"
        return "1.2.2.c" if side == US else "1.2.2.e"

    def _ignores(self, side: str) -> int:
        """How many hits a side declared to ignore."""
        said = (one for one in self.events if one.what == "said" and one.kind == "ignores")
        return sum(one.side == side for one in said)

    def _ignored(self, side: str) -> bool:
        """1.2.2.c, 1.2.2.e: whether a player said that a side ignored a hit."""
        if self._ignores(side):
            return True
        if self.battle.ledger[OTHER[side]]:
            return False  # the other side may
        first = self.battle.first
        lines = (line for n, line in self.record.lines if first <= n <= self.last)
        return says(self.country.game, lines, "ignores")

    def _why(self, side: str, lost: int, ignored: int, bold: int) -> str:
        """The clause whose neglect explains the losses; empty when none does."""
        battle, surplus = self.battle, -(self.fight.due[side].most + bold)
        plain = self.country.fire.fire

        def total(variant: Variant) -> Range:
            return self._total(side, ignored, bold, variant)

        if battle.area in self.country.mountains:
            one = total(lambda _, terms: terms._replace(twice=False))
            if (surplus > 0 and lost <= one.most) or lost in one:
                return "1.2.1.n"
            if side == FILIPINO and lost in total(
                lambda volley, terms: terms if volley.way == "parting" else _at(terms, plain)
            ):
                return "10.6.3.d"
        buttons = {
            volley: at
            for volley in self.fight.volleys
            if volley.shooter != side and (at := self._button(volley))
        }
        clause = next((self._clause(volley, at) for volley, at in buttons.items()), "")
        counted = total(
            lambda volley, terms: _at(terms, at) if (at := buttons.get(volley)) else terms
        )
        if clause and lost in counted:
            return clause
        bolder = battle.laid("adds")
        if side == FILIPINO and bolder and lost > counted.most - bold:
            return bolder.clause
        for clause, variant in self._plus().items():
            if lost in total(variant):
                return clause
        return self._near(side, surplus)

    def _button(self, volley: Volley) -> int:
        """On what the button of a volley's dice counts hits, where that is wrong; else 0."""
        known = {die.id: die.hits or 0 for die in self.country.game.info.dice}
        at, right = min(known[one] for one in volley.buttons), self._threshold(volley)
        return at if at not in range(right.least, right.most + 1) else 0

    def _threshold(self, volley: Volley) -> Range:
        """The lowest result of a volley that hits."""
        found = self.battle.terms_of(volley)
        return fire.threshold(found, volley.shooter, volley.way, volley.target)

    def _near(self, side: str, surplus: int) -> str:
        """10.6.3: the clause of the dice of which some, one too low to hit, were counted.

        A loss follows its dice, and too many follow the volley that is meant; unless all steps are
        taken off at the end.
        """
        volleys = [one for one in self.fight.volleys if one.shooter != side]
        losses = self.taken(side)
        at_end = all(one.act > volleys[-1].last for one in losses) if volleys else False
        low: list[Volley] = []
        for n, volley in enumerate(volleys):
            at = self._threshold(volley).least - 1
            near = sum(die == at for die in volley.dice)
            if not near or surplus != near:
                continue
            low += [volley] * at_end
            end = volleys[n + 1].first if n + 1 < len(volleys) else self.last
            lost = sum(one.number for one in losses if volley.last < one.act < end)
            if lost - self.battle.made(volley).steps.most == surplus:
                low = [volley]
                break
        return self._clause(low[0], self._threshold(low[0]).least) if low else ""

    def _clause(self, volley: Volley, counted: int) -> str:
        """The clause that says on what the dice of a volley hit.

        A chit for other dice is meant where these were counted as it says.
        """
        force = volley.force
        words = ("us_hits", "us_hits_guerrillas", "us_parting")
        mine = words[2:] if volley.way == "parting" else words[:2]
        chit = next((c for c in self.battle.sure for one in mine if c.number(one)), None)
        other = (c for c in self.battle.sure for one in words if c.number(one) == counted)
        chit = chit or next(other, None)
        filipino = volley.shooter == FILIPINO
        lukban = filipino and force.trait(self.country, FILIPINO, "f2")
        clauses = (
            (not filipino and chit is not None, chit.clause if chit else ""),
            (volley.way == "parting", "10.6.3.e"),
            (filipino and bool(force.imported_arms), "6.0.d"),
            (lukban, "1.2.2.g"),
            (self.area in self.country.mountains, "10.6.3.d"),
            (filipino and bool(force.fagen), "1.2.1.p"),
            (filipino, "10.6.3.c"),
            (bool(volley.target.regular), "10.6.3.a"),
            (self.battle.attacker == US, "1.2.1.l"),
        )
        return next((clause for holds, clause in clauses if holds), "10.6.3.b")

    def _plus(self) -> dict[str, Variant]:
        """Mistakes with what Artillery, Leaders and Fagen add to dice."""
        forces = [one.force for one in self.fight.volleys if one.shooter == FILIPINO]
        found: dict[str, Variant] = {}
        if any(one.trait(self.country, FILIPINO, "f") for one in forces):
            found["1.2.2.f"] = lambda _, terms: terms._replace(added=terms.added + 9)
        elif any(one.fil_artillery for one in forces):  # a unit has two dice
            found["1.2.1.o"] = lambda _, terms: terms._replace(added=2 * terms.added)
        if any(one.fagen for one in forces):
            found["1.2.1.p"] = lambda _, terms: terms._replace(fagen=9)
        return found

    def _total(self, side: str, ignored: int, bold: int, variant: Variant) -> Range:
        """The steps that a side should have lost if hits were counted in another way."""
        total, halves = Range(), 0
        for volley in self.fight.volleys:
            if volley.shooter == side:
                continue
            found = variant(volley, self.battle.terms_of(volley))
            made = fire.hits(found, volley.shooter, volley.way, volley.dice, volley.target)
            more = (halves + made.halves.most) // 2 - halves // 2
            total = total.plus(made.steps.least + made.halves.least // 2, made.steps.most + more)
            halves += made.halves.most
        return Range(min(total.least - ignored, self._all(side)), total.most + bold)

    def _all(self, side: str) -> int:
        return self.fight.lost[side] + self._there(side)

    def _nowhere(self, side: str) -> bool:
        """10.3.2.d: whether units were removed because they had nowhere to retreat to."""
        mine = self.taken(side)
        if not mine or self.end.steps(side):
            return False
        last = mine[-1]
        if any(one.side == side and one.act > last.act for one in self.fight.exits):
            return False  # the rest had somewhere to go
        positions = self.record.positions
        first = min(one.act for one in self.events if one.what == "loss")
        moments = (positions[last.act], positions[first], positions[self.battle.first])
        return any(not retreats.goals(one, self.area, side) for one in moments)

    def order_of_losses(self) -> None:
        """10.6.4.b: Guerrillas are not lost while Regulars are there."""
        events = self.events
        for n, one in enumerate(events):
            if one.what != "loss" or one.number <= 0 or one.kind not in ("guerrilla", "fagen"):
                continue
            if self._put_back(one):
                continue
            after = next((other.act for other in events[n:] if other.what != "loss"), self.last)
            left = min(self.battle.force(at).regular for at in (one.act, after))
            if one.area != self.area:
                left = self._fled(one.area, after)
            if left > 0:
                what = "a Guerrilla step was lost while Regulars were still there"
                self.find("10.6.4.b", FILIPINO, what, one.act)
                return

    def _put_back(self, loss: Event) -> bool:
        """Whether all pieces of a loss that were taken off come back before the battle is over."""
        areas = self.country.areas
        acts = self.record.acts[loss.act : self.last]
        moves = [act for act in acts if act.what == "move" and act.kind == loss.kind]
        gone = {act.piece for act in moves if act.step == loss.step}
        back = {act.piece for act in moves if act.source not in areas and act.target in areas}
        return bool(gone) and gone <= back

    def _fled(self, refuge: str, end: int) -> int:
        """The Regular steps that retreated to an area and were not lost there before an act."""
        events = [one for one in self.events if one.kind == "regular" and one.act < end]
        came = sum(one.number for one in events if (one.what, one.target) == ("move", refuge))
        return came - sum(one.number for one in events if (one.what, one.area) == ("loss", refuge))

    # --- retreats ----------------------------------------------------------------------

    def announced(self) -> None:
        """10.3.1.e: the attacker announces a retreat before combat."""
        for one in self.events:
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
        record, area = self.record, self.area
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
        record, area = self.record, self.area
        away = [
            one.act
            for one in self.events
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
        first, area = found[0], self.area
        position = self.record.positions[first.act]
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
        positions = self.record.positions
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
        positions = self.record.positions
        after = positions[index : self.last + windows.MUCH_LATER]
        guns = positions[index].artillery(self.area, side)
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
        lines = (line for n, line in self.record.lines if n == index)
        return says(self.country.game, lines, "retreats")

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
            and one.area == self.area
            and one.target in areas
            for one in self.events
        )

    def _unrolled(self, index: int) -> int:
        """1.2.2.i: the act with which Lawton entered, if no die that may be his came after it."""
        record, area = self.record, self.area
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
        acts = self.record.acts
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

    # --- after the fight ------------------------------------------------------------

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
        acts, areas = self.record.acts, self.country.areas
        fire = [one.act for one in self.events if one.what in ("roll", "loss")]
        sites = (
            n - 1
            for n in range(max(fire, default=self.last), self.last)
            if acts[n].what == "move" and acts[n].kind == "poa" and acts[n].target in areas
        )
        return next(sites, self.last - 1)

    def marked(self) -> bool:
        """Whether the marker shows the battle at each of its dice."""
        events = self.events
        dice = [one for one in events if one.what == "roll" and one.kind not in ENTERING]
        return bool(dice) and all(self.battle.shown.get(one.act) for one in dice)

    def no_die(self, *others: str) -> bool:
        """Whether no die can be the one that is missing: all are fire, searches, or `others`.

        Players may take another button, or roll when the marker is in the next battle.
        """
        acts = self.record.acts[self.battle.first : self.last + windows.MUCH_LATER]
        dice = {act.kind for act in acts if act.what == "roll"}
        return self.sure and self.marked() and dice <= {*SHOWN, *others}

    def fled(self, side: str) -> bool:
        """Whether a side retreated."""
        return any(one.side == side and one.stage != "free" for one in self.fight.exits)

    def rolled(self, die: str) -> list[Event]:
        """The single dice of a purpose: by their button, or general dice that can be meant."""
        named = [one for one in self.events if one.what == "roll" and one.kind == die]
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
            position = self.record.positions[one.act]
            if self.fled(enemy) or not self.fought():
                what = f"units moved on to {target} although the enemy had retreated"
                self.find("10.8.b", one.side, what, one.act)
            elif one.side == self.battle.attacker == US and self.area in self.war.shipped:
                what = f"units that had landed moved on to {target} after combat"
                self.find("10.8.b", US, what, one.act)
            elif one.target not in self.country.near[self.area]:
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
        refuges = {
            side: {one.target for one in self.fight.exits if one.side == side} for side in SIDES
        }
        for event in [one for one in self.events if one.what == "gun"]:
            side, enemy, here = event.side, OTHER[event.side], event.area == self.area
            force, us = self.battle.force(event.act), side == US
            if event.target in self.country.areas:
                alone = here and not force.steps(side) and force.steps(enemy)
                if alone and self.cleared(side) and self._guns_stay(event.target, side):
                    what = "Artillery left after its infantry was eliminated"
                    self.find("10.6.5.f", side, what, event.act)
            elif us and not here and event.area in refuges[enemy]:
                what = "the Artillery that retreating Filipinos met"
                self.war.earn(event.act, -2, "1.2.1.i", what)
                self.war.killed["us_artillery"] += 1
            elif event in self.guns_hit(side):
                what = "Artillery was removed as if it had been hit"
                self.find("10.6.4.c", side, what, event.act)
            elif here and not force.steps(enemy) and not self.end.steps(enemy):
                what = "Artillery was eliminated though neither side had infantry left"
                self.find("10.6.5.e", side, what, event.act)
            elif here or event.area in refuges[side]:
                what = f"{'US' if us else 'Filipino'} Artillery was eliminated in {self.name}"
                self.war.earn(self.due_at, SIGN[enemy], "10.6.5.f", what)
                self.war.killed["us_artillery"] += us
        self._guns_fled()
        for side in SIDES:
            guns = self.end.us_artillery if side == US else self.end.fil_artillery
            if guns and self.cleared(side) and self.end.steps(OTHER[side]) and not self.open:
                area, at, enemy = self.area, self.war.ended, OTHER[side]
                stay = self._guns_stay(area, side)
                sure = bool(at and stay and at.strong(area, enemy) and not at.strong(area, side))
                what = "Artillery stayed after its infantry was eliminated"
                self.find("10.6.5.f", side, what, self.last - 1, local=sure)

    def _guns_stay(self, area: str, side: str) -> bool:
        """Whether Artillery of a side is in an area as the turn ends."""
        return bool(self.war.ended and self.war.ended.artillery(area, side))

    def _guns_fled(self) -> None:
        """10.6.5.f: Artillery whose infantry is eliminated by the parting shot, after both left."""
        fled = {(one.side, one.target) for one in self.fight.exits if one.stage != "free"}
        for one in self.events:
            here = one.what == "gun" and one.area == self.area
            if not here or (one.side, one.target) not in fled:
                continue
            alone = self._guns_stay(one.target, one.side) and self.wiped(one.side)
            if alone and self.war.ended and not self.war.ended.strong(one.target, one.side):
                fled.discard((one.side, one.target))
                what = "Artillery stayed after the infantry with which it retreated was eliminated"
                gap = unless(self.marked(), prices.MIXED)
                self.find("10.6.5.f", one.side, what, self.last - 1, gap=gap)

    def arms(self) -> None:
        """6.0.g: Imported Arms that leave an area where all Filipino units were destroyed."""
        shots = self.shots()
        if not (shots and shots[0].force.imported_arms and self.cleared(FILIPINO)):
            return
        ended, led = self.war.ended, shots[0].force.of(self.country, FILIPINO)
        for one in self.events:
            carried = (one.what, one.kind, one.area) == (
                "marker",
                "imported_arms",
                self.area,
            )
            stays = ended is not None and ended.has(one.target, "imported_arms")
            there = self.battle.force(one.act).steps(FILIPINO)
            if carried and one.target in self.country.areas and stays and not there:
                what = "Imported Arms left after all Filipino units were destroyed"
                gap = unless(not led, prices.OTHER_PLAYER)
                self.find("6.0.g", FILIPINO, what, one.act, gap=gap)

    def points(self) -> None:
        """10.9: Political Will for the steps that were lost, and the memory of the turn."""
        war, last, fagen = self.war, self.due_at, 0
        for one in self.events:
            if one.what == "loss":
                war.killed[one.kind] += one.number
                fagen += one.number * (one.kind == "fagen")
        order = (self.battle.attacker, self.battle.defender)
        for side in order:
            victim = OTHER[side]
            points = max(0, self.fight.lost[victim]) * self.country.numbers.step_points[victim]
            word = "US" if victim == US else "Filipino"
            what = f"{wording.steps(max(0, self.fight.lost[victim]), word)} lost in {self.name}"
            war.earn(last, SIGN[side] * points, "10.9.a", what)
            if victim == FILIPINO and fagen > 0:
                war.earn(last, 1, "PH.G1", "David Fagen, who was lost")
        if self.fought():
            war.battles[self.area] = self.battle.attacker
            war.fought.setdefault(self.area, self.battle.first)
            if self.battle.attacker == US:
                war.attacks.add(war.turn)


def _at(terms: Terms, number: int) -> Terms:
    """Terms in which all dice hit on the same number."""
    spot = Range(number, number)
    return Terms(
        spot, spot, spot, spot, spot, terms.added, terms.fagen, terms.twice, guns=(spot, spot)
    )

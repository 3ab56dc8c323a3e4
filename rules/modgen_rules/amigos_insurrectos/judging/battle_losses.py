"""The losses of a battle: hits against steps that were lost, and which are lost first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.battle_fight import Engagement
from modgen_rules.amigos_insurrectos.law import fire, retreats
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, OTHER, US
from modgen_rules.amigos_insurrectos.law.fire import Range
from modgen_rules.amigos_insurrectos.reading.battle_events import Event
from modgen_rules.amigos_insurrectos.reading.battle_reading import ANY, HIT, Fight, Volley
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.record.talk import says
from modgen_rules.engine.reports.sections import Issue


@dataclass
class BattleLosses:
    """Judges the losses of a battle that was read."""

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
        self.position = self.battle.source.record.positions[self.last]
        self.name = self.country.names[self.battle.area]
        self.end = self.battle.source.force(self.last, self.battle.area)

    def find(self, clause: str, side: str, what: str, index: int, **more: object) -> None:
        """Note something wrong in the battle."""
        self.war.find(clause, side, f"in {self.name}, {what}", index, **more)  # type: ignore[arg-type]

    def rolled(self, die: str) -> list[Event]:
        """The single dice of a kind that fell in the battle."""
        return [one for one in self.battle.events if one.what == "roll" and one.kind == die]

    @cached_property
    def general(self) -> list[Event]:
        """The single dice of a general button that are no fire."""
        fire = {n for one in self.fight.volleys for n in range(one.first, one.last + 1)}
        return [
            one
            for one in self.battle.events
            if one.what == "roll" and one.kind in ANY and len(one.dice) == 1
            if one.act not in fire
        ]

    def _there(self, side: str) -> int:
        """The steps of a side that could still have been lost."""
        left = sum(one.steps for one in self.fight.exits if one.side == side)
        return self.end.steps(side) + left

    def losses(self, side: str) -> None:
        """10.6.4.a: every hit costs a step, and no step is lost without a hit."""
        ignored = self.battle.ledger[side]
        due, bold = self.fight.due[side], self.battle.bold(self.fight) if side == FILIPINO else 0
        missing = min(due.least - ignored, self._there(side))
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
        index = max(
            [
                first,
                *(one.act for one in self.battle.events if one.what == "loss" and one.side == side),
            ]
        )
        total = Range(max(0, lost + due.least - ignored), lost + due.most + bold)
        clause = self._why(side, lost, ignored, bold) or self._default(side, missing)
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
            for one in self.battle.events
            if one.what == "gun" and one.side == side and one.area == self.battle.area
            if one.target not in areas and self.battle.force(one.act).steps(side) > owed
        ]

    def _unhit(self, side: str) -> None:
        """10.6.4.a, 1.2.1.n: a step was lost rounds before the dice that would explain it."""
        if side not in self.fight.early:
            return
        half = side == FILIPINO and self.battle.area in self.country.mountains
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
            terms = self.battle.terms_of(volley)
            at = fire.threshold(terms, FILIPINO, volley.way, volley.target).least
            near = sum(die == at - 1 for die in volley.dice)
            for clause, variant in self._plus().items():
                if terms.added < near <= variant(terms).added:
                    return clause
        return ""

    def kept(self, issue: Issue) -> Issue:
        """10.2.b or 10.6.4.a: steps that fired though they had been hit: removed late, or never."""
        if issue.clause != "10.2.b" or not issue.expected:
            return issue
        side = issue.actor
        following = min(
            (
                one.first
                for one in self.fight.volleys
                if one.shooter != side and one.first > issue.last
            ),
            default=self.last,
        )
        late = [
            one
            for one in self.battle.events
            if one.what == "loss" and one.side == side and issue.first < one.act < following
        ]
        return issue if late else issue._replace(clause=self._default(side, 1))

    def _default(self, side: str, missing: int) -> str:
        """The clause of steps that were hit and not lost."""
        if missing != 1 or not (self.battle.ledger[side] or self._ignored(side)):
            return "10.6.4.a"
        return "1.2.2.c" if side == US else "1.2.2.e"

    def _ignored(self, side: str) -> bool:
        """1.2.2.c, 1.2.2.e: whether a player said that a side ignored a hit."""
        said = (one for one in self.battle.events if one.what == "said" and one.kind == "ignores")
        if any(one.side == side for one in said):
            return True
        if self.battle.ledger[OTHER[side]]:
            return False  # the other side may
        lines, first = self.battle.source.record.lines, self.battle.first
        game = self.country.game
        return any(first <= n <= self.last and says(game, line, "ignores") for n, line in lines)

    def _why(self, side: str, lost: int, ignored: int, bold: int) -> str:
        """The clause whose neglect explains the losses; empty when none does."""
        if self.battle.area in self.country.mountains:
            one = self._total(side, ignored, bold, lambda terms: terms._replace(twice=False))
            surplus = self.fight.due[side].most + bold < 0
            if (surplus and lost <= one.most) or lost in one:
                return "1.2.1.n"
            if side == FILIPINO and lost in self._total(side, ignored, bold, self._on_the_plain):
                return "10.6.3.d"
        counted, clause = self._buttons(side)
        if clause and counted.least - ignored <= lost <= counted.most + bold:
            return clause
        bolder = self.battle.laid("adds")
        if side == FILIPINO and bolder and lost > counted.most:
            return bolder.clause
        for clause, variant in self._plus().items():
            if lost in self._total(side, ignored, bold, variant):
                return clause
        return self._near(side, -(self.fight.due[side].most + bold))

    def _near(self, side: str, surplus: int) -> str:
        """10.6.3: the clause of the dice of which some, one too low to hit, were counted.

        A loss follows its dice, and too many follow the volley that is meant; unless all steps are
        taken off at the end.
        """
        volleys = [one for one in self.fight.volleys if one.shooter != side]
        losses = [one for one in self.battle.events if one.what == "loss" and one.side == side]
        at_end = all(one.act > volleys[-1].last for one in losses) if volleys else False
        low: list[Volley] = []
        for n, volley in enumerate(volleys):
            found = self.battle.terms_of(volley)
            at = fire.threshold(found, volley.shooter, volley.way, volley.target).least - 1
            near = sum(die == at for die in volley.dice)
            if not near or surplus != near:
                continue
            low += [volley] * at_end
            end = volleys[n + 1].first if n + 1 < len(volleys) else self.last
            made = fire.hits(found, volley.shooter, volley.way, volley.dice, volley.target).steps
            lost = sum(one.number for one in losses if volley.last < one.act < end)
            if lost - made.most == surplus:
                low = [volley]
                break
        if not low:
            return ""
        terms = self.battle.terms_of(low[0])
        at = fire.threshold(terms, low[0].shooter, low[0].way, low[0].target).least
        return self._clause(low[0], at)

    def _on_the_plain(self, terms: fire.Terms) -> fire.Terms:
        """10.6.3.d: the dice of the US counted as outside the mountains."""
        plain = self.battle.country.fire.fire
        spot = Range(plain, plain)
        return terms._replace(regular=spot, guerrilla=spot, guns=(spot, spot))

    def _buttons(self, side: str) -> tuple[Range, str]:
        """The hits as the buttons of the dice count them, and the clause of the first wrong one."""
        total, clause = Range(), ""
        known = {die.id: die.hits or 0 for die in self.country.game.info.dice}
        for volley in self.fight.volleys:
            if volley.shooter == side:
                continue
            found = self.battle.terms_of(volley)
            right = fire.threshold(found, volley.shooter, volley.way, volley.target)
            at = min(known[one] for one in volley.buttons)
            if at and at not in range(right.least, right.most + 1):
                clause = clause or self._clause(volley, at)
                spot = Range(at, at)
                found = found._replace(
                    regular=spot,
                    guerrilla=spot,
                    us_parting=spot,
                    filipino=spot,
                    filipino_parting=spot,
                    guns=(spot, spot),
                )
            made = fire.hits(found, volley.shooter, volley.way, volley.dice, volley.target)
            total = total.plus(
                made.steps.least + made.halves.least // 2, made.steps.most + made.halves.most // 2
            )
        return total, clause

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
            (self.battle.area in self.country.mountains, "10.6.3.d"),
            (filipino and bool(force.fagen), "1.2.1.p"),
            (filipino, "10.6.3.c"),
            (bool(volley.target.regular), "10.6.3.a"),
            (self.battle.attacker == US, "1.2.1.l"),
        )
        return next((clause for holds, clause in clauses if holds), "10.6.3.b")

    def _plus(self) -> dict[str, fire.Variant]:
        """Mistakes with what Artillery, Leaders and Fagen add to dice."""
        forces = [one.force for one in self.fight.volleys if one.shooter == FILIPINO]
        found: dict[str, fire.Variant] = {}

        if any(one.trait(self.country, FILIPINO, "f") for one in forces):
            found["1.2.2.f"] = lambda one: one._replace(added=one.added + 9)
        elif any(one.fil_artillery for one in forces):
            found["1.2.1.o"] = lambda one: one._replace(added=2 * one.added)  # a unit has two dice
        if any(one.fagen for one in forces):
            found["1.2.1.p"] = lambda one: one._replace(fagen=9)
        return found

    def _total(self, side: str, ignored: int, bold: int, variant: fire.Variant) -> Range:
        """The steps that a side should have lost if hits were counted in another way."""
        total, halves = Range(), 0
        for volley in self.fight.volleys:
            if volley.shooter == side:
                continue
            found = variant(self.battle.terms_of(volley))
            made = fire.hits(found, volley.shooter, volley.way, volley.dice, volley.target)
            more = (halves + made.halves.most) // 2 - halves // 2
            total = total.plus(made.steps.least + made.halves.least // 2, made.steps.most + more)
            halves += made.halves.most
        return Range(min(total.least - ignored, self._all(side)), total.most + bold)

    def _all(self, side: str) -> int:
        return self.fight.lost[side] + self._there(side)

    def _nowhere(self, side: str) -> bool:
        """10.3.2.d: whether units were removed because they had nowhere to retreat to."""
        last = next(
            (
                one
                for one in reversed(self.battle.events)
                if one.what == "loss" and one.side == side
            ),
            None,
        )
        if last is None or self.end.steps(side):
            return False
        if any(one.side == side and one.act > last.act for one in self.fight.exits):
            return False  # the rest had somewhere to go
        positions = self.battle.source.record.positions
        first = min(one.act for one in self.battle.events if one.what == "loss")
        moments = (positions[last.act], positions[first], positions[self.battle.first])
        return any(not retreats.goals(one, self.battle.area, side) for one in moments)

    def order_of_losses(self) -> None:
        """10.6.4.b: Guerrillas are not lost while Regulars are there."""
        events = self.battle.events
        for n, one in enumerate(events):
            if one.what != "loss" or one.number <= 0 or one.kind not in ("guerrilla", "fagen"):
                continue
            if self._put_back(one):
                continue
            after = next((other.act for other in events[n:] if other.what != "loss"), self.last)
            if one.area != self.battle.area:
                left = self._fled(one.area, "regular", one.act)
            else:
                left = min(
                    self.battle.source.force(at, one.area).regular for at in (one.act, after)
                )
            if left > 0:
                what = "a Guerrilla step was lost while Regulars were still there"
                self.find("10.6.4.b", FILIPINO, what, one.act)
                return

    def _put_back(self, loss: Event) -> bool:
        """Whether all pieces of a loss that were taken off come back before the battle is over."""
        areas = self.country.areas
        acts = self.battle.source.record.acts[loss.act : self.last]
        moves = [act for act in acts if act.what == "move" and act.kind == loss.kind]
        gone = {act.piece for act in moves if act.step == loss.step}
        back = {act.piece for act in moves if act.source not in areas and act.target in areas}
        return bool(gone) and gone <= back

    def _fled(self, refuge: str, kind: str, index: int) -> int:
        """The steps of a kind that retreated to an area and were not lost there up to an act."""
        events = [one for one in self.battle.events if one.act <= index and one.kind == kind]
        came = sum(one.number for one in events if one.what == "move" and one.target == refuge)
        return came - sum(one.number for one in events if one.what == "loss" and one.area == refuge)

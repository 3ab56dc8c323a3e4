"""The end of a battle: hits against losses, retreats, Artillery left alone, Political Will."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from modgen_rules.amigos_insurrectos import fire, retreats
from modgen_rules.amigos_insurrectos.at_once import MARKER
from modgen_rules.amigos_insurrectos.battle_events import Event
from modgen_rules.amigos_insurrectos.battle_fight import Engagement
from modgen_rules.amigos_insurrectos.battle_reading import HIT, Exit, Fight, Volley
from modgen_rules.amigos_insurrectos.country import FILIPINO, OTHER, SIDES, US
from modgen_rules.amigos_insurrectos.fire import Range
from modgen_rules.amigos_insurrectos.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.force import Force
from modgen_rules.amigos_insurrectos.war import War
from modgen_rules.engine.findings import Verdict
from modgen_rules.engine.sections import Issue

SIGN = {US: 1, FILIPINO: -1}
STEP_POINTS = {US: 2, FILIPINO: 1}
"""10.9: the points that the other side gains for a step."""
NIGHT = 2
"""1.2.2.i: the highest result with which Lawton stops a retreat."""


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
        self.position = self.battle.source.record.positions[self.last]
        self.name = self.country.names[self.battle.area]
        self.end = self.battle.source.force(self.last, self.battle.area)

    def judge(self) -> None:
        """Everything."""
        self.announced()
        self.retreats()
        for side in SIDES:
            self.losses(side)
        self.order_of_losses()
        self.spread()
        self.guns_left()
        self.points()

    def _find(self, clause: str, side: str, what: str, index: int, **more: object) -> None:
        last = self.fight.volleys[-1].last if self.fight.volleys else index
        self.war.find(clause, side, f"{what} in {self.name}", min(index, last), index, **more)  # type: ignore[arg-type]

    def rolled(self, die: str) -> list[Event]:
        """The single dice of a kind that fell in the battle."""
        return [one for one in self.battle.events if one.what == "roll" and one.kind == die]

    # --- losses --------------------------------------------------------------------------------

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
        lost, volleys = self.fight.lost[side], self.fight.volleys
        first = min((one.first for one in volleys if one.shooter != side), default=self.last - 1)
        index = max([first, *(one.act for one in self.battle.events
                              if one.what == "loss" and one.side == side)])  # fmt: skip
        total = Range(lost + due.least - ignored, lost + due.most + bold)
        clause = self._why(side, lost, ignored, bold) or self._default(side, missing)
        word = "US" if side == US else "Filipino"
        self.war.issues[:] = [
            one for one in self.war.issues if HIT not in one.what or one.actor != side
        ]  # a step that stayed fired on
        self.war.find(
            clause, side, f"{lost} {word} {'step was' if lost == 1 else 'steps were'} lost in "
            f"{self.name}", first, index, expected=str(total), observed=str(lost),
        )  # fmt: skip

    def _unhit(self, side: str) -> None:
        """10.6.4.a, 1.2.1.n: a step was lost rounds before the dice that would explain it."""
        if side not in self.fight.early:
            return
        half = side == FILIPINO and self.battle.area in self.country.mountains
        word = "US" if side == US else "Filipino"
        what = f"a {word} step was lost before enough dice had hit"
        self._find("1.2.1.n" if half else "10.6.4.a", side, what, self.fight.early[side])

    def kept(self, issue: Issue) -> Issue:
        """10.2.b or 10.6.4.a: steps that fired though they had been hit: removed late, or never."""
        if issue.clause != "10.2.b" or not issue.expected:
            return issue
        side = issue.actor
        following = min(
            (one.first for one in self.fight.volleys
             if one.shooter != side and one.first > issue.last), default=self.last,
        )  # fmt: skip
        late = [
            one for one in self.battle.events
            if one.what == "loss" and one.side == side and issue.first < one.act < following
        ]  # fmt: skip
        return issue if late else issue._replace(clause=self._default(side, 1))

    def _default(self, side: str, missing: int) -> str:
        """The clause of steps that were hit and not lost."""
        if not self.battle.ledger[side] or missing != 1:
            return "10.6.4.a"
        return "1.2.2.c" if side == US else "1.2.2.e"

    def _why(self, side: str, lost: int, ignored: int, bold: int) -> str:
        """The clause whose neglect explains the losses; empty when none does."""
        if self.battle.area in self.country.mountains:
            one = self._total(side, ignored, bold, lambda terms: terms._replace(twice=False))
            surplus = self.fight.due[side].most + bold < 0
            if (surplus and lost <= one.most) or lost in one:
                return "1.2.1.n"
        counted, clause = self._buttons(side)
        if clause and counted.least - ignored <= lost <= counted.most + bold:
            return clause
        bolder = next((one for one in self.battle.sure if one.has("adds")), None)
        if side == FILIPINO and bolder and lost > counted.most:
            return bolder.clause
        for clause, variant in self._plus().items():
            if lost in self._total(side, ignored, bold, variant):
                return clause
        return ""

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
                clause = clause or self._clause(volley)
                spot = Range(at, at)
                found = found._replace(
                    regular=spot, guerrilla=spot, us_parting=spot, filipino=spot,
                    filipino_parting=spot, guns=(spot, spot),
                )  # fmt: skip
            made = fire.hits(found, volley.shooter, volley.way, volley.dice, volley.target)
            total = total.plus(
                made.steps.least + made.halves.least // 2, made.steps.most + made.halves.most // 2
            )  # fmt: skip
        return total, clause

    def _clause(self, volley: Volley) -> str:
        """The clause that says on what the dice of a volley hit."""
        force = volley.force
        words = ("us_parting",) if volley.way == "parting" else ("us_hits", "us_hits_guerrillas")
        chit = next((c for c in self.battle.sure for one in words if c.number(one)), None)
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

        def lead(trait: str) -> bool:
            return any(one.trait(self.country, FILIPINO, trait) for one in forces)

        if lead("f"):
            found["1.2.2.f"] = lambda one: one._replace(added=one.added + 9)
        elif any(one.fil_artillery for one in forces):
            found["1.2.1.o"] = lambda one: one._replace(added=one.added + 9)
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
            total = total.plus(
                made.steps.least + made.halves.least // 2, made.steps.most + more
            )  # fmt: skip
            halves += made.halves.most
        return Range(min(total.least - ignored, self._all(side)), total.most + bold)

    def _all(self, side: str) -> int:
        return self.fight.lost[side] + self._there(side)

    def _nowhere(self, side: str) -> bool:
        """10.3.2.d: whether units were removed because they had nowhere to retreat to."""
        last = next((one for one in reversed(self.battle.events)
                     if one.what == "loss" and one.side == side), None)  # fmt: skip
        if last is None or self.end.steps(side):
            return False
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
            after = next((other.act for other in events[n:] if other.what != "loss"), self.last)
            if one.area != self.battle.area:
                left = self._fled(one.area, "regular", one.act)
            else:
                left = min(
                    self.battle.source.force(at, one.area).regular for at in (one.act, after)
                )
            if left > 0:
                what = "a Guerrilla step was lost while Regulars were there"
                self._find("10.6.4.b", FILIPINO, what, one.act)
                return

    def _fled(self, refuge: str, kind: str, index: int) -> int:
        """The steps of a kind that retreated to an area and were not lost there up to an act."""
        events = [one for one in self.battle.events if one.act <= index and one.kind == kind]
        came = sum(one.number for one in events if one.what == "move" and one.target == refuge)
        return came - sum(one.number for one in events if one.what == "loss" and one.area == refuge)

    # --- retreats ------------------------------------------------------------------------------

    def announced(self) -> None:
        """10.3.1.e: the attacker announces a retreat before combat."""
        for one in self.battle.events:
            said = one.what == "said" and one.kind == "retreats_before"
            if said and one.side == self.battle.attacker:
                what = "the attacker retreated before combat"
                self._find("10.3.1.e", one.side, what, one.act, ruling="who-retreats-before-combat")

    def retreats(self) -> None:
        """10.3, 10.6.5: who may retreat, and where to."""
        for side in SIDES:
            found = [one for one in self.fight.exits if one.side == side and one.stage != "free"]
            if found:
                self._retreat(side, found)

    def _retreat(self, side: str, found: list[Exit]) -> None:
        first, area = found[0], self.battle.area
        position = self.battle.source.record.positions[first.act]
        force = self.battle.force(first.act)
        if first.stage == "before":
            self._before(side, first.act, force)
        elif first.stage == "guns":
            self._find("10.2.a", side, "units retreated after Artillery had fired", first.act)
        elif first.stage == "after":
            self._shot(OTHER[side], side, first.act)
        if side == FILIPINO and self.battle.has("uprising", certain=True):
            chit = next(one for one in self.battle.sure if one.has("uprising"))
            self._find(chit.clause, side, f"Filipinos retreated after {chit.title}", first.act)
        doubt: Verdict = "suspect" if self._marched(side, first.act) else "illegal"
        targets = {one.target for one in found}
        if len(targets) > 1 or (self.end.steps(side) and not self.open):
            what = "only a part of a force retreated, or to several areas,"
            self._find("10.3.2.a", side, what, first.act, verdict=doubt)
            return
        steps = sum(one.steps for one in found)
        positions = self.battle.source.record.positions
        legal = retreats.legal_retreats(position, area, side, steps)
        for index in (self.battle.first, self.last):  # losses may be taken off early or late
            others = retreats.legal_retreats(positions[index], area, side, steps)
            legal |= {one for one in others if not position.strong(one, OTHER[side])}
        wrong = targets - legal
        if wrong:
            names = self.country.names
            what = f"units retreated to {names[next(iter(wrong))]} from the battle"
            expected = ", ".join(sorted(names[one] for one in legal)) or "nowhere to go"
            clause = "10.3.2.b" if legal else "10.3.2.d"
            self._find(clause, side, what, first.act, expected=expected, verdict=doubt,
                       local=self.sure)  # fmt: skip

    def _marched(self, side: str, index: int) -> bool:
        """Whether a retreat may be a move of the Filipino phase, to which the tracker goes late.

        Then no battle goes on after it, and the tracker leaves out the phase of POA sites. Where
        the tracker is not always stepped, every such retreat may be one.
        """
        if side != FILIPINO or self.battle.attacker != US:
            return False
        if not self.war.kept:
            return True
        source = self.battle.source
        for act in source.record.acts[index + 1 : max(source.acts) + 1]:
            if act.what == "phase":
                break
            if act.kind == MARKER or (act.what == "roll" and act.kind in DICE_OF_BATTLE):
                return False
        marks = (act.target for act in source.record.acts[index + 1 :] if act.what == "phase")
        return not next(marks, "").startswith("us_")

    def _before(self, side: str, index: int, force: Force) -> None:
        """10.3.1: a retreat before combat."""
        doubt: Verdict = "suspect" if self._marched(side, index) else "illegal"
        if side == self.battle.attacker:
            return  # perhaps a late movement
        if side == US:
            self.war.earn(index, -1, "10.3.1.a", f"US units retreated before combat in {self.name}")
            return
        self.war.deny(index, 1, "10.3.1.a", f"Filipinos who retreated before combat in {self.name}")
        if self.battle.has("retreats"):
            return
        if force.trait(self.country, US, "na") and self._at_night(index):
            self._find("1.2.2.i", side, "Filipinos retreated from a Night Attack", index)
        elif not force.regular:
            searches = [one for one in self.rolled("us_search") if one.act < index]
            if searches:
                what = "Guerrillas retreated after the search"
                self._find("10.3.1.b", side, what, index, verdict=doubt)
        elif not force.of(self.country, FILIPINO) and not self._led(index):
            what = "Regulars without a Leader retreated"
            self._find("10.3.1.c", side, what, index, verdict=doubt)

    def _led(self, index: int) -> bool:
        """10.3.1.c: whether a Leader left the area before his force, in a drag of his own."""
        side, areas = self.country.side, self.country.areas
        return any(
            one.what == "leader" and one.act < index and side[one.kind] == FILIPINO
            and one.area == self.battle.area and one.target in areas
            for one in self.battle.events
        )  # fmt: skip

    def _at_night(self, index: int) -> bool:
        """1.2.2.i: whether Lawton's die forbids a retreat."""
        return any(one.dice[0] <= NIGHT and one.act < index for one in self.rolled("night_attack"))

    def _shot(self, shooter: str, side: str, index: int) -> None:
        """10.6.5.c, 10.6.5.d: who stays takes a parting shot."""
        shots = [one for one in self.fight.volleys if one.way == "parting"]
        spared = side == FILIPINO and self.battle.has("no_parting")
        if not shots and not spared and not self.open and self.end.steps(shooter):
            clause = "10.6.5.d" if side == self.battle.defender else "10.6.5.c"
            what = "no parting shot was fired at units that retreated"
            self._find(clause, shooter, what, index, verdict="suspect")

    # --- after the fight -----------------------------------------------------------------------

    def fought(self) -> bool:
        """Whether dice fell."""
        return bool(self.shots())

    def shots(self) -> list[Volley]:
        """The volleys of the battle; Gunboats have no part in one of the US phase."""
        guns = self.battle.attacker == FILIPINO
        return [one for one in self.fight.volleys if guns or one.way != "shelling"]

    def fled(self, side: str) -> bool:
        """Whether a side retreated."""
        return any(one.side == side and one.stage != "free" for one in self.fight.exits)

    def cleared(self, side: str) -> bool:
        """Whether a side lost all its steps in the battle."""
        return self.fought() and not self.fled(side) and not self.end.steps(side)

    def spread(self) -> None:
        """10.8: reorganisation after the enemy was eliminated."""
        free = [one for one in self.fight.exits if one.stage == "free"]
        for one in free:
            names, enemy = self.country.names, OTHER[one.side]
            position = self.battle.source.record.positions[one.act]
            if self.fled(enemy) or not self.fought():
                what = "units reorganised though the enemy had retreated"
                self._find("10.8.b", one.side, what, one.act)
            elif one.side == self.battle.attacker == US and self.battle.area in self.war.amphibious:
                self._find("10.8.b", US, "units reorganised after a landing", one.act)
            elif one.target not in self.country.near[self.battle.area]:
                what = f"units reorganised to {names.get(one.target, one.target)}, not adjacent,"
                self._find("10.8.a", one.side, what, one.act)
            elif position.strong(one.target, enemy):
                what = (
                    f"units reorganised into {names[one.target]}, where enemies are, after combat"
                )
                self._find("10.8.a", one.side, what, one.act)
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
                self.war.earn(event.act, -2, "1.2.1.i", "Artillery that a retreat came upon")
                self.war.killed["us_artillery"] += 1
                continue
            if not (here or fled) or event.target in self.country.areas:
                continue
            force = self.battle.force(event.act)
            owed = self.battle.owed(self.fight, side).most
            if here and force.steps(side) > owed:
                self._find("10.6.4.c", side, "Artillery was removed like a hit unit", event.act)
            elif here and not force.steps(enemy) and not self.end.steps(enemy):
                what = "Artillery was eliminated though neither side had infantry left"
                self._find("10.6.5.e", side, what, event.act)
            else:
                what = f"{'US' if side == US else 'Filipino'} Artillery was eliminated"
                self.war.earn(self.last - 1, SIGN[enemy], "10.6.5.f", f"{what} in {self.name}")
                if side == US:
                    self.war.killed["us_artillery"] += 1
        for side in SIDES:
            guns = self.end.us_artillery if side == US else self.end.fil_artillery
            if guns and self.cleared(side) and self.end.steps(OTHER[side]) and not self.open:
                what = "Artillery stayed after its infantry was eliminated"
                ended, area = self.war.ended, self.battle.area
                stays = ended and ended.artillery(area, side) and ended.strong(area, OTHER[side])
                alone = bool(stays) and not (ended and ended.strong(area, side))
                self._find("10.6.5.f", side, what, self.last - 1, local=alone)

    def points(self) -> None:
        """10.9: Political Will for the steps that were lost, and the memory of the turn."""
        war, lost = self.war, self._by_kind()
        last = self.last - 1
        for kind, number in lost.items():
            war.killed[kind] += number
        order = (self.battle.attacker, self.battle.defender)
        for side in order:
            victim = OTHER[side]
            points = max(0, self.fight.lost[victim]) * STEP_POINTS[victim]
            if victim == FILIPINO and lost.get("fagen", 0) > 0:
                war.earn(last, 1, "PH.G1", "David Fagen was eliminated", sure=False)
            word = "US" if victim == US else "Filipino"
            what = f"{word} steps lost in {self.name}: {self.fight.lost[victim]}"
            war.earn(last, SIGN[side] * points, "10.9.a", what)
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

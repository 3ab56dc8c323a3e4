"""The effects of Advantage Chits played outside battle (player aids)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.chit_plays import Plays
from modgen_rules.amigos_insurrectos.law.chit_data import BOXES, Chit
from modgen_rules.amigos_insurrectos.law.chit_law import closed, kept, marked, region
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    MANILA,
    RECRUITS,
    STEPS,
    TRANS_OCEAN,
    US,
)
from modgen_rules.amigos_insurrectos.reading.flows import Flow, flows
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import lapse, unless


class Effects(Plays):
    """The chits that were played in a turn, and what they did."""

    def effect(self, chit: Chit, n: int) -> None:
        """Judge what a chit did."""
        judge, known = EFFECTS.get(chit.clause), len(self.war.will)
        if judge is not None:
            judge(self, chit, n)
        if len(self.war.will) == known:
            self.war.deny(n, 0, chit.clause, f"{chit.title}, which gives none")

    def steps(self, chit: Chit, n: int) -> None:
        """Steps that a chit brings to one area."""
        word = (chit.words("region") or ("",))[0]
        kind, number = (chit.words("places") or ("steps", "0"))[:2]
        dice, at = list[int](), self.turn.before
        if word == "die":
            dice = self.own_dice(chit, n, FILIPINO) or self.dice(FILIPINO, "reinforcements")
            if not dice:
                self.find(chit, "no die was rolled", n, gap=lapse(prices.NO_DICE))
                return
        areas, phases = region(word, at, dice), tuple(sorted(chit.phases))
        placed: Counter[str] = Counter()
        each = (self.flow(one, off=0) for one in phases)  # before any loss in a later phase
        for found in (self.flow(*phases), self.flow(*phases, off=0), *each):
            came: Counter[str] = Counter()
            for (area, what), steps in found.placed.items():
                if what in STEPS[FILIPINO]:
                    came[area] += steps
                    if kind == "guerrilla" and what == "regular" and area in areas:
                        self.find(chit, "Regulars were placed", n)
            placed |= came
        told = self._told(chit, n, areas, placed) if word != "manila" else None
        if told:
            self.war.brought += told
            self.earn(chit, n)
            return
        double = {area: steps for area, steps in placed.items() if steps >= int(number)}
        others = [self.chits[one] for one in self.played if one != chit.id]
        spread = (
            word
            for one in others
            for word in one.words("region")
            if not self.turn.kept or not chit.phases.isdisjoint(one.phases)
        )
        known = {area for word in spread for area in region(word, at, range(1, 7))}
        wrong = sorted(double.keys() - areas - known)
        if wrong and not double.keys() & areas and not self.war.changing:
            # In a log that begins in mid-turn, they may come with the Guerrilla War instead.
            gap = unless(self.war.whole, prices.BEGUN)
            what = f"{double[wrong[0]]} steps came to {self.country.names[wrong[0]]}"
            self.find(chit, what, n, gap=gap)
            areas |= {*wrong}
        most = max((placed.get(area, 0) for area in areas), default=0)
        if word == "manila" and most > int(number):
            self.find(chit, f"{most} steps came to Manila", n, expected=number, observed=str(most))
        self.war.extra[chit.id] = (frozenset(areas), int(number))
        self.earn(chit, n)

    def _told(
        self, chit: Chit, n: int, areas: frozenset[str], placed: Counter[str]
    ) -> Counter[str]:
        """Judge the steps that came while a chit lay on the table, before any die for recruits.

        Returns them if they are wrong, and stay in their areas.
        """
        acts, nothing = self.record.acts, Counter[str]()
        own = self.window(chit, n)
        rolled = any(acts[m].kind in RECRUITS for m in range(self.turn.first, own.stop))
        if rolled or not self.war.whole or self.war.changing:
            return nothing
        came = self._came(own)
        number = int(chit.words("places")[1])
        wrong = came.keys() - areas
        in_one = chit.words("region") != ("die",)
        die = next(
            (m for m in range(own.stop, self.turn.last + 1) if acts[m].kind in RECRUITS), own.stop
        )
        early = self._came(range(self.turn.first, die))  # what comes after the die are recruits
        there = [min(early[area], placed[area]) for area in areas] or [0]
        served = (max(there) if in_one else sum(there)) >= number
        if not all(placed[area] >= came[area] for area in came) or (wrong and served):
            return nothing  # put right, or another chit's
        several = in_one and len(came) > 1 and not served
        if not (wrong or several or came.total() > number):
            return nothing
        where = " and ".join(sorted(self.country.names[area] for area in wrong or came))
        steps = sum(came[area] for area in wrong or came)
        what = f"{wording.steps(steps)} came to {where}"
        self.find(
            chit, what, max(own.start, own.stop - 1), expected=str(number), observed=str(steps)
        )
        return came

    def _came(self, own: range) -> Counter[str]:
        """The Filipino steps that came from out of play in some acts, by area."""
        found: Counter[str] = Counter()
        for (area, kind), steps in flows(self.record, list(own), moving=False).placed.items():
            if kind in STEPS[FILIPINO] and kind != "fagen" and area in self.country.areas:
                found[area] += steps
        return found

    def fagen(self, chit: Chit, n: int) -> None:
        """PH.G1: David Fagen comes to a Filipino force."""
        placed = [area for area, kind in self.flow("reinforcements").placed if kind == "fagen"]
        moments = (self.turn.before, self.record.positions[n])
        if placed and not any(at.strong(placed[0], FILIPINO) for at in moments):
            what = f"Fagen came to {self.country.names[placed[0]]}, where no Filipino force is"
            self.find(chit, what, n)
        elif not placed:
            self.find(chit, "Fagen was not placed", n, gap=lapse(prices.NO_TRACE))
        self.earn(chit, n)

    def marker(self, chit: Chit, n: int) -> None:
        """US.G1, PH.S9: a marker, perhaps a step that is lost, and Political Will."""
        self.earn(chit, n)
        kind = chit.words("marker")[0]
        there = set(self.acts(*chit.phases))
        placed = self.markers(kind)
        placed = [one for one in placed if one[0] in there] or placed
        if not placed:
            self.find(chit, "no marker was placed", n, gap=lapse(prices.BEHIND))
            return
        index, area = placed[-1]
        at = self.record.positions[index]
        at = at if at.strong(area, US) else self.turn.before
        if not marked(chit, at, area):
            steps = at.strong(area, US)
            name, held = self.country.names[area], wording.steps(steps, "US")
            what = f"the marker came to {name}, which has {held}"
            self.find(chit, what, index)
        elif chit.has("us_lose") and not self._lost(US, "reinforcements").get(area):
            self.find(chit, f"no US step was lost in {self.country.names[area]}", index)
        elif chit.has("us_lose"):
            self.war.killed["us_army"] += 1

    def _lost(self, side: str, *phases: str) -> dict[str, int]:
        """The steps of a side that were lost in some phases, by area."""
        found: dict[str, int] = {}
        for (area, kind), steps in self.flow(*phases).lost.items():
            if kind in STEPS[side]:
                found[area] = found.get(area, 0) + steps
        return found

    def malaria(self, chit: Chit, n: int) -> None:
        """PH.S8: a US step is lost in a Monsoon turn, in others on a 5 or 6."""
        alike = [one for one in self.played if self.chits[one].clause == chit.clause]
        dice = self.dice("filipino", "reinforcements")
        own = self.own_dice(chit, n, "filipino")
        if not own and len(dice) == len(alike):  # each chit has its own die
            own = [dice[alike.index(chit.id)]]
        dice, every = own or dice, bool(own)
        surely = self.country.monsoon(self.turn.number)
        lost = self._before_shots()
        number = chit.number("us_lose")
        hit = surely or any(die >= chit.number("on") for die in dice)
        if not surely and not dice:
            self.find(chit, "no die was rolled", n, gap=lapse(prices.NO_DICE))
        elif hit and lost < number:
            self.find(chit, "no US step was lost", n)
        elif lost > number * (hit if len(alike) == 1 else len(alike)):
            self.find(chit, f"{wording.lost(lost, 'US')} lost", n, expected=str(number * hit))
        self.war.killed["us_army"] += hit and bool(lost)
        points = -chit.number("filipino_pw") if hit else 0
        self.war.earn(n, points, chit.clause, f"the chit {chit.title}", sure=every or surely)

    def _before_shots(self) -> int:
        """The US steps lost in the phase of reinforcements, before units move and are shot at."""
        acts, phases = self.record.acts, self.acts("reinforcements")
        shots = (n for n in phases if acts[n].kind in ("leaving", "filipino_parting"))
        first = next(shots, self.turn.last + 1)
        lost = flows(self.record, [n for n in phases if n < first], moving=False).lost
        return sum(steps for (_, kind), steps in lost.items() if kind in STEPS[US])

    def _share(self, chit: Chit, n: int, acts: list[int]) -> list[int]:
        """Of some acts those of a chit, where its like was played in the same turn.

        They follow the play of the chit, or lead to it where nothing was removed after it.
        """
        alike = sorted(m for one, m in self.played.items() if self.chits[one].clause == chit.clause)
        if len(alike) == 1:
            return acts
        rank = alike.index(n)
        ends = [self.turn.first - 1, *alike, self.turn.last + 1]
        after = [m for m in acts if n < m < ends[rank + 2]]
        gone = [m for m in acts if self.record.acts[m].target == "pool_filipino"]
        led = bool(gone) and all(alike[0] > m or m < alike[-1] for m in gone) and gone[0] < alike[0]
        return [m for m in acts if ends[rank] < m < n] if led else after

    def clears(self, chit: Chit, n: int) -> None:
        """US.G2, US.G5: the Filipinos of a weakly held area are removed."""
        self.earn(chit, n)
        if self.war.changing:
            return  # Regulars that become Guerrillas leave the map, too
        at = self.turn.before
        lost: dict[str, int] = {}
        acts, every = self.record.acts, self.acts(*chit.phases, off=0)
        if not any(acts[m].target == "pool_filipino" for m in every):
            every = self.acts(*chit.phases)
        then = self.record.positions[max(every, default=n) + 1].pieces
        for m in self._share(chit, n, every):
            piece, area = acts[m].piece, acts[m].source
            back = then.get(piece)
            gone = acts[m].what == "move" and acts[m].kind in STEPS[FILIPINO]
            if not gone or area not in self.country.areas or (back and back.place == area):
                continue
            if acts[m].target == "pool_filipino":
                was = at.pieces.get(piece)
                there = at if was and was.place == area else self.record.positions[m]
                lost[area] = lost.get(area, 0) + there.strength(piece)
        if not lost:
            self.find(chit, "no Filipinos were removed", n, gap=lapse(prices.NO_TRACE))
        for area, steps in lost.items():
            name, mine = self.country.names.get(area, area), at.strong(area, FILIPINO)
            why = kept(chit, at, area)
            if why:
                what = f"{wording.lost(steps, 'Filipino')} removed in {name}, {why}"
                self.find(chit, what, n)
            elif self.turn.after.strong(area, FILIPINO) and steps < mine:
                self.find(chit, f"not all Filipino steps were removed in {name}", n)

    def closes(self, chit: Chit, n: int) -> None:
        """US.G6, US.G7: no recruits in some areas, unless the Filipinos cancel it (PH.G2)."""
        at, limit = self.record.positions[n], chit.number("us_vp")
        if at.points > limit:
            what = f"the chit was played when the US had {at.points} Victory Points"
            self.find(chit, what, n, expected=f"at most {limit}")
            return
        if self._cancelled(n):
            return
        for area in closed(chit, at):
            self.war.closed.setdefault(area, chit.clause)

    def _cancelled(self, n: int) -> bool:
        """PH.G2: whether the answer to a Lukewarm chit cancels this one, and no other."""
        answers = [m for one, m in self.played.items() if self.chits[one].has("cancels")]
        if not answers:
            return False
        acts = self.record.acts
        for one, m in self.played.items():
            if not self.chits[one].has("no_recruits") or not m < answers[0] < n:
                continue
            gone = (k for k in range(m, n) if acts[k].kind == one and acts[k].what == "card")
            away = next((k for k in gone if acts[k].target.startswith("cup_")), -1)
            if away >= 0:
                return False  # answered, and put away before this one was played
        return True

    def inept(self, chit: Chit, n: int) -> None:
        """US.S1: the areas that a line of chat names; the die picks one without recruits."""
        acts, names = self.record.acts, self.country.names
        rolls = [
            m
            for m in range(n, min(n + windows.SOON, self.turn.last + 1))
            if acts[m].what == "roll" and acts[m].kind == "us"
        ]
        if not rolls or "reinforcements" not in self.turn.near(n):
            return
        number = chit.number("areas")
        for m, line in self.record.lines:
            if not n - windows.SOON <= m <= rolls[0] + windows.SOON:
                continue
            text = line.lower().replace("_", " ")
            found = {text.find(names[one].lower()): one for one in self.country.luzon}
            told = [found[at] for at in sorted(found) if at >= 0]
            if len(told) == number:
                picked = told[(acts[rolls[0]].dice[0] - 1) * number // 6]
                self.war.closed.setdefault(picked, chit.clause)

    def cancels(self, chit: Chit, n: int) -> None:
        """PH.G2: the answer to a Lukewarm chit."""
        answered = [one for one in self.played if one.removesuffix("_2") in chit.words("cancels")]
        if not answered:
            gap = unless(self.war.whole, prices.BEGUN)
            self.find(chit, "no Lukewarm chit was played", n, gap=gap)

    def scouts(self, chit: Chit, n: int) -> None:
        """US.G9, PH.G10: Scouts come, or leave the game."""
        acts, areas = self.record.acts, self.country.areas
        moves = [
            m
            for m in self.acts("reinforcements")
            if acts[m].what == "move"
            and acts[m].kind == "scouts"
            and (acts[m].source in areas) != (acts[m].target in areas)
        ]
        if chit.side == US:
            placed = [m for m in moves if acts[m].target in areas]
            # those of the Trans-Ocean Box are reinforcements
            placed = [m for m in placed if acts[m].source != TRANS_OCEAN] or placed
            if not placed:
                self.find(chit, "no Scouts were placed", n, gap=lapse(prices.NO_TRACE))
            for m in placed[-1:]:
                ended = self.turn.settled("us_ground", since=m).pieces.get(acts[m].piece)
                moments = (self.record.positions[m], self.turn.settled("us_ground", since=m))
                where = ended.place if ended and ended.place in areas else acts[m].target
                if not any(at.strong(where, US) for at in moments):
                    what = f"Scouts came to {self.country.names[where]}, where no US units are"
                    self.find(chit, what, m)
            return
        there, due = self.turn.before.where("scouts"), chit.number("scouts_lose")
        first = {acts[m].piece: m for m in reversed(moves)}
        last = {acts[m].piece: m for m in moves}
        lost = [
            key
            for key, m in first.items()
            if acts[m].source in areas and acts[last[key]].target not in areas
        ]
        if there and len(lost) != due:
            what = f"{len(lost)} Scouts units were" if lost else "no Scouts unit was"
            self.find(chit, f"{what} removed", n, expected=str(due))
        keys = [key for key, one in self.turn.before.pieces.items() if one.kind == "scouts"]
        after = self.turn.after.pieces
        waits = [last[key] for key in lost if key in after and after[key].place == TRANS_OCEAN]
        if waits and chit.has("scouts_lose"):
            self.find(
                chit, "the Scouts went to the Trans-Ocean Box, from which they return", waits[-1]
            )
        self.war.removed |= {
            key
            for key in keys
            if self.turn.before.pieces[key].place in there
            and key in after
            and after[key].place not in self.country.areas
        }

    def delays(self, chit: Chit, n: int) -> None:
        """PH.S10: US reinforcements come a turn later."""
        self.war.delayed = True
        self.earn(chit, n)
        acts, after = self.record.acts, self.turn.after.pieces
        came = [
            m
            for m in self.turn.span
            if acts[m].what == "move"
            and acts[m].source == f"turn:{self.turn.number}"
            and (one := after.get(acts[m].piece))
            and one.place in (TRANS_OCEAN, *self.country.areas)
        ]
        if came:
            units = wording.count(len(came), "piece", "pieces")
            what = f"{units} came this turn instead of the next"
            self.find(chit, what, came[0], gap=unless(came[0] > n, prices.MOVED))

    def attacks(self, chit: Chit, n: int) -> None:
        """PH.S1, PH.S2: US units must enter an adjacent area with Filipinos and attack."""
        entered: dict[tuple[str, str], int] = {}
        led = self._led(US).get(chit.id)
        made = flows(self.record, led, moving=False) if led else None
        made = made or self.flow("us_ground", "us_amphibious", "us_combat")
        for move in made.of(self.country, US):
            if move.target in self.country.near.get(move.source, ()) and move.steps:
                at = self.record.positions[move.first]
                if at.strong(move.target, FILIPINO):
                    entered[move.source, move.target] = move.last
        if not entered:
            if self.turn.complete:
                what = "no US units entered an area with Filipinos"
                self.find(chit, what, n, gap=lapse(prices.NO_TRACE))
        elif chit.words("attack") == ("all",):
            left = [one for one, _ in entered if not self._stayed(one, max(entered.values()))]
            if not left:
                self.find(chit, "some US units of the area stayed behind", n)

    def _stayed(self, area: str, index: int) -> bool:
        return bool(self.record.positions[index + 1].strong(area, US))

    def trap(self, chit: Chit, n: int) -> None:
        """PH.G6: three US units of Luzon enter the Jungle."""
        number = chit.number("enter_jungle")
        acts = self.record.acts
        came = {
            acts[m].piece
            for m in self.acts("jungle_us")
            if acts[m].target == "jungle_1" and acts[m].kind in STEPS[US]
        }
        units = sum(
            one.kind in STEPS[US] and one.place in self.country.luzon
            for one in self.turn.before.pieces.values()
        )
        gone_on = self.turn.complete or self.turn.beyond("jungle_filipino") > 0
        away = self.turn.after.cards.get(chit.id, "") != BOXES[chit.side]
        if len(came) < min(number, units) and (gone_on or away):
            what = f"{wording.units(len(came), 'US')} entered the Jungle"
            gap = unless(gone_on, prices.ENDS)
            self.find(chit, what, n, expected=str(number), gap=gap)

    def slows(self, chit: Chit, n: int) -> None:
        """PH.S6: the US force that is to move goes one area only."""
        every = self.record.acts
        marks = (m for m in range(n, self.turn.last) if every[m].target == "us_amphibious")
        end = next(marks, self.turn.last)  # who lands sails
        acts = [m for m in self.acts("us_ground", off=0) if n < m < end]
        gone = flows(self.record, acts).of(self.country, US)
        moves = [
            one for one in gone if one.steps and {one.source, one.target} <= self.country.areas
        ]
        told = [
            (m, area)
            for m in range(self.turn.first, end)
            if (said := self.record.acts[m].said)
            for area in sorted(said.spaces.get("operation_in", ()))
        ]
        announced = [area for m, area in told if m < n][-1:]
        later = [one for one in told if one[0] > n]
        shown_first = not announced and bool(later)
        if shown_first:  # the chit was shown when the operation was announced in another way
            announced, later = [later[0][1]], later[1:]
        following = next((m for m, _ in later), end)
        began = min((one.first for one in moves), default=end)
        force = {one.source for one in moves if one.first == began} <= {*announced}
        ways: list[int] = []
        others: list[int] = []
        for one in moves:
            old = self.turn.before.pieces
            begun = {old[key].place for key in one.keys if key in old} & self.country.areas
            source = next(iter(begun)) if len(begun) == 1 else one.source
            far = self.country.distance(source, [one.target]).get(one.target, 0)
            if self._may_land(one, end):
                far = min(far, 1)
            others.append(far)
            same = not force or every[one.first].step == every[began].step
            if not told or (one.source in announced and one.first < following and same):
                ways.append(far)
        limit = chit.number("moves")
        far = (max if told else min)(ways, default=0)
        sure = bool(told) and force and (not shown_first or min(others) > limit)
        if far > limit:
            what = f"the force that was to move went {far} areas"
            gap = unless(sure, prices.ANOTHER_WAY)
            self.find(chit, what, n, expected=f"at most {limit}", observed=str(far), gap=gap)

    def _may_land(self, one: Flow, end: int) -> bool:
        """8.2.3: whether a move is perhaps the turn's landing: the tracker may go on after it."""
        acts, coasts = self.record.acts, self.country.coasts[one.target]
        if MANILA not in (one.source, one.target) or not coasts:
            return False
        if end == self.turn.last:
            return True
        marches = [
            n
            for n in range(one.last + 1, self.turn.last + 1)
            if acts[n].what == "move"
            and {acts[n].source, acts[n].target} <= self.country.areas
            and self.country.side.get(acts[n].kind) == US
            and acts[n].target != one.target
        ]
        marks = (n for n in range(end, self.turn.last) if acts[n].target == "us_combat")
        fight = next(marks, self.turn.last)
        boats = any(self.record.positions[n].gunboats(*coasts) for n in (end, fight))
        return boats and not any(n < fight for n in marches)


Effect = Callable[[Effects, Chit, int], None]


EFFECTS: Mapping[str, Effect] = {
    **dict.fromkeys(("PH.S7", "PH.S11", "PH.G5", "PH.G7", "PH.G8", "PH.G11"), Effects.steps),
    **dict.fromkeys(("US.G1", "PH.S9"), Effects.marker),
    **dict.fromkeys(("US.G2", "US.G5"), Effects.clears),
    **dict.fromkeys(("US.G6", "US.G7"), Effects.closes),
    **dict.fromkeys(("US.G9", "PH.G10"), Effects.scouts),
    **dict.fromkeys(("PH.S1", "PH.S2"), Effects.attacks),
    "PH.G1": Effects.fagen,
    "PH.G2": Effects.cancels,
    "PH.G6": Effects.trap,
    "PH.S6": Effects.slows,
    "PH.S8": Effects.malaria,
    "PH.S10": Effects.delays,
    "US.S1": Effects.inept,
}
"""The effects of the chits that are not played in a battle, by clause."""

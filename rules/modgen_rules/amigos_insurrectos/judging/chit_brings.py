"""Chits that bring Filipino steps (PH.S7, PH.S11, PH.G1, PH.G5, PH.G7, PH.G8, PH.G11)."""

from __future__ import annotations

from collections import Counter

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.chit_plays import Plays
from modgen_rules.amigos_insurrectos.law.chit_data import Chit
from modgen_rules.amigos_insurrectos.law.chit_law import region
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, RECRUITS, STEPS
from modgen_rules.amigos_insurrectos.reading.flows import flows
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse, unless


class Brings(Plays):
    """Judges what such chits brought, and where to."""

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

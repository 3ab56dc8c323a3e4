"""The moves of the US phase: by land, the landing, Gunboats (8.1, 8.2.3, 9.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.movement import Movement
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, MANILA, STEPS, US
from modgen_rules.amigos_insurrectos.law.movement_law import (
    emptied,
    far,
    fresh,
    gunboat,
    landing,
    needed_gunboats,
    reach,
    stops,
)
from modgen_rules.amigos_insurrectos.reading.flows import Flow
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.explain import Local, Sums, SumsCost, join
from modgen_rules.engine.reading.verdicts import unless

US_MOVES = ("us_ground", "us_amphibious", "us_gunboats")
SHOTS = ("filipino", "filipino_parting")
"""8.1.h: the dice of parting shots at a US force that leaves Guerrillas."""
LAND, SEA = "land", "sea"


class UsMovement(Movement):
    """The moves of the US side in a turn."""

    def moves(self, moves: list[Flow]) -> None:
        """Judge the moves of US units between areas, and those of Gunboats."""
        if self.war.turn == self.war.country.numbers.no_us_turn:
            made = moves or self.own
            for move in made:
                if (move.source, move.target) == (made[0].source, made[0].target):
                    self._find("13.0.c", move)
            return
        self.war.operations |= {move.source for move in self._read(moves)}
        self.war.entered |= {
            move.target for move in moves if self.before.units(move.target, FILIPINO)
        }
        self._fresh(moves)
        self._garrisons(moves)
        self._left_guerrillas(moves)
        self._gunboats()

    # --- by land or by sea (8.1, 8.2.3) -----------------------------------------------------------

    def _read(self, moves: list[Flow]) -> list[Flow]:
        """Tell marches from the landing by what is cheapest, and what is wrong with either.

        Returns the marches. Several readings of which none is better leave the landing that saves
        Ground Operations.
        """
        coasts = self.country.coasts
        groups: dict[tuple[str, str, str, str], list[Flow]] = {}
        for move in moves:
            beach = self._beached(move)
            clause = "8.2.3.d" if beach else self._no_march(move)
            groups.setdefault((move.source, move.target, clause, beach), []).append(move)
        told = {
            key: 0.0 if key[3] else self._by_sea(*key[:2], group[0].first, barred=bool(key[2]))
            for key, group in groups.items()
        }
        ends = {key[:2] for key in groups}
        ports = sorted(one for one in ends if MANILA in one and all(coasts[end] for end in one))
        sources = sorted({move.source for move in moves})
        size = len(sources) + 2 * len(ports)

        def adds(at: int, *numbers: int) -> tuple[int, ...]:
            return (*(0,) * at, *numbers, *(0,) * (size - at - len(numbers)))

        def ways(key: tuple[str, str, str, str]) -> Iterator[Local]:
            source, target, clause, beach = key
            if clause != "8.2.3.a":
                foot = prices.CARRIED_MORE if told[key] >= 0 and not beach else -prices.ON_FOOT
                cost = prices.BREACH + foot if clause else 0.0
                broken = (clause,) if clause else ()
                yield Local(adds(sources.index(source), 1), cost, broken, (LAND,))
            if (source, target) in ports:
                at = len(sources) + 2 * ports.index((source, target))
                yield Local(adds(at, 1, sum(move.steps for move in groups[key])), story=(SEA,))
            elif coasts[source] and coasts[target]:
                cost = prices.BREACH + prices.CARRIED_MORE * (2 if told[key] <= 0 else -1)
                yield Local(adds(0), cost, ("8.2.3.a",), (LAND,))

        def landings(sums: Sums) -> list[tuple[tuple[str, str], int]]:
            by_sea = iter(sums[len(sources) :])
            return [
                (pair, steps)
                for pair, number, steps in zip(ports, by_sea, by_sea, strict=True)
                if number
            ]

        def finish(sums: Sums) -> SumsCost:
            found = landings(sums)
            first = self._landing(*found[0])[0] if found else ""
            broken = (*[first] * bool(first), *["3.2.b"] * (len(found) - 1))
            cost = prices.BREACH * len(broken)
            cost += prices.MOVES_MORE * sum(map(bool, sums[: len(sources)]))
            cost += prices.CARRIED_MORE * max(0, len(found) - 1)
            marched = {*ports} - {pair for pair, _ in found}
            return SumsCost(
                cost + max([0.0, *(told[key] for key in groups if key[:2] in marched)]), broken
            )

        found = next(iter(join([list(ways(key)) for key in groups], finish)), None)
        marches: list[Flow] = []
        for (key, group), way in zip(groups.items(), found.picks if found else (), strict=True):
            if way.story == (LAND,):
                marches += group
            what = f"after landing in {self.names[key[3]]}" if key[3] else ""
            for clause in way.broken:
                for move in group:
                    self._find(clause, move, what)
        for n, (pair, steps) in enumerate(landings(found.sums) if found else ()):
            sailed = [
                one for one in moves if (one.source, one.target) == pair and one not in marches
            ]
            self._lands(pair, steps, min(sailed, key=self._by_land), bool(n))
        return marches

    def _lands(self, ends: tuple[str, str], steps: int, move: Flow, again: bool) -> None:
        """Judge an Amphibious Operation of which a move is a part."""
        self.war.amphibious.add(ends[1])
        if not self._by_land(move) or self._by_sea(*ends, move.first) > 0:
            self.war.shipped.add(ends[1])
        clause, what = self._landing(ends, steps)
        if again:
            clause, what = "3.2.b", "which is a second Amphibious Operation"
        if clause:
            self._find(clause, move, what, steps=steps)

    def _landing(self, ends: tuple[str, str], steps: int) -> tuple[str, str]:
        """8.2.3: the clause that an Amphibious Operation breaks, and what is wrong."""
        home, coast = (self.country.coasts[one] for one in ends)
        ready, stay = self.before.gunboats(*home), self.after.gunboats(*coast)
        came = [self.record.positions[n].gunboats(*coast) for n in self.acts]
        clause = landing(self.country, self.war.turn, steps, ready, came, stay)
        if not clause and self._sailed_on({*ready}, coast, steps):
            clause = "8.2.3.h"
        along = len({*ready} & {*stay})
        needed, most = needed_gunboats(self.country, steps), self.country.numbers.us_sea_steps
        few = f"which needs {needed} Gunboat{'s' * (needed > 1)}, but {along} went with it"
        told = {
            "8.2.3.b": f"with {len(ready)} Gunboats beside it",
            "8.2.3.c": f"but a landing carries at most {most}" if steps > most else few,
            "8.2.3.g": few,
            "8.2.3.h": "and its Gunboats moved on",
        }
        return clause, told.get(clause, "")

    def _sailed_on(self, ready: set[str], coast: frozenset[str], steps: int) -> bool:
        """8.2.3.h: whether Gunboats that brought troops moved on when the tracker went on."""
        acts, needed = self.record.acts, needed_gunboats(self.country, steps)
        span = range(self.acts[0], self.acts[-1] + 1)
        turned = next((n for n in span if acts[n].target == US_MOVES[-1]), None)
        if turned is None:
            return False
        at = self.record.positions[turned]
        carriers = ready & {*at.gunboats(*coast)}
        stay = sum(key in self.after.at.get(at.pieces[key].place, ()) for key in carriers)
        return stay < needed <= len(carriers)

    def _no_march(self, move: Flow) -> str:
        """The clause that bars a move by land; empty if it may be a march."""
        if self._by_land(move):
            return ""
        steps = range(self.record.step(move.first), self.record.step(move.last) + 1)
        acts = (act for act in self.record.acts if act.step in steps)
        drags = Counter((act.source, act.target) for act in acts)
        near, way = self.country.near, move.stops | {move.source, move.target}
        at_once = len({*drags.values()}) == 1 and all(
            source in way and target in near.get(source, ()) for source, target in drags
        )
        return "8.1.g" if self._twice(move) and not at_once else self.march(move)

    def _twice(self, move: Flow) -> bool:
        """8.1.g: whether the move is two legal ones, each by a drag of its own."""
        kind, reached = move.kind, reach(self.before, move.kind, move.source, self.reach)
        return any(
            stop in reached
            and not stops(self.before, kind, stop)
            and move.target in reach(self.before, kind, stop, self.reach)
            for stop in move.stops & self.country.areas - {move.source, move.target}
        )

    def _shipped(self, move: Flow) -> bool:
        """8.2.3.a: from or to Manila, while the tracker shows the landing or Gunboats go along."""
        ends = move.source, move.target
        return MANILA in ends and self._by_sea(*ends, move.first) > 0

    def _by_sea(self, source: str, target: str, first: int, barred: bool = False) -> float:
        """What speaks for a landing: Gunboats that go along, what is shown; below 0 for a march.

        `barred`: no march leads there. Then a Gunboat that sails past counts as well.
        """
        coasts, acts = self.country.coasts, self.record.acts
        if not (coasts[source] and coasts[target]):
            return 0.0
        escorted = any(
            acts[n].kind == "gunboat"
            and acts[n].source in coasts[source]
            and acts[n].target in coasts[target] - coasts[source]
            and (barred or acts[n + 1 : n + 2] == [] or acts[n + 1].piece != acts[n].piece)
            for n in self.acts
        )
        marks = (act.target for act in reversed(acts[:first]) if act.what == "phase")
        shown = next(marks, "")
        there, before = (at.gunboats(*coasts[target]) for at in (self.after, self.before))
        near = far(self.country, source, target) <= self.country.numbers.land_reach
        near = near and not (barred and shown == "us_amphibious")
        if not (escorted or {*there} - {*before}) and (near or shown == "us_ground"):
            return -prices.ON_FOOT
        return prices.CARRIED * escorted + prices.SHOWN_KIND * (shown == "us_amphibious")

    def _beached(self, move: Flow) -> str:
        """8.2.3.d: an area by the sea where units landed before they went on; empty for none.

        Their Gunboats came to lie beside it, and no way by land leads there.
        """
        coasts, needed = self.country.coasts, max(1, needed_gunboats(self.country, move.steps))
        by_land = reach(self.before, move.kind, move.source, self.reach)
        boats = {*self.before.gunboats(*coasts[move.source])}
        for stop in sorted(move.stops & self.country.areas - {move.source, move.target}):
            there = boats & {*self.after.gunboats(*coasts[stop])}
            came = there - {*self.before.gunboats(*coasts[stop])}
            if MANILA in (move.source, stop) and stop not in by_land and len(came) >= needed:
                return stop
        return ""

    # --- what they leave behind -------------------------------------------------------------------

    def _fresh(self, moves: list[Flow]) -> None:
        """7.1.c: units that landed this turn stay where they are; like units may go instead."""
        left: Counter[str] = Counter()
        for move in moves:
            if move.source == MANILA:
                left[move.kind] += move.steps or 1
        new = {*fresh(self.before, MANILA, self.war.landed)}
        for kind, number in left.items():
            old = sum(
                self.country.weight(kind, self.before.pieces[key].face)
                for key in {*self.before.keys(MANILA, (kind,))} - new
            )
            mine = [one for one in moves if (one.kind, one.source) == (kind, MANILA)]
            same = [one for one in mine if self.war.landed & set(one.keys)]
            more = number - old
            if more <= 0 and same:
                self._find("7.1.c", same[0], "with a piece that landed this turn", doubtful=True)
            for move in same or mine[:1]:
                if more > 0:
                    self._find("7.1.c", move, "in the turn of the landing")
                    more -= move.steps or 1

    def _garrisons(self, moves: list[Flow]) -> None:
        """1.1.2.a: the US does not leave a victory area that it controls."""
        gone = {move.source: move.last + 1 for move in moves if move.steps}
        for area in sorted(gone):
            left = (self.record.positions[gone[area]], self.after, self.settled)
            held = "1.1.2.a" in emptied(self.before, area)
            if held and not any(at.strong(area, US) for at in left):
                what = f"no US step was left in {self.names[area]}"
                self.war.find("1.1.2.a", US, what, self.acts[0], self.acts[-1])

    def _left_guerrillas(self, moves: list[Flow]) -> None:
        """8.1.h, 10.9.a: a force that leaves Guerrillas with no step left is shot at on 4-6."""
        acts, positions = self.record.acts, self.record.positions
        left = {move.source: move for move in moves if move.steps}
        for area, move in sorted(left.items()):
            stayed = any(at.strong(area, US) for at in (positions[move.last + 1], self.after))
            if stayed or "8.1.h" not in emptied(positions[move.first], area):
                continue
            sure = self.certain or self.shown(move.last)
            last = move.last + windows.MUCH_LATER
            near = self.acts if self.certain else range(self.acts[0], min(last, len(acts)))
            rolled = any(acts[n].kind in ("leaving", *SHOTS) for n in near)
            what = ""
            if not rolled and not self.record.general_dice(move.first + 1, last):
                what = f"{self.say(move)}, and no die was rolled for a parting shot"
            elif self._seen(len(left)):
                what = f"{self.say(move)}, the Guerrillas saw them, and nobody shot"
            if what:
                gap = unless(sure, prices.MIXED)
                self.war.find("8.1.h", US, what, move.first, move.last, local=sure, gap=gap)
        shots = [n for n in self.acts if acts[n].kind in SHOTS]
        for (place, kind), number in self.flows.lost.items() if shots else ():
            if kind in STEPS[US] and place in self.country.areas:
                self.war.killed[kind] += number
                what = f"{wording.steps(number, 'US')} lost to parting shots"
                self.war.earn(shots[-1], -2 * number, "10.9.a", what)

    def _seen(self, forces: int) -> bool:
        """8.1.h: whether the dice for forces that left demand parting shots, and none were fired.

        A die more than there are forces may replace another one.
        """
        rolls = takewhile(
            lambda act: act.target != "filipino_movement" and act.kind != "turn_marker",
            self.record.acts[self.acts[0] :],
        )
        dice = [(act.kind, die) for act in rolls for die in act.dice]
        leaving = [die for kind, die in dice if kind == "leaving"]
        seen = sum(die >= self.country.lowest["leaving"] for die in leaving)
        shot = any(kind.startswith(FILIPINO) for kind, _ in dice)
        return seen > max(0, len(leaving) - forces) and not shot

    def _gunboats(self) -> None:
        """9.0, 9.4: Gunboats stay at sea, and secure only islands without Filipinos."""
        for move in self.flows.moves:
            if move.kind == "gunboat":
                moments = (self.before, self.record.positions[move.first])  # a chit may clear them
                clause, area = gunboat(moments, move.target)
                if clause:
                    what = f"with Filipinos in {self.names[area]}" if area else ""
                    self._find(clause, move, what)
        for place, kind in self.flows.lost:
            if kind == "gunboat":
                act = self.flows.acts[place, kind]
                self.war.find("9.0.b", "", "a Gunboat was taken off the map", act)

"""The moves of the US phase: by land, the landing, Gunboats (8.1, 8.2.3, 9.0), operations (3.2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import takewhile

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.country import (
    FILIPINO,
    MANILA,
    NO_US_TURN,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.flows import Flow
from modgen_rules.amigos_insurrectos.movement import Movement
from modgen_rules.amigos_insurrectos.routes import (
    LAND_REACH,
    SEA_STEPS,
    reach,
    stops,
    too_far,
)
from modgen_rules.amigos_insurrectos.war import SOON

US_MOVES = ("us_ground", "us_amphibious", "us_gunboats")
SHOTS = ("filipino", "filipino_parting")
"""8.1.h: the dice of parting shots at a US force that leaves Guerrillas."""
SEEN = 4
"""8.1.h: the die with which Guerrillas shoot."""
PARTING = ("leaving", *SHOTS)
"""8.1.h: those that may be rolled then."""


class UsMovement(Movement):
    """The moves of the US side in a turn."""

    def moves(self, moves: list[Flow]) -> None:
        """Judge the moves of US units between areas, and those of Gunboats."""
        if self.war.turn == NO_US_TURN:
            for move in [
                one
                for one in moves or self.flows.of(self.country, US)
                if not self._placed_again(one)
            ][:1]:
                self._find("13.0.c", move)
            return
        landing = self._landing(moves)
        for move in moves:
            beach = self._beached(move) if move not in landing else ""
            if beach:
                what = f"after it had landed in {self.country.names[beach]}"
                self._find("8.2.3.d", move, what)
            elif move not in landing and not self._by_land(move):
                self._find(self._why_not(move), move)
        self.war.operations |= {move.source for move in moves if move not in landing}
        self.war.entered |= {
            move.target for move in moves if self.before.units(move.target, FILIPINO)
        }
        self._fresh(moves)
        self._garrisons(moves)
        self._left_guerrillas(moves)
        self._shot()
        self._gunboats()

    def _placed_again(self, move: Flow) -> bool:
        """7.1.a: whether reinforcements of this turn were put elsewhere than at first."""
        began, areas = self.war.begun, self.country.areas
        before = [began.pieces.get(key) for key in move.keys] if began else []
        arrived = bool(before) and all(one is None or one.place not in areas for one in before)
        return arrived and move.target == MANILA

    def _apart(self, move: Flow) -> list[Flow]:
        """A move as two, unless it may be a landing that stopped on its way."""
        coasts = self.country.coasts
        if MANILA in (move.source, move.target) and coasts[move.source] and coasts[move.target]:
            return [move]
        return super()._apart(move)

    def _twice(self, move: Flow) -> bool:
        """8.1.g: whether the move is two legal ones, each by a drag of its own."""
        kind, reached = move.kind, reach(self.before, move.kind, move.source, self.reach)
        return any(
            stop in reached and move.target in reach(self.before, kind, stop, self.reach)
            for stop in move.stops & self.country.areas - {move.source, move.target}
            if not stops(self.before, kind, stop)
        )

    def _at_once(self, move: Flow) -> bool:
        """Whether the same units were dragged on from each stop, from area to area next to it."""
        acts = [self.record.acts[n] for n in range(move.first, move.last + 1)]
        drags: dict[int, set[str]] = {}
        for act in acts:
            drags.setdefault(act.step, set()).add(act.piece)
        return len({frozenset(keys) for keys in drags.values()}) == 1 and all(
            act.what == "move" and act.target in self.country.near.get(act.source, ())
            for act in acts
        )

    def _beached(self, move: Flow) -> str:
        """8.2.3.d: an area by the sea where units landed before they went on; empty for none.

        Their Gunboats came to lie beside it, and no way by land leads there.
        """
        coasts, needed = self.country.coasts, max(1, -(-move.steps // 2))
        by_land = reach(self.before, move.kind, move.source, self.reach)
        for stop in sorted(move.stops & self.country.areas - {move.source, move.target}):
            boats = set(self.before.gunboats(*coasts[move.source]))
            there = boats & set(self.after.gunboats(*coasts[stop]))
            came = there - set(self.before.gunboats(*coasts[stop]))
            if MANILA in (move.source, stop) and stop not in by_land and len(came) >= needed:
                return stop
        return ""

    def _why_not(self, move: Flow) -> str:
        """The clause that bars a move by land."""
        country = self.country
        if self._twice(move) and not self._at_once(move):
            return "8.1.g"
        near = country.distance(move.source, [move.target]).get(move.target)
        coastal = country.coasts[move.source] and country.coasts[move.target]
        if near is None or (coastal and self._escorted(move.source, move.target)):
            wrong = coastal and MANILA in (move.source, move.target) and self._wrong_landing([move])
            if wrong:
                return wrong[0]
            return "8.2.3.a" if coastal else "8.2.3.b"
        if self.monsoon and near <= LAND_REACH:
            return "13.0.a"
        return too_far(self.before, move.kind, move.source, move.target)

    def _landing(self, moves: list[Flow]) -> list[Flow]:
        """8.2.3: the moves of the Amphibious Operation, if there is one."""
        groups: dict[tuple[str, str], list[Flow]] = defaultdict(list)
        for move in moves:
            ends = (move.source, move.target)
            if MANILA in ends and all(self.country.coasts[one] for one in ends):
                groups[ends].append(move)
        needed = {ends for ends, group in groups.items() if self._sails(group)}
        if not needed:
            spare = [ends for ends in groups if not self._wrong_landing(groups[ends])]
            sources = Counter(move.source for move in moves)
            spare = [one for one in spare if sources[one[0]] == len(groups[one])] or spare
            for ends, group in groups.items():
                told = [one for one in group if self._shown(one.first) == "us_amphibious"]
                if told and not self._wrong_landing(told):
                    self.war.amphibious.add(ends[1])
            return groups[spare[0]] if spare and not self.monsoon else []
        found: list[Flow] = []
        for n, ends in enumerate(sorted(needed)):
            group = groups[ends]
            by_sea = [move for move in group if not self._by_land(move)]
            if n:
                self._find("3.2.b", by_sea[0], "which is a second Amphibious Operation")
            elif self.monsoon:
                self._find("8.2.3.e", by_sea[0])
            else:
                wrong = self._wrong_landing(by_sea)
                if wrong:
                    self._find(wrong[0], by_sea[0], wrong[1])
                self.war.amphibious.add(ends[1])
            found += by_sea
        return found

    def _shown(self, n: int) -> str:
        """The phase that the tracker showed last before an act."""
        acts = self.record.acts[:n]
        return next((act.target for act in reversed(acts) if act.what == "phase"), "")

    def _sails(self, group: list[Flow]) -> bool:
        """Whether moves from one area to another can only be a landing."""
        by_sea = [move for move in group if not self._by_land(move)]
        source, target = group[0].source, group[0].target
        near = self.country.distance(source, [target]).get(target, 99) <= LAND_REACH
        coasts = self.country.coasts[target]
        came = set(self.after.gunboats(*coasts)) - set(self.before.gunboats(*coasts))
        marches = near or self._shown(group[0].first) == "us_ground"
        alone = not came and not self._escorted(source, target)
        if not by_sea or not (marches and alone):
            return bool(by_sea)
        return not self.monsoon and not self._wrong_landing(by_sea)

    def _escorted(self, source: str, target: str) -> bool:
        """Whether a Gunboat went from the coast of one area to the coast of another."""
        coasts, acts = self.country.coasts, self.record.acts
        return any(
            acts[n].kind == "gunboat"
            and acts[n].source in coasts[source]
            and acts[n].target in coasts[target] - coasts[source]
            for n in self.acts
        )

    def _wrong_landing(self, group: list[Flow]) -> tuple[str, str] | None:
        """8.2.3: the clause that an Amphibious Operation breaks, and what is wrong."""
        steps = sum(move.steps for move in group)
        most = SEA_STEPS[US]
        if steps > most:
            return "8.2.3.c", f"with {steps} steps instead of at most {most}"
        needed = -(-steps // 2)
        source, target = group[0].source, group[0].target
        coasts = self.country.coasts
        ready = set(self.before.gunboats(*coasts[source]))
        there = set(self.after.gunboats(*coasts[target]))
        if len(ready & there) >= needed:
            return None
        came = [
            n
            for n in self.acts
            if len(ready & set(self.record.positions[n].gunboats(*coasts[target]))) >= needed
        ]
        told = f"which needs {needed} Gunboats, but {len(ready & there)} went with it"
        if came:
            return "8.2.3.h", "and its Gunboats moved on"
        others = [
            n
            for n in self.acts
            if len(self.record.positions[n].gunboats(*coasts[target])) >= needed
        ]
        late = others and len(ready) < needed
        if late or (len(there) >= needed and not ready & there):
            return "8.2.3.b", f"with {len(ready)} Gunboats beside it"
        if any(move.stops & self._beside(ready) - {source, target} for move in group):
            return "8.2.3.d", "beyond the area of the landing"
        return ("8.2.3.c", told) if ready & there else ("8.2.3.g", told)

    def _beside(self, gunboats: Iterable[str]) -> set[str]:
        """The areas beside which Gunboats end their move."""
        seas = (self.after.pieces[key].place for key in gunboats if key in self.after.pieces)
        return {area for sea in seas for area in self.country.shores.get(sea, ())}

    def _fresh(self, moves: list[Flow]) -> None:
        """7.1.c: units that landed this turn stay where they are.

        Like units may stand for each other: then it is suspect.
        """
        left: Counter[str] = Counter()
        for move in moves:
            if move.source == MANILA:
                left[move.kind] += move.steps or 1
        for kind, number in left.items():
            there = [key for key in self.before.at.get(MANILA, ()) if self._is(key, kind)]
            old = sum(
                self.country.weight(kind, self.before.pieces[key].face)
                for key in there
                if key not in self.war.landed
            )
            mine = [one for one in moves if (one.kind, one.source) == (kind, MANILA)]
            same = [one for one in mine if self.war.landed & set(one.keys)]
            if number > old:
                self._find("7.1.c", (same or mine)[0], "which landed this turn")
            elif same:
                self._find("7.1.c", same[0], "a piece that landed this turn", doubtful=True)

    def _is(self, key: str, kind: str) -> bool:
        return self.before.pieces[key].kind == kind

    def _garrisons(self, moves: list[Flow]) -> None:
        """1.1.2.a: the US does not leave a victory area that it controls."""
        for area in sorted(self.country.victory):
            held = self.before.controller(area) == US and self.before.strong(area, US)
            gone = [move.last + 1 for move in moves if move.source == area and move.steps]
            left = [self.record.positions[n] for n in gone[-1:]] + [self.after, self.settled]
            if gone and held and not any(at.strong(area, US) for at in left):
                what = f"no US step was left in {self.country.names[area]}"
                self.war.find("1.1.2.a", US, what, self.acts[0], self.acts[-1])

    def _left_guerrillas(self, moves: list[Flow]) -> None:
        """8.1.h: a force that leaves Guerrillas with no step left is shot at on 4-6."""
        left = {move.source: move for move in moves if move.steps}
        for area, move in sorted(left.items()):
            then = self.record.positions[move.first]
            left_there = self.record.positions[move.last + 1].strong(area, US)
            alone = then.strong(area, FILIPINO) and not self.after.strong(area, US)
            alone = alone and not left_there
            if not alone or not then.steps(area, ("guerrilla", "fagen")):
                continue
            sure = self.certain or self.shown(move.last) or self._first(move)
            acts = [self.record.acts[n] for n in self.acts]
            acts = acts if self.certain else self.record.acts[self.acts[0] : move.last + SOON]
            what = ""
            if not any(act.what == "roll" and act.kind in PARTING for act in acts):
                what = f"{self.say(move)}, and no die was rolled for a parting shot"
            elif self._seen(len(left)):
                what = f"{self.say(move)}, the Guerrillas saw them, and nobody shot"
            if what:
                self.war.find(
                    "8.1.h",
                    US,
                    what,
                    move.first,
                    move.last,
                    local=sure,
                    verdict="illegal" if sure else "suspect",
                )

    def _seen(self, forces: int) -> bool:
        """8.1.h: whether the dice for forces that left demand parting shots, and none were fired.

        A die more than there are forces may replace another one.
        """
        acts, started = self.record.acts, self.acts[0]
        rolls = takewhile(
            lambda act: act.target != "filipino_movement" and act.kind != "turn_marker",
            acts[started:],
        )
        dice = [(act.kind, die) for act in rolls if act.what == "roll" for die in act.dice]
        leaving = [die for kind, die in dice if kind == "leaving"]
        spare = max(0, len(leaving) - forces)
        seen = sum(die >= SEEN for die in leaving) > spare
        return seen and not any(kind.startswith(FILIPINO) for kind, _ in dice)

    def _first(self, move: Flow) -> bool:
        """Whether nobody fought, and no Filipinos moved, before a move of this turn."""
        sides = self.country.side
        before = takewhile(
            lambda act: act.kind != "turn_marker", reversed(self.record.acts[: move.first])
        )
        return not any(
            act.kind in DICE_OF_BATTLE
            or (
                act.what == "move"
                and sides.get(act.kind) == FILIPINO
                and {act.source, act.target} <= self.country.areas
            )
            for act in before
        )

    def _shot(self) -> None:
        """8.1.h, 10.9.a: the points for the steps that parting shots took from who left."""
        shots = [n for n in self.acts if self.record.acts[n].kind in SHOTS]
        for (place, kind), number in self.flows.lost.items() if shots else ():
            if kind in STEPS[US] and place in self.country.areas:
                self.war.killed[kind] += number
                what = f"{wording.steps(number, 'US')} lost to parting shots"
                self.war.earn(shots[-1], -2 * number, "10.9.a", what)

    def _gunboats(self) -> None:
        """9.0, 9.4: Gunboats stay at sea, and secure only islands without Filipinos."""
        country = self.country
        for move in self.flows.moves:
            if move.kind != "gunboat":
                continue
            group = country.secures.get(move.target)
            if move.target in country.areas:
                self._find("9.0.b", move)
            elif group:
                moments = (self.before, self.record.positions[move.first])  # a chit may clear them
                there = [
                    area
                    for area, region in country.region.items()
                    if region == group and all(at.units(area, FILIPINO) for at in moments)
                ]
                if there:
                    self._find(
                        "9.4.a", move, f"with Filipinos in {country.names[sorted(there)[0]]}"
                    )
        for place, kind in self.flows.lost:
            if kind == "gunboat":
                acts = self.flows.acts.get((place, kind), self.acts[-1])
                self.war.find("9.0.b", "", "a Gunboat was taken off the map", acts)

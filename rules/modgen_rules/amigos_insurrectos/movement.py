"""The moves of the US phase (8.1, 8.2.3, 9.0) and of the Filipino phase (8.1, 8.2.2, 9.2)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from modgen_rules.amigos_insurrectos.country import (
    ARTILLERY,
    FILIPINO,
    JUNGLE,
    MANILA,
    NO_US_TURN,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.flows import Flow, flows
from modgen_rules.amigos_insurrectos.phases import Turn
from modgen_rules.amigos_insurrectos.record import Record
from modgen_rules.amigos_insurrectos.routes import (
    LAND_REACH,
    MONSOON_REACH,
    SEA_REACH,
    SEA_STEPS,
    fewest_gunboats,
    reach,
    sea_routes,
    stacked,
    stops,
    too_far,
)
from modgen_rules.amigos_insurrectos.state import Position
from modgen_rules.amigos_insurrectos.war import SOON, War
from modgen_rules.engine.findings import Verdict

US_MOVES = ("us_ground", "us_amphibious", "us_gunboats")
DECLARED = ("operation_ground", "operation_in_place")
"""3.2: the markers by which the US player declares Ground Operations."""
DOUBTFUL_TURN = 8
"""3.2: the turn for which the rulebook gives two limits."""
NO_SEA = ("us_s7", "us_s7_2", "us_g3")
"""US.S7, US.G3: chits after which no Filipinos go by sea."""
MAIN = "main"
"""The board of the map; the other one holds the pools."""
PARTING = ("ambush_shot", "filipino", "filipino_parting")
"""8.1.h: the dice that may be rolled when a US force leaves Guerrillas."""
LOST_AT_SEA = 4
"""9.2: a Gunboat's die from which the units are lost."""


@dataclass
class Movement:
    """The moves of one side in a turn: all acts that belong to its phases of movement."""

    record: Record
    acts: Sequence[int]
    side: str
    war: War
    settled: Position
    """The table after the combat of the phase: what was put right by then counts."""
    certain: bool = True
    """Whether the tracker showed these phases; else a move may be a retreat."""

    def __post_init__(self) -> None:
        self.country = self.record.country
        self.told: set[tuple[str, str, str]] = set()
        self.before = self.record.positions[self.acts[0]]
        self.after = self.record.positions[self.acts[-1] + 1]
        self.flows = flows(self.record, self.acts)
        monsoon = self.country.monsoon(self.war.turn)
        self.reach = MONSOON_REACH if monsoon else LAND_REACH
        self.monsoon = monsoon

    def judge(self) -> str:
        """Judge the moves; returns what moved in a few words."""
        areas = self.country.areas
        moves = [
            move for move in self.flows.of(self.country, self.side)
            if move.source in areas and move.target in areas and move.kind != "gunboat"
            and not (move.target == MANILA and self.war.landed >= set(move.keys) > set())
        ]  # fmt: skip
        (self._us if self.side == US else self._filipino)(moves)
        self._stacks({move.target for move in moves})
        self._astray()
        self._change()
        return f"{len(moves)} moves" if len(moves) != 1 else "1 move"

    def say(self, move: Flow) -> str:
        """`2 steps of US Army from Manila to Cavite`."""
        names, piece = self.country.names, self.country.game.piece_types[move.kind]
        steps = f"{move.steps} {'step' if move.steps == 1 else 'steps'} of " if move.steps else ""
        source, target = (names.get(one, one) for one in (move.source, move.target))
        return f"{steps}{piece.name} went from {source} to {target}"

    def _find(self, clause: str, move: Flow, what: str = "", ruling: str = "") -> None:
        cause = (clause, move.source, move.target)
        if cause in self.told or (move.keys and all(map(self._put_right, move.keys))):
            return
        self.told.add(cause)
        text = self.say(move) + (f", {what}" if what else "")
        long = move.last - move.first > 2 * SOON
        verdict: Verdict = "illegal" if self.certain and not long else "suspect"
        self.war.find(
            clause, self.side, text, move.first, move.last, verdict=verdict, ruling=ruling
        )  # fmt: skip

    def _put_right(self, key: str) -> bool:
        """Whether a piece is elsewhere as the turn ends, where it may have gone by land."""
        old, end = self.before.pieces.get(key), self.war.ends(key)
        now = self.after.pieces.get(key)
        if old is None or now is None or end == now.place or old.place not in self.country.areas:
            return False
        return end in reach(self.before, old.kind, old.place, self.reach)

    def _by_land(self, move: Flow) -> bool:
        positions = self.record.positions
        moments = (self.before, positions[move.first], positions[move.last])
        return any(move.target in reach(at, move.kind, move.source, self.reach) for at in moments)

    # --- the US phase ----------------------------------------------------------------------------

    def _us(self, moves: list[Flow]) -> None:
        if self.war.turn == NO_US_TURN:
            for move in (moves or self.flows.of(self.country, US))[:1]:
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
        self._garrisons()
        self._left_guerrillas(moves, landing)
        self._gunboats(landing)

    def _twice(self, move: Flow) -> bool:
        """8.1.g: whether the move is two legal ones, each by a drag of its own."""
        kind, reached = move.kind, reach(self.before, move.kind, move.source, self.reach)
        return any(
            stop in reached and move.target in reach(self.before, kind, stop, self.reach)
            for stop in move.stops & self.country.areas - {move.source, move.target}
            if not stops(self.before, kind, stop)
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
        if self._twice(move):
            return "8.1.g"
        near = country.distance(move.source, [move.target]).get(move.target)
        coastal = country.coasts[move.source] and country.coasts[move.target]
        if near is None:
            return "8.2.3.a" if coastal else "8.2.3.b"
        if self.monsoon and move.target in reach(self.before, move.kind, move.source):
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
            needed = set(spare[:1])
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

    def _sails(self, group: list[Flow]) -> bool:
        """Whether moves from one area to another can only be a landing."""
        by_sea = [move for move in group if not self._by_land(move)]
        source, target = group[0].source, group[0].target
        near = self.country.distance(source, [target]).get(target, 99) <= LAND_REACH
        coasts = self.country.coasts[target]
        came = set(self.after.gunboats(*coasts)) - set(self.before.gunboats(*coasts))
        return bool(by_sea) and not (near and self._wrong_landing(by_sea) and not came)

    def _wrong_landing(self, group: list[Flow]) -> tuple[str, str] | None:
        """8.2.3: the clause that an Amphibious Operation breaks, and what is wrong."""
        steps = sum(move.steps for move in group)
        most = SEA_STEPS[US]
        if steps > most:
            return "8.2.3.c", f"with {steps} steps; {most} at most"
        needed = -(-steps // 2)
        source, target = group[0].source, group[0].target
        coasts = self.country.coasts
        ready = set(self.before.gunboats(*coasts[source]))
        there = set(self.after.gunboats(*coasts[target]))
        if len(ready & there) >= needed:
            return None
        came = [
            n for n in self.acts
            if len(ready & set(self.record.positions[n].gunboats(*coasts[target]))) >= needed
        ]  # fmt: skip
        told = f"which needs {needed} Gunboats; {len(ready & there)} went with it"
        if came:
            return "8.2.3.h", "and its Gunboats moved on"
        if len(ready) < needed and len(there) >= needed:
            return "8.2.3.b", f"and {len(ready)} Gunboats were beside it"
        if any(move.stops & self._beside(ready) - {source, target} for move in group):
            return "8.2.3.d", "beyond the area of the landing"
        return ("8.2.3.c", told) if ready & there else ("8.2.3.g", told)

    def _beside(self, gunboats: Iterable[str]) -> set[str]:
        """The areas beside which Gunboats end their move."""
        seas = (self.after.pieces[key].place for key in gunboats if key in self.after.pieces)
        return {area for sea in seas for area in self.country.shores.get(sea, ())}

    def _fresh(self, moves: list[Flow]) -> None:
        """7.1.c: units that landed this turn stay where they are."""
        left: Counter[str] = Counter()
        for move in moves:
            if move.source == MANILA:
                left[move.kind] += move.steps or 1
        for kind, number in left.items():
            there = [key for key in self.before.at.get(MANILA, ()) if self._is(key, kind)]
            old = sum(
                self.country.weight(kind, self.before.pieces[key].face)
                for key in there if key not in self.war.landed
            )  # fmt: skip
            if number > old:
                move = next(one for one in moves if (one.kind, one.source) == (kind, MANILA))
                self._find("7.1.c", move, "which landed this turn")

    def _is(self, key: str, kind: str) -> bool:
        return self.before.pieces[key].kind == kind

    def _garrisons(self) -> None:
        """1.1.2.a: the US does not leave a victory area that it controls."""
        for area in sorted(self.country.victory):
            held = self.before.controller(area) == US and self.before.strong(area, US)
            left = (self.after, self.settled)
            if held and not any(at.strong(area, US) for at in left):
                what = f"no US step was left in {self.country.names[area]}"
                self.war.find("1.1.2.a", US, what, self.acts[0], self.acts[-1])

    def _left_guerrillas(self, moves: list[Flow], landing: list[Flow]) -> None:
        """8.1.h: a force that leaves Guerrillas with no step left is shot at on 4-6."""
        left = {move.source: move for move in moves if move.steps}
        for area, move in sorted(left.items()):
            alone = self.before.strong(area, FILIPINO) and not self.after.strong(area, US)
            if not alone or not self.before.steps(area, ("guerrilla", "fagen")):
                continue
            dice = [
                act for act in self.record.acts[self.acts[0] :]
                if act.what == "roll" and act.kind in PARTING
            ]  # fmt: skip
            if not dice:
                what = f"{self.say(move)}, and no die was rolled for a parting shot"
                self.war.find("8.1.h", US, what, move.first, move.last, verdict="suspect")

    def _gunboats(self, landing: list[Flow]) -> None:
        """9.0, 9.4: Gunboats stay at sea, and secure only islands without Filipinos."""
        country = self.country
        for move in self.flows.moves:
            if move.kind != "gunboat":
                continue
            group = country.secures.get(move.target)
            if move.target in country.areas:
                self._find("9.0.b", move)
            elif group:
                there = [
                    area for area, region in country.region.items()
                    if region == group and self.before.units(area, FILIPINO)
                ]  # fmt: skip
                if there:
                    self._find(
                        "9.4.a", move, f"with Filipinos in {country.names[sorted(there)[0]]}"
                    )
        for place, kind in self.flows.lost:
            if kind == "gunboat":
                acts = self.flows.acts[place, kind]
                self.war.find("9.0.b", "", "a Gunboat was taken off the map", acts)

    # --- the Filipino phase ----------------------------------------------------------------------

    def _filipino(self, moves: list[Flow]) -> None:
        by_sea: list[Flow] = []
        for move in moves:
            if self._by_land(move) or (move.keys and self.war.recruited >= set(move.keys)):
                continue  # a recruit that was put into a wrong area may be put right
            coasts = self.country.coasts
            land = self.country.distance(move.source, [move.target]).get(move.target)
            if coasts[move.source] and coasts[move.target]:
                by_sea.append(move)
            elif self.monsoon and move.target in reach(self.before, move.kind, move.source):
                self._find("13.0.a", move)
            elif land is not None:
                self._find(too_far(self.before, move.kind, move.source, move.target), move)
            else:
                self._find("8.2.2.e" if coasts[move.source] else "8.2.2.b", move)
        for move in self.flows.of(self.country, FILIPINO):
            if move.target in self.country.seas:
                self._find("8.2.2.a", move, "and stayed at sea")
        self._at_sea(by_sea)
        self._entered(moves)
        self._arms(moves)

    def _at_sea(self, moves: list[Flow]) -> None:
        """8.2.2, 9.2: the moves that only a way by sea explains."""
        if not moves:
            return
        steps, most = sum(move.steps for move in moves), SEA_STEPS[FILIPINO]
        shut = [chit for chit in NO_SEA if chit in self.war.played]
        first = moves[0]
        if self.monsoon or shut:
            land = too_far(self.before, first.kind, first.source, first.target)
            near = self.country.distance(first.source, [first.target]).get(first.target, 99)
            inland = self.monsoon and near <= LAND_REACH
            self._find("13.0.a" if inland and land else "8.2.2.c", first, "by sea")
            return
        for move in moves:
            if (sea_routes(self.country, move.source, move.target) or 99) > SEA_REACH:
                self._find("8.2.2.a", move, f"more than {SEA_REACH} sea spaces away")
                return
        if steps > most:
            what = f"by sea, as part of {steps} steps; {most} at most"
            land = too_far(self.before, first.kind, first.source, first.target)
            stopped = land != "8.1.a" and len(moves) == 1
            self._find(land if stopped else "8.2.2.a", first, what)
            return
        self._intercepted(moves)

    def _intercepted(self, moves: list[Flow]) -> None:
        """9.2: a die for each Gunboat's sea space on the way, and no unit that was hit."""
        dice = [
            one for n in self.acts if self.record.acts[n].kind == "interception"
            for one in self.record.acts[n].dice
        ]  # fmt: skip
        met = [
            min(
                fewest_gunboats(at, move.source, move.target)
                for at in (self.before, self.record.positions[move.first], self.after)
            )
            for move in moves
        ]
        worst = moves[met.index(max(met))]
        if max(met) > len(dice):
            self._find("8.2.2.d", worst, "past a Gunboat, and no die was rolled for it")
        elif max(met) and sum(one < LOST_AT_SEA for one in dice) < max(met):
            self._find("9.2", worst, f"although a Gunboat rolled {max(dice)}")

    def _entered(self, moves: list[Flow]) -> None:
        """1.2.1.i: Artillery without steps is lost when Filipino steps enter."""
        for area in sorted({move.target for move in moves if move.steps}):
            guns = self.before.artillery(area, US)
            if not guns or self.before.strong(area, US) or not self.after.strong(area, FILIPINO):
                continue
            for _ in guns:
                self.war.earn(self.acts[-1], -2, "1.2.1.i", "Artillery that was taken")
            self.war.killed["us_artillery"] += len(guns)
            ended = self.war.ended or self.after
            if set(guns) & set(ended.artillery(area, US)) and ended.strong(area, FILIPINO):
                what = f"Artillery alone in {self.country.names[area]} was not removed"
                self.war.find("1.2.1.i", FILIPINO, what, self.acts[0], self.acts[-1])

    def _arms(self, moves: list[Flow]) -> None:
        """6.0.f: Imported Arms go with Filipino units of their area."""
        for move in self.flows.moves:
            if move.kind == "imported_arms" and move.source in self.country.areas:
                carried = move.target not in self.country.areas or self.after.units(
                    move.target, FILIPINO
                )
                if not carried or (move.source, move.target) not in self._ways(moves):
                    self._find("6.0.f", move)

    def _ways(self, moves: list[Flow]) -> set[tuple[str, str]]:
        """The ends of all moves; of like units any may have gone."""
        sources, targets = ({getattr(one, end) for one in moves} for end in ("source", "target"))
        return {(source, target) for source in sources for target in targets}

    # --- both ------------------------------------------------------------------------------------

    def _stacks(self, areas: Iterable[str]) -> None:
        """8.3: stacks at the end of the move, where somebody came."""
        for area in sorted(areas):
            old = {one[1]: one[3] for one in stacked(self.before, area, self.side)}
            for clause, kind, most, number in stacked(self.after, area, self.side):
                if number > old.get(kind, 0):
                    what = f"{self.country.names[area]} held {number} at the end of the move"
                    self.war.find(
                        clause, self.side, what, self.acts[0], self.acts[-1],
                        expected=f"at most {most}", observed=str(number),
                    )  # fmt: skip

    def _astray(self) -> None:
        """1.1.b: no unit ends a move on the map, but in none of its areas."""
        for n in self.acts:
            act = self.record.acts[n]
            state = self.after.pieces.get(act.piece)
            mine = act.what == "move" and self.country.side.get(act.kind) == self.side
            if mine and state and state.place == act.target == f"board:{MAIN}":
                piece = self.country.game.piece_types[act.kind].name
                self.war.find("1.1.b", self.side, f"{piece} was left in no area", n)

    def _change(self) -> None:
        """1.2.1.b: nothing comes or goes when units move, but for what dice explain."""
        record, names = self.record, self.country.names
        rolled = any(record.acts[n].what == "roll" for n in self.acts)
        fighting = (*STEPS[self.side], ARTILLERY[self.side])
        for (place, kind), number in sorted(self.flows.placed.items()):
            region = "luzon" if place in self.country.luzon else "visayas"
            rise = any(place in areas for areas, _ in self.war.extra.values())  # PH.S11, PH.G11
            if self.side == FILIPINO and place == MANILA and rise:
                continue
            if self.side == FILIPINO and self.war.spare.get(region, 0) >= number:
                self.war.spare[region] -= number
            elif kind in fighting and place not in JUNGLE:
                piece = self.country.game.piece_types[kind].name
                what = f"{number} more of {piece} in {names.get(place, place)} than before"
                clause = "2.0.d" if kind == "regular" and self.war.guerrilla else "1.2.1.b"
                self.war.find(clause, self.side, what, self.flows.acts[place, kind])
        for (place, kind), number in sorted(self.flows.lost.items()):
            if kind in STEPS[self.side] and place in self.country.areas and not rolled:
                piece = self.country.game.piece_types[kind].name
                what = f"{number} of {piece} left {names.get(place, place)} without a battle"
                self.war.find(
                    "1.2.1.b", self.side, what, self.flows.acts[place, kind], verdict="suspect"
                )


def operations(turn: Turn, war: War) -> None:
    """3.2: Ground Operations of a turn: areas that units left, and searches of other units."""
    names = war.country.names
    last = max((phase.acts[-1] for phase in turn.phases.values() if phase.side == US), default=0)
    forced = {"fil_s1", "fil_s2"} & war.played
    moved = war.operations | war.entered | war.amphibious
    searches = sorted(war.searches - moved)
    number = len(war.operations) + len(searches) - len(forced)
    most = war.country.operations(turn.number)
    placed = {
        act.piece for act in turn.record.acts[turn.first : turn.last + 1]
        if act.kind in DECLARED and act.target in war.country.areas
        and turn.record.positions[last + 1].pieces[act.piece].place in war.country.areas
    }  # fmt: skip
    if len(placed) > max(most, number):
        what = f"{len(placed)} Ground Operations were marked"
        war.find("3.2.a", US, what, last, expected=f"at most {most}", observed=str(len(placed)))
    if number <= most:
        return
    areas = ", ".join(names[area] for area in sorted(war.operations) + searches)
    soft = turn.number == DOUBTFUL_TURN and number == most + 1
    war.find(
        "3.2.d" if searches and len(war.operations) <= most else "3.2.a", US,
        f"there were {number} Ground Operations ({areas})", last, expected=f"at most {most}",
        observed=str(number), ruling="turn-eight" if soft else "",
    )  # fmt: skip

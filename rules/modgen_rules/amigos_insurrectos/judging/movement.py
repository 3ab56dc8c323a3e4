"""What the moves of both sides have in common: reach by land, stacking, change-making."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import (
    ARTILLERY,
    FILIPINO,
    JUNGLE,
    MANILA,
    OTHER,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.law.movement_law import (
    NOWHERE,
    far,
    land_reach,
    march,
    reach,
    stacks,
    stops,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.flows import Flow, flows
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless
from modgen_rules.engine.reports.findings import listed

MAIN = "main"
"""The board of the map; the other one holds the pools."""


REASONS = {
    "8.1.g": "after a moving stack had left it behind",
    "13.0.c": "although turn 4 has no US Operations",
    "8.2.3.e": "by sea in a Monsoon turn",
    "8.2.2.b": "by sea from an area without a coast",
    "6.0.f": "without Filipino units",
}
"""What makes a move a breach of a clause, whatever its places."""


# What a limit of stacking counts.
STACKED = {
    "us_army": "steps",
    "us_artillery": "Artillery units",
    "fil_artillery": "Artillery units",
    "regular": "Regular steps",
    "guerrilla": "Guerrilla steps",
}

FARTHER = {US: "8.1.g", FILIPINO: "8.1.a"}
"""The clause of a piece that goes on from where it stopped and ends too far away."""


@dataclass
class Broken:
    """Moves by the same way that break the same clause."""

    why: str
    ruling: str
    steps: int
    """The steps of all units that went that way, if they matter."""
    moves: list[Flow] = field(default_factory=list)
    sure: bool = False
    plain: bool = False
    """Whether at least one of them has no other reading."""
    told: bool = False


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
    """Whether the tracker tells these phases from others; else a move may be a retreat."""
    shown: Callable[[int], bool] = bool
    """Whether it does so for one act."""

    def __post_init__(self) -> None:
        self.country = self.record.country
        self.broken: dict[tuple[str, str, str], Broken] = {}
        self.doubted: list[Flow] = []  # a piece went too far, unless a like one went on
        self.before = self.record.positions[self.acts[0]]
        self.after = self.record.positions[self.acts[-1] + 1]
        self.flows = flows(self.record, self.acts)
        self.reach = land_reach(self.country, self.war.turn)
        self.monsoon = self.country.monsoon(self.war.turn)

    def judge(self) -> str:
        """Judge the moves; returns what moved in a few words."""
        areas = self.country.areas
        moves = [
            move
            for move in self.flows.of(self.country, self.side)
            if move.source in areas
            and move.target in areas
            and move.kind != "gunboat"
            and not (move.target == MANILA and self.war.landed >= set(move.keys) > set())
        ]
        moves = [part for move in moves for part in self._apart(move)]
        self.moves(moves)
        for move in self.doubted:
            clause = "13.0.a" if self.monsoon else FARTHER[self.side]
            if not any(tuple(ends) == (move.source, move.target) for _, *ends in self.broken):
                self._find(clause, move, "if no like unit went on", doubtful=True)
        self._tell()
        self._halted(moves)
        self._stacks({move.target for move in moves})
        self._astray()
        self._leaders_lost()
        self._among_enemies(moves)
        self._tell()
        self._change()
        return f"{len(moves)} moves" if len(moves) != 1 else "1 move"

    def _apart(self, move: Flow) -> list[Flow]:
        """A move as two, where it stopped beside a like unit, which may have gone on instead."""
        if self._by_land(move) or self._shipped(move):
            return [move]
        weight = self.country.weight
        for stop in sorted(move.stops & self.country.areas - {move.source, move.target}):
            alike = [
                key
                for key in self.before.keys(stop, (move.kind,))
                if weight(move.kind, self.before.pieces[key].face) == (move.steps or 1)
                and key in self.after.pieces
                and self.after.pieces[key].place == stop
            ]
            first = move._replace(target=stop, stops=frozenset({move.source, stop}))
            ends = frozenset({stop, move.target})
            second = move._replace(source=stop, keys=tuple(alike[:1]), stops=ends)
            ports = bool(self.country.coasts[stop] and self.country.coasts[move.target])
            if self.side == US:  # 8.2.3.a
                ports = ports and MANILA in (stop, move.target)
            if alike and self._by_land(first) and (ports or self._by_land(second)):
                sails = self.country.coasts[move.source] and self.country.coasts[move.target]
                if self.side == US or not sails:
                    self.doubted.append(move)
                return [first, second]
        return [move]

    def _shipped(self, move: Flow) -> bool:
        """Whether the record shows that a move is one landing, whatever its stops."""
        return False

    def moves(self, moves: list[Flow]) -> None:
        """Judge the moves of the side's units between areas."""

    def say(self, *moves: Flow) -> str:
        """`2 US Army steps went from Manila to Cavite`; all go the same way."""
        names, pieces = self.country.names, self.country.game.piece_types
        steps: Counter[str] = Counter()
        for move in moves:
            steps[move.kind] += move.steps
        parts = [
            wording.steps(number, pieces[kind].name) if number else pieces[kind].name
            for kind, number in steps.items()
        ]
        what = listed(parts)
        source, target = (names.get(one, one) for one in (moves[0].source, moves[0].target))
        return f"{what} went from {source} to {target}"

    def _why(self, clause: str, move: Flow) -> str:
        """The fact that makes a move a breach; empty if the move alone tells it."""
        country, ends = self.country, (move.source, move.target)
        away = far(country, move.source, move.target)
        if clause in ("8.1.a", "13.0.a") and 1 < away < NOWHERE:
            return f"which is {away} areas away"
        if clause in ("8.2.2.b", "8.2.3.b"):
            inland = [country.names[one] for one in ends if not country.coasts.get(one)]
            return f"and {inland[0]} has no coast" if inland else ""
        if clause in ("8.1.b", "8.1.c", "8.1.d") and 1 < away < NOWHERE:
            between = sorted(country.near[move.source] & country.near[move.target])
            names = [country.names[one] for one in between]
            stop = listed(names, "or")
            return f"although they must stop in {stop}" if stop else ""
        if clause == "8.2.3.a" and MANILA not in ends:
            return "by sea, neither from nor to Manila"
        return REASONS.get(clause, "")

    def _find(
        self,
        clause: str,
        move: Flow,
        what: str = "",
        ruling: str = "",
        surely: bool = False,
        doubtful: bool = False,
        steps: int = 0,
    ) -> None:
        """Note a move for `_tell`; `steps` are those of all units that went the same way with it.

        Moves by the same way that break the same clause make one finding.
        """
        cause = (clause, move.source, move.target)
        if cause not in self.broken:
            why = what or self._why(clause, move)
            self.broken[cause] = Broken(why, ruling, steps)
        long = not move.keys and move.last - move.first > 2 * windows.MUCH_LATER
        told = surely or self.certain or self.shown(move.last) or self._quiet(move)
        broken = self.broken[cause]
        if all(one.kind != move.kind or one.keys != move.keys for one in broken.moves):
            broken.moves.append(move)
        broken.sure |= not long and told
        broken.plain |= not long and told and not doubtful

    def _tell(self) -> None:
        """Report the moves that were noted since the last time."""
        for (clause, *_), one in self.broken.items():
            if one.told:
                continue
            one.told = True
            text = self.say(*one.moves)
            if one.steps > sum(move.steps for move in one.moves):
                whose = "US" if self.side == US else "Filipino"
                text = f"{wording.steps(one.steps, whose)} went{text.partition(' went')[2]}"
            text += f", {one.why}" if one.why else ""
            self.war.find(
                clause,
                self.side,
                text,
                min(move.first for move in one.moves),
                max(move.last for move in one.moves),
                gap=unless(one.plain, prices.MOVED),
                ruling=one.ruling,
                local=one.sure,
            )

    def _quiet(self, move: Flow) -> bool:
        """Whether no battle explains a move: no enemy was where it began, or where it stopped."""
        enemy, positions = OTHER[self.side], self.record.positions
        moments = (self.before, positions[move.first], positions[move.last])
        places = {move.source, *move.stops} & self.country.areas - {move.target}
        return move.source not in self.war.fought and not any(
            at.units(place, enemy) for at in moments for place in places
        )

    def _among_enemies(self, moves: list[Flow]) -> None:
        """1.2.2.b: a Leader does not go among enemy steps without steps of his own."""
        for move in moves:
            moments = (self.record.positions[move.last + 1], self.after, self.settled)
            alone = not any(at.strong(move.target, self.side) for at in moments)
            enemies = all(at.strong(move.target, OTHER[self.side]) for at in moments)
            if move.kind in self.country.leaders and alone and enemies:
                self._find("1.2.2.b", move, "where he is alone with the enemy", "leader-alone")

    def _leaders_lost(self) -> None:
        """1.2.2.b: the points for Leaders of the enemy whom units found alone."""
        acts, areas = self.record.acts, self.country.areas
        dice: list[int] = []
        rolled = -1
        for n in self.acts:
            act = acts[n]
            if act.kind == "leader_alone":
                rolled = n
                dice += act.dice
            lost = act.what == "move" and act.source in areas and act.target not in areas
            if rolled >= 0 and lost and act.kind in self.country.leaders:
                side = self.country.side[act.kind]
                first, _ = retreats.commander(self.record.positions[n], side, self.war.gone)
                name = self.country.game.piece_types[act.kind].name
                stays = self.war.ends(act.piece) not in areas
                numbers = self.country.numbers
                if dice and min(dice) > numbers.alone_die and stays:
                    what = f"{name}, who was alone, was lost on a roll of {min(dice)}"
                    self.war.find("1.2.2.b", self.side, what, n)
                elif dice:
                    dice.remove(min(dice))
                lead = act.kind == first
                points = numbers.commander_points if lead else numbers.leader_points
                sign = -1 if side == US else 1
                self.war.earn(n, sign * points, "1.2.2.b", f"{name}, who was alone", sure=False)
                self.war.gone.add(act.kind)

    def march(self, move: Flow) -> str:
        """The clause that a move breaks if it is one by land."""
        return march(self.before, move.kind, move.source, move.target, self.war.turn)

    def _by_land(self, move: Flow) -> bool:
        positions = self.record.positions
        moments = (self.before, positions[move.first], positions[move.last])
        return any(move.target in reach(at, move.kind, move.source, self.reach) for at in moments)

    def _halted(self, moves: Sequence[Flow]) -> None:
        """8.1.b to 8.1.d: units that were put down where they must stop, and went on.

        Only where the players drag all units area by area. Another way may lead to where they
        are; so it is suspect unless the same pieces were dragged on in the phase of the move.
        """
        near, names = self.country.near, self.country.names
        far = [one for one in moves if one.target not in near[one.source] and self._by_land(one)]
        ways = [one.stops & near[one.source] & near[one.target] for one in far]
        if not all(ways):
            return
        for move, way in zip(far, ways, strict=True):
            for stop in sorted(way):
                if stops(self.before, move.kind, stop) and stop not in self.war.fought:
                    what = f"{self.say(move)} without stopping in {names[stop]}"
                    clause = stops(self.before, move.kind, stop)
                    gap = unless(self._dragged_on(move, stop), prices.ANOTHER_WAY)
                    self.war.find(clause, self.side, what, move.first, move.last, gap=gap)
                    break

    def _dragged_on(self, move: Flow, stop: str) -> bool:
        """Whether each piece of a move was dragged to an area and on, in the side's own phase.

        Not where the players of the log put other drops right.
        """
        moved = [act for act in self.record.acts if act.what == "move" and act.piece]
        if any(
            one.piece == two.piece and {one.source, f"board:{MAIN}"} & {two.target, one.target}
            for one, two in pairwise(moved)
        ):
            return False
        legs = {(move.source, stop), (stop, move.target)}
        acts = [(n, self.record.acts[n]) for n in self.acts if move.first <= n <= move.last]
        mine = {
            key: [(n, (act.source, act.target)) for n, act in acts if act.piece == key]
            for key in move.keys
        }
        return bool(mine) and all(
            len(drags) == len(legs)
            and {ends for _, ends in drags} == legs
            and all(self.certain or self.shown(n) for n, _ in drags)
            for drags in mine.values()
        )

    def _stacks(self, areas: Iterable[str]) -> None:
        """8.3: stacks at the end of the move, where somebody came."""
        for area in sorted(areas):
            before = stacks(self.before, area, self.side)
            for old, now in zip(before, stacks(self.after, area, self.side), strict=True):
                most, number = now.most, now.number
                if number > max(most, old.number):
                    what = (
                        f"{self.country.names[area]} held {number} {STACKED[now.kinds[0]]} "
                        f"at the end of the move, but at most {most} may stay"
                    )
                    self.war.find(
                        now.clause,
                        self.side,
                        what,
                        self.acts[0],
                        self.acts[-1],
                        expected=f"at most {most}",
                        observed=str(number),
                        local=True,
                    )

    def _astray(self) -> None:
        """1.1.b: no unit ends a move on the map, but in none of its areas."""
        for n in self.acts:
            act = self.record.acts[n]
            state = self.after.pieces.get(act.piece)
            side = self.country.side.get(act.kind) if act.what == "move" else None
            if side and state and state.place == act.target == f"board:{MAIN}":
                piece = self.country.game.piece_types[act.kind].name
                came = self.country.names.get(act.source, act.source)
                what = f"{piece} went from {came} to a point of the map that is in no area"
                self.war.find("1.1.b", side, what, n)

    def _exchanged(self, place: str, kind: str, number: int) -> bool:
        """1.2.1.b: whether as many steps of a kind left a place in the phase before this one.

        Not where a battle or dice may be why they left.
        """
        acts, start = self.record.acts, self.acts[0]
        first, tracked = start + 1, 0
        while first > 0 and acts[first - 1].kind != "turn_marker":
            tracked += acts[first - 1].what == "phase"
            if tracked > 1:
                break
            first -= 1
        came = self.flows.acts.get((place, kind), self.acts[-1])
        diced = any(act.what == "roll" for act in acts[first:came])
        if not tracked or diced or place in self.war.fought:
            return False
        return flows(self.record, range(first, start)).lost[place, kind] == number

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
                if self._exchanged(place, kind, number):
                    continue
                piece = self.country.game.piece_types[kind].name
                what = (
                    f"{wording.steps(number, piece)} came to {names.get(place, place)} "
                    "without a move from elsewhere"
                )
                clause = "2.0.d" if kind == "regular" and self.war.guerrilla else "1.2.1.b"
                act = self.flows.acts.get((place, kind), self.acts[-1])
                self.war.find(clause, self.side, what, act)
        for (place, kind), number in sorted(self.flows.lost.items()):
            if kind in STEPS[self.side] and place in self.country.areas and not rolled:
                piece = self.country.game.piece_types[kind].name
                where = names.get(place, place)
                what = f"{wording.steps(number, piece)} left {where} without a battle"
                index = self.flows.acts.get((place, kind), self.acts[-1])
                # Elsewhere a loss may be one of a battle that was taken off late or early.
                plain = self.certain and place not in self.war.fought
                gap = unless(plain, prices.MIXED)
                self.war.find("1.2.1.b", self.side, what, index, gap=gap)

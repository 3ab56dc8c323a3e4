"""What the moves of both sides have in common: ways by land, stacks, what came and went (8.0)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from modgen_rules.amigos_insurrectos import wording
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

MAIN = "board:main"
"""The map outside its areas; the other board holds the pools."""
REASONS = {
    "8.1.g": "after a moving stack had left it behind",
    "13.0.c": "although turn 4 has no US Operations",
    "8.2.3.e": "by sea in a Monsoon turn",
    "8.2.2.b": "by sea from an area without a coast",
    "6.0.f": "without Filipino units",
}
"""What makes a move a breach of a clause, whatever its places."""
STACKED = {
    "us_army": "steps",
    "us_artillery": "Artillery units",
    "fil_artillery": "Artillery units",
    "regular": "Regular steps",
    "guerrilla": "Guerrilla steps",
}
"""What a limit of stacking counts."""
TOO_FAR = "8.1.a"
FARTHER = {US: "8.1.g", FILIPINO: TOO_FAR}
"""The clause of a piece that goes on from where it stopped and ends too far away."""


@dataclass
class Broken:
    """Moves by the same way that break the same clause."""

    why: str
    steps: int
    """The steps of all units that went that way, if they matter."""
    ruling: str
    moves: list[Flow] = field(default_factory=list)
    sure: bool = False
    plain: bool = False
    """Whether at least one of them has no other reading."""


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
        self.country, self.names = self.record.country, self.record.country.names
        self.broken: dict[tuple[str, str, str], Broken] = {}
        self.doubted: list[Flow] = []  # a piece went too far, unless a like one went on
        self.went_on: set[str] = set()  # the like pieces that may have done so
        self.before = self.record.positions[self.acts[0]]
        self.after = self.record.positions[self.acts[-1] + 1]
        self.flows = flows(self.record, self.acts)
        self.reach = land_reach(self.country, self.war.turn)

    def judge(self) -> str:
        """Judge the moves; returns what moved in a few words."""
        areas, landed = self.country.areas, self.war.landed
        self.own = [  # what landed elsewhere first goes on to Manila
            move
            for move in self.flows.of(self.country, self.side)
            if not (move.target == MANILA and landed >= set(move.keys) > set())
        ]
        marches = [move for move in self.own if {move.source, move.target} <= areas]
        moves = [part for move in marches for part in self._apart(move)]
        self.moves(moves)
        for move in self.doubted:
            if not any(tuple(ends) == (move.source, move.target) for _, *ends in self.broken):
                clause = self.march(move)
                clause = FARTHER[self.side] if clause in ("", TOO_FAR) else clause
                self._find(clause, move, "if no like unit went on", doubtful=True)
        self._among_enemies(moves)
        self._tell()
        self._halted(moves)
        self._stacks({move.target for move in moves})
        self._astray()
        self._change()
        return f"{len(moves)} moves" if len(moves) != 1 else "1 move"

    def _apart(self, move: Flow) -> list[Flow]:
        """A move as two, where it stopped beside a like unit, which may have gone on instead."""
        if self._by_land(move) or self._shipped(move):
            return [move]
        coasts = self.country.coasts
        for stop in sorted(move.stops & self.country.areas - {move.source, move.target}):
            alike = [
                key
                for key in self.before.keys(stop, (move.kind,))
                if self.before.strength(key) == move.steps and key in self.after.at.get(stop, ())
                if key not in self.went_on
            ]
            first = move._replace(target=stop, stops=frozenset({move.source, stop}))
            ends = frozenset({stop, move.target})
            second = move._replace(source=stop, keys=tuple(alike[:1]), stops=ends)
            ports = bool(coasts[stop] and coasts[move.target])
            if self.side == US:  # 8.2.3.a
                ports = ports and MANILA in ends
            if alike and self._by_land(first) and (ports or self._by_land(second)):
                if self.side == US or not (coasts[move.source] and coasts[move.target]):
                    self.doubted.append(move)
                self.went_on |= {*alike[:1]}
                return [first, second]
        return [move]

    def _shipped(self, move: Flow) -> bool:
        """Whether the record shows that a move is one by sea, whatever its stops."""
        return False

    def moves(self, moves: list[Flow]) -> None:
        """Judge the moves of the side's units between areas."""

    # --- what is told -----------------------------------------------------------------------------

    def say(self, *moves: Flow) -> str:
        """`2 US Army steps went from Manila to Cavite`; all go the same way."""
        pieces, steps = self.country.game.piece_types, Counter[str]()
        for move in moves:
            steps[move.kind] += move.steps
        what = listed(
            [
                wording.steps(number, pieces[kind].name) if number else pieces[kind].name
                for kind, number in steps.items()
            ]
        )
        source, target = (self.names.get(one, one) for one in (moves[0].source, moves[0].target))
        return f"{what} went from {source} to {target}"

    def _why(self, clause: str, move: Flow) -> str:
        """The fact that makes a move a breach; empty if the move alone tells it."""
        country, ends = self.country, (move.source, move.target)
        away = far(country, *ends)
        distant = 1 < away < NOWHERE
        if clause in ("8.1.a", "13.0.a") and distant:
            return f"which is {away} areas away"
        if clause in ("8.2.2.b", "8.2.3.b"):
            inland = [self.names[one] for one in ends if not country.coasts.get(one)]
            return f"and {inland[0]} has no coast" if inland else ""
        if clause in ("8.1.b", "8.1.c", "8.1.d") and distant:
            between = sorted(country.near[move.source] & country.near[move.target])
            stop = listed([self.names[one] for one in between], "or")
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
            self.broken[cause] = Broken(what or self._why(clause, move), steps, ruling)
        one = self.broken[cause]
        long = not move.keys and move.last - move.first > windows.AT_THE_END
        told = surely or self.certain or self.shown(move.last) or self._quiet(move)
        if all((move.kind, move.keys) != (other.kind, other.keys) for other in one.moves):
            one.moves.append(move)
        one.sure |= told and not long
        one.plain |= told and not long and not doubtful

    def _tell(self) -> None:
        """Report the moves that were noted."""
        for (clause, *_), one in self.broken.items():
            text = self.say(*one.moves)
            if one.steps > sum(move.steps for move in one.moves):
                whose = "US" if self.side == US else "Filipino"
                text = f"{wording.steps(one.steps, whose)} went{text.partition(' went')[2]}"
            self.war.find(
                clause,
                self.side,
                f"{text}, {one.why}" if one.why else text,
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

    # --- the law of both sides --------------------------------------------------------------------

    def march(self, move: Flow) -> str:
        """The clause that a move breaks if it is one by land."""
        return march(self.before, move.kind, move.source, move.target, self.war.turn)

    def _by_land(self, move: Flow) -> bool:
        positions = self.record.positions
        moments = (self.before, positions[move.first], positions[move.last])
        return any(move.target in reach(at, move.kind, move.source, self.reach) for at in moments)

    def _among_enemies(self, moves: list[Flow]) -> None:
        """1.2.2.b: a Leader does not go among enemy steps without steps of his own."""
        for move in moves:
            moments = (self.record.positions[move.last + 1], self.after, self.settled)
            alone = not any(at.strong(move.target, self.side) for at in moments)
            enemies = all(at.strong(move.target, OTHER[self.side]) for at in moments)
            if move.kind in self.country.leaders and alone and enemies:
                self._find("1.2.2.b", move, "where he is alone with the enemy", "leader-alone")

    def _halted(self, moves: Sequence[Flow]) -> None:
        """8.1.a to 8.1.d: units that were put down where they must stop, or too often, and went on.

        Only where the players drag all units area by area; and another way may lead to where
        they are.
        """
        near, moved = self.country.near, [act for act in self.record.acts if act.what == "move"]
        tidy = self.certain and not any(  # else such drops may be put right, too
            one.piece == two.piece and two.target in (one.source, MAIN)
            for one, two in pairwise(moved)
        )
        far = [one for one in moves if one.target not in near[one.source] and self._by_land(one)]
        ways = [one.stops & near[one.source] & near[one.target] for one in far]
        for move, way in zip(far, ways, strict=True) if all(ways) else ():
            passed = sorted(move.stops & self.country.areas - {move.source, move.target})
            quiet = sorted(way - self.war.fought.keys())
            halts = {one: stops(self.before, move.kind, one) for one in quiet}
            halt = next(filter(halts.get, halts), "")
            if halt:
                clause, what = str(halts[halt]), f"without stopping in {self.names[halt]}"
            elif len(passed) >= self.reach:
                clause, what = "8.1.a", f"by way of {listed([self.names[one] for one in passed])}"
            else:
                continue
            gap = unless(tidy, prices.ANOTHER_WAY)
            what = f"{self.say(move)} {what}"
            self.war.find(clause, self.side, what, move.first, move.last, gap=gap)

    def _stacks(self, areas: Iterable[str]) -> None:
        """8.3: stacks at the end of the move, where somebody came."""
        for area in sorted(areas):
            before = stacks(self.before, area, self.side)
            for old, now in zip(before, stacks(self.after, area, self.side), strict=True):
                if now.number > max(now.most, old.number):
                    what = (
                        f"{self.names[area]} held {now.number} {STACKED[now.kinds[0]]} "
                        f"at the end of the move, but at most {now.most} may stay"
                    )
                    self.war.find(
                        now.clause,
                        self.side,
                        what,
                        self.acts[0],
                        self.acts[-1],
                        expected=f"at most {now.most}",
                        observed=str(now.number),
                        local=True,
                    )

    def _astray(self) -> None:
        """1.1.b: no unit ends a move on the map, but in none of its areas."""
        for n in self.acts:
            act = self.record.acts[n]
            side = self.country.side.get(act.kind)
            if act.what == "move" and side and act.target == MAIN:
                state = self.after.pieces.get(act.piece)
                if state and state.place == MAIN:
                    piece = self.country.game.piece_types[act.kind].name
                    came = self.names.get(act.source, act.source)
                    what = f"{piece} went from {came} to a point of the map that is in no area"
                    self.war.find("1.1.b", side, what, n)

    def _change(self) -> None:
        """1.2.1.b: nothing comes or goes when units move but for what rises or dice explain."""
        rises = any(MANILA in areas for areas, _ in self.war.extra.values())  # PH.S11, PH.G11
        free = (*JUNGLE, MANILA) if rises and self.side == FILIPINO else JUNGLE
        start, acts = self.acts[0], self.record.acts
        near = range(max(0, start - windows.MUCH_LATER), start)
        quiet = not any(acts[n].what == "roll" for n in near)
        gone = flows(self.record, near).lost if quiet else Counter[tuple[str, str]]()
        for (place, kind), number in sorted(self.flows.placed.items()):
            region = "luzon" if place in self.country.luzon else "visayas"
            if self.side == FILIPINO and self.war.spare.get(region, 0) >= number:
                self.war.spare[region] -= number
            elif gone[place, kind] == number:
                continue  # it was taken off by mistake, and is put back
            elif kind in (*STEPS[self.side], ARTILLERY[self.side]) and place not in free:
                piece = self.country.game.piece_types[kind].name
                what = (
                    f"{wording.steps(number, piece)} came to {self.names.get(place, place)} "
                    "without a move from elsewhere"
                )
                clause = "2.0.d" if kind == "regular" and self.war.guerrilla else "1.2.1.b"
                self.war.find(clause, self.side, what, self.flows.acts[place, kind])
        rolled = any(self.record.acts[n].what == "roll" for n in self.acts)
        for (place, kind), number in sorted(self.flows.lost.items()) if not rolled else ():
            if kind in STEPS[self.side] and place in self.country.areas:
                piece = self.country.game.piece_types[kind].name
                what = f"{wording.steps(number, piece)} left {self.names[place]} without a battle"
                # Elsewhere a loss may be one of a battle that was taken off late or early.
                gap = unless(self.certain and place not in self.war.fought, prices.MIXED)
                self.war.find("1.2.1.b", self.side, what, self.flows.acts[place, kind], gap=gap)

"""Cuts a record into turns and phases, also when players forget the tracker.

Each act may belong to some phases by what it is: a POA marker is placed in `us_poa`. Of the ways to
give every act a phase the cheapest is taken: it agrees with the tracker, or is near it, and goes
through the phases in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from modgen_rules.amigos_insurrectos import at_once, own_phases
from modgen_rules.amigos_insurrectos.country import (
    BATTLE,
    FILIPINO,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.fitting import (
    BATTLES,
    DICE,
    DICE_OF_BATTLE,
    ENTERING,
    US_PHASES,
    fitting,
)
from modgen_rules.amigos_insurrectos.outbreak import Differs, Outbreak
from modgen_rules.amigos_insurrectos.record import Act, Record
from modgen_rules.amigos_insurrectos.state import Position

SHELLS, SHELLED = ("shelling", "shelling_6"), ("us_shelling",)
"""The dice of shelling, and the phase to which they and the losses that follow belong."""
BEFORE_COMBAT = ("us_ground", "us_amphibious", "us_gunboats", "us_shelling")
"""The phases that the tracker shows when these dice are not rolled in a battle."""
LOOP, EARLY = 8, 4
"""A tracker that goes back by more than this number of phases begins a turn; the turn marker is
moved before it shows this number of phases more."""
LAST = "victory"
"""The last phase of a turn."""
EASY = 1
"""How many phases people are off the phase that the tracker shows."""
LEFT_OUT, LATE, WRONG, BACK = 0.1, 0.4, 1.0, 1.5
"""Prices: an act in a phase that the tracker leaves out, one phase off the tracker, further off,
and a step back in the sequence."""


@dataclass
class Phase:
    """The acts of one phase of a turn. `acts` are their numbers in the record, ascending."""

    record: Record
    turn: int
    id: str
    """An id of the game's phases: `us_ground`, `us_combat`, `filipino_movement`."""
    acts: list[int]
    certain: bool = False
    """Whether the tracker showed this phase in this turn."""
    finished: bool = True
    """Whether the log goes on beyond the phase."""
    sure: bool = True
    """Whether the tracker tells which acts belong to it."""
    chits: dict[str, list[int]] = field(default_factory=dict)
    """The chits that began the battles of a phase `*_at_once`, with the acts that led to them."""

    @property
    def side(self) -> str:
        """The side whose phase it is; empty for a phase of both."""
        side = US if self.id in US_PHASES else FILIPINO
        both = self.id.startswith("jungle") or not self.id.startswith(("us", "filipino"))
        return "" if both else side

    @property
    def before(self) -> Position:
        """The table before the first act of the phase."""
        return self.record.positions[self.acts[0]]

    @property
    def after(self) -> Position:
        """The table after its last act."""
        return self.record.positions[self.acts[-1] + 1]

    @property
    def steps(self) -> tuple[int, int]:
        """Its first and last step of the log."""
        return self.record.step(self.acts[0]), self.record.step(self.acts[-1])

    def each(self, *what: str) -> Iterator[tuple[int, Act]]:
        """Its acts of some sorts with their numbers; of all sorts without `what`."""
        acts = self.record.acts
        return ((n, acts[n]) for n in self.acts if not what or acts[n].what in what)


@dataclass
class Turn:
    """A game turn: acts `first` to `last` of the record."""

    record: Record
    number: int
    first: int
    last: int
    phases: dict[str, Phase] = field(default_factory=dict)
    complete: bool = False
    """Whether the log shows its end: the turn marker or the tracker does."""
    changing: bool = False
    """2.0: whether the Guerrilla War begins with it."""
    differs: Differs | None = None
    """2.0.a: how the record differs from the rules about that."""
    waits: bool = False
    """2.0: whether the Guerrilla War of a campaign is still to come."""
    shown: frozenset[str] = frozenset()
    """The phases that the tracker showed."""
    stood: bool = False
    """1.1.1.c: whether another turn followed though the turn marker was not moved."""
    behind: int = 0
    """How many turns the marker is behind, perhaps, because it was not moved."""
    began: str = ""
    """The phase that it showed as the turn began; empty when it was never used."""

    def settled(self, *later: str, since: int = -1) -> Position:
        """The table before the first act of some later phases, or as the turn ends.

        Phases that began before an act (`since`) are not later: the record has them in another
        order.
        """
        acts = (self.phases[name].acts[0] for name in later if name in self.phases)
        return self.record.positions[min((n for n in acts if n > since), default=self.last + 1)]

    def first_mark(self, phase: str) -> int:
        """The act with which the tracker first shows a phase; the turn's last if it does not."""
        acts = self.record.acts
        every = range(self.first, self.last)
        return next((n for n in every if acts[n].target == phase), self.last)

    def near(self, n: int) -> tuple[str, ...]:
        """The phases in which an act may be: the tracker's one and those that it leaves out."""
        order = list(self.record.country.game.phases)
        acts = self.record.acts
        before = [m for m in range(self.first, n) if acts[m].what == "phase"]
        after = [m for m in range(n, self.last + 1) if acts[m].what == "phase"]
        if not before and not self.began:
            return tuple(order)
        start = order.index(self.began) if self.first == 0 and self.began else 0
        start = order.index(acts[before[-1]].target) if before else start
        end = order.index(acts[after[0]].target) if after else start
        return tuple(order[max(start - EASY, 0) : max(end, start) + EASY])

    def calm(self, n: int) -> bool:
        """Whether the tracker tells that an act is in no phase of combat."""
        acts, order = self.record.acts, list(self.record.country.game.phases)
        before = [m for m in range(self.first, n) if acts[m].what == "phase"]
        after = next((m for m in range(n, self.last + 1) if acts[m].what == "phase"), None)
        if not before or after is None:
            return False
        start, end = (order.index(acts[m].target) for m in (before[-1], after))
        return not set(BATTLES) & set(order[start : max(end, start + 1)])

    def parted(self, first: str, last: str) -> bool:
        """Whether the tracker showed a phase after `first`, up to and including `last`."""
        order = list(self.record.country.game.phases)
        return not self.shown.isdisjoint(order[order.index(first) + 1 : order.index(last) + 1])

    def sure(self, name: str) -> bool:
        """Whether the tracker tells which acts belong to a phase.

        Where it does not, what seems wrong may be a legal order of acts in other phases.
        """
        combat = self.parted("us_shelling", BATTLES[0])
        turned = self.parted(*BATTLES) or self._broken_off
        found = True
        match name:
            case "us_ground" | "us_amphibious" | "us_gunboats":
                found = combat
            case "us_shelling":
                found = combat and turned and name in self.shown
            case "us_combat" | "us_at_once" | "us_at_once_again":
                found = combat and turned
            case "filipino_movement":
                found = self.parted(BATTLES[0], name) and self.parted(name, BATTLES[1])
            case "filipino_combat" | "filipino_at_once":
                found = turned
            case "jungle_combat":
                found = name in self.shown
        return found

    def beyond(self, phase: str) -> int:
        """How many phases after a phase the tracker has shown in this turn."""
        order = list(self.record.country.game.phases)
        later = order[order.index(phase) + 1 :]
        acts = self.record.acts[self.first : self.last + 1]
        return len({act.target for act in acts if act.what == "phase"} & {*later})

    @cached_property
    def _broken_off(self) -> bool:
        """Whether the log ends in the combat phase of the US, with no act of a later phase."""
        acts, order = self.record.acts, list(self.record.country.game.phases)
        if self.complete or self.last < len(acts) - 1:
            return False
        marks = [acts[n].target for n in range(self.first, len(acts)) if acts[n].what == "phase"]
        later = order[order.index(BATTLES[0]) + 1 :]
        return marks[-1:] == [BATTLES[0]] and not self.phases.keys() & {*later}

    @cached_property
    def kept(self) -> bool:
        """Whether tracker and Battle marker tell the phase and the area of all acts and dice."""
        acts, areas = self.record.acts, self.record.country.areas
        marked = ""
        for n in range(self.first, self.last + 1):
            act = acts[n]
            if act.kind == BATTLE and act.what == "move":
                marked = act.target if act.target in areas else ""
            alone = act.kind in DICE_OF_BATTLE and DICE[act.kind] == BATTLES
            if act.what == "roll" and alone and not marked and act.kind not in ENTERING:
                return False
        return all(self.sure(name) for name in self.phases)

    @property
    def before(self) -> Position:
        """The table as it begins."""
        return self.record.positions[self.first]

    @property
    def after(self) -> Position:
        """The table as it ends."""
        return self.record.positions[self.last + 1]


def turns(record: Record, country: Country) -> Iterator[Turn]:
    """The turns of a record in order, each with its phases."""
    order = list(country.game.phases)
    first, acts = 0, record.acts
    shown = order[0] if record.begins_a_turn else record.phase
    ends = _turn_ends(acts)
    wraps = set(_wraps(record, sorted(ends)))
    behind = 0
    outbreak = Outbreak(record, country)
    for end in [*sorted(ends | wraps), len(acts) - 1]:
        if end < first:
            continue
        now = record.positions[first]
        arrive = {act.source for act in acts[first : end + 1] if act.what == "move"}
        counted = now.turn + behind if f"turn:{now.turn + behind}" in arrive else now.turn
        turn = Turn(record, counted, first, end, complete=end in ends | wraps)
        turn.stood, turn.behind = end in wraps, behind
        if turn.stood:
            behind += 1
        elif end in ends:
            behind = max(0, behind - int(acts[end].target) + int(acts[end].source) + 1)
        turn.changing, turn.differs = outbreak.begins(first, end, turn.complete)
        turn.waits = outbreak.waits
        shown = _assign(turn, order, shown)
        marks = [act.target for act in acts[first : end + 1] if act.what == "phase"]
        turn.complete = turn.complete or LAST in marks[1:][-1:]
        at_once.split(turn, Phase, DICE_OF_BATTLE)
        own_phases.settle(turn, country)
        yield turn
        first = end + 1


def _turn_ends(acts: Sequence[Act]) -> set[int]:
    """The acts with which the turn marker goes on, without those that are soon taken back."""
    marks = [n for n, act in enumerate(acts) if act.what == "level" and act.kind == "turn_marker"]
    back = {
        n
        for n, after in pairwise(marks)
        if after - n <= EARLY and acts[after].target == acts[n].source
    }
    return {n for n in marks if _ends_turn(acts[n])} - back


def _ends_turn(act: Act) -> bool:
    """Whether the turn marker goes on; a marker that goes back does not end a turn."""
    if act.what != "level" or act.kind != "turn_marker":
        return False
    return act.source.isdigit() and act.target.isdigit() and int(act.source) < int(act.target)


def _wraps(record: Record, ends: Sequence[int]) -> Iterator[int]:
    """The last acts of turns after which the tracker began anew, and the turn marker did not move.

    Both the turn before and the one after must show phases of both sides.
    """
    order = list(record.country.game.phases)
    marks = [n for n, act in enumerate(record.acts) if act.what == "phase"]
    shown = [order.index(record.acts[n].target) for n in marks]
    both = {order.index(BATTLES[0]), order.index(BATTLES[1])}
    cuts = [0, *(m for m in range(1, len(marks)) if shown[m] < shown[m - 1] - LOOP), len(marks)]
    for before, cut, after in zip(cuts, cuts[1:], cuts[2:], strict=False):
        whole = both <= {*shown[before:cut]} and both <= {*shown[cut:after]}
        high = marks[min(cut + EARLY, len(marks) - 1)]
        if whole and not any(marks[before] + EARLY < n < high for n in ends):
            yield marks[cut] - 1


def _assign(turn: Turn, order: Sequence[str], shown: str) -> str:
    """Give each act of a turn its phase; returns what the tracker shows in the end."""
    record, rank = turn.record, {phase: n for n, phase in enumerate(order)}
    used = any(record.acts[n].what == "phase" for n in range(turn.first, turn.last + 1))
    seen = {shown} if used else set[str]()
    turn.began = shown
    span = range(turn.first, turn.last + 1)
    marks = {record.acts[n].target for n in span if record.acts[n].what == "phase"}
    paths: dict[int, tuple[float, tuple[int, object] | None]] = {0: (0.0, None)}
    trail: list[int] = []
    idle = _taken_back(turn)
    battle = shelled = False
    seen_here = turn.first == 0  # else the tracker still shows a phase of the turn before
    for n in range(turn.first, turn.last + 1):
        act = record.acts[n]
        if act.what == "phase":
            shown, seen_here, battle, shelled = act.target, True, False, False
            seen.add(shown)
            continue
        trail.append(n)
        known = () if n in idle else fitting(act, record.positions[n], turn.changing)
        battle = _battle_goes_on(battle, act, known, record.country)
        shells = act.what == "roll" and act.kind in SHELLS and shown in BEFORE_COMBAT
        shelled = shells or (shelled and not known and not battle)
        known = known or (SHELLED if shelled else BATTLES if battle else ())
        fits = [rank[one] for one in known]
        at = (rank.get(shown, -1) if seen_here else 0) if used else -1
        skipped = range(at, at + 1)
        while at >= 0 and skipped.stop < len(order) and order[skipped.stop] not in marks:
            skipped = range(at, skipped.stop + 1)
        if not fits:
            fits = list(skipped) if at >= 0 else []
        paths = _onward(paths, fits, skipped)
    best = min(paths.values(), key=lambda path: path[0])[1]
    chosen: list[int] = []
    while best is not None:
        here, best = best  # type: ignore[assignment]
        chosen.append(here)
    for n, phase in zip(trail, reversed(chosen), strict=True):
        name = order[phase]
        found = turn.phases.setdefault(name, Phase(record, turn.number, name, []))
        found.acts.append(n)
        found.certain = name in seen
    turn.phases = {name: turn.phases[name] for name in order if name in turn.phases}
    turn.shown = frozenset(seen)
    return shown


def _battle_goes_on(before: bool, act: Act, known: Sequence[str], country: Country) -> bool:
    """Whether an act is one of a battle: it follows the Battle marker or dice of a battle.

    `before`: whether the act before it was one. An act that fits into other phases alone is none.
    """
    if act.kind == BATTLE and act.what == "move":
        return before or act.target in country.areas
    if act.what == "roll" and DICE.get(act.kind) == BATTLES:
        return True
    return before and (not known or not set(BATTLES).isdisjoint(known))


def _taken_back(turn: Turn) -> set[int]:
    """The moves of pieces that are back where they were before the tracker goes on."""
    acts = turn.record.acts
    found: set[int] = set()
    moves: dict[str, list[int]] = {}
    for n in range(turn.first, turn.last + 2):
        if n > turn.last or acts[n].what == "phase":
            for group in moves.values():
                if len(group) > 1 and acts[group[0]].source == acts[group[-1]].target:
                    found.update(group)
            moves = {}
        elif acts[n].what == "move":
            moves.setdefault(acts[n].piece, []).append(n)
    return found


Paths = dict[int, tuple[float, "tuple[int, object] | None"]]


def _onward(paths: Paths, fits: Sequence[int], now: range) -> Paths:
    """The cheapest ways to each phase of the next act.

    `now` is the tracker's phase, or -1, with the phases after it that the tracker leaves out.
    """
    found: Paths = {}
    for phase in fits or paths:
        off = max(now.start - phase, phase - now.stop + 1, 0) if now.start >= 0 else 0
        price = LEFT_OUT * (phase != now.start) if off == 0 else LATE if off == 1 else WRONG
        for before, (cost, way) in paths.items():
            total = cost + price + (BACK if phase < before else 0.0)
            if phase not in found or total < found[phase][0]:
                found[phase] = (total, (phase, way))
    return found

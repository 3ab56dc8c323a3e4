"""Every change of the board has a cause (3.1, 1.2.1.b): what nothing in a turn explains is found.

Between two steps of the tracker the net change counts: steps that came, steps that went, Leaders,
Artillery and markers that appeared or left. Each must be the effect of something that the turn
shows: a battle in the area, dice, a chit, supply, reinforcements, a correction.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.country import (
    ARTILLERY,
    FILIPINO,
    GUERRILLAS,
    JUNGLE,
    MANILA,
    OTHER,
    STEPS,
    TRANS_OCEAN,
    US,
)
from modgen_rules.amigos_insurrectos.fitting import BATTLES, DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.sequence import Sequenced, Stretch, Timing
from modgen_rules.amigos_insurrectos.state import Position
from modgen_rules.amigos_insurrectos.war import SOON, War

MARKER = "battle"
SHOTS = ("filipino_parting", "filipino")
"""Dice of parting shots at a US force that leaves Guerrillas."""
FATES = ("casualty", "leader_alone", "stratagem", "lawton_lost", "interception", "whose_leader")
"""Dice with which Leaders and Scouts are lost."""
GUNS = ("shelling", "shelling_6", "artillery", "artillery_6", "us")
ATTEMPTS = ("luna", "aguinaldo")
"""US.S5: the Leaders on whom an attempt is made."""
JUNGLE_DICE = ("jungle_us", "jungle_filipino")
COSTS = ("us_lose", "more_us", "near_poa")
"""Words of chits that cost steps."""
BRINGS = ("places", "uprising", "fagen_pw")
"""Words of chits that bring Filipino steps."""
ENDING = ("jungle_filipino", "supply", "scoring", "victory", "objectives")
"""The phases in which steps are lost for want of supply."""
FEW = 8
"""A marker that was put down wrongly is taken back within this number of acts."""
SHORTLY, SLACK = 15, 3
"""Losses follow the dice within this number of acts. The tracker of people who do not always step
it in time is at most this number of phases off."""


class Change(NamedTuple):
    """Steps (or pieces without steps) of a kind that came to a place or left it for good."""

    act: int
    place: str
    kind: str
    number: int
    """Above 0 for what came."""
    stretch: Stretch
    """What the tracker showed."""
    turned: bool = False
    """Whether a counter was turned over, and none moved."""


@dataclass
class _Turn:
    """The changes of a turn and their causes."""

    deeds: Sequenced
    war: War
    timing: Timing
    dice: dict[str, list[int]] = field(default_factory=dict)
    """The acts with which each kind of dice was rolled."""

    def __post_init__(self) -> None:
        self.turn = self.deeds.turn
        self.country, self.record = self.war.country, self.turn.record
        self.acts, self.positions = self.record.acts, self.record.positions
        self.span = range(self.turn.first, self.turn.last + 1)
        for n in self.span:
            if self.acts[n].what == "roll":
                self.dice.setdefault(self.acts[n].kind, []).append(n)
        self.fields = self._fields()
        chits = self.country.chits
        self.played = [chits[one] for one in sorted(self.war.played) if one in chits]
        self.known = self.country.areas | self.country.seas | {*JUNGLE}

    def _fields(self) -> set[str]:
        """The areas of battles, and those to which units retreated from them."""
        found = {*self.war.fought, *self.war.battles}
        for n in self.span:
            act, at = self.acts[n], self.positions[n]
            if act.what == "roll" and act.kind in DICE_OF_BATTLE:
                marked = at.place(MARKER)
                if marked in self.country.areas:
                    found.add(marked)
                elif not self.war.battles:
                    every = at.everywhere(FILIPINO)
                    found |= {area for area in every if at.strong(area, US)}
        for n in self.span:
            act = self.acts[n]
            if act.what == "move" and act.source in found and act.kind in self.country.side:
                found |= {act.target} & self.country.areas
        return found

    # --- changes -------------------------------------------------------------------------------

    def changes(self) -> Iterator[Change]:
        """What came and went on the whole between two steps of the tracker."""
        start = self.turn.first
        found: list[Change] = []
        for n in (*self.span, self.turn.last + 1):
            if n <= self.turn.last and self.acts[n].what != "phase":
                continue
            if n > start:
                found += self._between(start, n, self.stretch(start))
            start = n + 1
        yield from self._settled(found)

    def stretch(self, n: int) -> Stretch:
        """What the tracker showed at an act."""
        return self.deeds.stretches[n - self.turn.first]

    def was(self, n: int, key: str) -> str:
        """Where a piece was before an act."""
        state = self.positions[n].pieces.get(key)
        return state.place if state else ""

    def _between(self, first: int, end: int, stretch: Stretch) -> Iterator[Change]:
        """The changes of the acts from `first` to before `end`."""
        change: Counter[tuple[str, str]] = Counter()
        last: dict[tuple[str, str], int] = {}
        moved: set[tuple[str, str]] = set()
        boxes = self.known | {TRANS_OCEAN}
        for n in range(first, end):
            act = self.acts[n]
            if act.what not in ("move", "face"):
                continue
            ends = (act.source, act.target)
            if act.what == "move" and all(one in boxes or one.startswith("turn:") for one in ends):
                continue
            for at, sign in ((self.positions[n], -1), (self.positions[n + 1], 1)):
                state = at.pieces.get(act.piece)
                if state is not None and state.place in self.known:
                    key = (state.place, state.kind)
                    change[key] += sign * self.country.weight(state.kind, state.face)
                    last[key] = n
                    moved |= {key} if act.what == "move" else set()
        alike: Counter[str] = Counter()
        for (_, kind), number in change.items():
            alike[kind] += number
        for (place, kind), number in sorted(change.items()):
            total = alike[kind]
            if number and number * total > 0:
                size = min(abs(number), abs(total)) * (1 if number > 0 else -1)
                alike[kind] -= size
                turned = (place, kind) not in moved
                yield Change(last[place, kind], place, kind, size, stretch, turned)

    def _settled(self, found: list[Change]) -> Iterator[Change]:
        """The changes that no other one in the turn puts right."""
        total: Counter[str] = Counter()
        for one in found:
            total[one.kind] += one.number
        for one in found:
            after = self.positions[min(self.turn.last + SOON, len(self.positions) - 1)]
            then = self.positions[one.act + 1]
            back = sum(
                other.number
                for other in found
                if (other.kind, other.place) == (one.kind, one.place)
                and other is not one
                and abs(other.act - one.act) <= self._memory(one.kind)
            )
            if one.number * back < 0 and abs(back) >= abs(one.number):
                continue
            now = self._all(after, one.kind) - self._all(then, one.kind)
            if one.act > self.turn.last - SOON and now == -one.number:
                continue  # put right early in the next turn
            yield one

    def _memory(self, kind: str) -> int:
        """Within how many acts a change is put right; a marker sooner than a unit."""
        return 2 * SOON if kind in self.country.side else FEW

    def _all(self, at: Position, kind: str) -> int:
        """The steps, or pieces, of a kind in play."""
        weight = self.country.weight
        return sum(
            weight(kind, one.face) for one in at.pieces.values()
            if one.kind == kind and one.place in self.known
        )  # fmt: skip

    # --- causes --------------------------------------------------------------------------------

    def rolled(self, *kinds: str) -> bool:
        """Whether dice of some kinds were rolled in the turn."""
        return any(kind in self.dice for kind in kinds)

    def _near(self, one: Change, n: int, soon: int) -> bool:
        """Whether an act is in the stretch of a change, or shortly before it."""
        return self.stretch(n).number == one.stretch.number or 0 <= one.act - n <= soon

    def rolled_near(self, one: Change, *kinds: str) -> bool:
        """Whether dice of some kinds were rolled shortly before a change."""
        return any(self._near(one, n, SHORTLY) for kind in kinds for n in self.dice.get(kind, ()))

    def chit(self, *words: str) -> bool:
        """Whether a chit with one of some words in its effect was played."""
        return any(one.has(word) for one in self.played for word in words)

    def chit_near(self, one: Change, *words: str) -> bool:
        """Whether a chit with one of some words in its effect was played near a change."""
        chits = {chit.id for chit in self.played for word in words if chit.has(word)}
        return any(
            self.acts[n].kind in chits and self._near(one, n, SOON) for n in self.span
            if self.acts[n].what in ("card", "mask")
        )  # fmt: skip

    def may(self, one: Change, *phases: str) -> bool:
        """Whether a change may belong to one of some phases: the tracker may be late or ahead."""
        if not self.turn.shown:
            return True
        behind, ahead = (
            0 if self.timing.punctual(self.turn, one.stretch, way) else SLACK for way in (-1, 1)
        )
        ranks = {self.deeds.rank[name] for name in phases}
        return any(one.stretch.low - behind <= rank <= one.stretch.high + ahead for rank in ranks)

    def lost(self, one: Change, side: str) -> bool:
        """Whether something explains that steps of a side left a place."""
        if one.place in JUNGLE:
            return self.rolled(*JUNGLE_DICE)
        fought = one.place in self.fields and (
            self.may(one, *BATTLES) or self.rolled_near(one, *DICE_OF_BATTLE)
        )
        if fought or self.chit_near(one, *COSTS):
            return True
        if side == US:
            moments = (self.positions[one.act], self.positions[one.act + 1], self.turn.after)
            starved = any(not at.supplied(one.place) for at in moments)
            left = self.rolled_near(one, "leaving") or (
                self.may(one, "us_ground") and self.rolled_near(one, *SHOTS)
            )
            return left or (starved and self.may(one, *ENDING))
        coastal = bool(self.country.coasts.get(one.place)) or one.place in self.country.seas
        return coastal and self.rolled_near(one, *GUNS, "interception")


def _steps(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """Steps of a unit that came or went without a cause."""
    name = turn.country.game.piece_types[one.kind].name
    where = turn.country.names.get(one.place, one.place)
    number = abs(one.number)
    steps = f"{number} {'step' if number == 1 else 'steps'} of {name}"
    if one.number < 0:
        what = f"{steps} left {where} without a cause"
        return None if turn.lost(one, side) else ("1.2.1.b", what)
    if side == US:
        rebuilt = one.kind == "us_cavalry" and turn.may(one, "reinforcements")
        return None if rebuilt else ("1.2.1.b", f"{steps} came to {where} without a cause")
    recruited = turn.may(one, "reinforcements") or turn.chit(*BRINGS)
    clause = "1.2.1.b" if one.turned else "7.2.a"
    return None if recruited else (clause, f"{steps} came to {where} without a cause")


def _guns(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """Artillery that came or went."""
    name, where = turn.country.game.piece_types[one.kind].name, turn.country.names[one.place]
    if one.number > 0:
        rebuilt = side == US and turn.may(one, "reinforcements")
        return None if rebuilt else ("7.1.e", f"{name} came to {where} without a cause")
    moments = (turn.positions[one.act], turn.positions[one.act + 1])
    enemies = any(at.strong(one.place, OTHER[side]) for at in moments)
    fought = one.place in turn.fields and (
        turn.may(one, *BATTLES) or turn.rolled_near(one, *DICE_OF_BATTLE)
    )
    what = f"{name} was taken off in {where} without a cause"
    return None if enemies or fought else ("10.6.4.c", what)


def _leader(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """A Leader who appeared or was taken off."""
    name, where = turn.country.game.piece_types[one.kind].name, turn.country.names[one.place]
    if one.number > 0:
        fell = any(turn.country.side.get(gone) == side for gone in turn.war.gone)
        early = turn.may(one, "reinforcements")
        what = f"{name} came to {where} out of the reinforcements"
        return None if early or fell else ("3.1.a", what)
    fate = FATES if one.place in turn.fields else ("leader_alone", "interception")
    chit = any(played.startswith("us_s5") for played in turn.war.played)
    explained = turn.rolled_near(one, *fate) or (chit and one.kind in ATTEMPTS)
    what = f"{name} was taken off in {where} without a cause"
    return None if explained or one.kind in turn.war.gone else ("10.7.a", what)


def _scouts(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """Scouts who appeared or were taken off."""
    where = turn.country.names.get(one.place, one.place)
    if one.number > 0:
        fits = turn.chit("places") or turn.may(one, "reinforcements")
        return None if fits else ("1.2.1.k", f"Scouts came to {where} without a cause")
    dies = turn.rolled(*FATES, *JUNGLE_DICE) or turn.chit("scouts_lose") or one.place in turn.fields
    return None if dies else ("1.2.1.k", f"Scouts were taken off in {where} without a cause")


def _gunboat(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """9.0.b: a Gunboat that appeared or was taken off."""
    what = "was taken off the map" if one.number < 0 else "came from out of play"
    return "9.0.b", f"a Gunboat {what}"


def _search(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """10.1.e: a Search marker without a search, or taken off while Guerrillas are there."""
    where, searched = turn.country.names[one.place], turn.rolled_near(one, "us_search")
    if one.number > 0:
        return None if searched else ("10.1.e", f"a Search marker came to {where} without a search")
    last = min(one.act + FEW, turn.turn.last + 1)
    moments = (turn.positions[n] for n in (one.act, one.act + 1, last))
    there = all(at.steps(one.place, GUERRILLAS) for at in moments)
    spare = turn.positions[one.act].keys("pool_markers", ("search",))
    what = f"the Search marker left {where}, where Guerrillas are"
    return ("10.1.e", what) if there and (spare or not searched) else None


def _massacre(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """1.2.1.d, 1.2.2.j, PH.S9, US.G1: a marker of a massacre without a massacre."""
    where = turn.country.names[one.place]
    ours = one.kind == "us_massacre"
    clause = "1.2.1.d" if ours else "US.G1"
    if one.number < 0:
        return clause, f"the marker of a massacre left {where}"
    smith = any(act.kind == "kill" for act in turn.acts[: one.act])  # his comes a turn later
    asked = turn.chit_near(one, "marker") or (ours and (smith or turn.rolled_near(one, "atrocity")))
    return None if asked else (clause, f"a marker of a massacre came to {where} without a cause")


def _arms(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """6.0.g: Imported Arms that leave the game while Filipinos have them."""
    where = turn.country.names[one.place]
    if one.number > 0:
        return None
    there = all(
        turn.positions[n].units(one.place, FILIPINO) for n in (*turn.span, turn.turn.last + 1)
    )
    return ("6.0.g", f"Imported Arms left {where}, where Filipinos are") if there else None


def _supply(turn: _Turn, one: Change, side: str) -> tuple[str, str] | None:
    """15.3: the US Supply marker while Manila is held."""
    held = all(turn.positions[n].controller(MANILA) == US for n in (*turn.span, turn.turn.last + 1))
    where = turn.country.names[one.place]
    return ("15.3", f"US Supply came to {where} while the US holds Manila") if (
        held and one.number > 0
    ) else None  # fmt: skip


Cause = Callable[[_Turn, Change, str], "tuple[str, str] | None"]


CAUSES: Mapping[str, Cause] = {
    **dict.fromkeys((*STEPS[US], *STEPS[FILIPINO]), _steps),
    **dict.fromkeys(ARTILLERY.values(), _guns),
    "scouts": _scouts, "gunboat": _gunboat, "search": _search, "us_massacre": _massacre,
    "filipino_massacre": _massacre, "imported_arms": _arms, "supply": _supply,
}  # fmt: skip
"""What explains a change of each kind of piece; Leaders have a test of their own."""


def _walks(turn: _Turn) -> Iterator[tuple[int, str, str]]:
    """Markers that went from one area to another: act, clause and what happened."""
    areas, names = turn.country.areas, turn.country.names
    for n in turn.span:
        act = turn.acts[n]
        clause = WALKS.get(act.kind)
        if clause is None or act.what != "move" or not {act.source, act.target} <= areas:
            continue
        same = [m for m in turn.span if turn.stretch(m).number == turn.stretch(n).number]
        begun = turn.positions[same[0]].pieces.get(act.piece)
        ended = turn.positions[same[-1] + 1].pieces.get(act.piece)
        if ended is None or begun is None or ended.place != act.target:
            continue
        if begun.place != act.source:
            continue
        carried = act.kind == "imported_arms" and any(
            turn.country.side.get(other.kind) == FILIPINO
            and other.target == act.target
            and other.what == "move"
            and turn.was(same[0], other.piece) == act.source
            for other in (turn.acts[m] for m in same)
        )
        searched = act.kind == "search" and turn.rolled("us_search")
        if not carried and not searched:
            piece = turn.country.game.piece_types[act.kind].name
            yield n, clause, f"{piece} went from {names[act.source]} to {names[act.target]}"


WALKS = {
    "poa": "11.0.f", "imported_arms": "6.0.f", "us_massacre": "1.2.1.d",
    "filipino_massacre": "US.G1", "search": "10.1.e",
}  # fmt: skip
"""The clauses of markers that do not go from area to area by themselves."""


def judge(deeds: Sequenced, timing: Timing, war: War) -> None:
    """Find the changes of a turn that nothing explains."""
    if deeds.turn.changing or not war.whole:
        return
    read = _Turn(deeds, war, timing)
    for n, clause, what in _walks(read):
        if not any(issue.first <= n <= issue.last for issue in war.told):
            war.find(clause, "", what, n, local=True)
    for one in read.changes():
        test = _leader if one.kind in war.country.leaders else CAUSES.get(one.kind)
        side = war.country.side.get(one.kind, "")
        found = test(read, one, side) if test else None
        if found is None or any(
            issue.first <= one.act <= issue.last and (issue.verdict == "illegal" or issue.ruling)
            for issue in war.told
        ):
            continue
        war.find(found[0], side, found[1], one.act, local=True)

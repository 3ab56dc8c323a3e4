"""What came and went in a turn (3.1, 1.2.1.b), and what may have caused it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.judging.sequence import Sequenced
from modgen_rules.amigos_insurrectos.law.country import JUNGLE, TRANS_OCEAN, US
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES, DICE_OF_BATTLE, SHELLING_DICE
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.timing import Timing
from modgen_rules.engine.reading.tracker import Stretch

SHOTS = ("filipino_parting", "filipino")
"""Dice of parting shots at a US force that leaves Guerrillas."""
JUNGLE_DICE = ("jungle_us", "jungle_filipino")
COSTS = ("us_lose", "more_us", "near_poa")
"""Words of chits that cost steps."""
ENDING = ("jungle_filipino", "supply", "scoring", "victory", "objectives")
"""The phases in which steps are lost for want of supply."""


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
class TurnChanges:
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
        self.span = self.turn.span
        for n in self.span:
            if self.acts[n].what == "roll":
                self.dice.setdefault(self.acts[n].kind, []).append(n)
        self.fields = {*self.war.fought, *self.war.battles} | self.deeds.battlefields
        chits = self.country.chits
        self.played = [chits[one] for one in sorted(self.war.played) if one in chits]
        self.known = self.country.in_play
        self.moments = self.positions[self.turn.first : self.turn.last + 2]

    # --- changes -------------------------------------------------------------------------------

    def changes(self) -> Iterator[Change]:
        """What came and went on the whole between two steps of the tracker."""
        start, found = self.turn.first, list[Change]()
        for n in (*self.span, self.turn.last + 1):
            if n <= self.turn.last and self.acts[n].what != "phase":
                continue
            if n > start:
                found += self._between(start, n, self.stretch(start))
            start = n + 1
        yield from self._settled(found)

    def _settled(self, found: list[Change]) -> Iterator[Change]:
        """The changes that no other one in the turn puts right, nor one early in the next turn."""
        last = min(self.turn.last + windows.MUCH_LATER, len(self.positions) - 1)
        for one in found:
            # a marker is put right sooner than a unit
            soon = windows.AT_THE_END if one.kind in self.country.side else windows.SOON
            back = sum(
                other.number
                for other in found
                if (other.kind, other.place) == (one.kind, one.place)
                and other is not one
                and abs(other.act - one.act) <= soon
            )
            if one.number * back < 0 and abs(back) >= abs(one.number):
                continue
            now = self._all(last, one.kind) - self._all(one.act + 1, one.kind)
            if one.act <= self.turn.last - windows.MUCH_LATER or now != -one.number:
                yield one

    def _all(self, n: int, kind: str) -> int:
        """The steps, or pieces, of a kind in play before an act."""
        weight = self.country.weight
        return sum(
            weight(kind, one.face)
            for one in self.positions[n].pieces.values()
            if one.kind == kind and one.place in self.known
        )

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

    # --- words ----------------------------------------------------------------------------------

    def name(self, one: Change) -> str:
        """The displayed name of what came or went."""
        return self.country.game.piece_types[one.kind].name

    def where(self, one: Change) -> str:
        """The displayed name of the place of a change."""
        return self.country.names.get(one.place, one.place)

    def gone(self, one: Change) -> str:
        """That a piece is off the map, for no visible reason."""
        where = f"in {self.where(one)} for no visible reason"
        return f"{self.name(one)} was taken off the map {where}"

    # --- causes --------------------------------------------------------------------------------

    def rolled(self, *kinds: str) -> bool:
        """Whether dice of some kinds were rolled in the turn."""
        return any(kind in self.dice for kind in kinds)

    def _near(self, one: Change, n: int, soon: int) -> bool:
        """Whether an act is in the stretch of a change, or shortly before it."""
        return self.stretch(n).number == one.stretch.number or 0 <= one.act - n <= soon

    def rolled_near(self, one: Change, *kinds: str) -> bool:
        """Whether dice of some kinds were rolled shortly before a change."""
        return any(
            self._near(one, n, windows.LATER) for kind in kinds for n in self.dice.get(kind, ())
        )

    def chit(self, *words: str) -> bool:
        """Whether a chit with one of some words in its effect was played."""
        return any(one.has(word) for one in self.played for word in words)

    def chit_near(self, one: Change, *words: str) -> bool:
        """Whether a chit with one of some words in its effect was played near a change."""
        chits = {chit.id for chit in self.played for word in words if chit.has(word)}
        return any(
            self.acts[n].kind in chits and self._near(one, n, windows.MUCH_LATER)
            for n in self.span
            if self.acts[n].what in ("card", "mask")
        )

    def may(self, one: Change, *phases: str) -> bool:
        """Whether a change may belong to one of some phases: the tracker may be late or ahead."""
        if not self.turn.shown:
            return True
        behind, ahead = (
            0 if self.timing.punctual(one.stretch, way) else windows.PHASES_OFF for way in (-1, 1)
        )
        ranks = {self.deeds.rank[name] for name in phases}
        return any(one.stretch.low - behind <= rank <= one.stretch.high + ahead for rank in ranks)

    def fought(self, one: Change) -> bool:
        """Whether a battle explains that something left a place."""
        near = self.may(one, *BATTLES) or self.rolled_near(one, *DICE_OF_BATTLE)
        return one.place in self.fields and near

    def lost(self, one: Change, side: str) -> bool:
        """Whether something explains that steps of a side left a place."""
        if one.place in JUNGLE:
            return self.rolled(*JUNGLE_DICE)
        if self.fought(one) or self.chit_near(one, *COSTS):
            return True
        if side == US:
            moments = (self.positions[one.act], self.positions[one.act + 1], self.turn.after)
            starved = any(not at.supplied(one.place) for at in moments)
            left = self.rolled_near(one, "leaving") or (
                self.may(one, "us_ground") and self.rolled_near(one, *SHOTS)
            )
            return left or (starved and self.may(one, *ENDING))
        coastal = bool(self.country.coasts.get(one.place)) or one.place in self.country.seas
        return coastal and self.rolled_near(one, *SHELLING_DICE, "interception")

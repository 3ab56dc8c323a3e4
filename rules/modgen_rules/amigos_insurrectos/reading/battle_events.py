"""What happened in a combat phase: dice, steps lost, moves, Leaders, chits, in order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.law.country import ARTILLERY, BATTLE
from modgen_rules.amigos_insurrectos.law.force import Force, force_of
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act

ROUNDS = {f"round_{number}": number for number in range(1, 6)}
LAST_ROUND = max(ROUNDS.values())


class Event(NamedTuple):
    """One thing that matters in a battle.

    | `what` | |
    |--|--|
    | roll | dice `kind` of a side |
    | loss | `number` steps of a kind in an area; negative when they came back |
    | move | `number` steps of a kind from an area to a target |
    | leader | a Leader or Scouts from an area to a target |
    | gun | Artillery from an area to a target |
    | marker | another piece from an area to a target, or its face `kind/face` |
    | said | a deed (`kind`) of a side in an area |
    | chit | a chit (`kind`) from a place (`area`) to another |
    """

    act: int
    """The act, by its number in the record."""
    step: int
    what: str
    side: str
    kind: str = ""
    area: str = ""
    target: str = ""
    number: int = 0
    dice: tuple[int, ...] = ()


@dataclass
class Events:
    """The events of some acts of a record, by their ascending numbers, and the forces before."""

    record: Record
    acts: list[int]
    _forces: dict[tuple[int, str], Force] = field(default_factory=dict)

    def force(self, index: int, area: str) -> Force:
        """What is in an area before an act."""
        key = (index, area)
        if key not in self._forces:
            position = self.record.positions[min(index, len(self.record.positions) - 1)]
            states = (position.pieces[one] for one in position.at.get(area, ()))
            self._forces[key] = force_of(self.record.country, states)
        return self._forces[key]

    def contested(self, index: int) -> set[str]:
        """10.1.b: the areas in which both sides have combat steps."""
        areas = self.record.country.areas
        position = self.record.positions[index]
        return {one for one in position.at if one in areas and self.force(index, one).contested}

    def read(self) -> list[Event]:
        """All events in order."""
        acts = self.record.acts
        steps = groupby(self.acts, key=lambda n: acts[n].step)
        found = (event for _, numbers in steps for event in self._step(list(numbers)))
        return sorted(found, key=lambda event: event.act)

    @cached_property
    def _ways(self) -> dict[int, tuple[str, str]]:
        """For moves from area to area where the piece really came from and went to.

        Hands move pieces in stages, take one too many along, and put right what went wrong; a
        move that was taken back goes nowhere. Dice between two moves keep them apart, if they may
        be those of a battle in the area where the piece stopped, and so does the Battle marker.
        """
        found: dict[int, tuple[str, str]] = {}
        for trail in self.record.trails(self.acts, self._goes_on):
            found |= dict.fromkeys(trail, ("", ""))
            found[trail[0]] = self.record.ends(trail)
        return found

    def _goes_on(self, trail: list[int], n: int) -> bool:
        """Whether a move goes on with a trail of its piece."""
        acts, areas = self.record.acts, self.record.country.areas | self.record.country.seas
        first, act, (source, stop) = trail[0], acts[n], self.record.ends(trail)
        if stop != act.source or not {source, stop, act.target} <= areas or act.kind == BATTLE:
            return False
        for m in (m for m in self.acts if first < m < n):
            one = acts[m]
            if one.what == "roll" and self.force(m, act.source).contested:
                return False
            if one.kind == BATTLE and one.what == "move" and one.target not in areas:
                if n - first > windows.SOON:
                    return False
            elif one.kind in (BATTLE, "leader_alone") or (
                m not in trail and one.piece == act.piece
            ):
                return False
        return True

    def _step(self, numbers: list[int]) -> Iterator[Event]:
        """The events of one step: pieces that are exchanged for others change nothing."""
        country, acts = self.record.country, self.record.acts
        change: dict[tuple[str, str], int] = defaultdict(int)
        moved: Counter[tuple[str, str, str]] = Counter()
        places = country.in_play
        start = numbers[0]
        for n in numbers:
            act = acts[n]
            before = self.record.positions[n].pieces.get(act.piece)
            after = self.record.positions[n + 1].pieces.get(act.piece)
            if act.kind in country.fighting and act.what in ("move", "face"):
                source, target = before.place if before else "", after.place if after else ""
                if act.what == "move":
                    source, target = self._ways.get(n, (source, target))
                old = self.record.positions[n].strength(act.piece) if before else 0
                new = self.record.positions[n + 1].strength(act.piece) if after else 0
                if source == target and act.what == "move":
                    continue
                if source in places and target in places and source != target:
                    moved[act.kind, source, target] += new
                    change[act.kind, source] += new - old
                    continue
                if source in places:
                    change[act.kind, source] -= old
                if target in places:
                    change[act.kind, target] += new
            else:
                yield from self._other(n, act)
        step = acts[start].step
        for (kind, area, target), number in moved.items():
            yield Event(start, step, "move", country.side[kind], kind, area, target, number)
        for (kind, area), number in change.items():
            if number:
                yield Event(start, step, "loss", country.side[kind], kind, area, "", -number)

    def _other(self, n: int, act: Act) -> Iterator[Event]:
        country = self.record.country
        source, target = self._ways.get(n, (act.source, act.target))
        if n in self._ways and source == target:
            return
        act = act._replace(source=source, target=target)
        if act.what == "roll":
            yield Event(n, act.step, "roll", act.side, act.kind, dice=act.dice)
        elif act.what == "said" and act.said is not None:
            deed = act.said.choices.get("deed") or act.said.choices.get("step") or ""
            for area in sorted(act.said.spaces.get("battle_in", ())):
                yield Event(n, act.step, "said", act.said.side, deed, area)
        elif act.what == "card":
            yield Event(n, act.step, "chit", act.side, act.kind, act.source, act.target)
        elif act.what == "mask":
            yield Event(n, act.step, "mask", act.side, act.kind, act.source, act.target)
        elif act.what == "move" and act.kind in country.side and act.kind != "gunboat":
            what = "gun" if act.kind in ARTILLERY.values() else "leader"
            side = country.side[act.kind]
            yield Event(n, act.step, what, side, act.kind, act.source, act.target)
        elif act.what == "move":
            yield Event(n, act.step, "marker", "", act.kind, act.source, act.target)
        elif act.what == "face" and act.kind == BATTLE:
            place = self.record.positions[n + 1].pieces[act.piece].place
            yield Event(n, act.step, "shown", "", act.target, place)
        elif act.what == "face" and act.kind == "search":
            place = self.record.positions[n + 1].pieces[act.piece].place
            yield Event(n, act.step, "marker", "", act.kind, place, place)
        elif act.what == "level":
            yield Event(n, act.step, "level", "", act.kind, act.source, act.target)

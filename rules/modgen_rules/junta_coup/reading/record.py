"""A log as the coup's rules see it: one act after the other, and the position before each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act, ActRecord
from modgen_rules.engine.reading.effort import DICE, Effort
from modgen_rules.engine.reading.habits import TRUSTED
from modgen_rules.junta_coup.law.city import SHOTS, City, Fire
from modgen_rules.junta_coup.law.position import Position

DEALT = frozenset({"leader", "office", "say", "seat"})
"""Acts by which the players say who they are before they play."""


@dataclass
class Record(ActRecord[Act, Position]):
    """A log of the game, or a stretch of it.

    An act's `side` is the family at whose seat the player sat, its `owner` the family that controls
    the Unit, owns the marker, or speaks. Its acts:

    | `what` | `kind` | `source`, `target` |
    |--|--|--|
    | unit | kind of the Unit | its places |
    | control | kind of the Unit | who controls it |
    | mark | kind of the Unit | who controls it, by a marker that was set late |
    | attack, battle, leader, office, seat | `place` or `face` | places or faces of the marker |
    | card | id of the card | its places |
    | gun | `gunboat`, `air_raid` | places of its marker |
    | level | - | numbers of the phase marker |
    | phase | - | phases of the turn tracker |
    | say | what is announced | whom it is about |
    | roll | id of the dice | - |
    """

    city: City = field(kw_only=True)
    named: list[tuple[int, str]] = field(default_factory=list)
    """Where chat names one space: the number of acts before it, and the space."""
    exchanges: dict[int, int] = field(default_factory=dict)
    """The exchange of which the chat of a step tells, by the step."""
    effort: Effort = field(default_factory=lambda: Effort(most=DICE))
    """Shared by all readings of the record."""

    def __post_init__(self) -> None:
        self.present = cache(self._present)
        self.fire = cache(self._fire)
        self._surveyed = cache(self._survey)

    @cached_property
    def tracked(self) -> list[tuple[int, int]]:
        """Where the turn tracker was moved to a phase of the coup: the act, and the phase."""
        steps = [(n, act.target) for n, act in enumerate(self.acts) if act.what == "phase"]
        phases = self.city.phases
        return [(n, phases[shown]) for n, shown in steps if shown in phases]

    @cached_property
    def turned(self) -> frozenset[str]:
        """Families that show themselves as Rebels at some time."""
        tiles = (act for act in self.acts if (act.what, act.target) == ("office", "revolution"))
        return frozenset(act.owner for act in tiles) | self.start.shown_as_rebels()

    @cached_property
    def midway(self) -> bool:
        """Whether the log begins in the course of a coup."""
        return bool(self.start.phase or self.start.shown_as_rebels())

    @cached_property
    def dealt(self) -> int:
        """The number of acts, up to the first by which something is played."""
        played = (n for n, act in enumerate(self.acts) if act.what not in DEALT)
        return next(played, len(self.acts))

    @cached_property
    def marks(self) -> bool:
        """Whether attacks are declared with markers."""
        return any(act.what == "attack" and act.target in self.city.near for act in self.acts)

    @cached_property
    def trusted(self) -> bool:
        """Whether players act from their own seats, so that a seat says who acted.

        Seats fit the Units that were moved, and dice the Units that can have rolled them.
        """
        near = self.city.near.keys()
        fits: Counter[bool] = Counter()
        for n, act in enumerate(self.acts):
            if act.what == "unit" and act.side and act.owner and act.target in near:
                fits[act.side == act.owner] += 1
            elif act.what == "roll" and act.kind == "attack":
                spaces = {unit.place for unit in self.positions[n].units.values()} & near
                shared = [s for s in spaces if len(self.units(n, s)) > 1]
                fits[any(act.side in self.units(n, space) for space in shared)] += 1
        seats = {act.side for act in self.acts} - {""}
        return len(seats) > 1 and fits.total() > 0 and fits[True] >= TRUSTED * fits.total()

    @cached_property
    def announced(self) -> bool:
        """Whether one family announces its fire before nearly each roll."""
        fits: Counter[bool] = Counter()
        said: set[str] = set()
        for act in self.acts:
            if act.what == "say" and act.kind in SHOTS:
                said.add(act.owner)
            elif act.what == "roll":
                fits[len(said) == 1] += 1
                said.clear()
        return fits.total() > 0 and fits[True] >= TRUSTED * fits.total()

    @cached_property
    def stages(self) -> bool:
        """Whether some Unit that came was moved on by a drag of its own, before any dice."""
        near = self.city.near
        came: set[str] = set()
        for act in self.acts:
            if act.what in ("roll", "level"):
                came.clear()
            elif act.what == "unit" and act.target in near:
                if act.piece in came:
                    return True
                if act.source not in near and act.kind != "marines":
                    came.add(act.piece)
        return False

    def _present(self, index: int) -> frozenset[str]:
        """4.a: the families that take part before an act."""
        return frozenset(self.positions[index].present())

    def places(self, index: int, family: str) -> set[str]:
        """The places of all Units that a family controls before an act."""
        return self._surveyed(index)[1].get(family, set())

    def units(self, index: int, space: str) -> dict[str, list[str]]:
        """4.a: the Units in a space before an act, by each family that takes part: their keys."""
        return self._surveyed(index)[0].get(space, {})

    def arrived(self, start: int, end: int, space: str) -> set[str]:
        """15.g: Units that came to a space in some acts, without those that were there before.

        A Unit that was dragged away, or removed, and put back did not arrive.
        """
        units = self.positions[start].units
        there = {key for key, unit in units.items() if unit.place == space}
        came = (act for act in self.acts[start:end] if (act.what, act.target) == ("unit", space))
        return {act.piece for act in came} - there

    def _survey(self, index: int) -> tuple[dict[str, dict[str, list[str]]], dict[str, set[str]]]:
        """The Units in each space by family before an act, and the places of each family."""
        position, present = self.positions[index], self.present(index)
        by_space: dict[str, dict[str, list[str]]] = {}
        controlled: dict[str, set[str]] = {}
        for key, unit in position.units.items():
            family = position.controller(unit)
            controlled.setdefault(family, set()).add(unit.place)
            if family in present:
                by_space.setdefault(unit.place, {}).setdefault(family, []).append(key)
        return by_space, controlled

    def _fire(self, index: int, space: str, family: str, hit: int) -> Fire:
        """14.a, 13.h: the dice of a family in a space before an act, without `hit` Units."""
        units = self.positions[index].units
        kinds = [units[one].kind for one in self.units(index, space).get(family, ())]
        weak = sorted(kinds, key=lambda kind: self.city.attacks[kind])
        return self.city.fire(space, weak[hit:])

    def said(self, start: int, index: int) -> str:
        """The space that chat named last before an act, if no Unit has gone to a space since."""
        for at, space in reversed(self.named):
            if start <= at <= index:
                since = self.acts[at:index]
                moved = any(act.what == "unit" and act.target in self.city.near for act in since)
                return "" if moved else space
        return ""

    def number(self, start: int, end: int, phase: int) -> None:
        """Read these acts as acts of a phase, whatever the phase marker shows."""
        for n in range(start, end + 1):
            self.positions[n] = replace(self.positions[n], phase=phase)

    def marked_early(self, index: int, since: int) -> Record:
        """The same record as if a control marker had been set before act `since`."""
        key = self.acts[index].piece
        late = self.positions[index + 1].units[key]
        acts, positions = list(self.acts), list(self.positions)
        for n in range(since, index + 1):
            unit = positions[n].units.get(key)
            if unit:
                positions[n] = positions[n].changed(key, unit._replace(face=late.face))
            if acts[n].piece == key and acts[n].what == "unit":
                acts[n] = acts[n]._replace(owner=acts[index].owner)
        acts[index] = acts[index]._replace(what="mark")
        return replace(self, acts=acts, positions=positions)


def fled_by(record: Record, n: int) -> int | None:
    """16.c: the act by which a family that act `n` sends into exile has a Unit in an Embassy.

    It may be one soon after act `n`. None if no Unit is there or comes. A seat that is turned
    before anything is played says who was in exile when the coup began.
    """
    position, embassies = record.positions[n], record.city.embassies
    family = record.acts[n].owner
    if (n <= record.dealt and not record.midway) or any(
        unit.place in embassies and position.controller(unit) == family
        for unit in position.units.values()
    ):
        return n
    soon = enumerate(record.acts[n + 1 : n + 1 + windows.AT_ONCE], n + 1)
    return next(
        (
            k
            for k, act in soon
            if act.what == "unit" and act.owner == family and act.target in embassies
        ),
        None,
    )


def marker_face(record: Record, index: int) -> str:
    """The face of the Battle marker before an act."""
    others = record.positions[index].others.values()
    return next((piece.face for piece in others if piece.kind == "battle"), "")


def marker_place(record: Record, index: int) -> str:
    """The space in which the Battle marker lies before an act; empty when it lies in none."""
    others = record.positions[index].others.values()
    places = (piece.place for piece in others if piece.kind == "battle")
    return next((place for place in places if place in record.city.near), "")


def outcome(record: Record) -> int:
    """The first act that speaks of the end: a choice of side, or the result."""
    for n, act in enumerate(record.acts):
        if act.what == "say" and act.kind.startswith(("for_", "won_")):
            return n
    return len(record.acts)


def is_over(record: Record) -> bool:
    """Whether the last phase of the log was finished."""
    return outcome(record) < len(record.acts) or any(
        act.what == "say" and act.kind.startswith("agree_") for act in record.acts
    )


def turned_since(record: Record, start: int, index: int) -> bool:
    """Whether the Battle marker was turned after it was last put down, since act `start`."""
    for act in reversed(record.acts[start:index]):
        if act.what == "battle":
            return act.kind == "face"
    return start == 0

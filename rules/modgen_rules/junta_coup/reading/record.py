"""A log as the coup's rules read it: one act after the other, and the position before each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace

from modgen.model.game import Game
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_records import Act, ActRecord, spoilt_roll
from modgen_rules.engine.reading.effort import DICE, Effort
from modgen_rules.engine.reading.habits import TRUSTED
from modgen_rules.engine.record.game_steps import GameStep, turned_once
from modgen_rules.engine.record.general_dice import DiceButtons
from modgen_rules.engine.record.piece_states import PieceChange, PieceState
from modgen_rules.junta_coup.law.city import GUNS, OFFICES, SHOTS, UNITS, City, Fire
from modgen_rules.junta_coup.law.position import Position

DEAD = "dead_units"
DEALT = frozenset({"leader", "office", "say", "seat"})
"""Acts by which the players say who they are before they play."""


@dataclass
class Record(ActRecord[Act, Position]):
    """A log of the game, or a stretch of it.

    An act's `side` is the family at whose seat the player sat, its `owner` the family that controls
    the Unit, owns the marker, or speaks. Its `what` is `unit`, `control`, `mark`, `roll`, `say`,
    `attack`, `battle`, `card`, `phase`, `office`, `seat`, `leader` or `gun`; `kind` is the kind of
    piece, the dice button of a roll, or the deed that was announced; `source` and `target` are
    places, for what turns in its place the faces, or whom an announcement names.
    """

    city: City = field(kw_only=True)
    first: int = 1
    last: int = 1
    """The steps that it covers."""
    midway: bool = False
    """Whether the log begins in the course of a coup."""
    dealt: int = 0
    """The number of acts, up to the first by which something is played."""
    trusted: bool = False
    """Whether players act from their own seats, so that a seat says who acted."""
    turned: frozenset[str] = frozenset()
    """Families that show themselves as Rebels at some time."""
    marks: bool = False
    """Whether attacks are declared with markers."""
    announced: bool = False
    """Whether one family announces its fire before each roll."""
    tracked: list[tuple[int, int]] = field(default_factory=list)
    """Where the turn tracker was moved to a phase: the number of acts before it, and the phase."""
    named: list[tuple[int, str]] = field(default_factory=list)
    """Where chat names one space: the number of acts before it, and the space."""
    stages: bool = False
    """Whether Units that come are put down where they come to, and then moved on."""
    effort: Effort = field(default_factory=lambda: Effort(most=DICE))
    """Shared by all readings of the record."""
    _fires: dict[tuple[int, str, str, int], Fire] = field(default_factory=dict)
    _units: dict[int, dict[str, dict[str, list[str]]]] = field(default_factory=dict)
    _controlled: dict[int, dict[str, set[str]]] = field(default_factory=dict)
    _present: dict[int, frozenset[str]] = field(default_factory=dict)

    def present(self, index: int) -> frozenset[str]:
        """4.a: the families that take part before an act."""
        present = self._present.get(index)
        if present is None:
            present = self._present[index] = frozenset(self.positions[index].present())
        return present

    def places(self, index: int, family: str) -> set[str]:
        """The places of all Units that a family controls before an act."""
        if index not in self._controlled:
            self._survey(index)
        return self._controlled[index].get(family, set())

    def units(self, index: int, space: str) -> dict[str, list[str]]:
        """4.a: the Units in a space before an act, by each family that takes part: their keys."""
        if index not in self._units:
            self._survey(index)
        return self._units[index].get(space, {})

    def arrived(self, start: int, end: int, space: str) -> set[str]:
        """15.g: Units that came to a space in some acts, without those that were there before.

        A Unit that was dragged away, or removed, and put back did not arrive.
        """
        units = self.positions[start].units
        there = {key for key, unit in units.items() if unit.place == space}
        came = (act for act in self.acts[start:end] if (act.what, act.target) == ("unit", space))
        return {act.piece for act in came} - there

    def _survey(self, index: int) -> None:
        """Note where each family's Units are before an act."""
        position, present = self.positions[index], self.present(index)
        by_space: dict[str, dict[str, list[str]]] = {}
        controlled: dict[str, set[str]] = {}
        for key, unit in position.units.items():
            family = position.controller(unit)
            controlled.setdefault(family, set()).add(unit.place)
            if family in present:
                by_space.setdefault(unit.place, {}).setdefault(family, []).append(key)
        self._units[index], self._controlled[index] = by_space, controlled

    def fire(self, index: int, space: str, family: str, hit: int) -> Fire:
        """14.a, 13.h: the dice of a family in a space before an act, without `hit` Units."""
        key = (index, space, family, hit)
        if key not in self._fires:
            units = self.positions[index].units
            kinds = [units[one].kind for one in self.units(index, space).get(family, ())]
            weak = sorted(kinds, key=lambda kind: self.city.attacks[kind])
            self._fires[key] = self.city.fire(space, weak[hit:])
        return self._fires[key]

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
        for position in self.positions[start : end + 1]:
            position.phase = phase

    def marked_early(self, index: int, since: int) -> Record:
        """The same record as if a control marker had been set before act `since`."""
        key = self.acts[index].piece
        late = self.positions[index + 1].units[key]
        acts, positions = list(self.acts), list(self.positions)
        for n in range(since, index + 1):
            position = positions[n] = snapshot(positions[n])
            if key in position.units:
                position.units[key] = position.units[key]._replace(face=late.face)
            if acts[n].piece == key and acts[n].what == "unit":
                acts[n] = acts[n]._replace(owner=acts[index].owner)
        acts[index] = acts[index]._replace(what="mark")
        return replace(self, acts=acts, positions=positions, _units={}, _controlled={}, _fires={})

    def step(self, index: int) -> int:
        """The step of an act; the last step at the end."""
        return self.acts[index].step if index < len(self.acts) else self.last


def read_record(
    game: Game,
    city: City,
    pieces: Mapping[str, PieceState],
    steps: Iterable[GameStep],
    shown: str,
    named: Mapping[int, str],
) -> Record:
    """The record of some steps that begin with a position.

    `shown` is the phase that the turn tracker shows then; `named` gives the space that the chat of
    a step names.
    """
    now = Position(city)
    for key, piece in pieces.items():
        now.apply(PieceChange(0, key, None, piece, ""))
    now.phase = now.phase or min(city.phases.get(shown, 0), city.last_phase)
    record = Record(city=city)
    names = {side.name: side.id for side in game.sides.values()}
    buttons = DiceButtons.of([game])
    gun = ""  # the bombardment that was announced since the last dice
    for step in without_slips(turned_once(steps, "seat_")):
        record.first = record.first if record.acts or record.last > 1 else step.number
        record.last = step.number
        for said in step.said:
            deed, whom = said.choices.get("deed") or "", said.choices.get("whom") or ""
            act = Act(step.number, "say", said.side, "", deed, "", whom, owner=said.side)
            _note(record, now, act)
            gun = deed if deed in GUNS else ""
        for change in step.changes:
            acts = list(_acts(now, change, step.side))
            for act in acts:
                _note(record, now, act)
            now.apply(change)
        if step.number in named:
            record.named.append((len(record.acts), named[step.number]))
        if step.phase in city.phases:
            record.tracked.append((len(record.acts), city.phases[step.phase]))
        if step.voids:
            _void(record, step.voids)
        if step.undone:
            continue  # what was taken back did not happen, its dice neither
        for roll in (*step.rolls, *step.typed):
            seat = next((names[one] for one in names if roll.who.startswith(one)), step.side)
            way = buttons.button(roll)
            if way is not None:
                way, gun = way or gun or "attack", ""
                _note(record, now, Act(step.number, "roll", seat, "", way, dice=roll.results))
    record.positions.append(now)
    turned = {
        act.owner for act in record.acts if act.what == "office" and act.target == "revolution"
    }
    begun = record.positions[0]
    turned_before = {who for who in city.families if "revolution" in begun.tiles(who).values()}
    record.turned = frozenset(turned | turned_before)
    record.midway = bool(begun.phase or turned_before)
    played = (n for n, act in enumerate(record.acts) if act.what not in DEALT)
    record.dealt = next(played, len(record.acts))
    record.marks = any(act.what == "attack" and act.target in city.near for act in record.acts)
    _ignore_void_exiles(record)
    record.trusted = _trusted(record)
    record.announced = _announced(record)
    record.stages = _in_stages(record)
    return record


def without_slips(steps: Iterable[GameStep]) -> list[GameStep]:
    """The steps, where a Unit let go beside the spaces and then put down in one moved only once.

    A Unit that lies beside the spaces when dice are rolled was not let go by mistake.
    """
    found = list(steps)
    changes: list[list[PieceChange | None]] = [[*step.changes] for step in found]
    beside: dict[str, tuple[int, int]] = {}
    for i, step in enumerate(found):
        for j, shown in enumerate(step.changes):
            change = shown
            slip = beside.pop(change.piece, None)
            if slip is not None and (former := changes[slip[0]][slip[1]]) is not None:
                changes[slip[0]][slip[1]] = None
                change = change._replace(before=former.before)
                changes[i][j] = change
            before, after = change.before, change.after
            if before and after and after.kind in UNITS and after.where.kind == "board":
                beside[change.piece] = i, j
        if step.rolls or step.typed:
            beside.clear()
    return [
        step._replace(changes=tuple(one for one in made if one is not None))
        for step, made in zip(found, changes, strict=True)
    ]


def _void(record: Record, ago: int) -> None:
    """Take out the last dice, or those before them, which do not count as a player says."""
    n = spoilt_roll(record.acts, ago)
    if n is not None:
        del record.acts[n], record.positions[n]
        record.tracked = [(at - (at > n), phase) for at, phase in record.tracked]
        record.named = [(at - (at > n), space) for at, space in record.named]


def _note(record: Record, now: Position, act: Act) -> None:
    record.acts.append(act)
    record.positions.append(snapshot(now))


def snapshot(position: Position) -> Position:
    """A copy that later changes leave alone."""
    found = copy(position)
    found.units, found.others = dict(position.units), dict(position.others)
    found.offices, found.seats = dict(position.offices), dict(position.seats)
    return found


def _acts(now: Position, change: PieceChange, seat: str) -> Iterable[Act]:
    """What a change of a piece means; a Unit that is deleted counts as a Unit that is lost."""
    before, after = change.before, change.after
    known = after or before
    if known is None:
        return
    if known.kind in UNITS:
        yield from _unit_acts(now, change, seat)
        return
    if before is None or after is None:
        return
    kind = known.kind
    what, name, family = _meaning(kind, after.place)
    if not what:
        return
    if before.place != after.place:
        place = name or "place"
        ways = before.place, after.place
        yield Act(change.step, what, seat, change.piece, place, *ways, owner=family)
    if before.face != after.face and what in ("battle", "office", "seat", "gun"):
        face = kind if what == "office" else f"{name}_face" if what == "gun" else "face"
        ways = before.face, after.face
        yield Act(change.step, what, seat, change.piece, face, *ways, owner=family)


def _unit_acts(now: Position, change: PieceChange, seat: str) -> Iterable[Act]:
    """A Unit that changes its controller or its place."""
    before, after = change.before, change.after
    unit = after or before
    if unit is None:
        return
    who, step, key = now.controller(unit), change.step, change.piece
    if before and after and before.face != after.face:
        yield Act(step, "control", seat, key, unit.kind, now.controller(before), who, owner=who)
    source, target = before.place if before else "", after.place if after else DEAD
    if source != target:
        yield Act(step, "unit", seat, key, unit.kind, source, target, owner=who)


def _meaning(kind: str, place: str) -> tuple[str, str, str]:
    """What a piece other than a Unit is: an act's `what`, its `kind`, and its family."""
    home = place.removeprefix("family_")
    starts = (("attack_", "attack"), ("card_", "card"), ("seat_", "seat"))
    for start, what in starts:
        if kind.startswith(start):
            name = kind.removeprefix(start)
            return what, name if what == "card" else "", name if what != "card" else ""
    if kind in OFFICES:
        return "office", "", home
    if kind in GUNS:
        return "gun", kind, ""
    known = {"coup_phase": "phase", "battle": "battle", "rebel_leader": "leader"}
    return known.get(kind, ""), "", ""


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


def _ignore_void_exiles(record: Record) -> None:
    """4.a, 16.c: a family that had no right to go into exile and plays on is judged as present.

    So is one whose Unit reaches the Embassy soon after its seat was turned, until it is there.
    """
    near = record.city.near
    for n, act in enumerate(record.acts):
        if (act.what, act.kind, act.target) != ("seat", "face", "exile"):
            continue
        fled = fled_by(record, n)
        if fled is not None:
            for position in record.positions[n + 1 : fled + 1]:
                position.seats[act.owner] = "in_play"
            continue
        later = [(k, one.what, one.piece) for k, one in enumerate(record.acts) if k > n]
        until = next((k for k, *one in later if one == ["seat", act.piece]), len(record.acts))
        plays = any(
            one.what == "unit"
            and one.owner == act.owner
            and one.source in near
            and one.target in near
            for one in record.acts[n + 1 + windows.AT_ONCE : until]
        )
        for position in record.positions[n + 1 : until + 1] if plays else ():
            position.seats[act.owner] = "in_play"


def _trusted(record: Record) -> bool:
    """Whether seats fit the Units that were moved, and dice the Units that can have rolled them."""
    fits: Counter[bool] = Counter()
    for n, act in enumerate(record.acts):
        if act.what == "unit" and act.side and act.owner and act.target in record.city.near:
            fits[act.side == act.owner] += 1
        elif act.what == "roll" and act.kind == "attack":
            position = record.positions[n]
            spaces = {unit.place for unit in position.units.values()} & record.city.near.keys()
            shared = [s for s in spaces if len(record.units(n, s)) > 1]
            fits[any(act.side in record.units(n, space) for space in shared)] += 1
    seats = {act.side for act in record.acts} - {""}
    return len(seats) > 1 and fits.total() > 0 and fits[True] >= TRUSTED * fits.total()


def _announced(record: Record) -> bool:
    """Whether nearly every roll comes after the announcement of one family."""
    fits: Counter[bool] = Counter()
    said: set[str] = set()
    for act in record.acts:
        if act.what == "say" and act.kind in SHOTS:
            said.add(act.owner)
        elif act.what == "roll":
            fits[len(said) == 1] += 1
            said.clear()
    return fits.total() > 0 and fits[True] >= TRUSTED * fits.total()


def _in_stages(record: Record) -> bool:
    """Whether some Unit that came was moved on by a drag of its own, before any dice."""
    near = record.city.near
    came: set[str] = set()
    for act in record.acts:
        if act.what in ("roll", "phase"):
            came.clear()
        elif act.what == "unit" and act.target in near:
            if act.piece in came:
                return True
            if act.source not in near and act.kind != "marines":
                came.add(act.piece)
    return False


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

"""Reads a log of the coup into acts: what Units and markers did, what was rolled and announced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from modgen.log.moments import Moment
from modgen.log.table import Table
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.act_reader import ActReader
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.open_log import OpenLog
from modgen_rules.engine.record.talk import NamedPlaces, Talk
from modgen_rules.junta_coup.law.city import DEAD, GUNS, OFFICES, UNITS, City
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.junta_coup.reading.heard import NOT_COUNTED, count_talk, exchange_told, heard
from modgen_rules.junta_coup.reading.record import Record, fled_by

CARD = "card_"
TILES = {**dict.fromkeys(OFFICES, "office"), "rebel_leader": "leader"}
"""What lies in the place of a family, by the kinds of acts."""
MARKERS = frozenset({"attack", "battle", "seat"})


class Reader(ActReader[Position, Record]):
    """Reads one log of a coup."""

    reads_told_dice = True

    def __init__(self, city: City, log: OpenLog) -> None:
        super().__init__(log.games[0], log)
        self.city = city
        self.talk = Talk(log.games)
        self.places = NamedPlaces(city.names, log.games)

    def records(self) -> Iterator[Record]:
        """The stretches of the log."""
        for record in super().records():
            _without_numbers(record, self.log.told_dice.read)
            count_talk(record)
            _without_slips(record)
            _turned_once(record)
            record.without("void", *NOT_COUNTED)
            each = ((n, self.places.read(line)) for n, line in record.lines)
            record.named = [(n, place) for n, place in each if place]
            _ignore_void_exiles(record)
            yield record

    def begin(self, table: Table) -> Record:
        """A record with its first position; its phase is that of the tracker without a marker."""
        position = Position.of(self.city, self.pieces)
        tracked = min(self.city.phases.get(self.began, 0), self.city.last_phase)
        position.phase = position.phase or tracked
        return Record(city=self.city, positions=[position])

    def after(self, now: Position, act: Act) -> Position:
        """The position after an act."""
        state = self.pieces.get(act.piece)
        return now.changed(act.piece, state) if state else now

    def changes(self, step: GameStep) -> Iterator[Act]:
        """The faces and places that a step changed, also of cards."""
        yield from super().changes(step)
        for _, key, before, after, _ in step.changes:
            if before and after and after.kind.startswith(CARD) and before.place != after.place:
                ways = before.place, after.place
                yield Act(step.number, "card", step.side, key, after.kind[len(CARD) :], *ways)

    def meant(self, now: Position, act: Act) -> Act:
        """An act of a family, a Unit, an Office or a marker."""
        if act.said:
            deed, whom = (act.said.choices.get(name) or "" for name in ("deed", "whom"))
            who = act.said.side
            return act._replace(what="say", side=who, kind=deed, target=whom, owner=who)
        if act.piece not in self.pieces or act.what not in ("face", "move"):
            return act
        if act.kind in UNITS:
            return self._meant_of_unit(now, act)
        sort = "face" if act.what == "face" else "place"
        what, _, family = act.kind.partition("_")
        if act.kind in TILES:
            home = self.pieces[act.piece].place.removeprefix("family_")
            return act._replace(what=TILES[act.kind], kind=sort, owner=home)
        if what in MARKERS:
            return act._replace(what=what, kind=sort, owner=family)
        moved = act.what == "move" and act.kind in GUNS
        return act._replace(what="gun") if moved else act

    def _meant_of_unit(self, now: Position, act: Act) -> Act:
        """A Unit that changes its controller or its place; one that is deleted counts as lost."""
        who = now.controller(self.pieces[act.piece])
        if act.what == "move":
            return act._replace(what="unit", target=act.target or DEAD, owner=who)
        unit = now.units.get(act.piece)
        before = now.controller(unit) if unit else ""
        return act._replace(what="control", source=before, target=who, owner=who)

    def heard(self, record: Record, moment: Moment, step: GameStep, line: str) -> Iterator[Act]:
        """What a line of chat announces."""
        if number := exchange_told(self.buttons.chat, line):
            record.exchanges[step.number] = number
        return heard(self.talk, line, step, self.speaker(line, step))

    def once(self, die: str) -> bool:
        """12.a, 12.b: families fire one after the other, but bombard once a phase."""
        return die in GUNS

    def purpose(self, record: Record, side: str, die: str, number: int) -> str:
        """Dice of a button that says nothing are an attack, or what was announced (`Shots`)."""
        return die or "attack"


def _without_numbers(record: Record, told: Callable[[int], bool]) -> None:
    """10.a, 2.f: a number by itself in chat is no die if nobody can fight, or Units go on moving.

    `told` says whether the dice of a step are told in chat.
    """
    near = record.city.near
    goes_on = False  # whether the next Unit leaves a space in which it has no enemies
    for n in range(len(record.acts) - 1, -1, -1):
        act, position = record.acts[n], record.positions[n]
        if act.what in ("unit", "level", "phase"):
            moves = {act.source, act.target} <= near.keys()
            goes_on = moves and len(position.held(act.source)) < 2
        number = act.what == "roll" and len(act.dice) == 1 and told(act.step)
        if number and (goes_on or all(len(position.held(space)) < 2 for space in near)):
            record.acts[n] = act._replace(what="void")


def _without_slips(record: Record) -> None:
    """A Unit let go beside the spaces and then put down in one moved only once.

    A Unit that lies beside the spaces when dice are rolled was not let go by mistake.
    """
    beside: dict[str, int] = {}
    for n, act in enumerate(record.acts):
        if act.what in ("roll", "void"):
            beside.clear()
        elif act.what == "unit":
            slip = beside.pop(act.piece, None)
            if slip is not None:
                source, unit = record.acts[slip].source, record.positions[slip].units[act.piece]
                record.acts[slip] = record.acts[slip]._replace(what="void")
                record.acts[n] = act._replace(source=source)
                for k in range(slip + 1, n + 1):
                    now = record.positions[k]
                    back = now.units[act.piece]._replace(place=unit.place)
                    record.positions[k] = now.changed(act.piece, back)
            if record.acts[n].source and act.target.startswith("board"):
                beside[act.piece] = n


def _turned_once(record: Record) -> None:
    """A seat on its way from one face to another shows a third: the first and the last count.

    It is turned on until something is done with another piece; chat and dice may come between.
    """
    last: int | None = None
    for n, act in enumerate(record.acts):
        if (act.what, act.kind) == ("seat", "face"):
            first = record.acts[last] if last is not None else None
            if last is not None and first and first.piece == act.piece:
                record.acts[last] = first._replace(what="void")
                for k in range(last + 1, n + 1):
                    _seated(record, act.owner, k, first.source)
                back = act.target == first.source
                record.acts[n] = act._replace(source=first.source, what="void" if back else "seat")
            last = n
        elif act.piece:
            last = None


def _ignore_void_exiles(record: Record) -> None:
    """4.a, 16.c: a family that had no right to go into exile and plays on is judged as present.

    So is one whose Unit reaches the Embassy soon after its seat was turned, until it is there.
    """
    acts, near = record.acts, record.city.near
    for n, act in enumerate(acts):
        if (act.what, act.target) != ("seat", "exile"):
            continue
        fled = fled_by(record, n)
        if fled is not None:
            _present(record, act.owner, n + 1, fled)
            continue
        later = range(n + 1, len(acts))
        turned = (k for k in later if (acts[k].what, acts[k].piece) == ("seat", act.piece))
        until = next(turned, len(acts))
        moves = (one for one in acts[n + 1 + windows.AT_ONCE : until] if one.what == "unit")
        if any(one.owner == act.owner and {one.source, one.target} <= near.keys() for one in moves):
            _present(record, act.owner, n + 1, until)


def _present(record: Record, family: str, first: int, last: int) -> None:
    """Judge a family as present before some acts."""
    for n in range(first, last + 1):
        _seated(record, family, n, "in_play")


def _seated(record: Record, family: str, n: int, face: str) -> None:
    """Judge act `n` as if the seat of a family showed a face."""
    position = record.positions[n]
    record.positions[n] = replace(position, seats={**position.seats, family: face})

"""Attacks that players announce in chat only: `P1 and the shotguns from F9 at the line in G8`."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product, takewhile
from typing import NamedTuple

from modgen_rules.civil_power.law.plan import MOB, POLICE
from modgen_rules.civil_power.law.state import Position, Unit
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.engine.reading import effort
from modgen_rules.engine.record.chat_words import ChatWords
from modgen_rules.engine.record.game_steps import by_player
from modgen_rules.engine.record.orders import Mention, Order, Orders
from modgen_rules.engine.record.talk import chosen

MOLOTOV = "molotov"
"""The choice of a declaration."""


class Spoken(NamedTuple):
    """Who attacks what, as a line says."""

    choices: tuple[frozenset[str], ...]
    """The sets of units that may be meant."""
    cells: Mapping[str, frozenset[str]]
    """The squares that may be meant, each with the units that are named there; none if the line
    goes on with the attack before it."""
    way: str
    called: str
    """What the only unit that attacks is called."""
    goes_on: bool
    """Whether it goes on with the attack before it."""


def roll_calls(record: Record) -> None:
    """Note what players call units where a line tells it before any of them acts."""
    begun = next((n for n, act in enumerate(record.acts) if act.what != "roll"), 0)
    at = record.start
    for line in (line for n, line in record.lines if n <= begun):
        for label, places in record.orders.roll_call(line, at.present).items():
            there = [one for place in places for one in at.at(place)]
            alike = [one for one in there if record.orders.fits(label, one.kind)]
            for one in alike or there:
                known = record.nicknames.get((one.side, label), frozenset())
                record.nicknames[one.side, label] = known | {one.key}


def spoken(
    record: Record, side: str, n: int, lines: Sequence[str], acted: Collection[str] = ()
) -> Spoken | None:
    """The attack of a side that lines announce at act `n`.

    `acted` are the units that made the attack before it.
    """
    at = record.positions[n]
    found = (_attack(record, side, at, line, acted) for line in reversed(lines))
    return next((one for one in found if one), None)


def weapon_told(record: Record, n: int) -> bool:
    """Whether the line that tells the die of act `n` announces an attack with a weapon."""
    step, first = record.acts[n].step, n
    while first and record.acts[first - 1].step == step:
        first -= 1
    lines = lines_between(record, first, first)
    each = (spoken(record, side, first, lines) for side in record.field.sides if lines)
    return any(said.way and said.cells for said in each if said)


def lines_between(record: Record, first: int, n: int) -> list[str]:
    """The lines of players from act `first` up to act `n`."""
    begin = bisect_left(record.lines, (first, ""))
    return [
        text
        for _, text in takewhile(lambda one: one[0] <= n, islice(record.lines, begin, None))
        if by_player(text)
    ]


def _attack(
    record: Record, side: str, at: Position, line: str, acted: Collection[str]
) -> Spoken | None:
    """The attack of a line; None if it announces none, or nobody who may be meant."""
    field, orders, others = record.field, record.orders, at.against(side)
    order = orders.read(line, {unit.cell for unit in at.of(side)}, others)
    again = ChatWords.of([field.plan.game]).more
    if order is None or not (order.whom or again.search(order.deed)):
        return None
    way = chosen(field.plan.game, order.deed, f"{side if side == POLICE else MOB}_way")
    reader = _Reader(orders, record.nicknames, acted)
    own = list(at.of(side))
    able = [one for one in own if way or field.plan.fire(one.kind, one.face)]
    choices = reader.choices(order, able, own)
    cells = reader.cells(order, [one for cell in sorted(others) for one in at.enemies(cell, side)])
    units = {label for _, label in record.nicknames}
    labels = (mention.label for mention in order.whom if mention.label not in units)
    boards = {field.board(at.units[key].cell) for one in choices for key in one}
    places = (name for label in labels for name in orders.called(label))
    names = [name for name in places if field.board(name) in boards]
    if way and names:  # gas may be put where nobody is
        cells = dict.fromkeys(names, frozenset())
    if not choices or bool(cells) != bool(order.whom):
        return None
    called = order.who[0].label if len(order.who) == 1 else ""
    return Spoken(choices, cells, way, called, not cells or bool(order.who[0].like))


@dataclass
class _Reader:
    """Finds the units that an order means."""

    orders: Orders
    nicknames: dict[tuple[str, str], frozenset[str]]
    acted: Collection[str]

    def choices(
        self, order: Order, able: Sequence[Unit], own: Sequence[Unit]
    ) -> tuple[frozenset[str], ...]:
        """The sets of units that may act; none if they may be nobody or anybody."""
        each = []
        for mention in order.who:
            keys = [one.key for one in self._meant(mention, able) or self._meant(mention, own)]
            if keys:
                number = min(mention.number or len(keys), len(keys))
                each.append(list(combinations(keys, number)))
        sets = islice(product(*each), effort.MEANT + 1) if each else ()
        found = {frozenset(key for part in one for key in part) for one in sets}
        most = max(map(len, found), default=0)
        whole = sorted((one for one in found if len(one) == most), key=sorted)
        return tuple(whole) if len(found) <= effort.MEANT else ()

    def cells(self, order: Order, enemies: Sequence[Unit]) -> dict[str, frozenset[str]]:
        """The squares with those who are acted on, as the first mention with any tells."""
        found: dict[str, frozenset[str]] = {}
        for mention in order.whom:
            for unit in self._meant(mention, enemies):
                found[unit.cell] = found.get(unit.cell, frozenset()) | {unit.key}
            if found:
                break
        return found

    def _meant(self, mention: Mention, units: Sequence[Unit]) -> list[Unit]:
        """The units of some that a mention may mean."""
        if mention.like:
            kinds = {one.kind for one in units if one.key in self.acted}
            like = [one for one in units if one.kind in kinds]
            return [one for one in like if (one.key in self.acted) == (mention.like == "them")]
        there = [one for one in units if not mention.places or one.cell in mention.places]
        found = [one for one in there if not mention.kinds or one.kind in mention.kinds]
        if not mention.label:
            said = mention.kinds or mention.places
            return (found or (there if mention.places else [])) if said else []
        known = [one for one in found if one.key in self._called(one, mention.label)]
        alike = [one for one in found if self.orders.fits(mention.label, one.kind)]
        found = known or alike or found
        if mention.places:
            for side in {one.side for one in found}:
                keys = frozenset(one.key for one in found if one.side == side)
                self.nicknames[side, mention.label] = keys
        return found

    def _called(self, unit: Unit, label: str) -> frozenset[str]:
        return self.nicknames.get((unit.side, label), frozenset())

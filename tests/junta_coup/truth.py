"""What a log shows of a spoilt record, and whether that was wrong at all: the second engine says.

A log holds no Movement's end, no names of ways, and a Unit that stops on its way is a Unit that a
hand put down. So a spoilt record may show the same as a legal one; then it is no mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from modgen.assets import bundled_games
from modgen.model.folder import load
from rules.junta_coup.city import City
from tests.junta_forward.judge import judge
from tests.junta_forward.record import Event, Start

WAYS = ("", "helicopter", "cousin", "reaction")
UNSEEN = {
    "gives_what_is_not_his": "who turned a control marker is not in a log",
    "paratroopers_land_nowhere": "there is no such space on the map",
    "returns_without_exile": "a seat that is turned to the side it shows",
    "battle_left_open": "the marker goes on: the battle before is over",
    "shoots_at_the_gunboat": "no announcement can name it",
    "a_unit_dies_twice": "there is no second Unit to remove",
    "no_battle_segment": "the segment has no marker of its own",
    "stops_too_early": "a log may end at any time",
    "agreed_in_movement": "all may agree at any time (2.e)",
    "declares_in_movement": "the first declaration ends Movement",
    "lands_twice": "the last place counts: a hand may put right where it lands",
}
"""Mistakes that a log does not hold."""
ALSO = {
    "5.b": {"5.e", "5.c"}, "5.e": {"5.a", "5.b", "5.d"}, "5.d": {"5.b", "5.c", "8.a"},
    "2.a": {"2.b"},
    "14.e": {"14.d"}, "9.a": {"5.d"},
}  # fmt: skip
"""Clauses that name the same sight: a Cousin's second move is a move out of turn, or too far."""
MOST = 400
CITY = City.of(load(bundled_games()["junta-coup"]).game)


def wrong(start: Start, legal: Sequence[Event], spoilt: Sequence[Event]) -> set[str]:
    """The clauses that may come first for a spoilt record; none when it shows a legal one."""
    tiles = {who for office, who in start.offices.items() if office not in start.cousin}

    def shown(events: Sequence[Event]) -> list[Event]:
        return [one for one in events if one.what != "flip" or one.who in tiles]

    if shown(legal) == shown(spoilt):
        return set()
    found = []
    for variant in islice(variants(start, legal, spoilt), MOST):
        breaches = judge(start, variant)
        if not breaches:
            return set()
        found.append(breaches)
    least = min(map(len, found))
    found = [one for one in found if len(one) <= least + 1]
    return {one[0][1] for one in (*found, judge(start, list(spoilt))) if one}


def variants(
    start: Start, legal: Sequence[Event], spoilt: Sequence[Event]
) -> Iterator[list[Event]]:
    """Records that would show the same."""
    for told in (list(spoilt), netted(start, spoilt)):
        record = later_battle(told)
        new = [n for n, one in enumerate(record) if one.what == "move" and one not in legal]
        for ways in product(WAYS, repeat=min(len(new), 3)):
            other = list(record)
            for n, way in zip(new, ways, strict=False):
                other[n] = other[n]._replace(way=way)
            yield other


def later_battle(events: Sequence[Event]) -> list[Event]:
    """Movement goes on until somebody declares an attack."""
    found: list[Event] = []
    waiting: list[Event] = []
    for one in events:
        if one.what == "battle_step":
            waiting = [one]
        elif waiting and one.what in ("declare", "battle", "fire", "phase", "side", "agree"):
            found += [*waiting, one]
            waiting = []
        else:
            found.append(one)
    return found + waiting


def netted(start: Start, events: Sequence[Event]) -> list[Event]:
    """Each Unit of a turn goes straight to where the turn leaves it."""
    found: list[Event] = []
    turn: list[Event] = []
    places = {name: unit.space for name, unit in start.units.items()}
    for one in [*events, Event("end")]:
        if one.what in ("move", "land", "bring") and (not turn or turn[-1].who == one.who):
            turn.append(one)
            continue
        if one.what in ("transfer", "flip") and turn:
            turn.append(one)
            continue
        found += _straight(turn, places)
        turn = [one] if one.what in ("move", "land", "bring") else []
        found += [] if turn else [one]
        if one.what in ("loss", "retreat"):
            places |= dict.fromkeys(one.units, one.place if one.what == "retreat" else "")
    return found[:-1]


def _straight(turn: list[Event], places: dict[str, str]) -> list[Event]:
    """A turn with one event for each Unit; a card's Units come where it says, then move."""
    last = {name: n for n, one in enumerate(turn) if one.place for name in one.units}
    found: list[Event] = []
    for n, one in enumerate(turn):
        if not one.place:
            found.append(one)
            continue
        if one.what == "bring":
            space = CITY.cards[one.way].space if one.way in CITY.cards else one.place
            space = one.place if space == "own" else space
            found.append(one._replace(place=space))
            places |= dict.fromkeys(one.units, space)
        ends = [name for name in one.units if last[name] == n]
        names = tuple(name for name in ends if places.get(name, "") != one.place)
        what = "move" if one.what == "bring" else one.what
        if names:
            way = "" if one.what == "bring" else one.way
            found.append(one._replace(what=what, units=names, way=way))
        places |= dict.fromkeys(ends, one.place)
    return found

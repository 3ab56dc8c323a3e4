"""What a log shows of a spoilt record, and whether that was wrong at all: the second engine says.

A log holds no Movement's end, no names of ways, and a Unit that stops on its way is a Unit that a
hand put down. So a spoilt record may show the same as a legal one; then it is not a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import islice, product

from modgen.assets import bundled_games
from modgen.model.loading.folder import load
from modgen_rules.junta_coup.law.city import City
from tests.junta_reference.judge import judge
from tests.junta_reference.record import Event, Start

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
    "the_dead_do_not_shoot_back": "by the ruling on 13.c a loss that is taken at once is legal",
    "retreated_units_fire": "by the ruling on 15.g either is accepted",
    "lands_twice": "the last place counts: a hand may put right where it lands",
}
"""Mistakes that a log does not hold."""
ALSO = {
    "3.h": {"3.b", "3.d"}, "5.b": {"5.e", "5.c"}, "5.e": {"5.a", "5.b", "5.d"},
    "5.d": {"5.b", "5.c", "8.a"}, "6.c": {"5.a", "5.b", "5.c", "5.d"}, "2.a": {"2.b", "2.f", "5.b"},
    "2.b": {"2.f"}, "8.a": {"6.c"}, "8.b": {"5.b"}, "9.a": {"5.d", "9.b"}, "9.c": {"5.b"},
    "10.a": {"13.i", "11.f", "4.a"}, "14.e": {"14.d"}, "15.g": {"13.i"}, "16.c": {"4.a"},
}  # fmt: skip
"""Clauses that name the same sight:

A Cousin's second move is a move out of turn, or too far; a movement after the declarations, of new
Units that came before the others moved, or of Police to the next space, is a second movement. A
Unit that another seat moved is moved by its own family (the ruling on hands). Offices that are
never turned hide who became a Rebel, by a move or by fire (the ruling on late Offices). A battle
against Units of a dead player alone is fire at them, and who goes into exile as Battle begins acts
in it though he is away.
"""
SAME = {"3.h": {"3.b"}, "5.d": {"5.c"}, "9.a": {"9.b"}, "10.a": {"13.i"}}
"""Those of them that state the same of it.

A move to a space that is not adjacent is longer than one space, Police that react to nothing react
where no new Units are, and the second engine has no other clause for fire at a family that is
elsewhere.
"""
MOST = 400
CITY = City.of(load(bundled_games()["junta-coup"]).game)


def wrong(start: Start, legal: Sequence[Event], spoilt: Sequence[Event]) -> set[str]:
    """The clauses that may come first for a spoilt record; none when it shows a legal one."""
    tiles = {who for office, who in start.offices.items() if office not in start.cousin}

    def shown(events: Sequence[Event]) -> list[Event]:
        return [one for one in events if one.what != "flip" or one.who in tiles]

    if shown(legal) == shown(spoilt):
        return set()
    first: set[str] = set()
    for variant in islice(variants(start, legal, spoilt), MOST):
        breaches = judge(start, variant)
        if not breaches:
            return set()
        first.add(breaches[0][1])
    strict = judge(start, list(spoilt))
    return first | ({strict[0][1]} if strict else set())


def named(start: Start, legal: Sequence[Event], spoilt: Sequence[Event]) -> set[str]:
    """The clauses by which a spoilt record is rightly named besides its own.

    Of what the log may show, it is the record with the fewest mistakes, and the first of them.
    """
    told = (spoilt, netted(start, spoilt, True), netted(start, spoilt, False))
    new = [one for one in spoilt if one.way == "reaction" and one not in legal]
    walked = [one._replace(way="") if one in new else one for one in spoilt]
    judged = [judge(start, later_battle(one)) for one in (*told, walked)] + [judge(start, spoilt)]
    number = {n: len({event for event, _ in found}) for n, found in enumerate(judged)}
    fewest = [judged[n] for n in number if number[n] == min(number.values())]
    clauses = {clause for found in fewest for event, clause in found if event == found[0][0]}
    return clauses.union(*(SAME.get(one, ()) for one in clauses))


def variants(
    start: Start, legal: Sequence[Event], spoilt: Sequence[Event]
) -> Iterator[list[Event]]:
    """Records that would show the same."""
    straight = netted(start, spoilt, True), netted(start, spoilt, False)
    for told in (list(spoilt), *straight, admitted(spoilt)):
        record = later_battle(told)
        same = SequenceMatcher(None, list(legal), record, autojunk=False).get_matching_blocks()
        kept = {n for block in same for n in range(block.b, block.b + block.size)}
        new = [n for n, one in enumerate(record) if one.what == "move" and n not in kept]
        for ways in product(WAYS, repeat=min(len(new), 3)):
            other = list(record)
            for n, way in zip(new, ways, strict=False):
                other[n] = other[n]._replace(way=way)
            yield other
        for n in new:
            yield from _carried(record, n)


def _carried(record: list[Event], index: int) -> Iterator[list[Event]]:
    """Records in which a Helicopter that flew alone took along a Unit of a movement."""
    walk = record[index]
    for n, flight in enumerate(record):
        alone = flight.way == "helicopter" and len(flight.units) == 1
        if not alone or (flight.who, flight.place) != (walk.who, walk.place):
            continue
        for name in walk.units:
            other = list(record)
            other[n] = flight._replace(units=(*flight.units, name))
            other[index] = walk._replace(units=tuple(one for one in walk.units if one != name))
            if not other[index].units:
                del other[index]
            yield other


def admitted(events: Sequence[Event]) -> list[Event]:
    """Who is let in goes where he was let in: the space is not announced."""
    found = list(events)
    for n, one in enumerate(events):
        after = (e for e in events[n:] if e.what == "retreat" and e.who == one.target)
        if one.what == "let_in" and (retreat := next(after, None)):
            found[n] = one._replace(place=retreat.place)
    return found


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


def netted(start: Start, events: Sequence[Event], legs: bool) -> list[Event]:
    """Each Unit of a turn goes straight to where the turn leaves it; `legs`: not what flies."""
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
        found += _straight(turn, places, legs)
        turn = [one] if one.what in ("move", "land", "bring") else []
        found += [] if turn else [one]
        if one.what in ("loss", "retreat"):
            places |= dict.fromkeys(one.units, one.place if one.what == "retreat" else "")
    return found[:-1]


def _straight(turn: list[Event], places: dict[str, str], legs: bool) -> list[Event]:
    """A turn with one event for each Unit; a card's Units come where it says, then move."""
    last = {name: n for n, one in enumerate(turn) if one.place for name in one.units}
    found: list[Event] = []
    for n, one in enumerate(turn):
        if not one.place:
            found.append(one)
            continue
        if one.what == "move" and one.way == "helicopter":
            machine, *riders = one.units
            ends = [name for name in riders if last[name] == n]
            if legs or ends or last[machine] == n:
                found.append(one._replace(units=(machine, *ends[:1])))
            if ends[1:]:
                found.append(one._replace(units=tuple(ends[1:]), way=""))
            places |= dict.fromkeys((machine, *ends), one.place)
            continue
        ends = [name for name in one.units if last[name] == n]
        if one.what != "move":
            space = _where(one, turn, last)
            found.append(one._replace(place=space))
            places |= dict.fromkeys(one.units, space)
        names = tuple(name for name in ends if places.get(name, "") != one.place)
        if names:
            way = one.way if one.what == "move" else ""
            found.append(one._replace(what="move", units=names, way=way))
        places |= dict.fromkeys(ends, one.place)
    return found


def _where(one: Event, turn: list[Event], last: dict[str, int]) -> str:
    """Where Units that came should have come: by their card, or by sea."""
    if one.what == "bring" and one.way in CITY.cards and CITY.cards[one.way].space != "own":
        return CITY.cards[one.way].space
    if one.units[0].startswith("marines") and one.place not in CITY.landings:
        end = turn[last[one.units[0]]].place
        return next(iter(sorted(CITY.landings & {end, *CITY.near[end]})), one.place)
    return one.place

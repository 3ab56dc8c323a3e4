"""The set-ups (18.0): whether a log begins with one of them, and what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from modgen.model.game import split_face
from modgen.model.types.scenario import Scenario
from modgen_rules.amigos_insurrectos.law.country import US, Country
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import fitting
from modgen_rules.amigos_insurrectos.reading.flows import spot
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices, windows
from modgen_rules.engine.reading.verdicts import unless

CLAUSES = {
    "stand-up": ("18.1.a", "18.1.b", "18.1.c"),
    "guerrilla-war": ("18.2.a", "18.2.a", "18.2.b"),
    "campaign": ("18.1.a", "18.1.b", "18.3"),
}
"""For each set-up the clauses of its pieces, of its tracks, and of the turn track's units."""
FIRST_MOVES = "us_ground"
"""The first phase in which units move: a log that begins there has no set-up."""
INFANTRY = {"us_volunteers": "us_army"}
"""7.1.d, 18.1.d: Infantry may be of either kind."""


def placed(country: Country, scenario: Scenario) -> Counter[tuple[str, str]]:
    """The steps (or pieces without steps) that a set-up places, by place and kind."""
    found: Counter[tuple[str, str]] = Counter()
    for place, pieces in scenario.place.items():
        for name, number in pieces.items():
            kind, face = split_face(name, country.game)
            shown = face or country.game.piece_types[kind].start_face.id
            found[place, INFANTRY.get(kind, kind)] += number * country.weight(kind, shown)
    return found


def begins(record: Record, war: War) -> None:
    """Compare the first position with the set-ups; notes the scenario and what is wrong."""
    country, start = war.country, record.start
    have = _pieces(start)
    options = {one.id: placed(country, one) for one in country.game.scenarios}
    differ: Mapping[str, int] = {
        name: len({key for key in have | wanted if have[key] != wanted[key]})
        for name, wanted in options.items()
    }
    best = min(differ, key=lambda name: differ[name])
    opening = next(iter(country.game.phases))
    begins = record.phase in ("", opening)
    scenario = next(one for one in country.game.scenarios if one.id == best)
    moved = any(start.level(marker, level) != level for marker, level in scenario.levels.items())
    began = not begins or differ[best]
    later = start.turn != scenario.levels["turn_marker"] and began
    if (
        differ[best] > windows.SET_UP_SLIPS
        or later
        or (_under_way(record) and (differ[best] or moved))
    ):
        war.scenario = record.scenario if record.scenario in options else ""
        late = start.turn >= country.numbers.first_guerrilla_turn or not start.in_play("aguinaldo")
        war.guerrilla = late and war.scenario != "stand-up"
        war.whole = record.begins_a_turn
        return
    war.scenario, war.from_start = best, True
    war.guerrilla = best == "guerrilla-war"
    pieces, tracks, arrivals = CLAUSES[best]
    for place, kind in sorted(have | options[best]):
        number, due = have[place, kind], options[best][place, kind]
        if number != due:
            where = country.names.get(place, place.replace(":", " "))
            what = f"{country.game.piece_types[kind].name} in {where} at the beginning"
            clause = arrivals if place.startswith("turn:") else pieces
            side = country.side.get(kind, US)
            gap = unless(begins, prices.BEGUN)
            war.find(clause, side, what, 0, gap=gap, expected=str(due), observed=str(number))
    _changed(record, war, pieces, options[best], have)
    for marker, level in scenario.levels.items():
        now = start.level(marker, level)
        if now != level:
            name = country.game.piece_types[marker].name
            what = f"{name} at the beginning"
            gap = unless(begins, prices.BEGUN)
            war.find(tracks, "", what, 0, gap=gap, expected=str(level), observed=str(now))


def _under_way(record: Record) -> bool:
    """Whether the tracker shows that a turn is being played when the log begins."""
    phases = list(record.country.game.phases)
    return record.phase in phases[phases.index(FIRST_MOVES) :]


def _played(record: Record, n: int) -> bool:
    """Whether an act is no part of a set-up: dice, or what one phase alone explains.

    Chits are taken and Objectives chosen before the game, too.
    """
    act = record.acts[n]
    alone = act.what == "move" and len(fitting(act, record.positions[n])) == 1
    return act.what == "roll" or alone


def _pieces(at: Position) -> Counter[tuple[str, str]]:
    """The steps (or pieces without steps) of a position, by place and kind."""
    country, found = at.country, Counter[tuple[str, str]]()
    for state in at.pieces.values():
        place = spot(country, state.place)
        if place and (state.kind in country.side or state.kind == "poa"):
            kind = INFANTRY.get(state.kind, state.kind)
            found[place, kind] += country.weight(state.kind, state.face)
    return found


def _changed(
    record: Record,
    war: War,
    clause: str,
    wanted: Counter[tuple[str, str]],
    have: Counter[tuple[str, str]],
) -> None:
    """The set-up as it is when the tracker first shows one of the first phases, or play begins.

    Units that come and go until then are part of the set-up and of no phase.
    """
    country, early = record.country, list(record.country.game.phases)[:3]
    acts, names = record.acts, record.country.names
    first = next((n for n, act in enumerate(acts) if act.what == "phase"), 0)
    if not acts or acts[first].target not in early:
        return
    first = next((n for n in range(first) if _played(record, n)), first)
    moved = [n for n in range(first) if acts[n].what == "move" and acts[n].kind in country.side]
    ready = _pieces(record.positions[first])
    told: set[str] = set()
    for place, kind in sorted(ready | wanted):
        number, due, before = ready[place, kind], wanted[place, kind], have[place, kind]
        mine = [
            n
            for n in moved
            if place in (acts[n].source, acts[n].target)
            and INFANTRY.get(acts[n].kind, acts[n].kind) == kind
        ]
        if place not in country.areas or number in (due, before) or not mine or kind in told:
            continue
        told.add(kind)
        name = country.game.piece_types[acts[mine[0]].kind].name
        what = (
            f"{name} {'came to' if number > due else 'left'} {names[place]} before the first phase"
        )
        side = country.side[kind]
        war.find(clause, side, what, mine[0], mine[-1], expected=str(due), observed=str(number))
    for n in moved:
        acts[n] = acts[n]._replace(what="set-up")

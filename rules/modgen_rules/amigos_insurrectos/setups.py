"""The set-ups (18.0): whether a log begins with one of them, and what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from modgen.model.game import split_face
from modgen.model.types.scenario import Scenario
from modgen_rules.amigos_insurrectos.country import FIRST_GUERRILLA_TURN, POOLS, US, Country
from modgen_rules.amigos_insurrectos.flows import spot
from modgen_rules.amigos_insurrectos.record import Record
from modgen_rules.amigos_insurrectos.war import War
from modgen_rules.engine.findings import Verdict

FEW = 6
"""A position with at most this number of differences from a set-up is a set-up with mistakes."""
CLAUSES = {"stand-up": ("18.1.a", "18.1.b", "18.1.c"), "guerrilla-war": ("18.2.a", "18.2.a",
           "18.2.b"), "campaign": ("18.1.a", "18.1.b", "18.3")}  # fmt: skip
"""For each set-up the clauses of its pieces, of its tracks, and of the turn track's units."""
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
    have: Counter[tuple[str, str]] = Counter()
    for state in start.pieces.values():
        place = spot(country, state.place)
        if place and (state.kind in country.side or state.kind == "poa"):
            have[place, INFANTRY.get(state.kind, state.kind)] += country.weight(
                state.kind, state.face
            )
    options = {one.id: placed(country, one) for one in country.game.scenarios}
    differ: Mapping[str, int] = {
        name: len({key for key in have | wanted if have[key] != wanted[key]})
        for name, wanted in options.items()
    }
    best = min(differ, key=lambda name: differ[name])
    opening = next(iter(country.game.phases))
    verdict: Verdict = "illegal" if record.phase in ("", opening) else "suspect"
    turn = next(one for one in country.game.scenarios if one.id == best).levels.get("turn_marker")
    later = verdict == "suspect" and turn is not None and turn < start.turn
    if differ[best] > FEW or later:
        war.scenario = record.scenario if record.scenario in options else ""
        late = start.turn >= FIRST_GUERRILLA_TURN or not start.in_play("aguinaldo")
        war.guerrilla = late and war.scenario != "stand-up"
        # A log that begins with the first phase of a turn shows the whole turn.
        war.whole, war.began = record.phase == opening, record.phase
        return
    war.scenario, war.from_start = best, True
    scenario = next(one for one in country.game.scenarios if one.id == best)
    war.guerrilla = best == "guerrilla-war"
    pieces, tracks, arrivals = CLAUSES[best]
    for place, kind in sorted(have | options[best]):
        number, due = have[place, kind], options[best][place, kind]
        if number != due:
            where = country.names.get(place, place.replace(":", " "))
            what = f"{country.game.piece_types[kind].name} in {where} at the beginning"
            clause = arrivals if place.startswith("turn:") else pieces
            war.find(clause, country.side.get(kind, US), what, 0, verdict=verdict,
                     expected=str(due), observed=str(number))  # fmt: skip
    _added(record, war, pieces)
    for marker, level in scenario.levels.items():
        now = start.level(marker, level)
        if now != level:
            name = country.game.piece_types[marker].name
            war.find(tracks, "", f"{name} at the beginning", 0, verdict=verdict,
                     expected=str(level), observed=str(now))  # fmt: skip


def _added(record: Record, war: War, clause: str) -> None:
    """Units that come to the set-up before the tracker shows the first phases."""
    country, early = record.country, list(record.country.game.phases)[:3]
    first = next((n for n, act in enumerate(record.acts) if act.what == "phase"), 0)
    for n in range(first if record.acts and record.acts[first].target in early else 0):
        act = record.acts[n]
        comes = act.what == "move" and act.source in POOLS.values() and act.target in country.areas
        state = record.positions[first].pieces.get(act.piece)
        if comes and act.kind in country.fighting and state and state.place == act.target:
            what = f"{country.game.piece_types[act.kind].name} came to {country.names[act.target]}"
            war.find(clause, country.side[act.kind], f"{what} before the first phase", n)

"""Ground Operations (3.2): how many a turn has, and who enters the Jungle with one (12.A.c)."""

from __future__ import annotations

from collections import Counter, defaultdict

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, JUNGLE, US
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import unless

IN_PLACE = "operation_in_place"
DECLARED = ("operation_ground", IN_PLACE)
"""3.2: the markers by which the US player declares Ground Operations."""
TRAP = "fil_g6"
"""PH.G6: the chit by which US units of any areas enter the Jungle."""


def _declared(turn: Turn, war: War, last: int) -> int:
    """3.2: the operations that markers declare, and searches of areas without a marker.

    A marker counts if units left its area, each for another one, or if it was searched.
    """
    acts, areas = turn.record.acts[turn.first : last + 1], war.country.areas
    at = turn.record.positions[last + 1]
    placed = {
        act.piece
        for act in acts
        if act.kind in (*DECLARED, "operation_search") and act.target in areas
    }
    markers = Counter(at.pieces[key].place for key in placed if at.pieces[key].place in areas)
    if not markers:
        return 0
    goals: dict[str, set[int]] = defaultdict(set)
    for act in acts:
        marches = act.what == "move" and {act.source, act.target} <= areas
        if marches and war.country.side.get(act.kind) == US:
            goals[act.source].add(act.step)
    used = sum(min(number, len(goals[area]) or 1) for area, number in markers.items())
    return used + len(war.searches - markers.keys() - war.entered - war.amphibious)


def _in_place(turn: Turn, war: War, last: int) -> set[str]:
    """3.2.d: the areas where a marker declares that units attack without a move."""
    at = turn.record.positions[last + 1]
    placed = {act.piece for act in turn.record.acts[turn.first : last + 1] if act.kind == IN_PLACE}
    areas = {at.pieces[key].place for key in placed} & war.country.areas
    return {one for one in areas if at.strong(one, US) and at.units(one, FILIPINO)}


def _begun(turn: Turn, war: War, last: int) -> dict[str, int]:
    """The act that put the marker of an operation into each area."""
    found: dict[str, int] = {}
    areas = war.country.areas
    for n in range(turn.first, last + 1):
        act = turn.record.acts[n]
        if act.kind in (*DECLARED, "operation_search") and act.target in areas:
            found.setdefault(act.target, n)
    return found


def operations(turn: Turn, war: War) -> None:
    """3.2: Ground Operations of a turn: areas that units left, searches and attacks of others."""
    names = war.country.names
    last = max((phase.acts[-1] for phase in turn.phases.values() if phase.side == US), default=0)
    forced = ({"fil_s1", "fil_s2"} & war.played) - war.at_once
    moved = war.operations | war.entered | war.amphibious
    searches = sorted((war.searches | _in_place(turn, war, last)) - moved)
    number = max(len(war.operations) + len(searches), _declared(turn, war, last)) - len(forced)
    most = war.country.operations(turn.number)
    placed = {
        act.piece
        for act in turn.record.acts[turn.first : turn.last + 1]
        if act.kind in DECLARED
        and act.target in war.country.areas
        and turn.record.positions[last + 1].pieces[act.piece].place in war.country.areas
    }
    if len(placed) > max(most, number):
        what = f"{len(placed)} Ground Operations were marked"
        war.find("3.2.a", US, what, last, expected=f"at most {most}", observed=str(len(placed)))
    if number <= most:
        _into_the_jungle(turn, war, most - number)
        return
    begun = _begun(turn, war, last)
    begins = [*sorted(war.operations), *searches]
    order = sorted(begins, key=lambda area: begun.get(area, last))
    over = order[most] if len(begun.keys() & {*order}) > most else ""
    areas = ", ".join(names[area] for area in order)
    in_place = bool(searches) and len(war.operations) <= most
    soft = turn.number == war.country.numbers.doubtful_turn and number == most + 1
    clause = "3.2.d" if (over in searches if over else in_place) else "3.2.a"
    what = f"there were {number} Ground Operations ({areas})"
    at = begun.get(over, last)
    ruling = "turn-eight" if soft else ""
    war.find(clause, US, what, at, expected=f"at most {most}", observed=str(number), ruling=ruling)


def _into_the_jungle(turn: Turn, war: War, left: int) -> None:
    """12.A.c: who enters the Jungle belongs to a force that was activated in this turn.

    So it takes one of the operations that are left, though perhaps nobody marked it.
    """
    if TRAP in war.played:
        return  # it takes units from anywhere
    acts, areas = turn.record.acts, war.country.areas
    every = range(turn.first, turn.last + 1)
    marked = {*_begun(turn, war, turn.last)}
    active = war.operations | war.entered | war.searches | war.amphibious | marked | {*war.battles}
    active |= {  # activated units came there, and like units may stand for each other
        acts[n].target
        for n in every
        if acts[n].what == "move"
        and acts[n].source in areas
        and war.country.side.get(acts[n].kind) == US
    }
    sources: dict[str, int] = {}
    for n in every:
        act, begun = acts[n], turn.before.pieces.get(acts[n].piece)
        enters = act.what == "move" and act.source in areas and act.target in JUNGLE
        stood = begun is not None and begun.place == act.source
        if enters and stood and war.country.side.get(act.kind) == US and act.source not in active:
            sources.setdefault(act.source, n)
    declares = bool(marked) and war.operations <= marked  # then this force would be marked, too
    for number, (area, n) in enumerate(sources.items()):
        what = f"a force of {war.country.names[area]} entered the Jungle and was not activated"
        if number >= left or declares:
            war.find("12.A.c", US, what, n, gap=unless(number >= left, prices.BEHIND))

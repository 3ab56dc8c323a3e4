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
MARKERS = (*DECLARED, "operation_search")
TRAP = "fil_g6"
"""PH.G6: the chit by which US units of any areas enter the Jungle."""


def operations(turn: Turn, war: War) -> None:
    """3.2: Ground Operations of a turn: areas that units left, searches and attacks of others.

    A marker that lies in an area as the US phase ends declares an operation if units left the
    area, each for another one, or if it was searched; one for an attack in place, if both sides
    are there.
    """
    acts, areas, most = turn.record.acts, war.country.areas, war.country.operations(turn.number)
    last = max((phase.acts[-1] for phase in turn.phases.values() if phase.side == US), default=0)
    at = turn.record.positions[last + 1]
    begun: dict[str, int] = {}
    markers: dict[str, str] = {}
    goals: dict[str, set[int]] = defaultdict(set)
    for n in range(turn.first, last + 1):
        act = acts[n]
        if act.kind in MARKERS and act.target in areas:
            begun.setdefault(act.target, n)
            markers[act.piece] = act.kind
        elif war.country.side.get(act.kind) == US and {act.source, act.target} <= areas:
            goals[act.source].add(act.step)
    lie = [(kind, at.pieces[key].place) for key, kind in markers.items()]
    lie = [(kind, area) for kind, area in lie if area in areas]
    declared = Counter(area for _, area in lie)
    used = sum(min(number, len(goals[area]) or 1) for area, number in declared.items())
    if used:
        used += len(war.searches - declared.keys() - war.entered - war.amphibious)
    in_place = {area for kind, area in lie if kind == IN_PLACE and at.units(area, FILIPINO)}
    moved = war.operations | war.entered | war.amphibious
    searches = sorted((war.searches | {one for one in in_place if at.strong(one, US)}) - moved)
    forced = ({"fil_s1", "fil_s2"} & war.played) - war.at_once
    number = max(len(war.operations) + len(searches), used) - len(forced)
    placed = sum(kind in DECLARED for kind, _ in lie)
    if placed > max(most, number):
        what = f"{placed} Ground Operations were marked"
        war.find("3.2.a", US, what, last, expected=f"at most {most}", observed=placed, local=True)
    if number <= most:
        _into_the_jungle(turn, war, most - number)
        return
    order = sorted([*sorted(war.operations), *searches], key=lambda area: begun.get(area, last))
    over = order[most] if len(begun.keys() & {*order}) > most else ""
    still = over in searches if over else bool(searches) and len(war.operations) <= most
    names = ", ".join(war.country.names[area] for area in order or sorted(declared))
    soft = turn.number == war.country.numbers.doubtful_turn and number == most + 1
    war.find(
        "3.2.d" if still else "3.2.a",
        US,
        f"there were {number} Ground Operations ({names})",
        begun.get(over, last),
        expected=f"at most {most}",
        observed=str(number),
        ruling="turn-eight" if soft else "",
        local=True,
    )


def _into_the_jungle(turn: Turn, war: War, left: int) -> None:
    """12.A.c: who enters the Jungle belongs to a force that was activated in this turn.

    So it takes one of the operations that are left, though perhaps nobody marked it. Activated
    units may have come to its area, and like units may stand for each other.
    """
    if TRAP in war.played:
        return  # it takes units from anywhere
    areas, marked = war.country.areas, set[str]()
    active = war.operations | war.entered | war.searches | war.amphibious | war.battles.keys()
    sources: dict[str, int] = {}
    for n in turn.span:
        act, stood = turn.record.acts[n], turn.before.pieces.get(turn.record.acts[n].piece)
        if act.kind in MARKERS:
            marked |= {act.target} & areas
        if war.country.side.get(act.kind) != US or act.source not in areas:
            continue
        if act.target in JUNGLE and stood and stood.place == act.source:
            sources.setdefault(act.source, n)
        active |= {act.target}
    declares = bool(marked) and war.operations <= marked  # then this force would be marked, too
    entered = [(area, n) for area, n in sources.items() if area not in active | marked]
    for number, (area, n) in enumerate(entered):
        what = f"a force of {war.country.names[area]} entered the Jungle and was not activated"
        if number >= left or declares:
            war.find("12.A.c", US, what, n, gap=unless(number >= left, prices.BEHIND))

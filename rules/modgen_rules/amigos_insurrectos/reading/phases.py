"""Cuts a record into turns and phases, also when players forget the tracker.

Each act may belong to some phases by what it is: a POA marker is placed in `us_poa`. Of the ways to
give every act a phase the cheapest is taken: it agrees with the tracker, or is near it, and goes
through the phases in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from modgen_rules.amigos_insurrectos.law.country import (
    BATTLE,
    FILIPINO,
    OTHER,
    SIDES,
    STEPS,
    US,
    WILL,
    Country,
)
from modgen_rules.amigos_insurrectos.reading import at_once
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES, DICE, fitting
from modgen_rules.amigos_insurrectos.reading.outbreak import Outbreak
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.phases import assign
from modgen_rules.engine.reading.prices import PHASE_LEFT_OUT
from modgen_rules.engine.reading.tracker import Tracker
from modgen_rules.engine.reading.turn_ends import TurnEnd, turn_ends

SHELLS, SHELLED = ("shelling", "shelling_6"), ("us_shelling",)
"""The dice of shelling, and the phase to which they and the losses that follow belong."""
BEFORE_COMBAT = ("us_ground", "us_amphibious", "us_gunboats", "us_shelling")
"""The phases that the tracker shows when these dice are not rolled in a battle; nor are they in the
US combat before its first battle."""
UNTIL_COMBAT = (*BEFORE_COMBAT, BATTLES[0])
"""The phases in which the first such dice, before any battle, are no part of one."""
ARRIVING = ("reinforcements", "jungle_us", "jungle_filipino")
"""The phases in which units come to areas from elsewhere."""
LATE = {
    BATTLES[0]: ("us_poa", "filipino_movement"),
    BATTLES[1]: ("jungle_us", "jungle_filipino"),
}
"""The phases in which steps that were lost in a battle are taken off late."""
LAST = "victory"
"""The last phase of a turn."""


def turns(record: Record, country: Country) -> Iterator[Turn]:
    """The turns of a record in order, each with its phases."""
    order = list(country.game.phases)
    first, acts = 0, record.acts
    shown = order[0] if record.begins_a_turn else record.phase
    behind = 0
    outbreak = Outbreak(record, country)
    ends = turn_ends(acts, order, "turn_marker", record.phase)
    for end, mark in [*ends, TurnEnd(len(acts) - 1, len(acts))]:
        if end < first:
            continue
        now = record.positions[first]
        arrive = {act.source for act in acts[first : end + 1] if act.what == "move"}
        counted = now.turn + behind if f"turn:{now.turn + behind}" in arrive else now.turn
        tracker = Tracker(acts, first, end, order, shown, new=first > 0)
        turn = Turn(record, counted, tracker, complete=mark < len(acts))
        turn.stood, turn.behind = mark < 0, behind
        if turn.stood:
            behind += 1
        elif turn.complete:
            behind = max(0, behind - int(acts[mark].target) + int(acts[mark].source) + 1)
        turn.changing, turn.differs = outbreak.begins(first, end, turn.complete)
        turn.waits = outbreak.waits
        _assign(turn)
        shown = tracker.shown(end)
        ended = (shown == LAST and len(tracker.marks) > 1) or _ends_the_war(turn)
        turn.complete = turn.complete or ended
        yield turn
        first = end + 1


def _ends_the_war(turn: Turn) -> bool:
    """2.0.f: whether a turn is the last one and was scored: the turn marker does not go on."""
    if turn.number < turn.record.country.last_turn or "scoring" not in turn.phases:
        return False
    acts = [turn.record.acts[n] for n in turn.phases["scoring"].acts]
    returned = [one.target for one in acts if one.kind == WILL][-1:] == ["0"]
    return returned and any(one.kind == "victory_marker" for one in acts)


def _assign(turn: Turn) -> None:
    """Give each act of a turn its phase."""
    record, tracker, country = turn.record, turn.tracker, turn.record.country
    names: dict[int, str] = {}
    fits: dict[int, dict[str, float]] = {}
    begun = at_once.battles(turn)
    apart = {n for one in begun.values() for n in (*one.acts, *chain(*one.chits.values()))}
    idle = _taken_back(turn)
    battle = fought = shelled = False
    for n in turn.span:
        act, shown = record.acts[n], tracker.shown(n)
        if act.what == "phase":
            battle = fought = False
            shelled = shelled and shown in UNTIL_COMBAT  # its losses may be late
            continue
        if n in apart:
            continue
        if act.kind == "us_search":
            names[n] = BATTLES[0]  # part of an operation, though what it finds is fought later
            continue
        known = () if n in idle else fitting(act, record.positions[n], turn.changing)
        battle = _battle_goes_on(battle, act, known, country)
        fought |= battle
        shells = act.kind in SHELLS
        known = SHELLED if shells and shown in UNTIL_COMBAT and not fought else known
        before = tracker.used and shown in BEFORE_COMBAT
        shells = shells and (before or known == SHELLED)
        shelled = shells or (shelled and not known and not battle)
        known = known or (SHELLED if shelled else BATTLES if battle else ())
        fits[n] = dict.fromkeys(known, 0.0)
        if _unopposed(turn, n):
            fits[n] |= dict.fromkeys(fits[n].keys() & {*BATTLES}, PHASE_LEFT_OUT)
    names |= assign(tracker, fits, record.lapses)
    names = dict(sorted(names.items()))
    _stages(turn, names)
    _late_marches(turn, names)
    _early_marches(turn, names)
    _late_losses(turn, names)
    for name in tracker.order:
        acts = [n for n, one in names.items() if one == name]
        if acts:
            turn.phases[name] = Phase(record, turn.number, name, acts, name in turn.shown)
    turn.phases |= begun


def _stages(turn: Turn, names: dict[int, str]) -> None:
    """Units that arrive are put down on their way: what follows at once is the same move.

    A Filipino unit that was there may go on instead of a like one.
    """
    came: dict[tuple[str, str], str] = {}
    acts, areas = turn.record.acts, turn.record.country.areas
    for n in turn.span:
        act, name = acts[n], names.get(n, "")
        if act.what == "phase":
            came = {}
        if act.what != "move" or not name or act.target not in areas:
            continue
        who = act.kind if act.kind in STEPS[FILIPINO] else act.piece
        arrived = came.get((who, act.source), name)
        if name in ARRIVING and act.source not in areas:
            came[who, act.target] = name
        elif arrived != name:  # the tracker still shows the phase, and there they land
            names[n] = came[who, act.target] = arrived


def _late_marches(turn: Turn, names: dict[int, str]) -> None:
    """Moves at the beginning of a side's own combat phase are moves of its movement phase.

    Dice and moves of the other side, which retreats before combat, tell that it has begun.
    """
    acts, sides = turn.record.acts, turn.record.country.side
    for fight, mine, side in (
        (BATTLES[0], "us_ground", US),
        (BATTLES[1], "filipino_movement", FILIPINO),
    ):
        own = [n for n, name in names.items() if name == fight]
        begun = (n for n in own if acts[n].what == "roll" or _marches(turn, n, OTHER[side]))
        first = next(begun, turn.last + 1)
        steps = {acts[n].step for n in own if n < first and _marches(turn, n, side)}
        for n in own:
            change = acts[n].what in ("move", "face") and sides.get(acts[n].kind, side) == side
            if change and acts[n].step in steps:
                names[n] = mine


def _early_marches(turn: Turn, names: dict[int, str]) -> None:
    """Filipinos far from the US who move after the last die of its combat march already."""
    record = turn.record
    own = [n for n, name in names.items() if name == BATTLES[0]]
    rolls = [n for n in own if DICE.get(record.acts[n].kind) == BATTLES]
    for n in own:
        begun, piece = record.positions[own[0]], record.acts[n].piece
        if n <= max(rolls, default=-1) or not _marches(turn, n, FILIPINO):
            continue
        stood = begun.pieces[piece].place if piece in begun.pieces else ""
        moments = (turn.before, begun, record.positions[n])
        if stood in record.country.areas and not any(at.units(stood, US) for at in moments):
            names[n] = "filipino_movement"


def _late_losses(turn: Turn, names: dict[int, str]) -> None:
    """Steps that are taken off where a battle was, after the tracker has gone on, are its losses.

    They are so until other dice are rolled, or units of their side march.
    """
    record, fields = turn.record, dict[tuple[str, str], str]()
    for n, name in sorted(names.items()):
        act, side = record.acts[n], record.country.side.get(record.acts[n].kind, "")
        if act.what == "roll":
            fought = name in BATTLES and act.kind in DICE
            area = record.positions[n].place(BATTLE)
            fields = {(area, one): name for one in SIDES} if fought else {}
        elif side and _marches(turn, n, side):
            fields = {key: fight for key, fight in fields.items() if key[1] != side}
        elif area := record.loses(n):
            fight = fields.get((area, side), name)
            names[n] = fight if name in LATE.get(fight, ()) else name


def _unopposed(turn: Turn, n: int) -> bool:
    """Whether a unit leaves an area without enemies for another one: hardly in a battle."""
    act, record = turn.record.acts[n], turn.record
    side = record.country.side.get(act.kind, "")
    free = side and not record.positions[n].strong(act.source, OTHER[side])
    return bool(free) and _marches(turn, n, side)


def _marches(turn: Turn, n: int, side: str) -> bool:
    """Whether a unit of a side goes from area to area with an act."""
    act, country = turn.record.acts[n], turn.record.country
    return country.side.get(act.kind) == side and {act.source, act.target} <= country.areas


def _battle_goes_on(before: bool, act: Act, known: Sequence[str], country: Country) -> bool:
    """Whether an act is one of a battle: it follows the Battle marker or dice of a battle.

    `before`: whether the act before it was one. An act that fits into other phases alone is none.
    """
    if act.kind == BATTLE and act.what == "move":
        return before or act.target in country.areas
    if DICE.get(act.kind) == BATTLES:
        return True
    return before and (not known or not set(BATTLES).isdisjoint(known))


def _taken_back(turn: Turn) -> set[int]:
    """The moves of pieces that are back where they were before the tracker goes on."""
    record = turn.record

    def goes_on(trail: list[int], n: int) -> bool:
        return all(act.what != "phase" for act in record.acts[trail[0] : n])

    ends = [(trail, *record.ends(trail)) for trail in record.trails(turn.span, goes_on)]
    return {n for trail, source, target in ends if source == target for n in trail}

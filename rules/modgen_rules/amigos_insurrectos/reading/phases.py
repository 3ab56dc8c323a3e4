"""Cuts a record into turns and phases, also when players forget the tracker.

Each act may belong to some phases by what it is: a POA marker is placed in `us_poa`. Of the ways to
give every act a phase the cheapest is taken: it agrees with the tracker, or is near it, and goes
through the phases in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modgen_rules.amigos_insurrectos.law.country import BATTLE, Country
from modgen_rules.amigos_insurrectos.reading import at_once, own_phases
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES, DICE, DICE_OF_BATTLE, fitting
from modgen_rules.amigos_insurrectos.reading.outbreak import Outbreak
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn
from modgen_rules.engine.reading.act_records import Act
from modgen_rules.engine.reading.phases import assign
from modgen_rules.engine.reading.tracker import Tracker
from modgen_rules.engine.reading.turn_ends import TurnEnd, turn_ends

SHELLS, SHELLED = ("shelling", "shelling_6"), ("us_shelling",)
"""The dice of shelling, and the phase to which they and the losses that follow belong."""
BEFORE_COMBAT = ("us_ground", "us_amphibious", "us_gunboats", "us_shelling")
"""The phases that the tracker shows when these dice are not rolled in a battle; nor are they in the
US combat before its first battle."""
UNTIL_COMBAT = (*BEFORE_COMBAT, BATTLES[0])
"""The phases in which the first such dice, before any battle, are no part of one."""
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
        turn.complete = turn.complete or (shown == LAST and len(tracker.marks) > 1)
        at_once.split(turn, DICE_OF_BATTLE)
        own_phases.settle(turn, country)
        yield turn
        first = end + 1


def _assign(turn: Turn) -> None:
    """Give each act of a turn its phase."""
    record, tracker, country = turn.record, turn.tracker, turn.record.country
    names: dict[int, str] = {}
    fits: dict[int, dict[str, float]] = {}
    idle = _taken_back(turn)
    battle = fought = shelled = False
    for n in turn.span:
        act, shown = record.acts[n], tracker.shown(n)
        if act.what == "phase":
            battle = fought = False
            shelled = shelled and shown in UNTIL_COMBAT  # its losses may be late
            continue
        if act.what == "roll" and act.kind == "us_search":
            names[n] = BATTLES[0]  # part of an operation, though what it finds is fought later
            continue
        known = () if n in idle else fitting(act, record.positions[n], turn.changing)
        battle = _battle_goes_on(battle, act, known, country)
        fought |= battle
        shells = act.what == "roll" and act.kind in SHELLS
        known = SHELLED if shells and shown in UNTIL_COMBAT and not fought else known
        shells = shells and (shown in BEFORE_COMBAT or known == SHELLED)
        shelled = shells or (shelled and not known and not battle)
        known = known or (SHELLED if shelled else BATTLES if battle else ())
        fits[n] = dict.fromkeys(known, 0.0)
    names |= assign(tracker, fits, record.lapses)
    for n, name in sorted(names.items()):
        found = turn.phases.setdefault(name, Phase(record, turn.number, name, []))
        found.acts.append(n)
        found.certain = name in turn.shown
    turn.phases = {name: turn.phases[name] for name in tracker.order if name in turn.phases}


def _battle_goes_on(before: bool, act: Act, known: Sequence[str], country: Country) -> bool:
    """Whether an act is one of a battle: it follows the Battle marker or dice of a battle.

    `before`: whether the act before it was one. An act that fits into other phases alone is none.
    """
    if act.kind == BATTLE and act.what == "move":
        return before or act.target in country.areas
    if act.what == "roll" and DICE.get(act.kind) == BATTLES:
        return True
    return before and (not known or not set(BATTLES).isdisjoint(known))


def _taken_back(turn: Turn) -> set[int]:
    """The moves of pieces that are back where they were before the tracker goes on."""
    acts = turn.record.acts
    found: set[int] = set()
    moves: dict[str, list[int]] = {}
    for n in range(turn.first, turn.last + 2):
        if n > turn.last or acts[n].what == "phase":
            for group in moves.values():
                if len(group) > 1 and acts[group[0]].source == acts[group[-1]].target:
                    found.update(group)
            moves = {}
        elif acts[n].what == "move":
            moves.setdefault(acts[n].piece, []).append(n)
    return found

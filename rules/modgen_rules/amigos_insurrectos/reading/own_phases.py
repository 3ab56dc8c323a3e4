"""Moves that belong to another phase than the tracker's: players go on before they step it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US, Country
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES, DICE
from modgen_rules.amigos_insurrectos.reading.turn import Phase, Turn

ARRIVING = ("reinforcements", "jungle_us", "jungle_filipino")
"""The phases in which units come to areas from elsewhere."""


def settle(turn: Turn, country: Country) -> None:
    """Give such moves to their own phases."""
    _stages(turn, country)
    _late_moves(turn, country)
    _early_moves(turn, country)


def _stages(turn: Turn, country: Country) -> None:
    """Units that arrive are put down on their way: what follows at once is the same move.

    A Filipino unit that was there may go on instead of a like one.
    """
    came: dict[tuple[str, str], tuple[int, Phase]] = {}
    acts = turn.record.acts
    phase_of = {n: phase for phase in turn.phases.values() for n in phase.acts}
    for n in range(turn.first, turn.last + 1):
        act, phase = acts[n], phase_of.get(n)
        if act.what == "phase":
            came = {}
        if act.what != "move" or phase is None or act.target not in country.areas:
            continue
        piece = "" if act.kind in STEPS[FILIPINO] else act.piece
        last, arrived = came.get((piece or act.kind, act.source), (-1, phase))
        if phase.id in ARRIVING and act.source not in country.areas:
            came[piece or act.kind, act.target] = n, phase
        elif (
            last >= 0 and arrived is not phase
        ):  # the tracker still shows the phase, and there they land
            phase.acts.remove(n)
            arrived.acts = sorted([*arrived.acts, n])
            came[piece or act.kind, act.target] = n, arrived
    turn.phases = {name: one for name, one in turn.phases.items() if one.acts}


def _late_moves(turn: Turn, country: Country) -> None:
    """Moves before the first die of a side's own combat phase are moves of its movement phase."""
    for fight, mine in ((BATTLES[0], "us_ground"), (BATTLES[1], "filipino_movement")):
        phase = turn.phases.get(fight)
        steps: set[int] = set()
        side = US if mine == "us_ground" else FILIPINO
        for _, act in phase.each() if phase else ():
            if act.what == "roll":
                break
            own = country.side.get(act.kind) == side
            if act.what == "move" and own and {act.source, act.target} <= country.areas:
                steps.add(act.step)
        if phase is None or not steps:
            continue
        taken = [
            n
            for n, act in phase.each("move", "face")
            if act.step in steps and country.side.get(act.kind, side) == side
        ]
        _give(turn, mine, phase, taken)


def _early_moves(turn: Turn, country: Country) -> None:
    """Filipinos far from the US who move after the last die of its combat march already."""
    phase = turn.phases.get(BATTLES[0])
    if phase is None:
        return
    rolls = [n for n, act in phase.each("roll") if DICE.get(act.kind) == BATTLES]
    begun = phase.before
    taken = []
    for n, act in phase.each("move"):
        mine = country.side.get(act.kind) == FILIPINO and {act.source, act.target} <= country.areas
        if n <= max(rolls, default=-1) or not mine or act.piece not in begun.pieces:
            continue
        stood = begun.pieces[act.piece].place
        moments = (turn.before, begun, turn.record.positions[n])
        if stood in country.areas and not any(at.units(stood, US) for at in moments):
            taken.append(n)
    _give(turn, "filipino_movement", phase, taken)


def _give(turn: Turn, name: str, source: Phase, taken: Sequence[int]) -> None:
    """Some acts of a phase go to another one."""
    if not taken:
        return
    phase = turn.phases.get(name)
    acts = sorted({*(phase.acts if phase else ()), *taken})
    base = phase or replace(source, id=name, certain=name in turn.shown, chits={})
    turn.phases[name] = replace(base, acts=acts)
    turn.phases[source.id] = replace(source, acts=[n for n in source.acts if n not in taken])
    turn.phases = {one: found for one, found in turn.phases.items() if found.acts}

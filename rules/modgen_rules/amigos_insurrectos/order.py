"""The order of phases (3.1, 3.3), where the tracker shows it."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.fitting import fitting
from modgen_rules.amigos_insurrectos.sequence import Sequenced, clause_of_order
from modgen_rules.amigos_insurrectos.turn import Turn
from modgen_rules.amigos_insurrectos.war import War

FEW = 3
"""The number of acts of a phase that people may do after the tracker has gone on."""
TELLING = ("move", "roll", "card")


def judge(turn: Turn, deeds: Sequenced, war: War) -> None:
    """Acts that the tracker shows in a phase that has been left, or in another one.

    A turn with another course of phases has its own finding (`sequence.judge`).
    """
    if deeds.course is not None:
        return
    record, phases = turn.record, list(war.country.game.phases)
    shown, done, behind = "", 0, 0
    reported: set[str] = set()
    for n in range(turn.first, turn.last + 1):
        act = record.acts[n]
        if act.what == "phase":
            shown, behind = act.target, 0
            continue
        fits = fitting(act, record.positions[n], turn.changing)
        if act.what not in TELLING or not fits or not shown:
            continue
        if shown in fits:
            rank = phases.index(shown)
            if rank < done and shown not in reported:
                behind += 1
                if behind > FEW or act.what == "roll":
                    reported.add(shown)
                    _report(shown, phases[done], n, war)
            elif rank > done:
                done = rank


def _report(now: str, later: str, n: int, war: War) -> None:
    phases = war.country.game.phases
    what = f"{phases[now].name} was played after {phases[later].name}"
    war.find(clause_of_order(now, later), "", what, n, ruling="late-tracker")

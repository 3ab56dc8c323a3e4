"""The order of phases (3.1, 3.3), where the tracker shows it."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.phases import US_PHASES, Turn, fitting
from modgen_rules.amigos_insurrectos.war import War

FEW = 3
"""The number of acts of a phase that people may do after the tracker has gone on."""
TELLING = ("move", "roll", "card")


def judge(turn: Turn, war: War) -> None:
    """Acts that the tracker shows in a phase that has been left, or in another one."""
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
    game = war.country.game
    groups = (US_PHASES, ("filipino_movement", "filipino_combat"))
    clause = "3.3.a"
    if now in groups[0] and later in groups[0]:
        clause = "3.3.b"
    elif now in groups[1] and later in groups[1]:
        clause = "3.3.c"
    elif now.startswith("jungle") and later.startswith("jungle"):
        clause = "3.3.d"
    what = f"{game.phases[now].name} was played after {game.phases[later].name}"
    war.find(clause, "", what, n, ruling="late-tracker")

"""Attacks and fights that are announced while the tracker shows another phase than theirs."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.civil_power.phases import CHECKS, Stray
from modgen_rules.civil_power.plan import FIRES, POLICE
from modgen_rules.civil_power.record import Act, Record

MARKERS = {"fire_attack": "fire", "shock_combat": "shock"}
"""The markers of attacks with the phase in which each is used."""
SPACES = {"fired_at": "fire", "shock_in": "shock"}
"""The squares that announcements name, with the phase in which each is made."""
CLAUSES = {"fire": "5.3.f", "shock": "3.0.b"}
"""The clause of an attack in a wrong phase, by the phase in which it should be made."""
WAYS = {"water": "8.2.f", "ads": "8.3.e"}
"""The same for weapons with a clause of their own."""
OTHERS = 3
"""So many attacks in the right phase show that the players keep the tracker up to date."""
WORK = ("move", "roll", "check", "level", "condition")
"""What players do in a phase."""


def strays(record: Record, first: int, last: int, shown: str, order: Sequence[str]) -> list[Stray]:
    """The attacks of acts `first` to `last` that are certainly made in a wrong phase.

    The tracker is two phases or more off, or it is one phase on and somebody has moved in it.
    `shown` is what the tracker shows before them.
    """
    acts, found = record.acts, list[Stray]()
    shows = [n for n in range(first, last + 1) if acts[n].what == "phase"]
    for begin, end in zip([first - 1, *shows], [*shows, last + 1], strict=True):
        shown = acts[begin].target if begin >= first else shown
        if shown not in order or shown in CHECKS:
            continue
        done = begin + 1
        for n in range(begin + 1, end):
            kind = _announces(acts[n]) if n >= done else ""
            side = _attacker(record, n, kind, shown) if kind else ""
            if not side or f"{side}_{kind}" not in order:
                continue
            off = order.index(f"{side}_{kind}") - order.index(shown)
            start, done = _span(acts, n, begin, end, kind)
            wrong = abs(off) > 1 or (off == -1 and _moved(record, begin, start, end, side))
            if wrong and not _lags(record, done, end, last, f"{side}_{kind}", off):
                found.append(Stray(start, done, n, shown, side, clause_of(acts[start:done], kind)))
    return found


def clause_of(acts: Sequence[Act], kind: str) -> str:
    """The clause of an attack that is made in a wrong phase."""
    ways = {act.said.choices.get("way") for act in acts if act.said}
    return next((WAYS[way] for way in WAYS if way in ways), CLAUSES[kind])


def _announces(act: Act) -> str:
    """The phase in which such an announcement is made; empty for other acts."""
    spaces = act.said.spaces if act.said else {}
    return next((kind for name, kind in SPACES.items() if name in spaces), "")


def _attacker(record: Record, n: int, kind: str, shown: str) -> str:
    """The side that makes an announced attack, as far as it is known; of Shock that of the turn."""
    if kind == "shock":
        return shown.partition("_")[0]
    act = record.acts[n]
    units = record.positions[n].units.values()
    sides = {one.side for one in units if FIRES in one.conditions}
    way = (act.said.choices.get("way") or "") if act.said else ""
    if way == "molotov" and POLICE in sides:
        sides -= {POLICE}
    return next(iter(sides)) if len(sides) == 1 else ""


def _span(acts: Sequence[Act], n: int, begin: int, end: int, kind: str) -> tuple[int, int]:
    """The acts of an attack: from the marks of its units until its marker goes."""
    start = n
    while start - 1 > begin and (
        acts[start - 1].kind in MARKERS or acts[start - 1].target == FIRES
    ):
        start -= 1
    for m in range(n + 1, end):
        if MARKERS.get(acts[m].kind) == kind and acts[m].target.startswith("pool"):
            step = acts[m].step
            return start, next((k for k in range(m, end) if acts[k].step != step), end)
    return start, end


def _moved(record: Record, begin: int, start: int, end: int, side: str) -> bool:
    """Whether units moved before an attack in the Movement phase, or it is the only such attack.

    Where all attacks but one are made while the tracker shows Fire Combat, it is not merely early.
    """
    acts, names, sides = record.acts, record.field.ground.names, record.field.side
    moves = [
        m
        for m in range(begin, end)
        if acts[m].what == "move" and sides.get(acts[m].kind) == side and acts[m].at in names
    ]
    if moves and moves[0] < start:
        return True
    shown, early, others = record.phase, 0, 0
    for act in acts:
        shown = act.target if act.what == "phase" else shown
        if act.kind == "fire_attack" and act.what == "move" and act.at in names:
            early += shown.endswith("_move")
            others += shown.endswith("_fire")
    return early == 1 and others >= OTHERS


def _lags(record: Record, done: int, end: int, last: int, phase: str, off: int) -> bool:
    """Whether it is rather the tracker that is wrong: behind the game or ahead of it."""
    acts, side = record.acts, phase.partition("_")[0]
    sides = record.field.side
    if off < 0:  # the tracker is ahead: then the Movement after the attack is still to come
        later = (acts[m] for m in range(done, end))
        return any(act.what == "move" and sides.get(act.kind) == side for act in later)
    shows = [m for m in range(end, last + 1) if acts[m].what == "phase"]
    there = next((m for m in shows if acts[m].target == phase), -1)
    if there < 0:
        return True
    return not any(acts[m].what in WORK for m in range(done, there))

"""Attacks and fights that are announced while the tracker shows another phase than theirs."""

from __future__ import annotations

from collections.abc import Sequence

from modgen_rules.civil_power.law.plan import FIRES, MOBS, POLICE
from modgen_rules.civil_power.reading.phases import ATTACK_MARKERS, CHECKS, Stray
from modgen_rules.civil_power.reading.record import Record
from modgen_rules.civil_power.reading.spoken import lines_between, spoken
from modgen_rules.engine.reading.act_records import Act

SPACES = {"fired_at": "fire", "shock_in": "shock"}
"""The squares that announcements name, with the phase in which each is made."""
CLAUSES = {"fire": "5.3.f", "shock": "3.0.b"}
"""The clause of an attack in a wrong phase, by the phase in which it should be made."""
WAYS = {"water": "8.2.f", "ads": "8.3.e"}
"""The same for weapons with a clause of their own."""


def strays(
    record: Record, first: int, last: int, shown: str, order: Sequence[str], steady: bool
) -> list[Stray]:
    """The attacks of acts `first` to `last` that are certainly made in a wrong phase.

    The tracker shows a later phase, and nobody of the side moves after the attack, which would
    show that the tracker is ahead; or another side's Movement goes on before and after it.
    `shown` is what the tracker shows before them, `steady` whether it is kept up to date.
    """
    acts, sides, found = record.acts, record.field.side, list[Stray]()
    shows = [n for n in range(first, last + 1) if acts[n].what == "phase"]
    for begin, end in zip([first - 1, *shows], [*shows, last + 1], strict=True):
        shown = acts[begin].target if begin >= first else shown
        if shown not in order or shown in CHECKS:
            continue
        done = begin + 1
        for n in range(begin + 1, end):
            if n >= done and (told := _spoken(record, begin, n, shown)):
                found.append(told)
                done = told.end
            kind = _announces(acts[n]) if n >= done else ""
            side = _attacker(record, n, kind, shown) if kind else ""
            if not side or f"{side}_{kind}" not in order:
                continue
            start, done = _span(acts, n, begin, end, kind)
            past = order.index(f"{side}_{kind}") < order.index(shown)
            moved = any(
                act.what == "move" and sides.get(act.kind) == side for act in acts[done:end]
            )
            owner = shown.partition("_")[0]
            amid = (
                shown == f"{owner}_move"
                and owner != side
                and all(
                    any(act.what == "move" and sides.get(act.kind) == owner for act in acts[a:b])
                    for a, b in ((begin + 1, start), (done, end))
                )
            )
            if amid or (steady and past and not moved):
                clause, cells = clause_of(acts[start:done], kind), _cells(acts[n])
                found.append(Stray(start, done, n, shown, side, clause, cells))
    return found


def _spoken(record: Record, begin: int, n: int, shown: str) -> Stray | None:
    """The attack with a die that a side announces in chat in its Movement, with units that moved
    in it before: no tracker that is ahead explains that."""
    side, _, kind = shown.partition("_")
    act = record.acts[n]
    if kind != "move" or act.what != "roll" or act.kind not in (*MOBS, POLICE):
        return None
    said = spoken(record, side, n, lines_between(record, n, n))
    moved = {one.piece for one in record.acts[begin:n] if one.what == "move"}
    if said is None or not said.cells or not all(one & moved for one in said.choices):
        return None
    end = n + 1
    while end < len(record.acts) and record.acts[end].what in ("check", "level", "condition"):
        end += 1
    clause = WAYS.get(said.way, CLAUSES["fire"])
    return Stray(n, end, n, shown, side, clause, frozenset(said.cells))


def clause_of(acts: Sequence[Act], kind: str) -> str:
    """The clause of an attack that is made in a wrong phase."""
    ways = {act.said.choices.get("way") for act in acts if act.said}
    return next((WAYS[way] for way in WAYS if way in ways), CLAUSES[kind])


def _announces(act: Act) -> str:
    """The phase in which such an announcement is made; empty for other acts."""
    spaces = act.said.spaces if act.said else {}
    return next((kind for name, kind in SPACES.items() if name in spaces), "")


def _cells(act: Act) -> frozenset[str]:
    """The squares that an announcement names."""
    spaces = act.said.spaces if act.said else {}
    return frozenset[str]().union(*(spaces.get(name, ()) for name in SPACES))


def _attacker(record: Record, n: int, kind: str, shown: str) -> str:
    """The side that makes an announced attack, as far as it is known; of Shock that of the turn."""
    if kind == "shock":
        return shown.partition("_")[0]
    units = record.positions[n].units.values()
    sides = {one.side for one in units if FIRES in one.conditions}
    return next(iter(sides)) if len(sides) == 1 else ""


def _span(acts: Sequence[Act], n: int, begin: int, end: int, kind: str) -> tuple[int, int]:
    """The acts of an attack: from the marks of its units until its marker goes."""
    start = n
    while start - 1 > begin and (
        acts[start - 1].kind in ATTACK_MARKERS or acts[start - 1].target == FIRES
    ):
        start -= 1
    for m in range(n + 1, end):
        if ATTACK_MARKERS.get(acts[m].kind) == kind and acts[m].target.startswith("pool"):
            step = acts[m].step
            return start, next((k for k in range(m, end) if acts[k].step != step), end)
    marked = [m for m in range(n + 1, end) if (acts[m].source, acts[m].target) == ("off", FIRES)]
    return start, marked[-1] + 1 if kind == "fire" and marked else end

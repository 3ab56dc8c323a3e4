"""The source of US supply while Manila is lost, and the Gunboats beside it (15.3)."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, MANILA, US
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows

MARKER = "supply"
OVER = ("jungle_us", "jungle_combat", "jungle_filipino", "supply", "scoring", "victory")
"""The phases after the battle in which Manila is lost."""


def judge(turn: Turn, war: War) -> None:
    """15.3: when Manila is lost, a port of Luzon supplies, and all Gunboats lie beside it."""
    country, acts, positions = war.country, turn.record.acts, turn.record.positions
    every = turn.span
    if not _lost(turn.after):
        return
    over = sum(acts[n].what == "phase" and acts[n].target in OVER for n in every)
    if not turn.complete and over < windows.PHASES_ON:
        return
    falls = [n for n in every if not _lost(positions[n]) and _lost(positions[n + 1])]
    fell = falls[-1] if falls and not _lost(turn.before) else None
    ended = positions[min(turn.last + windows.MUCH_LATER, len(positions) - 1)]
    place = turn.after.place(MARKER) or ended.place(MARKER)
    ports = {area for area in country.luzon if country.coasts[area]}
    if place not in ports:
        free = any(not turn.after.units(area, FILIPINO) for area in ports)
        if fell is not None and free and ended.place(MARKER) not in ports and _lost(ended):
            what = "Manila is lost, and US Supply is in no free port of Luzon"
            war.find("15.3", US, what, _gone_on(turn, fell))
        return
    placed = [n for n in every if acts[n].kind == MARKER and acts[n].target == place]
    name = country.names[place]
    if placed and all(at.units(place, FILIPINO) for at in (positions[placed[-1]], turn.after)):
        what = f"US Supply was placed in {name}, where Filipinos are"
        war.find("15.3", US, what, placed[-1])
    away = {*turn.after.gunboats(*country.seas)} - {*turn.after.gunboats(*country.coasts[place])}
    away -= {*ended.gunboats(*country.coasts[place])}
    moved = {acts[n].piece: n for n in every if acts[n].what == "move" and acts[n].piece in away}
    if away and (fell is not None or moved):
        what = f"Manila is lost, and a Gunboat is in no sea space beside {name}"
        war.find("15.3", US, what, min(moved.values()) if fell is None else _gone_on(turn, fell))


def _lost(at: Position) -> bool:
    """Whether Filipinos control Manila."""
    return at.controller(MANILA) == FILIPINO and at.strong(MANILA, FILIPINO) > 0


def _gone_on(turn: Turn, fell: int) -> int:
    """The act with which the tracker went on after Manila was lost."""
    acts = turn.record.acts
    return next((n for n in range(fell, turn.last) if acts[n].what == "phase"), turn.last)

"""2.0: what is done when the Guerrilla War begins: Regulars, surplus Guerrillas, chits."""

from __future__ import annotations

from collections.abc import Mapping

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law.country import (
    FILIPINO,
    GUERRILLAS,
    MANILA,
    POOLS,
    RECRUITS,
    SIDES,
    US,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.outbreak import HEIR, exchanges, past_change
from modgen_rules.amigos_insurrectos.reading.record import Record
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows

REGULARS = ("regular",)


def judge(turn: Turn, war: War) -> None:
    """2.0.b, 2.0.c: what must be done in the Guerrilla War's first turn."""
    record, after = turn.record, turn.after
    over = past_change(record, turn.first, turn.last)
    if over > turn.last and not turn.complete:
        return  # the log ends before
    begun = war.begun or after
    until = DICE_OF_BATTLE | {*RECRUITS}  # later Guerrillas are recruits, unless all come late
    changed = exchanges(record, turn.first, turn.last, until)
    changed = changed or exchanges(record, turn.first, turn.last, DICE_OF_BATTLE)
    if not changed:
        return  # nothing was exchanged in this turn: the change was made before
    if not turn.complete and turn.last - changed[-1] < windows.AT_ONCE:
        return  # more may be exchanged after the log
    if begun.in_play(HEIR) and not after.in_play(HEIR):
        return  # his Regulars stay, wherever he fell
    later = record.positions[min(turn.last + windows.MUCH_LATER, len(record.positions) - 1)]
    soon = record.positions[min(changed[-1] + windows.MUCH_LATER, turn.last + 1)]
    areas, tables = sorted(war.country.areas), (begun, soon, after, later)
    kept = any(_kept(turn, war, area, changed, tables) for area in areas)
    crowded = any(_too_many(turn, war, area, changed, soon) for area in areas)
    if not (kept or crowded or war.at_once or war.played):
        _moved(turn, war, begun, (record.positions[min(over, turn.last + 1)], soon))
        _dropped(turn, war, begun, changed)


def _kept(
    turn: Turn, war: War, area: str, changed: list[int], tables: tuple[Position, ...]
) -> bool:
    """2.0.b: all Regulars change, but for those with Aguinaldo."""
    begun, soon, after, _ = tables
    led = any(at.has(area, HEIR) for at in (begun, soon, after))
    name = war.country.names[area]
    if not led and all(at.steps(area, REGULARS) for at in tables):
        what = f"Regulars in {name} did not become Guerrillas"
        war.find("2.0.b", FILIPINO, what, changed[0], changed[-1], local=True)
        return True
    came = [n for n in changed if turn.record.acts[n].target == area]
    stays = all(at.has(area, HEIR) for at in (begun, soon, after))
    fewer = all(at.steps(area, REGULARS) < begun.steps(area, REGULARS) for at in (soon, after))
    if stays and came and fewer:
        what = f"Regulars in {name}, where Aguinaldo is, became Guerrillas"
        war.find("2.0.b", FILIPINO, what, came[0], came[-1], local=True)
        return True
    return False


def _too_many(turn: Turn, war: War, area: str, changed: list[int], soon: Position) -> bool:
    """2.0.c: five Guerrilla steps stay in an area."""
    most = war.country.limit("guerrilla", area)
    settled = turn.settled("us_ground", "us_amphibious", "us_combat", "filipino_movement")
    number = min(at.steps(area, GUERRILLAS) for at in (settled, soon))
    if most is None or number <= most:
        return False
    what = f"{number} Guerrilla steps stayed in {war.country.names[area]}"
    came = [n for n in changed if turn.record.acts[n].target == area] or changed
    limit = f"at most {most}"
    war.find(
        "2.0.c", FILIPINO, what, came[0], came[-1], expected=limit, observed=number, local=True
    )
    return True


def _moved(turn: Turn, war: War, begun: Position, tables: tuple[Position, ...]) -> None:
    """2.0.b, 2.0.c: a Guerrilla step for each Regular step; the surplus goes next door."""
    country, acts = war.country, turn.record.acts
    gains = [_gains(begun, at, country.areas) for at in tables]
    for area in sorted(country.areas):
        more = min(gain[area] for gain in gains)
        near = [one for one in country.near[area] if any(gain[one] < 0 for gain in gains)]
        came = [
            n
            for n in turn.span
            if acts[n].what == "move" and acts[n].kind == "guerrilla" and acts[n].target == area
        ]
        if more <= 0 or near or not came:
            continue
        clause = "2.0.b" if all(sum(gain.values()) > 0 for gain in gains) else "2.0.c"
        what = f"{wording.steps(more, 'Guerrilla')} more than Regulars left came to "
        war.find(clause, FILIPINO, what + country.names[area], came[0], came[-1], local=True)
        return


def _dropped(turn: Turn, war: War, begun: Position, changed: list[int]) -> None:
    """2.0.b, 2.0.c: no step is lost while there are counters, and room next to each surplus."""
    record, country, kinds = turn.record, war.country, (*REGULARS, *GUERRILLAS)
    later = range(changed[0], turn.last + 1)
    end = next((n for n in later if record.acts[n].what == "roll"), turn.last + 1)
    now, most = record.positions[end], country.limit("guerrilla", MANILA) or 0
    lost = -sum(_gains(begun, now, country.areas).values())
    last = max(n for n in changed if n < end)
    if lost <= 0 or not now.keys(POOLS[FILIPINO], ("guerrilla",)):
        return
    surplus = [one for one in sorted(country.areas) if begun.steps(one, kinds) > most > 0]
    room = {
        area
        for area in country.areas
        if now.steps(area, GUERRILLAS) < most and now.strong(area, US) <= country.numbers.passable
    }
    if all(country.near[area] & room for area in surplus):
        what = f"{wording.lost(lost, 'Filipino')} lost when the Regulars became Guerrillas"
        what += ", and areas next to them had room" if surplus else ""
        war.find("2.0.c" if surplus else "2.0.b", FILIPINO, what, changed[0], last, local=True)


def _gains(before: Position, now: Position, areas: frozenset[str]) -> Mapping[str, int]:
    """How many Guerrilla steps more came to each area than Regular steps left it."""
    kinds = (*REGULARS, *GUERRILLAS)
    return {area: now.steps(area, kinds) - before.steps(area, kinds) for area in areas}


def hands(turn: Turn, war: War) -> None:
    """2.0.e: both sides put back their chits and draw new ones."""
    record = turn.record
    over = past_change(record, turn.first, turn.last)
    if over > turn.last and not turn.complete:
        return
    for side in SIDES:
        old = _old_hand(record, turn.first, side) & _old_hand(record, turn.last + 1, side)
        if old:
            name = war.country.game.sides[side].name
            what = f"the {name} kept {len(old)} Advantage Chits of the Stand-Up Fight"
            last = max(turn.first, over - 1)
            war.find(
                "2.0.e", side, what, turn.first, last, expected=0, observed=len(old), local=True
            )


def _old_hand(record: Record, n: int, side: str) -> set[str]:
    """The chits of the Stand-Up Fight that a side holds before an act, in its hand or face down."""
    at, game = record.positions[n], record.country.game
    return {
        one
        for one, where in at.cards.items()
        if game.card[one].deck.endswith("_stand_up")
        and (
            where == f"hand:{side}"
            or (where == f"chits_{side}" and record.chits.get(one) in at.masked)
        )
    }

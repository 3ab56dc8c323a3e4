"""Battles that were not fought although both sides are in an area (10.1.b)."""

from __future__ import annotations

from modgen_rules.amigos_insurrectos.law.country import FILIPINO, US
from modgen_rules.amigos_insurrectos.reading.battle_events import Events
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War


def unfought(turn: Turn, name: str, war: War) -> None:
    """10.1.b: Regulars and US units in an area, in a turn whose phase of combat has no acts."""
    order, record = list(war.country.game.phases), turn.record
    later = order[order.index(name) + 1 :]
    marks = {act.target for act in record.acts[turn.first : turn.last + 1] if act.what == "phase"}
    if marks <= {*later} or marks.isdisjoint(later):
        return  # the log does not show that the time of this phase came and went
    end = min(
        (turn.phases[one].acts[0] for one in later if one in turn.phases), default=turn.last + 1
    )
    source = Events(record, [])
    side = US if name == "us_combat" else FILIPINO
    span = range(turn.first, end)
    shown = max((n for n in span if record.acts[n].target == name), default=end - 1)
    refused(source, war, side, source.contested(end), end, turn.last + 1, shown)


def refused(
    source: Events, war: War, side: str, areas: set[str], end: int, last: int, shown: int = -1
) -> None:
    """10.1.b: what a side did not fight in some areas with both sides, up to a last act.

    `shown` is the act at which that is told. Units that stay together are told once.
    """
    chits = war.country.chits
    if any(chits[one].has("no_battle") for one in war.played if one in chits):
        return
    fought = {area for area, attacker in war.battles.items() if attacker == side}
    acts = source.record.acts
    tracked = any(act.what == "phase" for act in acts)
    for area in sorted(areas - fought):
        force = source.force(end, area)
        settled = war.ended.strong(area, FILIPINO) if war.ended else 0
        if not tracked and not settled:
            continue  # perhaps they retreated before combat
        if force.contested and force.regular:
            what = f"no battle was fought in {war.country.names[area]}"
            soft = "" if area in war.entered or side == FILIPINO else "not-activated"
            came = (n for n in range(end - 1, -1, -1) if acts[n].target == area)
            since = acts[next(came, 0) : last]
            still = not any(act.kind in DICE_OF_BATTLE for act in since)
            units = {*source.record.positions[end].units(area, FILIPINO)}
            if not units <= war.unfought.get(area, set()):
                war.find(
                    "10.1.b", side, what, shown if shown >= 0 else end - 1, ruling=soft, local=still
                )
            if not soft:
                war.unfought[area] = units

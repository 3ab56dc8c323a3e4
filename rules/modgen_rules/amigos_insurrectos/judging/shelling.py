"""Gunboats that shell Filipinos on the coast at the end of their move (9.1)."""

from __future__ import annotations

from itertools import takewhile

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.law import fire
from modgen_rules.amigos_insurrectos.law.country import FILIPINO, STEPS, US
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.amigos_insurrectos.reading.battle_events import Event, Events
from modgen_rules.amigos_insurrectos.reading.fitting import DICE_OF_BATTLE, SHELLING_DICE
from modgen_rules.amigos_insurrectos.reading.turn import Phase
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import lapse, unless

OPEN = (*STEPS[FILIPINO], "dummy")
"""What may be Regulars to a player who does not look under the counters."""
OWN = ("shelling", "shelling_6")
"""Those with which nothing but the fire of Gunboats is rolled."""
SURE = ("shelling_6", "artillery_6")
"""Those that hit on 6."""


def judge(phase: Phase, war: War) -> str:
    """Judge the shelling of a turn. Returns its story."""
    country = war.country
    source = Events(phase.record, phase.acts)
    events = source.read()
    numbers = country.fire
    rolls = [one for one in events if one.what == "roll" and one.kind in SHELLING_DICE]
    losses = [one for one in events if one.what == "loss" and one.side == FILIPINO]
    if not rolls and not losses:
        return ""
    position = phase.before
    seas = country.seas - country.secures.keys()
    boats = len(position.gunboats(*seas))
    dice = sum(len(one.dice) for one in rolls)
    first = events[0].act
    if rolls and country.monsoon(phase.turn):
        war.find("13.0.b", US, "Gunboats shelled in a Monsoon turn", rolls[0].act)
    if dice > boats * numbers.boats:
        clause = "9.4.b" if dice <= len(position.gunboats(*country.seas)) else "9.1.c"
        what = f"{wording.count(dice, 'die was', 'dice were')} rolled for shelling"
        what += f", but {wording.count(boats, 'Gunboat', 'Gunboats')} may shell"
        war.find(clause, US, what, first, expected=f"at most {boats}", observed=str(dice))
    areas = {one.area: one.act for one in losses if one.number > 0}
    named = {phase.record.area_named(one.act): one.act for one in rolls}
    fired = {area: n for area, n in named.items() if area and position.keys(area, OPEN)}
    for area, index in (fired | areas).items():
        _target(source, war, area, index)
    _losses(war, rolls, losses)
    if dice <= boats * numbers.boats and not war.issues:
        acts = [phase.record.acts[n] for n in phase.acts]
        alone = all(act.kind in OWN for act in acts if act.what == "roll")
        battle = any(act.kind == "battle" for act in acts)
        _idle(war, position, dice, numbers.boats, first, plain=alone and not battle)
    lost = sum(one.number for one in losses)
    war.earn(phase.acts[-1], lost, "10.9.a", f"{wording.steps(lost, 'Filipino')} lost to shelling")
    for one in losses:
        war.killed[one.kind] += one.number
    return f"shelling, {wording.steps(lost, 'Filipino')} lost"


def _idle(war: War, position: Position, dice: int, each: int, first: int, plain: bool) -> None:
    """9.1.c: more dice than the Gunboats have that are next to Filipinos, or to Regulars.

    `plain` says that the dice were rolled for nothing else.
    """
    coasts = war.country.coasts.items()
    for kinds, whom in ((OPEN, "Filipinos"), (("regular",), "Regulars")):
        beside = {sea for area, seas in coasts if position.keys(area, kinds) for sea in seas}
        boats = len(position.gunboats(*(beside - war.country.secures.keys())))
        if dice > boats * each:
            what = wording.count(dice, "die was", "dice were")
            war.find(
                "9.1.c",
                US,
                f"{what} rolled for shelling, but "
                f"{wording.count(boats, 'Gunboat is', 'Gunboats are')} next to {whom}",
                first,
                expected=f"at most {boats * each} for the Gunboats next to {whom}",
                observed=str(dice),
                gap=unless(plain or kinds == OPEN, prices.DICE_OTHER_TARGET),
            )
            return


def _target(source: Events, war: War, area: str, index: int) -> None:
    """9.1.a: a coastal area next to a Gunboat, with Regulars."""
    country, position = war.country, source.record.positions[index]
    name = country.names.get(area, area)
    seas = country.coasts.get(area, frozenset()) - country.secures.keys()
    if not position.gunboats(*seas):
        war.find("9.1.a", US, f"{name} was shelled without a Gunboat next to it", index)
    elif not source.force(index, area).regular:
        acts = reversed(source.record.acts[:index])
        turn = takewhile(lambda act: act.kind != "turn_marker", acts)
        fought = any(act.kind in DICE_OF_BATTLE and act.kind not in SHELLING_DICE for act in turn)
        what = f"Filipinos without Regulars were shelled in {name}"
        war.find("9.1.a", US, what, index, local=not fought)


def _losses(war: War, rolls: list[Event], losses: list[Event]) -> None:
    """10.6.4.a: the steps that were lost against the hits; where a die fell is not always known."""
    country, numbers = war.country, war.country.fire
    mountains = {one.area for one in losses} & country.mountains
    every = [die for one in rolls for die in one.dice]
    sixes = sum(die >= numbers.sure for die in every)
    hits = sum(die >= numbers.fire for die in every)
    lost = sum(one.number for one in losses)
    lowland = {one.area for one in losses} - country.mountains
    sure = sum(die >= numbers.sure for one in rolls if one.kind in SURE for die in one.dice)
    sure += sum(die >= numbers.fire for one in rolls if one.kind not in SURE for die in one.dice)
    least = sixes if mountains and not lowland else sure
    expected = fire.Range(0 if len(rolls) > len(losses) else least, hits if lowland else sixes)
    if lost > expected.most or (losses and lost < least and len({one.area for one in losses}) == 1):
        clause = "10.6.3.d" if mountains and not lowland and lost <= hits else "10.6.4.a"
        what = wording.against_hits(lost, "Filipino", "to shelling", str(expected))
        index = losses[0].act if losses else rolls[0].act
        war.find(clause, FILIPINO, what, index, expected=str(expected), observed=str(lost))
    elif not losses and sure:
        what = f"no Filipino step was lost to shelling with {wording.count(sure, 'hit', 'hits')}"
        war.find("10.6.4.a", FILIPINO, what, rolls[0].act, gap=lapse(prices.DICE_OTHER_TARGET))

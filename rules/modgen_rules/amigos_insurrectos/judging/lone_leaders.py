"""Leaders whom units of the enemy find alone in an area (1.2.2.b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from modgen_rules.amigos_insurrectos.judging.leaders import earn_leader
from modgen_rules.amigos_insurrectos.law import retreats
from modgen_rules.amigos_insurrectos.law.country import BATTLE, FILIPINO, OTHER, STEPS, US
from modgen_rules.amigos_insurrectos.reading.turn import Turn
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows

DIE, CASUALTY = "leader_alone", "casualty"
"""The die of a Leader who is alone, and those that may stand for it."""
LATER = {
    US: ("filipino_movement", "filipino_combat", "jungle_us", "jungle_combat", "jungle_filipino"),
    FILIPINO: ("jungle_us", "jungle_combat", "jungle_filipino", "supply", "scoring", "victory"),
}
"""The phases after the moves and battles of a side."""
ARRIVING = "reinforcements"


class Meeting(NamedTuple):
    """Units of a side came to an area with a Leader of the enemy, and with nobody else."""

    act: int
    area: str
    side: str
    """The side of the units."""
    key: str
    kind: str
    """The Leader."""


def judge(turn: Turn, war: War) -> None:
    """1.2.2.b: a die is rolled for each; he is lost on 1 to 3, else he goes to his friends."""
    found = list(_meetings(turn, war))
    acts = turn.record.acts
    rolls = [
        (n, die)
        for n in range(turn.first, turn.last + 1)
        if acts[n].what == "roll" and acts[n].kind == DIE
        for die in acts[n].dice
    ]
    for one in found:
        dice = [(n, die) for n, die in rolls if _may_be_his(one, n, turn)]
        mine = [(n, die) for n, die in dice if n > one.act]
        if len(found) == len(dice) == len(mine) == 1:
            _by_die(one, mine[0][1], turn, war)
        elif _stays(one, turn):
            what = "he stayed" if dice else "no die was rolled"
            _find(one, f"{_name(one, war)} was alone in {_place(one, war)}, and {what}", war)
        elif _fled(one, turn):
            what = f"{_name(one, war)} was alone in {_place(one, war)} and left it without a die"
            _find(one, what, war)


def _may_be_his(one: Meeting, n: int, turn: Turn) -> bool:
    """Whether a die may be that of a Leader: no battle elsewhere, unless it fell when he went."""
    record = turn.record
    fought = record.positions[n].place(BATTLE) in record.country.areas - {one.area}
    near = record.acts[max(turn.first, n - windows.AT_ONCE) : n + windows.AT_ONCE + 1]
    return not fought or any(act.what == "move" and act.piece == one.key for act in near)


def _meetings(turn: Turn, war: War) -> Iterator[Meeting]:
    """The Leaders who were found alone; not those of forces that fought."""
    country, record = war.country, turn.record
    for n in range(turn.first, turn.last + 1):
        act, at = record.acts[n], record.positions[n]
        side = country.side.get(act.kind, "")
        if act.what != "move" or act.kind not in STEPS.get(side, ()):
            continue
        if not {act.source, act.target} <= country.areas - war.fought.keys() - war.battles.keys():
            continue
        enemies = at.units(act.target, OTHER[side])
        lone = len(enemies) == 1 and at.pieces[enemies[0]].kind in country.leaders
        if lone and not at.strong(act.target, side) and _remain(act.target, side, n, turn):
            yield Meeting(n, act.target, side, enemies[0], at.pieces[enemies[0]].kind)


def _remain(area: str, side: str, n: int, turn: Turn) -> bool:
    """Whether units that came to an area are there when the moves of their side are over."""
    return turn.settled(*LATER[side], since=n).strong(area, side) > 0


def _by_die(one: Meeting, die: int, turn: Turn, war: War) -> None:
    """The only Leader who was found alone, by the only die that was rolled."""
    country, record = war.country, turn.record
    who, where = _name(one, war), _place(one, war)
    ended = war.ends(one.key)
    if _stays(one, turn):
        what = f"{who} stayed in {where} with the enemy after a roll of {die}"
        _find(one, what, war)
        return
    moves = (
        m
        for m in range(one.act, turn.last + 1)
        if record.acts[m].what == "move"
        and record.acts[m].piece == one.key
        and record.acts[m].source == one.area
    )
    left = next(moves, -1)
    if left < 0:
        return
    if ended not in country.areas:
        if one.kind not in war.gone:  # else it was judged among the moves
            if die > country.numbers.alone_die:
                what = f"{who}, who was alone, was lost on a roll of {die}"
                war.find("1.2.2.b", one.side, what, left, local=True)
            earn_leader(war, record.positions[left], one.kind, left, f"alone in {where}")
    elif die <= country.numbers.alone_die:
        what = f"{who}, who was alone in {where}, was not lost on a roll of {die}"
        war.find("1.2.2.b", one.side, what, left, local=True)
    else:
        _shelter(one, left, ended, turn, war)


def _shelter(one: Meeting, left: int, ended: str, turn: Turn, war: War) -> None:
    """A Leader who lives goes to the closest friends."""
    country, at = war.country, turn.record.positions[left]
    side = OTHER[one.side]
    # Friends may have moved since; nothing that was near at any moment is too far.
    moments = (at, turn.record.positions[one.act], turn.after)
    near = {area for each in moments for area in retreats.shelters(each, one.area, side)}
    if ended in near or not near:
        return
    away = country.distance(one.area, [ended, *near])
    least = [away[area] for area in near if area in away]
    clear = bool(least) and away.get(ended, max(least) + 1) > max(least)
    what = f"{_name(one, war)} did not go to the closest friendly units"
    expected = ", ".join(sorted(country.names[area] for area in near))
    ruling = "" if clear else "closest-friends"
    war.find("1.2.2.b", side, what, left, expected=expected, ruling=ruling, local=True)


def _stays(one: Meeting, turn: Turn) -> bool:
    """Whether a Leader stays with the enemy, as far as the log goes before the next arrivals.

    Nothing is said while the moves and battles of the enemy may still go on.
    """
    record = turn.record
    acts, later = record.acts, LATER[one.side]
    gone_on = turn.complete or any(
        acts[n].what == "phase" and acts[n].target in later for n in range(one.act, turn.last + 1)
    )
    end = turn.last + 1
    while end < min(turn.last + windows.MUCH_LATER, len(acts)) and not (
        acts[end].what == "phase" and acts[end].target == ARRIVING
    ):
        end += 1
    moments = (turn.settled(*later, since=one.act), turn.after, record.positions[end])
    return gone_on and all(
        one.key in at.pieces
        and at.pieces[one.key].place == one.area
        and at.strong(one.area, one.side)
        for at in moments
    )


def _fled(one: Meeting, turn: Turn) -> bool:
    """Whether a Leader left before the tracker went on, and nobody rolled a die that may be his."""
    record, later = turn.record, LATER[one.side]
    areas = turn.record.country.areas
    for n in range(one.act, turn.last + 1):
        act = record.acts[n]
        if act.what == "phase" and act.target in later:
            break
        if act.what == "move" and act.piece == one.key:
            soon = record.positions[min(n + windows.MUCH_LATER, turn.last + 1)]
            went = {act.source, act.target} <= areas and soon.pieces[one.key].place != one.area
            stay = turn.settled(*later, since=one.act).strong(one.area, one.side) > 0
            near = record.acts[
                max(turn.first, one.act - windows.MUCH_LATER) : n + windows.AT_ONCE + 1
            ]
            dice = {CASUALTY, *record.country.general_dice}
            rolled = any(other.kind in dice for other in near if other.what == "roll")
            span = range(turn.first, turn.last + 1)
            rolled |= any(record.acts[m].kind == DIE and _may_be_his(one, m, turn) for m in span)
            return went and stay and not rolled and record.diced
    return False


def _find(one: Meeting, what: str, war: War) -> None:
    war.find("1.2.2.b", one.side, what, one.act, local=True)


def _name(one: Meeting, war: War) -> str:
    return war.country.game.piece_types[one.kind].name


def _place(one: Meeting, war: War) -> str:
    return war.country.names[one.area]

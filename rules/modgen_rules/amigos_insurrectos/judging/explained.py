"""Every change of the board has a cause (3.1, 1.2.1.b): what nothing in a turn explains is found.

Between two steps of the tracker the net change counts: steps that came, steps that went, Leaders,
Artillery and markers that appeared or left. Each must be the effect of something that the turn
shows: a battle in the area, dice, a chit, supply, reinforcements, a correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.changes import JUNGLE_DICE, Change, TurnChanges
from modgen_rules.amigos_insurrectos.judging.sequence import Sequenced
from modgen_rules.amigos_insurrectos.law.country import (
    ARTILLERY,
    BATTLE,
    FILIPINO,
    GUERRILLAS,
    MANILA,
    OTHER,
    STEPS,
    US,
)
from modgen_rules.amigos_insurrectos.reading.deeds import BRINGS
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows
from modgen_rules.engine.reading.timing import Timing

FATES = ("casualty", "leader_alone", "stratagem", "lawton_lost", "interception", "whose_leader")
"""Dice with which Leaders and Scouts are lost."""
ATTEMPTS = ("luna", "aguinaldo")
"""US.S5: the Leaders on whom an attempt is made."""
WALKS = {
    "poa": "11.0.f",
    "imported_arms": "6.0.f",
    "us_massacre": "1.2.1.d",
    "filipino_massacre": "US.G1",
    "search": "10.1.e",
}
"""The clauses of markers that do not go from area to area by themselves."""
NO_REASON = "for no visible reason"


def _steps(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """Steps of a unit."""
    steps = wording.steps(abs(one.number), turn.name(one))
    if one.number < 0:
        what = f"{steps} left {turn.where(one)} {NO_REASON}"
        return turn.lost(one, side), "1.2.1.b", what
    arrives = turn.may(one, "reinforcements")
    if side == US:
        arrives &= one.kind == "us_cavalry"
    what = f"{steps} came to {turn.where(one)} {NO_REASON}"
    recruits = side == FILIPINO and not one.turned
    clause = "7.2.a" if recruits else "1.2.1.b"
    return arrives or (side == FILIPINO and turn.chit(*BRINGS)), clause, what


def _guns(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """Artillery; its loss may be recorded before the enemies come."""
    if one.number > 0:
        rebuilt = side == US and turn.may(one, "reinforcements")
        return rebuilt, "7.1.e", f"{turn.name(one)} came to {turn.where(one)} {NO_REASON}"
    moments = turn.positions[one.act : min(one.act + windows.SOON, turn.turn.last + 1) + 1]
    enemies = any(at.strong(one.place, OTHER[side]) for at in moments)
    return enemies or turn.fought(one), "10.6.4.c", turn.gone(one)


def _leader(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """A Leader."""
    sides, war = turn.country.side, turn.war
    if one.number > 0:
        fits = turn.may(one, "reinforcements") or any(sides.get(gone) == side for gone in war.gone)
        what = f"{turn.name(one)} came to {turn.where(one)} out of the reinforcements"
        return fits, "3.1.a", what
    dice = FATES if one.place in turn.fields else ("leader_alone", "interception")
    chit = one.kind in ATTEMPTS and any(played.startswith("us_s5") for played in war.played)
    fits = turn.rolled_near(one, *dice) or chit or one.kind in war.gone
    return fits, "10.7.a", turn.gone(one)


def _scouts(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """Scouts."""
    if one.number > 0:
        fits = turn.chit("places") or turn.may(one, "reinforcements")
        return fits, "1.2.1.k", f"Scouts came to {turn.where(one)} {NO_REASON}"
    fits = turn.rolled(*FATES, *JUNGLE_DICE) or turn.chit("scouts_lose")
    what = f"Scouts were taken off the map in {turn.where(one)} {NO_REASON}"
    return fits or one.place in turn.fields, "1.2.1.k", what


def _gunboat(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """9.0.b: a Gunboat."""
    what = "was taken off the map" if one.number < 0 else "came from out of play"
    return False, "9.0.b", f"a Gunboat {what}"


def _search(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """10.1.e: a Search marker without a search, or taken off while Guerrillas are there."""
    searched = turn.rolled_near(one, "us_search") or any(
        turn.positions[n].place(BATTLE) == one.place
        for die in turn.country.general_dice
        for n in turn.dice.get(die, ())
    )
    if one.number > 0:
        what = f"a Search marker came to {turn.where(one)} without a search"
        return searched, "10.1.e", what
    last = min(one.act + windows.SOON, turn.turn.last + 1)
    moments = (turn.positions[n] for n in (one.act, one.act + 1, last))
    there = all(at.steps(one.place, GUERRILLAS) for at in moments)
    spare = turn.positions[one.act].keys("pool_markers", ("search",))
    what = f"the Search marker left {turn.where(one)}, where Guerrillas are"
    return not there or bool(searched and not spare), "10.1.e", what


def _massacre(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """1.2.1.d, 1.2.2.j, PH.S9, US.G1: a Massacre marker without a massacre."""
    ours = one.kind == "us_massacre"
    clause = "1.2.1.d" if ours else "US.G1"
    if one.number < 0:
        return False, clause, f"the Massacre marker left {turn.where(one)}"
    smith = any(act.kind == "kill" for act in turn.acts[: one.act])  # his comes a turn later
    asked = turn.chit_near(one, "marker") or (ours and (smith or turn.rolled_near(one, "atrocity")))
    return asked, clause, f"a Massacre marker came to {turn.where(one)} {NO_REASON}"


def _arms(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """6.0.g: Imported Arms that leave the game while Filipinos have them."""
    what = f"Imported Arms left {turn.where(one)}, where Filipinos are"
    there = all(at.units(one.place, FILIPINO) for at in turn.moments)
    return one.number > 0 or not there, "6.0.g", what


def _supply(turn: TurnChanges, one: Change, side: str) -> tuple[bool, str, str]:
    """15.3: the US Supply marker while Manila is held."""
    what = f"US Supply came to {turn.where(one)} while the US holds Manila"
    held = all(at.controller(MANILA) == US for at in turn.moments)
    return one.number < 0 or not held, "15.3", what


Cause = Callable[[TurnChanges, Change, str], tuple[bool, str, str]]
"""Whether something explains a change; else the clause that it breaks, and what is seen."""
CAUSES: Mapping[str, Cause] = {
    **dict.fromkeys((*STEPS[US], *STEPS[FILIPINO]), _steps),
    **dict.fromkeys(ARTILLERY.values(), _guns),
    "scouts": _scouts,
    "gunboat": _gunboat,
    "search": _search,
    "us_massacre": _massacre,
    "filipino_massacre": _massacre,
    "imported_arms": _arms,
    "supply": _supply,
}
"""What explains a change of each kind of piece; Leaders have a test of their own."""


def _walks(turn: TurnChanges) -> Iterator[tuple[int, str, str]]:
    """Markers that went from one area to another: act, clause and what happened."""
    areas, names = turn.country.areas, turn.country.names
    for n in turn.span:
        act = turn.acts[n]
        if act.kind not in WALKS or act.what != "move" or not {act.source, act.target} <= areas:
            continue
        same = [m for m in turn.span if turn.stretch(m).number == turn.stretch(n).number]
        ends = turn.was(same[0], act.piece), turn.was(same[-1] + 1, act.piece)
        if ends != (act.source, act.target):
            continue
        carried = act.kind == "imported_arms" and any(
            turn.country.side.get(other.kind) == FILIPINO
            and other.target == act.target
            and turn.was(same[0], other.piece) == act.source
            for other in (turn.acts[m] for m in same)
        )
        searched = act.kind == "search" and turn.rolled("us_search")
        if not carried and not searched:
            piece = turn.country.game.piece_types[act.kind].name
            what = f"{piece} went from {names[act.source]} to {names[act.target]}"
            yield n, WALKS[act.kind], what


def judge(deeds: Sequenced, timing: Timing, war: War) -> None:
    """Find the changes of a turn that nothing explains."""
    if deeds.turn.changing or not war.whole:
        return
    read = TurnChanges(deeds, war, timing)
    for n, clause, what in _walks(read):
        if not any(issue.first <= n <= issue.last for issue in war.told):
            war.find(clause, "", what, n, local=True)
    for one in read.changes():
        test = _leader if one.kind in war.country.leaders else CAUSES.get(one.kind)
        side = war.country.side.get(one.kind, "")
        told = any(
            issue.first <= one.act <= issue.last and (issue.verdict == "illegal" or issue.ruling)
            for issue in war.told
        )
        if test is None or told:
            continue
        fits, clause, what = test(read, one, side)
        if not fits:
            war.find(clause, side, what, one.act, local=True)

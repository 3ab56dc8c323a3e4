"""Every change of the board has a cause (3.1, 1.2.1.b): what nothing in a turn explains is found.

Between two steps of the tracker the net change counts: steps that came, steps that went, Leaders,
Artillery and markers that appeared or left. Each must be the effect of something that the turn
shows: a battle in the area, dice, a chit, supply, reinforcements, a correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from modgen_rules.amigos_insurrectos import wording
from modgen_rules.amigos_insurrectos.judging.changes import JUNGLE_DICE, Change, TurnChanges
from modgen_rules.amigos_insurrectos.judging.sequence import Sequenced, Timing
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
from modgen_rules.amigos_insurrectos.reading.fitting import BATTLES, DICE_OF_BATTLE
from modgen_rules.amigos_insurrectos.reading.war import War
from modgen_rules.engine.reading import windows

FATES = ("casualty", "leader_alone", "stratagem", "lawton_lost", "interception", "whose_leader")
"""Dice with which Leaders and Scouts are lost."""
ATTEMPTS = ("luna", "aguinaldo")
"""US.S5: the Leaders on whom an attempt is made."""


def _steps(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """Steps of a unit that came or went for no visible reason."""
    name = turn.country.game.piece_types[one.kind].name
    where = turn.country.names.get(one.place, one.place)
    number = abs(one.number)
    steps = wording.steps(number, name)
    if one.number < 0:
        what = f"{steps} left {where} for no visible reason"
        return None if turn.lost(one, side) else ("1.2.1.b", what)
    if side == US:
        rebuilt = one.kind == "us_cavalry" and turn.may(one, "reinforcements")
        return None if rebuilt else ("1.2.1.b", f"{steps} came to {where} for no visible reason")
    recruited = turn.may(one, "reinforcements") or turn.chit(*BRINGS)
    clause = "1.2.1.b" if one.turned else "7.2.a"
    return None if recruited else (clause, f"{steps} came to {where} for no visible reason")


def _guns(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """Artillery that came or went."""
    name, where = turn.country.game.piece_types[one.kind].name, turn.country.names[one.place]
    if one.number > 0:
        rebuilt = side == US and turn.may(one, "reinforcements")
        return None if rebuilt else ("7.1.e", f"{name} came to {where} for no visible reason")
    soon = min(
        one.act + windows.SOON, turn.turn.last + 1
    )  # the loss may be recorded before the enemies come
    moments = turn.positions[one.act : soon + 1]
    enemies = any(at.strong(one.place, OTHER[side]) for at in moments)
    fought = one.place in turn.fields and (
        turn.may(one, *BATTLES) or turn.rolled_near(one, *DICE_OF_BATTLE)
    )
    what = f"{name} was taken off the map in {where} for no visible reason"
    return None if enemies or fought else ("10.6.4.c", what)


def _leader(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """A Leader who appeared or was taken off."""
    name, where = turn.country.game.piece_types[one.kind].name, turn.country.names[one.place]
    if one.number > 0:
        fell = any(turn.country.side.get(gone) == side for gone in turn.war.gone)
        early = turn.may(one, "reinforcements")
        what = f"{name} came to {where} out of the reinforcements"
        return None if early or fell else ("3.1.a", what)
    fate = FATES if one.place in turn.fields else ("leader_alone", "interception")
    chit = any(played.startswith("us_s5") for played in turn.war.played)
    explained = turn.rolled_near(one, *fate) or (chit and one.kind in ATTEMPTS)
    what = f"{name} was taken off the map in {where} for no visible reason"
    return None if explained or one.kind in turn.war.gone else ("10.7.a", what)


def _scouts(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """Scouts who appeared or were taken off."""
    where = turn.country.names.get(one.place, one.place)
    if one.number > 0:
        fits = turn.chit("places") or turn.may(one, "reinforcements")
        return None if fits else ("1.2.1.k", f"Scouts came to {where} for no visible reason")
    dies = turn.rolled(*FATES, *JUNGLE_DICE) or turn.chit("scouts_lose") or one.place in turn.fields
    return (
        None
        if dies
        else ("1.2.1.k", f"Scouts were taken off the map in {where} for no visible reason")
    )


def _gunboat(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """9.0.b: a Gunboat that appeared or was taken off."""
    what = "was taken off the map" if one.number < 0 else "came from out of play"
    return "9.0.b", f"a Gunboat {what}"


def _search(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """10.1.e: a Search marker without a search, or taken off while Guerrillas are there."""
    where, searched = turn.country.names[one.place], turn.rolled_near(one, "us_search")
    searched |= any(
        turn.positions[n].place(BATTLE) == one.place
        for die in turn.country.general_dice
        for n in turn.dice.get(die, ())
    )
    if one.number > 0:
        return None if searched else ("10.1.e", f"a Search marker came to {where} without a search")
    last = min(one.act + windows.SOON, turn.turn.last + 1)
    moments = (turn.positions[n] for n in (one.act, one.act + 1, last))
    there = all(at.steps(one.place, GUERRILLAS) for at in moments)
    spare = turn.positions[one.act].keys("pool_markers", ("search",))
    what = f"the Search marker left {where}, where Guerrillas are"
    return ("10.1.e", what) if there and (spare or not searched) else None


def _massacre(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """1.2.1.d, 1.2.2.j, PH.S9, US.G1: a Massacre marker without a massacre."""
    where = turn.country.names[one.place]
    ours = one.kind == "us_massacre"
    clause = "1.2.1.d" if ours else "US.G1"
    if one.number < 0:
        return clause, f"the Massacre marker left {where}"
    smith = any(act.kind == "kill" for act in turn.acts[: one.act])  # his comes a turn later
    asked = turn.chit_near(one, "marker") or (ours and (smith or turn.rolled_near(one, "atrocity")))
    return None if asked else (clause, f"a Massacre marker came to {where} for no visible reason")


def _arms(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """6.0.g: Imported Arms that leave the game while Filipinos have them."""
    where = turn.country.names[one.place]
    if one.number > 0:
        return None
    there = all(
        turn.positions[n].units(one.place, FILIPINO) for n in (*turn.span, turn.turn.last + 1)
    )
    return ("6.0.g", f"Imported Arms left {where}, where Filipinos are") if there else None


def _supply(turn: TurnChanges, one: Change, side: str) -> tuple[str, str] | None:
    """15.3: the US Supply marker while Manila is held."""
    held = all(turn.positions[n].controller(MANILA) == US for n in (*turn.span, turn.turn.last + 1))
    where = turn.country.names[one.place]
    return (
        ("15.3", f"US Supply came to {where} while the US holds Manila")
        if (held and one.number > 0)
        else None
    )


Cause = Callable[[TurnChanges, Change, str], "tuple[str, str] | None"]


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
        clause = WALKS.get(act.kind)
        if clause is None or act.what != "move" or not {act.source, act.target} <= areas:
            continue
        same = [m for m in turn.span if turn.stretch(m).number == turn.stretch(n).number]
        begun = turn.positions[same[0]].pieces.get(act.piece)
        ended = turn.positions[same[-1] + 1].pieces.get(act.piece)
        if ended is None or begun is None or ended.place != act.target:
            continue
        if begun.place != act.source:
            continue
        carried = act.kind == "imported_arms" and any(
            turn.country.side.get(other.kind) == FILIPINO
            and other.target == act.target
            and other.what == "move"
            and turn.was(same[0], other.piece) == act.source
            for other in (turn.acts[m] for m in same)
        )
        searched = act.kind == "search" and turn.rolled("us_search")
        if not carried and not searched:
            piece = turn.country.game.piece_types[act.kind].name
            yield n, clause, f"{piece} went from {names[act.source]} to {names[act.target]}"


WALKS = {
    "poa": "11.0.f",
    "imported_arms": "6.0.f",
    "us_massacre": "1.2.1.d",
    "filipino_massacre": "US.G1",
    "search": "10.1.e",
}
"""The clauses of markers that do not go from area to area by themselves."""


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
        found = test(read, one, side) if test else None
        if found is None or any(
            issue.first <= one.act <= issue.last and (issue.verdict == "illegal" or issue.ruling)
            for issue in war.told
        ):
            continue
        war.find(found[0], side, found[1], one.act, local=True)

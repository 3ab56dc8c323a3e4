"""The phases to which an act may belong by what it is (3.1), and what dice are for in a phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from modgen_rules.amigos_insurrectos.law.country import (
    BATTLE,
    FILIPINO,
    JUNGLE,
    OUT,
    RECRUITS,
    SIDES,
    STEPS,
    TRANS_OCEAN,
    US,
    Country,
)
from modgen_rules.amigos_insurrectos.law.state import Position
from modgen_rules.engine.reading.act_records import Act

BATTLES = ("us_combat", "filipino_combat")
US_PHASES = ("us_ground", "us_amphibious", "us_gunboats", "us_shelling", "us_combat", "us_poa")
MOVES: Mapping[str, tuple[str, ...]] = {
    US: ("us_ground", "us_amphibious"),
    FILIPINO: ("filipino_movement",),
}
"""The phases in which the units of a side move from area to area."""
JUNGLE_MOVES = {US: "jungle_us", FILIPINO: "jungle_filipino"}
"""The phases in which they go to the Jungle and come back."""
SCORING = ("objectives", "scoring")
"""The phases in which points are scored and objectives are taken off the display."""
FIRE = (*BATTLES, "us_shelling")
DICE_BEFORE_FIRE = ("jungle_combat", "jungle_ambush", "jungle_discovery", "jungle_rounds")
"""12.B: the dice before the fire in the Jungle, in order."""
DICE: Mapping[str, tuple[str, ...]] = {
    "arms": ("arms",), "luzon": ("reinforcements",), "visayas": ("reinforcements",),
    "us_search": ("us_combat",), "interception": ("filipino_movement",),
    "leaving": ("us_ground",), "filipino_parting": (*BATTLES, "us_ground"),
    "shelling": FIRE, "shelling_6": FIRE, "artillery": FIRE, "artillery_6": FIRE,
    "leader_alone": (*BATTLES, "us_ground", "filipino_movement"),
    "casualty": (*BATTLES, "filipino_movement"), "whose_leader": (*BATTLES, "filipino_movement"),
    **dict.fromkeys(("us_fire", "us_fire_6", "us_fire_4", "us_fire_3", "filipino_fire",
                     "filipino_fire_5", "us_parting", "atrocity", "stratagem",
                     "kill", "lawton_lost"), BATTLES),
    "night_attack": (*BATTLES, "us_ground", "us_amphibious"),
    **dict.fromkeys((*DICE_BEFORE_FIRE, "jungle_us", "jungle_filipino"), ("jungle_combat",)),
}  # fmt: skip
"""The phases in which dice may be rolled; a die without a row may be rolled in any phase."""
SHELLING_DICE = ("shelling", "shelling_6", "artillery", "artillery_6", "us")
"""The buttons with which Gunboats may fire."""
GUNS = ("artillery", "artillery_6")
"""Dice that are rolled in a battle while its marker lies in an area."""
ENTERING = ("night_attack",)
"""Dice of battles that are rolled when units enter an area."""
DICE_OF_BATTLE = frozenset(die for die, phases in DICE.items() if BATTLES[0] in phases)
"""Dice after which steps may be lost."""
COMING = {
    side: ("reinforcements", *BATTLES, MOVES[side][0], JUNGLE_MOVES[side], "jungle_combat")
    for side in SIDES
}
"""The phases in which a step of a side comes: it rises, or is recruited, or change is made."""
GROWING = {US: (*COMING[US], *US_PHASES), FILIPINO: (*COMING[FILIPINO], "us_shelling")}
"""The phases in which a counter of a side is turned to two steps: change may be made in more."""
LEVEL_PHASES: Mapping[str, tuple[str, ...]] = {
    "turn_marker": ("victory",),
    "victory_marker": SCORING,
    "body_count_us_marker": (*BATTLES, "us_shelling"),
    "body_count_filipino_marker": (*BATTLES, "us_shelling"),
}
"""The phases in which the markers of tracks move; Political Will may move in any."""


def fitting(act: Act, position: Position, changing: bool = False) -> tuple[str, ...]:
    """The phases to which an act may belong by what it is; empty when it may be any.

    `changing`: Regulars become Guerrillas in this turn, and too many of them go to other areas.
    """
    match act.what:
        case "roll":
            found = DICE.get(act.kind, ())
            if act.kind in GUNS and position.place(BATTLE) in position.country.areas:
                found = BATTLES
        case "card":
            found = _card_phases(act)
        case "level":
            found = LEVEL_PHASES.get(act.kind, ())
        case "face":
            side, piece = position.country.side.get(act.kind, ""), position.pieces[act.piece]
            if side and act.target == "two":
                found = GROWING[side]
            else:
                found = ("jungle_combat",) if side and piece.place in JUNGLE else ()
        case "move":
            units = position.country.side
            found = (_unit_phases if act.kind in units else _marker_phases)(act, position.country)
            if changing and found and act.kind in ("guerrilla", "regular"):
                found = ("reinforcements", *found)
        case _:
            found = ()
    return found


def _card_phases(act: Act) -> tuple[str, ...]:
    """Objectives come in phase 1 and are scored in 9; chits are drawn in 2."""
    if act.kind.split("_")[1].startswith("o"):
        return ("objectives",) if act.target.startswith("objectives") else SCORING
    drawn = act.source.startswith("cup") and act.target.startswith("hand")
    return ("advantage",) if drawn else ()


def _marker_phases(act: Act, country: Country) -> tuple[str, ...]:
    if act.target not in country.areas:
        return ("jungle_combat",) if act.target in JUNGLE else ()
    if act.kind == "imported_arms" and act.source not in country.areas | country.seas:
        return ("arms",)
    return {"poa": ("us_poa",), "dummy": ("reinforcements",)}.get(act.kind, ())


def _unit_phases(act: Act, country: Country) -> tuple[str, ...]:
    ends, areas, side = {act.source, act.target}, country.areas, country.side[act.kind]
    if act.kind == "gunboat":
        return ("us_amphibious", "us_gunboats") if ends <= country.seas else ()
    if TRANS_OCEAN in ends or act.source.startswith("turn:"):
        return ("reinforcements",)
    if not ends.isdisjoint(JUNGLE):
        lost = ends & OUT
        return ("jungle_combat",) if lost else (JUNGLE_MOVES[side],)
    if ends <= areas:
        return (*MOVES[side], *BATTLES)
    if ends & country.seas:
        return (*MOVES[side], *BATTLES) if side == FILIPINO else ("us_amphibious",)
    comes = act.target in areas and act.kind in STEPS[side]
    return COMING[side] if comes else ()


def purpose_in_phase(phase: str, done: Iterable[str], die: str, number: int) -> str:
    """The button that dice of a general one stand for; `die` itself where nothing tells.

    `phase` is that of the tracker, `done` the dice and chits since it came there, the last first.
    `die` is the general button of the side that rolled.
    """
    before = list(done)
    if phase == "arms" and number == 1 and "arms" not in before:
        return "arms"
    if phase == "reinforcements" and number == 1 and die == "filipino":
        waits = before[:1] and before[0].startswith("fil_")  # a chit was just played
        return next((one for one in RECRUITS if one not in before and not waits), die)
    if phase == "jungle_combat":
        last = next((one for one in before if one in DICE_BEFORE_FIRE), "")
        due = DICE_BEFORE_FIRE[DICE_BEFORE_FIRE.index(last) + 1 :] if last else DICE_BEFORE_FIRE
        return due[0] if due else f"jungle_{die}"
    return die

"""The purpose of dice rolled with a general button, inferred from what happens in the game."""

from __future__ import annotations

from modgen_rules.civil_power.judging.fire import SPECIAL
from modgen_rules.civil_power.judging.gunnery import AMMUNITION, RUIN
from modgen_rules.civil_power.judging.options import options_of
from modgen_rules.civil_power.law.plan import FIRES, GUNS, LOST_BOXES, MOB, MOBS, POLICE, TANK
from modgen_rules.civil_power.reading.record import Record

CROWDS, TDN, OVERREACTION = "crowds_move", "tdn", "overreaction"


def due(record: Record, side: str, number: int) -> str:
    """The die that is due when a side rolls `number` dice after the acts of a record."""
    phase = record.shown
    own = POLICE if side == POLICE else MOB
    kind = phase.rpartition("_")[2]
    if phase == "fires":
        return "fire_check" if _fires_checked(record) else "fires_out"
    if kind == "recovery":
        return "build"
    if number == 2 and (die := _two_dice(record, kind, own)):
        return die
    if _in_force(record, "8.10") and _after_loss(record, number):
        return OVERREACTION
    return (kind == "fire" and (_after_weapon(record) or _after_gun(record, own))) or own


def _two_dice(record: Record, kind: str, own: str) -> str:
    """What two dice are for in a kind of phase, if nobody attacks with them; empty if they may."""
    if kind == "fire" and own == POLICE and _in_force(record, "8.9"):
        return TDN
    if kind == "move" and _in_force(record, "8.14.2.a"):
        return CROWDS
    scenario = record.field.scenario
    comes = kind == "move" and own == MOB and "reinforced_from" in scenario.attributes
    return "reinforcements" if comes else ""


def _fires_checked(record: Record) -> bool:
    """S.II7.f: whether a die was rolled for each Fire, and a Vehicle stands in one."""
    at, dice = record.positions[-1], 0
    for act in reversed(record.acts):
        if act.what == "phase":
            break
        dice += len(act.dice) * (act.what == "roll" and act.kind == "fires_out")
    fires = sum(len(faces) for faces in at.fires.values())
    return dice >= fires and any(at.vehicles(cell) for cell in at.fires)


def _in_force(record: Record, option: str) -> bool:
    return option in options_of(record.positions[-1])


def _after_loss(record: Record, number: int) -> bool:
    """Whether units were lost since the last dice but those for their loss."""
    due = 0
    for act in reversed(record.acts):
        if act.what == "phase" or (act.what == "roll" and act.kind != OVERREACTION):
            break
        if act.what == "roll":
            due -= len(act.dice)
        elif act.what == "move":
            due += act.target in LOST_BOXES.values()
    return due >= number


def _after_weapon(record: Record) -> str:
    """The die that follows gas, or the attacks of a Molotov; empty for another one."""
    attacks, burns, checked = 0, False, False
    for n in range(len(record.acts) - 1, -1, -1):
        act = record.acts[n]
        way = act.said.choices.get("way") if act.said else None
        if act.what == "phase":
            return ""
        if act.kind == "fire_check":
            return "fire_check" if burns else ""  # for a Vehicle in the new Fire
        burns |= act.kind == "fire" and act.what == "move"
        checked |= act.what == "check"
        if act.what == "roll" and act.kind in MOBS:
            attacks += len(act.dice)
        elif way == "gas_gun":
            return "canister"
        elif way == "molotov" and act.said:
            cells = act.said.spaces.get("fired_at", frozenset())
            there = sum(len(record.positions[n].at(cell)) for cell in cells)
            return "fire_check" if attacks >= there else ""
        elif way:
            gas = way == "hand_gas" and checked
            return TDN if gas and _in_force(record, "8.9") else ""
    return ""


def _after_gun(record: Record, own: str) -> str:
    """The die that follows the shot of a gun: for the house, then for its ammunition; or empty."""
    rolled: set[str] = set()
    cells: frozenset[str] = frozenset()
    told, special = False, False
    for act in reversed(record.acts):
        choices = act.said.choices if act.said else {}
        if act.what == "phase" or choices.get("target") == "everyone":
            return ""
        if act.what == "roll":
            if told:
                return ""
            rolled.add(act.kind)
        if act.said and {"target", "way"} & choices.keys():
            told, special = True, special or choices.get("way") == SPECIAL
            cells |= act.said.spaces.get("fired_at", frozenset())
        elif told and act.what == "condition" and (act.target, act.source) == (FIRES, "on"):
            if act.kind not in GUNS or own not in rolled:
                return ""
            shell = act.kind == "field_gun" or (act.kind == TANK and special)
            house = shell and any(record.field.is_building(cell) for cell in cells)
            due = [RUIN] * house + [AMMUNITION]
            return next((die for die in due if die not in rolled), "")
    return ""

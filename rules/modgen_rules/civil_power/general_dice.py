"""The purpose of dice rolled with a general button, inferred from what happens in the game."""

from __future__ import annotations

import re

from modgen_rules.civil_power.plan import MOB, MOBS, POLICE
from modgen_rules.civil_power.record import Record

GENERAL = re.compile(r"(?P<number>\d*)d(?P<sides>\d+)", re.IGNORECASE)
"""The name of such a button: `2d6`."""
CROWDS = "crowds_move"
CROWD_OPTION = "option_command_crowds"


def button(record: Record, rolled: str, side: str, number: int) -> str:
    """The die of the game that a roll of a general button stands for; empty for another button.

    `number` dice were rolled by a side, after the acts of the record.
    """
    match = GENERAL.fullmatch(rolled.strip())
    if match is None or int(match["sides"]) != record.field.plan.highest:
        return ""
    phase = next((act.target for act in reversed(record.acts) if act.what == "phase"), record.phase)
    own = POLICE if side == POLICE else MOB
    kind = phase.rpartition("_")[2]
    if phase == "fires":
        return "fires_out"
    if kind == "recovery":
        return "build"
    if kind == "move" and number == 2 and _in_force(record, CROWD_OPTION):
        return CROWDS
    return (kind == "fire" and _after_weapon(record)) or own


def _in_force(record: Record, option: str) -> bool:
    states = record.positions[-1].pieces.values()
    return any(state.kind == option and state.face != "off" for state in states)


def _after_weapon(record: Record) -> str:
    """The die that follows a Gas Gun, or the attacks of a Molotov; empty for another one."""
    attacks, burns = 0, False
    for n in range(len(record.acts) - 1, -1, -1):
        act = record.acts[n]
        way = act.said.choices.get("way") if act.said else None
        if act.what == "phase":
            return ""
        if act.kind == "fire_check":
            return "fire_check" if burns else ""  # for a Vehicle in the new Fire
        burns |= act.kind == "fire" and act.what == "move"
        if act.what == "roll" and act.kind in MOBS:
            attacks += len(act.dice)
        elif way == "gas_gun":
            return "canister"
        elif way == "molotov" and act.said:
            cells = act.said.spaces.get("fired_at", frozenset())
            there = sum(len(record.positions[n].at(cell)) for cell in cells)
            return "fire_check" if attacks >= there else ""
        elif way:
            return ""
    return ""

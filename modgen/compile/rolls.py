"""Dice that units roll from their menus: one line of chat with all dice and the hits."""

from __future__ import annotations

from modgen.compile.build import Build, act, scene
from modgen.model.types.pieces import PieceType
from modgen.model.types.unit_states import UnitRoll
from modgen.vassal import traits as t
from modgen.vassal.keys import key
from modgen.vassal.traits import Trait


def rolls(build: Build, piece: PieceType) -> list[Trait]:
    """The rolls of a unit of the right side and size."""
    traits: list[Trait] = []
    for roll in build.game.info.rolls:
        count = roll.dice.get(piece.size_class or "", 0)
        if piece.kind == "force" and count and (not roll.sides or piece.side in roll.sides):
            traits += build.share(f"{roll.name}, {count}", _roll(build, roll, count))
    return traits


def _roll(build: Build, roll: UnitRoll, count: int) -> list[Trait]:
    throw, tell = act(f"Roll_{roll.id}"), act(f"Tell_{roll.id}")
    dice = [f"Die_{roll.id}_{number}" for number in range(1, count + 1)]
    hits = f"Hits_{roll.id}"
    counted = "+".join(f"({die}>={roll.hits} ? 1 : 0)" for die in dice)
    told = build.words(
        "report_unit_roll",
        roll=roll.name,
        dice=", ".join(f"${die}$" for die in dice),
        hits=f"${hits}$",
    )
    return [
        *(
            t.DynamicProperty(
                name=die,
                constraints=f"true,0,{roll.die},false",
                commands=t.property_commands(("", throw, f"P,{{Random({roll.die})}}")),
                value="0",
            )
            for die in dice
        ),
        t.CalculatedProperty(name=hits, expression=f"{{{counted}}}"),
        t.ReportAction(keys=(tell,), format=told.removesuffix(" *") + scene(build.game) + " *"),
        t.TriggerAction(
            name=roll.name,
            menu=roll.name,
            key=key(roll.key) if roll.key else act(f"Unit_{roll.id}"),
            action_keys=(throw, tell),
        ),
    ]

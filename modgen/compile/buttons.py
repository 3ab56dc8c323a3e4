"""Buttons of `game.yaml` that move pieces from some boxes to another."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.compile.build import Build, act, quoted
from modgen.model.boards.layout import box_point
from modgen.model.types.game_file import Button, ButtonStep
from modgen.model.types.pieces import PieceType
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait


def goes(build: Build, piece: PieceType) -> list[Trait]:
    """The traits with which a piece follows the buttons that move it."""
    traits: list[Trait] = []
    for button, number, step in _steps(build):
        if piece.id in step.pieces:
            box = build.game.boxes[step.to]
            x, y = build.point(box_point(build.game, box, piece))
            traits.append(
                t.SendToLocation(
                    key=_go(button, number), map=build.map_name(box.board), x=str(x), y=str(y)
                )
            )
    return traits


def buttons(build: Build) -> list[Component]:
    """For each button one that players press, and a hidden command for each step."""
    game = build.game
    made: list[Component] = []
    for button, number, step in _steps(build):
        kinds = " || ".join(f"PieceType=={quoted(piece)}" for piece in step.pieces)
        zones = " || ".join(
            f"CurrentZone=={quoted(build.zone_name(game.boxes[box]))}" for box in step.boxes
        )
        made.append(
            component(
                "GlobalKeyCommand",
                name=f"{button.name} {number}",
                buttonText="",
                tooltip="",
                icon="",
                buttonHotkey=_press(button, number),
                hotkey=_go(button, number),
                filter=f"{{({kinds}) && ({zones})}}",
                reportSingle=True,
                suppressSounds=True,
            )
        )
    for button in game.info.buttons:
        presses = [_press(button, number) for number in range(len(button.steps))]
        made.append(
            component(
                "DoActionButton",
                name=button.name,
                text=button.name,
                tooltip=button.name,
                icon="",
                doReport=True,
                reportFormat=f"$PlayerSide$: {button.name} *",
                doHotkey=True,
                hotkeys=sequence.join(map(str, presses), ","),
            )
        )
    return made


def _steps(build: Build) -> Iterator[tuple[Button, int, ButtonStep]]:
    for button in build.game.info.buttons:
        for number, step in enumerate(button.steps):
            yield button, number, step


def _go(button: Button, number: int) -> Key:
    return act(f"Goes_{button.id}_{number}")


def _press(button: Button, number: int) -> Key:
    return act(f"Press_{button.id}_{number}")

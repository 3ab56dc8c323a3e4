"""Buttons of `game.yaml` that move pieces, cards and level markers, step by step."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.compile import conditions
from modgen.compile.build import Build, act, quoted
from modgen.compile.words import PLAYER
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
    game = build.game
    traits: list[Trait] = []
    for button, number, step in _steps(build):
        if piece.id in step.pieces:
            box = game.boxes[str(step.to)]
            x, y = build.point(box_point(game, box, piece))
            traits.append(
                t.SendToLocation(
                    key=_go(button, number), map=build.map_name(box.board), x=str(x), y=str(y)
                )
            )
        if step.level == piece.id:
            track = game.tracks[piece.tracks or ""]
            traits.append(
                t.SendToLocation(
                    key=_go(button, number),
                    map=build.map_name(track.board),
                    board=game.boards[track.board].name,
                    destination="G",
                    grid_location=f"{track.name} {step.to}",
                )
            )
    return traits


def buttons(build: Build) -> list[Component]:
    """For each button one that players press, and a hidden command for each step."""
    game = build.game
    made: list[Component] = []
    for button, number, step in _steps(build):
        made.append(
            component(
                "GlobalKeyCommand",
                name=f"{button.name} {number}",
                buttonText="",
                tooltip="",
                icon="",
                buttonHotkey=_press(button, number),
                hotkey=_sent(build, button, number, step),
                filter=_filter(build, step),
                deckCount=0,
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
                hotkey=press_key(button) if button.phases else None,
                doReport=True,
                reportFormat=f"{PLAYER}: {button.name} *",
                doHotkey=True,
                hotkeys=sequence.join(map(str, presses), ","),
            )
        )
    return made


def _sent(build: Build, button: Button, number: int, step: ButtonStep) -> Key:
    """What a step sends to the pieces, cards or marker that it is for."""
    if step.decks:
        return act(f"PutInto_{step.to}")
    condition = next((one for one in build.game.info.conditions if one.id == step.clears), None)
    return conditions.stroke_of(condition) if condition else _go(button, number)


def press_key(button: Button) -> Key:
    """The hotkey of a button that the turn tracker presses."""
    return act(f"Button_{button.id}")


def _filter(build: Build, step: ButtonStep) -> str:
    """An expression for what a step moves."""
    game = build.game
    kinds = [f"PieceType=={quoted(piece)}" for piece in step.pieces]
    kinds += [f"CardDeck=={quoted(deck)}" for deck in step.decks]
    kinds += [f"PieceType=={quoted(step.level)}"] if step.level else []
    if step.clears:
        condition = next(one for one in game.info.conditions if one.id == step.clears)
        units = [
            one.id
            for one in game.pieces
            if conditions.can_be_in(one, condition) and step.side in (None, one.side)
        ]
        names = " || ".join(f"PieceType=={quoted(unit)}" for unit in units)
        return f"{{({names}) && {conditions.layer_name(condition)}_Active==true}}"
    zones = [f"CurrentZone=={quoted(build.zone_name(game.boxes[box]))}" for box in step.boxes]
    if not zones:
        return "{" + " || ".join(kinds) + "}"
    return f"{{({' || '.join(kinds)}) && ({' || '.join(zones)})}}"


def _steps(build: Build) -> Iterator[tuple[Button, int, ButtonStep]]:
    for button in build.game.info.buttons:
        for number, step in enumerate(button.steps):
            yield button, number, step


def _go(button: Button, number: int) -> Key:
    return act(f"Goes_{button.id}_{number}")


def _press(button: Button, number: int) -> Key:
    return act(f"Press_{button.id}_{number}")

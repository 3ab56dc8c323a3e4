"""The greeting in the chat when a scenario begins: its text and its first steps."""

from __future__ import annotations

from modgen.compile.build import Build, act, quoted
from modgen.compile.words import SCENARIO
from modgen.model.types.scenario import Scenario
from modgen.vassal.components import Component, component

GREET = act("Greet")
LONGEST = 3
"""The most notes of a scenario that the greeting repeats."""


def greeting(build: Build) -> list[Component]:
    """The hidden buttons that write the greeting, and the command that presses them once a game."""
    buttons: list[Component] = []
    name = build.words("greeting", title=build.game.info.title, scenario="")
    for ending, scenarios in build.beginnings():
        text = '""'
        for scenario in scenarios:
            if scenario.text or scenario.notes:
                said = quoted(_lines(build, scenario))
                text = f"{SCENARIO}=={quoted(scenario.id)} ? {said} : ({text})"
        if text == '""':
            continue
        button = component(
            "DoActionButton",
            name=name + ending,
            text="",
            tooltip="",
            icon="",
            hotkey=GREET,
            doReport=True,
            reportFormat="{" + text + "}",
        )
        buttons.append(button)
    if not buttons:
        return []
    start = component(
        "StartupGlobalKeyCommand",
        name=name,
        whenToApply="startOfGameOnly",
        hotkeyOrKeyCommand="sendHotkey",
        globalHotkey=GREET,
    )
    return [*buttons, start]


def _lines(build: Build, scenario: Scenario) -> str:
    """The scenario's name, its text and its first notes, one line of chat."""
    head = build.words("greeting", title=build.game.info.title, scenario=scenario.name)
    said = [text for text in (scenario.text, *scenario.notes[:LONGEST]) if text]
    if len(scenario.notes) > LONGEST and build.game.charts:
        said.append(build.words("greeting_more"))
    return " ".join([f"{head}.", *said])

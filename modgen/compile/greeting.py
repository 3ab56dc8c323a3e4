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
    """The hidden button that writes the greeting, and the command that presses it once a game."""
    scenarios = [one for one in build.game.scenarios if one.text or one.notes]
    if not scenarios:
        return []
    text = '""'
    for scenario in scenarios:
        text = f"{SCENARIO}=={quoted(scenario.id)} ? {quoted(_lines(build, scenario))} : ({text})"
    name = build.words("greeting", title=build.game.info.title, scenario="")
    return [
        component(
            "DoActionButton",
            name=name,
            text="",
            tooltip="",
            icon="",
            hotkey=GREET,
            doReport=True,
            reportFormat="{" + text + "}",
        ),
        component(
            "StartupGlobalKeyCommand",
            name=name,
            whenToApply="startOfGameOnly",
            hotkeyOrKeyCommand="sendHotkey",
            globalHotkey=GREET,
        ),
    ]


def _lines(build: Build, scenario: Scenario) -> str:
    """The scenario's name, its text and its first notes, one line of chat."""
    head = build.words("greeting", title=build.game.info.title, scenario=scenario.name)
    said = [text for text in (scenario.text, *scenario.notes[:LONGEST]) if text]
    return " ".join([f"{head}.", *said])

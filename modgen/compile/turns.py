"""The turn tracker: the phases in order, the count of turns, and what their beginning does."""

from __future__ import annotations

from collections.abc import Iterator

from modgen.compile import buttons
from modgen.compile.build import CLEAR_MOVED, Build, act, as_expression, quoted
from modgen.compile.moved import moves_are_marked
from modgen.compile.words import PLAYER
from modgen.model.game import Game
from modgen.model.types.game_file import Phase
from modgen.model.types.pieces import PieceType
from modgen.model.types.scenario import Scenario
from modgen.vassal import commands, sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component, component
from modgen.vassal.keys import key
from modgen.vassal.traits import Trait
from modgen.vassal.turn_states import TurnState

PARTS = " · "
"""Between the names of a phase and of its parts."""
PHASE = "TurnPhase"
"""The module property with the name of the phase."""
GAME_TURN = "GameTurn"
"""The module property with the number of the turn."""
FOLLOW = act("FollowTurn")
"""Sends the marker of the turn to the number that the tracker shows."""
CALL_MARKER = act("CallTurnMarker")


def turn_tracker(build: Build) -> list[Component]:
    """The turn sequence as a tracker: the leaves of the tree of phases, in order."""
    words = build.words
    info = build.game.info
    phases = list(leaves(info.sequence))
    if not phases:
        return []
    level = component(
        "ListTurnLevel",
        name=words("turn"),
        property=PHASE,
        turnFormat="$value$",
        list=sequence.join([*(PARTS.join(trail) for trail in phases), *before(build.game)], ","),
    )
    if info.turns:
        level = component(
            "CounterTurnLevel",
            [level],
            name=info.turns.name,
            property=GAME_TURN,
            turnFormat=f"{info.turns.name} $value$",
            start=1,
            incr=1,
            loop=False,
        )
    tracker = component(
        "TurnTracker",
        [level, *_clearing(build), *_pressing(build), *_calling(build)],
        name=words("turn"),
        buttonText=words("turn"),
        tooltip=words("turn_tip"),
        turnFormat=f"$level1${PARTS}$level2$" if info.turns else "$level1$",
        reportFormat=_phase_report(build),
        nexthotkey=key("Ctrl+Alt+Right"),
        prevhotkey=key("Ctrl+Alt+Left"),
        lengthStyle="Maximum",
    )
    return [tracker, *_marker_command(build)]


def before(game: Game) -> list[str]:
    """What the tracker shows before the first turn: the last item of its list, or nothing.

    Set-ups begin there in the turn before the first, and hide the item, so that the tracker steps
    to the first phase of the first turn and never comes back. The phases keep their numbers.
    """
    turns = game.info.turns
    return [turns.before] if turns and turns.before else []


def properties(game: Game) -> list[Component]:
    """The property that puts the turn tracker into the tool bar, unless the player moves it."""
    if not game.phases:
        return []
    return [component("GlobalProperty", name="TurnTracker.defaultDocked", initialValue="true")]


def start_state(game: Game, scenario: Scenario) -> list[str]:
    """The command of a save that sets the tracker to a scenario's first turn and phases."""
    turns = game.info.turns
    first = scenario.levels.get(turns.marker or "", 1) if turns else None
    own = before(game)
    if not scenario.skips and first in (None, 1) and not own:
        return []
    shown = tuple(phase not in skipped(game, scenario) for phase in game.phases)
    state = TurnState(shown.index(True), first, shown)
    if own and first is not None:
        state = TurnState(len(shown), first - 1, (*shown, False))
    return [commands.SetTurn(state=state.text(len(shown))).text]


def skipped(game: Game, scenario: Scenario) -> set[str]:
    """The phases without subphases that a scenario skips."""

    def below(phases: list[Phase], *, inside: bool) -> Iterator[str]:
        for phase in phases:
            out = inside or phase.id in scenario.skips
            yield from below(phase.phases, inside=out)
            if out and not phase.phases:
                yield phase.id

    return set(below(game.info.sequence, inside=False))


def marker(build: Build, piece: PieceType) -> list[Trait]:
    """The trait with which the marker of the turn follows the tracker."""
    turns = build.game.info.turns
    if turns is None or turns.marker != piece.id or not piece.tracks:
        return []
    track = build.game.tracks[piece.tracks]
    number = f"Math.max({track.first},Math.min({track.last},{GAME_TURN}))"
    return [
        t.SendToLocation(
            key=FOLLOW,
            map=build.map_name(track.board),
            board=build.game.boards[track.board].name,
            destination="G",
            grid_location=f"{{{quoted(track.name + ' ')}+{number}}}",
        )
    ]


def _phase_report(build: Build) -> str:
    """The report of a step of the tracker: the phase, and what is done in it."""
    sequence_ = build.game.info.sequence
    texts = {
        PARTS.join(trail): phase.text
        for trail, phase in zip(leaves(sequence_), _last_phases(sequence_), strict=True)
    }
    said = '""'
    for name, text in texts.items():
        if text:
            test = f"newTurn=={quoted(name)}"
            if build.game.info.turns:
                test = f"newTurn.endsWith({quoted(PARTS + name)})"
            said = f"{test} ? {quoted(': ' + text)} : ({said})"
    line = as_expression(build.words("turn_report", player=PLAYER, turn="$newTurn$"))
    return f"{{{line}+({said})}}"


def _last_phases(phases: list[Phase]) -> Iterator[Phase]:
    """The phases without subphases."""
    for phase in phases:
        if phase.phases:
            yield from _last_phases(phase.phases)
        else:
            yield phase


def _clearing(build: Build) -> list[Component]:
    """Clears the marks of moved pieces at the first step of each main part of the turn."""
    if not moves_are_marked(build.game):
        return []
    firsts = (next(leaves([phase])) for phase in build.game.info.sequence)
    tests = (f"{PHASE}=={quoted(PARTS.join(trail))}" for trail in firsts)
    return [
        component(
            "TurnGlobalHotkey",
            name=build.words("unmark_tip"),
            hotkey=CLEAR_MOVED,
            match="{" + " || ".join(tests) + "}",
        )
    ]


def _pressing(build: Build) -> list[Component]:
    """Presses buttons at the beginning of phases."""
    names = {
        phase.id: PARTS.join(trail)
        for trail, phase in zip(
            leaves(build.game.info.sequence), _last_phases(build.game.info.sequence), strict=True
        )
    }
    return [
        component(
            "TurnGlobalHotkey",
            name=button.name,
            hotkey=buttons.press_key(button),
            match="{" + " || ".join(f"{PHASE}=={quoted(names[p])}" for p in button.phases) + "}",
        )
        for button in build.game.info.buttons
        if button.phases
    ]


def _calling(build: Build) -> list[Component]:
    """Calls the marker of the turn at every step."""
    turns = build.game.info.turns
    if turns is None or turns.marker is None:
        return []
    return [component("TurnGlobalHotkey", name=turns.name, hotkey=CALL_MARKER, match="{true}")]


def _marker_command(build: Build) -> list[Component]:
    """The hidden command that sends the marker of the turn to the tracker's number."""
    turns = build.game.info.turns
    if turns is None or turns.marker is None:
        return []
    own = f"PieceType=={quoted(turns.marker)} && Level_{turns.marker}!={GAME_TURN}"
    return [
        component(
            "GlobalKeyCommand",
            name=turns.name,
            buttonText="",
            tooltip="",
            icon="",
            buttonHotkey=CALL_MARKER,
            hotkey=FOLLOW,
            filter=f"{{{own}}}",
            deckCount=0,
            reportSingle=True,
            suppressSounds=True,
        )
    ]


def leaves(phases: list[Phase], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The phases without subphases, each with the names of its parents."""
    for phase in phases:
        trail = (*above, phase.name)
        if phase.phases:
            yield from leaves(phase.phases, trail)
        else:
            yield trail

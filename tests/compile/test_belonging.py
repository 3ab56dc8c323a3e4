"""Boxes that accept only some pieces, what was bought, and what only some pieces can do."""

from __future__ import annotations

import pytest

from modgen.compile.belonging import BACK, BOUGHT_IN, counted_as, paid_in
from modgen.compile.build import CLONE, FLIP, HOME, Build
from modgen.compile.pieces import game_piece
from modgen.compile.setup import placed_pieces
from modgen.compile.states import true_total
from modgen.compile.turns import start_state, turn_tracker
from modgen.model.game import Game
from modgen.vassal import sequence
from modgen.vassal import traits as t
from modgen.vassal.components import Component
from modgen.vassal.keys import Key
from modgen.vassal.traits import Trait
from modgen.vassal.turn_states import read_turn_state


def _traits(build: Build, kind: str) -> tuple[Trait, ...]:
    return game_piece(build, build.game.piece_types[kind]).traits


def _barred(build: Build, kind: str) -> str:
    back = [one for one in _traits(build, kind) if isinstance(one, t.TriggerAction)]
    return next((one.filter for one in back if BACK in one.action_keys), "")


def test_a_unit_returns_from_a_box_that_is_only_for_others(civil_build: Build) -> None:
    assert "Police force" in _barred(civil_build, "untrained_crowd")
    assert "|Mob force|" not in _barred(civil_build, "untrained_crowd")
    # In I-1 the Rival Mob's Crowds march with the Police.
    assert "Police force" not in _barred(civil_build, "untrained_crowd_2")
    assert "Mob left the map" not in _barred(civil_build, "line")


def test_what_was_bought_counts_wherever_it_is(civil_build: Build) -> None:
    game = civil_build.game
    told = true_total(civil_build, game.totals["spent_mob"])
    for name in ("Town", "Forces", "Records"):
        assert f'SumMap("{paid_in("force_mob")}","{name}")' in told
    names = {
        one.name
        for one in _traits(civil_build, "barricade")
        if isinstance(one, t.CalculatedProperty)
    }
    assert {paid_in("force_mob"), paid_in("force_rival"), paid_in("force_police")} <= names
    assert paid_in("force_police") not in {
        one.name
        for one in _traits(civil_build, "untrained_crowd")
        if isinstance(one, t.CalculatedProperty)
    }


@pytest.mark.long
def test_what_was_bought_counts_although_it_was_used(civil_build: Build) -> None:
    game = civil_build.game
    name = counted_as(game, "molotovs")
    assert f'3*SumZone("{name}",' in true_total(civil_build, game.totals["spent_mob"])
    notes = [
        one
        for one in _traits(civil_build, "molotovs")
        if isinstance(one, t.TriggerAction) and name in one.filter
    ]
    assert len(notes) == 1
    before = game.info.turns.before if game.info.turns else ""
    assert f'TurnPhase=="{before}" ? Level_molotovs : Math.max({name},' in notes[0].filter
    assert counted_as(game, "tdn") == "Level_tdn"
    chosen = next(one for one in game.scenarios if one.id == "i-2")
    begins = [
        trait.value
        for placed in placed_pieces(civil_build, chosen)
        for trait in placed.piece.traits
        if isinstance(trait, t.DynamicProperty) and trait.name == name
    ]
    assert begins == ["4"]


@pytest.mark.parametrize(("scenario", "box"), [("i-1", "force_mob"), ("i-2", "force_police")])
def test_units_of_a_force_begin_as_bought(civil_build: Build, scenario: str, box: str) -> None:
    chosen = next(one for one in civil_build.game.scenarios if one.id == scenario)
    found = {
        trait.value
        for placed in placed_pieces(civil_build, chosen)
        for trait in placed.piece.traits
        if isinstance(trait, t.DynamicProperty) and trait.name == BOUGHT_IN
    }
    assert {box, ""} <= found


def _reported(build: Build, kind: str) -> set[Key]:
    reports = [one for one in _traits(build, kind) if isinstance(one, t.ReportAction)]
    return {key for one in reports for key in one.keys}


def _answers(build: Build, kind: str) -> set[Key]:
    """The keys of the traits that flip, send or copy a piece."""
    found: set[Key | None] = set()
    for one in _traits(build, kind):
        match one:
            case t.Layer():
                found |= {one.up_key}
            case t.SendToLocation() | t.Clone():
                found |= {one.key}
            case t.TriggerAction():
                found |= set(one.watch_keys)
            case _:
                pass
    return {key for key in found if key}


@pytest.mark.long
def test_reports_only_tell_what_a_piece_can_do(every_build: Build) -> None:
    for piece in every_build.game.pieces:
        told = _reported(every_build, piece.id) & {FLIP, HOME, CLONE}
        assert told <= _answers(every_build, piece.id), piece.id


def test_every_marker_of_an_option_turns_with_one_key(civil_build: Build) -> None:
    options = [one.id for one in civil_build.game.pieces if one.id.startswith("option_")]
    assert options
    for kind in options:
        assert FLIP in _answers(civil_build, kind), kind


def test_a_side_of_a_square_is_picked_by_name(civil_build: Build) -> None:
    traits = _traits(civil_build, "barricade")
    (rotate,) = (one for one in traits if isinstance(one, t.Rotate))
    menu = next(one for one in traits if isinstance(one, t.SubMenu) and "South" in one.commands)
    assert menu.commands == ("North", "East", "South", "West")
    assert rotate.direct_key is not None
    assert rotate.direct_expression == "$PickedSide$"


def _list(tracker: Component) -> list[str]:
    return sequence.split(next(tracker.find_all("ListTurnLevel")).attributes["list"], ",")


def test_the_tracker_begins_with_the_set_up_and_never_returns(civil_build: Build) -> None:
    game = civil_build.game
    assert _list(turn_tracker(civil_build)[0])[len(game.phases) :] == ["Set-up"]
    for scenario in game.scenarios:
        (command,) = start_state(game, scenario)
        state = read_turn_state(command.partition("\t")[2], counts=True)
        assert state is not None
        assert (state.phase, state.turn) == (len(game.phases), 0)
        assert not state.shown[-1]
        assert state.to(0).turn == 1


def test_a_tracker_without_a_set_up_lists_only_phases(amigos: Game) -> None:
    assert len(_list(turn_tracker(Build(amigos))[0])) == len(amigos.phases)

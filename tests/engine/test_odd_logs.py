"""A number that a game does not have, as in a damaged log, crashes no rulebook."""

from __future__ import annotations

from modgen.assets import bundled_games
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.junta_coup.law.city import City
from modgen_rules.junta_coup.law.position import Position
from modgen_rules.tirad_pass.law.combat import Result, fire_result
from modgen_rules.tirad_pass.law.plan import Plan


def test_a_die_without_such_a_side_has_no_effect() -> None:
    plan = Plan(load(bundled_games()["tirad-pass"]).game)
    assert fire_result(plan, 0, 99) == Result()


def test_a_phase_marker_beside_its_track_leaves_the_phase(junta_coup: Game) -> None:
    position = Position(City.of(junta_coup), phase=3)
    beside = PieceState("coup_phase", "front", "board:main")
    assert position.changed("1", beside).phase == 3

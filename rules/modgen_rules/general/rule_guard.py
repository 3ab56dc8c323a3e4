"""Keeps the random player within `rules.yaml`: it asks the rules before it acts.

The same expressions judge an act here and a log there. Rules about the end of the game, and rules
that demand an act instead of forbidding one, do not guide the player.
"""

from __future__ import annotations

from collections.abc import Mapping

from modgen.model.game import Game
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.general.expressions import ExpressionError
from modgen_rules.general.rule_page import RulePage, judge_scene
from modgen_rules.general.scenes import Position, Scene


class RuleGuard:
    """Tells whether an act would break a rule of a game. `begin` each turn."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.page = RulePage([game])
        self._side = self._phase = ""
        self._starts: dict[str, Position] = {}
        """The position before the turn and before the phase, by `when`."""
        self._order = {phase: number for number, phase in enumerate(game.phases)}
        self._game_turn = 1
        self._turn = 0

    def begin(self, states: Mapping[str, PieceState], side: str, phase: str) -> None:
        """A side begins its turn in a phase; `states` are all pieces by id."""
        if not self.page.rules:
            return
        now = Position(self.game, dict(states))
        if phase != self._phase or "phase" not in self._starts:
            if self._phase and self._order.get(phase, 0) <= self._order.get(self._phase, 0):
                self._game_turn += 1
            self._starts["phase"] = now
        self._starts["turn"] = now
        self._side, self._phase = side, phase
        self._turn += 1

    def allows(self, states: Mapping[str, PieceState], change: Mapping[str, PieceState]) -> bool:
        """Whether pieces may become as in `change`, where all pieces are as in `states` now."""
        if not self.page.rules or "turn" not in self._starts:
            return True
        now = Position(self.game, states)
        after = Position(self.game, {**states, **change})
        return all(
            self._kept(when, start, after) for when, start in (*self._starts.items(), ("step", now))
        )

    def _kept(self, when: str, start: Position, after: Position) -> bool:
        rules = [one for one in self.page.rules if one.rule.when == when]
        if not rules:
            return True
        changed = tuple(
            key for key, state in after.pieces.items() if start.pieces.get(key) != state
        )
        scene = Scene(
            start,
            after,
            changed,
            (GameStep(1),),
            self._side,
            self._phase,
            self._game_turn,
            self._turn,
        )
        for one in rules:
            try:
                if not judge_scene(one, scene, self.page.board).kept:
                    return False
            except ExpressionError:
                continue
        return True

"""The rules of `rules.yaml`, judged on the turns of a log.

A breach is illegal, suspect or a note by the rule's severity. It is no more than suspect in a turn
that may not have ended, and cannot be told when a piece lies in a place that nothing describes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.model.game import Game
from modgen.model.types.rules import Rule
from modgen_rules.engine.findings import Span, Verdict
from modgen_rules.engine.piece_states import PieceState
from modgen_rules.general.board_functions import BoardFunctions
from modgen_rules.general.expressions import Expression, ExpressionError
from modgen_rules.general.rule_examples import phases_of
from modgen_rules.general.scenes import Position, Scene
from modgen_rules.general.turns import TurnRecord

VERDICTS: dict[str, Verdict] = {"error": "illegal", "warning": "suspect", "info": "note"}
FIELDS = ("given", "must", "shows")
"""The fields of a rule that are expressions."""
LONGEST_SHOWN = 200
"""Characters of a value in a finding."""


class RulePageError(ModgenError, ValueError):
    """A rule whose expressions cannot be used; the message names it."""


class RuleBreach(NamedTuple):
    """A rule that a scene breaks, or about which nothing can be told."""

    rule: Rule
    verdict: Verdict
    where: Span
    side: str
    """The id of the side that acted; empty when the log does not say."""
    turn: int
    """The number of the turn, from 1."""
    observed: str = ""
    """The value of the rule's `shows`."""
    problem: str = ""
    """Why the rule could not be judged."""


@dataclass(frozen=True)
class CompiledRule:
    """A rule ready to be judged."""

    rule: Rule
    must: Expression
    given: Expression | None = None
    shows: Expression | None = None
    phases: frozenset[str] = frozenset()
    """The phases in which it applies; empty for all."""

    def applies(self, scene: Scene) -> bool:
        """Whether a scene is of the rule's side and phase; `given` is not asked."""
        side, phases = self.rule.side, self.phases
        return (not side or scene.side == side) and (not phases or scene.phase in phases)


def compile_rule(rule: Rule, board: BoardFunctions) -> CompiledRule:
    """Compile a rule. Raises ExpressionError for its first mistake."""
    parts = {name: board.compile(getattr(rule, name)) for name in FIELDS if getattr(rule, name)}
    phases = frozenset(phases_of(board.game, rule.phase)) if rule.phase else frozenset()
    return CompiledRule(rule, parts["must"], parts.get("given"), parts.get("shows"), phases)


class Judged(NamedTuple):
    """What a rule says of a scene."""

    applies: bool
    """Whether side, phase and `given` fit."""
    kept: bool
    observed: str
    doubtful: bool
    """Whether the answer depends on a piece whose place is unknown."""


def judge_scene(rule: CompiledRule, scene: Scene, board: BoardFunctions) -> Judged:
    """Judge one rule on one scene. Raises ExpressionError when an expression has no value."""
    board.doubtful = False
    if not rule.applies(scene):
        return Judged(False, True, "", False)
    if rule.given is not None and not _truth(rule.given, scene, board, "given"):
        return Judged(False, True, "", board.doubtful)
    kept = _truth(rule.must, scene, board, "must")
    doubtful = board.doubtful
    shown = "" if kept or rule.shows is None else _text(board.value(rule.shows, scene))
    return Judged(True, kept, shown, doubtful)


def _truth(expression: Expression, scene: Scene, board: BoardFunctions, name: str) -> bool:
    value = board.value(expression, scene)
    if not isinstance(value, bool):
        raise ExpressionError(f"`{name}` must be true or false, and this is {_text(value)}")
    return value


def _text(value: object) -> str:
    """A value as a finding shows it: lists with commas, moves as their places."""
    if isinstance(value, list):
        text = ", ".join(map(_text, value))
    elif isinstance(value, dict):
        text = f"{value.get('kind', '')} {value.get('from', '')} → {value.get('to', '')}".strip()
    else:
        text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


@dataclass
class RulePage:
    """All rules of a game. `games` is the game in each of its languages.

    Raises RulePageError when a rule cannot be compiled; `modgen check-data` says where.
    """

    games: Sequence[Game]
    rules: list[CompiledRule] = field(init=False)
    board: BoardFunctions = field(init=False)

    def __post_init__(self) -> None:
        self.board = BoardFunctions(self.games)
        self.rules = []
        for rule in self.games[0].rules:
            try:
                self.rules.append(compile_rule(rule, self.board))
            except ExpressionError as problem:
                raise RulePageError(
                    f"the rule `{rule.id}` in rules.yaml cannot be used: {problem.message}; "
                    "`modgen check-data` says where"
                ) from problem

    def judge(self, turns: Iterable[TurnRecord]) -> Iterator[RuleBreach]:
        """The breaches of all rules in the turns of a log, in order."""
        game = self.games[0]
        phase: _Joined | None = None
        whole: _Joined | None = None
        silent: set[str] = set()
        scene: Scene | None = None
        for turn in turns:
            scene = turn_scene(game, turn, scene)
            yield from self._at("step", _step_scenes(game, turn, self._wanted("step")), silent)
            yield from self._at(
                "turn", [(scene, Span(turn.first, turn.last), turn.complete)], silent
            )
            if phase is None or (phase.last.phase, phase.last.game_turn) != (
                turn.phase, turn.game_turn,
            ):  # fmt: skip
                yield from self._joined("phase", phase, silent)
                phase = _Joined(turn)
            phase.add(turn)
            whole = whole or _Joined(turn)
            whole.add(turn)
        yield from self._joined("phase", phase, silent)
        yield from self._joined("end", whole, silent)

    def _wanted(self, when: str) -> bool:
        return any(one.rule.when == when for one in self.rules)

    def _joined(self, when: str, joined: _Joined | None, silent: set[str]) -> Iterator[RuleBreach]:
        if joined is not None and self._wanted(when):
            ended = joined.last.complete or when == "end"
            scene = joined.scene(self.games[0])
            where = Span(joined.first.first, joined.last.last)
            yield from self._at(when, [(scene, where, ended)], silent)

    def _at(
        self, when: str, scenes: Iterable[tuple[Scene, Span, bool]], silent: set[str]
    ) -> Iterator[RuleBreach]:
        """The breaches in some scenes; `silent` are rules that could not be judged before."""
        rules = [one for one in self.rules if one.rule.when == when]
        for scene, where, ended in scenes if rules else ():
            for one in rules:
                try:
                    judged = judge_scene(one, scene, self.board)
                except ExpressionError as problem:
                    if one.rule.id not in silent:
                        silent.add(one.rule.id)
                        yield RuleBreach(
                            one.rule, "cannot-tell", where, scene.side, scene.number,
                            problem=problem.message,
                        )  # fmt: skip
                    continue
                if judged.kept:
                    continue
                verdict = VERDICTS[one.rule.severity]
                # Without `given` nothing says that the end of the log is the end of the game.
                sure = ended and (when != "end" or one.given is not None)
                if judged.doubtful and verdict != "note":
                    verdict = "cannot-tell"
                elif verdict == "illegal" and not sure:
                    verdict = "suspect"
                yield RuleBreach(
                    one.rule, verdict, where, scene.side, scene.number, judged.observed
                )


@dataclass
class _Joined:
    """Consecutive turns that are judged together."""

    first: TurnRecord
    last: TurnRecord = field(init=False)
    turns: list[TurnRecord] = field(default_factory=list)

    def add(self, turn: TurnRecord) -> None:
        self.turns.append(turn)
        self.last = turn

    def scene(self, game: Game) -> Scene:
        changed = dict.fromkeys(key for turn in self.turns for key in turn.changed)
        sides = {turn.side for turn in self.turns}
        return Scene(
            Position(game, self.first.before), Position(game, self.last.after), tuple(changed),
            tuple(step for turn in self.turns for step in turn.steps),
            self.first.side if len(sides) == 1 else "", self.last.phase, self.last.game_turn,
            self.last.number,
        )  # fmt: skip


def turn_scene(game: Game, turn: TurnRecord, last: Scene | None = None) -> Scene:
    """A turn as a scene; `last` is the scene of the turn before it, if there is one."""
    known = last is not None and last.after.pieces is turn.before
    before = last.after if last is not None and known else Position(game, turn.before)
    return Scene(
        before, Position(game, turn.after), turn.changed, turn.steps, turn.side, turn.phase,
        turn.game_turn, turn.number,
    )  # fmt: skip


def _step_scenes(game: Game, turn: TurnRecord, wanted: bool) -> Iterator[tuple[Scene, Span, bool]]:
    """The scene of each step of a turn that changes pieces or rolls dice."""
    now = Position(game, turn.before)
    for step in turn.steps if wanted else ():
        if not step.changes and not step.rolls:
            continue
        pieces: dict[str, PieceState] = dict(now.pieces)
        for change in step.changes:
            if change.after is None:
                pieces.pop(change.piece, None)
            else:
                pieces[change.piece] = change.after
        after = Position(game, pieces) if step.changes else now
        keys = tuple(dict.fromkeys(change.piece for change in step.changes))
        scene = Scene(
            now, after, keys, (step,), step.side or turn.side, turn.phase, turn.game_turn,
            turn.number,
        )  # fmt: skip
        yield scene, Span(step.number, step.number), True
        now = after


def scenes_of(rule: CompiledRule, turn: TurnRecord, game: Game) -> list[Scene]:
    """The scenes of one turn that a rule judges."""
    if rule.rule.when == "step":
        return [scene for scene, *_ in _step_scenes(game, turn, True)]
    return [turn_scene(game, turn)]

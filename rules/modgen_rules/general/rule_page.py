"""The rules of `rules.yaml`, judged on the turns of a log.

A breach is illegal, suspect or a note by the rule's severity. It is no more than suspect in a turn
that may not have ended, and cannot be told when a piece lies in a place that nothing describes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.model.files.binding import SourceMap
from modgen.model.files.diagnostics import Diagnostics, PartDiagnostic
from modgen.model.game import Game
from modgen.model.types.rules import Rule
from modgen_rules.engine.reading import prices
from modgen_rules.engine.reading.verdicts import CERTAIN, lapse
from modgen_rules.engine.reading.verdicts import verdict as by_gap
from modgen_rules.engine.record.piece_states import PieceState, carry_out
from modgen_rules.engine.reports.clauses import Clause
from modgen_rules.engine.reports.findings import Span, Verdict
from modgen_rules.general.board_functions import BoardFunctions
from modgen_rules.general.expressions import Expression, ExpressionError
from modgen_rules.general.rule_examples import phases_of
from modgen_rules.general.scenes import Position, Scene
from modgen_rules.general.turns import TurnRecord
from modgen_rules.general.vocabulary import Vocabulary

VERDICTS: dict[str, Verdict] = {"error": "illegal", "warning": "suspect", "info": "note"}
SUBJECT = "rule"
"""The first part of the number of a rule's clause: `rule.castles-stand`."""
FIELDS = ("given", "must", "shows")
"""The fields of a rule that are expressions."""
MAX_SPENT = 3_000_000
"""Calls of functions of one rule in one log; a rule that needs more is judged no further."""
PIECES_MOVED, CARDS_MOVED = 'moves("*")', 'moves("cards")'
"""What a finding shows if its rule has no `shows`."""
LONGEST_SHOWN = 200
"""Characters of a value in a finding."""


class RuleError(ModgenError, ValueError):
    """A rule that cannot be compiled; `diagnostic` says why and where."""

    def __init__(self, diagnostic: PartDiagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class RuleBreach(NamedTuple):
    """A rule that a stretch of the log breaks, or about which nothing can be told."""

    rule: Rule
    verdict: Verdict
    where: Span
    side: str
    """The id of the side that acted; empty when the log does not say."""
    observed: str
    """The value of the rule's `shows`, or why the rule could not be judged; may be empty."""


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
    """Compile a rule. Raises RuleError for its first mistake."""
    wrong, parts = compile_parts(rule, board)
    if wrong:
        raise RuleError(wrong[0])
    phases = frozenset(phases_of(board.game, rule.phase)) if rule.phase else frozenset()
    shows = parts.get("shows")
    if shows is None and rule.when != "end":
        moved = [PIECES_MOVED] * bool(board.game.pieces) + [CARDS_MOVED] * bool(board.game.cards)
        shows = board.compile(" + ".join(moved)) if moved else None
    return CompiledRule(rule, parts["must"], parts.get("given"), shows, phases)


def compile_parts(
    rule: Rule, board: BoardFunctions
) -> tuple[list[PartDiagnostic], dict[str, Expression]]:
    """The expressions of a rule by field, and what is wrong with the others."""
    wrong: list[PartDiagnostic] = []
    parts: dict[str, Expression] = {}
    for name in FIELDS:
        text = getattr(rule, name)
        try:
            if text:
                parts[name] = board.compile(text)
        except ExpressionError as problem:
            wrong.append(
                PartDiagnostic(rule, (name,), problem.message, problem.hint, offset=problem.offset)
            )
    return wrong, parts


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
    shown = "" if kept or rule.shows is None else _text(board.value(rule.shows, scene), board.name)
    return Judged(True, kept, shown, doubtful)


def _truth(expression: Expression, scene: Scene, board: BoardFunctions, name: str) -> bool:
    value = board.value(expression, scene)
    if not isinstance(value, bool):
        raise ExpressionError(f"`{name}` must be true or false, and this is {_text(value)}")
    return value


def _text(value: object, names: Callable[[str], str] = str) -> str:
    """A value as a finding shows it; `names` gives the displayed names of pieces and places."""
    if isinstance(value, list):
        counts = Counter(_text(one, names) for one in value)
        text = ", ".join(
            f"{number} × {one}" if number > 1 else one for one, number in counts.items()
        )
    elif isinstance(value, dict):
        kind, source, target = (names(str(value.get(key, ""))) for key in ("kind", "from", "to"))
        text = f"{kind} from {source} to {target}"
    else:
        text = str(value).lower() if isinstance(value, bool) else names(str(value))
    return text if len(text) <= LONGEST_SHOWN else f"{text[: LONGEST_SHOWN - 1]}…"


class RulePage:
    """All rules of a game. `games` is the game in each of its languages.

    The texts of the rules are those of `language`, by default those of the first game.

    Raises GameDataError, with positions from `sources`, when a rule cannot be compiled.
    """

    def __init__(
        self, games: Sequence[Game], sources: SourceMap | None = None, language: str = ""
    ) -> None:
        self.game = games[0]
        self.told = next((game for game in games if game.language == language), self.game)
        self.rules: list[CompiledRule] = []
        if not self.game.rules:
            return
        self.board = BoardFunctions(games, Vocabulary(self.told).name)
        found = Diagnostics()
        for rule in self.game.rules:
            try:
                self.rules.append(compile_rule(rule, self.board))
            except RuleError as problem:
                at = (sources or SourceMap()).locate(problem.diagnostic)
                found.error(at, problem.diagnostic.message, problem.diagnostic.hint)
        found.stop_on_errors()

    def clauses(self, prefix: str) -> tuple[Clause, ...]:
        """A clause for each rule, with its first examples. `prefix` begins the codes."""
        return tuple(_clause(rule, prefix) for rule in self.told.rules)


def _clause(rule: Rule, prefix: str) -> Clause:
    legal, illegal = (next(iter(texts), "") for texts in (rule.legal, rule.illegal))
    return Clause(
        f"{SUBJECT}.{rule.id}",
        f"{prefix}-{SUBJECT}-{rule.id}",
        rule.text,
        rule.when,
        rule.severity,
        rule.why,
        "",
        legal,
        illegal,
        "",
        proof="the examples in rules.yaml",
    )


class PageJudge:
    """Judges the turns of one log by the rules of a page."""

    def __init__(self, page: RulePage) -> None:
        self.page = page
        self._silent: set[str] = set()
        """Rules that could not be judged; that is told once."""
        self._spent: Counter[str] = Counter()
        """The calls of each rule."""
        self._scene: Scene | None = None
        self._phase: _Joined | None = None
        self._whole: _Joined | None = None
        self._phase_ends = self._game_ends = False

    def watched(self, turns: Iterable[TurnRecord]) -> Iterator[TurnRecord]:
        """The same turns in order; meanwhile it is known which of them end a phase or the game."""
        earlier: TurnRecord | None = None
        for turn in turns:
            if earlier is not None:
                self._phase_ends = _phase_of(earlier) != _phase_of(turn)
                yield earlier
            earlier = turn
        if earlier is not None:
            self._phase_ends = self._game_ends = True
            yield earlier

    def breaches(self, turn: TurnRecord) -> Iterator[RuleBreach]:
        """What a turn breaks, by itself or as the end of a phase or of the game.

        It must be the turn that `watched` yielded last.
        """
        game = self.page.game
        if not self.page.rules:
            return
        self._scene = scene = turn_scene(game, turn, self._scene)
        if self._wanted("step"):
            for step, where in step_scenes(game, turn):
                yield from self._at("step", step, where, True)
        where = Span(turn.first, turn.last)
        yield from self._at("turn", scene, where, turn.complete)
        for joined in (self._phase, self._whole):
            if joined is not None:
                joined.add(turn)
        self._phase = self._phase or _Joined(turn)
        self._whole = self._whole or _Joined(turn)
        if self._phase_ends:
            if self._wanted("phase"):
                yield from self._at("phase", self._phase.scene(game), where, turn.complete)
            self._phase = None
        if self._game_ends and self._wanted("end"):
            yield from self._at("end", self._whole.scene(game), where, True)

    def _wanted(self, when: str) -> bool:
        return any(one.rule.when == when for one in self.page.rules)

    def _at(self, when: str, scene: Scene, where: Span, ended: bool) -> Iterator[RuleBreach]:
        """The breaches of the rules of one kind in a scene."""
        for one in self.page.rules:
            if one.rule.when != when or one.rule.id in self._silent:
                continue
            before = self.page.board.spent
            try:
                if self._spent[one.rule.id] > MAX_SPENT:
                    raise ExpressionError("it takes too long in this game")
                judged = judge_scene(one, scene, self.page.board)
                self._spent[one.rule.id] += self.page.board.spent - before
            except ExpressionError as problem:
                self._silent.add(one.rule.id)
                text = f"the rule cannot be judged from here on: {problem.message}"
                yield RuleBreach(one.rule, "cannot-tell", where, scene.side, text)
                continue
            if judged.kept:
                continue
            verdict = VERDICTS[one.rule.severity]
            # Without `given` nothing says that the end of the log is the end of the game.
            sure = ended and (when != "end" or one.given is not None)
            if judged.doubtful and verdict != "note":
                verdict = "cannot-tell"
            elif verdict == "illegal":
                verdict = by_gap(CERTAIN if sure else lapse(prices.ENDS))
            yield RuleBreach(one.rule, verdict, where, scene.side, judged.observed)


def _phase_of(turn: TurnRecord) -> tuple[str, int]:
    return turn.phase, turn.game_turn


@dataclass
class _Joined:
    """Consecutive turns that are judged together."""

    first: TurnRecord
    turns: list[TurnRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns.append(self.first)

    def add(self, turn: TurnRecord) -> None:
        self.turns.append(turn)

    def scene(self, game: Game) -> Scene:
        first, last = self.turns[0], self.turns[-1]
        changed = dict.fromkeys(key for turn in self.turns for key in turn.changed)
        steps = tuple(step for turn in self.turns for step in turn.steps)
        side = first.side if len({turn.side for turn in self.turns}) == 1 else ""
        return Scene(
            Position(game, first.before),
            Position(game, last.after),
            tuple(changed),
            steps,
            side,
            last.phase,
            last.game_turn,
            last.number,
        )


def turn_scene(game: Game, turn: TurnRecord, last: Scene | None = None) -> Scene:
    """A turn as a scene; `last` is the scene of the turn before it, if there is one."""
    known = last is not None and last.after.pieces is turn.before
    before = last.after if last is not None and known else Position(game, turn.before)
    after = before.then(turn.after, turn.changed)
    return Scene(
        before,
        after,
        turn.changed,
        turn.steps,
        turn.side,
        turn.phase,
        turn.game_turn,
        turn.number,
    )


def step_scenes(game: Game, turn: TurnRecord) -> Iterator[tuple[Scene, Span]]:
    """The scene of each step of a turn that changes pieces or rolls dice."""
    now = Position(game, turn.before)
    for step in turn.steps:
        if not step.changes and not step.rolls:
            continue
        pieces: dict[str, PieceState] = dict(now.pieces)
        carry_out(step.changes, pieces)
        keys = tuple(dict.fromkeys(change.piece for change in step.changes))
        after = now.then(pieces, keys) if keys else now
        scene = Scene(
            now,
            after,
            keys,
            (step,),
            step.side or turn.side,
            turn.phase,
            turn.game_turn,
            turn.number,
        )
        yield scene, Span(step.number, step.number)
        now = after


def scenes_of(rule: CompiledRule, turn: TurnRecord, game: Game) -> list[Scene]:
    """The scenes of one turn that a rule judges."""
    if rule.rule.when == "step":
        return [scene for scene, _ in step_scenes(game, turn)]
    return [turn_scene(game, turn)]

"""Checks of `rules.yaml` for `modgen check-data`: its expressions compile, its examples agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from modgen.model.files.diagnostics import PartDiagnostic
from modgen.model.game import Game
from modgen_rules.engine.pairs.board_words import ExampleError
from modgen_rules.engine.record.game_steps import GameStep
from modgen_rules.engine.record.piece_states import PieceChange, PieceState
from modgen_rules.general.board_functions import FUNCTIONS, BoardFunctions
from modgen_rules.general.expressions import ExpressionError
from modgen_rules.general.rule_examples import read_example
from modgen_rules.general.rule_page import (
    CompiledRule,
    Judged,
    compile_parts,
    compile_rule,
    judge_scene,
    scenes_of,
)
from modgen_rules.general.turns import TurnRecord

T = TypeVar("T")
MAX_SPENT = 3_000_000
"""Calls of functions for all examples of all rules."""
MAX_TRIAL = 300_000
"""Calls of functions for the random turns of one rule."""
TRIALS = 400
"""Random turns on which a rule that no example breaks is tried."""


def check_rules(games: Sequence[Game]) -> Iterator[PartDiagnostic]:
    """What is wrong with the rules of a game, which is given in each of its languages.

    Each rule needs an example that keeps it and one that breaks it, and all examples must do as
    they say. An expression that cannot fail is an error.
    """
    if not games[0].rules:
        return
    board = BoardFunctions(games)
    for rule in games[0].rules:
        if board.spent > MAX_SPENT:
            yield PartDiagnostic(
                rule,
                ("id",),
                "the rules before this one take too long to check",
                "use fewer examples, or loops over fewer places",
            )
            return
        wrong, parts = compile_parts(rule, board)
        wrong += [
            PartDiagnostic(
                rule,
                (name,),
                f"`{name}` does not look at the game, so its value never changes",
                "use a function such as `count` or a variable such as `side`",
            )
            for name, made in parts.items()
            if name != "shows" and not made.looks_at_game
        ]
        yield from wrong or _examples(compile_rule(rule, board), board)


def _examples(rule: CompiledRule, board: BoardFunctions) -> Iterator[PartDiagnostic]:
    """Run all examples of a rule."""
    wrong = 0
    for name in ("legal", "illegal"):
        listed: list[str] = getattr(rule.rule, name)
        if not listed:
            wrong += 1
            verb = "keeps" if name == "legal" else "breaks"
            what = f"the rule `{rule.rule.id}` has no example that {verb} it"
            yield PartDiagnostic(rule.rule, ("id",), what, f"add one to `{name}`")
        for number, text in enumerate(listed):
            for found in _example(rule, board, name, number, text):
                wrong += 1
                yield found
    if wrong and not _can_fail(rule, board):
        what = f"`must` was true in all of {TRIALS} random positions and in all examples"
        yield PartDiagnostic(rule.rule, ("must",), what, "it may be unable to fail")


def _example(
    rule: CompiledRule, board: BoardFunctions, name: str, number: int, text: str
) -> Iterator[PartDiagnostic]:
    part, at = rule.rule, (name, number)
    try:
        turn = read_example(text, board.game, part)
    except ExampleError as problem:
        yield PartDiagnostic(part, at, problem.message, problem.hint, offset=problem.offset)
        return
    try:
        judged = [judge_scene(rule, one, board) for one in scenes_of(rule, turn, board.game)]
    except ExpressionError as problem:
        yield PartDiagnostic(
            part, ("must",), f"with the example `{text}`: {problem.message}", problem.hint
        )
        return
    if not any(one.applies for one in judged):
        yield PartDiagnostic(
            part, at, "the rule does not apply to this example", _why_not(rule, turn)
        )
    elif name == "legal" and not all(one.kept for one in judged):
        yield PartDiagnostic(part, at, "this example breaks the rule", _shown(judged))
    elif name == "illegal" and all(one.kept for one in judged):
        yield PartDiagnostic(
            part, at, "this example does not break the rule", "change it, or `must`"
        )


def _why_not(rule: CompiledRule, turn: TurnRecord) -> str:
    if rule.rule.side and turn.side != rule.rule.side:
        return f"the rule is for `side {rule.rule.side}`"
    if rule.phases and turn.phase not in rule.phases:
        return f"the rule is for `phase {rule.rule.phase}`"
    if rule.rule.when == "step" and not turn.steps:
        return "the rule is judged after each step; add a move or a roll"
    return "`given` is false"


def _shown(judged: Sequence[Judged]) -> str:
    shown = next((one.observed for one in judged if one.observed), "")
    return f"`shows` is {shown}" if shown else "change it, or `must`"


# --- expressions that cannot fail ----------------------------------------------------------------


def _can_fail(rule: CompiledRule, board: BoardFunctions) -> bool:
    """Whether some example or some random turn breaks a rule."""
    for text in (*rule.rule.illegal, *rule.rule.legal):
        try:
            turns = [read_example(text, board.game, rule.rule)]
        except ExampleError:
            continue
        if _breaks(rule, board, turns):
            return True
    return _breaks(rule, board, _random_turns(rule, board))


def _breaks(rule: CompiledRule, board: BoardFunctions, turns: Sequence[TurnRecord]) -> bool:
    enough = board.spent + MAX_TRIAL
    for turn in turns:
        if board.spent > enough:
            return True  # too expensive to find out
        for scene in scenes_of(rule, turn, board.game):
            try:
                if not judge_scene(rule, scene, board).kept:
                    return True
            except ExpressionError:
                return True  # reported elsewhere
    return False


def _random_turns(rule: CompiledRule, board: BoardFunctions) -> list[TurnRecord]:
    """Turns in which pieces that a rule names, and others, go between places that it names."""
    game = board.game
    random = Random(1)  # noqa: S311 - the same trials every time
    kinds = sorted({one for text in _texts(rule, "what") for one in board.words.what(text)})
    kinds += [(piece.id, face.id) for piece in game.pieces for face in piece.faces]
    wheres = [board.words.where(text) for text in _texts(rule, "where")]
    places = sorted({place for one in wheres for place in one or ()})
    places += [*game.spaces, *game.boxes, *list(game.cells)[:50]] or ["off"]
    sides = [rule.rule.side] if rule.rule.side else list(game.sides)
    phases = sorted(rule.phases) or [*game.phases] or [""]
    turns = []
    for _ in range(TRIALS if kinds else 0):
        before: dict[str, PieceState] = {}
        after: dict[str, PieceState] = {}
        for number in range(random.choice((1, 3, 12, 40))):
            at = PieceState(*_likely(random, kinds), _likely(random, places))
            before[f"p{number}"] = after[f"p{number}"] = at
            if random.random() < 0.3:
                after[f"p{number}"] = at._replace(place=_likely(random, places))
        changes = tuple(
            PieceChange(1, key, before[key], after[key], "")
            for key in before
            if before[key] != after[key]
        )
        step = GameStep(1, changes, (), (), random.choice(sides))
        turns.append(
            TurnRecord(
                1,
                step.side,
                random.choice(phases),
                random.randint(1, 20),
                1,
                1,
                before,
                after,
                (step,),
                True,
            )
        )
    return turns


def _likely(random: Random, items: Sequence[T]) -> T:
    """One of some items; the first of them more often."""
    return items[min(random.randrange(len(items)), random.randrange(len(items)))]


def _texts(rule: CompiledRule, kind: str) -> Iterator[str]:
    """The texts in a rule's expressions that describe pieces (`what`) or places (`where`)."""
    for expression in filter(None, (rule.must, rule.given)):
        for call in expression.calls:
            for takes, argument in zip(FUNCTIONS.get(call.name.text, ()), call.arguments):  # noqa: B905
                wanted = "where" if takes == "place" else takes.rstrip("?")
                if wanted == kind and len(argument) == 1 and argument[0].kind == "text":
                    yield argument[0].value

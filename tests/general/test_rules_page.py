"""rules.yaml: examples in one line, what check-data says of rules, and findings on logs."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.assets import template_path
from modgen.cli import cli
from modgen.errors import ModgenError
from modgen.model.files.diagnostics import GameDataError
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.model.types.rules import Rule
from modgen.vassal.metadata import Metadata
from modgen_rules.engine.pairs.board_words import ExampleError
from modgen_rules.engine.pipeline import CheckError, check, find_rulebook
from modgen_rules.engine.record.piece_states import PieceState
from modgen_rules.engine.reports.clauses import ClauseTable
from modgen_rules.engine.reports.findings import GameReport, Span
from modgen_rules.general import rule_checks, rule_page
from modgen_rules.general.book import GeneralRulebook
from modgen_rules.general.player_games import random_game
from modgen_rules.general.rule_checks import check_rules
from modgen_rules.general.rule_examples import read_example
from modgen_rules.general.rule_guard import RuleGuard
from modgen_rules.general.rule_page import PageJudge, RulePage
from modgen_rules.general.scenes import Position
from modgen_rules.general.turns import TurnRecord
from tests.general.workbench import Workbench

TEMPLATE = template_path()


@pytest.fixture(scope="module")
def game() -> Game:
    return load(TEMPLATE).game


# --- examples ------------------------------------------------------------------------------------


def places(pieces: dict[str, PieceState]) -> list[str]:
    return sorted(f"{one.kind}/{one.face} {one.place}" for one in pieces.values())


def test_an_example_is_a_turn(game: Game) -> None:
    turn = read_example(
        "side red; phase march; game_turn 3; 2 army_red in east; control of north is blue;"
        " army_red from east to north as tired; roll die 2 5; control of north becomes red;"
        " army_red/fresh in east becomes tired; card_2 from draw to hand:red",
        game,
    )
    assert (turn.side, turn.phase, turn.game_turn, turn.last) == ("red", "march", 3, 5)
    assert places(dict(turn.before)) == [
        "army_red/fresh east",
        "army_red/fresh east",
        "card_2/ draw",
        "state_control/blue north",
    ]
    assert places(dict(turn.after)) == [
        "army_red/tired east",
        "army_red/tired north",
        "card_2/ hand:red",
        "state_control/red north",
    ]
    assert [roll.results for step in turn.steps for roll in step.rolls] == [(2, 5)]
    assert len(turn.changed) == 4


def test_an_example_with_a_scenario(game: Game) -> None:
    turn = read_example("scenario start; army_red from east to north", game)
    assert len(turn.before) == 16 + 2 + 4 + 4
    kinds = [state.kind for state in turn.before.values()]
    assert (kinds.count("army_red"), kinds.count("state_control")) == (6, 4)
    assert sum(kind.startswith("card_") for kind in kinds) == 4
    with pytest.raises(ExampleError, match="there are only 2 army_red in east"):
        read_example("scenario start; 3 army_red from east to north", game)


@pytest.mark.parametrize(
    ("text", "offset", "message"),
    [
        (" ; ", 0, "the example is empty"),
        ("army_red", 0, "`army_red` is not a statement"),
        ("side red; armee in east", 10, "unknown piece `armee`; did you mean `army_red`?"),
        ("army_red/tried in east", 9, "unknown face of `army_red` `tried`"),
        ("army_red in eest", 12, "unknown place `eest`"),
        ("army_red in", 0, "a piece is somewhere as in `2 army in east`"),
        ("5", 0, "`5` is not a statement"),
        ("0 army_red in east", 0, "`0` is not a number from 1 to 500"),
        ("9999 army_red in east", 0, "`9999` is not a number from 1 to 500"),
        ("army_red from east", 9, "a move is `army from east to north`"),
        ("army_red from east to north to south", 9, "a move is `army from east to north`"),
        ("army_red in east becomes", 0, "a piece turns as in `army in east becomes tired`"),
        ("control of east is green", 19, "unknown value of `control` `green`"),
        ("control of draw is red", 11, "unknown space `draw`"),
        ("roll die", 0, "a roll names the die and its results"),
        ("roll die 7", 9, "`7` is not a number from 1 to 6"),
        ("side green", 5, "unknown side `green`"),
        ("army_red from east to west; army_red in east", 28, "the position comes before the play"),
        ("army_red in east; 2 army_red from east to west", 18, "there are only 1 army_red in east"),
        ("; ".join(["500 army_red in east"] * 11), 0, "an example has at most 5000 pieces"),
        ("; ".join(["side red"] * 51), 500, "an example has at most 50 statements"),
    ],
)
def test_mistakes_in_examples(game: Game, text: str, offset: int, message: str) -> None:
    with pytest.raises(ExampleError) as caught:
        read_example(text, game)
    assert str(caught.value).startswith(message)
    assert caught.value.offset == offset


@pytest.mark.parametrize(
    ("text", "moved"),
    [
        ("red force from east to north", "army_red/fresh north"),
        ("castle_red in east; red force from east to north", "castle_red/front north"),
        ("army_red|castle_red from east to north as tired", "army_red/tired north"),
        ("army_red/tired in east; red force/tired from east to west", "army_red/tired west"),
        ("fortune from draw to hand:red", "card_1/ hand:red"),
    ],
)
def test_pieces_of_examples_may_be_described(game: Game, text: str, moved: str) -> None:
    assert moved in places(read_example(text, game).after)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("red forc from east to north", "unknown piece `forc`; did you mean `force`?"),
        ("red blue from east to north", "no piece is `red blue`; leave out one of the words"),
        ("army_rde from east to north", "unknown piece `army_rde`; did you mean `army_red`?"),
    ],
)
def test_descriptions_that_fit_no_piece(game: Game, text: str, message: str) -> None:
    with pytest.raises(ExampleError) as problem:
        read_example(text, game)
    assert str(problem.value) == message


# --- check-data ----------------------------------------------------------------------------------

PAGE = """rules:
  - id: r
    title: R
    text: A rule.
"""
BROKEN = [
    # fields of a rule, line and column and message
    ("must: count('army_red', 'east') > 0\n    legal: [army_red in east]",
     "5:9", "the rule `r` has no example that breaks it; add one to `illegal`", "2:9"),
    ("must: count('army_red', 'east') > 0\n    illegal: [army_red in west]",
     "5:9", "the rule `r` has no example that keeps it; add one to `legal`", "2:9"),
    ("must: >-\n      count('army_red', 'east') > 0 &&\n        count('x', 'east') > 0",
     "7:15", "unknown piece `x`", ""),
    ('given: "count(\'army_red\', \\"\\x65ast\\") = 2"\n    must: turn > 0',
     "5:44", "`=` is not an operator of CEL; write `==`", ""),
    ("must: true || 1 == 1", "5:11",
     "`must` does not look at the game, so its value never changes", ""),
    ("must: count('army_red', 'east') >= 0\n    legal: [army_red in east]\n"
     "    illegal: [army_red in west]",
     "5:11", "`must` was true in all of 400 random positions and in all examples", ""),
    ("must: count('army_red', 'east') > 0\n    legal: [army_red in west]\n"
     "    illegal: [army_blue in east]",
     "6:13", "this example breaks the rule", ""),
    ("must: count('army_red', 'east') > 0\n    legal: [army_red in east]\n"
     "    illegal: [army_blue in east, army_red in east]",
     "7:34", "this example does not break the rule", ""),
    ("side: red\n    must: count('army_red', 'east') > 0\n    legal: [side blue; army_red in east]"
     "\n    illegal: [army_red in west]",
     "7:13", "the rule does not apply to this example; the rule is for `side red`", ""),
    ("must: count('army_red', 'east') > 0\n    legal: [army_red in eest]\n"
     "    illegal: [army_red in west]", "6:25", "unknown place `eest`; did you mean `west`?", ""),
    ("must: count('army_red', 'east') + 1\n    legal: [army_red in east]\n"
     "    illegal: [army_red in west]", "5:11",
     "with the example `army_red in east`: `must` must be true or false, and this is 2", ""),
    ("side: green\n    must: turn > 0", "5:11", "unknown side `green`", ""),
    ("phase: marsh\n    must: turn > 0", "5:12", "unknown phase `marsh`", ""),
    ("when: never\n    must: turn > 0", "5:11", "`never` is not allowed here", ""),
    (f"must: turn > {'1' * 1000}", "5:11", "string should have at most 1000 characters", ""),
]  # fmt: skip


def spoiled(folder: Path, page: str) -> Path:
    """A copy of the template in one language with another page of rules."""
    shutil.copytree(TEMPLATE, folder)
    file = folder / "game.yaml"
    file.write_text(file.read_text("utf-8").replace("[en, es]", "[en]"), "utf-8")
    (folder / "rules.yaml").write_text(page, "utf-8")
    return folder


@pytest.mark.parametrize(("fields", "at", "message", "instead"), BROKEN)
def test_check_data(tmp_path: Path, fields: str, at: str, message: str, instead: str) -> None:
    loaded = load(spoiled(tmp_path / "game", f"{PAGE}    {fields}\n"))
    if not loaded.diagnostics.errors:
        loaded.report(check_rules([loaded.game]))
    told = [str(one) for one in loaded.diagnostics.errors]
    assert any(one.startswith(f"rules.yaml:{instead or at}: {message}") for one in told), told


@pytest.mark.parametrize("command", ["check-data", "build", "sheets", "check"])
def test_each_command_refuses_rules_whose_example_fails(tmp_path: Path, command: str) -> None:
    """With the same sentence and exit code 2; nothing is written."""
    broken = (
        "must: count('army_red', 'east') > 0\n    legal: [army_red in west]\n"
        "    illegal: [army_blue in east]"
    )
    folder = spoiled(tmp_path / "game", f"{PAGE}    {broken}\n")
    log = Path(__file__).parents[1] / "corpus" / "junta-coup.vlog"
    out = str(tmp_path / "out")
    given = {"check-data": [str(folder)], "check": [str(log), "--game", str(folder), "-o", out]}
    result = CliRunner().invoke(cli, [command, *given.get(command, [str(folder), "-o", out])])
    said = result.stderr + str(result.exception)
    assert "rules.yaml:6:13: this example breaks the rule" in said
    assert result.exit_code == 2 or isinstance(result.exception, ModgenError)
    assert [*tmp_path.iterdir()] == [folder]


def test_the_template_has_good_rules() -> None:
    loaded = load(TEMPLATE)
    assert len(loaded.game.rules) == 3
    assert list(check_rules([loaded.game])) == []
    assert loaded.in_language("es").rules[0].title == "Los castillos no se mueven"


def test_a_page_that_cannot_be_used_stops_the_check(tmp_path: Path) -> None:
    folder = spoiled(tmp_path / "game", f"{PAGE}    must: cuont() > 0\n")
    with pytest.raises(GameDataError, match=r"^rules.yaml:5:11: unknown function `cuont`"):
        find_rulebook(folder)


# --- logs ----------------------------------------------------------------------------------------


def codes(report: GameReport) -> list[tuple[str, str]]:
    return [(one.code.removeprefix("LAW-rule-"), one.verdict) for one in report.findings]


@pytest.mark.long
def test_rules_are_judged_on_logs(vales_with_rules: Workbench, tmp_path: Path) -> None:
    log = vales_with_rules.writer()
    log.phase("march")
    log.go("red", "army_red", "red_camp", "east")
    log.go("red", "army_red", "red_camp", "north")
    log.phase("count")
    log.go("red", "castle_red", "east", "north")
    log.phase("card")
    report = vales_with_rules.judge(log)
    assert codes(report) == [("recruit", "illegal"), ("castles-stand", "illegal")]
    recruit, castle = report.findings
    assert (
        recruit.observed
        == "Red army from Red camp to East Vale, Red army from Red camp to North Vale"
    )
    assert recruit.message == (
        f"Turn 1, March, Red: {recruit.observed}. A new army comes to a vale in which its kingdom "
        "had a castle [rule.recruit]."
    )
    line = vales_with_rules.line("rules.yaml", "must: >-")
    assert recruit.basis == f"rules.yaml:{line}"
    assert (castle.clause, castle.where) == ("rule.castles-stand", Span(4, 5))
    path = tmp_path / "game.vlog"
    log.write(path)
    found = check([path], game=TEMPLATE, select=["LAW-rule-recruit"])
    assert [one.code for one in found.findings] == ["LAW-rule-recruit"]
    found = check([path], game=TEMPLATE, select=["LAW-rule-recruit"], language="es")
    assert "Ejército rojo from Campamento rojo to Valle del Este" in found.findings[0].observed
    assert "Un ejército nuevo llega a un valle" in found.findings[0].message
    with pytest.raises(CheckError, match="my-game has no language `de`; it has en, es"):
        check([path], game=TEMPLATE, language="de")


def judged(game: Game, turns: Sequence[TurnRecord], **fields: object) -> list[tuple[str, str]]:
    """The verdicts, with what is observed, of one rule on some turns."""
    rule = Rule.model_validate({"id": "r", "title": "R", "text": "R.", **fields})
    page = RulePage([replace(game, rules=(rule,))])
    judge = PageJudge(page)
    return [
        (one.verdict, one.observed) for turn in judge.watched(turns) for one in judge.breaches(turn)
    ]


def turn(game: Game, text: str, number: int = 1, **fields: object) -> TurnRecord:
    return replace(read_example(text, game), number=number, **fields)


def test_verdicts(game: Game) -> None:
    step = turn(game, "side red; army_red from east to west")
    must = "moves('army_red').all(m, adjacent(m.from, m.to))"
    moved = "Red army from East Vale to West Vale"
    assert judged(game, [step], must=must) == [("illegal", moved)]
    assert judged(game, [step], must=must, severity="warning") == [("suspect", moved)]
    assert judged(game, [step], must=must, severity="info") == [("note", moved)]
    assert judged(game, [step], must=must, side="blue") == []
    assert judged(game, [step], must=must, given="side == 'blue'") == []
    unfinished = replace(step, complete=False)
    assert judged(game, [unfinished], must=must) == [("suspect", moved)]
    assert judged(game, [unfinished], must=must, when="step") == [("illegal", moved)]
    assert judged(game, [step], must=must, when="end") == [("suspect", "")]
    assert judged(game, [step], must=must, when="end", given="turn == 1") == [("illegal", "")]


def test_a_piece_in_no_place_cannot_be_told(game: Game) -> None:
    start = turn(game, "side red; army_red in east")
    after = {key: state._replace(place="board:main") for key, state in start.before.items()}
    found = replace(start, after=after)
    assert judged(game, [found], must="count('army_red', 'east') == 1") == [("cannot-tell", "")]
    assert judged(game, [found], must="count('army_red', '*') == 2") == [("illegal", "")]
    assert judged(game, [found], must="count('army_blue', 'east') == 1") == [("illegal", "")]


def test_phases_join_turns(game: Game) -> None:
    texts = [
        "side red; phase card; card_1 from draw to hand:red",
        "side blue; phase card; card_2 from draw to hand:blue",
        "side red; phase march; card_3 from draw to hand:red",
    ]
    turns = [turn(game, text, number) for number, text in enumerate(texts, 1)]
    state = dict(turns[0].before)
    joined = []
    for one in turns:
        keys = {key: f"{key}-{one.number}" for key in one.before}
        state |= {keys[key]: value for key, value in one.before.items()}
    for one in turns:
        before = dict(state)
        state |= {f"{key}-{one.number}": value for key, value in one.after.items()}
        steps = tuple(
            step._replace(
                changes=tuple(
                    change._replace(piece=f"{change.piece}-{one.number}") for change in step.changes
                )
            )
            for step in one.steps
        )
        joined.append(replace(one, before=before, after=dict(state), steps=steps))
    drawn = {"must": "drawn('fortune') <= 0", "shows": "drawn('fortune')"}
    assert judged(game, joined, when="phase", **drawn) == [("illegal", "2"), ("illegal", "1")]
    assert judged(game, joined, when="turn", **drawn) == [("illegal", "1")] * 3
    assert judged(game, joined, when="end", given="true", **drawn) == [("illegal", "3")]
    assert judged(game, joined, when="phase", phase="march", **drawn) == [("illegal", "1")]
    assert judged(game, joined, when="phase", phase="turn", **drawn)[0] == ("illegal", "2")


def test_a_rule_that_fails_in_play_is_told_once(game: Game) -> None:
    turns = [turn(game, "side red; army_red from east to north", n) for n in (1, 2, 3)]
    assert judged(game, turns, must="1 / count('army_blue', 'east') > 0") == [
        ("cannot-tell", "the rule cannot be judged from here on: it divides by zero")
    ]


def test_a_rule_that_takes_too_long_is_judged_no_further(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_page, "MAX_SPENT", 100)
    turns = [turn(game, "side red; army_red from east to north", n) for n in range(1, 60)]
    must = "places('area').all(p, count('army_red', p) >= 0)"
    assert judged(game, turns, must=must) == [
        ("cannot-tell", "the rule cannot be judged from here on: it takes too long in this game")
    ]


def test_checking_a_page_is_bounded(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_checks, "MAX_SPENT", 2)
    told = [one.message for one in check_rules([game])]
    assert told == ["the rules before this one take too long to check"]


def test_like_pieces_that_change_places_did_not_move(game: Game) -> None:
    swap = read_example(
        "side red; army_red/fresh in east; army_red/fresh in west;"
        " army_red from east to north; army_red from west to east; army_red from north to west",
        game,
    )
    assert swap.changed
    assert judged(game, [swap], must="moved('army_red') == 0") == []


def test_positions_follow_changes(game: Game) -> None:
    """A position that follows from an earlier one counts as one that is counted from scratch."""
    turns = read_example(
        "scenario start; army_red from east to north; control of north becomes red;"
        " card_1 from draw to hand:red; army_red in north becomes tired; army_blue from west to"
        " off; castle_blue from west to south; army_red from north to off",
        game,
    )
    now = Position(game, turns.before)
    assert now.held["east"] == {("army_red", "fresh"): 2, ("castle_red", "front"): 1}
    pieces = dict(turns.before)
    for step in turns.steps:
        for change in step.changes:
            assert change.after is not None
            pieces[change.piece] = change.after
        now = now.then(dict(pieces), [change.piece for change in step.changes])
        fresh = Position(game, dict(pieces))
        assert {place: one for place, one in now.held.items() if one} == fresh.held
        assert {place: one for place, one in now.states.items() if one} == fresh.states
    gone = next(iter(pieces))
    rest = {key: state for key, state in pieces.items() if key != gone}
    assert now.then(rest, [gone]).held["red_camp"] == Position(game, rest).held["red_camp"]


def test_clauses_of_a_page(vales_with_rules: Workbench) -> None:
    table: ClauseTable = GeneralRulebook(vales_with_rules.games).clauses
    clause = table["rule.recruit"]
    assert (clause.code, clause.kind, clause.severity) == ("LAW-rule-recruit", "turn", "error")
    assert clause.legal == "castle_red in east; army_red from red_camp to east"


@pytest.mark.parametrize("seed", range(3))
def test_the_random_player_keeps_the_rules(vales_with_rules: Workbench, seed: int) -> None:
    bench = vales_with_rules
    module = Metadata("0.1", bench.game.info.title)
    writer, _ = random_game(bench.games, {"start": bench.table("start")}, module, seed)
    assert [one.code for one in bench.judge(writer).findings] == []


def test_the_guard_refuses_what_breaks_a_rule(game: Game) -> None:
    guard = RuleGuard(game)
    turn = read_example("castle_red in east; army_red in red_camp; card_1 in draw", game)
    castle, army, card = turn.before
    guard.begin(turn.before, "red", "march")

    def allowed(key: str, place: str) -> bool:
        return guard.allows(turn.before, {key: turn.before[key]._replace(place=place)})

    assert [allowed(army, "east"), allowed(army, "north")] == [True, False]
    assert [allowed(castle, "red_camp"), allowed(castle, "north")] == [True, False]
    assert allowed(card, "hand:red")

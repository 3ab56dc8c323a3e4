"""Expressions of rules: what is refused, where and why; nothing exhausts the evaluator."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.assets import asset_path, template_path
from modgen.model.loading.folder import load
from modgen_rules.general.board_functions import NAMES, BoardFunctions
from modgen_rules.general.expressions import MAX_DEPTH, MAX_WORDS, ExpressionError, read_words
from modgen_rules.general.rule_examples import read_example
from modgen_rules.general.rule_page import turn_scene
from modgen_rules.general.scenes import Scene


@pytest.fixture(scope="module")
def board() -> BoardFunctions:
    return BoardFunctions([load(template_path()).game])


@pytest.fixture(scope="module")
def scene(board: BoardFunctions) -> Scene:
    text = (
        "scenario start; side red; phase march; army_red from east to north; "
        "card_2 from draw to hand:red; roll die 2 5; harvest_red from track:3 to track:5; "
        "control of north becomes red"
    )
    return turn_scene(board.game, read_example(text, board.game))


MISTAKES = [
    # expression, offset, message
    ("", 0, "the expression is empty"),
    ('cuont("army_red", "east") > 0', 0, "unknown function `cuont`; did you mean `count`?"),
    ('count("army_red") > 0', 0, "`count` takes 2 arguments, not 1; write `count(what, where)`"),
    ('count("army_rde", "east") > 0', 6, "unknown piece `army_rde`; did you mean `army_red`?"),
    (
        'count("army_red/tried", "east") > 0',
        6,
        "unknown face of `army_red` `tried`; did you mean `tired`?",
    ),
    ('count("army_red", "norht") > 0', 18, "unknown place `norht`; did you mean `north`?"),
    ('count("army_red", "east|norht") > 0', 18, "unknown place `norht`; did you mean `north`?"),
    ('total("harvest") > 0', 6, "unknown total `harvest`; did you mean `red_harvest`?"),
    ('sid == "red"', 0, "unknown name `sid`; did you mean `side`?"),
    ("count == 2", 0, "unknown name `count`; `count` is a function: write `count(...)`"),
    ("before == 2", 0, "`before` needs a function; write for example `before.count(what, where)`"),
    ('before.moved("army_red") == 0', 7, "`moved` cannot follow `before.`; write it without a dot"),
    ('moves("*").all(m, m.frm == "east")', 20, "unknown field `frm`; did you mean `from`?"),
    ('moves("*").all(m)', 11, "`all` takes a name and an expression; write `.all(x, ...)`"),
    ('side == "red" and phase == "march"', 14, "`and` is not an operator of CEL; write `&&`"),
    ("turn = 1", 5, "`=` is not an operator of CEL; write `==`"),
    ("(turn == 1", 0, "`(` is never closed"),
    ("([turn == 1", 1, "`[` is never closed"),
    ("turn == 1)", 9, "`)` closes nothing"),
    ("turn ==", 5, "the expression ends too early"),
    ("turn == 1 2", 10, "`2` is not expected here"),
    ('side == "red', 8, "the text that begins here does not end"),
    ("turn > 99999999999999999999", 7, "`99999999999999999999` is not a valid value"),
    ('side.matches("(a+)+")', 5, "unknown function `matches`; did you mean `places`?"),
    (
        'timestamp("2020-01-01T00:00:00Z") == turn',
        0,
        "unknown function `timestamp`; it can be `adjacent`, `all`, ... `total`",
    ),
    (
        "(" * (MAX_DEPTH + 1) + "turn" + ")" * (MAX_DEPTH + 1),
        MAX_DEPTH,
        "brackets nest deeper than 20",
    ),
    (
        "+".join(["turn"] * MAX_WORDS),
        750,
        "the expression has more than 300 words; split the rule into several",
    ),
    (
        "sides.all(a, sides.all(b, sides.all(c, a == b)))",
        32,
        "loops may nest only two deep; split the rule into several",
    ),
    (
        "sides" + ".map(x, x + x)" * 7 + ".size() > 0",
        90,
        "an expression may have at most 6 loops; split the rule into several",
    ),
    (
        "sides" + ".map(x, [x, x, x, x, x, x])" * 3 + ".size() > 0",
        60,
        "the loops could make very large lists or texts; use fewer `+` and fewer lists inside them",
    ),
]


@pytest.mark.parametrize(("text", "offset", "message"), MISTAKES)
def test_mistakes(board: BoardFunctions, text: str, offset: int, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        board.compile(text)
    assert (str(caught.value), caught.value.offset) == (message, offset)


VALUES = [
    ('count("army_red", "east")', 1),
    ('before.count("army_red", "east")', 2),
    ('after.count("red force", "east|north")', 3),
    ('count("*", "area")', 6),
    ('count("army_red/fresh", "map")', 2),
    ('count("fortune", "draw")', 3),
    ('count("cards", "hand")', 1),
    ('strength("red", "east")', 3),
    ('controls("red", "north") && !before.controls("red", "north")', True),
    ('state("control", "north")', "red"),
    ('before.state("control", "north")', "none"),
    ('level("harvest_red") - before.level("harvest_red")', 2),
    ('total("red_harvest")', 5),
    ('moved("army_red")', 1),
    ('moved("army_red", "east", "area")', 1),
    ('moved("army_red", "north", "*")', 0),
    ('moves("army_red").map(m, m.from + m.to)', ["eastnorth"]),
    ('moves("force").map(m, m.kind + m.was + m.face)', ["army_redfreshfresh"]),
    ('drawn("fortune")', 1),
    ("rolled()", [2, 5]),
    ('sum(rolled("die")) + max(rolled("die")) - min(rolled("die"))', 10),
    ('adjacent("east", "north") && !adjacent("east", "west")', True),
    ('distance("east", "west")', 2),
    ('distance("east", "draw")', -1),
    ('distance("east", "west", "red")', 2),
    ('distance("east", "north", "red")', -1),
    ('distance("east", "west", "force")', -1),
    ('reach("east", 2, "red")', ["south", "west"]),
    ('reach("east", 1)', ["north", "south"]),
    ('places("area")', ["east", "north", "south", "west"]),
    ('attribute("harvest", "east")', 3),
    ('places("area").filter(p, attribute("harvest", p) == 2)', ["north", "south"]),
    ("[side, phase]", ["red", "march"]),
    ("[turn, game_turn]", [1, 1]),
    ("sides", ["red", "blue"]),
    ('places("area").exists(a, places("area").exists(b, distance(a, b) == 2))', True),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(board: BoardFunctions, scene: Scene, text: str, value: object) -> None:
    assert board.value(board.compile(text), scene) == value
    assert board.doubtful is False


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 / (turn - 1) > 0", "it divides by zero"),
        (
            'side + turn == "x"',
            "an operator is used on values of different types, such as a number and a text",
        ),
        ("9223372036854775807 + turn > 0", "a number becomes too large"),
        ("count(turn, side) > 0", "`count` takes a text for its what"),
        ('count(side + "x", "east") > 0', "unknown piece `redx`"),
        ("sum([side]) > 0", "`sum` takes a list of numbers"),
        ("rolled()[7] == 1", "a list or map has no such element"),
    ],
)
def test_mistakes_in_play(board: BoardFunctions, scene: Scene, text: str, message: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        board.value(board.compile(text), scene)
    assert str(caught.value).startswith(message)


def test_mistakes_print_nothing(board: BoardFunctions, scene: Scene, capfd) -> None:
    with pytest.raises(ExpressionError):
        board.value(board.compile('count(side + "x", "east") > 0'), scene)
    assert capfd.readouterr() == ("", "")


@pytest.mark.long
def test_calls_are_bounded(scene: Scene, tmp_path: Path) -> None:
    """The most expensive expressions on a large map end soon, with a sentence."""
    folder = tmp_path / "big"
    shutil.copytree(template_path(), folder)
    with (folder / "map.yaml").open("a", encoding="utf-8") as file:
        file.write(
            "\ngrids:\n  - {id: hexes, name: Hexes, kind: hex, size: 4, columns: 60, rows: 45,"
            " rect: {x: 0, y: 0, w: 260, h: 190}}\n"
        )
    game_file = folder / "game.yaml"
    text = game_file.read_text("utf-8")
    game_file.write_text(text.replace("[en, es]", "[en]"), "utf-8")
    big = BoardFunctions([load(folder).game])
    assert len(big.game.cells) == 2700
    text = 'places("map").all(p, count("*", p) >= 0 && distance("A1", p) < 1000)'
    cell = next(iter(big.game.cells))
    start = time.perf_counter()
    expression = big.compile(text.replace("A1", cell))
    assert big.value(expression, scene) is True
    slow = 'places("map").all(p, reach(p, 3).all(q, count("*", q) >= 0))'
    with pytest.raises(ExpressionError, match="at most 300 are allowed here"):
        big.value(big.compile(slow), scene)
    endless = 'places("map").all(p, ' + " && ".join(['count("*", p) >= 0'] * 20) + ")"
    with pytest.raises(ExpressionError, match="it takes too long"):
        big.value(big.compile(endless), scene)
    assert time.perf_counter() - start < 5


@pytest.mark.long
@given(st.text("()[]{}+-!.?:,&|=<>\"' \\abx01countmovesall", max_size=60))
@settings(max_examples=4 * settings().max_examples)
def test_any_text_is_an_expression_or_an_error(text: str) -> None:
    board = BOARD
    try:
        made = board.compile(text)
    except ExpressionError as problem:
        assert 0 <= problem.offset <= len(text)
    else:
        assert made.text == text


BOARD = BoardFunctions([load(template_path()).game])


@pytest.mark.long
@given(st.text(max_size=80))
def test_words_are_in_order(text: str) -> None:
    try:
        words = list(read_words(text))
    except ExpressionError:
        return
    assert all(text[word.offset :].startswith(word.text) for word in words)
    assert [word.offset for word in words] == sorted({word.offset for word in words})


def test_every_function_is_documented() -> None:
    page = asset_path().parent / "docs" / "rules-yaml.md"
    text = page.read_text("utf-8")
    assert [name for name in NAMES.functions if f"`{name}(" not in text] == []
    assert [name for name in NAMES.variables if f"`{name}`" not in text] == []


@pytest.mark.long
def test_the_library_is_loaded_without_its_command_line() -> None:
    code = (
        "import sys; from modgen_rules.general.expressions import library; library(); "
        "assert 'rich' not in sys.modules and 'typer' not in sys.modules; import cel.cli; "
        "assert cel.cli.app"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

"""What the mutation run takes out of a function."""

from __future__ import annotations

import ast

import pytest

from tests.mutation.mutants import places, with_mistake
from tests.mutation.removals import Effect, effect

SOURCE = '''\
LATE = 8

def judged(acts, late) -> list[int]:
    """Docstring."""
    found = []
    for act in acts:
        if act and act < late:
            found.append(act)
        elif act:
            yield act
    yield [one for one in found if one > 2] or found + acts
'''


def _parts() -> dict[tuple[int, str], str]:
    tree = ast.parse(SOURCE)
    return {
        (place.line, place.words): ast.unparse(with_mistake(tree, place))
        for place in places(tree, taken_out=True)
    }


@pytest.mark.parametrize(
    ("line", "words", "left", "gone"),
    [
        (1, "becomes 0", "LATE = 0", "LATE = 8"),
        (1, "becomes 1000000", "LATE = 1000000", "LATE = 8"),
        (5, "the statement is taken out", "if False:\n        found = []", "\n    found = []"),
        (7, "the branch is taken out", "if False:\n            found.append", "act < late"),
        (7, "the branch is always taken", "if True:\n            found.append", "act < late"),
        (7, "condition 1 is taken out", "if act < late:", "act and"),
        (7, "condition 2 is taken out", "        if act:\n            found", "act < late"),
        (9, "the branch is taken out", "elif False:", "elif act:"),
        (11, "condition 2 is taken out", "yield [one for one in found if one > 2]\n", "or found"),
        (11, "filter 1 is taken out", "[one for one in found]", "one > 2"),
        (11, "the right side is taken out", "or found)\n", "+ acts"),
    ],
)
def test_a_part_is_taken_out(line: int, words: str, left: str, gone: str) -> None:
    text = _parts()[line, words] + "\n"
    assert left in text
    assert gone not in text


def test_the_source_stays_a_generator_and_compiles() -> None:
    for text in _parts().values():
        assert "yield" in text
        compile(text, "judged.py", "exec")


@pytest.mark.parametrize(
    ("line", "words", "expected"),
    [
        (3, "always answers []", Effect(9, 5, 5)),
        (6, "the statement is taken out", Effect(5, 7, 7)),
        (7, "the branch is taken out", Effect(2, 8, 8)),
        (7, "the branch is always taken", Effect(3, 9, 9)),
        (11, "filter 1 is taken out", Effect(1, 11, 11)),
    ],
)
def test_what_goes_with_a_part_and_where_it_matters(
    line: int, words: str, expected: Effect
) -> None:
    tree = ast.parse(SOURCE)
    place = next(
        one for one in places(tree, taken_out=True) if (one.line, one.words) == (line, words)
    )
    assert effect(list(ast.walk(tree))[place.number], place.change) == expected


def test_docstrings_stay() -> None:
    assert all(line != 4 for line, _ in _parts())

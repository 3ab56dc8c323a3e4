"""What the mutation run takes out of a function."""

from __future__ import annotations

import ast

import pytest

from tests.mutation.mutants import places, with_mistake

SOURCE = '''\
LATE = 8

def judged(acts, late):
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


def test_docstrings_stay() -> None:
    assert all(line != 4 for line, _ in _parts())

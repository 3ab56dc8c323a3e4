"""The position of a character inside a text of a YAML file, in every style of texts."""

from __future__ import annotations

import string

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.yaml_source import parse_yaml

PLAIN = string.ascii_letters + string.digits + "()_=<>+."
WORDS = st.lists(st.text(PLAIN, min_size=1, max_size=8), min_size=1, max_size=12)


def shown(text: str, path: tuple[str | int, ...], offset: int) -> str:
    """The character of the file at the position that is found."""
    located = parse_yaml(text, "f.yaml", Diagnostics())
    assert located is not None
    at = located.inner_position(path, offset)
    return text.splitlines()[at.line - 1][at.column - 1]


@given(WORDS, st.sampled_from(["'", '"', "|", ">"]), st.integers(8, 60), st.data())
def test_every_style(words: list[str], style: str, width: int, data: st.DataObject) -> None:
    """Every character that is not a space is where the file has it."""
    value = " ".join(words)
    text = yaml.dump({"a": [{"must": value}]}, default_style=style, width=width)
    offset = data.draw(st.integers(0, len(value) - 1))
    if value[offset] != " ":
        assert shown(text, ("a", 0, "must"), offset) == value[offset]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("must: one two X", 1, 15),
        ("must: one\n   two\n   X", 3, 4),
        ("must: 'one two X'", 1, 16),
        ("must: 'it''s a X'", 1, 16),
        ('must: "one \\x74wo X"', 1, 19),
        ('must: "one\\u0020two X"', 1, 21),
        ("must: |\n  one\n  two\n  X", 4, 3),
        ("must: >-\n  one two\n  X", 3, 3),
        ("must: >+ # why\n\n  one two\n\n    X", 5, 5),
    ],
)
def test_positions(text: str, line: int, column: int) -> None:
    located = parse_yaml(text, "f.yaml", Diagnostics())
    assert located is not None
    at = located.inner_position(("must",), located.data["must"].index("X"))
    assert (at.line, at.column) == (line, column)


def test_a_value_that_is_no_text_has_one_position() -> None:
    located = parse_yaml("a: [1, 2]\nb: x", "f.yaml", Diagnostics())
    assert located is not None
    assert str(located.inner_position(("a", 1), 3)) == "f.yaml:1:8"
    assert str(located.inner_position(("c",), 3)) == "f.yaml:1:1"
    assert str(located.inner_position(("b",), 99)) == "f.yaml:2:5"

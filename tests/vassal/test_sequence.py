"""The quoting layer against an independent reading of the same rules, one character at a time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.vassal import sequence
from modgen.vassal.pieces import _unnest_slowly, nest, unnest

DELIMITERS = ";,\t/\x1b|~:"
hostile = st.text(alphabet="a'\\;,\t/\x1b|", max_size=24)


def split_slowly(text: str, delimiter: str) -> list[str]:
    tokens, token = [], ""
    for index, char in enumerate(text):
        if char != delimiter:
            token += char
        elif index and text[index - 1] == "\\":
            token = token[:-1] + char
        else:
            tokens.append(token)
            token = ""
    tokens.append(token)
    return [t[1:-1] if len(t) > 1 and t[0] == t[-1] == "'" else t for t in tokens]


# What the engine writes for these tokens (docs/vassal-formats.md §3).
TABLE = [
    (["A", "B,C"], "A,B\\,C"),
    ([""], ""),
    (["", ""], ","),
    (["a", ""], "a,"),
    (["\\"], "'\\'"),
    (["\\x", "y"], "'\\x',y"),
    (["\\x\\", "y"], "'\\x\\',y"),
    (["'a'", "b"], "''a'',b"),
    (["'", "b"], "''',b"),
    (["''", "b"], "'''',b"),
    (["'a", "b"], "'a,b"),
    (["a\\,b", "c"], "a\\\\,b,c"),
    ([",", "c"], "\\,,c"),
    (["a\\"], "a\\"),
]


@pytest.mark.parametrize(("tokens", "encoded"), TABLE)
def test_the_engines_own_examples(tokens: list[str], encoded: str) -> None:
    assert sequence.join(tokens, ",") == encoded
    assert sequence.split(encoded, ",") == tokens


def test_nesting_adds_one_backslash_a_level() -> None:
    inner = sequence.join(["D", "E"], ",")
    middle = sequence.join(["B", "C", inner], ",")
    assert sequence.join(["A", middle], ",") == "A,B\\,C\\,D\\\\,E"


def test_no_tokens() -> None:
    assert sequence.split(None, ",") == []
    assert sequence.split("''", ",") == [""]


@pytest.mark.parametrize("tokens", [["x\\", "y"], ["x", "\\y\\", "z\\", "w"]])
def test_a_token_that_would_escape_the_delimiter_is_rejected(tokens: list[str]) -> None:
    with pytest.raises(sequence.SequenceError, match="backslash"):
        sequence.join(tokens, ",")


@given(hostile, st.sampled_from(DELIMITERS))
def test_split_reads_as_the_engine_does(text: str, delimiter: str) -> None:
    assert sequence.split(text, delimiter) == split_slowly(text, delimiter)


@given(st.lists(hostile, min_size=1, max_size=6), st.sampled_from(DELIMITERS))
def test_what_is_joined_comes_back(tokens: list[str], delimiter: str) -> None:
    try:
        encoded = sequence.join(tokens, delimiter)
    except sequence.SequenceError:
        assert any(token.endswith("\\") for token in tokens[:-1])
        return
    assert sequence.split(encoded, delimiter) == tokens


@given(st.text("\\\t'a;", max_size=40))
def test_the_levels_of_a_nested_text_are_those_of_decoding_it_level_by_level(text: str) -> None:
    assert unnest(text) == _unnest_slowly(text)


@given(st.lists(st.text("\\\t'a;", max_size=6), max_size=6), st.text("\\\t'a;", max_size=6))
def test_nested_levels_are_those_of_joining_them_one_by_one(outer: list[str], inner: str) -> None:
    text = inner
    try:
        for level in reversed(outer):
            text = sequence.join((level, text), "\t")
    except sequence.SequenceError:
        with pytest.raises(sequence.SequenceError):
            nest(outer, inner)
        return
    assert nest(outer, inner) == text
    if "\t" not in inner:
        assert unnest(text) == [*outer, inner]

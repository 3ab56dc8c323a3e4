"""The one-pass reader of the command stream against the format's own recursive definition."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.vassal import sequence
from modgen.vassal.stream import ESC, Leaf, Node, StreamError, encode, encode_leaves, leaves, logged

hostile = st.text(alphabet="ab'\\" + ESC, max_size=40)


def execute(text: str) -> list[str]:
    """The leaves in order by the definition: tokens are split until they are leaves."""
    tokens = sequence.split(text, ESC)
    if tokens[0] == text:
        return [text]
    return [leaf for token in tokens for leaf in execute(token)]


@given(hostile)
def test_one_pass_finds_the_leaves_of_the_recursive_definition(text: str) -> None:
    assert [leaf.text for leaf in leaves([text])] == execute(text)


@given(hostile)
def test_leaves_give_back_their_stream(text: str) -> None:
    assert encode_leaves(leaves([text])) == text


@given(hostile, st.lists(st.integers(0, 40), max_size=5))
def test_pieces_of_any_size_read_alike(text: str, cuts: list[int]) -> None:
    edges = [0, *sorted(cuts), len(text)]
    chunks = [text[a:b] for a, b in itertools.pairwise(edges)]
    assert list(leaves(chunks)) == list(leaves([text]))


@given(hostile)
def test_offsets_point_at_the_raw_text(text: str) -> None:
    for leaf in leaves([text]):
        if leaf.raw is not None:
            assert text.startswith(leaf.raw, leaf.offset)


nodes = st.recursive(
    st.builds(Node, st.text(alphabet="ab'\\|", min_size=1, max_size=5)),
    lambda inner: st.builds(
        Node, st.text(alphabet="ab'\\|", max_size=5), st.lists(inner, max_size=3).map(tuple)
    ),
    max_leaves=12,
)


def flat(node: Node) -> list[str]:
    return [node.text, *(text for child in node.children for text in flat(child))]


@pytest.mark.long
@given(nodes)
def test_a_tree_reads_back_in_order(node: Node) -> None:
    texts = flat(node)
    if any(ESC in text or text.endswith("\\") or text[:1] == text[-1:] == "'" for text in texts):
        return  # the format cannot represent these as commands
    assert [leaf.text for leaf in leaves([encode(node)])] == texts


def test_levels_follow_the_nesting() -> None:
    step = Node("cmd", (Node("a"), Node("b", (Node("c"),))))
    text = encode(Node("begin_save", (logged(step), Node("end_save"))))
    assert text.replace(ESC, "^") == "begin_save^LOG\tcmd\\^LOG\ta\\^LOG\tb\\\\^LOG\tc^end_save"
    assert [(leaf.level, leaf.command) for leaf in leaves([text])] == [
        (-1, "begin_save"),
        (0, "cmd"),
        (1, "a"),
        (1, "b"),
        (2, "c"),
        (0, "end_save"),
    ]


def test_a_wrapped_token_keeps_its_form() -> None:
    all_leaves = list(leaves(["x" + ESC + "'\\y\\" + ESC + "z'" + ESC + "w"]))
    assert [leaf.text for leaf in all_leaves] == ["x", "\\y", "z", "w"]
    assert all_leaves[1].raw == "'\\y\\" + ESC + "z'"
    assert all_leaves[2].raw is None


def test_too_deep_nesting_is_rejected() -> None:
    with pytest.raises(StreamError, match="nest"):
        list(leaves(["a" + "\\" * 10_000 + ESC + "b"]))
    with pytest.raises(StreamError, match="nest"):
        list(leaves(["'" * 10_001 + "a" + "'" * 10_001]))


@pytest.mark.long
def test_a_million_empty_commands_take_constant_memory() -> None:
    count = sum(1 for _ in leaves(ESC * 1000 for _ in range(1000)))
    assert count == 1_000_001


def test_a_changed_leaf_changes_only_itself() -> None:
    text = "a" + ESC + "b\\" + ESC + "c"
    changed = [
        leaf._replace(text="B", raw="B") if leaf.text == "b" else leaf for leaf in leaves([text])
    ]
    assert isinstance(changed[0], Leaf)
    assert encode_leaves(changed) == "a" + ESC + "B\\" + ESC + "c"


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("'x\\\x1by'", [(-1, "x"), (1, "y")]),
        ("a\\\x1b'x\\\\\x1by'", [(-1, "a"), (1, "x"), (2, "y")]),
        ("'a\\\x1bb\\\\\x1bc'", [(-1, "a"), (1, "b"), (2, "c")]),
    ],
)
def test_commands_in_quotation_marks_have_the_level_that_they_nest_in(
    text: str, levels: list[tuple[int, str]]
) -> None:
    assert [(leaf.level, leaf.text) for leaf in leaves([text])] == levels

"""The command stream: the leaves of a command tree, one by one (vassal-formats §4.1, §4.4).

A command with children is an ESC sequence of its own text and its children, nested to any depth.
The separators of the whole stream are therefore runs of n backslashes and an ESC, where n is their
depth. Splitting once at every ESC finds all leaves in the order of execution, in one pass and in
constant memory. Only a leaf that begins with a quotation mark can be part of a wrapped token; such
a token is decoded level by level.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.vassal import sequence

ESC = "\x1b"
LOG = "LOG\t"
MAX_DEPTH = 200
"""The deepest nesting of commands that is read. Real files stay far below it."""
MAX_QUOTED = 64 << 20
"""The longest wrapped token, in characters."""


class StreamError(ModgenError, ValueError):
    """Commands are nested too deeply, or a quoted command is too long."""


class Leaf(NamedTuple):
    """One leaf command of a stream.

    `offset` is where it begins, in characters of the plain text; `level` the depth of the
    separator before it (0 begins a new child of the root, -1 the stream); `text` the command;
    `raw` its form in the stream. The two differ in wrapped tokens only: there the
    first leaf's `raw` is the whole token, and the others have None.
    """

    offset: int
    level: int
    text: str
    raw: str | None

    @property
    def command(self) -> str:
        """The command's text without the `LOG` prefix."""
        return self.text[4:] if self.text.startswith(LOG) else self.text


def leaves(chunks: Iterable[str]) -> Iterator[Leaf]:
    """Every leaf of a stream, given in chunks of any size, in order of execution.

    Raises StreamError for nesting deeper than MAX_DEPTH.
    """
    level = -1
    segments = _segments(chunks)
    for offset, segment, last in segments:
        if segment[:1] == "'":
            level = yield from _wrapped(offset, segment, last, level, segments)
            continue
        if last:
            yield Leaf(offset, level, segment, segment)
            return
        text = segment
        if segment[-1:] == "\\":
            text = segment.rstrip("\\")
        yield Leaf(offset, level, text, text)
        level = len(segment) - len(text)
        if level > MAX_DEPTH:
            raise StreamError(f"commands nest {level} deep at character {offset}")


def _segments(chunks: Iterable[str]) -> Iterator[tuple[int, str, bool]]:
    """The text between ESC characters, its offset, and whether it is the last."""
    offset = 0
    pending: list[str] = []
    for chunk in chunks:
        *complete, rest = chunk.split(ESC)
        for segment in complete:
            if pending:
                pending.append(segment)
                segment = "".join(pending)  # noqa: PLW2901 - the whole of it
                pending = []
            yield offset, segment, False
            offset += len(segment) + 1
        if rest:
            pending.append(rest)
    yield offset, "".join(pending), True


def _wrapped(
    offset: int, segment: str, last: bool, level: int, more: Iterator[tuple[int, str, bool]]
) -> Generator[Leaf, None, int]:
    """The leaves of a token that may be wrapped in quotation marks; returns the next level."""
    start, depth = offset, max(level, 0)
    raw: list[str] = []
    token: list[str] = []
    size = 0
    while True:
        text = segment if last else segment.rstrip("\\")
        after = len(segment) - len(text)
        size += len(segment)
        if size > MAX_QUOTED:
            raise StreamError(
                f"the command at character {start} is over {MAX_QUOTED:,} characters long"
            )
        token.append(text)
        raw.append(text)
        if last or after <= depth:
            break
        raw.append("\\" * after + ESC)
        # Inside the token the separator is one level further out.
        token.append("\\" * (after - depth - 1) + ESC)
        offset, segment, last = next(more)
    inner = sequence.unquote("".join(token))
    first_raw: str | None = "".join(raw)
    for inner_level, text in _nested(inner, depth + 1):
        yield Leaf(start, level if first_raw is not None else inner_level, text, first_raw)
        first_raw = None
    return after


def _nested(text: str, depth: int) -> Iterator[tuple[int, str]]:
    """The leaves of one token, level by level, with the level of the separator before each."""
    if depth > MAX_DEPTH:
        raise StreamError(f"commands nest over {MAX_DEPTH} deep")
    tokens = sequence.split(text, ESC)
    if tokens[0] == text:
        yield depth, text
        return
    for index, token in enumerate(tokens):
        for inner, (level, leaf) in enumerate(_nested(token, depth + 1)):
            yield (depth if inner == 0 and index else level), leaf


def encode_leaves(all_leaves: Iterable[Leaf]) -> str:
    """The stream that these leaves were read from, or its changed form.

    To change a leaf, replace its `raw` as well: `leaf._replace(text=new, raw=new)`.
    """
    parts: list[str] = []
    for leaf in all_leaves:
        if leaf.raw is not None:
            if leaf.level >= 0:
                parts.append("\\" * leaf.level + ESC)
            parts.append(leaf.raw)
    return "".join(parts)


class Node(NamedTuple):
    """A command with its children, for writing."""

    text: str
    children: tuple[Node, ...] = ()


def encode(node: Node) -> str:
    """One command and its children. Raises SequenceError for what the format cannot represent."""
    if not node.children:
        return node.text
    return sequence.join([node.text, *map(encode, node.children)], ESC)


def logged(node: Node) -> Node:
    """The same as a step of a log: every node of its tree with the `LOG` prefix."""
    return Node(LOG + node.text, tuple(map(logged, node.children)))

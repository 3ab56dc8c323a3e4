"""Damaged input: it ends in a plain error or a diagnostic, never in another exception.

Each decoder gets a hundred thousand inputs made from real ones; the seed is fixed, and every failure
names the input.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from modgen.log.story import Story
from modgen.log.timeline import Timeline
from modgen.vassal.archive import Archive, ArchiveError
from modgen.vassal.commands import AddPiece, parse_command
from modgen.vassal.components import read_tree
from modgen.vassal.metadata import XMLError
from modgen.vassal.obfuscation import ObfuscationError, hide, reveal
from modgen.vassal.pieces import GamePiece, PieceError, parse_definition
from modgen.vassal.save import SaveFile, diagnostics, steps
from modgen.vassal.sequence import SequenceError, split
from modgen.vassal.stream import StreamError, leaves

CORPUS = Path(__file__).parent.parent / "corpus" / "people-power.vlog"
INPUTS = 100_000
ODD = [
    "",
    "\\",
    "\t",
    ";",
    "/",
    "\x1b",
    "'",
    '"',
    "null",
    "-1",
    "9" * 30,
    "\ud800",
    "\0",
    "é",
    "{",
    "||",
]


def spoilt(texts: list[str], count: int, seed: int) -> Iterator[str]:
    """Texts with parts removed, repeated, swapped or replaced by unusual ones."""
    dice = random.Random(seed)
    for _ in range(count):
        text = dice.choice(texts)
        for _ in range(dice.randrange(1, 4)):
            a, b = sorted((dice.randrange(len(text) + 1), dice.randrange(len(text) + 1)))
            text = dice.choice(
                [
                    text[:a],
                    text[a:],
                    text[:a] + text[b:],
                    text[:b] + text[a:],
                    text[:a] + dice.choice(ODD) + text[a:],
                    text[:a] + dice.choice(ODD) + text[b:],
                ]
            )
        yield text[:20_000]


@pytest.fixture(scope="module")
def texts() -> list[str]:
    with SaveFile(CORPUS) as save:
        found = {leaf.command for leaf in save.leaves()}
    return sorted(found, key=lambda text: (len(text), text))


def harmless(
    decode: Callable[[str], object], inputs: Iterator[str], allowed: tuple[type[Exception], ...]
) -> None:
    for text in inputs:
        try:
            decode(text)
        except allowed:
            pass
        except Exception as problem:
            raise AssertionError(f"{type(problem).__name__} for {text[:300]!r}") from problem


def look_into(text: str) -> None:
    """Use every property and method of a command."""
    command = parse_command(text)
    command.defect()
    if isinstance(command, AddPiece) and isinstance(command.piece, GamePiece):
        for trait in command.piece.traits:
            trait.tokens(0)


@pytest.mark.slow
def test_sequences(texts: list[str]) -> None:
    for delimiter in ";\t,|":
        decode = lambda text, mark=delimiter: split(text, mark)  # noqa: E731
        harmless(decode, spoilt(texts, INPUTS // 4, 1), (SequenceError,))


@pytest.mark.slow
def test_commands(texts: list[str]) -> None:
    harmless(look_into, spoilt(texts, INPUTS, 2), (PieceError,))


@pytest.mark.slow
def test_definitions(texts: list[str]) -> None:
    pieces = [text.replace("+/", "+/null/", 1) for text in texts if text.startswith("+/")]
    harmless(lambda text: parse_definition(text).traits, spoilt(pieces, INPUTS, 3), (PieceError,))


@pytest.mark.slow
def test_streams(texts: list[str]) -> None:
    wholes = ["\x1b".join(texts[n : n + 4]) for n in range(0, 400, 4)]
    decode = lambda text: list(diagnostics(leaves([text])))  # noqa: E731
    harmless(decode, spoilt(wholes, INPUTS, 4), (StreamError,))


@pytest.mark.slow
def test_hidden_texts(texts: list[str]) -> None:
    dice = random.Random(5)
    hidden = [hide(text.encode("utf-8", "surrogateescape")) for text in texts[:200]]
    for _ in range(INPUTS):
        data = bytearray(dice.choice(hidden))
        for _ in range(dice.randrange(1, 4)):
            if data:
                data[dice.randrange(len(data))] = dice.randrange(256)
        cut = dice.randrange(len(data) + 1)
        with suppress(ObfuscationError):
            reveal(bytes(data[:cut]))


@pytest.mark.slow
def test_timelines(texts: list[str]) -> None:
    """Logs of damaged commands: steps that cannot be executed are reported and can be undone."""
    inputs = spoilt(texts, INPUTS // 10, 6)
    batch: list[str] = []
    for text in inputs:
        batch.append("LOG\t" + text.replace("\x1b", ""))
        if len(batch) < 50:
            continue
        timeline = Timeline()
        try:
            timeline.read(steps(leaves(["\x1b".join([*texts[-40:], *batch])])))
        except StreamError:
            batch.clear()
            continue
        list(Story(timeline).lines())
        timeline.go(0)
        timeline.go(len(timeline))
        batch.clear()


@pytest.mark.slow
def test_build_files() -> None:
    good = '<VASSAL.build.GameModule name="x"><a b="c">+/null/piece;;;;/null;0;0;;0</a></VASSAL.build.GameModule>'
    decode = lambda text: read_tree(text.encode("utf-8", "replace"))  # noqa: E731
    harmless(decode, spoilt([good], INPUTS, 7), (XMLError,))


@pytest.mark.slow
def test_archives(tmp_path: Path) -> None:
    dice = random.Random(8)
    good = CORPUS.read_bytes()
    path = tmp_path / "x.vlog"
    for _ in range(INPUTS // 20):
        data = bytearray(good[: dice.randrange(len(good))] if dice.random() < 0.3 else good)
        for _ in range(dice.randrange(1, 6)):
            if data:
                data[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(data)
        try:
            with Archive(path) as archive:
                for name in archive.names():
                    archive.read(name)
        except (ArchiveError, KeyError):
            pass


@pytest.mark.long
def test_a_slice_of_each(texts: list[str]) -> None:
    """A few inputs for each decoder, in the fast suite."""
    harmless(look_into, spoilt(texts, 2_000, 9), (PieceError,))
    harmless(lambda text: split(text, ";"), spoilt(texts, 2_000, 10), (SequenceError,))
    decode = lambda text: list(diagnostics(leaves([text])))  # noqa: E731
    harmless(decode, spoilt(texts, 1_000, 11), (StreamError,))

"""A few spoilt files of each format, and whether a fall would be noticed."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from tests.fuzz.run import MEGABYTES, SECONDS, judged, run_command, try_one
from tests.fuzz.spoiling import FORMATS, spoil

needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="needs fork")


@needs_fork
@pytest.mark.parametrize("name", FORMATS)
def test_one_input_of_each_class(name: str) -> None:
    arguments, outcome = try_one(name, 1)
    assert not outcome.fell, arguments


@needs_fork
@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_whole_files_are_read(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a spoilt file would hold only because the command is called wrongly."""
    monkeypatch.setattr("tests.fuzz.spoiling.spoil", lambda data, _: data)
    monkeypatch.setattr("tests.fuzz.run.judged", lambda code, errors, *_: errors * (code == 2))
    make, commands = FORMATS[name]
    for number, arguments in enumerate(commands):
        folder = tmp_path / str(number)
        folder.mkdir()
        make(folder, random.Random(1))
        assert not run_command(arguments, folder).fell


@needs_fork
@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_more_inputs(name: str) -> None:
    fell = [(seed, one.fell) for seed in range(2, 22) if (one := try_one(name, seed)[1]).fell]
    assert not fell


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_seed_gives_the_same_files(name: str, tmp_path: Path) -> None:
    make, _ = FORMATS[name]
    trees = []
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        make(folder, random.Random(f"{name} 1"))
        names = sorted(one.relative_to(folder) for one in folder.rglob("*") if one.is_file())
        trees.append(names)
    assert trees[0] == trees[1]
    assert spoil(b"a 1 b" * 9, random.Random(5)) == spoil(b"a 1 b" * 9, random.Random(5))


@pytest.mark.parametrize(
    ("code", "errors", "seconds", "megabytes", "fell"),
    [
        (2, "one sentence", 1, 90, False),
        (0, "", 1, 90, False),
        (1, "", 1, 90, False),
        (2, "", 1, 90, True),
        (2, "Usage: modgen", 1, 90, True),
        (2, "internal error: KeyError", 1, 90, True),
        (99, "Traceback: KeyError", 1, 90, True),
        (139, "", 1, 90, True),
        (0, "", SECONDS + 1, 90, True),
        (0, "", 1, MEGABYTES + 1, True),
    ],
)
def test_a_fall_is_noticed(
    code: int, errors: str, seconds: float, megabytes: float, fell: bool
) -> None:
    assert bool(judged(code, errors, seconds, megabytes)) == fell

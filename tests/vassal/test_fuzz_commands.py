"""Damaged logs in the commands: each ends with a plain error or a normal exit, never a traceback."""

from __future__ import annotations

import random
import re
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.errors import ModgenError
from modgen.vassal.save import SaveFile, write_save

CORPUS = Path(__file__).parent.parent / "corpus"
LOGS = ("people-power.vlog", "junta-coup.vlog")
ODD = (
    "",
    "\\",
    "\t",
    ";",
    "/",
    "\x1b",
    "'",
    "null",
    "-1",
    "9" * 4400,
    "\0",
    "1e999",
    "nan",
    "\u00b2",
    "\\\t" * 500,
    "a;" * 2000,
)
COMMANDS = (["log"], ["log", "--dice"], ["log", "--at", "0"], ["check"], ["roundtrip"])


def damaged(text: str, dice: random.Random) -> str:
    """A text with parts removed, swapped, replaced by odd ones, and with huge numbers."""
    for _ in range(dice.randrange(1, 12)):
        start = dice.randrange(len(text))
        end = start + dice.choice((1, 5, 50, 500, 5000))
        choice = dice.randrange(4)
        if choice == 0:
            text = text[:start] + text[end:]
        elif choice == 1:
            text = text[:start] + dice.choice(ODD) + text[end:]
        elif choice == 2:
            huge = re.sub(r"\d+", lambda _: dice.choice(ODD), text[start:end], count=1)
            text = text[:start] + huge + text[end:]
        elif dice.random() < 0.2:
            text = text[: max(start, 10)]
    return text


def run_damaged(folder: Path, runs: int, seed: int) -> None:
    dice = random.Random(seed)
    texts = []
    for name in LOGS:
        with SaveFile(CORPUS / name) as save:
            texts.append((save.text(), save.moduledata))
    path = folder / "damaged.vlog"
    for number in range(runs):
        text, metadata = dice.choice(texts)
        assert metadata is not None
        write_save(path, damaged(text, dice), metadata)
        command = dice.choice(COMMANDS)
        result = CliRunner().invoke(cli, [command[0], str(path), *command[1:]])
        problem = result.exception
        expected = (SystemExit, click.ClickException, ModgenError)
        assert problem is None or isinstance(problem, expected), (seed, number, command, problem)


@pytest.mark.long
def test_a_few_damaged_logs(tmp_path: Path) -> None:
    run_damaged(tmp_path, 12, 1)


@pytest.mark.slow
def test_many_damaged_logs(tmp_path: Path) -> None:
    run_damaged(tmp_path, 1500, 2)

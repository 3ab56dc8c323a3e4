"""Logs that were spoilt are judged somehow: no piece that vanished, no odd number is an error."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from modgen.compile.naming import module_name
from modgen.log.timeline import read_timeline
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import write_save
from modgen_rules.engine.judging import judge_log
from tests.fast_share import every_nth_fast
from tests.whole_reports.games import book_of, logs, names

STEP = re.compile(r"(?<!\\)\x1b(?=LOG\t)")
PIECE = re.compile(r"(?<=[MDQ]/)\w+")
NUMBER = re.compile(r"\d+")
FEW = 40
"""The steps of a short log."""
EVERY = 12
"""The long test spoils one of so many logs."""
GAMES = ("amigos-insurrectos", "civil-power", "junta-coup", "people-power", "tirad-pass")


def dropped(chance: random.Random, steps: list[str]) -> list[str]:
    return [one for one in steps if chance.random() < 0.8]


def deleted(chance: random.Random, steps: list[str]) -> list[str]:
    """Now and then a piece is deleted."""
    keys = sorted({key for one in steps for key in PIECE.findall(one)})
    return [
        row
        for one in steps
        for row in ([one, f"LOG\tD/{chance.choice(keys)}"] if chance.random() < 0.2 else [one])
    ]


def swapped(chance: random.Random, steps: list[str]) -> list[str]:
    """Now and then another piece is dragged."""
    keys = sorted({key for one in steps for key in PIECE.findall(one)})
    return [
        PIECE.sub(lambda found: chance.choice(keys) if chance.random() < 0.2 else found[0], one)
        for one in steps
    ]


def miscounted(chance: random.Random, steps: list[str]) -> list[str]:
    def other(found: re.Match[str]) -> str:
        wrong = int(found[0][:15]) + chance.randint(-3, 3)
        return str(max(0, wrong)) if chance.random() < 0.03 else found[0]

    return [NUMBER.sub(other, one) for one in steps]


@pytest.mark.long
@pytest.mark.parametrize("spoil", [dropped, deleted, swapped, miscounted])
@pytest.mark.parametrize("game", every_nth_fast(3, GAMES))
def test_a_spoilt_log_is_judged(
    game: str, spoil: Callable[[random.Random, list[str]], list[str]], tmp_path: Path
) -> None:
    _judge(game, names(game)[0], spoil, tmp_path, FEW)


@pytest.mark.slow
@pytest.mark.parametrize("spoil", [dropped, deleted, swapped, miscounted])
@pytest.mark.parametrize("game", GAMES)
def test_more_logs_can_be_spoilt(
    game: str, spoil: Callable[[random.Random, list[str]], list[str]], tmp_path: Path
) -> None:
    for name in names(game)[::EVERY]:
        _judge(game, name, spoil, tmp_path)


def _judge(
    game: str,
    name: str,
    spoil: Callable[[random.Random, list[str]], list[str]],
    folder: Path,
    most: int | None = None,
) -> None:
    head, *steps = STEP.split(logs(game)[name][0])
    text = "\x1b".join([head, *spoil(random.Random(f"{name} {spoil.__name__}"), steps[:most])])
    book = book_of(game)
    first = book.games[0]
    path = folder / f"{name}.vlog"
    write_save(path, text, Metadata(first.info.version, module_name(first), first.info.subtitle))
    assert judge_log(book, read_timeline([path]), [path.name]).steps

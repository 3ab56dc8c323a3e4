"""Random games with mistakes, kept as text, and the whole report on each.

python -m tests.whole_reports.games tirad-pass --seed 1 --plain 4 --noisy 2

plays games with the game's own player and its mistakes and keeps them in `logs`. The reports in
`reports` are written by `pytest -m slow tests/whole_reports --write-reported`; read the difference
before it is committed. They are here so that a change of any part of a report is noticed, by which
the mutation run profits most.
"""

from __future__ import annotations

import argparse
import io
import json
import lzma
import tarfile
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from modgen.assets import bundled_games
from modgen.compile.module import module_name
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import read_save, write_save
from modgen_rules.engine.findings import Finding, GameReport, Segment
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.log_writer import copy_of
from modgen_rules.engine.random_player import play
from modgen_rules.engine.trial import Trial

FOLDER = Path(__file__).parent
MISTAKES = 8
"""The most mistakes in a game."""


@cache
def logs(game: str) -> dict[str, str]:
    """The text of each kept log of a game, by name."""
    packed = lzma.decompress((FOLDER / "logs" / f"{game}.tar.xz").read_bytes())
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        return {
            one.name: archive.extractfile(one).read().decode("utf-8", "surrogateescape")  # type: ignore[union-attr]
            for one in archive.getmembers()
        }


def names(game: str) -> list[str]:
    """The names of the kept logs of a game."""
    return sorted(logs(game))


def report(game: str, name: str, book: Any, folder: Path) -> list[str]:
    """The report on a kept log, as lines of text."""
    path = folder / f"{name}.vlog"
    first = book.games[0]
    metadata = Metadata(first.info.version, module_name(first), first.info.subtitle)
    write_save(path, logs(game)[name], metadata, style="plain")
    return lines(judge_log(book, read_timeline([path]), [path.name]))


def lines(found: GameReport) -> list[str]:
    """A line for each turn and each finding, in the order of the log."""
    rows = [(one.where, 0, _turn(one)) for one in found.segments]
    rows += [(one.where, 1, _finding(one)) for one in found.findings]
    return [f"{where} {text}" for where, _, text in sorted(rows, key=lambda row: row[:2])]


def _turn(turn: Segment) -> str:
    return f"{turn.verdict} | {turn.title} | {turn.actor} | {turn.story}".replace("\n", " ")


def _finding(finding: Finding) -> str:
    data = finding.data()
    for key in ("steps", "rule", "fingerprint", "severity", "clause"):
        data.pop(key, None)
    return f"    {json.dumps(data, ensure_ascii=False)}"


def kept(game: str) -> Path:
    """The file of the expected reports of a game."""
    return FOLDER / "reports" / f"{game}.txt"


def expected(game: str) -> dict[str, list[str]]:
    """The expected lines of each log."""
    found: dict[str, list[str]] = {}
    path = kept(game)
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        if line.startswith("== "):
            now = found.setdefault(line[3:], [])
        else:
            now.append(line)
    return found


def keep(game: str, name: str, told: list[str]) -> None:
    """Write the expected lines of a log."""
    found = expected(game) | {name: told}
    text = "".join(
        f"== {one}\n" + "".join(f"{row}\n" for row in found[one]) for one in sorted(found)
    )
    kept(game).parent.mkdir(exist_ok=True)
    kept(game).write_text(text, "utf-8")


def check(game: str, name: str, folder: Path, write: bool) -> None:
    """Assert that the report on a log is the expected one."""
    told = report(game, name, _book(game), folder)
    if write:
        keep(game, name, told)
        return
    wanted = _expected(game)[name]
    new = [row for row in told if row not in set(wanted)]
    gone = [row for row in wanted if row not in set(told)]
    assert told == wanted, "\n".join(["the report has changed", *new[:5], "instead of", *gone[:5]])


def report_test(game: str) -> Callable[..., None]:
    """The test that the reports on a game's kept logs stay what they are."""

    @pytest.mark.slow
    @pytest.mark.whole
    @pytest.mark.parametrize("name", names(game))
    def test_the_report_is_the_expected_one(
        name: str, tmp_path: Path, request: pytest.FixtureRequest
    ) -> None:
        check(game, name, tmp_path, bool(request.config.getoption("--write-reported")))

    return test_the_report_is_the_expected_one


@cache
def _expected(game: str) -> dict[str, list[str]]:
    return expected(game)


@cache
def _book(game: str) -> Any:
    from modgen_rules.engine.pipeline import all_languages
    from modgen_rules.engine.rulebook import load_rulebook

    return load_rulebook(all_languages(load(bundled_games()[game])))


def make(game: str, seed: int, plain: int, noisy: int) -> None:
    """Play games and keep them."""
    target = FOLDER / "logs" / f"{game}.tar.xz"
    packed = io.BytesIO()
    with tempfile.TemporaryDirectory() as place, tarfile.open(fileobj=packed, mode="w") as archive:
        trial = Trial(game, None, Path(place))
        scenarios = [one.id for one in trial.game.scenarios if not one.lesson and not one.at_start]
        tables = {name: trial.table(name) for name in scenarios}
        for number in range(plain + noisy):
            noise = number >= plain
            laid_out = {name: copy_of(table) for name, table in tables.items()}
            writer, _ = play(
                trial.rulebook, laid_out, trial._module.metadata, seed + number, noise, MISTAKES
            )
            path = Path(place) / "game.vlog"
            writer.write(path)
            text = read_save(path).text.encode("utf-8", "surrogateescape")
            entry = tarfile.TarInfo(f"{'noisy' if noise else 'plain'}-{seed + number}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    target.write_bytes(lzma.compress(packed.getvalue(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", type=int, default=4)
    parser.add_argument("--noisy", type=int, default=2)
    wanted = parser.parse_args()
    make(wanted.game, wanted.seed, wanted.plain, wanted.noisy)

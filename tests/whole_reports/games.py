"""Kept logs of each game, legal and with every kind of mistake, and the whole report on each.

`tests.whole_reports.choosing` chooses the logs in `logs`. The reports in `reports`, a file for each
game, are written by `pytest -m whole tests/whole_reports --write-reported`; read the difference
before it is committed. They are here so that a change of any part of a report is noticed, by which
the mutation run profits most. Where there are many logs (`BRIEF`), a report has its findings
without the text of the clause, and only a digest of each turn.
"""

from __future__ import annotations

import hashlib
import io
import json
import lzma
import re
import tarfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from modgen.assets import bundled_games, template_path
from modgen.compile.naming import module_name
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import load
from modgen.vassal.metadata import Metadata
from modgen.vassal.save import write_save
from modgen_rules.engine.judging import judge_log
from modgen_rules.engine.reports.findings import Finding, GameReport, Segment

FOLDER = Path(__file__).parent
SMALL = Path(__file__).parents[1] / "general" / "games"
GENERAL = {"my-game": template_path()} | {one.name: one for one in sorted(SMALL.iterdir())}
"""The games of the corpus `general`, which have no rulebook, by id."""
BRIEF = ("general", "junta-coup")
"""The corpora whose reports are kept in a short form, because they have hundreds of logs."""
DIGITS = 3
"""The length of a turn's digest in a short report."""
CLAUSE = re.compile(r"(?<=\.) [^.]*(?= \[[\w.]+\]\.\")")
"""The last sentence of a message, which is that of its clause."""


@cache
def logs(corpus: str) -> dict[str, list[str]]:
    """The texts of each kept log of a game, one for each file, by name.

    In the corpus `general` the name begins with that of the game.
    """
    packed = lzma.decompress((FOLDER / "logs" / f"{corpus}.tar.xz").read_bytes())
    found: dict[str, list[str]] = {}
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        for one in archive.getmembers():
            text = archive.extractfile(one).read().decode("utf-8", "surrogateescape")  # type: ignore[union-attr]
            found.setdefault(one.name.rpartition(".")[0], []).append(text)
    return found


def names(corpus: str) -> list[str]:
    """The names of the kept logs of a game, read without unpacking the logs."""
    return sorted(expected(corpus))


def report(corpus: str, name: str, folder: Path) -> list[str]:
    """The report on a kept log, as lines of text."""
    game = name.partition("/")[0] if corpus == "general" else corpus
    return report_on(book_of(game), logs(corpus)[name], folder)


def report_on(book: Any, texts: Sequence[str], folder: Path) -> list[str]:
    """The report on a log in one or more files, as lines of text."""
    paths = written(book, texts, folder)
    return lines(judge_log(book, read_timeline(paths), [path.name for path in paths]))


def written(book: Any, texts: Sequence[str], folder: Path) -> list[Path]:
    """The files of a log."""
    first = book.games[0]
    metadata = Metadata(first.info.version, module_name(first), first.info.subtitle)
    paths = [folder / f"{number}.vlog" for number in range(1, len(texts) + 1)]
    for path, text in zip(paths, texts, strict=True):
        write_save(path, text, metadata, style="plain")
    return paths


def lines(found: GameReport) -> list[str]:
    """A line for each turn and each finding, in the order of the log."""
    rows = [(one.where, 0, _turn(one)) for one in found.segments]
    rows += [(one.where, 1, _finding(one)) for one in found.findings]
    return [f"{where} {text}" for where, _, text in sorted(rows, key=lambda row: row[:2])]


def _turn(turn: Segment) -> str:
    return f"{turn.verdict} | {turn.title} | {turn.actor} | {turn.story}".replace("\n", " ")


def _finding(finding: Finding) -> str:
    data = finding.data()
    # What follows from the rest, and the act and the question, which have tests of their own.
    for key in ("steps", "rule", "fingerprint", "severity", "clause", "title", "act", "question"):
        data.pop(key, None)
    return f"    {json.dumps(data, ensure_ascii=False)}"


def brief(told: Sequence[str]) -> list[str]:
    """The short form of a report: findings without their clause's words, digests of the turns."""
    found = [CLAUSE.sub("", row) for row in told if _is_finding(row)]
    turns = [_digest(row) for row in told if not _is_finding(row)]
    return [*found, f"turns {' '.join(turns)}"]


def _is_finding(row: str) -> bool:
    return row.partition(" ")[2].startswith("    {")


def _digest(row: str) -> str:
    return hashlib.sha256(row.encode()).hexdigest()[:DIGITS]


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
    """Write the expected lines of a log, and drop those of logs that are no longer kept."""
    found = {one: rows for one, rows in expected(game).items() if one in logs(game)} | {name: told}
    text = "".join(
        f"== {one}\n" + "".join(f"{row}\n" for row in found[one]) for one in sorted(found)
    )
    kept(game).parent.mkdir(exist_ok=True)
    kept(game).write_text(text, "utf-8")


def check(game: str, name: str, folder: Path, write: bool) -> None:
    """Assert that the report on a log is the expected one."""
    whole = report(game, name, folder)
    told = brief(whole) if game in BRIEF else whole
    if write:
        keep(game, name, told)
        return
    wanted = _expected(game).get(name, [])
    new = [row for row in told if row not in set(wanted)]
    if game in BRIEF and wanted and told[-1] != wanted[-1]:
        known = set(wanted[-1].split())
        new += [row for row in whole if not _is_finding(row) and _digest(row) not in known]
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
def book_of(game: str) -> Any:
    """The rulebook of a game, or its general laws if it has none."""
    from modgen_rules.engine.pipeline import all_languages
    from modgen_rules.engine.rulebook import load_rulebook
    from modgen_rules.general.book import GeneralRulebook

    if game in GENERAL:
        loaded = load(GENERAL[game])
        return GeneralRulebook(all_languages(loaded), loaded.sources)
    return load_rulebook(all_languages(load(bundled_games()[game])))

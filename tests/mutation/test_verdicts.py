"""Removals that are judged by a log: what changes a verdict, what changes none, what never runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.mutation.packages import path_of, targets
from tests.mutation.removals import effect
from tests.mutation.traces import Traces
from tests.mutation.verdicts import Bench, Trials
from tests.whole_reports.games import book_of, expected, logs, written

GAME, FILE = "tirad-pass", "tirad_pass/checker.py"


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    """Trials by one log in which something is illegal."""
    folder = tmp_path_factory.mktemp("logs")
    name = next(one for one, told in expected(GAME).items() if '"illegal"' in "".join(told))
    log = folder / f"{GAME}-whole" / "0"
    log.mkdir(parents=True)
    written(book_of(GAME), logs(GAME)[name], log)
    found = Bench(GAME, folder, fresh=True).map([f"{log.parent.name}/{log.name}"])
    made = Trials(GAME, folder, Traces(found), 10.0)
    yield made
    made.loaded.close()


@pytest.mark.long
@pytest.mark.parametrize(
    ("function", "text", "words", "change"),
    [
        ("Rulebook._judge", "def _judge", "always answers None", "verdict"),
        ("Rulebook.turns", "del report", "the statement is taken out", "nothing"),
        ("Rulebook.winner", "def winner", "always answers ''", "unrun"),
    ],
)
def test_what_a_removal_changes(
    trials: Trials, function: str, text: str, words: str, change: str
) -> None:
    target = next(
        one
        for one in targets("tirad_pass", taken_out=True)
        if (one.file, one.function, one.place.words) == (FILE, function, words)
        and one.text.startswith(text)
    )
    nodes = list(ast.walk(ast.parse(path_of(FILE).read_text("utf-8"))))
    where = effect(nodes[target.place.number], target.place.change)
    assert trials.outcome(target, where).change == change

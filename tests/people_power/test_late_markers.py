"""Cylinders that are moved, box after box, only when the next card has been turned over."""

from __future__ import annotations

from pathlib import Path

import pytest

import modgen_rules.people_power as package
from modgen_rules.engine.pairs import pair_trials
from modgen_rules.engine.pairs.pair_trials import PairTrials, misjudged
from modgen_rules.engine.pairs.pairs import read_pairs
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing import lapses
from modgen_rules.engine.writing.lapses import TRACKERS, Lapse, Line
from modgen_rules.engine.writing.log_writer import LogWriter
from modgen_rules.engine.writing.slips import done
from modgen_rules.people_power.simulate import role_of


def late(line: Line, writer: LogWriter) -> bool:
    """All cylinders wait for the next act of another sort, even if that is a card."""
    cylinders = [
        n for n in range(len(line.acts) - 1) if line.role(n) in TRACKERS and not line.is_card(n)
    ]

    def following(number: int) -> int:
        return next(n for n in range(number, len(line.acts)) if n not in cylinders)

    acts = lapses._later(line, cylinders, following)
    done(writer, acts)
    return acts != list(line.acts)


@pytest.fixture(scope="module")
def trials(tmp_path_factory: pytest.TempPathFactory) -> PairTrials:
    return PairTrials(Trial("people-power", None, tmp_path_factory.mktemp("late")), role_of)


@pytest.mark.long
@pytest.mark.parametrize("clause", ["2.3.2.a", "2.3.3.d", "2.3.5.b"])
def test_late_cylinders_are_of_the_card_before(
    clause: str, trials: PairTrials, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pair_trials, "LAPSES", (Lapse("late", "", late),))
    folder = Path(next(iter(package.__path__)))
    for pair in read_pairs(folder):
        if pair.clause == clause:
            report = trials.judge(pair, "legal", "late")
            assert report is not None
            assert misjudged(pair, "legal", "late", report) == ""

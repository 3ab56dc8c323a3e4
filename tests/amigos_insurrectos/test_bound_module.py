"""A war played on other people's module, bound to ours: judged as far as it can be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from modgen_rules.amigos_insurrectos.reading.limits import NO_DICE, OTHER_MODULE, UNNAMED
from modgen_rules.engine.pipeline import check
from modgen_rules.engine.record.table_acts import PlannedAct
from modgen_rules.engine.reports.findings import GameReport
from modgen_rules.engine.writing.slips import TidyGame
from tests.amigos_insurrectos.foreign import (
    Renamer,
    foreign_binding,
    foreign_log,
    foreign_module,
    names_of,
)
from tests.amigos_insurrectos.wars import Story, WarBench

FOUND: tuple[tuple[str, int, int], ...] = (
    ("1.2.1.b", 0, 38), ("7.2.f", 0, 33), ("7.2.a", 0, 44), ("7.1.a", 0, 76), ("10.6.1", 0, 78),
    ("10.2.b", 0, 32), ("10.6.5.g", 0, 83), ("3.3.b", 2, 7), ("6.0.a", 2, 9),
)  # fmt: skip
"""Clauses that a change to the war of a seed breaks, with the seed of the change."""


class Bound(NamedTuple):
    """A foreign module with its binding; with or without the names of our dice."""

    folder: Path
    wars: WarBench
    dice: bool

    def judged(self, acts: Sequence[PlannedAct], story: Story, whole: bool = False) -> GameReport:
        """What is said of the acts of a war. `whole`: the binding names all phases."""
        game, module = self.wars.trial.game, self.wars.trial.module
        kept = [die.name for die in game.info.dice] if self.dice else []
        rename = Renamer(names_of(game), kept)
        foreign, binding = self.folder / "foreign.vmod", self.folder / "binding.yaml"
        metadata = foreign_module(module, rename, foreign)
        foreign_binding(module, game, rename, binding, whole)
        own, log = self.folder / "own.vlog", self.folder / "foreign.vlog"
        self.wars.write(story, acts, own)
        foreign_log(own, rename, metadata, log)
        (report,) = check([log], game=game.id, binding=binding, module=foreign, reveal=True).games
        return report


@pytest.mark.slow
@pytest.mark.parametrize("dice", [True, False])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("seed", [0, 2])
def test_legal_wars_on_a_bound_module_are_accepted(
    seed: int, dice: bool, whole: bool, wars: WarBench, tmp_path: Path
) -> None:
    story = wars.story(seed, 2)
    report = Bound(tmp_path, wars, dice).judged(story.acts, story, whole)
    assert [one.message for one in report.findings if one.verdict == "illegal"] == []
    said = {OTHER_MODULE} | (set() if dice else {NO_DICE}) | (set() if whole else {UNNAMED})
    assert set(report.remarks) == said
    assert len(report.segments) > 8


@pytest.mark.slow
@pytest.mark.parametrize(("clause", "seed", "change"), FOUND)
def test_mistakes_on_a_bound_module_are_found(
    clause: str, seed: int, change: int, wars: WarBench, tmp_path: Path
) -> None:
    """On a foreign module with the names of our dice, and all phases bound."""
    story = wars.story(seed, 5)
    spoilt = TidyGame(story.start, story.tidy).changed(random.Random(change))
    assert spoilt is not None
    report = Bound(tmp_path, wars, dice=True).judged(spoilt[0].acts, story, True)
    assert clause in [one.clause for one in report.findings], report.findings

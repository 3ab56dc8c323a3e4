"""A war played on other people's module, bound to ours: judged as far as it can be."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from modgen_rules.amigos_insurrectos.mistakes import MISTAKES
from modgen_rules.amigos_insurrectos.reading.limits import NO_DICE, OTHER_MODULE, UNNAMED
from modgen_rules.engine.pipeline import check
from modgen_rules.engine.record.table_acts import PlannedAct
from modgen_rules.engine.reports.findings import GameReport
from tests.amigos_insurrectos.foreign import (
    Renamer,
    foreign_binding,
    foreign_log,
    foreign_module,
    names_of,
)
from tests.amigos_insurrectos.wars import Story, WarBench


class Bound(NamedTuple):
    """A foreign module with its binding; with or without the names of our dice."""

    folder: Path
    wars: WarBench
    dice: bool

    def judged(
        self, seed: int, whole: bool = False, last: int = 2, mistake: str = ""
    ) -> GameReport | None:
        """What is said of a war, legal or with a mistake of a kind; None where none fits.

        `whole`: the binding names all phases.
        """
        game, module = self.wars.trial.game, self.wars.trial.module
        kept = [die.name for die in game.info.dice] if self.dice else []
        rename = Renamer(names_of(game), kept)
        foreign, binding = self.folder / "foreign.vmod", self.folder / "binding.yaml"
        metadata = foreign_module(module, rename, foreign)
        foreign_binding(module, game, rename, binding, whole)
        own, log = self.folder / "own.vlog", self.folder / "foreign.vlog"
        story = self.wars.story(seed, last)
        acts = mistaken(self.wars, story, mistake, seed) if mistake else story.acts
        if acts is None:
            return None
        self.wars.write(story, acts, own)
        foreign_log(own, rename, metadata, log)
        (report,) = check([log], game=game.id, binding=binding, module=foreign, reveal=True).games
        return report


def mistaken(wars: WarBench, story: Story, name: str, seed: int) -> Sequence[PlannedAct] | None:
    """The acts of a war with a mistake of a kind; None where it does not fit."""
    kind, chance = MISTAKES[name], random.Random(seed)
    places = [n for n, mark in enumerate(story.marks[:-1]) if mark.phase == kind.phase]
    spoilt = (wars.spoilt(story, n, kind.make, chance) for n in places)
    return next((acts for acts in spoilt if acts is not None), None)


@pytest.mark.slow
@pytest.mark.parametrize("dice", [True, False])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("seed", [0, 2])
def test_legal_wars_on_a_bound_module_are_accepted(
    seed: int, dice: bool, whole: bool, wars: WarBench, tmp_path: Path
) -> None:
    report = Bound(tmp_path, wars, dice).judged(seed, whole)
    assert report is not None
    assert [one.message for one in report.findings if one.verdict == "illegal"] == []
    said = {OTHER_MODULE} | (set() if dice else {NO_DICE}) | (set() if whole else {UNNAMED})
    assert set(report.remarks) == said
    assert len(report.segments) > 8


FOUND = (
    "filipino_movement 8.1.a", "filipino_movement 8.1.c", "filipino_movement 8.2.2.b",
    "jungle_filipino 12.A.d", "us_ground 1.2.1.b", "us_ground 8.1.a", "us_ground 8.1.c",
    "us_ground 8.3.a", "us_ground 9.0.b", "us_ground 13.0.c", "us_poa 11.0.d",
)  # fmt: skip
"""Kinds of mistakes that are planted in the first wars."""


@pytest.mark.slow
@pytest.mark.parametrize("name", FOUND)
def test_mistakes_on_a_bound_module_are_found(name: str, wars: WarBench, tmp_path: Path) -> None:
    """On a foreign module with the names of our dice, and all phases bound."""
    bench = Bound(tmp_path, wars, dice=True)
    reports = (bench.judged(seed, True, last=5, mistake=name) for seed in range(4))
    report = next((one for one in reports if one is not None), None)
    assert report is not None, f"no place for {name}"
    found = {one.clause: one.verdict for one in report.findings}
    assert MISTAKES[name].clause in found, [one.message for one in report.findings]

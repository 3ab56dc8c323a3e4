"""A war played on other people's module, bound to ours: judged as far as it can be."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from modgen_rules.amigos_insurrectos.limits import NO_DICE, OTHER_MODULE, UNNAMED
from modgen_rules.engine.findings import GameReport
from modgen_rules.engine.pipeline import check
from tests.amigos_insurrectos.foreign import (
    Renamer,
    foreign_binding,
    foreign_log,
    foreign_module,
    names_of,
)
from tests.amigos_insurrectos.wars import WarBench


class Bound(NamedTuple):
    """A foreign module with its binding; with or without the names of our dice."""

    folder: Path
    wars: WarBench
    dice: bool

    def judged(self, seed: int, whole: bool = False, last: int = 2) -> GameReport:
        """What is said of a legal war; `whole`: the binding names all phases."""
        game, module = self.wars.trial.game, self.wars.trial._module
        kept = [die.name for die in game.info.dice] if self.dice else []
        rename = Renamer(names_of(game), kept)
        foreign, binding = self.folder / "foreign.vmod", self.folder / "binding.yaml"
        metadata = foreign_module(module, rename, foreign)
        foreign_binding(module, game, rename, binding, whole)
        own, log = self.folder / "own.vlog", self.folder / "foreign.vlog"
        story = self.wars.story(seed, last)
        self.wars.write(story, story.acts, own)
        foreign_log(own, rename, metadata, log)
        (report,) = check([log], game=game.id, binding=binding, module=foreign).games
        return report


@pytest.mark.slow
@pytest.mark.parametrize("dice", [True, False])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("seed", [0, 2])
def test_legal_wars_on_a_bound_module_are_accepted(
    seed: int, dice: bool, whole: bool, wars: WarBench, tmp_path: Path
) -> None:
    report = Bound(tmp_path, wars, dice).judged(seed, whole)
    assert [one.message for one in report.findings if one.verdict == "illegal"] == []
    said = {OTHER_MODULE} | (set() if dice else {NO_DICE}) | (set() if whole else {UNNAMED})
    assert set(report.remarks) == said
    assert len(report.segments) > 8

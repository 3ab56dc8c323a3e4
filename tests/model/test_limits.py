"""Numbers that rules read from the data: typed access, and checks that they are consistent."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modgen.assets import bundled_games
from modgen.model.loading.folder import Loaded, load


def test_thresholds_pools_and_tracks(people_power: Loaded) -> None:
    """Rules 1.5, 1.9 and 7.1 of People Power."""
    game = people_power.game
    assert game.thresholds == {
        "control_patronage": 18,
        "opposition_bases": 12,
        "resistance_bases": 13,
    }
    assert (game.pools["protest_strike"], game.pools["terror"]) == (4, 10)
    assert game.level_ranges["aid"] == range(41)
    assert [limit.most for limit in game.stacking_limits("gov_base")] == [2]
    assert game.stacking_limits("troops") == ()
    with pytest.raises(KeyError):
        game.stacking_limits("dragon")


MISTAKES = [
    ("game.yaml", "over: 18", "over: 90", "game.yaml:90:11: the total `control_patronage` can "
     "never exceed 90; it is at most "),
    ("game.yaml", "over: 18", "over: -1", "-1 is not on the track of `victory_gov`; the track "
     "goes from 0 to 40"),
    ("game.yaml", "{level: patronage}", "{level: troops}", "`troops` is not a level marker"),
    ("game.yaml", "[terror, protest_strike], most: 1", "[terror, protest_strike], most: 14",
     "warning: at most 14 may stack, but the game has only 14"),
    ("game.yaml", "nobody: none", "nobody: nobody", "unknown value of the state control `nobody`"),
    ("map.yaml", "levels: [resources_gov,", "levels: [troops, resources_gov,",
     "`troops` is not a level marker of the track `edge`"),
    ("map.yaml", "levels: [resources_gov,", "levels: [",
     "the track `edge` does not list the level marker `resources_gov`; add it to `levels`"),
    ("map.yaml", "population: 2", "population: two",
     "`population` must be a whole number, as a total adds it up"),
    ("pieces.csv", "aid,Aid,,level,,1,", "aid,Aid,,level,,2,",
     "there must be one level marker `aid`, not 2; set `count` to 1"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "expected"), MISTAKES)
def test_inconsistent_numbers(tmp_path: Path, file: str, old: str, new: str, expected: str) -> None:
    folder = shutil.copytree(bundled_games()["people-power"], tmp_path / "game")
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    messages = [str(diagnostic) for diagnostic in load(folder).diagnostics.sorted()]
    assert any(expected in line for line in messages), messages

"""Pieces without print whose colours look alike are a warning."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.model.loading.folder import load

BLUE = '#2f5fa8", icon: star'


def warnings(folder: Path) -> list[str]:
    return [str(one) for one in load(folder).diagnostics.sorted() if "by colour only" in str(one)]


@pytest.mark.parametrize(
    ("colour", "seen"),
    [
        ("#b53a40", "look alike; give"),
        ("#7a7a2a", "look alike to people with deuteranopia; give"),
    ],
)
def test_armies_of_colours_that_look_alike(tmp_path: Path, colour: str, seen: str) -> None:
    folder = tmp_path / "game"
    shutil.copytree(template_path(), folder)
    assert warnings(folder) == []
    path = folder / "game.yaml"
    text = path.read_text("utf-8")
    assert BLUE in text
    path.write_text(text.replace(BLUE, f'{colour}", icon: star'), "utf-8")
    (found,) = warnings(folder)
    assert found.startswith("pieces.csv:5:")
    assert f"`army_blue` and `army_red` differ by colour only, and their colours {seen}" in found
    pieces = folder / "pieces.csv"
    pieces.write_text(pieces.read_text("utf-8").replace("force,blue,6,cube", "force,blue,6,disc"))
    assert warnings(folder) == []

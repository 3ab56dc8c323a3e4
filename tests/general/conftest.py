"""The games on which the general laws are tested."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from modgen.assets import template_path
from tests.general.workbench import Workbench

GAMES = Path(__file__).parent / "games"


@pytest.fixture(scope="session")
def vales(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The template that `modgen new` writes."""
    return Workbench(template_path(), Path(tmp_path_factory.mktemp("vales")))


@pytest.fixture(scope="session")
def vales_with_rules(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The template with its rules.yaml."""
    return Workbench(template_path(), Path(tmp_path_factory.mktemp("rules")), page=True)


@pytest.fixture(scope="session")
def ridge(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A small battle on hexes, with terrain, a river, zones of control and boxes of the dead."""
    return Workbench(GAMES / "ridge", Path(tmp_path_factory.mktemp("ridge")))


@pytest.fixture(scope="session")
def market(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """A game of cards only: hands, a draw pile with discards, events that are shown and removed."""
    return Workbench(GAMES / "market", Path(tmp_path_factory.mktemp("market")))


@pytest.fixture(scope="session")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """Two spaces, ships that stay at sea, and two tracks."""
    return Workbench(GAMES / "harbour", Path(tmp_path_factory.mktemp("harbour")))


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Workbench:
    """The template without rules of movement."""
    return varied(
        Path(tmp_path_factory.mktemp("bare")), ("moves:", ""), *[("  - {pieces: [army", "")] * 2
    )


def varied(folder: Path, *changes: tuple[str, str]) -> Workbench:
    """The template with some lines of game.yaml replaced: by their beginnings, with new text."""
    game = folder / "game"
    shutil.copytree(template_path(), game)
    path = game / "game.yaml"
    lines = path.read_text("utf-8").splitlines()
    for begins, text in (("languages:", "languages: [en]"), *changes):
        at = next(n for n, line in enumerate(lines) if line.startswith(begins))
        lines[at] = text
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return Workbench(game, folder)

"""A working folder with the files that the documentation names."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.compile.module import Compiled
from modgen.vassal.module import write_module

CORPUS = Path(__file__).parent.parent / "corpus"


@pytest.fixture(scope="session")
def documented(
    power_module: Compiled, junta_module: Compiled, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    folder = tmp_path_factory.mktemp("documented")
    shutil.copy(CORPUS / "people-power-card.vlog", folder / "game.vlog")
    shutil.copy(CORPUS / "junta-coup.vlog", folder / "coup.vlog")
    write_module(folder / "game.vmod", power_module.module)
    write_module(folder / "coup.vmod", junta_module.module)
    return folder


@pytest.fixture
def workplace(documented: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the documented files, as the current folder."""
    folder = shutil.copytree(documented, tmp_path / "work")
    CliRunner().invoke(cli, ["new", str(folder / "four-vales")], catch_exceptions=False)
    monkeypatch.chdir(folder)
    return folder

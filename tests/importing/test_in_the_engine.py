"""Imported and built modules in the real engine: the same pieces at the same places."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from modgen.compile.module import build_module
from modgen.importing.game import import_module
from modgen.model.loading.folder import load
from modgen.verify.engine import verify
from tests.importing.small_modules import small_module

ENGINE = os.environ.get("VASSAL_LIB", "")
FOLDER = os.environ.get("MODGEN_MODULES", "")
"""A folder with modules of other people, which are not part of the repository."""

pytestmark = [
    pytest.mark.engine,
    pytest.mark.skipif(not ENGINE, reason="set VASSAL_LIB to VASSAL's lib folder to run it"),
]


def compare(module: Path, folder: Path) -> None:
    import_module(module, folder / "game")
    built = build_module(load(folder / "game").game, folder)
    before, after = verify(module, Path(ENGINE)), verify(built, Path(ENGINE))
    assert after.setups == before.setups
    assert after.maps == before.maps
    assert after.places == before.places
    assert after.missing_pictures == before.missing_pictures
    assert len(after.complaints) == len(before.complaints)


def test_the_small_module(tmp_path: Path) -> None:
    compare(small_module(tmp_path), tmp_path)


@pytest.mark.parametrize("path", sorted(Path(FOLDER).glob("*.vmod")) if FOLDER else [])
def test_modules_of_other_people(path: Path, tmp_path: Path) -> None:
    compare(path, tmp_path)

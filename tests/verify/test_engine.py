"""The real engine as the judge; without one, what is said of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from modgen.compile.module import build_module
from modgen.model.folder import Loaded
from modgen.model.whole import Game
from modgen.vassal.module import Module, read_module, write_module
from modgen.verify.engine import CannotRunError, class_path, read_lines, sentences, verify

ENGINE = os.environ.get("VASSAL_LIB", "")
needs_engine = [
    pytest.mark.engine,
    pytest.mark.skipif(not ENGINE, reason="set VASSAL_LIB to VASSAL's lib folder to run it"),
]


def test_reads_the_harness() -> None:
    lines = ["LOADED\tGame\t1.0", "COMPLAINT\tload\tlog\tbad", "COMPLAINT\tload\tlog\tbad",
             "SETUP\tOne\t20\t3", "IMAGE\ta.png", "noise", "DONE"]  # fmt: skip
    verdict = read_lines(lines)
    assert (verdict.name, verdict.version, verdict.finished) == ("Game", "1.0", True)
    assert verdict.complaints == [("load", "log", "bad")]
    assert verdict.setups == [("One", 20, 3)]
    assert verdict.missing_pictures == ["a.png"]
    assert not verdict.clean
    assert list(sentences(verdict))[1:3] == [
        "One: 20 pieces, 3 decks.", "The engine complains (load, log): bad",
    ]  # fmt: skip


def test_an_engine_that_stops_early_is_not_clean() -> None:
    assert not read_lines(["LOADED\tGame\t1.0"]).clean


def test_no_engine_there(tmp_path: Path) -> None:
    with pytest.raises(CannotRunError, match="holds no VASSAL engine"):
        class_path(tmp_path)


class TestWithEngine:
    pytestmark = needs_engine

    @pytest.mark.parametrize("language", ["en", "es"])
    def test_people_power_is_clean(
        self, people_power: Loaded, language: str, tmp_path: Path
    ) -> None:
        path = build_module(people_power.in_language(language), tmp_path)
        verdict = verify(path, Path(ENGINE))
        assert list(sentences(verdict))[-1] == "The engine complains of nothing."
        assert sorted(pieces for _, pieces, _ in verdict.setups) == [198, 198]

    def test_a_spoilt_module_is_not(self, vales: Game, tmp_path: Path) -> None:
        good = read_module(build_module(vales, tmp_path))
        images = {name: data for name, data in good.images.items() if "castle" not in name}
        path = tmp_path / "spoilt.vmod"
        write_module(path, Module(good.tree, good.metadata, images, good.files))
        verdict = verify(path, Path(ENGINE))
        assert "piece-castle_red.png" in verdict.missing_pictures
        assert not verdict.clean

"""Modules in the real engine, and the messages when no engine is available."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace

import pytest

from modgen.assets import template_path
from modgen.compile.module import build_module
from modgen.model.game import Game, split_face
from modgen.model.loading.folder import Loaded, load
from modgen.model.tactics.purchases import laid_out, start_levels
from modgen.model.types.scenario import Scenario
from modgen.vassal.module import Module, read_module, write_module
from modgen.verify.engine import CannotRunError, _display, class_path, read_lines, sentences, verify

ENGINE = os.environ.get("VASSAL_LIB", "")
needs_engine = [
    pytest.mark.engine,
    pytest.mark.skipif(not ENGINE, reason="set VASSAL_LIB to VASSAL's lib folder to run it"),
]


def test_reads_the_harness() -> None:
    lines = [
        "LOADED\tGame\t1.0",
        "COMPLAINT\tload\tlog\tbad",
        "COMPLAINT\tload\tlog\tbad",
        "SETUP\tOne\t20\t3",
        "MAP\tOne\tMain\t19\t1",
        "MAP\tOne\tBox\t1\t2",
        "AT\tOne\tB4\tTank\t2",
        "IMAGE\ta.png",
        "noise",
        "DONE",
    ]
    verdict = read_lines(lines)
    assert (verdict.name, verdict.version, verdict.finished) == ("Game", "1.0", True)
    assert verdict.complaints == [("load", "log", "bad")]
    assert verdict.setups == [("One", 20, 3)]
    assert verdict.places == {("One", "B4", "Tank"): 2}
    assert verdict.missing_pictures == ["a.png"]
    assert not verdict.clean
    assert list(sentences(verdict))[1:5] == [
        "One: 20 pieces, 3 decks.",
        "  Main: 19 pieces, 1 deck.",
        "  Box: 1 piece, 2 decks.",
        "Engine (load, log): bad",
    ]


def test_an_engine_that_stops_early_is_not_clean() -> None:
    assert not read_lines(["LOADED\tGame\t1.0"]).clean


FAKES = {
    "no java": ("", "there is no `java` on the PATH: install a JDK, version 17 or later"),
    "only a JRE": ("echo java.base@17", "install a JDK (not only a JRE), version 17 or later"),
    "stops": ("echo jdk.compiler@17; echo no room >&2", "the engine stopped early: no room"),
    "hangs": ("case $1 in --list*) echo jdk.compiler@17;; *) exec sleep 60;; esac", "in 1 s"),
}


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="stands in for java with a shell script")
@pytest.mark.parametrize("case", FAKES)
def test_why_it_cannot_run(case: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, reason = FAKES[case]
    folder = tmp_path / "bin"
    folder.mkdir()
    (tmp_path / "Vengine.jar").touch()
    if script:
        (folder / "java").write_text(f"#!/bin/sh\nPATH=/bin:/usr/bin\n{script}\n", "utf-8")
        (folder / "java").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    with pytest.raises(CannotRunError) as problem:
        verify(tmp_path / "a.vmod", tmp_path, timeout=1)
    assert reason in str(problem.value)


def test_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(os, "uname", lambda: SimpleNamespace(sysname="Linux"), raising=False)
    with (
        ExitStack() as stack,
        pytest.raises(CannotRunError, match="set DISPLAY, or install Xvfb"),
    ):
        _display(stack)


def test_no_engine_there(tmp_path: Path) -> None:
    with pytest.raises(CannotRunError, match="does not contain a VASSAL engine"):
        class_path(tmp_path)


def expected(game: Game, scenario: Scenario) -> Counter[tuple[str, str]]:
    """The number of pieces by place and name, from the game's data."""
    found: Counter[tuple[str, str]] = Counter()
    left = {one.id: one.count + (one.spare if one.change else 0) for one in game.pieces}
    for place, held in laid_out(game, scenario).items():
        cell = game.cell_sides.get(place, (place, ""))[0]
        known = game.place(cell)
        if cell in game.track_cells:
            track, at = game.track_cells[cell]
            cell = f"{track.name} {at}"
        for key, number in held.items():
            kind, _ = split_face(key, game)
            found[known.name if known else cell, game.piece_types[kind].name] += number
            left[kind] -= number
    for key, number in start_levels(game, scenario).items():
        piece = game.piece_types[key]
        found[f"{game.tracks[piece.tracks or ''].name} {number}", piece.name] += 1
        left[key] -= 1
    for piece in game.pieces:
        if piece.home and left[piece.id]:
            found[game.boxes[piece.home].name, piece.name] += left[piece.id]
    return found


class TestWithEngine:
    pytestmark = needs_engine

    @pytest.mark.parametrize("language", ["en", "es"])
    def test_people_power_is_clean(
        self, people_power: Loaded, language: str, tmp_path: Path
    ) -> None:
        path = build_module(people_power.in_language(language), tmp_path)
        verdict = verify(path, Path(ENGINE))
        assert list(sentences(verdict))[-1] == "The engine reported no problems."
        set_ups = len(people_power.game.scenarios)
        assert [pieces for _, pieces, _ in verdict.setups] == [198] * set_ups
        for setup, pieces, decks in verdict.setups:
            there = [one[2:] for one in verdict.maps if one[0] == setup]
            assert tuple(map(sum, zip(*there, strict=True))) == (pieces, decks)

    def test_a_trait_without_a_picture_is_clean(self, tmp_path: Path) -> None:
        """The engine itself names nothing as the picture of an arc."""
        folder = shutil.copytree(template_path("hex"), tmp_path / "hex")
        with (folder / "game.yaml").open("a", encoding="utf-8") as file:
            file.write("arcs:\n  - {id: bow, name: Bow, start: -60, end: 60}\n")
        table = folder / "pieces.csv"
        more = {"id,": ",facings,arcs", "crown_guard,": ",6,bow: 2"}
        lines = table.read_text("utf-8").splitlines()
        for start, cells in more.items():
            lines = [line + cells if line.startswith(start) else line for line in lines]
        table.write_text("\n".join(lines) + "\n", "utf-8")
        verdict = verify(build_module(load(folder).game, tmp_path / "out"), Path(ENGINE))
        assert list(sentences(verdict))[-1] == "The engine reported no problems."

    @pytest.mark.parametrize("name", ["people_power", "civil_power", "junta_coup", "amigos"])
    def test_pieces_lie_where_the_data_says(
        self, name: str, request: pytest.FixtureRequest, tmp_path: Path
    ) -> None:
        loaded = request.getfixturevalue(name)
        game: Game = loaded.game if isinstance(loaded, Loaded) else loaded
        verdict = verify(build_module(game, tmp_path), Path(ENGINE))
        assert list(sentences(verdict))[-1] == "The engine reported no problems."
        for scenario in game.scenarios:
            for (place, piece), number in expected(game, scenario).items():
                there = verdict.places.get((scenario.name, place, piece), 0)
                assert there == number, (scenario.name, place, piece)

    def test_a_damaged_module_is_not_clean(self, vales: Game, tmp_path: Path) -> None:
        good = read_module(build_module(vales, tmp_path))
        images = {name: data for name, data in good.images.items() if "castle" not in name}
        path = tmp_path / "spoilt.vmod"
        write_module(path, Module(good.tree, good.metadata, images, good.files))
        verdict = verify(path, Path(ENGINE))
        assert "piece-castle_red.png" in verdict.missing_pictures
        assert not verdict.clean

    @pytest.mark.parametrize(
        ("spoil", "complaint"),
        [
            ("set-up gone", "Setup not found"),
            ("set-up no save", "Invalid saveFile format"),
            ("unknown trait", "Unknown type zzz;"),
            ("unknown component", "failed to load class VASSAL.build.module.Nope"),
            ("newer engine", "Version Mismatch"),
        ],
    )
    def test_complaints(self, vales: Game, tmp_path: Path, spoil: str, complaint: str) -> None:
        module = read_module(build_module(vales, tmp_path))
        files = dict(module.files)
        if spoil == "set-up gone":
            del files["start.vsav"]
        elif spoil == "set-up no save":
            files["start.vsav"] = b"no save"
        elif spoil == "unknown trait":
            slot = next(module.tree.find_all("PieceSlot"))
            slot.text = slot.text.replace("prototype;", "zzz;", 1)
        elif spoil == "unknown component":
            next(module.tree.find_all("Chatter")).tag = "VASSAL.build.module.Nope"
        else:
            module.tree.attributes["VassalVersion"] = "99.0.0"
        path = tmp_path / "spoilt.vmod"
        write_module(path, Module(module.tree, module.metadata, module.images, files))
        verdict = verify(path, Path(ENGINE))
        assert complaint in "\n".join(text for _, _, text in verdict.complaints)
        assert ("no game began" in str(verdict.complaints)) == spoil.startswith("set-up")

    def test_a_module_without_set_ups_begins_a_new_game(self, vales: Game, tmp_path: Path) -> None:
        module = read_module(build_module(vales, tmp_path))
        gone = ("PredefinedSetup", "StartupGlobalKeyCommand")
        module.tree.children = [one for one in module.tree.children if one.name not in gone]
        path = tmp_path / "plain.vmod"
        write_module(path, module)
        verdict = verify(path, Path(ENGINE))
        assert [name for name, _, _ in verdict.setups] == ["A new game"]
        assert verdict.clean, verdict.complaints

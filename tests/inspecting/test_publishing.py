"""What VASSAL's game library refuses, and what players would notice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.compile.module import Compiled
from modgen.inspecting.publishing import LARGEST, SEMANTIC, lines, obstacles, suggested
from modgen.inspecting.report import ModuleReport, inspect
from modgen.vassal.components import Component, component
from modgen.vassal.metadata import Metadata, write_metadata
from modgen.vassal.module import Module, write_module
from tests.importing.small_modules import PICTURE


@pytest.mark.parametrize(
    ("version", "accepted", "better"),
    [
        ("1.0.0", True, "1.0.0"),
        ("1.2.3-beta.1+win", True, "1.2.3"),
        ("1.0", False, "1.0.0"),
        ("v1.0.0", False, "1.0.0"),
        ("01.0.0", False, "1.0.0"),
        ("2", False, "2.0.0"),
        ("final", False, "1.0.0"),
        ("", False, "1.0.0"),
        ("1.0.0-01", False, "1.0.0"),
    ],
)
def test_versions(version: str, accepted: bool, better: str) -> None:
    assert bool(SEMANTIC.fullmatch(version)) is accepted
    assert suggested(version) == better


@pytest.fixture(scope="module")
def report(junta_module: Compiled) -> ModuleReport:
    found = inspect(junta_module.module, Path("coup-1.0.0.vmod"))
    return replace(found, version="1.0.0", missing_pictures={})  # nothing was drawn


@pytest.mark.parametrize(
    ("name", "size", "refused"),
    [
        ("coup-1.0.0.vmod", 1, ""),
        ("coup: the game.vmod", 1, "file name"),
        ("nul.vmod", 1, "file name"),
        ("coup.zip", 1, "is not called .vmod"),
        ("co..up.vmod", 1, "file name"),
        ("c" * 255 + ".vmod", 1, "file name"),
        ("coup.vmod", LARGEST + 1, "MB"),
    ],
)
def test_files(report: ModuleReport, name: str, size: int, refused: str) -> None:
    texts = [each.text for each in obstacles(name, size, report) if each.refused]
    assert len(texts) == bool(refused), texts
    assert refused in "".join(texts)


def test_what_players_notice(report: ModuleReport) -> None:
    spoilt = replace(
        report,
        name=" ",
        missing_pictures={"tank.png": "Piece `Tank`"},
        undefined=["Piece `Tank` refers to the prototype `Tracked`, which nothing defines"],
        setups=[],
    )
    found = list(obstacles("coup.vmod", 1, spoilt))
    assert not any(each.refused for each in found)
    texts = " ".join(map(str, found))
    assert all(word in texts for word in ("tank.png", "Tracked", "no name", "no set-up"))


def test_many_problems_of_one_kind_are_one_line(report: ModuleReport) -> None:
    missing = {f"{number:03}.png": "Map" for number in range(400)}
    changed = replace(report, missing_pictures=missing, version="1")
    told = list(lines(list(obstacles("coup.vmod", 1, changed))))
    assert sum("missing" in line for line in told) == 1
    assert (
        "improve: 400 missing pictures, such as: the picture 000.png of Map is missing; "
        "the picture 001.png of Map is missing; the picture 002.png of Map is missing. Add it."
        in told
    )


@pytest.mark.long
def test_the_command(junta_module: Compiled, tmp_path: Path) -> None:
    compiled = junta_module.module
    names = inspect(compiled, Path("coup.vmod")).missing_pictures
    compiled = replace(compiled, images=dict.fromkeys(names, PICTURE))
    path = tmp_path / "coup.vmod"
    write_module(path, compiled)
    result = CliRunner().invoke(cli, ["publish-check", str(path)])
    assert result.exit_code == 1
    assert "refused: the version is '1.0'" in result.output
    assert "Set it to `1.0.0`" in result.output
    data = json.loads(CliRunner().invoke(cli, ["publish-check", str(path), "--json"]).output)
    assert [each["refused"] for each in data["obstacles"]] == [True]
    ready = replace(compiled, metadata=compiled.metadata._replace(version="1.0.0"))
    write_module(path, ready)
    result = CliRunner().invoke(cli, ["publish-check", str(path)])
    assert result.exit_code == 1
    assert (
        "improve: the version is `1.0` in the build file, but `1.0.0` in `moduledata`. "
        in result.output
    )
    tree = replace(ready.tree, attributes={**ready.tree.attributes, "version": "1.0.0"})
    write_module(path, replace(ready, tree=tree))
    result = CliRunner().invoke(cli, ["publish-check", str(path)])
    assert result.exit_code == 0
    assert "Only you can answer" in result.output


def test_metadata_that_differ_from_the_build_file() -> None:
    """Of an extension they are in another file; what is not stated does not differ."""

    def unequal(tree: Component, metadata: Metadata, files: dict[str, bytes]) -> list[str]:
        return inspect(Module(tree, metadata, {}, files), Path("a.vmod")).unequal

    game = component("GameModule", name="Siege", version="2.0")
    assert unequal(game, Metadata("2.0", "Siege"), {}) == []
    assert unequal(game, Metadata("2.0", None), {}) == []
    bare = Component("GameModule", {})
    assert unequal(bare, Metadata("2.0", "Siege"), {}) == []
    assert unequal(game, Metadata("1.9", "The Siege"), {}) == [
        "the name is `Siege` in the build file, but `The Siege` in `moduledata`",
        "the version is `2.0` in the build file, but `1.9` in `moduledata`",
    ]
    more = component("ModuleExtension", module="Siege", moduleVersion="2.0", version="1.1")
    own = {"extensiondata": write_metadata(Metadata("1.0"), universal=False)}
    found = unequal(more, Metadata("1.1"), own)
    assert found == ["the version is `1.1` in the build file, but `1.0` in `extensiondata`"]
    (damaged,) = unequal(more, Metadata("1.1"), {"extensiondata": b"<data>"})
    assert damaged.startswith("extensiondata")

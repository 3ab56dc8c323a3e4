"""`--extension`, and the folder beside the module, in the commands that read games."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.vassal.commands import RegisterExtension
from modgen.vassal.components import component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.save import save_text, write_save
from modgen_rules.engine.pipeline import CheckError, check
from tests.importing.small_modules import picture, slot
from tests.vassal.test_extensions import write_extension

MAP = "VASSAL.build.module.Map:Main"
MISSING = (
    "Warning: the log was played with the extension `more` 2.1, which is not given; "
    "its pieces are drawn as boxes with their names.\n"
)


@pytest.fixture
def game(tmp_path: Path) -> tuple[str, str, str]:
    """A module, its extension that is elsewhere, and a save with a piece of the extension."""
    module, extension, log = (tmp_path / name for name in ("base.vmod", "more.vmdx", "game.vsav"))
    zone = component("Zone", name="Fort", locationFormat="$name$", path="0,0;90,0;90,90;0,90")
    grid = component("ZonedGrid", [zone])
    board = component("Board", [grid], name="B", width=200, height=200, color="255,255,255")
    owner = component("Map", [component("BoardPicker", [board])], mapName="Main")
    own = GamePiece((), BasicPiece(name="Guard", gpid="7"))
    window = component("PieceWindow", [slot(own, "7")], name="Pieces")
    tree = component("GameModule", [owner, window], name="Base", version="1.0")
    write_module(module, Module(tree, Metadata("1.0", "Base")))
    added = component("StackMetrics", unexSepX=9)
    write_extension(extension, [(MAP, added)], {"x.png": picture(20, 20, "blue")})
    piece = GamePiece((), BasicPiece(name="Extra", image="x.png")).at("Main", 50, 50, "1")
    pieces = [one.add_command() for one in (piece, own.at("Main", 150, 150, "2"))]
    with_extension = RegisterExtension(name="more", version="2.1").text
    write_save(log, save_text(pieces, [with_extension]), Metadata("1.0", "Base"))
    return str(module), str(extension), str(log)


def pixel(path: Path) -> object:
    from PIL import Image

    with Image.open(path) as drawn:
        return drawn.convert("RGB").getpixel((45, 45))


@pytest.mark.parametrize("beside", [True, False])
def test_a_piece_of_an_extension_has_its_picture(
    game: tuple[str, str, str], tmp_path: Path, beside: bool
) -> None:
    module, extension, log = game
    options = ["--extension", extension]
    if beside:
        options = []
        (tmp_path / "base_ext").mkdir()
        Path(extension).rename(tmp_path / "base_ext" / "more.vmdx")
    out = tmp_path / "out.png"
    drawn = ["replay", log, "--module", module, "--png", "0", "-o", str(out), *options]
    result = CliRunner().invoke(cli, drawn)
    assert (result.exit_code, result.stderr) == (0, "")
    assert pixel(out) == (0, 0, 255)


def test_an_extension_that_is_not_given_is_named(
    game: tuple[str, str, str], tmp_path: Path
) -> None:
    module, _, log = game
    out = tmp_path / "out.png"
    result = CliRunner().invoke(
        cli, ["replay", log, "--module", module, "--png", "0", "-o", str(out)]
    )
    assert (result.exit_code, result.stderr) == (0, MISSING)
    assert pixel(out) != (0, 0, 255)
    listed = CliRunner().invoke(cli, ["log", log, "--module", module, "--at", "0"])
    assert (listed.exit_code, listed.stderr) == (0, MISSING)
    assert "Fort: 1 Extra" in listed.stdout


NOT_JUDGED = (
    "The log was played with the extension `more` 2.1, which is not given; "
    "what it adds is not judged.\n"
)
OTHER_VERSION = "log was played with version 2.1 of the extension `more`, not with 2.0.\n"


def older(folder: Path) -> Path:
    """An older version of the extension, without pieces."""
    path = folder / "old" / "more.vmdx"
    write_extension(path, [], version="2.0")
    return path


def test_what_an_extension_that_is_not_given_adds_is_not_judged(
    game: tuple[str, str, str], tmp_path: Path
) -> None:
    module, extension, log = game
    folder = str(tmp_path / "folder")
    assert CliRunner().invoke(cli, ["import", module, folder]).exit_code == 0
    judged = ["check", log, "--game", folder]
    old = str(older(tmp_path))
    for options, told in (
        ([], True),
        (["--module", module], True),
        (["--module", module, "--extension", extension], False),
        (["--module", module, "--extension", old], False),
    ):
        result = CliRunner().invoke(cli, [*judged, *options])
        assert (result.exit_code, NOT_JUDGED in result.output) == (0, told), result.output
        assert (OTHER_VERSION in result.output) == (old in options)


def test_an_audit_tells_of_an_extension_that_is_not_given(
    game: tuple[str, str, str], tmp_path: Path
) -> None:
    import duckdb

    module, _, log = game
    folder, database = str(tmp_path / "folder"), str(tmp_path / "audit.duckdb")
    assert CliRunner().invoke(cli, ["import", module, folder]).exit_code == 0
    result = CliRunner().invoke(
        cli, ["audit", log, "--database", database, "--game", folder, "--jobs", "1"]
    )
    assert result.exit_code == 0, result.output
    with duckdb.connect(database, read_only=True) as found:
        ((remarks,),) = found.execute("SELECT remarks FROM games").fetchall()
    assert NOT_JUDGED.strip() in remarks


def test_another_version_of_an_extension_is_named(
    game: tuple[str, str, str], tmp_path: Path
) -> None:
    module, _, log = game
    result = CliRunner().invoke(
        cli, ["log", log, "--module", module, "--extension", str(older(tmp_path)), "--at", "0"]
    )
    assert result.stderr == f"Warning: the {OTHER_VERSION}"


def test_saves_are_compared_with_the_new_module_and_its_extensions(
    game: tuple[str, str, str],
) -> None:
    module, extension, log = game
    compared = ["diff", module, module, log]
    assert "x.png, which the module lacks" in CliRunner().invoke(cli, compared).output
    result = CliRunner().invoke(cli, [*compared, "--extension", extension])
    assert result.output == f"Nothing changed.\n{log} still works.\n"


def test_wrong_extensions_are_a_sentence(game: tuple[str, str, str]) -> None:
    module, extension, log = game
    for options, words in (
        (["--module", module, "--extension", module], "is not an extension, but a module"),
        (["--module", module, "--extension", "none.vmdx"], "the file none.vmdx does not exist"),
        (["--extension", extension], "--extension adds to a module; give the module with --module"),
    ):
        result = CliRunner().invoke(cli, ["log", log, *options])
        assert result.exit_code == 2
        assert words in result.stderr
    result = CliRunner().invoke(cli, ["audit", log, "--extension", extension])
    assert (result.exit_code, words in result.stderr) == (2, True)
    with pytest.raises(CheckError, match="give the module with --module"):
        check([Path(log)], extensions=[Path(extension)])


def test_an_extension_is_not_taken_for_a_module(game: tuple[str, str, str], tmp_path: Path) -> None:
    _, extension, log = game
    for command in (
        ["log", log, "--module", extension],
        ["refresh", extension, log, "-o", str(tmp_path / "new")],
        ["verify", extension, "--engine", str(tmp_path)],
    ):
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == 2
        assert "is an extension; give the module that it extends" in result.stderr

"""A player's id is the password of the seat: no report, story or page tells it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli
from modgen.vassal.archive import archive_bytes
from modgen.vassal.save import SaveFile, save_entries
from tests.importing.small_modules import small_module
from tests.saving.games import ANNA, BERT, move, unmasked, write_log

CORPUS = Path(__file__).parents[1] / "corpus"
PASSWORD = "swordfish-77"


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log in which every mark of the player's password is a word that nothing else has."""
    with SaveFile(CORPUS / "junta-coup.vlog") as save:
        text, metadata = "".join(save.chunks()), save.moduledata
    assert metadata is not None
    assert text.count("probe") > 20
    path = tmp_path_factory.mktemp("private") / "game.vlog"
    path.write_bytes(archive_bytes(save_entries(text.replace("probe", PASSWORD), metadata)))
    return path


@pytest.mark.parametrize("form", ["text", "json", "sarif", "junit"])
def test_a_report_has_no_password(log: Path, form: str) -> None:
    result = CliRunner().invoke(cli, ["check", str(log), "--format", form])
    assert result.exit_code == 0
    assert len(result.output) > 50
    assert PASSWORD not in result.output


@pytest.mark.parametrize(
    "options",
    [[], ["--json"], ["--json", "--reveal"], ["--at", "3"], ["--chat"], ["--diff", "0", "9"]],
)
def test_a_story_has_no_password(log: Path, options: list[str]) -> None:
    result = CliRunner().invoke(cli, ["log", str(log), *options])
    assert result.exit_code == 0
    assert len(result.output) > 20
    assert PASSWORD not in result.output


@pytest.mark.slow
def test_a_page_and_a_database_have_no_password(log: Path, tmp_path: Path) -> None:
    def run(*arguments: object) -> None:
        result = CliRunner().invoke(cli, [*map(str, arguments)])
        assert result.exit_code in (None, 0), result.output

    run("build", "junta-coup", "-o", tmp_path)
    (module,) = tmp_path.glob("*.vmod")
    run("replay", log, "--module", module, "-o", tmp_path / "replay.html")
    run("check", log, "--module", module, "--format", "html", "-o", tmp_path / "check.html")
    run("audit", log, "-d", tmp_path / "a.duckdb", "--report", tmp_path / "audit.html")
    files = [*tmp_path.glob("*.html"), tmp_path / "a.duckdb"]
    assert len(files) == 4
    for path in files:
        assert PASSWORD.encode() not in path.read_bytes()


SMALL = "small.vmod"
KEYS = (ANNA, BERT)


@pytest.mark.parametrize(
    "arguments",
    [
        ["diff", "start.vlog", "game.vlog"],
        ["diff", "--json", "start.vlog", "game.vlog"],
        ["diff", SMALL, SMALL, "game.vlog"],
        ["refresh", SMALL, "game.vlog", "-o", "new"],
        ["trim", "game.vlog", "--to", "1", "-o", "new.vlog"],
        ["join", "start.vlog", "rest.vlog", "-o", "new.vlog"],
        ["unpack", "game.vlog", "new"],
        ["unpack", "--print", "game.vlog"],
        ["log", "game.vlog", "--diff", "0", "2"],
        ["inspect", SMALL],
        ["roundtrip", "game.vlog"],
    ],
    ids=" ".join,
)
def test_newer_commands_print_no_password(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small_module(tmp_path)
    write_log(tmp_path / "game.vlog", move("20", (100, 200), (300, 100), ANNA), unmasked(0, ANNA))
    for name, options in (("start.vlog", ["--to", "1"]), ("rest.vlog", ["--from", "1"])):
        made = CliRunner().invoke(cli, ["trim", "game.vlog", *options, "-o", name])
        assert made.exit_code == 0, made.output
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code in (0, 1), result.output
    assert result.output
    assert not [key for key in KEYS if key in result.output]
    for path in tmp_path.glob("new/*.*"):
        if path.suffix in (".yaml", ".txt") and path.name != "secrets.yaml":
            assert not [key for key in KEYS if key in path.read_text("utf-8")], path.name

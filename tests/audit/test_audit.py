"""The results database: what is in it, what is judged again, which logs become one game."""

from __future__ import annotations

import shutil
from pathlib import Path
from zipfile import ZipFile

import duckdb
import pytest

from modgen.errors import ModgenError
from modgen_rules.audit import schema
from modgen_rules.engine.pipeline import check
from tests.audit.conftest import GAME, Archive


@pytest.mark.long
def test_the_rows_are_those_of_a_check(archive: Archive) -> None:
    summary = archive.audit()
    assert (summary.judged, summary.totals.files) == (3, {"judged": 3})
    for path in sorted(archive.logs.iterdir()):
        (game,) = check([path], GAME).games
        ((found,),) = [archive.query(f"SELECT game_id FROM logs WHERE address LIKE '%{path.name}'")]
        assert archive.query(
            f"SELECT title, verdict, first_step FROM turns WHERE game_id='{found[0]}' "
            "ORDER BY number"
        ) == [(turn.title, turn.verdict, turn.where.first) for turn in game.segments]
        assert archive.query(
            f"SELECT code, verdict FROM findings WHERE game_id='{found[0]}' ORDER BY number"
        ) == [(one.code, one.verdict) for one in game.findings]
        (row,) = archive.query(f"SELECT turns, ok, steps FROM games WHERE game_id='{found[0]}'")
        assert row == (len(game.segments), game.count("ok"), game.steps)


@pytest.mark.long
def test_only_new_and_changed_files_are_judged_again(archive: Archive, games: Path) -> None:
    archive.audit()
    assert archive.audit().judged == 0
    shutil.copy(games / "5.vlog", archive.logs / "2.vlog")
    shutil.copy(games / "4.vlog", archive.logs)
    assert archive.audit().judged == 2
    assert sorted(Path(one.address).name for one in archive.workers.done) == ["2.vlog", "4.vlog"]
    assert archive.query("SELECT count(*) FROM games") == [(4,)]
    assert archive.audit(again=True).judged == 4
    assert archive.query("SELECT count(*) FROM games") == [(4,)]


@pytest.mark.long
def test_the_same_files_give_the_same_rows(archive: Archive, tmp_path: Path) -> None:
    archive.audit()
    first = {table.name: rows_of(archive, table.name) for table in schema.TABLES}
    archive.database.unlink()
    for path in sorted(archive.logs.iterdir(), reverse=True):
        archive.audit(str(path))
    for table in schema.TABLES:
        if table.name not in {"work", "runs"}:
            assert rows_of(archive, table.name) == first[table.name], table.name


def rows_of(archive: Archive, table: str) -> list[object]:
    return archive.query(f"SELECT * FROM {table} ORDER BY ALL")


@pytest.mark.long
@pytest.mark.parametrize("order", [("4a", "4b"), ("4b", "4a")])
def test_logs_that_continue_each_other_become_one_game(
    archive: Archive, games: Path, order: tuple[str, str]
) -> None:
    for name in order:
        shutil.copy(games / f"{name}.vlog", archive.logs)
        archive.audit()
    assert archive.query("SELECT logs, count(*) FROM games GROUP BY 1 ORDER BY 1") == [
        (1, 3),
        (2, 1),
    ]
    (game,) = archive.query("SELECT game_id, steps FROM games WHERE logs = 2")
    parts = archive.query(
        f"SELECT address, used FROM logs WHERE game_id='{game[0]}' ORDER BY number"
    )
    assert [Path(address).name for address, _ in parts] == ["4a.vlog", "4b.vlog"]
    assert sum(used for _, used in parts) == game[1]
    assert archive.audit().judged == 0


@pytest.mark.long
def test_a_log_whose_steps_a_longer_one_has_is_no_game(archive: Archive, games: Path) -> None:
    for name in ("4a", "4"):
        shutil.copy(games / f"{name}.vlog", archive.logs)
    archive.audit()
    assert archive.state("4a.vlog")[0] == "repeated"
    assert archive.query("SELECT count(*) FROM games") == [(4,)]
    (archive.logs / "4.vlog").write_bytes((games / "5.vlog").read_bytes())
    archive.audit()
    assert archive.state("4a.vlog") == ("judged", "")
    assert archive.query("SELECT count(*) FROM games") == [(5,)]


@pytest.mark.long
def test_a_copy_is_told_from_its_original(archive: Archive) -> None:
    shutil.copy(archive.logs / "1.vlog", archive.logs / "z.vlog")
    archive.audit()
    state, reason = archive.state("z.vlog")
    assert (state, reason.rsplit("/", 1)[-1]) == ("copy", "1.vlog")
    assert archive.query("SELECT count(*) FROM games") == [(3,)]
    assert archive.query("SELECT count(*) FROM turns") == archive.query(
        "SELECT sum(turns) FROM games"
    )


@pytest.mark.long
def test_logs_in_a_zip(archive: Archive, tmp_path: Path) -> None:
    with ZipFile(tmp_path / "club.zip", "w") as packed:
        for path in archive.logs.iterdir():
            packed.write(path, f"2025/{path.name}")
        packed.writestr("readme.txt", "no log")
    archive.audit(str(tmp_path / "club.zip"))
    assert archive.query("SELECT count(*) FROM games") == [(3,)]
    assert archive.state("club.zip::2025/1.vlog") == ("judged", "")
    assert archive.audit(str(tmp_path)).judged == 3
    assert archive.query("SELECT state, count(*) FROM files GROUP BY 1 ORDER BY 1") == [
        ("copy", 3),
        ("judged", 3),
    ]


@pytest.mark.long
def test_a_pattern_and_an_address_without_logs(archive: Archive, tmp_path: Path) -> None:
    assert archive.audit(str(archive.logs / "[12].vlog")).judged == 2
    with pytest.raises(ModgenError, match="there is no save or log"):
        archive.audit(str(tmp_path / "*.vsav"))
    with pytest.raises(ModgenError, match=r"the file or folder .* does not exist"):
        archive.audit(str(tmp_path / "nowhere"))


def test_a_file_of_another_program_is_left_alone(archive: Archive) -> None:
    archive.database.write_bytes(b"something else")
    with pytest.raises(ModgenError, match="is not a results database"):
        archive.audit()
    assert archive.database.read_bytes() == b"something else"
    archive.database.unlink()
    with duckdb.connect(str(archive.database)) as con:
        con.execute("CREATE TABLE other (x INTEGER)")
    with pytest.raises(ModgenError, match="another program"):
        archive.audit()


@pytest.mark.long
def test_an_interrupted_run_keeps_its_results(archive: Archive) -> None:
    def stop(progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.audit(progress=stop)
    assert archive.query("SELECT count(*) FROM files") == [(1,)]
    assert archive.audit().judged == 2
    assert archive.query("SELECT count(*) FROM games") == [(3,)]


def test_the_schema_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "audit.md").read_text("utf-8")
    assert schema.documented() in page

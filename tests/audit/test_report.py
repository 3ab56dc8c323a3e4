"""The report: its numbers, the games behind them, escaped names, pseudonyms, plots."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import duckdb
import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from modgen_rules.audit import schema
from modgen_rules.audit.database import DatabaseError, connect, insert
from modgen_rules.audit.export import write_tables
from modgen_rules.audit.page import write_report
from modgen_rules.audit.statistics import fairness, holm, rate, share

EVIL = "</script><img src=x onerror=alert(1)> & 'Ana' {{data}}"
NAMES = (EVIL, "Benito Cruz", "Carla")


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve games of two players, one mistake in each third game."""
    path = tmp_path_factory.mktemp("report") / "results.duckdb"
    con = connect(path)
    for table in schema.TABLES:
        con.execute(table.sql)
    add = adder(con)
    for n in range(12):
        id_, who, other = f"g{n:02}", NAMES[n % 3], NAMES[(n + 1) % 3]
        add(
            schema.FILES,
            address=f"/home/ana/{who[:3]}{n}.vlog",
            state="judged",
            sha256=f"s{n}",
            players=[who, other],
        )
        add(
            schema.GAMES,
            game_id=id_,
            game="four-vales",
            title="Four Vales",
            scenario="autumn",
            winner="North" if n % 4 else "South",
            logs=1,
            turns=30 + n,
            ok=29 + n,
            illegal=int(n % 3 == 0),
            suspect=0,
            cannot_tell=0,
            remarks=[],
        )
        add(
            schema.LOGS,
            game_id=id_,
            number=1,
            sha256=f"s{n}",
            address=f"/home/ana/{who[:3]}{n}.vlog",
            used=9,
        )
        for player, side in ((who, "North"), (other, "South")):
            add(schema.PLAYERS, game_id=id_, player=player, side=side)
            for turn in range(12):
                add(schema.TURNS, game_id=id_, number=turn, player=player, side=side, verdict="ok")
        for result in range(1, 7):
            add(schema.DICE, game_id=id_, player=who, die="d6", sides=6, result=result, count=5)
        add(schema.MOVES, game_id=id_, piece="Foot", place=f"Vale {n % 4} <b>", count=n + 1)
        if n % 3 == 0:
            add(
                schema.FINDINGS,
                game_id=id_,
                number=1,
                code="LAW-x",
                verdict="illegal",
                rule="A rule <i>",
                player=who,
                side="North",
                first_step=3,
                last_step=4,
                message=f"{who} moved too far.",
            )
    add(schema.FILES, address="/home/ana/bad.vlog", state="unusable", reason="it is <cut> short")
    con.close()
    return path


@pytest.fixture(scope="module")
def page(database: Path) -> str:
    """The report on these games."""
    target = database.with_name("report.html")
    assert write_report(database, target) == 12
    return target.read_text("utf-8")


def adder(con: Any) -> Callable[..., None]:
    def add(table: schema.Table, **values: Any) -> None:
        insert(con, table, [[values.get(column.name) for column in table.columns]])

    return add


def data_of(page: str) -> dict[str, Any]:
    match = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert match is not None
    found: dict[str, Any] = json.loads(match[1])
    return found


@pytest.mark.long
def test_each_number_leads_to_its_games(page: str) -> None:
    data = data_of(page)
    keys = [unescape(key) for key in re.findall(r'data-key="([^"]*)"', page)]
    assert keys
    for key in keys:
        assert data["totals"].get(key, 0) == 0 or data["behind"][key], key
    assert set(data["games"]) >= {id_ for ids in data["behind"].values() for id_ in ids}
    wrong = data["behind"]["clause/four-vales/LAW-x"]
    assert sorted(wrong) == ["g00", "g03", "g06", "g09"]
    assert all(data["games"][id_]["findings"][0][0] == "LAW-x" for id_ in wrong)
    assert f"mistakes/four-vales/{EVIL}" in data["behind"]
    assert data["totals"]["winner/four-vales/autumn/South"] == 3
    assert data["totals"]["game/four-vales"] == 12


def test_names_are_only_text_and_nothing_is_loaded(page: str) -> None:
    assert "<img" not in page.split('<script type="module">', maxsplit=1)[0]
    assert "it is &lt;cut&gt; short" in page
    assert page.count("</script>") == 3
    assert "default-src &#x27;none&#x27;" in page
    head = page.split('<script type="module">', maxsplit=1)[0]
    assert not re.search(r"<(script|link|img|iframe)[^>]*\b(src|href)\s*=", head)


@pytest.mark.long
def test_every_plot_is_one_that_the_library_draws(page: str) -> None:
    plots = data_of(page)["plots"]
    kinds = {name.removesuffix("-four-vales") for name in plots}
    assert kinds == {"clauses", "players", "wins", "lengths", "dice", "places", "pieces"}
    for name, spec in plots.items():
        drawn = vl_convert.vegalite_to_svg(spec)
        assert drawn.count("<path") > len(spec["data"]["values"]), name


@pytest.mark.slow
def test_an_anonymous_report_has_no_names(database: Path, tmp_path: Path) -> None:
    write_report(database, tmp_path / "report.html", anonymous=True)
    page = (tmp_path / "report.html").read_text("utf-8")
    data = json.dumps(data_of(page))
    for name in (*NAMES, "onerror", "Benito", "/home/ana", ".vlog"):
        assert name not in data
        assert name not in page.split('<script type="application/json"')[0]
    assert "Player 1" in data
    assert "moved too far" in data
    assert "North" in data


def test_a_full_disk_is_a_sentence(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the tables that were there stay."""
    folder = tmp_path / "tables"
    before = {path: path.read_bytes() for path in write_tables(database, folder)}

    class Full:
        def execute(self, text: str) -> None:
            raise duckdb.IOException(f"IO Error: {text}: No space left on device")

        def close(self) -> None:
            pass

    monkeypatch.setattr("modgen_rules.audit.export.connect", lambda *_, **__: Full())
    with pytest.raises(DatabaseError, match=re.escape(f"{folder}: the disk is full")):
        write_tables(database, folder)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


LEAKS = {
    "files": {
        "address": "/home/ana/My Games/Ana against Zoë.zip::old logs/first.vlog",
        "state": "unusable",
        "reason": "/home/ana/My Games/Ana against Zoë.zip::old logs/first.vlog is damaged; "
        "see old logs/first.vlog and /home/ana/My Games and FIRST.VLOG",
        "players": ["Quentin", "Zo"],
    },
    "players": {"player": "Ximena", "side": "North"},
    "turns": {
        "player": "Yolanda",
        "title": "Turn of YOLANDA",
        "story": "Zo (North) and ximena's; the card Storm, the card Truce from Draw pile to the "
        "hand of North; the card Peace from the hand of North to Discards",
    },
    "findings": {"player": "Wenceslao", "message": "`Wenceslao2` wrote to Quentin and zo."},
    "dice": {"player": "Victoria", "die": "d6"},
    "games": {"title": "Four Vales", "remarks": ["Victoria left", "old logs/first.vlog is cut"]},
    "logs": {"address": "/home/ana/other.vlog"},
}
"""Names and files that are in one table only, and in sentences in other letters."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["page", "tables"])
def test_no_name_of_any_table_is_left(tmp_path: Path, kind: str) -> None:
    con = connect(tmp_path / "results.duckdb")
    for table in schema.TABLES:
        con.execute(table.sql)
    add = adder(con)
    for table in schema.TABLES:
        if table.name in LEAKS:
            game = {"game_id": "g"} if any(c.name == "game_id" for c in table.columns) else {}
            add(table, **LEAKS[table.name], **game)
    # A log whose side has a player's name does not make that name public.
    add(schema.PLAYERS, game_id="g", player="Quentin", side="South")
    add(schema.PLAYERS, game_id="g", player="Solo", side="Quentin")
    con.close()
    names = {
        "storm",
        "truce",
        "ximena",
        "yolanda",
        "wenceslao",
        "victoria",
        "ana",
        "zo",
        "zoë",
        "first",
        "home",
    }
    if kind == "page":
        write_report(tmp_path / "results.duckdb", tmp_path / "report.html", anonymous=True)
        text = json.dumps(data_of((tmp_path / "report.html").read_text("utf-8")))
    else:
        files = write_tables(tmp_path / "results.duckdb", tmp_path / "tables", anonymous=True)
        text = repr([duckdb.sql(f"FROM '{path}'").fetchall() for path in files])
        assert "a file is damaged; see a file and a file and a file" in text
        assert "wrote to Player" in text
        assert "North" in text
        assert "; a card from Draw pile to the hand of North; the card Peace from the" in text
    assert set(re.findall(r"[^\W_]+", text.casefold())) & names == set()


@pytest.mark.parametrize("anonymous", [False, True])
def test_the_tables_as_parquet(database: Path, tmp_path: Path, anonymous: bool) -> None:
    files = write_tables(database, tmp_path / "tables", anonymous)
    assert {path.stem for path in files} == {table.name for table in schema.TABLES}
    (count,) = duckdb.sql(f"SELECT count(*) FROM '{tmp_path}/tables/turns.parquet'").fetchall()
    assert count == (12 * 24,)
    text = repr([duckdb.sql(f"FROM '{path}'").fetchall() for path in files])
    assert ("Benito" in text) is not anonymous


@given(st.integers(0, 500), st.integers(1, 500))
def test_intervals_hold_their_value(count: int, more: int) -> None:
    found = share(count, count + more)
    assert 0 <= found.low <= found.value + 1e-12 and found.value <= found.high + 1e-12 <= 1 + 1e-9
    found = rate(count, more)
    assert 0 <= found.low <= found.value <= found.high


def test_known_values_of_the_tests() -> None:
    assert share(8, 10).low == pytest.approx(0.4902, abs=1e-4)  # Wilson, as in R's binom package
    assert share(8, 10).high == pytest.approx(0.9433, abs=1e-4)
    assert fairness([10, 10, 10, 10, 10, 10]) == 1.0
    assert fairness([1, 1]) is None
    assert fairness([20, 10, 10, 10, 5, 5]) == pytest.approx(0.0104, abs=1e-3)
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])

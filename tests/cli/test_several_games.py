"""Several logs on one command line: chains and separate games, in every format of the report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lxml import etree

from modgen.compile.module import Compiled
from modgen.errors import ModgenError
from modgen.vassal.module import write_module
from modgen_rules.engine.pipeline import check
from tests.cli.running import Vales, said


@pytest.mark.long
def test_a_chain_and_another_game(vales_logs: Vales) -> None:
    code, text = vales_logs.check("a-2", "b", "a-1")
    assert code == 0
    assert re.findall(r"^Game \d of \d: (.*)$", text, re.M) == [
        "Four Vales, a-1.vlog and a-2.vlog",
        "Four Vales, b.vlog",
    ]
    assert text.endswith("2 games: 48 turns, no findings.\n")


def test_a_log_that_contains_the_ones_before_it(vales_logs: Vales) -> None:
    code, text = vales_logs.check("a-1", "a", "b")
    assert code == 0
    assert "a.vlog repeats a-1.vlog, which is therefore not judged twice." in text
    assert "2 games: 48 turns" in text


def test_each_game_is_judged_alone(vales_logs: Vales) -> None:
    alone = [
        check([vales_logs.logs[name]], vales_logs.game, rulebook=vales_logs.book)
        for name in ("a", "b", "wrong")
    ]
    together = check(
        [vales_logs.logs[name] for name in ("a", "b", "wrong")],
        vales_logs.game,
        rulebook=vales_logs.book,
    )
    assert [game.findings for game in together.games] == [one.games[0].findings for one in alone]
    assert together.exit_code() == 1


def test_json_sarif_and_junit_show_games_separately(vales_logs: Vales) -> None:
    code, text = vales_logs.check("a", "wrong", format="json")
    data = json.loads(text)
    assert (code, data["schema"]) == (1, 2)
    assert [game["logs"] for game in data["games"]] == [["a.vlog"], ["wrong.vlog"]]
    assert [len(game["findings"]) for game in data["games"]] == [0, 1]
    assert data["summary"]["findings"]["illegal"] == 1
    (finding,) = data["games"][1]["findings"]
    assert (finding["piece"], finding["from"], finding["to"]) == (
        "Red castle",
        "East Vale",
        "North Vale",
    )
    assert finding["rule"] == "Castles never move."
    runs = json.loads(vales_logs.check("a", "wrong", format="sarif")[1])["runs"]
    assert [len(one["results"]) for one in runs] == [0, 1]
    assert [len(one["tool"]["driver"]["rules"]) for one in runs] == [0, 1]
    suites = etree.fromstring(vales_logs.check("a", "wrong", format="junit")[1].encode())
    assert [suite.get("failures") for suite in suites] == ["0", "1"]
    assert [len(suite) for suite in suites] == [24, 1]


@pytest.mark.long
def test_html_has_a_page_for_each_game(vales_logs: Vales, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    code, text = vales_logs.check(
        "a", "wrong", format="html", module=vales_logs.module, output=target
    )
    assert code == 1, text
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "report-1.html",
        "report-2.html",
        "report.html",
    ]
    index = target.read_text("utf-8")
    assert 'href="report-1.html">Four Vales, a.vlog</a>' in index
    assert "Castles never move" in (tmp_path / "report-2.html").read_text("utf-8")


@pytest.mark.long
def test_html_of_bundled_games_needs_no_module(tmp_path: Path) -> None:
    corpus = Path(__file__).parents[1] / "corpus"
    logs = sorted(corpus / name for name in ("people-power-card.vlog", "junta-coup.vlog"))
    target = tmp_path / "report.html"
    code, text = said("check", *logs, "--format", "html", "-o", target)
    assert code in (0, 1), text
    index = target.read_text("utf-8")
    titles = re.findall(r'href="(report-\d.html)">([^,]*),', index)
    assert sorted(title for _, title in titles) == ["Junta: the coup", "People Power"]
    for name, title in titles:
        page = (tmp_path / name).read_text("utf-8")
        assert "data:image/" in page and title in page


@pytest.mark.long
def test_html_shows_the_module_in_the_language_of_the_log(tmp_path: Path) -> None:
    assert said("build", "people-power", "--lang", "es", "-o", tmp_path)[0] == 0
    (module,) = tmp_path.glob("*.vmod")
    games = tmp_path / "games"
    code, text = said("simulate", "people-power", "--module", module, "--turns", 1, "-o", games)
    assert code == 0, text
    (log,) = games.glob("*.vlog")
    target = tmp_path / "report.html"
    code, text = said("check", log, "--format", "html", "-o", target)
    assert code == 0, text
    page = target.read_text("utf-8")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    shown = json.loads(data[1])
    assert shown["maps"][0]["name"] == "Mapa"
    assert len(shown["start"]) > 100


def test_a_save_has_no_turns(vales_logs: Vales) -> None:
    code, text = vales_logs.check("save")
    assert (code, text) == (0, "A saved position has no turns to judge.\n")


@pytest.mark.long
def test_options_of_another_game_are_refused(vales_logs: Vales, tmp_path: Path) -> None:
    binding = tmp_path / "binding.yaml"
    binding.write_text("game: people-power\npieces: {army_red: [x]}\nplaces: {east: [y]}\n")
    code, text = vales_logs.check("a", module=vales_logs.module, bind=binding)
    assert (code, "is for `people-power`, not for `my-game`" in text) == (2, True)
    for game in ("people-power", "junta-coup"):
        code, text = said("check", vales_logs.logs["a"], "--game", game)
        assert code == 2, text
        assert "none of the pieces" in text
    with pytest.raises(ModgenError, match=r"was played on `Four Vales`"):
        check([vales_logs.logs["a"]])
    other = Path(__file__).parents[1] / "corpus" / "people-power-card.vlog"
    code, text = said("check", other, "--module", vales_logs.module)
    assert (code, "but" in text and "is `Four Vales`" in text) == (2, True)
    code, text = said("check", other, "--game", "junta-coup")
    assert (code, "was played on `People Power`, not on `Junta: the coup`" in text) == (2, True)


def test_sarif_names_logs_by_valid_uris(vales_logs: Vales, tmp_path: Path) -> None:
    log = tmp_path / "my log.vlog"
    log.write_bytes(vales_logs.logs["wrong"].read_bytes())
    options = ("--game", vales_logs.game, "--rulebook", vales_logs.book, "--format", "sarif")
    (result,) = json.loads(said("check", log, *options)[1])["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20log.vlog"


@pytest.mark.long
def test_log_says_what_a_reader_may_not_expect(
    vales_logs: Vales, tmp_path: Path, power_module: Compiled
) -> None:
    other = tmp_path / "other.vmod"
    write_module(other, power_module.module)
    code, text = said("log", vales_logs.logs["save"])
    assert (code, text) == (0, "start.vsav has no steps; --at 0 shows where its pieces are.\n")
    for command in (("log",), ("replay", "-o", tmp_path / "page.html")):
        text = said(*command, vales_logs.logs["wrong"], "--module", other)[1]
        assert "the log was played on the module `Four Vales`, not on `People Power`" in text

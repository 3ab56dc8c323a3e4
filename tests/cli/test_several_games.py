"""Several logs on one command line: chains and separate games, in every format of the report."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from lxml import etree

from modgen.compile.module import build_module, compile_game
from modgen.errors import ModgenError
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import Loaded
from modgen.vassal.module import write_module
from modgen_rules.engine.pipeline import check
from modgen_rules.engine.trial import Trial
from modgen_rules.engine.writing.log_writer import LogWriter
from tests.accuracy.cases import copied
from tests.cli.test_check import said


class Vales(NamedTuple):
    game: Path
    book: Path
    module: Path
    logs: dict[str, Path]


@pytest.fixture(scope="session")
def vales_logs(tmp_path_factory: pytest.TempPathFactory) -> Vales:
    """Two games, the first also cut in two logs; a game with a mistake; a save."""
    folder = tmp_path_factory.mktemp("vales")
    game, book = folder / "my-game", folder / "my-game" / "rulebook"
    assert said("new", game, "--rulebook")[0] == 0
    trial = Trial(game, book, folder)
    logs = {name: folder / f"{name}.vlog" for name in ("a", "b", "a-1", "a-2", "wrong")}
    writer = trial.random_game(1)
    writer.write(logs["a"])
    trial.random_game(2).write(logs["b"])
    steps = writer.steps
    writer.steps = steps[:10]
    writer.write(logs["a-1"])
    table = copied(read_timeline([logs["a-1"]]).go(10))
    second = LogWriter(trial.game, trial.rulebook.games, table, writer.module)
    second.steps = steps[10:]
    second.write(logs["a-2"])
    wrong = trial.writer("start")
    wrong.move(wrong.find("castle_red", "front", "east"), "north", "red")
    wrong.write(logs["wrong"])
    logs["save"] = folder / "start.vsav"
    return Vales(game, book, build_module(trial.game, folder), logs)


def run(vales: Vales, *names: str, **more: object) -> tuple[int, str]:
    options = [part for name, value in more.items() for part in (f"--{name}", value)]
    return said(
        "check",
        *(vales.logs[name] for name in names),
        "--game",
        vales.game,
        "--rulebook",
        vales.book,
        *options,
    )


def test_a_chain_and_another_game(vales_logs: Vales) -> None:
    code, text = run(vales_logs, "a-2", "b", "a-1")
    assert code == 0
    assert re.findall(r"^Game \d of \d: (.*)$", text, re.M) == [
        "Four Vales, a-1.vlog and a-2.vlog",
        "Four Vales, b.vlog",
    ]
    assert text.endswith("2 games: 48 turns, no findings.\n")


def test_a_log_that_contains_the_ones_before_it(vales_logs: Vales) -> None:
    code, text = run(vales_logs, "a-1", "a", "b")
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
    code, text = run(vales_logs, "a", "wrong", format="json")
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
    runs = json.loads(run(vales_logs, "a", "wrong", format="sarif")[1])["runs"]
    assert [len(one["results"]) for one in runs] == [0, 1]
    suites = etree.fromstring(run(vales_logs, "a", "wrong", format="junit")[1].encode())
    assert [suite.get("failures") for suite in suites] == ["0", "1"]
    assert [len(suite) for suite in suites] == [24, 1]


def test_html_has_a_page_for_each_game(vales_logs: Vales, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    code, text = run(
        vales_logs, "a", "wrong", format="html", module=vales_logs.module, output=target
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


def test_a_save_has_no_turns(vales_logs: Vales) -> None:
    code, text = run(vales_logs, "save")
    assert (code, text) == (0, "A saved position has no turns to judge.\n")


def test_options_of_another_game_are_refused(vales_logs: Vales, tmp_path: Path) -> None:
    binding = tmp_path / "binding.yaml"
    binding.write_text("game: people-power\npieces: {army_red: [x]}\nplaces: {east: [y]}\n")
    code, text = run(vales_logs, "a", module=vales_logs.module, bind=binding)
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


def test_a_selected_prefix_must_exist(vales_logs: Vales) -> None:
    code, text = run(vales_logs, "wrong", select="1.b")
    assert (code, "no code has the prefix `1.b`; codes begin with `FV-`" in text) == (2, True)
    assert run(vales_logs, "wrong", select="FV-1")[0] == 1


def test_log_says_what_a_reader_may_not_expect(
    vales_logs: Vales, tmp_path: Path, people_power: Loaded
) -> None:
    other = tmp_path / "other.vmod"
    write_module(other, compile_game(people_power.game).module)
    code, text = said("log", vales_logs.logs["save"])
    assert (code, text) == (0, "start.vsav has no steps; --at 0 shows where its pieces are.\n")
    for command in (("log",), ("replay", "-o", tmp_path / "page.html")):
        text = said(*command, vales_logs.logs["wrong"], "--module", other)[1]
        assert "the log was played on the module `Four Vales`, not on `People Power`" in text

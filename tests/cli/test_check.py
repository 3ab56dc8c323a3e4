"""`modgen check` and its companions, as users call them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from lxml import etree

from modgen.compile.module import Compiled, compile_game
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import Loaded
from modgen.vassal.module import write_module
from modgen_rules.engine.pipeline import check
from modgen_rules.engine.reports.reports import FORMATS
from modgen_rules.people_power.simulate import Simulation
from tests.accuracy.cases import Bench
from tests.cli.running import Vales, said

CORPUS = Path(__file__).parents[1] / "corpus"


def test_planted_mistakes_are_found_where_they_are(tmp_path: Path) -> None:
    code, told = said("simulate", "people-power", "--seed", 7, "--mistakes", 3, "-o", tmp_path)
    assert code == 0, told
    planted = [int(step) for step in re.findall(r"planted at steps? (\d+)", told)]
    assert len(planted) == 3
    found = check([tmp_path / "people-power-mistakes-7.vlog"])
    assert found.exit_code() == 1
    data = json.loads(FORMATS["json"](found))
    (report,) = data["games"]
    assert report["summary"] == data["summary"]
    spans = [finding["steps"] for finding in report["findings"] if finding["verdict"] == "illegal"]
    for step in planted:
        assert any(first <= step <= last for first, last in spans)
    assert report["summary"]["illegal"] == 3
    assert all(
        finding["code"].startswith(f"PP-{finding['clause'].rpartition('.')[0]}")
        for finding in report["findings"]
        if finding["verdict"] == "illegal"
    )
    run = json.loads(FORMATS["sarif"](found))["runs"][0]
    rules = {entry["id"] for entry in run["tool"]["driver"]["rules"]}
    assert {entry["ruleId"] for entry in run["results"]} == rules
    (suite,) = etree.fromstring(FORMATS["junit"](found).encode())
    assert int(suite.get("tests")) == len(suite)
    assert int(suite.get("failures")) == len(suite.findall("testcase[failure]")) == 3


def test_a_page(vales_logs: Vales, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    code, text = vales_logs.check("wrong", module=vales_logs.module, format="html", output=target)
    assert code == 1
    assert text == f"{target}: 1 finding in 1 of 1 turn: 1 illegal.\n"
    page = target.read_text("utf-8")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    embedded = json.loads(data[1])["report"]
    assert len(embedded["findings"]) == 1
    assert embedded["summary"] == "1 finding in 1 of 1 turn: 1 illegal."
    code, text = vales_logs.check("wrong", format="html")
    assert (code, "-o" in text) == (2, True)
    own = tmp_path / "own.html"
    code, text = vales_logs.check("wrong", format="html", output=own)
    assert (code, text) == (1, f"{own}: 1 finding in 1 of 1 turn: 1 illegal.\n")
    assert own.read_text("utf-8") == page


def test_selection_house_and_baseline(vales_logs: Vales, tmp_path: Path) -> None:
    _, text = vales_logs.check("wrong", format="json")
    (finding,) = json.loads(text)["games"][0]["findings"]
    code = finding["code"]
    assert vales_logs.check("wrong", select=code)[0] == 1
    assert vales_logs.check("wrong", select="FV-2")[0] == 0
    code_, said_ = vales_logs.check("wrong", select="1.b")
    assert (code_, "no code has the prefix `1.b`; codes begin with `FV-`" in said_) == (2, True)
    assert vales_logs.check("wrong", ignore=code)[0] == 0
    baseline = tmp_path / "known.json"
    baseline.write_text(text, "utf-8")
    assert vales_logs.check("wrong", baseline=baseline) == (0, "1 turn, no findings.\n")
    house = tmp_path / "house.yaml"
    house.write_text(
        f"- {{rule: {code}, reason: agreed}}\n"
        "- {rule: FV-2, reason: no recruits, agreed: [Anna, Ben]}\n"
    )
    code_, said_ = vales_logs.check("wrong", house=house)
    assert code_ == 0
    assert "The house rule FV-2 (no recruits) was never needed." in said_


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rule: PP-3", "write a list"),
        ("- {rule: PP-3}", "has no `reason:`"),
        ("- {reason: x}", "has no `rule:`"),
        ("- [", "this is not YAML"),
    ],
)
def test_bad_house_rules(text: str, words: str, tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(text)
    code, said_ = said("check", CORPUS / "people-power-card.vlog", "--house", house)
    assert code == 2
    assert words in said_


def test_unusable_input(tmp_path: Path) -> None:
    other = tmp_path / "other.vlog"
    other.write_text("no log")
    assert said("check", other)[0] == 2
    assert said("check", tmp_path / "none.vlog")[0] == 2
    code, text = said("check", CORPUS / "people-power-card.vlog", "--game", "chess")
    assert code == 2
    assert "chess" in text


def test_a_game_in_several_logs(vales_logs: Vales, tmp_path: Path) -> None:
    """Logs are put in order of play; changes between two logs are reported with their pieces."""
    code, text = vales_logs.check("a-2", "a-1")
    assert (code, text) == (0, "24 turns, no findings.\n"), "the order of play is found"
    code, text = vales_logs.check("a-1", "moved")
    assert code == 0, "judged again from the new position"
    assert "SUSPECT  step " in text
    assert "FV-log-changed-between" in text
    assert "Expected: Red castle in East Vale; seen: Red castle in North Vale" in text
    copy = Path(shutil.copy(vales_logs.logs["a-2"], tmp_path / "copy.vlog"))
    logs = vales_logs._replace(logs=vales_logs.logs | {"copy": copy})
    code, text = logs.check("a-1", "a-2", "copy")
    assert "copy.vlog is the same as a-2.vlog and is judged once." in text
    code, text = vales_logs.check("a-2")
    assert code == 0, text


def test_a_binding(power_module: Compiled, tmp_path: Path) -> None:
    """Our own module, read as a third-party module."""
    module, binding = tmp_path / "game.vmod", tmp_path / "binding.yaml"
    write_module(module, power_module.module)
    log = CORPUS / "people-power-card.vlog"
    code, text = said("bind", module, "--game", "people-power", "-o", binding)
    assert code == 0
    assert "The module's names without a match" in text
    _, text = said("check", log, "--format", "json")
    _, bound = said("check", log, "--bind", binding, "--module", module, "--format", "json")
    assert json.loads(bound)["summary"] == json.loads(text)["summary"]
    code, text = said("check", log, "--bind", binding)
    assert (code, "--module" in text) == (2, True)
    binding.write_text("pieces: {knight: [Knight]}\nplaces: {manila: [Manila]}\n")
    code, text = said("check", log, "--bind", binding, "--module", module)
    assert (code, "`knight`" in text) == (2, True)


def test_rules_are_explained() -> None:
    code, text = said("rule", "PP-3.4.1")
    assert code == 0
    assert "[3.4.1.a]" in text
    assert "State: reported" in text
    for label in ("Why: ", "Legal: ", "Illegal: ", "In the code: ", "Reported in: "):
        assert label in text
    code, text = said("rules", "people-power")
    assert "reported in people_power/" in text
    count = re.search(
        r"(\d+) clauses: (\d+) reported \((\d+) of them with a pair\), 0 modelled, (\d+) not obs",
        text,
    )
    assert count is not None
    every, reported, paired, unseen = map(int, count.groups())
    assert every == reported + unseen
    assert min(reported, unseen) > 0 and paired == reported


def test_a_game_without_a_rulebook_has_the_laws_of_its_data() -> None:
    courtyard = Path(__file__).parents[1] / "general" / "games" / "courtyard"
    code, text = said("rules", courtyard)
    assert code == 0
    assert "LAW-stacking-limit" in text
    assert "LAW-conservation-returned" not in text, "no box of the game is final"
    code, some = said("rules", courtyard, "--select", "stacking")
    assert (code, "LAW-stacking-limit" in some, len(some) < len(text)) == (0, True, True)
    code, text = said("rule", "LAW-stacking", "--game", courtyard)
    assert (code, "[stacking.limit]" in text) == (0, True)
    assert said("rule", "LAW-stacking") == (code, text)
    assert said("rule", "LAW-conservation-returned")[0] == 0
    assert said("rule", "LAW-conservation-returned", "--game", courtyard)[0] == 2


def test_a_log_of_the_spanish_module(people_power: Loaded, bench: Bench, tmp_path: Path) -> None:
    """Names of places, pieces and announcements differ; the verdict is the same."""
    spanish = people_power.in_language("es")
    module = compile_game(spanish).module
    setup = tmp_path / "extended.vsav"
    setup.write_bytes(module.files["extended.vsav"])
    games = [spanish, people_power.game]
    game = Simulation(spanish, games, bench.board, bench.rulebook.effects, 7, "extended")
    log = tmp_path / "juego.vlog"
    played, _ = game.play(read_timeline([setup]).go(0), module.metadata)
    played.steps = played.steps[: len(played.steps) // 2]
    played.write(log)
    code, text = said("check", log)
    assert code == 0, text
    assert int(text.split()[0]) > 10

"""`modgen check` and its companions, as users call them."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from lxml import etree

from modgen.cli import cli
from modgen.compile.module import compile_game
from modgen.compile.naming import file_name
from modgen.errors import ModgenError
from modgen.log.timeline import read_timeline
from modgen.model.loading.folder import Loaded
from modgen.vassal.module import write_module
from modgen_rules.engine.writing.log_writer import LogWriter
from tests.accuracy.cases import Bench, copied


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], standalone_mode=False)


def said(*arguments: object) -> tuple[int, str]:
    """Exit code and all output; codes come as return values, as exits, or by `main` (errors)."""
    result = run(*arguments)
    if isinstance(result.exception, ModgenError):
        return 2, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    code = result.return_value if isinstance(result.return_value, int) else result.exit_code
    return code, result.output


@pytest.fixture(scope="session")
def played(people_power: Loaded, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A module, a legal game on it, the same with mistakes."""
    folder = tmp_path_factory.mktemp("played")
    module = folder / file_name(people_power.game)
    write_module(module, compile_game(people_power.game).module)
    for more in ([], ["--mistakes", 3]):
        code, text = said(
            "simulate", "people-power", "--seed", 7, "--module", module, "-o", folder, *more
        )
        assert code == 0, text
    return {
        "module": module,
        "legal": folder / "people-power-game-7.vlog",
        "wrong": folder / "people-power-mistakes-7.vlog",
    }


def test_a_legal_game(played: dict[str, Path]) -> None:
    code, text = said("check", played["legal"])
    assert code == 0
    assert re.fullmatch(
        r"\d+ turns, no findings\.( The log cannot tell whether \d+ turns? w\w+ legal\.)?\n", text
    )


def test_planted_mistakes_are_found_where_they_are(played: dict[str, Path], tmp_path: Path) -> None:
    _, told = said(
        "simulate",
        "people-power",
        "--seed",
        7,
        "--module",
        played["module"],
        "--mistakes",
        3,
        "-o",
        tmp_path,
    )
    planted = [int(step) for step in re.findall(r"planted at step (\d+)", told)]
    assert len(planted) == 3
    code, text = said("check", played["wrong"], "--format", "json")
    assert code == 1
    data = json.loads(text)
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


def test_machine_formats(played: dict[str, Path]) -> None:
    _, text = said("check", played["wrong"], "--format", "sarif")
    data = json.loads(text)
    run_ = data["runs"][0]
    assert data["version"] == "2.1.0"
    rules = {entry["id"] for entry in run_["tool"]["driver"]["rules"]}
    assert {entry["ruleId"] for entry in run_["results"]} == rules
    _, text = said("check", played["wrong"], "--format", "junit")
    (suite,) = etree.fromstring(text.encode())
    assert int(suite.get("tests")) == len(suite)
    assert int(suite.get("failures")) == len(suite.findall("testcase[failure]")) == 3


def test_a_page(played: dict[str, Path], tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    code, text = said(
        "check", played["wrong"], "--module", played["module"], "--format", "html", "-o", target
    )
    assert code == 1
    assert text.endswith(": 3 findings in 3 of 39 turns: 3 illegal.\n")
    page = target.read_text("utf-8")
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert data is not None
    embedded = json.loads(data[1])["report"]
    assert len(embedded["findings"]) >= 3
    assert embedded["summary"] == "3 findings in 3 of 39 turns: 3 illegal."
    code, text = said("check", played["wrong"], "--format", "html")
    assert (code, "--module" in text) == (2, True)


def test_selection_house_and_baseline(played: dict[str, Path], tmp_path: Path) -> None:
    wrong = played["wrong"]
    _, text = said("check", wrong, "--format", "json")
    codes = [finding["code"] for finding in json.loads(text)["games"][0]["findings"]]
    assert said("check", wrong, "--select", "PP-S.6")[0] == 0
    assert said("check", wrong, "--select", "PP-9")[0] == 2, "no rule has this number"
    ignored = [part for code in set(codes) for part in ("--ignore", code)]
    assert said("check", wrong, *ignored)[0] == 0
    baseline = tmp_path / "known.json"
    baseline.write_text(text, "utf-8")
    code, text = said("check", wrong, "--baseline", baseline)
    assert code == 0
    assert "no findings" in text
    house = tmp_path / "house.yaml"
    entries = "".join(f"- {{rule: {code}, reason: agreed}}\n" for code in sorted(set(codes)))
    house.write_text(entries + "- {rule: PP-6, reason: no elections, agreed: [Anna, Ben]}\n")
    code, text = said("check", wrong, "--house", house)
    assert code == 0
    assert "The house rule PP-6 (no elections) was never needed." in text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rule: PP-3", "write a list"),
        ("- {rule: PP-3}", "has no `reason:`"),
        ("- {reason: x}", "has no `rule:`"),
        ("- [", "this is not YAML"),
    ],
)
def test_bad_house_rules(text: str, words: str, played: dict[str, Path], tmp_path: Path) -> None:
    house = tmp_path / "house.yaml"
    house.write_text(text)
    code, said_ = said("check", played["legal"], "--house", house)
    assert code == 2
    assert words in said_
    assert "Traceback" not in said_


def test_unusable_input(played: dict[str, Path], tmp_path: Path) -> None:
    other = tmp_path / "other.vlog"
    other.write_text("no log")
    assert said("check", other)[0] == 2
    assert said("check", tmp_path / "none.vlog")[0] == 2
    code, text = said("check", played["legal"], "--game", "chess")
    assert code == 2
    assert "chess" in text


def test_a_game_in_several_logs(bench: Bench, tmp_path: Path) -> None:
    """Logs are put in order of play; changes between two logs are reported with their pieces."""
    from modgen_rules.people_power.simulate import Simulation

    game = Simulation(bench.game, bench.games, bench.board, bench.rulebook.effects, 7, "extended")
    whole = game.play(copied(bench.tables["extended"]), bench.module)
    steps, half = whole.steps, len(whole.steps) // 2
    whole.steps = steps[:half]
    first, second, third = (tmp_path / f"{n}.vlog" for n in (1, 2, 3))
    whole.write(first)
    middle = read_timeline([first]).go(half)
    for target, moves in ((second, False), (third, True)):
        writer = LogWriter(bench.game, bench.games, copied(middle), bench.module)
        if moves:
            writer.move(writer.find("terror", "terror", "pool_terror")[-1:], "cebu")
            writer = LogWriter(bench.game, bench.games, writer.table, bench.module)
        writer.steps = steps[half:]
        writer.write(target)
    code, text = said("check", second, first)
    assert (code, text.count("\n")) == (0, 1), (
        "the order of play is detected, without further output"
    )
    code, text = said("check", first, third)
    assert code == 0, "judged again from the new position"
    assert "SUSPECT  step " in text
    assert "PP-log-changed-between" in text
    assert re.search(r"Expected: (.*; )?Terror in .*; seen: (.*; )?Terror in Cebu", text), text
    fourth = shutil.copy(second, tmp_path / "4.vlog")
    code, text = said("check", first, second, fourth)
    assert "4.vlog is the same as 2.vlog and is judged once." in text
    code, text = said("check", second)
    assert code == 0, text


def test_a_binding(played: dict[str, Path], tmp_path: Path) -> None:
    """Our own module, read as a third-party module."""
    binding = tmp_path / "binding.yaml"
    code, text = said("bind", played["module"], "--game", "people-power", "-o", binding)
    assert code == 0
    assert "The module's names without a match" in text
    code, text = said("check", played["legal"], "--bind", binding, "--module", played["module"])
    assert (code, "no findings" in text) == (0, True)
    code, text = said("check", played["legal"], "--bind", binding)
    assert (code, "--module" in text) == (2, True)
    binding.write_text("pieces: {knight: [Knight]}\nplaces: {manila: [Manila]}\n")
    code, text = said("check", played["legal"], "--bind", binding, "--module", played["module"])
    assert (code, "`knight`" in text) == (2, True)


def test_rules_are_explained() -> None:
    code, text = said("rule", "PP-3.4.1")
    assert code == 0
    assert "[3.4.1.a]" in text
    assert "State: reported" in text
    for label in ("Why: ", "Legal: ", "Illegal: ", "In the code: ", "Reported in: "):
        assert label in text
    assert said("rule", "PP-99")[0] == 2
    code, text = said("rules", "people-power", "--select", "3.4.2")
    assert code == 0
    assert "reported in people_power/" in text
    code, text = said("rules", "people-power")
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
    code, text = said("rule", "LAW-stacking", "--game", courtyard)
    assert (code, "[stacking.limit]" in text) == (0, True)
    assert said("rule", "LAW-stacking") == (code, text)
    assert said("rule", "LAW-conservation-returned")[0] == 0
    assert said("rule", "LAW-conservation-returned", "--game", courtyard)[0] == 2


def test_a_log_of_the_spanish_module(people_power: Loaded, bench: Bench, tmp_path: Path) -> None:
    """Names of places, pieces and announcements differ; the verdict is the same."""
    from modgen_rules.people_power.simulate import Simulation

    spanish = people_power.in_language("es")
    module = compile_game(spanish).module
    setup = tmp_path / "extended.vsav"
    setup.write_bytes(module.files["extended.vsav"])
    games = [spanish, people_power.game]
    game = Simulation(spanish, games, bench.board, bench.rulebook.effects, 7, "extended")
    log = tmp_path / "juego.vlog"
    game.play(read_timeline([setup]).go(0), module.metadata).write(log)
    code, text = said("check", log)
    assert code == 0, text
    assert int(text.split()[0]) > 20

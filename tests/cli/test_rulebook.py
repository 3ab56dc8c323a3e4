"""`modgen new --rulebook`, and a rulebook that lies outside the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from modgen.assets import template_path
from modgen.cli import cli
from modgen.log.timeline import read_timeline
from modgen_rules.engine.pipeline import check, find_rulebook
from modgen_rules.engine.reports.clauses import ClauseError, read_clauses
from modgen_rules.engine.rulebook import RulebookError, load_rulebook, rulebook_names
from modgen_rules.engine.trial import Trial
from tests.cli.running import said


@pytest.fixture(scope="session")
def vales_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vales") / "my-game"
    code, text = said("new", folder, "--rulebook")
    assert code == 0, text
    return folder


@pytest.mark.slow
def test_the_tests_of_the_new_rulebook_pass(vales_folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "rulebook"]
    done = subprocess.run(command, cwd=vales_folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "7 passed" in done.stdout


@pytest.mark.long
def test_it_simulates_checks_and_explains(vales_folder: Path, tmp_path: Path) -> None:
    book = vales_folder / "rulebook"
    code, text = said("simulate", vales_folder, "--rulebook", book, "-n", 2, "-o", tmp_path)
    assert code == 0, text
    logs = sorted(tmp_path.glob("*.vlog"))
    report = check(logs, game=vales_folder, rulebook=book)
    assert [len(game.logs) for game in report.games] == [1, 1]
    assert report.findings == []
    short = tmp_path / "short"
    code, text = said("simulate", vales_folder, "--rulebook", book, "--turns", 3, "-o", short)
    assert code == 0, text
    steps = [len(read_timeline([path])) for path in (logs[0], *short.glob("*.vlog"))]
    assert 0 < steps[1] <= 6 < steps[0]
    code, text = said("simulate", vales_folder, "--turns", 3, "--noise", "-o", short)
    assert code == 2
    assert "--turns cannot be combined" in text
    code, text = said("rules", vales_folder, "--rulebook", book)
    assert "FV-1-castle" in text
    assert "5 clauses: 0 reported, 4 modelled, 1 not observable." in text
    rules = template_path().joinpath("rules.yaml").read_text("utf-8")
    vales_folder.joinpath("rules.yaml").write_text(rules, "utf-8")
    code, text = said("rules", vales_folder, "--rulebook", book)
    assert "LAW-rule-castles-stand" in text, "the rules of rules.yaml are in the same table"
    assert "8 clauses: 3 reported, 4 modelled, 1 not observable." in text
    vales_folder.joinpath("rules.yaml").unlink()
    code, text = said("rule", "FV-1.a", "--game", vales_folder, "--rulebook", book)
    assert "An army marches to an adjacent vale." in text


def test_a_finding_names_piece_and_places(vales_folder: Path, tmp_path: Path) -> None:
    trial = Trial(vales_folder, vales_folder / "rulebook", tmp_path)
    writer = trial.writer("start")
    writer.move(writer.find("army_red", "fresh", "east")[:1], "west", "red")
    (finding,) = trial.check(writer).findings
    assert (finding.actor, finding.piece) == ("Red", "Red army")
    assert (finding.source, finding.target) == ("East Vale", "West Vale")
    assert finding.message == (
        "Turn 1: Red army went from East Vale to West Vale. "
        "An army marches to an adjacent vale [1.a]."
    )


def test_check_data_asks_the_rulebook(vales_folder: Path, tmp_path: Path) -> None:
    import shutil

    folder = tmp_path / "spoilt"
    shutil.copytree(vales_folder, folder)
    path = folder / "map.yaml"
    path.write_text(
        path.read_text("utf-8").replace(
            "{harvest: 2}, pieces_at: [150, 85]", "{corn: 2}, pieces_at: [150, 85]"
        )
    )
    code, text = said("check-data", folder, "--rulebook", folder / "rulebook")
    assert code == 2
    assert "a vale needs a number `harvest`" in text
    assert "map.yaml:" in text


@pytest.mark.long
def test_a_wrong_card_effect_is_reported_at_its_cell(tmp_path: Path) -> None:
    import shutil

    from modgen.assets import bundled_games

    folder = tmp_path / "game"
    shutil.copytree(bundled_games()["people-power"], folder)
    path = folder / "cards.csv"
    path.write_text(path.read_text("utf-8").replace(",patronage +3,", ",patronag +3,", 1), "utf-8")
    code, text = said("check-data", folder)
    assert code == 2
    assert "cards.csv:2:" in text
    assert "patronag" in text


def test_our_rulebooks_are_found_without_installation() -> None:
    assert {"people-power", "junta-coup"} <= set(rulebook_names())
    for name in ("people-power", "junta-coup"):
        assert find_rulebook(name).clauses.clauses


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "no class `Rulebook`"),
        ("import nothing_of_this_name", "cannot be imported"),
        ("class Rulebook:\n def __init__(self, games): 1/0", "does not accept the game"),
        ("class Rulebook:\n def __init__(self, games): pass", "has no `clauses`"),
    ],
)
def test_a_bad_rulebook_is_one_sentence(code: str, words: str, tmp_path: Path) -> None:
    games = list(find_rulebook("people-power").games)
    with pytest.raises(RulebookError, match=r"has no rulebook\.py"):
        load_rulebook(games, tmp_path)
    (tmp_path / "rulebook.py").write_text(code)
    with pytest.raises(RulebookError, match=words):
        load_rulebook(games, tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,2\n", "the column `clause` is missing"),
        ("1.a,x,Rule.,effect,grave,,,,,\n", "the severity `grave` is not one of"),
        ("1.a,x,Rule.,effect,error,,,,,\n1.a,y,Rule.,effect,error,,,,,\n", "1.a is duplicated"),
        (",x,Rule.,effect,error,,,,,\n", "a clause needs a number and a slug"),
        *(
            (
                "clause,slug,rule,kind,severity,why,shown,legal,illegal,cannot,needs\n"
                f"1.a,x,Rule.,effect,error,,,,,,{need}\n",
                f"`{need}` is none of dice, number, result, turn, .*tracker:PHASE",
            )
            for need in ("luck", "dice:fire", "turn:", "turn:now", "tracker", "tracker:")
        ),
    ],
)
def test_a_bad_table_of_clauses_is_one_sentence(text: str, words: str, tmp_path: Path) -> None:
    head = "clause,slug,rule,kind,severity,why,shown,legal,illegal,cannot\n"
    (tmp_path / "clauses.csv").write_text(
        text if text.startswith(("a,", "clause")) else head + text
    )
    with pytest.raises(ClauseError, match=words):
        read_clauses(tmp_path, "X")


def test_the_commands_are_known() -> None:
    assert {"check", "simulate", "rule", "rules", "bind"} <= set(cli.list_commands(None))

"""The public library: lazy names, loaded games, logs that are closed, damaged or missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import modgen


def test_every_public_name_is_there_and_is_listed() -> None:
    for name in modgen.__all__:
        assert getattr(modgen, name) is not None
    assert set(modgen._HOMES) | {"ModgenError"} == set(modgen.__all__)
    assert set(modgen.__all__) <= set(dir(modgen))
    with pytest.raises(AttributeError, match="no attribute 'lode_game'"):
        _ = modgen.lode_game


def test_import_is_lazy() -> None:
    code = (
        "import sys, modgen; before = set(sys.modules); modgen.load_game;"
        "print([n for n in ('click', 'lxml', 'pydantic', 'PIL') if n in before],"
        "'modgen.library.games' in before, 'modgen.library.games' in sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "[] False True\n"


def test_help_imports_no_heavy_library() -> None:
    code = (
        "import sys, modgen.cli\n"
        "try:\n    modgen.cli.cli.main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = ('lxml', 'pydantic', 'PIL', 'yaml', 'modgen.model', 'modgen.library')\n"
        "sys.exit(','.join(name for name in heavy if name in sys.modules) or 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.long
def test_unknown_game_and_language() -> None:
    with pytest.raises(modgen.UnknownGameError, match="did you mean `people-power`"):
        modgen.load_game("people-powr")
    with pytest.raises(modgen.UnknownGameError, match="no language `fr`; it has en, es"):
        modgen.load_game("people-power", language="fr")
    with pytest.raises(LookupError):
        modgen.build("nothing", "out")


@pytest.mark.long
def test_a_loaded_game_is_built_as_it_is(workplace: Path) -> None:
    game = modgen.load_game("four-vales", language="es")
    assert modgen.build(game, "out").name == "four-vales-0.1-es.vmod"
    with pytest.raises(ValueError, match="already"):
        modgen.build(game, "out", language="en")


def test_a_text_that_does_not_fit_is_located(workplace: Path) -> None:
    cards = Path("four-vales", "cards.csv")
    cards.write_text(cards.read_text("utf-8").replace("Nobody", "Nobody at all " * 90), "utf-8")
    with pytest.raises(modgen.GameDataError) as caught:
        modgen.build("four-vales", "out")
    (diagnostic,) = caught.value.diagnostics.errors
    assert (diagnostic.position.file, diagnostic.position.line) == ("cards.csv", 5)
    assert not Path("out").exists()


def test_steps_of_a_log(workplace: Path) -> None:
    log = modgen.read_log("game.vlog", module="game.vmod")
    steps = list(log)
    assert [step.number for step in steps] == list(range(1, len(log) + 1))
    assert [step.number for step in log.steps(3, 5)] == [3, 4, 5]
    (undone,) = (step for step in steps if step.undone)
    (undo,) = (step for step in steps if step.undoes)
    assert undo.undoes == undone.number
    assert (undone.moves[0].origin, undone.moves[0].destination) == (
        undo.moves[0].destination,
        undo.moves[0].origin,
    )
    assert steps[6].file == "game.vlog"
    assert list(log.moves()) == [move for step in steps for move in step.moves]
    told = [text for step in steps for text in step.chat]
    assert len(told) == len(list(log.chat()))
    assert "Government declared: Operation only; operation: Train; operation in: Zamboanga" in told
    assert log.players() == {"NPA (Probe)": "Reformers"}
    assert log.properties()["Scenario"] == "standard"
    assert log.problems == []


@pytest.mark.long
def test_pieces_follow_the_moves(workplace: Path) -> None:
    log = modgen.read_log("game.vlog", module="game.vmod")
    places = {piece.id: piece.place for piece in log.pieces(0)}
    for move in log.moves():
        assert places.get(move.piece_id) == move.origin
        places[move.piece_id] = str(move.destination)
    assert places == {piece.id: piece.place for piece in log.pieces()}
    base = next(piece for piece in log.pieces() if piece.markers.get("PieceType") == "gov_base")
    assert base.name == "Government Base"


def test_new_and_removed_pieces(workplace: Path) -> None:
    corpus = Path(__file__).parent.parent / "corpus"
    log = modgen.read_log(corpus / "people-power.vlog", module="game.vmod")
    ends = [(move.origin, move.destination) for move in log.moves()]
    assert (None, "Terror") in ends
    assert ("Terror", None) in ends


def test_without_a_module_places_are_pixels(workplace: Path) -> None:
    first = next(modgen.read_log("game.vlog").moves())
    assert first.origin is not None
    assert first.origin.startswith("Map ")


def test_a_log_is_read_before_it_is_closed(workplace: Path) -> None:
    with modgen.open_save("game.vlog") as log:
        assert log.metadata is not None
    with pytest.raises(modgen.ClosedLogError):
        len(log)
    with modgen.open_save("game.vlog") as log:
        total = len(log)
    assert len(list(log)) == total
    Path("game.vlog").unlink()


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 cut short", b"text" * 99])
def test_damaged_files_raise_modgen_error(workplace: Path, data: bytes) -> None:
    Path("bad.vlog").write_bytes(data)
    for read in (modgen.open_save, modgen.read_log, modgen.read_module):
        with pytest.raises(modgen.ModgenError, match=r"bad\.vlog"):
            read("bad.vlog")
    with pytest.raises(modgen.ModgenError, match=r"bad\.vlog"):
        modgen.open_save("game.vlog", "bad.vlog")
    with pytest.raises(FileNotFoundError):
        modgen.read_log("missing.vlog")

"""Compiled games: the same as loaded ones, made again after a change, and only data."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from modgen.assets import bundled_games, template_path
from modgen.model.files.diagnostics import GameDataError
from modgen.model.loading import compiled as module
from modgen.model.loading.compiled import compiled
from modgen.model.loading.folder import load


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MODGEN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "games"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return Path(shutil.copytree(template_path(), tmp_path / "game"))


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(bundled_games()))
def test_a_compiled_game_is_the_loaded_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = bundled_games()[name]
    loaded = load(folder)
    compiled(folder)
    # From here on nothing can be loaded: it must come from the cache.
    monkeypatch.setattr("modgen.model.loading.folder.load", None)
    games, sources = compiled(folder)
    assert [one.language for one in games] == loaded.game.info.languages
    assert games == [loaded.in_language(one.language) for one in games]
    for one, other in zip(games[0].map.spaces, loaded.game.map.spaces, strict=True):
        assert sources.position(one, ("name",)) == loaded.sources.position(other, ("name",))
    for one, other in zip(games[0].pieces, loaded.game.pieces, strict=True):
        assert sources.position(one) == loaded.sources.position(other)


def test_a_game_has_the_path_by_which_it_was_named(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.parent)
    compiled(Path("game"))
    monkeypatch.chdir(game.parent.parent)
    elsewhere = Path(game.parent.name, "game")
    assert compiled(elsewhere).games[0].folder == elsewhere


def test_a_change_of_any_file_is_seen(game: Path) -> None:
    first = compiled(game).games[0]
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_bytes(text.replace(first.info.title, "Other Vales").encode())
    assert compiled(game).games[0].info.title == "Other Vales"
    assert len(list(game.parent.glob("cache/games/*.pickle"))) == 2


def test_a_game_with_errors_is_not_kept(game: Path, cache: Path) -> None:
    (game / "game.yaml").write_bytes(b"title: [")
    with pytest.raises(GameDataError):
        compiled(game)
    assert not list(cache.glob("*.pickle"))


class Evil:
    """A pickle that runs code when it is read."""

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return exec, ("raise SystemExit('code of a cache was run')",)


@pytest.mark.parametrize(
    "data", [b"", b"\x80\x05", pickle.dumps(Evil()), pickle.dumps(Path), pickle.dumps((1, 2, 3))]
)
def test_a_file_in_the_cache_cannot_run_code_or_stop_a_check(
    game: Path, cache: Path, data: bytes
) -> None:
    title = compiled(game).games[0].info.title
    (kept,) = cache.glob("*.pickle")
    whole = kept.read_bytes()
    kept.write_bytes(data)
    assert compiled(game).games[0].info.title == title
    assert kept.read_bytes() == whole


@pytest.mark.parametrize(
    ("home", "name"),
    [("modgen.model.loading.compiled", "io.FileIO"), ("modgen.model.game", "cached_property")],
)
def test_what_our_modules_import_is_no_part_of_a_game(home: str, name: str, tmp_path: Path) -> None:
    target = tmp_path / "written"
    texts = [text.encode() for text in (home, name, str(target), "w")]
    home_, name_, *arguments = (b"\x8c" + bytes([len(text)]) + text for text in texts)
    data = b"\x80\x04" + home_ + name_ + b"\x93" + b"".join(arguments) + b"\x86R."
    with pytest.raises(pickle.UnpicklingError, match="is not part of a game"):
        module._read(data)
    assert not target.exists()


def test_a_cache_that_cannot_be_written_is_passed_over(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (game.parent / "file").write_bytes(b"")
    monkeypatch.setenv("MODGEN_CACHE", str(game.parent / "file"))
    assert compiled(game).games


@pytest.mark.long
def test_the_cache_keeps_a_few_games(
    game: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    for number in range(4):
        (game / "notes.txt").write_bytes(str(number).encode())
        compiled(game)
    assert len(list(cache.glob("*.pickle"))) == 2

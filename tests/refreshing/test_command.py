"""`modgen refresh` on the command line."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from modgen.cli import cli
from modgen.refreshing.files import Brought, Target
from modgen.vassal import traits as t
from modgen.vassal.archive import Archive, write_archive
from modgen.vassal.components import component
from modgen.vassal.save import SaveFile
from tests.refreshing.modules import CARDS, piece, pieces_of, saved, slot, text_of, tree, write

GUARD = piece("1", "7", "Guard")


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module whose guards have a new trait, and saves of its old version."""
    monkeypatch.chdir(tmp_path)
    root = tree(slot("7", "Guard", t.Delete()), set_up="dawn.vsav")
    write(tmp_path / "new.vmod", root, files={"dawn.vsav": saved(GUARD)})
    (tmp_path / "one.vsav").write_bytes(saved(GUARD))
    (tmp_path / "two.vsav").write_bytes(saved(piece("1", "7", "Guard"), piece("2", "", "Spy")))
    (tmp_path / "bad.vsav").write_bytes(saved(GUARD)[:90])
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ("refresh", "new.vmod", *arguments))


def test_files_go_to_a_folder(place: Path) -> None:
    before = (place / "one.vsav").read_bytes()
    result = run("one.vsav", "-o", "out")
    assert result.output == "one.vsav: 1 piece refreshed, 0 unchanged.\n"
    assert result.exit_code == 0
    assert (place / "one.vsav").read_bytes() == before
    made = pieces_of((place / "out/one.vsav").read_bytes())
    assert made["1"].traits == (t.Delete(),)
    # A file that does not change is copied.
    assert run("out/one.vsav", "-o", "again").output.endswith("0 pieces refreshed, 1 unchanged.\n")
    assert (place / "again/one.vsav").read_bytes() == (place / "out/one.vsav").read_bytes()


def test_a_full_disk_is_one_sentence(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (place / "one.vsav").read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("modgen.vassal.archive._write", full)
    result = run("one.vsav", "--in-place")
    assert result.exit_code == 2
    assert result.stderr == "one.vsav: the disk is full; make room and try again\n"
    assert (place / "one.vsav").read_bytes() == before
    assert not list(place.glob(".*"))


def test_pieces_that_are_left_are_listed(place: Path) -> None:
    result = run("two.vsav", "--dry-run")
    assert result.output == (
        "two.vsav: 1 piece refreshed, 0 unchanged, 1 left as before.\n"
        "  1 piece `Spy` (gpid none): not in the module, left as before\n"
    )
    assert result.exit_code == 1
    assert sorted(path.name for path in place.iterdir()) == [
        "bad.vsav",
        "new.vmod",
        "one.vsav",
        "two.vsav",
    ]


def test_decks_are_refreshed_and_listed(place: Path) -> None:
    decks = [CARDS, component("DrawPile", name="Discards")]
    write(place / "new.vmod", tree(slot("7", "Guard", t.Delete()), decks=decks))
    result = run("one.vsav", "--dry-run")
    assert result.output.splitlines()[1:] == [
        "  deck `Discards`: in the module but not in the game, not added"
    ]
    assert result.exit_code == 0
    assert run("one.vsav", "--dry-run", "--no-decks").output.count("\n") == 1
    write(place / "new.vmod", tree(slot("7", "Guard", t.Delete()), decks=decks[1:]))
    assert run("one.vsav", "--dry-run").exit_code == 1
    result = run("one.vsav", "--add-decks", "--remove-decks", "-o", "out")
    assert result.output.splitlines()[1:] == [
        "  deck `Cards`: not in the module, removed; cards in it stay as a stack",
        "  deck `Discards`: in the module but not in the game, added",
    ]
    assert result.exit_code == 0


def test_a_damaged_file_does_not_stop_the_others(place: Path) -> None:
    before = (place / "bad.vsav").read_bytes()
    result = run("bad.vsav", "missing.vsav", "one.vsav", "--in-place")
    assert result.exit_code == 2
    assert "bad.vsav is not a ZIP archive, or it is cut short\n" in result.output
    assert "missing.vsav: no such file or directory\n" in result.output
    assert (place / "bad.vsav").read_bytes() == before
    assert pieces_of((place / "one.vsav").read_bytes())["1"].traits == (t.Delete(),)


def test_damaged_metadata_stop_neither_module_nor_save(place: Path) -> None:
    for name in ("new.vmod", "one.vsav"):
        with Archive(place / name) as archive:
            entries = {each: archive.read(each) for each in archive.names()}
        write_archive(place / name, entries | {"moduledata": b"<data>\n<<<<<<< HEAD\n</data>"})
    assert run("one.vsav", "-o", "out").output == "one.vsav: 1 piece refreshed, 0 unchanged.\n"
    with SaveFile(place / "out/one.vsav") as made:
        assert made.moduledata is not None
        assert (made.moduledata.name, made.moduledata.version) == ("Siege", "1.1")


def test_set_ups_inside_the_module(place: Path) -> None:
    result = run("--set-ups", "-o", "out")
    assert result.output == "new.vmod: dawn.vsav: 1 piece refreshed, 0 unchanged.\n"
    with Archive(place / "new.vmod") as old, Archive(place / "out/new.vmod") as new:
        assert new.names() == old.names()
        others = [name for name in old.names() if name != "dawn.vsav"]
        assert all(new.read(name) == old.read(name) for name in others)
        assert pieces_of(new.read("dawn.vsav"))["1"].traits == (t.Delete(),)
    assert run("--set-ups", "--in-place").exit_code == 0
    assert (place / "new.vmod").read_bytes() == (place / "out/new.vmod").read_bytes()


def test_a_damaged_set_up_stays(place: Path) -> None:
    root = tree(slot("7", "Guard", t.Delete()), set_up="dawn.vsav")
    write(place / "new.vmod", root, files={"dawn.vsav": b"PK"})
    result = run("--set-ups", "-o", "out")
    assert result.exit_code == 2
    assert result.output == "new.vmod: dawn.vsav is not a ZIP archive, or it is cut short\n"
    with Archive(place / "out/new.vmod") as new:
        assert new.read("dawn.vsav") == b"PK"


@pytest.mark.long
def test_many_files_are_done_by_several_processes(place: Path) -> None:
    names = [f"{number}.vsav" for number in range(8)]
    for name in names:
        (place / name).write_bytes(saved(GUARD))
    (place / "3.vsav").write_bytes(b"")
    result = run(*names, "-o", "out", "--jobs", "2")
    lines = [f"{name}: 1 piece refreshed, 0 unchanged." for name in names]
    lines[3] = "3.vsav is empty"
    assert sorted(result.output.splitlines()) == sorted(lines)
    assert result.exit_code == 2
    made = [pieces_of(path.read_bytes())["1"].traits for path in (place / "out").iterdir()]
    assert made == [(t.Delete(),)] * 7


def test_extensions_define_pieces_too(place: Path) -> None:
    root = component("ModuleExtension", [slot("ab:1", "Spy", t.Clone())], anyModule=True)
    write(place / "spies.vmdx", root)
    (place / "spy.vsav").write_bytes(saved(piece("1", "ab:1", "Spy")))
    assert run("spy.vsav", "-o", "out", "--extension", "spies.vmdx").exit_code == 0
    assert pieces_of((place / "out/spy.vsav").read_bytes())["1"].traits == (t.Clone(),)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("one.vsav",), "give one of -o FOLDER, --in-place and --dry-run"),
        (("one.vsav", "-o", "out", "--in-place"), "give one of -o FOLDER"),
        (("--dry-run",), "give the saves and logs to refresh, or --set-ups"),
        (("one.vsav", "--no-decks", "--add-decks", "--dry-run"), "--no-decks cannot be combined"),
        (("one.vsav", "-o", "."), "one.vsav is in the folder .; use --in-place"),
        (("one.vsav", "x/one.vsav", "-o", "out"), "two of the files would become"),
    ],
)
def test_wrong_options_are_a_sentence(
    place: Path, arguments: tuple[str, ...], message: str
) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert text_of((place / "one.vsav").read_bytes()) == text_of(saved(GUARD))
    assert not (place / "out").exists()


def _stopped(*_: object) -> None:
    os._exit(9)


def test_a_process_that_is_stopped_is_one_sentence(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("modgen.refreshing.files.FEW", 1)
    monkeypatch.setattr("modgen.refreshing.files._brought_by_process", _stopped)
    result = run("one.vsav", "two.vsav", "-o", "out", "--jobs", "2")
    assert result.exit_code == 2
    assert result.stderr == ("a process was stopped, perhaps for lack of memory; use --jobs 1\n")


@pytest.mark.parametrize(("cores", "given", "used"), [(3, [], 3), (64, [], 8), (64, ["9"], 9)])
def test_one_process_for_a_core_but_not_too_many(
    place: Path, monkeypatch: pytest.MonkeyPatch, cores: int, given: list[str], used: int
) -> None:
    counts: list[int] = []

    def counted(
        _: Target, files: Sequence[tuple[Path, Path | None]], processes: int
    ) -> Iterator[Brought]:
        counts.append(processes)
        return iter([Brought(None, "not done")] * len(files))

    monkeypatch.setattr("modgen.refreshing.files.bring", counted)
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    run("one.vsav", "-o", "out", *(f"--jobs={number}" for number in given))
    assert counts == [used]
    assert "one for a core, at most 8]" in " ".join(run("--help").output.split())

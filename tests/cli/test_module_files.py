"""`inspect`, `diff` and `verify` on files that are damaged, hostile, or of another kind."""

from __future__ import annotations

import json
import os
import sys
import zipfile
from pathlib import Path

import pytest

from modgen.vassal.archive import Archive, write_archive
from modgen.vassal.components import component
from modgen.vassal.metadata import Metadata
from modgen.vassal.module import Module, write_module
from modgen.vassal.save import save_text, write_save
from tests.cli.running import run

MODULE = Metadata("1.0", "Small")


@pytest.fixture
def small(tmp_path: Path) -> Path:
    tree = component("GameModule", [component("BasicCommandEncoder")], name="Small", version="1.0")
    path = tmp_path / "small.vmod"
    write_module(path, Module(tree, MODULE, {"a.png": b"picture" * 99}))
    return path


def spoil(small: Path, how: str) -> str:
    """Damage the file and return the expected sentence."""
    name = small.name
    if how == "no file":
        small.unlink()
        return f"the file {name} does not exist"
    if how == "no zip":
        small.write_bytes(b"once upon a time" * 99)
        return f"{name} is not a ZIP archive, or it is cut short"
    if how == "not fetched":
        small.write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n")
        return f"{name} is a Git LFS pointer, not the file itself; run `git lfs pull`"
    if how == "cut short":
        small.write_bytes(small.read_bytes()[:-40])
        return f"{name} is not a ZIP archive, or it is cut short"
    if how == "a save":
        write_save(small, save_text([], []), MODULE)
        return f"{name} is a save or log, not a module; `modgen log` reads it"
    entries = {
        "another zip": (
            "a.txt",
            b"",
            f"{name} has no entry buildFile.xml; it is not a VASSAL module",
        ),
        "escapes": ("../../x", b"", f"{name} contains an entry with an unsafe name: '../../x'"),
        "bomb": ("buildFile.xml", b" " * (65 << 20), f"{name}: buildFile.xml would unpack to"),
        "entity": ("buildFile.xml", b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', f"{name}: b"),
        "no XML": ("buildFile.xml", b"<VASSAL.build.GameModule>", f"{name}: buildFile.xml"),
        "deep": (
            "buildFile.xml",
            b"<a>" * 9000,
            f"{name}: buildFile.xml: components nest deeper than 60",
        ),
        "binary": ("buildFile.xml", b"\0\1\2" * 99, f"{name}: buildFile.xml"),
    }
    entry, data, sentence = entries[how]
    with zipfile.ZipFile(small, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(entry, data)
    return sentence


@pytest.mark.parametrize(
    "how",
    [
        "no file",
        "no zip",
        "not fetched",
        "cut short",
        "a save",
        "another zip",
        "escapes",
        "bomb",
        "entity",
        "no XML",
        "deep",
        "binary",
    ],
)
def test_what_is_no_module(small: Path, how: str) -> None:
    sentence = spoil(small, how)
    result = run("inspect", small.name, cwd=small.parent)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.startswith(sentence)
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", [["inspect"], ["diff", "small.vmod"]])
def test_a_damaged_picture(small: Path, command: list[str]) -> None:
    data = small.read_bytes()
    at = data.index(b"picture")
    damaged = small.with_name("damaged.vmod")
    damaged.write_bytes(data[:at] + b"PICTURE" + data[at + 7 :])
    result = run(*command, "damaged.vmod", cwd=small.parent)
    assert result.returncode == 2
    assert result.stderr.startswith("damaged.vmod: images/a.png is damaged")


def test_damaged_metadata_are_a_problem_of_a_module_that_is_read(small: Path) -> None:
    with Archive(small) as archive:
        entries = {name: archive.read(name) for name in archive.names()}
    write_archive(small, entries | {"moduledata": b"<data>\n<<<<<<< HEAD\n</data>"})
    result = run("inspect", small.name, cwd=small.parent)
    assert result.returncode == 1
    assert result.stdout.startswith("Small 1.0")
    assert "Moduledata:2: not well-formed XML" in result.stdout


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
@pytest.mark.parametrize(
    "command",
    [
        ["inspect", "{}"],
        ["log", "{}"],
        ["log", "small.vlog", "--module", "{}"],
        ["pieces", "parts", "{}", "--apply"],
    ],
)
def test_a_pipe_or_a_device_is_not_read(small: Path, command: list[str]) -> None:
    """They may have no end: each is named, and nothing waits for it."""
    folder = small.parent
    write_save(folder / "small.vlog", save_text([], []), MODULE)
    if "parts" in command:
        run("unpack", small, "parts", cwd=folder)
    os.mkfifo(folder / "pipe")
    (folder / "endless").symlink_to("/dev/zero")
    for name in ("pipe", "endless"):
        result = run(*(word.format(name) for word in command), cwd=folder)
        assert result.returncode == 2
        assert f"{name} is a device or a pipe" in result.stderr


def test_diff_tells_which_saves_break(small: Path) -> None:
    folder = small.parent
    write_save(folder / "good.vsav", save_text([], []), MODULE)
    write_save(folder / "bad.vsav", save_text([], []), MODULE._replace(name="Large"))
    result = run("diff", small.name, small.name, "bad.vsav", "good.vsav", cwd=folder)
    assert result.returncode == 1
    assert result.stdout.splitlines() == [
        "Nothing changed.",
        "bad.vsav: it was played on `Large`, not on `Small`.",
        "good.vsav still works.",
    ]
    assert run("diff", small.name, small.name, "good.vsav", cwd=folder).returncode == 0
    broken = run("diff", small.name, small.name, small.name, cwd=folder)
    assert (broken.returncode, broken.stderr) == (
        2,
        "small.vmod has no entry savedGame; it is not a VASSAL save or log\n",
    )


def test_inspect_in_words_and_as_data(small: Path) -> None:
    words = run("inspect", small.name, cwd=small.parent)
    assert words.returncode == 0
    assert words.stdout.startswith("Small 1.0, for VASSAL 3.7.26\nGameModule `Small`\n")
    assert "1 unused picture: a.png\n" in words.stdout
    data = json.loads(run("inspect", small.name, "--json", cwd=small.parent).stdout)
    assert data["unused_pictures"] == ["a.png"]
    assert data["largest"] == [["a.png", 693]]
    assert (data["kind"], data["problems"]) == ("module", 0)

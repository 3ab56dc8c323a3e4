"""Damaged archives and pictures that are uploaded: one sentence, and no file is left."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from PIL import Image

from modgen.errors import ModgenError
from modgen.serve.design.bench import Bench
from modgen.serve.design.files import packed
from modgen.serve.games import Games
from tests.fuzz.spoiling import spoil

FEW, MANY = range(6), range(6, 300)
SVG = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path d='M 0 0 L 9 9'/></svg>"


def pictures() -> dict[str, bytes]:
    found = {"x.svg": SVG}
    for kind in ("PNG", "JPEG", "GIF", "WEBP"):
        file = io.BytesIO()
        Image.new("RGB", (40, 30), "red").save(file, kind)
        found[f"x.{kind.lower()}"] = file.getvalue()
    return found


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*")}


def one_sentence(problem: ModgenError, folder: Path) -> None:
    text = str(problem)
    assert text and "\n" not in text
    assert str(folder) not in text


def _unpack(folder: Path, tmp_path: Path, seeds: range) -> None:
    root = tmp_path / "root"
    root.mkdir()
    games = Games(root, None)
    good = packed(folder)
    for seed in seeds:
        dice = random.Random(f"upload {seed}")
        (tmp_path / "upload.zip").write_bytes(spoil(good, dice))
        before = names(tmp_path)
        try:
            name = games.unpack(tmp_path / "upload.zip", f"game{seed}.zip")
        except ModgenError as problem:
            one_sentence(problem, tmp_path)
            assert names(tmp_path) == before
        else:
            assert Path(games.find(name)).parent == root
            assert all(one.startswith(f"root/game{seed}") for one in names(tmp_path) - before)


def _write_pictures(folder: Path, seeds: range) -> None:
    bench = Bench(str(folder))
    for seed in seeds:
        dice = random.Random(f"picture {seed}")
        name, data = dice.choice(sorted(pictures().items()))
        spoilt = spoil(data, dice)
        before = names(folder)
        try:
            assert bench.write_picture(name, spoilt, True) == name
        except ModgenError as problem:
            one_sentence(problem, folder)
            assert names(folder) == before
        else:
            assert (folder / "art" / name).read_bytes() == spoilt


def test_spoilt_archives(folder: Path, tmp_path: Path) -> None:
    _unpack(folder, tmp_path, FEW)


def test_spoilt_pictures(folder: Path) -> None:
    _write_pictures(folder, FEW)


@pytest.mark.slow
def test_more_spoilt_uploads(folder: Path, tmp_path: Path) -> None:
    _unpack(folder, tmp_path, MANY)
    _write_pictures(folder, MANY)

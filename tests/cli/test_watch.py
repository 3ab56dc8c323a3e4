"""`modgen build --watch`: what it prints when files change."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

build_command = import_module("modgen.cli.build")


def test_watching_tells_the_time_and_the_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("a.csv", "b.csv", "c.csv", "d.csv"):
        (tmp_path / name).write_text("x", "utf-8")
    before = build_command._modified([tmp_path])
    (tmp_path / "a.csv").write_text("xy", "utf-8")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "e.csv").write_text("x", "utf-8")
    build_command._tell_change(before, build_command._modified([tmp_path]), [tmp_path])
    for name in ("b.csv", "c.csv", "d.csv"):
        (tmp_path / name).unlink()
    build_command._tell_change(before, build_command._modified([tmp_path]), [tmp_path])
    first, second = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d changed: a.csv, new/e.csv", first)
    assert second.endswith("changed: a.csv, b.csv, c.csv and 2 more files")

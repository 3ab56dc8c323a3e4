"""The programs in `docs/api.md` and the examples in docstrings run and print what they say."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import modgen

ROOT = Path(__file__).parents[2]
PROGRAM = re.compile(r"```python\n(?P<code>.*?)```\n\n```text\n(?P<output>.*?)```\n", re.DOTALL)
DOCUMENT = (ROOT / "docs" / "api.md").read_text("utf-8")
PROGRAMS = [(found["code"], found["output"]) for found in PROGRAM.finditer(DOCUMENT)]


def test_every_program_has_its_output() -> None:
    assert len(PROGRAMS) == DOCUMENT.count("```python\n") == 11


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_program(workplace: Path, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    code, output = PROGRAMS[number]
    exec(compile(code, f"docs/api.md, program {number + 1}", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == output


def test_the_program_in_the_readme(workplace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    block = re.search(r"\n\n((?:    .*\n|\n)*    import modgen\n(?:    .*\n|\n)*)", text)
    assert block is not None
    (workplace / "game.vmod").rename("X.vmod")
    exec(textwrap.dedent(block[1]), {"__name__": "__main__"})
    assert capsys.readouterr().out == PROGRAMS[0][1]


@pytest.mark.long
def test_docstrings(workplace: Path) -> None:
    names = {home for home in modgen._HOMES.values() if home.startswith("modgen.library.")}
    attempted = 0
    for name in sorted(names):
        failed, tried = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
        assert failed == 0, name
        attempted += tried
    assert attempted >= 20


@pytest.mark.slow
def test_programs_and_a_short_client_pass_mypy_strict(tmp_path: Path) -> None:
    client = (
        "import modgen\n\nwith modgen.open_save('game.vlog') as log:\n"
        "    for move in log.moves():\n        number: int = move.step + len(log)\n"
    )
    for index, code in enumerate([client, *(code for code, _ in PROGRAMS)]):
        (tmp_path / f"client_{index}.py").write_text(code, "utf-8")
    (tmp_path / "wrong.py").write_text("import modgen\n\nmodgen.load_game(1).title\n", "utf-8")
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), "."],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=os.environ | {"MYPYPATH": os.pathsep.join([str(ROOT), str(ROOT / "rules")])},
    )
    lines = [line for line in result.stdout.splitlines() if "error:" in line]
    assert len(lines) == 2, result.stdout
    assert all(line.startswith("wrong.py:3: ") for line in lines), result.stdout

"""What is installed: the contents of the packages, and installation beside PyPI's `rules`.

These tests need a package index.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "tests" / "corpus"
RULES = """
import rules
rules.add_rule("even", rules.predicate(lambda number: number % 2 == 0))
print(rules.test_rule("even", 4), rules.test_rule("even", 5))
"""


class Environment:
    """A virtual environment without access to this checkout."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run([sys.executable, "-m", "venv", "venv"], folder)
        self.bin = folder / "venv" / ("Scripts" if sys.platform == "win32" else "bin")

    def run(self, command: list[str], folder: Path, codes: tuple[int, ...] = (0,)) -> str:
        hidden = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")
        environment = {key: value for key, value in os.environ.items() if key not in hidden}
        result = subprocess.run(
            command,
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=600,
            check=False,
        )
        assert result.returncode in codes, (command, result.stdout, result.stderr)
        return result.stdout

    def python(self, *arguments: str) -> str:
        return self.run([str(self.bin / "python"), *arguments], self.folder)

    def pip(self, *arguments: str) -> str:
        return self.python("-m", "pip", "--disable-pip-version-check", *arguments)

    def modgen(self, *arguments: str | Path, codes: tuple[int, ...] = (0,)) -> str:
        command = [str(self.bin / "modgen"), *map(str, arguments)]
        return self.run(command, self.folder, codes)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return Environment(tmp_path_factory.mktemp("clean"))


@pytest.fixture(scope="module")
def built(environment: Environment) -> tuple[Path, Path]:
    """The source distribution, and the wheel that is built from it."""
    environment.pip("install", "--quiet", "build")
    dist = environment.folder / "dist"
    environment.python("-m", "build", "--outdir", str(dist), str(ROOT))
    (source,) = dist.glob("vassal_modgen-*.tar.gz")
    (wheel,) = dist.glob("vassal_modgen-*-py3-none-any.whl")
    return source, wheel


def tree(folder: Path, prefix: str) -> set[str]:
    """The files of a folder by their names in the wheel."""
    return {
        f"{prefix}/{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_contents(built: tuple[Path, Path]) -> None:
    source, wheel = built
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        text = archive.read(metadata).decode("utf-8")
    info = metadata.partition("/")[0]
    expected = tree(ROOT / "modgen", "modgen") | tree(ROOT / "assets", "modgen/_assets")
    expected |= tree(ROOT / "rules" / "modgen_rules", "modgen_rules")
    assert {name for name in names if not name.startswith(info)} == expected
    assert {"modgen/py.typed", "modgen_rules/py.typed"} <= expected
    assert f"{info}/licenses/NOTICE" in names
    assert "Name: vassal-modgen\n" in text
    assert "](docs/" not in text
    assert "Author: The Modgen authors" in text
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"README.md", "docs/api.md", "constraints.txt", "tests/conftest.py", "Makefile"}
    assert wanted <= names
    assert not [name for name in names if name.endswith((".pyc", ".vmod"))]


def test_beside_rules_and_alone(
    environment: Environment, built: tuple[Path, Path], tmp_path: Path
) -> None:
    wheel = str(built[1])
    environment.pip("install", "--quiet", "-c", str(ROOT / "constraints.txt"), wheel, "rules")
    environment.pip("check")
    assert environment.python("-c", RULES) == "True False\n"
    place = environment.python("-c", "import modgen_rules; print(modgen_rules.__file__)")
    assert Path(place.strip()).is_relative_to(environment.folder)

    # Every command with its default options, with nothing else installed.
    run = environment.modgen
    run("new", "my-game")
    run("check-data", "my-game")
    run("facts", "my-game")
    run("schema")
    run("build", "my-game")
    run("sheets", "my-game")
    assert len(list(environment.folder.glob("output/my-game/sheets/en/*.pdf"))) >= 5
    (module,) = environment.folder.glob("output/my-game/*.vmod")
    run("inspect", module)
    assert "Nothing changed" in run("diff", module, module)
    run("build", "people-power")
    played = environment.folder / "output" / "people-power" / "people-power-1.0.vmod"
    log = CORPUS / "people-power-card.vlog"
    run("log", log, "--module", played)
    run("replay", log, "--module", played, "-o", "game.html")
    run("roundtrip", log)
    report = run("check", log, "--format", "json", codes=(0, 1))
    assert json.loads(report)
    assert "people-power" in report
    run("simulate", "people-power", "-o", "games", "--module", played)
    run("rules", "people-power", "--select", "3.4.1")
    run("rule", "PP-3.4.1")
    run("bind", played, "--game", "people-power", "-o", "binding.yaml")
    script = f"import modgen; print(len(modgen.read_log(r'{log}')))"
    assert environment.python("-c", script) == "25\n"

    environment.pip("uninstall", "--yes", "--quiet", "vassal-modgen")
    assert environment.python("-c", RULES) == "True False\n"
    code = "import importlib.util as u; print(u.find_spec('modgen'), u.find_spec('modgen_rules'))"
    assert environment.python("-c", code) == "None None\n"

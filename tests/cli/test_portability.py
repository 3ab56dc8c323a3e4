"""Nothing depends on one system: encodings, line ends, time zones, folder names, open files.

Windows and macOS are not at hand in every run, so their habits are imitated: other encodings of
the console and of the system, `spawn` for processes, line ends that are translated, a target that
cannot be replaced, Windows' path rules.
"""

from __future__ import annotations

import ast
import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path, PureWindowsPath

import pytest

import modgen
import modgen_rules
from modgen.assets import template_path
from modgen.model.game import Game
from modgen.model.loading.folder import load
from modgen.vassal.archive import write_text
from modgen.vassal.replacing import atomic
from tests.importing.small_extension import module_with_extension
from tests.saving.games import ANNA, move, unmasked, write_log

CORPUS = Path(__file__).parents[1] / "corpus"
SOURCES = sorted(
    path
    for package in (modgen, modgen_rules)
    for folder in package.__path__
    for path in Path(folder).rglob("*.py")
)
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
ENVIRONMENTS = {
    "windows": {"PYTHONIOENCODING": "cp1252", "TZ": "America/Manila", "COLUMNS": "80"},
    "c locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "far east": {"TZ": "Pacific/Kiritimati", "PYTHONHASHSEED": "7", "PYTHONIOENCODING": "cp932"},
}


def run(
    *arguments: str | Path, cwd: Path, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    result = subprocess.run(
        [
            sys.executable,
            "-X",
            "warn_default_encoding",
            "-W",
            "error::EncodingWarning:modgen",
            "-m",
            "modgen",
            *map(str, arguments),
        ],
        cwd=cwd,
        capture_output=True,
        timeout=300,
        check=False,
        env=os.environ | environment,
    )
    assert b"Traceback" not in result.stderr, result.stderr.decode("utf-8", "replace")
    return result


def made(folder: Path, **environment: str) -> dict[str, bytes]:
    """The files of a small game, built and printed below a folder."""
    folder.mkdir()
    for command in (
        ["new", "my game"],
        ["build", "my game", "--lang", "es"],
        ["sheets", "my game", "--lang", "es", "--only", "aids", "--only", "cards"],
    ):
        result = run(*command, cwd=folder, **environment)
        assert result.returncode == 0, result.stderr
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    files = made(tmp_path_factory.mktemp("reference") / "plain")
    assert len(files) > 20
    return files


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name != "windows")) for name in ENVIRONMENTS],
)
def test_the_same_bytes_in_every_environment(
    tmp_path: Path, name: str, reference: dict[str, bytes]
) -> None:
    """Below a folder with a space and, where the system's encoding has one, an accent."""
    folder = tmp_path / ("a b" if name == "c locale" else "año nuevo")
    assert made(folder, **ENVIRONMENTS[name]) == reference


NEWER = [
    ["unpack", "x.vlog", "text"],
    ["pack", "text", "-o", "packed.vlog"],
    ["trim", "x.vlog", "--to", "1", "-o", "start.vlog"],
    ["diff", "start.vlog", "x.vlog"],
    ["diff", "--json", "small.vmod", "small.vmod", "x.vlog"],
    ["refresh", "small.vmod", "x.vlog", "--set-ups", "-o", "refreshed"],
    ["inspect", "small_ext/night.vmdx"],
    ["import", "small_ext/night.vmdx", "night"],
    ["build", "night", "-o", "built"],
    ["replay", "x.vlog", "--module", "small.vmod", "-o", "replay.html"],
    ["new", "cards", "--template", "cards"],
    ["sheets", "cards", "--only", "cards", "--tts", "--tts-address", "https://x.test", "-o", "p"],
    ["rule", "PP-3.2.2"],
    ["simulate", "tirad-pass", "-n", "1", "--turns", "2", "-o", "games"],
    ["check", "games/tirad-pass-game-1.vlog", "--format", "junit"],
]
"""Commands that read or write saves, extensions, templates and pages."""
PLACES = {
    "turkish": {
        "LC_ALL": "tr_TR.UTF-8",
        "TZ": "Asia/Istanbul",
        "PYTHONHASHSEED": "1",
        "COLUMNS": "60",
    },
    "c locale": {**ENVIRONMENTS["c locale"], "TZ": "America/St_Johns", "PYTHONHASHSEED": "2"},
    "japanese": {"LC_ALL": "ja_JP.eucJP", "TZ": "Asia/Tokyo", "PYTHONHASHSEED": "3"},
}


def newer(folder: Path, time: int, **environment: str) -> tuple[str, dict[str, bytes]]:
    """What these commands print and write, from inputs with a given modification time."""
    folder.mkdir()
    module_with_extension(folder)
    write_log(folder / "x.vlog", move("20", (100, 200), (300, 100), ANNA), unmasked(0, ANNA))
    for path in [*folder.rglob("*")]:
        os.utime(path, (time, time))
    code = (
        "import json, sys\n"
        "from click.testing import CliRunner\n"
        "from modgen.cli import cli\n"
        "for arguments in json.loads(sys.argv[1]):\n"
        "    result = CliRunner().invoke(cli, arguments)\n"
        "    assert result.exit_code in (0, 1), (arguments, result.output)\n"
        "    print(arguments, result.exit_code, ascii(result.output))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(NEWER)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr
    files = [path for path in folder.rglob("*") if path.is_file()]
    return done.stdout, {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.mark.slow
def test_newer_commands_give_the_same_bytes_in_every_environment(tmp_path: Path) -> None:
    printed, files = newer(tmp_path / "plain", 1_700_000_000, TZ="UTC", PYTHONHASHSEED="0")
    assert len(files) > 60
    for number, (name, environment) in enumerate(PLACES.items()):
        other = newer(tmp_path / name, 1_000_000_000 * (number + 1), **environment)
        assert other[0] == printed, name
        assert {one for one in files if other[1].get(one) != files[one]} == set(), name
        assert other[1].keys() == files.keys()


@pytest.mark.long
@pytest.mark.parametrize("name", ENVIRONMENTS)
def test_text_is_printed_whatever_the_encoding(tmp_path: Path, name: str) -> None:
    environment = ENVIRONMENTS[name]
    log = CORPUS / "junta-coup.vlog"
    story = run("log", log, cwd=tmp_path, **environment)
    assert story.returncode == 0
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    assert len(story.stdout.decode(encoding).splitlines()) == 24
    if encoding != "cp932":
        assert "Cárdenas" in story.stdout.decode(encoding)
    result = run("log", log, "--json", cwd=tmp_path, **environment)
    assert len(json.loads(result.stdout.decode(encoding))) == 24


def test_redirected_output_is_utf8_in_the_c_locale(tmp_path: Path) -> None:
    result = run("log", CORPUS / "junta-coup.vlog", cwd=tmp_path, **ENVIRONMENTS["c locale"])
    assert "Cárdenas" in result.stdout.decode("utf-8")
    assert "→" in result.stdout.decode("utf-8")


@pytest.mark.slow
def test_processes_are_spawned_safely(tmp_path: Path) -> None:
    """Windows and macOS spawn other processes: the command and a plain script work with that."""
    code = (
        "import multiprocessing, sys\n"
        "multiprocessing.set_start_method('spawn')\n"
        "import modgen\n"
        "print(modgen.build(sys.argv[1], sys.argv[2]).name)\n"
    )
    script = tmp_path / "script.py"
    script.write_text(code, "utf-8")
    cache = {"MODGEN_CACHE": str(tmp_path / "cache"), "MODGEN_WORKERS": "1"}
    game = template_path()
    result = subprocess.run(
        [sys.executable, str(script), str(game), str(tmp_path / "a")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | cache,
    )
    assert (result.returncode, result.stdout) == (0, "my-game-0.1.vmod\n"), result.stderr
    code = (
        "import multiprocessing, sys\n"
        "if __name__ == '__main__':\n"
        "    multiprocessing.set_start_method('spawn')\n"
        "    from modgen.cli import main\n"
        "    main()\n"
    )
    script.write_text(code, "utf-8")
    workers = {"MODGEN_CACHE": str(tmp_path / "other"), "MODGEN_WORKERS": "2"}
    result = subprocess.run(
        [sys.executable, str(script), "build", str(game), "-o", str(tmp_path / "b")],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env=os.environ | workers,
    )
    assert result.returncode == 0, result.stderr
    name = "my-game-0.1.vmod"
    assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()


def test_a_file_that_another_program_has_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows an open file cannot be replaced; the old one is kept, no other file is left."""
    target = tmp_path / "game.vmod"
    target.write_bytes(b"old")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Access is denied", "x")

    monkeypatch.setattr(Path, "replace", refuse)
    with (
        pytest.raises(PermissionError, match="another program may have it open") as caught,
        atomic(target) as part,
    ):
        part.write_bytes(b"new")
    assert caught.value.filename == str(target)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [
        ("game.vmod", b"old")
    ]


def test_line_ends_are_not_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "linesep", "\r\n")
    write_text(tmp_path / "a.json", "one\ntwo — ü\n")
    assert (tmp_path / "a.json").read_bytes() == "one\ntwo — ü\n".encode()


def test_crlf_and_bom_in_a_games_files(folder: Path) -> None:
    """Editors on Windows write CRLF and a byte order mark; the game is the same."""
    before = load(folder).game
    for path in folder.rglob("*"):
        if path.suffix in (".yaml", ".csv", ".geojson", ".svg"):
            text = path.read_text("utf-8")
            path.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    after = load(folder)
    assert after.diagnostics.sorted() == []
    assert _texts(after.game) == _texts(before)


def _texts(game: Game) -> list[str]:
    return [str(part) for part in (game.info, game.map, game.pieces, game.cards, game.scenarios)]


@pytest.mark.long
def test_sources_open_text_files_portably() -> None:
    """Text is read and written with a stated encoding, and written with fixed line ends."""
    wrong = []
    for path, node in _nodes("read_text", "write_text", "open("):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        method = isinstance(node.func, ast.Attribute)
        keywords = {keyword.arg for keyword in node.keywords}
        encoded = "encoding" in keywords or len(node.args) > (name == "write_text")
        if (
            (name == "read_text" and method and not encoded)
            or (name == "write_text" and method and not (encoded and "newline" in keywords))
            or (name == "open" and not method)
        ):
            wrong.append(f"{path}:{node.lineno}: use modgen.vassal.archive.write_text")
    assert wrong == []


@pytest.mark.long
def test_sources_use_nothing_that_one_system_lacks() -> None:
    """Neither modules nor functions that only POSIX or only Windows has.

    `if sys.platform` may choose between systems; mypy checks such code for each of them.
    """
    modules = {"fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "termios", "winreg"}
    functions = {
        "fork",
        "forkpty",
        "getuid",
        "geteuid",
        "getpgid",
        "killpg",
        "mkfifo",
        "setsid",
        "uname",
        "wait3",
        "alarm",
        "chown",
        "symlink",
        "symlink_to",
    }
    wrong = []
    chosen: set[ast.AST] = set()
    for path, node in _nodes(*modules, *functions):
        if isinstance(node, ast.If) and ast.unparse(node.test).startswith("sys.platform "):
            chosen |= {inside for line in node.body for inside in ast.walk(line)}
        if node in chosen:
            continue
        if isinstance(node, ast.Import):
            wrong += [f"{path}: {alias.name}" for alias in node.names if alias.name in modules]
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            wrong.append(f"{path}: {node.module}")
        elif isinstance(node, ast.Attribute) and node.attr in functions:
            wrong.append(f"{path}:{node.lineno}: {node.attr}")
    assert wrong == []


def _nodes(*words: str) -> Iterator[tuple[Path, ast.AST]]:
    """The nodes of the sources that have one of the words."""
    assert len(SOURCES) > 150
    for path in SOURCES:
        text = path.read_text("utf-8")
        if any(word in text for word in words):
            yield from ((path, node) for node in ast.walk(ast.parse(text)))


def test_files_have_names_that_windows_takes() -> None:
    """No reserved name, no forbidden character, no two names that differ only in case."""
    root = Path(__file__).parents[2]
    files = [
        path for name in ("assets", "modgen", "rules", "docs") for path in (root / name).rglob("*")
    ]
    names = [path.relative_to(root).as_posix() for path in files if "__pycache__" not in path.parts]
    assert len(names) > 300
    assert len({name.lower() for name in names}) == len(names)
    for name in names:
        for part in name.split("/"):
            assert not RESERVED.fullmatch(part), name
            assert not re.search(r'[<>:"\\|?*\x00-\x1f]|[ .]$', part), name


@pytest.mark.long
def test_written_files_have_names_that_windows_takes(folder: Path) -> None:
    """Names of component files come from ids, which may be `con` or `aux`; none is only an id."""
    from modgen.sheets import pipeline

    for path in folder.rglob("*"):
        if path.suffix in (".yaml", ".csv", ".svg"):
            text = path.read_text("utf-8")
            path.write_text(re.sub(r"\bfortune\b", "con", text), "utf-8")
    for path in folder.glob("layouts/fortune*"):
        path.rename(path.with_name(path.name.replace("fortune", "con")))
    game = load(folder).game
    assert "con" in game.decks
    documents = pipeline._documents(game, pipeline.SheetOptions())
    names = {name for document, _ in documents for name in document.art}
    assert len(names) > 15
    for name in names:
        assert re.fullmatch(r"[a-z]\w*[-_][\w.+-]*\w", name), name
        assert PureWindowsPath(f"{name}.svg").name == f"{name}.svg"
    assert len({name.lower() for name in names}) == len(names)


@pytest.mark.parametrize("name", ["..\\secret", "C:\\secret", "\\\\host\\secret", "C:secret"])
def test_windows_paths_do_not_leave_the_game(folder: Path, name: str) -> None:
    table = folder / "map.yaml"
    text = table.read_text("utf-8")
    assert "geometry: map.svg" in text
    table.write_text(text.replace("geometry: map.svg", f"geometry: '{name}'"), "utf-8")
    assert load(folder).diagnostics.errors

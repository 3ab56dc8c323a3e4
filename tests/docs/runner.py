"""Run a page of the documentation: write its files, apply its changes, run its commands.

- A block with a title is a file: a `yaml` block with `title="my-game/game.yaml"` writes it.
- A `diff` block with a title changes a file: the `+` lines replace the `-` lines. Lines without a
  sign are context.
- In a `console` block, a line after `$` is a command, and the lines below it are what it prints.
  `...` stands for any text. A command that ends with `# ends with 1` has that exit code.
- A block without a title must be valid, and its keys must be those of a game's files.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import yaml
from click.testing import CliRunner

from modgen.cli import cli
from modgen.model.files.schema import schemas

FENCE = re.compile(
    r'^(?P<indent> *)```(?P<kind>\w+)(?: title="(?P<title>[^"]+)")?[^\n]*\n'
    r"(?P<text>.*?)^(?P=indent)```",
    re.DOTALL | re.MULTILINE,
)
CODE = re.compile(r"\s+# ends with (\d)$")
ENDS = "ends with"


class Block(NamedTuple):
    """A fenced block: its language, its title, its text and its line in the page, from 1."""

    kind: str
    title: str
    text: str
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text("utf-8")
    for found in FENCE.finditer(text):
        indent = len(found["indent"])
        inner = "".join(line[indent:] for line in found["text"].splitlines(keepends=True))
        yield Block(
            found["kind"], found["title"] or "", inner, text[: found.start()].count("\n") + 1
        )


def run(page: Path, folder: Path) -> int:
    """Run a page in the current folder `folder`; returns how many commands it ran."""
    commands = 0
    for block in blocks(page):
        where = f"{page.name}:{block.line}"
        if block.title and block.kind == "diff":
            _change(folder / block.title, block.text, where)
        elif block.title and block.kind != "console" and block.title != "Example":
            path = folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
        elif block.kind == "console":
            commands += _console(block.text, where)
        elif block.kind == "yaml":
            _check_keys(yaml.safe_load(block.text), where)
        elif block.kind == "python":
            compile(block.text, where, "exec")
    return commands


def _change(path: Path, diff: str, where: str) -> None:
    """Replace the old lines of a diff by its new ones."""
    lines = diff.splitlines()
    old = "\n".join(line[1:] for line in lines if line[:1] in ("-", " ")) + "\n"
    new = "\n".join(line[1:] for line in lines if line[:1] in ("+", " ")) + "\n"
    text = path.read_text("utf-8")
    assert text.count(old) == 1, (
        f"{where}: these lines are {text.count(old)} times in {path}: {old}"
    )
    path.write_text(text.replace(old, new), "utf-8")


def _console(text: str, where: str) -> int:
    """Run the commands of a block and compare what they print."""
    steps = re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]
    for step in steps:
        line, _, expected = step.partition("\n")
        while line.endswith("\\"):
            more, _, expected = expected.partition("\n")
            line = line[:-1] + more.strip()
        ended = CODE.search(line)
        command = CODE.sub("", line)
        code, output = _run(command)
        assert code == int(ended[1] if ended else 0), (
            f"{where}: `{command}` ended with {code}: {output}"
        )
        if expected.strip():
            pattern = ".*".join(re.escape(one) for one in _plain(expected).split("..."))
            assert re.search(pattern, _plain(output), re.DOTALL), (
                f"{where}: `{command}` printed:\n{output}"
            )
    return len(steps)


def _plain(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def _run(command: str) -> tuple[int, str]:
    """Run a command: one of ours in this process, any other in a shell."""
    words = shlex.split(command)
    if words[0] == "modgen" and not set(words) & {">", "|", "&&"}:
        arguments = [one for word in words[1:] for one in _expanded(word)]
        result = CliRunner().invoke(cli, arguments, standalone_mode=False)
        if isinstance(result.exception, click.ClickException):
            return (
                result.exception.exit_code,
                f"{result.output}{result.exception.format_message()}\n",
            )
        code = result.return_value if isinstance(result.return_value, int) else 0
        return result.exit_code or code, result.output
    done = subprocess.run(
        ["bash", "-c", f'python() {{ "{sys.executable}" "$@"; }}\n{command}'],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout + done.stderr


def _expanded(word: str) -> list[str]:
    """The files that a pattern with `*` names, as a shell expands it."""
    return sorted(str(path) for path in Path().glob(word)) if "*" in word else [word]


def _known_keys() -> set[str]:
    known: set[str] = set()
    pending: list[object] = [schemas()]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            known |= set(value.get("properties") or ())
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return known


KNOWN = _known_keys()


def _check_keys(value: object, where: str) -> None:
    """The top keys of a part of a game's file are known."""
    if isinstance(value, list):
        for one in value:
            _check_keys(one, where)
    if isinstance(value, dict):
        unknown = [key for key in value if key not in KNOWN]
        assert not unknown, f"{where}: no file has the key {unknown[0]!r}"

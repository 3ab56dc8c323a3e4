"""How `modgen` ends: interrupted, with a closed pipe, with an unexpected error."""

from __future__ import annotations

import errno
import subprocess
import sys

import click
import pytest

from modgen import cli as package
from modgen.cli import main
from modgen.errors import ModgenError


def ending(
    problem: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[int, str]:
    """The exit code and the message when a command raises an exception."""

    def fail(**_: object) -> None:
        raise problem

    monkeypatch.setattr(package.cli, "main", fail)
    with pytest.raises(SystemExit) as stopped:
        main()
    assert isinstance(stopped.value.code, int)
    return stopped.value.code, capsys.readouterr().err


@pytest.mark.parametrize(
    ("problem", "code", "message"),
    [
        (ModgenError("x.vmod is not a module"), 2, "x.vmod is not a module\n"),
        (KeyboardInterrupt(), 130, "Stopped.\n"),
        (click.Abort(), 130, "Stopped.\n"),
        (click.UsageError("No such option: --x"), 2, "Error: No such option: --x\n"),
        (
            OSError(errno.ENOSPC, "No space left on device", "a.vmod"),
            2,
            "a.vmod: the disk is full; make room and try again\n",
        ),
        (PermissionError(errno.EACCES, "Permission denied", "b"), 2, "b: permission denied\n"),
    ],
)
def test_expected_errors(
    problem: BaseException,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert ending(problem, monkeypatch, capsys) == (code, message)


@pytest.mark.parametrize("problem", [KeyError("x"), RecursionError("deep"), MemoryError()])
def test_unexpected_errors(
    problem: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No traceback, and not 1, which means `illegal`; with the variable, a traceback."""
    monkeypatch.delenv("MODGEN_DEBUG")
    code, message = ending(problem, monkeypatch, capsys)
    assert code == 2
    assert message.startswith(f"internal error: {type(problem).__name__}")
    assert "MODGEN_DEBUG=1" in message
    monkeypatch.setenv("MODGEN_DEBUG", "1")
    with pytest.raises(type(problem)):
        main()


@pytest.mark.long
def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "modgen", "schema", "--help"]
    writer = "import subprocess, sys; p = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, "
    writer += "stderr=subprocess.PIPE); p.stdout.close(); p.wait(); sys.stdout.write(str("
    writer += "p.returncode) + p.stderr.read().decode())"
    result = subprocess.run(
        [sys.executable, "-c", writer, *command],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert result.stdout == "141"

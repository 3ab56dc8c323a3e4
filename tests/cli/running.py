"""Commands called in this process, as from a shell; and small games for them to read."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from modgen.cli import main


class Ended(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(*arguments: object, cwd: Path | None = None) -> Ended:
    """Call `modgen`; what it prints is 100 columns wide. An unexpected error is raised."""
    out, err = StringIO(), StringIO()
    with (
        patch.object(sys, "argv", ["modgen", *map(str, arguments)]),
        patch.dict(os.environ, COLUMNS="100"),
        patch.object(gc, "set_threshold"),
        patch("atexit.register"),
        chdir(cwd or Path.cwd()),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as ended:
            assert isinstance(ended.code, int)
            return Ended(ended.code, out.getvalue(), err.getvalue())
    raise AssertionError("main() always exits")


def said(*arguments: object) -> tuple[int, str]:
    """Exit code and all output of a command."""
    ended = run(*arguments)
    return ended.returncode, ended.stdout + ended.stderr


class Vales(NamedTuple):
    """A small game with a rulebook, its module, and logs by name."""

    game: Path
    book: Path
    module: Path
    logs: dict[str, Path]

    def check(self, *names: str, **more: object) -> tuple[int, str]:
        """Call `modgen check` on logs, with options."""
        options = [part for name, value in more.items() for part in (f"--{name}", value)]
        logs = [self.logs[name] for name in names]
        return said("check", *logs, "--game", self.game, "--rulebook", self.book, *options)

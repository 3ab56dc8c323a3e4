"""The command `modgen serve`: what it says when it cannot start."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from modgen.cli import cli, serve
from modgen.serve.server import PortError
from modgen.serve.server import serve as serve_page


def test_the_missing_extra_has_a_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "uvicorn" else True)
    result = CliRunner().invoke(cli, ["serve"])
    assert result.exit_code == 2
    assert result.stderr == (
        "`modgen serve` needs uvicorn, which is not installed; "
        'run: pip install "vassal-modgen[serve]"\n'
    )


def test_an_unknown_game_is_refused_before_the_server_starts(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["serve", str(tmp_path)])
    assert result.exit_code == 2
    assert "this folder has no game.yaml" in result.stderr


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(PortError, match=f"port {port} cannot be used .* another with --port"):
            serve_page(None, port, open_browser=False, told=lambda address: None)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_the_next_server_removes_the_uploads_of_one_that_was_killed(tmp_path: Path) -> None:
    """But not those of a server that runs."""

    def started() -> subprocess.Popen[str]:
        server = subprocess.Popen(
            [sys.executable, "-m", "modgen", "serve", "--no-browser"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"TMPDIR": str(tmp_path)},
        )
        assert server.stdout is not None
        assert server.stdout.readline().startswith("http://127.0.0.1:")
        return server

    def folders() -> set[Path]:
        return {path for path in tmp_path.glob("modgen-serve-*") if path.is_dir()}

    killed = started()
    (left,) = folders()
    (left / "upload.vlog").write_bytes(b"private")
    running = started()
    assert left in folders()
    (kept,) = folders() - {left}
    killed.kill()
    killed.wait()
    third = started()
    assert left not in folders()
    assert kept in folders()
    for server in (running, third):
        server.terminate()
        server.wait(20)
    assert [*tmp_path.iterdir()] == []

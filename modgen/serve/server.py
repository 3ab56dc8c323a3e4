"""Starts the server: a free port on this machine, a private folder, and the page in a browser."""

from __future__ import annotations

import os
import re
import secrets
import signal
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from modgen.errors import ModgenError
from modgen.serve.app import application
from modgen.vassal.replacing import Claim, tidy

ADDRESS = "127.0.0.1"
PREFIX = "modgen-serve-"


class PortError(ModgenError, OSError):
    """The port is not free."""


def serve(game: str | None, port: int, *, open_browser: bool, told: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C. `told` is called with its address as soon as it answers.

    The folder of uploads and results is removed at the end, or by the next server if this one is
    killed. Raises PortError.
    """
    listening = _listen(port)
    token = secrets.token_urlsafe(24)
    address = f"http://{ADDRESS}:{listening.getsockname()[1]}/{token}/"
    # uvicorn raises the signal again after its own end; it must not skip the cleaning up.
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: sys.exit(0))
    with _private_folder() as folder:
        app = application(folder, game, token)
        server = uvicorn.Server(
            uvicorn.Config(
                app,
                access_log=False,
                log_level="error" if os.environ.get("MODGEN_DEBUG") else "critical",
                lifespan="on",
                ws="none",
                server_header=False,
                timeout_graceful_shutdown=1,
                timeout_keep_alive=30,
            )
        )
        told(address)
        if open_browser:
            # Browsers that run in the terminal would block.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        server.run(sockets=[listening])


@contextmanager
def _private_folder() -> Iterator[Path]:
    """A new folder for this server; those of servers that were killed are removed."""
    place = Path(tempfile.gettempdir())
    tidy(place, re.compile(re.escape(PREFIX) + "[0-9a-f]{16}"))
    claim = Claim.within(place, PREFIX)
    try:
        claim.folder.mkdir(mode=0o700)
        yield claim.folder
    finally:
        claim.drop()


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.bind((ADDRESS, port))
    except (OSError, OverflowError) as problem:
        listening.close()
        reason = getattr(problem, "strerror", None) or str(problem)
        raise PortError(
            f"port {port} cannot be used ({reason.lower()}); choose another with --port, or leave "
            "it out"
        ) from None
    listening.listen(128)
    return listening

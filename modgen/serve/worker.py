"""One job in a process of its own: reads its order as a line of JSON and writes events as lines.

The last event is `done` or `failed`. The process ends at once when its standard input is closed,
that is, when the server is gone.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from modgen.errors import ModgenError, told
from modgen.serve.remedies import for_page

TASKS = {
    "audit": "modgen.serve.tasks.audit",
    "read": "modgen.serve.tasks.read",
    "build": "modgen.serve.tasks.make",
    "sheets": "modgen.serve.tasks.make",
    "simulate": "modgen.serve.tasks.simulate",
}
"""The module with the function `run` of each kind of job."""
PRELOADED = ("modgen_rules.engine.pipeline", "modgen.log.page")
"""Modules that take long to import, imported while the worker waits."""


class Task:
    """An order, and the way to report on it."""

    def __init__(self, order: dict[str, Any], output: IO[bytes]) -> None:
        self.order = order
        self.folder = Path(order["folder"])
        """The folder for results."""
        self._output = output
        self._lock = threading.Lock()

    def emit(self, event: str, **values: Any) -> None:
        """Write an event."""
        text = json.dumps({"event": event, **values}, separators=(",", ":"))
        with self._lock:
            self._output.write(text.encode("ascii") + b"\n")
            self._output.flush()

    def paths(self, kind: str) -> list[Path]:
        """The uploaded files of a kind: `log`, `module` or `settings`."""
        return [Path(file["path"]) for file in self.order["files"] if file["kind"] == kind]

    def plain(self, text: str) -> str:
        """A message that calls uploaded files by their names, not by where they are kept."""
        for file in self.order["files"]:
            text = text.replace(file["path"], file["name"])
        for folder in (self.folder, self.folder.parent):
            text = text.replace(str(folder) + os.sep, "")
        return for_page(text)


def main() -> None:
    """Wait for an order and carry it out."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    sys.stdout = sys.stderr
    gc.set_threshold(100_000, 20, 20)
    # Without processes of its own, a worker is stopped as a whole on every system.
    os.environ["MODGEN_WORKERS"] = "1"
    for name in PRELOADED:
        import_module(name)
    line = sys.stdin.buffer.readline()
    if not line:
        return
    threading.Thread(target=_end_with_the_server, args=(sys.stdin.fileno(),), daemon=True).start()
    task = Task(json.loads(line), output)
    try:
        run: Callable[[Task], None] = import_module(TASKS[task.order["kind"]]).run
        run(task)
        task.emit("done")
    except ModgenError as problem:
        task.emit("failed", message=task.plain(str(problem)))
    except OSError as problem:
        task.emit("failed", message=task.plain(told(problem)))
    except Exception as problem:
        if os.environ.get("MODGEN_DEBUG"):
            import traceback

            traceback.print_exc()
        reason = f"{type(problem).__name__}: {problem}"
        task.emit("failed", message=task.plain(f"internal error: {reason}"))


def _end_with_the_server(pipe: int) -> None:
    while os.read(pipe, 1):
        pass
    os._exit(1)


if __name__ == "__main__":
    main()

"""Limits of time and memory for judging one file."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

GRACE = 20.0
"""Seconds after the limit after which a process that does not react is ended."""


class TooLongError(BaseException):
    """The time is over. Not an Exception, so that no handler for errors takes it for one."""


@contextmanager
def time_limit(seconds: float, hard: bool) -> Iterator[None]:
    """Raise TooLongError in this thread if the block takes longer; 0 means no limit.

    It is raised between two instructions of Python. With `hard`, a process that is in other code
    for GRACE seconds more is ended.
    """
    if not seconds:
        yield
        return
    thread = ctypes.c_ulong(threading.get_ident())
    lock = threading.Lock()
    running, raised = True, False

    def stop() -> None:
        nonlocal raised
        with lock:
            if running:
                raised = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TooLongError))

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    with Path(os.devnull).open("wb") as nowhere:
        if hard:
            faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=nowhere)
        try:
            yield
        finally:
            if hard:
                faulthandler.cancel_dump_traceback_later()
            with lock:
                running = False
                if raised:  # not yet delivered, perhaps
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, None)
            timer.cancel()


def limit_memory(size: int) -> None:
    """Let this process use at most `size` bytes of address space, where the system can do that."""
    with suppress(ImportError, ValueError, OSError):
        resource = import_module("resource")  # POSIX only
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = size if most == resource.RLIM_INFINITY else min(size, most)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, most))

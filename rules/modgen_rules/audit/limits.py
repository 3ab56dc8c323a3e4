"""Limits of time and memory for judging one file."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path

GRACE = 20.0
"""Seconds after the limit after which a process that does not react is ended."""


WAITING = 5
"""A block that mostly waits, or shares the processor, may take this many times its limit."""


class TooLongError(BaseException):
    """The time is over. Not an Exception, so that no handler for errors takes it for one."""


@contextmanager
def time_limit(seconds: float, hard: bool) -> Iterator[None]:
    """Raise TooLongError in this thread if the block takes longer; 0 means no limit.

    The time is that of the processor, and on the clock WAITING times as much. The error is raised
    between two instructions of Python. With `hard`, a process that is in other code for GRACE
    seconds more is ended.
    """
    if not seconds:
        yield
        return
    thread = ctypes.c_ulong(threading.get_ident())
    lock = threading.Lock()
    running, raised = True, False
    over = threading.Event()
    used, last = time.process_time(), time.monotonic() + WAITING * seconds

    def watch() -> None:
        nonlocal raised
        while (left := min(seconds + used - time.process_time(), last - time.monotonic())) > 0:
            if over.wait(left):
                return
        with lock:
            if running:
                raised = True
                ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, ctypes.py_object(TooLongError))
                if hard:
                    faulthandler.dump_traceback_later(GRACE, exit=True, file=nowhere)

    with Path(os.devnull).open("wb") as nowhere:
        if hard:
            faulthandler.dump_traceback_later(WAITING * seconds + GRACE, exit=True, file=nowhere)
        threading.Thread(target=watch, daemon=True).start()
        try:
            yield
        finally:
            over.set()
            if hard:
                faulthandler.cancel_dump_traceback_later()
            with lock:
                running = False
                if raised:  # not yet delivered, perhaps
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(thread, None)
                    if hard:
                        faulthandler.cancel_dump_traceback_later()


def limit_memory(size: int) -> None:
    """Let this process use at most `size` bytes of address space, where the system can do that."""
    with suppress(ImportError, ValueError, OSError):
        resource = import_module("resource")  # POSIX only
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = size if most == resource.RLIM_INFINITY else min(size, most)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, most))

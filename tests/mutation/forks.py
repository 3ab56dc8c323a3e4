"""Processes that run with other code: a fork of a warm one, or one that imports it."""

from __future__ import annotations

import functools
import gc
import importlib.abc
import importlib.util
import os
import resource
import signal
import time
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from tests.mutation.packages import SOURCES, file_of, path_of

LEAST_SECONDS = 10
"""CPU seconds that the tests of a mutant always have; a mutant that uses more is noticed."""
TIMES_SLOWER = 8
LONGEST = 120
"""Seconds on the clock after which a process is ended; it counts as noticed."""
MEMORY = 3 << 30
"""Bytes that a process of a mutant may have beyond those of the warm one."""


def functions_of_sources() -> dict[tuple[str, str], list[FunctionType]]:
    """The functions of the sources by file and name."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    folders = tuple(map(str, SOURCES))
    gc.unfreeze()  # What is frozen is not among the objects.
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename.startswith(folders):
            name = file_of(Path(one.__code__.co_filename))
            found.setdefault((name, one.__code__.co_qualname), []).append(one)
    return found


def code_of(code: CodeType, name: str) -> CodeType | None:
    """The code of a function or method inside the code of its module."""
    for one in code.co_consts:
        if isinstance(one, CodeType):
            if one.co_qualname == name:
                return one
            if name.startswith(one.co_qualname + ".") and (inner := code_of(one, name)):
                return inner
    return None


def rule_caches() -> list[Any]:
    """The caches of functions of the sources."""
    return [
        one
        for one in gc.get_objects()
        if isinstance(one, functools._lru_cache_wrapper)
        and str(one.__module__).startswith("modgen")
    ]


class Loader(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module another code when it is imported."""

    def __init__(self, file: str, code: CodeType) -> None:
        stem = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        self.name = stem if stem.startswith("modgen.") else f"modgen_rules.{stem}"
        self.path = str(path_of(file))
        self.code = code

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        if name != self.name:
            return None
        return importlib.util.spec_from_file_location(name, self.path, loader=self)

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        exec(self.code, module.__dict__)

    def get_source(self, name: str) -> str:
        return Path(self.path).read_text("utf-8")


def quiet() -> None:
    os.setsid()
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)


def bounded(seconds: float) -> None:
    """Bound the CPU time and the memory of this process."""
    most = int(LEAST_SECONDS + TIMES_SLOWER * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    size = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def waited(child: int, longest: float = LONGEST) -> int:
    """The status of a child; one that waits longer is ended."""
    end = time.monotonic() + longest
    pause = 0.002
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(pause)
        pause = min(0.05, pause * 1.3)
    os.killpg(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]

"""Spoil files of every format and run the commands on them: `python -m tests.fuzz.run`.

Each input must end with exit code 0, 1 or 2, without a traceback, within 10 seconds of the
processor and 300 MB. An input is a class of files and a seed: `--only CLASS --first SEED
--inputs 1` repeats one. Needs a system with `fork`.
"""

from __future__ import annotations

import argparse
import importlib
import io
import json
import os
import pkgutil
import random
import sys
import tempfile
import time
from contextlib import redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import modgen
import modgen_rules
from modgen.cli import main
from tests.fuzz.spoiling import FORMATS

SECONDS = 10.0
MEGABYTES = 300


class Outcome(NamedTuple):
    """What a command did with one input. `fell` says why it did not hold; empty if it did."""

    fell: str
    seconds: float
    megabytes: float


@cache
def load_commands() -> None:
    """Import what the commands use once, before any process is made."""
    for package in (modgen, modgen_rules):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                with suppress(ImportError):  # parts that were not installed
                    importlib.import_module(module.name)


def try_one(name: str, seed: int) -> tuple[list[str], Outcome]:
    """Spoil one input of a class and run one of its commands in a process of its own."""
    load_commands()
    make, commands = FORMATS[name]
    dice = random.Random(f"{name} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), dice)
        arguments = dice.choice(commands)
        return arguments, run_command(arguments, Path(folder))


def run_command(arguments: list[str], folder: Path) -> Outcome:
    """Run a command in a process of its own, in a folder."""
    load_commands()
    result = folder / "outcome.json"
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        _child(arguments, folder, result)
    _, status, used = os.wait4(child, 0)
    seconds = used.ru_utime + used.ru_stime
    if not result.is_file():
        return Outcome(f"the process ended with status {status}", seconds, used.ru_maxrss / 1024)
    code, errors, before = json.loads(result.read_text("utf-8"))
    megabytes = (used.ru_maxrss - before) / 1024
    return Outcome(judged(code, errors, seconds, megabytes), seconds, megabytes)


def _child(arguments: list[str], folder: Path, result: Path) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    os.chdir(folder)
    os.environ["MODGEN_WORKERS"] = "1"
    sys.argv = ["modgen", *arguments]
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    # What the parent has in memory is not the command's.
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as stop:
        code = stop.code
    except BaseException as problem:
        err.write(f"Traceback: {type(problem).__name__}: {problem}")
        code = 99
    result.write_text(json.dumps([code or 0, err.getvalue(), before]), "utf-8", errors="replace")
    os._exit(0)


def judged(code: int, errors: str, seconds: float, megabytes: float) -> str:
    """Why a command did not hold; empty if it did."""
    if errors.startswith("Usage:"):
        return f"the command was called wrongly: {errors.strip()[-300:]}"
    if code not in (0, 1, 2) or "Traceback" in errors or "internal error" in errors:
        return f"exit code {code}: {errors.strip()[-300:]}"
    if code == 2 and not errors.strip():
        return "exit code 2 without a sentence"
    if seconds > SECONDS:
        return f"{seconds:.1f} seconds"
    if megabytes > MEGABYTES:
        return f"{megabytes:.0f} MB"
    return ""


def run(names: list[str], inputs: int, first: int, seconds: float) -> int:
    """Try inputs of each class in turn; print a table and return how many fell."""
    begun = time.monotonic()
    tried = dict.fromkeys(names, 0)
    fell = dict.fromkeys(names, 0)
    slowest = dict.fromkeys(names, 0.0)
    largest = dict.fromkeys(names, 0.0)
    for number in range(inputs):
        if seconds and time.monotonic() - begun > seconds:
            break
        name = names[number % len(names)]
        seed = first + number // len(names)
        arguments, outcome = try_one(name, seed)
        tried[name] += 1
        slowest[name] = max(slowest[name], outcome.seconds)
        largest[name] = max(largest[name], outcome.megabytes)
        if outcome.fell:
            fell[name] += 1
            print(f"{name}, seed {seed}, {' '.join(arguments)}: {outcome.fell}", flush=True)
    print(
        "| input | tried | passed | failed | most CPU, s | most memory, MB |\n|--|--|--|--|--|--|"
    )
    for name in names:
        print(
            f"| {name} | {tried[name]} | {tried[name] - fell[name]} | {fell[name]} "
            f"| {slowest[name]:.1f} | {largest[name]:.0f} |"
        )
    return sum(fell.values())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Run commands on spoilt files.")
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="The first seed.")
    parser.add_argument("--seconds", type=float, default=0, help="Stop after this time.")
    parser.add_argument("--only", choices=FORMATS, action="append")
    given = parser.parse_args()
    sys.exit(run(given.only or list(FORMATS), given.inputs, given.first, given.seconds) > 0)

"""Run the harness in a user's VASSAL installation and read its output."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from importlib.resources import as_file, files
from pathlib import Path
from threading import Timer

from modgen.errors import ModgenError

TIMEOUT = 300.0
"""Seconds after which an engine that has not finished is stopped."""
XVFB_PATIENCE = 20.0
"""Seconds that a virtual display may take to start."""
XVFB = ("-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-terminate")
"""Xvfb chooses a free display number and ends with its last client."""


class CannotRunError(ModgenError):
    """The engine cannot be started; the message is one sentence."""


@dataclass
class EngineReport:
    """The engine's report about a module.

    Complaints are (phase, source, text); set-ups (name, pieces, decks), and what lies on each
    map of a set-up (set-up, map, pieces, decks). Cards in a deck count as pieces. Places count how
    many pieces of a name lie in a place, by the engine's names: (set-up, place, piece).
    """

    name: str = ""
    version: str = ""
    complaints: list[tuple[str, str, str]] = field(default_factory=list)
    setups: list[tuple[str, int, int]] = field(default_factory=list)
    maps: list[tuple[str, str, int, int]] = field(default_factory=list)
    places: dict[tuple[str, str, str], int] = field(default_factory=dict)
    missing_pictures: list[str] = field(default_factory=list)
    finished: bool = False

    @property
    def clean(self) -> bool:
        """Whether everything loaded without complaints."""
        return self.finished and bool(self.name) and not (self.complaints or self.missing_pictures)


def class_path(engine: Path) -> str:
    """The Java class path of an installation: its folder, or its `lib`. Raises CannotRunError."""
    for folder in (engine, engine / "lib", engine / "Contents/Resources/Java"):
        jars = sorted(folder.glob("*.jar"))
        if any(jar.name.lower().startswith(("vengine", "vassal")) for jar in jars) or len(jars) > 5:
            return str(folder / "*")
    raise CannotRunError(
        f"{engine} does not contain a VASSAL engine; give the folder with Vengine.jar"
    )


def java_command() -> str:
    """The `java` that can run a source file. Raises CannotRunError."""
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=f"{home}/bin" if home else None) or shutil.which("java")
    if java is None:
        raise CannotRunError("there is no `java` on the PATH: install a JDK, version 17 or later")
    listed = subprocess.run(
        [java, "--list-modules"], capture_output=True, text=True, timeout=60, check=False
    )
    if "jdk.compiler" not in listed.stdout:
        raise CannotRunError(
            f"{java} cannot run a source file: install a JDK (not only a JRE), version 17 or later"
        )
    return java


def verify(module: Path, engine: Path, timeout: float = TIMEOUT) -> EngineReport:
    """Load a module and each of its set-ups in the engine. Raises CannotRunError."""
    lines, error = run_harness([module], engine, timeout)
    report = read_lines(lines)
    if not report.finished:
        raise CannotRunError(f"the engine stopped early: {error or 'no reason given'}")
    return report


def run_harness(
    arguments: Sequence[Path], engine: Path, timeout: float = TIMEOUT
) -> tuple[list[str], str]:
    """Run the harness on files: the lines that it prints, and the last line of its errors.

    Raises CannotRunError when the engine cannot be started or does not finish in time.
    """
    java, jars = java_command(), class_path(engine)
    with ExitStack() as stack:
        home = stack.enter_context(tempfile.TemporaryDirectory(prefix="modgen-verify-"))
        source = stack.enter_context(as_file(files("modgen.verify").joinpath("Harness.java")))
        environment = os.environ | {"DISPLAY": _display(stack)}
        command = [
            java,
            "-Xmx2g",
            f"-Duser.home={home}",
            f"-DVASSAL.conf={home}/conf",
            f"-DVASSAL.cache={home}/cache",
            f"-Djava.io.tmpdir={home}",
            "-Dfile.encoding=UTF-8",
            "-cp",
            jars,
            str(source),
            *(str(path.resolve()) for path in arguments),
        ]
        try:
            ran = subprocess.run(
                command,
                cwd=home,
                env=environment,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=timeout,
                check=False,
                stdin=_lifeline(stack),
            )
        except subprocess.TimeoutExpired:
            raise CannotRunError(f"the engine did not finish in {timeout:.0f} s") from None
    # Names and states may hold characters that `splitlines` takes for the end of a line.
    lines = ran.stdout.replace("\r\n", "\n").split("\n")
    return lines, (ran.stderr.strip().splitlines() or [""])[-1]


def read_lines(lines: list[str]) -> EngineReport:
    """The harness's output as a report; equal complaints are listed once."""
    report = EngineReport()
    for kind, *rest in (line.split("\t") for line in lines):
        if kind == "LOADED" and len(rest) == 2:
            report.name, report.version = rest
        elif kind == "COMPLAINT" and len(rest) == 3:
            complaint = (rest[0], rest[1], rest[2])
            if complaint not in report.complaints:
                report.complaints.append(complaint)
        elif kind == "SETUP" and len(rest) == 3:
            report.setups.append((rest[0], int(rest[1]), int(rest[2])))
        elif kind == "MAP" and len(rest) == 4:
            report.maps.append((rest[0], rest[1], int(rest[2]), int(rest[3])))
        elif kind == "AT" and len(rest) == 4:
            report.places[rest[0], rest[1], rest[2]] = int(rest[3])
        elif kind == "IMAGE":
            report.missing_pictures += rest
        elif kind == "DONE":
            report.finished = True
    return report


def _lifeline(stack: ExitStack) -> int:
    """A pipe that closes when this process ends, which ends the harness too."""
    read_end, write_end = os.pipe()
    stack.callback(os.close, read_end)
    stack.callback(os.close, write_end)
    return read_end


def _display(stack: ExitStack) -> str:
    """The display to use: the user's own, or a virtual one. Raises CannotRunError."""
    shown = os.environ.get("DISPLAY", "")
    if shown or sys.platform in ("win32", "darwin"):
        return shown
    server = shutil.which("Xvfb")
    if server is None:
        raise CannotRunError("the engine needs a display: set DISPLAY, or install Xvfb")
    screen = subprocess.Popen(
        [server, *XVFB], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    stack.callback(_stop, screen)
    assert screen.stdout is not None
    patience = Timer(XVFB_PATIENCE, screen.kill)
    patience.start()
    number = screen.stdout.readline().strip()
    patience.cancel()
    if not number:
        raise CannotRunError("the virtual display Xvfb did not start")
    return f":{number}"


def _stop(screen: subprocess.Popen[str]) -> None:
    screen.terminate()
    screen.wait(10)


def sentences(report: EngineReport) -> Iterator[str]:
    """The report in words."""
    yield (f"{report.name} {report.version} loaded." if report.name else "The module did not load.")
    for name, pieces, decks in report.setups:
        yield f"{name}: {_counted(pieces, decks)}."
        for setup, place, on_map, decks_there in report.maps:
            if setup == name:
                yield f"  {place}: {_counted(on_map, decks_there)}."
    for phase, source, text in report.complaints:
        yield f"Engine ({phase}, {source}): {text}"
    for picture in report.missing_pictures:
        yield f"The picture {picture} is missing."
    if report.clean:
        yield "The engine reported no problems."


def _counted(pieces: int, decks: int) -> str:
    counts = ((pieces, "piece"), (decks, "deck"))
    return ", ".join(f"{count} {what}{'' if count == 1 else 's'}" for count, what in counts)

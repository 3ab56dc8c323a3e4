"""Which kept log runs which line of the rules: measured once a game, and kept.

The lines are kept by function and place in it, with a digest of the function, so that the map of a
game serves until its functions change. Of a function that has changed since, all logs that ran it
are taken.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import coverage

from tests.mutation.packages import RULES, file_of, path_of, span_of, spans
from tests.mutation.packages import digest as digest_of

LOADED = "(loading)"
"""Stands for the lines that run when the rulebook is loaded, before any log."""


class Traces:
    """The map of a game."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.seconds: dict[str, float] = found["seconds"]
        """The CPU seconds of each log."""
        self.names = [LOADED, *self.seconds]
        self._functions: dict[str, dict[str, list[Any]]] = found["functions"]
        self._spans: dict[str, tuple[list[Any], list[str]]] = {}

    @classmethod
    def read(cls, path: Path) -> Traces:
        return cls(json.loads(path.read_text("utf-8")))

    def logs(self, file: str, first: int, last: int) -> list[str]:
        """The logs that run one of these lines of a file."""
        functions, text = self._text(file)
        span = span_of(functions, first)
        known = self._functions.get(file, {})
        if span is None:
            bits = known.get("", ["", {}])[1].get(str(first), "0")
            return self._named(int(bits, 16)) or [LOADED]
        digest, lines = known.get(span.name, ["", {}])
        same = digest == _digest(text, span)
        bits = 0
        for line, logs in lines.items():
            if not same or first <= int(line) + span.first <= last:
                bits |= int(logs, 16)
        return self._named(bits)

    def _text(self, file: str) -> tuple[list[Any], list[str]]:
        if file not in self._spans:
            text = path_of(file).read_text("utf-8")
            self._spans[file] = list(spans(ast.parse(text))), text.splitlines()
        return self._spans[file]

    def _named(self, bits: int) -> list[str]:
        return [name for n, name in enumerate(self.names) if bits >> n & 1]


class Tracer:
    """Notes the lines that run for each log."""

    def __init__(self) -> None:
        self.coverage = coverage.Coverage(
            data_file=None, source=[str(RULES)], config_file=False, messages=False
        )
        self._texts = {path: path.read_text("utf-8") for path in RULES.rglob("*.py")}

    def begin(self, name: str) -> None:
        self.coverage.start()
        self.coverage.switch_context(name)

    def end(self) -> None:
        self.coverage.stop()

    def found(self, seconds: dict[str, float]) -> dict[str, Any]:
        """The map, to be written as JSON."""
        numbers = {name: n for n, name in enumerate([LOADED, *seconds])}
        data = self.coverage.get_data()
        functions: dict[str, dict[str, Any]] = {}
        for path in map(Path, data.measured_files()):
            text = self._texts[path]
            lines, known = text.splitlines(), list(spans(ast.parse(text)))
            own: dict[str, Any] = functions.setdefault(file_of(path), {})
            for line, logs in sorted(data.contexts_by_lineno(str(path)).items()):
                bits = sum(1 << numbers[name] for name in set(logs) if name)
                span = span_of(known, line)
                name, first = (span.name, span.first) if span else ("", 0)
                digest = _digest(lines, span) if span else ""
                own.setdefault(name, [digest, {}])[1][str(line - first)] = f"{bits:x}"
        return {"seconds": seconds, "functions": functions}


def _digest(lines: Sequence[str], span: Any) -> str:
    return digest_of("\n".join(lines[span.first - 1 : span.last]))

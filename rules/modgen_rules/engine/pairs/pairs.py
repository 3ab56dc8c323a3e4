"""Pairs of a clause: an act that keeps it and a look-alike that breaks it, from `pairs.yaml`.

positions:
  east:                       # named positions, for several pairs
    scenario: start           # a set-up of the game
    with: 2 army from east to north
pairs:
  3.a:                        # the number of the clause, the first that a breach is reported by
    - position: east          # or a position of its own
      first: side red         # what is done before, in both
      legal: army from east to north
      illegal: army from east to south
      then: side blue         # what is done after, in both
      found: 3.b              # if another clause tells of the breach
      wrong position: west    # where the breach is the position itself
      lapsed:                 # what a lapse makes of it: another clause, or nothing to see
        illegal other_seat: nothing
      fails:                  # versions of the record that are judged wrongly, with the reason
        illegal tidy: the reason
lapses:                       # clauses about the lapse itself, by which it may be suspected
  tracker_late: 2.d 2.f

Statements are those of `board_lines`; `legal` and `illegal` may be empty, if one of them is what
is left out. A permission, which nothing can break, has no `illegal`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from modgen.errors import ModgenError
from modgen.model.files.diagnostics import Diagnostics
from modgen.model.files.located import LocatedData
from modgen.model.files.yaml_source import read_yaml

FILE = "pairs.yaml"
FILES = "pairs*.yaml"
"""All files of a rulebook with pairs: a rulebook with many clauses has several, each complete."""
NO_ACT = "(nothing is done)"
NOTHING = "nothing"
"""What is found of a breach that a lapse hides."""
TEXTS = ("first", "legal", "illegal", "then")
KEYS = ("position", "wrong position", *TEXTS, "found", "lapsed", "fails")


class PairError(ModgenError, ValueError):
    """A `pairs.yaml` that cannot be used; the message names the line."""


@dataclass(frozen=True)
class PairPosition:
    """A set-up of the game and what is changed in it before the log begins."""

    scenario: str
    changes: str = ""


@dataclass(frozen=True)
class Pair:
    """An act that keeps a clause and one that breaks it, in one position."""

    clause: str
    number: int
    """Which pair of the clause it is, from 1."""
    position: PairPosition
    first: str
    legal: str
    illegal: str | None
    """None for a permission."""
    then: str
    found: str
    """The clause by which the breach is reported."""
    wrong: PairPosition
    """The position of the illegal act, if it is another one."""
    lapsed: Mapping[str, str] = field(default_factory=dict)
    """What is found in a version that a lapse has made another one: a clause, or NOTHING."""
    told: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each lapse the clauses by which it may itself be suspected."""
    fails: Mapping[str, str] = field(default_factory=dict)
    """Why a version is judged wrongly: `legal tidy`, `illegal other_seat`, `legal *`."""
    places: Mapping[str, str] = field(default_factory=dict)
    """File and line of each text."""

    @property
    def name(self) -> str:
        """`3.a`, `3.a #2`."""
        return self.clause if self.number == 1 else f"{self.clause} #{self.number}"

    def described(self) -> Iterator[tuple[str, str]]:
        """The pair for people: what each text is, and the text."""
        wrong = self.wrong != self.position
        yield from _shown("Position" if not wrong else "Position of the legal act", self.position)
        if wrong:
            yield from _shown("Position of the illegal act", self.wrong)
        if self.first:
            yield "First", self.first
        yield "Legal act", self.legal or NO_ACT
        if self.illegal is not None:
            found = "" if self.found == self.clause else f", reported as {self.found}"
            yield f"Illegal act{found}", self.illegal or NO_ACT
        if self.then:
            yield "Then", self.then

    @property
    def shows(self) -> bool:
        """Whether it shows that a breach is reported by the clause itself."""
        own = self.illegal is not None and self.found == self.clause
        return own and not self.known_failure("illegal", "tidy")

    def expected(self, act: str, version: str) -> str:
        """The clause that is found first; NOTHING if none is."""
        usual = NOTHING if act == "legal" else self.found
        return self.lapsed.get(f"{act} {version}", usual)

    def known_failure(self, act: str, version: str) -> str:
        """Why this version is judged wrongly; empty when it is not known to be."""
        return self.fails.get(f"{act} {version}") or self.fails.get(f"{act} *") or ""

    @property
    def acts(self) -> tuple[str, ...]:
        """`legal` and, unless it is a permission, `illegal`."""
        return ("legal",) if self.illegal is None else ("legal", "illegal")

    def begins(self, act: str) -> PairPosition:
        """The position in which an act takes place."""
        return self.position if act == "legal" else self.wrong


def _shown(label: str, position: PairPosition) -> Iterator[tuple[str, str]]:
    yield label, f"set-up {position.scenario}; {position.changes}"


def read_pairs(folder: Path) -> tuple[Pair, ...]:
    """The pairs in the files `pairs*.yaml` of a rulebook's folder, if any. Raises PairError."""
    found: list[Pair] = []
    for path in sorted(folder.glob(FILES)):
        diagnostics = Diagnostics()
        located = read_yaml(path, path.name, diagnostics)
        if located is None or diagnostics.collected:
            raise PairError(str(diagnostics.collected[0]))
        found += _Reader(located).pairs()
    return tuple(found)


class _Reader:
    """Reads the pairs of one file."""

    def __init__(self, located: LocatedData) -> None:
        self.located = located
        self._named: dict[str, tuple[PairPosition, str]] = {}
        self._told: Mapping[str, frozenset[str]] = {}

    def pairs(self) -> Iterator[Pair]:
        top = self._mapping((), ("positions", "pairs", "lapses"))
        told = self._mapping(("lapses",), None) if "lapses" in top else {}
        self._told = {name: frozenset(str(words).split()) for name, words in told.items()}
        for name in top.get("positions") or {}:
            self._named[name] = self._position(("positions", name))
        for clause, entries in (top.get("pairs") or {}).items():
            at = ("pairs", clause)
            if not isinstance(entries, list):
                raise self._error(at, "a clause has a list of pairs")
            for number in range(len(entries)):
                yield self._pair(str(clause), (*at, number))

    def _pair(self, clause: str, at: tuple[str | int, ...]) -> Pair:
        entry = self._mapping(at, KEYS)
        if "legal" not in entry:
            raise self._error(at, "a pair has `legal:`")
        position, where = self._which(at, "position")
        wrong = self._which(at, "wrong position")[0] if "wrong position" in entry else position
        texts = {name: self._text(entry, at, name) for name in TEXTS}
        illegal = texts.pop("illegal") if "illegal" in entry else None
        places = {name: str(self.located.position((*at, name))) for name in TEXTS}
        number = int(at[-1]) + 1
        return Pair(
            clause,
            number,
            position,
            texts["first"],
            texts["legal"],
            illegal,
            texts["then"],
            self._text(entry, at, "found") or clause,
            wrong,
            self._versions(at, "lapsed"),
            self._told,
            self._versions(at, "fails"),
            places | {"with": where},
        )

    def _versions(self, at: tuple[str | int, ...], key: str) -> Mapping[str, str]:
        """A mapping by act and version."""
        found = self._mapping((*at, key), None) if key in self._mapping(at, None) else {}
        return {str(name): str(value) for name, value in found.items()}

    def _which(self, at: tuple[str | int, ...], key: str) -> tuple[PairPosition, str]:
        """A position that is named or written in place, and where its changes are written."""
        value = self._mapping(at, None).get(key)
        if not isinstance(value, str):
            return self._position((*at, key))
        if value not in self._named:
            raise self._error((*at, key), f"there is no position `{value}`")
        return self._named[value]

    def _position(self, at: tuple[str | int, ...]) -> tuple[PairPosition, str]:
        entry = self._mapping(at, ("scenario", "with"))
        position = PairPosition(self._text(entry, at, "scenario"), self._text(entry, at, "with"))
        return position, str(self.located.position((*at, "with")))

    def _text(self, entry: Mapping[str, Any], at: tuple[str | int, ...], name: str) -> str:
        value = entry.get(name) or ""
        if not isinstance(value, str):
            raise self._error((*at, name), f"`{name}:` is a text")
        return " ".join(value.split())

    def _mapping(
        self, at: tuple[str | int, ...], known: tuple[str, ...] | None
    ) -> Mapping[str, Any]:
        value = self.located.data
        for step in at:
            value = value[step]
        if not isinstance(value, dict):
            raise self._error(at, "write a mapping of keys and values")
        strange = next((key for key in value if known is not None and key not in known), None)
        if strange is not None:
            raise self._error((*at, strange), f"unknown key `{strange}`")
        return value

    def _error(self, at: tuple[str | int, ...], message: str) -> PairError:
        return PairError(f"{self.located.position(at)}: {message}")

"""Diagnostics: what is wrong in a game's files, where it is, and how to correct it.

A reader of files knows the line and column and adds a `Diagnostic` to `Diagnostics`. A check of a
loaded game knows only the part and the field; it yields a `PartDiagnostic`, and the loader looks
up where that part was read from (`modgen.model.files.binding.SourceMap`). A rulebook's own checks
do the same and hand their results to `Loaded.report`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches

from modgen.errors import ModgenError
from modgen.model.types.base import Part
from modgen.shown import shown

DataPath = tuple[str | int, ...]
"""Steps from the top of a file or part to something inside: field names, keys, 0-based indices."""


MAX_DIAGNOSTICS = 500
"""Further diagnostics are dropped, so that a hostile folder cannot cause endless work."""
MOST_ALIKE = 4
"""Of how many occurrences of one mistake in a file the places are kept."""
MOST_LINES = 2
"""How many occurrences have a line of their own; more are one line with a count."""
MAX_CANDIDATES = 3000
"""No spelling is suggested from more known words than this."""
MAX_LENGTH = 300
"""Longer messages and hints are shortened."""
LONGEST = 200
"""The most that is shown of a message with a count."""


@dataclass(frozen=True, order=True, slots=True)
class FilePosition:
    """A position in a file: path relative to the game's folder; line and column from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, order=True)
class Diagnostic:
    """One error or warning at a position in a file.

    `message` says what is wrong and `hint` what to do; neither ends with a full stop. A warning
    does not stop a build.
    """

    position: FilePosition
    message: str
    hint: str = ""
    warning: bool = False
    mistake: str = field(default="", compare=False)
    """What a value broke, such as the format of a field; empty: the message and the hint say it."""

    @property
    def alike(self) -> tuple[str, str]:
        """Equal for diagnostics that are shown as one mistake with a count."""
        return self.position.file, self.mistake or f"{self.message}; {self.hint}"

    def __post_init__(self) -> None:
        # Messages quote the files: control characters must not reach a terminal or a report.
        object.__setattr__(self, "message", shown(self.message, MAX_LENGTH))
        object.__setattr__(self, "hint", shown(self.hint, MAX_LENGTH))

    def __str__(self) -> str:
        kind = "warning: " if self.warning else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.position}: {kind}{self.message}{hint}"


@dataclass(frozen=True)
class PartDiagnostic:
    """One error or warning at a field of a loaded part, before its file position is looked up.

    `path` leads from `part` to the wrong value, such as `("faces", 0, "icon")`; the empty path is
    the part itself. With `at_key`, the key at the end of the path is wrong, not its value. With
    `offset`, the value is a text in which the character of that index, from 0, is wrong.
    `message`, `hint`, `warning` and `mistake` are those of a `Diagnostic`.
    """

    part: Part
    path: DataPath
    message: str
    hint: str = ""
    warning: bool = False
    at_key: bool = False
    offset: int | None = None
    mistake: str = ""


class GameDataError(ModgenError):
    """A game's files have errors. `diagnostics` lists them, each with its position."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__("\n".join(map(str, diagnostics.sorted())))
        self.diagnostics = diagnostics


@dataclass
class Diagnostics:
    """Collects the diagnostics of one run, in the order in which they are found."""

    collected: list[Diagnostic] = field(default_factory=list)
    _repeated: dict[tuple[str, str], int] = field(default_factory=dict)
    """How often each mistake was found, by what makes diagnostics alike."""
    _found: set[Diagnostic] = field(default_factory=set)

    def error(
        self, position: FilePosition, message: str, hint: str = "", *, mistake: str = ""
    ) -> None:
        """Add an error: the game cannot be used until it is fixed. `mistake` as in `Diagnostic`."""
        self.add(Diagnostic(position, message, hint, mistake=mistake))

    def warn(self, position: FilePosition, message: str, hint: str = "") -> None:
        """Add a warning: probably a mistake, but the game can be used."""
        self.add(Diagnostic(position, message, hint, warning=True))

    def add(self, diagnostic: Diagnostic) -> None:
        """Add a diagnostic, unless there are `MAX_DIAGNOSTICS` already."""
        if diagnostic in self._found:
            return
        self._found.add(diagnostic)
        alike = diagnostic.alike
        self._repeated[alike] = self._repeated.get(alike, 0) + 1
        if self._repeated[alike] <= MOST_ALIKE and not self.full:
            self.collected.append(diagnostic)
            if self.full:
                message = f"only the first {MAX_DIAGNOSTICS} errors and warnings are shown"
                self.collected.append(Diagnostic(diagnostic.position, message))

    @property
    def full(self) -> bool:
        """Whether `MAX_DIAGNOSTICS` is reached, so that further checks are useless."""
        return len(self.collected) >= MAX_DIAGNOSTICS

    def errors_in(self, file: str) -> list[Diagnostic]:
        """The errors of one file."""
        return [one for one in self.errors if one.position.file == file]

    @property
    def errors(self) -> list[Diagnostic]:
        """The errors without the warnings, sorted by position; of one mistake only the first."""
        return [diagnostic for diagnostic in sorted(self.collected) if not diagnostic.warning]

    def count(self, *, warning: bool) -> int:
        """How many errors or warnings were found, with those that are not kept."""
        return sum(self._times(group) for group in self._groups() if group[0].warning == warning)

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics by file, line and column, without duplicates.

        A mistake that is there more than `MOST_LINES` times is one diagnostic at the first place;
        its message says how many more there are, and where the next ones are.
        """
        shown: list[Diagnostic] = []
        for group in self._groups():
            first, *others = group
            if len(group) <= MOST_LINES:
                shown += group
                continue
            more = self._times(group) - 1
            places = [f"{one.position.line}:{one.position.column}" for one in others]
            where = ", ".join(places) + (" ..." if more > len(others) else "")
            message = f"{first.message[:LONGEST]} (and {more} more like this: {where})"
            shown.append(replace(first, message=message))
        return sorted(shown)

    def _groups(self) -> Iterable[list[Diagnostic]]:
        """The diagnostics of each mistake in each file, by position."""
        groups: dict[tuple[str, str], list[Diagnostic]] = {}
        for one in sorted(set(self.collected)):
            groups.setdefault(one.alike, []).append(one)
        return groups.values()

    def _times(self, group: list[Diagnostic]) -> int:
        """How often the mistake of a group was found."""
        return max(len(group), self._repeated.get(group[0].alike, 0))

    def stop_on_errors(self) -> None:
        """Raise GameDataError if there is any error."""
        if any(not diagnostic.warning for diagnostic in self.collected):
            raise GameDataError(self)


def unknown_word(
    part: Part, path: DataPath, kind: str, word: str, known: Iterable[str], *, at_key: bool = False
) -> PartDiagnostic:
    """The error for an unknown word; `kind` is what it should name. Suggests a known word."""
    message = f"unknown {kind} `{word}`"
    return PartDiagnostic(part, path, message, did_you_mean(word, known), at_key=at_key)


def unknown_ids(
    part: Part, path: DataPath, kind: str, words: Iterable[str | None], known: Iterable[str]
) -> Iterator[PartDiagnostic]:
    """An error for each of `words` that is not in `known`; None and empty words are allowed.

    `path` leads to the field that holds the words: a single word, a list, or a mapping whose keys
    they are.
    """
    known = known if isinstance(known, dict) else set(known)
    value = _value(part, path)
    for number, word in enumerate(words):
        if not word or word in known:
            continue
        if isinstance(value, dict):
            yield unknown_word(part, (*path, word), kind, word, known, at_key=True)
        else:
            at = (*path, number) if isinstance(value, list) else path
            yield unknown_word(part, at, kind, word, known)


def _value(part: object, path: DataPath) -> object:
    for step in path:
        part = part[step] if isinstance(part, list | dict) else getattr(part, str(step))  # type: ignore[index]
    return part


LOST_ZEROS = "Spreadsheet programs drop zeros at the beginning; format the column as text"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint such as ``did you mean `cebu`?``, or what the word can be: all, or some examples."""
    words = sorted({str(candidate) for candidate in known})
    if len(words) > MAX_CANDIDATES:
        return ""
    if word.isdecimal():
        whole = next((one for one in words if one != word and one.lstrip("0") == word), "")
        if whole:
            return f"did you mean `{whole}`? {LOST_ZEROS}"
    simplified = {_simplify(candidate): candidate for candidate in words}
    if _simplify(word) in simplified:
        return f"did you mean `{simplified[_simplify(word)]}`?"
    close = get_close_matches(_simplify(word), simplified, 1, 0.6) if len(word) < 100 else []
    if close:
        return f"did you mean `{simplified[close[0]]}`?"
    if 0 < len(words) <= 8:
        return "it can be " + ", ".join(f"`{candidate}`" for candidate in words)
    return f"it can be `{words[0]}`, `{words[1]}`, ... `{words[-1]}`" if words else ""


def _simplify(word: str) -> str:
    return word.casefold().replace(" ", "_").replace("-", "_")

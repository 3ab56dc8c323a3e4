"""Problems in a game's files: where, what, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches

from modgen.errors import ModgenError


@dataclass(frozen=True, order=True)
class FilePosition:
    """A place in a file: path relative to the game's folder, line and column from 1."""

    file: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, order=True)
class Diagnostic:
    """One problem. A warning does not stop a build."""

    position: FilePosition
    message: str
    hint: str = ""
    warning: bool = False

    def __str__(self) -> str:
        kind = "warning: " if self.warning else ""
        hint = f"; {self.hint}" if self.hint else ""
        return f"{self.position}: {kind}{self.message}{hint}"


class GameDataError(ModgenError):
    """A game's files are not right. `diagnostics` says why, each with its place."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        super().__init__("\n".join(map(str, diagnostics.sorted())))
        self.diagnostics = diagnostics


@dataclass
class Diagnostics:
    """Collects every problem of one run."""

    found: list[Diagnostic] = field(default_factory=list)

    def error(self, position: FilePosition, message: str, hint: str = "") -> None:
        """Note something that must be mended."""
        self.found.append(Diagnostic(position, message, hint))

    def warn(self, position: FilePosition, message: str, hint: str = "") -> None:
        """Note something that is probably not meant."""
        self.found.append(Diagnostic(position, message, hint, warning=True))

    @property
    def errors(self) -> list[Diagnostic]:
        """The problems that stop a build."""
        return [one for one in self.sorted() if not one.warning]

    def sorted(self) -> list[Diagnostic]:
        """All problems by file and place, each once."""
        return sorted(set(self.found))

    def stop_on_errors(self) -> None:
        """Raise GameDataError when there is any error."""
        if any(not one.warning for one in self.found):
            raise GameDataError(self)


def did_you_mean(word: str, among: Iterable[str]) -> str:
    """`did you mean `cebu`?`, or nothing when no word is near."""
    words = sorted({str(one) for one in among})
    plain = {_plain(one): one for one in words}
    if _plain(word) in plain:
        return f"did you mean `{plain[_plain(word)]}`?"
    near = get_close_matches(_plain(word), plain, 1, 0.6) if len(word) < 100 else []
    if near:
        return f"did you mean `{plain[near[0]]}`?"
    if 0 < len(words) <= 8:
        return "it can be " + ", ".join(f"`{one}`" for one in words)
    return ""


def _plain(word: str) -> str:
    return word.casefold().replace(" ", "_").replace("-", "_")

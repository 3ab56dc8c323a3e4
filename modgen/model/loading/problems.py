"""What a check of a loaded game finds wrong, and how references to unknown things are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from modgen.model.game import Game
from modgen.model.types.base import Part


@dataclass(frozen=True)
class Problem:
    """Something wrong at `path` (field names, keys, 0-based indices) of a part."""

    part: Part
    path: tuple[str | int, ...]
    message: str
    word: str = ""
    """The wrong word, when a right spelling may be near."""
    among: Iterable[str] = ()
    """The right spellings."""
    warning: bool = False


Check = Callable[[Game], Iterator[Problem]]


def unknown(
    part: Part, path: tuple[str | int, ...], what: str, word: str, among: Iterable[str]
) -> Problem:
    """A word that names nothing."""
    return Problem(part, path, f"unknown {what} `{word}`", word, among)


def references(
    part: Part,
    path: tuple[str | int, ...],
    what: str,
    words: Iterable[str | None],
    among: Iterable[str],
) -> Iterator[Problem]:
    """Each of some words that is not among the known ones; empty words pass."""
    known = among if isinstance(among, dict) else set(among)
    words = list(words)
    for number, word in enumerate(words):
        if word and word not in known:
            at = (*path, number) if len(words) > 1 or isinstance(_value(part, path), list) else path
            yield unknown(part, at, what, word, known)


def _value(part: object, path: tuple[str | int, ...]) -> object:
    for step in path:
        part = part[step] if isinstance(part, list | dict) else getattr(part, str(step))  # type: ignore[index]
    return part

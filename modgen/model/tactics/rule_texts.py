"""The texts of `rulebook.yaml` with the numbers of the game's data.

`{numbers.retreat}` names a number by its path: a part of `game.yaml`, or `pieces`, `charts`,
`tracks`, `grids`, `boxes` or `scenarios`, then ids, positions in a list (from 0) and fields, as in
`{terrains.steep.cost}`. `{count.squad}` is the number of pieces of a type, kind, side or size
class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from modgen.errors import ModgenError
from modgen.model.game import Game
from modgen.model.types.base import Part
from modgen.model.types.rulebook import BookClause

PLACE = re.compile(r"\{([^{}]*)\}")
"""The place of a number in a text."""
PARTS = ("pieces", "charts", "tracks", "grids", "boxes", "scenarios")


class UnknownNumberError(ModgenError, KeyError):
    """A path that leads to no number or text of the game."""


def filled_text(game: Game, text: str) -> str:
    """A text with its numbers. Raises UnknownNumberError."""
    return PLACE.sub(lambda match: number_at(game, match[1]), text)


def number_at(game: Game, path: str) -> str:
    """The number or short text at a path, as text. Raises UnknownNumberError."""
    first, *steps = path.strip().split(".")
    if first == "count" and len(steps) == 1:
        number = _count(game, steps[0])
        if not number:
            raise UnknownNumberError(path)
        return str(number)
    here: object = _root(game, first)
    for step in steps:
        here = _step(here, step)
    if isinstance(here, bool) or not isinstance(here, int | float | str):
        raise UnknownNumberError(path)
    return here if isinstance(here, str) else f"{here:g}"


def _root(game: Game, name: str) -> object:
    if name in PARTS:
        place = game.map if name in ("tracks", "grids", "boxes") else game
        return getattr(place, name)
    return getattr(game.info, name) if name in type(game.info).model_fields else None


def _step(here: object, step: str) -> object:
    """One step of a path; None if it leads nowhere."""
    if isinstance(here, Part):
        return getattr(here, step) if step in type(here).model_fields else None
    if isinstance(here, Mapping):
        return here.get(step, here.get(int(step)) if step.isdecimal() else None)
    if isinstance(here, list | tuple):
        named = (one for one in here if getattr(one, "id", None) == step)
        found = next(named, None)
        if found is None and step.isdecimal() and int(step) < len(here):
            found = here[int(step)]
        return found
    return None


def _count(game: Game, word: str) -> int:
    return sum(
        piece.count
        for piece in game.pieces
        if word in (piece.id, piece.kind, piece.side, piece.size_class)
    )


def clause_texts(game: Game) -> Iterator[tuple[BookClause, str]]:
    """Each clause with its text. Raises UnknownNumberError."""
    for clause in game.rulebook.clauses if game.rulebook else ():
        yield clause, filled_text(game, clause.text)


def unknown_numbers(game: Game, texts: Iterable[str]) -> Iterator[str]:
    """The paths in texts that lead to nothing."""
    for text in texts:
        for path in PLACE.findall(text):
            try:
                number_at(game, path)
            except UnknownNumberError:
                yield path

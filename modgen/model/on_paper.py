"""A game as it is printed: without keys and the mouse, which only the module has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from modgen.model.game import Game
from modgen.model.texts import rewrite, rewrite_game
from modgen.model.types.base import Part
from modgen.model.types.places import Board, BoardLabel

WORDS = (
    r"\b(?:Ctrl|Alt|Shift)\s?\+\s?\w|\b(?:right|left|double)[ -]?click|\bclic\b|\bbotón derecho\b"
)
"""A key or the mouse, in the languages of the bundled games."""
MENTION = re.compile(WORDS, re.IGNORECASE)
ASIDE = re.compile(rf"\s*\((?:{WORDS})[^()]*\)", re.IGNORECASE)
"""Parentheses that begin with one, such as `(Ctrl+F)`."""


def on_paper(game: Game) -> Game:
    """The game with the texts that paper shows: no asides with keys, labels as `printed` says."""
    game = rewrite_game(game, game.language, lambda _, text: ASIDE.sub("", text))
    boards = [board.model_copy(update={"labels": _labels(board)}) for board in game.map.boards]
    book = game.rulebook
    if book is not None:
        sections = [section for section in book.sections if section.printed]
        book = book.model_copy(update={"sections": sections})
    return replace(game, map=game.map.model_copy(update={"boards": boards}), rulebook=book)


def _labels(board: Board) -> list[BoardLabel]:
    return [
        label.model_copy(update={"text": label.printed or label.text})
        for label in board.labels
        if label.printed is not False
    ]


def mentions(game: Game) -> Iterator[tuple[Part, str]]:
    """The parts that paper shows with a key or the mouse, each with the field of the text."""
    paper = [board for board in game.map.boards if board.printed]
    labels = [label for board in paper for label in board.labels if label.printed is not False]
    for label in labels:
        field = "printed" if label.printed else "text"
        if _mentions(str(getattr(label, field))):
            yield label, field
    places = (*game.map.spaces, *game.map.boxes, *game.map.tracks)
    own = {board.id for board in paper}
    parts: list[Part] = [place for place in places if place.board in own]
    parts += [*game.cards, *game.charts, *game.scenarios]
    for part in parts:
        yield from ((part, field) for field in _fields(part))
    for section in game.rulebook.sections if game.rulebook else ():
        for inner in (section, *section.clauses) if section.printed else ():
            for field in ("intro", "text", "why", "legal", "illegal"):
                if _mentions(getattr(inner, field, "")):
                    yield inner, field


def _fields(part: Part) -> list[str]:
    """The fields of a part with a text, at any depth, that mentions a key or the mouse."""
    found: dict[str, None] = {}

    def look(key: tuple[str, ...], text: str) -> str:
        if _mentions(text):
            found[key[0]] = None
        return text

    rewrite(part, (), look)
    return list(found)


def _mentions(text: str) -> bool:
    return bool(MENTION.search(ASIDE.sub("", text)))

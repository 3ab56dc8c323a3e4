"""The words of statements about a board: `2 army_red/tired from east to north`.

`general/rule_examples` reads them as a position and a turn, `board_lines` as the steps of a log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from modgen.errors import ModgenError
from modgen.model.files.diagnostics import did_you_mean
from modgen.model.game import Game

MAX_PIECES = 500
"""Pieces of one statement, and dice of one roll."""
POINT = re.compile(r"(\w+)@(\d{1,4}),(\d{1,4})")
"""A point of a board: the board, and millimetres to the right and down."""


class TextError(ModgenError, ValueError):
    """A text that cannot be read; `offset` is where in it, counted from 0."""

    def __init__(self, message: str, offset: int = 0, hint: str = "") -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.message = message
        self.offset = offset
        self.hint = hint


class ExampleError(TextError):
    """A statement that cannot be read."""


class Token(NamedTuple):
    """A word of a statement, and its offset in the text."""

    text: str
    at: int


def statements(text: str) -> Iterator[list[Token]]:
    """The statements of a text, divided by `;`, as words. Empty ones are left out."""
    start = 0
    for part in text.split(";"):
        words = [Token(word[0], start + word.start()) for word in re.finditer(r"\S+", part)]
        if words:
            yield words
        start += len(part) + 1


class BoardWords:
    """Finds the pieces, places and numbers of a game that words name. Raises ExampleError."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def what(self, words: list[Token]) -> tuple[int, str, str, list[Token]]:
        """The number, kind and face that a statement begins with, and the words after them.

        The face is empty when none is named.
        """
        number, rest = 1, words
        if words[0].text.isdigit():
            number, rest = self.number(words[0], MAX_PIECES), words[1:]
            if not rest:
                raise ExampleError("the number is not followed by a piece", words[0].at)
        name, slash, face = rest[0].text.partition("/")
        cards = [f"card_{card}" for card in self.game.card]
        kind = self.one_of("piece", Token(name, rest[0].at), (*self.game.piece_types, *cards))
        if not slash:
            return number, kind, "", rest[1:]
        at = rest[0].at + len(name) + 1
        return number, kind, self.face(kind, Token(face, at)), rest[1:]

    def start_face(self, kind: str) -> str:
        """The first face of a kind of piece; empty for a card."""
        piece = self.game.piece_types.get(kind)
        return piece.start_face.id if piece else ""

    def face(self, kind: str, word: Token) -> str:
        """A face of a kind of piece."""
        piece = self.game.piece_types.get(kind)
        faces = [face.id for face in piece.faces] if piece else []
        return self.one_of(f"face of `{kind}`", word, faces)

    def place(self, word: Token) -> str:
        """A space, box, pile of cards, cell of a grid or track, or hand; `off` is no place.

        `main@152,495` is a point of the board `main`, in millimetres from its upper left corner.
        """
        game = self.game
        point = POINT.fullmatch(word.text)
        if point is not None and point[1] in game.boards:
            return word.text
        hands = [f"hand:{side}" for side in game.sides]
        every = (
            game.spaces,
            game.boxes,
            game.piles,
            game.cells,
            game.cell_sides,
            game.track_cells,
            hands,
            ("off",),
        )
        if any(word.text in known for known in every):
            return word.text
        return self.one_of("place", word, [name for known in every for name in known])

    def one_of(self, kind: str, word: Token, known: Iterable[str]) -> str:
        """The word, if it is one of some names; `kind` is what they are."""
        names = set(known)
        if word.text not in names:
            hint = did_you_mean(word.text, names)
            raise ExampleError(f"unknown {kind} `{word.text}`", word.at, hint)
        return word.text

    def number(self, word: Token, most: int) -> int:
        """A number from 1 to `most`."""
        text = word.text
        if not (text.isascii() and text.isdigit() and len(text) < 6 and 1 <= int(text) <= most):
            raise ExampleError(f"`{text}` is not a number from 1 to {most}", word.at)
        return int(text)

"""Cross-checks of what is drawn: pictures that are named exist, texts of a card do not overlap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from modgen.model.files.art import ArtError, bundled_icons, find_art
from modgen.model.files.diagnostics import PartDiagnostic, did_you_mean
from modgen.model.game import Game
from modgen.model.types.base import Part
from modgen.model.types.cards import CardLayout, Element
from modgen.model.types.game_file import StateValue
from modgen.model.types.pieces import Face

OVERLAP = 1.0
"""Texts may share so much of an edge, in mm."""


def check_pictures(game: Game) -> Iterator[PartDiagnostic]:
    """Every icon or picture that the game names can be used."""
    for part, path, name in _named(game):
        try:
            find_art(game.folder, name)
        except ArtError as problem:
            missing = "there is no art/" in str(problem)
            hint = did_you_mean(name, bundled_icons()) if missing else ""
            yield PartDiagnostic(part, path, str(problem), hint)


def _named(game: Game) -> Iterator[tuple[Part, tuple[str | int, ...], str]]:
    """Each part with the path of a picture's name in it, and the name."""
    yield from ((side, ("icon",), side.icon) for side in game.info.sides if side.icon)
    yield from ((space, ("icon",), space.icon) for space in game.map.spaces if space.icon)
    for space in game.map.spaces:
        yield from ((space, ("signs", number), sign) for number, sign in enumerate(space.signs))
    yield from ((piece, ("back",), piece.back) for piece in game.pieces if piece.back)
    yield from ((card, ("icon",), card.icon) for card in game.cards if card.icon)
    lists: list[tuple[Part, str, Sequence[StateValue | Face | Element]]] = []
    lists += [(state, "values", state.values) for state in game.info.states]
    lists += [(piece, "faces", piece.faces) for piece in game.pieces]
    lists += [(layout, "elements", layout.elements) for layout in game.layouts.values()]
    for owner, name, members in lists:
        for number, one in enumerate(members):
            if one.icon and "{" not in one.icon and one.icon != "side":
                yield owner, (name, number, "icon"), one.icon


def check_layouts(game: Game) -> Iterator[PartDiagnostic]:
    """No two texts that always show lie over each other, and none leaves its card."""
    for layout in game.layouts.values():
        decks = [deck for deck in game.decks.values() if layout.id in (deck.layout, deck.back)]
        texts = [(n, one) for n, one in enumerate(layout.elements) if one.kind == "text"]
        for number, one in texts:
            for deck in decks:
                if one.x < 0 or one.y < 0 or one.x + one.w > deck.width or (
                    one.y + one.h > deck.height
                ):  # fmt: skip
                    yield _problem(layout, number, f"the text leaves the card of {deck.id}")
                    break
        for (first, one), (second, other) in combinations(texts, 2):
            if not one.when and not other.when and _overlap(one, other):
                yield _problem(layout, second, f"the text lies over that of element {first}")


def _problem(layout: CardLayout, number: int, message: str) -> PartDiagnostic:
    return PartDiagnostic(layout, ("elements", number), message)


def _overlap(one: Element, other: Element) -> bool:
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return wide > OVERLAP and high > OVERLAP

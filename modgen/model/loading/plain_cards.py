"""The faces and backs of decks that name no layout: title, picture, text and own columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from modgen.model.files.located import LocatedData
from modgen.model.types.cards import Card, CardLayout, Deck, counts_cards
from modgen.model.types.game_file import GameFile

ACCENTS = ("#3f6b57", "#7a3b34", "#35577d", "#7d6426", "#5b4678", "#4a4f55")
"""The colours of decks that belong to no side, in turn."""
PAPER = "#f4efe2"
MARGIN = 0.07
"""The margin as a part of the card's shorter side."""


def name_layouts(cards: LocatedData) -> None:
    """Give each deck of `cards.yaml` without a `layout` or `back` one with the deck's id."""
    decks = cards.data.get("decks")
    for deck in decks if isinstance(decks, list) else []:
        if isinstance(deck, dict) and isinstance(deck.get("id"), str):
            deck.setdefault("layout", _front(deck["id"]))
            deck.setdefault("back", _back(deck["id"]))


def plain_layouts(
    info: GameFile, decks: list[Deck], cards: Iterable[Card], known: Iterable[CardLayout]
) -> Iterator[CardLayout]:
    """The layouts that `name_layouts` named and that no file defines."""
    defined = {layout.id for layout in known}
    colours = {side.id: side.colour for side in info.sides}
    held = list(cards)
    for number, deck in enumerate(decks):
        accent = colours.get(deck.hand or "", ACCENTS[number % len(ACCENTS)])
        mine = [card for card in held if card.deck == deck.id]
        if deck.layout == _front(deck.id) and deck.layout not in defined:
            yield _layout(deck.layout, PAPER, accent, _face(deck, mine))
        if deck.back == _back(deck.id) and deck.back not in defined:
            yield _layout(deck.back, accent, accent, _reverse(deck))


def _front(deck: str) -> str:
    return f"{deck}-plain"


def _back(deck: str) -> str:
    return f"{deck}-plain-back"


def _layout(
    key: str, background: str, accent: str, elements: Iterator[dict[str, object]]
) -> CardLayout:
    return CardLayout.model_validate(
        {"id": key, "background": background, "accent": accent, "elements": list(elements)}
    )


def _face(deck: Deck, cards: list[Card]) -> Iterator[dict[str, object]]:
    """A band with the title, the picture if a card has one, the text, and the own columns."""
    wide, high = deck.width, deck.height
    edge = MARGIN * min(wide, high)
    inner = wide - 2 * edge
    band = 0.17 * high
    letters = min(wide, high) / 63
    yield {"kind": "box", "x": 0, "y": 0, "w": wide, "h": band, "fill": "side"}
    yield {
        "kind": "text",
        "x": edge,
        "y": 0.1 * band,
        "w": inner,
        "h": 0.8 * band,
        "text": "{title}",
        "font": "title",
        "weight": "bold",
        **_letters(16 * letters, 5),
        "colour": "#ffffff",
        "align": "centre",
        "valign": "middle",
    }
    top = band + 0.5 * edge
    if any(card.icon for card in cards):
        picture = 0.3 * high
        yield {
            "kind": "art",
            "x": edge,
            "y": top,
            "w": inner,
            "h": picture,
            "fill": "side-light",
            "when": "icon",
        }
        top += picture + 0.5 * edge
    own = [name for name in _columns(cards) if not counts_cards(name)]
    row = min(0.075 * high, 0.4 * high / len(own)) if own else 0.0
    foot = high - 0.5 * edge - row * len(own)
    texts = [
        name
        for name in ("condition", "text", "unshaded", "shaded", "momentum", "flavour")
        if any(getattr(card, name) for card in cards)
    ]
    each = (foot - top) / max(len(texts), 1)
    for number, name in enumerate(texts):
        y, h = top + number * each, each - 0.25 * edge
        yield {
            "kind": "text",
            "x": edge,
            "y": y,
            "w": inner,
            "h": h,
            "text": f"{{{name}}}",
            **_letters(12 * letters, 4),
            "align": "centre",
            "valign": "middle",
            "italic": name == "flavour",
        }
    for number, name in enumerate(own):
        shown = name.replace("_", " ")
        yield {
            "kind": "text",
            "x": edge,
            "y": foot + number * row,
            "w": inner,
            "h": row,
            "text": f"{shown[:1].upper()}{shown[1:]}: **{{{name}}}**",
            **_letters(9 * letters, 4),
            "valign": "middle",
            "when": name,
        }


def _reverse(deck: Deck) -> Iterator[dict[str, object]]:
    """A frame, and the name of the deck."""
    wide, high = deck.width, deck.height
    edge = MARGIN * min(wide, high)
    yield {
        "kind": "box",
        "x": edge,
        "y": edge,
        "w": wide - 2 * edge,
        "h": high - 2 * edge,
        "fill": "none",
        "stroke": PAPER,
        "stroke_width": 0.5,
        "radius": 0.5 * edge,
    }
    yield {
        "kind": "text",
        "x": 2 * edge,
        "y": 0.3 * high,
        "w": wide - 4 * edge,
        "h": 0.4 * high,
        "text": "{deck}",
        "font": "title",
        "weight": "bold",
        **_letters(22 * min(wide, high) / 63, 5),
        "colour": PAPER,
        "align": "centre",
        "valign": "middle",
    }


def _letters(size: float, least: float) -> dict[str, object]:
    """The size of letters and the least to which they shrink, which is smaller on tiny cards."""
    return {"size": size, "least": min(least, size)}


def _columns(cards: list[Card]) -> list[str]:
    """The columns of their own that the cards have, in order."""
    return list(dict.fromkeys(name for card in cards for name in card.fields))

"""Layouts show fields that cards have, and each column of a card's own is shown somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from modgen.model.files.diagnostics import PartDiagnostic, did_you_mean
from modgen.model.game import Game
from modgen.model.types.base import is_note, simple_key
from modgen.model.types.cards import FIELD, KEYS, Card, Deck, Element, counts_cards, key_of

COLOURS = ("fill", "stroke", "colour")
"""The keys of an element that are colours."""
COLOUR = re.compile("#[0-9a-fA-F]{6}")
PICTURES = ("picture", "image", "illustration", "symbol")
"""What people call the column with the names of pictures."""
TAG = re.compile(r"</?(?:b|i|u|em|strong|br|p|font|span)\b[^>]*>", re.IGNORECASE)
"""Tags of HTML that designers use for type and lines."""


def check_fields(game: Game) -> Iterator[PartDiagnostic]:
    """Unknown fields in layouts are errors; columns that nothing shows are warnings."""
    columns: dict[str, set[str]] = {}
    for card in game.cards:
        columns.setdefault(card.deck, set()).update(card.fields)
    yield from _unknown(game, columns)
    yield from _unused(game)
    yield from _unused_layouts(game)
    yield from _pictures(game)
    for card in game.cards:
        yield from _marks(card)
        yield from _colours(game, card)


def _unknown(game: Game, columns: dict[str, set[str]]) -> Iterator[PartDiagnostic]:
    for layout in game.layouts.values():
        known = set(KEYS)
        for deck in game.decks.values():
            if layout.id in (deck.layout, deck.back):
                known |= columns.get(deck.id, set())
        simple = {simple_key(name) for name in known}
        for number, element in enumerate(layout.elements):
            for where, name in _fields(element):
                if key_of(name) not in known and simple_key(name) not in simple:
                    yield PartDiagnostic(
                        layout,
                        ("elements", number, where),
                        f"the cards of this layout have no field or column `{name}`",
                        did_you_mean(name, known),
                    )


def _unused(game: Game) -> Iterator[PartDiagnostic]:
    shown = {deck.id: {*map(simple_key, _shown(game, deck))} for deck in game.decks.values()}
    told: set[tuple[str, str]] = set()
    for card in game.cards:
        for name in card.fields:
            if is_note(name):
                continue
            unseen = card.deck in shown and simple_key(name) not in shown[card.deck]
            if unseen and (card.deck, name) not in told:
                told.add((card.deck, name))
                hint = did_you_mean("copies" if counts_cards(name) else name, KEYS)
                if not hint.startswith("did"):
                    hint = f"write {{{name}}} in a layout, or delete it"
                message = f"no layout of the deck `{card.deck}` shows the column `{name}`"
                where = ("fields", name)
                yield PartDiagnostic(card, where, message, hint, warning=True, at_key=True)


def _pictures(game: Game) -> Iterator[PartDiagnostic]:
    """A column that is called picture, or the like, is no text."""
    for deck in game.decks.values():
        cards = [card for card in game.cards if card.deck == deck.id]
        elements = game.layouts[deck.layout].elements if deck.layout in game.layouts else []
        drawn = {name for one in elements for name in FIELD.findall(one.icon)}
        if any(card.icon or card.art for card in cards):
            continue
        for card in cards:
            named = next((name for name in card.fields if name.casefold() in PICTURES), "")
            if named and named not in drawn:
                yield PartDiagnostic(
                    card,
                    ("fields", named),
                    f"the column `{named}` is printed as a text",
                    "call it `icon`, and it is the picture of the card",
                    warning=True,
                    at_key=True,
                )
                break


def _unused_layouts(game: Game) -> Iterator[PartDiagnostic]:
    used = {name for deck in game.decks.values() for name in (deck.layout, deck.back)}
    for layout in game.layouts.values():
        if layout.id not in used:
            yield PartDiagnostic(
                layout,
                ("id",),
                f"no deck has the layout `{layout.id}`",
                "name it as the `layout` or `back` of a deck in cards.yaml",
                warning=True,
            )


def _marks(card: Card) -> Iterator[PartDiagnostic]:
    """Marks of bold type that are not closed, and tags of HTML, which are printed as they are."""
    for name in ("title", "text"):
        text = getattr(card, name)
        tag = TAG.search(text)
        if tag:
            message = f"`{tag.group()}` is printed as it is"
            hint = "write `**bold**` or `*italic*`; an empty line begins a paragraph"
            yield PartDiagnostic(card, (name,), message, hint, warning=True)
        if text.count("**") % 2:
            message, hint = "`**` is not closed", "write `**` before and after the bold words"
            yield PartDiagnostic(card, (name,), message, hint, warning=True)


def _colours(game: Game, card: Card) -> Iterator[PartDiagnostic]:
    """Columns that a layout uses as a colour have colours."""
    layout = game.layouts.get(game.decks[card.deck].layout) if card.deck in game.decks else None
    elements = layout.elements if layout else []
    names = [name for element in elements for where, name in _fields(element) if where in COLOURS]
    names += FIELD.findall(layout.background) if layout else []
    for name in dict.fromkeys(names):
        value = card.field(name)
        if value and not COLOUR.fullmatch(value):
            message = (
                f"`{value}` is not a colour; the layout `{layout.id if layout else ''}` needs one"
            )
            own = card.column(name)
            where = ("fields", own) if own else (key_of(name),)
            yield PartDiagnostic(card, where, message, "write `#rrggbb`, such as `#7a4b2a`")


def _shown(game: Game, deck: Deck) -> Iterator[str]:
    """The fields that the layouts of a deck show."""
    yield from FIELD.findall(deck.told_as)
    for key in (deck.layout, deck.back):
        if key in game.layouts:
            yield from FIELD.findall(game.layouts[key].background)
            for element in game.layouts[key].elements:
                yield from (name for _, name in _fields(element))


def _fields(element: Element) -> Iterator[tuple[str, str]]:
    """The fields that an element shows, with the key that names each."""
    for key in ("text", "words", "icon", *COLOURS):
        for name in FIELD.findall(getattr(element, key)):
            yield key, name
    if element.when:
        yield "when", element.when

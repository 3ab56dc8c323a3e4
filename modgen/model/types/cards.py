"""Cards, decks and card layouts: `cards.yaml` (decks), `cards.csv` (cards), `layouts/*.yaml`."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from modgen.model.types.base import (
    QUANTITY,
    Colour,
    Fact,
    Id,
    Length,
    Part,
    Size,
    Text,
    simple_key,
    synonym_of,
)

FIELD = re.compile(r"\{(?!icon:)([^{}]{1,60})\}")
"""A field of the card in a text of a layout: `{title}`, or a column of your own."""


UNCERTAIN = frozenset({"copy", "number", "pcs", "x"})
"""Names of columns that may mean `copies`."""
USUAL = ("copies", "quantity", "how_many", "no_of_cards", "number_of_cards", "no_of_copies")
"""Names of columns for which a misspelt one is likely to be meant."""


def counts_cards(column: str) -> bool:
    """Whether the name of a column means, or may mean, the number of equal cards."""
    key = simple_key(column)
    return (
        synonym_of(column) == QUANTITY
        or key in UNCERTAIN
        or bool(get_close_matches(key[:40], USUAL, 1, 0.85))
    )


class Card(Fact):
    """One card. A column of `cards.csv` with a name of your own is one of its `fields`."""

    extra_columns: ClassVar[str] = "fields"
    """The mapping that takes the columns that are not keys of a card."""
    synonyms: ClassVar[dict[str, str]] = {
        **dict.fromkeys(("name", "card", "card_name", "card_title", "heading"), "title"),
        **dict.fromkeys(("description", "card_text", "rules_text"), "text"),
        QUANTITY: "copies",
    }
    """Columns that are read as a key if the table has no column of that name."""
    completed: ClassVar[dict[str, str]] = {"id": "made from the title", "deck": "the only deck"}
    """What a required key is if the table does not state it."""

    id: Id = Field(description="The card's number or key, unique in the game.")
    deck: Id = Field(description="The deck to which it belongs.")
    title: Text = Field(description="Its heading.")
    side: Id | None = Field(None, description="The side to which it belongs.")
    order: list[Id] = Field(default_factory=list, description="Sides in the order of the card.")
    text: Text = Field("", description="Its text.")
    unshaded: Text = Field("", description="Text of the unshaded event.")
    shaded: Text = Field("", description="Text of the shaded event.")
    condition: Text = Field("", description="When it can be played.")
    momentum: Text = Field("", description="Its lasting effect.")
    flavour: Text = Field("", description="A text without an effect.")
    icon: str = Field("", description="Name of the icon or art file in the picture.")
    art: str = Field(
        "", max_length=500, description="A picture file in `art/`, for a layout with `{art}`."
    )
    copies: int = Field(
        1,
        ge=1,
        le=100,
        description="How many equal cards there are; a scenario that names the card "
        "means all of them.",
    )
    effect: str = Field(
        "", description="The effect as the checker runs it, in the language of effects."
    )
    unshaded_effect: str = Field("", description="`effect` of the unshaded event.")
    shaded_effect: str = Field("", description="`effect` of the shaded event.")
    fields: dict[str, Text] = Field(
        default_factory=dict, description="Your own columns; a layout shows one as `{column}`."
    )

    def field(self, name: str) -> str:
        """The value of a key or of a column of your own as a text; empty for any other name."""
        own = self.column(name)
        if own:
            return self.fields[own]
        key = key_of(name)
        value = getattr(self, key) if key in KEYS else None
        return ", ".join(value) if isinstance(value, list) else str(value or "")

    def column(self, name: str) -> str:
        """The column of your own that a layout names, in any case; empty if there is none."""
        if name in self.fields:
            return name
        if key_of(name) in KEYS:
            return ""
        key = simple_key(name)
        return next((own for own in self.fields if simple_key(own) == key), "")

    @property
    def told(self) -> str:
        """What players call it: its title, with the number of a card whose id is one."""
        return f"#{self.id} {self.title}" if self.id.isdigit() else self.title


def key_of(name: str) -> str:
    """The key of a card that a column or a field of a layout names: `Name` is `title`."""
    key = simple_key(name)
    key = key if key in KEYS else Card.synonyms.get(synonym_of(name), key)
    return key if key in KEYS else name


KEYS = frozenset(Card.model_fields) - {"fields"}
"""The keys of a card without its own columns."""


class ChosenCards(Part):
    """Cards that each side chooses in secret, and that one button reveals at once."""

    button: Text = Field(description="The text of the button.")
    piles: dict[Id, Id] = Field(
        min_length=1, description="For each side the pile into which its chosen card goes."
    )


class Deck(Fact):
    """A kind of card, with its size, back and layout."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    layout: Id = Field(
        "plain",
        description="The layout of its fronts, a file in `layouts/`; default: one with title,"
        " picture, text and your own columns.",
    )
    back: Id = Field(
        "plain-back", description="The layout of the back; default: the name of the deck."
    )
    width: float = Field(63, gt=0, le=300, description="mm")
    height: float = Field(88, gt=0, le=300, description="mm")
    hand: Id | None = Field(None, description="The side in whose private hand they begin.")
    hands: list[Id] = Field(
        default_factory=list,
        description="Further sides that may hold them in private hands: they share the deck.",
    )
    secret: bool = Field(
        False, description="In a hand, face down for all other sides until they are revealed."
    )
    played_in: Id | None = Field(
        None, description="The box into which cards are played, or laid face down before."
    )
    chosen: ChosenCards | None = Field(
        None, description="How sides choose cards in secret and reveal them together."
    )
    twins: Id | None = Field(
        None,
        description="A deck of the same counters with other effects: a card that leaves the game "
        "takes the card of that deck with the same `flavour` with it.",
    )
    told_as: str = Field(
        "{title}",
        max_length=200,
        description="How a report names a played card: a text with `{title}` and other fields.",
    )
    hand_limit: int | None = Field(
        None, ge=0, le=1000, description="The most of them in a hand when a turn ends."
    )

    @property
    def holders(self) -> list[str]:
        """The sides that may hold its cards in a private hand."""
        return list(dict.fromkeys([*([self.hand] if self.hand else []), *self.hands]))


class Pile(Fact):
    """A place for cards: draw deck, played cards, box of one card; or a side's private cup."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    box: Id | None = Field(
        None,
        description="The box where it is; without map.yaml, each pile gets one.",
    )
    side: Id | None = Field(
        None, description="The side in whose private window it is, instead of `box`."
    )
    takes: list[Id] = Field(
        default_factory=list, description="Only cards of these decks; empty: all cards."
    )
    menu: Text = Field("", description="The entry of a card's menu that puts it here.")
    face: Literal["down", "up"] = Field("down", description="How its cards lie.")
    shuffle: bool = Field(
        False,
        description="It is shuffled when cards come to it, and at the start of a scenario that puts"
        " the `rest` of a deck into it.",
    )
    draws_to: Id | None = Field(None, description="The pile that a drawn card goes to, face up.")
    reshuffles_to: Id | None = Field(
        None, description="The pile to which its cards return when they are shuffled again."
    )
    draw: Literal["top", "random", "any"] | None = Field(
        None,
        description="The card that may be drawn. Default: the top one if `shuffle` and face down.",
    )
    reshuffle: Literal["empty", "any"] = Field(
        "any", description="When it may be reshuffled: if the pile that takes the cards is empty."
    )
    final: bool = Field(False, description="Cards in it never return to play.")


class CardsFile(Part):
    """`cards.yaml`."""

    decks: list[Deck] = Field(default_factory=list, description="The kinds of cards.")
    piles: list[Pile] = Field(default_factory=list, description="Where cards lie.")


class Element(Part):
    """One element of a card, drawn in order. Texts may contain `{title}` and other fields."""

    kind: Literal["box", "text", "icon", "art", "order", "line"] = Field(
        description="What is drawn."
    )
    x: Length = Field(description="Left edge in mm from the card's left edge.")
    y: Length = Field(description="Top edge in mm from the card's top edge.")
    w: Size = Field(description="Width in mm.")
    h: float = Field(ge=0, le=10_000, description="Height in mm; 0 for a line.")
    text: str = Field("", description="The text, with `{field}` for a field of the card.")
    words: Text = Field("", description="A fixed, translatable text.")
    icon: str = Field("", description="Name of an icon, or `{icon}` for the card's own.")
    fill: str = Field(
        "",
        description="A colour, `side`, `side-dark`, `side-light`, `accent`, `none`, or `{column}`"
        " for the colour in a column of the card.",
    )
    stroke: str = Field("", description="Colour of the outline; the same values as `fill`.")
    stroke_width: float = Field(0.3, ge=0, le=100, description="Width of the outline in mm.")
    radius: float = Field(0, ge=0, le=1000, description="Radius of rounded corners in mm.")
    font: Id = Field(
        "text", description="`text`, `title`, `serif`, or one of `fonts` in `game.yaml`."
    )
    weight: Literal["regular", "bold"] = Field("regular", description="The weight of letters.")
    italic: bool = Field(False, description="Slanted letters.")
    size: float = Field(8, gt=0, le=500, description="Largest letter size in points.")
    least: float = Field(6, gt=0, le=500, description="Smallest letter size in points.")
    colour: str = Field(
        "#1c1c1c", description="Colour of letters and icons; the same values as `fill`."
    )
    spacing: Length = Field(0, description="Extra space between letters of one line, in mm.")
    align: Literal["left", "centre", "right"] = Field(
        "left", description="Where the lines are, from left to right."
    )
    valign: Literal["top", "middle", "bottom"] = Field(
        "top", description="Where the text is, from top to bottom."
    )
    caps: bool = Field(False, description="All letters are capitals.")
    when: str = Field("", description="Drawn only if this field of the card is not empty.")

    @model_validator(mode="after")
    def _shrinks(self) -> Element:
        if "least" in self.model_fields_set and self.least > self.size:
            raise ValueError(
                f"`least`, {self.least:g}, is larger than `size`, {self.size:g}: letters begin at "
                "`size` and shrink to `least`"
            )
        return self


class CardLayout(Part):
    """`layouts/<id>.yaml`: how a card looks, in millimetres from its top left corner."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    background: str = Field("#f4efe2", description="Colour of the card.")
    picture: str = Field(
        "",
        max_length=500,
        description="A picture file in `art/` that fills the card; `{art}` is that of each card.",
    )
    elements: list[Element] = Field(default_factory=list, description="What is drawn, in order.")
    accent: Colour | None = Field(None, description="The colour that elements call `accent`.")

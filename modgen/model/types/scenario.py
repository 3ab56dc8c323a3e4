"""Scenarios (`scenarios/*.yaml`: how a game begins) and charts (`charts/*.yaml`: aids)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from modgen.model.types.base import Count, Fact, Id, Part, Scalar, Text
from modgen.model.types.tactics import Force


class DeckStep(Part):
    """One step in building a pile: take cards, shuffle them together, put them on top.

    A step takes `random` cards of `deck`, or the named `cards`, or both; `shuffle` mixes the cards
    of this step. Steps go from the bottom of the pile to its top.
    """

    random: Count = Field(0, description="How many cards of `deck` to take at random.")
    deck: Id | None = Field(None, description="The deck to take them from.")
    cards: list[Id] = Field(default_factory=list, description="Cards to take by their id.")
    shuffle: bool = Field(True, description="Mix the cards of this step.")


class PileSetup(Fact):
    """The cards of a pile at the start: named cards, or steps that build a random pile."""

    pile: Id = Field(description="The pile.")
    cards: list[Id] = Field(default_factory=list, description="From bottom to top.")
    build: list[DeckStep] = Field(
        default_factory=list, description="Steps that build it, from the bottom to the top."
    )
    rest: Id | None = Field(None, description="All cards of this deck that are not used elsewhere.")


class Deal(Part):
    """Cards that each of some sides gets from a pile when the game starts, the top ones first."""

    pile: Id = Field(description="The pile.")
    to: list[Id] = Field(min_length=1, description="The sides that get cards, in this order.")
    count: int = Field(ge=1, le=1000, description="How many cards each of them gets.")


class LaidPiece(Part):
    """A row of `scenarios/<id>.csv`: a piece or card at a point of a module's map."""

    piece: str = Field(
        max_length=200, description="A piece, with its face as `activist/active`, or a card."
    )
    place: str = Field("", max_length=200, description="The place in which it lies.")
    map: str = Field("", max_length=500, description="The module's map; empty: on no map.")
    x: int = Field(0, ge=-1_000_000, le=1_000_000, description="Pixels on that map.")
    y: int = Field(0, ge=-1_000_000, le=1_000_000, description="Pixels from its top.")
    pile: str = Field(
        "",
        max_length=200,
        description="`#12`: pieces with the same entry are one stack, in this order from the"
        " bottom. The id of a pile: the piece is in that pile.",
    )
    id: str = Field("", max_length=200, description="The piece's id in the saved game.")
    slot: str = Field(
        "", max_length=200, description="The gpid of its slot, if it is not the type's first slot."
    )
    definition: str = Field(
        "", max_length=200, description="Its traits are this definition of `parts/definitions`."
    )
    state: str = Field(
        "", max_length=20_000, description="The states of its traits that differ from the slot's."
    )
    line: int = Field(0, description="The line of the row; filled in when the file is read.")


class Scenario(Fact):
    """A set-up."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    text: Text = Field("", description="A sentence about it.")
    group: Text = Field(
        "", description="The submenu of the module's File menu that it shares with others."
    )
    notes: list[Text] = Field(
        default_factory=list, description="What players must do or know at the start."
    )
    boards: list[list[Id]] = Field(
        default_factory=list, description="Boards laid side by side, in rows from the north."
    )
    turns: int | None = Field(None, ge=1, le=1000, description="How many turns it lasts.")
    skips: list[Id] = Field(
        default_factory=list,
        description="Phases of `sequence` that it leaves out, with all phases inside them.",
    )
    attributes: dict[str, Scalar] = Field(
        default_factory=dict, description="Further facts by name, for rules: points, dates."
    )
    features: dict[Id, Id] = Field(
        default_factory=dict,
        description="Features of sides that are others in this scenario: a hedge that is a fence.",
    )
    lesson: bool = Field(
        False, description="It is an example of the rulebook to learn from, not a game to play."
    )
    at_start: bool = Field(
        False, description="It is the module's new game, without a saved game of its own."
    )
    laid: list[LaidPiece] = Field(
        default_factory=list,
        description="Pieces at points of an imported module; from `scenarios/<id>.csv`.",
    )
    place: dict[str, dict[str, Count]] = Field(
        default_factory=dict,
        description="Place to pieces: `troops: 2`, with a face as `activist/active: 3`."
        " A side of a square is a place too: `B4/n`.",
    )
    forces: list[Force] = Field(default_factory=list, description="Points that sides may spend.")
    states: dict[str, dict[str, Id]] = Field(
        default_factory=dict,
        description="Space to states; control that is not stated follows from the pieces.",
    )
    conditions: dict[str, list[Id]] = Field(
        default_factory=dict, description="Piece to the conditions in which it begins."
    )
    facings: dict[str, str] = Field(
        default_factory=dict,
        description="Place, or kind of piece, to the direction in which pieces face: `ne`.",
    )
    gauges: dict[str, dict[Id, int]] = Field(
        default_factory=dict,
        description="Place, or kind of piece, to the numbers with which the gauges of pieces begin"
        " there, if they are others than those of the piece: `destroyer: {hull: 2}`.",
    )
    levels: dict[str, int] = Field(default_factory=dict, description="Marker to track number.")
    available: dict[str, int] = Field(
        default_factory=dict,
        description="Pieces that remain available; checked against the pieces of the game.",
    )
    totals: dict[str, int] = Field(
        default_factory=dict, description="The totals that the rulebook prints; checked."
    )
    piles: list[PileSetup] = Field(default_factory=list, description="The cards of the piles.")
    hands: dict[str, list[Id]] = Field(
        default_factory=dict,
        description="The cards in each side's hand at the start: the side to a list of cards.",
    )
    deals: list[Deal] = Field(
        default_factory=list, description="Cards that sides get from piles when the game starts."
    )
    unused: list[Id] = Field(
        default_factory=list, description="Cards that are not used in this scenario."
    )


class Results(Part):
    """The strengths and rolls of the columns (after the first) and rows of a results table."""

    columns_from: list[int] = Field(description="The lowest strength of each column.")
    rows_from: list[int] = Field(description="The lowest adjusted roll of each row.")


class Chart(Fact):
    """A table, list or text that players consult."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    kind: Literal[
        "table",
        "list",
        "text",
        "picture",
        "units",
        "prices",
        "packages",
        "traits",
        "terrain",
        "legend",
    ] = Field(
        description="The rows of the last six kinds are filled from the data. A `legend` has rows"
        " of its own after these, such as `[edge:rail, Railway]` or `[icon:star, Victory]`; the"
        " first word is `terrain`, `feature`, `edge`, `icon`, `space` for a kind of space,"
        " `attribute` for a printed attribute, `state` for `STATE.VALUE`, `total` for the flag of"
        " a total, or `ground:land` for land that is not a space."
    )
    picture: str = Field(
        "", max_length=500, description="The picture file in `art/` of a chart that is a picture."
    )
    side: Id | None = Field(
        None, description="The side on whose aid it is printed; default: on all."
    )
    common: bool = Field(
        False,
        description="It is printed once, on an aid for all players, and not on that of each side.",
    )
    intro: Text = Field("", description="A text before the table.")
    columns: list[Text] = Field(default_factory=list, description="Headings.")
    rows: list[list[Text]] = Field(default_factory=list, description="Rows of the table.")
    results: Results | None = Field(None, description="For a table of results: how to look one up.")
    items: list[Text] = Field(default_factory=list, description="Entries of the list.")
    notes: list[Text] = Field(default_factory=list, description="Lines below it.")

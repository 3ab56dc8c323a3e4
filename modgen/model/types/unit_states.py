"""What happens to single units in play: their conditions, numbers, and checks with dice."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from modgen.model.types.base import Colour, Fact, Id, Text

KEY = r"^(((Ctrl|Alt|Shift)\+)+([A-Z0-9]|F[1-9][0-2]?))?$"
"""Keystrokes with modifiers."""


class Condition(Fact):
    """A condition of a unit, such as suppressed: the module shows it on the unit itself."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    icon: str = Field("", description="Name of an icon for its badge.")
    letters: str = Field("", max_length=3, description="Letters in a badge without an icon.")
    colour: Colour = Field("#f2d648", description="`#rrggbb`.")
    key: str = Field(
        "", pattern=KEY, description="The keystroke that sets and clears it, such as `Ctrl+P`."
    )
    size_classes: list[Id] = Field(
        default_factory=list, description="The sizes of units that can be in it; empty: all units."
    )
    pieces: list[Id] = Field(
        default_factory=list, description="The pieces that can be in it; empty: all units."
    )
    raises: int = Field(0, ge=0, le=9, description="Levels by which it raises the unit.")
    menu: Text = Field(
        "",
        description="The menu entry that sets and clears it, such as `Board a Vehicle`; default:"
        " words with its name.",
    )


class Gauge(Fact):
    """A number that changes in play and belongs to one piece: hits, ammunition, fuel."""

    id: Id = Field(description="The key by which pieces refer to it.")
    name: Text = Field(description="The name that players read, such as `Hull`.")
    least: int = Field(0, ge=-1000, le=1000, description="Players cannot lower it further.")
    most: int = Field(99, ge=-1000, le=1000, description="Players cannot raise it further.")

    @model_validator(mode="after")
    def _has_room(self) -> Gauge:
        if self.least >= self.most:
            raise ValueError("`most` must be greater than `least`")
        return self


class Check(Fact):
    """A check of a unit against one of its ratings, with one die: a roll above it fails."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    rating: Literal["nw", "ne", "sw", "se"] = Field(description="The corner with the rating.")
    die: int = Field(6, ge=2, le=100, description="Sides of the die.")
    key: str = Field("", pattern=KEY, description="The keystroke that makes the check.")
    modifiers: dict[Id, int] = Field(
        default_factory=dict, description="What conditions add to the roll."
    )
    adds: int = Field(0, ge=-20, le=20, description="What is always added to the roll.")
    passes: Text = Field(description="What a roll up to the rating means.")
    fails: Text = Field(description="What a higher roll means.")
    fails_into: Id | None = Field(
        None, description="The condition that a unit is in after it failed."
    )
    lost_at: int | None = Field(None, description="From this total on it means `lost`.")
    lost: Text = Field("", description="What a result of `lost_at` or more means.")


class UnitRoll(Fact):
    """Dice that a unit rolls for something other than a rating: one menu entry rolls them all."""

    id: Id = Field(description="The key by which other parts and files refer to it.")
    name: Text = Field(description="The name that players read.")
    sides: list[Id] = Field(
        default_factory=list, description="The sides whose units roll; empty: all."
    )
    dice: dict[Id, int] = Field(
        min_length=1, description="How many dice a unit rolls, by its size class."
    )
    die: int = Field(6, ge=2, le=100, description="Sides of each die.")
    hits: int = Field(ge=2, description="Results of at least this count as hits.")
    key: str = Field("", pattern=KEY, description="The keystroke that rolls.")

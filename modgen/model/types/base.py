"""The base types of a game's parts: ids, texts, colours, numbers, and facts with their sources.

Units: lengths are millimetres on the printed board, origin at its top left corner, y downwards.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictFloat,
    StrictInt,
    StrictStr,
)


class Translatable:
    """Marks a text that a `locale/<language>.yaml` may replace."""


Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]*$", max_length=60)]
"""A key: lower-case letters, digits, `_` and `-`."""

Text = Annotated[str, Translatable()]
"""A text that players read, in the game's first language; may be translated."""

Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
"""`#rrggbb`."""

Point = tuple[float, float]
"""x, y; in millimetres on the board unless stated otherwise."""

Length = Annotated[float, Field(ge=-10_000, le=10_000)]
"""A coordinate or length in millimetres, within bounds that are enough for every board."""

Size = Annotated[float, Field(gt=0, le=10_000)]
"""A width, height or diameter in millimetres."""

BoardPoint = tuple[Length, Length]
"""x, y in millimetres on the board."""

Count = Annotated[int, Field(ge=0, le=10_000)]
"""How many of something."""


def _number(value: object) -> object:
    """The number for a text that is a whole number; other values are unchanged."""
    return int(value) if isinstance(value, str) and re.fullmatch(r"-?\d{1,9}", value) else value


Scalar = Annotated[StrictBool | StrictInt | StrictFloat | StrictStr, BeforeValidator(_number)]
"""A boolean, a number or a text."""


ICON = re.compile(r"\{icon:([a-z0-9_-]+)\}|(?<![\w:]):([a-z][a-z0-9_-]*):(?![\w:])")
"""An icon in a text; its name is one of the two groups. `10:30:15` and `a:b:c` have none."""


class Part(BaseModel):
    """A part of a game. Immutable; unknown fields, infinity and NaN are errors."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        coerce_numbers_to_str=True,
        allow_inf_nan=False,
        defer_build=True,  # a checker reads compiled games, and validates nothing
    )


class Fact(Part):
    """A part that names its source, a rulebook clause, or the reason why it is assumed."""

    source: str = Field("", description="The rulebook clause or page that states this.")
    assumed: str = Field("", description="Why this is assumed, if the rulebook does not state it.")


class Rect(Part):
    """A rectangle in millimetres on the board."""

    x: Length = Field(description="Left edge in mm.")
    y: Length = Field(description="Top edge in mm.")
    w: Size = Field(description="Width in mm.")
    h: Size = Field(description="Height in mm.")

    @property
    def centre(self) -> Point:
        """The middle of the rectangle."""
        return (self.x + self.w / 2, self.y + self.h / 2)


LETTERS = str.maketrans(
    {"æ": "ae", "ð": "d", "đ": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "œ": "oe", "þ": "th"}
)
"""Latin letters that Unicode does not take apart; `casefold` has done it with `ß`."""


_THINGS = (
    "(?:copies|cards?|counters?|pieces?|units?|tiles?|blocks?|chits?|markers?|tokens?|figures?)"
)
_COUNT = "(?:qty|quantity|amount|count|copies|how_many)"
COUNTING = re.compile(
    f"{_COUNT}(?:(?:_of)?_{_THINGS})?|{_THINGS}_{_COUNT}|(?:no|nr|num|number|#)_?(?:of_)?{_THINGS}"
)
"""Matches the simple keys of columns of counts: `No. of cards`, `Card count`, `Qty`."""
QUANTITY = "quantity"
"""The synonym that stands for all of these."""


NOTES = re.compile(
    "notes?|remarks?|comments?|bemerkung(?:en)?|anmerkung(?:en)?|notiz(?:en)?|kommentare?|"
    "remarques?|commentaires?|notas?|observaci(?:on|ón|ones)|comentarios?|commenti|osservazioni|"
    "observações|comentários"
)
"""Matches the simple keys of columns that people keep for themselves, in the languages of games."""


def is_note(column: str) -> bool:
    """Whether a column that no field is named after has notes, which are not read."""
    return NOTES.fullmatch(simple_key(column)) is not None


def simple_key(name: str) -> str:
    """A name of a column as a key has it: `Unshaded effect` becomes `unshaded_effect`."""
    return re.sub(r"[\s._-]+", "_", name.strip().lower()).strip("_:").removesuffix("_:")


def synonym_of(name: str) -> str:
    """A column name as it is listed in `synonyms`; `quantity` for all names of counts."""
    key = simple_key(name)
    return QUANTITY if COUNTING.fullmatch(key) else key


def id_from_name(name: str) -> str:
    """A name as an id: `South Plain` becomes `south_plain`, and `Überfall` `uberfall`.

    Empty for a name without a Latin letter or digit.
    """
    plain = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    plain = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")

"""Orders: the JSON objects that the page sends. Each is checked by its type before it is used."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from modgen.model.files.table_cells import MAX_COLUMNS, MAX_ROWS
from modgen.model.files.text import MAX_BYTES
from modgen.model.types.base import BoardPoint

MAX_JSON = 1 << 20
"""The longest order in bytes."""
MAX_JOB_FILES = 60
MAX_POINTS = 2000
MAX_FILE = 3 * MAX_BYTES
"""The longest order with the content of a file in bytes; JSON may need two for a character."""
Name = Annotated[str, Field(max_length=4096)]
Distance = Annotated[float, Field(ge=-5000, le=5000)]


class Order(BaseModel):
    """A JSON object without other keys than these, whose values have exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class PrintOptions(Order):
    """How a game is printed: the fields of `modgen.sheets.pipeline.SheetOptions`.

    They are written here again, because drawing takes long to import.
    """

    papers: list[Annotated[str, Field(max_length=40)]] = Field(["a4"], min_length=1, max_length=8)
    parts: list[Literal["cards", "counters", "map", "aids", "rules", "boxes", "test"]] = Field(
        ["cards", "counters", "map", "aids", "rules"], min_length=1, max_length=7
    )
    duplex: Literal["long", "short", "fold", "none"] = "long"
    offset: Annotated[str, Field(max_length=20)] = "0,0"
    counter: Annotated[str, Field(max_length=20)] = "5/8"
    card_thickness: float = Field(0.32, ge=0.05, le=5)
    file_type: Literal["pdf", "svg", "png"] = "pdf"
    dpi: int = Field(300, ge=50, le=1200)
    ink_saver: bool = False
    colour_blind: bool = False
    tabletop_simulator: bool = False
    tabletop_address: Name = ""


class PlayOptions(Order):
    """Which random games are played: the options of `modgen simulate`."""

    number: int = Field(1, ge=1, le=200)
    seed: int = Field(1, ge=0, le=10**9)
    turns: int = Field(0, ge=0, le=10_000)
    mistakes: int = Field(0, ge=0, le=30)
    noise: bool = False


class Options(Order):
    """What a job does: the game, its language, and how it is printed or played."""

    game: Name | None = None
    language: Name | None = None
    sheets: PrintOptions = PrintOptions()
    simulate: PlayOptions = PlayOptions()


class JobOrder(Order):
    """A job on uploaded files, or on the game of its options."""

    kind: Name
    files: list[Name] = Field([], max_length=MAX_JOB_FILES)
    options: Options = Options()


class NewOrder(Order):
    """A new game: its title and the template from which it begins."""

    title: Name = Field(min_length=1)
    template: Name


class UnpackOrder(Order):
    """A game from an uploaded archive of its folder."""

    file: Name


class RowsOrder(Order):
    """The rows of a table, and the version of the file that they replace."""

    file: Name
    version: Name
    rows: list[Annotated[list[str], Field(max_length=MAX_COLUMNS)]] = Field(max_length=MAX_ROWS)


class SetupOrder(Order):
    """The rows of a set-up below the header: place, piece and count."""

    setup: Name
    rows: list[Annotated[list[str], Field(max_length=3)]] = Field(max_length=MAX_ROWS)


class TextOrder(Order):
    """The text of a file, and the version that it replaces; empty for a new file."""

    file: Name
    version: Name
    text: str


class DeleteOrder(Order):
    """A file to delete, and the version that the page knows; empty for a picture."""

    file: Name
    version: Name


class OutlineOrder(Order):
    """The outline of a space, in millimetres on the board, and the name of a new space."""

    board: Name
    space: Name
    name: Name = ""
    points: list[BoardPoint] = Field(min_length=3, max_length=MAX_POINTS)


class CornerOrder(Order):
    """A corner of outlines, and where it is moved to, in millimetres on the board."""

    board: Name
    at: BoardPoint
    to: BoardPoint


class FieldOrder(Order):
    """The new value of a field of a part; blank for its default."""

    key: Name
    field: Name
    text: Name


class ElementOrder(Order):
    """A new element of a layout."""

    layout: Name
    kind: Name


class MoveOrder(Order):
    """By how many millimetres a part is moved to the right and down, and made wider and higher."""

    key: Name
    field: Name
    by: tuple[Distance, Distance] = (0, 0)
    grow: tuple[Distance, Distance] = (0, 0)


class AddOrder(Order):
    """A place or text that is added to a board, with its middle at a point in millimetres."""

    board: Name
    kind: Literal["space", "box", "track", "label"]
    sort: Name
    name: Name
    at: BoardPoint


class ConnectOrder(Order):
    """Two spaces, and how they are connected."""

    between: tuple[Name, Name]
    kind: Name


class RenameOrder(Order):
    """A place, label or connection, and its new name, text or kind."""

    key: Name
    name: Name


class IdOrder(Order):
    """A part of the game, and its new id."""

    key: Name
    id: Name = Field(min_length=1)


class RemoveOrder(Order):
    """A part that is removed or gets a bend, or a translation that gets what it lacks."""

    key: Name


class PlaceOrder(Order):
    """How many pieces, such as `band/shown`, a set-up places in a space or box."""

    setup: Name
    place: Name
    piece: Name
    count: int = Field(ge=0, le=10_000)


class TitleOrder(Order):
    """A game's new title, and its id, from which the names of its files are made."""

    title: Name = Field(min_length=1)
    id: Name = Field(min_length=1)


Kind = TypeVar("Kind", bound=Order)


async def order(request: Request, kind: type[Kind], limit: int = MAX_JSON) -> Kind:
    """The body as an order of a type. Raises HTTPException."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > limit:
            raise HTTPException(413, "the request is too long")
    try:
        return kind.model_validate_json(bytes(body))
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])[:80]
        what = first["msg"][:1].lower() + first["msg"][1:]
        raise HTTPException(400, f"{where or 'the request'}: {what}") from None

"""Orders: the JSON objects that the page sends. Each is checked by its type before it is used."""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request

from modgen.model.types.base import BoardPoint

MAX_JSON = 1 << 20
"""The longest order in bytes."""
MAX_JOB_FILES = 60
MAX_POINTS = 2000
Name = Annotated[str, Field(max_length=4096)]


class Order(BaseModel):
    """A JSON object without other keys than these, whose values have exactly these types."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Options(Order):
    """What a job does: the game, its language, and how it is printed."""

    game: Name | None = None
    language: Name | None = None
    paper: Name = "a4"
    parts: list[Name] | None = Field(None, max_length=20)


class JobOrder(Order):
    """A job on uploaded files, or on the game of its options."""

    kind: Name
    files: list[Name] = Field([], max_length=MAX_JOB_FILES)
    options: Options = Options()


class OutlineOrder(Order):
    """The outline of a space, in millimetres on the board."""

    board: Name
    space: Name
    points: list[BoardPoint] = Field(min_length=3, max_length=MAX_POINTS)


Kind = TypeVar("Kind", bound=Order)


async def order(request: Request, kind: type[Kind]) -> Kind:
    """The body as an order of a type. Raises HTTPException."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_JSON:
            raise HTTPException(413, "the order is too long")
    try:
        return kind.model_validate_json(bytes(body))
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(step) for step in first["loc"])[:80]
        what = first["msg"][:1].lower() + first["msg"][1:]
        raise HTTPException(400, f"{where or 'the order'}: {what}") from None

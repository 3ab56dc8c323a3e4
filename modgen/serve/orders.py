"""Orders: the JSON objects that the page sends."""

from __future__ import annotations

import json
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

MAX_JSON = 1 << 20
"""The longest order in bytes."""


async def order(request: Request) -> dict[str, Any]:
    """The body as a JSON object. Raises HTTPException."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_JSON:
            raise HTTPException(413, "the order is too long")
    try:
        data = json.loads(bytes(body))
    except (ValueError, RecursionError):
        raise HTTPException(400, "the order is not JSON") from None
    if not isinstance(data, dict):
        raise HTTPException(400, "the order must be a JSON object")
    return data

"""Refuses requests that do not come from our own page, and adds security headers to responses.

The page's address holds a random token, which no other page knows. The `Host` header must name
this machine, so a foreign name that is made to resolve to 127.0.0.1 (DNS rebinding) is refused.
`Origin` and `Sec-Fetch-Site` must be those of our own page, so another site cannot send a request
through the user's browser (CSRF).
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, MutableMapping
from hmac import compare_digest
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HOST = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?", re.IGNORECASE)
"""The values of `Host` that name this machine. Any port is allowed, for forwarded ports."""
READING = ("GET", "HEAD")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-frame-options": "DENY",
}


class Guard:
    """Checks every request before the application sees it.

    The application gets the path without the token.
    """

    def __init__(self, app: App, token: str) -> None:
        self.app = app
        self.token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as ASGI asks for it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return

        async def secured(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        if refusal:
            status, text = refusal
            await PlainTextResponse(f"{text}\n", status)(scope, receive, secured)
            return
        inside = dict(scope)
        prefix = f"/{self.token}"
        inside["path"] = scope["path"].removeprefix(prefix)
        inside["raw_path"] = scope.get("raw_path", b"").removeprefix(prefix.encode("ascii"))
        await self.app(inside, receive, secured)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """The status and the sentence with which a request is refused; None if it is allowed."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not HOST.fullmatch(host):
            return 421, "This server answers only at 127.0.0.1."
        first, slash, _ = scope["path"].removeprefix("/").partition("/")
        if not slash or not compare_digest(first.encode(), self.token.encode()):
            return 404, "Open the whole address that `modgen serve` printed, with its token."
        origin = headers.get("origin")
        if origin is None and scope["method"] not in READING:
            return 403, "This request did not come from the page of `modgen serve`."
        if origin is not None and origin.lower() != f"http://{host}".lower():
            return 403, "This request came from another site."
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return 403, "This request came from another site."
        return None

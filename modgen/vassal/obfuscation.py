"""How the text of `savedGame` is obfuscated: not at all, `!VCSK` + hex, or `VOBS` + raw bytes.

The key precedes the text, so this does not protect anything (vassal-formats §2).
"""

from __future__ import annotations

import re
from binascii import hexlify, unhexlify
from collections.abc import Iterable, Iterator
from typing import Literal

from modgen.errors import ModgenError

Style = Literal["plain", "vcsk", "vobs"]

HEADERS: dict[Style, bytes] = {"vcsk": b"!VCSK", "vobs": b"VOBS", "plain": b""}
LONGEST_HEADER = 6
DEAD_ENDS = {b"!VCSZ": "!VCSZ (deflated)", b"\xfd7zXZ\0": "an XZ stream"}


_CAPITALS = re.compile(rb"[A-F]")


class ObfuscationError(ModgenError, ValueError):
    """The bytes of a save are not in a form that the engine can read."""


def style_of(data: bytes) -> Style:
    """How these bytes are obfuscated; the first six are enough. Raises ObfuscationError."""
    for header, name in DEAD_ENDS.items():
        if data.startswith(header):
            raise ObfuscationError(f"the game is stored as {name}, which no released engine reads")
    return next(style for style, header in HEADERS.items() if data.startswith(header))


class Revealer:
    """Decodes obfuscated bytes chunk by chunk.

    At the end `style`, `key` and `upper` (whether its hex digits are capitals) are known.
    """

    def __init__(self) -> None:
        self.style: Style | None = None
        self.key = 0
        self.upper = False
        self._table: bytes | None = None
        self._pending = b""

    def reveal(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """The plain bytes in chunks. Raises ObfuscationError for what the engine cannot read."""
        for chunk in chunks:
            data = self._pending + chunk if self._pending else chunk
            if self.style is None and len(data) < LONGEST_HEADER:
                self._pending = data
                continue
            yield self._plain(data)
        if self.style is None:
            yield self._plain(self._pending)
        elif self.style != "plain" and self._table is None:
            raise ObfuscationError("the obfuscated text has no key byte")
        if self._pending:
            raise ObfuscationError(
                "the obfuscated text has an odd number of hex digits; it is cut short"
            )

    def _plain(self, data: bytes) -> bytes:
        self._pending = b""
        if self.style is None:
            self.style = style_of(data)
            data = data[len(HEADERS[self.style]) :]
            self.upper = self.style == "vcsk" and _CAPITALS.search(data[:4096]) is not None
        if self.style == "plain":
            return data
        if self.style == "vcsk":
            if len(data) % 2:
                self._pending, data = data[-1:], data[:-1]
            try:
                data = unhexlify(data)
            except ValueError:
                raise ObfuscationError(
                    "the obfuscated text has a character that is not a hex digit"
                ) from None
        if self._table is None and data:
            self.key, data = data[0], data[1:]
            self._table = _table(self.key)
        return data.translate(self._table) if self._table is not None else b""


def reveal(data: bytes) -> bytes:
    """The plain bytes of a whole `savedGame`. Raises ObfuscationError."""
    return b"".join(Revealer().reveal([data]))


def hide(plain: bytes, style: Style = "vcsk", key: int = 0, *, upper: bool = False) -> bytes:
    """The bytes of a `savedGame`, obfuscated with a key from 0 to 255 (`vobs`: from 1).

    The engine writes lower-case hex digits; some other programs write capitals (`upper`).
    """
    if style == "plain":
        return plain
    if not (style == "vobs") <= key <= 255:
        raise ValueError(f"{key} is not a valid key for {style}")
    hidden = plain.translate(_table(key))
    if style == "vobs":
        return HEADERS[style] + bytes([key]) + hidden
    digits = b"%02x" % key, hexlify(hidden)
    return b"".join((HEADERS[style], *(map(bytes.upper, digits) if upper else digits)))


def _table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))

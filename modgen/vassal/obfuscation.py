"""How `savedGame` hides its text: not at all, `!VCSK` + hex, or `VOBS` + raw bytes.

The key stands before the text, so this hides nothing from anybody (VASSAL-FORMATS §2).
"""

from __future__ import annotations

from typing import Literal

Style = Literal["plain", "vcsk", "vobs"]

HEX_HEADER = b"!VCSK"
RAW_HEADER = b"VOBS"
DEAD_ENDS = {b"!VCSZ": "!VCSZ (deflated)", b"\xfd7zXZ": "an XZ stream"}


class ObfuscationError(ValueError):
    """Bytes that no engine would read."""


def style_of(data: bytes) -> Style:
    """How these bytes of a `savedGame` are hidden."""
    if data.startswith(HEX_HEADER):
        return "vcsk"
    if data.startswith(RAW_HEADER):
        return "vobs"
    return "plain"


def key_of(data: bytes) -> int:
    """The key byte in hidden data; 0 for plain data."""
    style = style_of(data)
    if style == "vcsk":
        return int(data[5:7], 16)
    return data[4] if style == "vobs" else 0


def reveal(data: bytes) -> bytes:
    """The plain bytes. Raises ObfuscationError for damaged or abandoned forms."""
    for header, name in DEAD_ENDS.items():
        if data.startswith(header):
            raise ObfuscationError(f"the game is hidden as {name}, which no released engine reads")
    style = style_of(data)
    if style == "plain":
        return data
    if style == "vobs":
        if len(data) < 5:
            raise ObfuscationError("the hidden text has no key byte")
        return data[5:].translate(_table(data[4]))
    digits = data[5:]
    if len(digits) % 2:
        raise ObfuscationError("the hidden text has an odd number of hex digits; it is cut short")
    try:
        raw = bytes.fromhex(digits.decode("ascii"))
    except ValueError:
        raise ObfuscationError("the hidden text holds something that is no hex digit") from None
    if not raw:
        raise ObfuscationError("the hidden text has no key byte")
    return raw[1:].translate(_table(raw[0]))


def hide(plain: bytes, style: Style = "vcsk", key: int = 0) -> bytes:
    """The bytes of a `savedGame`, hidden with a key from 0 to 255 (`vobs`: from 1)."""
    if style == "plain":
        return plain
    hidden = plain.translate(_table(key))
    if style == "vobs":
        return RAW_HEADER + bytes([key]) + hidden
    return HEX_HEADER + (bytes([key]) + hidden).hex().encode("ascii")


def _table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))

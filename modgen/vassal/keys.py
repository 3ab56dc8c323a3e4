"""Key strokes as VASSAL writes them: `code,modifiers` or `57344,0,Name` (vassal-formats §6.1)."""

from __future__ import annotations

from typing import NamedTuple

# A stored modifier is the sum of its old and its new Java bit.
MODIFIERS = {"Shift": 65, "Ctrl": 130, "Meta": 260, "Alt": 520}
CODES = {
    "Enter": 10,
    "Esc": 27,
    "Space": 32,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "Left": 37,
    "Up": 38,
    "Right": 39,
    "Down": 40,
    "Delete": 127,
    "Comma": 44,
    "Period": 46,
} | {f"F{n}": 111 + n for n in range(1, 13)}
NAMED = 57344
"""The code that marks a named command."""
LONGEST_CODE = 11
"""Digits and sign of the longest 32-bit number."""


class Key(NamedTuple):
    """A key stroke, or a named command, which is not on the keyboard."""

    code: int
    modifiers: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.code},{self.modifiers}" + (f",{self.name}" if self.name else "")

    @property
    def label(self) -> str:
        """The name of the key on a help page, such as `Ctrl+Shift+F`. Empty for a named command."""
        if self.name:
            return ""
        held = [name for name, bits in MODIFIERS.items() if self.modifiers & bits == bits]
        words = {code: word for word, code in CODES.items()}
        return "+".join(
            [
                *sorted(held, key=["Ctrl", "Alt", "Meta", "Shift"].index),
                words.get(self.code) or _character(self.code),
            ]
        )


def key(text: str) -> Key:
    """The key of a label such as `Ctrl+Shift+F` or `Delete`. Raises ValueError for unknown keys."""
    *held, last = text.split("+")
    modifiers = 0
    for name in held:
        if name not in MODIFIERS:
            raise ValueError(f"unknown modifier {name!r} in {text!r}")
        modifiers += MODIFIERS[name]
    if last in CODES:
        return Key(CODES[last], modifiers)
    if len(last.upper()) == 1 and last.isalnum():
        return Key(ord(last.upper()), modifiers)
    raise ValueError(f"unknown key {last!r} in {text!r}")


def command(name: str) -> Key:
    """A named command. The engine assigns codes to names itself, so the code does not matter."""
    if "," in name or not name:
        raise ValueError(f"a command's name must not be empty or contain a comma: {name!r}")
    return Key(NAMED, 0, name)


def parse_key(text: str) -> Key | None:
    """The key that a text encodes; None when the text is empty or not a key."""
    parts = text.split(",", 2)
    if len(parts) < 2:
        return None
    try:
        code, modifiers = _read_code(parts[0]), _read_code(parts[1])
    except ValueError:
        return None
    return Key(code, modifiers, parts[2] if len(parts) > 2 else "")


def _character(code: int) -> str:
    return chr(code) if 32 <= code < 0xD800 else f"key {code}"


def _read_code(token: str) -> int:
    if len(token) > LONGEST_CODE:
        raise ValueError("the key code is too long")
    return int(token)

"""Key strokes as VASSAL writes them: `code,modifiers` or `57344,0,Name` (VASSAL-FORMATS §6.1)."""

from __future__ import annotations

from typing import NamedTuple

# Stored modifiers carry the old and the new Java bits together.
MODIFIERS = {"Shift": 65, "Ctrl": 130, "Meta": 260, "Alt": 520}
CODES = {
    "Enter": 10, "Esc": 27, "Space": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "Left": 37, "Up": 38, "Right": 39, "Down": 40, "Delete": 127, "Comma": 44, "Period": 46,
} | {f"F{n}": 111 + n for n in range(1, 13)}  # fmt: skip
NAMED = 57344


class Key(NamedTuple):
    """A key stroke, or a named command that no key on the board sends."""

    code: int
    modifiers: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.code},{self.modifiers}" + (f",{self.name}" if self.name else "")

    @property
    def label(self) -> str:
        """How a help page names it: `Ctrl+Shift+F`; empty for a named command."""
        if self.name:
            return ""
        held = [name for name, bits in MODIFIERS.items() if self.modifiers & bits == bits]
        words = {code: word for word, code in CODES.items()}
        return "+".join([*sorted(held, key=["Ctrl", "Alt", "Meta", "Shift"].index),
                         words.get(self.code, chr(self.code))])  # fmt: skip


def key(text: str) -> Key:
    """`key("Ctrl+Shift+F")`, `key("Delete")`. Raises ValueError for a key it does not know."""
    *held, last = text.split("+")
    modifiers = 0
    for name in held:
        if name not in MODIFIERS:
            raise ValueError(f"unknown modifier {name!r} in {text!r}")
        modifiers += MODIFIERS[name]
    if last in CODES:
        return Key(CODES[last], modifiers)
    if len(last) == 1 and last.upper().isalnum():
        return Key(ord(last.upper()), modifiers)
    raise ValueError(f"unknown key {last!r} in {text!r}")


def command(name: str) -> Key:
    """A named command. The engine numbers names itself, so any code serves."""
    if "," in name or not name:
        raise ValueError(f"a command's name may not be empty or hold a comma: {name!r}")
    return Key(NAMED, 0, name)


def parse_key(text: str) -> Key | None:
    """A key as written in a file; None for an empty or unreadable one."""
    parts = text.split(",", 2)
    if len(parts) < 2:
        return None
    try:
        return Key(int(parts[0]), int(parts[1]), parts[2] if len(parts) > 2 else "")
    except ValueError:
        return None

"""The lines of a text in HTML, as far as labels of pieces have it."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import NamedTuple

BOLD, ITALIC = 1, 2
BREAKS = {"br", "p", "div", "tr", "li", "h1", "h2", "h3", "h4", "h5", "h6", "center"}
COLOUR = re.compile(r"(?<![-\w])color\s*:\s*([^;]+)", re.IGNORECASE)
COLOURS = {
    "aqua": "#00ffff",
    "black": "#000000",
    "blue": "#0000ff",
    "cyan": "#00ffff",
    "gray": "#808080",
    "green": "#008000",
    "lime": "#00ff00",
    "magenta": "#ff00ff",
    "maroon": "#800000",
    "navy": "#000080",
    "olive": "#808000",
    "orange": "#ffc800",
    "purple": "#800080",
    "red": "#ff0000",
    "silver": "#c0c0c0",
    "teal": "#008080",
    "white": "#ffffff",
    "yellow": "#ffff00",
}
HEX = re.compile(r"#?[0-9a-f]{6}", re.IGNORECASE)


class Run(NamedTuple):
    """Letters of one look. `style` is 1 for bold, 2 for italic, or their sum."""

    text: str
    style: int
    colour: str


def is_html(text: str) -> bool:
    """Whether the engine shows a text as HTML."""
    return text[:6].lower() == "<html>"


class HTMLLines(HTMLParser):
    """Reads HTML into lines of runs; what it does not know has no effect."""

    def __init__(self, text: str, style: int, colour: str) -> None:
        super().__init__()
        self.lines: list[list[Run]] = [[]]
        self.centred = False
        self._looks: list[tuple[str, int, str]] = [("", style, colour)]
        self.feed(text)
        self.close()
        while len(self.lines) > 1 and not self.lines[-1]:
            self.lines.pop()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a line or a look."""
        given = {key: value or "" for key, value in attrs}
        _, style, colour = self._looks[-1]
        if tag in BREAKS:
            self._break(always=tag == "br")
        if tag == "center" or given.get("align", "").lower() == "center":
            self.centred = True
        styled = COLOUR.search(given.get("style", ""))
        colour = _colour(styled[1] if styled else given.get("color", "")) or colour
        if tag in {"b", "strong"} or (tag[:1] == "h" and tag[1:].isdecimal()):
            style |= BOLD
        elif tag in {"i", "em"}:
            style |= ITALIC
        if tag not in {"br", "img", "hr"}:
            self._looks.append((tag, style, colour))

    def handle_endtag(self, tag: str) -> None:
        """End a line or a look."""
        for at in range(len(self._looks) - 1, 0, -1):
            if self._looks[at][0] == tag:
                del self._looks[at:]
                break
        if tag in BREAKS:
            self._break()

    def _break(self, *, always: bool = False) -> None:
        if self.lines[-1] or always:
            self.lines.append([])

    def handle_data(self, data: str) -> None:
        """Add letters to the line."""
        text = re.sub(r"\s+", " ", data)
        if text.strip() or (text and self.lines[-1]):
            self.lines[-1].append(Run(text, *self._looks[-1][1:]))


def _colour(text: str) -> str:
    text = text.strip().lower()
    if HEX.fullmatch(text):
        return "#" + text[-6:]
    return COLOURS.get(text, "")

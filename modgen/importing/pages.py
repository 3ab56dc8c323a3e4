"""Charts and help pages in HTML or plain text, as charts with texts or a table."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

MOST_BYTES = 1 << 20
LONGEST = 6000
"""The longest text that becomes a chart, in characters."""
MOST_COLUMNS = 8
MOST_ROWS = 60
MOST_ITEMS = 80
BLOCKS = frozenset(
    (
        "address",
        "article",
        "blockquote",
        "body",
        "br",
        "caption",
        "center",
        "dd",
        "div",
        "dl",
        "dt",
        "footer",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "ul",
    )
)
"""Elements that end a paragraph."""
UNSEEN = frozenset(("script", "style", "head", "title"))
SPACES = re.compile(r"\s+")
HTML = re.compile(r"\.x?html?$|\.txt$", re.IGNORECASE)


class _Reader(HTMLParser):
    """Collects the paragraphs outside tables, and the cells of the outermost tables."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.paragraphs: list[str] = []
        self.tables: list[list[list[str]]] = []
        self._text: list[str] = []
        self._depth = 0
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in UNSEEN:
            self._unseen += 1
        elif tag == "table":
            self.end_text()
            self._depth += 1
            if self._depth == 1:
                self.tables.append([])
        elif self._depth == 1 and tag in ("tr", "td", "th"):
            self.end_text()
            rows = self.tables[-1]
            if tag == "tr" or not rows:
                rows.append([])
            if tag != "tr":
                rows[-1].append("")
        elif tag in BLOCKS:
            self.end_text()

    def handle_endtag(self, tag: str) -> None:
        if tag in UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag == "table":
            self.end_text()
            self._depth = max(0, self._depth - 1)
        elif tag in BLOCKS or tag in ("tr", "td", "th"):
            self.end_text()

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self._text.append(data)

    def end_text(self) -> None:
        """Add the text so far to its cell, or as a paragraph."""
        text = SPACES.sub(" ", "".join(self._text)).strip()
        self._text.clear()
        if not text:
            return
        rows = self.tables[-1] if self._depth else []
        if rows and rows[-1]:
            rows[-1][-1] = f"{rows[-1][-1]} {text}".strip()
        else:
            self.paragraphs.append(text)


def read_page(name: str, data: bytes) -> dict[str, Any] | None:
    """The kind and texts of a chart with the content of a page.

    None for a page that is no text, has nothing but pictures, or is too long for a chart.
    """
    if not HTML.search(name) or len(data) > MOST_BYTES:
        return None
    text = _decoded(data)
    if name.lower().endswith(".txt"):
        blocks = [SPACES.sub(" ", block).strip() for block in re.split(r"\n\s*\n", text)]
        return _chart([block for block in blocks if block], [])
    reader = _Reader()
    reader.feed(text)
    reader.close()
    reader.end_text()
    tables = [[row for row in table if any(row)] for table in reader.tables]
    return _chart(reader.paragraphs, [table for table in tables if table])


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _chart(paragraphs: list[str], tables: list[list[list[str]]]) -> dict[str, Any] | None:
    columns = max((len(row) for table in tables for row in table), default=0)
    size = sum(map(len, paragraphs)) + sum(len(x) for table in tables for row in table for x in row)
    if not 0 < size <= LONGEST or not _drawable(paragraphs, tables):
        return None
    if len(tables) == 1 and 2 <= columns <= MOST_COLUMNS and 2 <= len(tables[0]) <= MOST_ROWS:
        head, *rows = ([*row, *[""] * (columns - len(row))] for row in tables[0])
        found: dict[str, Any] = {"kind": "table", "columns": head, "rows": rows}
        if paragraphs:
            found |= {"intro": paragraphs[0], "notes": paragraphs[1:]}
        return {key: value for key, value in found.items() if value}
    lines = [*paragraphs, *(" · ".join(filter(None, row)) for table in tables for row in table)]
    if len(lines) > MOST_ITEMS:
        return None
    return {"kind": "text", "intro": lines[0], "items": lines[1:]}


def _drawable(paragraphs: list[str], tables: list[list[list[str]]]) -> bool:
    """Whether the fonts have all letters of a page."""
    from modgen.draw.text import MissingGlyphError, Style, width

    cells = [cell for table in tables for row in table for cell in row]
    try:
        for text in (*paragraphs, *cells):
            width(text, Style("text", 3))
    except MissingGlyphError:
        return False
    return True

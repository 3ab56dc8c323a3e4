"""The build file as a tree from which the same bytes can be written again.

The engine writes build files in a few styles: line ends, indent, and which characters it escapes.
A `Style` holds what a whole file has in common. A `Node` holds its values decoded; what an element
writes differently from the style is kept beside the value as it was written, and is used again as
long as the value is unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from modgen.vassal.metadata import XMLError
from modgen.vassal.pieces import GamePiece
from modgen.vassal.xml_events import Events, read_events

NAME = r"[^\s<>/=\"'!?&]+"
MARKUP = re.compile(
    rf"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|</({NAME})\s*>"
    rf"|<({NAME})((?:\s+{NAME}\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*)\s*(/?)>",
    re.DOTALL,
)
ATTRIBUTE = re.compile(rf"({NAME})\s*=\s*(?:\"([^\"<]*)\"|'([^'<]*)')")
REFERENCE = re.compile(r"&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));")
NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
DECLARED = re.compile(
    rb"""(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,40})["']"""
)
BEYOND_16_BITS = re.compile("[\U00010000-\U0010ffff]")


class Style(NamedTuple):
    """How a build file is written."""

    prolog: str = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    """All text before the outermost element."""
    epilog: str = "\n"
    """All text after it."""
    newline: str = "\n"
    indent: str = "    "
    greater_in_text: bool = True
    """Whether `>` is escaped in text."""
    greater_in_attributes: bool = True
    numeric: bool = True
    """Whether characters beyond 16 bits are written as numbers."""
    encoding: str = "utf-8"
    """The encoding of the bytes; that of UTF-16 has its order of bytes."""


@dataclass(slots=True)
class Node:
    """An element. `piece` replaces `text` where the text is the definition of a piece."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)
    text: str = ""
    piece: GamePiece | None = None
    raw_attributes: dict[str, str] = field(default_factory=dict)
    """Values as they were written, where the style writes them differently."""
    raw_start: str = ""
    """The start tag as it was written, if it has unusual spaces or quotation marks."""
    raw_text: str = ""
    raw_end: str = ""
    """The end tag as it was written, if it has spaces."""
    spacing: list[str] | None = None
    """What is written before, between and after the children, if it is not line end and indent.

    For an element without children and text, an empty list means that it has an end tag.
    """

    @property
    def name(self) -> str:
        """The class without its package: `Map`."""
        return self.tag.rsplit(".", 1)[-1]

    def walk(self) -> Iterator[Node]:
        """This element and all below it, in file order."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending.extend(reversed(node.children))

    def whole_text(self) -> str:
        """The text, or the definition of the piece."""
        return self.text if self.piece is None else self.piece.definition()


def read_build_file(data: bytes, what: str) -> tuple[Node, Style]:
    """Read a build file. Raises XMLError if it is damaged, or nests or repeats too much."""
    read_events(data, Events(what))
    encoding = _encoding(data)
    try:
        text = data.decode(encoding)
    except (UnicodeDecodeError, LookupError) as problem:
        byte = f"byte {problem.start} is" if isinstance(problem, UnicodeDecodeError) else "it is"
        message = f"{what}: {byte} not {encoding.upper()}; save the file as UTF-8"
        raise XMLError(message) from None
    root, prolog, epilog, chunks = _parse(text, what)
    style = _style(root, chunks, prolog, epilog, text)._replace(encoding=encoding)
    _decode(root, chunks, style, 0)
    return root, style


def _encoding(data: bytes) -> str:
    """The encoding of an XML file, from its first bytes or its declaration."""
    if data.startswith((b"\xff\xfe", b"<\0")):
        return "utf-16-le"
    if data.startswith((b"\xfe\xff", b"\0<")):
        return "utf-16-be"
    declared = DECLARED.match(data)
    return declared[1].decode("ascii").lower() if declared else "utf-8"


Chunks = dict[int, list[str]]
"""The raw text around the children of each node, by the node's identity."""


def _parse(text: str, what: str) -> tuple[Node, str, str, Chunks]:
    root: Node | None = None
    stack: list[Node] = []
    chunks: Chunks = {}
    prolog = pending = ""
    end = 0
    for match in MARKUP.finditer(text):
        between = text[end : match.start()]
        end = match.end()
        if "<" in between:
            line = text.count("\n", 0, match.start()) + 1
            raise XMLError(f"{what}:{line}: markup that cannot be read")
        pending += between
        closed, opened, inside, empty = match.groups()
        if closed is None and opened is None:
            pending += match[0]
            continue
        if closed is not None:
            ended = stack.pop()
            chunks[id(ended)].append(pending)
            if match[0] != f"</{closed}>":
                ended.raw_end = match[0]
            pending = ""
            if not stack:
                break
            continue
        node = _element(opened, inside, match[0])
        if root is None:
            root, prolog = node, pending
        else:
            stack[-1].children.append(node)
            chunks[id(stack[-1])].append(pending)
        pending = ""
        chunks[id(node)] = []
        if not empty:
            stack.append(node)
        elif not stack:
            break
    if root is None or stack:
        raise XMLError(f"{what}: the file has no complete element")
    return root, prolog, text[end:], chunks


def _element(tag: str, inside: str, raw: str) -> Node:
    node = Node(tag)
    for match in ATTRIBUTE.finditer(inside):
        value = match[2] if match[2] is not None else match[3]
        node.raw_attributes[match[1]] = value
        node.attributes[match[1]] = unescape_xml(value)
    node.raw_start = raw
    return node


def _style(root: Node, chunks: Chunks, prolog: str, epilog: str, text: str) -> Style:
    crlf = text.count("\r\n") * 2 > text.count("\n")
    newline = "\r\n" if crlf else "\n"
    first = chunks[id(root)][0] if root.children else ""
    indent = first.removeprefix(newline) if first.strip() == "" else ""
    texts = "".join(chunk for node in chunks.values() for chunk in node)
    values = "".join(value for node in root.walk() for value in node.raw_attributes.values())
    numbers = len(re.findall(r"&#\d{5,};", text))
    return Style(
        prolog,
        epilog,
        newline,
        indent,
        texts.count("&gt;") >= texts.count(">"),
        values.count("&gt;") >= values.count(">"),
        numbers >= len(BEYOND_16_BITS.findall(text)),
    )


def _decode(node: Node, chunks: Chunks, style: Style, depth: int) -> None:
    """Keep of the raw forms only those that the style would write differently."""
    raw = chunks.pop(id(node))
    node.raw_attributes = {
        name: value
        for name, value in node.raw_attributes.items()
        if escape_attribute(node.attributes[name], style) != value
    }
    start, node.raw_start = node.raw_start, ""
    if start not in (_start(node, style, "/>"), _start(node, style, ">")):
        node.raw_start, node.raw_attributes = start, {}
    if node.children:
        if raw != _spaces(node, style, depth):
            node.spacing = raw
        for child in node.children:
            _decode(child, chunks, style, depth + 1)
    elif raw == [""]:
        node.spacing = []
    elif raw:
        node.text = _plain(raw[0])
        if escape_text(node.text, style) != raw[0]:
            node.raw_text = raw[0]


def _spaces(node: Node, style: Style, depth: int) -> list[str]:
    inner = style.newline + style.indent * (depth + 1)
    return [inner] * len(node.children) + [style.newline + style.indent * depth]


def _plain(raw: str) -> str:
    """The text that raw XML stands for, without comments."""
    if "<" not in raw:
        return unescape_xml(raw)
    parts = []
    end = 0
    for match in MARKUP.finditer(raw):
        parts.append(unescape_xml(raw[end : match.start()]))
        if match[0].startswith("<![CDATA["):
            parts.append(match[0][9:-3])
        end = match.end()
    return "".join([*parts, unescape_xml(raw[end:])])


def unescape_xml(raw: str) -> str:
    """Replace character references and the line ends of Windows, as XML readers do."""
    if "&" not in raw and "\r" not in raw:
        return raw
    return REFERENCE.sub(_referenced, raw.replace("\r\n", "\n"))


def _referenced(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return NAMED[name]
    return chr(int(decimal) if decimal else int(hexadecimal, 16))


def _escape(value: str, style: Style, greater: bool) -> str:
    value = value.replace("&", "&amp;").replace("<", "&lt;").replace("\r", "&#13;")
    if greater:
        value = value.replace(">", "&gt;")
    if style.numeric:
        value = BEYOND_16_BITS.sub(lambda match: f"&#{ord(match[0])};", value)
    return value


def escape_text(value: str, style: Style) -> str:
    """Text between tags, as the style writes it."""
    return _escape(value, style, style.greater_in_text).replace("\n", style.newline)


def escape_attribute(value: str, style: Style) -> str:
    """The value of an attribute, as the style writes it."""
    value = _escape(value, style, style.greater_in_attributes)
    return value.replace('"', "&quot;").replace("\n", "&#10;").replace("\t", "&#9;")


def write_build_file(root: Node, style: Style) -> bytes:
    """The bytes of the build file."""
    parts: list[str] = [style.prolog]
    _write(root, style, 0, parts)
    parts.append(style.epilog)
    return "".join(parts).encode(style.encoding, "xmlcharrefreplace")


def _write(node: Node, style: Style, depth: int, parts: list[str]) -> None:
    text = node.whole_text()
    if not node.children and not text and not node.raw_text:
        if node.spacing is None:
            parts.append(_start(node, style, "/>"))
        else:
            parts += [_start(node, style, ">"), node.raw_end or f"</{node.tag}>"]
        return
    parts.append(_start(node, style, ">"))
    if node.children:
        spaces = node.spacing
        if spaces is None or len(spaces) != len(node.children) + 1:
            spaces = _spaces(node, style, depth)
        for space, child in zip(spaces, node.children, strict=False):
            parts.append(space)
            _write(child, style, depth + 1, parts)
        parts.append(spaces[-1])
    elif node.raw_text and _plain(node.raw_text) == text:
        parts.append(node.raw_text)
    else:
        parts.append(escape_text(text, style))
    parts.append(node.raw_end or f"</{node.tag}>")


def _start(node: Node, style: Style, end: str) -> str:
    if node.raw_start:
        match = MARKUP.fullmatch(node.raw_start)
        if match and match[2] == node.tag and match[4] + ">" == end:
            written = _element(match[2], match[3], "").attributes
            if written == node.attributes:
                return node.raw_start
    parts = ["<", node.tag]
    for name, value in node.attributes.items():
        raw = node.raw_attributes.get(name)
        if raw is None or unescape_xml(raw) != value:
            raw = escape_attribute(value, style)
        parts.append(f' {name}="{raw}"')
    return "".join([*parts, end])

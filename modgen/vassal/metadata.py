"""Metadata: the files `moduledata`, `savedata` and `extensiondata` (vassal-formats §1.2)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from modgen.errors import ModgenError

if TYPE_CHECKING:
    from lxml import etree

ENGINE_VERSION = "3.7.26"
"""The engine version whose formats are written."""


class Metadata(NamedTuple):
    """`name` is set in `moduledata` only. `saved` is milliseconds since 1970, fixed by default."""

    version: str
    name: str | None = None
    description: str = ""
    engine: str = ENGINE_VERSION
    saved: int = 315532800000


def newer_engine(version: str) -> str:
    """A sentence about a file that an engine wrote whose formats are newer; empty for others."""
    numbers, known = (
        [int(n) for n in re.findall(r"\d{1,6}", text)[:2]] for text in (version, ENGINE_VERSION)
    )
    if numbers <= known:
        return ""
    return (
        f"It was made with VASSAL {version[:20]}, which is newer than {known[0]}.{known[1]}: "
        "what is not known is kept as it is."
    )


PLACE = re.compile(r"(?: line \d+)?, line \d+, column \d+$")
DEEP = re.compile(r"Excessive depth in document: (\d+)")
HUGE = "XML_PARSE_HUGE"
ENCODING = re.compile("Invalid bytes in character encoding|not proper UTF-8")


class XMLError(ModgenError, ValueError):
    """The XML is damaged, or it has a document type."""


def safe_parse(data: bytes, what: str) -> etree._Element:
    """Parse XML without entities, network or document type. Raises XMLError."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as problem:
        raise syntax_error(problem, what) from None
    if getattr(root.getroottree().docinfo, "doctype", ""):
        raise XMLError(f"{what}: a document type is not allowed here")
    return root


def syntax_error(problem: etree.XMLSyntaxError, what: str) -> XMLError:
    """The error for XML that the parser rejects, with its line."""
    return XMLError(f"{what}:{problem.lineno or 1}: {_reason(problem)}")


def _reason(problem: etree.XMLSyntaxError) -> str:
    """What is wrong with the XML. The parser repeats the line, and names its own options."""
    text = PLACE.sub("", problem.msg or "damaged")
    if deep := DEEP.search(text):
        return f"the elements are nested more than {deep[1]} deep"
    if HUGE in text:
        return "a text or attribute is too long"
    if ENCODING.search(text):
        return "a byte that is not in the file's encoding; save the file as UTF-8"
    return f"not well-formed XML: {text}"


def read_if_readable(data: bytes) -> Metadata | None:
    """Read any of the three files; None if it is damaged, as VASSAL goes on without it."""
    try:
        return read_metadata(data, "metadata")
    except XMLError:
        return None


def write_metadata(data: Metadata, *, universal: bool | None = None) -> bytes:
    """The XML, as the engine writes it. `universal` is for `extensiondata` only."""
    from lxml import etree

    root = etree.Element("data", version="1")
    fields = [("version", data.version), ("extra1", ""), ("extra2", "")]
    fields += [("VassalVersion", data.engine), ("dateSaved", str(data.saved))]
    fields.append(("description", data.description))
    if data.name is not None:
        fields.append(("name", data.name))
    if universal is not None:
        fields.append(("universal", "true" if universal else "false"))
    for tag, value in fields:
        etree.SubElement(root, tag).text = value or None
    return serialise(root)


def serialise(root: etree._Element) -> bytes:
    """XML with the head that the engine writes."""
    from lxml import etree

    head = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    return head + etree.tostring(root, encoding="utf-8", pretty_print=True)


def read_metadata(data: bytes, what: str) -> Metadata:
    """Read any of the three files. Raises XMLError."""
    root = safe_parse(data, what)

    def first(tag: str) -> str:
        return (root.findtext(tag) or "").strip()

    saved = first("dateSaved")
    return Metadata(
        first("version"),
        first("name") if root.find("name") is not None else None,
        first("description"),
        first("VassalVersion"),
        int(saved) if saved.isdigit() and len(saved) < 19 else 0,
    )

"""Checks that an uploaded SVG picture cannot run anything; uploads with scripts are refused."""

from __future__ import annotations

import re
from typing import Any

from lxml import etree

from modgen.serve.design.written import FileError

ACTIVE = {"script", "handler", "listener", "foreignObject", "iframe", "embed", "object"}
"""Elements that can run a script or contain a page."""
SCRIPT = re.compile(r"[\s\x00-\x1f]*(java|vb)script:", re.IGNORECASE)


def check_inert(data: bytes, name: str) -> None:
    """Raise FileError, with status 415, for an SVG with a script, a page in it, or entities."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as problem:
        line = max(problem.position[0], 1)
        raise FileError(f"{name}:{line}: not valid SVG; save it again as plain SVG", 415) from None
    declared: Any = root.getroottree().docinfo.internalDTD
    if declared is not None and any(declared.iterentities()):
        raise FileError(f"{name} declares entities; save it as plain SVG", 415)
    for element in root.iter(etree.Element):
        what = _active(element)
        if what:
            raise FileError(f"{name}:{element.sourceline}: the picture has {what}; remove it", 415)


def _active(element: etree._Element) -> str:
    """The part of an element that could run something; empty if there is none."""
    tag = etree.QName(element).localname
    if tag in ACTIVE:
        return f"the element <{tag}>"
    for key, value in element.attrib.items():
        local = etree.QName(key).localname
        if local.lower().startswith("on"):
            return f"the attribute `{local}`, which runs a script"
        if any(map(SCRIPT.match, str(value).split(";"))):
            return f"a script in the attribute `{local}`"
    return ""

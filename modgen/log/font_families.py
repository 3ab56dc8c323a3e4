"""The bundled fonts in which a module's texts are drawn: the engine has those of its computer."""

from __future__ import annotations

import re
from typing import Literal

Role = Literal["serif", "mono", "text"]
MONO = re.compile(r"mono(?!type)|courier|consolas|typewriter|monaco|menlo|lucida console")
SERIF = re.compile(
    r"(?<!sans)(?<!sans )(?<!sans-)serif|times|georgia|garamond|palatino|roman|cambria"
)
ATTRIBUTE = re.compile(r"""(?<![\w-])font-family\s*=\s*("[^"<>]*"|'[^'<>]*')""")
"""The families of a text of an SVG as an attribute."""
DECLARATION = re.compile(
    r"""(?<![\w-])font-family\s*:((?:&\w+;|[^;"'<>{}]|'[^'"<>;{}:=]*'|"[^"'<>;{}:=]*")*)"""
)
"""The same as a declaration of a style."""

SHORTHAND = re.compile(
    r"""((?<![\w-])font\s*:[^;"'<>{}&]{0,60}?\d[\d.]{0,9}(?:[a-z]{1,4}|%))(?:\s?/\s?[\w.%]{1,9})?\s"""
    r"""((?:&\w+;|[^;"'<>{}]|'[^'"<>;{}:=]*'|"[^"'<>;{}:=]*")+)"""
)
"""A declaration `font` of a style: up to the size, and the families. The height of lines between
them has no meaning in an SVG, and the renderer does not know it."""


def role_of(families: str) -> Role:
    """The role of the face for a family, or for several that take each other's place."""
    named = families.lower()
    return "mono" if MONO.search(named) else "serif" if SERIF.search(named) else "text"


def with_bundled_families(svg: str) -> str:
    """An SVG with a bundled family for each that it names.

    A family that is not known becomes the sans-serif one, as in the engine.
    """
    svg = ATTRIBUTE.sub(lambda found: f'font-family="{_family(found[1])}"', svg)
    svg = DECLARATION.sub(lambda found: f"font-family:{_family(found[1])}", svg)
    return SHORTHAND.sub(lambda found: f"{found[1]} {_family(found[2])}", svg)


def _family(named: str) -> str:
    from modgen.draw.fonts import face

    return face(role_of(named)).family

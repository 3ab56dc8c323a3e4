"""The name of a slot's piece: its own, that which the engine composes, or one that is assumed."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from modgen.importing.shown import properties_of
from modgen.importing.source import Source
from modgen.vassal.pieces import BasicPiece
from modgen.vassal.traits import Trait

IN_BRACKETS = re.compile(r"\((.*)\)")
NO_NAME = "?"
ASSUMED_NAME = "The module gives it no name."


def shown_name(
    source: Source,
    traits: tuple[Trait, ...],
    basic: BasicPiece,
    *,
    own: str,
    entry: str = "",
    prototypes: tuple[str, ...] = (),
) -> tuple[str, str]:
    """The name that people read, and why it is assumed.

    `own` is the name of the piece itself. Without one it is what the engine composes of layers and
    labels, or the title `entry` of its slot. Otherwise the name of its picture or its first
    prototype is assumed.
    """
    if own.strip():
        return own, ""
    for name in (properties_of(source, traits, basic).name(), entry):
        if plain := _plain(name):
            return plain, ""
    picture = PurePosixPath(basic.image).stem
    for name in (picture, *prototypes):
        if plain := _plain(name):
            return plain, ASSUMED_NAME
    return NO_NAME, ASSUMED_NAME


def _plain(name: str) -> str:
    """A name without the brackets around all of it; empty if it says nothing."""
    text = name.strip()
    bracketed = IN_BRACKETS.fullmatch(text)
    text = bracketed[1].strip() if bracketed else text
    return "" if text in ("", NO_NAME, "null") else text

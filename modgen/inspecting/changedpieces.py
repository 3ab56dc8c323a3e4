"""What changed in a piece, in words: its name, its picture, its traits field by field."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from modgen.vassal import traits as t
from modgen.vassal.fields import Record
from modgen.vassal.keys import Key
from modgen.vassal.pieces import GamePiece

LONGEST = 30
"""Longer values are not quoted."""

OWN_NAMES = ("name", "names", "menu", "description", "property")
"""Fields that identify a trait among others of its kind, in order of preference."""


def trait_title(trait: t.Trait) -> str:
    """A trait as named in messages: its kind and its own name."""
    if isinstance(trait, t.Opaque):
        return f"the trait `{trait.type_text()[:LONGEST]}`"
    for name in OWN_NAMES:
        value = getattr(trait, name, "")
        text = ", ".join(value) if isinstance(value, tuple) else value
        if text:
            return f"{type(trait).__name__} `{text}`"
    return type(trait).__name__


def changed_piece(before: GamePiece, after: GamePiece) -> Iterator[str]:
    """What changed in a piece, one phrase each."""
    lost, gained, pairs = _aligned(before.traits, after.traits)
    moved = [trait for trait in lost if trait in gained]
    for trait in moved:
        lost.remove(trait)
        gained.remove(trait)
    if lost:
        yield f"loses {', '.join(map(trait_title, lost))}"
    if gained:
        yield f"gains {', '.join(map(trait_title, gained))}"
    if moved:
        yield f"has {', '.join(map(trait_title, moved))} at another place in its list of traits"
    for was, now in pairs:
        fields = changed_fields(was, now)
        if fields:
            yield f"changes {trait_title(now)}: {', '.join(fields)}"
    if before.basic.image != after.basic.image:
        images = [piece.basic.image or "no picture" for piece in (after, before)]
        yield f"shows {images[0]} instead of {images[1]}"


def _aligned(
    before: tuple[t.Trait, ...], after: tuple[t.Trait, ...]
) -> tuple[list[t.Trait], list[t.Trait], list[tuple[t.Trait, t.Trait]]]:
    """Traits only in the old piece, only in the new one, and those in both by title."""
    titles = ([trait_title(trait) for trait in before], [trait_title(trait) for trait in after])
    lost: list[t.Trait] = []
    gained: list[t.Trait] = []
    pairs: list[tuple[t.Trait, t.Trait]] = []
    for what, i1, i2, j1, j2 in SequenceMatcher(None, *titles, autojunk=False).get_opcodes():
        olds, news = before[i1:i2], after[j1:j2]
        same_kinds = [type(trait) for trait in olds] == [type(trait) for trait in news]
        if what == "equal" or (what == "replace" and same_kinds):
            pairs += zip(olds, news, strict=True)
        else:
            lost += olds
            gained += news
    return lost, gained, pairs


def changed_fields(was: Record, now: Record) -> list[str]:
    """The fields that differ, with their values where those are short."""
    if was == now:
        return []
    before, after = was.as_dict(), now.as_dict()
    changes = [_field(name, before[name], after[name]) for name in after if _differ(name, was, now)]
    return changes or ["a different notation"]


def _differ(name: str, was: Record, now: Record) -> bool:
    return bool(getattr(was, name) != getattr(now, name))


def _field(name: str, before: Any, after: Any) -> str:
    words = name.replace("_", " ")
    if isinstance(before, tuple) and isinstance(after, tuple) and not isinstance(after, Key):
        gone = [str(value) for value in before if value not in after]
        come = [str(value) for value in after if value not in before]
        parts = [f"without {', '.join(gone)}"] if gone else []
        parts += [f"with {', '.join(come)}"] if come else []
        return f"{words} {' and '.join(parts) or 'in another order'}"
    texts = [_shown(before), _shown(after)]
    if max(map(len, texts)) > LONGEST:
        return words
    return f"{words} {texts[0]} -> {texts[1]}"


def _shown(value: Any) -> str:
    if isinstance(value, Key):
        return value.name or value.label
    return f"`{value}`" if isinstance(value, str) else str(value if value is not None else "none")

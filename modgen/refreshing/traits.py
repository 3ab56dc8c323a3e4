"""Which trait of an old piece becomes which trait of its new definition, and what state it keeps.

VASSAL's Refresh Counters keeps the state of a trait if the new definition has a trait with exactly
the same type; labels, layers and rotations also by their names. `Matching.NAMED` follows traits
further: those with an own name by that name, and those of which a piece has one by their kind.
Mats and their cargo always keep their state, as in VASSAL.
The values of markers, and labels that nothing can change, are always those of the new definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from modgen.vassal import traits as t
from modgen.vassal.keys import Key
from modgen.vassal.pieces import BasicPiece
from modgen.vassal.traits import Trait, parse_trait


class Matching(StrEnum):
    """How a trait whose definition has changed is found in the old piece."""

    NAMED = "named"
    """By its name or kind."""
    VASSAL = "vassal"
    """As Refresh Counters does with its usual options."""
    SAME = "same"
    """Not at all: only traits with the same definition keep their state."""


OWN_NAMES: Mapping[type[Trait], tuple[str, ...]] = {
    t.Layer: ("name",),
    t.Label: ("description",),
    t.Rotate: ("name",),
    t.FreeRotation: ("name",),
    t.DynamicProperty: ("name",),
    t.Mask: (),
    t.Invisible: (),
    t.MarkMoved: (),
    t.MovementTrail: (),
    t.AreaOfEffect: ("name",),
    t.RestrictedAccess: (),
    t.PropertySheet: ("definition",),
    t.Spreadsheet: ("rows", "columns"),
    t.SendToLocation: ("key", "menu"),
    t.ReportAction: ("keys", "cycle_formats"),
    t.Attachment: ("name",),
}
"""Traits with a state: the fields that tell those of one kind from each other."""

CONCEALING = (t.Mask, t.Invisible)
"""Traits that hide the piece, or what it is, from some players."""


class Kept(NamedTuple):
    """A trait of the new piece: its type, and where its state comes from."""

    type: str
    source: int | None
    """The position of the old trait whose state it keeps; None if it has `state`."""
    state: str = ""
    levels: int = 0
    """The levels of a layer that has changed, which its state must not exceed; else 0."""


class Plan(NamedTuple):
    """How pieces of one old type become pieces of a new definition."""

    traits: tuple[Kept, ...]
    basic: str
    """The type of the basic piece, which keeps its whole state."""
    lost: tuple[int, ...]
    """The positions of old traits with a state that nothing keeps."""


NAMED_KEY = re.compile(
    r"(?<!\d)(?:5734[4-9]|573[5-9]\d|57[4-9]\d\d|5[89]\d{3}|6[0-2]\d{3}|63[0-6]\d\d|637[0-3]\d|6374[0-3])"
    r"(?=\\*,0\\*,)"
)
"""The code of a named key command, anywhere in a type: a private character of Unicode."""


@lru_cache(maxsize=20_000)
def meaning(type_text: str) -> str:
    """What a type says, equal for types that differ only in notation.

    The code of a named key command is one that the engine happened to give the name in a session.
    """
    trait = _modern(parse_trait(NAMED_KEY.sub("63743", type_text), ""))
    # A text keeps its hash; that of a tuple is counted at each comparison.
    return repr(tuple(map(plain, trait.meaning())))


def _modern(trait: Trait) -> Trait:
    """A trait of an old notation as newer engines read it and write it again."""
    if isinstance(trait, t.ActionButton) and trait.version == "0":
        return _with_polygon(trait)
    if isinstance(trait, t.ReturnToDeck) and trait.version != "2":
        at_runtime = trait.deck == ""
        return trait.but(version="2", select_at_runtime=at_runtime, deck_expression=trait.deck)
    if isinstance(trait, t.MarkMoved) and len(trait.tokens()) < MENU_TOKENS:
        return trait.but(menu_true="Mark piece as moved", menu_false="Mark piece as unmoved")
    return trait


MENU_TOKENS = 8
"""The tokens of a mark for moved pieces that has menu entries to mark it and to unmark it."""


def _with_polygon(button: t.ActionButton) -> t.ActionButton:
    left, top, right, bottom = button.x, button.y, button.x + button.width, button.y + button.height
    sized = button.width > 0 and button.height > 0
    corners = ((left, top), (right, top), (right, bottom), (left, bottom)) if sized else ()
    polygon = tuple((str(x), str(y)) for x, y in corners)
    return button.but(whole_shape=button.whole_shape or not sized, version="1", polygon=polygon)


def plain(value: Any) -> Any:
    """A value of a field without what differs only in notation."""
    if isinstance(value, Key):
        return value.name or (value.code, _both(value.modifiers))
    if isinstance(value, str) and "|" in value:
        # The target of a key command; newer engines write two more empty fields.
        return value.rstrip("|")
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def _both(modifiers: int) -> int:
    """Modifiers of a key as Java writes them: each with its old bit and its new one."""
    for old, new in ((1, 64), (2, 128), (4, 256), (8, 512), (32, 8192)):
        if modifiers & (old | new):
            modifiers |= old | new
    return modifiers


def plan(types: Sequence[str], new: Sequence[Trait], basic: BasicPiece, matching: Matching) -> Plan:
    """Match the traits of an old piece with those of its new definition.

    `types` are those of the old traits, outermost first, and of the old basic piece; `new` and
    `basic` are the new ones. A type that differs only in notation stays as it was.
    """
    old = types[:-1]
    said, wanted = list(map(meaning, old)), [meaning(trait.texts[0]) for trait in new]
    if matching is Matching.VASSAL:
        sources = dict(_vassal(old, new))
    elif said == wanted:
        sources = {number: number for number in range(len(new))}
    else:
        sources = dict(_paired(old, new, (said, wanted), matching))
    sources = dict(_carrying(old, new)) | sources
    kept = []
    for number, trait in enumerate(new):
        source, same = sources.get(number), None
        if source is not None and said[source] == wanted[number]:
            same = old[source]
        kept.append(_kept(trait, source, same))
    used = {each.source for each in kept}
    lost = [number for number, text in enumerate(old) if number not in used and _has_state(text)]
    same_basic = types[-1] == basic.texts[0] or meaning(types[-1]) == meaning(basic.texts[0])
    return Plan(tuple(kept), types[-1] if same_basic else basic.texts[0], tuple(lost))


def _kept(trait: Trait, source: int | None, same: str | None) -> Kept:
    """What becomes of a trait; `same` is the type of the old one if that says the same."""
    type_text, state = trait.texts
    if source is None or not _keeps_state(trait):
        return Kept(same or type_text, None, state)
    levels = len(trait.images) if isinstance(trait, t.Layer) and same is None else 0
    return Kept(same or type_text, source, "", levels)


def _keeps_state(trait: Trait) -> bool:
    """Whether players can have changed the state of a trait."""
    if isinstance(trait, t.Label):
        return trait.key is not None
    return not isinstance(trait, t.Marker)


@lru_cache(maxsize=20_000)
def _has_state(type_text: str) -> bool:
    trait = parse_trait(type_text, "")
    if isinstance(trait, t.Opaque):
        return True
    return _keeps_state(trait) and any(field.part for field in trait.fields)


def _paired(
    old: Sequence[str],
    new: Sequence[Trait],
    said: tuple[Sequence[str], Sequence[str]],
    matching: Matching,
) -> Iterator[tuple[int, int]]:
    """Pairs of new and old positions: one to one, the same definitions first.

    `said` is what the old types say, and the new ones.
    """
    pairs = _alike(*(dict(enumerate(each)) for each in said))
    yield from pairs.items()
    if matching is Matching.NAMED:
        gone = set(pairs.values())
        free = {n: _own_name(parse_trait(text, "")) for n, text in enumerate(old) if n not in gone}
        left = {n: _own_name(trait) for n, trait in enumerate(new) if n not in pairs}
        yield from _alike(free, left).items()


def _alike(free: Mapping[int, object], left: Mapping[int, object]) -> dict[int, int]:
    """New positions with old ones of equal keys, each once, in order; a key None has none."""
    known: dict[object, list[int]] = {}
    for number, key in free.items():
        known.setdefault(key, []).append(number)
    known.pop(None, None)
    taken: dict[int, int] = {}
    for number, key in left.items():
        found = known.get(key)
        if found:
            taken[number] = found.pop(0)
    return taken


def _carrying(old: Sequence[str], new: Sequence[Trait]) -> Iterator[tuple[int, int]]:
    """Pairs of mats and of cargo: what lies on a mat stays on it however its traits are defined."""
    for number, trait in enumerate(new):
        if isinstance(trait, t.Mat | t.MatCargo):
            places = (at for at, text in enumerate(old) if text.startswith(trait.parts[0].prefix))
            yield from ((number, place) for place in list(places)[:1])


def _own_name(trait: Trait) -> object:
    names = OWN_NAMES.get(type(trait))
    if names is None:
        return None
    return type(trait), *(plain(getattr(trait, name)) for name in names)


_VASSAL_NAMES = {t.Layer: "name", t.Label: "description", t.Rotate: "name", t.FreeRotation: "name"}


def _vassal(old: Sequence[str], new: Sequence[Trait]) -> Iterator[tuple[int, int]]:
    """Pairs as the engine finds them: the first old trait that fits, even for several new ones."""
    olds = [(parse_trait(text, ""), meaning(text)) for text in old]
    for number, trait in enumerate(new):
        wanted = meaning(trait.texts[0])
        for place, (other, said) in enumerate(olds):
            if said == wanted or _same_name(other, trait):
                yield number, place
                break


def _same_name(one: Trait, other: Trait) -> bool:
    """Whether both are labels, layers or rotations of one name, even an empty one."""
    name = _VASSAL_NAMES.get(type(one))
    other_name = _VASSAL_NAMES.get(type(other))
    if name is None or other_name is None or _java_class(one) != _java_class(other):
        return False
    return bool(getattr(one, name) == getattr(other, other_name))


def _java_class(trait: Trait) -> object:
    """Stands for the engine's class: one for both rotations, two for old and new layers."""
    if isinstance(trait, t.Layer):
        return t.Layer, trait.version == 0
    return t.Rotate if isinstance(trait, t.FreeRotation) else type(trait)

"""Refreshing to the module that a save was played on changes nothing, and once is enough."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from modgen.refreshing.saves import Options
from modgen.refreshing.traits import Matching
from modgen.vassal.pieces import BasicPiece, GamePiece
from modgen.vassal.sequence import SequenceError
from modgen.vassal.traits import REGISTRY, Comment, PlaceMarker, Prototype, Trait
from tests.refreshing.modules import piece, pieces_of, saved, slot, text_of, tree
from tests.refreshing.test_saves import brought
from tests.vassal.strategies import fields_of

KINDS = sorted(
    {one for one in REGISTRY.values() if not issubclass(one, PlaceMarker | Prototype | Comment)},
    key=lambda kind: kind.prefix,
)


GUARD = BasicPiece(name="Guard")


@st.composite
def traits(draw: st.DrawFn) -> tuple[Trait, ...]:
    """Some traits of any kind with any fields that the format can represent."""
    made: list[Trait] = []
    for kind in draw(st.lists(st.sampled_from(KINDS), max_size=5)):
        try:
            trait = kind(**draw(fields_of(kind)))
            GamePiece((*made, trait), GUARD).add_command()
        except SequenceError:
            continue
        if not any("\x1b" in text or "\n" in text for text in trait.texts):
            made.append(trait)
    return tuple(made)


@pytest.mark.long
@settings(max_examples=60, deadline=None)
@given(traits())
def test_the_same_module_changes_nothing(made: tuple[Trait, ...]) -> None:
    data = saved(piece("1", "7", "Guard", *made))
    with TemporaryDirectory() as folder:
        new, outcome = brought(Path(folder), tree(slot("7", "Guard", *made)), data)
    assert text_of(new) == text_of(data)
    assert outcome.unchanged == 1


# The engine gives several new traits the state of one old trait, so it can change them again.
@pytest.mark.long
@pytest.mark.parametrize("matching", [Matching.NAMED, Matching.SAME])
@settings(max_examples=40, deadline=None)
@given(before=traits(), after=traits())
def test_once_is_enough(
    matching: Matching, before: tuple[Trait, ...], after: tuple[Trait, ...]
) -> None:
    data = saved(piece("1", "7", "Guard", *before))
    root = tree(slot("7", "Guard", *after))
    options = Options(matching=matching)
    with TemporaryDirectory() as folder:
        once, outcome = brought(Path(folder), root, data, options)
        twice, _ = brought(Path(folder), root, once, options)
    assert text_of(twice) == text_of(once)
    if not outcome.left:
        types = [trait.texts[0] for trait in pieces_of(once)["1"].traits]
        assert len(types) == len(after)

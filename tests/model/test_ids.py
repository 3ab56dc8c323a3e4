"""Ids made of names."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from modgen.model.types.base import id_from_name
from modgen.model.types.pieces import PieceType


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("South Plain", "south_plain"),
        ("Überspiel", "uberspiel"),
        ("Süd-Straße 2", "sud_strasse_2"),
        ("Øresund & Łódź", "oresund_lodz"),
        ("Æthelred", "aethelred"),
        ("Ấp Bắc", "ap_bac"),
        ("İstanbul", "istanbul"),
        ("東京", ""),
    ],
)
def test_names(name: str, key: str) -> None:
    assert id_from_name(name) == key


@given(st.text())
def test_every_name_has_an_id_or_none(name: str) -> None:
    assert re.fullmatch("([a-z0-9][a-z0-9_]*)?", id_from_name(name))


@pytest.mark.parametrize("data", [{}, {"name": None}, {"name": 7}])
def test_a_piece_without_a_name_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="name"):
        PieceType.model_validate({"kind": "force", **data})

"""Values for any declared field, difficult ones first."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from modgen.vassal.fields import Counted, Field, Raw, Record, Rest
from modgen.vassal.keys import Key

# Delimiters of every level, quotation marks, backslashes, a few letters of several alphabets.
texts = st.text(alphabet="aB1 é日\U0001f3b2'\\;,/|~:=\t{}$+", max_size=12)
keys = st.builds(
    Key, st.integers(0, 65535), st.integers(0, 715), st.sampled_from(["", "Flip", "x y"])
)
WIRES: dict[str, st.SearchStrategy[Any]] = {
    "text": texts,
    "integer": st.integers(-(10**12), 10**12),
    "float": st.floats(allow_nan=False, allow_infinity=False),
    "boolean": st.booleans(),
    "key": st.none() | keys,
    "keys": st.lists(keys, max_size=3).map(tuple),
    "list": st.lists(texts, max_size=4).map(tuple),
}


def values_of(field: Field) -> st.SearchStrategy[Any]:
    """Values that this field can be given."""
    if isinstance(field, Counted | Rest):
        item = texts if field.size == 1 else st.tuples(*[texts] * field.size)
        return st.lists(item, max_size=4).map(tuple)
    if isinstance(field, Raw):
        return texts
    return WIRES[field.wire.kind]


def fields_of(made: type[Record]) -> st.SearchStrategy[dict[str, Any]]:
    """Some or all of a declaration's fields with values."""
    return st.fixed_dictionaries({}, optional={f.name: values_of(f) for f in made.fields})

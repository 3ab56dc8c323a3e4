"""The bounds of build files: each is one sentence, and the time grows with the size only."""

from __future__ import annotations

import time

import pytest

from modgen.unpacking.xml import read_build_file
from modgen.vassal.components import read_tree
from modgen.vassal.metadata import XMLError
from modgen.vassal.xml_events import (
    MAX_ALL_ATTRIBUTES,
    MAX_ATTRIBUTES,
    MAX_DEPTH,
    MAX_ELEMENTS,
    MAX_NAME,
)


def element(attributes: int, name: str = "a") -> str:
    return "<a " + " ".join(f'{name}{n}="x"' for n in range(attributes)) + "/>"


PASSED = {
    "has 100,000 attributes; at most 500": element(100_000),
    "has 501 attributes": element(MAX_ATTRIBUTES + 1),
    "deeper than 60": "<a>" * (MAX_DEPTH + 2) + "</a>" * (MAX_DEPTH + 2),
    "more than 20,000 components": "<a>" + "<a/>" * MAX_ELEMENTS + "</a>",
    "name of over 500 characters": element(1, "n" * MAX_NAME),
    "more than 1,000,000 attributes": "<a>"
    + element(MAX_ATTRIBUTES) * (MAX_ALL_ATTRIBUTES // MAX_ATTRIBUTES + 1)
    + "</a>",
    "document type": '<!DOCTYPE a [<!ENTITY b "c">]><a b="&b;">&b;</a>',
}


@pytest.mark.long
@pytest.mark.parametrize("sentence", PASSED)
@pytest.mark.parametrize("read", [read_tree, read_build_file])
def test_a_bound_is_one_sentence(read: object, sentence: str) -> None:
    begun = time.process_time()
    with pytest.raises(XMLError, match=sentence):
        read(PASSED[sentence].encode(), "module.vmod: buildFile.xml")  # type: ignore[operator]
    assert time.process_time() - begun < 5


def test_what_is_within_the_bounds_is_read() -> None:
    assert len(read_tree(element(MAX_ATTRIBUTES).encode()).attributes) == MAX_ATTRIBUTES
    nested = "<a>" * (MAX_DEPTH + 1) + "</a>" * (MAX_DEPTH + 1)
    assert len(list(read_tree(nested.encode()).walk())) == MAX_DEPTH + 1


def test_references_comments_and_sections() -> None:
    read = read_tree(
        '<a b="x&amp;y&lt;&#10;é&#128512;">\n <!-- no -->t&amp;u<c/>\t<![CDATA[<q>]]>&#9; </a>'.encode()
    )
    assert read.attributes == {"b": "x&y<\né😀"}
    assert read.text == "t&u\t<q>\t"
    assert [child.tag for child in read.children] == ["c"]

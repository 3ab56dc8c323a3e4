"""Where a file that is written again differs from what it was."""

from __future__ import annotations

import pytest

from modgen.vassal.roundtrip import first_difference


@pytest.mark.parametrize(
    ("before", "after", "offset"),
    [
        ([b"abc", b"def"], [b"abcd", b"ef"], None),
        ([b"abc", b"def"], [b"abcd", b"xf"], 4),
        ([b"abcdef"], [b"ab", b"cdeg"], 5),
        ([b"abc"], [b"ab", b"c", b"d"], 3),
        ([b"abcd"], [b"abc"], 3),
        ([], [], None),
    ],
)
def test_the_first_difference(before: list[bytes], after: list[bytes], offset: int | None) -> None:
    assert first_difference(iter(before), iter(after)) == offset

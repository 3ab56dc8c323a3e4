"""The markup of elements is svgwrite's own."""

from __future__ import annotations

import svgwrite
from hypothesis import given
from hypothesis import strategies as st

from modgen.draw.markup import markup

LETTERS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8)
VALUES = st.one_of(st.none(), LETTERS, st.integers(-9, 999), st.floats(-99, 99).map(str))


@given(LETTERS, st.dictionaries(st.sampled_from(["fill", "stroke", "id", "class"]), VALUES))
def test_markup_is_that_of_svgwrite(text: str, look: dict[str, object]) -> None:
    drawing = svgwrite.Drawing(debug=False)
    group = drawing.g()
    shapes = [
        drawing.text(text, insert=(1, 2.5)), drawing.path("M1,2L3,4Z"), drawing.g(),
        drawing.rect((1, 2), (3, 4.25)), drawing.circle((1, 2), 3), drawing.line((1, 2), (3, 4)),
        drawing.ellipse((1, 2), (3, 4)), drawing.image("data:image/png;base64,", (1, 2), (3, 4)),
    ]  # fmt: skip
    for shape in shapes:
        shape.attribs.update(look)
        group.add(shape)
    assert markup(group) == group.tostring()

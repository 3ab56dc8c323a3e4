"""Charts and help pages of a module in HTML or plain text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modgen.importing.pages import LONGEST, MOST_BYTES, read_page

TABLE = b"""<html><head><title>no</title><style>td {}</style></head><body><h1>Combat</h1>
<table><tr><th>Die<th>Even &amp; odds</tr><tr><td>1</td><td>A <b>retreats</b></td></tr>
<tr><td>6</td></tr></table><p>One&nbsp;note</p><script>alert(1)</script></body></html>"""


@pytest.mark.parametrize(
    ("name", "data", "chart"),
    [
        (
            "a.html",
            TABLE,
            {
                "kind": "table",
                "intro": "Combat",
                "columns": ["Die", "Even & odds"],
                "rows": [["1", "A retreats"], ["6", ""]],
                "notes": ["One note"],
            },
        ),
        (
            "a.htm",
            b"<p>One<p>Two<br>Three",
            {"kind": "text", "intro": "One", "items": ["Two", "Three"]},
        ),
        (
            "a.txt",
            b"One\r\n line\n\n Two \n",
            {"kind": "text", "intro": "One line", "items": ["Two"]},
        ),
        (
            "a.html",
            b"<table><tr><td>1<table><tr><td>2</table>3</table>",
            {"kind": "text", "intro": "1 2 3", "items": []},
        ),
        ("a.html", "<p>Señor".encode("latin-1"), {"kind": "text", "intro": "Señor", "items": []}),
        ("a.html", b"<p>" + b"<p>".join([b"a"] * 90), None),
        ("a.html", b"<p>" + b"a " * LONGEST, None),
        ("a.html", b" " * (MOST_BYTES + 1), None),
        ("a.html", b"<img src='a.png'>", None),
        ("a.html", "<p>\U00013000".encode(), None),
        ("a.pdf", b"<p>One", None),
    ],
)
def test_a_page(name: str, data: bytes, chart: dict[str, Any] | None) -> None:
    assert read_page(name, data) == chart


@pytest.mark.parametrize(
    "page",
    [
        "<ul>One<li>Two</ul>Three",
        "One<section>Two</section>Three",
        "<dl><dt>One<dd>Two</dl>Three",
        "<h2>One</h2>Two<div>Three</div>",
        "<blockquote>One</blockquote><pre>Two</pre>Three",
        "<header>One</header>Two<footer>Three</footer>",
    ],
)
def test_elements_that_end_a_paragraph(page: str) -> None:
    chart = read_page("a.html", page.encode())
    assert chart == {"kind": "text", "intro": "One", "items": ["Two", "Three"]}


def test_words_in_a_row_are_one_paragraph() -> None:
    page = b"One <b>bold</b> and <a href='b.html'>linked</a> <span>word</span>"
    chart = read_page("a.html", page)
    assert chart == {"kind": "text", "intro": "One bold and linked word", "items": []}


@given(st.text(alphabet="<>/&;tablerdhp! -x\n", max_size=200))
def test_any_page_is_read(text: str) -> None:
    chart = read_page("a.html", text.encode())
    assert chart is None or chart["kind"] in {"table", "text"}

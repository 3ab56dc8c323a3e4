"""Messages on the page name nothing that needs a shell."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import modgen
from modgen.serve.remedies import REMEDIES, for_page

PACKAGES = ("model", "draw", "compile", "sheets")
SHELL = re.compile(r"`modgen [a-z]|--[a-z]")


def messages() -> Iterator[tuple[str, str]]:
    """Texts in the code that name a command or an option, each with its file."""
    root = Path(modgen.__file__).parent
    for path in [*(one for name in PACKAGES for one in (root / name).rglob("*.py"))]:
        tree = ast.parse(path.read_text("utf-8"))
        inside = {
            id(part)
            for one in ast.walk(tree)
            if isinstance(one, ast.JoinedStr)
            for part in one.values
        }
        for node in ast.walk(tree):
            text = ""
            if isinstance(node, ast.JoinedStr):
                parts = [
                    part.value if isinstance(part, ast.Constant) else "xx" for part in node.values
                ]
                text = "".join(map(str, parts))
            elif (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and id(node) not in inside
            ):
                text = node.value
            # Docstrings and files that are written for others have several lines.
            if SHELL.search(text) and "\n" not in text and not text[0].isupper():
                yield path.name, text


FOUND = [*messages()]


@pytest.mark.parametrize(("file", "text"), FOUND)
def test_every_message_has_a_remedy_of_the_page(file: str, text: str) -> None:
    assert not SHELL.search(for_page(text)), file


def test_every_remedy_is_used() -> None:
    texts = [text for _, text in FOUND]
    used = [pattern for pattern, _ in REMEDIES if any(re.search(pattern, one) for one in texts)]
    assert len(used) >= len(REMEDIES) - 1  # that of `modgen new` is in another package

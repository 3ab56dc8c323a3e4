"""Drafts `locale/<language>.yaml`: every text of a game, with the translations that exist."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from modgen.model.game import Game
from modgen.model.loading.locale import all_texts, find
from modgen.model.texts import Key

HEADER = """\
# yaml-language-server: $schema={schema}
# {title} in {language}. Write each translation in place of `~`; after it is the original.
# A text that stays `~` is shown in the original language. `modgen check-data` counts them.
"""
LONGEST = 100
"""Longer originals are cut in the comments; their translation needs the file of the original."""


def draft(game: Game, language: str, texts: Mapping[Key, str], schema: str) -> str:
    """The locale file of a language as text; `texts` are the translations that exist.

    `game` is the game in its first language, `schema` the path of the schema from the file.
    """
    tree: dict[str, Any] = {}
    for key, original in all_texts(game).items():
        found = find(texts, key)
        branch = tree
        for step in key[:-1]:
            branch = branch.setdefault(step, {})
        branch[key[-1]] = (original, texts[found] if found else None)
    title = " ".join(game.info.title.split())
    head = HEADER.format(schema=schema, title=title, language=language)
    return head + "\n".join(_lines(tree, 0)) + "\n"


def missing(game: Game, texts: Mapping[Key, str]) -> list[Key]:
    """The texts of a game that have no translation."""
    return [key for key in all_texts(game) if find(texts, key) is None]


def _lines(tree: Mapping[str, Any], depth: int) -> Iterator[str]:
    for name, value in tree.items():
        start = f"{'  ' * depth}{_scalar(name)}:"
        if isinstance(value, dict):
            yield start
            yield from _lines(value, depth + 1)
            continue
        original, translation = value
        if translation is not None:
            yield f"{start} {_scalar(translation)}"
        else:
            told = " ".join(original.split())
            yield f"{start} ~ # {told if len(told) <= LONGEST else told[:LONGEST] + '…'}"


def _scalar(text: str) -> str:
    """A text as a YAML scalar: plain if it is an id, else in double quotes."""
    plain = text.replace("_", "").replace("-", "")
    if (
        plain.isascii()
        and plain.isalpha()
        and text.lower() not in {"yes", "no", "on", "off", "true", "false", "null", "y", "n"}
    ):
        return text
    return json.dumps(text, ensure_ascii=False)

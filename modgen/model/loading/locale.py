"""Translations: a game's texts in another language, from `locale/<language>.yaml`.

The file mirrors the game: parts by their id, texts by their field's name. A part whose only
translated text is its name may be given as that text alone.

    cards:
      "7": {title: Visita papal, unshaded: ...}
    places:
      manila: Manila
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from modgen.model.game import Game
from modgen.model.texts import Key, rewrite_game


def flatten(words: Mapping[str, Any] | Sequence[Any], key: Key = ()) -> dict[Key, str]:
    """The texts of a locale file by key; list items have their 0-based index as key."""
    texts: dict[Key, str] = {}
    items = words.items() if isinstance(words, Mapping) else enumerate(words)
    for name, value in items:
        at = (*key, str(name))
        if isinstance(value, Mapping | list):
            texts |= flatten(value, at)
        elif value is not None:
            texts[at] = str(value)
    return texts


def find(texts: Mapping[Key, str], key: Key) -> Key | None:
    """The key of a text's translation: its own, or for a name that of its part; None if missing."""
    if key in texts:
        return key
    if key[-1] == "name" and key[:-1] in texts:
        return key[:-1]
    return None


def localised(game: Game, language: str, texts: Mapping[Key, str]) -> Game:
    """The game in another language; texts without a translation are unchanged."""

    def lookup(key: Key, text: str) -> str:
        at = find(texts, key)
        return text if at is None else texts[at]

    return rewrite_game(game, language, lookup)


def all_texts(game: Game) -> dict[Key, str]:
    """All texts of a game that can be translated, by key."""
    texts: dict[Key, str] = {}

    def collect(key: Key, text: str) -> str:
        texts[key] = text
        return text

    rewrite_game(game, game.language, collect)
    return texts
